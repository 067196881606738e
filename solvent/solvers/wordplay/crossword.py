"""Crosswords: the most probable fill under weighted candidates from any source.

A specification has `grid` (rows of `#`, given letters or anything else for an open cell), `slots` (`{"1-Across": [[row,
column], ...]}`), and `candidates` (`{"1-Across": [[word, probability], ...]}`; what is missing to one is the
probability that the answer is none of them). Answers are objects, name to word. Beliefs of cells are propagated between
the words that cross (as in the Berkeley Crossword Solver, Wallace et al. 2022), then words are exchanged while that
makes the whole more probable. An answer outside the candidates may be a word or phrase of the lexicon, or any letters.
"""

import math
import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvent.solvers.engine import ProgramError
from solvent.solvers.outcome import Status
from solvent.solvers.wordplay.belief import Beliefs, Floats, Letters, Slot, decode, encode
from solvent.solvers.wordplay.found import Decoding, Found, Specification
from solvent.solvers.wordplay.lexicon import Lexicon
from solvent.solvers.wordplay.vocabulary import Table, Vocabulary, table, vocabulary

KIND = "crossword"

# Where the answer is none of the candidates: shares of words, of phrases and of anything else.
_SOURCES = (0.66, 0.22, 0.12)
_LEAST_LEFT = 0.02  # no list of candidates is so sure
_FLAT = 0.35  # an editor chooses rare words more often than a writer: the power of a word's frequency
_TRIED = 14  # words that are tried in a place
_GIVEN = 30.0  # log belief in a given letter


@dataclass
class _Word:
    """What one slot may hold: candidates, then the lexicon, then anything."""

    candidates: Table
    words: Table
    phrases: Table
    left: float  # the probability that it is none of the candidates
    vocabulary: Vocabulary

    def __post_init__(self) -> None:
        self._chain = self.vocabulary.spelled(math.log(self.left * _SOURCES[2]))
        self._parts = [(self.candidates, self.candidates.logs)]
        for source, share in ((self.words, _SOURCES[0]), (self.phrases, _SOURCES[1])):
            if len(source.logs):
                flat = _FLAT * source.logs
                self._parts.append((source, flat - np.logaddexp.reduce(flat) + math.log(self.left * share)))
        self._seen: dict[bytes, float] = {}

    def spread(self, evidence: Floats) -> Floats:
        total = self._chain.spread(evidence)
        for source, logs in self._parts:
            if len(logs):
                weights = np.exp(_totals(source, logs, evidence))
                for place in range(len(evidence)):
                    total[place] += np.bincount(source.letters[:, place], weights, 26)
        return total

    def score(self, letters: Letters) -> float:
        key = letters.tobytes()
        if key not in self._seen:
            logs = [self._chain.score(letters)]
            logs += [float(logs[at]) for source, logs in self._parts if (at := source.index.get(key)) is not None]
            self._seen[key] = float(np.logaddexp.reduce(logs))
        return self._seen[key]

    def likely(self, evidence: Floats, most: int) -> list[Letters]:
        """The words that fit the evidence best."""
        found: dict[bytes, float] = {}
        for source, logs in self._parts:
            totals = _totals(source, logs, evidence)
            few = np.argpartition(-totals, most)[:most] if len(totals) > most else np.arange(len(totals))
            for at in few:
                key = source.letters[at].tobytes()
                found[key] = max(float(totals[at]), found.get(key, -np.inf))
        best = sorted(found, key=lambda key: -found[key])[:most]
        return [np.frombuffer(key, dtype=np.int8) for key in best]


def _totals(source: Table, logs: Floats, evidence: Floats) -> Floats:
    total = logs.copy()
    for place, row in enumerate(evidence):
        total += row[source.letters[:, place]]
    return total


@dataclass
class _Board:
    """The slots of a puzzle over numbered cells."""

    names: list[str]
    slots: list[Slot]
    words: list[_Word]
    given: Floats  # cells x 26

    def crossing(self) -> list[list[int]]:
        """The slots of each cell."""
        found: list[list[int]] = [[] for _ in self.given]
        for number, slot in enumerate(self.slots):
            for cell in slot.cells:
                found[cell].append(number)
        return found

    def answer(self, letters: Letters) -> dict[str, str]:
        return {name: decode(letters[slot.cells]) for name, slot in zip(self.names, self.slots, strict=True)}


def solve(specification: Specification, lexicon: Lexicon, *, seconds: float) -> Found:
    """See `WordEngine`. Searched, and never sure by itself: knowledge is not in the letters."""
    end = time.monotonic() + seconds
    board = _read(specification, vocabulary(lexicon))
    beliefs = Beliefs.begin(board.slots, board.given)
    beliefs.run(40, damping=0.25, enough=lambda: time.monotonic() > end - 0.3 * seconds)
    fills = _Exchange(board, beliefs, end).search()
    margin = fills[0][0] - fills[1][0] if len(fills) > 1 else math.inf
    decodings = tuple(Decoding(board.answer(letters), score) for score, letters in fills[:3])
    return Found(decodings, margin, needed=math.inf)


