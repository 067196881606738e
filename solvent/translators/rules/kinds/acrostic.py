"""Acrostics: a quotation whose numbered letters are those of the answers to clues.

The quotation consists of numbers and punctuation separated by spaces, with `#` between words. A clue has a letter as
its label, the numbers of its answer's cells, and a text, which may end in "(2 words, 9 letters)". The answer has the
text and the mapping from numbers to letters.
"""

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from solvent.solvers import Program
from solvent.solvers.frameworks import wordplay
from solvent.translators import thesaurus
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support import word_puzzle

if TYPE_CHECKING:
    from solvent.solvers.wordplay.search_result import Specification

KIND = "acrostic"
ORDER = 6
FRAMEWORKS, preferred, suspects = word_puzzle.FRAMEWORKS, word_puzzle.preferred, word_puzzle.suspects
quotation = word_puzzle.quotation

_SIGNS = re.compile(r"(?:\d+|[^\w\s])(?:\s+(?:\d+|[^\w\s]))+")
_NUMBERS = re.compile(r"(?:([A-Za-z]{1,2})[.:)]?\s+)?(\d+(?:[\s,]+\d+)*)")
_LABEL = re.compile(r"([A-Za-z]{1,2})[.:)]?")
_SIZE = re.compile(r"\(\s*(?:(\d+)\s+words?\s*,\s*)?(\d+)\s+letters?\s*\)\s*$|\(\s*(\d+)\s+words?\s*\)\s*$")


@dataclass(frozen=True)
class AcrosticClue:
    """A clue's label, the numbers of its answer's cells, its text, and how many words the answer has, if stated."""

    label: str
    cells: tuple[str, ...]
    text: str
    words: int | None


class Acrostic(Payload, kind=KIND):
    """The quotation, as numbers and punctuation, and the clues."""

    quotation: str
    clues: tuple[AcrosticClue, ...]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with an Acrostic, or None.

    Raises:
        PuzzleError: a number occurs twice or is not in the quotation, or a clue has the wrong number of letters.

    """
    lines = [line.strip() for line in text.splitlines()]
    signs = [n for n, line in enumerate(lines) if _SIGNS.fullmatch(line) and "#" in line]
    if not signs or not re.search(r"\bacrostics?\b", text, re.IGNORECASE):
        return None
    puzzle = " ".join(lines[n] for n in signs)
    clues = _clues(lines[signs[-1] + 1 :])
    if not clues:
        return None
    numbers = [sign for sign in puzzle.split() if sign.isdecimal()]
    _check(clues, numbers)
    read = tuple(Clue(id=n, text=clue["text"], understood=True) for n, clue in enumerate(clues, 1))
    letter = {"type": "string", "pattern": "^[A-Z]$"}
    mapping = {
        "type": "object",
        "properties": dict.fromkeys(numbers, letter),
        "required": list(dict.fromkeys(numbers)),
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "mapping": mapping},
        "required": ["text", "mapping"],
    }
    payload = Acrostic(quotation=puzzle, clues=tuple(AcrosticClue(**clue) for clue in clues))
    return Puzzle(text=text, kind=KIND, clues=read, expects="likeliest", answer_schema=schema, payload=payload)


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the specification: the quotation, and a fragment per clue."""
    del framework
    found = puzzle.kept(Acrostic)
    stated: list[tuple[int | None, Specification]] = [
        (clue.id, {"clues": [asdict(each) | _candidates(each)]})
        for clue, each in zip(puzzle.clues, found.clues, strict=True)
    ]
    return wordplay.program({"kind": KIND, "puzzle": found.quotation}, stated)


def _candidates(clue: AcrosticClue) -> dict[str, list[list[Any]]]:
    """Return the candidates that the thesaurus proposes, if it is installed and has any."""
    found = thesaurus.proposals(clue.text, len(clue.cells), clue.words)
    return {"candidates": found} if found else {}


def _clues(lines: list[str]) -> list[dict[str, Any]]:
    """Parse clues: a label, on a line of its own or before the numbers; the numbers; then the lines of the text."""
    found: list[dict[str, Any]] = []
    label = ""
    for line in lines:
        numbers = _NUMBERS.fullmatch(line)
        if numbers:
            found.append(
                {
                    "label": numbers[1] or label,
                    "cells": tuple(re.findall(r"\d+", numbers[2])),
                    "text": "",
                    "words": None,
                }
            )
            label = ""
        elif _LABEL.fullmatch(line):
            label = line.strip(".:)")
        elif line and found:
            found[-1]["text"] = f"{found[-1]['text']} {line}".strip()
    for clue in found:
        size = _SIZE.search(clue["text"])
        if size:
            clue["words"] = int(size[1] or size[3] or 0) or None
            clue["letters"] = int(size[2] or 0) or None
            clue["text"] = clue["text"][: size.start()].strip()
    return found


def _check(clues: list[dict[str, Any]], numbers: list[str]) -> None:
    if len(set(numbers)) != len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise PuzzleError(f"The number {twice} occurs twice in the quotation.")
    used: dict[str, str] = {}
    for place, clue in enumerate(clues, 1):
        name = f"clue {clue['label'] or place}"
        letters = clue.pop("letters", None)
        if letters and letters != len(clue["cells"]):
            raise PuzzleError(
                f"{name[0].upper()}{name[1:]} wants {letters} letters, but has {len(clue['cells'])} numbers."
            )
        for number in clue["cells"]:
            if number not in numbers:
                raise PuzzleError(f"{name[0].upper()}{name[1:]} has the number {number}, which the quotation lacks.")
            if number in used:
                raise PuzzleError(f"The number {number} belongs to {used[number]} and to {name}.")
            used[number] = name
