"""Boards: Sudoku with its boxes and cages, magic squares with their sums, chess boards, and any other list of rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solvent.explanations.layout import Place, leaves, pointer
from solvent.explanations.pictures.lettering import width
from solvent.explanations.pictures.scene import Board, Cell, Group, Note, Table, said
from solvent.explanations.pictures.states import State
from solvent.explanations.subject import Subject
from solvent.translators.rules.kinds.magic_square import MagicSquare
from solvent.translators.rules.kinds.queens import Queens
from solvent.translators.rules.kinds.sudoku import Sudoku

_TITLE = "The board"
_LARGEST_CHESS_BOARD = 40
_MOST_NOTES = 9
_LONGEST = 12  # columns of a text in a cell


def board(subject: Subject, state: State) -> Board | Table:
    """The board of an answer that is a list of rows; a table if its values are too long for cells."""
    match subject.puzzle.payload:
        case Sudoku() as found if _fits(subject, len(found.symbols)):
            return _sudoku(found, state)
        case MagicSquare() as found if _fits(subject, found.size):
            return _magic_square(found, state)
        case _:
            cells = _cells(len(subject.layout.rows), len(subject.layout.columns), state)
            if all(width(text) <= _LONGEST for text in _texts(subject, cells)):
                return Board(_TITLE, cells)
            named = tuple((Cell(str(row)), *map(_as_text, some)) for row, some in enumerate(cells, 1))
            return Table(_TITLE, ("row", *(f"column {column}" for column in subject.layout.columns)), named)


def chess_board(subject: Subject, state: State) -> Board | None:
    """The chess board of an answer that has the column of each row's queen; None for any other answer."""
    found = subject.puzzle.payload
    if not isinstance(found, Queens) or not isinstance(subject.answer, list) or found.size > _LARGEST_CHESS_BOARD:
        return None
    size = range(found.size)
    state = state.with_givens({pointer(row - 1): column for row, column in found.givens.values()})
    crossed = {place: {said(value) for value in out} for place, out in state.crossed.items()}

    def cell(row: int, column: str) -> Cell:
        place = pointer(row)
        if state.value(place) == column:
            return Cell("queen", state.look(place, column))
        out = column in crossed.get(place, ())
        return Cell(notes=(Note("x", state.look(place, column, holds=False), out=True),) if out else ())

    return Board(_TITLE, tuple(tuple(cell(row, str(n + 1)) for n in size) for row in size), chequered=True)


def _fits(subject: Subject, size: int) -> bool:
    return len(subject.layout.rows) == len(subject.layout.columns) == size


def _texts(subject: Subject, cells: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """All texts that may come to stand on a board, so that it keeps its form from step to step."""
    yield from (said(value) for _, value in leaves(subject.answer))
    yield from (text for row in cells for cell in row for text in (cell.text, *(note.text for note in cell.notes)))


def _as_text(cell: Cell) -> Cell:
    """A cell whose notes are written out."""
    if not cell.notes:
        return cell
    return Cell(f"not {', '.join(note.text for note in cell.notes)}", cell.notes[-1].look)


def _sudoku(found: Sudoku, state: State) -> Board:
    size = len(found.symbols)
    symbols = tuple(map(said, found.symbols))
    givens: dict[Place, Any] = {pointer(row, column): found.symbols[n - 1] for row, column, n in found.givens}
    alone = [(cage.cells[0], cage.total) for cage in found.cages.values() if len(cage.cells) == 1]
    givens |= {pointer(*place): found.symbols[total - 1] for place, total in alone if 1 <= total <= size}
    state = state.with_givens(givens)
    regions = found.groups[2 * size :]
    number = {cell: n for n, group in enumerate(regions) for cell in group}
    peers = _peers(found)
    noted = bool(state.crossed)

    def cell(row: int, column: int) -> Cell:
        place = pointer(row, column)
        value = state.value(place)
        if value or not noted:
            return Cell(value, state.look(place, value) if value else "plain")
        taken = {state.value(pointer(*peer)) for peer in peers[row, column]}
        crossed = {said(out) for out in state.crossed.get(place, ())}
        return Cell(notes=tuple(_note(state, place, symbol, symbol in taken, symbol in crossed) for symbol in symbols))

    return Board(
        _TITLE,
        tuple(tuple(cell(row, column) for column in range(size)) for row in range(size)),
        regions=tuple(tuple(number[row, column] for column in range(size)) for row in range(size)) if number else (),
        cages=tuple(Group(cage.cells, str(cage.total)) for cage in found.cages.values() if len(cage.cells) > 1),
    )


def _peers(found: Sudoku) -> Mapping[tuple[int, int], set[tuple[int, int]]]:
    """The cells that each cell must differ from."""
    size = len(found.symbols)
    groups = [*found.groups, *(cage.cells for cage in found.cages.values())]
    if found.diagonals is not None:
        groups += [tuple((n, n) for n in range(size)), tuple((n, size - 1 - n) for n in range(size))]
    peers: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for group in groups:
        for cell in group:
            peers.setdefault(cell, set()).update(set(group) - {cell})
    return peers


def _note(state: State, place: Place, symbol: str, taken: bool, crossed: bool) -> Note:
    """A candidate of a cell; what was crossed out in an earlier step leaves an empty place.

    So does what a cell that sees this one holds, for it is plain from the board that it is out.
    """
    look = state.look(place, symbol, holds=False)
    out = crossed or taken
    shown = look != "plain" and not (taken and look == "new")
    return Note() if out and not shown else Note(symbol, look, out)


def _magic_square(found: MagicSquare, state: State) -> Board:
    size = range(found.size)
    state = state.with_givens({pointer(row, column): number for row, column, number in found.givens})
    cells = _cells(found.size, found.size, state)
    rows = [[state.held.get(pointer(row, column)) for column in size] for row in size]
    total = found.total[1] if found.total else None
    return Board(
        _TITLE,
        cells,
        right=tuple(_sum(row, total) for row in rows),
        below=tuple(_sum(column, total) for column in zip(*rows, strict=True)),
    )


def _sum(numbers: Sequence[Any], total: int | None) -> str:
    """The sum of a line so far, and of what, unless it is full or that is not stated."""
    known = [number for number in numbers if isinstance(number, int)]
    if len(known) == len(numbers):
        return str(sum(known))
    return f"{sum(known)} of {total}" if total is not None else ""


def _cells(rows: int, columns: int, state: State) -> tuple[tuple[Cell, ...], ...]:
    """Cells whose candidates are not known: what is crossed out is shown, of many values only those of the step."""

    def cell(place: Place) -> Cell:
        value = state.value(place)
        if value:
            return Cell(value, state.look(place, value))
        looks = [(said(out), state.look(place, said(out), holds=False)) for out in state.crossed.get(place, ())]
        return Cell(
            notes=tuple(
                Note(out, look, out=True) for out, look in looks if look != "plain" or len(looks) <= _MOST_NOTES
            )
        )

    return tuple(tuple(cell(pointer(row, column)) for column in range(columns)) for row in range(rows))
