"""Rectangles in any garden: how long and how wide, given the length of the fence and how the sides compare."""

import re
from dataclasses import dataclass

from solvent.translators.rules.quantities.clauses import FACTOR, NUMBER, STOP, Found, Theme, factor, facts, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Unknown, equal
from solvent.translators.rules.quantities.fillers import FILLER, FILLING
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading

_LENGTH, _WIDTH = Poly.unknown("length"), Poly.unknown("width")
_AROUND = (_LENGTH + _WIDTH).times(2)


@dataclass
class _Rectangle:
    fenced: bool = False


def _fence(match: re.Match[str], state: _Rectangle) -> Found:
    amount = number(match["n"])
    if amount is None or state.fenced:
        return None
    state.fenced = True
    return facts(equal(_AROUND, Poly.constant(amount)))


def _sides(match: re.Match[str], _: _Rectangle) -> Found:
    """Read "it is 7 metres longer than it is wide", "its length is twice its width"."""
    said = match.groupdict()
    wide = (said.get("side") or said.get("how") or "") in ("width", "wide", "wider", "narrower", "breadth")
    one, other = (_WIDTH, _LENGTH) if wide else (_LENGTH, _WIDTH)
    if said.get("f"):
        by = factor(said["f"] or "")
        return None if by is None else facts(equal(one, other.times(by)))
    amount = number(said.get("n"))
    if amount is None:
        return None
    less = (said.get("how") or "") in ("shorter", "less", "narrower", "smaller")
    return facts(equal(one, other + Poly.constant(-amount if less else amount)))


def _known(match: re.Match[str], _: _Rectangle) -> Found:
    amount = number(match["n"])
    side = _WIDTH if match["side"] in ("wide", "width", "breadth") else _LENGTH
    return None if amount is None else facts(equal(side, Poly.constant(amount)))


def _area(match: re.Match[str], _: _Rectangle) -> Found:
    amount = number(match["n"])
    return None if amount is None else facts(equal(_LENGTH * _WIDTH, Poly.constant(amount)))


def _ask(match: re.Match[str], _: _Rectangle) -> Found:
    said = match[0]
    if "area" in said:
        return Asked(_LENGTH * _WIDTH)
    if re.search(r"perimeter|fence", said):
        return Asked(_AROUND)
    long = re.search(r"\blong\b|\blength\b|\bsides\b|\bdimensions\b|\bmeasurements\b", said)
    wide = re.search(r"\bwide\b|\bwidth\b|\bbreadth\b|\bsides\b|\bdimensions\b|\bmeasurements\b", said)
    return Asked({**({"length": _LENGTH} if long else {}), **({"width": _WIDTH} if wide else {})})


