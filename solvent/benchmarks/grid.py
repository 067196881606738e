"""Logic grids: aligning columns and counting right cells, whose values sets spell loosely."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.explanations.spelling import meaning, plain

Row = tuple[str, ...]
_LONGEST_SEARCH = 7  # columns; more than the sets have, and 5040 orders are tried quickly


@dataclass(frozen=True)
class Grid:
    """A filled logic grid: names of the categories, then rows of cells; the first cell of a row is its key."""

    columns: Row
    rows: tuple[Row, ...]

    def column(self, index: int) -> Row:
        """Return the cells of one category, from top to bottom."""
        return tuple(row[index] for row in self.rows)

    @property
    def answer(self) -> list[dict[str, str]]:
        """The grid in the shape of an answer: a list of objects, one per row."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Cells:
    """Counts of non-key cells: right, filled and all; `exact` if all are right and the answer has no more."""

    right: int
    answered: int
    total: int
    exact: bool


def align(rows: Sequence[Row], columns: Row, categories: Sequence[Row]) -> Grid | None:
    """Spell and order the cells of the rows as in the categories; None if that is impossible.

    Each category must give every row a different value; a single misspelt cell in a category takes the value that is
    left. The order of the categories is tried first; another order counts only if it is the only one that fits.
    """
    width, height = len(categories), len(categories[0])
    if len(rows) != height or width > _LONGEST_SEARCH or any(len(row) != width for row in rows):
        return None
    read = {
        (source, target): _read_column([row[source] for row in rows], categories[target])
        for source, target in itertools.product(range(width), repeat=2)
    }
    fits = {pair for pair, cells in read.items() if None not in cells and len(set(cells)) == height}
    orders = [
        order for order in itertools.permutations(range(width)) if all((order[j], j) in fits for j in range(width))
    ]
    if not orders or (len(orders) > 1 and orders[0] != tuple(range(width))):
        return None
    spelled = [[cell or "" for cell in read[orders[0][target], target]] for target in range(width)]
    return Grid(columns, tuple(zip(*spelled, strict=True)))


def _read_column(cells: Sequence[str], values: Row) -> tuple[str | None, ...]:
    read = [meaning(cell, values) for cell in cells]
    left = set(values) - set(read)
    if read.count(None) == 1 and len(left) == 1 and len(read) > 2 and cells[read.index(None)].strip():
        read[read.index(None)] = left.pop()
    return tuple(read)


def read_answer(value: Any) -> Grid | None:
    """Return the grid in an answer (a list of objects, one per row), or None for any other value."""
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) and row for row in value):
        return None
    columns = tuple(dict.fromkeys(str(key) for row in value for key in row))
    rows = tuple(tuple(_cell(row.get(column)) for column in columns) for row in value)
    return Grid(columns, rows)


def _cell(value: Any) -> str:
    try:
        return str(value) if isinstance(value, str | int | float) else ""
    except ValueError:  # an integer of more digits than Python writes
        return ""


def compare(gold: Grid, answer: Grid | None) -> Cells:
    """Compare an answer with the gold grid; columns are matched by their values, rows by the gold's first category."""
    total = len(gold.rows) * (len(gold.columns) - 1)
    if answer is None:
        return Cells(0, 0, total, exact=False)
    match = _match_columns(gold, answer)
    read = _read_by_columns(gold, answer, match)
    right = answered = 0
    for row in gold.rows:
        mine = [other for other in read if other[0] == row[0]]
        if len(mine) == 1:
            right += sum(a == b for a, b in zip(row[1:], mine[0][1:], strict=True))
            answered += sum(cell != "" for cell in mine[0][1:])
    whole = len(answer.rows) == len(gold.rows) and len(answer.columns) == len(gold.columns)
    return Cells(right, answered, total, exact=whole and right == total)


def differing(gold: Grid, answer: Grid) -> list[tuple[str, str, str, str | None]]:
    """List the cells in which an answer differs from the gold grid: row, column, gold and answer's cell.

    A row is named by the gold's first category; the answer's cell is None if it has no such row, or several.
    """
    read = _read_by_columns(gold, answer, _match_columns(gold, answer))
    found: list[tuple[str, str, str, str | None]] = []
    for row in gold.rows:
        mine = [other for other in read if other[0] == row[0]]
        for at, (column, cell) in enumerate(zip(gold.columns[1:], row[1:], strict=True), 1):
            other = mine[0][at] if len(mine) == 1 else None
            if other != cell:
                found.append((row[0], column, cell, other))
    return found


def _match_columns(gold: Grid, answer: Grid) -> dict[int, int]:
    """Map each column of the gold grid to one of the answer's; names and order only break ties between values."""

    def rank(pair: tuple[int, int]) -> tuple[int, bool, int]:
        source, target = pair
        values = gold.column(target)
        hits = len({meaning(cell, values) for cell in answer.column(source)} - {None})
        named = plain(answer.columns[source]) == plain(gold.columns[target])
        return -hits, not named, abs(source - target)

    pairs: Iterable[tuple[int, int]] = itertools.product(range(len(answer.columns)), range(len(gold.columns)))
    match: dict[int, int] = {}
    for source, target in sorted(pairs, key=rank):
        if target not in match and source not in match.values():
            match[target] = source
    return match


def _read_by_columns(gold: Grid, answer: Grid, match: dict[int, int]) -> list[Row]:
    """Put the answer's cells into the gold's column order and spelling; unrecognised cells stay as they are."""

    def cell(row: Row, target: int) -> str:
        if target not in match:
            return ""
        text = row[match[target]]
        return meaning(text, gold.column(target)) or text.strip()

    return [tuple(cell(row, target) for target in range(len(gold.columns))) for row in answer.rows]


def compare_literally(gold: Grid, answer: Grid | None) -> int:
    """Count the right non-key cells if names and cells are compared in lower case, without other normalisation."""
    if answer is None:
        return 0
    where = {column.lower(): index for index, column in enumerate(answer.columns)}
    key = where.get(gold.columns[0].lower())
    if key is None:
        return 0
    rows = {row[key].lower(): row for row in answer.rows}
    right = 0
    for row in gold.rows:
        mine = rows.get(row[0].lower())
        for column, cell in zip(gold.columns[1:], row[1:], strict=True):
            index = where.get(column.lower())
            right += mine is not None and index is not None and mine[index].lower() == cell.lower()
    return right
