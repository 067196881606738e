"""Rejects sentences in which an ordinary verb relates two people: "Ada sold rye to the rower", "Ada phoned the rower".

To the grammar they would look like sentences that identify Ada with the rower.
"""

from collections import Counter
from collections.abc import Sequence

from solvent.translators.rules.clues.grammar import Context
from solvent.translators.rules.clues.mentions import DERIVED, Mention
from solvent.translators.rules.clues.values import is_person
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import KIN, PEOPLE, is_agent, listed, stem

_ARTICLES = frozenset({"the", "a", "an"})
# Before "the rower" these words do not relate somebody else to the rower.
_LINKS = frozenset(
    listed(
        """is are was were be been being not as than by and or nor but either neither of also both , ; one other just
        always only who that which while when so really actually definitely certainly became becomes either called
        named remained next beside between to behind ahead after before"""
    )
)
_TOWARDS = frozenset(listed("to for from with against past at via toward towards alongside around"))
_BELONGING = frozenset(
    listed(
        """belong belongs belonged goes went go given awarded sold issued assigned owned matched due going linked
        connected corresponds next adjacent close married beside left right door similar identical equal compared
        engaged opposed according added"""
    )
)


def relation(tokens: Sequence[Token], mentions: Sequence[Mention], context: Context, seen: Counter[str]) -> str:
    """Why a clue seems to relate two different people, or ""."""
    for at, mention in enumerate(mentions[1:], 1):
        before = mentions[at - 1]
        problem = _as_object(tokens, before, mention, mentions[:at], context) or _possessed(
            tokens, before, context, seen
        )
        if problem:
            return problem
    return ""


def _as_object(
    tokens: Sequence[Token], before: Mention, mention: Mention, earlier: Sequence[Mention], context: Context
) -> str:
    """Why a phrase seems to denote another person, as the object of a verb or preposition; or ""."""
    starts = [at for at in range(before.end + 1, mention.start) if tokens[at].norm in _ARTICLES]
    start = next((at for at in starts if _is_row(tokens, at, mention, context, nearest=at == starts[-1])), None)
    if start is None or not any(_denotes_person(tokens, other, context) for other in earlier):
        return ""
    if any(token.norm in (",", ";") for token in tokens[before.end : start]):
        return ""
    link = tokens[start - 1]
    if link.norm in _TOWARDS:
        if start - 2 >= 0 and tokens[start - 2].norm in _BELONGING:
            return ""
        return f"'{link.text} {_said(tokens, start, mention)}' seems to be about somebody else"
    if link.norm in _LINKS or not link.norm.isalpha() or is_agent(link.norm):
        return ""
    if start - 1 == before.end or tokens[before.end].norm == link.norm:
        return f"'{_said(tokens, start, mention)}' seems to be somebody else"
    return ""


def _said(tokens: Sequence[Token], start: int, mention: Mention) -> str:
    return " ".join(token.text for token in tokens[start : mention.end])


def _is_row(tokens: Sequence[Token], start: int, mention: Mention, context: Context, *, nearest: bool) -> bool:
    """Whether a phrase describes a person by a value: "the rower", "the rye seller", "the man from Fulda"."""
    head = tokens[start + 1].norm if start + 1 < mention.start else ""
    if head in PEOPLE or (is_agent(head) and any(stem(head) in each.words for each in context.known.categories)):
        return True
    if not nearest:
        return False
    if mention.level <= DERIVED and is_agent(tokens[mention.end - 1].norm):
        return True
    after = tokens[mention.end].norm if mention.end < len(tokens) else ""
    return is_agent(after) and not tokens[mention.end - 1].owner


def _denotes_person(tokens: Sequence[Token], mention: Mention, context: Context) -> bool:
    if tokens[mention.end - 1].owner:
        return False
    if any(is_person(context.known.categories[value.category]) for value in mention.candidates):
        return True
    starts = [at for at in range(mention.start) if tokens[at].norm in _ARTICLES][-2:]
    return any(_is_row(tokens, at, mention, context, nearest=at == starts[-1]) for at in starts)


def _possessed(tokens: Sequence[Token], before: Mention, context: Context, seen: Counter[str]) -> str:
    """Why a possessive such as "Ada's teacher" seems to denote another person, or "".

    If a category is about teachers, or clues call the rows teachers, "Ada's teacher" is the row that Ada is in.
    """
    if not tokens[before.end - 1].owner or before.end >= len(tokens):
        return ""
    noun = tokens[before.end]
    if noun.norm in KIN or noun.norm == "one" or not is_agent(noun.norm):
        return ""
    own = {value.category for value in before.candidates}
    if not any(is_person(context.known.categories[number]) for number in own):
        return ""  # a boat's owner is in the boat's row
    named = {n for n, category in enumerate(context.known.categories) if noun.key in category.words}
    if not named & own and (named or seen[f"the {noun.norm}"]):
        return ""
    return f"'{tokens[before.end - 1].text} {noun.text}' seems to be somebody else"
