"""Numbers that an arrangement fixes: handshakes in a group, posts along a line, digits of page numbers, exchanges."""

import re
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.quantities.clauses import Found, Theme, facts, number
from solvent.translators.rules.quantities.clauses import read as read_clauses
from solvent.translators.rules.quantities.facts import Asked, Fact, Relation, Unknown, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Reading

_ONE = Poly.constant(1)
_GROUP = (
    r"(?:(?:the |all the |all |some )?(?:people|guests|friends|members|players|teams|girls|boys|women|men"
    r"|children|students|colleagues)|everybody|everyone|each (?:guest|person|member|player|team|friend|of"
    r" them)|every (?:guest|person|member|player|team)|they(?: all)?)"
)
_PEOPLE, _PAIRS = Poly.unknown("people"), Poly.unknown("pairs")
_GREETS = (
    r"(?:shakes?|shook|clinks?|clinked|hugs?|hugged|plays?|played|greets?|greeted|kiss(?:es|ed)?)(?: "
    r"(?:hands?|glasses|chess|a game|a match|against|with))*"
)
_OTHERS = (
    r"(?:with |against )?(?:every(?:body|one)? ?(?:else|other(?: [a-z]+)?)|each (?:other|of the others|other"
    r" [a-z]+)|all the others|one another)"
)
_DEEDS = r"(?:handshakes?|clinks?|hugs?|games?|matches|times|kisses)"


@dataclass
class _Round:
    all: bool = False
    counted: bool = False
    asked: str = ""


def _everyone(match: re.Match[str], state: _Round) -> Found:
    del match
    state.all = True
    return ()


def _pairs(match: re.Match[str], state: _Round) -> Found:
    amount = number(match["n"])
    if amount is None or state.counted:
        return None
    state.counted = True
    return facts(equal(_PAIRS, Poly.constant(amount)))


def _people(match: re.Match[str], state: _Round) -> Found:
    amount = number(match["n"])
    if amount is None or state.counted:
        return None
    state.counted = True
    state.all = state.all or "each" in match[0] or "every" in match[0]
    return facts(equal(_PEOPLE, Poly.constant(amount)))


def _ask_people(match: re.Match[str], state: _Round) -> Found:
    del match
    return Asked(_PEOPLE) if state.all and state.counted else None


def _ask_pairs(match: re.Match[str], state: _Round) -> Found:
    del match
    return Asked(_PAIRS) if state.all and state.counted else None


_ONCE = r"(?: (?:once|one time|precisely once|once each))"
_ROUND = (
    (rf"(?:(?:when|as|after) [a-z ']+? )?{_GROUP} {_GREETS} {_OTHERS}{_ONCE}", _everyone),
    (rf"(?:(?:when|as|after) [a-z ']+? )?{_GROUP} {_GREETS}{_ONCE} {_OTHERS}", _everyone),
    ((r"(?:there (?:were|are) )?<n> (?:people|guests|friends|members|players|teams|girls|boys|women|men|children"
     r"|students|colleagues)(?: (?:meet|met|came|are|were)(?: [a-z]+){0,3})?"), _people),
    ((rf"<n> (?:people|guests|friends|members|players|teams|girls|boys|women|men|children|students|colleagues) "
     rf"(?:each|all) {_GREETS} {_OTHERS}{_ONCE}"), _people),
    ((rf"(?:there (?:were|are) |[a-z' ]+? (?:heard|counted|counts|hears) )?<n> {_DEEDS}(?: (?:were (?:played"
     rf"|exchanged|heard|counted|made)|took place))?"), _pairs),
    (r"[a-z]+ included", lambda *_: ()),
    ((r"how many (?:people|guests|friends|members|players|teams|girls|boys|women|men|children|students|colleagues) "
     r"(?:were|are|was|took|came)(?: (?:there|clinking|part|present|shaking hands|at the [a-z]+|in the [a-z]+"
     r"|playing|meeting))*"), _ask_people),
    (rf"how many {_DEEDS} (?:were|are|was) (?:there|played|exchanged|made|heard)", _ask_pairs),
    (rf"how many {_DEEDS} (?:do|did|does) (?:they|everyone|you) (?:exchange|play|hear|make)", _ask_pairs),
)  # fmt: skip


