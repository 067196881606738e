"""What the arithmetic tasks have in common: operations on numbers, in words, as programs, and checked twice."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import starmap
from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.dyval import intervals
from solvent.benchmarks.generate.dyval.chances import Chances
from solvent.benchmarks.generate.dyval.description import listed
from solvent.benchmarks.generate.dyval.generation import Constraint, Dag
from solvent.benchmarks.generate.dyval.real import OPERATIONS, UNARY, apply, different, shown
from solvent.benchmarks.generate.dyval.task import Line, RedrawError, Setup, Wording
from solvent.benchmarks.generate.dyval.tree_task import TreeTask, computed
from solvent.benchmarks.generate.generator import DisagreementError
from solvent.benchmarks.generate.truth import confirm
from solvent.solvers import Limits, Pool, Program

# As in DyVal, all operations are equally probable.
CONSTRAINT = Constraint(
    operations=dict.fromkeys(OPERATIONS, 1 / len(OPERATIONS)),
    unary=UNARY,
    leaves=tuple(Fraction(value) for value in range(1, 11)),
    apply=apply,
)
_SIGNS = {"sum": "+", "difference": "-", "product": "*", "quotient": "/"}
_LEAST = Fraction(1, 10_000)  # the published code has no smaller roots
_LIMITS = Limits(seconds=0.5)  # the program is z3's third opinion here, which it may withhold


class NumberTask(TreeTask):
    """A task about the number at the root of a tree."""

    constraint = CONSTRAINT
    flaws = frozenset({"ambiguous", "contradictory"})

    def dag(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a tree; by the published code's protocol, one whose root is not negative, nor close to zero."""
        found = super().dag(setup, rng)
        if setup.protocol == "code" and found[-1].value < _LEAST:
            raise RedrawError("the root is too small")
        return found

    def chances(self, setup: Setup) -> Chances | None:
        """Return the chances of the trees that are not rejected."""
        found = super().chances(setup) or {}
        return {value: chance for value, chance in found.items() if setup.protocol == "paper" or value >= _LEAST}

    def equal(self, one: Any, other: Any) -> bool:
        """Whether two numbers are the same."""
        return not different(one, other)

    def sentence(self, line: Line) -> str:
        """Say what a number is, or how it is computed."""
        return f"{line.name} is {line.value if line.operation is None else _computed(line)}."

    def steps(self, wording: Wording) -> list[str]:
        """Write the computations as equations."""
        return computed(wording, shown, _step)

    @abstractmethod
    def replies(self, wording: Wording, values: intervals.Values) -> list[intervals.Interval]:
        """Return bounds of what is asked for. Raises ArithmeticError if there is no answer."""

    async def check(self, wording: Wording, program: Program, pool: Pool) -> Mapping[str, Any]:
        """Find the truth a second time by interval arithmetic; z3 confirms the program where it decides in time."""
        answer = None if wording.status is not Verdict.VERIFIED else self.answer(wording)
        self.bounded(wording)
        outcome = await confirm(
            program,
            answer,
            pool=pool,
            status=wording.status,
            tolerance=self.tolerance,
            limits=_LIMITS,
            may_be_undecided=True,
        )
        return {"solver_seconds": outcome.seconds, "solver_status": str(outcome.status)}

    def bounded(self, wording: Wording) -> None:
        """Check status and answer by interval arithmetic over the lines. Raises `DisagreementError`."""
        values = intervals.Values(wording.lines)
        try:
            found = self.replies(wording, values)
        except intervals.CycleError:
            status = Verdict.CONTRADICTORY
        except ArithmeticError as error:
            if not values.unknown:
                raise DisagreementError(f"the bounds of a generated task are unknown: {error}") from error
            status = Verdict.AMBIGUOUS
        else:
            status = Verdict.AMBIGUOUS if values.unknown else Verdict.VERIFIED
        if status is not wording.status:
            raise DisagreementError(f"a generated task is {status} by its lines, not {wording.status}")
        if status is Verdict.AMBIGUOUS:
            (unknown,) = values.unknown
            if not intervals.open_for(wording.lines, unknown, range(1, 11), lambda found: self.replies(wording, found)):
                raise DisagreementError(f"the answer of a generated task does not depend on {unknown}")
        elif status is Verdict.VERIFIED:
            answer = self.answer(wording).values()
            if not all(starmap(intervals.is_near, zip(found, answer, strict=True))):
                raise DisagreementError(f"the answer has bounds {found}, and is {[*answer]} by construction")


def _computed(line: Line) -> str:
    first, *rest = line.parts
    match line.operation:
        case "sum":
            return f"the sum of {listed(line.parts)}"
        case "difference":
            return f"{first} minus {rest[0] if len(rest) == 1 else f'the sum of {listed(rest)}'}"
        case "product":
            return f"the product of {listed(line.parts)}"
        case "quotient":
            return f"{first} divided by {rest[0] if len(rest) == 1 else f'the product of {listed(rest)}'}"
        case "root":
            return f"the square root of {first}"
    return f"the square of {first}"


def _step(line: Line, values: Sequence[str], value: str) -> str:
    if line.operation is None:
        return f"{line.name} = {value}."
    return f"{line.name} = {_formula(line.operation, line.parts)} = {_formula(line.operation, values)} = {value}."


def _formula(operation: str, terms: Sequence[str]) -> str:
    if operation == "root":
        return f"sqrt({terms[0]})"
    if operation == "square":
        return f"({terms[0]})^2"
    return f" {_SIGNS[operation]} ".join(f"({term})" if term.startswith("-") else term for term in terms)
