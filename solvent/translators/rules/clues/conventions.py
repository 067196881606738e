"""What a text says, or leaves open, about the order of its values: the direction of places, ranks, floors and times.

What the text decides is used. Where it decides nothing and the clues depend on it, every interpretation is tried: an
answer that all of them give needs no convention.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent.translators.puzzle import Convention
from solvent.translators.rules.clues import convention_phrases as phrases
from solvent.translators.rules.clues.mentions import Lexicon, find
from solvent.translators.rules.clues.values import CYCLES, Category, Order
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import NUMBER_WORDS, PEOPLE, WEEKDAYS, listed, stem

MOST_WAYS = 8
EVERY = "*"  # stands for all categories


@dataclass
class Open:
    """A choice that the text leaves open: the `Order` settings of a category for each option, and what each assumes."""

    category: str
    settings: list[dict[str, Any]]
    convention: Convention


@dataclass
class Orders:
    """The `Order` settings that the text decides, by category name, and the choices that it leaves open."""

    decided: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: list[Open] = field(default_factory=list)


def settles(sentence: str, known: Lexicon) -> bool:
    """Whether a sentence states a direction or order."""
    return without_conventions(sentence, known) != sentence


def without_conventions(sentence: str, known: Lexicon) -> str:
    """Remove from a sentence what it says about direction and order."""
    if _compared(sentence, known):
        return ""
    for pattern in _phrases(known):
        sentence = pattern.sub(" ", sentence)
    return sentence


_WHERE = re.compile(
    r"\b(?:in|on|at|along|by|near|inside|outside) (?:an?|the|their|our|its|one) (?:[a-z]+ )?[a-z]+|"
    r"\b(?:an?|the) [a-z]+",
    re.IGNORECASE,
)


def odd_beside(sentence: str, known: Lexicon, without_genre: Callable[[str], str]) -> str:
    """A word suggesting that a sentence about the order of places or ranks is about something else, or ""."""
    if not any(pattern.search(sentence) for pattern in (*phrases.OF_PLACES, phrases.RANK_IS)):
        return ""
    topics = {word for category in known.categories for word in category.words}
    rest = _WHERE.sub(" ", without_genre(without_conventions(sentence, known)))
    words: list[str] = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", rest)
    for word in words:
        plain = word.lower()
        if word[:1].islower() and plain not in phrases.SCENE and stem(plain) not in topics and plain not in PEOPLE:
            return word
    return ""


def _phrases(known: Lexicon) -> tuple["re.Pattern[str]", ...]:
    """The phrases about direction and order, in matching order; those about places do no harm where there are none."""
    timed = any(category.kind in CYCLES for category in known.categories)
    return (*phrases.OF_ALL[:2], *phrases.OF_PLACES, *phrases.OF_ALL[2:], *([phrases.LISTED] if timed else []))


def orders(categories: Sequence[Category], told: Iterable[str], clues: Sequence[str], known: Lexicon) -> Orders:
    """What the sentences outside the clues (`told`) decide about the categories, and what they leave open."""
    said = "\n".join(told)
    asked = "\n".join(clues)
    found = Orders()
    for number, category in enumerate(categories):
        if category.kind == "position":
            _places(category, said, asked, found)
        elif category.kind in CYCLES:
            _ring(number, category, said, found, known)
        elif is_rank(category):
            _rank(category, said, asked, found)
    _times_more(categories, said, asked, found)
    return found


def is_rank(category: Category) -> bool:
    """Whether the values of a category are the ranks 1 .. n."""
    return (
        category.kind in ("number", "ordinal")
        and sorted(category.quantities) == list(range(1, len(category.values) + 1))
        and all(value.isdecimal() for value in category.values)
        and not phrases.RANKS.isdisjoint(token.key for token in tokenise(category.name))
    )


def _places(category: Category, said: str, asked: str, found: Orders) -> None:
    circle = bool(phrases.CIRCLE.search(said))
    floors = bool(phrases.TOP_FLOOR.search(category.name))
    if circle:
        _circle(category, said, found)
        return
    first = _first_end(said)
    if first or floors:
        found.decided[category.name] = {"turned": first in ("right", "top")}
        return
    if not re.search(r"\b(?:left|right|leftmost|rightmost)\b", asked, re.IGNORECASE):
        return
    on_left = phrases.LEFT_FIRST.search(f"{said}\n{asked}")
    if on_left:
        found.decided[category.name] = {"turned": False}
        return
    name = category.name.lower().removesuffix("s")
    found.open.append(
        Open(
            category.name,
            [{"turned": False}, {"turned": True}],
            Convention(
                ways=(f"{name} 1 is on the left", f"{name} 1 is on the right"),
                decided=(
                    f"The {name}s are numbered from left to right.",
                    f"The {name}s are numbered from right to left.",
                ),
            ),
        )
    )


def _first_end(said: str) -> str:
    """The end at which the numbering of a row starts, or "" if the text does not say or contradicts itself."""
    ends = [match[1].lower() for match in phrases.RUNS.finditer(said)]
    for pattern in (phrases.FIRST_IS, phrases.STARTS):
        ends += [next(group.lower() for group in match.groups() if group) for match in pattern.finditer(said)]
    back = phrases.BACKWARDS.search(said)
    if back and int(back[1]) > int(back[2]):
        ends = [_OTHER_END[end] for end in ends]
    return ends[0] if len(set(ends)) == 1 else ""


_OTHER_END = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def _circle(category: Category, said: str, found: Orders) -> None:
    """Decide the direction around a table; facing the middle, the next place anticlockwise is on one's right."""
    clockwise, facing = phrases.CLOCKWISE.search(said), phrases.FACING.search(said)
    against = bool(clockwise and clockwise[1])
    outwards = bool(facing and facing[1].lower().startswith(("out", "away")))
    setting = {"circle": True, "turned": against == outwards, "clockwise": not against if clockwise else None}
    if clockwise and facing:
        found.decided[category.name] = setting
        return
    direction = "anticlockwise" if against else "clockwise"
    found.open.append(
        Open(
            category.name,
            [setting, {**setting, "turned": not setting["turned"]}],
            Convention(
                ways=(
                    f"{category.name} are numbered {direction} and everybody faces the middle",
                    f"{category.name} are numbered the other way round, or everybody faces outwards",
                ),
                decided=(
                    f"The {category.name} are numbered {direction}, and everybody faces the middle.",
                    f"The {category.name} are numbered {direction}, and everybody faces outwards.",
                ),
            ),
        )
    )


