"""Sudoku of any size: boxes, diagonals, killer cages, irregular regions, Latin squares.

The answer is a list of rows; a cell is an integer, or a letter if the puzzle uses letters. Every given cell is a clue,
numbered in reading order; cages, diagonals and anything else that the text states follow. The rules for rows, columns
and boxes belong to no clue.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constant,
    Constraint,
    ConstraintModel,
    Labels,
    Sum,
    Var,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support import sudoku_rules
from solvent.translators.rules.text import boards, closed_vocabulary
from solvent.translators.rules.text.boards import Board
from solvent.translators.rules.text.cages import Cage, Place, base, cage, cages_of_letters, checked, nested, places_of
from solvent.translators.sentences import bare_sentences

KIND = "sudoku"
ORDER = 10
_BARE_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Symbols = list[int | str]
Given = tuple[int, int, int]


@dataclass
class _Reading:
    """What is known about a text so far."""

    board: Board
    symbols: Symbols
    regions: list[list[Place]] | None
    clues: list[Clue] = field(default_factory=list)
    cages: dict[int, Cage] = field(default_factory=dict)
    diagonals: int | None = None

    @property
    def size(self) -> int:
        return len(self.board.rows)

    def state(self, text: str, reason: str = "") -> int:
        """Add a clue and return its id; `reason` says why it is not understood, if it is not."""
        self.clues.append(Clue(id=len(self.clues) + 1, text=text, understood=not reason, reason=reason))
        return len(self.clues)

    def state_cage(self, group: Cage) -> None:
        self.cages[self.state(group.text)] = checked(group, self.size)


class Sudoku(Payload, kind=KIND):
    """The `symbols` in order, and the constraints on their cells; rows and columns count from 0.

    `givens` are (row, column, number of the symbol, from 1), in the order of the clues; every group of cells contains
    each symbol once. `cages` are by clue id; `diagonals` is the id of the clue that asks for them, if any.
    """

    symbols: tuple[int | str, ...]
    givens: tuple[Given, ...]
    groups: tuple[tuple[Place, ...], ...]
    cages: Mapping[int, Cage]
    diagonals: int | None


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a Sudoku, or None.

    Raises:
        PuzzleError: the grid is not square, has no box shape, or contains something that is not one of its symbols.

    """
    called = bool(sudoku_rules.CALLED.search(text))
    if odd := boards.odd_line(text, called=called):
        raise PuzzleError(odd)
    if not called and not _is_bare(text):
        return None
    found = boards.find(text)
    rest = boards.blanked(text, found)
    cage_board = next((board for board in found if _draws_cages(board, rest)), None)
    region_board = next((board for board in found if board is not cage_board and _draws_regions(board, text)), None)
    board = _puzzle_board([board for board in found if board not in (cage_board, region_board)])
    board = board or _empty_board(cage_board or region_board, rest)
    if board is None:
        return None
    _check_sizes(rest, len(board.rows))
    board, symbols = _symbols(board, rest)
    drawn, rest = nested(rest, len(board.rows))
    regions = _regions(region_board, [list(cells) for cells, total in drawn if total is None], len(board.rows))
    reading = _Reading(board, symbols, regions)
    givens = _givens(reading)
    groups = _groups(reading, rest)
    if cage_board is not None:
        letters, rest = cages_of_letters(cage_board, rest)
        drawn += [(group.cells, group.total) for group in letters]
    _read_cages(reading, drawn)
    _read_sentences(reading, rest)
    if _is_talk(reading, cage_board or region_board):
        return None
    payload = Sudoku(
        symbols=tuple(symbols),
        givens=tuple(givens),
        groups=tuple(map(tuple, groups)),
        cages=reading.cages,
        diagonals=reading.diagonals,
    )
    return Puzzle(text=text, kind=KIND, clues=tuple(reading.clues), answer_schema=_schema(symbols), payload=payload)


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT propagates all-different and sums."""
    return "cpmpy"


def suspects(puzzle: Puzzle) -> tuple[int, ...]:
    """Return two given cells with the same symbol in a row, column, box or region, if any."""
    found = puzzle.kept(Sudoku)
    givens = {(i, j): (clue, number) for clue, (i, j, number) in enumerate(found.givens, 1)}
    for group in found.groups:
        seen: dict[int, int] = {}
        for clue, number in (givens[i, j] for i, j in group if (i, j) in givens):
            if number in seen:
                return seen[number], clue
            seen[number] = clue
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the model of the puzzle."""
    return emit(model(puzzle.kept(Sudoku)), framework)


