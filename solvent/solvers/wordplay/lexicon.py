"""English words: how probable they are, alone and after another; the resource that all word engines share.

| what | from | licence of the data |
|---|---|---|
| words and their frequencies | wordfreq, "large" list | CC BY-SA 4.0 |
| pairs of words (Google's Web corpus, Norvig's selection) | wordsegment | Apache-2.0 (MIT in the original) |
| words of a dictionary, rare ones included | wordsegment | Apache-2.0 |

Words are lower case, letters `a` to `z` with apostrophes inside ("don't", "o'clock"). Log probabilities are natural.
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

START = "<s>"  # what stands before the first word of a sentence

_NAMES = bytes(range(ord("a"), ord("a") + 26)) + bytes(range(26, 256))  # of places in a word, as letters
_UNKNOWN = 2e-5  # share of running words that no list has; names for the most part
_LEAST_PAIR = 100_000  # pairs that were seen less often than this were left out of the counts
_USUAL = 300  # contexts that hardly a text does without
_STARTS = 0.5  # weight of what was counted at the start of sentences
# The corpus parts "don't" into pieces and "it's" too: what comes after them comes after these words.
_TAILS = {"n't": "not", "'s": "is", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_WHOLE = {"can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"), "let's": ("let", "us")}


@dataclass(frozen=True)
class _Context:
    """What comes after a word: log probabilities of counted pairs; the logarithms of all others' factor and bound."""

    pairs: Mapping[str, float]
    rest: float
    most: float


class Lexicon:
    """Words by probability, length and pattern. Made once per process by `lexicon()`, read by everybody."""

    def __init__(
        self, words: Mapping[str, float], pairs: Mapping[str, list[str]], singles: Mapping[str, float]
    ) -> None:
        """`words` are probabilities, the greatest first; `pairs` and `singles` counts as `word_lists` gives them."""
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
        """Work out what is otherwise worked out at first need, so that processes forked from this one have it."""
        for size in self._sized:
            self._table(size)
        for word in (START, *self.words[:_USUAL]):
            self._context(word)

    def __contains__(self, word: str) -> bool:
        return word in self._log

    def __len__(self) -> int:
        return len(self._log)

    def log_probability(self, word: str) -> float:
        """Of a running word; of one that is in no list, by its spelling."""
        known = self._log.get(word)
        return self.unknown(word) if known is None else known

    def unknown(self, word: str) -> float:
        """Log probability of a word by its spelling alone, as a share of the words that are in no list."""
        known = self._unknown.get(word)
        if known is None:
            spelt = self._spelling.log_probability(word.replace("'", ""))
            known = self._unknown[word] = math.log(_UNKNOWN) + spelt
        return known

    def spellings(self, letters: Sequence[Iterable[str]], most: int) -> list[str]:
        """Letter sequences that look most like a word, of the letters allowed at each place; the best first."""
        return self._spelling.most_probable(letters, most)

    def bigram(self, previous: str, word: str) -> float:
        """Log probability of `word` right after `previous` (START before the first), backed off to `word` alone."""
        alone = self.log_probability(word)
        context = self._context(previous)
        if context is None:
            return alone
        head = _head(word)
        pair = context.pairs.get(head)
        if pair is not None and head != word:
            # Of "don't" after "I": as "do" after "I", times how often a "do" is a "don't".
            pair += min(0.0, alone - self.log_probability(head))
        if previous == START:
            # What begins a page of the Web is not always a sentence.
            starts = 0.0 if pair is None else _STARTS * math.exp(pair)
            return math.log(starts + (1 - _STARTS) * math.exp(alone))
        # A pair that is not in the counts was seen less than so often.
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
        """How often a word was seen; more often than its pairs, as the rare ones are not among them."""
        return max(self._singles[first], 1.05 * sum(float(line.partition("\t")[2]) for line in self._pairs[first]))

    def pairs(self) -> Iterator[tuple[str, str, float]]:
        """The counted pairs of words, with the log probability of the second after the first."""
        for first, lines in self._pairs.items():
            for second, log in word_lists.log_counts(lines, self._count(first)).items():
                yield first, second, log

    def words_of_length(self, length: int) -> tuple[str, ...]:
        """Words of so many letters (apostrophes do not count), the most frequent first."""
        if not self._by_length:
            groups: dict[int, list[str]] = defaultdict(list)
            for word in self.words:
                groups[len(word) - word.count("'")].append(word)
            self._by_length = {size: tuple(group) for size, group in groups.items()}
        return self._by_length.get(length, ())

    def by_pattern(self, pattern: str) -> Sequence[str]:
        """Words whose letters repeat like those of `pattern` ("abca" finds "that"), the most frequent first.

        Apostrophes stand where they stand in `pattern`.
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
        """The words of a size as [word, place]: the letters, and where each letter stands first in its word."""
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
        """Words with one of the given letters at each place, the most frequent first."""
        classes = [f"[{place}]" for place in letters]
        return re.findall(f"^{''.join(classes)}$", self._joined.get(len(classes), ""), re.MULTILINE)


def isomorph(word: str) -> str:
    """The pattern of a word's letters: "that" and "noon" give "abca" and "abba"; apostrophes stay."""
    shape = bytes(map(word.find, word)).translate(_NAMES).decode()
    if "'" in word:
        shape = "".join("'" if c == "'" else name for c, name in zip(word, shape, strict=True))
    return shape


@functools.cache
def lexicon() -> Lexicon:
    """The English lexicon; takes a second or two the first time. Raises SolverUnavailableError without the lists."""
    try:
        with word_lists.without_collection():
            return Lexicon(word_lists.words(), word_lists.pairs(), word_lists.singles())
    except ImportError as error:
        raise SolverUnavailableError(f"{word_lists.INSTALL} ({error})") from error


@functools.cache
def _tail(word: str) -> str:
    """The word that stands for `word` as a context."""
    if word in _WHOLE:
        return _WHOLE[word][1]
    return next((full for tail, full in _TAILS.items() if word.endswith(tail) and word != tail), word)


@functools.cache
def _head(word: str) -> str:
    """The word that stands for `word` as what follows a context."""
    if word in _WHOLE:
        return _WHOLE[word][0]
    return next((word.removesuffix(tail) for tail in _TAILS if word.endswith(tail) and word != tail), word)
