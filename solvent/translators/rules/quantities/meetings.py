"""Ways at a steady speed: two who meet or catch up, and a snail that slides back at night."""

import re
from dataclasses import dataclass, field

from solvent.translators.rules.quantities.clauses import Found, Theme, facts, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Relation, Unknown, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading
from solvent.translators.rules.text.words import listed

_CHANGING = listed("rest rested rain rained wind stop stopped pause paused slip slipped sleep wait waited turn turned")
_DAYS, _DEPTH, _UP, _DOWN = (Poly.unknown(name) for name in ("days", "way", "way up", "way down"))
_SNAIL = (
    r"(?:(?:an?|the|our|this|that|my) (?:[a-z]+ ){0,2}?(?:snail|frog|slug|worm|caterpillar|beetle|spider|toad"
    r"|ant|monkey|cat|bear|lizard)|it|he|she)"
)
_CLIMBS = (
    r"(?:(?:can |manages to |will |does )?(?:climbs?|creeps?|crawls?|jumps?|hops?|moves?|gets?|goes|makes"
    r"|manages|wants to climb|is climbing))"
)
_SLIPS = r"(?:(?:it |he |she )?(?:slides?|slips?|slid|falls?|sinks?|drops?|glides?|moves?|loses))"
_BY_DAY = (
    r"(?:(?:by|during the|in the|each|every|per|a|over the course of the|in the course of the) (?:day"
    r"|daytime)|each morning|daily)"
)
_BY_NIGHT = r"(?:at|by|during the|in the|each|every|per|over|overnight)(?: the)?(?: night(?:time)?)?"
_WHERE = r"(?:at|on|from|in) the (?:bottom|foot|base) of an? (?:[a-z]+ ){0,2}?(?P<thing>[a-z]+)"


@dataclass
class _Climb:
    depth: bool = False
    up: bool = False
    down: bool = False
    units: set[str] = field(default_factory=set)

    def note(self, unit: str | None) -> None:
        self.units |= {re.sub(r"^(?:feet|ft)$", "foot", unit).rstrip("s")} if unit else set()


def _depth(match: re.Match[str], state: _Climb) -> Found:
    return _measure(match, state, "depth", _DEPTH)


def _up(match: re.Match[str], state: _Climb) -> Found:
    return _measure(match, state, "up", _UP)


def _down(match: re.Match[str], state: _Climb) -> Found:
    return _measure(match, state, "down", _DOWN)


def _measure(match: re.Match[str], state: _Climb, what: str, poly: Poly) -> Found:
    amount = number(match["n"])
    if amount is None or getattr(state, what):
        return None
    setattr(state, what, True)
    state.note(match.groupdict().get("u"))
    return facts(equal(poly, Poly.constant(amount)))


def _both(match: re.Match[str], state: _Climb) -> Found:
    up, down = number(match["n"]), number(match["n2"])
    if up is None or down is None or state.up or state.down:
        return None
    state.up = state.down = True
    state.note(match["u"])
    state.note(match.groupdict().get("u2"))
    return facts(equal(_UP, Poly.constant(up)), equal(_DOWN, Poly.constant(down)))


def _ask_day(match: re.Match[str], state: _Climb) -> Found:
    del match
    known = state.depth and state.up and state.down and len(state.units) == 1
    return Asked(_DAYS, "minimize") if known else None


def _fallen(match: re.Match[str], state: _Climb) -> Found:
    amount = number(match["n"] or match["n2"])
    if amount is None or state.depth:
        return None
    state.depth = True
    state.note(match["u"] or match["u2"])
    return facts(equal(_DEPTH, Poly.constant(amount)))


