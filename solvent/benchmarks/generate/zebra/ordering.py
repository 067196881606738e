"""Orders clues so that few of the first ones leave one answer, without asking a solver.

Most grids contradict almost any clue; the last ones to go are those that differ little from the solution. So clues come
first that contradict many of these.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from solvent.benchmarks.generate.zebra.clues import Clue, Grid, formula
from solvent.translators.rules.clues.formula import Value

_MIXED = 100  # near grids in which several categories differ


def telling_first(clues: Sequence[Clue], grid: Grid, rng: random.Random) -> tuple[Clue, ...]:
    """Return the clues in an order in which each contradicts as many near grids as possible that no clue before does.

    When none is left, all of them count again.
    """
    near = _near(grid, rng)
    contradicts = [_bits(clue, grid, near) for clue in clues]
    everything = (1 << len(near)) - 1
    left, alive = list(range(len(clues))), everything
    found: list[Clue] = []
    while left:
        best = max(left, key=lambda index: (contradicts[index] & alive).bit_count())
        if not contradicts[best] & alive:
            if alive == everything:  # the others contradict none of them
                return (*found, *(clues[index] for index in left))
            alive = everything
            continue
        alive &= ~contradicts[best]
        left.remove(best)
        found.append(clues[best])
    return tuple(found)


@dataclass(frozen=True)
class _Near:
    """A grid that differs from the solution in the rows of a few values (as a set of bits), and so of categories."""

    grid: Grid
    moved: int
    categories: frozenset[int]


def _bits(clue: Clue, grid: Grid, near: Sequence[_Near]) -> int:
    """Return which of the near grids a clue contradicts, as a set of bits."""
    said, named, measure = formula(clue, grid), _set(clue.values, grid), clue.measure
    return sum(
        1 << place
        for place, other in enumerate(near)
        if (other.moved & named or measure in other.categories) and not other.grid.holds(said)
    )


def _set(values: Iterable[Value], grid: Grid) -> int:
    """Return values as a set of bits, which is quicker than a set of values."""
    return sum(1 << (value.category * grid.size + value.index) for value in dict.fromkeys(values))


def _near(grid: Grid, rng: random.Random) -> list[_Near]:
    """Return grids like this one but for two rows, which have exchanged some values, or for their direction."""
    rows, categories = list(combinations(range(grid.size), 2)), range(1, len(grid.rows))
    single = [((category,), pair) for category in categories for pair in rows]
    most = max(2, len(categories) // 2 + 1)
    mixed = [
        (tuple(rng.sample(categories, min(rng.randint(2, most), len(categories)))), rng.choice(rows))
        for _ in range(_MIXED)
    ]
    exchanged = [_moved(grid, chosen, {one: other, other: one}) for chosen, (one, other) in (*single, *mixed)]
    return [*exchanged, *(_moved(grid, categories, rows) for rows in _turned(grid))]


def _turned(grid: Grid) -> list[dict[int, int]]:
    """Return the ways to turn all rows round: where each row goes. In a line, that is from left to right."""
    size = grid.size
    steps = {"circle": range(size), "line": [size - 1], "plain": []}[grid.shape]
    mirrored = [{row: (step - row) % size for row in range(size)} for step in steps]
    return [*mirrored, *({row: (row + step) % size for row in range(size)} for step in steps[1:])]


def _moved(grid: Grid, categories: Sequence[int], rows: Mapping[int, int]) -> _Near:
    """Return the grid in which the values of some categories have gone to other rows."""
    changed = [
        tuple(rows.get(row, row) for row in column) if category in categories else column
        for category, column in enumerate(grid.rows)
    ]
    moved = _set((grid.at(category, row) for category in categories for row in rows), grid)
    return _Near(replace(grid, rows=tuple(changed)), moved, frozenset(categories))
