"""One quantity that grows and shrinks step by step: "he spent a third of it, then a quarter of what was left"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.quantities.clauses import NUMBER, Found, Theme, factor, facts, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Unknown, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading

_START = Poly.unknown("start")
_WHO = r"(?:(?:an?|the|my|his|her|our|their) )?[a-z]+(?: [a-z]+)?"
_HAVE = r"(?:has|have|had|has got|have got|had got)"
_NOUN = r"(?:[a-z]+ ){0,2}?(?P<noun{}>money|[a-z]+)"
_REMOVES = (
    r"(?:ate|eats|spent|spends|gave away|gave|gives|gives away|sold|sells|used|uses|used up|took|takes|took out|drank"
    r"|drinks|lost|loses|cut off|cut|threw away|poured out|poured away|handed out|removed|donated|paid|read|reads)"
)
_PASSIVE = (
    r"(?:went on|goes on|was spent on|is spent on|was spent|were eaten|was eaten|were sold|was sold|was used for"
    r"|was used|were used|was given to|went to|were given to|was drunk|was lost|were lost|was stolen|were stolen|went)"
)
_GETS = r"(?:gets|got|finds|found|receives|received|wins|won|adds|added|earns|earned)"
_REST = (
    r"(?:what (?:(?:i|he|she|they|we|[a-z]+) )?(?:had |has |have )?(?:was |is |were |then )?(?:left|remained|remains"
    r"|remaining|left over)|those (?:that|which) (?:were left|remained)|those left|those remaining"
    r"|the (?:rest|remainder)|(?:the )?remaining (?:[a-z]+ ){0,1}?[a-z]+|the (?:rest|remainder) of (?:it|them|the"
    r" [a-z]+"
    r"|(?:his|her|my|their) [a-z]+)|what (?:(?:i|he|she|they|we) )?(?:then )?had left|the [a-z]+ (?:that (?:was"
    r"|were) )?left)"
)
_ALL = (
    r"(?:it|them|(?:the|his|her|my|all (?:the|his|her|my)|their) (?:[a-z]+ )?[a-z]+(?: (?:he|she|i|they) (?:had"
    r"|has))?)"
)
_MORE = (
    r"(?: (?:and|plus|and then|and another) (?:(?P<one>another one|one more|another|one)|<n>(?: more)?)(?: [a-z]+)?)?"
)
_AIM = r"(?: (?:to|on|for|in|with) (?!how\b)(?:[a-z]+ ){0,4}?[a-z]+)?"


@dataclass
class _State:
    """What there is after the last step, and what that step took: a part and a number."""

    now: Poly = _START
    steps: int = 0
    last: tuple[Fraction, Fraction] | None = None

    def become(self, then: Poly) -> Sequence[Fact]:
        """Name what there is after a step."""
        self.steps += 1
        self.now = Poly.unknown(f"left {self.steps}")
        return facts(equal(self.now, then))


def _step(match: re.Match[str], state: _State) -> Found:
    """Take a part of what there is, or a number, away."""
    said = match.groupdict()
    part = factor(said["f"]) if said.get("f") else Fraction(0)
    if part is None or part >= 1 or (said.get("all") and state.steps):
        return None  # "a third of them" after a first step: of all there were, or of those left?
    extra = number(said.get("n")) if said.get("n") else Fraction(1 if said.get("one") else 0)
    if extra is None:
        return None
    state.last = (part, extra)
    return state.become(state.now.times(1 - part) - Poly.constant(extra))


def _same(match: re.Match[str], state: _State) -> Found:
    del match
    if state.last is None:
        return None
    part, extra = state.last
    return state.become(state.now.times(1 - part) - Poly.constant(extra)) if part else None


def _grow(match: re.Match[str], state: _State) -> Found:
    amount = number(match["n"])
    state.last = None
    return None if amount is None else state.become(state.now + Poly.constant(amount))


def _left(match: re.Match[str], state: _State) -> Found:
    """What there is in the end."""
    amount = Fraction(0) if match.groupdict().get("nothing") else number(match["n"])
    if amount is None or not state.steps:
        return None
    return facts(equal(state.now, Poly.constant(amount)))


def _start(match: re.Match[str], state: _State) -> Found:
    amount = number(match["n"])
    if amount is None or state.steps:
        return None
    return facts(equal(_START, Poly.constant(amount)))


def _ask_start(match: re.Match[str], state: _State) -> Found:
    del match
    return Asked(_START) if state.steps else None


def _ask_end(match: re.Match[str], state: _State) -> Found:
    del match
    return Asked(state.now) if state.steps else None


_OF = rf"(?:(?P<rest>{_REST})|(?P<all>{_ALL}))"
_THEN = (
    r"(?:(?:first|then|next|later|after that|afterwards|again|finally|also|on the (?:first|second|third|fourth)"
    r" day) )*"
)
_BEGIN = (
    r"(?:at (?:the )?(?:start|beginning|first)|to (?:begin|start) with|originally|in the beginning|initially|before)"
)
_FORMS = (
    (rf"{_THEN}{_WHO} did the same(?: thing)?(?: again)?(?: <f> {_OF}{_MORE})", _step),
    (rf"{_THEN}{_WHO} did the same(?: thing)?(?: again)?", _same),
    (rf"{_THEN}(?:{_WHO} )?{_REMOVES}(?: {_WHO}(?= (?:half|an?|one|two|three|\d)\b))? <f> {_OF}{_MORE}{_AIM}", _step),
    (rf"{_THEN}(?:of )?{_REST} (?:{_WHO} {_REMOVES} )?<f>(?: {_PASSIVE}{_AIM})?{_MORE}", _step),
    (rf"{_THEN}<f> {_OF}(?: {_PASSIVE}(?: (?:an? |the |my |his |her )?[a-z]+)?)?{_MORE}{_AIM}", _step),
    (rf"{_THEN}(?:{_WHO} )?{_REMOVES} <n>(?: more)?(?: of (?:it|them|those|these))?(?: [a-z]+){{0,2}}?{_AIM}", _step),
    (rf"{_THEN}<n>(?: more)?(?: [a-z]+)? {_PASSIVE}{_AIM}", _step),
    (rf"{_THEN}(?:{_WHO} )?{_GETS} <n>(?: more)?(?: [a-z]+){{0,2}}?{_AIM}", _grow),
    ((rf"{_THEN}(?:in the end |at the end |finally )?(?:there )?(?:were|was|is|are|remained|remain) (?:only )?"
     rf"(?:<n>|(?P<nothing>nothing|none))"
     r"(?: [a-z]+){0,2}?(?: left| remaining| left over)(?: in the end| at the end| over)?"), _left),
    (r"(?:in the end |at the end |finally |only )?<n>(?: [a-z]+){0,2}? (?:were|was|is|are) left(?: over)?", _left),
    (r"(?:in the end |at the end |finally |only )?<n>(?: [a-z]+){0,2}? (?:remained|remains|remain)", _left),
    ((rf"(?:in the end |at the end )?(?:{_WHO} )?(?:has|have|had|found) (?:only )?<n>(?: [a-z]+){{0,2}}? (?:left"
     rf"|remaining|left over)"), _left),
    (rf"(?:in the end |at the end )?(?:{_WHO} )?{_HAVE} (?:only )?<n> left", _left),
    (rf"(?:in the end |at the end )?{_WHO} (?:was|were|is) left with (?:only )?<n>(?: [a-z]+){{0,2}}?", _left),
    (rf"{_WHO} (?:came|went|got|arrived|comes|goes) (?:back )?home with (?:only )?<n>(?: [a-z]+){{0,2}}?", _left),
    (rf"(?:that|this|which) (?:leaves|left) (?:{_WHO} )?(?:with )?(?:only )?<n>(?: [a-z]+){{0,2}}?", _left),
    ((rf"(?:{_WHO}|there) (?:{_HAVE}|was|were|starts? with|started with|began with|begins with) <n>(?:"
     rf" [a-z]+){{1,3}}?(?: {_BEGIN})?"), _start),
    ((rf"how (?:many|much)(?: [a-z]+){{0,3}}? (?:did|does|had|were|was|have|has|do)(?: (?:there|{_WHO}))?"
     rf"(?: (?:have|been|had|own|start out with|start with|begin with|there|got))* ?(?:{_BEGIN})?(?: in (?:euros"
     rf"|pounds|dollars))?"), _ask_start),
    ((rf"how (?:many|much)(?: [a-z]+){{0,3}}? (?:did|does|do) {_WHO} (?:start|begin|set) (?:out |off"
     rf" )?with"), _ask_start),
    ((rf"how (?:many|much)(?: [a-z]+){{0,2}}? (?:does|do|did|has|have|are|is|were|was)(?: (?:there|{_WHO}))?(?:"
     rf" have| now)* left(?: over| now| in the end| at the end)?"), _ask_end),
    ((r"(?:nothing|no) (?:else|other [a-z]+) (?:was|were|is) (?:bought|spent|taken|eaten|sold|used"
     r"|lost)"), lambda *_: ()),
)  # fmt: skip
_ABOUT = re.compile(r"\b(?:half|third|quarter|fifth|sixth|eighth|tenth|\d/\d|percent|per cent|%)", re.IGNORECASE)


# What is counted: "half of the cakes", "3 cakes were left", "how many cakes did"
_COUNTED = (
    (
        r"\b(?:half|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?) of (?:the|his|her|my|all the)"
        r" (?:[a-z]+ )?([a-z]+s)\b(?! of)"
    ),
    rf"\b{NUMBER} ([a-z]+s) (?:(?:were|are) left|remain|left)",
    r"\bhow many ([a-z]+s) (?:did|were|are|had|has|have|does|do)\b",
)


def _of_one_kind(text: str) -> bool:
    """Whether all that is counted has one name."""
    nouns = {noun for form in _COUNTED for noun in re.findall(form, text.lower())}
    return len(nouns - {"euros", "dollars", "pounds", "cents"}) <= 1


def read(text: str) -> Reading | None:
    """Read a text about a quantity that is used up in parts; None if it is about something else."""
    if not _ABOUT.search(text) or not re.search(r"\b(?:left|remain\w*|rest)\b", text) or not _of_one_kind(text):
        return None
    found = read_clauses(text, Theme(_FORMS, _State, ["refill", "refilled", "refund", "refunded", "returned", "baked"]))
    if found is None:
        return None
    told, state = found
    if state.steps < 1:
        return None
    money = re.search(r"[$\u00a3\u20ac]|\bmoney\b", text)
    unknowns = (Unknown("start", 0), *(Unknown(f"left {n + 1}", 0) for n in range(state.steps)))
    return Reading(tuple(told.lines), unknowns, told.asked, "real" if money else "whole")
