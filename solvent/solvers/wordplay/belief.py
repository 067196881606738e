"""Letters of cells under many words at once: loopy belief propagation.

Words lie over cells; each says how probable its letters are, given what the other words say of the same cells. After
some rounds the beliefs of the cells take everything into account (Pearl 1988; for crosswords Wallace et al. 2022).
Everything is in natural logarithms; letters are numbered from 0 (`a`) to 25.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Letters = NDArray[np.int8]  # words of one length, a row each

_FLOOR = -14.0  # no message says more than this against a letter: the others may know better


class Factor(Protocol):
    """What is known of the letters of one word."""

    def spread(self, evidence: Floats) -> Floats:
        """The probabilities of its letters (places x 26), given the log evidence (the same shape) from elsewhere."""
        ...

    def score(self, letters: Letters) -> float:
        """The log probability of the whole word."""
        ...


@dataclass
class Slot:
    """A word: the numbers of its cells in order, and what is known of it."""

    cells: NDArray[np.int64]
    factor: Factor


@dataclass
class Beliefs:
    """What all slots say of all cells. `cells` is (cells x 26), a log belief each that is not normalised."""

    slots: Sequence[Slot]
    cells: Floats
    messages: list[Floats] = field(default_factory=list)

    @classmethod
    def begin(cls, slots: Sequence[Slot], given: Floats) -> "Beliefs":
        """Nothing but what is given (cells x 26)."""
        return cls(slots, given.copy(), [np.zeros((len(slot.cells), 26)) for slot in slots])

    def evidence(self, number: int) -> Floats:
        """What the others say of the cells of one slot."""
        others = self.cells[self.slots[number].cells] - self.messages[number]
        others -= others.max(axis=1, keepdims=True)
        return np.maximum(others, 2 * _FLOOR)

    def update(self, number: int, damping: float) -> float:
        """Let one slot speak again; returns how far it changed its mind."""
        slot, before = self.slots[number], self.messages[number]
        evidence = self.evidence(number)
        said = np.log(slot.factor.spread(evidence) + 1e-300) - evidence
        said = np.maximum(said - said.max(axis=1, keepdims=True), _FLOOR)
        said = damping * before + (1 - damping) * said
        np.add.at(self.cells, slot.cells, said - before)
        self.messages[number] = said
        return float(np.abs(np.exp(said) - np.exp(before)).max())

    def run(self, rounds: int, *, damping: float = 0.3, enough: Callable[[], bool] = lambda: False) -> None:
        """All slots in turn, until nobody changes their mind or it is `enough`."""
        for _ in range(rounds):
            moved = 0.0
            for number in range(len(self.slots)):
                moved = max(moved, self.update(number, damping))
                if enough():
                    return
            if moved < 1e-3:
                return

    @property
    def best(self) -> Letters:
        """The most probable letter of each cell by itself."""
        return self.cells.argmax(axis=1).astype(np.int8)


class WordList:
    """One of the words of a list, each with its log probability (they need not add up to one)."""

    def __init__(self, letters: Letters, logs: Floats) -> None:
        """`letters` has a row per word."""
        self.letters, self.logs = letters, logs
        self._where = {row.tobytes(): n for n, row in reversed(list(enumerate(letters)))} if len(letters) < 64 else None
        self._places = np.arange(letters.shape[1])

    def totals(self, evidence: Floats) -> Floats:
        """The log weight of every word under the evidence."""
        total = self.logs.copy()
        for place in self._places:
            total += evidence[place][self.letters[:, place]]
        return total

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`; not normalised."""
        weights = np.exp(self.totals(evidence))
        return np.stack([np.bincount(self.letters[:, p], weights, 26) for p in self._places])

    def score(self, letters: Letters) -> float:
        """See `Factor`; minus infinity for a word that is not in the list."""
        if self._where is not None:
            found = self._where.get(letters.tobytes())
            return -np.inf if found is None else float(self.logs[found])
        same = np.flatnonzero((self.letters == letters).all(axis=1))
        return float(self.logs[same].max()) if len(same) else -np.inf


class Chain:
    """Any letters at all, each depending on the one before: for words that no list has."""

    def __init__(self, first: Floats, then: Floats, log_weight: float) -> None:
        """`first` are probabilities of the first letter, `then` (26 x 26) of a letter after another."""
        self._first, self._then, self._weight = first, then, np.exp(log_weight)

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`; not normalised. Forward-backward."""
        seen = np.exp(evidence)
        forward = [self._weight * self._first * seen[0]]
        for place in range(1, len(seen)):
            forward.append((forward[-1] @ self._then) * seen[place])
        backward = [np.ones(26)]
        for place in range(len(seen) - 1, 0, -1):
            backward.append(self._then @ (seen[place] * backward[-1]))
        return np.stack(forward) * np.stack(backward[::-1])

    def score(self, letters: Letters) -> float:
        """See `Factor`."""
        steps = self._then[letters[:-1], letters[1:]]
        return float(np.log(self._weight * self._first[letters[0]]) + np.log(steps).sum())


@dataclass
class Mixture:
    """One of several sources; their weights are in their own probabilities."""

    parts: Sequence[Factor]

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`."""
        total: Floats = np.sum([part.spread(evidence) for part in self.parts], axis=0)
        return total

    def score(self, letters: Letters) -> float:
        """See `Factor`."""
        return float(np.logaddexp.reduce([part.score(letters) for part in self.parts]))


def encode(words: Sequence[str]) -> Letters:
    """The letters of words of one length (lower case, `a` to `z`), a row each."""
    if not words:
        return np.zeros((0, 0), dtype=np.int8)
    raw: Any = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8)
    return (raw.reshape(len(words), -1) - ord("a")).astype(np.int8)


def decode(letters: Letters) -> str:
    """The word of some letters, in upper case."""
    return bytes(letters.astype(np.uint8) + ord("A")).decode("ascii")