def _ring(number: int, category: Category, said: str, found: Orders, known: Lexicon) -> None:
    """Decide where cyclic times start: after December comes January, after 12:00 comes 1:00."""
    cycle = CYCLES[category.kind](category.values)
    order = sorted(category.quantities)
    gaps = [(after - before) % cycle or cycle for before, after in zip(order, [*order[1:], order[0]], strict=True)]
    widest = max(gaps)
    natural = order[0] if gaps[-1] == widest else order[(gaps.index(widest) + 1) % len(order)]
    starts = list(dict.fromkeys([order[0], natural]))
    if category.kind == "weekday" and 6 in order:
        starts = list(dict.fromkeys([*starts, 6]))
    if week := phrases.WEEK.search(said):
        named = [start for start in order if _weekday(week[1]) <= start]
        starts = [named[0] if named else order[0]] if category.kind == "weekday" else starts
    starts = [start for start in starts if _agrees(number, category, start, cycle, said, known)] or starts
    as_listed = [start for start in starts if _run(category, start, cycle) == sorted(_run(category, start, cycle))]
    late = natural != order[0] and (cycle == _HALF_A_DAY or phrases.LATE.search(said))
    decided = as_listed[:1] if (order[0] in as_listed[:1] and not late) or phrases.LISTED.search(said) else []
    if category.kind == "clock" and phrases.NIGHT.search(said) and natural in starts and natural >= cycle // 2:
        decided = [natural]
    if category.kind in ("month", "date") and phrases.SCHOOL.search(said) and natural in starts:
        decided = [natural]
    starts = decided or [*as_listed, *(start for start in starts if start not in as_listed)]
    if len(starts) == 1:
        found.decided[category.name] = {"start": starts[0]}
        return
    firsts = [category.values[category.quantities.index(start)] for start in starts]
    found.open.append(
        Open(
            category.name,
            [{"start": start} for start in starts],
            Convention(
                ways=tuple(f"{first} is the earliest {_one(category)}" for first in firsts),
                decided=tuple(
                    _comes_after(category, starts[way], starts[1 - way if way < 2 else 0], cycle)
                    for way in range(len(starts))
                ),
            ),
        )
    )


_HALF_A_DAY = 720  # minutes


def _weekday(word: str) -> int:
    return WEEKDAYS.index(word.lower()) if word.lower() in WEEKDAYS else 0


