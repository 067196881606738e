"""Fixed phrases of a clue that are more than one word: "other than", "at least", "twice as old as", "the oldest"."""

import re
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.items import Threshold
from solvent.translators.rules.words import COMPARATIVES, NUMBER_WORDS

_FIXED = tuple(
    (code, re.compile(pattern + r"(?= |$)"))
    for code, pattern in (
        ("Q", r"other than"),
        ("_", r"(?:look|looks|looked|looking|named|called) after"),
        ("S", r"respectively"),
        ("!", r"but not both"),
        ("D", r"(?:is|are|was|were) not (?:both )?the same(?! \w+ as)"),
        ("D", r"(?:is|are|was|were) two different"),
    )
)
_EXACTLY_ONE = re.compile(r"(?:exactly|only|just) (?:one|1) (?:out )?of (?=\w)")
_THRESHOLDS = tuple(
    (re.compile(pattern + r"(?= )"), Threshold(sign, inclusive=inclusive))
    for pattern, sign, inclusive in (
        (r"(?:at least|no less than|no fewer than|not less than|no earlier than|not earlier than)", 1, True),
        (r"(?:at most|no more than|not more than|up to|no later than|not later than)", -1, True),
        (r"(?:over|above)", 1, False),
        (r"(?:under|below)", -1, False),
    )
)
_SAME = re.compile(r"(?:in |on |at |from )?(?P<what>the same) (?P<noun>\w+) (?:as|that|where|in which|on which)(?= )")
_DIFFERENT = re.compile(r"(?:in |on |at |from )?(?P<what>a different) (?P<noun>\w+) (?:from|than|to)(?= )")
_EQUATIVE = re.compile(r"(?:(?P<factor>twice|half|thrice|\w+ times) )?as (?P<word>\w+)(?= )")
_SUPERLATIVE = re.compile(
    r"the (?:(?P<nth>\d+)th )?(?:(?P<more>most|least|fewest) (?P<about>\w+)|(?P<word>[a-z]+est))(?= |$)"
)
_SUBSETS = frozenset(
    {"man", "woman", "boy", "girl", "lady", "gentleman", "male", "female", "but", "of", "two", "three"}
)
_BASE = {"big": "bigger", "early": "earlier", "heavy": "heavier", "pricey": "pricier", "costly": "costlier"}
_BASE |= {"much": "more", "many": "more", "late": "later", "large": "larger", "wide": "wider", "hot": "hotter"}
_BASE |= {"far": "farther", "deep": "deeper"}


@dataclass(frozen=True)
class Extreme:
    """A superlative: the comparing word that it belongs to, what it is about, and its rank from 1."""

    word: str
    about: tuple[str, ...]
    rank: int


def fixed(joined: str, offset: int, *, first: bool) -> tuple[str, int] | None:
    """A fixed phrase's code and where it ends in the joined words; `first` says that a clause begins here."""
    for code, pattern in _FIXED:
        match = pattern.match(joined, offset)
        if match:
            return code, match.end()
    match = _EXACTLY_ONE.match(joined, offset) if first else None
    return ("G", match.end()) if match else None


def threshold(joined: str, offset: int) -> tuple[Threshold, int] | None:
    """At least, at most, over, under."""
    for pattern, found in _THRESHOLDS:
        match = pattern.match(joined, offset)
        if match:
            return found, match.end()
    return None


def same_or_different(joined: str, offset: int) -> tuple[str, str, int] | None:
    """The same house as, a different day from: the code, the noun, and where it ends."""
    for code, pattern in (("_", _SAME), ("N", _DIFFERENT)):
        match = pattern.match(joined, offset)
        if match:
            return code, match["noun"], match.end()
    return None


def comparative_of(adjective: str) -> str | None:
    """The comparing word of a plain adjective; "expensive" has "more"."""
    for word in (_BASE.get(adjective, ""), f"{adjective}er", f"{adjective}r", f"{adjective[:-1]}ier"):
        if word in COMPARATIVES:
            return word
    return "more" if adjective == "expensive" else None


def equative(joined: str, offset: int) -> tuple[Fraction | None, str, str, int] | None:
    """As old, twice as old: the factor, the comparing word, the adjective, and where it ends."""
    match = _EQUATIVE.match(joined, offset)
    word = comparative_of(match["word"]) if match else None
    if not match or not word:
        return None
    said = match["factor"]
    factor: Fraction | None = None
    if said:
        number = said.split()[0]
        named = {"twice": Fraction(2), "thrice": Fraction(3), "half": Fraction(1, 2)}
        factor = named.get(number) or _whole(number)
        if factor is None:
            return None
    return factor, word, match["word"], match.end()


def _whole(number: str) -> Fraction | None:
    if number.isdigit():
        return Fraction(number)
    return Fraction(NUMBER_WORDS[number]) if number in NUMBER_WORDS else None


def superlative(joined: str, offset: int) -> tuple[Extreme, int] | None:
    """The oldest, the second most expensive; not one that is picked from some of the rows."""
    match = _SUPERLATIVE.match(joined, offset)
    if not match:
        return None
    after = joined[match.end() :].split()
    before = joined[:offset].split()
    if (after and after[0] in _SUBSETS) or before[-1:] == ["of"] or before[-1:] == ["among"]:
        return None
    rank = int(match["nth"] or 1)
    if match["word"]:
        word = re.sub("est$", "er", match["word"])
        return (Extreme(word, (), rank), match.end()) if word in COMPARATIVES else None
    base = {"most": "more", "least": "less", "fewest": "fewer"}[match["more"]]
    return Extreme(base, (match["about"],), rank), match.end()
