"""Boards and sums as lines of characters, for terminals and for code blocks.

What a step derives is in square brackets, what it uses in round ones, so that nothing depends on colours.
"""

from collections.abc import Iterator, Sequence

from solvent.explanations.pictures.lettering import centred, right, width
from solvent.explanations.pictures.scene import Board, Cell, Look, Sum

# What joins at a corner: up, down, left, right.
_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_QUEEN = "Q"
Span = tuple[str, Look]
"""A piece of a line, and how it is highlighted."""


def board_lines(board: Board, *, ascii_only: bool = False) -> list[list[Span]]:
    """A board with lines around its regions: around each cell if it has none, around the whole of a chess board."""
    rows = len(board.cells)
    texts = [[framed(_text(board, cell), cell.look) for cell in row] for row in board.cells]
    room = max(3, *(width(text) for row in texts for text in row), *(map(width, board.below)))
    drawn: list[list[Span]] = []
    for row in range(rows + 1):
        border = _border(board, row, room, ascii_only)
        if border:
            drawn.append([(border, "plain")])
        if row < rows:
            drawn.append(list(_row(board, row, texts[row], room, ascii_only)))
    if any(board.below):
        drawn.append([(" ".join(["", *(centred(text, room) for text in board.below)]).rstrip(), "plain")])
    crossed = _crossed(board)
    return [*drawn, [(f"crossed out: {crossed}", "plain")]] if crossed else drawn


def sum_lines(drawn: Sum) -> list[list[Span]]:
    """A sum in columns: letters, and below each its digit."""
    cells = [[framed(cell.text or ".", cell.look) if cell else "" for _, cell in line.letters] for line in drawn.lines]
    room = max(4, *(width(text) + 1 for line in cells for text in line))
    most = max(len(line.letters) for line in drawn.lines)
    found: list[list[Span]] = []
    for number, line in enumerate(drawn.lines):
        if len(drawn.lines) > 1 and number == len(drawn.lines) - 1:
            found.append([("-" * (2 + most * room), "plain")])
        blank = " " * (2 + (most - len(line.letters)) * room)
        letters = "".join(right(letter + (" " if cell else ""), room) for letter, cell in line.letters)
        found.append([(f"{line.sign:<2}{blank[2:]}{letters}", "plain")])
        digits: list[Span] = [
            (right(text if len(text) > 1 else f"{text} ", room), cell.look if cell else "plain")
            for text, (_, cell) in zip(cells[number], line.letters, strict=True)
        ]
        found.append([(blank, "plain"), *digits])
    return found


def framed(text: str, look: Look) -> str:
    """What is new in square brackets, what is used in round ones."""
    return f"[{text}]" if look == "new" else f"({text})" if look == "used" else text


def _text(board: Board, cell: Cell) -> str:
    if board.chequered and cell.text:
        return _QUEEN
    if cell.text:
        return cell.text
    out = [note for note in cell.notes if note.out]
    return framed("x", out[0].look) if board.chequered and out else "."


def _row(board: Board, row: int, texts: Sequence[str], room: int, ascii_only: bool) -> Iterator[Span]:
    for column, text in enumerate(texts):
        line = ("|" if ascii_only else "│") if _wall(board, row, column) else " "
        yield line, "plain"
        yield centred(text, room), board.cells[row][column].look
    beside = f" {board.right[row]}" if board.right and board.right[row] else ""
    yield ("|" if ascii_only else "│") + beside, "plain"


def _wall(board: Board, row: int, column: int) -> bool:
    """Whether there is a line to the left of a cell (or of the place after the last one)."""
    if not 0 <= row < len(board.cells):
        return False
    if column in {0, len(board.cells[0])}:
        return True
    return _apart(board, (row, column - 1), (row, column))


def _floor(board: Board, row: int, column: int) -> bool:
    """Whether there is a line above a cell (or above the place below the last one)."""
    if not 0 <= column < len(board.cells[0]):
        return False
    if row in {0, len(board.cells)}:
        return True
    return _apart(board, (row - 1, column), (row, column))


def _apart(board: Board, one: tuple[int, int], other: tuple[int, int]) -> bool:
    if board.chequered:
        return False
    return not board.regions or board.regions[one[0]][one[1]] != board.regions[other[0]][other[1]]


def _border(board: Board, row: int, room: int, ascii_only: bool) -> str:
    """The line above a row; "" if there is none."""
    columns = len(board.cells[0])
    if not any(_floor(board, row, column) for column in range(columns)):
        return ""
    found = ""
    for column in range(columns + 1):
        joined = (
            _wall(board, row - 1, column),
            _wall(board, row, column),
            _floor(board, row, column - 1),
            _floor(board, row, column),
        )
        corner = _CORNERS[sum(1 << bit for bit, there in enumerate(joined) if there)]
        line = "─" if joined[3] else " "
        found += corner + (line * room if column < columns else "")
    return (
        found
        if not ascii_only
        else "".join("-" if c == "─" else "|" if c == "│" else c if c == " " else "+" for c in found)
    )


def _crossed(board: Board) -> str:
    """What the step crosses out, or uses as crossed out, cell by cell."""
    if board.chequered:
        return ""
    found = [
        f"r{row}c{column} {' '.join(framed(note.text, note.look) for note in notes)}"
        for row, cells in enumerate(board.cells, 1)
        for column, cell in enumerate(cells, 1)
        if (notes := [note for note in cell.notes if note.out and note.text])
    ]
    return ", ".join(found)