class _Exchange:
    """Puts other words into slots while the whole becomes more probable."""

    def __init__(self, board: _Board, beliefs: Beliefs, end: float) -> None:
        self.board, self.end = board, end
        self.crossing = board.crossing()
        self.tried = [
            word.likely(beliefs.evidence(number), _TRIED) + word.likely(np.zeros((len(slot.cells), 26)), 3)
            for number, (word, slot) in enumerate(zip(board.words, board.slots, strict=True))
        ]
        self.letters = beliefs.best
        self.fixed = board.given.max(axis=1) > 0
        self.letters[self.fixed] = board.given[self.fixed].argmax(axis=1)

    def search(self) -> list[tuple[float, Letters]]:
        """The best fill and those that are one exchange away, best first, with their log probabilities."""
        improved = True
        near: dict[bytes, float] = {}
        while improved and time.monotonic() < self.end:
            improved, near = False, {}
            for number in range(len(self.tried)):
                for word in self.tried[number]:
                    gain, after = self._gain(number, word)
                    if gain > 1e-9:
                        self.letters, improved = after, True
                    elif not np.array_equal(after, self.letters):
                        near[after.tobytes()] = gain
        total = sum(self._score(number, self.letters) for number in range(len(self.tried)))
        # Gains count from the last fill, so only a round without an exchange knows its neighbours.
        others = [] if improved else sorted(((total + gain, key) for key, gain in near.items()), reverse=True)[:2]
        return [(total, self.letters), *((score, np.frombuffer(key, dtype=np.int8)) for score, key in others)]

    def _score(self, number: int, letters: Letters) -> float:
        return self.board.words[number].score(letters[self.board.slots[number].cells])

    def _gain(self, number: int, word: Letters) -> tuple[float, Letters]:
        """What a word would change, once the words that cross it have followed; and the letters then."""
        cells = self.board.slots[number].cells
        changed = cells[self.letters[cells] != word]
        if not len(changed) or self.fixed[changed].any():
            return 0.0, self.letters
        after = self.letters.copy()
        after[cells] = word
        touched = {number, *(other for cell in changed for other in self.crossing[cell])}
        for other in touched - {number}:
            self._follow(other, after, touched)
        changed = np.flatnonzero(after != self.letters)
        touched = {slot for cell in changed for slot in self.crossing[cell]}
        return sum(self._score(n, after) - self._score(n, self.letters) for n in touched), after

    def _follow(self, number: int, letters: Letters, kept: set[int]) -> None:
        """Let a crossing word take its best form in which the cells of words that were put down stay."""
        cells = self.board.slots[number].cells
        free = np.array([not self.fixed[c] and not (set(self.crossing[c]) - {number}) & kept for c in cells])
        if not free.any():
            return
        fits = [word for word in self.tried[number] if np.array_equal(word[~free], letters[cells][~free])]
        if fits:
            best = max(fits, key=self.board.words[number].score)
            if self.board.words[number].score(best) > self._score(number, letters):
                letters[cells] = best


def accepts(specification: Specification, answer: Any) -> str:
    """See `WordEngine`: words of the right lengths that agree where they cross, and with what is given."""
    slots = _slots(specification)
    if not isinstance(answer, Mapping) or not all(isinstance(word, str) for word in answer.values()):
        return "the answer is no object of words"
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
                return f"{name} and {by} do not agree where they cross"
    return ""


def _given(cell: str) -> str:
    return cell.upper() if len(cell) == 1 and cell.isalpha() and cell.isascii() else ""


def _slots(specification: Specification) -> dict[str, list[tuple[int, int]]]:
    try:
        grid, slots = specification["grid"], specification["slots"]
        found = {name: [(int(r), int(c)) for r, c in cells] for name, cells in slots.items()}
        inside = all(0 <= r and 0 <= c and grid[r][c] != "#" for cells in found.values() for r, c in cells)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ProgramError(Status.BAD_ANSWER, "a crossword needs `grid`, rows of cells, and `slots`, the cells of each word") from error
    if not found or not inside or not all(found.values()):
        raise ProgramError(Status.BAD_ANSWER, "a crossword needs at least one slot, and every slot open cells of the grid")
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
    return _Board(list(slots), board, words, given)


def _word(name: str, length: int, candidates: Sequence[Any], known: Vocabulary) -> _Word:
    weights: dict[str, float] = defaultdict(float)
    try:
        for word, weight in candidates:
            letters = re.sub(r"[^a-z]", "", str(word).lower())
            if len(letters) == length and float(weight) > 0:
                weights[letters] += float(weight)
    except (TypeError, ValueError) as error:
        raise ProgramError(Status.BAD_ANSWER, f"the candidates of {name} are no list of words with their probabilities") from error
    total = sum(weights.values())
    scale = (1 - _LEAST_LEFT) / total if total > 1 - _LEAST_LEFT else 1.0
    listed = table((word, math.log(weight * scale)) for word, weight in weights.items())
    left = 1 - total * scale
    return _Word(listed, known.words(length), known.phrases(length), left, known)
