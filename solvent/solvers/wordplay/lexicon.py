"""English words: how probable they are, alone and after another; the resource that all word engines share.

| what | from | licence of the data |
|---|---|---|
| words and their frequencies | wordfreq, "large" list | CC BY-SA 4.0 |
| pairs of words (Google's Web corpus, Norvig's selection) | wordsegment | Apache-2.0 (MIT in the original) |
| words of a dictionary, rare ones included | wordsegment | Apache-2.0 |

Words are lower case, letters `a` to `z` with apostrophes inside ("don't", "o'clock"). Log probabilities are natural.
"""

import contextlib
import functools
import gc
import importlib
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from solvent.solvers.errors import SolverUnavailableError

START = "<s>"  # what stands before the first word of a sentence
RESOURCES = ("numpy", "wordfreq", "wordsegment")
INSTALL = "word puzzles need word lists: pip install 'solvent[words]'"

_ANY = "a-z"
_NAMES = bytes(range(ord("a"), ord("a") + 26)) + bytes(range(26, 256))  # of places in a word, as letters
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
_RARE = 2e-9  # of a word that only the dictionary knows; the rarest of wordfreq's has 1e-8
_COMMON = 250_000  # words that are found by their pattern
_WELL_KNOWN, _HARDLY_KNOWN = 1e-4, 1e-6  # probabilities
_UNKNOWN = 2e-5  # share of running words that no list has; names for the most part
_LEAST_PAIR = 100_000  # pairs that were seen less often than this were left out of the counts
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

    def __init__(self, words: Mapping[str, float], pairs: Mapping[str, float], singles: Mapping[str, float]) -> None:
        """`words` are probabilities, the greatest first; `pairs` ("a b") and `singles` counts in one corpus."""
        from solvent.solvers.wordplay.spelling import Spelling

        self.words = tuple(words)
        self._log = dict(zip(words, map(math.log, words.values()), strict=True))
        self._spelling = Spelling(self.words)
        self._pairs: dict[str, dict[str, float]] = defaultdict(dict)
        for pair, count in pairs.items():
            first, _, second = pair.partition(" ")
            self._pairs[first][second] = count
        self._singles = {first: singles.get(first, 0.0) for first in self._pairs}
        self._contexts: dict[str, _Context | None] = {}
        self._unknown: dict[str, float] = {}
        self._joined: dict[int, str] = {}
        self._by_length: dict[int, tuple[str, ...]] = {}
        self._by_pattern: dict[str, list[str]] | None = None

    def ready(self) -> None:
        """Work out what is otherwise worked out at first need, so that processes forked from this one have it."""
        self.fitting("a")
        self.by_pattern("a")

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

    def followers(self, previous: str) -> Mapping[str, float]:
        """Words of the counted pairs after `previous`, with their log probabilities there."""
        context = self._context(previous)
        return context.pairs if context else {}

    def _context(self, previous: str) -> "_Context | None":
        if previous not in self._contexts:
            self._contexts[previous] = self._new_context(_tail(previous))
        return self._contexts[previous]

    def _new_context(self, word: str) -> "_Context | None":
        seconds = self._pairs.get(word)
        if not seconds:
            return None
        seen = sum(seconds.values())
        count = max(self._singles[word], seen * 1.05)
        covered = sum(math.exp(self._log[second]) for second in seconds if second in self._log)
        rest = math.log((1 - seen / count) / max(1 - covered, 0.05))
        pairs = {second: math.log(number / count) for second, number in seconds.items()}
        return _Context(pairs, rest, math.log(_LEAST_PAIR / count))

    def pairs(self) -> Iterator[tuple[str, str, float]]:
        """The counted pairs of words, with the log probability of the second after the first."""
        for first, seconds in self._pairs.items():
            count = max(self._singles[first], 1.05 * sum(seconds.values()))
            for second, number in seconds.items():
                yield first, second, math.log(number / count)

    def words_of_length(self, length: int) -> tuple[str, ...]:
        """Words of so many letters (apostrophes do not count), the most frequent first."""
        if not self._by_length:
            groups: dict[int, list[str]] = defaultdict(list)
            for word in self.words:
                groups[len(word) - word.count("'")].append(word)
            self._by_length = {size: tuple(group) for size, group in groups.items()}
        return self._by_length.get(length, ())

    def by_pattern(self, pattern: str) -> Sequence[str]:
        """Common words whose letters repeat like those of `pattern` ("abca" finds "that"), the most frequent first.

        Apostrophes stand where they stand in `pattern`.
        """
        if self._by_pattern is None:
            groups: dict[str, list[str]] = defaultdict(list)
            for word in self.words[:_COMMON]:
                groups[isomorph(word)].append(word)
            self._by_pattern = dict(groups)
        return self._by_pattern.get(isomorph(pattern.lower()), ())

    def matching(self, template: str) -> list[str]:
        """Words that fit known letters, `.` for any other ("s..n" finds "seen"), the most frequent first.

        Apostrophes stand where they stand in `template`.
        """
        return self.fitting(_ANY if letter == "." else letter for letter in template.lower())

    def fitting(self, letters: Iterable[str]) -> list[str]:
        """Words with one of the given letters at each place, the most frequent first."""
        classes = [f"[{place}]" for place in letters]
        if not self._joined:
            groups: dict[int, list[str]] = defaultdict(list)
            for word in self.words:
                groups[len(word)].append(word)
            self._joined = {size: "\n".join(group) for size, group in groups.items()}
        return re.findall(f"^{''.join(classes)}$", self._joined.get(len(classes), ""), re.MULTILINE)


