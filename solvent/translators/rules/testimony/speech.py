"""Finds who says what: quoted and reported speech, "Ada: ...", labels and signs, numbered statements."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solvent.translators.rules.text.lines import lines
from solvent.translators.sentences import sentences

_MARKS = str.maketrans({"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"', "\u00bb": '"'})
_DOUBLE = re.compile(r'"([^"]{1,600})"')
_SINGLE = re.compile(r"(?<![\w'])'(?=\w)([^\n]{1,600}?[\w.!?,])'(?![\w'])")
_HELD = re.compile(r"Q(\d+)Q")
_WRAPPED = 45  # characters; a shorter line without a full stop is a title or an item
_SAYS = (
    r"(?:(?:then|also|now|finally|next|in turn|calmly|simply|just|already) )?"
    r"(?:says?|said|claims?|claimed|states?|stated|declares?|declared|asserts?|asserted"
    r"|repl(?:y|ies|ied)|answer(?:s|ed)?"
    r"|adds?|added|announces?|announced|remarks?|remarked|exclaims?|exclaimed|insists?|insisted|maintains?|maintained"
    r"|responds?|responded|testif(?:y|ies|ied)|shouts?|shouted|whispers?|whispered|proclaims?|proclaimed|tells?|told"
    r"|observes?|observed|protests?|protested|comments?|commented|counters?|countered|continues?|continued"
    r"|affirms?|affirmed|cries|cried|makes? (?:the|this) (?:following )?statement)"
)
_TO = (
    r"(?: (?:to )?(?:you|us|me|them|the (?:police|inspector|detective|teacher|traveller"
    r"|visitor|stranger|judge|guide)))?"
)
_SIGN = (
    r"(?:label|sign|inscription|note|plate|plaque|notice|message|text|writing|words|placard|sticker|tag|engraving"
    r"|statement|claim|testimony)"
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
        rf"{_Q}[.,]? {_SAYS} {_WHO}[.,:]*(?: ?(?P<more>Q\d+Q))?",
        rf"{_Q}[.,]? {_WHO} {_SAYS}{_TO}[.,:]*(?: ?(?P<more>Q\d+Q))?",
        rf"{_WHO},? {_SAYS}{_TO}(?: that)?[,:]? ?{_Q}(?:,? and(?: then)?:? (?P<more>Q\d+Q))?",
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
_UNQUOTED = re.compile(r"(?P<who>[^:;?,.\"]{1,40}?)(?: said| says)?: (?P<said>\S.*)", re.IGNORECASE)
_THEN = re.compile(r",? (?:and|but|where|when|then)(?: then)? (?=[A-Z]|the )|: ")
_TURN = re.compile(r"(?<=[.!?]) (?=[A-Z]\w*(?: \w+)?: )")
_REPORTED = re.compile(rf"{_WHO} {_SAYS}{_TO}(?: that)?,? (?P<said>\S.*)", re.IGNORECASE)
# The same without quotation marks: what follows must not be a part of what is said.
_BARE = (
    re.compile(rf"{_WHO} {_SAYS}{_TO}: (?P<said>[^:]+)", re.IGNORECASE),
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
    r"^(?:and|then|but|next|finally|also|while|now|meanwhile|lastly|one (?:fine )?day|today|on that day|at last"
    r"|the other day|this morning|this evening|tonight)\b,? ",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?|my|our) ", re.IGNORECASE)
_NO_SPEAKER = re.compile(
    r"^(?:on|in|at|over|above|under) |\b(?:i|we|you|it|they|them|who|if|that|which"
    r"|what|is|are|was|were|has|had|have|not|never|nobody|no|everyone"
    r"|everybody|someone|somebody|once|yesterday|when|because|as|think|thinks|thought|heard|believe|believes|perhaps"
    r"|maybe|each|all|both|one of|none|neither|either|or|and|of them|always|only|people|clues?|hints?|note|rules?"
    r"|questions?|answers?|puzzle|example|task|would|could|might|may)\b|Q\d+Q",
    re.IGNORECASE,
)


_SUBJECT = re.compile(r"(?:The |My )?([A-Z][a-z]+) (?:always |only )?(?:lies|tells|speaks)\b")
_OPENERS = frozenset(("He", "She", "It", "One", "Each", "Everyone", "Everybody", "Nobody"))


@dataclass(frozen=True)
class Part:
    """A part of the text: what somebody (`who`, "" for the narrator) says, in sentences.

    `number` is the number of its line, `raw` the part as written, and `reported` says whether it is indirect speech.
    """

    said: tuple[str, ...]
    raw: str
    who: str = ""
    number: int | None = None
    reported: bool = False


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
        another = re.match(rf"\s+[A-Z]\w*(?: \w+)?(?::|,? {_SAYS}[,:]? [\"'])", after)
        return f"Q{len(held) - 1}Q" + ("." if ends or another else "")

    plain_text = _unwrapped(plain)
    plain_text = _DOUBLE.sub(hold, plain_text)
    plain_text = _SINGLE.sub(hold, plain_text)
    found: list[Part] = []
    for line in lines(plain_text):
        found += _of_line(line.text, line.number, held)
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


def _of_line(line: str, number: int | None, held: list[str]) -> Iterator[Part]:
    unquoted = None if _HELD.search(line) else _UNQUOTED.fullmatch(line)
    if unquoted and _is_speaker(unquoted["who"]):
        turns = _TURN.split(line)
        if len(turns) > 1:
            for turn in turns:
                yield from _of_line(turn, None, held)
            return
        yield Part(tuple(sentences(unquoted["said"])), line, _speaker(unquoted["who"]), number)
        return
    whole = list(sentences(line))
    bare = _all_bare(whole)
    for sentence in whole:
        if sentence in bare:
            yield replace(bare[sentence], number=number)
            continue
        part = _spoken(sentence, held)
        for match in () if part else _THEN.finditer(sentence):
            part = _spoken(sentence[match.end() :], held)
            if part and not _HELD.search(sentence[: match.start()]):
                yield Part((sentence[: match.start()],), sentence[: match.start()], number=number)
                sentence = sentence[match.end() :]  # noqa: PLW2901
                break
            part = None
        raw = _HELD.sub(lambda match: f'"{held[int(match[1])]}"', sentence)
        yield replace(part, raw=raw, number=number) if part else Part((raw,), raw, number=number)


def _all_bare(whole: list[str]) -> dict[str, Part]:
    """Return what is said without quotation marks ("Ann says: Bo lies."), if no other sentence may belong to it."""
    found: dict[str, Part] = {}
    for sentence in whole:
        plain = _LEAD.sub("", sentence).rstrip(".!; ")
        match = next((match for form in _BARE if not _HELD.search(plain) and (match := form.fullmatch(plain))), None)
        if match and _is_speaker(match["who"]):
            found[sentence] = Part((match["said"],), sentence, _speaker(match["who"]))
        elif found and not _ABOUT_WHAT_IS_SAID.search(sentence):
            return {}
    return found


def _spoken(sentence: str, held: list[str]) -> Part | None:
    plain = _LEAD.sub("", sentence).rstrip(".!; ")
    for form in _FORMS:
        match = form.fullmatch(plain)
        if match and _is_speaker(match["who"]):
            said = held[int(match["quote"][1:-1])]
            more = match.groupdict().get("more")
            if more:
                rest = held[int(more[1:-1])]
                said = f"{said.rstrip(' ')} {rest}"
            return Part(tuple(_whole(said)), "", _speaker(match["who"]))
    reported = None if _HELD.search(plain) else _REPORTED.fullmatch(plain)
    if reported and _is_speaker(reported["who"]) and "?" not in plain:
        return Part((reported["said"],), "", _speaker(reported["who"]), reported=True)
    return None


def _whole(said: str) -> list[str]:
    return [sentence.rstrip(" ,") for sentence in sentences(said)]


def _is_speaker(phrase: str) -> bool:
    plain = _SIGN_OF.sub("", phrase.strip())
    return bool(re.fullmatch(r"(?:[\w.'-]+ ?){1,5}", plain)) and not _NO_SPEAKER.search(_ARTICLE.sub("", plain))


def _speaker(phrase: str) -> str:
    return _ARTICLE.sub("", _SIGN_OF.sub("", _LEAD.sub("", phrase.strip()))).strip(" .,")


def _same_speakers(found: list[Part]) -> list[Part]:
    """Resolve "he adds" and "she says" to who spoke last or, if nobody has, to whom the narrator named last."""
    last = ""
    resolved = []
    for each in found:
        part = each
        if part.who.lower() in ("he", "she", "it"):
            part = replace(part, who=last) if last else replace(part, who="", said=(part.raw,))
        subject = _SUBJECT.match(part.raw) if not part.who else None
        last = part.who or (subject[1] if subject and subject[1] not in _OPENERS else last)
        resolved.append(part)
    return resolved
