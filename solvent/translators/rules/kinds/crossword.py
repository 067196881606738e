"""Crosswords: a grid of `#` and open cells, numbered or not, and clues by direction and number.

Cells are separated by spaces (numbers, `?`, given letters) or written side by side (`.`, `?`, `_`, letters). If no cell
is numbered, the usual numbering applies: left to right, top to bottom, wherever a word begins. A length in brackets at
the end of a clue is checked. The answer is an object that maps names such as `1-Across` to words.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import Field

from solvent.solvers import Program
from solvent.solvers.frameworks import wordplay
from solvent.translators import thesaurus
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds import Candidates, Slot
from solvent.translators.rules.kinds.support import word_puzzle

if TYPE_CHECKING:
    from solvent.solvers.wordplay.search_result import Specification

KIND = "crossword"
ORDER = 5
FRAMEWORKS, preferred, suspects = word_puzzle.FRAMEWORKS, word_puzzle.preferred, word_puzzle.suspects

Place = tuple[int, int]
Grid = list[list[str]]

_HEAD = re.compile(r"^\W*(across|down)\W*$", re.IGNORECASE)
_CLUE = re.compile(r"^\s*(\d+)\s*[.:)\-]?\s+(\S.*)$")
_CELL = re.compile(r"#|\d{1,3}|[?._\-*A-Za-z]")
_TIGHT = re.compile(r"(?=.*[#?._*])[#?._*A-Z]{2,}")
_LENGTH = re.compile(r"\(\s*(\d+(?:\s*[,\-]\s*\d+)*)(?:\s*letters?)?\s*\)\s*$")
_STEPS = {"Across": (0, 1), "Down": (1, 0)}


class Crossword(Payload, kind=KIND):
    """The grid, the cells and clue of each slot by name, and the words proposed for it, with probabilities."""

    grid: tuple[tuple[str, ...], ...]
    slots: Mapping[str, tuple[Place, ...]]
    clues: Mapping[str, str]
    candidates: Candidates = Field(default_factory=dict)


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a Crossword, or None.

    Raises:
        PuzzleError: the grid is not a rectangle, a clue does not fit it, or a word has no clue.

    """
    lines = text.splitlines()
    clues = _clues(lines)
    grid = _grid(lines) if clues else []
    if not grid:
        return None
    starts = _starts(grid)
    slots = {name: _slot(grid, starts, name, said) for name, said in clues.items()}
    _no_gaps(grid, slots, starts)
    names = dict(enumerate(clues, 1))
    read = tuple(Clue(id=n, text=f"{name}: {clues[name]}", understood=True) for n, name in names.items())
    schema = {
        "type": "object",
        "properties": {name: {"type": "string", "minLength": 1} for name in slots},
        "required": list(slots),
        "additionalProperties": False,
    }
    shown = [["" if cell.isdecimal() else cell for cell in row] for row in grid]
    payload = Crossword(
        grid=tuple(map(tuple, shown)), slots={name: tuple(places) for name, places in slots.items()}, clues=clues
    )
    return Puzzle(text=text, kind=KIND, clues=read, expects="likeliest", answer_schema=schema, payload=payload)


def slots(puzzle: Puzzle) -> tuple[Slot, ...]:
    """Return the slots to be filled with words."""
    found = puzzle.kept(Crossword)
    return tuple(Slot(name, found.clues[name], cells) for name, cells in found.slots.items())


