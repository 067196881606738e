"""Several answers of one program, and what another program thinks of each of them: a sample of what programs allow."""

import time
from collections import deque
from typing import Any

from solvent.solvers.engines.engine import Reply
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import MisfitError, NoValue, matches, presentable, terms
from solvent.solvers.programs.term_formulas import And, Compare, Formula, Not

_MOST = 16  # further answers
_SHARE = 3  # of the time for a question, one part in so many goes into `others`: it serves a check, not an answer


class SeveralAnswers(Solving):
    """The questions `others` and `allows`. Objectives are ignored: they are about what is allowed."""

    def others(self, first: Any) -> Reply:
        """Find answers that differ from the given one and from each other, each part of them in turn if possible.

        `satisfied` if a few were found, or if the message is empty: then there are no others than these.
        """
        given = self._formula(first)
        status = self._solve(given)
        if status is Status.UNSATISFIABLE:
            raise ProgramError(Status.BAD_ANSWER, "the program does not allow the given answer")
        if not status.solved:
            return Reply(status)
        until = time.monotonic() + (self.deadline - time.monotonic()) / _SHARE
        asked = list(terms(self.engine.template))
        new: list[Formula] = [Not(given), presentable(self.engine.template)]
        seen = [[value] for value in self.engine.read(asked)]
        found: list[Any] = []
        pending = deque(range(len(asked)))  # those of which there may be another value
        while len(found) < _MOST:
            differs = unseen(asked[pending[0]], seen[pending[0]]) if pending else And()
            status = self._solve(And((*new, differs)), until=until)
            if status is Status.UNSATISFIABLE and not pending:
                return Reply(Status.SATISFIED, found)
            if status is Status.UNSATISFIABLE:
                pending.popleft()
                continue
            if not status.solved:
                break
            pending.rotate(-1)
            found.append(self._reply(status).answer)
            new.append(Not(matches(self.engine.template, found[-1])))
            for known, value in zip(seen, self.engine.read(asked), strict=True):
                known.append(value)
        return Reply(Status.SATISFIED if found else Status.UNKNOWN, found, message="there may be more")

    def allows(self, answers: list[Any]) -> Reply:
        """Say of each answer whether the program allows it, or null if that was not found out in time."""
        return Reply(Status.SATISFIED, [self._allowed(answer) for answer in answers])

    def _allowed(self, answer: Any) -> bool | None:
        try:
            status = self._solve(matches(self.engine.template, answer))
        except MisfitError:
            return False
        return True if status.solved else False if status is Status.UNSATISFIABLE else None


def unseen(term: Any, values: list[Any]) -> Formula:
    """Require that a term has none of these values."""
    return And(tuple(Not(Compare(term, "==", value)) for value in values if not isinstance(value, NoValue)))
