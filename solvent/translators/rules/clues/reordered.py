"""Sentences whose parts stand in an unusual order, put in the usual one, without a change of meaning.

"Coffee is what they drink in the green house", "Kools are smoked in the yellow house" and "In the house next to the
fox they drink tea" become "people drink coffee in the green house", and so on.
"""

import re
from collections.abc import Sequence

from solvent.translators.rules.clues.link_words import IRREGULAR
from solvent.translators.rules.clues.links.small_words import BE, DETERMINERS, FINITE, verb_like
from solvent.translators.rules.clues.mentions import Mention
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import IRREGULAR_PAST, listed

_ANYONE = frozenset(listed("they people"))
_WHERE = frozenset(listed("in on at next directly immediately just right left to beside"))
_STANDS = frozenset(listed("lives live stands sits is resides dwells"))
_PEOPLE = Token("people", "people", "person")
_SEEN = re.compile(
    r"\s*\((?:on |to )?(?:the |your |our )(?:viewer's )?(left|right)(?:[ -]hand)?(?: side)?\)", re.IGNORECASE
)
_STANDPOINT = re.compile(
    r"^\W*(?:(?:as|when|if) (?:you|we) look(?: at (?:it|them))?|(?:when |as )?(?:looking|seen|viewed)) from "
    r"(?:the|our) (?:street|road|front|pavement|sidewalk|quay|shore|door|outside),\s*",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(?:left|right)\b", re.IGNORECASE)


def without_view(text: str) -> str:
    """A sentence without what only says whose left and right are meant: "seen from the street", "(your right)"."""
    text = _STANDPOINT.sub("", text)
    aside = _SEEN.search(text)
    rest = _SEEN.sub("", text, count=1) if aside else text
    same = aside and {side.lower() for side in _SIDES.findall(rest)} == {aside[1].lower()}
    return rest if same else text


def reordered(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Token, ...] | None:
    """The tokens in their usual order; None if they are, or their order is not understood."""
    if any(token.norm in ("not", "or", "nor", "neither", "if", ";") for token in tokens):
        return None
    turned = _place_first(tokens, mentions)
    found = _object_first(turned or tokens)
    return found or turned


def _object_first(tokens: Sequence[Token]) -> tuple[Token, ...] | None:
    """Put "A is what they drink in B" and "A is drunk in B" as "people drink A in B"; A is a plain phrase."""
    at = next((n for n, token in enumerate(tokens) if token.norm in BE), 0)
    if at == 0 or at + 2 >= len(tokens) or not _is_phrase(tokens[:at]):
        return None
    following, after = tokens[at + 1], tokens[at + 2]
    if following.norm == "what" and after.norm in _ANYONE and at + 3 < len(tokens):
        return (_PEOPLE, tokens[at + 3], *tokens[:at], *tokens[at + 4 :])
    participle = following.norm.endswith("ed") or following.norm in IRREGULAR
    if participle and after.norm in _WHERE and following.norm not in _STANDS:
        return (_PEOPLE, following, *tokens[:at], *tokens[at + 2 :])
    return None


def _is_phrase(tokens: Sequence[Token]) -> bool:
    """Whether tokens can be a plain noun phrase: determiners, and words without a verb, preposition or relative."""
    inner = [token.norm for token in tokens if token.norm not in DETERMINERS]
    return not any(
        norm in FINITE or norm in _WHERE or norm in ("who", "which", "that", "with", "of", ",") for norm in inner
    )


def _place_first(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Token, ...] | None:
    """Put the place last in "in the house next to A they drink B" and "next to A lives B"; one clause only."""
    if not tokens or tokens[0].norm not in _WHERE:
        return None
    ends = {mention.end for mention in mentions}
    comma = [n for n, token in enumerate(tokens) if token.norm == ","]
    if len(comma) == 1 and not _has_verb(tokens[: comma[0]]):
        return _moved(tokens, comma[0], comma[0] + 1)
    if comma:
        return None
    for at, token in enumerate(tokens[1:], 1):
        if token.norm in _ANYONE and at in ends and not _has_verb(tokens[:at]):
            return _moved(tokens, at, at)
        if token.norm in _STANDS and at + 1 < len(tokens):
            if _has_verb(tokens[:at]) or _has_verb(tokens[at + 1 :]):
                return None
            return (*tokens[at + 1 :], token, *tokens[:at])
    return None


def _moved(tokens: Sequence[Token], end: int, begin: int) -> tuple[Token, ...]:
    clause = tokens[begin:]
    subject = _PEOPLE if clause and clause[0].norm in _ANYONE else None
    return (*([subject] if subject else []), *clause[1 if subject else 0 :], *tokens[:end])


def _has_verb(tokens: Sequence[Token]) -> bool:
    """Whether there is a finite verb outside relative clauses, which have one each."""
    verbs = sum(
        token.norm in FINITE
        or token.norm in _STANDS
        or token.norm in IRREGULAR_PAST
        or (at > 0 and verb_like(token.norm) and tokens[at - 1].norm in ("who", "that", "which"))
        for at, token in enumerate(tokens)
    )
    return verbs > sum(token.norm in ("who", "that", "which", "whose", "where") for token in tokens)
