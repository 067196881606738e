"""Finds the amounts of comparisons in a clue: "75 more", "2 months after"."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.units import KNOWN_UNITS, TIME_UNITS, unit_key
from solvent.translators.rules.text.words import COMPARATIVES, NUMBER_WORDS, RESERVED, listed

_BARE = frozenset(listed("more less fewer higher lower greater larger smaller bigger"))  # after a number without unit
_SCALES = frozenset(listed("thousand million billion"))
CURRENCIES = frozenset("$£€")
_PERSONS = frozenset(listed("people persons person men women boys girls children others of"))
_VAGUE = frozenset(listed("bit little lot deal tad touch fair great good far much few"))
_ENDS_A_UNIT = frozenset(
    listed("is are was were be has have had does do did will would that which who whose and or the a an it he she")
)


# Denominators by the stems of their words, as in "7 tenths of a mile".
_FRACTIONS = {"tenth": 10, "10th": 10, "quarter": 4, "halv": 2, "third": 3, "fifth": 5, "eighth": 8, "hundredth": 100}


@dataclass(frozen=True)
class Amount:
    """A number with its unit next to a comparative: tokens `start` to `end` (exclusive)."""

    start: int
    end: int
    number: Fraction
    unit: tuple[str, ...]
    behind: bool = False  # after the comparative: "older by two years"


def number_of(token: Token) -> Fraction | None:
    if token.number:
        return Fraction(token.norm)
    return Fraction(NUMBER_WORDS[token.norm]) if token.norm in NUMBER_WORDS else None


def find_amounts(tokens: Sequence[Token], inside: frozenset[int], starts: dict[int, int]) -> list[Amount]:
    """Find the amounts of comparisons: "75 more", "2 months after", "15 sq ft smaller", "$10 less".

    `inside` are tokens within a mention but not its first, such as the number of a model; `starts` maps the first token
    of each mention to its end.
    """
    found = []
    for at, token in enumerate(tokens):
        number = number_of(token)
        if number is None:
            found += _a_unit(tokens, at)
            continue
        if at in inside and tokens[at - 1].norm not in CURRENCIES:
            continue
        money = at > 0 and tokens[at - 1].norm in CURRENCIES
        if at > money and tokens[at - 1 - money].norm == "by" and (behind := _behind(tokens, at, money=money)):
            found.append(behind)
            continue
        end = _unit_end(tokens, at + 1, money=money)
        if end is None or (money and any(token.norm not in _SCALES for token in tokens[at + 1 : end])):
            continue
        unit = tuple(unit_key(word.norm) for word in tokens[at + 1 : end])
        if (
            at in starts
            and end != starts[at]
            and len(unit) > 1
            and (starts[at] > at + 1 or unit[-1] not in KNOWN_UNITS)
        ):
            continue  # "the 1998 bottle costs less" has no amount
        if _PERSONS & {word.norm for word in tokens[at + 1 : end]}:
            continue  # "two people older than Ann"
        if unit and unit[0] in _FRACTIONS:
            number /= _FRACTIONS[unit[0]]
        found.append(Amount(at - money, end, number, (*unit, "dollar") if money else unit))
    return [a for a in found if not any(b.end == a.end and b.start < a.start for b in found)]


def _a_unit(tokens: Sequence[Token], at: int) -> list[Amount]:
    """Amounts without a number: "a year after", "the day before", "half an hour later"."""
    norms = [token.norm for token in tokens[at : at + 4]]
    half = norms[:2] in (["a", "half"], ["half", "an"], ["half", "a"])
    if not half and (norms[:1] not in (["a"], ["an"], ["the"]) or (at and tokens[at - 1].norm == "half")):
        return []
    unit = 2 if half else 1
    if len(norms) < unit + 2 or norms[unit + 1] not in COMPARATIVES:
        return []
    counted = norms[unit + 1] in ("more", "less", "fewer") and norms[0] != "the" and norms[unit] not in _VAGUE
    if unit_key(norms[unit]) not in (TIME_UNITS if norms[0] == "the" else KNOWN_UNITS) and not counted:
        return []
    return [Amount(at, at + unit + 1, Fraction(1, 2 if half else 1), (unit_key(norms[unit]),))]


def _behind(tokens: Sequence[Token], at: int, *, money: bool) -> Amount | None:
    """The amount of "by two years", between a comparative and "than"."""
    number = number_of(tokens[at])
    unit = () if money else tuple(unit_key(token.norm) for token in tokens[at + 1 : at + 2])
    end = at + 1 + len(unit)
    compared = any(token.norm in COMPARATIVES for token in tokens[max(0, at - 5) : at - 1])
    last = end == len(tokens) and sum(token.norm == "than" for token in tokens) == 1
    if number is None or not (last or (compared and [token.norm for token in tokens[end : end + 1]] == ["than"])):
        return None
    return Amount(at - 1 - money, end, number, ("dollar",) if money else unit, behind=True)


def _unit_end(tokens: Sequence[Token], start: int, *, money: bool = False) -> int | None:
    """Where the unit after a number ends and the comparative starts; None if no comparative follows."""
    for end in range(start, min(start + 6, len(tokens))):
        word = tokens[end].norm
        if word in COMPARATIVES:
            bare = end == start
            if bare:
                return end if money or word in _BARE else None
            return end
        each = word in ("a", "an") and end + 1 < len(tokens) and unit_key(tokens[end + 1].norm) in KNOWN_UNITS
        if not word.isalpha() or word in RESERVED or (word in _ENDS_A_UNIT and not each) or word in NUMBER_WORDS:
            return None
    return None


def counts_something(norm: str) -> bool:
    """Whether a word in an amount is a unit that still has to be explained."""
    return norm.isalpha() and norm not in NUMBER_WORDS and norm != "half"
