"""Draws clues that are true of a solution: first a kind, then values that suit it."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from solvent.benchmarks.generate.zebra.clues import PLACES, Clue, Grid
from solvent.benchmarks.generate.zebra.settings import Mix
from solvent.translators.rules.clues.formula import Value

_MISSES = 400  # draws in a row that yield nothing new, after which no more clues are expected

# How often each kind is drawn: in a mixed, a direct and an indirect puzzle.
_WEIGHTS: dict[str, tuple[int, int, int]] = {
    "same": (8, 16, 1),
    "differ": (5, 4, 5),
    "double": (2, 4, 0),
    "contrast": (3, 3, 2),
    "distinct": (2, 0, 4),
    "at": (3, 6, 0),
    "not_at": (2, 2, 2),
    "ends": (2, 1, 2),
    "not_ends": (1, 1, 2),
    "next": (5, 3, 5),
    "not_next": (2, 0, 3),
    "directly": (5, 6, 3),
    "side": (4, 2, 5),
    "steps": (2, 2, 2),
    "distance": (3, 1, 4),
    "between": (3, 0, 5),
    "clockwise": (6, 6, 4),
    "steps_around": (3, 2, 3),
    "opposite": (3, 2, 3),
    "apart": (3, 1, 4),
    "one_of": (4, 1, 6),
    "neither": (4, 2, 5),
    "of_two": (4, 1, 7),
    "either_or": (2, 0, 5),
    "more": (4, 2, 5),
    "difference": (4, 4, 3),
    "amid": (2, 0, 4),
    "most": (1, 2, 0),
    "least": (1, 2, 0),
}
_COUNTED = ("steps", "distance", "steps_around", "apart")  # the kinds that say how many places
INDIRECT = frozenset(kind for kind, (_, direct, indirect) in _WEIGHTS.items() if indirect > direct)
"""The kinds that say little by themselves."""


def candidates(grid: Grid, mix: Mix, rng: random.Random) -> Iterator[Clue]:
    """Yield different true clues, until hardly any new ones are found."""
    kinds = [kind for kind in _DRAWN if _suits(kind, grid)]
    weights = [_WEIGHTS[kind][get_args(Mix).index(mix)] for kind in kinds]
    seen: set[Clue] = set()
    misses = 0
    while misses < _MISSES:
        (kind,) = rng.choices(kinds, weights)
        clue = _DRAWN[kind](grid, rng)
        if clue is None or clue in seen:
            misses += 1
            continue
        misses = 0
        seen.add(clue)
        yield clue


def _suits(kind: str, grid: Grid) -> bool:
    """Whether a kind makes sense, and says something, in a grid of this shape and size."""
    size, circle = grid.size, grid.shape == "circle"
    if kind in ("directly", "side", "steps", "distance", "ends", "not_ends", "between"):
        return grid.shape == "line" and size > (1 if kind in ("directly", "side") else 2)
    if kind in ("clockwise", "steps_around", "opposite", "apart"):
        return circle and (size % 2 == 0 if kind == "opposite" else size > (2 if kind == "clockwise" else 4))
    if kind in ("next", "not_next"):
        return grid.shape != "plain" and size > (3 if circle else 2)
    if kind in ("at", "not_at"):
        return grid.shape != "plain"
    if kind in ("more", "difference", "amid", "most", "least"):
        return bool(grid.measures) and size > (2 if kind == "amid" else 1) and len(grid.things) > 1
    if kind in ("one_of", "neither"):
        return size > 2
    return size > (2 if kind == "distinct" else 1) and len(grid.things) > (2 if kind in ("double", "contrast") else 1)


def _thing(grid: Grid, rng: random.Random, row: int, without: Sequence[int] = ()) -> Value:
    """Return a value in a row, not a place, and not of these categories."""
    return grid.at(rng.choice([category for category in grid.things if category not in without]), row)


def _rows(grid: Grid, rng: random.Random, count: int) -> list[int]:
    return rng.sample(range(grid.size), count)


def _named_first(grid: Grid, *values: Value) -> tuple[Value, ...]:
    """Put a person's name first: "the tea drinker is Ann" is less natural than "Ann drinks tea"."""
    return tuple(sorted(values, key=lambda value: value.category != grid.names))


