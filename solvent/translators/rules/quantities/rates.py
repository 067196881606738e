"""How fast something goes: work done together, two who meet or catch up, a snail on a wall."""

import re
from dataclasses import dataclass, field

from solvent.translators.rules.quantities.clauses import Found, Theme, facts, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Unknown, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Reading

_TIME = Poly.unknown("time")
_X = r"(?:(?:an?|the|one|his|her|my|another|a second|the second|the first) )?(?:[a-z]+ ){0,3}?[a-z]+"
_SPAN = r"(?:seconds|minutes|hours|days|weeks|minute|hour|day)"
_ALONE = r"(?:alone|by (?:itself|himself|herself|themselves)|on (?:its|his|her|their) own)"
_JOB = r"(?:to|for) (?!together)(?:the )?(?:(?:[a-z]+ ){0,5}?[a-z]+)"


@dataclass
class _Work:
    """The part of the job that each does in a unit of time, and those units."""

    rates: list[Poly] = field(default_factory=list)
    units: list[str] = field(default_factory=list)


def _takes(match: re.Match[str], state: _Work) -> Found:
    """What one takes alone; "and his brother 6" leaves out the unit."""
    span = number(match["n"])
    unit = match["span"].rstrip("s") if match["span"] else state.units[-1] if state.units else ""
    if not span or not unit:
        return None
    rate = Poly.unknown(f"rate {len(state.rates) + 1}")
    state.rates.append(rate)
    state.units.append(unit)
    return facts(equal(rate.times(span), Poly.constant(1)))


def _again(match: re.Match[str], state: _Work) -> Found:
    return _takes(match, state) if state.rates else None


def _ask_joint(match: re.Match[str], state: _Work) -> Found:
    asked = match.groupdict().get("ask")
    if len(state.rates) < 2 or len(set(state.units)) != 1 or (asked and asked.rstrip("s") not in state.units):
        return None
    return Asked(_TIME)


_DO = (
    r"(?:takes|take|took|needs|need|needed|requires|would take|would need|fills?|can fill|could fill|empties"
    r"|paints?|can paint|could paint|mows?|can mow|can do|does|finishes|can finish|builds?|can build|digs?|can"
    r" dig|can clean|cleans?|can empty)"
)
_TOGETHER = (
    r"(?:(?:both )?together|at the same time|at once|both (?:of them )?(?:working |work )?together|side by"
    r" side|if (?:they|both|both [a-z]+) (?:work|are|run|work together|are open|are on|are opened|are"
    r" turned on)(?: together| at once| at the same time| open| on)*|when (?:they|both) (?:work|are)(?:"
    r" together| on| open| opened)+|with both [a-z]+ (?:open|on|running))"
)
_JOINT_TASK = r"(?:(?:to|for) (?:[a-z]+ ){0,5}?[a-z]+)"
_WORK = (
    ((rf"(?:{_ALONE} )?{_X}(?: {_ALONE})? {_DO}(?: (?:the|a|an|it|this|that)(?: [a-z]+)*?)? (?:in )?<n> "
     rf"(?P<span>{_SPAN})(?: (?:{_ALONE}|{_JOB}))*"), _takes),
    (rf"with {_X} alone it {_DO} <n> (?P<span>{_SPAN})(?: {_JOB})?", _takes),
    (rf"it {_DO} {_X} <n> (?P<span>{_SPAN})(?: {_JOB})?(?: {_ALONE})?", _takes),
    (rf"{_X} {_ALONE} (?:it )?{_DO} <n> (?P<span>{_SPAN})(?: {_JOB})?", _takes),
    (rf"{_X} {_DO}(?: it)? (?:in )?<n>(?P<span>)", _again),
    (rf"{_X} (?:only )?(?:in )?<n> (?P<span>{_SPAN})(?: {_ALONE})?", _again),
    (rf"{_X} (?:in )?(?P<n>\d+)(?P<span>)", _again),
    ((rf"how long (?:does|do|will|would|is) (?:it|they|both|the two|[a-z]+(?: and [a-z]+)?|the [a-z]+(?: and the"
     rf" [a-z]+)?)"
     rf"(?: (?:take|need|be|have to wait|to wait|last))*(?: (?:them|both|both of them|the two(?: of them)?))?(?:"
     rf" {_JOINT_TASK})?(?: {_TOGETHER})*(?: {_JOINT_TASK})?(?: {_TOGETHER})*"), _ask_joint),
    (rf"(?:for|in|after) how many (?P<ask>{_SPAN}) (?:do|does|did|will|would|is|are) [a-z ]{{2,60}}", _ask_joint),
    ((rf"how many (?P<ask>{_SPAN}) (?:do|does|did|will|would) (?:it|they|both|the two|both of them) (?:take|need)"
     rf"(?: them)?(?: {_JOINT_TASK})?(?: {_TOGETHER})*(?: {_JOINT_TASK})?(?: {_TOGETHER})*"), _ask_joint),
    ((r"(?:they|both|the two|both of them)(?: [a-z]+){0,3} (?:work|start|are (?:opened|turned on|open)|turned on"
     r"|start work)(?: (?:together|at once|at the same time|at the same moment|both))+"), lambda *_: ()),
    (r"how long (?:[a-z ]+)", lambda *_: None),
)  # fmt: skip


def work(text: str) -> Reading | None:
    """Read a text about how long two take for a job together; None if it is about something else."""
    if not re.search(r"\b(?:together|both|at once|at the same time|side by side)\b", text):
        return None
    found = read_clauses(text, Theme(_WORK, _Work))
    if found is None or len(found[1].rates) < 2:
        return None
    told, state = found
    always = equal(_TIME * total(state.rates), Poly.constant(1))
    unknowns = (Unknown("time", 0), *(Unknown(f"rate {n + 1}", 0) for n in range(len(state.rates))))
    return Reading(tuple(told.lines), unknowns, told.asked, "real", always=(always,))
