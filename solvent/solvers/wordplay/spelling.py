"""How probable a spelling is: a model of letters given the three before, for words and names that no list has."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

_EDGE = 26  # stands before the first letter and after the last
_SIZE = 27
_ORDER = 4
_MOST = 80_000  # words that it learns from


class Spelling:
    """Log probabilities of letters in context, interpolated over shorter contexts (Witten and Bell 1991)."""

    def __init__(self, words: Sequence[str]) -> None:
        """Learns from the first of `words`, each once, as names are new words; apostrophes do not count."""
        codes = np.frombuffer(
            "".join("{{{" + word.replace("'", "") for word in words[:_MOST]).encode() + b"{", dtype=np.uint8
        ) - ord("a")
        codes = codes.astype(np.int64)
        ends = np.lib.stride_tricks.sliding_window_view(codes, _ORDER)
        # A window that begins within the padding of the next word predicts nothing.
        kept = ends[~((ends[:, -1] == _EDGE) & (ends[:, -2] == _EDGE))]
        self._rows: list[float] = _interpolated(kept).ravel().tolist()

    def log_probability(self, word: str) -> float:
        """Of the letters `a` to `z` of a word and its end."""
        padded = "{{{" + word
        return sum(self._next(padded[: at + 3], letter) for at, letter in enumerate(word + "{"))

    def most_probable(self, letters: Sequence[Iterable[str]], most: int) -> list[str]:
        """The most probable words of the letters that are allowed at each place, found with a beam of `most`."""
        beam = [(0.0, "{{{")]
        for place in letters:
            longer = [(score + self._next(word, c), word + c) for score, word in beam for c in sorted(place)]
            beam = sorted(longer, reverse=True)[:most]
        ended = sorted(((score + self._next(word, "{"), word[3:]) for score, word in beam), reverse=True)
        return [word for _, word in ended]

    def _next(self, before: str, letter: str) -> float:
        a, b, c, d = (ord(each) - ord("a") for each in (*before[-3:], letter))
        return self._rows[((a * _SIZE + b) * _SIZE + c) * _SIZE + d]


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
