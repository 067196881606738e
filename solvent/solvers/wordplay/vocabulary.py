"""Words and phrases by length as arrays, for engines that evaluate all of them at once."""

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvent.solvers.wordplay.belief_propagation import Floats, Letters, encode
from solvent.solvers.wordplay.lexicon import Lexicon
from solvent.solvers.wordplay.word_pairs import pairs

_COLLOCATION = 4.0  # minimum pointwise mutual information of the words of a phrase
_LONGEST = 15  # words shorter than this are prepared in advance
_MOST = 50_000  # words per length
_MOST_SHAPED = 30_000  # words per shape


@dataclass(frozen=True)
class Table:
    """Distinct strings of one length: `letters` with one row each, `logs` with their log probabilities."""

    letters: Letters
    logs: Floats

    @functools.cached_property
    def index(self) -> dict[bytes, int]:
        """The row number of each string, by its bytes."""
        return {row.tobytes(): number for number, row in enumerate(self.letters)}

    def first(self, most: int) -> "Table":
        """Return the first `most` rows."""
        return self if len(self.logs) <= most else Table(self.letters[:most], self.logs[:most])


@dataclass(frozen=True)
class Shaped:
    """Words with apostrophes in the same positions, most frequent first; `ranks` are their ranks in the lexicon."""

    table: Table
    ranks: NDArray[np.int32]


class Vocabulary:
    """The words and phrases of a lexicon by number of letters; computed on demand and cached."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Use the words and the counted pairs of a lexicon."""
        self._lexicon = lexicon
        self.words = functools.cache(self._words)
        self.phrases = functools.cache(self._phrases)
        self.shaped = functools.cache(self._shaped)
        self.common = functools.cache(self._common)

    def ready(self) -> None:
        """Fill the caches in advance, as `Lexicon.ready` does."""
        _ = self.chain, pairs(self._lexicon)
        for length in range(1, _LONGEST):
            self.words(length)
            self.shaped("." * length)

    def _words(self, length: int) -> Table:
        """Return single words with their log probabilities among running words."""
        found = self._lexicon.words_of_length(length)[:_MOST]
        return table((word.replace("'", ""), self._lexicon.log_probability(word)) for word in found)

    def _phrases(self, length: int) -> Table:
        """Return collocations of two words, without the space."""
        words, found = self._lexicon.words, pairs(self._lexicon)
        chosen = np.flatnonzero((found.lengths == length) & (found.information > _COLLOCATION))
        both = zip(found.first[chosen], found.second[chosen], found.together[chosen], strict=True)
        return table((words[first] + words[second], log) for first, second, log in both)

    def _shaped(self, shape: str) -> Shaped:
        """Return the words of a shape ("...'." for "don't")."""
        marks = [at for at, sign in enumerate(shape) if sign == "'"]
        found = [
            word
            for word in self._lexicon.words_of_length(len(shape) - len(marks))
            if word.count("'") == len(marks) and all(word[at] == "'" for at in marks)
        ][:_MOST_SHAPED]
        ranks = pairs(self._lexicon).rank
        words = table((word.replace("'", ""), self._lexicon.log_probability(word)) for word in found)
        return Shaped(words, np.array([ranks[word] for word in found], dtype=np.int32))

    def _common(self, length: int, most: int, flat: float) -> tuple[Table, Floats]:
        """Return the most frequent words of a length, with log probabilities flattened by the exponent `flat`."""
        few = self.words(length).first(most)
        return few, flat * few.logs - self._flattened(flat)

    @functools.cache  # noqa: B019  # the vocabulary lives as long as the process
    def _flattened(self, flat: float) -> float:
        logs = [self._lexicon.log_probability(word) for word in self._lexicon.words[:30_000]]
        return float(np.logaddexp.reduce(flat * np.array(logs)))

    @functools.cached_property
    def chain(self) -> tuple[Floats, Floats]:
        """Letter statistics of words: first-letter probabilities (26) and transition probabilities (26 x 26)."""
        first, then = np.full(26, 1.0), np.full((26, 26), 1.0)
        for length in range(2, 15):
            letters = self.words(length).letters
            if len(letters):
                first += np.bincount(letters[:, 0], minlength=26)
                pairs = letters[:, :-1].astype(np.int64) * 26 + letters[:, 1:]
                then += np.bincount(pairs.ravel(), minlength=26 * 26).reshape(26, 26)
        return first / first.sum(), then / then.sum(axis=1, keepdims=True)


def table(weighted: Iterable[tuple[str, float]]) -> Table:
    """Build a table of strings of one length; duplicates keep their greatest probability."""
    best: dict[str, float] = {}
    for word, log in weighted:
        if log > best.get(word, -math.inf):
            best[word] = log
    return Table(encode(list(best)), np.array(list(best.values()), dtype=np.float64))


@functools.cache
def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """Return the vocabulary of a lexicon, created once."""
    return Vocabulary(lexicon)
