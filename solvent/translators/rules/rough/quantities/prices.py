"""What one of each thing costs or weighs: baskets, and what is dearer than what."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import Phrase, is_noun, matches, phrase_at, singular, spelt
from solvent.translators.rules.text.words import listed

_COSTS = re.compile(
    r"\b(?:costs?|prices?|weighs?|weighed|weights?|heavy|dear|expensive|pay|paid|buy|bought|comes? to|how much)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:how (?:much|many \w+)|what|find|calculate|determine|work out)\b.*"
    r"\b(?:costs?|prices?|weighs?|weight|pay|is|are|for|come|comes)\b|\bhow heavy\b|\bcosts? how (?:much|many)\b",
    re.IGNORECASE,
)
_BUYS = frozenset(
    listed("come comes came total cost costs costing price pay pays paid weigh weighs weighed for together is are")
)
_MAJOR = re.compile(r"[$\u00a3\u20ac]|\b(?:euros?|dollars?|pounds?)\b", re.IGNORECASE)
_MINOR = re.compile(r"\b(?:cents?|pence|p)\b|\d(?:p|c|ct)\b", re.IGNORECASE)
_UNITS = {
    **dict.fromkeys(("kilogram", "kg", "kilo"), 1000),
    **dict.fromkeys(("pound", "euro", "dollar"), 100),
    **dict.fromkeys(("gram", "g", "money", "cent", "pence"), 1),
}
_STATES = frozenset(listed("number factor as_ more less sum difference different"))
_MOST = 6


def draft(text: str) -> Draft | None:
    """Read a text about prices or weights."""
    sentences = sentences_in(text)
    asks = [
        each for each in sentences if _ASKS.search(each) and (each.rstrip().endswith("?") or not each[:1].islower())
    ]
    if not asks or not _COSTS.search(text):
        return None
    rows = [_uncontained(items_in(words_in(each))) for each in sentences]
    things = _things(rows)
    if not 1 <= len(things) <= _MOST:
        return None
    reader = _Prices(things, text)
    for sentence, items in zip(sentences, rows, strict=True):
        reader.sentence(sentence, items, asks=sentence.rstrip(" \"')").endswith("?") or sentence == asks[-1])
    return reader.ledger.draft()


def _uncontained(items: Sequence[Item]) -> list[Item]:
    """A row without "slice of" in "a slice of cake"."""
    found: list[Item] = []
    for at, item in enumerate(items):
        behind = items[at + 1].kind if at + 1 < len(items) else ""
        contains = singular(item.word) in _CONTAINERS
        if not (contains and behind == "of") and not (
            item.kind == "of" and at and singular(items[at - 1].word) in _CONTAINERS
        ):
            found.append(item)
    return found


_CONTAINERS = frozenset(
    listed("slice cup glass bottle bag piece pot jar bunch portion loaf bar mug tin can packet box")
)


def _things(rows: Sequence[Sequence[Item]]) -> list[Phrase]:
    """The nouns behind numbers and articles in sentences about buying, and in the question, if they recur."""
    found: dict[Phrase, int] = {}
    for items in rows:
        about = any(each.word in _BUYS or each.unit in _UNITS for each in items)
        for at, item in enumerate(items):
            counted = item.kind in ("number", "factor") and not item.unit
            if about and (counted or item.word in ("a", "an", "the", "each", "and", "of", "does", "do")):
                phrase = phrase_at(items, at + 1)
                behind = items[at + 1 + len(phrase)].word if at + 1 + len(phrase) < len(items) else ""
                if phrase and not (item.word == "each" and behind in ("cost", "weigh", "?", "")):
                    found[phrase] = found.get(phrase, 0) + (
                        2 if behind in _WORTH and not _on_them(items, at + 2) else 1
                    )
    things = [phrase for phrase, times in found.items() if times > 1]
    things = [phrase for phrase in things if not any(phrase[1:] == other for other in things)]
    return [phrase for phrase in things if not _carries(phrase, rows)]


_WORTH = frozenset(("cost", "costs", "weigh", "weighs"))


def _on_them(items: Sequence[Item], at: int) -> bool:
    """Whether somebody "weighs them"."""
    return any(each.word in ("them", "it", "these", "those") for each in items[at : at + 2])


def _carries(phrase: Phrase, rows: Sequence[Sequence[Item]]) -> bool:
    """Whether a noun only stands with the one that counts: "a ticket for an adult", "a child's ticket"."""
    found = [(items, at) for items in rows for at in range(len(items)) if matches(phrase, items, at)]
    tied = [
        [each.word for each in items[at + len(phrase) : at + len(phrase) + 1]] == ["for"]
        or (at and items[at - 1].word == "'s")
        for items, at in found
    ]
    return bool(tied) and all(tied)


class _Prices:
    def __init__(self, things: list[Phrase], text: str) -> None:
        self.things = things
        self.text = text
        self.ledger = Ledger(real=True)
        self.prices = [self.ledger.unknown(f"price of {' '.join(each)}") for each in things]

    def sentence(self, sentence: str, items: Sequence[Item], *, asks: bool) -> None:
        """Note what a sentence says or asks."""
        named = self._named(items)
        if asks:
            self.ledger.question = f"{self.ledger.question} {sentence}".strip()
            self._ask(sentence, named)
        elif [(each.kind, each.unit, each.value) for each in named if each.kind in _STATES] == [
            ("number", "", Fraction(len(self.things)))
        ]:
            return  # "three parcels are too light for the scales"
        elif any(each.kind in _STATES for each in named):
            self.ledger.told(sentence, self._meanings(named))

    def _meanings(self, items: list[Item]) -> list[Facts]:
        kept = [each for each in items if not (each.kind == "number" and each.value == 1 and each.word == "one")]
        return meanings([each for each in kept if each.kind != "one"])

    def _named(self, items: Sequence[Item]) -> list[Item]:
        """Replace things, with the number before them, by what they cost; amounts are in the smallest unit."""
        found: list[Item] = []
        at = 0
        while at < len(items):
            item = items[at]
            here = at + 1 if item.kind == "number" and not item.unit else at
            here += 1 if here > at and items[here : here + 1] and items[here].word in ("of", "such") else 0
            weighed = item.kind == "number" and item.unit in ("kg", "kilo", "kilogram", "litre", "liter", "pound")
            if weighed and items[at + 1 : at + 2] and items[at + 1].kind == "of":
                here = at + 2  # "3 kg of apples"
            if here > at and here + 1 < len(items) and is_noun(items[here]) and not self._thing(items, here)[0]:
                here += 1  # "six identical mugs"
            thing = self._thing(items, here)
            if thing[0]:
                by = item.value if here > at else Fraction(1)
                found.append(Item("quantity", item.word, polys=(self.prices[thing[1]].times(by),)))
                at = here + thing[0]
                continue
            if item.word in ("they", "them", "both") and len(self.prices) > 1:
                item = Item("group", item.word, polys=tuple(self.prices))
            elif item.word == ":":
                item = Item("be", "is")
            elif item.word == "with" and found and found[-1].kind == "quantity":
                item = Item("and_", "and")
            if item.kind == "number" and item.unit in _UNITS:
                item = replace(item, value=item.value * _UNITS[item.unit])
            found.append(item)
            at += 1
        return found

    def _thing(self, items: Sequence[Item], at: int) -> tuple[int, int]:
        """How many words of a place name a thing, and which."""
        return max(((len(p), n) for n, p in enumerate(self.things) if matches(p, items, at)), default=(0, 0))

    def _ask(self, sentence: str, items: Sequence[Item]) -> None:
        ledger = self.ledger
        unit = self._unit(sentence)
        polys = list(dict.fromkeys(each.poly for each in items if each.kind == "quantity"))
        kinds = {each.kind for each in items}
        if {"together", "sum"} & kinds and len(polys) != 1:
            polys = [total(polys or self.prices)]
        if {"more", "less", "difference"} & kinds and len(polys) == 2:
            polys = [polys[0] - polys[1] if "less" not in kinds else polys[1] - polys[0]]
        several = polys or list(self.prices)
        before = ledger.asked if isinstance(ledger.asked, dict) else {}
        asked = before | {self._name(each): each.times(unit) for each in several}
        if not polys and before:
            return
        ledger.asked = asked

    def _unit(self, sentence: str) -> Fraction:
        """By what an amount in the smallest unit is multiplied in the answer."""
        if re.search(r"\b(?:weigh\w*|heavy)\b", self.text):
            asked = re.search(r"\b(kilograms?|kg|kilos?|grams?|g)\b", sentence) or re.search(
                r"\b(kilograms?|kg|kilos?|grams?|g)\b", self.text
            )
            return (
                Fraction(1, _UNITS[asked[1].removesuffix("s") if len(asked[1]) > 2 else asked[1]])
                if asked
                else Fraction(1)
            )
        minor = _MINOR.search(sentence) or re.search(r"\bin (?:cents|pence)\b", self.text, re.IGNORECASE)
        if minor or not _MAJOR.search(self.text):
            return Fraction(1)
        return Fraction(1, 100)

    def _name(self, price: Poly) -> str:
        for phrase, each in zip(self.things, self.prices, strict=True):
            if each.unknowns == price.unknowns:
                name = spelt((*phrase[:-1], phrase[-1]), self.text)
                single = re.search(rf"\b{re.escape(' '.join(phrase))}\b", self.text, re.IGNORECASE)
                return single[0].lower() if single else name
        return "?"
