"""Reads that nobody has what his name suggests: "not one of them follows the trade that goes with his name".

Two categories then have the same words: Mr Baker and the baker, Mrs Green and the green dress.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from solvent.translators.rules.clues.formula import Differ, Formula, Value, both
from solvent.translators.rules.clues.mentions import Lexicon, find
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    GLUE,
    KIN,
    NUMBER_WORDS,
    PEOPLE,
    RESERVED,
    is_agent,
    is_english,
    listed,
    stem,
)

_TITLES = frozenset(listed("mr mrs ms miss dr sir lady old young"))
_NOBODY = frozenset(listed("none nobody no not neither never"))
_NAMES = frozenset(map(stem, listed("name surname named")))
_FITS = frozenset(
    map(
        stem,
        listed(
            """match suggest fit go goes same correspond agree indicate imply after tally accord suit like say tell mean
            bear describe reflect"""
        ),
    )
)
_LIKING = frozenset(listed("likes liked"))  # "likes the trade that his name suggests"
_NOUNS = frozenset(map(stem, listed("job trade work profession occupation calling craft living business colour one")))
_VERBS = frozenset(
    map(stem, listed("follow do have practise practice wear own carry work earn ply pursue belong call"))
)
_SMALL = frozenset(
    listed(
        """which that who whose with by one single of the a his her its their he she they it us we our them us would
        all three four five six last family first own and but yet however though as for two in among between happens
        luck will has have chance it happened so , ; just any either actually really funnily oddly strangely curiously
        enough exactly surname name owner person man woman lady gentleman boy girl does do is are was were had"""
    )
)
_LEAST = 3  # letters of a word that another may go on from: "fisher", "fisherman"


def namesakes(sentence: str, known: Lexicon) -> Formula | None:
    """That no value goes with its namesake in another category; None if a sentence does not say only that."""
    tokens = tokenise(sentence)
    pairs = _pairs(known.categories)
    return both(*(Differ(pair) for pair in pairs)) if pairs and _says_that_none_fits(tokens, known) else None


def about_namesakes(sentence: str, known: Lexicon) -> bool:
    """Whether a sentence is about what names suggest, in a puzzle with such names."""
    keys = {token.key for token in tokenise(sentence)}
    return bool(keys & _NAMES and keys & _FITS and _pairs(known.categories))


def _says_that_none_fits(tokens: Sequence[Token], known: Lexicon) -> bool:
    norms = [token.norm for token in tokens]
    if "but" in norms[1:] or sum(norm in _NOBODY for norm in norms) != 1 or find(tuple(tokens), known, frozenset()):
        return False
    keys = {token.key for token in tokens}
    if not (keys & _NAMES and keys & _FITS) or not _LIKING.isdisjoint(norms):
        return False
    if any(one.norm == "would" and other.key not in _FITS for one, other in pairwise(tokens)):
        return False  # "would have the job", unlike "would suggest"
    topics = frozenset[str]().union(*(category.words for category in known.categories)) | _owned(known.categories)
    plain = _SMALL | _NOBODY | GLUE | PEOPLE
    strange = [
        at
        for at, token in enumerate(tokens)
        if not (token.norm in plain or token.key in _NAMES | _FITS | _NOUNS | _VERBS | topics or _counts(token, known))
    ]
    things = not any(map(_is_of_trades, known.categories))  # a baker's dog is not what he is
    return not strange or (len(strange) == 1 and things and _is_what_they_have(tokens, strange[0]))


def _is_what_they_have(tokens: Sequence[Token], at: int) -> bool:
    """Whether a noun says what all of them have: "nobody's dress", "a balloon", "no cat"."""
    noun, before = tokens[at].norm, tokens[at - 1] if at else None
    leads = before is not None and (before.owner or before.norm in ("a", "an", "no", "whose"))
    return leads and is_english(noun) and noun not in RESERVED | KIN and not is_agent(noun)


def _is_of_trades(category: Category) -> bool:
    last = [tokens[-1].norm for value in category.values if (tokens := tokenise(value))]
    return 2 * sum(map(is_agent, last)) >= len(last) and all(value[:1].islower() for value in category.values)


def _counts(token: Token, known: Lexicon) -> bool:
    return NUMBER_WORDS.get(token.norm) == len(known.categories[0].values)


def _owned(categories: Sequence[Category]) -> frozenset[str]:
    """The stems of what the values of a category are said to be values of: "a violet balloon"."""
    tails = [[token.key for token in tokenise(value)][1:] for each in categories for value in each.values]
    return frozenset(key for tail in tails for key in tail)


def _pairs(categories: Sequence[Category]) -> list[tuple[Value, Value]]:
    """The values of two categories that are named alike, if all of them are."""
    for first, one in enumerate(categories):
        for second, other in enumerate(categories):
            if first == second or not all(_is_name(value) for value in one.values):
                continue
            pairs = [
                (Value(first, at), Value(second, to))
                for at, value in enumerate(one.values)
                for to, alike in enumerate(other.values)
                if _alike(value, alike)
            ]
            size = len(one.values)
            if len(pairs) == size == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
                return pairs
    return []


def _is_name(value: str) -> bool:
    return value[:1].isupper()


def _alike(name: str, word: str) -> bool:
    one = [each for each in re.findall(r"[a-z]+", name.lower()) if each not in _TITLES]
    other = re.findall(r"[a-z]+", word.lower())
    if len(one) != 1 or not other:
        return False
    short, long = sorted((one[0], other[0]), key=len)
    return stem(short) == stem(long) or (len(short) > _LEAST and long.startswith(short))
