"""Who came where in an order, who has which of several things, and what number is looked for."""

import re
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

from solvent.translators.emit.language import Expression, Var, add
from solvent.translators.rules.rough.testimony.noun import NUMBER, Predicate
from solvent.translators.rules.statements.language import Statement, denied, every, fact, some
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader

_ORDINAL = rf"(?P<nth>{'|'.join(ORDINAL_WORDS)}|last|\d+(?:st|nd|rd|th))"
_CAME = (
    r"(?:(?:come|came|comes|finish(?:ed|es)?|placed?|took|take|got|won|ended(?: up)?|was|ran|ranked|in|at|the one who"
    r"|arrived) )*"
)
_PLACED = re.compile(rf"{_CAME}(?:in )?(?:the )?{_ORDINAL}(?: (?:place|prize|position|spot|to \w+|one|in the \w+))?")
_FIRST = re.compile(r"(?:won|win|wins|the winner|winner|won the \w+|in the lead)(?: the \w+| it| the whole \w+)?")
_LAST = re.compile(rf"{_CAME}(?:in )?(?:dead |the )?(?:last|loser)(?: place)?")
_RELATED = re.compile(
    rf"{_CAME}(?P<right>immediately |directly |right |just |straight )?(?P<how>before|ahead of|in front of"
    rf"|earlier than|above|higher than|better than|faster than|beat|beats|behind|after|later than|below|lower than"
    r"|worse than|slower than|lost to|beaten by) (?P<who>.+)"
)
_EARLIER = frozenset(
    (
        "before",
        "ahead of",
        "in front of",
        "earlier than",
        "above",
        "higher than",
        "better than",
        "faster than",
        "beat",
        "beats",
    )
)
_SUBJECT = (
    r"(?:it|that|this|he|she|(?:the|his|her|its|my|your|their) [a-z]+(?: [a-z]+)?(?: (?:is|of) (?:the|this) [a-z]+)?)"
)
_NUMERIC = re.compile(
    rf"^{_SUBJECT} (?:is|was|must be|can be|lies|has|ends|contains|would be|will be)(?P<not> not)?(?: (?:certainly"
    rf"|definitely|an?|the|exactly))* ?(?P<what>.+)$"
)
_N = rf"(?P<n>{NUMBER})"
_TESTS: tuple[tuple[re.Pattern[str], Callable[[int, int], bool]], ...] = (
    (re.compile(r"even(?: number)?"), lambda n, _: n % 2 == 0),
    (re.compile(r"odd(?: number)?"), lambda n, _: n % 2 == 1),
    (re.compile(r"prime(?: number)?"), lambda n, _: n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))),
    (re.compile(r"(?:perfect )?square(?: number)?"), lambda n, _: int(n**0.5 + 0.5) ** 2 == n),
    (re.compile(r"(?:perfect )?cube(?: number)?"), lambda n, _: round(n ** (1 / 3)) ** 3 == n),
    (re.compile(rf"(?:(?:greater|more|higher|larger|bigger|older) than|over|above|past) {_N}"), lambda n, k: n > k),
    (re.compile(rf"(?:(?:less|fewer|lower|smaller|younger) than|under|below|not yet) {_N}"), lambda n, k: n < k),
    (re.compile(rf"at least {_N}|{_N.replace('n>', 'm>')} or (?:more|over|older|higher)"), lambda n, k: n >= k),
    (re.compile(rf"at most {_N}|no more than {_N.replace('n>', 'm>')}"), lambda n, k: n <= k),
    (re.compile(rf"(?:multiple of|divisible by|divided (?:evenly )?by) {_N}"), lambda n, k: bool(k) and n % k == 0),
)  # fmt: skip


