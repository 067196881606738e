"""Linear equations: two equations in x and y, one of whose six numbers is the root of a tree of operations."""

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from solvent.benchmarks.generate.dyval import intervals
from solvent.benchmarks.generate.dyval.computed import NumberTask
from solvent.benchmarks.generate.dyval.generation import Dag
from solvent.benchmarks.generate.dyval.levels import EQUATIONS
from solvent.benchmarks.generate.dyval.programs import definitions, stated
from solvent.benchmarks.generate.dyval.real import Real, shown, solve, to_json
from solvent.benchmarks.generate.dyval.task import Problem, ReplyForm, Setup, Wording
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.computed_values import Equation, equations_model

_RANGE = 10  # of the coefficients, on both sides of zero


@dataclass(frozen=True)
class Equations:
    """The numbers a, b, c, d, e, f of a x + b y = c and d x + e y = f; None is the root of the tree."""

    numbers: tuple[int | None, ...]

    def with_root(self, root: Real) -> tuple[tuple[Real, ...], tuple[Real, ...]]:
        """Return the rows with the root in its place."""
        found = tuple(root if number is None else Fraction(number) for number in self.numbers)
        return found[:3], found[3:]

    def written(self, root: str) -> list[str]:
        """Write the equations with the root as given."""
        shown = [root if number is None else str(number) for number in self.numbers]
        return [_equation(*shown[:3]), _equation(*shown[3:])]


class _LinearEquation(NumberTask):
    name = "linear_equation"
    form = ReplyForm(
        "x and y, in this order and with a single space between them, as in <<<12.5 -3>>>", numbers=2, shots=1
    )
    levels = EQUATIONS
    tolerance = 1e-3
    introduction = "The unknowns x and y satisfy both of these equations:"

    def posed(self, dag: Dag, rng: random.Random) -> Problem:
        numbers: list[int | None] = [None, *(rng.randint(-_RANGE, _RANGE) for _ in range(5))]
        rng.shuffle(numbers)
        problem = Problem(dag, (len(dag) - 1,), None, Equations(tuple(numbers)))
        return replace(problem, value=self.truth(problem))

    def chances(self, setup: Setup) -> None:
        del setup  # too many equations to enumerate those without a single solution, which are rejected

    def truth(self, problem: Problem) -> Any:
        return solve(*problem.given.with_root(problem.dag[-1].value))

    def equal(self, one: Any, other: Any) -> bool:
        return all(map(super().equal, one, other))

    def removable(self, dag: Dag) -> range:
        return range(len(dag))  # even the root, which the equations mention

    def opening(self, wording: Wording) -> str:
        (root,) = wording.asked
        about = (
            f"Here {root} is a number that follows from the lines below, in which every made-up word stands for a "
            "number."
        )
        return "\n".join([self.introduction, *wording.problem.given.written(root), about])

    def question(self, wording: Wording) -> str:
        del wording
        return "What are x and y? A relative error of 0.001 is allowed."

    def answer(self, wording: Wording) -> Any:
        x, y = wording.problem.value
        return {"x": to_json(x), "y": to_json(y)}

    def reply(self, wording: Wording) -> str:
        return " ".join(map(shown, wording.problem.value))

    def program(self, wording: Wording) -> Program:
        (root,) = wording.asked
        a, b, c, d, e, f = (root if number is None else number for number in wording.problem.given.numbers)
        equations = [Equation(1, a, b, c), Equation(2, d, e, f)]
        return stated(equations_model(definitions(wording.lines, first=3), equations))

    def replies(self, wording: Wording, values: intervals.Values) -> list[intervals.Interval]:
        root = values.of(wording.asked[0])
        numbers = wording.problem.given.numbers
        a, b, c, d, e, f = (root if number is None else intervals.number(number) for number in numbers)
        determinant = a * e - b * d
        return [intervals.quotient(above, determinant) for above in (c * e - b * f, a * f - c * d)]

    def steps(self, wording: Wording) -> list[str]:
        problem = wording.problem
        (a, b, c), (d, e, f) = problem.given.with_root(problem.dag[-1].value)
        x, y = problem.value
        determinant, above_x, above_y = (
            self.constraint.apply(
                "difference", [self.constraint.apply("product", one), self.constraint.apply("product", other)]
            )
            for one, other in (([a, e], [b, d]), ([c, e], [b, f]), ([a, f], [c, d]))
        )
        first, second = problem.given.written(shown(problem.dag[-1].value))
        return [
            *super().steps(wording),
            f"The equations are {first} and {second}.",
            (
                f"Eliminating y, x = ({_minor(c, e, b, f)}) / ({_minor(a, e, b, d)}) = {shown(above_x)} / "
                f"{shown(determinant)} = {shown(x)}."
            ),
            (
                f"Eliminating x, y = ({_minor(a, f, c, d)}) / {shown(determinant)} = {shown(above_y)} / "
                f"{shown(determinant)} = {shown(y)}."
            ),
        ]


def _equation(a: str, b: str, c: str) -> str:
    return f"{a} x - {b[1:]} y = {c}" if b.startswith("-") else f"{a} x + {b} y = {c}"


def _minor(a: Real, e: Real, b: Real, d: Real) -> str:
    one, two, three, four = (f"({shown(value)})" if value < 0 else shown(value) for value in (a, e, b, d))
    return f"{one} * {two} - {three} * {four}"


TASK = _LinearEquation()