_MEASURE = r"<n> <u>"
_DEEP = r"(?:deep|high|tall|in (?:height|depth))"
_OUT = (
    r"(?:(?:get|reach|be|come|climb|crawl|arrive|escape|make it|have climbed|have reached)(?: (?:out(?: of)?|at"
    r"|to|over))*(?: (?:the|it|its|that|up)(?: [a-z]+)?(?: of (?:the|it)(?: [a-z]+)?)?)?)"
)
_FORMS = (
    ((rf"{_SNAIL} (?:is|sits|starts|lives|has fallen|fell|falls|begins)(?: [a-z]+)?? {_WHERE}(?: (?:which|that)"
     rf" is)? {_MEASURE} {_DEEP}"), _depth),
    ((rf"{_SNAIL} (?:is|sits|starts|lives|begins)(?: [a-z]+)?? {_WHERE} (?:which is|that is) {_MEASURE}"
     rf" {_DEEP}"), _depth),
    ((rf"{_SNAIL} (?:is|sits|starts|lives|begins)(?: [a-z]+)?? (?:at|on|from|in) the (?:bottom|foot|base) of an?"
     rf" <n> <u> (?:deep |high |tall )?(?P<thing>[a-z]+)"), _depth),
    ((rf"{_SNAIL} (?:is|sits|has fallen|fell|falls)(?: down)? (?:into|in|down) an? (?:<n> <u> deep|(?:[a-z]+"
     rf" )?[a-z]+ (?:which is |that is )?<n2> <u2> deep)(?: [a-z]+)?"),
     _fallen),
    ((rf"{_SNAIL} (?:climbs|is climbing|wants to climb|crawls|climbs up|is crawling|wants to crawl)(?: up| out of)*"
     rf" an? (?:wall|well|pole|tree|post|pipe|mast|hole|pit|shaft|tower)(?: (?:which|that) is)? {_MEASURE}"
     rf" {_DEEP}"), _depth),
    ((rf"{_SNAIL} (?:climbs|is climbing|wants to climb|crawls|climbs up|is crawling|wants to crawl)(?: up| out of)*"
     rf" an? <n> <u> (?:deep |high |tall )?(?:wall|well|pole|tree|post|pipe|mast|hole|pit|shaft|tower)"), _depth),
    (rf"(?:the|a) (?:wall|well|pole|tree|post|pipe|mast|hole|pit|shaft|tower) is {_MEASURE} {_DEEP}", _depth),
    ((rf"(?:{_BY_DAY} )?(?:{_SNAIL} )?{_CLIMBS}(?: (?:up|upwards))? {_MEASURE}(?: (?:up|upwards))?(?:"
     rf" {_BY_DAY})?"), _up),
    ((rf"(?:{_BY_NIGHT} )?(?:{_SNAIL} )?{_SLIPS}(?: (?:back|down|backwards|downwards))* {_MEASURE}(?: (?:back|down"
     rf"|backwards))*(?: {_BY_NIGHT})?(?: (?:while|when) (?:it|he|she) (?:is asleep|sleeps|is sleeping"
     rf"|rests))?"), _down),
    ((rf"(?:{_BY_NIGHT} )?(?:{_SNAIL} )?{_SLIPS}(?: (?:back|down|backwards|downwards))+ <n>(?: of them)?(?:"
     rf" {_BY_NIGHT})?"), _down),
    ((rf"(?:{_BY_DAY} )?(?:{_SNAIL} )?{_CLIMBS}(?: up)? {_MEASURE}(?: {_BY_DAY})?(?: and| but)? (?:{_BY_NIGHT}"
     rf" )?{_SLIPS}(?: (?:back|down))* <n2> <u2>(?: {_BY_NIGHT})?"), _both),
    ((rf"(?:on (?:which|what) day|on the morning of which day|after how many days|in how many days|how many days "
     rf"(?:does it take|will it take|does it need|will it need)(?: for)?) ?(?:(?:will|does|is) )?{_SNAIL}? ?(?:"
     rf"(?:until|till|before|for|to) (?:{_SNAIL} )?)?(?:first )?(?:to )?(?:gets? out|is out|reaches (?:the"
     rf" )?[a-z]+|{_OUT})(?: for the first time)?"), _ask_day),
    (rf"how (?:many days|long) (?:does|will) (?:it take )?{_SNAIL} (?:take|need)? ?(?:to )?{_OUT}", _ask_day),
    ((r"(?:if it starts (?:its climb )?on (?:the morning of )?day (?:1|one)|(?:the moment|as soon as|once) it "
     r"(?:reaches|is at|gets to) (?:the )?(?:rim|top|edge|end)(?: of (?:the|it)(?: [a-z]+)?)? it is out(?: and"
     r" never [a-z]+ (?:down|back)(?: again)?)?)"), lambda *_: ()),
    ((r"(?:the moment|as soon as|once) it (?:reaches|is at|gets to) (?:the )?(?:rim|top|edge|end) it (?:is out|is"
     r" safe|stays there|does not slip back(?: any more| again)?|does not slide (?:back|down)(?: any more|"
     r" again)?)"), lambda *_: ()),
    (r"never (?:slides|slips|falls) (?:down|back)(?: again)?", lambda *_: ()),
)  # fmt: skip


