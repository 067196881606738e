"""Averages that one more or one less changes, and points for right and wrong answers."""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from solvent.translators.rules.quantities.clauses import Found, Theme, facts, idle, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Unknown, equal
from solvent.translators.rules.quantities.fillers import FILLER, FILLING
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading
from solvent.translators.rules.text.words import ORDINAL_WORDS

_SUM, _NEXT = Poly.unknown("sum"), Poly.unknown("one")


@dataclass
class _Mean:
    """How many there were of what average at first, and what came then: one more, or one less."""

    counts: list[Fraction] = field(default_factory=list)
    noun: str = ""
    stated: list[Fact] = field(default_factory=list)

    def note(self, count: Fraction | None, average: Fraction | None) -> Found:
        """State what the sum is: of these at first, then of one more or one less."""
        if count is None or average is None or len(self.counts) > 1:
            return None
        if self.counts and abs(count - self.counts[0]) != 1:
            return None
        others = Poly.constant(0)
        if self.counts:
            others = _NEXT if count > self.counts[0] else _NEXT.times(-1)
        self.counts.append(count)
        return facts(equal(_SUM + others, Poly.constant(count * average)))


def _said(match: re.Match[str], state: _Mean) -> Found:
    return state.note(number(match["n"]), number(match["n2"]))


def _said_back(match: re.Match[str], state: _Mean) -> Found:
    return state.note(number(match["n2"]), number(match["n"]))


def _after_one(match: re.Match[str], state: _Mean) -> Found:
    """One more or one less, and the average then: "with the next one it is 15", "without him it is 24"."""
    if not state.counts:
        return None
    change = -1 if match.groupdict().get("less") else 1
    return state.note(state.counts[0] + change, number(match["n"]))


def _ask(match: re.Match[str], state: _Mean) -> Found:
    del match
    return Asked(_NEXT) if len(state.counts) == 2 else None


def _ask_aim(match: re.Match[str], state: _Mean) -> Found:
    """Read "how many points must she score in the fifth test to bring her average up to 84?"."""
    nth = ORDINAL_WORDS.get(match["nth"] or "") if match["nth"] not in ("next", "last", "final", None) else None
    if len(state.counts) != 1 or (nth is not None and nth != state.counts[0] + 1):
        return None
    said = state.note(state.counts[0] + 1, number(match["n"]))
    if not isinstance(said, tuple):
        return None
    state.stated += said
    return Asked(_NEXT)


