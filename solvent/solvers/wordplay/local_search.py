"""From beliefs to one filling: words are exchanged while that makes the whole more probable."""

import time

import numpy as np

from solvent.solvers.wordplay.belief_propagation import Beliefs, Floats, Letters

_TRIED = 14  # words that are tried in a place


class LocalSearch:
    """Puts other words into slots; cells with a positive belief in `given` (cells x 26) keep their letters."""

    def __init__(self, beliefs: Beliefs, given: Floats, end: float, *, own: int = 0) -> None:
        """Begins with the most probable letter of each cell; stops at `end` on the monotonic clock.

        Tried are the words that fit best what the others say, and `own` that fit best by themselves.
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
        """The best fill and those that are one exchange away, best first, with their log probabilities."""
        improved = True
        near: dict[bytes, float] = {}
        while improved and time.monotonic() < self.end:
            improved, near = False, {}
            for number in range(len(self.tried)):
                if time.monotonic() > self.end:
                    improved = True  # this round stays unfinished
                    break
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
        return self.slots[number].factor.score(letters[self.slots[number].cells])

    def _gain(self, number: int, word: Letters) -> tuple[float, Letters]:
        """What a word would change, once the words that cross it have followed; and the letters then."""
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
        """Let a crossing word take its best form in which the cells of words that were put down stay."""
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
