"""Small figures in words: work and speed, a climb by day and night, averages, rectangles, trees in a row."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from solvent.translators.rules.quantities.facts import compared, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities.grammar import meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import singular
from solvent.translators.rules.text.words import ORDINAL_WORDS, listed

_TIMES = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_TOGETHER = re.compile(r"\b(?:together|both|at the same time|all (?:two|three))\b", re.IGNORECASE)
_EMPTIES = frozenset(listed("empties empty drains drain emptied drained leaks leak"))
_MOST = 10_000


def draft(text: str) -> Draft | None:
    """Read a text as the first of these figures that it fits."""
    rows = [items_in(words_in(each)) for each in sentences_in(text)]
    for read in (_handshakes, _seating, _climb, _work, _meeting, _average, _rectangle, _row):
        ledger = read(text, rows)
        if ledger is not None and (found := ledger.draft()) is not None:
            return found
    return None


def _numbers(rows: Sequence[Sequence[Item]]) -> list[Item]:
    """All numbers of a text but "one"."""
    return [
        each for items in rows for each in items if each.kind in ("number", "factor") and (each.value != 1 or each.unit)
    ]


def _question(text: str) -> str:
    return next((each for each in sentences_in(text)[::-1] if each.rstrip(" \"')").endswith("?")), "")


def _ledger(text: str, said: str, facts: tuple, asked: object, *, real: bool = True) -> Ledger:  # type: ignore[type-arg]
    ledger = Ledger(real=real, asked=asked, question=_question(text))
    ledger.said.append((said, [facts]))
    return ledger


def _climb(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """A snail in a well: up by day, down by night."""
    if not re.search(r"\b(?:slips?|slides?|sinks?|falls?|drops?)\b", text) or not re.search(
        r"\b(?:climbs?|crawls?|creeps?|jumps?|up)\b", text
    ):
        return None
    values = [each.value for each in _numbers(rows) if each.unit != "day"]
    values += [
        Fraction(1)
        for items in rows
        for each in items
        if each.kind == "number" and each.value == 1 and each.unit and each.unit != "day"
    ]
    values = list(dict.fromkeys(values))
    if len(values) != 3:
        return None
    depth, up, down = max(values), *sorted((each for each in values if each != max(values)), reverse=True)
    if up <= down or not re.search(r"\b(?:how many days|which day|what day|when)\b", text, re.IGNORECASE):
        return None
    day = Poly.unknown("day")
    above = (day - Poly.constant(1)).times(up - down) + Poly.constant(up)
    facts = (
        compared(above, ">=", Poly.constant(depth)),
        compared(above - Poly.constant(up - down), "<", Poly.constant(depth)),
    )
    return _ledger(text, text, facts, day, real=False)


_EVERYONE = re.compile(
    r"\b(?:every(?:one|body)|each|every|all)\b[^.?!]*\b(?:every (?:one )?other|each (?:of the )?others?|one another"
    r"|every(?:one|body) else|(?:all|each of) the (?:others|rest))\b",
    re.IGNORECASE,
)
_BOTH_WAYS = re.compile(r"\b(?:twice|two times|home and away|gives?|gave|sends?|sent|writes?|wrote)\b", re.IGNORECASE)


def _handshakes(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """Everyone shakes hands with everyone else: how many of them, or how many handshakes?"""
    numbers = [each for items in rows for each in items if each.kind == "number" and each.value > 2]
    question = _question(text)
    if not _EVERYONE.search(text) or len(numbers) != 1 or numbers[0].unit or "how many" not in question.lower():
        return None
    many, met = Poly.unknown("people"), Poly.unknown("meetings")
    of_people = re.search(
        r"(?i)how many (?:\w+ )?(?:people|players|teams|guests|friends|members|men|women|children|students|clubs"
        r"|were (?:there|present|at)|persons|pupils|delegates|attended|took part)\b",
        question,
    )
    given, asked = (met, many) if of_people else (many, met)
    facts = (
        equal(met.times(1 if _BOTH_WAYS.search(text) else 2), many * many - many),
        equal(given, Poly.constant(numbers[0].value)),
        compared(many, ">=", Poly.constant(2)),
    )
    return _ledger(text, text, facts, asked, real=False)


_SEATED = re.compile(
    r"\bif (?P<by>\w+) (?P<one>[a-z]+)[^.,;?!]{0,40}? (?:each|every|a|per|one) (?P<place>[a-z]+)\b[^.?!]*?"
    r"[,;] (?:then )?(?P<rest>[^.?!;]+)",
    re.IGNORECASE,
)


def _seating(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """If two sparrows sit on each post, one is left over; if three do, one post stays empty."""
    told = list(_SEATED.finditer(text))
    if len(told) != 2 or len(rows) > 8:
        return None
    ledger = Ledger()
    place = singular(told[0]["place"].lower())
    things, places = ledger.unknown("things"), ledger.unknown("places")
    for each in told:
        row = items_in(words_in(each["rest"]))
        numbers = [item for item in row if item.kind in ("number", "one")]
        by = [item.value or 1 for item in items_in(words_in(each["by"])) if item.kind in ("number", "one")]
        if len(numbers) != 1 or len(by) != 1:
            return None
        at, rest = row.index(numbers[0]), Poly.constant(numbers[0].value or 1)
        empty = any(singular(item.word) == place for item in row[at : at + 3])
        short = any(item.word in ("short", "missing", "few", "lacking") for item in row)
        taken = places - rest if empty else places
        left = Poly(()) if empty else rest.times(-1 if short else 1)
        ledger.told(each[0], [(equal(things, taken.times(Fraction(by[0])) + left),)])
    ledger.question = _question(text)
    words = [singular(word) for word in words_in(ledger.question)]
    names = {singular(told[0]["one"].lower()): things, place: places}
    asked = {f"{name}s": poly for name, poly in names.items() if name in words}
    ledger.asked = asked or {f"{name}s": poly for name, poly in names.items()}
    return ledger


def _work(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """Two taps fill a pool in 20 and in 30 minutes: how long do both take?"""
    question = _question(text)
    if not _TOGETHER.search(text) or not re.search(
        r"\bhow (?:long|many (?:minutes|hours|days))\b|\bwhen\b", question, re.IGNORECASE
    ):
        return None
    numbers = _numbers(rows)
    times = [each for each in numbers if each.unit in _TIMES]
    numbers = [each for each in numbers if each.unit or each.value != len(times)]
    if len(times) != len(numbers) or not 2 <= len(times) <= 4 or any(not each.value for each in times):
        return None
    rate, fills = Fraction(0), re.search(r"\bfill", text) is not None
    for items in rows:
        start = 0
        for at, each in enumerate(items):
            if each.kind == "number" and each.unit in _TIMES:
                drains = fills and {one.word for one in items[start:at]} & _EMPTIES
                rate += (-1 if drains else 1) / (each.value * _TIMES[each.unit])
                start = at
    if rate <= 0:
        return None
    unit = next((word for word in _TIMES if re.search(rf"\b{word}s\b", question)), times[0].unit)
    spent = Poly.unknown("time")
    return _ledger(text, text, (equal(spent.times(rate * _TIMES[unit]), Poly.constant(1)),), spent)


def _meeting(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """Two travellers towards each other: when do they meet?"""
    if not re.search(r"\b(?:towards?|meet|opposite)\b", text):
        return None
    numbers = _numbers(rows)
    speeds = [
        each.value for items in rows for at, each in enumerate(items) if each.kind == "number" and _is_speed(items, at)
    ]
    ways = [
        each.value
        for items in rows
        for at, each in enumerate(items)
        if each.kind == "number" and each.unit in _WAYS and not _is_speed(items, at)
    ]
    if len(speeds) != 2 or len(ways) != 1 or len([each for each in numbers if each.unit or each.value != 2]) != 3:
        return None
    hours = Poly.unknown("hours")
    asked = hours.times(60) if re.search(r"\bhow many minutes\b", text) else hours
    if re.search(r"\bhow (?:far|many (?:km|kilomet\w+|miles))\b", _question(text), re.IGNORECASE):
        return None
    return _ledger(text, text, (equal(hours.times(sum(speeds)), Poly.constant(ways[0])),), asked)


_WAYS = frozenset(["km", "kilometre", "kilometer", "mile", "metre", "meter"])


def _is_speed(items: Sequence[Item], at: int) -> bool:
    after = [each.word for each in items[at + 1 : at + 3]]
    return after[:1] in (["per"], ["an"], ["a"], ["kmh"], ["mph"], ["kph"]) or after[:1] == ["h"]


def _average(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """After four tests the average is 82; what must the fifth be for an average of 84?"""
    if not re.search(r"\b(?:average|mean)\b", text):
        return None
    values = [each.value for items in rows for each in items if each.kind == "number"]
    ordinals = [word for items in rows for each in items if (word := each.word) in ORDINAL_WORDS]
    if len(values) != 3 or len(set(ordinals)) > 1:
        return None
    many, first, then = values
    if many > 12 or (ordinals and ORDINAL_WORDS[ordinals[0]] != many + 1):
        return None
    next_one = Poly.unknown("next")
    said = equal(Poly.constant(many * first) + next_one, Poly.constant((many + 1) * then))
    return _ledger(text, text, (said,), next_one)


_SIDES = {
    **dict.fromkeys(("long", "length", "longer", "longest"), 0),
    **dict.fromkeys(("wide", "width", "breadth", "broad", "shorter", "shortest", "short"), 1),
}


def _rectangle(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """A rectangle of which the way around, the area or the sides are told."""
    if not re.search(r"\brectang\w+\b|\b(?:wide|width)\b", text):
        return None
    ledger = Ledger(real=True)
    sides = (ledger.unknown("length"), ledger.unknown("width"))
    whole = {
        "perimeter": total(sides).times(2),
        "fence": total(sides).times(2),
        "around": total(sides).times(2),
        "round": total(sides).times(2),
        "area": sides[0] * sides[1],
    }
    for sentence, row in zip(sentences_in(text), rows, strict=True):
        asks = sentence.rstrip().endswith("?")
        items, area = _without_area(row)
        if area is not None:
            ledger.told(sentence, [(equal(whole["area"], Poly.constant(area)),)])
        measure = next((whole[each.word] for each in items if each.word in whole), None)
        named = _sided(items, sides)
        if asks:
            ledger.question = sentence
            asked = list(dict.fromkeys(each.poly for each in named if each.kind == "quantity"))
            names = {sides[0]: "length", sides[1]: "width"}
            if {each.word for each in items} & {"shorter", "longer", "shortest", "longest"}:
                names = {sides[0]: "longer side", sides[1]: "shorter side"}
                ledger.always.append(compared(sides[0], ">=", sides[1]))
            ledger.asked = {names[each]: each for each in asked} if asked else measure
        elif measure is not None and (value := _behind(items, whole)):
            facts = (equal(measure, Poly.constant(value.value)),)
            others = [each for each in named if each is not value and each.kind not in ("of", "left")]
            if named.index(value) < len(named) - 1 and named[named.index(value) + 1].word == "long":
                others.remove(named[named.index(value) + 1])  # "the fence is 38 metres long"
            more = meanings(others) if any(each.kind in ("number", "factor") for each in others) else [()]
            ledger.told(sentence, [(*facts, *each) for each in more])
        elif area is None and any(each.kind in ("number", "factor") for each in items):
            ledger.told(sentence, meanings(named))
    return ledger


def _without_area(items: Sequence[Item]) -> tuple[list[Item], Fraction | None]:
    """Take "84 square metres" out of a row."""
    at = next((at for at, each in enumerate(items[1:]) if each.kind == "square" and items[at].kind == "number"), None)
    if at is None:
        return list(items), None
    return [*items[:at], *items[at + 3 :]], items[at].value


def _behind(items: Sequence[Item], words: Iterable[str]) -> Item | None:
    """The number behind "perimeter", or else before it."""
    at = next(at for at, each in enumerate(items) if each.word in words)
    numbers = [each for each in (*items[at:], *items[:at][::-1]) if each.kind == "number"]
    return numbers[0] if numbers else None


def _sided(items: Sequence[Item], sides: tuple[Poly, Poly]) -> list[Item]:
    """Read "7 metres longer than it is wide", "twice as long as wide", "its length is ..."."""
    compares = next((each.word for each in items if each.word in ("longer", "wider")), "")
    found: list[Item] = []
    long_first = any(each.kind == "factor" for each in items)
    if compares:
        found.append(Item("quantity", compares, polys=(sides[0 if compares == "longer" else 1],)))
    if long_first and not compares:
        order = [_SIDES[each.word] for each in items if each.word in _SIDES]
        factor = next(each for each in items if each.kind == "factor")
        if len(order) == 2:
            return [
                Item("quantity", "side", polys=(sides[order[0]],)),
                factor,
                Item("quantity", "side", polys=(sides[order[1]],)),
            ]
    for each in items:
        if each.word in _SIDES and each.word != "longer":
            found.append(Item("quantity", each.word, polys=(sides[_SIDES[each.word]],)))
        else:
            found.append(replace(each, kind="more") if each.word == "wider" else each)
    return found


def _row(text: str, rows: Sequence[Sequence[Item]]) -> Ledger | None:
    """Trees or posts along a way, one at each end or all around."""
    if not re.search(r"\bapart\b|\bevery \w+ (?:met\w+|feet|yards|m)\b|\bdistance\b|\bintervals?\b", text):
        return None
    values = [each.value for each in _numbers(rows) if each.unit]
    if (
        len(values) != 2
        or len(_numbers(rows)) != 2
        or not min(values)
        or not re.search(r"\bhow many\b", text, re.IGNORECASE)
    ):
        return None
    ends = re.search(r"\b(?:both ends|each end|either end|at the (?:very )?(?:beginning|start|end)|first|last)\b", text)
    around = re.search(r"\b(?:round|around|circular|circle|lake|pond)\b", text)
    if not ends and not around:
        return None
    many = Poly.unknown("number")
    gaps = many if around and not ends else many - Poly.constant(1)
    if re.search(r"\bboth sides\b", text):
        return None
    return _ledger(text, text, (equal(gaps.times(min(values)), Poly.constant(max(values))),), many, real=False)


__all__ = ["draft"]
_ = _MOST
