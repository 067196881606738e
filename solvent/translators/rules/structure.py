"""Turns a clue into a string of item codes, which the grammar matches, and says which words nothing accounts for.

Codes: M mention, N not, E either, O or, T neither, R nor, A and/but, C comma, V auxiliary or copula, F "of" that opens
"of X and Y", 1 "one", 2 "the other", D "are all different", L "the five people are", K comparison, X relation of
places, J "next to each other", B "n places between", Z "between", U "at an end".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.formula import Relation, Value
from solvent.translators.rules.mentions import DERIVED, Lexicon, Mention
from solvent.translators.rules.tokens import Token
from solvent.translators.rules.values import UNITS, unit_key
from solvent.translators.rules.words import COMPARATIVES, NUMBER_WORDS, listed

_SIMPLE = {
    "not": "N",
    "never": "N",
    "either": "E",
    "or": "O",
    "neither": "T",
    "nor": "R",
    "and": "A",
    "but": "A",
    ",": "C",
    ";": "C",
}
_AUXILIARY = frozenset(listed("is are was were be been will would has have had does do did"))
_TIME_UNITS = frozenset({"minut", "hour", "day", "week", "month", "year", "decad"})
_VAGUE = frozenset(listed("bit little lot deal tad touch fair great good far much few"))
_KNOWN_UNITS = frozenset(unit for units in UNITS.values() for unit in units) | frozenset(
    listed(
        """foot inch yard meter centimet kilomet mile pound ounc kilogram ton year liter gallon gb mb tb megapixel mph
        watt degre"""
    )
)


@dataclass(frozen=True)
class Amount:
    """A number with its unit before a comparing word: tokens `start` to `end` (exclusive)."""

    start: int
    end: int
    number: Fraction
    unit: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One code of the clue's structure, from token `start`; `payload` depends on the code."""

    code: str
    start: int
    end: int
    payload: object = None


@dataclass(frozen=True)
class PlaceRelation:
    """How two places in a row relate: as `Compare`, in places."""

    relation: Relation
    amount: int = 0


@dataclass(frozen=True)
class ComparisonWord:
    """A comparing word with its amount, the stems between it and "than", and those between mention and it."""

    word: str
    amount: Amount | None
    about: tuple[str, ...]
    verb: tuple[str, ...]


def _number(token: Token) -> Fraction | None:
    if token.number:
        return Fraction(token.norm)
    return Fraction(NUMBER_WORDS[token.norm]) if token.norm in NUMBER_WORDS else None


def find_amounts(tokens: Sequence[Token], inside: frozenset[int]) -> list[Amount]:
    """Numbers that say by how much: "75 more", "2 months after", "15 sq ft smaller", "$10 less".

    `inside` are tokens within names that start before them, such as the number of a model.
    """
    found = []
    for at, token in enumerate(tokens):
        number = _number(token)
        if number is None:
            found += _a_unit(tokens, at)
            continue
        if at in inside and tokens[at - 1].norm != "$":
            continue
        money = at > 0 and tokens[at - 1].norm == "$"
        end = _unit_end(tokens, at + 1)
        if end is None or (money and end > at + 1):
            continue
        unit = tuple(unit_key(word.norm) for word in tokens[at + 1 : end])
        found.append(Amount(at - money, end, number, ("dollar",) if money else unit))
    return found


def _a_unit(tokens: Sequence[Token], at: int) -> list[Amount]:
    """Units without a number: "a year after", "the day before", "half an hour later"."""
    norms = [token.norm for token in tokens[at : at + 4]]
    half = norms[:2] in (["a", "half"], ["half", "an"], ["half", "a"])
    if not half and (norms[:1] not in (["a"], ["an"], ["the"]) or (at and tokens[at - 1].norm == "half")):
        return []
    unit = 2 if half else 1
    if len(norms) < unit + 2 or norms[unit + 1] not in COMPARATIVES:
        return []
    counted = norms[unit + 1] in ("more", "less", "fewer") and norms[0] != "the" and norms[unit] not in _VAGUE
    if unit_key(norms[unit]) not in (_TIME_UNITS if norms[0] == "the" else _KNOWN_UNITS) and not counted:
        return []
    return [Amount(at, at + unit + 1, Fraction(1, 2 if half else 1), (unit_key(norms[unit]),))]


def _unit_end(tokens: Sequence[Token], start: int) -> int | None:
    """Where the unit after a number ends and the comparing word starts."""
    for end in range(start, min(start + 4, len(tokens))):
        word = tokens[end].norm
        if word in COMPARATIVES:
            bare = end == start
            if bare:
                return end if word in ("more", "less", "fewer") else None
            last = unit_key(tokens[end - 1].norm)
            return end if end == start + 1 or last in _KNOWN_UNITS else None
        if not word.isalpha():
            return None
    return None


