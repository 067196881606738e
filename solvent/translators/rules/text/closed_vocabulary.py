"""Sentences whose words are all accounted for: what small grammars share."""

import re
from collections.abc import Iterable

from solvent.translators.puzzle import Expects
from solvent.translators.sentences import bare_sentences


def unread(sentence: str, vocabulary: frozenset[str]) -> list[str]:
    """The words and numbers of a sentence that are not in the vocabulary (lower case), each once."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[<>=\u2260\u2264\u2265+]", sentence.lower())
    return list(dict.fromkeys(word for word in words if word not in vocabulary))


def is_told(text: str, unread: int) -> bool:
    """Whether a text of which so many sentences are not understood tells more of a puzzle than of other things.

    For puzzles that a few words make up, which also stand in texts about such puzzles.
    """
    return 2 * unread <= len(bare_sentences(text))


def reason(words: Iterable[str]) -> str:
    """Why a sentence is not understood."""
    listed = ", ".join(f"'{word}'" for word in list(words)[:5])
    return f"nothing is known of {listed}"


def listed(words: str) -> frozenset[str]:
    """A vocabulary out of words between spaces."""
    return frozenset(words.split())


_ANY = re.compile(
    r"\b(?:any|an?|one)\s+(?:(?:possible|valid|single|correct|such)\s+)?"
    r"(?:solution|answer|assignment|way|arrangement|placement|example|magic square)\b",
    re.IGNORECASE,
)


def expects(text: str) -> Expects:
    """Whether the text asks for any answer, or for the one that there is."""
    return "any" if _ANY.search(text) else "unique"
