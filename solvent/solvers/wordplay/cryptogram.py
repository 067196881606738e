"""Cryptograms (simple substitution ciphers), solved by searching for the most probable English text.

The specification has `text` (the ciphertext, with its punctuation and apostrophes), `hints` (known letters, {cipher
letter: plain letter}) and `author` (a line below the text, either enciphered or in the clear, whichever is more
plausible). The answer is `{"text": ..., "mapping": {cipher letter: plain letter}}`.

A beam search first assigns the words, those with the fewest candidates first: each is one of the words with its letter
pattern (Hart 1994, "To decode short cryptograms"), or left open as a name. Hill climbing then swaps pairs of letters as
long as the text becomes more probable under a bigram model. The runners-up are among the keys it visits.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from solvent.solvers.wordplay.cipher import LETTERS, Cipher, Key, Token, answer, decode, disagreement, read, tokenize
from solvent.solvers.wordplay.lexicon import START, Lexicon
from solvent.solvers.wordplay.search_result import Decoding, SearchResult, Specification, doubt, ranked

KIND = "cryptogram"
NEEDED = 3.0

_BY_FREQUENCY = "etaoinshrdlcumwfgypbvkjxqz"
_BEAM = 250
_PER_STATE = 60  # successors of each beam state
_MOST_WORDS = 8000  # per letter pattern
_CLIMBED = 12  # final states to improve by hill climbing
_KEPT = 5  # decodings to return
_OPEN, _OPEN_LETTER = 13.0, 2.2  # cost of leaving a word open, and of each of its letters

_TINY = 1e-9

Bytes = npt.NDArray[np.int8]


def solve(specification: Specification, lexicon: Lexicon, *, seconds: float) -> SearchResult:
    """Search for the most probable decodings. Raises ProgramError."""
    deadline = time.monotonic() + seconds
    cipher = read(specification)
    tokens = tokenize(cipher.text)
    keys: list[tuple[float, Key]] = []
    if cipher.author:
        signature = tokenize(cipher.author)
        keys = _decoded([*tokens, *signature], cipher.hints, lexicon, deadline)
        deciphered = _sense(tokenize(decode(cipher.author, keys[0][1])), lexicon)
        if _sense(signature, lexicon) >= deciphered:  # the author is in the clear
            cipher = Cipher(cipher.text, "", cipher.hints)
    if not cipher.author:
        keys = _decoded(tokens, cipher.hints, lexicon, deadline)
    decodings = tuple(Decoding(answer(cipher, key), score) for score, key in keys)
    words = [token.word for token in tokenize(decode(cipher.text, keys[0][1]))]
    return ranked(decodings, NEEDED, doubt(words, lexicon))


def accepts(specification: Specification, given: Any) -> str:
    """Return the reason why the cryptogram does not allow an answer; empty if it does. Raises ProgramError."""
    return disagreement(read(specification), given)


def _sense(tokens: Sequence[Token], lexicon: Lexicon) -> float:
    return sum(lexicon.log_probability(token.word) for token in tokens)


def _decoded(
    tokens: Sequence[Token], hints: Mapping[str, str], lexicon: Lexicon, deadline: float
) -> list[tuple[float, Key]]:
    """Return the best keys with their scores, best first."""
    start = [-1] * 26
    for cipher, plain in hints.items():
        start[ord(cipher) - 97] = ord(plain) - 97
    states = _beam(tokens, tuple(start), lexicon, deadline)
    climber = _Climber(tokens, frozenset(hints), lexicon)
    for _, key in states[:_CLIMBED]:
        climber.climb(key)
        if time.monotonic() > deadline:
            break
    return climber.best(_KEPT)


# The beam search over words


def _beam(tokens: Sequence[Token], start: Key, lexicon: Lexicon, deadline: float) -> list[tuple[float, Key]]:
    counts = Counter(token.word for token in tokens)
    lists = {word: _Candidates(word, lexicon) for word in counts}
    states: list[tuple[float, Key]] = [(0.0, start)]
    for word in _order(counts, {word: len(each.scores) for word, each in lists.items()}, start):
        times, candidates = counts[word], lists[word]
        letters = len(word) - word.count("'")
        following: dict[Key, float] = {}
        for score, key in states:
            # The word is left open, or its letters are already assigned: a name or an unknown word.
            cost = -(_OPEN + _OPEN_LETTER * letters)
            following[key] = max(following.get(key, -1e9), score + times * cost)
            for gain, extended in candidates.extend(key):
                better = score + times * gain
                if better > following.get(extended, -1e9):
                    following[extended] = better
        states = sorted(((score, key) for key, score in following.items()), reverse=True)[:_BEAM]
        if time.monotonic() > deadline:
            break
    return states


def _order(counts: Mapping[str, int], sizes: Mapping[str, int], start: Key) -> list[str]:
    """Order words greedily by how few candidates they leave: known letters rule out most of them."""
    known = {LETTERS[c] for c, plain in enumerate(start) if plain >= 0}
    rest, order = set(counts), []
    while rest:
        word = min(rest, key=lambda w: (_possible(w, sizes[w], known), -counts[w], w))
        order.append(word)
        rest.remove(word)
        known |= set(word)
    return order


def _possible(word: str, size: int, known: set[str]) -> float:
    letters = set(word) - {"'"}
    covered = len(letters & known)
    if covered == len(letters):
        return -1.0
    return float(np.log(size + 1.0) - 2.5 * covered) + (4.0 if size == 0 else 0.0) - 0.3 * len(letters)


class _Candidates:
    """The words that match a cipher word's letter pattern, as an array of letters [distinct cipher letter, word]."""

    def __init__(self, word: str, lexicon: Lexicon) -> None:
        distinct = list(dict.fromkeys(word.replace("'", "")))
        self.letters = [ord(c) - 97 for c in distinct]
        places = [word.index(c) for c in distinct]
        words = lexicon.by_pattern(word)[:_MOST_WORDS]
        self.scores = np.array([lexicon.log_probability(each) for each in words])
        flat = np.frombuffer("".join(words).encode(), dtype=np.int8).reshape(len(words), len(word))
        self.table: Bytes = (flat[:, places] - 97).T.copy()

    def extend(self, key: Key) -> list[tuple[float, Key]]:
        """Return the most probable words that a key allows: log probability and the extended key."""
        if not len(self.scores):
            return []
        rows: npt.NDArray[np.intp] | None = None
        taken = np.zeros(26, dtype=bool)
        taken[[plain for plain in key if plain >= 0]] = True
        # Assigned letters first: they eliminate the most rows.
        for column in sorted(range(len(self.letters)), key=lambda n: key[self.letters[n]] < 0):
            plain = key[self.letters[column]]
            letters = self.table[column] if rows is None else self.table[column][rows]
            fits = letters == plain if plain >= 0 else ~taken[letters]
            rows = np.flatnonzero(fits) if rows is None else rows[fits]
            if not len(rows):
                return []
        assert rows is not None  # noqa: S101  # a word has letters
        return [(float(self.scores[row]), self._extended(key, row)) for row in rows[:_PER_STATE]]

    def _extended(self, key: Key, row: int) -> Key:
        longer = list(key)
        for column, letter in enumerate(self.letters):
            longer[letter] = int(self.table[column, row])
        return tuple(longer)


