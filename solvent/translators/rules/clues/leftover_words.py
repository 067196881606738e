"""Checks the words of a clue that belong to no mention or construction: are they allowed, and what may be meant?"""

import difflib
from collections import Counter
from collections.abc import Sequence

from solvent.translators.rules.clues.mentions import Lexicon
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.units import TIME_UNITS, unit_key
from solvent.translators.rules.text.words import (
    COMPANY,
    COMPARATIVES,
    GLUE,
    INTENDING,
    NUMBER_WORDS,
    RELATING,
    RESERVED,
    is_built,
    is_english,
    is_misspelt_english,
    is_superlative,
    listed,
)

_SPECIAL = frozenset(
    listed(
        "one only left with as about around end can any lie lies under used far close must should where how could score"
    )
)
_MAY_BE_HEARD = _SPECIAL | INTENDING | RELATING | COMPARATIVES.keys() | RESERVED
_WHERE = frozenset(
    {"in", "on", "at", "to", "between", "beside", "next", "directly", "immediately", "somewhere", "farther"}
)


def meant_for(words: Sequence[Token], known: Lexicon) -> str:
    """A hint, to append to a reason, at the word that may be meant for the other value of a clue with only one."""
    others = [token for token in words if token.norm.isalpha() and token.norm not in GLUE]
    for token in others:
        if close := nearest(token.norm, known):
            return f"; is '{token.text}' meant to be '{close}'?"
    named = [token for token in others if token.capitalised] or others[-1:]
    return f"; '{named[0].text}' is in no category" if named else ""


def nearest(word: str, known: Lexicon) -> str:
    """The value that contains a word of similar spelling, or ""."""
    close = difflib.get_close_matches(word, known.spellings, n=1, cutoff=0.75)
    return known.spellings[close[0]] if close else ""


def unexplained(tokens: Sequence[Token], at: int, known: Lexicon, seen: Counter[str], *, described: bool) -> str:
    """Why the word at position `at` is not allowed there, or "".

    `described` says that the puzzle uses the word repeatedly, and beside values of only one category.
    """
    token = tokens[at]
    named = any(token.key in category.words for category in known.categories)
    known_word = (
        token.norm in GLUE or named or is_english(token.norm) or (token.text == token.norm and is_built(token.norm))
    )
    if _is_next(tokens, at):
        return f"leaves open whether '{token.text} {tokens[at + 1].text}' means the very next"
    if _is_heard(tokens, at, known) and not (named and token.norm in RESERVED):
        return f"'{token.text}' is not understood here"
    if not token.norm.isalpha() and not (token.norm[0].isalpha() and seen[token.norm] > 1):
        return "" if token.norm in "#$£€" else f"unknown word '{token.text}'"
    if token.norm in NUMBER_WORDS and token.norm != "one":
        return f"leaves open what '{token.text}' counts"
    # A word that the puzzle uses elsewhere too, or a misspelling, may describe a value; a name may not.
    again = seen[token.norm] > 1 or (is_misspelt_english(token.norm) and not nearest(token.norm, known))
    if known_word or (again and not token.capitalised) or described:
        return ""
    close = nearest(token.norm, known)
    hint = f"; did you mean '{close}'?" if close else ""
    return f"unknown word '{token.text}'{hint}"


def _is_next(tokens: Sequence[Token], at: int) -> bool:
    """Whether it may be the next one of a row: "the shift after Ann's"."""
    following = tokens[at + 1].norm if at + 1 < len(tokens) else ""
    if unit_key(tokens[at].norm) in TIME_UNITS:  # read as a distance
        return False
    return following in ("after", "before") and at > 0 and tokens[at - 1].norm in ("the", "a", "an", "very")


def _is_heard(tokens: Sequence[Token], at: int, known: Lexicon) -> bool:
    """Whether a word has a meaning of its own that no construction has used."""
    norm = tokens[at].norm
    if norm not in _MAY_BE_HEARD and not is_superlative(norm):
        return False
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    following, before = after.norm if after else "", tokens[at - 1].norm if at else ""
    person = after is not None and (following == "the" or after.capitalised)
    number = following in NUMBER_WORDS or following[:1] in tuple("0123456789$£€")
    only = at == 0 or before == "not" or following in ("if", "one", "when", "two", "after", "before", "not")
    special = {
        "only": only,
        "left": following == "of" or any(category.kind == "position" for category in known.categories),
        "with": before in COMPANY and person,
        "as": "as" in [token.norm for token in tokens[at + 1 : at + 5]],
        "about": number,
        "around": number,
        "end": following != "up",
        "can": False,
        "any": "not" not in [token.norm for token in tokens[max(0, at - 3) : at]],
        "lie": following not in _WHERE,
        "lies": following not in _WHERE,
        "under": after is None or not after.capitalised,
        "used": following == "to",
        "far": following not in COMPARATIVES,
        "close": following == "to",
        "must": following == "have",
        "should": following == "have",
        "one": following == "of" and (at == 0 or before not in ("exactly", "only", "just")),
        "where": at == 0 or before in (",", ";", "and", "or"),
        "how": following != "to" or at == 0,
        "could": following != "not",
        "score": before in NUMBER_WORDS or before in ("a", "several"),
    }
    if norm in special:
        return special[norm]
    if norm in INTENDING:
        return True
    if norm in RELATING:
        return person
    return norm in COMPARATIVES or norm in RESERVED or is_superlative(norm)
