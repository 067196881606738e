"""Days of the week: on which somebody lies, and what is said of today, yesterday and tomorrow."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvent.translators.rules.statements.language import Statement, denied, some
from solvent.translators.rules.text.words import NUMBER_WORDS, WEEKDAYS

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader

DAYS = tuple(day.capitalize() for day in WEEKDAYS)
_DAY = rf"(?:{'|'.join(WEEKDAYS)})s?"
_ANY = re.compile(
    rf"\b({'|'.join(WEEKDAYS)})s?\b(?: (?:to|through|until|till|-|\u2013) ({'|'.join(WEEKDAYS)})s?\b)?"
    rf"|\b(weekends?)\b|\b((?:weekdays|working days))\b"
)
_SHIFTS = {
    "the day before yesterday": -2, "the day after tomorrow": 2, "yesterday": -1, "today": 0, "tomorrow": 1, "it": 0,
    "now": 0, "this": 0, "the day": 0,
}  # fmt: skip
_AHEAD = rf"(?:in )?(?:{'|'.join(NUMBER_WORDS)}) days(?:'? time| from now| ago|'(?: time)?)?"
SOME_DAY = re.compile(
    rf"(?P<what>.+?) (?P<day>yesterday|tomorrow|the day (?:before yesterday|after tomorrow)|{_AHEAD})"
)
_WHEN = rf"(?P<when>{'|'.join(_SHIFTS)}|{_AHEAD})"
_LIES = (
    r"(?:lies?|lied|lying|fibs?|(?:tells?|told|speaks?) (?:only |nothing but )?(?:lies|fibs|untruths|falsehoods)"
    r"|is (?:lying|dishonest|untruthful)|not tell the truth)"
)
_TRUE = (
    r"(?:(?:tells?|told|speaks?|telling|tell) (?:only |nothing but )?the (?:whole )?truth|is (?:perfectly "
    r"|completely |entirely |always )?(?:honest|truthful)|are (?:honest|truthful)"
    r"|does not lie|do not lie|never lies?|says is true|speaks truthfully)"
)
_VERB = re.compile(rf"(?P<lies>\b{_LIES}\b)|(?P<true>\b{_TRUE}\b)")
_OTHERS = re.compile(r"\b(?:other|remaining|rest|otherwise|else)\b")
_IS = r"(?:is|was|will be|must be|must have been|has to be)"
_DATE = re.compile(
    rf"^{_WHEN} {_IS}(?: going to be)?(?P<not> not)? (?P<days>(?:(?:either|a|on|or|neither|nor|one of|the) "
    rf"|, )*{_DAY}.*|(?:a |the )?(?:weekend|weekday).*)$"
)
_UNTIL = re.compile(
    rf"^{_WHEN} {_IS}(?P<not> not)? (?:some time |sometime )?(?P<how>before|earlier than|after|later than)"
    rf" (?P<day>{'|'.join(WEEKDAYS)})$"
)
_OWN = re.compile(
    rf"^{_WHEN},? (?:it )?{_IS}(?P<not> not)? (?:one of |a |among )?(?:(?P<who>my|his|her|your"
    rf"|#\d+'s) )?(?:days? (?:of |for "
    rf"|on which i |when i |that i )?)?(?P<how>lying|lie|lies|truth|truthful|truth-telling|tell the truth"
    rf"|telling the truth|honest)"
    r"(?:[- ]telling)?(?: days?)?(?: again)?$"
)
_ALWAYS = re.compile(
    rf"^(?P<who>i|#\d+) (?:always )?(?P<not>(?:do|does) not )?(?:(?P<lies>{_LIES})"
    rf"|(?P<true>{_TRUE})) (?:only )?on (?P<days>.*{_DAY}.*)$"
)


def shift(when: str) -> int:
    """Return how many days after today a day is."""
    if when in _SHIFTS:
        return _SHIFTS[when]
    number = next((NUMBER_WORDS[word] for word in when.split() if word in NUMBER_WORDS), 0)
    return -number if when.endswith("ago") else number


def days_in(text: str) -> frozenset[int]:
    """Return the days that a text names; "every day but Sunday" means the others."""
    found: set[int] = set()
    for match in _ANY.finditer(text):
        if match[3] or match[4]:
            found |= {5, 6} if match[3] else set(range(5))
        else:
            first, last = WEEKDAYS.index(match[1]), WEEKDAYS.index(match[2] or match[1])
            found |= {day % 7 for day in range(first, last + 1 if last >= first else last + 8)}
    if found and re.search(r"\b(?:every|all|any)(?: other)? days?\b.*\b(?:except|but|apart from)\b", text):
        return frozenset(range(7)) - found
    return frozenset(found)


def lying_days(told: Sequence[str], people: Sequence[int]) -> dict[int, frozenset[int]]:
    """Return on which days each of those lies of whom the narrator says so."""
    lies: dict[int, set[int]] = {}
    true: dict[int, set[int]] = {}
    who: tuple[int, ...] = ()
    rest = ""
    for text in told:
        if not _ANY.search(text) and not (lies or true):
            continue
        hits = list(_VERB.finditer(text))
        begin = 0
        for at, hit in enumerate(hits):
            who = _subjects(text[begin : hit.start()], people) or who
            until = hits[at + 1].start() if at + 1 < len(hits) else len(text)
            before = text[begin : hit.start()] if at == 0 or _ANY.search(text[begin : hit.start()]) else ""
            tail = text[hit.end() : until]
            begin = hit.end()
            known = lies if hit["lies"] else true
            last = (
                _share(tail, who, known) if _ANY.search(tail) or not _ANY.search(before) else _share(before, who, known)
            )
            who = last or who
            if _OTHERS.search(tail) or _OTHERS.search(text[: hit.start()]):
                rest = "lies" if hit["lies"] else "true"
    found = {}
    for thing in {*lies, *true}:
        days = frozenset(lies.get(thing, ()))
        found[thing] = days if days or not true.get(thing) else frozenset(range(7)) - frozenset(true[thing])
    del rest
    return found


def _subjects(text: str, people: Sequence[int]) -> tuple[int, ...]:
    named = tuple(int(each) for each in re.findall(r"#(\d+)", text))
    if named:
        return named if re.search(r"#\d+ and (?:the )?#\d+[^#]*$", text) else named[-1:]
    return tuple(people) if re.search(r"\b(?:they|both|each|all of them)\b", text) else ()


def _share(tail: str, who: tuple[int, ...], known: dict[int, set[int]]) -> tuple[int, ...]:
    """Give days to those who are spoken of, and to others: "lies on Mondays, and #1 on Tuesdays"."""
    pieces = re.split(r"(#\d+)", tail)
    for thing in who:
        if days := days_in(pieces[0]):
            known.setdefault(thing, set()).update(days)
    last: tuple[int, ...] = ()
    for name, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if days := days_in(piece):
            last = (int(name[1:]),)
            known.setdefault(last[0], set()).update(days)
    return last


_MINE = re.compile(rf"^{_WHEN} {_IS}(?P<not> not)? (?:one of |among )mine$")


class Days:
    """Reads what is said of days."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader

    def read(self, text: str) -> Statement | None:
        """Return what a sentence says of a day, or None."""
        scene = self.reader.scene
        if scene.world != "day":
            return None
        before = self._before(text)
        if before is not None:
            return before
        date = _DATE.match(text)
        if date:
            later = shift(date["when"])
            holds = some(scene.label(day - later) for day in sorted(days_in(date["days"])))
            return denied(holds) if date["not"] or date["days"].startswith("neither") else holds
        own, always = _OWN.match(text), _ALWAYS.match(text)
        match = own or always
        if match is None:
            return None
        thing = self._who(match["who"])
        if thing is None or thing not in scene.lying:
            return None
        if own:
            lies = scene.lies_on(thing, shift(own["when"]))
            return None if lies is None else lies if (own["how"].startswith("l")) ^ bool(own["not"]) else denied(lies)
        if always is None:
            return None
        days = days_in(always["days"])
        wanted = days if bool(always["lies"]) ^ bool(always["not"]) else frozenset(range(7)) - days
        so = days <= scene.lying[thing] if wanted == days else not days & scene.lying[thing]
        return some((scene.label(0), denied(scene.label(0)))) if so else some(())

    def _before(self, text: str) -> Statement | None:
        """Read "it was before Wednesday", "yesterday was one of mine"."""
        scene = self.reader.scene
        until, mine = _UNTIL.match(text), _MINE.match(text)
        if until:
            named = WEEKDAYS.index(until["day"])
            after = until["how"] in ("after", "later than")
            holds = some(scene.label(day) for day in (range(named + 1, 7) if after else range(named)))
            return denied(holds) if until["not"] else holds
        if mine is None or self.reader.speaker is None:
            return None
        lies = scene.lies_on(self.reader.speaker, shift(mine["when"]))
        return None if lies is None else denied(lies) if mine["not"] else lies

    def _who(self, word: str | None) -> int | None:
        if word is None or word in ("my", "i"):
            return self.reader.speaker
        if word.startswith("#"):
            return int(re.sub(r"\D", "", word))
        return self.reader.he
