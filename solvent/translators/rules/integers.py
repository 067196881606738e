"""Models over integer variables, between the number puzzles and the frameworks: what is stated, and by which clue."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

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
    from solvent.translators.rules import integers_cpmpy, integers_smtlib

    return {"cpmpy": integers_cpmpy.program, "smtlib": integers_smtlib.program}


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
