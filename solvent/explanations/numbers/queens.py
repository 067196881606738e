"""Queens on a board: each row has one, and none attacks another."""

from collections.abc import Iterator
from dataclasses import dataclass

from solvent.explanations.layout import pointer
from solvent.explanations.numbers.board import Candidate, Move, Rules, State, Unit, Writes, capital, listed
from solvent.translators.rules.kinds.queens import Queens

_MOST = 30  # rows; the board of more has more squares than a solver takes at once


@dataclass(frozen=True)
class Attacks:
    """No two queens on a diagonal; columns are a unit. The first clue says so."""

    size: int
    clues: tuple[int, ...] = (1,)

    def moves(self, state: State) -> Iterator[Move]:
        """The squares that the queens on the board attack along diagonals."""
        for row, column in sorted(state.ticks.items()):
            crosses = tuple(square for square in self._diagonals(row, column) if state.has(square))
            if crosses:
                rules = state.rules
                rows = listed([str(at + 1) for at in dict.fromkeys(at for at, _ in crosses)])
                text = f"{capital(rules.cells[row])} attacks along its diagonals, in row {rows} (diagonals)."
                yield Move("diagonals", text, (rules.literal(row, column),), crosses=crosses, clues=self.clues)

    def write(self, solver: Writes) -> None:
        """State it square by square."""
        chosen = solver.selected(self.clues[0])
        for row in range(self.size):
            for column in range(self.size):
                for square in self._diagonals(row, column):
                    solver.add([*chosen, -solver.literal(row, column), -solver.literal(*square)])

    def _diagonals(self, row: int, column: int) -> list[Candidate]:
        return [
            (other, file)
            for other in range(self.size)
            for file in (column + other - row, column - other + row)
            if other != row and 0 <= file < self.size
        ]


def rules_of(found: Queens) -> Rules | None:
    """The rules of a board of queens, or None for a large one; a cell is a row, and its number the queen's column."""
    size = found.size
    if size > _MOST:
        return None
    names = tuple(f"the queen in row {row + 1}" for row in range(size))
    columns = Unit("columns", "the columns", tuple(range(size)), full=True, clue=1, says="no two queens share a column")
    return Rules(
        game="chess",
        noun="column",
        cells=names,
        short=names,
        places=tuple(pointer(row) for row in range(size)),
        values=tuple(range(1, size + 1)),
        units=(columns,),
        constraints=(Attacks(size),),
        before="in column ",
        givens=tuple((clue, row - 1, column - 1) for clue, (row, column) in found.givens.items()),
    )