def _one(category: Category) -> str:
    return {"clock": "time", "date": "date", "month": "month", "weekday": "day"}[category.kind]


def _run(category: Category, start: int, cycle: int) -> list[int]:
    return [quantity if quantity >= start else quantity + cycle for quantity in category.quantities]


def _comes_after(category: Category, start: int, other: int, cycle: int) -> str:
    """A sentence that decides between two starts, by two values whose order differs; "" if there are none."""
    one, two = _run(category, start, cycle), _run(category, other, cycle)
    for a in range(len(one)):
        for b in range(len(one)):
            if one[a] > one[b] and two[a] < two[b]:
                return f"{category.values[a]} is later than {category.values[b]}."
    return ""


def _compared(sentence: str, known: Lexicon) -> tuple[int, int, int] | None:
    """The category and two value indices, the later first, if a sentence only says that one time is after another."""
    tokens = tokenise(sentence)
    found = find(tokens, known, frozenset())
    if len(found) != 2:
        return None
    shared = {v.category for v in found[0].candidates} & {v.category for v in found[1].candidates}
    shared = {number for number in shared if known.categories[number].kind in CYCLES}
    between = " ".join(token.norm for token in tokens[found[0].end : found[1].start])
    around = [token for token in (*tokens[: found[0].start], *tokens[found[1].end :]) if token.norm not in _EMPTY]
    word = phrases.AFTER.match(between)
    if not shared or around or not word:
        return None
    number = min(shared)
    first, second = (next(v.index for v in mention.candidates if v.category == number) for mention in found)
    later = word[1].lower() in ("later than", "after", "follows")
    return (number, first, second) if later else (number, second, first)


_EMPTY = frozenset(listed("the here and so that note of course , in this puzzle at"))


def _agrees(number: int, category: Category, start: int, cycle: int, said: str, known: Lexicon) -> bool:
    """Whether starting at `start` agrees with every sentence that compares two times of the category."""
    run = _run(category, start, cycle)
    for line in said.splitlines():
        compared = _compared(line, known)
        if compared and compared[0] == number and run[compared[1]] < run[compared[2]]:
            return False
    return True


def _rank(category: Category, said: str, asked: str, found: Orders) -> None:
    match = phrases.RANK_IS.search(said)
    if match:
        lowest = match["end"].lower() in ("lowest", "worst", "bottom", "weakest", "last")
        found.decided[category.name] = {"rank": True, "turned": lowest}
        return
    found.decided[category.name] = {"rank": True}
    if not re.search(r"\b(?:higher|lower|highest|lowest|greater|above|below)\b", asked, re.IGNORECASE):
        return
    name = category.name.capitalize().removesuffix("s")
    found.open.append(
        Open(
            category.name,
            [{"rank": True, "turned": False}, {"rank": True, "turned": True}],
            Convention(
                ways=(f"1 is the highest {category.name}", f"1 is the lowest {category.name}"),
                decided=(f"{name} 1 is the highest.", f"{name} 1 is the lowest."),
            ),
        )
    )


def _times_more(categories: Sequence[Category], said: str, asked: str, found: Orders) -> None:
    """Decide whether "two times more" than 4 is 8 or 12."""
    used = phrases.TIMES_MORE.search(asked)
    counted = [category.name for category in categories if category.quantities]
    if not used or not counted:
        return
    means = phrases.TIMES_MEANS.search(said)
    if means:
        found.decided[EVERY] = {"more": int(_number(means[2]) != _number(means[1]))}
        return
    times = _number(used[1]) or 2
    found.open.append(
        Open(
            EVERY,
            [{"more": 0}, {"more": 1}],
            Convention(
                ways=(f"'{used[0]}' means {times} times as many", f"'{used[0]}' means {times + 1} times as many"),
                decided=(
                    f"'{used[0].capitalize()}' means {used[1]} times as many.",
                    f"'{used[0].capitalize()}' means {times + 1} times as many.",
                ),
            ),
        )
    )


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word.lower(), 0)


def settings(found: Orders, way: int, names: Iterable[str]) -> dict[str, Order]:
    """The `Order` of each category under one combination of the open choices, numbered from 0."""
    chosen = {name: dict(setting) for name, setting in found.decided.items()}
    for choice in found.open:
        way, at = divmod(way, len(choice.settings))
        chosen.setdefault(choice.category, {}).update(choice.settings[at])
    every = chosen.get(EVERY, {})
    return {name: Order(**{**every, **chosen.get(name, {})}) for name in names if every or name in chosen}
