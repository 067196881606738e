"""What each clue contributes: the answers that become possible when this clue alone is dropped."""

import time
from typing import Any

from solvent.solvers.engines.engine import Reply
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import NoValueError, UnlabelledError, fill, matches, presentable
from solvent.solvers.programs.term_formulas import And, Formula, Not

_TRIES = 20  # answers to look at for each clue, of a program that allows several
_ROUNDS = 2  # the second one for clues whose share of the time was too short


class DroppedClues(Solving):
    """The question `without`. Objectives are ignored: clues are about what is allowed, not about what is best."""

    def without(self, answer: Any) -> Reply:
        """For each clue, find an answer that only this clue excludes, or prove that there is none.

        The reply's answer maps clue ids to such answers or null; clues for which neither was achieved are missing, and
        named in its message. Raises ProgramError if the program does not allow `answer`.
        """
        given = self._formula(answer)
        found = self._solve(given)
        if found is Status.UNSATISFIABLE:
            raise ProgramError(Status.BAD_ANSWER, "the program does not allow the given answer")
        if not found.solved:
            return Reply(found)
        # A new answer can be shown, and differs from those that are known to be allowed.
        self._others: list[Formula] = [Not(given), presentable(self.engine.template)]
        self._complete = self._solve(And(tuple(self._others))) is Status.UNSATISFIABLE
        settled = self._settled(sorted(self.engine.clues))
        stated = tuple(sorted(self.engine.clues))
        missing = [str(clue) for clue in stated if clue not in settled]
        late = f"neither found nor excluded in time: clues {', '.join(missing)}" if missing else ""
        answers = {str(clue): settled[clue] for clue in stated if clue in settled}
        return Reply(Status.SATISFIED, answers, stated=stated, message=late)

    def _settled(self, clues: list[int]) -> dict[int, Any]:
        """Return what was found for each clue; each gets an equal share of the time that the ones before it left."""
        settled: dict[int, Any] = {}
        for _ in range(_ROUNDS):
            pending = [clue for clue in clues if clue not in settled]
            for place, clue in enumerate(pending):
                now = time.monotonic()
                share = (self.deadline - now) / (len(pending) - place)
                reply = self._dropped(clue, until=now + share)
                if reply.status.decided:
                    settled[clue] = reply.answer
        return settled

    def _dropped(self, clue: int, *, until: float) -> Reply:
        """Find an answer that only this clue excludes; `unsatisfiable` if there is none."""
        for _ in range(_TRIES):
            try:
                status = self._solve(And(tuple(self._others)), keep=self.engine.clues - {clue}, until=until)
                answer = fill(self.engine.template, self.engine.read) if status.solved else None
            except (ProgramError, NoValueError, UnlabelledError):  # without the clue, the program may be faulty
                return Reply(Status.UNKNOWN)
            if not status.solved or self._complete:
                return Reply(status, answer)
            known = matches(self.engine.template, answer)
            allowed = self._solve(known, until=until)
            if not allowed.solved:
                return Reply(status, answer) if allowed is Status.UNSATISFIABLE else Reply(allowed)
            self._others.append(Not(known))
        return Reply(Status.UNKNOWN)