def climb(text: str) -> Reading | None:
    """Read a text about a snail that climbs by day and slides back by night; None if it is about something else."""
    if not re.search(r"\bnight", text) or not re.search(r"\bday", text):
        return None
    found = read_clauses(text, Theme(_FORMS, _Climb, _CHANGING))
    if found is None:
        return None
    told, state = found
    # out on the first day on which a full climb reaches the top: days * up - (days - 1) * down >= way, with up > down
    reached = _DAYS * (_UP - _DOWN) + _DOWN - _DEPTH
    always: tuple[Fact, ...] = (Fact(((Relation(reached, ">="),),)), compared(_UP, ">", _DOWN))
    unknowns = tuple(
        Unknown(name, low, 10**4) for name, low in (("days", 1), ("way", 1), ("way up", 1), ("way down", 0))
    )
    reading = Reading(tuple(told.lines), unknowns, told.asked, "whole", always=always)
    return reading if state.depth else None


_DISTANCE, _HOURS = Poly.unknown("distance"), Poly.unknown("hours")
_NAME = r"(?:(?:an?|the|another|a second|the other|the second|his|her|my) )?(?:[a-z]+ ){0,2}?[a-z]+"
_MOVES = (
    r"(?:rides?|cycles?|walks?|drives?|runs?|travels?|goes|sets off|sets out|starts|leaves|moves|jogs?|sails?"
    r"|flies|is travelling|is going|doing)"
)
_SPEED = (
    r"(?:at|with|doing|going|travelling|of)?(?: a)?(?: (?:steady|constant|an average|average))?(?: speed of)?"
    r" ?<n> (?P<per>km|kilometres|kilometers|miles)(?: (?:per|an|a|/) ?(?P<time>hour|h|minute)|h|ph)"
)
_KMH = r"<n> (?P<per>km|kilometres|kilometers|miles) (?:per|an|a) (?P<time>hour)"


@dataclass
class _Ways:
    distance: bool = False
    places: tuple[str, str] = ("", "")
    speeds: list[Poly] = field(default_factory=list)
    start: list[str] = field(default_factory=list)
    units: set[str] = field(default_factory=set)


def _apart(match: re.Match[str], state: _Ways) -> Found:
    amount = number(match["n"])
    if amount is None or state.distance:
        return None
    state.distance = True
    state.units.add(_unit(match["per"]))
    state.places = (match["a"] or "", match["b"] or "")
    return facts(equal(_DISTANCE, Poly.constant(amount)))


def _unit(unit: str) -> str:
    return "km" if unit.startswith("k") else "mile"


def _speed(match: re.Match[str], state: _Ways) -> Found:
    amount = number(match["n"])
    if not amount or len(state.speeds) > 1:
        return None
    speed = Poly.unknown(f"speed {len(state.speeds) + 1}")
    state.speeds.append(speed)
    state.units.add(_unit(match["per"]))
    state.start.append(match.groupdict().get("from") or "")
    return facts(equal(speed, Poly.constant(amount)))


def _ask_time(match: re.Match[str], state: _Ways) -> Found:
    del match
    return Asked(_HOURS) if _known(state) else None


