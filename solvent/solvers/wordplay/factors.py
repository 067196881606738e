"""Probability distributions over the letters of one word or phrase."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from solvent.solvers.wordplay.belief_propagation import Floats, Letters
from solvent.solvers.wordplay.vocabulary import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SOON = 8  # full evaluations of a list before it is pruned
_OFTEN = 3  # after that, every how many evaluations the full list is reconsidered
_FAR = 20.0  # words this much less log-probable than the best one are pruned in between

Part = tuple[Table, Floats]  # words and their log probabilities


class LetterChain:
    """A Markov chain over letters, for words that are in no list."""

    def __init__(self, first: Floats, then: Floats, log_weight: float) -> None:
        """`first` (26) holds the probabilities of the first letter, `then` (26 x 26) the transition probabilities."""
        self._first, self._then, self._weight = first, then, np.exp(log_weight)

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`; not normalised. Forward-backward."""
        seen = np.exp(evidence)
        forward = [self._weight * self._first * seen[0]]
        for place in range(1, len(seen)):
            forward.append((forward[-1] @ self._then) * seen[place])
        backward = [np.ones(26)]
        for place in range(len(seen) - 1, 0, -1):
            backward.append(self._then @ (seen[place] * backward[-1]))
        return np.stack(forward) * np.stack(backward[::-1])

    def score(self, letters: Letters) -> float:
        """See `Factor`."""
        steps = self._then[letters[:-1], letters[1:]]
        return float(np.log(self._weight * self._first[letters[0]]) + np.log(steps).sum())


class ActiveWords:
    """The words of a table that still fit, so that not all are evaluated every time."""

    def __init__(self) -> None:
        """Start without pruning."""
        self._turn = 0
        self._rows: NDArray[np.int64] | None = None

    def weights(self, table: Table, logs: Floats, evidence: Floats) -> tuple[Letters, Floats]:
        """Return the active words with their weights under the evidence (positions x 26)."""
        self._turn += 1
        if self._rows is None or self._turn % _OFTEN == 0:
            total = totals(table.letters, logs, evidence)
            if self._turn < _SOON or not len(total):
                return table.letters, np.exp(total)
            self._rows = np.flatnonzero(total > total.max() - _FAR)
            return table.letters[self._rows], np.exp(total[self._rows])
        letters = table.letters[self._rows]
        return letters, np.exp(totals(letters, logs[self._rows], evidence))


class ListedWord:
    """A word from some lists, or any sequence of letters."""

    def __init__(self, parts: Sequence[Part], anything: LetterChain) -> None:
        """The probabilities of a word that occurs in several parts are added."""
        self.parts, self.anything = [part for part in parts if len(part[1])], anything
        self._seen: dict[bytes, float] = {}
        self._active = [ActiveWords() for _ in self.parts]

    def spread(self, evidence: Floats) -> Floats:
        """See `Factor`; not normalised."""
        total = self.anything.spread(evidence)
        for (source, logs), active in zip(self.parts, self._active, strict=True):
            letters, weights = active.weights(source, logs, evidence)
            for place in range(len(evidence)):
                total[place] += np.bincount(letters[:, place], weights, 26)
        return total

    def score(self, letters: Letters) -> float:
        """See `Factor`."""
        key = letters.tobytes()
        if key not in self._seen:
            logs = [self.anything.score(letters)]
            logs += [float(logs[at]) for source, logs in self.parts if (at := source.index.get(key)) is not None]
            self._seen[key] = float(np.logaddexp.reduce(logs))
        return self._seen[key]

    def likely(self, evidence: Floats, most: int) -> list[Letters]:
        """See `Factor`."""
        found: dict[bytes, float] = {}
        for source, logs in self.parts:
            weights = totals(source.letters, logs, evidence)
            few = np.argpartition(-weights, most)[:most] if len(weights) > most else np.arange(len(weights))
            for at in few:
                key = source.letters[at].tobytes()
                found[key] = max(float(weights[at]), found.get(key, -np.inf))
        best = sorted(found, key=lambda key: -found[key])[:most]
        return [np.frombuffer(key, dtype=np.int8) for key in best]


def totals(letters: Letters, logs: Floats, evidence: Floats) -> Floats:
    """Return the log weight of every word (one row of letters each) under the evidence (positions x 26)."""
    total = logs.copy()
    for place, row in enumerate(evidence):
        total += row.take(letters[:, place])
    return total


def shares(logs: Floats) -> Floats:
    """Normalise log weights to log probabilities."""
    return logs - np.logaddexp.reduce(logs) if len(logs) else logs
