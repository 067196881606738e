"""Fixed phrases of several words in a clue: "other than", "at least", "twice as old as", "the oldest"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.clues.item_codes import Threshold
from solvent.translators.rules.text.words import COMPARATIVES, NUMBER_WORDS

_FIXED = tuple(
    (code, re.compile(pattern + r"(?= |$)"))
    for code, pattern in (
        ("Q", r"other than"),
        ("_", r"(?:look|looks|looked|looking|named|called) after"),
        ("S", r"respectively"),
        ("y", r"(?:(?:but|though|although) )?not necessarily (?:respectively|in (?:that|this|the same) order)"),
        ("y", r"in (?:some|either|one) order(?: or (?:the other|another))?"),
        ("y", r"one each(?= $)"),
        ("S", r"in (?:that|this) order"),
        ("=", r"(?:is|are|was|were) (?:both )?(?:one and )?the same(?: person| one)?(?= $)"),
        ("!", r"but not both"),
        ("D", r"(?:is|are|was|were) not (?:both )?the same(?! \w+ as)"),
        ("D", r"(?:is|are|was|were) two different"),
    )
)
_EXACTLY_ONE = re.compile(r"(?:exactly|only|just) (?:one|1) (?:out )?of (?=\w)")


def _thresholds(*worded: tuple[str, int, bool]) -> tuple[tuple["re.Pattern[str]", Threshold], ...]:
    return tuple(
        (re.compile(pattern + r"(?= )"), Threshold(sign, inclusive=inclusive)) for pattern, sign, inclusive in worded
    )


_THRESHOLDS = _thresholds(
    (r"(?:at least|no less than|no fewer than|not less than|no earlier than|not earlier than)", 1, True),
    (r"(?:at most|no more than|not more than|up to|no later than|not later than)", -1, True),
    (r"(?:over|above)", 1, False),
    (r"(?:under|below)", -1, False),
)
_BOUNDS = _thresholds(
    (r"(?:at least|no less than|no fewer than|a minimum of)", 1, True),
    (r"(?:at most|no more than|a maximum of)", -1, True),
    (r"(?:more than|over)", 1, False),
    (r"(?:less than|fewer than|under)", -1, False),
)
_EXCEPT = r"(?:but|except(?: for)?|other than|apart from|save)"
_COUNTED = re.compile(
    rf"(?:exactly |only |just )?(?P<number>\d+|{'|'.join(NUMBER_WORDS)}) (?P<noun>of the others|of them|[a-z]+)(?= )"
)
_REST = re.compile(rf"(?:both |all )?(?:of )?the other (?P<number>\d+|{'|'.join(NUMBER_WORDS)})(?: [a-z]+)?(?= $)")
_BUT = re.compile(rf"(?:(?P<none>nobody|no one|none)(?: else)?|everyone|everybody|all)(?: else)? {_EXCEPT}(?= )")
_SAME = re.compile(r"(?:in |on |at |from )?(?P<what>the same) (?P<noun>\w+) (?:as|that|where|in which|on which)(?= )")
_DIFFERENT = re.compile(r"(?:in |on |at |from )?(?P<what>a different) (?P<noun>\w+) (?:from|than|to)(?= )")
_EQUATIVE = re.compile(r"(?:(?P<factor>twice|half|thrice|\w+ times) )?as (?P<word>\w+)(?= )")
_MULTIPLE = re.compile(
    r"(?P<factor>twice|half|thrice|double|triple|\w+ times) the (?P<noun>\w+) (?:of|as|that of)(?= )"
)
_OF_ALL = re.compile(
    r"(?:of|among|out of) (?:all )?(?:the )?(?:(?:\d+|[a-z]+) )?(?P<noun>[a-z]+s|people|children|men|women) ,(?= )"
)
_FIRST_LAST = re.compile(
    r"(?<!at )(?:the )?(?P<which>last|1th)(?: (?:[a-z]+ )?to (?:be )?[a-z]+)?(?= $)|"
    r"^(?:the )(?P<early>last|1th) (?:(?:one|person) )?to (?:be )?[a-z]+(?= (?:is|was) )|"
    r"(?P<winner>the winner)(?= )|"
    r"(?P<win>win|wins|won|winning)(?: (?:the|a) [a-z]+)?(?= $)"
)
_SUPERLATIVE = re.compile(
    r"(?P<the>the )?(?:(?P<nth>\d+)th )?(?:(?P<more>most|least|fewest)(?: (?P<about>\w+))?|(?P<word>[a-z]+est))"
    r"(?: but (?P<but>one|two))?(?= |$)"
)
_OF_ROWS = re.compile(
    rf" of (?:all )?(?:them(?: all)?|(?:the )?(?P<count>{'|'.join(NUMBER_WORDS)}))"
    r"(?= (?:[a-z]+ )?$| is | was | [a-z]+s )"
)
_SUBSETS = frozenset(
    {"man", "woman", "boy", "girl", "lady", "gentleman", "male", "female", "but", "of", "two", "three"}
)
_BASE = {"big": "bigger", "early": "earlier", "heavy": "heavier", "pricey": "pricier", "costly": "costlier"}
_BASE |= {"much": "more", "many": "more", "late": "later", "large": "larger", "wide": "wider", "hot": "hotter"}
_BASE |= {"far": "farther", "deep": "deeper"}


@dataclass(frozen=True)
class Extreme:
    """A superlative: the comparative that it belongs to, what it is about, and its rank from 1."""

    word: str
    about: tuple[str, ...]
    rank: int
    of: int = 0  # how many it is chosen from, if the clue says so


def any_of(patterns: Iterable["re.Pattern[str]"]) -> "re.Pattern[str]":
    """One pattern that matches where any of them does: a quick check before they are tried one by one."""
    return re.compile("|".join(re.sub(r"\?P<\w+>", "?:", pattern.pattern) for pattern in patterns))


_ANY = any_of(
    [
        *(pattern for _, pattern in _FIXED),
        *(pattern for pattern, _ in _THRESHOLDS),
        *(_EXACTLY_ONE, _SAME, _DIFFERENT, _EQUATIVE, _MULTIPLE, _SUPERLATIVE, _FIRST_LAST),
    ]
)


def may_begin(joined: str, offset: int) -> bool:
    """Whether a phrase of this module begins at `offset`."""
    return _ANY.match(joined, offset) is not None


def fixed(joined: str, offset: int, *, first: bool) -> tuple[str, int] | None:
    """The code of a fixed phrase and its end in the joined words; `first` says that a clause begins here."""
    for code, pattern in _FIXED:
        match = pattern.match(joined, offset)
        if match:
            return code, match.end()
    match = _EXACTLY_ONE.match(joined, offset) if first else None
    return ("G", match.end()) if match else None


def threshold(joined: str, offset: int) -> tuple[Threshold, int] | None:
    """Parse "at least", "at most", "over", "under": the threshold and the end."""
    for pattern, found in _THRESHOLDS:
        match = pattern.match(joined, offset)
        if match:
            return found, match.end()
    return None


def bound(joined: str, offset: int) -> tuple[Threshold, int] | None:
    """Parse "at least", "more than" before an amount: the bound and the end."""
    for pattern, found in _BOUNDS:
        match = pattern.match(joined, offset)
        if match:
            return found, match.end()
    return None


def counted_rows(joined: str, offset: int) -> tuple[int, str, int] | None:
    """Parse "exactly two people", "one of the others": the number, the noun and the end."""
    match = _COUNTED.match(joined, offset)
    return (_small(match["number"]), match["noun"], match.end()) if match else None


def all_others(joined: str, offset: int) -> tuple[int, int] | None:
    """Parse "the other two" at the end: their number and the end."""
    match = _REST.match(joined, offset)
    return (_small(match["number"]), match.end()) if match else None


def all_but(joined: str, offset: int) -> tuple[str, int] | None:
    """Parse "nobody but", "everyone except": "o" or "e", and the end."""
    match = _BUT.match(joined, offset)
    return ("o" if match["none"] else "e", match.end()) if match else None


def _small(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBER_WORDS[said]


def same_or_different(joined: str, offset: int) -> tuple[str, str, int] | None:
    """Parse "the same house as", "a different day from": the code, the noun and the end."""
    for code, pattern in (("_", _SAME), ("N", _DIFFERENT)):
        match = pattern.match(joined, offset)
        if match:
            return code, match["noun"], match.end()
    return None


def comparative_of(adjective: str) -> str | None:
    """The comparative of an adjective, or None; "more" for "expensive"."""
    for word in (_BASE.get(adjective, ""), f"{adjective}er", f"{adjective}r", f"{adjective[:-1]}ier"):
        if word in COMPARATIVES:
            return word
    return "more" if adjective == "expensive" else None


def equative(joined: str, offset: int) -> tuple[Fraction | None, str, str, int] | None:
    """Parse "as old", "twice as old": the factor, the comparative, the adjective and the end."""
    match = _EQUATIVE.match(joined, offset)
    word = comparative_of(match["word"]) if match else None
    if not match or not word:
        return None
    said = match["factor"]
    factor: Fraction | None = None
    if said:
        factor = _factor(said)
        if factor is None:
            return None
    return factor, word, match["word"], match.end()


def first_or_last(joined: str, offset: int) -> tuple[str, int] | None:
    """Parse "the last to be fired", "won" at the end of a clue: "first", "last" or "win", and the end."""
    match = _FIRST_LAST.match(joined, offset)
    if not match:
        return None
    which = match["which"] or match["early"]
    return "win" if match["win"] or match["winner"] else "last" if which == "last" else "first", match.end()


def of_all(joined: str) -> tuple[str, int] | None:
    """Parse "of the four quilts" at the start of a clue: the noun and the end."""
    match = _OF_ALL.match(joined)
    return (match["noun"], match.end()) if match else None


def multiple(joined: str, offset: int) -> tuple[Fraction, str, int] | None:
    """Parse "twice the weight of": the factor, the noun and the end."""
    match = _MULTIPLE.match(joined, offset)
    factor = _factor(match["factor"]) if match else None
    return (factor, match["noun"], match.end()) if match and factor is not None else None


def _factor(said: str) -> Fraction | None:
    number = said.split(maxsplit=1)[0]
    named = {"twice": 2, "double": 2, "thrice": 3, "triple": 3}
    return Fraction(1, 2) if number == "half" else Fraction(named[number]) if number in named else _whole(number)


def _whole(number: str) -> Fraction | None:
    if number.isdecimal():
        return Fraction(number)
    return Fraction(NUMBER_WORDS[number]) if number in NUMBER_WORDS else None


def superlative(joined: str, offset: int) -> tuple[Extreme, int] | None:
    """Parse "the oldest", "the second most expensive", unless it picks from only some of the rows."""
    match = _SUPERLATIVE.match(joined, offset)
    if not match:
        return None
    of_rows = _OF_ROWS.match(joined, match.end())
    end = of_rows.end() if of_rows else match.end()
    count = NUMBER_WORDS.get(of_rows["count"] or "", 0) if of_rows else 0
    after = joined[end:].split()
    before = joined[:offset].split()
    ends = not after or after == ["of", "all"]
    if not ends and (not match["the"] or (match["more"] and not match["about"])):
        return None
    if (after and after[0] in _SUBSETS) or (before and before[-1] in ("of", "among", "than", "as")):
        return None
    rank = int(match["nth"] or 1) + NUMBER_WORDS.get(match["but"] or "", 0)
    if match["word"]:
        word = "older" if match["word"] == "eldest" else re.sub("est$", "er", match["word"])
        return (Extreme(word, (), rank, count), end) if word in COMPARATIVES else None
    base = {"most": "more", "least": "less", "fewest": "fewer"}[match["more"]]
    about = (match["about"],) if match["about"] else ()
    return Extreme(base, about, rank, count), end


def negation(norms: list[str], at: int, codes: str) -> tuple[str, int] | None:
    """Parse "it was not" at the start, "nothing to do with", "nothing in": the code and the number of words."""
    if at == 0 and norms[:3] in (["it", "is", "not"], ["it", "was", "not"]):
        return "n", 3
    if norms == ["nothing", "to", "do", "with"]:
        return "N", 4
    if norms[0] == "nothing" and codes == "M" and norms[1:2] in (["in"], ["on"]):
        return "N", 1
    return None
