"""The nouns of an introduction: those that are counted, those for people, and where a noun phrase ends."""

import re
from collections.abc import Sequence

from solvent.translators.rules.clues.link_words import PREPOSITIONS
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import (
    GLUE,
    KIN,
    NUMBER_WORDS,
    PEOPLE,
    RESERVED,
    is_agent,
    is_english,
    listed,
)

APIECE = frozenset(listed("own different unique distinct separate another certain particular favorite favourite"))
_SHORT = 3  # letters; still shorter beginnings of words are English by chance
_LONGEST_NOUN = 2  # words
_PLURALS = frozenset(listed("people men women children"))


def is_a_person(norm: str) -> bool:
    """Whether a lower-case word is a noun for people, in the singular or plural."""
    one = {norm, norm.removesuffix("s"), norm.removesuffix("es"), {"men": "man", "children": "child"}.get(norm, norm)}
    known = {"neighbour", "neighbor", "people", "family", "families", "inhabitant", "resident", "occupant", "tenant"}
    return bool(one & (PEOPLE | KIN | known)) or any(is_agent(each) and _does(each) for each in one)


def _does(agent: str) -> bool:
    """Whether an agent noun is made of an English word: a "drummer" drums, but a "newspaper" does nothing."""
    base = re.sub(r"(?:er|or)$", "", agent)
    short = _SHORT if agent.endswith("er") else _SHORT + 1
    if base == agent:
        return not agent.endswith("ant")  # an "assistant", but also a "plant"
    return len(base) >= short and any(is_english(each) for each in (base, f"{base}e", base[:-1]))


def counts(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The numbers before plural nouns, each with its place; not those in "numbered 1 to 5"."""
    found = []
    for at, token in enumerate(tokens):
        number = int(token.norm) if token.norm.isdecimal() else NUMBER_WORDS.get(token.norm)
        if number is None or (at and tokens[at - 1].norm in ("number", "numbered", "and", "no")):
            continue
        if at > 1 and tokens[at - 1].norm in ("to", "through") and tokens[at - 2].number:
            continue
        following = [each.norm for each in tokens[at + 1 : at + 4]]
        if following[:1] == ["%"]:
            continue
        if following[:1] == ["to"] or not any(each.endswith(("s", "people", "men", "children")) for each in following):
            continue
        found.append((at, number))
    return found


def end_of_noun(tokens: Sequence[Token], at: int) -> int:
    """Where the noun that starts at a token ends; the token itself if there is none."""
    end = at
    while end < len(tokens) and end - at < _LONGEST_NOUN and may_be_noun(tokens[end]):
        end += 1
        norm = tokens[end - 1].norm
        if norm in _PLURALS or (norm.endswith("s") and not norm.endswith("ss")):
            break
    return end


def may_be_noun(token: Token) -> bool:
    known = GLUE | RESERVED | PREPOSITIONS | NUMBER_WORDS.keys() | APIECE
    return token.norm.isalpha() and (token.norm not in known or token.norm in ("houses", "people", "men", "women"))
