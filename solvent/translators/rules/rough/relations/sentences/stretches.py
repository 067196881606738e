"""Tells what a stretch of tokens between two joins is: a clause of its own, an ellipsis, a lead."""

from collections.abc import Sequence

from solvent.translators.rules.rough.relations.sentences.groups import (
    Group,
    group_at,
    is_mention,
    is_noun,
    is_verb,
    mentions,
    segment,
)
from solvent.translators.rules.rough.relations.sentences.readings import has
from solvent.translators.rules.rough.relations.sentences.relations import heads
from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.text.words import KIN

_NOMINAL = ("DET", "BOTH", "EITHER", "NEITHER", "IF", "NOBODY")
_AUXILIARY = ("is", "are", "was", "does", "do", "did", "has", "have", "had", "can", "will")
_LEADING = ("SUBJECT", "OBJECT", "NUM", "NOBODY", "NOT", "NEITHER", "EITHER", "BETWEEN", "DIFF")


def is_clause(stretch: Sequence[Token], ahead: Sequence[Token], nouns: dict[str, int]) -> bool:
    """Whether a stretch has a subject of its own; `ahead` goes on beyond its end."""
    if not stretch or not mentions(stretch):
        return False
    opening = stretch[0]
    if opening.text in ("you", "we", "there", "people"):
        return True
    first = next(at for at, each in enumerate(stretch) if is_mention(each))
    pair = has(stretch, "OFTWO") or (opening.text == "with" and first < 3 and heads(stretch[first:]))
    if mentions(stretch) == 1 and (
        pair or opening.text.startswith(("one", "someone", "somebody"))
    ):  # "one door is grey, and one person drinks tea"
        return True
    if _fronted(stretch):
        return True
    if opening.text in ("the", "a", "an") and mentions(stretch) == 1 and any(map(is_verb, stretch[1:first])):
        return True  # "the third child plays the flute"
    refers = any(each.kind == "OBJECT" or each.text == "it" for each in stretch[1:])
    nominal = is_mention(opening) or opening.kind in _NOMINAL
    return nominal and (mentions(stretch) + refers > 1 or _has_verb(ahead, nouns) or _goes_on_after_aside(ahead))


def _goes_on_after_aside(ahead: Sequence[Token]) -> bool:
    """Whether a mention is a subject as in "and Ruth, who wore yellow, came third"."""
    first = next((at for at, each in enumerate(ahead) if is_mention(each)), len(ahead))
    aside = [each.kind for each in ahead[first + 1 : first + 3]] == ["COMMA", "WHO"]
    return aside and has(ahead[first + 3 : -1], "COMMA")


def _fronted(stretch: Sequence[Token]) -> bool:
    """Whether a relation opens a stretch: "directly after it the express", "colder in Bern than in Rome"."""
    refers = next((at for at, each in enumerate(stretch) if each.kind in ("SUBJECT", "OBJECT")), 0)
    if refers and heads(stretch[:refers]) and not mentions(stretch[:refers]):
        return True
    first = next((at for at, each in enumerate(stretch) if is_mention(each)), 0)
    if not first or not heads(stretch[:first]):
        return False
    return has(stretch[:first], "NUM", "NOBODY") or (mentions(stretch) > 1 and has(stretch[first:], "THAN"))


def _has_verb(ahead: Sequence[Token], nouns: dict[str, int]) -> bool:
    """Whether mentions, joined or not, are followed by a verb: "Ann and Bo are neighbours"."""
    at = next((at for at, each in enumerate(ahead) if is_mention(each)), len(ahead))
    if at >= len(ahead):
        return False
    _, end = group_at(ahead, at, nouns, first=True, pick=0)
    while end < len(ahead) and is_noun(ahead[end], nouns):
        end += 1
    return end < len(ahead) and is_verb(ahead[end])


def names_another(stretch: Sequence[Token], main: Group | None, last: Group | None) -> bool:
    """Whether a stretch names another of the subject's category: "Ann has the cat, Bo ..."."""
    if not stretch or main is None or last is None:
        return False
    first = next((each for each in stretch if is_mention(each)), None)
    nominal = is_mention(stretch[0]) or stretch[0].kind in _NOMINAL
    return first is not None and nominal and first.values[0].category == main.category != last.category


def is_elliptic(stretch: Sequence[Token]) -> bool:
    """Whether a stretch is like "and Bo is not"."""
    if mentions(stretch) != 1 or not has(stretch, "NOT"):
        return False
    at = next(number for number, each in enumerate(stretch) if is_mention(each))
    after = [each for each in stretch[at + 1 :] if each.kind != "EITHER"]
    return 0 < len(after) < 4 and after[-1].kind == "NOT" and after[0].text in _AUXILIARY


def stands_for_nothing(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pronoun is as in "it was warmer in A than in B" or "their sister Ann"."""
    stretch = tokens[at + 1 : segment(tokens, at)]
    if tokens[at].kind == "POSSESSIVE":
        return len(stretch) > 1 and stretch[0].text in KIN and is_mention(stretch[1])
    return tokens[at].text in ("it", "they") and mentions(stretch) > 1


def without_lead(tokens: Sequence[Token]) -> Sequence[Token]:
    """Tokens without what stands before a comma and names nothing: "Going clockwise, ..."."""
    for at, token in enumerate(tokens):
        if is_mention(token) or token.kind in _LEADING:
            break
        if token.kind == "COMMA":
            return tokens[at + 1 :]
    return tokens
