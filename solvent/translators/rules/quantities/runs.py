"""Numbers that follow each other, on pages, tickets or doors, and what they add up to."""

import re
from dataclasses import dataclass

from solvent.translators.rules.quantities.clauses import NUMBER, Found, Theme, facts, idle, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Unknown, equal, remainder
from solvent.translators.rules.quantities.fillers import FILLER, FILLING, TAIL
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Reading

_FIRST = Poly.unknown("first")


@dataclass
class _Run:
    count: int
    step: int
    odd: bool
    said: bool = False

    @property
    def numbers(self) -> list[Poly]:
        return [_FIRST + Poly.constant(n * self.step) for n in range(self.count)]


def _declared(match: re.Match[str], state: _Run) -> Found:
    amount = number(match["n"])
    if amount is None or int(amount) != state.count:
        return None
    state.said = state.said or "consecutive" in match[0] or "row" in match[0]
    return ()


def _sum(match: re.Match[str], state: _Run) -> Found:
    amount = number(match["n"])
    if amount is None:
        return None
    return facts(equal(total(state.numbers), Poly.constant(amount)))


_PLACES = {"first": 0, "lowest": 0, "smallest": 0, "least": 0, "lower": 0, "smaller": 0, "last": -1, "highest": -1,
           "largest": -1, "biggest": -1, "greatest": -1, "higher": -1, "larger": -1, "bigger": -1}  # fmt: skip


def _ask(match: re.Match[str], state: _Run) -> Found:
    word = match["at"]
    if word == "middle":
        return Asked(state.numbers[state.count // 2]) if state.count % 2 else None
    if word == "second":
        return Asked(state.numbers[1])
    return Asked(state.numbers[_PLACES[word]]) if word in _PLACES else None


def _ask_all(match: re.Match[str], state: _Run) -> Found:
    del match
    return Asked(state.numbers)


_KIND = r"(?:consecutive|successive)(?: (?:even|odd|whole))?"
_NOUN = (
    r"(?:(?:page|house|ticket|seat|room|door|locker|raffle|the|their|its|raffle ticket)"
    r" )*(?:numbers?|pages|tickets|integers)"
)
_ROW = (
    r"(?:in a row|one after (?:the other|another)|following (?:each other|one another)|that follow"
    r" (?:each other|one another))"
)
_AT = rf"(?P<at>{'|'.join([*_PLACES, 'middle', 'second'])})"
_OF = rf"(?: (?:of|on|among) (?:the|these|those|them|all)(?: {NUMBER})?(?: (?:of )?(?:{FILLER} ){{0,2}}{FILLER})?)?"
_THEM = rf"(?:the|their|these|those|all|the three|its|all of the)(?: {NUMBER})?(?: {_KIND})?(?: {_NOUN})?"
_PEOPLE = rf"{NUMBER} {FILLER}"
_SIDED = (
    r"(?:that is |which is |is |are )?(?:numbered|printed) on one side(?: of (?:the|each)"
    r" (?:paper|page|sheet))?(?: only)?"
)
_FORMS = (
    ((rf"{FILLING}<n> {_NOUN} {_ROW}(?: {FILLER}){{0,5}}? out of (?:an?|the|his|her|my) {FILLER}(?:"
     rf" {_SIDED})?"), _declared),
    (rf"{FILLING}<n> {_KIND} {_NOUN}{TAIL}", _declared),
    (rf"{FILLING}<n> {_NOUN} {_ROW}{TAIL}", _declared),
    (rf"{FILLING}{_PEOPLE}(?: {FILLER}){{1,3}}? (?:with )?<n> {_KIND} {_NOUN}", _declared),
    (rf"{FILLING}<n> (?:{FILLER} )?{FILLER}(?: (?:each|one each))?(?: {_ROW})?{TAIL}", _declared),
    (rf"(?:{FILLING})?numbered on one side(?: of the (?:paper|page|sheet))?", idle),
    (rf"(?:so )?(?:that )?{_THEM} (?:are|have) <n> {_KIND} {_NOUN}", _declared),
    (rf"(?:{_THEM}|their) (?:sum|total) is <n>", _sum),
    (rf"the (?:sum|total) of {_THEM} is <n>", _sum),
    ((rf"(?:{_THEM}|they|the numbers on them) (?:all )?(?:together )?(?:add(?:s|ed)? up to|sum to|total|come"
      rf" to|came to|make|are|is)"
     r" <n>(?: together| in all| altogether| when added(?: up| together)?)?"), _sum),
    ((rf"(?:added together|together|if you add (?:up )?(?:them|{_THEM})(?: up| together)?) (?:they|the"
      rf" numbers|{_THEM}|you)?"
     rf" ?(?:make|get|add up to|come to|are|give) <n>"), _sum),
    (rf"(?:{FILLING})?added up (?:them|{_THEM}) and (?:got|arrived at|came to) <n>", _sum),
    ((rf"{FILLING}{NUMBER} {_KIND} {_NOUN} (?:whose sum is|that add up to|with (?:a|the) sum(?: of)?|which"
     rf" add up to) <n>"), _sum),
    ((rf"(?:so )?(?:what|which)(?: number)? (?:is|was|are) (?:the )?{_AT}(?: (?:one|number))?(?:"
     rf" {_NOUN})?{_OF}(?: {_NOUN})?"),
     _ask),
    (rf"(?:so )?(?:what|which) (?:are|were) (?:they|{_THEM}|the (?:{FILLER} )?numbers)", _ask_all),
)  # fmt: skip


def read(text: str) -> Reading | None:
    """Read a text about numbers in a run; None if it is about something else."""
    plain = text.lower()
    found = re.search(
        rf"\b(?P<n>{NUMBER}) (?:(?P<even>even|odd) )?(?:consecutive|successive)(?:"
        rf" (?P<kind>even|odd))?|\b(?P<m>{NUMBER})"
        r" (?:pages|tickets|numbers) (?:in a row|one after)",
        plain,
    )
    if not found:
        return None
    count = number(found["n"] or found["m"])
    kind = found["kind"] or found["even"] or ""
    if count is None or not 2 <= count <= 9:
        return None
    counts = {
        number(each[1]) for each in re.finditer(rf"\b({NUMBER}) (?:[a-z]+ )?(?:numbers|pages|tickets|houses)\b", plain)
    }
    if counts - {count}:
        return None
    state = _Run(int(count), 2 if kind else 1, kind == "odd")
    names = ["page", "number", "ticket", "house"]
    read_ = read_clauses(text, Theme(_FORMS, lambda: state, names))
    if read_ is None or not state.said:
        return None
    always = (remainder(_FIRST, 2, int(kind == "odd")),) if kind else ()
    return Reading(tuple(read_[0].lines), (Unknown("first", 0),), read_[0].asked, always=always)
