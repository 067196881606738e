"""What a text says, or leaves open, of the order of its values: which way places, ranks, floors and times run.

Where the text decides, it is followed. Where it does not, and the clues rest on it, every way to take it is tried: an
answer that all ways give needs no convention.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent.translators.puzzle import Convention
from solvent.translators.rules.mentions import Lexicon, find
from solvent.translators.rules.tokens import tokenise
from solvent.translators.rules.values import CYCLES, Category
from solvent.translators.rules.words import NUMBER_WORDS, listed, stem

_SIDE = r"(left|right|top|bottom)(?:most)?"
_PLACE = r"(?:house|seat|chair|position|place|spot|floor|stor(?:e?y|ey)|level|number|room|desk|lane|shelf|box|one|\w+)"
_RUNS = re.compile(
    rf"(?:\b(?:in order|in sequence|running|going|counting|counted|counted off|ordered|arranged|listed|starting|standing|sitting|seated|lined up|numbered) )?"
    rf"(?:\bfrom )?(?:the )?\b{_SIDE}[ -]+to[ -]+(?:the )?{_SIDE}\b",
    re.IGNORECASE,
)
_STARTS = re.compile(
    rf"\b(?:(?:starting|beginning|counting|counted|numbered|start|begin|begins|starts) (?:from|at|on|with) the|from the) (?:far )?{_SIDE}(?: (?:end|side|one|house|floor))?(?: on(?:wards?)?)?\b"
    rf"(?! of\b)",
    re.IGNORECASE,
)
_FIRST_IS = re.compile(
    rf"\b(?:with )?(?:the )?(?:{_PLACE} (?:number )?(?:1|one)|(?:1st|first) {_PLACE}|number (?:1|one)|1) "
    rf"(?:is |being |stands |lies |was )?(?:at |on |in )?(?:the )?(?:far |extreme )?{_SIDE}(?: (?:end|side|one|of the row))?\b(?! of\b)",
    re.IGNORECASE,
)
_LEFT_FIRST = re.compile(rf"\bfirst (?:{_PLACE} )?(?:on|from|at) the (left|right)\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:are |is |being |were )?(?:consecutively )?(?:numbered|labell?ed|counted)(?: consecutively)?(?:,? (?:from )?(?:\d+|one) (?:to|through|up to) (?:\d+|[a-z]+))?"
    r"(?:,? \d+(?:, \d+)*,? and \d+)?|\b(?:numbers? )?(?:1|one) (?:to|through) (?:\d+|[a-z]+)\b",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"\b(?:all )?(?:in|on) (?:a|the|one) (?:single |straight )?(?:row|line)(?: of (?:\d+|[a-z]+) \w+)?\b|\bside by side\b|\bnext to (?:each other|one another)\b"
    r"|\b(?:on|along) the same (?:side of the )?(?:street|road|lane|row)\b|\bin that order\b",
    re.IGNORECASE,
)
_CIRCLE = re.compile(
    r"\b(?:(?:around|round|at|about) )?(?:a|the|one|our|their)? ?(?:large |big |small )?(?:round|circular) (?:dinner |dining |kitchen )?table\b|\bin a (?:circle|ring)\b"
    r"|\baround (?:a|the) (?:table|circle|fire|campfire|fountain|pond|lake)\b|\bcircular(?:ly)?\b",
    re.IGNORECASE,
)
_CLOCKWISE = re.compile(r"\b(?:going |numbered |running |counted )?(counter-?|anti-?)?clockwise\b", re.IGNORECASE)
_FACING = re.compile(
    r"\b(?:(?:everybody|everyone|all|they|each)(?: of them)? (?:faces?|are|is|sits?) )?(?:facing|faces?|looking) (?:towards? )?(?:the )?"
    r"(centre|center|middle|table|inwards?|each other|outwards?|outside|away from (?:it|the (?:centre|center|table)))\b",
    re.IGNORECASE,
)
_TOP_FLOOR = re.compile(r"\bfloor|stor(?:e?y|ey)|level|deck|shelf", re.IGNORECASE)
_RANKS = frozenset(map(stem, listed("rank ranking seed seeding place placing standing finish position")))
_RANK_IS = re.compile(
    r"\b(?:(?:the )?(?:rank|seed|place|position|number)s? (?:number )?(?:1|one)|(?:the )?(?:1st|first)(?: (?:rank|seed|place|position))?|1) "
    r"(?:is|being|means|counts as|was|stands for) (?:the )?(?P<end>highest|best|top|strongest|winner|winning|lowest|worst|bottom|weakest|last)"
    r"(?: (?:rank|seed|place|position|one|of all))?\b",
    re.IGNORECASE,
)
_TIMES_MORE = re.compile(r"\b(\w+) times (?:more|larger|bigger|greater|older|longer|higher|heavier|taller)\b", re.IGNORECASE)
_TIMES_MEANS = re.compile(
    r"['\"\u2018\u201c]?(\w+) times (?:more|larger|bigger|greater|older|longer|higher|heavier|taller)['\"\u2019\u201d]? "
    r"(?:means|stands for|is taken to mean|is) (\w+) times (?:as|the)(?: \w+){0,4}",
    re.IGNORECASE,
)
_NIGHT = re.compile(
    r"\b(?:(?:past|after|before|beyond|over|until after) midnight|(?:early|small) hours|overnight|through the night|all night(?: long)?|"
    r"(?:the )?next (?:morning|day)|new year's eve(?: party)?)\b",
    re.IGNORECASE,
)
_SCHOOL = re.compile(r"\b(?:school|academic|fiscal|tax|football|hockey|opera|theat(?:er|re)|ski) (?:year|season)\b", re.IGNORECASE)
_WEEK = re.compile(r"\b(?:the |a |each )?weeks? (?:begins?|starts?|runs?)(?: on| with| from)? (\w+day)\b", re.IGNORECASE)
_LISTED = re.compile(
    r"\b(?:times|dates|days|months|hours|values|they)? ?(?:are |is )?(?:listed|given|shown)? ?(?:in (?:chronological|time|calendar|that) order|"
    r"from (?:the )?earliest to (?:the )?latest|earliest first)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^(?:(?:is|are|comes?|counts? as|being|here|is the day|directly|right|immediately|means|that) ?)*(later than|after|follows|earlier than|before|precedes)$", re.IGNORECASE
)
_OF_PLACES = (_FIRST_IS, _FACING, _CIRCLE, _RUNS, _STARTS, _CLOCKWISE)
_OF_ALL = (_TIMES_MEANS, _RANK_IS, _NUMBERED, _ROW, _NIGHT, _SCHOOL, _WEEK)
MOST_WAYS = 8
EVERY = "*"  # stands for all categories


@dataclass
class Open:
    """A choice that the text leaves: the settings of a category under each way, and what each takes for granted."""

    category: str
    settings: list[dict[str, Any]]
    convention: Convention


@dataclass
class Orders:
    """Settings by category that the text decides, and the choices that it leaves open."""

    decided: dict[str, dict[str, Any]] = field(default_factory=dict)
    open: list[Open] = field(default_factory=list)


def settles(sentence: str, known: Lexicon) -> bool:
    """Whether a sentence says which way something runs."""
    return without_conventions(sentence, known) != sentence


def without_conventions(sentence: str, known: Lexicon) -> str:
    """A sentence without what it says of the way that things of the puzzle run."""
    if _compared(sentence, known):
        return ""
    for pattern in _phrases(known):
        sentence = pattern.sub(" ", sentence)
    return sentence


def _phrases(known: Lexicon) -> tuple[re.Pattern[str], ...]:
    """The phrases that the categories of a puzzle give a meaning to, the longest first."""
    kinds = {category.kind for category in known.categories}
    places = _OF_PLACES if "position" in kinds else ()
    return (*_OF_ALL[:2], *places, *_OF_ALL[2:], *([_LISTED] if kinds & CYCLES.keys() else []))


def orders(categories: Sequence[Category], told: Iterable[str], clues: Sequence[str], known: Lexicon) -> Orders:
    """What `told` (all sentences that are no clues) decides of the categories, and what the clues then rest on."""
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
    """Whether the values of a category are ranks from 1."""
    return (
        category.kind in ("number", "ordinal")
        and sorted(category.quantities) == list(range(1, len(category.values) + 1))
        and all(value.isdecimal() for value in category.values)
        and not _RANKS.isdisjoint(token.key for token in tokenise(category.name))
    )


def _places(category: Category, said: str, asked: str, found: Orders) -> None:
    circle = bool(_CIRCLE.search(said))
    floors = bool(_TOP_FLOOR.search(category.name))
    if circle:
        _circle(category, said, found)
        return
    first = _first_end(said)
    if first or floors:
        found.decided[category.name] = {"turned": first in ("right", "top")}
        return
    if not re.search(r"\b(?:left|right|leftmost|rightmost)\b", asked, re.IGNORECASE):
        return
    on_left = _LEFT_FIRST.search(f"{said}\n{asked}")
    if on_left:
        found.decided[category.name] = {"turned": on_left[1].lower() == "right"}
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
    """The end at which a row's numbers begin, where the text says it."""
    runs = _RUNS.search(said)
    if runs:
        return runs[1].lower()
    starts = _FIRST_IS.search(said) or _STARTS.search(said)
    return next(group.lower() for group in starts.groups() if group) if starts else ""


