"""Pointwise mutual information of adjacent words, for all words of a list at once."""

import functools

import numpy as np
from numpy.typing import NDArray

from solvent.solvers.wordplay.belief_propagation import Floats
from solvent.solvers.wordplay.lexicon import Lexicon

_RAREST = -16.1  # log share of the rarest counted pair in the corpus
_LEAST, _MOST = -3.0, 7.0
_KEPT = 400  # cached results


class WordPairs:
    """Pointwise mutual information of adjacent words, which are identified by their ranks in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Use the lexicon's counted pairs; any other pair is known to be rare."""
        self.rank = {word: rank for rank, word in enumerate(lexicon.words)}
        self.logs = np.array([lexicon.log_probability(word) for word in lexicon.words])
        rank = self.rank
        known = [(rank[a], rank[b], log) for a, b, log in lexicon.pairs() if a in rank and b in rank]
        self.first, self.second = (np.array([each[side] for each in known], dtype=np.int32) for side in (0, 1))
        after = np.array([log for *_, log in known])
        sizes = np.array([len(word) if word.isalpha() else 1000 for word in lexicon.words], dtype=np.int32)
        self.lengths = sizes[self.first] + sizes[self.second]  # letters of both words; huge if one has an apostrophe
        self.together = self.logs[self.first] + after
        self.information = after - self.logs[self.second]
        first, second, bound = self.first, self.second, self.information
        size = len(self.logs)
        self._sides = (_sorted(first, second, bound, size), _sorted(second, first, bound, size))
        self._kept: dict[tuple[int, int, int, bool], Floats] = {}

    def beside(self, word: int, others: NDArray[np.int32], *, after: bool) -> Floats:
        """Return how much more often than by chance each of `others` (ascending) occurs after `word`, or before."""
        key = (word, len(others), int(others[-1]) if len(others) else 0, after)
        if key not in self._kept:
            if len(self._kept) > _KEPT:
                self._kept.clear()
            self._kept[key] = self._beside(word, others, after=after)
        return self._kept[key]

    def _beside(self, word: int, others: NDArray[np.int32], *, after: bool) -> Floats:
        found: Floats = np.clip(_RAREST - self.logs[word] - self.logs[others], _LEAST, 0.0)
        starts, values, bound = self._sides[0 if after else 1]
        here = slice(starts[word], starts[word + 1])
        if len(others) and here.stop > here.start:
            at = np.minimum(np.searchsorted(others, values[here]), len(others) - 1)
            same = others[at] == values[here]
            found[at[same]] = np.minimum(bound[here][same], _MOST)
        return np.exp(found)


def _sorted(
    keys: NDArray[np.int32], values: NDArray[np.int32], bound: Floats, size: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], Floats]:
    """Sort pairs by key; return where those of each key begin, the other words of the pairs, and their information."""
    order = np.lexsort((values, keys))
    return np.searchsorted(keys[order], np.arange(size + 1, dtype=np.int32)), values[order], bound[order]


@functools.cache
def pairs(lexicon: Lexicon) -> WordPairs:
    """Return the word pairs of a lexicon, created once."""
    return WordPairs(lexicon)
