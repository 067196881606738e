"""The rules of a Sudoku: what the techniques need to know of it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from solvent.explanations.layout import pointer
from solvent.explanations.numbers.board import Rules, Unit, listed
from solvent.explanations.numbers.sums import Total
from solvent.translators.rules.kinds.sudoku import Sudoku

_MOST_OUTSIDE = 3  # cells of a unit that no cage inside it has; with more, their sum says little


def rules_of(found: Sudoku) -> Rules:
    """The rules of a Sudoku of any size, with boxes or regions, diagonals and cages."""
    size = len(found.symbols)
    grid = board(size, size)
    units = [_unit(number, group, size) for number, group in enumerate(found.groups)]
    if found.diagonals is not None:
        falling = tuple(row * size + row for row in range(size))
        rising = tuple(row * size + size - 1 - row for row in range(size))
        for side, cells in (("left", falling), ("right", rising)):
            name = f"the diagonal from top {side}"
            says = f"no two cells of {name} are alike"
            units.append(Unit("diagonal", name, cells, full=True, clue=found.diagonals, says=says))
    single = {clue: cage for clue, cage in found.cages.items() if len(cage.cells) == 1 and 0 < cage.total <= size}
    cages = tuple(
        Total(
            tuple(row * size + column for row, column in cage.cells),
            cage.total,
            1,
            f"the cage {' + '.join(f'r{row + 1}c{column + 1}' for row, column in cage.cells)} = {cage.total}",
            "cage sum",
            (clue,),
        )
        for clue, cage in found.cages.items()
        if clue not in single
    )
    givens = [(clue, row * size + column, number - 1) for clue, (row, column, number) in enumerate(found.givens, 1)]
    for clue, cage in single.items():
        ((row, column),) = cage.cells
        givens.append((clue, row * size + column, cage.total - 1))
    remainders = sorted(_remainders(units, cages, size), key=lambda part: (len(part.clues), len(part.cells)))
    letters = any(isinstance(symbol, str) for symbol in found.symbols)
    return Rules(
        game="Sudoku",
        noun="symbol" if letters else "number",
        cells=grid[0],
        short=grid[1],
        places=grid[2],
        values=found.symbols,
        units=tuple(units),
        constraints=cages,
        implied=tuple(remainders),
        givens=tuple(givens),
    )


def board(rows: int, columns: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The cells of a board: their names in full, in short, and their places in the answer."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    return (
        tuple(f"row {row + 1}, column {column + 1}" for row, column in places),
        tuple(f"r{row + 1}c{column + 1}" for row, column in places),
        tuple(pointer(row, column) for row, column in places),
    )


def _unit(number: int, group: Sequence[tuple[int, int]], size: int) -> Unit:
    """The rows come first, then the columns, then boxes or regions, in the order of the puzzle."""
    cells = tuple(row * size + column for row, column in group)
    kind = ("row", "column")[number // size] if number < 2 * size else "region"
    if kind == "region":
        rows, columns = {row for row, _ in group}, {column for _, column in group}
        kind = "box" if len(rows) * len(columns) == size else "region"
    return Unit(kind, f"{kind} {number % size + 1}", cells, full=len(cells) == size)


def _remainders(units: Sequence[Unit], cages: Sequence[Total], size: int) -> Iterator[Total]:
    """The cells of a unit outside the cages that lie in it: their sum is what these leave of the unit's ("row sum")."""
    whole = size * (size + 1) // 2
    for unit in units:
        inside = [cage for cage in cages if set(cage.cells) <= set(unit.cells)]
        if any(set(one.cells) & set(two.cells) for one, two in combinations(inside, 2)):
            continue
        covered = {cell for cage in inside for cell in cage.cells}
        rest = tuple(cell for cell in unit.cells if cell not in covered)
        if not inside or not 1 <= len(rest) <= _MOST_OUTSIDE:
            continue
        total = whole - sum(cage.total for cage in inside)
        short = [f"r{cell // size + 1}c{cell % size + 1}" for cell in rest]
        clues = tuple(sorted({clue for cage in inside for clue in cage.clues} | {unit.clue or 0} - {0}))
        added = listed([str(cage.total) for cage in inside])
        name = f"{unit.name} adds up to {whole}, and its cages to {added}, so {' + '.join(short)} = {total}"
        yield Total(rest, total, 1, name, f"{unit.kind} sum", clues)