def _circle(category: Category, said: str, found: Orders) -> None:
    """Around a table: on the right of somebody who faces the middle sits the next one anticlockwise."""
    clockwise, facing = _CLOCKWISE.search(said), _FACING.search(said)
    against = bool(clockwise and clockwise[1])
    outwards = bool(facing and facing[1].lower().startswith(("out", "away")))
    setting = {"circle": True, "turned": against == outwards}
    if clockwise and facing:
        found.decided[category.name] = setting
        return
    direction = "anticlockwise" if against else "clockwise"
    found.open.append(
        Open(
            category.name,
            [setting, {"circle": True, "turned": not setting["turned"]}],
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
    """Times that go round: after December comes January, after 12:00 comes 1:00."""
    cycle = CYCLES[category.kind](category.values)
    order = sorted(category.quantities)
    gaps = [(after - before) % cycle or cycle for before, after in zip(order, [*order[1:], order[0]], strict=True)]
    widest = max(gaps)
    natural = order[0] if gaps[-1] == widest else order[(gaps.index(widest) + 1) % len(order)]
    starts = list(dict.fromkeys([order[0], natural]))
    if category.kind == "weekday" and 6 in order:
        starts = list(dict.fromkeys([*starts, 6]))
    if week := _WEEK.search(said):
        named = [start for start in order if _weekday(week[1]) <= start]
        starts = [named[0] if named else order[0]] if category.kind == "weekday" else starts
    starts = [start for start in starts if _agrees(number, category, start, cycle, said, known)] or starts
    as_listed = [start for start in starts if _run(category, start, cycle) == sorted(_run(category, start, cycle))]
    decided = as_listed[:1] if order[0] in as_listed[:1] or _LISTED.search(said) else []
    if category.kind == "clock" and _NIGHT.search(said) and natural in starts and natural >= cycle // 2:
        decided = [natural]
    if category.kind in ("month", "date") and _SCHOOL.search(said) and natural in starts:
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
                    _comes_after(category, starts[way], starts[1 - way if way < 2 else 0], cycle) for way in range(len(starts))
                ),
            ),
        )
    )


