"""Local search from beliefs to a single fill: words are replaced as long as the total probability increases."""

import time

import numpy as np

from solvent.solvers.wordplay.belief_propagation import Beliefs, Floats, Letters

_TRIED = 14  # words to try per slot


class LocalSearch:
    """Replaces words in slots; cells with a positive belief in `given` (cells x 26) keep their letters."""

    def __init__(self, beliefs: Beliefs, given: Floats, end: float, *, own: int = 0) -> None:
        """Start with the most probable letter of each cell; stop at `end` on the monotonic clock.

        The words tried in each slot are those that best fit the evidence, and the `own` most probable ones without it.
        """
        self.slots, self.end = beliefs.slots, end
        self.crossing: list[list[int]] = [[] for _ in given]
        for number, slot in enumerate(self.slots):
            for cell in slot.cells:
                self.crossing[cell].append(number)
        self.tried: list[list[Letters]] = []
        for number, slot in enumerate(self.slots):
            late = time.monotonic() > end
            words = [] if late else slot.factor.likely(beliefs.evidence(number), _TRIED)
            alone = slot.factor.likely(np.zeros((len(slot.cells), 26)), own) if own and not late else []
            self.tried.append(words + alone)
        self.rows = [np.array(words) for words in self.tried]
        self.others = [
            {int(cell): set(self.crossing[cell]) - {number} for cell in slot.cells}
            for number, slot in enumerate(self.slots)
        ]
        self.letters = beliefs.best
        self.fixed = given.max(axis=1) > 0
        self.letters[self.fixed] = given[self.fixed].argmax(axis=1)

    def search(self) -> list[tuple[float, Letters]]:
        """Return the best fill and up to two neighbours, best first, with their log probabilities."""
        improved = True
        near: dict[bytes, float] = {}
        while improved and time.monotonic() < self.end:
            improved, near = False, {}
            for number in range(len(self.tried)):
                if time.monotonic() > self.end:
                    improved = True  # this round is incomplete
                    break
                for word in self.tried[number]:
                    gain, after = self._gain(number, word)
                    if gain > 1e-9:
                        self.letters, improved = after, True
                    elif not np.array_equal(after, self.letters):
                        near[after.tobytes()] = gain
        total = sum(self._score(number, self.letters) for number in range(len(self.tried)))
        # Gains are relative to the current fill, so only a complete round without a replacement has valid neighbours.
        others = [] if improved else sorted(((total + gain, key) for key, gain in near.items()), reverse=True)[:2]
        return [(total, self.letters), *((score, np.frombuffer(key, dtype=np.int8)) for score, key in others)]

    def _score(self, number: int, letters: Letters) -> float:
        return self.slots[number].factor.score(letters[self.slots[number].cells])

    def _gain(self, number: int, word: Letters) -> tuple[float, Letters]:
        """Return the gain of placing a word and adapting the words that cross it, and the resulting letters."""
        cells = self.slots[number].cells
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
        """Replace a crossing word by the best one that keeps the fixed cells and those shared with `kept` slots."""
        cells = self.slots[number].cells
        stays = np.array([bool(self.fixed[c]) or not kept.isdisjoint(self.others[number][c]) for c in cells])
        if stays.all() or not self.tried[number]:
            return
        same = (self.rows[number][:, stays] == letters[cells[stays]]).all(axis=1)
        fits = [self.tried[number][row] for row in np.flatnonzero(same)]
        if fits:
            best = max(fits, key=self.slots[number].factor.score)
            if self.slots[number].factor.score(best) > self._score(number, letters):
                letters[cells] = best
