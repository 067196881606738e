"""Drop quotes: each column's letters are given in unknown order; the most probable text is searched for.

The specification has `grid` (rows of cells: `#` for a blank, a number for a letter to be found, or the character
printed there) and `columns` (the letters of each column, in any order). The answer is `{"text": ..., "mapping":
{column: letters from top to bottom}, "grid": rows of characters}`.

A beam search runs over the words in reading order; its state is the remaining letters of the columns. A word continues
from the end of one row to the next; blanks and punctuation end it, apostrophes do not.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay.lexicon import START, Lexicon
from solvent.solvers.wordplay.search_result import Decoding, SearchResult, Specification, doubt, ranked

KIND = "drop_quote"
NEEDED = 4.0
BLANK = "#"

_BEAM = 1000
_HURRY = 0.7  # share of the time available to the words; if one exceeds its part, the beam is narrowed
_NARROWEST = 40
_KEPT = 5
_SPELT = 40  # unlisted words to try per slot
_SPELT_BEAM = 200

Cell = tuple[int, int]
Left = tuple[str, ...]  # the remaining letters of each column, sorted


@dataclass(frozen=True)
class Slot:
    """A word to be found: the cells of its letters, the positions of its apostrophes, and how it follows the last one.

    `joined`: the previous word is its context; `start`: it begins a sentence.
    """

    cells: tuple[Cell, ...]
    apostrophes: tuple[int, ...]
    joined: bool
    start: bool


@dataclass(frozen=True)
class _State:
    score: float
    left: Left
    words: tuple[str, ...]


def solve(specification: Specification, lexicon: Lexicon, *, seconds: float) -> SearchResult:
    """Search for the most probable texts. Raises ProgramError."""
    deadline = time.monotonic() + seconds
    grid, columns = read(specification)
    slots = slots_of(grid)
    states, beam, share = [_State(0.0, columns, ())], _BEAM, seconds / len(slots) * _HURRY
    for slot in slots:
        began = time.monotonic()
        if began > deadline:
            raise ProgramError(Status.TIMEOUT, "the search did not reach the end of the grid in time")
        words = _candidates(slot, columns, lexicon)
        states = _step(states, slot, words, lexicon, beam)
        if time.monotonic() - began > share:
            beam = max(_NARROWEST, beam // 2)
    decodings = tuple(Decoding(_answer(grid, slots, state.words), state.score) for state in states[:_KEPT])
    return ranked(decodings, NEEDED, doubt(states[0].words, lexicon) if states else "")


def accepts(specification: Specification, answer: Any) -> str:
    """Return the reason why the puzzle does not allow an answer; empty if it does.

    The grid must keep the printed characters and use up the letters of every column. Raises ProgramError.
    """
    grid, columns = read(specification)
    filled = answer.get("grid") if isinstance(answer, dict) else None
    if not isinstance(filled, list) or [len(row) for row in filled] != [len(row) for row in grid]:
        return "the answer has no grid of the same shape as the puzzle"
    for i, row in enumerate(grid):
        for j, cell in enumerate(row):
            if not _open(cell) and filled[i][j] != cell:
                return f"row {i + 1}, column {j + 1} is {cell!r} in the puzzle, not {filled[i][j]!r}"
    for j, letters in enumerate(columns):
        given = "".join(
            sorted(str(filled[i][j]).lower() for i, row in enumerate(grid) if j < len(row) and _open(row[j]))
        )
        if given != letters:
            return f"column {j + 1} has {letters.upper()}, not {given.upper()}"
    return ""


def read(specification: Specification) -> tuple[list[list[str]], Left]:
    """Return the grid and the columns' letters in lower case. Raises ProgramError if these cannot fill the grid."""
    rows, letters = specification.get("grid") or [], specification.get("columns") or []
    if not isinstance(rows, list) or not isinstance(letters, list) or not all(isinstance(row, list) for row in rows):
        raise ProgramError(Status.BAD_ANSWER, "a drop quote has a grid, a list of rows of cells, and a list of columns")
    grid = [[str(cell) for cell in row] for row in rows]
    columns = tuple("".join(sorted("".join(map(str, column)).lower())) for column in letters)
    if not grid or not any(_open(cell) for row in grid for cell in row):
        raise ProgramError(Status.BAD_ANSWER, "the grid has no cell for a letter")
    width = max(map(len, grid))
    if len(columns) != width:
        raise ProgramError(Status.BAD_ANSWER, f"the grid has {width} columns, but letters are given for {len(columns)}")
    for j, letters in enumerate(columns):
        bad = next((c for c in letters if not ("a" <= c <= "z")), None)
        if bad:
            raise ProgramError(Status.BAD_ANSWER, f"column {j + 1} has {bad!r}, which is not a letter from A to Z")
        places = sum(j < len(row) and _open(row[j]) for row in grid)
        if places != len(letters):
            message = f"column {j + 1} has {places} cells for letters, but {len(letters)} letters: {letters.upper()}"
            raise ProgramError(Status.BAD_ANSWER, message)
    return grid, columns


