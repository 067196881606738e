"""Finds words of a question that a puzzle does not use: "What does Ada's dog drink?" does not ask what Ada drinks."""

import re

from solvent.explanations.questions.turning import AUXILIARIES
from solvent.translators import Puzzle
from solvent.translators.rules.clues.link_words import (
    DONE_BY,
    FRAMES,
    GOVERNED,
    HAVING,
    KINDS,
    MADE_BY,
    SYNONYMS,
    verb_stem,
)
from solvent.translators.rules.clues.values import POSITION_WORDS
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    is_superlative,
    listed,
    stem,
)

_LINKS = (
    frozenset().union(*(each.verbs for each in (*FRAMES, *KINDS.values())))
    | frozenset().union(*SYNONYMS)
    | HAVING
    | MADE_BY
    | DONE_BY
    | frozenset(GOVERNED)
    | frozenset(map(verb_stem, listed("see visit win choose take bring call belong hail owner name number age old")))
)
_PLAIN = (
    GLUE | RESERVED | AUXILIARIES | frozenset(COMPARATIVES) | frozenset(listed("how many when where true whether s"))
)
# "Which pet would Ada like?" asks for what is not so.
_UNREAL = re.compile(r"\b(?:would|should|used to|favou?rite|prefer\w*)\b", re.IGNORECASE)


def strange(question: str, puzzle: Puzzle) -> str:
    """A word that neither the rest of the puzzle nor the usual ways to say who has what explain, or ""."""
    if unreal := _UNREAL.search(question):
        return unreal[0]
    known = {stem(word) for word in _words(_told(puzzle))} | set(map(stem, POSITION_WORDS))
    for word in _words(question):
        counted = word in NUMBER_WORDS or word in ORDINAL_WORDS or word.isdecimal()
        if not (counted or word in _PLAIN or stem(word) in known or verb_stem(word) in _LINKS or is_superlative(word)):
            return word
    return ""


def _told(puzzle: Puzzle) -> str:
    """What a puzzle says besides its questions."""
    said = (passage.text for passage in puzzle.passages if passage.role not in ("question", "option"))
    values = (f"{name} {' '.join(some)}" for name, some in puzzle.entities.items())
    return " ".join((*said, *values))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", text.lower())