_IT = "it"  # what is rectangular, as the lines are marked
_THE = r"(?:the|its|it 's) "
_U = r"(?: ?(?:<u>))?"
_SIDE = r"(?:length|width|breadth)"
_FENCE = (
    r"(?:fence|fencing|wire|hedge|border|ribbon|rope|string|edging|wall|netting|frame|lace|tape|perimeter|way round|way"
    r" around)"
)
_FORMS = (
    ((rf"{FILLING}{_FENCE} (?:of|that is|which is) <n>{_U}(?: long)?(?: (?:all )?(?:the way"
     rf" )?(?:round|around) {_IT})?"), _fence),
    (rf"{FILLING}<n>{_U} of {_FENCE}(?: {FILLER}){{0,3}} (?:all )?(?:the way )?(?:round|around) {_IT}", _fence),
    ((rf"(?:the )?{_FENCE}(?: (?:all )?(?:the way )?(?:round|around) {_IT})? (?:is|was|measures) <n>{_U}(?:"
     rf" long)?"), _fence),
    (rf"{FILLING}(?:has )?(?:an?|the|its) perimeter(?: of {_IT})?(?: is| of| measures) <n>{_U}", _fence),
    (rf"{FILLING}fenced (?:in )?(?:on all four sides )?with <n>{_U} of {_FENCE}", _fence),
    ((rf"(?:{_IT}|which) (?:is|was) <n>{_U} (?P<how>longer|shorter|wider|narrower) than (?:it|{_IT}) is"
     rf" (?:wide|long)"), _sides),
    (rf"(?:{_IT}|which) (?:is|was) (?P<f>{FACTOR}) as (?P<side>long|wide) as (?:it|{_IT}) is (?:wide|long)", _sides),
    ((rf"{_THE}(?P<side>{_SIDE})(?: of {_IT})? is <n>{_U} (?P<how>more|greater|longer|less|shorter) than"
     rf" {_THE}{_SIDE}"), _sides),
    (rf"{_THE}(?P<side>{_SIDE})(?: of {_IT})? is (?P<f>{FACTOR}) {_THE}{_SIDE}", _sides),
    (rf"{_THE}(?P<side>{_SIDE})(?: of {_IT})? is (?P<f>{FACTOR}) as (?:long|large|big|great) as {_THE}{_SIDE}", _sides),
    (rf"(?:{_IT} )?(?:is )?<n>{_U} (?P<side>long|wide)", _known),
    (rf"{_THE}(?P<side>{_SIDE})(?: of {_IT})? is <n>{_U}", _known),
    (rf"{FILLING}(?:an?|the|its) area(?: of {_IT})?(?: is| of) <n> square (?:<u>)", _area),
    ((rf"(?:so )?how (?:long|wide) (?:is|are|was) (?:{_IT}|they)(?: (?:and|,)? ?(?:how )?(?:long|wide)(?: is"
     rf" (?:it|{_IT}))?)?"), _ask),
    (rf"(?:so )?how (?:long and (?:how )?wide|wide and (?:how )?long) is {_IT}", _ask),
    (rf"how (?:long|wide)(?: is (?:it|{_IT}))?", _ask),
    ((rf"(?:what (?:is|are)|find|work out|calculate) (?:the|its)"
      rf" (?:{_SIDE}|area|perimeter|dimensions|sides|measurements)"
     rf"(?: and (?:the|its)? ?(?:{_SIDE}))?(?: of {_IT})?(?: in (?:square )?<u>)?"), _ask),
)  # fmt: skip


_METRE = r"(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|m|feet|foot|ft|inch(?:es)?|yards?|miles?"


def _metric(unit: str) -> str:
    """One spelling of a unit of length."""
    short = {"foot": "feet", "ft": "feet", "inches": "inch", "m": "metre", "km": "kilometre", "cm": "centimetre"}
    plain = unit.removesuffix("s").replace("meter", "metre")
    return short.get(plain, plain)


def _nouns(plain: str) -> set[str]:
    """The nouns by which a text calls what is rectangular."""
    own = {"rectangle"}
    for found in re.finditer(r"\brectangular ([a-z]+)(?: ([a-z]+))?", plain):
        own.add(found[1])
        if found[2] and not re.fullmatch(STOP, found[2]):
            own.add(found[2])
    for found in re.finditer(r"\b([a-z]+) (?:is|was|has|forms|makes)(?: the shape of)?(?: an?)? rectang", plain):
        own.add(found[1])
    return own


def read(text: str) -> Reading | None:
    """Read a text about a rectangle; None if it is about something else."""
    plain = re.sub(r"[(),]", " ", text.lower())
    if not re.search(r"\brectang", plain) or re.search(r"\b(?:gate|gap|door|wall of|river|overlap|except)\b", plain):
        return None
    if len({_metric(found[1]) for found in re.finditer(rf"\b(?:\d|{NUMBER} )[ -]?({_METRE})\b", plain)}) > 1:
        return None  # of lengths in two units
    own = _nouns(plain)
    rounds = re.finditer(
        r"\b(?:a?round) (?:the|an?|his|her|my|our|their|its) ((?:[a-z]+ ){0,3}?[a-z]+)(?= is\b| was\b|[.,;?!]|$)", plain
    )
    if any(not own & set(each[1].split()) for each in rounds):
        return None  # the fence is around something else
    it = re.compile(rf"\b(?:the|an?|his|her|my|our|their|its|this) (?:[a-z]+ )?(?:[a-z]+ )?(?:{'|'.join(own)})\b")
    names = ["length", "width", "fence", "perimeter", "area", "side"]
    found = read_clauses(text, Theme(_FORMS, _Rectangle, names, mark=lambda line: it.sub("it", line)))
    if found is None or not found[0].lines:
        return None
    unknowns = (Unknown("length", 0), Unknown("width", 0))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "real")
