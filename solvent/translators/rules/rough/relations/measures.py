"""Finds out which lists of values are quantities, times or places, and in which words they are compared."""

import re
from collections.abc import Sequence
from dataclasses import replace

from solvent.translators.rules.rough.world import Category
from solvent.translators.rules.text.words import MONTHS, NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS

_NUMBER = re.compile(
    r"(?P<before>[^\d]{0,12}?)(?P<number>\d{1,9}(?:,\d{3})*|\d+\.\d{1,2})(?P<after>st|nd|rd|th)?(?P<unit>[^\d]{0,24})"
)
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:o'?clock)?\s*([ap])?\.?m?\.?$", re.IGNORECASE)
_NOON = {"noon": 720, "midday": 720, "midnight": 1440}
_SEASONS = {"spring": 1, "summer": 2, "autumn": 3, "fall": 3, "winter": 4}
_UNITS: tuple[tuple[str, str], ...] = (
    (r"year-?s?(?: old|-old)|aged?|ages|old", "age"),
    (r"[$\u00a3\u20ac]|dollars?|euros?|pounds? each|cents?|pence|price[sd]?|costs?|paid|bucks", "price"),
    (r"kg|kilos?|kilograms?|pounds?|lbs?|grams?|weigh\w*", "weight"),
    (r"cm|centimet\w+|inch\w*|tall|heights?", "height"),
    (r"centur(?:y|ies)", "time"),
    (r"met(?:re|er)s?|feet|ft|km|miles?|long|lengths?|distances?|far", "length"),
)
_ROOMS = re.compile(r"\b(?:floors?|store?ys?|stories|levels?|shelf|shelves|rungs?|steps?)\b", re.IGNORECASE)
_MORNING = 7  # o'clock; an earlier hour after a later one is in the afternoon


def measured(category: Category, said: str) -> Category:
    """Add amounts and axis to a category, if its values have such; `said` are the words around its list."""
    said = f"{said} {category.values[-1].partition(' ')[2]}"
    category = _without_unit(category)
    values = [value.replace("\u2019", "'").strip().casefold() for value in category.values]
    found = _calendar(values) or _clock(values, said) or _numbers(values, said, category.name)
    if found is None or len(set(found[0])) < len(values):
        return category
    ranks = all(re.fullmatch(r"\d+(?:st|nd|rd|th)", value) for value in values)
    spelled = tuple(map(str, found[0])) if ranks else category.values
    return replace(category, values=spelled, amounts=tuple(found[0]), axis=found[1])


def _without_unit(category: Category) -> Category:
    """The category without the unit that only its last value has: "10, 14 and 18 lb"."""
    *most, last = category.values
    number, _, unit = last.partition(" ")
    plain = all(value.isdecimal() for value in (*most, number)) and bool(unit) and "'" not in unit
    return replace(category, values=(*most, number)) if plain else category


def ascending(category: Category) -> Category:
    """The category with its amounts in ascending order."""
    pairs = sorted(zip(category.amounts, category.values, strict=True))
    return replace(category, values=tuple(value for _, value in pairs), amounts=tuple(amount for amount, _ in pairs))


def _calendar(values: Sequence[str]) -> tuple[list[int], str] | None:
    plain = [re.sub(r"^(?:on|in) | (?:morning|afternoon|evening|night)s?$|s$|\.$", "", value) for value in values]
    for names in (WEEKDAYS, MONTHS, [*_SEASONS]):
        at = [next((n for n, name in enumerate(names, 1) if _means(value, name)), 0) for value in plain]
        if all(at):
            return at, "time"
    return None


def _means(value: str, name: str) -> bool:
    return value == name or (len(value) in (3, 4) and name not in _SEASONS and name.startswith(value))


def _clock(values: Sequence[str], said: str) -> tuple[list[int], str] | None:
    timed = re.search(r"o'clock|\b[ap]\.?m\b", said.replace("\u2019", "'"), re.IGNORECASE)
    if not (timed or any(re.search(r"\d[:.]\d\d|\d ?[ap]\.?m\b|o'clock|^noon$|^midnight$", each) for each in values)):
        return None
    found: list[int] = []
    for value in values:
        match = _CLOCK.match(re.sub(r"^(?:at|by) ", "", value))
        if value in _NOON:
            minutes = _NOON[value]
        elif value in NUMBER_WORDS:
            minutes = 60 * NUMBER_WORDS[value]
        elif match:
            hour = int(match[1]) % 12 if match[3] else int(match[1])
            minutes = 60 * hour + int(match[2] or 0) + (720 if (match[3] or "").lower() == "p" else 0)
        else:
            return None
        if found and minutes < found[-1] and minutes < 60 * _MORNING and found[-1] - minutes > 360:
            minutes += 720
        found.append(minutes)
    return found, "time"


def _numbers(values: Sequence[str], said: str, name: str) -> tuple[list[int], str] | None:
    found: list[int] = []
    units = ""
    factor = 100 if any(re.search(r"\d\.\d", value) for value in values) else 1
    for value in values:
        match = _NUMBER.fullmatch(value)
        if value in NUMBER_WORDS or value in ORDINAL_WORDS:
            found.append(NUMBER_WORDS.get(value, 0) or ORDINAL_WORDS.get(value, 0))
        elif value == "ground" and "first" in values:
            found.append(0)
        elif match:
            number = match["number"].replace(",", "")
            found.append(round(float(number) * factor))
            units = f"{match['before']} {match['unit']}"
        else:
            return None
    return found, _axis(found, f"{units} {said}", name)


def _axis(amounts: Sequence[int], said: str, name: str) -> str:
    if all(1000 <= amount <= 2100 for amount in amounts):
        return "time"
    for pattern, axis in _UNITS:
        if re.search(rf"(?:(?<=\s)|^)(?:{pattern})(?:\b|\s|$)", said, re.IGNORECASE):
            return axis
    return "vertical" if _ROOMS.search(name) else "number"
