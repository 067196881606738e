"""Finds boards of symbols in a text: rows of cells with or without separators, JSON lists, or one long line."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvent.solvers.json_text import read_at
from solvent.translators.puzzle import PuzzleError

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Board:
    """Rows of cells ("" if empty), and their place in the text (`start` to `end`, exclusive).

    A zero stays "0": whether it is a number or an empty cell depends on the puzzle (see `without_zeros`). `box` is the
    height and width, in cells, of the boxes drawn with bars and ruling lines; None if none are drawn.
    """

    rows: Rows
    start: int
    end: int
    box: tuple[int, int] | None = None

    @property
    def square(self) -> bool:
        return all(len(row) == len(self.rows) for row in self.rows)

    @property
    def cells(self) -> list[str]:
        return [cell for row in self.rows for cell in row]


_DRAWN = str.maketrans(
    dict.fromkeys("│┃║", "|") | dict.fromkeys("─━═", "-") | dict.fromkeys("┼╋╬├┤┌┐└┘┬┴╔╗╚╝╠╣╦╩╪╫╟╢╤╧", "+")
)
_RULE = re.compile(r"[\s|+=:-]*(?:--|==|\+|-\|)[\s|+=:-]*")
_EMPTY = frozenset(("", ".", "*", "?", "#", "-", "·", "□"))
_CELL = r"(?:\d{1,2}|[A-Za-z]{1,2}|[.*?#·□-]+|_+)"
_GROUP = r"(?:[\d.*?#·□_-]+|[A-Za-z]{1,2}|[A-Z.]+)"
_ROW = re.compile(rf"[\s|,\[]*(?:[\w.*?#·□-]{{4,}}|{_GROUP}(?:[\s|,]+{_GROUP})*)?[\s|,\]]*")
_ROW_HEAD = re.compile(r"^\s*row\s+\w{1,2}\s*:", re.IGNORECASE)
_LONG_LINE = re.compile(r"(?<![\w.*-])[0-9A-Za-z.*_?-]{16,}(?![\w*-])")
_WORDS = re.compile(r"[\sA-Za-z-]*[A-Za-z]{2}[\sA-Za-z-]*")
_MOST_ROWS = 36
_LONGEST_ROW = 400  # characters


def find(text: str) -> list[Board]:
    """Find all boards, in text order; a board that is not square is returned as it is."""
    found = _json_boards(text)
    rest = blanked(text, found)
    lined = _line_boards(rest)
    rest = blanked(rest, lined)
    return sorted([*found, *lined, *_long_lines(rest)], key=lambda board: board.start)


def blanked(text: str, boards: Sequence[Board]) -> str:
    """Replace the boards in a text with spaces, keeping its length and line breaks."""
    for board in boards:
        cut = re.sub(r"[^\n]", " ", text[board.start : board.end])
        text = text[: board.start] + cut + text[board.end :]
    return text


def without_zeros(board: Board) -> Board:
    """The board with its zeros read as empty cells."""
    return replace(board, rows=tuple(tuple("" if cell == "0" else cell for cell in row) for row in board.rows))


def check_square(board: Board, what: str) -> None:
    """Refuse a board that is not square.

    Raises:
        PuzzleError: the board is not square; the message names the first row of odd length, if any.

    """
    lengths = [len(row) for row in board.rows]
    usual = Counter(lengths).most_common(1)[0][0]
    odd = next((number for number, length in enumerate(lengths, 1) if length != usual), None)
    if odd is not None:
        raise PuzzleError(
            f"Row {odd} of the {what} has {lengths[odd - 1]} cells, the other rows have {usual}; "
            "mark every empty cell with 0, a dot or an underscore."
        )
    if usual != len(lengths):
        raise PuzzleError(f"The {what} has {len(lengths)} rows but {usual} columns; it must be square.")


# JSON


def _json_boards(text: str) -> list[Board]:
    found: list[Board] = []
    for match in list(re.finditer(r"\[\s*\[", text))[:50]:
        if found and match.start() < found[-1].end:
            continue
        value, end = decode(text, match.start())
        if isinstance(value, list) and len(value) > 1 and all(map(_is_row, value)):
            found.append(Board(tuple(tuple(map(_scalar, row)) for row in value), match.start(), end))
    return found


def decode(text: str, start: int) -> tuple[Any, int]:
    """Decode the JSON value (or its Python spelling) at `start`; returns it with its end, or None with `start`."""
    piece = text[start : start + 50_000]
    for spelt in dict.fromkeys((piece, piece.replace("'", '"').replace("None", "null"))):
        try:
            value, end = read_at(spelt, 0)
        except ValueError:
            continue
        # "null" for "None" keeps the length.
        return value, start + end
    return None, start


def _is_row(row: Any) -> bool:
    """Whether a JSON value is a row of at least three cells: two would be coordinates."""
    return isinstance(row, list) and len(row) > 2 and all(c is None or isinstance(c, int | str) for c in row)


def _scalar(value: Any) -> str:
    return plain("" if value is None else str(value).strip())


def plain(cell: str) -> str:
    """The symbol of a cell, or "" if it is empty."""
    return "" if cell in _EMPTY or set(cell) <= set("_") or set(cell) <= set(".") else cell


# Lines


@dataclass(frozen=True)
class _Line:
    text: str
    start: int
    end: int
    rule: bool


def _line_boards(text: str) -> list[Board]:
    found: list[Board] = []
    block: list[_Line] = []
    at = 0
    for line in [*text.split("\n"), "end of the text."]:
        shown = _ROW_HEAD.sub(lambda head: " " * len(head[0]), line.translate(_DRAWN))
        end = at + len(line)
        short = len(shown) <= _LONGEST_ROW and bool(shown.strip())
        is_rule = short and bool(_RULE.fullmatch(shown))
        if is_rule or (short and _ROW.fullmatch(shown)):
            block.append(_Line(shown, at, end, is_rule))
        elif block:
            found += _block(block)
            block = []
        at = end + 1
    return found


def _block(lines: list[_Line]) -> list[Board]:
    """The board in adjacent lines that look like rows, dropping lines of words at its edges if it is not square."""
    best = _read_block(lines)
    while best is not None and not best.square:
        words = [line for line in (lines[0], lines[-1]) if _WORDS.fullmatch(line.text)]
        if not words:
            break
        lines = [line for line in lines if line is not words[0]]
        best = _read_block(lines)
    return [best] if best is not None else []


def _read_block(lines: list[_Line]) -> Board | None:
    rows = [line for line in lines if not line.rule]
    if not 2 <= len(rows) <= _MOST_ROWS:
        return None
    texts = [line.text for line in rows]
    readings = [reading for way in _WAYS if (reading := way(texts))]
    if not readings:
        return None

    def regular(reading: Rows) -> tuple[bool, int]:
        lengths = Counter(map(len, reading))
        return set(lengths) == {len(reading)}, lengths[len(reading)] or max(lengths.values())

    chosen = max(readings, key=regular)
    board = Board(chosen, lines[0].start, lines[-1].end)
    return Board(chosen, board.start, board.end, _drawn_box(lines, len(chosen))) if board.square else board


def _by_tokens(lines: Sequence[str]) -> Rows | None:
    """Read cells separated by spaces, bars or commas."""
    rows = [re.split(r"[\s|]+", re.sub(r"[\[\],]", " ", line).strip(" |\t\r")) for line in lines]
    if not all(re.fullmatch(_CELL, cell) for row in rows for cell in row):
        return None
    return tuple(tuple(map(plain, row)) for row in rows)


def _by_characters(lines: Sequence[str]) -> Rows | None:
    """Read every character as a cell; spaces and bars only separate."""
    return tuple(tuple(plain(sign) for sign in re.sub(r"[\s|]", "", line)) for line in lines)


def _by_bars(lines: Sequence[str]) -> Rows | None:
    """Read cells separated by bars, or by commas, which may be blank."""
    mark = "|" if all("|" in line for line in lines) else ","
    rows = []
    for line in lines:
        body = line.strip()
        if mark == "|":
            body = body.removeprefix("|").removesuffix("|")
        rows.append([cell.strip() for cell in body.split(mark)])
    if any(re.search(r"\s", cell) for row in rows for cell in row) or all(len(row) == 1 for row in rows):
        return None
    return tuple(tuple(map(plain, row)) for row in rows)


def _by_columns(lines: Sequence[str]) -> Rows | None:
    """Read sections between bars in which every column, or every other one, is a cell, and a space an empty cell."""
    if not all("|" in line for line in lines):
        return None
    rows = []
    for line in lines:
        sections = line.strip().removeprefix("|").removesuffix("|").split("|")
        width = max(len(section) for section in sections)
        step = 2 if width % 2 and all(set(section[0::2]) <= {" "} for section in sections) else 1
        row = [section.ljust(width)[step - 1 :: step] for section in sections]
        rows.append(tuple(plain(sign.strip()) for section in row for sign in section))
    return tuple(rows)


_WAYS: tuple[Callable[[Sequence[str]], Rows | None], ...] = (_by_tokens, _by_characters, _by_bars, _by_columns)


def _drawn_box(lines: list[_Line], size: int) -> tuple[int, int] | None:
    """Height and width of the boxes drawn with ruling lines and bars, if all are equal."""
    heights, height = [], 0
    for line in lines:
        if not line.rule:
            height += 1
        elif height:
            heights.append(height)
            height = 0
    heights += [height] if height else []
    first = next(line.text for line in lines if not line.rule).strip().removeprefix("|").removesuffix("|")
    columns = first.count("|") + 1
    if size % columns or len(set(heights)) > 1:
        return None
    box = heights[0], size // columns
    return box if box[0] * box[1] == size and 1 not in box else None


def _long_lines(text: str) -> list[Board]:
    found = []
    for match in _LONG_LINE.finditer(text):
        size = math.isqrt(len(match[0]))
        if size * size == len(match[0]) and re.search(r"\d|[A-Za-z][.*_-]|[.*_-][A-Za-z]", match[0]):
            cells = [plain(sign) for sign in match[0]]
            rows = tuple(tuple(cells[row * size : (row + 1) * size]) for row in range(size))
            found.append(Board(rows, match.start(), match.end()))
    return found


_USUAL, _NEARLY = 81, 3  # characters of a 9 by 9 board on one line, and how many of them may be too few or too many


def odd_line(text: str, *, called: bool) -> str:
    """What is wrong with a 9 by 9 board on one line that has a few characters too few or too many, or "".

    `called` says that the text calls itself a Sudoku; otherwise such a line has to stand alone.
    """
    if not called and len(text.split()) > 1:
        return ""
    lines = [match[0] for match in _LONG_LINE.finditer(text) if re.search(r"\d", match[0])]
    near = next((line for line in lines if 0 < abs(len(line) - _USUAL) <= _NEARLY), "")
    return f"The line has {len(near)} characters; a grid of 9 by 9 on one line has {_USUAL}." if near else ""
