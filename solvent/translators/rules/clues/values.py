"""Categories of a logic grid, and the quantities that their values represent."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm

from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.units import UNITS, unit_key
from solvent.translators.rules.text.words import GLUE, MONTHS, WEEKDAYS, is_agent, stem

POSITION_WORDS = frozenset(
    {
        "house",
        "position",
        "seat",
        "place",
        "spot",
        "slot",
        "floor",
        "desk",
        "chair",
        "lane",
        "room",
        "armchair",
        "berth",
    }
    | {"booth", "compartment", "dome", "hut", "stall"}
)
_POSITION_STEMS = frozenset(map(stem, POSITION_WORDS))
_DAYS_BEFORE = (0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335)  # in a leap year, so that 29 February exists
HAVE = "~have"  # in `Category.words`: the puzzle says that everybody has one
LIKED = "~liked"  # in `Category.words`: the category is a matter of liking ("favorite", "prefers")
_TASTE = re.compile(r"\b(?:favou?rites?|prefer|prefers|preferred|likes?|loves?|enjoys?)\b", re.IGNORECASE)
_MIXED = {"foot": ("inch", 12), "pound": ("ounc", 16)}  # units that may be followed by a smaller one
SCORED = frozenset(map(stem, ("point", "mark", "goal", "vote")))  # a winner has most of them; a golf score is low
_HOURS = frozenset(map(stem, ("hour", "clock", "pm", "am")))
_HOURS_OF_DAY = 24
_SOONER = frozenset({"before", "after", "earlier", "later", "sooner"})
_RANKED = frozenset(
    {"week", "day", "round", "lap", "month", "year", "grade", "level", "period", "season", "heat", "leg"}
)
_DATED = frozenset(map(stem, ("date", "birthday")))
_DAYS = 31
_NO_UNITS: dict[str, int] = {}


def _clock_cycle(values: Sequence[str]) -> int:
    """Minutes until a clock shows the same time again: half a day if no time has am, pm or a 24-hour form."""
    plain = all(re.fullmatch(r"\s*(?:1[0-2]|0?[1-9]):\d\d\s*", value) for value in values)
    return 720 if plain else 1440


# The number of steps after which the values of a cyclic kind repeat.
CYCLES: dict[str, Callable[[Sequence[str]], int]] = {
    "clock": _clock_cycle,
    "date": lambda _: 366,
    "month": lambda _: 12,
    "weekday": lambda _: 7,
}


@dataclass(frozen=True)
class Order:
    """How the values of a category are ordered, where that is not obvious.

    `start` is the first quantity of a cyclic kind. `turned` means that places are numbered from the right or from the
    top, or that 1 is the lowest rank; `circle` that the last place is next to the first; `rank` that numbers are ranks.
    `more` is added to the factor of "two times more"; `clockwise` says how the places around a table are numbered, if
    the text does.
    """

    start: int | None = None
    turned: bool = False
    circle: bool = False
    rank: bool = False
    more: int = 0
    clockwise: bool | None = None


@dataclass(frozen=True)
class Category:
    """A category's name and values as spelled in the text, and what was parsed from them.

    `kind` is the kind of quantity ("" if the values are not quantities); `quantities` are integers, one per value, in
    steps of 1 / `scale`; `units` pairs the stem of each unit with its size before scaling; `words` are the stems that
    name the category.
    """

    name: str
    values: tuple[str, ...]
    words: frozenset[str]
    kind: str = ""
    quantities: tuple[int, ...] = ()
    scale: int = 1
    units: tuple[tuple[str, int], ...] = ()
    order: Order = Order()


def _month_day(tokens: Sequence[Token]) -> Fraction | None:
    keys = [token.key for token in tokens if token.norm not in (",", "of", "the")]
    if len(keys) == 2 and keys[1] in MONTHS:
        keys.reverse()
    if len(keys) != 2 or keys[0] not in MONTHS:
        return None
    day = re.fullmatch(r"(\d{1,2})(?:th)?", keys[1])
    return Fraction(_DAYS_BEFORE[MONTHS.index(keys[0])] + int(day[1])) if day and 1 <= int(day[1]) <= 31 else None


def _clock(tokens: Sequence[Token]) -> Fraction | None:
    norms = [token.norm for token in tokens]
    if norms in (["noon"], ["midnight"]):
        return Fraction(720 if norms == ["noon"] else 0)
    if not norms or not re.fullmatch(r"\d{1,2}:\d\d", norms[0]) or norms[1:] not in ([], ["am"], ["pm"]):
        return None
    hour, minute = map(int, norms[0].split(":"))
    if norms[1:]:
        hour = hour % 12 + (12 if norms[1] == "pm" else 0)
    return Fraction(hour * 60 + minute) if hour < 24 and minute < 60 else None


def _duration(tokens: Sequence[Token]) -> Fraction | None:
    plain = [token for token in tokens if token.norm not in (",", "and")]
    total = Fraction(0)
    if not plain or len(plain) % 2:
        return None
    for number, unit in zip(plain[::2], plain[1::2], strict=True):
        steps = UNITS["duration"].get(unit_key(unit.norm))
        if not number.number or steps is None:
            return None
        total += Fraction(number.norm) * steps
    return total


def _number(tokens: Sequence[Token]) -> tuple[Fraction, tuple[str, ...]] | None:
    """Parse a number and the words after it, its unit; "thousand", "million" and "billion" multiply it."""
    rest = [token for token in tokens if token.norm not in ("#", "number")]
    if not rest or not rest[0].number or any(not token.norm.isalpha() for token in rest[1:]):
        return None
    factor = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
    amount, unit = Fraction(rest[0].norm), [token.norm for token in rest[1:]]
    if unit and unit[0] in factor:
        amount *= factor[unit.pop(0)]
    return amount, tuple(unit_key(word) for word in unit if word not in GLUE)


def _in_list(tokens: Sequence[Token], known: list[str]) -> Fraction | None:
    return Fraction(known.index(tokens[0].key)) if len(tokens) == 1 and tokens[0].key in known else None


def _measure(tokens: Sequence[Token]) -> Fraction | None:
    """Parse a length or weight in two units (5 ft 7 in, 3 lb 4 oz), in the smaller one."""
    plain = [token for token in tokens if token.norm not in (",", "and")]
    if not plain or len(plain) % 2:
        return None
    pairs = list(zip(plain[::2], plain[1::2], strict=True))
    scale = _MIXED.get(unit_key(pairs[0][1].norm))
    if scale is None or not all(number.number for number, _ in pairs):
        return None
    small, factor = scale
    if len(pairs) > 2 or (len(pairs) == 2 and _small(pairs[1][1]) != small):
        return None
    return Fraction(pairs[0][0].norm) * factor + (Fraction(pairs[1][0].norm) if len(pairs) == 2 else 0)


def _small(token: Token) -> str:
    return "inch" if token.norm == "in" else unit_key(token.norm)


def _era(tokens: Sequence[Token]) -> Fraction | None:
    """Parse years with an era (44 BC, AD 79, 410 CE), and decades (the 1850s)."""
    norms = [token.norm for token in tokens if token.norm != "the"]
    if norms and norms[0] in ("ad", "ce"):
        norms = [*norms[1:], norms[0]]
    if len(norms) != 2 or not norms[0].isdecimal() or norms[1] not in ("bc", "bce", "ad", "ce", "s"):
        return None
    if norms[1] == "s":
        return Fraction(norms[0]) if len(norms[0]) == 4 else None
    return Fraction(norms[0]) * (-1 if norms[1].startswith("b") else 1)


def _counted(tokens: Sequence[Token]) -> Fraction | None:
    """Parse a number after what it counts: week 3, round 2."""
    if len(tokens) == 2 and tokens[0].norm in _RANKED and tokens[1].number:
        return Fraction(tokens[1].norm)
    return None


def _ordinal(tokens: Sequence[Token]) -> Fraction | None:
    if (
        tokens
        and re.fullmatch(r"\d+th", tokens[0].norm)
        and all(token.norm.isalpha() for token in tokens[1:])
        and len(tokens) < 3
    ):
        return Fraction(int(tokens[0].norm[:-2]))
    return None


def _wrapped(tokens: Sequence[Token], kind: str) -> Fraction | None:
    """Parse money, where `kind` is the currency sign, and percentages."""
    norms = [token.norm for token in tokens]
    if kind in ("$", "£", "€") and norms and norms[0] == kind:
        parsed = _number(tokens[1:])
        return parsed[0] if parsed else None
    if kind == "percent" and len(norms) == 2 and norms[1] in ("%", "percent") and tokens[0].number:
        return Fraction(norms[0])
    return None


_PARSERS: dict[str, Callable[[Sequence[Token]], Fraction | None]] = {
    "date": _month_day,
    "clock": _clock,
    "duration": _duration,
    "month": lambda tokens: _in_list(tokens, MONTHS),
    "weekday": lambda tokens: _in_list(tokens, WEEKDAYS),
    "ordinal": _ordinal,
    "era": _era,
    "measure": _measure,
    "counted": _counted,
    # Each currency is a kind of its own: amounts in different ones cannot be compared.
    **{sign: partial(_wrapped, kind=sign) for sign in "$£€"},
    "percent": lambda tokens: _wrapped(tokens, "percent"),
}


def _quantities(values: tuple[str, ...]) -> tuple[str, list[Fraction], frozenset[str]]:
    """The kind, quantities and unit words of values; an empty kind if the values are not quantities."""
    if any(re.match(r"\s*[-\u2212]\s?[$\u00a3\u20ac]?\d", value) for value in values):
        return "", [], frozenset()  # tokens do not keep the minus sign
    tokens = [tokenise(value) for value in values]
    for kind, parse in _PARSERS.items():
        parsed = [parse(each) for each in tokens]
        found = [quantity for quantity in parsed if quantity is not None]
        if len(found) == len(values):
            return _settled_kind(kind, found, tokens)
    numbers = [number for each in tokens if (number := _number(each))]
    if len(numbers) < len(values) or len({unit for _, unit in numbers}) > 1:
        return "", [], frozenset()
    amounts, unit = [amount for amount, _ in numbers], frozenset(numbers[0][1])
    years = not unit and all(amount.denominator == 1 and 1000 <= amount <= 2100 for amount in amounts)
    return ("year" if years else "number"), amounts, unit


def _settled_kind(
    kind: str, found: list[Fraction], tokens: Sequence[Sequence[Token]]
) -> tuple[str, list[Fraction], frozenset[str]]:
    """Map a kind that is only a notation (a currency, an era) to the kind that the grammar compares."""
    if kind in ("$", "£", "€"):
        return "money", found, frozenset()
    if kind == "era":
        return "year", found, frozenset()
    if kind == "counted":
        words = {each[0].key for each in tokens}
        return ("ordinal", found, frozenset(words)) if len(words) == 1 else ("", [], frozenset())
    if kind == "measure":
        units = {_small(token) for each in tokens for token in each if token.norm.isalpha() and token.norm != "and"}
        if len(units) < 2:
            return "number", [value / _MIXED[next(iter(units))][1] for value in found], frozenset(units)
        return "number", found, frozenset(units)
    return kind, found, frozenset()


def _naming_words(name: str, description: str) -> frozenset[str]:
    """The stems of the words that name or describe a category, with `HAVE` and `LIKED` where they apply."""
    words = frozenset(token.key for token in tokenise(f"{name} {description}") if token.norm.isalpha())
    words -= {
        stem(word)
        for word in GLUE | {"unique", "different", "each", "favorite", "type", "and"}
        if stem(word) not in _POSITION_STEMS
    }
    if re.search(r"\b(?:has|have)\b", description):
        words |= {HAVE}
    if _TASTE.search(f"{name} {description}"):
        words |= {LIKED}
    return words


def category(
    name: str, values: Sequence[str], description: str = "", *, position: bool = False, order: Order = Order()
) -> Category:
    """Parse the values of a category; `position` makes the numbers 1, 2, 3 ... places in a row, with neighbours."""
    spelled = tuple(values)
    kind, quantities, unit = _quantities(spelled)
    words = _naming_words(name, description)
    if position and kind in ("number", "ordinal", "year"):
        kind = "position"
    if kind == "ordinal" and not words.isdisjoint(_DATED) and all(1 <= each <= _DAYS for each in quantities):
        kind = "date"  # the 3rd, the 5th
    if order.rank and kind == "number":
        kind = "ordinal"
    if len(set(quantities)) < len(quantities):
        kind, quantities = "", []
    if order.start is not None and kind in CYCLES:
        cycle = CYCLES[kind](spelled)
        quantities = [value if value >= order.start else value + cycle for value in quantities]
    scale = lcm(*(quantity.denominator for quantity in quantities)) if quantities else 1
    units = dict(UNITS.get(kind, _NO_UNITS))
    if kind == "number":
        units = dict.fromkeys(unit or words, 1)
        units |= {big: factor for big, (small, factor) in _MIXED.items() if {big, small} <= unit}
        units |= {"hour": 1} if is_of_hours(name, description, quantities) else {}
    if kind == "ordinal":
        units |= dict.fromkeys(unit, 1)
    if kind == "year" and not units:
        units = {"year": 1}
    return Category(
        name=name,
        values=spelled,
        words=words | unit,
        kind=kind,
        quantities=tuple(int(quantity * scale) for quantity in quantities),
        scale=scale,
        units=tuple(sorted(units.items())),
        order=order,
    )


def is_of_hours(name: str, description: str, quantities: Sequence[Fraction]) -> bool:
    """Whether numbers in their order are full hours of one day: "at 5, 6 and 7 o'clock"."""
    said = re.search(r"\b(?:o'?clock|[ap]\.?m)\b|^o$", f"{name}\n{description}".replace("\u2019", "'"), re.IGNORECASE)
    return (
        bool(said) and all(1 <= each <= _HOURS_OF_DAY for each in quantities) and list(quantities) == sorted(quantities)
    )


def is_person(category: Category) -> bool:
    """Whether the values of a category are people, judged by its name."""
    named = {form for token in tokenise(category.name) for form in (token.norm, token.norm.removesuffix("s"))}
    named |= {"child"} if "children" in named else set()
    return any(is_agent(word) or word in ("name", "people") for word in named)


def is_position(name: str, values: Sequence[str]) -> bool:
    """Whether a category is a row of places: it is named as one, and its values are 1 .. n in order."""
    if _POSITION_STEMS.isdisjoint(token.key for token in tokenise(name)):
        return False
    kind, quantities, _ = _quantities(tuple(values))
    return kind == "number" and quantities == [Fraction(n + 1) for n in range(len(values))]


def is_lined_up(name: str, values: Sequence[str], text: str) -> bool:
    """Whether a text says that what the consecutive numbers of a category count stands in a row."""
    kind, quantities, _ = _quantities(tuple(values))
    if kind != "number" or quantities != [quantities[0] + n for n in range(len(values))]:
        return False
    noun = re.escape(name.lower().removesuffix("s").removesuffix(" number"))
    row = r"(?:in a (?:row|line)\b|side by side|from (?:left to right|right to left|bottom to top|top to bottom))"
    return bool(re.search(rf"\b{noun}s\b[^.!?\n]*{row}|\brow of (?:\w+ )?{noun}s\b", text.lower()))


def is_hours_or_ages(category: Category, word: str) -> bool:
    """Whether "after" may compare hours in their order, or "older" those who only "are 31, 42 and 53"."""
    hours = (
        category.kind == "number"
        and (category.words & _HOURS or "hour" in dict(category.units))
        and list(category.quantities) == sorted(category.quantities)
    )
    ages = category.kind == "number" and category.words == {stem("kind")}
    return bool(hours and word in _SOONER) or (ages and word in ("older", "younger"))
