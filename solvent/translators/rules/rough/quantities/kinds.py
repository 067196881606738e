"""How many there are of each of some sorts: coins, animals with their legs, tickets with prices, boys and girls."""

import re
from collections.abc import Sequence
from itertools import pairwise

from solvent.translators.rules.quantities.facts import Fact, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import measures, sorts
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, items_in, sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import is_noun, phrase_at, singular
from solvent.translators.rules.text.words import listed

_MOST = 5000
_ASKS = re.compile(
    r"\bhow many\b|\bwhich (?:coins|notes)\b|\bwhat (?:coins|notes)\b|\b(?:find|determine|calculate)\b.*\bnumber",
    re.IGNORECASE,
)
_TELLS = frozenset(listed("factor as_ more less sum difference product different differ square odd even"))
_SOME = re.compile(
    r"\b(?:at least one|all (?:two|three|four|kinds|sorts|types)|some of each|one or more|every (?:sort|kind)"
    r"|both (?:sorts|kinds))\b"
)
_COMPARES = frozenset(("more", "less", "as_", "factor", "differ", "difference", "product"))
_PEOPLE = frozenset(("people", "guests", "children", "passengers", "persons", "pupils", "students", "visitors"))
_SORT_WORDS = frozenset(listed("sorts kinds types varieties species sizes colours colors"))
_HARMLESS = frozenset(("least", "either", "one", "if_", "different", "left", "odd", "even", "square", "prime"))


def draft(text: str) -> Draft | None:
    """Read a text about how many there are of each sort."""
    if not _ASKS.search(text) or re.search(r"\b[Ii]f [A-Z]\w+ (?:gives|gave|hands|passes|lends)\b", text):
        return None
    sentences = sentences_in(text)
    rows = [items_in(words_in(each)) for each in sentences]
    found = sorts.find(rows, text)
    if not 2 <= len(found.sorts) <= 6:
        return None
    reader = _Kinds(found, measures.default_measure(rows))
    for sentence, items in zip(sentences, rows, strict=True):
        reader.sentence(sentence, items)
    reader.finish(text)
    return reader.ledger.draft()