_PLACE = r"(?:houses?|places?|positions?|seats?|spots?|slots?|doors?|chairs?|rooms?|floors?)"
_COUNT = r"(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|a)"
_SIDE = r"(?P<side>left|right)"
_PLACE_PHRASES: tuple[tuple[str, str], ...] = tuple(
    (code, pattern)
    for code, pattern in (
        (
            "J",
            r"(?:directly |right |immediately )?(?:next to|beside|adjacent to|next door to) (?:each other|one another)",
        ),
        ("J", r"(?:adjacent|neighbou?rs|side by side|next door neighbou?rs)(?= $)"),
        ("step", rf"(?:to |on )?(?:the |his |her |its )?(?:immediate|direct) {_SIDE} (?:side )?of"),
        ("step", rf"(?:directly|immediately|just) (?:to |on )?(?:the )?{_SIDE} (?:side )?of"),
        ("steps", rf"(?:exactly )?{_COUNT} {_PLACE} (?:to |on )?(?:the )?{_SIDE} (?:side )?of"),
        ("side", rf"(?:somewhere |anywhere |sometime )?(?:to |on )?(?:the )?{_SIDE} (?:side )?of"),
        ("away", rf"(?:exactly )?{_COUNT} {_PLACE} (?:away|apart) from"),
        ("away", rf"{_COUNT} (?:doors|houses) down from"),
        ("beside", r"(?:directly |right |immediately )?(?:next to|beside|adjacent to|next door to)"),
        ("beside", r"(?:a |the )?(?:direct |next door )?neighbou?r (?:of|to)"),
        ("B", rf"(?:exactly )?(?:{_COUNT}|no) (?:other )?{_PLACE} between"),
        ("Z", r"(?:somewhere )?between"),
        ("end", r"(?:one of the|either|one|an|the far) ends?(?: of the (?:row|street|line|houses))?"),
        (
            "place",
            (
                r"(?:the )?(?P<which>leftmost|rightmost|last|final|middle|far left|far right)"
                r"(?: (?:house|position|place|seat|spot|one|end))?"
            ),
        ),
    )
)
_COMPILED = tuple((code, re.compile(pattern + r"(?= |$)")) for code, pattern in _PLACE_PHRASES)


