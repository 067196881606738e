"""Lists of names, and of places where people say that something is."""

import re
from collections.abc import Iterator, Sequence

from solvent.translators.rules.text.words import MONTHS, NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS, listed

TITLE = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Uncle|Aunt|Auntie|Grandpa|Grandma|Prof|Professor|Captain|Colonel|Old) )"
_NAME = (
    r"(?<!\w)(?:[Tt]he )?(?:(?!(?:are|is|were|was|and|or|in|of|by|than|as|to|at|on|not|but|both|did|do|if|that) )"
    r"[a-z]+ "
    rf"(?=(?:[A-Z]|\d)\b))?(?:{TITLE}?[A-Z][\w'-]*(?: [A-Z][\w'-]+)?|[A-Z]\b|\d+\b)"
)
_LIST = re.compile(
    rf"{_NAME}(?:, {_NAME})*,? (?:and|or|&) {_NAME}|(?<=[(:,-] ){_NAME}(?:, {_NAME})+|(?<=\(){_NAME}(?:, {_NAME})+"
)
_THING = r"(?:(?:the|an?|his|her|my|their|our) )?[a-z][\w'-]*(?: [a-z][\w'-]*)?"
_AT = r"(?:(?:in|under|behind|on|inside) )?"
_THINGS = re.compile(
    rf"(?:(?:\b(?:[Tt]he|[Aa]n?|in|under|behind|on|either)|:) {_THING})(?:, {_AT}{_THING})*,? (?:or|and) {_AT}{_THING}"
)
_IN = "in|inside|under|underneath|behind|on|below|beneath|at|near|to|through"
_LEADING = re.compile(rf"^(?:: )?(?:(?:{_IN}) )?(?:(?:[Tt]he|[Aa]n?|his|her|my|their|our|either) )?")
_AFTER = frozenset(
    listed(
        """
    from is are was were in on of at has have had with who that which lies lie sits stand stands
    """
    )
)
_SEXES = frozenset(
    listed(
        """
    man woman boy girl lady gentleman husband wife brother sister father mother son daughter
    """
    )
)
_SPLIT = re.compile(r",? (?:and|or|&) |, ")
NEVER = frozenset(
    listed(
        """
    the a an on in at when then and but one each both all her his she he it they who what which of for as if
    there here i we you my our this that while so first second third fourth fifth next finally last exactly only
    no yes not neither either none nobody everyone everybody just two three four five six some someone somebody
    today yesterday tomorrow those these don't do don its it's i'm i'd i've we're that's god christmas how where
    whose statement statements label labels least most nothing later afterwards oh well your you're he's she's
    find tell everyone's mum dad did is are was were can could please because since unless whoever may must let
    says said
    """
    )
) | frozenset((*WEEKDAYS, *MONTHS, *NUMBER_WORDS, *ORDINAL_WORDS, *(day + "s" for day in WEEKDAYS)))


def name_lists(told: Sequence[str]) -> Iterator[list[str]]:
    for text in told:
        for match in _LIST.finditer(text):
            items = [re.sub(r"^[Tt]he ", "", item) for item in _SPLIT.split(match[0])]
            items = [_without_opener(item) for item in items]
            while items and items[0].lower() in NEVER:
                items = items[1:]
            if len(items) > 1 and not any(item.lower() in NEVER for item in items):
                yield items


def place_lists(told: Sequence[str], quoted: str) -> Iterator[list[str]]:
    """Find lists of common nouns: places where people say that something is, or speakers."""
    for text in told:
        for match in _THINGS.finditer(text):
            items = [_LEADING.sub("", item) for item in _SPLIT.split(match[0])]
            items = [each for item in items if (each := _trimmed(item))]
            here = [
                re.search(rf"(?:\b(?:{_IN}) (?:the |an? )?){re.escape(item)}\b", quoted, re.IGNORECASE)
                for item in items
            ]
            if len(set(items)) == len(items) > 1 and (sum(map(bool, here)) > 1 or set(items) <= _SEXES):
                yield items


def _trimmed(item: str) -> str:
    """Return a noun and what stands before it, without what follows."""
    words = item.split()
    while words and (words[-1] in NEVER or words[-1] in _AFTER):
        words.pop()
    return "" if any(word in NEVER for word in words) else " ".join(words[:2])


def _without_opener(item: str) -> str:
    """Return "Ann" for "Of Ann": a sentence may begin with a capital."""
    first, _, rest = item.partition(" ")
    return rest if rest and first.lower() in NEVER else item