def _same(grid: Grid, rng: random.Random) -> Clue:
    (row,) = _rows(grid, rng, 1)
    one, other = rng.sample(grid.things, 2)
    return Clue("same", _named_first(grid, grid.at(one, row), grid.at(other, row)))


def _differ(grid: Grid, rng: random.Random) -> Clue:
    row, elsewhere = _rows(grid, rng, 2)
    one, other = rng.sample(grid.things, 2)
    return Clue("differ", _named_first(grid, grid.at(one, row), grid.at(other, elsewhere)))


def _double(grid: Grid, rng: random.Random) -> Clue:
    (row,) = _rows(grid, rng, 1)
    return Clue("double", _named_first(grid, *(grid.at(category, row) for category in rng.sample(grid.things, 3))))


def _contrast(grid: Grid, rng: random.Random) -> Clue:
    row, elsewhere = _rows(grid, rng, 2)
    one, other, third = rng.sample(grid.things, 3)
    if third == grid.names:
        one, third = third, one
    first, second = _named_first(grid, grid.at(one, row), grid.at(other, row))
    return Clue("contrast", (first, second, grid.at(third, elsewhere)))


def _distinct(grid: Grid, rng: random.Random) -> Clue:
    rows = _rows(grid, rng, 3)
    picked = rng.sample(grid.things, 3) if len(grid.things) > 2 else [*grid.things, rng.choice(grid.things)]
    values = [grid.at(category, row) for category, row in zip(picked, rows, strict=True)]
    return Clue("distinct", tuple(rng.sample(values, 3)))


def _at(grid: Grid, rng: random.Random) -> Clue:
    (row,) = _rows(grid, rng, 1)
    return Clue("at", (_thing(grid, rng, row), Value(PLACES, row)))


def _not_at(grid: Grid, rng: random.Random) -> Clue:
    row, elsewhere = _rows(grid, rng, 2)
    return Clue("not_at", (_thing(grid, rng, row), Value(PLACES, elsewhere)))


def _ends(grid: Grid, rng: random.Random) -> Clue:
    return Clue("ends", (_thing(grid, rng, rng.choice([0, grid.size - 1])),))


def _not_ends(grid: Grid, rng: random.Random) -> Clue:
    return Clue("not_ends", (_thing(grid, rng, rng.randrange(1, grid.size - 1)),))


def _two(kind: str, amounts: Callable[[Grid], Sequence[int]], direction: int = 0) -> Callable[..., Clue | None]:
    """Return what draws two values a number of places apart, the second one in this direction (0: either)."""

    def draw(grid: Grid, rng: random.Random) -> Clue | None:
        amount = rng.choice(amounts(grid))
        (row,) = _rows(grid, rng, 1)
        other = row + (direction or rng.choice([-1, 1])) * amount
        if grid.shape == "circle":
            other %= grid.size
        if not 0 <= other < grid.size:
            return None
        values = (_thing(grid, rng, row), _thing(grid, rng, other))
        return Clue(kind, values, amount if kind in _COUNTED else 0)

    return draw


def _not_next(grid: Grid, rng: random.Random) -> Clue | None:
    category = rng.choice(grid.things)  # one category: otherwise the two may be one person, or not, as one reads it
    row, other = _rows(grid, rng, 2)
    gap = abs(row - other)
    if gap == 1 or (grid.shape == "circle" and gap == grid.size - 1):
        return None
    return Clue("not_next", (grid.at(category, row), grid.at(category, other)))


def _between(grid: Grid, rng: random.Random) -> Clue:
    low, row, high = sorted(_rows(grid, rng, 3))
    ends = [_thing(grid, rng, low), _thing(grid, rng, high)]
    rng.shuffle(ends)
    return Clue("between", (_thing(grid, rng, row), *ends))


def _one_of(grid: Grid, rng: random.Random) -> Clue:
    row, elsewhere = _rows(grid, rng, 2)
    return Clue("one_of", _options(grid, rng, row, [row, elsewhere]))


