"""Loopy belief propagation over the letters of cells that several words share.

Each word covers some cells, and sends messages about how probable their letters are, given the messages of the other
words on the same cells. After some rounds the beliefs of the cells take all words into account (Pearl 1988; for
crosswords Wallace et al. 2022). All quantities are natural logarithms; letters are numbered from 0 (`a`) to 25.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Letters = NDArray[np.int8]  # words of one length, a row each

_FLOOR = -14.0  # lower bound of messages, so that a single word cannot rule out a letter


class Factor(Protocol):
    """The probability distribution over the letters of one word."""

    def spread(self, evidence: Floats) -> Floats:
        """Return the marginals of its letters (positions x 26), given log evidence of the same shape from elsewhere."""
        ...

    def score(self, letters: Letters) -> float:
        """Return the log probability of the word that the letters spell."""
        ...

    def likely(self, evidence: Floats, most: int) -> list[Letters]:
        """Return the words that fit the evidence best, at most `most`."""
        ...


@dataclass
class Slot:
    """A word to be filled in: the numbers of its cells in order, and its distribution."""

    cells: NDArray[np.int64]
    factor: Factor


@dataclass
class Beliefs:
    """The messages of all slots, and the resulting `cells` (cells x 26): unnormalised log beliefs."""

    slots: Sequence[Slot]
    cells: Floats
    messages: list[Floats] = field(default_factory=list)

    @classmethod
    def begin(cls, slots: Sequence[Slot], given: Floats) -> "Beliefs":
        """Start from the given log beliefs (cells x 26) alone."""
        return cls(slots, given.copy(), [np.zeros((len(slot.cells), 26)) for slot in slots])

    def evidence(self, number: int) -> Floats:
        """Return the log evidence of the other slots about the cells of one slot."""
        others = self.cells[self.slots[number].cells] - self.messages[number]
        others -= others.max(axis=1, keepdims=True)
        return np.maximum(others, 2 * _FLOOR)

    def update(self, number: int, damping: float) -> float:
        """Recompute the messages of one slot; return their largest change, as a probability."""
        slot, before = self.slots[number], self.messages[number]
        evidence = self.evidence(number)
        said = np.log(slot.factor.spread(evidence) + 1e-300) - evidence
        said = np.maximum(said - said.max(axis=1, keepdims=True), _FLOOR)
        said = damping * before + (1 - damping) * said
        np.add.at(self.cells, slot.cells, said - before)
        self.messages[number] = said
        return float(np.abs(np.exp(said) - np.exp(before)).max())

    def run(self, rounds: int, *, damping: float = 0.3, enough: Callable[[], bool] = lambda: False) -> None:
        """Update all slots in turn until convergence, `rounds`, or `enough` returns true."""
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
        """The most probable letter of each cell, taken separately."""
        letters: Letters = self.cells.argmax(axis=1).astype(np.int8)
        return letters


def encode(words: Sequence[str]) -> Letters:
    """Encode words of equal length (lower case, `a` to `z`) as rows of letter numbers."""
    if not words:
        return np.zeros((0, 0), dtype=np.int8)
    raw: Any = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8)
    letters: Letters = (raw.reshape(len(words), -1) - ord("a")).astype(np.int8)
    return letters


def decode(letters: Letters) -> str:
    """Decode letter numbers to a word in upper case."""
    return bytes(letters.astype(np.uint8) + ord("A")).decode("ascii")
