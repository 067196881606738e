"""How many each of some people has, or how large each of "two numbers" is, with one word for each of them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from solvent.translators.rules.quantities.facts import ONE, OTHER, compared, equal, grounded, remainder
from solvent.translators.rules.quantities.polynomial import Poly, multiplied, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import people, remainders
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.text.words import listed

_MOST = 10**4
_THEY = frozenset(("they", "their", "them", "both"))
_LARGE = frozenset(
    listed(
        """larger largest bigger biggest greater greatest longer longest higher highest taller tallest heavier
        heaviest older oldest elder eldest"""
    )
)
_SMALL = frozenset(
    listed("""smaller smallest lesser least shorter shortest lower lowest younger youngest lighter lightest""")
)
_TELLS = frozenset(listed("number factor as_ more less sum difference product different differ square"))
_ORDERS = re.compile(r"(?:please )?(?:find|calculate|determine|work out|give|write|list|name|state|tell)\b")
_ASKS = re.compile(r"\b(?:how|what|find|calculate|determine|work out|which|name)\b")
_AMOUNT = re.compile(
    r"\bhow (?:many|much|long|tall|heavy|big|large|far|high|wide|old|fast|deep)\b|\bwhat are they\b"
    r"|\b(?:numbers?|lengths?|ages?|shares?|find|calculate|determine|work out|oldest|youngest)\b"
    r"|\bwhat\b.*\b(?:sum|amount|part|gets?|receives?|goes|has|have)\b|\bwhich pages\b|\bwhat pages\b"
    r"|\b(?:smaller|larger|smallest|largest|greater|greatest|bigger|biggest|longest|shortest|heaviest|middle|highest|lowest)\b",
    re.IGNORECASE,
)
_LEFT = re.compile(r"\b(?:left over|remainders?|remaining|over)\b")
_MAJOR = re.compile(r"[$\u00a3\u20ac]|\b(?:euros?|dollars?|pounds?)\b", re.IGNORECASE)
_PLACES = re.compile(r"\b(?:to the|far|on the) (?:left|right)\b|\bin a (?:row|line|queue)\b", re.IGNORECASE)
_AGES = re.compile(r"\b(?:years old|how old|ages?|older|younger)\b", re.IGNORECASE)
_PRODUCT = frozenset(("multiply", "multiplies", "multiplied", "product"))
_APART = [["years", "apart"], ["year", "apart"]]
_FROM = frozenset(("from", "starting", "upwards", "beginning", "order"))
_GIVES = frozenset(
    listed(
        """gives gave give hands handed hand passes passed pass lends lent lend sends sent send transfers transferred
        sells sold sell pays paid moves moved"""
    )
)


def draft(text: str) -> Draft | None:
    """Read a text about what each of some people has, or each of a few numbers is."""
    sentences = sentences_in(text)
    found = people.find(sentences)
    if found is None or len(found.names) < 2 or _AGES.search(text):
        return None
    if not found.anonymous and _PLACES.search(text):
        return None
    if found.anonymous and _LEFT.search(text) and any(remainders.says(items_in(words)) for words in found.lines):
        return None
    reader = Owners(found)
    for sentence, words in zip(sentences, found.lines, strict=True):
        reader.sentence(sentence, words)
    if any(each.unit == "money" for words in found.lines for each in items_in(words)) and _MAJOR.search(text):
        reader.ledger.in_major()
    return None if reader.ledger.says_little else reader.ledger.draft()


class Owners:
    """Reads sentences about one quantity of each of some owners."""

    what = "share"
    most: int | None = _MOST

    def __init__(self, found: people.People) -> None:
        self.found = found
        self.ledger = Ledger()
        self.names = [f"{self.what} of {name}" for name in found.names]
        self.join: Callable[[Sequence[Poly]], Poly] = total
        self.owned = tuple(self.ledger.unknown(name, 0, self.most) for name in self.names)
        self.words = {word for line in found.lines for word in line}
        self.ranked = found.anonymous and not any("first" in line and "second" in line for line in found.lines)
        if self.ranked:
            self.ledger.always += [compared(a, "<=", b) for a, b in zip(self.owned, self.owned[1:], strict=False)]

    def sentence(self, sentence: str, words: Sequence[str]) -> None:
        """Note what a sentence says or asks."""
        line = " ".join(words)
        asks = sentence.rstrip(" \"')\u201d").endswith("?") or _ORDERS.match(line)
        if "asked" in words and not asks:
            return
        words = self._spaced(sentence, list(words))
        items = self._consecutive(self.named(items_in(words)))
        if {"among", "amongst", "between"} & set(words):
            items = [each for each in items if each.kind != "divisible"]
        if asks and (_ASKS.search(line) or _ORDERS.match(line)):
            if self.ledger.asked is None:
                self.question(sentence, items)
        elif _unlike(line):
            self.ledger.told(sentence, [tuple(compared(a, "!=", b) for a, b in combinations(self.owned, 2))])
        elif _PRODUCT & set(words) and not any(each.kind == "number" for each in items):
            self.join = multiplied  # the next sentence tells the result
        elif any(each.kind in _TELLS for each in items):
            said = self.meanings(items) or self._whole(items)
            self.ledger.told(sentence, [tuple(grounded(f, self.names) for f in each) for each in said])

    def _spaced(self, sentence: str, words: list[str]) -> list[str]:
        """Note that "the children were born three years apart", and leave that out."""
        at = next((at for at in range(1, len(words) - 1) if words[at : at + 2] in _APART), 0)
        number = items_in(words[at - 1 : at])[0] if at else None
        if number is None or number.kind != "number" or len(self.owned) < 3:
            return words
        signs = dict.fromkeys(word for word in words if people.is_sign(word))
        order = [self.owned[int(each[1])] for each in signs]
        if len(order) < len(self.owned):
            order = list(self.owned[::-1] if self.found.anonymous else self.owned)
        first = next((each for each in words if each in _LARGE or each in _SMALL or each == "born"), "")
        order = order[::-1] if first in _SMALL and not self.found.anonymous else order
        by = Poly.constant(number.value)
        self.ledger.told(sentence, [tuple(equal(a, b + by) for a, b in pairwise(order))])
        return [*words[: at - 1], *words[at + 2 :]]

    def _consecutive(self, items: list[Item]) -> list[Item]:
        """Note that numbers are consecutive, odd or even, and leave that out."""
        words = {each.word for each in items}
        facing = bool(words & {"page", "pages"}) and bool(words & {"open", "facing", "opened"})
        if not self.found.anonymous or not (facing or "consecutive" in words or {"successive", "numbers"} <= words):
            return items
        step = 2 if words & {"odd", "even"} else 1
        multiple = next((at for at, each in enumerate(items) if each.kind == "multiple"), None)
        number = next((each for each in items[multiple or 0 :] if each.kind == "number"), None)
        if multiple is not None and number is not None:
            step = int(number.value)
            self.ledger.always.append(remainder(self.owned[0], step, 0))
            items = [each for each in items if each is not number and each.kind != "multiple"]
        facts = [equal(b, a + Poly.constant(step)) for a, b in zip(self.owned, self.owned[1:], strict=False)]
        if step == 2 and words & {"odd", "even"}:
            facts.append(remainder(self.owned[0], 2, int("odd" in words)))
        self.ledger.always += [each for each in facts if each not in self.ledger.always]
        return [each for each in items if each.word not in ("consecutive", "odd", "even")]

    def _whole(self, items: Sequence[Item]) -> list[Facts]:
        """Read "he reads a 300-page book", where no one is named, as how much all have."""
        told = [each for each in items if each.kind in _TELLS or each.kind in ("quantity", "group")]
        alone = len(told) == 1 and told[0].kind == "number" and told[0].value > 1
        return [(equal(self.join(self.owned), Poly.constant(told[0].value)),)] if alone else []

    def meanings(self, items: Sequence[Item]) -> list[Facts]:
        """What a sentence may say."""
        return meanings(self.completed([each for each in _transferred(items) if each.kind != "left"]))

    def named(self, items: Iterable[Item]) -> list[Item]:
        """Replace the signs for owners by what they have."""
        row = _without_of_them(list(items))
        gives = any(each.word in _GIVES for each in row)
        found: list[Item] = []
        for at, item in enumerate(row):
            after = row[at + 1] if at + 1 < len(row) else Item("", "")
            if people.is_sign(item.word):
                found.append(Item("quantity", item.word, polys=(self.owned[int(item.word[1])],)))
            elif (
                item.word in _THEY
                or (item.word == "ages" and after.word != "of")
                or (
                    item.kind == "number"
                    and not item.unit
                    and item.value == len(self.owned)
                    and not gives
                    and (after.kind in ("word", "of") or (after.kind == "be" and at and row[at - 1].word == "the"))
                )
            ):
                found.append(Item("group", item.word, polys=self.owned))
            elif item.word == "'s" and found and found[-1].kind == "quantity" and after.kind == "word":
                continue
            elif self.found.anonymous and (one := self._anonymous(row, at)):
                found.append(one)
            else:
                found.append(item)
        return found

    def _anonymous(self, row: Sequence[Item], at: int) -> Item | None:
        """Read "one", "the other", "the larger number", of owners without names."""
        item = row[at]
        before = row[at - 1].word if at else ""
        after = row[at + 1].kind if at + 1 < len(row) else ""
        if item.kind == "one" and (before in _LARGE or before in _SMALL or before == "middle"):
            return Item("word", "one")
        poly: Poly | None = None
        if item.word in ("other", "another"):
            poly = Poly.unknown(OTHER)
        elif _is_one(item, before, after):
            poly = Poly.unknown(ONE)
        elif before == "the" and after != "than":
            place = self._place(item.word)
            poly = self.owned[place] if place is not None and place < len(self.owned) else None
        return Item("quantity", item.word, polys=(poly,)) if poly is not None else None

    def _place(self, word: str) -> int | None:
        """Which of the numbers, the smallest first, a word means."""
        if not self.ranked:
            return {"first": 0, "second": 1, "third": 2}.get(word)
        if word in ("middle", "second") and len(self.owned) == 3:
            return 1
        return len(self.owned) - 1 if word in _LARGE else 0 if word in _SMALL else None

    def completed(self, items: list[Item]) -> list[Item]:
        """Add whom somebody is compared with, if it is not said: "she will be twice as old"."""
        if len(self.owned) != 2:
            return items
        for at, item in enumerate(items):
            rest = [each for each in items[at + 1 :] if each.kind not in ("as_", "word", "time", "be")]
            before = [each for each in items[:at] if each.kind == "quantity"]
            compares = item.kind == "factor" or (item.kind == "number" and rest and rest[0].kind in ("more", "less"))
            rest = rest[1:] if item.kind == "number" else rest
            if compares and before and not any(each.kind in ("quantity", "group", "sum", "number") for each in rest):
                other = self._other(before[-1].poly)
                if other is None:
                    return items
                ended = [Item("than", "than")] if item.kind == "number" else []
                return [*items, *ended, Item("quantity", "other", polys=(other,))]
        return items

    def _other(self, one: Poly) -> Poly | None:
        """What the other of two has, at the same time."""
        for who, other in (self.owned, self.owned[::-1]):
            if (one - who).value is not None:
                return other + (one - who)
        return None

    def question(self, sentence: str, items: list[Item]) -> None:
        """Note what is asked."""
        if not _AMOUNT.search(sentence):
            self.ledger.lost.append(sentence)
        self.ledger.question = sentence
        self.ledger.asked = self.asked(items)

    def asked(self, items: Sequence[Item]) -> object:
        """What a question asks for: one quantity, a sum or difference, or what each has."""
        listed_all = any(each.word in _FROM for each in items)
        some = [] if listed_all else [each for each in items if each.kind == "quantity"]
        some = some or [each for each in items if each.kind == "group"]
        one = {ONE, OTHER}
        polys = [each for item in some for each in (item.polys[:1] if item.kind == "quantity" else item.polys)]
        polys = [each for each in dict.fromkeys(polys) if not each.unknowns & one] or list(self.owned)
        kinds = {each.kind for each in items}
        if kinds & {"sum", "together"}:
            return total(polys)
        if kinds & {"difference", "more", "less"} and len(polys) == 2:
            return polys[1] - polys[0] if "less" in kinds else polys[0] - polys[1]
        if len(polys) == 1:
            return polys[0]
        if self.found.anonymous:
            return self._by_rank() or polys
        return {self._name(each): each for each in polys}

    def _by_rank(self) -> dict[str, Poly]:
        """What each has by the words for their ranks, if there is one for each: "eldest", "second", "youngest"."""
        named = {place: word for word in sorted(self.words) if (place := self._place(word)) is not None}
        return {named[at]: self.owned[at] for at in sorted(named)} if len(named) == len(self.owned) > 2 else {}

    def _name(self, owned: Poly) -> str:
        named = zip(self.found.names, self.owned, strict=True)
        return next((name for name, who in named if who.unknowns <= owned.unknowns), "?")


def _unlike(line: str) -> bool:
    """Whether a sentence says that no two are the same."""
    return re.search(r"\bno two\b.*\bsame\b|\bno twins\b", line) is not None


def _is_one(item: Item, before: str, after: str) -> bool:
    """Whether "one" or "a number" means any of them."""
    if item.kind == "one":
        return before not in ("other", "the")
    return (item.word == "one" and after == "word") or (item.word == "number" and before in ("a", "one"))


def _without_of_them(items: list[Item]) -> list[Item]:
    """Leave out what is behind "of" in "one of them", "each of the two"."""
    found: list[Item] = []
    skip = 0
    for at, item in enumerate(items):
        if skip:
            skip -= 1
        elif item.kind == "of" and at and items[at - 1].kind in ("one", "each", "either") and at + 1 < len(items):
            skip = 1 if items[at + 1].word in _THEY else 2 if items[at + 1].word == "the" else 0
        else:
            found.append(item)
    return found


def _transferred(items: Sequence[Item]) -> list[Item]:
    """Change what each has after "if Ann gives Bo 5 of hers"."""
    row = list(items)
    start = next((at for at, each in enumerate(row) if each.kind == "if_"), None)
    gives = next((at for at, each in enumerate(row) if each.word in _GIVES), None)
    if start is None or gives is None:
        return row
    end = next((at for at in range(gives, len(row)) if row[at].word in (",", "then", "they")), len(row))
    if start > 1:  # "Ann would have ... if Bo gave her 5"
        condition, rest = row[start:], row[:start]
    else:
        condition, rest = row[start:end], row[end:]
    who = list(dict.fromkeys(each.poly for each in condition if each.kind == "quantity"))
    many = [each.value or Fraction(1) for each in condition if each.kind in ("number", "one")]
    if len(who) != 2 or len(many) != 1:
        return row
    change = {who[0]: Poly.constant(-many[0]), who[1]: Poly.constant(many[0])}
    return [
        replace(each, polys=tuple(one + change.get(one, Poly(())) for one in each.polys))
        if each.kind in ("quantity", "group")
        else each
        for each in rest
    ]
