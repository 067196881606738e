"""The meaning of clues, independent of any framework: formulas over the values of a logic grid.

A value stands for the row that it is in. `Same` and `Differ` relate rows, `CompareQuantities` the quantities (a price,
a date, a place in line) that a category assigns to rows.
"""

from dataclasses import dataclass
from typing import Literal

Relation = Literal["<", ">", "difference", "distance", "not distance"]


@dataclass(frozen=True, order=True)
class Value:
    """A value of a category, both as indices from 0."""

    category: int
    index: int


@dataclass(frozen=True)
class Same:
    """The two values are in the same row."""

    left: Value
    right: Value


@dataclass(frozen=True)
class Differ:
    """No two of the values are in the same row."""

    values: tuple[Value, ...]


@dataclass(frozen=True)
class CompareQuantities:
    """Compares the quantities of two rows.

    The relations are `left < right`, `left > right`, `left - right = amount` ("difference"), and
    `|left - right| = amount` ("distance") or its negation. `category` is the one whose quantities are compared;
    `amount` is in its (scaled) units.
    """

    left: Value
    right: Value
    category: int
    relation: Relation
    amount: int = 0


@dataclass(frozen=True)
class Flag:
    """A choice between two readings of a phrase, made by the solver, the same wherever the puzzle uses the phrase."""

    phrase: str
    first: bool


@dataclass(frozen=True)
class All:
    """Every part holds."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True)
class Some:
    """At least one part holds."""

    parts: tuple["Formula", ...]


Formula = Same | Differ | CompareQuantities | Flag | All | Some


def both(*parts: Formula) -> Formula:
    """The conjunction of the parts, flattened; a single part is returned as it is."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, All) else (part,))]
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def atoms(formula: Formula) -> list[Formula]:
    """The atomic formulas in a formula."""
    if isinstance(formula, All | Some):
        return [found for part in formula.parts for found in atoms(part)]
    return [formula]