def with_candidates(puzzle: Puzzle, candidates: Candidates) -> Puzzle:
    """Return the puzzle with words proposed for its slots."""
    payload = puzzle.kept(Crossword).model_copy(update={"candidates": candidates})
    return puzzle.model_copy(update={"payload": payload})


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the specification: the grid, and a fragment per clue with its slot."""
    del framework
    found = puzzle.kept(Crossword)
    candidates = found.candidates or _proposals(found)
    stated: list[tuple[int | None, Specification]] = [
        (
            clue.id,
            {
                "slots": {name: found.slots[name]},
                "clues": {name: found.clues[name]},
                **({"candidates": {name: candidates[name]}} if candidates.get(name) else {}),
            },
        )
        for clue, name in zip(puzzle.clues, found.slots, strict=True)
    ]
    source = {"source": "thesaurus"} if not found.candidates and thesaurus.available() else {}
    return wordplay.program({"kind": KIND, "grid": found.grid, **source}, stated)


def _proposals(crossword: Crossword) -> dict[str, list[list[Any]]]:
    """Return the candidates that the thesaurus proposes, by slot; empty if it is not installed or has none."""
    found = {name: thesaurus.proposals(clue, len(crossword.slots[name])) for name, clue in crossword.clues.items()}
    return {name: words for name, words in found.items() if words}


def _clues(lines: list[str]) -> dict[str, str]:
    """Return the clues by name, each with its continuation lines."""
    found: dict[str, str] = {}
    direction = ""
    for line in lines:
        head, clue = _HEAD.match(line), _CLUE.match(line)
        if head:
            direction = head[1].capitalize()
        elif clue and direction:
            name = f"{int(clue[1])}-{direction}"
            if name in found:
                raise PuzzleError(f"There are two clues for {name}.")
            found[name] = clue[2].strip()
        elif direction and line.strip() and found:
            last = next(reversed(found))
            found[last] += f" {line.strip()}"
    return found


def _grid(lines: list[str]) -> Grid:
    """Return the rows of the grid: the first two or more consecutive lines that contain nothing but cells."""
    rows: Grid = []
    for line in lines:
        if _HEAD.match(line):
            break
        row = _row(line)
        if row:
            rows.append(row)
        elif len(rows) > 1:
            break
        else:
            rows = []
    if len(rows) < 2:
        return []
    widths = [len(row) for row in rows]
    for number, width in enumerate(widths, 1):
        if width != widths[0]:
            raise PuzzleError(f"Row {number} of the grid has {width} cells, and row 1 has {widths[0]}.")
    return rows


def _row(line: str) -> list[str]:
    parts = line.replace("|", " ").split()
    if len(parts) > 1 and all(_CELL.fullmatch(part) for part in parts):
        cells = parts
    elif (
        len(parts) == 1 and len(parts[0]) > 1 and re.fullmatch(r"[#?._*A-Z]+", parts[0]) and re.search(r"[#?._*]", line)
    ):
        cells = list(parts[0])
    else:
        return []
    return [cell if cell == "#" or cell.isdecimal() else cell.upper() if cell.isalpha() else "" for cell in cells]


def _open(grid: Grid, row: int, column: int) -> bool:
    return 0 <= row < len(grid) and 0 <= column < len(grid[0]) and grid[row][column] != "#"


def _starts(grid: Grid) -> dict[int, Place]:
    """Return the cell of each number; if the grid shows none, by the usual numbering."""
    places = [(r, c) for r, row in enumerate(grid) for c in range(len(row)) if _open(grid, r, c)]
    shown = {(r, c): int(grid[r][c]) for r, c in places if grid[r][c].isdecimal()}
    if shown:
        found: dict[int, Place] = {}
        for (row, column), number in shown.items():
            if number in found:
                raise PuzzleError(f"The number {number} occurs twice in the grid, the second time in row {row + 1}.")
            found[number] = (row, column)
        return found
    begins = [p for p in places if any(len(_run(grid, p, step)) > 1 and not _before(grid, p, step) for step in _STEPS)]
    return dict(enumerate(begins, 1))


def _before(grid: Grid, place: Place, direction: str) -> bool:
    """Return whether a word in that direction would begin before this cell."""
    down, right = _STEPS[direction]
    return _open(grid, place[0] - down, place[1] - right)


def _run(grid: Grid, place: Place, direction: str) -> list[Place]:
    """Return the consecutive open cells from a cell on."""
    (row, column), (down, right) = place, _STEPS[direction]
    found = []
    while _open(grid, row, column):
        found.append((row, column))
        row, column = row + down, column + right
    return found


def _slot(grid: Grid, starts: dict[int, Place], name: str, clue: str) -> list[Place]:
    number, _, direction = name.partition("-")
    if int(number) not in starts:
        raise PuzzleError(f"There is a clue {name}, but no {number} in the grid.")
    place = starts[int(number)]
    where = f"row {place[0] + 1}, column {place[1] + 1}"
    if _before(grid, place, direction):
        raise PuzzleError(f"There is a clue {name}, but no {direction.lower()} word begins at {number} ({where}).")
    cells = _run(grid, place, direction)
    said = _LENGTH.search(clue)
    length = sum(map(int, re.findall(r"\d+", said[1]))) if said else len(cells)
    if length != len(cells):
        raise PuzzleError(f"Clue {name} wants {length} letters, but there are {len(cells)} cells ({where}).")
    return cells


def _no_gaps(grid: Grid, slots: dict[str, list[Place]], starts: dict[int, Place]) -> None:
    """Raise PuzzleError for a word of three or more cells that begins at a number and has no clue."""
    for number, place in starts.items():
        for direction in _STEPS:
            name = f"{number}-{direction}"
            if name not in slots and not _before(grid, place, direction) and len(_run(grid, place, direction)) > 2:
                raise PuzzleError(f"There is no clue {name}, though a word begins there.")
