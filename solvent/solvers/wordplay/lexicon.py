"""The English lexicon shared by all word engines: probabilities of words and of word pairs.

| what | from | licence of the data |
|---|---|---|
| words and their frequencies | wordfreq, "large" list | CC BY-SA 4.0 |
| pairs of words (Google's Web corpus, Norvig's selection) | wordsegment | Apache-2.0 (MIT in the original) |
| dictionary words, including rare ones | wordsegment | Apache-2.0 |

Words are lower case, letters `a` to `z` with internal apostrophes ("don't", "o'clock"). Log probabilities are natural.
"""

import functools
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.wordplay import word_lists

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

START = "<s>"  # the context of the first word of a sentence

_NAMES = bytes(range(ord("a"), ord("a") + 26)) + bytes(range(26, 256))  # maps positions in a word to letters
_UNKNOWN = 2e-5  # share of running words that are in no list, mostly names
_LEAST_PAIR = 100_000  # pairs seen less often than this are missing from the counts
_USUAL = 300  # contexts that almost every text needs
_STARTS = 0.5  # weight of the counts at the start of sentences
# The corpus splits "don't" and "it's": as contexts, contractions are represented by these words.
_TAILS = {"n't": "not", "'s": "is", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_WHOLE = {"can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"), "let's": ("let", "us")}


@dataclass(frozen=True)
class _Context:
    """The words that follow a word: log probabilities of counted pairs; for others a log factor and an upper bound."""

    pairs: Mapping[str, float]
    rest: float
    most: float


