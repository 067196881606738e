"""What a text asks about an order: who has a place, which place somebody has, how many are between, the whole order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from solvent.translators.rules.orders.introduction import numbers_of
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.relations import Relations, Steps
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.statements.nouns import Noun, Predicate
from solvent.translators.rules.statements.parsing import (
    Parser,
    chain,
    either,
    mapped,
    mark,
    normal,
    optional,
    then,
    whole,
    word,
)
from solvent.translators.rules.text.telling import Knowledge, blocking
from solvent.translators.rules.text.words import listed, stem

What = Literal["who", "all", "place", "number", "order", "places"]


@dataclass(frozen=True)
class Asked:
    """One thing that is asked, and the word for it among several (`key`).

    who: the one thing of which `holds` is true. all: every such thing. number: how many there are. place: the place of
    `thing`. order: all things, from the first place or (`turned`) the last, in a circle clockwise from `thing`.
    places: the place of each.
    """

    what: What
    key: str = ""
    holds: Predicate | None = None
    thing: int = 0
    turned: bool = False
    among: tuple[int, ...] = ()


_BE = "is|are|was|were|am|be|does|do|did|has|had|have|will be|comes|came|must be|will|would"
_ASK = (
    r"(?:(?:so|now|then|and|please|finally|now then|can you|could you|tell|say|work out|find out|find|figure out|"
    r"determine|deduce|tell me|do you know|me|us|decide)\b[,: ]*)*"
)
_PLACE_NOUNS = (
    "place|position|floor|storey|seat|chair|house|day|month|spot|room|lane|shelf|number|level|slot|order|direction|time"
)
_KEY_LEAD = re.compile(
    r"^(?:is|are|was|were|the|at|in|on|came|comes?|finish(?:ed|es)?|sits?|stands?|lives?|arrived|place|has|does|did|"
    r"ended up|ranked|performs?|sings?|won(?= the)|took|takes?) ",
)


class Questions:
    """Reads the questions about one scene."""

    def __init__(self, places: Places, background: str) -> None:
        self.background = frozenset(re.findall(r"[a-z'-]+", background.lower()))
        self.scene, self.grammar = places.scene, places.grammar

    def read(self, sentence: str) -> list[tuple[Asked, ...]]:
        """Return the different readings of a question; none if it is not understood."""
        text = normal(
            re.sub(r"\b([Ww]ho|[Ww]hat|[Ww]here)['\u2019]s\b", r"\1 is", sentence.strip().rstrip("?. "))
        ).rstrip("?")
        lead = re.match(_ASK, text, re.IGNORECASE)
        text = text[lead.end() :] if lead else text
        order = _order(text, self.scene, self.background)
        if order is not None:
            return [(_with_key(order, "order"),)]
        return self._parsed(text)

    def _parsed(self, text: str) -> list[tuple[Asked, ...]]:
        one = self._question()
        comma = mark(",")
        joint = then(optional(comma), word("and"), make=lambda _, found: found)
        parser: Parser[tuple[Asked, ...]] = either(
            one,
            mapped(
                chain(one, comma, either(joint, comma)), lambda found: tuple(each for part in found for each in part)
            ),
        )
        found: list[tuple[Asked, ...]] = []
        for asked in whole(_keyed(parser, text), text):
            if not any(len(asked) == len(each) for each in found):
                found.append(asked)
        return found

    def _question(self) -> Parser[tuple[Asked, ...]]:
        return either(self._who(), self._where(), self._how_many(), self._neighbours(), self._each())

    def _who(self) -> Parser[tuple[Asked, ...]]:
        noun = self.scene.noun
        who = either(
            word(
                rf"who|which one(?: of them)?|whose(?: {self.scene.owned or noun})?|(?:which|"
                rf"what)(?: of (?:the|them|these|my|our)(?: \w+)?(?: (?:{noun}))?)?(?: (?:{noun}))?"
            ),
            word("(?:who|whom|what|which [a-z]+) (?:do|did|will) I [a-z]+(?: to| with)?"),
            word(rf"(?:which|what) (?!(?:{_PLACE_NOUNS})s?\b)[a-z]+"),
            word(rf"what is the name of the (?:{noun}) (?:who|that|which)|(?:which|what) is"),
        )
        core = self.grammar.core
        helping = optional(word(_BE))
        joint = then(optional(mark(",")), word("and"), make=lambda _, found: found)
        single = mapped(core, lambda each: (each,))
        several = mapped(chain(core, mark(","), joint), tuple)
        loud = then(
            word("who|which(?: one)?"),
            helping,
            core,
            mark(","),
            self.grammar.noun,
            make=lambda _, __, each, ___, noun: (
                (Asked("who", "", each, among=noun.members),) if len(noun.members) > 1 else None
            ),
        )
        return either(
            then(
                who,
                helping,
                either(single, several),
                make=lambda _, __, found: tuple(Asked("who", "", each) for each in found),
            ),
            loud,
        )

    def _where(self) -> Parser[tuple[Asked, ...]]:
        verb = optional(
            word(
                self.scene.axis.verbs
                + "|happen|be|live|sit|stand|finish|come|come in|arrive|perform|take place|have|is|in|on"
            )
        )
        lead = word(
            rf"where|(?:in|on|at) (?:which|what) (?:{_PLACE_NOUNS})|when|"
            rf"(?:which|what) (?:{_PLACE_NOUNS})|what is the (?:{_PLACE_NOUNS}) of"
        )
        return then(
            lead,
            optional(word("(?:do|did|will) I [a-z]+(?: to)?|is|are|was|were|does|do|did|will|has")),
            self.grammar.noun,
            verb,
            optional(word("in|at|on")),
            make=lambda _, __, noun, ___, ____: (
                (Asked("place", thing=noun.members[0]),)
                if len(noun.members) == 1 and self.scene.fixed and not self.scene.axis.scale
                else None
            ),
        )

    def _how_many(self) -> Parser[tuple[Asked, ...]]:
        lead = word(
            rf"how many(?: of them| of the (?:{self.scene.noun}))?(?: (?:other "
            rf")?(?:{self.scene.noun}))?(?: (?:are|is|were) there| (?:are|is|were|was|do|does|did))?"
        )
        return then(lead, self.grammar.core, make=lambda _, each: (Asked("number", "", each),))

    def _neighbours(self) -> Parser[tuple[Asked, ...]]:
        noun = self.grammar.noun

        def beside(other: Noun) -> tuple[Asked, ...] | None:
            if len(other.members) != 1 or self.scene.axis.scale:
                return None

            near = Relations(self.scene).apart
            return (Asked("all", "", lambda x: near(x, other.members[0], Steps(1, 1))),)

        return either(
            then(
                word("who|which two(?: \\w+)?"),
                word("are"),
                noun,
                mark("'s?"),
                word("(?:two |direct |immediate )*neighbou?rs"),
                make=lambda _, __, other, ___, ____: beside(other),
            ),
            then(
                word("who are the (?:two |direct |immediate )*neighbou?rs of"),
                noun,
                make=lambda _, other: beside(other),
            ),
            then(
                word(rf"(?:between (?:whom|who|which (?:two )?(?:{self.scene.noun}))|who) (?:does|do|did|is|are)"),
                noun,
                word("sit|stand|live|sitting|standing|sit next to|stand next to"),
                make=lambda _, other, __: beside(other),
            ),
            then(
                word(
                    rf"which two (?:{self.scene.noun}) (?:sit|are|stand|"
                    rf"live|are sitting|are standing) (?:next to|beside)"
                ),
                noun,
                make=lambda _, other: beside(other),
            ),
        )

    def _each(self) -> Parser[tuple[Asked, ...]]:
        if not self.scene.fixed or self.scene.axis.scale:
            return either()
        where = rf"(?:in|on|at) (?:which|what) (?:{_PLACE_NOUNS})"
        verbs = f"{self.scene.axis.verbs}|is|are|has"
        each = rf"(?:everyone|everybody|each (?:of them|one|{self.scene.noun})|they|the {self.scene.noun}|each)"
        return either(
            word(
                rf"(?:who|which (?:{self.scene.noun}))(?: (?:is|are|was))?(?: (?:{verbs}))? (?:{where}|where|when)",
                (Asked("places"),),
            ),
            word(rf"(?:{where}|where|when) (?:does|do|is|are|did|was|were) {each}(?: \w+)?", (Asked("places"),)),
        )


def _keyed(parser: Parser[tuple[Asked, ...]], text: str) -> Parser[tuple[Asked, ...]]:
    """Give each of several questions its own words as a key."""

    def parse(_: str, at: int) -> Iterator[tuple[tuple[Asked, ...], int]]:
        for asked, end in parser(text, at):
            if text[end:].strip():
                continue
            keys = keys_of(text, len(asked))
            if keys is not None:
                yield tuple(_with_key(each, key) for each, key in zip(asked, keys, strict=True)), end

    return parse


def _with_key(asked: Asked, key: str) -> Asked:
    return replace(asked, key=key)


def keys_of(text: str, count: int) -> list[str] | None:
    """Return what tells several questions apart: "first" and "last" in "who came first and who came last"."""
    parts = re.split(r",? and |, ", text) if count > 1 else [text]
    if len(parts) != count:
        return None
    keys = []
    for part in parts:
        key = re.sub(r"^(?:who|which \w+|which|whose \w+|what|how many \w+) ", "", part.strip(), flags=re.IGNORECASE)
        while (match := _KEY_LEAD.match(key)) is not None:
            key = key[match.end() :]
        keys.append(key.strip())
    return keys if len(set(keys)) == len(keys) and all(keys) else None


# The whole order.

_ORDER_WORDS = frozenset(
    listed(
        """a all and are arrange arranged as ascending be below by can complete did do does down each everyone
        everybody exact final find finishing finish for full give has have in into is it list listing lists line
        lined line-up made me my name names of on one order ordered ordering our out overall place places please
        position positions put queue rank ranked ranking reconstruct right row schedule sequence seating should show
        sort sorted sorting stand stands sit sits state tell that the their them then these they this to us was week
        were what which who with write you your come came cross crossed finished perform performed performing arrive
        arrived live lives take took happen correct so now standing people determine establish work figure deduce
        arrival race again happened read starting start beginning begin from"""
    )
)
_REQUESTS = re.compile(
    r"(?:please )?(?:list|write|give|rank|order|arrange|sort|put|name|"
    r"state|show|what|in (?:what|which)|which|the|reconstruct|complete|"
    r"line|place|present|return|draw|their|your|from|all|everyone|her|him|them)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:order|sequence|list|rank|ranking|arrange|sort|put|line-up|schedule|write down|write|arrangement|name|give|"
    r"queue|seating|names|place|stand)\b",
    re.IGNORECASE,
)


def _order(text: str, scene: Scene, background: frozenset[str]) -> Asked | None:
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
    rest = re.sub(rf"\b(?:{scene.noun}|{scene.axis.name}|{scene.axis.units or 'x'})\b", " ", plain)
    rest = re.sub(rf"\b{re.escape(scene.owned)}s?\b", " ", rest) if scene.owned else rest
    rest = re.sub(rf"\ball (?:the )?(?:{numbers_of(scene)})\b", " ", rest)
    unknown = [w for w in re.findall(r"[a-z'-]+|\d+", rest) if w not in _ORDER_WORDS]
    told = {stem(word) for word in re.findall("[a-z]+", scene.axis.verbs)}  # "performances" of those who perform
    plural = [
        w
        for w in unknown
        if re.search(r"(?:s|people|men|women|children)$", w) and w not in background and stem(w) not in told
    ]
    if plural or blocking(" ".join(unknown), Knowledge(rows=len(scene.names))):
        return None
    return Asked("order", turned=bool(found))


def _direction(plain: str, scene: Scene) -> tuple[bool | None, str]:
    """Return whether the order begins at the last place, or None if nothing is said of it, and the remaining text."""
    axis = scene.axis
    ends = list(axis.ways)
    if axis.scale:
        ends = [(axis.first, axis.last)]
    the = r"(?:the |its |their )?"
    extra = r"(?: (?:one|end|floor|shelf|storey|person|child|to finish|of all))?"
    for first, last in ends:
        for one, other, turned in ((first, last, False), (last, first, True)):
            match = re.search(
                rf"\bfrom {the}(?:{one}){extra} to {the}(?:{other}){extra}\b|\b(?:{one}){extra} to (?:{other})\b", plain
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
    start = re.search(rf"\b(?:starting|beginning|start|begin) (?:with|from|at) ({names})\b", text)
    if not start or "clockwise" not in plain or re.search(r"(?:counter|anti)-?clockwise", plain):
        return None
    rest = re.sub(
        rf"\b(?:{scene.noun}|table|around|round|clockwise|going)\b",
        " ",
        (text[: start.start()] + text[start.end() :]).lower(),
    )
    unknown = [w for w in re.findall(r"[a-z'-]+|\d+", rest) if w not in _ORDER_WORDS]
    return None if unknown else Asked("order", thing=scene.names.index(start[1]))
