"""Magic squares: different numbers, with the same sum in every row, every column and both diagonals.

The answer is a list of rows. Given cells are clues, in reading order, and so is a stated sum. Unless the text states a
range, the numbers are 1 to n * n, or any positive numbers if the stated sum is not that of a normal magic square.
"""

import re
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Sum,
    Var,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.text import boards, closed_vocabulary
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import bare_sentences

KIND = "magic square"
ORDER = 5
_CALLED = re.compile(r"\bmagic square\b", re.IGNORECASE)
_COUNT = "|".join([*NUMBER_WORDS, r"\d+"])
_SIZED = re.compile(
    rf"\b({_COUNT})\s*(?:x|\u00d7|by|-by-)\s*({_COUNT})\b|\b(?:order|size)\s+(?:n\s*=\s*)?({_COUNT})\b", re.IGNORECASE
)
_SUM = re.compile(
    r"\b(?:(?:magic|common|same)?\s*(?:sum|constant|total)s?\s*(?:is|of|=|equals|:|to)?|(?:adds?|sums?)\s+(?:up\s+)?to)\s*(\d+)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:from )?(\d+)\s*(?:to|through|-|\u2013|\.{2,3})\s*(\d+)\b")
_ONCE = re.compile(
    r"\b(?:exactly|only|just) once\b|\b(?:no|without) (?:numbers? )?(?:repeat(?:s|ed|ing)?)\b", re.IGNORECASE
)
_WORDS = closed_vocabulary.listed(
    """a add adds all along also an and answer any appear appears are as at be blank both by called cell cells column
    columns complete constant construct contain contains create diagonal diagonals different distinct each empty
    equal every fill filled find following for give given grid has have here in integer integers into is it its
    long magic main make marked missing must normal number numbers of on once place please positive possible
    puzzle row rows same show so solution solve square squares such sum sums that the there these this to total
    totals two up use using usual valid where which whole whose with write"""
)
_WANTED = re.compile(
    r"\b(?:find|construct|make|create|give|build|write)\b[^.]*?\ban?\b[^.]*\bmagic square", re.IGNORECASE
)
_MOST_ROWS = 12


class MagicSquare(Payload, kind=KIND):
    """`givens` are (row, column, number), in the order of the clues; `total` is a clue id and the sum it states."""

    size: int
    givens: tuple[tuple[int, int, int], ...]
    lowest: int
    highest: int
    total: tuple[int, int] | None


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a MagicSquare, or None.

    Raises:
        PuzzleError: the board is not square, its size contradicts the text, or the range has too few numbers.

    """
    if not _CALLED.search(text):
        return None
    found = [board for board in boards.find(text) if len(board.rows) > 2 and _numeric(board)]
    rest = boards.blanked(text, found)
    told = bare_sentences(rest)
    if not found and not closed_vocabulary.is_told(rest, sum(bool(_unread(sentence)) for sentence in told)):
        return None
    size = _size(found, rest)
    if size is None or len(found) > 1:
        return None
    clues: list[Clue] = []
    givens = _givens(found, clues)
    sums = list(dict.fromkeys(int(match[1]) for match in _SUM.finditer(rest)))
    lowest, highest = next(((int(a), int(b)) for a, b in _RANGE.findall(rest)), (1, size * size))
    if not _RANGE.search(rest) and sums and sums[0] != size * (size * size + 1) // 2:
        highest = max(highest, sums[0])  # not a normal magic square: any positive numbers
    stated_sum = None
    for total in sums:
        clues.append(Clue(id=len(clues) + 1, text=f"The sum is {total}.", understood=True))
        stated_sum = len(clues), total
    for sentence in bare_sentences(rest):
        unread = _unread(sentence)
        if unread or len(sums) > 1:
            reason = closed_vocabulary.reason(unread) if unread else "more than one sum is stated"
            clues.append(Clue(id=len(clues) + 1, text=sentence, understood=False, reason=reason))
    if highest - lowest + 1 < size * size:
        raise PuzzleError(f"{lowest} to {highest} are too few numbers for a square of {size} by {size}.")
    if not clues:
        clues.append(Clue(id=1, text=f"A magic square of {size} by {size}.", understood=True))
    row = {"type": "array", "minItems": size, "maxItems": size, "items": {"type": "integer"}}
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="any" if not givens and _WANTED.search(text) else "unique",
        answer_schema={"type": "array", "minItems": size, "maxItems": size, "items": row},
        payload=MagicSquare(size=size, givens=tuple(givens), lowest=lowest, highest=highest, total=stated_sum),
    )


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT propagates all-different and sums."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State one integer variable per cell."""
    found = puzzle.kept(MagicSquare)
    size = found.size
    numbers = range(size)
    cells = [[Var("cell", (i, j)) for j in numbers] for i in numbers]
    lines = [*cells, *([row[j] for row in cells] for j in numbers)]
    lines += [[cells[i][i] for i in numbers], [cells[i][size - 1 - i] for i in numbers]]
    clue, magic = found.total or (None, 0)
    free = found.highest - found.lowest + 1 > size * size
    common: Any = Var("total") if free else size * (found.lowest + found.highest) // 2
    owner = 1 if not found.givens and clue is None else None
    stated: list[tuple[int | None, Constraint]] = [(None, AllDifferent(tuple(cell for row in cells for cell in row)))]
    stated += [(owner, Comparison(Sum(tuple(line)), "==", common)) for line in lines]
    stated += [(n, Comparison(cells[i][j], "==", given)) for n, (i, j, given) in enumerate(found.givens, 1)]
    if clue is not None:
        stated.append((clue, Comparison(Sum(tuple(cells[0])), "==", magic)))
    arrays = [Array("cell", (size, size), found.lowest, found.highest)]
    arrays += [Array("total", (), size * found.lowest, size * found.highest)] if free else []
    return emit(ConstraintModel(tuple(arrays), tuple(stated), cells), framework)


def _numeric(board: boards.Board) -> bool:
    return all(cell == "" or cell.isdecimal() for cell in board.cells) and any(cell.isdecimal() for cell in board.cells)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]


def _size(found: list[boards.Board], rest: str) -> int | None:
    stated = [tuple(_number(part) for part in match if part) for match in _SIZED.findall(rest)]
    for board in found:
        boards.check_square(board, "square")
    sizes = {part for numbers in stated for part in numbers} | {len(board.rows) for board in found}
    if len(sizes) > 1:
        raise PuzzleError(f"The text gives several sizes of the square: {', '.join(map(str, sorted(sizes)))}.")
    size = next(iter(sizes), None)
    return size if size is not None and 1 <= size <= _MOST_ROWS else None


def _givens(found: list[boards.Board], clues: list[Clue]) -> list[tuple[int, int, int]]:
    givens = []
    for board in found:
        for i, row in enumerate(boards.without_zeros(board).rows):
            for j, cell in enumerate(row):
                if cell:
                    givens.append((i, j, int(cell)))
                    text = f"Row {i + 1}, column {j + 1} is {cell}."
                    clues.append(Clue(id=len(clues) + 1, text=text, understood=True))
    return givens


def _unread(sentence: str) -> list[str]:
    rest = sentence
    for known in (_SIZED, _SUM, _RANGE, _ONCE):
        rest = known.sub(" ", rest)
    if re.search(r"\b(?:empty|blank|missing)\b", rest, re.IGNORECASE):
        rest = re.sub(r"\b(?:0s?|zero(?:e?s)?|dots?|underscores?)\b", " ", rest, flags=re.IGNORECASE)
    return closed_vocabulary.unread(rest, _WORDS)