def isomorph(word: str) -> str:
    """The pattern of a word's letters: "that" and "noon" give "abca" and "abba"; apostrophes stay."""
    shape = bytes(map(word.find, word)).translate(_NAMES).decode()
    if "'" in word:
        shape = "".join("'" if c == "'" else name for c, name in zip(word, shape, strict=True))
    return shape


def is_word(text: str) -> bool:
    """Whether it is written as the words of a lexicon are."""
    return (text.isascii() and text.isalpha() and text.islower()) or _WORD.fullmatch(text) is not None


@functools.cache
def lexicon() -> Lexicon:
    """The English lexicon; takes seconds the first time. Raises SolverUnavailableError where the lists are missing."""
    try:
        wordfreq, segment = importlib.import_module("wordfreq"), importlib.import_module("wordsegment")
    except ImportError as error:
        raise SolverUnavailableError(f"{INSTALL} ({error})") from error
    files = segment.Segmenter
    with _without_collection():
        frequencies = wordfreq.get_frequency_dict("en", "large")
        words = {word: probability for word, probability in frequencies.items() if is_word(word)}
        dictionary = frozenset(Path(files.WORDS_FILENAME).read_text("utf-8").split())
        words = {word: probability * _trust(word, probability, dictionary) for word, probability in words.items()}
        words.update(dict.fromkeys(sorted(dictionary - words.keys()), _RARE))
        pairs = _counts(files.BIGRAMS_FILENAME)
        return Lexicon(_sorted(words), pairs, _counts(files.UNIGRAMS_FILENAME))


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Half a million new objects that all stay: looking for garbage among them takes longer than making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _counts(file: str) -> dict[str, float]:
    """Lines of what is counted, a tabulator and the count."""
    fields = Path(file).read_text("utf-8").replace("\n", "\t").split("\t")
    return dict(zip(fields[::2], map(float, fields[1::2]), strict=False))


def _trust(word: str, probability: float, dictionary: frozenset[str]) -> float:
    """How much of a frequency to believe: what no dictionary has is more often a slip, a foreign word or a name.

    The factors make quotations most probable, where such words are a quarter of what they are elsewhere.
    """
    if word in dictionary or "'" in word or probability > _WELL_KNOWN:
        return 1.0
    return 0.15 if probability > _HARDLY_KNOWN else 0.03


def _sorted(words: Mapping[str, float]) -> dict[str, float]:
    """By frequency, without single letters other than "a", "i" and "o", which lists of running text are full of."""
    kept = ((word, p) for word, p in words.items() if len(word) > 1 or word in "aio")
    return dict(sorted(kept, key=lambda item: -item[1]))


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


def known_words(words: Iterable[str]) -> float:
    """The share of `words` that the lexicon has; 0 for none."""
    found = [word in lexicon() for word in words]
    return sum(found) / len(found) if found else 0.0
