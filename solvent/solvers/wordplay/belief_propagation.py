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

    def likely(self, evidence: Floats, most: int) -> list[Letters]:
        """The words that fit the evidence best."""
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
        letters: Letters = self.cells.argmax(axis=1).astype(np.int8)
        return letters


def encode(words: Sequence[str]) -> Letters:
    """The letters of words of one length (lower case, `a` to `z`), a row each."""
    if not words:
        return np.zeros((0, 0), dtype=np.int8)
    raw: Any = np.frombuffer("".join(words).encode("ascii"), dtype=np.uint8)
    letters: Letters = (raw.reshape(len(words), -1) - ord("a")).astype(np.int8)
    return letters


def decode(letters: Letters) -> str:
    """The word of some letters, in upper case."""
    return bytes(letters.astype(np.uint8) + ord("A")).decode("ascii")