def open_program(puzzle: Puzzle, framework: str) -> Program:
    """Write the model with a variable in each place of the answer, for questions about other givens."""
    found = puzzle.kept(Sudoku)
    written = emit(replace(model(found), answer=_template(found.symbols, ())), framework)
    return written.model_copy(update={"trusted": True})


def model(found: Sudoku) -> ConstraintModel:
    """State one integer variable per cell; if the symbols are not the numbers 1 to n, the answer labels them."""
    size = len(found.symbols)
    cell = Array("cell", (size, size), 1, size)
    stated: list[tuple[int | None, Constraint]] = [(None, _different(group)) for group in found.groups]
    stated += [(n, Comparison(_cell((i, j)), "==", number)) for n, (i, j, number) in enumerate(found.givens, 1)]
    for clue, group in found.cages.items():
        numbers = tuple(_cell(place) for place in group.cells)
        stated += [(clue, _different(group.cells))] if len(numbers) > 1 else []
        stated.append((clue, Comparison(Sum(numbers) if len(numbers) > 1 else numbers[0], "==", group.total)))
    if found.diagonals is not None:
        stated.append((found.diagonals, _different([(i, i) for i in range(size)])))
        stated.append((found.diagonals, _different([(i, size - 1 - i) for i in range(size)])))
    return ConstraintModel((cell,), tuple(stated), _template(found.symbols, found.givens))


def _template(symbols: Sequence[int | str], givens: Sequence[Given]) -> list[list[Any]]:
    """Build the answer template; given cells are constants, so that a second answer can differ in fewer places."""
    numbers = range(len(symbols))
    names = tuple(enumerate(symbols, 1))
    plain = list(symbols) == list(range(1, len(symbols) + 1))
    shown: list[list[Any]] = [
        [_cell((i, j)) if plain else Labels(_cell((i, j)), names) for j in numbers] for i in numbers
    ]
    for i, j, number in givens:
        symbol = symbols[number - 1]
        shown[i][j] = symbol if isinstance(symbol, int) else Constant(symbol)
    return shown


def _cell(place: Any) -> Var:
    return Var("cell", (place[0], place[1]))


def _different(places: Any) -> AllDifferent:
    return AllDifferent(tuple(map(_cell, places)))


# Telling a text's boards apart


def _is_bare(text: str) -> bool:
    """Return whether a text is a board of a usual size with empty cells, and nothing else except perhaps the rules."""
    found = boards.find(text) if len(text) < 10_000 else []
    if len(found) != 1:
        return False
    rest = boards.blanked(text, found).lower()
    if re.search(r"\w", rest) and not all(
        re.search(word, rest) for word in ("row", "column", "box|block|region|subgrid")
    ):
        return False
    board = found[0]
    return board.square and len(board.rows) in _BARE_SIZES and _may_be_puzzle(board)


def _may_be_puzzle(board: Board) -> bool:
    """Return whether a square table may be a Sudoku, unlike one of zeros and ones or of distances.

    Two missing symbols would be interchangeable, so such a Sudoku cannot have a unique answer. In a symmetric table,
    mirrored cells next to the diagonal would break the box rule.
    """
    cells = boards.without_zeros(board).rows
    symbols = {cell for row in cells for cell in row} - {""}
    mirrored = tuple(zip(*cells, strict=True)) == cells
    return "" in {cell for row in cells for cell in row} and len(symbols) >= len(cells) - 1 and not mirrored


def _is_talk(reading: _Reading, drawn: Board | None) -> bool:
    """Return whether there is nothing to solve: a full grid, or no grid and no cages, in a text on other topics."""
    empty = not any(reading.board.cells) and not reading.cages and drawn is None
    return not all(clue.understood for clue in reading.clues) and (empty or not _gaps(reading.board))