class Scan:
    """Walks over a clue's tokens once; `items` is its structure, `leftover` the tokens that stay words."""

    def __init__(
        self, tokens: Sequence[Token], mentions: Sequence[Mention], amounts: Sequence[Amount], known: Lexicon
    ) -> None:
        self.tokens, self.known = tokens, known
        self.mentions = {mention.start: mention for mention in mentions}
        self.amounts = {amount.end: amount for amount in amounts}
        self.amount_tokens = {at for amount in amounts for at in range(amount.start, amount.end)}
        self.places = next((n for n, category in enumerate(known.categories) if category.kind == "position"), None)
        self.items: list[Item] = []
        self.leftover: list[int] = []
        self._than: set[int] = set()
        self._joined, self._offset = "", []
        for token in tokens:
            self._offset.append(len(self._joined))
            self._joined += token.norm + " "
        self._walk()

    @property
    def codes(self) -> str:
        return "".join(item.code for item in self.items)

    def _walk(self) -> None:
        at = 0
        while at < len(self.tokens):
            item = self._item(at)
            if item:
                self.items.append(item)
                at = item.end
            else:
                if at not in self._than and (at not in self.amount_tokens or self._is_unit(at)):
                    self.leftover.append(at)
                at += 1

    def _is_unit(self, at: int) -> bool:
        norm = self.tokens[at].norm
        return norm.isalpha() and norm not in NUMBER_WORDS and norm != "half"

    def _item(self, at: int) -> Item | None:
        return (
            self._list_head(at)
            or self._place_phrase(at)
            or self._mention(at)
            or self._different(at)
            or self._one_other(at)
            or self._comparison(at)
            or self._simple(at)
        )

    def _mention(self, at: int) -> Item | None:
        mention = self.mentions.get(at)
        return Item("M", at, mention.end, mention) if mention else None

    def _simple(self, at: int) -> Item | None:
        norm = self.tokens[at].norm
        if norm == "of" and at == 0:
            return Item("F", at, at + 1)
        if norm == "nothing" and [token.norm for token in self.tokens[at + 1 : at + 4]] == ["to", "do", "with"]:
            return Item("N", at, at + 4)
        code = _SIMPLE.get(norm) or ("V" if norm in _AUXILIARY else "")
        return Item(code, at, at + 1) if code else None

    def _list_head(self, at: int) -> Item | None:
        """The head of a list of everybody: "the five people are"."""
        if at or len(self.tokens) < 4:
            return None
        words = [token.norm for token in self.tokens[:6]]
        start = 1 if words[0] == "the" else 0
        number = _number(self.tokens[start])
        ends = [n for n in range(start + 2, min(start + 4, len(words))) if words[n] in ("are", "were", "include")]
        if number is None or not ends or any(n in self.mentions for n in range(start, ends[0])):
            return None
        self.leftover += range(start + 1, ends[0])
        return Item("L", 0, ends[0] + 1, int(number))

    def _different(self, at: int) -> Item | None:
        """The tail of a list: "are all different people", "are three different houses"."""
        norms = [token.norm for token in self.tokens[at : at + 6]]
        if norms[:1] not in (["are"], ["were"]) or "different" not in norms[1:4]:
            return None
        middle = norms[1 : norms.index("different")]
        tail = range(at + norms.index("different") + 1, len(self.tokens))
        if (
            any(word != "all" and word not in NUMBER_WORDS for word in middle)
            or len(tail) > 3
            or any(n in self.mentions for n in tail)
        ):
            return None
        return Item("D", at, at + norms.index("different") + 1)

    def _one_other(self, at: int) -> Item | None:
        norm, before = self.tokens[at].norm, self.tokens[at - 1].norm if at else ""
        if not self.items or self.items[0].code != "F":
            return None
        if norm == "one" and before not in ("the", "a") and "1" not in self.codes and self.codes.count("M") >= 2:
            return Item("1", at, at + 1)
        if norm == "the" and [token.norm for token in self.tokens[at + 1 : at + 2]] == ["other"] and "1" in self.codes:
            return Item("2", at, at + 2)
        return None

    def _comparison(self, at: int) -> Item | None:
        word = self.tokens[at].norm
        comparative = COMPARATIVES.get(word)
        if comparative is None:
            return None
        end = self._end_of_comparison(at, needs_than=comparative.than)
        if end is None:
            return None
        left = max((item.end for item in self.items if item.code == "M"), default=0)
        verb = tuple(token.key for token in self.tokens[left:at])
        about = tuple(token.key for token in self.tokens[at + 1 : end])
        return Item("K", at, at + 1, ComparisonWord(word, self.amounts.get(at), about, verb))

    def _end_of_comparison(self, at: int, *, needs_than: bool) -> int | None:
        if not needs_than:
            if self.tokens[at].norm == "ahead":
                if [token.norm for token in self.tokens[at + 1 : at + 2]] != ["of"]:
                    return None
                self._than.add(at + 1)
            return at + 1
        for end in range(at + 1, min(at + 8, len(self.tokens))):
            if end in self.mentions:
                return None
            if self.tokens[end].norm == "than":
                self._than.add(end)
                return end
        return None

    def _place_phrase(self, at: int) -> Item | None:
        if self.places is None:
            return None
        for code, pattern in _COMPILED:
            match = pattern.match(self._joined, self._offset[at])
            if match:
                end = next((n for n, offset in enumerate(self._offset) if offset >= match.end()), len(self.tokens))
                if all(n not in self.mentions or self.mentions[n].level <= DERIVED for n in range(at, end)):
                    return self._place_item(code, match, at, end)
        return None

    def _place_item(self, code: str, match: "re.Match[str]", at: int, end: int) -> Item | None:
        groups = match.groupdict()
        count = groups.get("count")
        steps = (int(count) if count.isdigit() else NUMBER_WORDS.get(count, 1)) if count else 0
        sign = {"left": -1, "right": 1}.get(groups.get("side") or "", 0)
        if code == "place":
            return self._place_mention(groups["which"] or "", at, end)
        simple = {
            "J": ("J", PlaceRelation("distance", 1)),
            "B": ("B", PlaceRelation("distance", steps + 1)),
            "Z": ("Z", None),
        }
        relations = {
            "step": PlaceRelation("difference", sign),
            "steps": PlaceRelation("difference", sign * steps),
            "side": PlaceRelation("<" if sign < 0 else ">"),
            "away": PlaceRelation("distance", steps),
            "beside": PlaceRelation("distance", 1),
        }
        if code in simple:
            return Item(simple[code][0], at, end, simple[code][1])
        return Item("U", at, end) if code == "end" else Item("X", at, end, relations[code])

    def _place_mention(self, which: str, at: int, end: int) -> Item | None:
        if self.places is None:
            return None
        count = len(self.known.categories[self.places].values)
        if which == "middle" and count % 2 == 0:
            return None
        index = {"leftmost": 0, "far left": 0, "middle": count // 2}.get(which, count - 1)
        return Item("M", at, end, Mention(at, end, (Value(self.places, index),), DERIVED))
