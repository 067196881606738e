"""Reads requests for a whole order: "from left to right", "starting with Ada and going clockwise"."""

import re
from dataclasses import dataclass
from typing import Literal

from solvent.translators.rules.orders.introduction import numbers_of
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.statements.nouns import Predicate
from solvent.translators.rules.text.telling import Knowledge, blocking
from solvent.translators.rules.text.words import ORDINAL_WORDS, listed, stem

What = Literal["who", "all", "place", "number", "order", "places"]


@dataclass(frozen=True)
class Asked:
    """One thing that is asked, and the word for it among several (`key`).

    who: the one thing of which `holds` is true. all: every such thing. number: how many there are. place: the place of
    `thing`. order: all things, from the first place or (`turned`) the last, in a circle clockwise from `thing`.
    places: the place of each. A `plain` order is a list, though the places have names.
    """

    what: What
    key: str = ""
    holds: Predicate | None = None
    thing: int = 0
    turned: bool = False
    plain: bool = False
    among: tuple[int, ...] = ()


_ORDER_WORDS = frozenset(
    listed(
        """a all and are arrange arranged as ascending be below by can complete did do does down each everyone
        everybody exact final find finishing finish for full give has have in into is it list listing lists line
        lined line-up made me my name names of on one order ordered ordering our out overall place places please
        position positions put queue rank ranked ranking reconstruct right row schedule sequence seating should show
        sort sorted sorting stand stands sit sits state tell that the their them then these they this to us was week
        were what which who with write you your come came cross crossed finished perform performed performing arrive
        arrived live lives take took happen correct so now standing people determine establish work figure deduce
        arrival race again happened read starting start beginning begin from result results standings"""
    )
)
_REQUESTS = re.compile(
    r"(?:please )?(?:list|write|fill|give|rank|order|arrange|sort|put|name|"
    r"state|show|what|in (?:what|which)|which|the|reconstruct|complete|"
    r"line|place|present|return|draw|their|your|from|all|everyone|her|him|them)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:order|sequence|list|rank|ranking|arrange|sort|put|line-up|schedule|write down|write|arrangement|name|give|"
    r"queue|seating|names|place|stand)\b",
    re.IGNORECASE,
)


_CALLED = frozenset({"colours", "colors", "things", "items"})


def counted_up(text: str, scene: Scene) -> str:
    """Put "from first to last" for "from first to fifth" of five, and "list them from ..." for "oldest to youngest"."""
    size = len(scene.names)
    nth = next((word for word, number in ORDINAL_WORDS.items() if number == size), "last")
    text = re.sub(rf"\b(from )?(?:first|1st) to (?:{nth}|{size}th)\b", "from first to last", text)
    least, most = scene.axis.first, scene.axis.last
    ends = rf"(?:from )?(?:the )?(?:(?:{most}) to (?:the )?(?:{least})|(?:{least}) to (?:the )?(?:{most}))"
    alone = scene.axis.scale and re.fullmatch(rf"{ends}(?:,? please)?", text, re.IGNORECASE)
    return f"list them from {text.lower().removeprefix('from ')}" if alone else text


def whole_order(text: str, scene: Scene, background: frozenset[str]) -> Asked | None:
    """Read a request for the whole order, with the end at which to begin."""
    named = re.search(rf"\b(?:{'|'.join(map(re.escape, scene.names))})\b", text)
    if (
        not _REQUESTS.match(text)
        or not _WHOLE.search(text)
        or (named and not scene.circular)
        or re.match(r"(?:who|which (?!order|sequence)|whose|how many|where|when)\b", text, re.IGNORECASE)
    ):
        return None
    plain = text.lower()
    if scene.circular:
        return _around(plain, text, scene)
    found, plain = _direction(plain, scene)
    if scene.axis.scale and found is None:
        return None
    begun = re.search(
        rf",? (?:beginning|starting) (?:with|at|from) (?:{scene.axis.units or 'x'}|number|no\.) (\d+)$", plain
    )
    if begun and int(begun[1]) in (1, scene.size):
        found, plain = int(begun[1]) != 1, plain[: begun.start()]
    rest = re.sub(rf"\b(?:{scene.noun}|{scene.axis.name}|{scene.axis.units or 'x'})\b", " ", plain)
    rest = re.sub(rf"\b{re.escape(scene.owned)}s?\b", " ", rest) if scene.owned else rest
    rest = re.sub(rf"\b(?:all|the|all the) (?:{numbers_of(scene)})\b(?: [a-z]+s\b(?! of\b))?", " ", rest)
    unknown = [w for w in re.findall(r"[a-z'-]+|\d+", rest) if w not in _ORDER_WORDS]
    told = {stem(word) for word in re.findall("[a-z]+", scene.axis.verbs)}  # "performances" of those who perform
    plural = [
        w
        for w in unknown
        if re.search(r"(?:s|people|men|women|children)$", w) and w not in background | _CALLED and stem(w) not in told
    ]
    if plural or blocking(" ".join(unknown), Knowledge(rows=len(scene.names))):
        return None
    in_a_row = found is not None and scene.size == len(scene.names)
    return Asked("order", turned=bool(found), plain=in_a_row)


def _direction(plain: str, scene: Scene) -> tuple[bool | None, str]:
    """Return whether the order begins at the last place, or None if nothing is said of it, and the remaining text."""
    axis = scene.axis
    ends = list(axis.ways)
    if axis.scale:
        ends.append((axis.first, axis.last))
    the = r"(?:the |its |their )?"
    what = f"one|end|floor|shelf|storey|person|child|to finish|of all|{scene.noun}|{scene.owned or 'turn'}"
    extra = rf"(?: (?:{what}))?(?: of (?:the )?(?:year|week|day|month|all|evening|morning))?"
    for first, last in ends:
        for one, other, turned in ((first, last, False), (last, first, True)):
            match = re.search(
                rf"\bfrom {the}(?:{one}){extra} to {the}(?:{other}){extra}\b|\b(?:{one}){extra} to (?:{other})\b",
                plain,
            )
            match = match or re.search(
                rf"\b(?:starting|beginning|start|begin) (?:with|at|from) "
                rf"(?:the )?(?:{one}){extra}\b|,? {the}(?:{one}){extra} first\b",
                plain,
            )
            if match:
                return turned, plain[: match.start()] + plain[match.end() :]
    if axis.scale:
        return None, plain
    return None, plain


def _around(plain: str, text: str, scene: Scene) -> Asked | None:
    names = "|".join(re.escape(name) for name in scene.names)
    start = re.search(rf"\b(?:[Ss]tarting|[Bb]eginning|start|begin) (?:with|from|at) ({names})\b", text)
    if not start or "clockwise" not in plain or re.search(r"(?:counter|anti)-?clockwise", plain):
        return None
    rest = re.sub(
        rf"\b(?:{scene.noun}|table|around|round|clockwise|going)\b",
        " ",
        (text[: start.start()] + text[start.end() :]).lower(),
    )
    rest = re.sub(rf"\ball (?:the )?(?:{numbers_of(scene)})\b", " ", rest)
    unknown = [w for w in re.findall(r"[a-z'-]+|\d+", rest) if w not in _ORDER_WORDS]
    return None if unknown else Asked("order", thing=scene.names.index(start[1]))