def _draws_cages(board: Board, rest: str) -> bool:
    letters = board.square and all(re.fullmatch(r"[A-Za-z]?", cell) for cell in board.cells)
    return letters and bool(cages_of_letters(board, rest)[0])


def _draws_regions(board: Board, text: str) -> bool:
    """Return whether a board has n symbols, n times each, but (unlike a solved grid) repeats one within a row."""
    size = len(board.rows)
    alike = board.square and {board.cells.count(cell) for cell in board.cells} == {size} and "" not in board.cells
    return alike and bool(sudoku_rules.JIGSAW.search(text)) and any(len(set(row)) < size for row in board.rows)


def _puzzle_board(found: list[Board]) -> Board | None:
    """Return the board to be solved, skipping examples with their solutions and answer templates.

    Raises PuzzleError if the rows have unequal lengths, or there are several boards to be solved.
    """
    looks = [board for board in found if _looks_right(board)]
    for board in looks:
        boards.check_square(board, "grid")
    full = [board for board in looks if not _gaps(board)]
    open_boards = [board for board in looks if _gaps(board) and not any(_solves(other, board) for other in full)]
    some = [board for board in open_boards if _gaps(board) < len(board.cells)] or open_boards[:1]
    distinct = list({board.rows: board for board in some}.values())
    if len(distinct) > 1:
        raise PuzzleError(f"The text has {len(distinct)} grids with empty cells; give one puzzle at a time.")
    return distinct[0] if distinct else full[-1] if full else None


def _looks_right(board: Board) -> bool:
    """Return whether a board looks like a grid, not like consecutive lines of short words."""
    short = all(len(cell) <= 2 for cell in board.cells)
    digits = any(cell.isdecimal() for cell in board.cells)
    return len(board.rows) >= 4 and max(map(len, board.rows)) >= 4 and short and (digits or board.square)


def _gaps(board: Board) -> int:
    return board.cells.count("") or board.cells.count("0")


def _solves(full: Board, board: Board) -> bool:
    same = [len(row) for row in full.rows] == [len(row) for row in board.rows]
    return same and all(b in ("", "0", a) for a, b in zip(full.cells, board.cells, strict=True))


def _empty_board(drawn: Board | None, text: str) -> Board | None:
    """Return a grid without givens, of the size of the drawing or else of the size given in a text about cages."""
    sized = next((int(a) for a, b in sudoku_rules.SIZED.findall(text) if a == b and int(a) > 3), None)
    if drawn is None and (sized is None or not re.search(r"\bcages?\b", text, re.IGNORECASE)):
        return None
    size = len(drawn.rows) if drawn is not None else sized or 0
    return Board((("",) * size,) * size, 0, 0)


def _check_sizes(text: str, size: int) -> None:
    for height, width in ((int(a), int(b)) for a, b in sudoku_rules.SIZED.findall(text)):
        if (height, width) != (size, size) and height * width != size:
            raise PuzzleError(
                f"The text mentions {height} x {width}, but the grid has {size} rows of {size}, "
                f"which requires boxes of {size} cells."
            )


# Symbols and groups


def _symbols(board: Board, text: str) -> tuple[Board, Symbols]:
    """Return the board with "" for every empty cell, and the symbols that fill it, in order."""
    size, cells = len(board.rows), set(board.cells)
    letters = {cell for cell in cells if cell.isalpha()}
    counts_from_zero = letters or re.search(r"\b0\s*(?:to|-|\u2013|through)\s*\w", text)
    if "0" in cells and not ("" in cells and counts_from_zero):
        board, cells = boards.without_zeros(board), cells - {"0"}
    if not letters:
        return board, list(range(size)) if "0" in cells else list(range(1, size + 1))
    board = Board(tuple(tuple(cell.upper() for cell in row) for row in board.rows), board.start, board.end, board.box)
    letters = {cell.upper() for cell in letters}
    if letters != cells - {""} and any(cell.isdecimal() for cell in cells):
        digits = "0123456789" if "0" in cells else "123456789"
        return board, [int(sign) if sign.isdecimal() else sign for sign in (digits + _ALPHABET)[:size]]
    return board, sorted(letters) if len(letters) == size else list(_ALPHABET[:size])


