"""Finds who says what: quoted and reported speech, "Ada: ...", labels and signs, numbered statements."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solvent.translators.rules.testimony.saying import BELIEVES, GESTURES, MEANWHILE, SAYS, Speakers
from solvent.translators.rules.text.lines import lines
from solvent.translators.sentences import sentences

_MARKS = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"', "\u00bb": '"'})
_DOUBLE = re.compile(r'"([^"]{1,600})"')
_SINGLE = re.compile(r"(?<![\w'])'(?=\w)([^\n]{1,600}?[\w.!?,])'(?![\w'])")
_HELD = re.compile(r"Q(\d+)Q")
_WRAPPED = 45  # characters; a shorter line without a full stop is a title or an item
_TO = (
    r"(?: (?:to )?(?:you|us|me|them|him|her|the (?:police|inspector|detective|teacher|traveller"
    r"|visitor|stranger|judge|guide|hiker|constable|sergeant|others?|guard|sheriff|officer)))?"
)
_SIGN = (
    r"(?:label|sign|inscription|note|plate|plaque|notice|message|text|writing|words|placard|sticker|tag|engraving"
    r"|statement|claim|testimony|version|account|story|answer|reply)"
)
_READS = (
    r"(?:(?:that )?(?:reads|says|states|read|said|claims)|is|are|it (?:reads|says)|it is written"
    r"|is written|there is written)"
)
_WHO = r"(?P<who>[^:;?,]{1,60}?)"
_Q = r"(?P<quote>Q\d+Q)"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_Q}[.,]? {SAYS} {_WHO}[.,:]*(?: ?(?P<more>Q\d+Q))?",
        rf"{_Q}[.,]? {_WHO} {SAYS}{_TO}[.,:]*(?: ?(?P<more>Q\d+Q))?",
        rf"{_WHO},?{MEANWHILE} {SAYS}{_TO}(?: that)?[,:]? ?{_Q}(?:,? and(?: then)?:? (?P<more>Q\d+Q))?",
        rf"{_WHO} {GESTURES}[,:] ?{_Q}",
        rf"{_Q}[.,]? {_WHO} {GESTURES}",
        rf"{_WHO} points? (?:back )?(?:at|to) (?P<whom>[A-Z]\w*)[,:]? ?(?:and {SAYS}[,:]? ?)?{_Q}",
        rf"(?:says|said|replies|replied|answered|adds|added) {_WHO}[,:] ?{_Q}",
        rf"{_WHO} (?P<deed>[a-z]+(?: [\w']+){{0,9}}?) and {SAYS}{_TO}(?: that)?[,:]? ?{_Q}",
        (
            rf"(?:the )?{_SIGN}s? (?:on|of|at|by|above|over|from|attached to|in|inside) {_WHO}[,:]? ?(?:"
            rf"{_READS})?[,:]? ?{_Q}"
        ),
        rf"{_WHO}'s? {_SIGN}[,:]? ?(?:{_READS})?[,:]? ?{_Q}",
        rf"(?:on|above|over|at) {_WHO},? ?(?:an?|the)? ?{_SIGN}?,? ?(?:{_READS})[,:]? ?{_Q}",
        (
            rf"(?:on|above|over|at) {_WHO},? (?:hangs|is|stands) (?:an?|the) {_SIGN} (?:that "
            rf"|which )?(?:{_READS})[,:]? ?{_Q}"
        ),
        rf"(?:on|above|over|at) {_WHO} ?: ?{_Q}",
        (
            rf"{_WHO} (?:is (?:labelled|labeled|marked|inscribed)|(?:bears|has|carries) the (?:\w+ )?"
            rf"{_SIGN}|reads|read)[,:]? ?{_Q}"
        ),
        rf"{_WHO} ?[:\u2013\u2014-] ?{_Q}",
    )
)
# "Ann pretended to be Bo and said ...": who knows what she then says as herself?
_UNREAL = re.compile(
    r"\b(?:not|never|n't|would|could|might|may|if|pretend\w*|dream\w*|imagin\w*|almost|nearly|refus\w*|jok\w*|quot\w*"
    r"|mimick\w*|imitat\w*|read|reads|sang|sings|says?|said|and|who|that|want\w*|tri\w*|tell\w*|told|play\w*|as"
    r"|like|sleep\w*|slept|asleep|script|lines?|rehears\w*|practi[cs]\w*|recit\w*|act(?:s|ed)?|perform\w*)\b",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:nothing|not a word|no word|not a thing|little|something|one or the other"
    r"|(?:true|false|untrue) (?:things|statements|sentences|ones)|(?:things|what) (?:that )?(?:is|are) (?:true|false)"
    r"|whatever|anything|the opposite)\b",
    re.IGNORECASE,
)
_UNQUOTED = re.compile(r"(?P<who>[^:;?,.\"]{1,40}?)(?: said| says)?: (?P<said>\S.*)", re.IGNORECASE)
_DASHED = re.compile(r"(?P<who>[A-Z]\w+) [\u2013\u2014-] (?P<said>\S.*)")
_SILENT = re.compile(
    r"(?P<who>[A-Z]\w+)(?: (?:just|only|simply|merely))?(?: [a-z]+(?: [a-z]+){0,4} and)? (?:says?"
    r"|said) (?:nothing|not a word)"
    r"(?: at all)?"
)
_THEN = re.compile(r",? (?:and|but|where|when|then)(?: then)? (?=[A-Z]|the )|: ")
_TURN = re.compile(r"(?<=[.!?]) (?=[A-Z]\w*(?: \w+)?: )")
_REPORTED = (
    re.compile(rf"{_WHO}{MEANWHILE} {SAYS}{_TO}(?: that)?,? (?P<said>\S.*)", re.IGNORECASE),
    re.compile(
        r"(?:according to|if you ask|in the words of) (?P<who>[^:;?,]{1,60}?)(?:,|(?<=[a-z])(?= it (?:was|is) ))"
        r" (?P<said>\S.*)",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<said>\S.*?),? according to (?P<who>[^:;?,]{1,60}?)", re.IGNORECASE),
)
_BELIEVED = re.compile(rf"{_WHO}{MEANWHILE} {BELIEVES}(?: that)?,? (?P<said>\S.*)", re.IGNORECASE)
_ACCUSES = re.compile(
    rf"{_WHO} (?:accuses|accused|blames|blamed|points (?:the|a) finger at|pointed (?:the|a) finger at) "
    r"(?P<whom>(?:the )?[\w.'-]+(?: [\w.'-]+)?)(?P<lying> of (?:lying|telling lies|telling a lie))?(?: of it| for it)?",
    re.IGNORECASE,
)
_DENIES = re.compile(
    rf"{_WHO} (?:denies|denied) (?P<what>it|everything|having done it|doing it|that (?P<said>.+))", re.IGNORECASE
)
# The same without quotation marks: what follows must not be a part of what is said.
_BARE = (
    re.compile(rf"{_WHO} {SAYS}{_TO}: (?P<said>[^:]+)", re.IGNORECASE),
    re.compile(
        rf"(?:the )?{_SIGN} (?:on|of|at|by|above|over|from) {_WHO}(?: {_READS})?: (?P<said>[^:]+)", re.IGNORECASE
    ),
)
_ABOUT_WHAT_IS_SAID = re.compile(
    r"\b(?:statements?|signs?|notes?|inscriptions?|labels?|claims?|messages?|sentences|(?:of|among) (?:them|these|those"
    r"|the (?:\w+ )?\w+))\b[^:]*\b(?:true|false|lie|lies|lying|lied|truth)\b|\?$",
    re.IGNORECASE,
)
_SIGN_OF = re.compile(
    rf"^(?:the )?{_SIGN} (?:on|of|at|by|above|over|from|attached to|in|inside) |'s? {_SIGN}$", re.IGNORECASE
)
_LEAD = re.compile(
    r"^(?:(?:and|then|but|next|finally|also|while|now|meanwhile|lastly|afterwards|in turn|in the end"
    r"|one (?:fine )?(?:day|morning|evening|afternoon)|today|on that day|at last|at this|at that|to which|whereupon"
    r"|the other day|this morning|this evening|tonight)\b,? )+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?|my|our) ", re.IGNORECASE)
_SUBJECT = re.compile(
    r"(?:(?:The|My|Our) )?(?:[a-z]+ )?((?:[A-Z][a-z]+\.? )?[A-Z][a-z]+) (?:always |only |never )?(?:lies"
    r"|tells|speaks|fibs)\b"
)
_OPENERS = frozenset(("He", "She", "It", "One", "Each", "Everyone", "Everybody", "Nobody"))


@dataclass(frozen=True)
class Part:
    """A part of the text: what somebody (`who`, "" for the narrator) says, in sentences.

    `number` is the number of its line, `raw` the part as written, `reported` says whether it is indirect speech, and
    `believed` whether it is only said to be believed or foretold.
    """

    said: tuple[str, ...]
    raw: str
    who: str = ""
    number: int | None = None
    reported: bool = False
    believed: bool = False


def parts(text: str) -> list[Part]:
    """Split a text into what its narrator tells and what others say."""
    held: list[str] = []
    plain = text.translate(_MARKS)
    if _HELD.search(plain):
        return [Part((line.text,), line.raw) for line in lines(text)]

    def hold(match: "re.Match[str]") -> str:
        held.append(match[1])
        after = plain_text[match.end() :]
        ends = match[1].rstrip()[-1:] in ".!?" and re.match(r"\s*$|\s*\n|\s+[A-Z\"']", after)
        another = re.match(rf"\s+[A-Z]\w*(?: \w+)?(?::|,? {SAYS}[,:]? [\"'])", after)
        return f"Q{len(held) - 1}Q" + ("." if ends or another else "")

    plain_text = _unwrapped(plain)
    plain_text = _DOUBLE.sub(hold, plain_text)
    plain_text = _SINGLE.sub(hold, plain_text)
    plain_text = re.sub(r"(Q\d+Q[.!?]) (?=(?:what|who|which|where|is|are|so|how)\b)", r"\1\n", plain_text)
    splitter = _Splitter(held, Speakers(plain))
    found = [part for line in lines(plain_text) for part in splitter.of_line(line.text, line.number)]
    return _same_speakers(found)


def _unwrapped(text: str) -> str:
    """Join lines that were wrapped within a sentence or a quotation."""
    whole: list[str] = []
    for line in text.split("\n"):
        last = whole[-1] if whole else ""
        inside = last.count('"') % 2 == 1
        wrapped = len(last.strip()) >= _WRAPPED and re.search(r"[\w,-]$", last.strip()) is not None
        item = re.match(r"\s*(?:[-*\u2022]|\(?\w{1,3}[.):]\s|[A-Z][\w ]{0,30}:)", line)
        if line.strip() and whole and (inside or (wrapped and not item)):
            whole[-1] = f"{last.rstrip()} {line.strip()}"
        else:
            whole.append(line)
    return "\n".join(whole)


class _Splitter:
    """Splits lines, in which quotations are replaced by their numbers in `held`."""

    def __init__(self, held: list[str], speakers: Speakers) -> None:
        self.held, self.speakers = held, speakers

    def of_line(self, line: str, number: int | None) -> Iterator[Part]:
        """Yield the parts of a line."""
        unquoted = None if _HELD.search(line) else _UNQUOTED.fullmatch(line)
        dashed = None if unquoted or _HELD.search(line) else _DASHED.fullmatch(line)
        if dashed and dashed["who"] in self.speakers.dashed:
            unquoted = dashed
        if unquoted and self._can_speak(unquoted["who"]):
            turns = _TURN.split(line)
            if len(turns) > 1:
                for turn in turns:
                    yield from self.of_line(turn, None)
                return
            yield Part(tuple(sentences(unquoted["said"])), line, _speaker(unquoted["who"]), number)
            return
        whole = list(sentences(line))
        bare = self._all_bare(whole)
        for sentence in whole:
            if sentence in bare:
                yield replace(bare[sentence], number=number)
            else:
                yield from self._of_sentence(sentence, number)

    def _of_sentence(self, sentence: str, number: int | None) -> Iterator[Part]:
        part = self._spoken(sentence)
        for match in () if part else _THEN.finditer(sentence):
            part = self._spoken(sentence[match.end() :])
            before = sentence[: match.start()]
            if part and not _HELD.search(before):
                yield replace(self._spoken(before) or Part((before,), before), raw=before, number=number)
                sentence = sentence[match.end() :]
                break
            part = None
        raw = _HELD.sub(lambda match: f'"{self.held[int(match[1])]}"', sentence)
        yield replace(part, raw=raw, number=number) if part else Part((raw,), raw, number=number)

    def _all_bare(self, whole: list[str]) -> dict[str, Part]:
        """Return what is said without quotation marks ("Ann says: Bo lies."), if no other sentence may belong to it."""
        found: dict[str, Part] = {}
        for sentence in whole:
            plain = _plain(sentence)
            match = next((m for form in _BARE if not _HELD.search(plain) and (m := form.fullmatch(plain))), None)
            if match and self._can_speak(match["who"]):
                found[sentence] = Part((match["said"],), sentence, _speaker(match["who"]))
            elif found and not _ABOUT_WHAT_IS_SAID.search(sentence):
                return {}
        return found

    def _spoken(self, sentence: str) -> Part | None:
        plain = _plain(sentence)
        for form in _FORMS:
            match = form.fullmatch(plain)
            if match and self._can_speak(match["who"]) and not _UNREAL.search(match.groupdict().get("deed") or ""):
                said = self.held[int(match["quote"][1:-1])]
                if match.groupdict().get("whom"):
                    said = re.sub(
                        r"(?<![\w'])(?:he|she)(?='s| is\b|\u2019s)", match["whom"], said, count=1, flags=re.IGNORECASE
                    )
                more = match.groupdict().get("more")
                if more:
                    said = f"{said.rstrip(' ')} {self.held[int(more[1:-1])]}"
                return Part(tuple(_whole(said)), "", _speaker(match["who"]))
        if _HELD.search(plain) or "?" in plain:
            return None
        silent = _SILENT.fullmatch(plain)
        if silent and self._can_speak(silent["who"]):
            return Part((), sentence, _speaker(silent["who"]))
        return self._reported(plain)

    def _reported(self, plain: str) -> Part | None:
        for form in (*_REPORTED, _BELIEVED):
            match = form.fullmatch(plain)
            if match and self._can_speak(match["who"]) and not _NOTHING.match(match["said"]):
                believed = form is _BELIEVED
                return Part((match["said"],), "", _speaker(match["who"]), reported=True, believed=believed)
        accuses = _ACCUSES.fullmatch(plain)
        if accuses and self._can_speak(accuses["who"]) and self._can_speak(accuses["whom"]):
            said = f"{accuses['whom']} is lying" if accuses["lying"] else f"It was {accuses['whom']}"
            return Part((said,), "", _speaker(accuses["who"]))
        denies = _DENIES.fullmatch(plain)
        if denies and self._can_speak(denies["who"]):
            said = f"it is false that {denies['said']}" if denies["said"] else "I did not do it"
            return Part((said,), "", _speaker(denies["who"]), reported=bool(denies["said"]))
        return None

    def _can_speak(self, phrase: str) -> bool:
        return self.speakers.can_be(_SIGN_OF.sub("", _LEAD.sub("", phrase.strip())))


def _plain(sentence: str) -> str:
    return _LEAD.sub("", sentence).rstrip(".!; ")


def _whole(said: str) -> list[str]:
    return [sentence.rstrip(" ,") for sentence in sentences(said)]


def _speaker(phrase: str) -> str:
    return _ARTICLE.sub("", _SIGN_OF.sub("", _LEAD.sub("", phrase.strip()))).strip(" .,")


def _same_speakers(found: list[Part]) -> list[Part]:
    """Resolve "he adds" and "she says" to who spoke last or, if nobody has, to whom the narrator named last."""
    last = ""
    resolved = []
    for each in found:
        part = each
        if part.who.lower() in ("he", "she", "it"):
            thing = re.search(r" (?:[a-z]+|\d+)$", last) is not None and part.who.lower() != "it"
            if not thing:  # no box is called "he": somebody else speaks
                part = replace(part, who=last) if last else replace(part, who="", said=(part.raw,))
        subject = _SUBJECT.match(part.raw) if not part.who else None
        last = part.who or (subject[1] if subject and subject[1] not in _OPENERS else last)
        resolved.append(part)
    return resolved
