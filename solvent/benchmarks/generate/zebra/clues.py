"""The kinds of clues, and what each means: a formula about the values of a grid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solvent.translators.rules.clues.formula import (
    All,
    CompareQuantities,
    Differ,
    Flag,
    Formula,
    Relation,
    Same,
    Some,
    Value,
)

PLACES = 0  # the category of the places, in a line or a circle


@dataclass(frozen=True)
class Clue:
    """A statement about values, in the order in which wordings name them (A, B, C, D).

    `amount` is a number of places, or a difference in the quantities of the category `measure`.
    """

    kind: str
    values: tuple[Value, ...]
    amount: int = 0
    measure: int = -1


@dataclass(frozen=True)
class Grid:
    """A grid and its solution: `rows[category][index]` is the row of a value, from 0; row k has value k of category 0.

    `numbers` has the quantities of each category, none if its values are no quantities. Category 0 holds the places
    unless the shape is plain; the next one, the names of the people.
    """

    shape: str
    rows: tuple[tuple[int, ...], ...]
    numbers: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return len(self.rows[0])

    @property
    def names(self) -> int:
        return 0 if self.shape == "plain" else 1

    @cached_property
    def things(self) -> tuple[int, ...]:
        """The categories other than the places."""
        return tuple(range(self.names, len(self.rows)))

    @cached_property
    def measures(self) -> tuple[int, ...]:
        """The categories of quantities other than the places."""
        return tuple(category for category in self.things if self.numbers[category])

    def row(self, value: Value) -> int:
        return self.rows[value.category][value.index]

    def at(self, category: int, row: int) -> Value:
        """Return the value of a category in a row."""
        return Value(category, self.rows[category].index(row))

    def number(self, category: int, row: int) -> int:
        """Return the quantity of a category in a row."""
        return self.numbers[category][self.rows[category].index(row)]

    def holds(self, formula: Formula) -> bool:
        """Whether a formula is true of the solution."""
        match formula:
            case Same(left, right):
                return self.row(left) == self.row(right)
            case Differ(values):
                return len({self.row(value) for value in values}) == len(values)
            case All(parts):
                return all(map(self.holds, parts))
            case Some(parts):
                return any(map(self.holds, parts))
            case CompareQuantities(left, right, category):
                gap = self.number(category, self.row(left)) - self.number(category, self.row(right))
                return {
                    "<": gap < 0,
                    ">": gap > 0,
                    "difference": gap == formula.amount,
                    "distance": abs(gap) == formula.amount,
                    "not distance": abs(gap) != formula.amount,
                }[formula.relation]
            case Flag():
                raise ValueError("a clue that is generated has one meaning")


def formula(clue: Clue, grid: Grid) -> Formula:
    """Return the meaning of a clue; of the grid, only its size and shape count, and which row has the most of what."""
    return _MEANINGS[clue.kind](clue, grid)


def _at_place(clue: Clue, grid: Grid, *indices: int) -> Formula:
    del grid
    return Some(tuple(Same(clue.values[0], Value(PLACES, index)) for index in indices))


def _steps(clue: Clue, grid: Grid, amount: int) -> Formula:
    """The first value is `amount` places after the second; in a circle, the last place is followed by the first."""
    return _gap(clue, "difference", [amount, amount - grid.size] if grid.shape == "circle" else [amount])


def _apart(clue: Clue, grid: Grid, amount: int) -> Formula:
    return _gap(clue, "distance", _ways(grid, amount))


def _not_next(clue: Clue, grid: Grid) -> Formula:
    left, right = clue.values
    return All(tuple(CompareQuantities(left, right, PLACES, "not distance", each) for each in _ways(grid, 1)))


def _ways(grid: Grid, amount: int) -> tuple[int, ...]:
    """Return how far apart the numbers of two places are that are `amount` steps apart, one way or the other."""
    return tuple(dict.fromkeys([amount, grid.size - amount if grid.shape == "circle" else amount]))


def _gap(clue: Clue, relation: Relation, amounts: Sequence[int]) -> Formula:
    left, right = clue.values
    return Some(tuple(CompareQuantities(left, right, PLACES, relation, each) for each in amounts))


def _order(left: Value, right: Value, category: int) -> Formula:
    return CompareQuantities(left, right, category, "<")


def _between(clue: Clue, grid: Grid) -> Formula:
    del grid
    a, b, c = clue.values
    return Some(
        (
            All((_order(b, a, PLACES), _order(a, c, PLACES))),
            All((_order(c, a, PLACES), _order(a, b, PLACES))),
        )
    )


def _of_two(clue: Clue, grid: Grid) -> Formula:
    del grid
    a, b, c, d = clue.values
    ways = (All((Same(a, c), Same(b, d))), All((Same(a, d), Same(b, c))))
    return All((Differ((a, b)), Differ((c, d)), Some(ways)))


def _either_or(clue: Clue, grid: Grid) -> Formula:
    del grid
    a, b, c, d = clue.values
    return Some((All((Same(a, b), Differ((c, d)))), All((Differ((a, b)), Same(c, d)))))


def _difference(clue: Clue, grid: Grid) -> Formula:
    del grid
    left, right = clue.values
    return CompareQuantities(left, right, clue.measure, "difference", clue.amount)


def _extreme(clue: Clue, grid: Grid, best: Callable[[Sequence[int]], int]) -> Formula:
    numbers = grid.numbers[clue.measure]
    return Same(clue.values[0], Value(clue.measure, numbers.index(best(numbers))))


_MEANINGS: dict[str, Callable[[Clue, Grid], Formula]] = {
    "same": lambda clue, _: Same(*clue.values),
    "differ": lambda clue, _: Differ(clue.values),
    "double": lambda clue, _: All(tuple(Same(clue.values[0], other) for other in clue.values[1:])),
    "contrast": lambda clue, _: All((Same(*clue.values[:2]), Differ((clue.values[0], clue.values[2])))),
    "distinct": lambda clue, _: Differ(clue.values),
    "at": lambda clue, _: Same(*clue.values),
    "not_at": lambda clue, _: Differ(clue.values),
    "ends": lambda clue, grid: _at_place(clue, grid, 0, grid.size - 1),
    "not_ends": lambda clue, grid: _at_place(clue, grid, *range(1, grid.size - 1)),
    "next": lambda clue, grid: _apart(clue, grid, 1),
    "not_next": _not_next,
    "directly": lambda clue, grid: _steps(clue, grid, -1),
    "side": lambda clue, _: _order(clue.values[0], clue.values[1], PLACES),
    "steps": lambda clue, grid: _steps(clue, grid, -clue.amount),
    "distance": lambda clue, grid: _apart(clue, grid, clue.amount),
    "between": _between,
    "clockwise": lambda clue, grid: _steps(clue, grid, 1),
    "steps_around": lambda clue, grid: _steps(clue, grid, clue.amount),
    "opposite": lambda clue, grid: _apart(clue, grid, grid.size // 2),
    "apart": lambda clue, grid: _apart(clue, grid, clue.amount),
    "one_of": lambda clue, _: Some(tuple(Same(clue.values[0], other) for other in clue.values[1:])),
    "neither": lambda clue, _: All(tuple(Differ((clue.values[0], other)) for other in clue.values[1:])),
    "of_two": _of_two,
    "either_or": _either_or,
    "more": lambda clue, _: _order(clue.values[1], clue.values[0], clue.measure),
    "difference": _difference,
    "amid": lambda clue, _: All(
        (
            _order(clue.values[1], clue.values[0], clue.measure),
            _order(clue.values[0], clue.values[2], clue.measure),
        )
    ),
    "most": lambda clue, grid: _extreme(clue, grid, max),
    "least": lambda clue, grid: _extreme(clue, grid, min),
}
KINDS = tuple(_MEANINGS)
OPPOSITES = {
    "same": "differ",
    "differ": "same",
    "at": "not_at",
    "not_at": "at",
    "ends": "not_ends",
    "not_ends": "ends",
    "next": "not_next",
    "not_next": "next",
    "one_of": "neither",
    "neither": "one_of",
}
"""Each kind whose exact opposite is a kind as well. (Of two people, who may be one, no order has an opposite.)"""


def opposite(clue: Clue) -> Clue | None:
    """Return the clue that is true exactly where this one is not; None if it cannot be said without ambiguity."""
    kind = OPPOSITES.get(clue.kind)
    # "Ann is not next to the cat owner" suggests that Ann is not the cat owner herself, which the opposite leaves open.
    vague = kind == "not_next" and len({value.category for value in clue.values}) > 1
    return None if kind is None or vague else Clue(kind, clue.values, clue.amount, clue.measure)
