"""The phrases for places in a row: "next to", "two doors down", "at either end"."""

import re
from dataclasses import dataclass

from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.item_codes import Item, PlaceRelation, Places
from solvent.translators.rules.clues.mentions import DERIVED, Mention
from solvent.translators.rules.clues.phrases import any_of
from solvent.translators.rules.clues.values import Order
from solvent.translators.rules.text.words import NUMBER_WORDS

_PLACE = (
    r"(?:houses?|homes?|places?|positions?|seats?|spots?|slots?|doors?|chairs?|rooms?|floors?|stor(?:ey|ie|y)s?|steps?|"
    r"lanes?|levels?|desks?|tables?|stalls?|lockers?|cabins?|armchairs?|berths?|booths?|compartments?|domes?|huts?)"
)
_COUNT = r"(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|a)"
_SIDE = r"(?P<side>left|right)"
_AT_ONCE = r"(?:directly|right|immediately|just)"
_UP = r"(?P<up>above|below|beneath)"
_STAND = r"(?:(?:lie|lies|stand|stands|sit|sits|are|is) )?"
_SIDE_OF = rf"(?:to |on )?(?:the )?{_SIDE} (?:hand )?(?:side )?of"
_PHRASES: tuple[tuple[str, str], ...] = (
    ("J", rf"(?:{_AT_ONCE} )?(?:next to|next door to|beside|adjacent to|alongside) (?:each other|one another)"),
    ("J", r"(?:adjacent|(?:direct |next door |immediate )?neighbou?rs|side by side|next door neighbou?rs)(?= $)"),
    ("J", rf"(?:neighbou?ring|adjacent|adjoining) {_PLACE}(?= $)"),
    ("end", rf"(?:an|the|one) end {_PLACE}"),
    ("step", rf"(?:the )?(?:immediate |direct )?{_SIDE} hand neighbou?r (?:of|to)"),
    ("apart", rf"(?:exactly )?{_COUNT} {_PLACE} (?:apart|away from (?:each other|one another))"),
    ("facing", rf"(?:{_AT_ONCE} )?(?:opposite|across from) (?:each other|one another)"),
    ("gap", rf"(?:with |have |has )?(?:exactly |only |just )?(?:{_COUNT}|no) (?:other )?{_PLACE} between them"),
    ("flank", rf"(?:flanked by|sandwiched between|{_AT_ONCE} (?:in )?between)"),
    ("sides", r"on (?:different|opposite) sides of"),
    ("sameside", r"on the same side of"),
    (
        "clock",
        (
            rf"(?:(?:exactly )?{_COUNT} {_PLACE} |(?P<once>{_AT_ONCE} ))"
            r"(?P<turn>clockwise|anticlockwise|counterclockwise) (?:of|from)"
        ),
    ),
    ("step", rf"(?:to |on )?(?:the |his |her |its )?(?:immediate|direct) {_SIDE} (?:hand )?(?:side )?of"),
    ("step", rf"{_AT_ONCE} {_SIDE_OF}"),
    ("steps", rf"(?:exactly )?{_COUNT} {_PLACE} {_SIDE_OF}"),
    ("nth", rf"(?:the )?(?P<count>\d+)th (?:{_PLACE} )?(?:to |on )?the {_SIDE} (?:hand )?(?:side )?of"),
    ("side", rf"(?:farther|further) (?:to the )?{_SIDE} than"),
    ("side", rf"(?:somewhere |anywhere |sometime )?(?:to |on )?(?:the )?{_SIDE} (?:hand )?(?:side )?of"),
    ("up", rf"(?:(?:exactly )?{_COUNT} {_PLACE} |(?P<once>(?:on )?(?:the {_PLACE} )?{_AT_ONCE}) )?{_UP}"),
    ("away", rf"(?:exactly )?{_COUNT} {_PLACE} (?:away|apart) from"),
    (
        "away",
        rf"(?:exactly )?{_COUNT} (?:doors|houses) (?:down|over|along)(?: the (?:street|road|lane|row))? from",
    ),
    ("away", rf"(?:exactly )?{_COUNT} doors from"),
    ("skip", r"next door but one (?:to|from)"),
    (
        "step",
        rf"(?:the )?(?:immediate |direct )?neighbou?r (?:to|on) (?:the )?(?:immediate )?{_SIDE}(?: hand)?(?: side)? of",
    ),
    ("beside", rf"(?:{_AT_ONCE} )?(?:next to|next door to|next door from|beside|adjacent to|alongside)"),
    ("beside", r"(?:a |the |an )?(?:direct |immediate |next door )?neighbou?r (?:of|to)"),
    ("beside", r"has an? (?:direct |immediate |next door )?neighbou?r (?:who|that|with)"),
    ("B", rf"(?:exactly )?(?:{_COUNT}|no) (?:other )?{_PLACE} {_STAND}(?:between|separates?|separating|in between)"),
    ("B", rf"there (?:is|are|was|were) (?:exactly |only |just )?{_COUNT} (?:other )?[a-z]+(?= $)"),
    (
        "opposite",
        r"(?:directly |right |immediately |exactly )?(?:opposite(?: of| to| from)?|across(?: the table)? from)",
    ),
    ("between", r"(?:somewhere |anywhere )?(?:in )?between"),
    ("end", r"(?:one of the|either|one|an|the far) ends?(?: of the (?:row|street|line|houses|road|lane))?"),
    ("parity", rf"(?:an |a |the )?(?P<parity>even|odd)(?: numbered)? {_PLACE}"),
    ("from", rf"(?:the |in the )?(?P<nth>\d+)th (?:{_PLACE} )?from (?:the )?(?P<end>left|right)(?: end)?"),
    (
        "from",
        (
            rf"(?:the |in the )?(?P<nth>\d+)th (?:{_PLACE} )?(?:on|at) (?:the |your )(?P<end>left|right)(?: end)?"
            r"(?! (?:hand|side|of)\b)"
        ),
    ),
    (
        "place",
        (
            r"(?:the )?(?P<which>leftmost|rightmost|last|final|middle|central|center|centre|far left|far right|"
            r"extreme left|extreme right|left end|right end)(?: (?:house|position|place|seat|spot|one|end))?"
        ),
    ),
    (
        "level",
        (
            r"(?:the )?(?P<which>top|bottom|topmost|bottommost|uppermost|highest|lowest) "
            r"(?:floor|stor(?:e?y)|level|deck|shelf|rung)"
        ),
    ),
    ("place", r"(?:the )?(?:house|position|place|seat|spot) (?:on|at|to) the (?P<which>far left|far right)"),
)
_COMPILED = tuple((code, re.compile(pattern + r"(?= |$)")) for code, pattern in _PHRASES)
_ANY = any_of(pattern for _, pattern in _COMPILED)
_THREE = {"between": "Z", "flank": "Y", "sides": "/", "sameside": "|"}  # they relate a place to two others
_OVER_MENTIONS = frozenset({"from", "nth"})  # "second house from the right" contains "second house"


