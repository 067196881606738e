"""Which of many clues are enough: those without which an answer would not be the only one."""

from typing import Any

from solvent.solvers.engines.engine import Reply
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.term_formulas import Not


class _UndecidedError(Exception):
    def __init__(self, status: Status) -> None:
        super().__init__(status)
        self.status = status


class NeededClues(Solving):
    """The question `needed`. Objectives are ignored: clues are about what is allowed, not about what is best."""

    def needed(self, asked: dict[str, Any]) -> Reply:
        """Return the shortest prefix of the clues, by id, that leaves the answer as the only one; `minimal`, thinned.

        Every step depends on nothing but whether some of the clues are enough, so that the result is the same whatever
        solutions the solver happens to find. `unsatisfiable`, with another answer, if not even all clues are enough.
        Raises ProgramError if the program does not allow the answer.
        """
        given = self._formula(asked["answer"])
        status = self._solve(given)
        if status is Status.UNSATISFIABLE:
            raise ProgramError(Status.BAD_ANSWER, "the program does not allow the given answer")
        if not status.solved:
            return Reply(status)
        self._other = Not(given)
        clues = sorted(self.engine.clues)
        whole = self._one(self._other)
        if whole.status.solved:
            return Reply(Status.UNSATISFIABLE, whole.answer, message="all clues together allow another answer")
        if whole.status is not Status.UNSATISFIABLE:
            return whole
        try:
            kept = self._prefix(clues)
            if asked["minimal"]:
                kept = self._thinned(kept)
        except _UndecidedError as undecided:
            return Reply(undecided.status, message="the solver did not decide whether some of the clues are enough")
        return Reply(Status.SATISFIED, kept, stated=tuple(clues))

    def _prefix(self, clues: list[int]) -> list[int]:
        low, high = 0, len(clues)  # all of them are enough
        while low < high:
            middle = (low + high) // 2
            if self._enough(clues[:middle]):
                high = middle
            else:
                low = middle + 1
        return clues[:high]

    def _thinned(self, clues: list[int]) -> list[int]:
        """Drop each clue that can go, from the last one."""
        kept = clues
        for clue in reversed(clues):
            rest = [other for other in kept if other != clue]
            kept = rest if self._enough(rest) else kept
        return kept

    def _enough(self, clues: list[int]) -> bool:
        status = self._solve(self._other, keep=frozenset(clues))
        if not status.decided:
            raise _UndecidedError(status)
        return status is Status.UNSATISFIABLE