def _known(state: _Ways) -> bool:
    return len(state.speeds) == 2 and state.distance and len(state.units) == 1


def _ask_place(match: re.Match[str], state: _Ways) -> Found:
    place = match["from"]
    starts = [at for at, each in enumerate(state.start) if each == place]
    if not _known(state) or len(starts) != 1 or place not in state.places:
        return None
    if match["per"] and _unit(match["per"]) not in state.units:
        return None
    return Asked(Poly.unknown(f"way {starts[0] + 1}"))


_FROM = r"(?: (?:from|leaves) (?P<from>(?!the same)(?:[a-z]+ )?[a-z]+))"
_MEETINGS = (
    ((r"(?:(?:the )?(?:two )?(?:towns?|villages?|cities|stations?|places|friends|harbours|ports|cyclists|trains)(?:"
     r" of)? )?(?P<a>(?:[a-z]+ )?[a-z]+) and (?P<b>(?:[a-z]+ )?[a-z]+) (?:lie|are|live) <n> (?P<per>km|kilometres"
     r"|kilometers|miles) (?:apart|away from each other|from each other)(?: on a (?:[a-z]+ )*?road)?"), _apart),
    ((rf"(?:at [a-z0-9 ]+? )?{_NAME} (?:who has [a-z ]+? )?{_MOVES}(?: off| out)?{_FROM}?(?: (?:towards|to|for) "
     rf"(?:her|him|[a-z]+(?: [a-z]+)?))?(?: (?:on|by|in) (?:(?:her|his|a|the) )?(?:bike|bicycle|car|foot|train"
     rf"|horse))? {_SPEED}"), _speed),
    ((rf"(?:at the same (?:moment|time) )?{_NAME} (?:who [a-z ]+? )?leaves (?P<from>(?:[a-z]+ )?[a-z]+)(?: "
     rf"(?:towards|to|for) (?:her|him|[a-z]+(?: [a-z]+)?))? {_SPEED}"), _speed),
    ((r"(?:when they meet )?how many (?P<per>km|kilometres|kilometers|miles) (?:are they )?(?:away )?from (?P<from>"
     r"(?:[a-z]+ )?[a-z]+)(?: (?:do|will) they meet| are they when they meet)?"), _ask_place),
    ((r"(?:when they meet )?how far from (?P<from>(?:[a-z]+ )?[a-z]+) (?:do they meet|are they|will they meet|are"
     r" they when they meet)(?P<per>)"), _ask_place),
    ((r"(?:after how many hours|how many hours later|how many hours does it take|in how many hours) (?:do|will"
     r"|until|before|for) ?(?:they|them)(?: to)? meet"), _ask_time),
    (r"(?:somewhere )?(?:on the way |along the way )?they meet(?: somewhere)?(?: on the way)?", lambda *_: ()),
    (r"neither of them (?:stops|rests)(?: for anything| on the way)?", lambda *_: ()),
    (r"they (?:ride|cycle|walk|drive|travel|run|go) towards each other", lambda *_: ()),
)  # fmt: skip


def meeting(text: str) -> Reading | None:
    """Read a text about two who start at the same time and meet; None if it is about something else."""
    if "meet" not in text or not re.search(r"\bsame (?:time|moment)\b", text):
        return None
    found = read_clauses(text, Theme(_MEETINGS, _Ways, _CHANGING))
    if found is None or not _known(found[1]):
        return None
    told, state = found
    if len(set(state.start)) < len(state.start) or set(state.start) != set(state.places):
        return None  # from where do they start?
    ways = [Poly.unknown("way 1"), Poly.unknown("way 2")]
    always = (
        equal(ways[0], state.speeds[0] * _HOURS),
        equal(ways[1], state.speeds[1] * _HOURS),
        equal(ways[0] + ways[1], _DISTANCE),
    )
    unknowns = tuple(Unknown(name, 0) for name in ("distance", "hours", "speed 1", "speed 2", "way 1", "way 2"))
    return Reading(tuple(told.lines), unknowns, told.asked, "real", always=always)
