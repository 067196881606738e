"""The probability of a spelling: a 4-gram letter model, for words and names that are in no list."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

_EDGE = 26  # padding before the first letter and after the last
_SIZE = 27
_ORDER = 4
_A = ord("a")
_MOST = 80_000  # words to train on


class Spelling:
    """Log probabilities of letters in context, interpolated over shorter contexts (Witten and Bell 1991)."""

    def __init__(self, words: Sequence[str]) -> None:
        """Train on the first of `words`, each once since unlisted words are new types; apostrophes are ignored."""
        codes = (
            np.frombuffer(
                "".join("{{{" + word.replace("'", "") for word in words[:_MOST]).encode() + b"{", dtype=np.uint8
            )
            - _A
        )
        codes = codes.astype(np.int64)
        ends = np.lib.stride_tricks.sliding_window_view(codes, _ORDER)
        # A window that ends beyond the first padding character predicts nothing.
        kept = ends[~((ends[:, -1] == _EDGE) & (ends[:, -2] == _EDGE))]
        self._rows: list[float] = _interpolated(kept).ravel().tolist()

    def log_probability(self, word: str) -> float:
        """Return the log probability of a word (letters `a` to `z`), including its end."""
        total, window = 0.0, _SIZE**_ORDER - 1
        for code in (*word.encode(), _EDGE + _A):
            window = window * _SIZE % _SIZE**_ORDER + code - _A
            total += self._rows[window]
        return total

    def most_probable(self, letters: Sequence[Iterable[str]], most: int) -> list[str]:
        """Return the most probable words given the letters allowed at each position; beam search of width `most`."""
        beam = [(0.0, "", _SIZE**_ORDER - 1)]
        for place in (*letters, [chr(_EDGE + _A)]):
            codes = [(letter, ord(letter) - _A) for letter in sorted(place)]
            longer = []
            for score, word, window in beam:
                start = window * _SIZE % _SIZE**_ORDER
                longer += [(score + self._rows[start + code], word + letter, start + code) for letter, code in codes]
            beam = sorted(longer, reverse=True)[:most]
        return [word[:-1] for _, word, _ in beam]


def _interpolated(windows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return log probabilities indexed by three preceding letters and a letter, from windows of four letters."""
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