def _neither(grid: Grid, rng: random.Random) -> Clue:
    row, one, other = _rows(grid, rng, 3)
    return Clue("neither", _options(grid, rng, row, [one, other]))


def _options(grid: Grid, rng: random.Random, row: int, rows: list[int]) -> tuple[Value, ...]:
    """Return a value of a row, and those of another category in these rows: one category, so that they exclude another.

    The category may be the places.
    """
    subject = _thing(grid, rng, row)
    category = rng.choice([category for category in range(len(grid.rows)) if category != subject.category])
    rng.shuffle(rows)
    return (subject, *(grid.at(category, each) for each in rows))


def _of_two(grid: Grid, rng: random.Random) -> Clue:
    rows = _rows(grid, rng, 2)
    one = rng.choice(grid.things)
    rest = [category for category in grid.things if category != one]
    pair = rng.sample(rest, 2) if len(rest) > 1 else rest * 2
    if grid.names in pair:  # "one is Ann" is less natural than "of Ann and Ben, one"
        pair, one = (
            ([one] * 2 if len(rest) == 1 else [each if each != grid.names else one for each in pair]),
            grid.names,
        )
    said = [grid.at(category, row) for category, row in zip(pair, rng.sample(rows, 2), strict=True)]
    return Clue("of_two", (*(grid.at(one, row) for row in rows), *said))


def _either_or(grid: Grid, rng: random.Random) -> Clue | None:
    true, false = _same(grid, rng).values, _differ(grid, rng).values
    if {*true} & {*false}:
        return None
    pairs = [true, false]
    rng.shuffle(pairs)
    return Clue("either_or", (*pairs[0], *pairs[1]))


def _ranked(count: int, kind: str) -> Callable[..., Clue | None]:
    """Return what draws values of rows with different quantities: most first if two, the middle one first if three."""

    def draw(grid: Grid, rng: random.Random) -> Clue | None:
        measure = rng.choice(grid.measures)
        rows = sorted(_rows(grid, rng, count), key=lambda row: -grid.number(measure, row))
        if count > 2:
            rows = [rows[1], rows[2], rows[0]]
        values = tuple(_thing(grid, rng, row, [measure]) for row in rows)
        gap = grid.number(measure, rows[0]) - grid.number(measure, rows[1])
        return Clue(kind, values, gap if kind == "difference" else 0, measure)

    return draw


def _extreme(kind: str, best: Callable[[Sequence[int]], int]) -> Callable[..., Clue]:
    def draw(grid: Grid, rng: random.Random) -> Clue:
        measure = rng.choice(grid.measures)
        numbers = grid.numbers[measure]
        row = grid.row(Value(measure, numbers.index(best(numbers))))
        return Clue(kind, (_thing(grid, rng, row, [measure]),), 0, measure)

    return draw


_DRAWN: dict[str, Callable[[Grid, random.Random], Clue | None]] = {
    "same": _same,
    "differ": _differ,
    "double": _double,
    "contrast": _contrast,
    "distinct": _distinct,
    "at": _at,
    "not_at": _not_at,
    "ends": _ends,
    "not_ends": _not_ends,
    "next": _two("next", lambda _: [1]),
    "not_next": _not_next,
    "directly": _two("directly", lambda _: [1], 1),
    "side": _two("side", lambda grid: range(1, grid.size), 1),
    "steps": _two("steps", lambda grid: range(2, grid.size), 1),
    "distance": _two("distance", lambda grid: range(2, grid.size)),
    "between": _between,
    "clockwise": _two("clockwise", lambda _: [1], -1),
    "steps_around": _two("steps_around", lambda grid: range(2, grid.size - 1), -1),
    "opposite": _two("opposite", lambda grid: [grid.size // 2]),
    "apart": _two("apart", lambda grid: range(2, (grid.size + 1) // 2)),
    "one_of": _one_of,
    "neither": _neither,
    "of_two": _of_two,
    "either_or": _either_or,
    "more": _ranked(2, "more"),
    "difference": _ranked(2, "difference"),
    "amid": _ranked(3, "amid"),
    "most": _extreme("most", max),
    "least": _extreme("least", min),
}
