"""Phrases of several words written without spaces, at unknown word boundaries."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from solvent.solvers.wordplay.belief_propagation import Floats, Letters
from solvent.solvers.wordplay.factors import ActiveWords, ListedWord, Part, totals

_MIN, _MAX = 1, 14  # length of a word in a phrase
_SURE = 1e-4  # segments less probable than this are ignored
_KEPT = 40  # beam width of the search for the best phrases
_FITTING = 4  # words that it tries per segment


class Phrase:
    """`count` independent words (any number if None), or a known phrase, or any letters."""

    def __init__(
        self, words: Callable[[int], Part], count: int | None, whole: ListedWord, *, log_weight: float = 0.0
    ) -> None:
        """`words` returns the words of a length with log probabilities over words of all lengths.

        `whole` is the distribution over known phrases and any letters, `log_weight` the log weight of free phrases.
        """
        self._words, self._count, self._whole, self._weight = words, count, whole, log_weight
        self._seen: dict[bytes, float] = {}
        self._active: dict[tuple[int, int], ActiveWords] = defaultdict(ActiveWords)

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`; not normalised. Forward-backward over the word boundaries."""
        total = self._whole.spread(evidence)
        length = len(evidence)
        weights = {piece: self._weights(evidence, *piece) for piece in _pieces(length)}
        sums = {piece: float(each.sum()) for piece, (_, each) in weights.items()}
        before, after = self._forward(length, sums), self._backward(length, sums)
        whole = sum(before[length].values())
        for (start, end), (letters, each) in weights.items():
            outside = sum(value * after[end].get(self._left(count), 0.0) for count, value in before[start].items())
            if each.size and outside * sums[start, end] > _SURE * whole:
                for place in range(end - start):
                    total[start + place] += math.exp(self._weight) * outside * np.bincount(letters[:, place], each, 26)
        return total

    def score(self, letters: Letters) -> float:
        """See `Factor`."""
        key = letters.tobytes()
        if key not in self._seen:
            logs = {
                (start, end): self._log(letters[start:end].tobytes(), end - start)
                for start, end in _pieces(len(letters))
            }
            sums = {piece: float(np.exp(log)) for piece, log in logs.items()}
            cut = sum(self._forward(len(letters), sums)[len(letters)].values())
            self._seen[key] = float(np.logaddexp(self._weight + np.log(cut + 1e-300), self._whole.score(letters)))
        return self._seen[key]

    def likely(self, evidence: Floats, most: int) -> list[Letters]:
        """See `Factor`."""
        length = len(evidence)
        best: list[list[tuple[float, int, bytes]]] = [[] for _ in range(length + 1)]
        best[0] = [(0.0, 0, b"")]
        for start in range(length):
            best[start] = sorted(best[start], reverse=True)[:_KEPT]
            if not best[start]:
                continue
            for end in range(start + _MIN, min(length, start + _MAX) + 1):
                for log, word in self._fitting(evidence[start:end]):
                    best[end] += [(value + log, count + 1, said + word) for value, count, said in best[start]]
        ends = [(value + self._weight, said) for value, count, said in best[length] if self._count in (None, count)]
        places = np.arange(length)
        known = self._whole.likely(evidence, most)
        ends += [(self._whole.score(each) + float(evidence[places, each].sum()), each.tobytes()) for each in known]
        found = dict.fromkeys(said for _, said in sorted(ends, reverse=True))
        return [np.frombuffer(key, dtype=np.int8) for key in list(found)[:most]]

    def _fitting(self, evidence: Floats) -> list[tuple[float, bytes]]:
        table, logs = self._words(len(evidence))
        if not len(logs):
            return []
        weights = totals(table.letters, logs, evidence)
        few = np.argpartition(-weights, _FITTING)[:_FITTING] if len(weights) > _FITTING else range(len(weights))
        return [(float(weights[at]), table.letters[at].tobytes()) for at in few]

    def _weights(self, evidence: Floats, start: int, end: int) -> tuple[Letters, Floats]:
        return self._active[start, end].weights(*self._words(end - start), evidence[start:end])

    def _log(self, key: bytes, length: int) -> float:
        table, logs = self._words(length)
        at = table.index.get(key)
        return -np.inf if at is None else float(logs[at])

    def _left(self, used: int) -> int:
        """Return the number of words after the next one if `used` words precede it; 0 if any number is allowed."""
        return 0 if self._count is None else self._count - used - 1

    def _forward(self, length: int, sums: dict[tuple[int, int], float]) -> list[dict[int, float]]:
        """Return for each position the total weight of what precedes it, by number of words (0 if any is allowed)."""
        found: list[dict[int, float]] = [{} for _ in range(length + 1)]
        found[0][0] = 1.0
        for start in range(length):
            for end in range(start + _MIN, min(length, start + _MAX) + 1):
                for count, value in found[start].items():
                    step = count if self._count is None else count + 1
                    if self._count is None or step <= self._count:
                        found[end][step] = found[end].get(step, 0.0) + value * sums[start, end]
        if self._count is not None:
            found[length] = {self._count: found[length].get(self._count, 0.0)}
        return found

    def _backward(self, length: int, sums: dict[tuple[int, int], float]) -> list[dict[int, float]]:
        """Return for each position the total weight of what follows it, by number of words."""
        found: list[dict[int, float]] = [{} for _ in range(length + 1)]
        found[length][0] = 1.0
        for end in range(length, 0, -1):
            for start in range(max(0, end - _MAX), end - _MIN + 1):
                for count, value in found[end].items():
                    step = count if self._count is None else count + 1
                    found[start][step] = found[start].get(step, 0.0) + value * sums[start, end]
        return found


def _pieces(length: int) -> Iterator[tuple[int, int]]:
    for start in range(length):
        for end in range(start + _MIN, min(length, start + _MAX) + 1):
            yield start, end