class Lexicon:
    """Words by probability, length and pattern. Created once per process by `lexicon()`, and shared."""

    def __init__(
        self, words: Mapping[str, float], pairs: Mapping[str, list[str]], singles: Mapping[str, float]
    ) -> None:
        """`words` maps words to probabilities, greatest first; `pairs` and `singles` are the counts of `word_lists`."""
        from solvent.solvers.wordplay.spelling import Spelling

        self.words = tuple(words)
        self._log = dict(zip(words, map(math.log, words.values()), strict=True))
        self._spelling = Spelling(self.words)
        self._pairs = pairs
        self._singles = {first: singles.get(first, 0.0) for first in pairs}
        self._contexts: dict[str, _Context | None] = {}
        self._unknown: dict[str, float] = {}
        self._by_length: dict[int, tuple[str, ...]] = {}
        self._sized: dict[int, list[str]] = defaultdict(list)
        for word in self.words:
            self._sized[len(word)].append(word)
        self._joined = {size: "\n".join(group) for size, group in self._sized.items()}
        self._tables: dict[int, tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]] = {}

    def ready(self) -> None:
        """Fill the caches in advance, so that processes forked from this one share them."""
        for size in self._sized:
            self._table(size)
        for word in (START, *self.words[:_USUAL]):
            self._context(word)

    def __contains__(self, word: str) -> bool:
        return word in self._log

    def __len__(self) -> int:
        return len(self._log)

    def log_probability(self, word: str) -> float:
        """Return the log probability of a running word; that of an unlisted word is estimated from its spelling."""
        known = self._log.get(word)
        return self.unknown(word) if known is None else known

    def unknown(self, word: str) -> float:
        """Return the log probability of an unlisted word, estimated from its spelling."""
        known = self._unknown.get(word)
        if known is None:
            spelt = self._spelling.log_probability(word.replace("'", ""))
            known = self._unknown[word] = math.log(_UNKNOWN) + spelt
        return known

    def spellings(self, letters: Sequence[Iterable[str]], most: int) -> list[str]:
        """Return the most word-like letter sequences given the letters allowed at each position, best first."""
        return self._spelling.most_probable(letters, most)

    def bigram(self, previous: str, word: str) -> float:
        """Return the log probability of `word` after `previous` (START at first), backing off to `word` alone."""
        alone = self.log_probability(word)
        context = self._context(previous)
        if context is None:
            return alone
        head = _head(word)
        pair = context.pairs.get(head)
        if pair is not None and head != word:
            # P("don't" after "I"): that of "do" after "I", times the ratio of "don't" to "do".
            pair += min(0.0, alone - self.log_probability(head))
        if previous == START:
            # The beginning of a web page is not always a sentence.
            starts = 0.0 if pair is None else _STARTS * math.exp(pair)
            return math.log(starts + (1 - _STARTS) * math.exp(alone))
        # An uncounted pair was seen less often than the threshold for counting.
        return min(alone + context.rest, context.most) if pair is None else pair

    def _context(self, previous: str) -> "_Context | None":
        word = _tail(previous)
        if word not in self._contexts:
            self._contexts[word] = self._new_context(word)
        return self._contexts[word]

    def _new_context(self, word: str) -> "_Context | None":
        lines = self._pairs.get(word)
        if not lines:
            return None
        count = self._count(word)
        pairs = word_lists.log_counts(lines, count)
        seen = sum(map(math.exp, pairs.values()))
        covered = sum(math.exp(self._log[second]) for second in pairs if second in self._log)
        rest = math.log((1 - seen) / max(1 - covered, 0.05))
        return _Context(pairs, rest, math.log(_LEAST_PAIR / count))

    def _count(self, first: str) -> float:
        """Return the count of a word, at least a little more than that of its pairs, since rare pairs are missing."""
        return max(self._singles[first], 1.05 * sum(float(line.partition("\t")[2]) for line in self._pairs[first]))

    def pairs(self) -> Iterator[tuple[str, str, float]]:
        """Yield the counted pairs of words, with the log probability of the second after the first."""
        for first, lines in self._pairs.items():
            for second, log in word_lists.log_counts(lines, self._count(first)).items():
                yield first, second, log

    def words_of_length(self, length: int) -> tuple[str, ...]:
        """Return the words with `length` letters, not counting apostrophes, most frequent first."""
        if not self._by_length:
            groups: dict[int, list[str]] = defaultdict(list)
            for word in self.words:
                groups[len(word) - word.count("'")].append(word)
            self._by_length = {size: tuple(group) for size, group in groups.items()}
        return self._by_length.get(length, ())

    def by_pattern(self, pattern: str) -> Sequence[str]:
        """Return the words with the same repetition pattern as `pattern` ("abca" finds "that"), most frequent first.

        Apostrophes must be in the same positions.
        """
        import numpy as np

        words = self._sized.get(len(pattern), [])
        if not words:
            return []
        table, places = self._table(len(pattern))
        first = np.array([pattern.index(c) for c in pattern], dtype=np.uint8)
        apostrophes = np.array([c == "'" for c in pattern])
        fits = (places == first).all(axis=1) & ((table == ord("'")) == apostrophes).all(axis=1)
        return [words[row] for row in np.flatnonzero(fits)]

    def _table(self, size: int) -> "tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]":
        """Return arrays [word, position] for words of one size: the letters, and each letter's first position."""
        import numpy as np

        if size not in self._tables:
            letters = np.frombuffer("".join(self._sized[size]).encode(), dtype=np.uint8).reshape(-1, size)
            places = np.tile(np.arange(size, dtype=np.uint8), (len(letters), 1))
            for later in range(1, size):
                for earlier in reversed(range(later)):
                    places[letters[:, later] == letters[:, earlier], later] = earlier
            self._tables[size] = letters, places
        return self._tables[size]

    def fitting(self, letters: Iterable[str]) -> list[str]:
        """Return the words with one of the given letters at each position, most frequent first."""
        classes = [f"[{place}]" for place in letters]
        return re.findall(f"^{''.join(classes)}$", self._joined.get(len(classes), ""), re.MULTILINE)


def isomorph(word: str) -> str:
    """Return the repetition pattern of a word: "abca" for "that", "abba" for "noon"; apostrophes are kept."""
    shape = bytes(map(word.find, word)).translate(_NAMES).decode()
    if "'" in word:
        shape = "".join("'" if c == "'" else name for c, name in zip(word, shape, strict=True))
    return shape


@functools.cache
def lexicon() -> Lexicon:
    """Load the English lexicon once; takes a second or two. Raises SolverUnavailableError without the word lists."""
    try:
        with word_lists.without_collection():
            return Lexicon(word_lists.words(), word_lists.pairs(), word_lists.singles())
    except ImportError as error:
        raise SolverUnavailableError(f"{word_lists.INSTALL} ({error})") from error


@functools.cache
def _tail(word: str) -> str:
    """Return the word that represents `word` as a context."""
    if word in _WHOLE:
        return _WHOLE[word][1]
    return next((full for tail, full in _TAILS.items() if word.endswith(tail) and word != tail), word)


@functools.cache
def _head(word: str) -> str:
    """Return the word that represents `word` after a context."""
    if word in _WHOLE:
        return _WHOLE[word][0]
    return next((word.removesuffix(tail) for tail in _TAILS if word.endswith(tail) and word != tail), word)