def rounds(text: str) -> Reading | None:
    """Read a text in which everyone meets everyone else once; None if it is about something else."""
    if not re.search(r"\bonce\b", text):
        return None
    found = read_clauses(text, Theme(_ROUND, _Round, ["couple", "pair", "host", "handshake"]))
    if found is None or not found[1].all:
        return None
    always = (equal(_PEOPLE * _PEOPLE - _PEOPLE, _PAIRS.times(2)),)
    unknowns = (Unknown("people", 2, 2000), Unknown("pairs", 1, 2 * 10**6))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "whole", always=always)


_LENGTH, _GAP, _POSTS = Poly.unknown("length"), Poly.unknown("gap"), Poly.unknown("posts")


@dataclass
class _Row:
    sides: int = 1
    ends: bool = False
    length: bool = False
    gap: bool = False


def _line(match: re.Match[str], state: _Row) -> Found:
    amount = number(match["n"])
    if amount is None or state.length:
        return None
    state.length = True
    state.sides = 2 if match["sides"] else 1
    return facts(equal(_LENGTH, Poly.constant(amount)))


def _gap(match: re.Match[str], state: _Row) -> Found:
    amount = number(match["n"])
    if not amount or state.gap:
        return None
    state.gap = True
    return facts(equal(_GAP, Poly.constant(amount)))


def _ends(match: re.Match[str], state: _Row) -> Found:
    del match
    state.ends = True
    return ()


def _row(match: re.Match[str], state: _Row) -> Found:
    said = _gap(match, state)
    state.ends = True
    return said


def _ask_posts(match: re.Match[str], state: _Row) -> Found:
    del match
    return Asked(_POSTS.times(state.sides)) if state.length and state.gap and state.ends else None


_POST = (
    r"(?:posts?|trees?|lamps?|lights?|flags?|poles?|limes?|stakes?|benches|bushes|plants?|oaks?|poplars?|lampposts?)"
)
_LONG = r"(?:road|path|street|fence|avenue|drive|lane|track|way|wall|hedge|bridge|canal)"
_ROWS = (
    ((rf"(?:[a-z ]+? )?(?:plants?|is planting|puts?|are planting|plans to plant|stand|are planted|are put up) "
     rf"(?:[a-z]+ )?{_POST} (?:along|on) (?P<sides>both sides of|either side of)?(?:one side of)? ?(?:a|the) "
     rf"(?:straight )?{_LONG} <n> (?:metres|meters|m|feet|yards) long"), _line),
    (rf"(?:an?|the) (?:straight )?{_LONG} is <n> (?:metres|meters|m|feet|yards) long(?P<sides>)", _line),
    ((rf"(?:on each side )?there is (?:to be )?an? {_POST} at the (?:very )?(?:beginning|start) an? {_POST} at the "
     rf"(?:very )?end and one every <n> (?:metres|meters|m|feet|yards)(?: in between)?"), _row),
    ((rf"(?:there is |there are )?(?:an? {_POST}|one|{_POST}) (?:is put |is planted |stand |are planted |stands"
     rf" )?every <n> (?:metres|meters|m|feet|yards)(?: in between)?"), _gap),
    (rf"(?:there is |with )?(?:an? {_POST}|one)(?: also)? (?:at|on) (?:both|each|either) ends?", _ends),
    ((rf"how many {_POST} (?:are|must|does|do|will|are there)(?: (?:there|the council|they|he|she|one|be|you|we"
     rf"|needed|need|order|have|to|ordered|planted|plant|altogether))*"), _ask_posts),
)  # fmt: skip


