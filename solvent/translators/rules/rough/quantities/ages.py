"""Ages now, then and in some years: who is how old, and when."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from solvent.translators.rules.quantities.facts import equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import people
from solvent.translators.rules.rough.quantities.grammar import Facts, meanings
from solvent.translators.rules.rough.quantities.items import Item, sentences_in
from solvent.translators.rules.rough.quantities.owners import Owners

OLDEST = 120
_ABOUT = re.compile(r"\b(?:old|older|younger|ages?|aged|born|birthday)\b", re.IGNORECASE)
_TENSES = {
    **dict.fromkeys(("is", "are", "am"), "present"),
    **dict.fromkeys(("was", "were", "had"), "past"),
    **dict.fromkeys(("will", "would"), "future"),
}
_NOW = frozenset(("now", "today", "currently", "present", "presently", "nowadays"))
_ZERO = Poly(())


def draft(text: str) -> Draft | None:
    """Read a text about ages."""
    if not _ABOUT.search(text):
        return None
    sentences = sentences_in(text)
    found = people.find(sentences)
    if found is None:
        return None
    reader = _Ages(found)
    for sentence, words in zip(sentences, found.lines, strict=True):
        reader.sentence(sentence, words)
    return reader.ledger.draft()


class _Ages(Owners):
    what = "age"
    most = OLDEST

    def __init__(self, found: people.People) -> None:
        super().__init__(found)
        self.last = _ZERO

    def meanings(self, items: Sequence[Item]) -> list[Facts]:
        """What a sentence may say, at the time of which it speaks."""
        main, condition = _when(items)
        moment = _ZERO
        if condition:
            moment = self.ledger.unknown(f"years from now {len(self.ledger.unknowns)}", -OLDEST, OLDEST)
        parts = [meanings(self._placed(main, moment))]
        if condition:
            parts.append(self._condition(condition, moment))
        return [tuple(fact for part in chosen for fact in part) for chosen in product(*parts)]

    def _condition(self, items: Sequence[Item], moment: Poly) -> list[Facts]:
        """Read "when Bo was born", "when she was as old as Bo is now"."""
        who = next((each for each in items if each.kind == "quantity"), None)
        if who and any(each.word == "born" for each in items):
            return [(equal(who.poly + moment, _ZERO),)]
        return meanings(self._placed(items, moment))

    def _placed(self, items: Sequence[Item], moment: Poly, *, now: bool = True) -> list[Item]:
        """Move every age to the time that is spoken of."""
        items, times = _timed(items)
        parts = _parts(items)
        known = [next((times[at] for at in part if at in times), None) for part in parts]
        shift = next((each for each in known if each is not None), moment)
        found: list[Item] = []
        main = ""
        for part, own in zip(parts, known, strict=True):
            shift = own if own is not None else shift
            verbs = [_TENSES[items[at].word] for at in part if items[at].word in _TENSES]
            main = verbs[0] if verbs else main
            then = shift
            refers = main == "future" or any(items[at].word == "then" for at in part)
            if not shift.terms and not moment.terms and refers:
                then = self.last
            found += [_moved(items, at, _own_time(items, times, at, then), main if now else "") for at in part]
            self.last = then if then.terms else self.last
        return [each for each in self.completed(found) if each.kind != "time"]

    def question(self, sentence: str, items: list[Item]) -> None:
        """Note what is asked: ages, or in how many years something will be so."""
        main, condition = _when(items)
        if condition and items[0].word != "when":
            moment = self.ledger.unknown("years from now", -OLDEST, OLDEST)
            self.ledger.told(sentence, meanings(self._placed(condition, moment, now=False)))
            super().question(sentence, self._placed(main, moment))
            return
        words = " ".join(each.word for each in items)
        if not re.search(r"how many years|how long|^when will", words) or re.search(r"\b(?:older|younger)\b", words):
            super().question(sentence, self._placed(items, _ZERO))
            return
        years = self.ledger.unknown("years", 0, OLDEST)
        kept = [each for each in items if each.word not in ("ago", "years", "when")]
        self.ledger.told(sentence, meanings(self._placed(kept, years.times(-1) if "ago" in words else years)))
        self.ledger.question, self.ledger.asked = sentence, years


def _own_time(items: Sequence[Item], times: dict[int, Poly], at: int, shift: Poly) -> Poly:
    """The time that is told right behind an age: "as old as she was six years ago"."""
    verb = next((k for k in range(at + 1, min(at + 3, len(items))) if items[k].word in _TENSES), None)
    if verb is None:
        return shift
    when = next((k for k in range(verb + 1, min(verb + 3, len(items))) if k in times), None)
    return shift if when is None else times[when]


def _moved(items: Sequence[Item], at: int, shift: Poly, main: str) -> Item:
    """An age at the time of which its verb speaks; with "is" in a sentence on another time, either time."""
    item = items[at]
    if item.kind not in ("quantity", "group"):
        return item
    after = [each.word for each in items[at + 1 : at + 4]]
    tense = next((_TENSES[word] for word in after[:2] if word in _TENSES), "") or main
    tense = "" if not main and not set(after) & _NOW else tense
    then = tuple(each + shift for each in item.polys)
    if tense == "present" and shift.terms:
        if item.kind == "group" or set(after) & _NOW or main == "present":
            return item
        return replace(item, polys=(*item.polys, *then))
    return replace(item, polys=then)


def _when(items: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]]:
    """Split a sentence into what it says and the moment of which it says it."""
    at = next((at for at, each in enumerate(items) if each.word == "when"), None)
    if at is None:
        return items, ()
    if at > 1:
        return items[:at], items[at + 1 :]
    end = next((end for end in range(at, len(items)) if items[end].word == ","), len(items))
    return items[end + 1 :], items[at + 1 : end]


def _parts(items: Sequence[Item]) -> list[list[int]]:
    """The parts of a sentence between commas and "and"."""
    found: list[list[int]] = [[]]
    for at, item in enumerate(items):
        if item.kind == "and_" and found[-1]:
            found.append([])
        found[-1].append(at)
    return found


def _timed(items: Sequence[Item]) -> tuple[list[Item], dict[int, Poly]]:
    """Replace "four years ago", "in six years" by one item each; the years from now by its place."""
    found: list[Item] = []
    times: dict[int, Poly] = {}
    at = 0
    while at < len(items):
        size, years = _time(items, at)
        if size:
            if found and found[-1].word in ("in", "after", "within"):
                found.pop()
            times[len(found)] = Poly.constant(years)
            found.append(Item("time", "time"))
        else:
            found.append(items[at])
        at += size or 1
    return found, times


def _time(items: Sequence[Item], at: int) -> tuple[int, Fraction]:
    """How many items say a time, and how many years from now it is."""
    item = items[at]
    after = [*(each.word for each in items[at + 1 : at + 4]), "", ""]
    if item.kind == "number" and item.unit == "year":
        if after[0] in ("ago", "earlier", "back", "before"):
            return 2, -item.value
        if after[0] in ("hence", "later", "on"):
            return 2, item.value
        if after[:2] in (["from", "now"], ["'s", "time"]):
            return 3, item.value
        if at and items[at - 1].word in ("in", "after", "within") and after[0] not in ("old", "older"):
            return 2 if after[0] == "time" else 1, item.value
    if item.word in ("next", "last") and after[0] == "year":
        return 2, Fraction(1 if item.word == "next" else -1)
    return 0, Fraction(0)
