"""What is true of a program's answers: of all of them, of some of them, of how many of them.

A statement is a JSON value of the answer's shape in which null, and what an object leaves out, says nothing
(`template.agrees`). With objectives, the answers are the best ones, as in `accepts`.
"""

import time
from dataclasses import replace
from typing import Any

from solvent.solvers.engines.engine import Reply
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import MisfitError, agrees, matches
from solvent.solvers.programs.term_formulas import TRUE, And, Formula, Not

_NO_ANSWER = "the program has no answer at all, so nothing can be said of its answers"
_NOT_THE_BEST = "the best value of the objectives was not proven, so nothing can be said of the best answers"


class StatementQuestions(Solving):
    """The questions about a statement."""

    def must(self, statement: Any) -> Reply:
        """Check whether every answer agrees with a statement, and why; if not, find one that does not."""
        agreeing, allowed = self._stated(statement), self._allowed()
        if isinstance(allowed, Reply):
            return _some_answer(allowed)
        other = self._one(And((allowed, Not(agreeing))))
        if other.status is not Status.UNSATISFIABLE:
            return replace(other, status=Status.UNSATISFIABLE) if other.status.solved else other
        some = _some_answer(self._one(allowed))
        if not some.status.solved or self.engine.goals:
            return Reply(Status.SATISFIED) if some.status.solved else some
        why = self._core(other, Not(agreeing), "the background alone implies it")
        return replace(why, status=Status.SATISFIED)

    def could(self, statement: Any) -> Reply:
        """Find an answer that agrees with a statement; if there is none, the clues that exclude it."""
        agreeing, allowed = self._stated(statement), self._allowed()
        if isinstance(allowed, Reply):
            return _some_answer(allowed)
        found = self._one(And((allowed, agreeing)))
        if found.status is not Status.UNSATISFIABLE:
            return found
        some = _some_answer(self._one(allowed))
        if not some.status.solved:
            # That nothing agrees is proven, but not that there is anything to speak of.
            return some
        if self.engine.goals and (worse := self._one(agreeing)).status is not Status.UNSATISFIABLE:
            if not worse.status.solved:
                return worse
            return replace(found, message="only answers that are not the best agree with the statement")
        return self._core(found, agreeing, "the background alone excludes it")

    def count(self, asked: dict[str, Any]) -> Reply:
        """Count the answers that agree with `asked["statement"]`, up to `asked["most"]`."""
        agreeing, allowed = self._stated(asked["statement"]), self._allowed()
        if isinstance(allowed, Reply):
            return replace(allowed, status=Status.SATISFIED, answer=0) if _is_empty(allowed) else allowed
        counted = 0
        while (reply := self._one(And((allowed, agreeing)))).status.solved and counted < asked["most"]:
            counted += 1
            self.engine.forbid(matches(self.engine.template, reply.answer))
        if _is_empty(reply):
            return Reply(Status.SATISFIED, counted)
        late = time.monotonic() >= self.deadline or reply.status is Status.TIMEOUT
        why = "more were not asked for" if reply.status.solved else "time ran out" if late else "the solver gave up"
        return Reply(Status.UNKNOWN, counted, message=f"at least {counted + reply.status.solved:,} answers: {why}")

    def _stated(self, statement: Any) -> Formula:
        try:
            return agrees(self.engine.template, statement)
        except MisfitError as misfit:
            message = f"the statement does not fit the answer's template: {misfit}"
            raise ProgramError(Status.BAD_ANSWER, message) from None

    def _allowed(self) -> Formula | Reply:
        """Return a formula that, of the solutions, leaves the best ones; or the reply if they are not known."""
        if not self.engine.goals:
            return TRUE
        best = self._best(TRUE)
        if best.status is Status.OPTIMAL:
            return Not(self._worse(best.objective))
        return Reply(self._open(best.status), message=_NOT_THE_BEST) if best.status.solved else best


def _is_empty(reply: Reply) -> bool:
    return reply.status is Status.UNSATISFIABLE


def _some_answer(reply: Reply) -> Reply:
    """Return the reply of a search for any answer. Raises ProgramError if there is none."""
    if _is_empty(reply):
        raise ProgramError(Status.BAD_ANSWER, _NO_ANSWER)
    return reply
