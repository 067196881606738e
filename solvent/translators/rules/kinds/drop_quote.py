"""Drop quotes: a text runs through the rows of a grid, and the letters of each column are given in any order.

The grid is a bracketed list of rows, or rows of cells separated by spaces; `#` is a blank, a number or `_` is a cell
for a letter, any other character is given. The letters are lines such as "Column 1: A B C". The grid is the first clue,
every column another. The answer has the text, the filled grid and, as mapping, each column's letters from the top.
"""

import ast
import re
from typing import TYPE_CHECKING, Any

from solvent.solvers import Program
from solvent.solvers.frameworks import wordplay
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay import drop_quote
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support import word_puzzle
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.sentences import bare_sentences

if TYPE_CHECKING:
    from solvent.solvers.wordplay.search_result import Specification

KIND = "drop quote"
ORDER = 15
FRAMEWORKS, preferred, suspects = word_puzzle.FRAMEWORKS, word_puzzle.preferred, word_puzzle.suspects
quotation = word_puzzle.quotation

_CALLED = re.compile(
    r"\bdrop[- ]?(?:quotes?|quotations?)\b|\b(?:quotefalls?|fallen (?:phrases?|quotes?))\b", re.IGNORECASE
)
_COLUMN = re.compile(
    r"^[ \t]*(?:column|col\.?)[ \t]*(?P<number>\d+)[ \t]*[:.)=-][ \t]*(?P<letters>.*)$", re.IGNORECASE | re.MULTILINE
)
_OPENED = re.compile(r"\[\s*+\[")
_CLOSED = re.compile(r"\]\s*+(?:,\s*+)?\]")
_LONGEST_LIST = 20_000  # characters; a 40 by 40 grid takes half of that
# Every character matches in one way only: when "#" could match in two, a row of thirty took minutes.
_CELLS = re.compile(r"^[ \t|]*(?:_|\d+|[^\w\s|])(?:[ \t|]+(?:_|\d+|[^\w\s|]))+[ \t|]*$", re.MULTILINE)
_WORDS = closed_vocabulary.listed(
    """a above across all already an and another answer any apostrophe apostrophes are as at author back be been below
    between blank blanks but by can cell cells character column columns complete contains continue dashes do down drop
    dropped dropquote each empty end every fall fallen fill find following for form from given goes gives go grid has
    have here hidden in into is it its left letter letters line lines listed mark marked marks means next not number
    numbers of on one once only or order original out phrase place placed please punctuation put puzzle quotation
    quotations quote quotefall quotefalls quotes read reads reconstruct right row rows says separate separates shown
    sign solve space spaces split stand stands symbol text that the them there they this to top under underneath used
    using where wherever which with word words written you your"""
)


class DropQuote(Payload, kind=KIND):
    """The grid, and the letters of each column in any order."""

    grid: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a DropQuote, or None.

    Raises:
        PuzzleError: the columns do not fit the grid; the message names the column.

    """
    columns = list(_COLUMN.finditer(text))
    if not columns:
        return None
    grid, rest = _grid(_COLUMN.sub("", text))
    if not grid or not (_CALLED.search(text) or any("#" in row for row in grid)):
        return None
    given = _columns(columns)
    try:
        drop_quote.read({"grid": grid, "columns": given})
    except ProgramError as error:
        raise PuzzleError(f"{error.message[0].upper()}{error.message[1:]}.") from None
    clues = [Clue(id=1, text=f"A grid of {len(grid)} rows and {len(given)} columns", understood=True)]
    clues += [Clue(id=n + 2, text=match[0].strip(), understood=True) for n, match in enumerate(columns)]
    for sentence in bare_sentences(rest):
        unread = closed_vocabulary.unread(sentence, _WORDS)
        if unread:
            clues.append(
                Clue(id=len(clues) + 1, text=sentence, understood=False, reason=closed_vocabulary.reason(unread))
            )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="likeliest",
        answer_schema=_schema(grid),
        payload=DropQuote(grid=tuple(map(tuple, grid)), columns=tuple(given)),
    )


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the specification: the grid, and a fragment per column."""
    del framework
    found = puzzle.kept(DropQuote)
    stated: list[tuple[int | None, Specification]] = [(1, {"grid": found.grid})]
    stated += [(n, {"columns": [letters]}) for n, letters in enumerate(found.columns, 2)]
    return wordplay.program({"kind": drop_quote.KIND}, stated)


def _grid(text: str) -> tuple[list[list[str]], str]:
    """Return the cells and the surrounding text; no cells if there is no grid."""
    opened = _OPENED.search(text)
    closed = _CLOSED.search(text, opened.end()) if opened else None
    if opened and closed:
        start, end = opened.start(), closed.end()
        try:
            value: Any = ast.literal_eval(text[start:end]) if end - start <= _LONGEST_LIST else None
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return [], text
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return [], text
        return [[str(cell) for cell in row] for row in value], text[:start] + text[end:]
    lines = list(_CELLS.finditer(text))
    rows = [re.split(r"[ \t|]+", line[0].strip(" \t|")) for line in lines]
    return [["" if cell == "_" else cell for cell in row] for row in rows], _CELLS.sub("", text)


def _columns(found: list["re.Match[str]"]) -> list[str]:
    """Return the letters of each column, in the order of the columns."""
    numbers = [int(match["number"]) for match in found]
    expected = list(range(1, len(found) + 1))
    if sorted(numbers) != expected:
        missing = sorted(set(expected) - set(numbers))
        wrong = f"column {missing[0]} is missing" if missing else "a number occurs twice"
        raise PuzzleError(f"The letters are given for columns {', '.join(map(str, numbers))}: {wrong}.")
    by_number = {int(match["number"]): re.sub(r"[\s,;]+", "", match["letters"]) for match in found}
    return [by_number[number].upper() for number in expected]


def _schema(grid: list[list[str]]) -> dict[str, Any]:
    cell = {"type": "string", "minLength": 1, "maxLength": 1}
    rows = [{"type": "array", "items": cell, "minItems": len(row), "maxItems": len(row)} for row in grid]
    filled = {"type": "array", "prefixItems": rows, "minItems": len(rows), "maxItems": len(rows)}
    return {
        "type": "object",
        "properties": {"text": {"type": "string"}, "mapping": {"type": "object"}, "grid": filled},
        "required": ["text", "mapping", "grid"],
    }