def find(joined: str, offset: int) -> tuple[str, "re.Match[str]"] | None:
    """The code and match of the first place phrase at a character offset of a clue's words, joined by spaces."""
    if not _ANY.match(joined, offset):
        return None
    for code, pattern in _COMPILED:
        match = pattern.match(joined, offset)
        if match:
            return code, match
    return None


def may_cover_mentions(code: str) -> bool:
    """Whether a phrase with this code may contain what looks like a value."""
    return code in _OVER_MENTIONS


def _count(said: str | None) -> int:
    if not said:
        return 0
    return int(said) if said.isdecimal() else NUMBER_WORDS.get(said, 1)


@dataclass(frozen=True)
class Row:
    """The places of a puzzle: the index of their category, how many there are, and their order."""

    category: int
    size: int
    order: Order


def item(code: str, match: "re.Match[str]", span: tuple[int, int], row: Row) -> Item | None:
    """The item for a place phrase over the tokens of `span`; None if the phrase makes no sense in this row."""
    groups = match.groupdict()
    if code == "opposite":
        facing = row.order.circle and row.size % 2 == 0
        return Item("X", *span, PlaceRelation("distance", row.size // 2)) if facing else None
    if code == "facing":
        facing = row.order.circle and row.size % 2 == 0
        return Item("J", *span, PlaceRelation("distance", row.size // 2)) if facing else None
    if code == "clock":
        return _around(groups, span, row)
    if code in ("place", "from", "parity", "end", "level"):
        return None if row.order.circle else _fixed(code, groups, span, row)
    if row.order.circle and code in ("side", "between", "up", "B", "gap", "sides", "sameside"):
        return None  # a circle has no ends
    steps = _count(groups.get("count"))
    sign = {"left": -1, "right": 1, "below": -1, "beneath": -1, "above": 1}.get(
        groups.get("side") or groups.get("up") or "", 0
    )
    sign = -sign if row.order.turned else sign
    if code == "up":
        amount = steps or (1 if groups["once"] else 0)
        relation = PlaceRelation("difference", sign * amount) if amount else PlaceRelation("<" if sign < 0 else ">")
        return Item("X", *span, relation)
    relations = {
        "J": PlaceRelation("distance", 1),
        "B": PlaceRelation("distance", steps + 1),
        "step": PlaceRelation("difference", sign),
        "steps": PlaceRelation("difference", sign * steps),
        "nth": PlaceRelation("difference", sign * steps),
        "side": PlaceRelation("<" if sign < 0 else ">"),
        "away": PlaceRelation("distance", steps),
        "beside": PlaceRelation("distance", 1),
        "skip": PlaceRelation("distance", 2),
        "apart": PlaceRelation("distance", steps),
        "gap": PlaceRelation("distance", steps + 1),
    }
    if code in _THREE:
        return Item(_THREE[code], *span)
    joint = code in ("J", "apart", "gap")
    return Item("J" if joint else "B" if code == "B" else "X", *span, relations[code])


def _around(groups: dict[str, str | None], span: tuple[int, int], row: Row) -> Item | None:
    """The item for places around a table that are numbered clockwise, or the other way, as far as the text says."""
    if not row.order.circle or row.order.clockwise is None:
        return None
    steps = _count(groups.get("count")) or 1
    forward = (groups["turn"] == "clockwise") == row.order.clockwise
    return Item("X", *span, PlaceRelation("difference", steps if forward else -steps))


def _fixed(code: str, groups: dict[str, str | None], span: tuple[int, int], row: Row) -> Item | None:
    """The item for absolute places: the end, the middle, the second from the left, the even ones."""
    rows, first = row.size, "right" if row.order.turned else "left"
    if code == "end":
        return Item("U", *span, Places((0, rows - 1)))
    if code == "parity":
        lowest = 1 if groups["parity"] == "even" else 0
        return Item("U", *span, Places(tuple(range(lowest, rows, 2))))
    which = groups.get("which") or ""
    if code == "level":
        top = which.startswith(("top", "upper", "high"))
        return _place(0 if top == row.order.turned else rows - 1, span, row)
    if code == "from":
        nth = int(groups["nth"] or 0)
        index = nth - 1 if groups["end"] == first else rows - nth
    elif which in ("middle", "central", "center", "centre"):
        index = rows // 2 if rows % 2 else -1
    else:
        index = 0 if first in which else rows - 1
    return _place(index, span, row) if 0 <= index < rows else None


def _place(index: int, span: tuple[int, int], row: Row) -> Item:
    return Item("M", *span, Mention(*span, (Value(row.category, index),), DERIVED))