def _open(cell: str) -> bool:
    return cell.isdigit() or cell == ""


def slots_of(grid: Sequence[Sequence[str]]) -> list[Slot]:
    """Return the words of a grid in reading order."""
    slots: list[Slot] = []
    cells: list[Cell] = []
    apostrophes: list[int] = []
    between = "."  # the first word begins a sentence
    flat = [(cell, (i, j)) for i, row in enumerate(grid) for j, cell in enumerate(row)]
    for number, (cell, place) in enumerate([*flat, (BLANK, (-1, -1))]):
        if _open(cell):
            cells.append(place)
            continue
        if cell in "'\u2019" and cells and number + 1 < len(flat) and _open(flat[number + 1][0]):
            apostrophes.append(len(cells))
            continue
        if cells:
            start = bool(re.search(r"[.!?]", between))
            joined = not start and not re.search(r"[^\s#\"'\u2019-]", between)
            slots.append(Slot(tuple(cells), tuple(apostrophes), joined, start))
            cells, apostrophes, between = [], [], ""
        between += cell
    return slots


def _candidates(slot: Slot, columns: Left, lexicon: Lexicon) -> list[str]:
    """Return known words, without apostrophes, that the columns' letters can spell, and plausible unknown ones."""
    allowed = [columns[j] for _, j in slot.cells]
    printed = list(allowed)
    for place in reversed(slot.apostrophes):
        printed.insert(place, "'")
    found = [word.replace("'", "") for word in lexicon.fitting(printed)]
    known = set(found)
    spelt = lexicon.spellings([set(letters) for letters in allowed], _SPELT_BEAM)[:_SPELT]
    return found + [word for word in spelt if word not in known]


def _step(states: Sequence[_State], slot: Slot, words: Sequence[str], lexicon: Lexicon, most: int) -> list[_State]:
    """Extend states by one word; return the new states, best first."""
    columns = [j for _, j in slot.cells]
    spelt = {bare: _apostrophed(bare, slot.apostrophes) for bare in words}
    fitting: dict[tuple[str, ...], list[str]] = {}
    steps: list[tuple[float, int, str]] = []
    for number, state in enumerate(states):
        letters = tuple(state.left[j] for j in columns)
        if letters not in fitting:
            fitting[letters] = [bare for bare in words if all(map(str.__contains__, letters, bare))]
        context = (state.words[-1] if state.words else START) if slot.joined else START if slot.start else ""
        for bare in fitting[letters]:
            word = spelt[bare]
            gain = lexicon.bigram(context, word) if context else lexicon.log_probability(word)
            steps.append((-state.score - gain, number, bare))
    steps.sort()
    following: list[_State] = []
    alike: Counter[tuple[Left, str]] = Counter()
    for cost, number, bare in steps:
        left = _without(states[number].left, columns, bare)
        if left is None:
            continue
        # States with the same remaining letters and last word have the same future: keep only the best few.
        alike[left, bare] += 1
        if alike[left, bare] <= _KEPT:
            following.append(_State(-cost, left, (*states[number].words, spelt[bare])))
            if len(following) == most:
                break
    return following


def _without(left: Left, columns: Sequence[int], word: str) -> Left | None:
    """Remove a word's letters from the columns; None if a column lacks one of them."""
    rest = list(left)
    for column, letter in zip(columns, word, strict=True):
        at = rest[column].find(letter)
        if at < 0:
            return None
        rest[column] = rest[column][:at] + rest[column][at + 1 :]
    return tuple(rest)


def _apostrophed(bare: str, places: Sequence[int]) -> str:
    for place in reversed(places):
        bare = bare[:place] + "'" + bare[place:]
    return bare


def _answer(grid: Sequence[Sequence[str]], slots: Sequence[Slot], words: Sequence[str]) -> dict[str, Any]:
    filled = [list(row) for row in grid]
    for slot, word in zip(slots, words, strict=True):
        for (i, j), letter in zip(slot.cells, word.replace("'", ""), strict=True):
            filled[i][j] = letter.upper()
    columns: Counter[int] = Counter()
    mapping: dict[str, str] = {}
    for i, row in enumerate(grid):
        for j, cell in enumerate(row):
            if _open(cell):
                mapping[str(j + 1)] = mapping.get(str(j + 1), "") + filled[i][j]
                columns[j] += 1
    ordered = {key: mapping[key] for key in sorted(mapping, key=int)}
    return {"text": "".join(_running(filled)), "mapping": ordered, "grid": filled}


def _running(filled: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the text as one line: blanks become spaces, and a missing space after punctuation is added."""
    flat = "".join(cell for row in filled for cell in row).strip(BLANK)
    flat = re.sub(rf"{BLANK}+", " ", flat)
    flat = re.sub(r"(?<=[A-Z])([,;:.!?]+[\"']?)(?=[A-Z])", r"\1 ", flat)
    yield flat
