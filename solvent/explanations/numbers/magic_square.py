"""Magic squares: the rows, columns and diagonals add up to the same sum."""

from solvent.explanations.numbers.board import Rules, Unit
from solvent.explanations.numbers.sudoku import board
from solvent.explanations.numbers.sums import Total
from solvent.translators.rules.kinds.magic_square import MagicSquare

_SIZES = (3, 4)  # for larger squares, to see that no fact can be dropped takes too long
_MOST = 60  # numbers to choose from, in a small square of a given sum


def rules_of(found: MagicSquare) -> Rules | None:
    """The rules of a magic square, or None if nothing says what its sum is, or it is too large."""
    size = found.size
    numbers = found.highest - found.lowest + 1
    normal = numbers == size * size
    if size not in _SIZES or not (normal or (size == _SIZES[0] and found.total is not None and numbers <= _MOST)):
        return None
    # The program states all lines for the first clue if there are no others.
    owner = (1,) if not found.givens and found.total is None else ()
    sum_of_all, clues = size * (found.lowest + found.highest) // 2, owner
    if not normal and found.total is not None:
        sum_of_all, clues = found.total[1], (found.total[0],)
    cells, short, places = board(size, size)
    span = range(size)
    lines = [("row", f"row {row + 1}", [row * size + column for column in span]) for row in span]
    lines += [("column", f"column {column + 1}", [row * size + column for row in span]) for column in span]
    lines.append(("diagonal", "the diagonal from top left", [row * size + row for row in span]))
    lines.append(("diagonal", "the diagonal from top right", [row * size + size - 1 - row for row in span]))
    totals = tuple(
        Total(tuple(line), sum_of_all, found.lowest, f"{name} = {sum_of_all}", f"{kind} sum", clues)
        for kind, name, line in lines
    )
    everything = Unit("square", "the square", tuple(range(size * size)), full=normal)
    return Rules(
        game="a magic square",
        noun="number",
        cells=cells,
        short=short,
        places=places,
        values=tuple(range(found.lowest, found.highest + 1)),
        units=(everything,),
        constraints=totals,
        givens=tuple(
            (clue, row * size + column, number - found.lowest)
            for clue, (row, column, number) in enumerate(found.givens, 1)
            if found.lowest <= number <= found.highest
        ),
    )