_X = r"(?:(?:the|our|his|her|my|a|an|these|those|all|their) )?(?:[a-z]+ ){0,3}?[a-z]+"
_AVG = (
    r"(?:an average(?: (?:age|weight|height|score|mark|price))? of|the average(?: (?:age|weight|height|score"
    r"|mark|price))? of)"
)
_STOOD = (
    r"(?:is|was|were|are|stood at|stands at|rose to|rises to|fell to|falls to|went up to|drops to|dropped to"
    r"|becomes|became|came to|is now|has risen to|has fallen to)"
)
_UNIT = r"(?: (?:points|years|years old|kg|marks|runs|goals|euros|pounds|each|per [a-z]+|cm))*"
_AIM = (
    rf"(?:how many {FILLER}|what(?: {FILLER})?) (?:must|does|do|should|would|will) {_X}(?: (?:have|need) to| need)?"
    rf" (?:score|get|reach|earn|have|make)?(?: (?:in|on|for) (?:the|his|her|my|their|a)"
    rf" (?P<nth>{FILLER}|{'|'.join(ORDINAL_WORDS)})"
    rf"(?: {FILLER})?)? (?:to|so that|in order to|if|for)(?: {FILLER}| is to| are to){{0,3}}?"
    rf" ?(?:(?:his|her|the|my|our|their|an|its|raise|lift|bring|get)(?: (?:his|her|the|my|our|their))?"
    rf"(?: overall)? average)(?: {FILLER}){{0,3}}?(?: (?:up )?(?:to|of|is|at|becomes|be))? <n>{_UNIT}"
)
_FORMS = (
    (_AIM, _ask_aim),
    (rf"after (?:(?:the|his|her) )?(?:first )?<n> {FILLING}(?:has|had) an average(?: {FILLER})? of <n2>{_UNIT}", _said),
    ((rf"(?:in|on|over) (?:the |his |her |my )?(?:first )?<n> {FILLING}(?:has|had) an average(?: {FILLER})?"
     rf" of <n2>{_UNIT}"), _said),
    ((rf"{FILLING}(?:has|had) an average(?: {FILLER})? of <n>(?: {FILLER})? (?:after|in|over|from) (?:the"
      rf" |his |her )?(?:first )?"
     rf"<n2> {FILLER}(?: {FILLER})?"), _said_back),
    ((rf"{FILLING}average(?: {FILLER})? (?:after|of|in|over|for) (?:the |his |her )?(?:first )?<n>"
     rf" {FILLING}(?:is|was) <n2>{_UNIT}"),
     _said),
    (rf"after <n> [a-z]+(?: of [a-z ]+?)? {_X} (?:was|is|were|had been|has been) averaging <n2>{_UNIT}", _said),
    (rf"after <n> [a-z]+(?: of [a-z ]+?)? (?:the|his|her|our|their) average(?: [a-z]+)? {_STOOD} <n2>{_UNIT}", _said),
    (((rf"(?:in |over )?(?:his |her |the |our )?(?:first )?<n> [a-z]+ (?:{_X} )?(?:averaged|averages|scored on"
     rf" average|had an average of) <n2>{_UNIT}")), _said),
    (((rf"after (?:those|these|the|all|all of the) <n> [a-z]+ (?:the|his|her|our|their) average(?: [a-z]+)? {_STOOD}"
     rf" <n2>{_UNIT}")), _said),
    (rf"(?:the )?<n> (?:[a-z]+ )?[a-z]+(?: of (?:the )?[a-z ]+?)? (?:have|has|had) {_AVG} <n2>{_UNIT}", _said),
    (((rf"the average (?:age|weight|height|score|mark|price) of (?:the |these )?<n> (?:[a-z]+ ){{0,3}}?[a-z]+"
     rf" {_STOOD} <n2>{_UNIT}")), _said),
    (((rf"(?:the |these |those )?<n> (?:[a-z]+ ){{0,2}}?(?:who [a-z]+ [a-z]+)? ?(?:are|is|were|have) <n2>{_UNIT} on"
     rf" average")), _said),
    (((rf"(?:the )?<n> (?:who|that) (?:have stayed|stayed|are left|remain|remained|were left) (?:are|were|have an"
     rf" average age of|have an average of) <n2>{_UNIT}(?: on average)?")), _said),
    (((rf"(?:without (?:him|her|it)|(?:when|after|once) (?P<less>(?:he|she|one|{_X}) (?:left|leaves|had left|has"
     rf" left|goes|walked out|resigned|retired))) (?:the|their) average(?: [a-z]+)? {_STOOD} <n>{_UNIT}")), _after_one),
    (((rf"(?:the|their) average(?: [a-z]+)? {_STOOD} <n>{_UNIT} (?:when|after|once) (?P<less>(?:one|he|she|{_X}) "
     rf"(?:left|leaves|had left|goes|retired))")), _after_one),
    (((rf"(?:when|after|with|once) (?:a new|another|the next|one more|the last|the final|a further) [a-z]+(?: "
     rf"(?:joins|joined|arrives|came|comes|was added|is added))?(?: [a-z]+)?? (?:the|their|his|her|our) average(?:"
     rf" [a-z]+)? {_STOOD} <n>{_UNIT}")), _after_one),
    (((r"(?:how old|how (?:heavy|tall)) (?:is|was) (?:the|that) (?:(?:new|other|last|next|missing) )?[a-z]+(?: "
     r"(?:one|who left|who joined))?")), _ask),
    (((rf"how many [a-z]+ (?:did|does|do|must|has|have) {_X} (?:score|get|scored|need|have|win|make)(?: (?:in|on"
     rf"|for) (?:the|that|his|her) (?:[a-z]+ )?[a-z]+)?")), _ask),
    (((r"what (?:is|was) the (?:age|weight|height|score|mark|price) of the (?:(?:new|other|last|next|missing)"
     r" )?[a-z]+")), _ask),
    (((rf"what (?:did|does|must) {_X} (?:score|get|weigh)(?: (?:in|on|for) (?:the|that|his|her) (?:[a-z]+"
     rf" )?[a-z]+)?")), _ask),
    (r"(?:the|one|a) (?:[a-z]+ )?[a-z]+ (?:left|has left|walked out|resigned|retired|moved away)", idle),
    (r"(?:no one has|nobody has|nobody|no one) had a birthday(?: meanwhile| since)?", lambda *_: ()),
    (r"no replacement (?:'s|has|is) been found(?: either| yet)?", lambda *_: ()),
)  # fmt: skip


