"""Infers a category that a text announces by a noun only: "each has one animal on board ... the fourth is a dog"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.category_names import COUNTED
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    GLUE,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    is_agent,
    is_superlative,
    stem,
)

_EACH = re.compile(r"\b(?:each|every|everybody|everyone|all)\b", re.IGNORECASE)
_APIECE = re.compile(
    r"\b(?:one|an?|another|(?:a |his |her |its |their )?(?:different|own|favou?rite))(?: (?:kind|sort|type) of)? "
    r"([a-z]{3,})\b",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"a", "an", "the"})
# "The fourth animal is a tortoise", "the remaining pet was a fish"
_LAST = re.compile(
    rf"^\W*(?:and )?(?:the|our) (?P<which>last|remaining|other|missing|final|{'|'.join(ORDINAL_WORDS)}) "
    r"(?P<noun>[a-z]+) (?:is|was) (?:an? |the )?(?P<value>[a-z-]+)\W*$",
    re.IGNORECASE,
)


def announced(
    told: Sequence[str], clues: Sequence[str], taken: set[str], size: int, *, sure: bool = False
) -> tuple[str, list[str]] | None:
    """The noun that `told` announces, and its `size` values, the nouns after an article in the clues; None if unsure.

    To be `sure`, one sentence must name the last of them.
    """
    nouns = [
        match[1].lower()
        for sentence in told
        for each in [_EACH.search(sentence)]
        if each
        for match in _APIECE.finditer(sentence, each.start())
        if stem(match[1].lower()) not in taken and match[1].lower() not in GLUE | RESERVED
    ]
    counted = {stem(match[2].lower()) for sentence in told for match in COUNTED.finditer(sentence)}
    nouns = [noun for noun in dict.fromkeys(nouns) if not is_agent(noun) and stem(noun) not in counted]
    lasts = {noun for sentence in clues if (noun := named_last(sentence, size)[0])}
    nouns = [noun for noun in nouns if noun in lasts] or nouns
    if len(nouns) != 1 or (sure and not lasts):
        return None
    values: dict[str, str] = {}
    for sentence in clues:
        tokens = tokenise(sentence)
        keys = {token.key for token in tokens}
        if taken.isdisjoint(keys) and not named_last(sentence, size)[0]:
            continue
        for before, token, after in zip(tokens[:-1], tokens[1:], [*tokens[2:], None], strict=True):
            if before.norm in _ARTICLES and _may_be(token, taken | counted | {stem(nouns[0])}):
                if after is not None and _goes_on(after, taken | counted):
                    return None  # "a fishing rod": the value may have two words
                values[token.key] = token.norm
    return (nouns[0], [*values.values()]) if len(values) == size else None


def named_last(sentence: str, size: int) -> tuple[str, str]:
    """The noun and the value of a sentence that only names the last value of a category; two empty strings if none."""
    match = _LAST.match(sentence)
    if not match:
        return "", ""
    which = match["which"].lower()
    if which in ORDINAL_WORDS and [*ORDINAL_WORDS].index(which) != size - 1:
        return "", ""
    return match["noun"].lower(), match["value"].lower()


def _may_be(token: Token, taken: set[str]) -> bool:
    word = token.norm
    numeral = word in NUMBER_WORDS or word in ORDINAL_WORDS or not word.isalpha()
    plain = not (token.capitalised or numeral or word in GLUE | RESERVED or is_superlative(word))
    return plain and token.key not in taken and not is_agent(word)


def _goes_on(token: Token, taken: set[str]) -> bool:
    """Whether the word after a noun may be another noun of the same phrase."""
    known = token.norm in GLUE | RESERVED or token.norm in NUMBER_WORDS or token.key in taken
    return token.norm.isalpha() and not (token.capitalised or known or re.search(r"(?:s|ed)$", token.norm))
