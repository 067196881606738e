"""Reads groups of cells: "r1c1, r1c2 = 9", "row 2, column 3 is 5", lists of coordinate pairs, boards of letters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvent.translators.puzzle import PuzzleError
from solvent.translators.rules.text.boards import Board, decode
from solvent.translators.rules.text.closed_vocabulary import listed, unread

Place = tuple[int, int]  # row and column, counted from 0


@dataclass(frozen=True)
class Cage:
    """Cells whose numbers sum to `total`; `text` is the statement of the puzzle."""

    cells: tuple[Place, ...]
    total: int
    text: str


_NAMED = re.compile(r"\br(?:ow)?\s?(\d{1,2})[\s,]*(?:and\s)?c(?:ol(?:umn)?)?\s?(\d{1,2})\b", re.IGNORECASE)
_PAIR = re.compile(r"[(\[]\s*(\d{1,2})\s*,\s*(\d{1,2})\s*[)\]]")
_HEAD = re.compile(r"^\W*cage\s+\w{1,3}\b\s*:?|^\s*\w{1,2}\s*[:.)](?=\s*[(\[r])", re.IGNORECASE)
_WORDS = listed(
    """cage cages cell cells the and sum sums summing to of is are total totals totalling add adds adding up must with
    in a these their digits values numbers at = equals equal contain contains holds has have value digit number given"""
)


def named(place: Place) -> str:
    """A cell in words, counted from 1."""
    return f"row {place[0] + 1}, column {place[1] + 1}"


def base(text: str, size: int) -> int | None:
    """Whether coordinate pairs count from 0 or from 1; None if neither 0 nor `size` occurs, which would decide it.

    Raises:
        PuzzleError: both occur, or a number is beyond the board.

    """
    numbers = [int(number) for pair in _PAIR.findall(text) for number in pair]
    if not numbers:
        return 1
    if max(numbers) > size:
        raise PuzzleError(f"A cell is given as ({max(numbers)}, ...), which is outside the {size} by {size} grid.")
    if {0, size} <= set(numbers):
        raise PuzzleError(f"Cells are counted both from 0 and up to {size}; count rows and columns from 1.")
    return 0 if 0 in numbers else 1 if size in numbers else None


def cage(sentence: str, size: int, count_from: int | None) -> Cage | None:
    """Parse a sentence that states one cage (or a given cell: a cage of one) and nothing else; None if it does not.

    Raises:
        PuzzleError: a cell is outside the board, or named twice.

    """
    places = [(int(row) - 1, int(column) - 1) for row, column in _NAMED.findall(sentence)]
    rest = _NAMED.sub(" ", sentence)
    pairs = _PAIR.findall(rest)
    if pairs and count_from is None:
        return None
    places += [(int(row) - (count_from or 0), int(column) - (count_from or 0)) for row, column in pairs]
    rest = _HEAD.sub(" ", _PAIR.sub(" ", rest))
    numbers = re.findall(r"\d+", rest)
    odd = re.search(r"[^\w\s,:=;.()\[\]{}\"'+&]", rest)
    if not places or len(numbers) != 1 or odd or unread(rest, _WORDS | {numbers[0], "+"}):
        return None
    if len(places) > 1 and not re.search(r"sum|total|add|[=:+]", sentence, re.IGNORECASE):
        return None
    return checked(Cage(tuple(places), int(numbers[0]), sentence), size)


def checked(group: Cage, size: int) -> Cage:
    """Return the cage if its cells are on the board and all different.

    Raises:
        PuzzleError: they are not; the message names the cell.

    """
    for place in group.cells:
        if not all(0 <= part < size for part in place):
            raise PuzzleError(f"'{group.text}' names {named(place)}, which is outside the {size} by {size} grid.")
        if group.cells.count(place) > 1:
            raise PuzzleError(f"'{group.text}' names {named(place)} twice.")
    return group


def cages_of_letters(board: Board, text: str) -> tuple[list[Cage], str]:
    """Read the cages drawn by a board of letters, with their sums in the text ("A = 12"); return also the rest.

    Raises:
        PuzzleError: a letter has no sum.

    """
    stated = re.compile(r"\b(?:cage\s+)?([A-Za-z])\s*(?:=|:|sums? to)\s*(\d{1,3})\b[,;]?")
    sums = {letter: int(total) for letter, total in stated.findall(text)}
    letters = list(dict.fromkeys(board.cells))
    if not set(sums) & set(letters):
        return [], text
    missing = [letter for letter in letters if letter and letter not in sums]
    if missing:
        raise PuzzleError(f"Cage {missing[0]} is drawn but has no sum; give one for every letter.")
    found = []
    for letter in filter(None, letters):
        cells = tuple(places_of(board, letter))
        found.append(Cage(cells, sums[letter], f"Cage {letter} sums to {sums[letter]}"))
    return found, stated.sub(lambda match: " " if match[1] in letters else match[0], text)


def places_of(board: Board, symbol: str) -> list[Place]:
    """The cells that contain a symbol."""
    return [(i, j) for i, row in enumerate(board.rows) for j, cell in enumerate(row) if cell == symbol]


def nested(text: str, size: int) -> tuple[list[tuple[tuple[Place, ...], int | None]], str]:
    """Read groups of cells from JSON: lists of pairs, or objects with `cells` and `sum`; return also the rest.

    Raises:
        PuzzleError: a cell is outside the board.

    """
    for match in list(re.finditer(r"\[\s*(?=\[\s*\[|\{)", text))[:20]:
        value, end = decode(text, match.start())
        groups = [_group(item) for item in value] if isinstance(value, list) and value else [None]
        if all(groups):
            kept = [group for group in groups if group]
            numbers = [number for cells, _ in kept for cell in cells for number in cell]
            first = 0 if 0 in numbers else 1
            beyond = next((number for number in numbers if not 0 <= number - first < size), None)
            if beyond is not None:
                raise PuzzleError(
                    f"A list of cells contains the number {beyond}, which is outside the {size} by {size} grid."
                )
            shifted = [(tuple((row - first, column - first) for row, column in cells), total) for cells, total in kept]
            return shifted, text[: match.start()] + text[end:]
    return [], text


def _group(item: Any) -> tuple[tuple[Place, ...], int | None] | None:
    total = None
    if isinstance(item, dict):
        total = next((item[key] for key in ("sum", "total", "value") if isinstance(item.get(key), int)), None)
        item = item.get("cells")
        if total is None:
            return None
    if not isinstance(item, Sequence) or isinstance(item, str) or not item:
        return None
    cells = [
        (cell[0], cell[1])
        for cell in item
        if isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)
    ]
    return (tuple(cells), total) if len(cells) == len(item) else None
