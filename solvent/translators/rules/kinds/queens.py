"""N queens on an n by n board, none of which attacks another.

The answer is a list: for each row from the top, the column of its queen, counted from 1. The task itself is the first
clue; queens whose position is given are further clues.
"""

import re
from collections.abc import Mapping
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Var,
    add,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import bare_sentences

KIND = "queens"
ORDER = 30
_COUNT = "|".join([*NUMBER_WORDS, r"\d+"])
_QUEENS = re.compile(rf"(?<!no )\b({_COUNT})[\s-]+(?:chess\s+)?queens\b|\bn[\s-]queens\b", re.IGNORECASE)
_BOARD = re.compile(rf"\b({_COUNT})\s*(?:x|\u00d7|by|-by-)\s*({_COUNT})\b", re.IGNORECASE)
_N = re.compile(r"\bn\s*(?:=|is|of)\s*(\d+)\b", re.IGNORECASE)
_GIVEN = re.compile(
    r"\b(?:(?:a|one|the first|another) queen (?:is|stands|must be|must stand|is placed|must be placed)(?: already)?"
    r"|with a queen)"
    r" (?:in|on|at) (?:the cell (?:in|at) )?row (\d+),?\s*(?:and )?column (\d+)\b",
    re.IGNORECASE,
)
_PEACE = re.compile(
    r"""\b(?:no\ (?:two|queen)(?:\ (?:of\ them|queens|of\ the\ queens))?|none\ of\ (?:them|the\ queens)
        |(?:they|queens)\ (?:can|do|must)\ ?not)
    \ (?:can\ |may\ |is\ able\ to\ )?(?:ever\ )?
        (?:attacks?|threatens?|captures?|takes?|(?:are|is|be|stands?)\ (?:in|on)|shares?)
    \ (?:(?:each\ other|one\ another|another(?:\ queen)?|any\ other(?:\ queen)?)
        |(?:the\ same|a|any)\ (?:row|column|diagonal|,|or|and|\ |the\ same)+)""",
    re.VERBOSE | re.IGNORECASE,
)
_PROBLEM = re.compile(r"\bqueens (?:problem|puzzle)\b", re.IGNORECASE)
_PEACEFUL = re.compile(r"\bnon-?attacking\b", re.IGNORECASE)
_WORDS = closed_vocabulary.listed(
    """a all an and answer any arrange arrangement be board by can chess chessboard column each find for give in is
    it n of on one peacefully place placed placement please position positions possible problem put puzzle queen
    queens row show so solution solve standard such that the them there this to valid way where with you"""
)
_MOST = 200


class Queens(Payload, kind=KIND):
    """`givens` are the given positions by clue id: row and column, counted from 1."""

    size: int
    givens: Mapping[int, tuple[int, int]]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with Queens, or None.

    Raises:
        PuzzleError: a given position is not on the board.

    """
    if "queens" not in text.lower() or not _QUEENS.search(text):
        return None
    numbers = [_number(match[1]) for match in _QUEENS.finditer(text) if match[1]]
    numbers += [int(match[1]) for match in _N.finditer(text)]
    numbers += [_number(part) for match in _BOARD.finditer(text) for part in match.groups()]
    if not numbers or len(set(numbers)) > 1 or not 1 <= numbers[0] <= _MOST:
        return None
    size = numbers[0]
    clues = [Clue(id=1, text=f"{size} queens on a board of {size} by {size}, none attacks another.", understood=True)]
    givens: dict[int, tuple[int, int]] = {}
    for match in _GIVEN.finditer(text):
        row, file = int(match[1]), int(match[2])
        if not (1 <= row <= size and 1 <= file <= size):
            raise PuzzleError(f"'{match[0]}' is outside the board of {size} by {size}.")
        clues.append(Clue(id=len(clues) + 1, text=match[0], understood=True))
        givens[clues[-1].id] = row, file
    for sentence in bare_sentences(_GIVEN.sub(" ", text)):
        unread = _unread(sentence)
        if unread:
            clues.append(
                Clue(id=len(clues) + 1, text=sentence, understood=False, reason=closed_vocabulary.reason(unread))
            )
    if not any(pattern.search(text) for pattern in (_PEACE, _PEACEFUL, _PROBLEM)):
        return None
    if not givens and not closed_vocabulary.is_told(text, len(clues) - 1):
        return None
    column: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": size}
    schema: dict[str, Any] = {"type": "array", "minItems": size, "maxItems": size, "items": column}
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="any",
        answer_schema=schema,
        payload=Queens(size=size, givens=givens),
    )


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT propagates all-different."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State the column of the queen in each row."""
    found = puzzle.kept(Queens)
    size = found.size
    queens = [Var("queen", (row,)) for row in range(size)]
    stated: list[tuple[int | None, Constraint]] = [
        (1, AllDifferent(tuple(queens))),
        (1, AllDifferent(tuple(add(queen, row) for row, queen in enumerate(queens)))),
        (1, AllDifferent(tuple(add(queen, size - row) for row, queen in enumerate(queens)))),
    ]
    stated += [(clue, Comparison(queens[row - 1], "==", column)) for clue, (row, column) in found.givens.items()]
    return emit(ConstraintModel((Array("queen", (size,), 1, size),), tuple(stated), queens), framework)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]


def _unread(sentence: str) -> list[str]:
    rest = sentence.replace("cannot", "can not").replace("can't", "can not")
    for known in (_PEACE, _PEACEFUL, _QUEENS, _BOARD, _N):
        rest = known.sub(" ", rest)
    return closed_vocabulary.unread(rest, _WORDS)
