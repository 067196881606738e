"""A number or code told by its digits: "the middle digit is double the first one, all three add up to 15"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from solvent.translators.rules.quantities.arithmetic import Arithmetic, Said, numbers
from solvent.translators.rules.quantities.bounds import holds
from solvent.translators.rules.quantities.clauses import FACTOR, Found, Theme, factor, idle, lines_of, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Relation, Unknown, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.quantities.reading import Reading
from solvent.translators.rules.quantities.templates import Words

_NUMBER = Poly.unknown("number")
_NOUN = r"(?:number|code|combination|pin|year|house number|password|locker code|ticket number)"
_DECLARED = re.compile(
    r"\b(?P<n>two|three|four|five|[2-5]) (?:digit|figure)s?\b(?! (?:are|is)\b)|\bdigits? (?:are )?(?P<m>two|three"
    r"|four)\b"
)
_NTH = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}
_PLACES = {"units": 1, "ones": 1, "unit": 1, "last": 1, "final": 1, "tens": 2, "hundreds": 3, "thousands": 4}
_IT = (
    r"(?:it|(?:the|my|our|his|her|their) (?:[a-z]+ )?(?:number|code|combination|pin|year)(?: (?:of|on|at)"
    r" (?:the|my|our|his"
    r"|her|their) (?:[a-z]+ ){0,2}?[a-z]+)?|the result)"
)
_ALL = (
    r"(?:its|the|all|all its|all the|all of its|all of the)(?: (?:two|three|four|five))? digits|all (?:two"
    r"|three|four|five)(?: digits)?|they|them"
)
_CODES = re.compile(r"\b(?:code|combination|pin|password|padlock|lock|safe)\b", re.IGNORECASE)


@dataclass
class _Digits:
    count: int

    def __post_init__(self) -> None:
        self.digits = tuple(Poly.unknown(f"digit {n + 1}") for n in range(self.count))
        self.arithmetic = Arithmetic(self._atoms, self._groups)

    def _atoms(self, words: Words) -> Iterable[Poly]:
        phrase = " ".join(words)
        if re.fullmatch(_IT, phrase):
            yield _NUMBER
        found = re.fullmatch(
            r"(?:its|the) (?P<nth>[a-z]+)(?: (?:digit|one|figure))?(?: of (?:it|the"
            r" [a-z]+))?",
            phrase,
        )
        at = self._place(found["nth"]) if found else None
        if at is not None:
            yield self.digits[at]

    def _place(self, word: str) -> int | None:
        if word in _NTH:
            return _NTH[word] if _NTH[word] < self.count else None
        if word == "middle":
            return self.count // 2 if self.count % 2 else None
        return self.count - _PLACES[word] if _PLACES.get(word, self.count + 1) <= self.count else None

    def _groups(self, words: Words) -> Iterable[tuple[Poly, ...]]:
        phrase = " ".join(words)
        said = re.search(r"\b(?:two|three|four|five)\b", phrase)
        if re.fullmatch(_ALL, phrase) and (not said or numbers((said[0],)) == [self.count]):
            yield self.digits

    def statement(self, clause: str) -> Said | None:
        """What a clause states; None if it is not understood."""
        line = re.sub(r" ?,", "", clause)
        line = re.sub(
            r"\b(the [a-z]+(?: digit)? and the [a-z]+(?: digit)?) (?:put |added |taken"
            r" )?together\b",
            r"the sum of \1",
            line,
        )
        line = re.sub(r"\bcan be divided by\b", "is divisible by", line)
        line = re.sub(r"\b(?:bigger|larger|greater|higher) than\b", "more than", line)
        line = re.sub(r"\b(?:smaller|lower) than\b", "less than", line)
        line = re.sub(r"^(?:is|has|ends|starts|begins|lies)\b", r"it \g<0>", line)
        found = list(dict.fromkeys(self.arithmetic.statement(tuple(line.split()))))
        return found[0] if len(found) == 1 else None


def _ends(match: re.Match[str], state: _Digits) -> Found:
    digit = number(match["n"])
    at = 0 if match["how"] in ("starts", "begins") else -1
    return None if digit is None or not 0 <= digit <= 9 else (equal(state.digits[at], Poly.constant(digit)),)


def _different(_: re.Match[str], state: _Digits) -> Found:
    return tuple(compared(one, "!=", other) for one, other in combinations(state.digits, 2))


def _sum(match: re.Match[str], state: _Digits) -> Found:
    amount = number(match["n"])
    said = re.search(r"\b(?:two|three|four|five)\b(?! (?:digit|figure)s? (?:is|are))", match["who"] or "")
    if amount is None or (said and number(said[0]) != state.count):
        return None
    return (equal(total(state.digits), Poly.constant(amount)),)


def _sum_of(match: re.Match[str], state: _Digits) -> Found:
    amount = number(match["n"])
    if amount is None or number(match["n2"]) != state.count:
        return None
    return (equal(total(state.digits), Poly.constant(amount)),)


def _has(match: re.Match[str], state: _Digits) -> Found:
    return () if number(match["n"]) == state.count else None


def _swapped(match: re.Match[str], state: _Digits) -> Found:
    """Read "if you swap the two digits, you get a number that is 27 larger"."""
    said = match.groupdict()
    if state.count != 2 and not re.search(r"\b(?:revers|backwards|back to front)", match[0]):
        return None
    turned = total(digit.times(10**n) for n, digit in enumerate(state.digits))
    if said.get("f"):
        by = factor(said["f"])
        return None if by is None else (equal(turned, _NUMBER.times(by)),)
    amount = number(said["n"])
    if amount is None:
        return None
    down = re.fullmatch(
        r"smaller|less|lower|decreases|falls|goes down|shrinks", said.get("how") or said.get("by") or ""
    )
    return (equal(turned, _NUMBER + Poly.constant(-amount if down else amount)),)


def _ask(_: re.Match[str], __: _Digits) -> Found:
    return Asked(_NUMBER)


_WHO = r"(?:you|i|we|one|he|she|they|somebody|someone)"
_SWAP = (
    rf"(?:(?:if|when) )?(?:{_WHO}"
    rf" )?(?:(?:swap|swaps|swapped|swapping|switch|switches|switched|exchange|exchanges|exchanged"
    rf"|reverse|reverses|reversed|interchange|interchanges|interchanged|reversing)"
    rf" (?:the|its|these|both|round the)(?: two"
    rf"| order of (?:the|its))? (?:digits|figures)(?: round| around| over)?|(?:the|its)(?: two)? digits (?:are|were)"
    rf" (?:swapped|switched|exchanged|reversed|interchanged)|read(?:s|ing)? (?:it )?(?:backwards|from right"
    rf" to left|back to"
    rf" front))"
)
_GETS = (
    rf"(?:{_WHO} (?:get|gets|got|obtain|obtains|have|has|will get)|the (?:result|new number)"
    rf" is|(?:{_IT}|this) (?:becomes|gets|is|will be))"
)
_GIVES = rf"{_GETS}(?: (?:an?|another)(?: new| two digit)? (?:number|one)(?: (?:that|which) is)?)?"
_BEFORE = (
    r"(?:before|the (?:original|first|old|real|correct)(?: (?:number|one))?|it was|it is|the"
    r" number|my (?:house )?number|the number itself)"
)
_FORMS = (
    ((rf"{_SWAP} {_GIVES} <n> (?P<how>larger|bigger|greater|more|higher|smaller|less|lower)(?: than"
     rf" {_BEFORE})?"), _swapped),
    (rf"{_SWAP} {_GIVES} (?P<how>larger|bigger|greater|higher|smaller|lower)(?: than {_BEFORE})? by <n>", _swapped),
    ((rf"{_SWAP} (?:{_IT}|the value) (?P<by>increases|grows|rises|goes up|decreases|falls|goes down|shrinks)"
     rf" by <n>"), _swapped),
    (rf"{_SWAP} {_GIVES} (?P<f>{FACTOR}) (?:as (?:large|big|great|high|much) as )?{_BEFORE}", _swapped),
    (r"(?:an?|my|the|our) (?:[a-z]+ ){0,2}?(?:number|code) (?:has|consists of) <n> (?:digits|figures)", _has),
    ((r"(?:an?|the|my|our) <n2> digit (?:[a-z]+ )?(?:number|code) has (?:two )?digits (?:that|which) add up"
     r" to <n>"), _sum_of),
    (rf"{_IT} (?:has|consists of|is made up of) <n> (?:digits|figures)", _has),
    (r"(?:it|which|the (?:number|code|year|pin)) (?P<how>starts|begins|ends) (?:with|in) (?:an? )?<n>", _ends),
    ((r"(?:no digit (?:occurs|appears|is used|comes up) (?:twice|more than once)|(?:its|the|all|all the|all its) "
     r"(?:<n> )?digits are (?:all )?different(?: from (?:each other|one another))?|no two (?:of its |of the"
     r" )?digits are (?:the same|equal|alike))"), _different),
    ((r"(?:if you )?add (?P<who>(?:all )?(?:the |its )?(?:two |three |four |five )?(?:of them |digits )?)"
     r"(?:together|up)? ?(?:and )?(?:you )?(?:get|will get|to get) <n>"), _sum),
    ((r"(?:the sum of (?P<who>all its digits|its digits|the digits|its [a-z]+ digits|the [a-z]+ digits)|its digit"
     r" sum|the digit sum) (?:is|equals) <n>"), _sum),
    (rf"(?:i am thinking of|think of|find|guess|there is) (?:an?|my) (?:[a-z]+ )?(?:<n> digit )?{_NOUN}", idle),
    (rf"(?:this|my|the|our|an?|his|her) (?:[a-z]+ ){{0,2}}?(?:<n> (?:digit|figure)) {_NOUN}", _has),
    (
        (
            r"(?:i|we|he|she) (?:have |has )?forg[a-z]+ (?:the|my|his|her|our) (?:[a-z]+ ){0,2}?(?:code|combination"
            r"|pin|password)"
            r"(?: (?:of|to|for) (?:my|the|his|her|our) (?:[a-z]+ ){0,2}?[a-z]+)?(?: again)?"
        ),
        idle,
    ),
    ((rf"(?:so )?(?:what is|what was|which is|find|work out|name|guess) (?:{_IT}|it|(?:the|my|this|that|his|her|our) "
     rf"(?:[a-z]+ )?{_NOUN}(?: (?:of|to|for) (?:the|my|his|her) [a-z]+)?)"), _ask),
    (r"(?:what|which) number (?:is it|do i live at|am i(?: thinking of)?|was it|is meant)", _ask),
    (r"(?:so )?(?:in )?(?:what|which) year was (?:it|the [a-z]+) (?:built|made|founded|opened|born|painted)", _ask),
)  # fmt: skip


def read(text: str) -> Reading | None:
    """Read a text about the digits of a number; None if it is about something else."""
    joined = " ; ".join(line for _, line in lines_of(text))
    counts = {number(found["n"] or found["m"]) for found in _DECLARED.finditer(joined)}
    if len(counts) != 1 or "digit" not in joined:
        return None
    state = _Digits(int(next(iter(counts)) or 0))
    found = read_clauses(text, Theme(_FORMS, lambda: state, ["digit", "number", "code"], state.statement))
    if found is None:
        return None
    lines = tuple(found[0].lines)
    code = _CODES.search(text) is not None
    if code and _may_start_with_zero(state, [fact for line in lines for fact in line.facts]):
        return None  # its answer would need leading zeros, which a number has not
    value = total(digit.times(10**n) for n, digit in enumerate(reversed(state.digits)))
    unknowns = (
        *(Unknown(f"digit {n + 1}", int(n == 0 and not code), 9) for n in range(state.count)),
        Unknown("number", 0, 10**state.count - 1),
    )
    return Reading(lines, unknowns, found[0].asked, always=(equal(_NUMBER, value),))


def _may_start_with_zero(state: _Digits, facts: Sequence[Fact]) -> bool:
    """Whether digits that start with zero are possible, as far as facts about digits alone say."""
    names = [f"digit {n + 1}" for n in range(state.count)]
    plain = [fact for fact in facts if all(each.left.unknowns <= set(names) for way in fact.ways for each in way)]
    return any(
        all(
            any(all(_true(each, dict(zip(names, values, strict=True))) for each in way) for way in fact.ways)
            for fact in plain
        )
        for values in product(range(1), *[range(10)] * (state.count - 1))
    )


def _true(relation: Relation, values: dict[str, int]) -> bool:
    result = Fraction(0)
    for key, by in relation.left.terms:
        term = by
        for name in key:
            term *= values[name]
        result += term
    return holds(Relation(Poly.constant(result), relation.op))
