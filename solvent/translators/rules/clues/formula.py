"""What a clue says, free of any framework: formulas over the values of a logic grid.

Every value stands for the row that it is in. `Same` and `Differ` speak of rows, `CompareQuantities` of the quantity (a
price, a date, a place in line) that a category gives to a row.
"""

from dataclasses import dataclass
from typing import Literal

Relation = Literal["<", ">", "difference", "distance", "not distance"]


@dataclass(frozen=True, order=True)
class Value:
    """A value of a category, both by index from 0."""

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
    """Quantities of two rows: `left < right`, `left > right`, `left - right = amount` or `|left - right| = amount`.

    `category` is the one whose quantities are compared; `amount` is in its (scaled) units.
    """

    left: Value
    right: Value
    category: int
    relation: Relation
    amount: int = 0


@dataclass(frozen=True)
class Flag:
    """A choice between two readings of a phrase, the same wherever the puzzle uses the phrase; the solver makes it."""

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
    """The conjunction, flat, and the part itself when there is only one."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, All) else (part,))]
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def atoms(formula: Formula) -> list[Formula]:
    """The parts that hold no further formulas."""
    if isinstance(formula, All | Some):
        return [found for part in formula.parts for found in atoms(part)]
    return [formula]
