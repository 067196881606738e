"""Helpers for small grammars that account for every word of a sentence."""

import re
from collections.abc import Iterable

from solvent.translators.puzzle import Expects
from solvent.translators.sentences import bare_sentences


def unread(sentence: str, vocabulary: frozenset[str]) -> list[str]:
    """The words, numbers and signs of a sentence that are not in the lower-case vocabulary, without repeats."""
    plain = sentence.lower().replace("\u2019", "'")
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[<>=\u2260\u2264\u2265+]", plain)
    known = (word in vocabulary or _SHORT.sub("", word) in vocabulary for word in words)
    return list(dict.fromkeys(word for word, read in zip(words, known, strict=True) if not read))


# "what's", "i'm", "they're", "we've", "he'll", "you'd": what is left out negates nothing
_SHORT = re.compile(r"'(?:s|m|re|ve|ll|d)$")


def is_told(text: str, unread: int) -> bool:
    """Whether at least half of a text's sentences are understood; `unread` is the number of those that are not.

    For puzzles stated in a few words that also occur in texts about such puzzles.
    """
    return 2 * unread <= len(bare_sentences(text))


def reason(words: Iterable[str]) -> str:
    """Why a sentence is not understood: the first five of its unknown words."""
    listed = ", ".join(f"'{word}'" for word in list(words)[:5])
    return f"unknown: {listed}"


def listed(words: str) -> frozenset[str]:
    """Build a vocabulary from words separated by spaces."""
    return frozenset(words.split())


_ANY = re.compile(
    r"\b(?:any|an?|one)\s+(?:(?:possible|valid|single|correct|such)\s+)?"
    r"(?:solution|answer|assignment|way|arrangement|placement|example|magic square)\b",
    re.IGNORECASE,
)


def expects(text: str) -> Expects:
    """Whether the text asks for any solution ("any") or for the only one ("unique")."""
    return "any" if _ANY.search(text) else "unique"