def _weekday(word: str) -> int:
    from solvent.translators.rules.words import WEEKDAYS

    return WEEKDAYS.index(word.lower()) if word.lower() in WEEKDAYS else 0


def _one(category: Category) -> str:
    return {"clock": "time", "date": "date", "month": "month", "weekday": "day"}[category.kind]


def _run(category: Category, start: int, cycle: int) -> list[int]:
    return [quantity if quantity >= start else quantity + cycle for quantity in category.quantities]


def _comes_after(category: Category, start: int, other: int, cycle: int) -> str:
    """A sentence that tells one way from another: two values whose order differs."""
    one, two = _run(category, start, cycle), _run(category, other, cycle)
    for a in range(len(one)):
        for b in range(len(one)):
            if one[a] > one[b] and two[a] < two[b]:
                return f"{category.values[a]} is later than {category.values[b]}."
    return ""


def _compared(sentence: str, known: Lexicon) -> tuple[int, int, int] | None:
    """The category and the indices of two of its values, of which the first is said to be the later."""
    tokens = tokenise(sentence)
    found = find(tokens, known, frozenset())
    if len(found) != 2:
        return None
    shared = {v.category for v in found[0].candidates} & {v.category for v in found[1].candidates}
    shared = {number for number in shared if known.categories[number].kind in CYCLES}
    between = " ".join(token.norm for token in tokens[found[0].end : found[1].start])
    around = [token for token in (*tokens[: found[0].start], *tokens[found[1].end :]) if token.norm not in _EMPTY]
    word = _AFTER.match(between)
    if not shared or around or not word:
        return None
    number = min(shared)
    first, second = (next(v.index for v in mention.candidates if v.category == number) for mention in found)
    later = word[1].lower() in ("later than", "after", "follows")
    return (number, first, second) if later else (number, second, first)


_EMPTY = frozenset(listed("the here and so that note of course , in this puzzle at"))


def _agrees(number: int, category: Category, start: int, cycle: int, said: str, known: Lexicon) -> bool:
    """Whether a way to take times agrees with every sentence that compares two of them."""
    run = _run(category, start, cycle)
    for line in said.splitlines():
        compared = _compared(line, known)
        if compared and compared[0] == number and run[compared[1]] < run[compared[2]]:
            return False
    return True


def _rank(category: Category, said: str, asked: str, found: Orders) -> None:
    match = _RANK_IS.search(said)
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
    """Two times more than 4 may be 8 or 12."""
    used = _TIMES_MORE.search(asked)
    counted = [category.name for category in categories if category.quantities]
    if not used or not counted:
        return
    means = _TIMES_MEANS.search(said)
    if means:
        for name in counted:
            found.decided.setdefault(name, {})["more"] = int(_number(means[2]) != _number(means[1]))
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


def settings(found: Orders, way: int) -> Mapping[str, dict[str, Any]]:
    """The settings of every category under one way to take what is open, by the way's number from 0."""
    chosen = {name: dict(setting) for name, setting in found.decided.items()}
    for choice in found.open:
        way, at = divmod(way, len(choice.settings))
        chosen.setdefault(choice.category, {}).update(choice.settings[at])
    return chosen
