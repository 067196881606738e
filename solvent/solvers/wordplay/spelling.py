"""How probable a spelling is: a model of letters given the three before, for words and names that no list has."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

_EDGE = 26  # stands before the first letter and after the last
_SIZE = 27
_ORDER = 4
_MOST = 80_000  # words that it learns from


class Spelling:
    """Log probabilities of letters in context, interpolated over shorter contexts (Witten and Bell 1991)."""

    def __init__(self, words: Iterable[tuple[str, float]]) -> None:
        """Learns from the most frequent of `words` (word, probability), each once: names are new words, not old."""
        known = sorted(words, key=lambda item: -item[1])[:_MOST]
        codes = np.frombuffer("".join("{{{" + word for word, _ in known).encode() + b"{", dtype=np.uint8) - ord("a")
        codes = codes.astype(np.int64)
        ends = np.lib.stride_tricks.sliding_window_view(codes, _ORDER)
        # A window that begins within the padding of the next word predicts nothing.
        kept = ends[~((ends[:, -1] == _EDGE) & (ends[:, -2] == _EDGE))]
        self.table = _interpolated(kept)

    def log_probability(self, word: str) -> float:
        """Of the letters `a` to `z` of a word and its end."""
        codes = [_EDGE] * (_ORDER - 1) + [ord(letter) - ord("a") for letter in word] + [_EDGE]
        total = 0.0
        for at in range(_ORDER - 1, len(codes)):
            a, b, c, d = codes[at - 3 : at + 1]
            total += self.table[a, b, c, d]
        return float(total)


def _interpolated(windows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The table of log probabilities, [before, before, before, letter], from windows of four letters."""
    lower: npt.NDArray[np.float64] = np.full(_SIZE, 1 / _SIZE)
    for order in range(1, _ORDER + 1):
        index = np.zeros(len(windows), dtype=np.int64)
        for column in windows[:, _ORDER - order :].T:
            index = index * _SIZE + column
        counts = np.bincount(index, minlength=_SIZE**order).reshape((_SIZE,) * order).astype(np.float64)
        total, kinds = counts.sum(axis=-1, keepdims=True), (counts > 0).sum(axis=-1, keepdims=True)
        weight = np.where(total > 0, total / np.maximum(total + kinds, 1), 0.0)
        lower = weight * counts / np.maximum(total, 1) + (1 - weight) * lower
    return np.log(np.maximum(lower, math.exp(-20)))