def rows(text: str) -> Reading | None:
    """Read a text about posts or trees at equal distances along a line; None if it is about something else."""
    if "every" not in text or "long" not in text:
        return None
    plain = text.lower()
    posts = {post.rstrip("s") for post in re.findall(rf"\b{_POST}\b", plain)}
    units = {
        unit.replace("meter", "metre")[:5].rstrip("s")
        for unit in re.findall(r"\d ?(metres?|meters?|m|feet|yards)\b", plain)
    }
    kinds = posts - {"tree"} if posts & {"lime", "oak", "poplar"} else posts
    if len(kinds) > 1 or len(units) > 1:
        return None
    found = read_clauses(text, Theme(_ROWS, _Row, [*posts]))
    if found is None:
        return None
    always = (equal((_POSTS - _ONE) * _GAP, _LENGTH),)
    unknowns = tuple(Unknown(name, 1, 10**6) for name in ("length", "gap", "posts"))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "whole", always=always)


_PAGES, _DIGITS = Poly.unknown("pages"), Poly.unknown("digits of all pages")


@dataclass
class _Book:
    counted: bool = False
    numbered: bool = False


def _numbered(match: re.Match[str], state: _Book) -> Found:
    del match
    state.numbered = True
    return ()


def _digits(match: re.Match[str], state: _Book) -> Found:
    amount = number(match["n"])
    if amount is None or state.counted:
        return None
    state.counted = True
    return facts(equal(_DIGITS, Poly.constant(amount)))


def _book_pages(match: re.Match[str], state: _Book) -> Found:
    amount = number(match["n"])
    if amount is None or state.counted:
        return None
    state.counted = True
    return facts(equal(_PAGES, Poly.constant(amount)))


def _shown(match: re.Match[str], state: _Book) -> Found:
    """An example: "page 27 takes two": it must be right."""
    del state
    page, pieces = number(match["n"]), number(match["n2"])
    return () if page is not None and pieces == len(str(page)) else None


def _ask_pages(match: re.Match[str], state: _Book) -> Found:
    del match
    return Asked(_PAGES) if state.counted and state.numbered else None


def _ask_digits(match: re.Match[str], state: _Book) -> Found:
    del match
    return Asked(_DIGITS) if state.counted and state.numbered else None


_BOOK = (
    ((r"(?:[a-z ]+? )?(?:numbers?|numbered|is numbering) (?:all )?the pages of (?:a|the|his|her) (?:[a-z]+ )?[a-z]+"
     r"(?: by hand)?(?: (?:starting|beginning) (?:with|from|at) (?:page )?(?:1|one))(?: and)?(?: (?:leaving"
     r"|skipping) no page out| without (?:a gap|gaps|leaving (?:any|a page|one) out))?"), _numbered),
    ((r"the pages of (?:a|the|his|her) (?:[a-z]+ )?[a-z]+ are numbered(?: (?:consecutively|in order))?(?: "
     r"(?:starting|beginning) (?:with|from|at) (?:page )?(?:1|one))"), _numbered),
    (r"leaving no page out", lambda *_: ()),
    (r"(?:for every digit|for each digit) (?:he|she|they|one|it) (?:needs|uses|takes) one [a-z ]+", lambda *_: ()),
    (r"page <n> takes <n2>(?: [a-z]+)?(?: and)?", _shown),
    ((r"(?:by the last page |in all )?(?:he|she|they|one|it)? ?(?:has |have |is |are )?(?:used|needs|needed|uses"
     r"|takes|took|writes|wrote|written) <n> (?:pieces|digits|types|figures|numerals)(?: (?:are|were) (?:used"
     r"|needed))?"), _digits),
    (r"<n> (?:pieces|digits|types|figures|numerals) (?:are|were) (?:used|needed|printed|written)", _digits),
    (r"(?:the|a) [a-z]+ has <n> pages", _book_pages),
    (r"how many pages (?:has|does|are|did|were)(?: (?:there|the|in|a|book|have))*", _ask_pages),
    ((r"how many (?:pieces|digits|types|figures|numerals) (?:does|do|did|are|were|is)(?: (?:he|she|they|it|need"
     r"|needed|used|use|write|written|printed))*"), _ask_digits),
)  # fmt: skip