def _givens(reading: _Reading) -> list[Given]:
    """Return the given cells, and state each as a clue."""
    known = {str(symbol): number for number, symbol in enumerate(reading.symbols, 1)}
    givens = []
    for i, row in enumerate(reading.board.rows):
        for j, cell in enumerate(row):
            if cell and cell not in known:
                raise PuzzleError(
                    f"Row {i + 1}, column {j + 1} is '{cell}'; a grid of {reading.size} by {reading.size} holds "
                    f"{reading.symbols[0]} to {reading.symbols[-1]}."
                )
            if cell:
                givens.append((i, j, known[cell]))
                reading.state(f"Row {i + 1}, column {j + 1} is {cell}.")
    return givens


def _regions(board: Board | None, listed: list[list[Place]], size: int) -> list[list[Place]] | None:
    if board is not None:
        if len(board.rows) != size:
            raise PuzzleError(f"The regions are drawn on a grid of {len(board.rows)} rows, the puzzle has {size}.")
        return [places_of(board, symbol) for symbol in dict.fromkeys(board.cells)]
    if not listed:
        return None
    count = len({place for region in listed for place in region})
    if [len(region) for region in listed] != [size] * size or count != size * size:
        raise PuzzleError(f"The regions must be {size} lists of {size} cells each, and contain every cell once.")
    return listed


def _groups(reading: _Reading, text: str) -> list[list[Place]]:
    """Return the rows and columns and, except in a Latin square, the boxes or regions."""
    numbers = range(reading.size)
    lines = [[(i, j) for j in numbers] for i in numbers] + [[(i, j) for i in numbers] for j in numbers]
    if sudoku_rules.LATIN.search(text):
        return lines
    return lines + (reading.regions or _boxes(reading.board, text))


def _boxes(board: Board, text: str) -> list[list[Place]]:
    size = len(board.rows)
    stated = [(int(box[1]), int(box[2])) for box in sudoku_rules.BOXED.finditer(text)]
    root = math.isqrt(size)
    height = next(height for height in range(root, 0, -1) if size % height == 0)
    box = board.box or (height, size // height)
    box = next((shape for shape in stated if shape[0] * shape[1] == size), box)
    if box[0] == 1 or box[1] == 1:
        raise PuzzleError(f"A grid of {size} by {size} has no box shape; give its regions, or call it a Latin square.")
    return [
        [(top + i, left + j) for i in range(box[0]) for j in range(box[1])]
        for top in range(0, size, box[0])
        for left in range(0, size, box[1])
    ]


def _read_cages(reading: _Reading, drawn: list[tuple[tuple[Place, ...], int | None]]) -> None:
    for cells, total in drawn:
        if total is not None:
            named = ", ".join(f"r{i + 1}c{j + 1}" for i, j in cells)
            reading.state_cage(Cage(cells, total, f"{named} sum to {total}"))


def _read_sentences(reading: _Reading, rest: str) -> None:
    """State cages, diagonals and everything that is not understood as clues; the usual rules add none."""
    count_from = base(rest, reading.size)
    left = []
    for sentence in bare_sentences(rest):
        group = cage(sentence, reading.size, count_from)
        if group is not None:
            reading.state_cage(group)
        else:
            left.append(sentence)
    for sentence in left:
        diagonals = sudoku_rules.asks_for_diagonals(sentence)
        unread = sudoku_rules.unread(
            sentence,
            reading.symbols,
            cages=bool(reading.cages),
            jigsaw=reading.regions is not None,
            diagonals=diagonals or reading.diagonals is not None,
        )
        if unread:
            reading.state(sentence, closed_vocabulary.reason(unread))
        elif diagonals and reading.diagonals is None:
            reading.diagonals = reading.state(sentence)


def _schema(symbols: Symbols) -> dict[str, Any]:
    size = {"type": "array", "minItems": len(symbols), "maxItems": len(symbols)}
    return {**size, "items": {**size, "items": {"enum": symbols}}}
