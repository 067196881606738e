"""Finds the places of a world: listed, counted ("five houses in a row"), or by what its things are compared."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solvent.translators.rules.orders.axes import scale_of
from solvent.translators.rules.rough.relations.measures import ascending
from solvent.translators.rules.rough.relations.wording import singular
from solvent.translators.rules.rough.world import Category, World
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import GLUE, RESERVED, is_agent

_EVIDENCE: tuple[tuple[str, "re.Pattern[str]"], ...] = tuple(
    (axis, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for axis, pattern in (
        (
            "left",
            (
                r"(?<!have )(?<!has )left(?! (?:behind|alone|over))|right(?! (?:after|before|behind|away))|"
                r"leftmost|rightmost|left to right|in a (?:\w+ )?(?:row|line)|side by side|next door|neighbou?rs?"
            ),
        ),
        (
            "west",
            (
                r"(?:east|west) of|(?:east|west)(?:ern)? end|further (?:east|west)|(?:east|west)ernmost|west to east|"
                r"east to west|(?:east|west)wards?"
            ),
        ),
        ("north", r"north of|south of|northern|southern|(?:north|south)ernmost|north to south|south to north"),
        (
            "vertical",
            (
                r"above|below|floors?|store?ys?|stacked|pile[ds]?|underneath|beneath|on top of|bottom|topmost|"
                r"higher up|lower down|(?:top|bottom|middle) shelf|shelves|ladder|rungs?"
            ),
        ),
        ("queue", r"queue\w*|in front of|behind|in line|at the (?:back|front)|stand in (?:a )?line|line up"),
        (
            "rank",
            (
                r"finish\w*|race[ds]?|ran|runners?|places? (?:ahead|behind|better)|winner|won|beat|beaten|ties|tied|"
                r"came in|medals?|ranked|(?:first|last|second|third) \w*\s?places?|"
                r"competition|contest|placed|marathon|podium"
            ),
        ),
        (
            "time",
            (
                r"before|after|earlier|later|earliest|latest|straight after|right after|immediately (?:after|before)|"
                r"in what order|one after (?:the )?(?:other|another)|followed"
            ),
        ),
    )
)
_ORDERED = re.compile(
    r"\b(?:next to|beside|adjacent|between|neighbou?rs?|next door|immediately|directly|first|last|middle|ends?|"
    r"opposite|order|second|third|fourth|position|positions|places?|ahead|behind|before|after)\b",
    re.IGNORECASE,
)
_AGES = re.compile(r"\b(?:eldest|oldest|youngest|born before|born after|senior|junior)\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:more|less|fewer) (?:[a-z]+ )?than\b", re.IGNORECASE)
_SIZES = ("age", "height", "weight", "price", "length")
_MOST = re.compile(
    r"\b(?:heavi|light|tall|short|long|old|eld|young|dear|cheap|pric|high|low)est\b|\bmost expensive\b", re.IGNORECASE
)
_FEW = 2
_RELATED = re.compile(
    r"\b(?:next to|beside|adjacent|between|next door|immediately|directly|straight|ahead|behind|before|after|above|"
    r"below|left of|right of|earlier|later|better|worse|\w{2,}er than|(?:first|second|third|fourth|last)(?! of all))\b",
    re.IGNORECASE,
)
_ROUND = re.compile(
    r"\b(?:round table|round (?:a|the|our|her|his|my) (?:\w+ )?table|"
    r"circular table|in a (?:circle|ring)|around (?:a|the) (?:\w+ )?(?:table|fire|campfire|circle)|"
    r"clockwise|carousel|merry-go-round|anti-?clockwise|counter-?clockwise)\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"\bin a (?:\w+ )?(?:row|line)\b|\bside by side\b|\bnext to each other\b", re.IGNORECASE)
_SIDEWAYS = ("left", "west", "north", "vertical", "queue")


@dataclass(frozen=True)
class Order:
    """Which category has the places, if there is an order: the categories with it, its number, whether a circle."""

    categories: tuple[Category, ...]
    place: int | None = None
    circular: bool = False

    def world(self) -> World:
        return World(self.categories, self.place, self.circular)


def orders(categories: Sequence[Category], rows: int, text: str) -> list[Order]:
    """The orders that a text may speak of, the likeliest first; the last is without any order."""
    seen = {axis: len(pattern.findall(text)) for axis, pattern in _EVIDENCE}
    circular = bool(_ROUND.search(text))
    found = [*_listed(categories, seen, text, circular=circular)]
    plain = Order(tuple(categories))
    spatial = max(_SIDEWAYS, key=lambda axis: seen[axis])
    if circular:
        found.insert(0, _with_places(categories, rows, "circle", text, circular=True))
    elif not any(_is_places(each.categories[each.place or 0], text) for each in found) and seen[spatial] > 1:
        created = _with_places(categories, rows, spatial, text)
        amounts = bool(found) and not _LINE.search(text)
        found.insert(1 if amounts else 0, created)
    if not found:
        scale = scale_of(text)
        raced = scale is not None and scale.name == "speed"
        sized = scale is not None and scale.name in _SIZES and _MOST.search(text) is not None
        aged = len(_AGES.findall(text)) > 1
        axis = (
            "rank"
            if (seen["rank"] > 1 and not sized) or raced
            else scale.name
            if scale
            else "age"
            if aged
            else "time"
            if seen["time"] > 1
            else ""
        )
        if not axis and len(categories) == 1 and _MORE.search(text):
            axis = "number"
        if not axis and seen[spatial] and _ORDERED.search(text):
            axis = spatial
        if axis and len(categories) > 1 and len(_RELATED.findall(text)) < _FEW:
            return [plain, _with_places(categories, rows, axis, text)]
        if axis:
            found.append(_with_places(categories, rows, axis, text))
        elif len(categories) == 1 and len(_ORDERED.findall(text)) > 1:
            found.append(_with_places(categories, rows, "rank", text))
    return [*found, plain]


def _listed(categories: Sequence[Category], seen: dict[str, int], text: str, *, circular: bool) -> list[Order]:
    """Orders by a listed category, of places first, then of times and amounts."""
    usable = [number for number, each in enumerate(categories) if each.amounts]
    usable.sort(key=lambda number: (not _is_places(categories[number], text), categories[number].axis != "time"))
    found = []
    for number in usable:
        each = ascending(categories[number])
        places = _is_places(each, text)
        if places:
            spatial = max(_SIDEWAYS, key=lambda axis: seen[axis])
            ranked = "rank" if seen["rank"] > 1 else "time" if seen["time"] > 1 else "left"
            axis = each.axis if each.axis == "vertical" else spatial if seen[spatial] else ranked
            each = replace(each, axis="circle" if circular else axis)
        rest = [ascending(other) if other.amounts else other for other in categories]
        rest[number] = each
        found.append(Order(tuple(rest), number, circular and places))
    return found[:2]


def _is_places(category: Category, text: str) -> bool:
    """Whether a listed category is one of places: houses 1 to 5, positions, floors."""
    if (
        is_unit(category.name.lower())
        or not category.amounts
        or category.axis not in ("number", "vertical", "left", "west", "circle", "queue", "rank")
    ):
        return False
    if category.axis in _SIDEWAYS or category.axis in ("circle", "rank"):
        return True
    steps = {b - a for a, b in pairwise(sorted(category.amounts))}
    noun = re.escape(singular(category.name.split(" ")[-1]))
    return steps == {1} and (
        min(category.amounts) == 1 or bool(re.search(rf"\b{noun} (?:number |no\.? ?)?\d", text, re.IGNORECASE))
    )


def _with_places(categories: Sequence[Category], rows: int, axis: str, text: str, *, circular: bool = False) -> Order:
    """An order with a category of places from 1."""
    noun, size = _counted(text, rows, spatial=axis in (*_SIDEWAYS, "circle"))
    numbers = tuple(range(1, size + 1))
    places = Category(noun, tuple(map(str, numbers)), amounts=numbers, axis=axis)
    rest = [ascending(each) if each.amounts else each for each in categories]
    return Order((*rest, places), len(categories), circular)


def _counted(text: str, rows: int, *, spatial: bool) -> tuple[str, int]:
    """The noun for the places that a text counts, and how many there are; some in space may stay empty."""
    best = ("place", rows)
    for match in COUNTED.finditer(text):
        noun, many = singular(match[2].lower()), number_of(match[1])
        if (
            is_agent(noun)
            or text[: match.start()].lower().endswith("of the ")
            or noun in GLUE | RESERVED | {"us", "wa"} - {"house", "home"}
            or not rows <= many <= 2 * rows
            or (many > rows and not spatial)
        ):
            continue
        again = re.search(rf"\b{noun}\b", text, re.IGNORECASE)
        if again and (best[0] == "place" or many > best[1]):
            best = noun, many
    return best