def means(text: str) -> Reading | None:
    """Read a text about an average that one more or one less changes; None if it is about something else."""
    if not re.search(r"\baverag", text):
        return None
    found = read_clauses(text, Theme(_FORMS, _Mean, ["average", "drop", "dropped", "worst", "best", "penalty"]))
    if found is None or len(found[1].counts) != 2:
        return None
    unknowns = (Unknown("sum", 0), Unknown("one", 0))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "real", always=tuple(found[1].stated))


_RIGHT, _WRONG, _BLANK = Poly.unknown("right"), Poly.unknown("wrong"), Poly.unknown("blank")


@dataclass
class _Quiz:
    gain: Fraction | None = None
    loss: Fraction | None = None
    blank: bool | None = None
    total: bool = False
    score: bool = False
    who: str = ""

    def same(self, match: re.Match[str]) -> bool:
        """Whether a clause is of whom the others are."""
        name = match.groupdict().get("who") or ""
        if not name or name in ("he", "she", "they", "you", "i", "it", "one"):
            return True
        self.who = self.who or name
        return name == self.who


def _gain(match: re.Match[str], state: _Quiz) -> Found:
    amount = number(match["n"])
    if amount is None or state.gain is not None:
        return None
    state.gain = amount
    return ()


def _loss(match: re.Match[str], state: _Quiz) -> Found:
    amount = number(match["n"]) if match.groupdict().get("n") else Fraction(1)
    if match.groupdict().get("none"):
        amount = Fraction(0)
    if amount is None or state.loss is not None:
        return None
    state.loss = amount
    return ()


def _answered(match: re.Match[str], state: _Quiz) -> Found:
    amount = number(match["n"])
    if amount is None or state.total or not state.same(match):
        return None
    state.total = True
    return facts(equal(_RIGHT + _WRONG, Poly.constant(amount)))


def _score(match: re.Match[str], state: _Quiz) -> Found:
    amount = number(match["n"])
    if amount is None or state.gain is None or state.loss is None or state.score or not state.same(match):
        return None
    state.score = True
    return facts(equal(_RIGHT.times(state.gain) - _WRONG.times(state.loss), Poly.constant(amount)))


def _ask_quiz(match: re.Match[str], state: _Quiz) -> Found:
    if not (state.total and state.score and state.same(match)):
        return None
    return Asked(_WRONG if re.search(r"\b(?:wrong|incorrect|incorrectly|false)\b", match[0]) else _RIGHT)