class _Kinds:
    def __init__(self, found: sorts.Sorts, default: str) -> None:
        self.default = default
        self.found = found
        self.ledger = Ledger()
        self.counts = [self.ledger.unknown(f"number of {each.name}", 0, _MOST) for each in found.sorts]
        self.nouns = {word for each in found.sorts for word in each.phrase}
        self.measure = ""
        self.all = found.common

    def sentence(self, sentence: str, items: Sequence[Item]) -> None:
        """Note what a sentence says or asks."""
        condition, asked = items, None
        if sentence.rstrip(" \"')\u201d").endswith("?") or (_ASKS.search(sentence) and self.ledger.asked is None):
            condition, asked = _split(items)
        if asked is not None:
            self.ledger.question = sentence
            self.ledger.asked = self._asked(asked)
        if not condition:
            return
        if any(each.kind == "if_" for each in condition) and any(each.kind == "each" for each in condition):
            self.ledger.lost.append(sentence)  # "if two of them sit on each post"
            return
        facts = self._meanings(condition)
        if facts is None:
            self.ledger.lost.append(sentence)
        elif facts:
            self.ledger.told(sentence, facts)

    def finish(self, text: str) -> None:
        """Say that there are some of each, or may be none."""
        some = tuple(compared(each, ">=", Poly.constant(1)) for each in self.counts)
        none = tuple(compared(each, ">=", Poly(())) for each in self.counts)
        self.ledger.said.append(("", [some] if _SOME.search(text) else [some, none]))

    def _meanings(self, items: Sequence[Item]) -> list[Facts] | None:
        """What a sentence says; None if a number of it is left over."""
        kept = list(items)
        for measure, phrase, _, where in reversed(measures.weights_in(items, self.nouns, self.default)):
            if any(measure in self.found.measures and phrase == each.phrase for each in self.found.sorts):
                kept[where.start : where.stop] = []
        named = self._named(kept)
        words = {each.word for each in kept}
        if (
            words & {"same", "equal", "equally"}
            and words & {"each", "many", "number"}
            and not any(each.kind in _COMPARES for each in kept)
        ):
            self.ledger.always += [equal(one, other) for one, other in pairwise(self.counts)]
        ways = [self._read(named, full=full) for full in ((False, True) if self._may_be_full(kept) else (False,))]
        if any(way is None for way in ways[:1]):
            return None
        return list(dict.fromkeys(each for way in ways if way for each in way))

    def _may_be_full(self, items: Sequence[Item]) -> bool:
        """Whether people may be counted by the seats that they take."""
        words = {each.word for each in items}
        return bool({"seat", "bed"} & self.found.measures.keys()) and bool(words & _PEOPLE)

    def _read(self, named: Sequence[Item], *, full: bool) -> list[Facts] | None:
        rest, facts = self._totals(named, full=full)
        if facts or not any(each.kind in ("number", "factor") for each in rest):
            rest = [each for each in rest if each.kind not in ("sum", "together")]
        rest = [each for each in rest if each.kind not in _HARMLESS]
        tells = any(each.kind in _TELLS or each.kind == "number" for each in rest)
        if not tells:
            return [facts] if facts else []
        told = meanings([each for each in rest if each.kind not in _HARMLESS])
        return [(*facts, *each) for each in told] or None

    def _named(self, items: Sequence[Item]) -> list[Item]:
        """Replace the sorts by how many there are."""
        found: list[Item] = []
        at = 0
        while at < len(items):
            number, size = sorts.sort_at(self.found, items, at)
            if size:
                found.append(Item("quantity", items[at + size - 1].word, polys=(self.counts[number],)))
            elif items[at].word in ("they", "them"):
                found.append(Item("group", items[at].word, polys=tuple(self.counts)))
            else:
                found.append(items[at])
            at += size or 1
        return found

    def _totals(self, items: Sequence[Item], *, full: bool) -> tuple[list[Item], Facts]:
        """Take the totals out of a sentence: "17 coins", "64 legs", "they are worth £2.40", "five of the hens"."""
        rest: list[Item] = []
        facts: list[Fact] = []
        skip = 0
        for at, item in enumerate(items):
            after = items[at + 1] if at + 1 < len(items) else Item("", "")
            if skip:
                skip -= 1
            elif (
                item.word == "twice" and after.kind != "as_" and not any(each.kind == "quantity" for each in items[at:])
            ):
                continue
            elif (
                item.kind != "number"
                or after.kind in ("more", "less", "times")
                or (at and items[at - 1].kind in ("more", "less", "than", "least", "most"))
            ):
                rest.append(item)
            elif after.kind == "quantity" and not item.unit:
                if item.value != len(self.counts) or items[at + 2 : at + 3]:
                    facts.append(equal(after.poly, Poly.constant(item.value)))
                skip = 1
            elif full and after.word in _PEOPLE:
                weights = next(iter(self.found.measures.values()))
                whole = total(self.counts[n].times(by) for n, by in weights.items())
                facts.append(equal(whole, Poly.constant(item.value)))
            elif self._total(items, at, facts):
                skip = 1 if after.kind == "together" else 0
            else:
                rest.append(item)
        return rest, tuple(facts)

    def _total(self, items: Sequence[Item], at: int, facts: list[Fact]) -> bool:
        """Note what a number says of all; false if it says nothing of them."""
        measure, amount = measures.measure_of(items, at)
        if not measure and self.measure and not any(each.kind == "quantity" for each in items[at + 1 :]):
            measure = self.measure  # "he counted the legs and got 104"
        if "money" in self.found.measures and amount.denominator != 1 and not measure:
            measure, amount = "money", amount * 100
        counted = [each.kind for each in items[at + 1 : at + 2]] == ["together"]
        mentioned = "" if counted or phrase_at(items, at + 1) else self._mentioned(items, at)
        weights = self.found.measures.get(measure) or self.found.measures.get(mentioned)
        if weights is not None:
            self.measure = measure
            facts.append(equal(total(self.counts[n].times(by) for n, by in weights.items()), Poly.constant(amount)))
            return True
        if (idle := self._idle(items, at, measure)) is not None and mentioned != "head":
            return idle
        heads = any(each.word in ("heads", "head") for each in items)
        together = any(each.kind in ("together", "sum") for each in items)
        of_them = [each.kind for each in items[at + 1 : at + 3]] == ["of", "group"]
        if measure or heads or of_them or (together and not any(each.kind in _COMPARES for each in items)):
            self.all.add(measure)
            facts.append(equal(total(self.counts), Poly.constant(amount)))
            return True
        return False

    def _idle(self, items: Sequence[Item], at: int, measure: str) -> bool | None:
        """Whether a number needs no reading: "two sorts", "one saddle each"; None if it does."""
        item = items[at]
        if items[at + 1 : at + 2] and items[at + 1].word in _SORT_WORDS:
            return item.value == len(self.counts)
        if item.value == 1 and any(each.word in ("each", "every") for each in items[:at]):
            return True
        if item.unit or (item.value == 1 and not measure):
            return item.value == 1 and not item.unit
        return True if measure and item.value in (1, len(self.counts)) and measure not in self.all else None

    def _mentioned(self, items: Sequence[Item], at: int) -> str:
        """What is counted by a number that does not say it: the measure named last before it, or in the sentence."""
        words = [measures.limb(each.word) for each in (*items[:at][::-1], *items[at:])]
        return next((word for word in words if word in self.found.measures or word == "head"), "")

    def _asked(self, items: Sequence[Item]) -> object:
        named = self._named(items)
        words = {singular(each.word) for each in named if is_noun(each)}
        some = list(dict.fromkeys(each.poly for each in named if each.kind == "quantity"))
        some = some or self._by_adjective(named)
        names = {poly: sort.name for poly, sort in zip(self.counts, self.found.sorts, strict=True)}
        kinds = {each.kind for each in named}
        if len(some) == 1:
            return some[0]
        if {"more", "less"} & kinds and len(some) == 2:
            return some[0] - some[1] if "more" in kinds else some[1] - some[0]
        asked = next((measure for measure in self.found.measures if measure in words), "")
        if not some and asked:
            return total(self.counts[n].times(by) for n, by in self.found.measures[asked].items())
        if kinds & {"together"} and not some:
            return total(self.counts)
        return {names[each]: each for each in (some or self.counts)}

    def _by_adjective(self, items: Sequence[Item]) -> list[Poly]:
        """The sort that a word of its name is enough for: "how many of them are red?"."""
        words = {singular(each.word) for each in items}
        words |= {other for one, other in _ALIKE if one in words}
        some = [
            count
            for count, sort in zip(self.counts, self.found.sorts, strict=True)
            if set(sort.phrase[:1]) & words or (len(sort.phrase) > 1 and sort.phrase[0] in words)
        ]
        return some if len(some) == 1 else []


_ALIKE = (
    ("right", "correct"),
    ("correctly", "correct"),
    ("correct", "right"),
    ("incorrect", "wrong"),
    ("wrong", "incorrect"),
    ("incorrectly", "wrong"),
    ("wrongly", "wrong"),
)


def _split(items: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]]:
    """Split "how many tricycles are there, if each has one saddle" into what it says and what it asks."""
    start = next(
        (at for at, each in enumerate(items) if each.word in ("how", "which", "what", "find", "determine")), None
    )
    if start is None:
        return items, ()
    end = next((at for at in range(start, len(items)) if items[at].kind == "if_"), len(items))
    return [*items[:start], *items[end + 1 :]], items[start:end]
