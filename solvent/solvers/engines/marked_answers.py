"""What is true of marks in an answer: which follow, which are possible, and which clues they break or fulfil.

A mark is a statement (`template.agrees`) that holds or, with `"holds": false`, does not. With objectives, marks are
about the best answers, as in `statement_questions`; the clues are judged whatever is best.
"""

import random
import time
from typing import Any

from solvent.solvers.engines.engine import NO_CLUES, Reply
from solvent.solvers.engines.statement_questions import StatementQuestions
from solvent.solvers.programs.equality import same
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import MisfitError, OtherConstantError, agrees, fill
from solvent.solvers.programs.term_formulas import TRUE, And, Formula, Not, Or

_ORDERS = 8  # in which clues are dropped, to find a small set
_SMALL = 3  # clues; there is no need to look for fewer
_SHARE = 8  # of the time that is left, one part in so many goes into a smaller set
_MOST_CLASHES = 4  # sets of marks that break the rules; more would not be read


class MarkedAnswers(StatementQuestions):
    """The question `marks`."""

    def marks(self, marks: list[dict[str, Any]]) -> Reply:
        """Judge marks together and one by one; see `asking.marks` for the reply.

        Raises ProgramError if one of them does not fit the template.
        """
        self._marks, self._said = marks, [self._mark(mark) for mark in marks]
        allowed = self._allowed()
        if isinstance(allowed, Reply) and allowed.status is not Status.UNSATISFIABLE:
            return allowed
        self._limit = TRUE if isinstance(allowed, Reply) else allowed
        all_said = And(tuple(self._said))
        whole = self._one(And((self._limit, all_said)))
        some = whole if whole.status.solved else self._one(self._limit)
        possible = [self._possible(number, some) for number in range(len(marks))]
        clashes = [] if whole.status.solved else self._clashes()
        clashing = {number for clash in clashes for number in clash}
        clues = self._clues(And(tuple(said for number, said in enumerate(self._said) if number not in clashing)))
        found = {
            "together": _decided(whole.status),
            "any": _decided(some.status),
            "best": not (self.engine.goals and _decided(whole.status) is False and self._solve(all_said).solved),
            "possible": possible,
            "follows": self._following(possible) if some.status.solved else [None for _ in marks],
            "rules": clashes,
            "clues": {str(clue): verdict for clue, verdict in clues.items()},
        }
        core: tuple[int, ...] = ()
        if found["together"] is False and found["best"] and not clashes and False not in clues.values():
            core = self._small_core(all_said)
        return Reply(Status.SATISFIED, found, conflict=core, stated=tuple(sorted(self.engine.clues)))

    def _mark(self, mark: dict[str, Any]) -> Formula:
        """What a mark says; where the template has a constant, no answer has another value."""
        try:
            said = agrees(self.engine.template, mark["statement"])
        except OtherConstantError:
            said = Or()
        except MisfitError as misfit:
            message = f"the mark does not fit the answer's template: {misfit}"
            raise ProgramError(Status.BAD_ANSWER, message) from None
        return said if mark["holds"] else Not(said)

    def _possible(self, number: int, some: Reply) -> bool | None:
        """Whether some answer has a mark; the one that was found may."""
        if some.status.solved and _has(some.answer, self._marks[number]):
            return True
        return _decided(self._solve(And((self._limit, self._said[number]))))

    def _following(self, possible: list[bool | None]) -> list[bool | None]:
        """Whether all answers have a mark: each answer that lacks some of them leaves fewer in question."""
        follows: list[bool | None] = [False if each is False else None for each in possible]
        while pending := [number for number, each in enumerate(follows) if each is None]:
            other = self._one(And((self._limit, Not(And(tuple(self._said[number] for number in pending))))))
            lacked = [
                number for number in pending if other.status.solved and not _has(other.answer, self._marks[number])
            ]
            if other.status is Status.UNSATISFIABLE:
                lacked = pending
            if not lacked:
                break
            for number in lacked:
                follows[number] = other.status is Status.UNSATISFIABLE
        return follows

    def _clashes(self) -> list[list[int]]:
        """Minimal sets of marks that no assignment of the background has, disjoint; the first few."""
        clashes: list[list[int]] = []
        left = list(range(len(self._said)))
        while len(clashes) < _MOST_CLASHES and self._alone(left) is Status.UNSATISFIABLE:
            clash = left
            for number in left:
                rest = [other for other in clash if other != number]
                clash = rest if self._alone(rest) is Status.UNSATISFIABLE else clash
            if not clash:  # the background contradicts itself
                break
            clashes.append(clash)
            left = [number for number in left if number not in clash]
        return clashes

    def _alone(self, numbers: list[int]) -> Status:
        return self._solve(And(tuple(self._said[number] for number in numbers)), keep=NO_CLUES)

    def _small_core(self, said: Formula) -> tuple[int, ...]:
        """Return a minimal set of clues that excludes the marks, the smallest that a few orders of dropping leave."""
        stated = sorted(self.engine.clues)
        best: list[int] = []
        until = time.monotonic() + (self.deadline - time.monotonic()) / _SHARE
        for number in range(_ORDERS):
            if best and (len(best) < _SMALL or time.monotonic() > until):
                break
            core = random.Random(number).sample(stated, len(stated)) if number else stated  # noqa: S311  # not secret
            for clue in list(core):
                rest = [other for other in core if other != clue]
                core = rest if self._solve(said, keep=frozenset(rest)) is Status.UNSATISFIABLE else core
            best = core if not best or len(core) < len(best) else best
        return tuple(sorted(best))

    def _clues(self, said: Formula) -> dict[int, bool | None]:
        """Say of each clue whether marks break it or, if they leave one answer of the background, fulfil it."""
        if not self._solve(said, keep=NO_CLUES).solved:
            return dict.fromkeys(sorted(self.engine.clues))
        shown = fill(self.engine.template, self.engine.read)
        others = self._solve(And((said, Not(self._formula(shown)))), keep=NO_CLUES)
        kept = True if others is Status.UNSATISFIABLE else None
        statuses = {clue: self._solve(said, keep=frozenset({clue})) for clue in sorted(self.engine.clues)}
        return {
            clue: False if status is Status.UNSATISFIABLE else kept if status.solved else None
            for clue, status in statuses.items()
        }


def _decided(status: Status) -> bool | None:
    return status.solved if status.decided else None


def _has(answer: Any, mark: dict[str, Any]) -> bool:
    """Whether an answer has a mark."""
    return _agrees(answer, mark["statement"]) is bool(mark["holds"])


def _agrees(answer: Any, statement: Any) -> bool:
    if statement is None:
        return True
    if isinstance(statement, dict) and isinstance(answer, dict):
        return all(key in answer and _agrees(answer[key], each) for key, each in statement.items())
    if isinstance(statement, list) and isinstance(answer, list) and len(statement) == len(answer):
        return all(_agrees(*pair) for pair in zip(answer, statement, strict=True))
    return same(answer, statement)
