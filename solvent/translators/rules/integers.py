"""Models over integer variables, between the number puzzles and the frameworks: what is stated, and by which clue."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from solvent.solvers.errors import SolventError
from solvent.solvers.program import Program

Operator = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Array:
    """Variables of one domain, `low` to `high` (None: no bound on that side); an empty shape is a single variable."""

    name: str
    shape: tuple[int, ...]
    low: int | None
    high: int | None


@dataclass(frozen=True)
class Var:
    """A variable of an array; indices count from 0."""

    array: str
    index: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sum:
    parts: tuple["Expression", ...]


@dataclass(frozen=True)
class Product:
    parts: tuple["Expression", ...]


Expression = int | Var | Sum | Product


@dataclass(frozen=True)
class Compare:
    left: Expression
    op: Operator
    right: Expression


@dataclass(frozen=True)
class Different:
    """No two of them are equal."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class AnyOf:
    parts: tuple["Constraint", ...]


Constraint = Compare | Different | AnyOf


@dataclass(frozen=True)
class Constant:
    """A text in an answer that is always the same."""

    text: str


@dataclass(frozen=True)
class Labels:
    """A variable in an answer whose values are shown by other names."""

    variable: Var
    names: tuple[tuple[int, int | str], ...]


@dataclass(frozen=True)
class Model:
    """`constraints` each with the id of its clue, None for the rules of the puzzle.

    `answer` is nested dicts and lists whose leaves are expressions, Labels and Constants.
    """

    arrays: tuple[Array, ...]
    constraints: tuple[tuple[int | None, Constraint], ...]
    answer: Any


Emitter = Callable[[Model], Program]


def emitters() -> dict[str, Emitter]:
    """How a model is written in each framework."""
    from solvent.translators.rules import integers_cpmpy, integers_minizinc, integers_ortools, integers_smtlib

    return {
        "smtlib": integers_smtlib.program,
        "cpmpy": integers_cpmpy.program,
        "ortools": integers_ortools.program,
        "minizinc": integers_minizinc.program,
    }


def emit(model: Model, framework: str) -> Program:
    """Write a model in a framework.

    Raises:
        SolventError: no such framework, or one that cannot say it: without bounds, or with numbers too large for it.

    """
    known = emitters()
    if framework not in known:
        raise SolventError(f"The rules do not write '{framework}'; they write {', '.join(known)}.")
    return known[framework](model)


def parts(constraint: Constraint) -> Iterator[Expression]:
    """The expressions that a constraint is about."""
    match constraint:
        case Compare(left, _, right):
            yield from (left, right)
        case Different(items):
            yield from items
        case AnyOf(options):
            for option in options:
                yield from parts(option)


def add(*terms: Expression) -> Expression:
    """Their sum, as short as it can be said."""
    kept = [term for term in terms if term != 0]
    return kept[0] if len(kept) == 1 else Sum(tuple(kept)) if kept else 0


def times(factor: int, term: Expression) -> Expression:
    """A multiple."""
    if isinstance(term, int):
        return factor * term
    return term if factor == 1 else Product((factor, term)) if factor else 0


Range = tuple[int, int]


class Ranges:
    """The least and the greatest value of expressions, for frameworks that need bounds.

    Raises SolventError for a variable that has none; `framework` is its name in messages.
    """

    def __init__(self, model: Model, framework: str) -> None:
        self._of: dict[str, Range] = {}
        for array in model.arrays:
            if array.low is None or array.high is None:
                raise SolventError(
                    f"{framework} needs bounds for '{array.name}', which the puzzle does not give; use smtlib."
                )
            self._of[array.name] = array.low, array.high

    def of(self, expression: Expression) -> Range:
        """Sound, but not tight where a variable stands twice."""
        match expression:
            case Var(array):
                return self._of[array]
            case Sum(items):
                ranges = [self.of(item) for item in items]
                return sum(low for low, _ in ranges), sum(high for _, high in ranges)
            case Product(items):
                low, high = 1, 1
                for ends in map(self.of, items):
                    corners = [one * other for one in (low, high) for other in ends]
                    low, high = min(corners), max(corners)
                return low, high
        return expression, expression

    def largest(self, expression: Expression) -> int:
        """The greatest absolute value of it and of every part of it."""
        inner = expression.parts if isinstance(expression, Sum | Product) else ()
        return max(*map(abs, self.of(expression)), *map(self.largest, inner))


def leaves(answer: Any) -> Iterator[Expression | Labels | Constant]:
    """The leaves of an answer."""
    match answer:
        case dict():
            for item in answer.values():
                yield from leaves(item)
        case list():
            for item in answer:
                yield from leaves(item)
        case _:
            yield answer


def expressions(model: Model) -> Iterator[Expression]:
    """All that a model is about; of a comparison also the difference of its sides, as solvers move all to one side."""

    def compared(constraint: Constraint) -> Iterator[Expression]:
        match constraint:
            case Compare(left, _, right):
                yield add(left, times(-1, right))
            case AnyOf(options):
                for option in options:
                    yield from compared(option)

    for _, constraint in model.constraints:
        yield from parts(constraint)
        yield from compared(constraint)
    yield from (leaf for leaf in leaves(model.answer) if not isinstance(leaf, Labels | Constant))
