"""How much more often words come together than by chance, for all words of a list at once."""

import functools

import numpy as np
from numpy.typing import NDArray

from solvent.solvers.wordplay.belief import Floats
from solvent.solvers.wordplay.lexicon import Lexicon

_RAREST = -16.1  # log share of the corpus that the rarest counted pair has
_LEAST, _MOST = -3.0, 7.0


class Pairs:
    """Pointwise mutual information of words side by side; words are their ranks in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Takes the lexicon's counted pairs; of any other pair it knows that it is rare."""
        self.rank = {word: rank for rank, word in enumerate(lexicon.words)}
        self.logs = np.array([lexicon.log_probability(word) for word in lexicon.words])
        known = [
            (self.rank[first], self.rank[second], log)
            for first, second, log in lexicon.pairs()
            if first in self.rank and second in self.rank
        ]
        first, second = (np.array([each[side] for each in known], dtype=np.int32) for side in (0, 1))
        bound = np.array([log for *_, log in known]) - self.logs[second]
        self._sides = (_sorted(first, second, bound), _sorted(second, first, bound))

    def beside(self, word: int, others: NDArray[np.int32], *, after: bool) -> Floats:
        """The information of each of `others` (ascending) right after `word`, or right before it."""
        found: Floats = np.clip(_RAREST - self.logs[word] - self.logs[others], _LEAST, 0.0)
        keys, values, bound = self._sides[0 if after else 1]
        start, end = np.searchsorted(keys, [word, word + 1])
        at = np.searchsorted(others, values[start:end])
        at[at == len(others)] = 0
        same = others[at] == values[start:end] if len(others) else np.zeros(end - start, dtype=bool)
        found[at[same]] = np.minimum(bound[start:end][same], _MOST)
        return found


def _sorted(
    keys: NDArray[np.int32], values: NDArray[np.int32], bound: Floats
) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
    order = np.lexsort((values, keys))
    return keys[order], values[order], bound[order]


@functools.cache
def pairs(lexicon: Lexicon) -> Pairs:
    """The pairs of a lexicon, made once."""
    return Pairs(lexicon)