# Swapping letters


class _Climber:
    """Improves keys by swapping pairs of plain letters, and remembers every key visited."""

    def __init__(self, tokens: Sequence[Token], fixed: frozenset[str], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self.used = sorted({ord(c) - 97 for token in tokens for c in token.word if c != "'"})
        self.fixed = {ord(c) - 97 for c in fixed}
        self.words = sorted({token.word for token in tokens})
        self.seen: dict[Key, float] = {}
        self.climbed: set[Key] = set()
        self.pairs: dict[tuple[str, str], float] = {}

    def best(self, most: int) -> list[tuple[float, Key]]:
        ranked = sorted(((score, key) for key, score in self.seen.items()), key=lambda item: (-item[0], item[1]))
        return ranked[:most]

    def climb(self, key: Key) -> None:
        """Make the best swap repeatedly, until none improves the score."""
        current = self._completed(key)
        value = self.seen[self._bare(current)] = self._score(current)
        while True:
            options = [(self._score(other), other) for other in self._exchanges(current)]
            self.seen.update((self._bare(other), score) for score, other in options)
            best, other = max(options, default=(value, current))
            if best <= value + _TINY:
                return
            if self._bare(other) in self.climbed:
                return
            value, current = best, other
            self.climbed.add(self._bare(current))

    def _bare(self, key: Key) -> Key:
        """Clear the values of letters that do not occur in the text."""
        return tuple(plain if c in self.used else -1 for c, plain in enumerate(key))

    def _completed(self, key: Key) -> Key:
        """Assign a value to every letter."""
        free = [p for p in map(LETTERS.index, _BY_FREQUENCY) if p not in key]
        full = list(key)
        for c in (*self.used, *range(26)):
            if full[c] < 0:
                full[c] = free.pop(0)
        return tuple(full)

    def _exchanges(self, key: Key) -> list[Key]:
        found = []
        for c in self.used:
            if c in self.fixed:
                continue
            for other in range(26):
                if other in self.fixed or other == c or (other in self.used and other < c):
                    continue
                swapped = list(key)
                swapped[c], swapped[other] = swapped[other], swapped[c]
                found.append(tuple(swapped))
        return found

    def _score(self, key: Key) -> float:
        plain = {word: "".join("'" if c == "'" else LETTERS[key[ord(c) - 97]] for c in word) for word in self.words}
        total, previous = 0.0, START
        for token in self.tokens:
            word = plain[token.word]
            pair = (previous if token.joined else START if token.start else "", word)
            known = self.pairs.get(pair)
            if known is None:
                known = self.pairs[pair] = self._pair(*pair)
            total += known
            previous = word
        return total

    def _pair(self, context: str, word: str) -> float:
        return self.lexicon.bigram(context, word) if context else self.lexicon.log_probability(word)