class Orders:
    """Reads places in an order, things that somebody has, and properties of a number."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.scene = reader.scene

    def read(self, text: str) -> Statement | None:
        """Return what a sentence says of an order, if its form is a special one."""
        if self.scene.world == "number":
            return self.number(text)
        if self.scene.world not in ("rank", "value"):
            return None
        match = re.fullmatch(r"(?:the winner (?:was|is)|first place went to|first was) (#\d+)", text)
        return fact(self._row(int(match[1][1:])), "==", 0) if match else None

    def _row(self, thing: int) -> Expression:
        return Var("rank", (self.scene.options.index(thing),))

    def at(self, place: int) -> Predicate:
        """Stands at a place of the order, from 0."""
        return lambda unit: fact(self._row(unit), "==", place) if unit in self.scene.options else None

    def predicate(self, core: str) -> Predicate | None:
        """Read "came second", "finished before #1", "has the %2 cake"."""
        scene = self.scene
        if scene.world == "value":
            values = re.findall(r"%(\d+)", core)
            if (
                not values
                or re.search(r"\b(?:not|nor|neither|but|if)\b|[#$]", core)
                or (len(values) > 1 and " and " in core)
            ):
                return None
            return lambda unit: (
                some(fact(self._row(unit), "==", int(v)) for v in values) if unit in scene.options else None
            )
        last = len(scene.options) - 1
        related = _RELATED.fullmatch(core)
        if related:
            return self._related(related)
        for form, at in ((_LAST, last), (_FIRST, 0)):
            if form.fullmatch(core):
                return lambda unit, at=at: fact(self._row(unit), "==", at) if unit in scene.options else None  # type: ignore[misc]
        placed = _PLACED.fullmatch(core)
        if placed is None:
            several = re.fullmatch(rf"{_CAME}(?:in )?(?:either )?(\w+) or (\w+)(?: place)?", core)
            if several and several[1] in ORDINAL_WORDS and several[2] in ORDINAL_WORDS:
                places = [ORDINAL_WORDS[several[1]] - 1, ORDINAL_WORDS[several[2]] - 1]
                return lambda unit: (
                    some(fact(self._row(unit), "==", at) for at in places) if unit in scene.options else None
                )
            return None
        nth = ORDINAL_WORDS.get(placed["nth"]) or int(re.sub(r"\D", "", placed["nth"]) or 0)
        return lambda unit: fact(self._row(unit), "==", nth - 1) if unit in scene.options else None

    def _related(self, match: re.Match[str]) -> Predicate | None:
        noun = self.reader.noun(match["who"])
        if noun is None:
            return None
        sooner = match["how"] in _EARLIER

        def said(unit: int) -> Statement | None:
            return noun.said_of(lambda other: self._compared(unit, other, sooner=sooner, next_to=bool(match["right"])))

        return said

    def _compared(self, one: int, other: int, *, sooner: bool, next_to: bool) -> Statement | None:
        if not {one, other} <= set(self.scene.options):
            return None
        first, second = (one, other) if sooner else (other, one)
        if next_to:
            return fact(add(self._row(first), 1), "==", self._row(second))
        return fact(self._row(first), "<", self._row(second))

    def number(self, text: str) -> Statement | None:
        """Read "it is over 40": the number that is looked for has a property."""
        match = _NUMERIC.match(text)
        if match is None:
            return None
        heads = "|".join(map(re.escape, self.scene.cast.heads)) or "(?!)"
        what = re.sub(rf"\b(?:{heads})(?:s|es)?\b ?", "", match["what"]).strip()
        what = re.sub(r"^(?:an? |the |exactly |number |in |on |under |behind |inside )+", "", what)
        holds = self._of_numbers(what)
        if holds is None:
            return None
        found = some(self.scene.label(at) for at, label in enumerate(self.scene.labels) if holds[at] and label)
        return denied(found) if match["not"] else found

    def _of_numbers(self, what: str) -> list[bool] | None:
        numbers = [int(label) for label in self.scene.labels]
        for joint, whole in ((" and ", all), (" or ", any), (" but ", all)):
            parts = what.split(joint)
            if len(parts) == 2 and not re.fullmatch(rf"(?:between )?(?:an? )?{NUMBER}(?:, .*)?", parts[0]):
                both = [self._of_numbers(re.sub(r"^(?:it )?(?:is )?(?:an? )?", "", part)) for part in parts]
                if both[0] is not None and both[1] is not None:
                    return [whole(pair) for pair in zip(both[0], both[1], strict=True)]
        for form, test in _TESTS:
            match = form.fullmatch(re.sub(r"(?: years old| years)$", "", what))
            if match:
                given = next((each for each in match.groupdict().values() if each), None)
                return [test(n, _value(given) if given else 0) for n in numbers]
        between = re.fullmatch(rf"between ({NUMBER}) and ({NUMBER})(?: inclusive)?", what)
        if between:
            return [_value(between[1]) <= n <= _value(between[2]) for n in numbers]
        listed = re.fullmatch(rf"(?:an? )?{NUMBER}(?:,? (?:or )?(?:an? )?{NUMBER})*", what)
        if listed:
            named = {_value(each) for each in re.findall(NUMBER, what)}
            return [n in named for n in numbers]
        return None


def _value(word: str) -> int:
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def different(size: int, array: str = "rank") -> Statement:
    """No two have the same place."""
    rows = [Var(array, (at,)) for at in range(size)]
    return every(fact(rows[a], "!=", rows[b]) for a, b in product(range(size), repeat=2) if a < b)
