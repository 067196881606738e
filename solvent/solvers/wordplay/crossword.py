"""Crosswords: the most probable fill, given weighted candidates from any source.

A specification has `grid` (rows of `#`, given letters, or anything else for an open cell), `slots` (`{"1-Across":
[[row, column], ...]}`), `candidates` (`{"1-Across": [[word, probability], ...]}`, where the remaining probability is
that of any other answer), and `source`, "thesaurus" if the candidates come from one. Answers are objects from slot to
word. Beliefs about cells are propagated between crossing words (as in the Berkeley Crossword Solver, Wallace et al.
2022); a local search then replaces words as long as the total probability increases. An answer outside the candidates
may be a word or phrase of the lexicon, or any letters.
"""

import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.wordplay.belief_propagation import Beliefs, Floats, Letters, Slot, decode
from solvent.solvers.wordplay.candidates import weighted
from solvent.solvers.wordplay.factors import LetterChain, ListedWord, shares
from solvent.solvers.wordplay.lexicon import Lexicon
from solvent.solvers.wordplay.local_search import LocalSearch
from solvent.solvers.wordplay.search_result import Decoding, SearchResult, Specification
from solvent.solvers.wordplay.vocabulary import Vocabulary, vocabulary
from solvent.solvers.wordplay.wordnet import INSTALL

KIND = "crossword"

# If no candidate is right: the shares of words, of phrases and of anything else.
_SOURCES = (0.66, 0.22, 0.12)
_FLAT = 0.35  # exponent that flattens word frequencies: setters choose rare words more often than writers
_GIVEN = 30.0  # log belief in a given letter
_DOUBT = "the fill was searched for among proposed candidates, and none of its words is proven"
_THESAURUS = "without a model only a thesaurus proposes words, which covers few clues and proves nothing: name a model"
_WEAK = (
    "without a model nothing is known about the clues but the lengths of their answers: name one; "
    f"a thesaurus helps a little ({INSTALL})"
)


@dataclass
class _Board:
    """A puzzle's slots over numbered cells."""

    names: list[str]
    slots: list[Slot]
    given: Floats  # cells x 26

    def answer(self, letters: Letters) -> dict[str, str]:
        return {name: decode(letters[slot.cells]) for name, slot in zip(self.names, self.slots, strict=True)}


def solve(specification: Specification, lexicon: Lexicon, *, seconds: float) -> SearchResult:
    """See `WordEngine`. The result always carries a doubt: letters alone cannot confirm the answers to clues."""
    end = time.monotonic() + 0.85 * seconds
    board = _read(specification, vocabulary(lexicon))
    beliefs = Beliefs.begin(board.slots, board.given)
    beliefs.run(40, damping=0.25, enough=lambda: time.monotonic() > end - 0.3 * seconds)
    fills = LocalSearch(beliefs, board.given, end, own=3).search()
    margin = fills[0][0] - fills[1][0] if len(fills) > 1 else math.inf
    decodings = tuple(Decoding(board.answer(letters), score) for score, letters in fills[:3])
    return SearchResult(decodings, margin, needed=0.0, doubt=_doubt(specification))


def _doubt(specification: Specification) -> str:
    if specification.get("source") == "thesaurus":
        return _THESAURUS
    return _DOUBT if specification.get("candidates") else _WEAK


def accepts(specification: Specification, answer: Any) -> str:
    """See `WordEngine`: words must have the right lengths, and agree at crossings and with given letters."""
    slots = _slots(specification)
    if not isinstance(answer, Mapping) or not all(isinstance(word, str) for word in answer.values()):
        return "the answer is not an object of words"
    spelled = {name: re.sub(r"[^A-Z]", "", word.upper()) for name, word in answer.items()}
    missing = [name for name in slots if name not in spelled]
    if missing:
        return f"there is no answer to {missing[0]}"
    at: dict[tuple[int, int], tuple[str, str]] = {}
    for name, cells in slots.items():
        word = spelled[name]
        if len(word) != len(cells):
            return f"{name} has {len(cells)} cells and {word} {len(word)} letters"
        for place, letter in zip(cells, word, strict=True):
            given = _given(specification["grid"][place[0]][place[1]])
            if given and given != letter:
                return f"{name} has the given letter {given} where {word} has {letter}"
            other, by = at.setdefault(place, (letter, name))
            if other != letter:
                return f"{name} and {by} disagree where they cross"
    return ""


def _given(cell: str) -> str:
    return cell.upper() if len(cell) == 1 and cell.isalpha() and cell.isascii() else ""


def _slots(specification: Specification) -> dict[str, list[tuple[int, int]]]:
    try:
        grid, slots = specification["grid"], specification["slots"]
        found = {name: [(int(r), int(c)) for r, c in cells] for name, cells in slots.items()}
        inside = all(r >= 0 and c >= 0 and grid[r][c] != "#" for cells in found.values() for r, c in cells)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ProgramError(
            Status.BAD_ANSWER, "a crossword needs `grid`, rows of cells, and `slots`, the cells of each word"
        ) from error
    if not found or not inside or not all(found.values()):
        raise ProgramError(
            Status.BAD_ANSWER, "a crossword needs at least one slot, and every slot open cells of the grid"
        )
    return found


def _read(specification: Specification, known: Vocabulary) -> _Board:
    slots, grid = _slots(specification), specification["grid"]
    cells = {place: n for n, place in enumerate(dict.fromkeys(place for each in slots.values() for place in each))}
    given = np.zeros((len(cells), 26))
    for (row, column), number in cells.items():
        letter = _given(grid[row][column])
        if letter:
            given[number, ord(letter) - ord("A")] = _GIVEN
    candidates = specification.get("candidates") or {}
    words = [_word(name, len(places), candidates.get(name, ()), known) for name, places in slots.items()]
    board = [Slot(np.array([cells[p] for p in each]), word) for each, word in zip(slots.values(), words, strict=True)]
    return _Board(list(slots), board, given)


def _word(name: str, length: int, candidates: Sequence[Any], known: Vocabulary) -> ListedWord:
    listed, left = weighted(name, length, candidates)
    parts = [(listed, listed.logs)]
    for source, share in ((known.words(length), _SOURCES[0]), (known.phrases(length), _SOURCES[1])):
        parts.append((source, shares(_FLAT * source.logs) + math.log(left * share)))
    return ListedWord(parts, LetterChain(*known.chain, math.log(left * _SOURCES[2])))