_ANSWER = r"(?:answers?|questions?|ones?|problems?|sums?|questions? answered|replies|solutions?)"
_GOOD = (
    rf"(?:(?:correct|right) {_ANSWER}|{_ANSWER} (?:answered )?(?:correctly|right|that is right|that is correct"
    rf"|you get right))"
)
_BAD = (
    rf"(?:(?:wrong|incorrect|false) (?:{_ANSWER})|{_ANSWER} (?:answered )?(?:wrongly|incorrectly|wrong|that is"
    rf" wrong|you get wrong))"
)
_YOU = r"(?:you(?: are| will be)?|one|they(?: are)?|(?:the )?[a-z]+(?: is| are)?|he|she|there (?:is|are)|it)"
_GETS = r"(?:given|awarded|gets?|scores?|earns?|receives?|wins?|brings|gives|gains?|worth|is worth|are worth)"
_QUIZ = (
    ((rf"(?:in a [a-z]+ )?(?:for )?(?:every|each|a) {_GOOD}(?: in (?:the|a|this) (?:[a-z]+ ){{0,2}}[a-z]+)?(?:"
     rf" {_YOU})?(?: {_GETS})?(?: you)? <n> points?"), _gain),
    (rf"(?:in a [a-z]+ )?{_YOU} {_GETS} <n> points? for (?:every|each|a) {_GOOD}", _gain),
    (((rf"(?:for )?(?:every|each|a) (?:{_BAD}|(?:wrong|incorrect) one)(?: {_YOU})?(?: (?:loses?|lose|costs?|costs"
     rf" you))? <n> points?(?: (?:is|are) (?:taken off|deducted|subtracted|taken away|lost))?")), _loss),
    (((rf"(?:for )?(?:every|each|a) (?:{_BAD}|(?:wrong|incorrect) one) a point is (?:taken off|deducted|subtracted"
     rf"|taken away|lost)")), _loss),
    (rf"(?:{_YOU} )?(?:loses?|lose) <n> points? for (?:every|each|a) (?:{_BAD}|(?:wrong|incorrect) one)", _loss),
    (((rf"<n> points? (?:is|are) (?:taken off|deducted|subtracted|taken away|lost) for (?:every|each|a) (?:{_BAD}|"
     rf"(?:wrong|incorrect) one)")), _loss),
    (((rf"(?P<who>[a-z]+) answered all <n> {_ANSWER}(?: without leaving (?:a single one|any(?: of"
       rf" them)?|one) (?:blank|out"
     rf"|unanswered))?")), _answered),
    (((rf"(?:there (?:are|were) <n> {_ANSWER} )?(?P<who>[a-z]+) answered (?:all of them|them all|every one(?: of"
     rf" them)?)")), _answered),
    (((r"(?:(?P<who>[a-z]+) )?(?:ended up with|ends up with|scored|got|gets|finished"
       r" with|had|reached|has|was awarded|earned)"
     r" <n> points(?: in all| in the end)?")), _score),
    (((rf"how many (?:of (?:them|the {_ANSWER}) |{_ANSWER} )?(?:did|does|has|have) (?P<who>[a-z]+)"
       rf" (?:get|answer|got|answered"
     rf"|have)(?: {_ANSWER})? (?:wrong|right|correctly|wrongly|incorrectly|correct)")), _ask_quiz),
    (((rf"how many (?:correct|right|wrong|incorrect) {_ANSWER} (?:did|does|has|have) (?P<who>[a-z]+) (?:give|get|have"
     rf"|given)")), _ask_quiz),
    (((rf"how many (?:of (?:them|(?:the|his|her) {_ANSWER})|{_ANSWER}) (?:were|are) (?:wrong|right|correct"
     rf"|incorrect)")), _ask_quiz),
)  # fmt: skip


def quiz(text: str) -> Reading | None:
    """Read a text about points for right and wrong answers; None if it is about something else."""
    if "point" not in text:
        return None
    found = read_clauses(text, Theme(_QUIZ, _Quiz, ["bonus", "joker", "penalty", "point", "extra"]))
    if found is None or not (found[1].total and found[1].score):
        return None
    unknowns = (Unknown("right", 0), Unknown("wrong", 0))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "whole")
