"""Who says what, loosely: any verb goes with words in quotation marks, and any short phrase with a colon may speak."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from solvent.translators.rules.rough.testimony.part import (
    FROM_HERE,
    NAME_ONLY,
    PROPER,
    Part,
    answered,
    continued,
    numbered,
)
from solvent.translators.rules.testimony.saying import SAYS
from solvent.translators.rules.text.lines import Line, lines
from solvent.translators.rules.text.words import ORDINAL_WORDS, listed

_MARKS = str.maketrans(
    {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"', "\u00bb": '"'}
)
_DOUBLE = re.compile(r'"([^"\n]{1,600})"')
_SINGLE = re.compile(r"(?<![\w'])'(?=\w)([^\n]{1,400}?[\w.!?,])'(?![\w'])")
_HELD = re.compile(r"(Q\d+Q)")
_STOP = re.compile(r"(?<=[.!?])\s+(?=[\"'(A-Z\d])|;\s+")
_ABBREVIATED = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Prof|Capt|Sgt|Lt)\. ")
_SIGN = (
    r"(?:labels?|signs?|inscriptions?|notes?|plates?|plaques?|notices?|messages?|texts?|placards?|stickers?|tags?|lids?"
    r"|engravings?|statements?|claims?|testimony|words|writing|cards?|posters?|banners?|posts?)"
)
_NP = r"(?:(?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur|[Tt]his) )?[\w'-]+(?: [\w'-]+){0,4}?"
_SAY = (
    rf"(?:{SAYS}|reads?|(?:is|was) (?:labell?ed|marked|inscribed|quoted)|bears|has|promised|promises|warns|warned"
    r"|complain(?:s|ed)|thinks|thought|believes|believed|called|told|tells|tell)"
)
_ON = re.compile(
    rf"^(?:(?:and|then|next) )?(?:the )?(?:[\w-]+ )?{_SIGN} (?:on|of|at|by|above|over|from|attached to|in|inside|behind"
    rf"|beside|outside)(?: the)? (?P<who>[\w.' -]{{1,40}}?)(?:'s (?:lid|front|door))?(?= (?:reads?|says?|said|states?"
    rf"|is|are|has"
    r"|claims?|declares?|bears)\b|[:,]?\s*$)|^(?:on|above|over|at)(?: the)?(?: front of"
    r"| lid of)? (?P<place>[\w.' -]{1,40}?)"
    rf"(?:,? (?:is|it|there|one|you|hangs|stands|someone|somebody|a|an|the)\b.*|[:,]?\s*)$"
    rf"|^(?P<whose>{_NP})'s? {_SIGN}\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:and|then|but|next|finally|also|while|now|meanwhile|lastly|last|so|afterwards|at last|at this|at that|to "
    r"which|whereupon|when (?:asked|questioned)[\w ]*|this morning|today|one day|the other day|in turn"
    r"|secondly|thirdly|firstly|however|suddenly|later)\b,? )+(?=\S)",
    re.IGNORECASE,
)
_VERB = re.compile(
    rf"^(?P<who>{_NP})(?:,(?P<apart>[^,:]{{1,60}}),)? (?:(?:just|only|simply|then|also|now|[a-z]+ly|always"
    rf"|[a-z]+s back) )*"
    rf"(?P<verb>{_SAY}|[a-z]+(?:s|ed)|goes|spoke|wrote)\b",
)
_AFTER = re.compile(
    rf"^[\s,.!?]*(?:(?i:{_SAY}|[a-z]+(?:s|ed)) (?P<who>(?:(?:the|an?|my|our) (?:(?:first|second|third|fourth|fifth"
    rf"|last|other"
    r"|next) )?[\w'-]+|[A-Z][\w'-]*|he|she|it)(?: [A-Z][\w'-]*| (?:of|in|with) the(?: [\w-]+){1,2})*)"
    rf"|(?P<before>{_NP}) (?:(?:just|then|also|[a-z]+ly) )?(?i:{_SAY}|[a-z]+s)\b)(?P<rest>[^.!?:]*)[.!?:]?"
)
_DETERMINED = re.compile(r"^(?:the|an?|my|our|this) ", re.IGNORECASE)
_PROPER_SAYS = re.compile(
    rf"(?:^|[ ,])(?<!with )(?<!in )(?<!from )(?<!of )(?<!by )"
    rf"(?P<who>{PROPER.pattern}|he|she|it|they both|the (?:(?:first|second|third|fourth|fifth|last"
    rf"|other) )?[a-z]+) (?:[a-z]+ly |then |also )?(?:{SAYS})\b[^,:]{{0,30}}$"
)
_ACTING = re.compile(rf"(?:The |the )?(?P<who>{PROPER.pattern}|(?<=he )[a-z]+) [a-z]+")
_COMMON = frozenset(
    listed(
        """
    the a an on in at when then and but one each both all her his she he it they who what which of says said to
    for as if there here i we you my our this that while so first second third fourth fifth next finally last
    """
    )
)
_HEADINGS = re.compile(
    r"^(?!(?:statement|label|note|sign|claim) (?:[A-Z]|\d+)$)(?:\W*(?:q\d+|questions?|hints?|notes?|clues?|rules?"
    r"|facts?|statements?|remember|given|example|answer|task"
    r"|puzzle|problem"
    r"|riddle|suspects?|names|options?|people|here|this|they|there|known|you know|find out|decide|bonus|day"
    r"|exercise)\b.{0,25}"
    r"|.*\b(?:these|following|as follows|are|were|is|was|know|what)\b.*|.*\b(?:and|or|but)\b.*)$",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"\b(?:worksheet|part|puzzle|case|chapter|question|exercise|riddle|episode|thread|prep|homework|level|round|page"
    r"|unit|lesson|me|edit|update|ps|tl;dr)\b",
    re.IGNORECASE,
)
_COLON = re.compile(
    r"(?:^|(?<=[.!?;] )|(?<=Q ))(?P<who>[\w][^:|?!;,.\u2013\u2014]{0,40}?)(?: ?[:|]| [\u2013\u2014-](?= )) ?(?=\S)"
)
_COLUMN = re.compile(rf"\W*(?:{SAYS}|(?:their |the |his |her )?{_SIGN})\W*", re.IGNORECASE)  # the head of a table
_TITLE_DASH = re.compile(r"[^:|]{1,40} [\u2013\u2014-] (?:[\w#]+\W*){1,3}$(?<![.!])")
_LOW = re.compile(r"(?<=[a-z)])(?<!\betc)(?<!\bvs)([.!?]+)[ \n]+([a-z])(?=[a-z]* )")
_INLINE = re.compile(r"(?<=[.:!?]) \(?(\d)[.)] (?=[A-Z])")
_MARKED = re.compile(r"[#$%](?=\d)")  # marks that later stand for things, sorts and values
_ARROW = re.compile(r" ?(?:->|=>|\u2192|\u00bb) ?|(?<=\n)@(?=[A-Z])")
_CAPITALS = re.compile(r"\b(?:[A-Z][A-Z']+|A|I)(?:,? (?:[A-Z][A-Z']*|\d)){3,}\b(?![:\w])(?=[^\n]*[a-z])")
_FRAGMENT = re.compile(r"\b([A-Z]\w+)\? (?:He is |She is )?((?:(?:An?|No|Not|Never|Always) )[^.!?]+)", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(N|n)o\. ?(?=\d)")
_SAYS_END = re.compile(rf",? (?:{_SAY})(?: [a-z ]{{1,25}})?$", re.IGNORECASE)
_REPORTED = re.compile(
    rf"(?:^|(?:,|;| -) (?:(?:and|but|while|whereas|then) )*|(?<=\w) (?:and|but|while) )(?:(?:then|next|finally) )?"
    rf"(?P<who>(?:(?:the|my) )?[\w.'-]+(?: [\w.'-]+){{0,3}}?) (?:also |then |only |just |[a-z]+ly )*"
    rf"(?P<verb>{SAYS}|thinks|denies|denied|accuses|accused|blames|blamed|tells|told|promises|promised|thought"
    rf"|believes)\b"
    r"(?P<to> to (?:the )?(?!be\b|have\b)\w+| (?:you|us|me|them|him|her"
    r"|the \w+(?= that\b)))?(?P<that> that)?[,:]? (?=\S)",
    re.IGNORECASE,
)
_OF_TRUTH = re.compile(
    r"(?:(?:about|of|only|nothing|always|either|one|two|some|(?:the |an? )?(?:whole )?(?:true|false|truths?|lies?"
    r"|fibs?|untruths?|falsehoods?)"
    r"|what(?:ever)?|anything|something|as|or|and|at least)\b|[^\w\"]*$)",
    re.IGNORECASE,
)
_ABOUT_SIGNS = re.compile(
    r"\b(?:labels?|signs?|inscriptions?|statements?|notices?|notes?|boards?|messages?|plaques?|lids?|claims?"
    r"|remarks?)\b"
)
_OF_ALL = re.compile(
    r"(?:exactly |only |just |at least |at most )?(?:all|both|none|one|two|three|four|five|neither|each|every\w*)\b"
    r"(?!.*\b(?:I|we|us|me)\b).*\b(?:l(?:ying|ied|iars?|ies?)|truth|true|false|right|wrong)\b",
    re.IGNORECASE,
)
_ACCORDING = re.compile(r"^(?:according to|if you ask) (?P<who>[^,]{1,40}?), (?P<said>.+)$", re.IGNORECASE)
_NO_SPEAKER = re.compile(
    r"n.t\b|\b(?:who|which|that|what|nobody|no one|everyone|everybody|each|all|both|if|when|is|are|was|were|always"
    r"|never|not"
    r"|would|will|may|can|could|might|only|than|whoever|one of|of (?:them|these|those|the|us|my|his|her)|and|two"
    r"|three|four|five|six|he|she|it|they|i|we|you|someone|somebody)\b",
    re.IGNORECASE,
)


@dataclass
class _Held:
    quotes: list[str] = field(default_factory=list)
    last: str = ""

    def hold(self, match: re.Match[str]) -> str:
        if re.fullmatch(r"\s*[\w-]+\s*", match[1]) and not re.search(r"[:,]\s*$", match.string[: match.start()][-3:]):
            return match[1]
        self.quotes.append(match[1].strip())
        return f"Q{len(self.quotes) - 1}Q"

    @property
    def spoken(self) -> int:
        """How many quotations are sentences: where there are some, a colon alone does not let anybody speak."""
        return sum(quote.count(" ") > 1 for quote in self.quotes)


def parts(text: str) -> list[Part]:
    """Split a text into what its narrator tells and what others say, sentence by sentence."""
    text = _MARKED.sub(" ", text)
    plain = _NUMBERED.sub(r"\1umber ", _ABBREVIATED.sub(r"\1 ", text.translate(_MARKS)))
    plain = _ARROW.sub(": ", plain.replace("`", "'").replace("**", ""))
    plain = _FRAGMENT.sub(r"\1 is \2", _CAPITALS.sub(lambda m: f'"{m[0].capitalize()}"', plain))
    held = _Held()
    if _HELD.search(plain):
        return []
    plain = _LOW.sub(lambda match: f"{match[1]} {match[2].upper()}", plain)
    plain = _DOUBLE.sub(lambda match: match[1] if _SINGLE.search(match[1]) else match[0], plain)  # quoted in a letter
    single = '"' not in plain
    plain = _DOUBLE.sub(held.hold, plain)
    if single:
        plain = _SINGLE.sub(held.hold, plain)
    found: list[Part] = []
    plain = _INLINE.sub(r"\n\1. ", plain)
    read = lines(plain)
    marked = 0
    for line in read:
        marked += line.marked
        found += _of_line(line if line.number or not line.marked else replace(line, number=marked), held)
    return continued(numbered(list(answered(found)), read), plain)


def _of_line(line: Line, held: _Held) -> Iterator[Part]:
    text = line.text.strip(" |")
    for piece in _turns(text):
        who, rest = _speaker_with_colon(piece)
        if who and _COLUMN.fullmatch(rest):
            continue
        if who and not _HELD.match(rest) and held.spoken < 2 and not _TITLE_DASH.match(piece):
            yield from _said(who, rest, held, line.number)
        else:
            yield from _quoted(piece, held, line.number)


def _turns(text: str) -> Iterator[str]:
    """Split "Ann: It was Bo. Bo: It wasn't me."."""
    starts = [match.start("who") for match in _COLON.finditer(text)]
    ends = [*starts, len(text)]
    begin = 0
    for end in ends:
        if text[begin:end].strip():
            yield text[begin:end].strip()
        begin = end


def _speaker_with_colon(piece: str) -> tuple[str, str]:
    match = _COLON.match(piece)
    placed = (
        _ON.match(match["who"]) if match and re.match(r"(?:on|above|over|at)\b", match["who"], re.IGNORECASE) else None
    )
    if match and placed and placed["place"]:
        return _named(placed["place"]), piece[match.end() :]
    if (
        match is None
        or _NO_SPEAKER.search(_SAYS_END.sub("", match["who"]))
        or _HEADINGS.match(match["who"])
        or _TITLED.search(match["who"])
        or piece.isupper()
    ):
        return "", piece
    who = _SAYS_END.sub("", match["who"])
    on = _ON.match(who)
    who = next(filter(None, on.groups()), who) if on else who
    return (_named(who), piece[match.end() :]) if len(who.split()) <= 5 else ("", piece)


def _said(who: str, text: str, held: _Held, number: int | None) -> Iterator[Part]:
    held.last = who
    ended = False
    for at, each in enumerate(_STOP.split(text)):
        ended = ended or bool(at and FROM_HERE.search(each)) or each.endswith("?")
        if ended:
            yield from _told(each, number, known=held.spoken > 1)
        elif _HELD.search(each):
            yield from _quoted(each, held, number)
        elif re.search(r"\w", each):
            yield Part(each.strip(), who, number=number)


def _quoted(text: str, held: _Held, number: int | None) -> Iterator[Part]:
    """Read a piece of text with quotations, or none."""
    pieces = _HELD.split(text)
    intro, waiting, previous = "", "", ""
    for at, piece in enumerate(pieces):
        if at % 2:
            quote = held.quotes[int(piece[1:-1])]
            following = pieces[at + 1]
            if not waiting and not intro and (at + 2 >= len(pieces) or following.strip()[:1] or not held.last):
                after = _AFTER.match(following) if not following.lstrip(" ,").startswith(("Q", ".")) else None
                waiting = _attributed(after)
                if waiting:
                    pieces[at + 1] = following[after.end() :] if after else following
                    if after and after[0].rstrip().endswith((":", ",")) and at + 2 < len(pieces):
                        held.last = waiting
            who = waiting or intro
            who = previous or who if who in ("", "he", "she", "it") else who
            who = who or held.last
            waiting = ""
            yield from _speaking(who, quote, held, number)
            intro = ""
        else:
            *told, last = _STOP.split(piece.strip()) or [""]
            asked = NAME_ONLY.match(last)
            acting = asked or _ACTING.match(last if re.search(r"[.!?]\W*$", last) else "")
            previous = acting["who"] if acting and acting["who"].lower() not in _COMMON else ""
            for each in told:
                yield from _told(each, number, known=held.spoken > 1)
            if at == len(pieces) - 1 or re.search(r"[.!?]\W*$", last):
                yield from _told(last, number, known=held.spoken > 1)
            elif re.search(r"\w", last):
                intro = _introduced(last) or intro
                if not intro:
                    yield from _told(last, number, known=held.spoken > 1)


def _speaking(who: str, quote: str, held: _Held, number: int | None) -> Iterator[Part]:
    if not who or (who in ("he", "she", "I") and FROM_HERE.search(quote) and not re.search(r"\b(?:I|me|my)\b", quote)):
        yield Part(quote if who else f'"{quote}"', "", number=number)
        return
    held.last = who
    for each in _STOP.split(quote):
        if re.search(r"\w", each) and not each.rstrip(" .!").endswith("?"):
            yield Part(each.strip(" ,"), who, number=number)


def _attributed(match: re.Match[str] | None) -> str:
    """Return the speaker named after a quotation."""
    if match is None:
        return ""
    who = _named(match["who"] or match["before"] or "")
    return who if who in ("he", "she", "it", "they both") or not _NO_SPEAKER.search(who) else ""


def _introduced(text: str) -> str:
    """Return the speaker named before a quotation."""
    text = text.rstrip(" :").rsplit(": ", 1)[-1] + (":" if text.rstrip().endswith(":") else "")
    plain = _LEAD.sub("", text.strip(" ,:-\u2013\u2014")).strip()
    proper = (
        None
        if re.match(r"(?:The |the )?\w+ (?:says|said)\b", plain)
        or re.match(rf"^(?:the )?{_SIGN}\b", plain, re.IGNORECASE)
        else _PROPER_SAYS.search(plain)
    )
    on = None if proper and proper["who"][0].isupper() else _ON.match(plain)
    if on:
        return _named(next(filter(None, on.groups()), ""))
    if proper:
        return _named(proper["who"])
    plain = re.split(r", (?:and|while|but) (?=[A-Z])|\b(?:while|and) (?=[A-Z]\w+ says)", plain)[-1]
    match = None if re.search(r"\bhea(?:r|rs|rd) \w+ \w+$", plain) else _VERB.match(plain)
    if match:
        apart = PROPER.search(match["apart"] or "")
        return apart[0] if apart else _named(match["who"])
    heard = re.search(r"\bhea(?:r|rs|rd) (?P<who>him|her|it|[A-Z]\w+|the \w+) \w+$", plain)
    if heard:
        return {"him": "he", "her": "she", "it": "it"}.get(heard["who"], _named(heard["who"]))
    backward = re.match(rf"^(?:{_SAY}) (?P<who>.{{1,40}})$", plain, re.IGNORECASE)
    if backward:
        return _named(backward["who"])
    alone = len(plain.split()) <= 5 and (text.rstrip().endswith((":", "-", "\u2013", "\u2014")) or PROPER.search(plain))
    alone = (
        alone or re.match(r"(?:and |while |but )?(?:the [a-z]+(?: [a-z]+)?|[a-z]+ (?:\d+|[A-Z]))$", plain) is not None
    )
    return _named(plain) if alone else ""


def _named(phrase: str) -> str:
    """Return a phrase without its article and what follows a name; "" if it names nobody."""
    plain = _DETERMINED.sub("", phrase.strip(" ,.:;*-")).strip()
    plain = re.sub(
        r"(?:'s|(?<=s)')(?: (?:statement|claim|label|sign|answer|turn|testimony|reply|version|words)(?: to .*)?)?$",
        "",
        plain,
    )
    plain = re.sub(r" \(.*", "", plain)
    if re.match(r"(?:from|in|at|for|by|with|after|during|to|about|on) ", plain, re.IGNORECASE):
        return ""
    apart = re.match(r"[\w ]+, ([A-Z]\w*)$", plain)
    plain = apart[1] if apart else plain
    if plain.lower() in ("he", "she", "it", "they both"):
        return plain.lower()
    return (
        ""
        if not re.search(r"\w", plain)
        or (plain.lower() if len(plain) > 1 else plain) in _COMMON - {"one", "last", *ORDINAL_WORDS}
        else plain
    )


def _told(sentence: str, number: int | None, *, known: bool = False) -> Iterator[Part]:
    """Read a sentence without quotation marks: reported speech, or the narrator's."""
    according = _ACCORDING.match(sentence)
    if according:
        yield Part(according["said"], _named(according["who"]), reported=True, number=number)
        return
    hits = [match for match in _REPORTED.finditer(sentence) if not _NO_SPEAKER.search(match["who"])]
    hits = [
        match
        for match in hits
        if match["verb"].lower() not in ("goes", "go", "remarks", "answers", "states")
        or match["that"]
        or match["who"][0].isupper()
    ]
    hits = [match for match in hits if match["verb"].lower() != "goes" and not _OF_TRUTH.match(sentence, match.end())]
    hits = [m for m in hits if m["to"] or m["that"] or not re.match(r"tell|told", m["verb"], re.IGNORECASE)]
    if not hits or hits[0].start() > 0 or sentence.rstrip().endswith("?"):
        if re.search(r"\w", sentence):
            yield Part(sentence.strip(), number=number)
        return
    for match, following in zip(hits, [*hits[1:], None], strict=True):
        said = sentence[match.end() : following.start() if following else len(sentence)]
        who = _named(match["who"])
        if (FROM_HERE.search(said) and _ABOUT_SIGNS.search(said)) or (known and _OF_ALL.match(said)):
            yield Part(said.strip(" ,;"), number=number)
            continue
        yield from _reported(who, match["verb"].lower(), said.strip(" ,;"), number)


def _reported(who: str, verb: str, said: str, number: int | None) -> Iterator[Part]:
    if verb.startswith(("accus", "blam")):
        lying = re.sub(r"^(?P<whom>.+?) of (?:lying|telling lies|a lie|telling a lie)\b.*", r"\g<whom> is lying", said)
        yield Part(
            lying if lying != said else re.sub(r" (?:of|for) .*", "", said.rstrip(".")) + " did it", who, True, number
        )
    elif verb.startswith("deni"):
        inner = re.sub(r"^(?:it|everything|(?:having|that (?:he|she) (?:had )?)\w+.*)$", "he did it", said.rstrip("."))
        yield Part(f"it is not true that {inner}", who, True, number)
    else:
        said = re.sub(r"^to be\b", "he is", said)
        said = re.sub(r"^to have\b", "he has", said)
        said = re.sub(r"^not to have\b", "he has not", said)
        yield Part(said, who, True, number)
