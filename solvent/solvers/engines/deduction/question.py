"""The question `deduce`: the steps that lead to all that is true in every answer."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from solvent.solvers.engines.deduction.consequences import Inference
from solvent.solvers.engines.deduction.contradiction import depth_of, proof, refutation
from solvent.solvers.engines.deduction.deducing import ContradictionError, Deducer
from solvent.solvers.engines.deduction.oracle import Literal, Oracle, UndecidedError
from solvent.solvers.engines.deduction.solving_oracle import SolvingOracle
from solvent.solvers.engines.engine import Reply
from solvent.solvers.engines.solving import Solving
from solvent.solvers.programs.equality import same
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError

_HARDEST = 1  # steps, those with the most clues, whose suppositions are counted
_OBJECTIVE = "an answer that is the best of several is chosen, not forced by the clues: there are no steps to it"
_NOWHERE = "the answer has no places of their own that steps could fill"


@runtime_checkable
class Finite(Protocol):
    """An engine whose programs can be handed to a SAT solver."""

    def sat_oracle(self, deadline: float) -> Oracle | None:
        """Return the program over finite domains; None if it is not over them."""


class Deduction(Solving):
    """The question about steps."""

    def deduce(self, asked: dict[str, Any]) -> Reply:
        """Return steps from the facts in `asked["known"]` to all that follows, at most `asked["most"]` of them.

        A fact is `{place, value, holds}`, a step `{clues, uses, derives, proof}`. Of the step with the number
        `asked["proof"]`, `proof` has the steps of one clue each from the opposite of its first fact to a contradiction.
        `nested` says how deep such suppositions have to be nested to do without steps of several clues: 0 if there are
        none, 1, or (at least) 2. Of contradictory clues, `unsatisfiable`, with the steps to the contradiction.
        """
        if self.engine.goals:
            raise ProgramError(Status.BAD_ANSWER, _OBJECTIVE)
        oracle = self.engine.sat_oracle(self.deadline) if isinstance(self.engine, Finite) else None
        try:
            said = _Speech(oracle or SolvingOracle(self.engine, self.deadline))
            if not any(cell.values for cell in said.oracle.cells):
                raise ProgramError(Status.BAD_ANSWER, _NOWHERE)
            return self._deduced(said, asked)
        except UndecidedError:
            return Reply(Status.TIMEOUT, message="time ran out before the first step was found")

    def _deduced(self, said: "_Speech", asked: dict[str, Any]) -> Reply:
        clues = tuple(sorted(self.engine.clues))
        known = [said.literal(fact) for fact in asked["known"]]
        try:
            deducer = Deducer(said.oracle, clues, known)
        except ContradictionError:
            return self._refuted(said, asked, clues, known)
        steps: list[Inference] = []
        told: list[dict[str, Any]] = []
        nested, late = None, ""
        try:
            for step in deducer.steps():
                steps.append(step)
                told.append(said.step(step, in_full=len(steps) == asked["proof"]))
                if len(steps) == asked["most"]:
                    break
            nested = _nested(said.oracle, steps)
        except UndecidedError:
            late = "time ran out before all steps were found"
        return Reply(Status.SATISFIED, {"steps": told, "left": len(deducer.remaining), "nested": nested}, message=late)

    def _refuted(self, said: "_Speech", asked: dict[str, Any], clues: Sequence[int], known: list[Literal]) -> Reply:
        clash = asked["conflict"] or clues
        for depth in (1, 2):
            steps = refutation(said.oracle, tuple(clash), known, depth)
            if steps is not None:
                found = [said.step(step, in_full=False) for step in steps[: asked["most"]]]
                return Reply(Status.UNSATISFIABLE, {"steps": found, "left": 0, "nested": depth - 1})
        return Reply(Status.UNSATISFIABLE, {"steps": [], "left": 0, "nested": None})


class _Speech:
    """Facts as JSON, and as literals."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self._facts = {
            cell.first + n: {"place": cell.place, "value": value}
            for cell in oracle.cells
            for n, value in enumerate(cell.values)
        }

    def literal(self, fact: dict[str, Any]) -> Literal:
        """Return a fact's literal. Raises ProgramError for a place or value that the program does not know."""
        for atom, known in self._facts.items():
            if known["place"] == fact["place"] and same(known["value"], fact["value"]):
                return atom if fact["holds"] else -atom
        raise ProgramError(Status.BAD_ANSWER, f"{fact['place']} cannot be {fact['value']!r} in any answer")

    def step(self, step: Inference, *, in_full: bool) -> dict[str, Any]:
        """Return a step; `in_full`, with a proof by contradiction if it has none yet."""
        steps = step.proof
        if in_full and not steps:
            steps, _ = proof(self.oracle, step.clues, step.uses, step.derives[0])
        return {
            "clues": list(step.clues),
            "uses": [self.fact(each) for each in step.uses],
            "derives": [self.fact(each) for each in step.derives],
            "proof": [self.step(each, in_full=False) for each in steps],
        }

    def fact(self, literal: Literal) -> dict[str, Any]:
        """Return the fact of a literal; that a place does not hold anything else is that it holds the one value."""
        known = self._facts.get(abs(literal))
        if known is None:
            return {**self._facts[abs(literal) - 1], "holds": literal < 0}
        return {**known, "holds": literal > 0}


def _nested(oracle: Oracle, steps: Sequence[Inference]) -> int:
    """Return how deep suppositions have to be nested in the steps that need the most clues."""
    several = sorted((step for step in steps if len(step.clues) > 1), key=lambda step: -len(step.clues))
    return max((depth_of(oracle, step.clues, step.uses, step.derives[0]) for step in several[:_HARDEST]), default=0)