def pages(text: str) -> Reading | None:
    """Read a text about the digits that number the pages of a book; None if it is about something else."""
    if "pages" not in text or not re.search(r"\bdigits?\b|\bfigures?\b", text):
        return None
    found = read_clauses(text, Theme(_BOOK, _Book, ["page", "cover"]))
    if found is None:
        return None
    ways, digits_before = [], 0
    for length in range(1, 6):
        low = 10 ** (length - 1)
        count = (_PAGES - Poly.constant(low - 1)).times(length) + Poly.constant(digits_before)
        ways.append(
            (
                Relation(_PAGES - Poly.constant(low), ">="),
                Relation(_PAGES - Poly.constant(10 * low - 1), "<="),
                Relation(_DIGITS - count),
            )
        )
        digits_before += 9 * low * length
    unknowns = (Unknown("pages", 1, 10**5 - 1), Unknown("digits of all pages", 1, 10**6))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "whole", always=(Fact(tuple(ways)),))


_FULL, _EMPTY = Poly.unknown("bought"), Poly.unknown("given for")
_FREE = Poly.unknown("free")


@dataclass
class _Offer:
    rate: bool = False
    bought: bool = False


def _rate(match: re.Match[str], state: _Offer) -> Found:
    amount = number(match["n"])
    if amount is None or amount < 2 or state.rate:
        return None
    state.rate = True
    return facts(equal(_EMPTY, Poly.constant(amount)))


def _bought(match: re.Match[str], state: _Offer) -> Found:
    amount = number(match["n"])
    if amount is None or state.bought:
        return None
    state.bought = True
    return facts(equal(_FULL, Poly.constant(amount)))


def _ask_drunk(match: re.Match[str], state: _Offer) -> Found:
    del match
    return Asked(_FULL + _FREE, "maximize") if state.rate and state.bought else None


_THING = r"(?:bottles?|cans?|wrappers?|cups?|cartons?|jars?|bars?)"
_OFFERS = (
    ((rf"[a-z' ]*?(?:for|bring back|return|hand in|exchange|bring|trade in) (?:every )?<n> empty (?:[a-z]+"
     rf" )?{_THING}(?: and)?(?: (?:you|we|they|one|i))?(?: (?:is|will|get|gets|be|receive|are|given|handed|can))* "
     rf"(?:for )?"
     rf"(?:a|one) (?:full|new) (?:one|{_THING}(?: of [a-z]+)?)(?: for free| free)?"), _rate),
    (rf"[a-z' ]*? (?:buys?|bought|has|have) <n> full {_THING}(?: of [a-z]+)?", _bought),
    (rf"[a-z' ]*? (?:buys?|bought) <n> {_THING}(?: of [a-z]+)?", _bought),
    (r"makes use of the offer as often as it possibly can", lambda *_: ()),
    ((r"(?:nobody lends us any empties|we had none before|no (?:empties|bottles|empty bottles) (?:can be|are|may"
     r" be) (?:borrowed|lent))"), lambda *_: ()),
    ((rf"(?:what is the (?:largest|greatest|highest|maximum) number of {_THING}(?: of [a-z]+)? (?:that )?(?:we|they"
     rf"|he|she|you|i) can drink|how many {_THING}(?: of [a-z]+)? can (?:we|they|he|she|you|i) drink(?: at most|"
     rf" in all| altogether| at the most)?)"), _ask_drunk),
)  # fmt: skip


def offers(text: str) -> Reading | None:
    """Read a text about empty bottles given back for full ones; None if it is about something else."""
    if "empty" not in text:
        return None
    found = read_clauses(text, Theme(_OFFERS, _Offer, ["bottle", "can", "cup", "offer", "empties"]))
    if found is None:
        return None
    # each free one leaves an empty one, and at least one empty one is left in the end
    always = (compared(_FREE * (_EMPTY - _ONE), "<=", _FULL - _ONE),)
    unknowns = (Unknown("bought", 1, 10**5), Unknown("given for", 2, 10**4), Unknown("free", 0, 10**5))
    return Reading(tuple(found[0].lines), unknowns, found[0].asked, "whole", always=always)


__all__ = ["Fraction", "offers", "pages", "rounds", "rows"]
