"""Finds the things that the clues of an order compare, where a text speaks of others too: "the parade"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.rough.relations.mentioned import clues, nouns_of
from solvent.translators.rules.rough.relations.mentions import Mention, mentions
from solvent.translators.rules.rough.relations.sentences.lexicon import STEPS
from solvent.translators.rules.text.grid_in_prose import Piece

_RELATES = re.compile(
    r"\b(?:than|before|after|behind|ahead|in front|next to|beside|between|above|below|under|beneath|over|on top|"
    r"first|last|second|third|fourth|fifth|middle|centre|center|top|bottom|left|right|front|rear|back|final|ends?|"
    r"[a-z]{3,}est|beats?|follow(?:s|ed)|opposite|outw\w+)\b",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    rf"(?:{STEPS}|rear|front|back|top|bottom|left|right|middle|centre|center|ends?|sides?|start|beginning|order|line|"
    r"row|queue|street|road|shelf|shelves|way|time|price|weight|height|age|lot|others?|rest|pile|stack)",
    re.IGNORECASE,
)
_FEWEST, _MOST = 3, 10


def compared(pieces: Sequence[Piece], counts: Sequence[int]) -> tuple[str, ...]:
    """The things that the clues compare, in order; none if the text counts another number of them."""
    told = [pieces[at].text for at in clues(pieces) if _RELATES.search(pieces[at].text)]
    text = " ".join(told)
    found: dict[str, Mention] = {}
    for each in mentions(told, nouns_of(pieces)):
        if each.text and not _NO_THING.fullmatch(each.text.split(" ")[-1]) and _is_thing(each, text):
            found.setdefault(each.key, each)
    sizes = [count for count in counts if _FEWEST <= count <= _MOST]
    several = [key for key in found if len(re.findall(rf"\b{re.escape(found[key].text)}\b", text, re.IGNORECASE)) > 1]
    ruled = [key for key in found if key in several or any(kind in ("the", "proper") for kind, _ in found[key].frames)]
    for chosen in ([*found], ruled, several):
        if len(chosen) in sizes or (not sizes and _FEWEST <= len(chosen) <= _MOST):
            return tuple(found[key].text for key in chosen)
    return ()


def _is_thing(each: Mention, text: str) -> bool:
    """Whether a word stands with an article, opens a sentence or is a name."""
    if each.text[:1].isupper():
        return True
    return bool(re.search(rf"(?:\b(?:the|an?) |(?:^|[.;:!?*-]\s*)){re.escape(each.text)}\b", text, re.IGNORECASE))
