"""A quantity that each of some people has: whose it is, and what is asked of it."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from solvent.translators.rules.quantities import mentions
from solvent.translators.rules.quantities.arithmetic import Said, listed
from solvent.translators.rules.quantities.facts import Asked, Unknown, compared, grounded
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Line, Reading
from solvent.translators.rules.quantities.templates import Words


class Owners:
    """Reads sentences about a quantity that each of some people has."""

    def __init__(self, found: mentions.People) -> None:
        self.found = found
        self.quantities = tuple(Poly.unknown(f"{self.what} {n + 1}") for n in range(len(found.names)))
        self.extra: list[Unknown] = []

    what = "quantity"
    low = 0

    def all(self) -> Asked:
        names = self.found.names
        if self.found.anonymous:
            return Asked(list(self.quantities))
        return Asked(dict(zip(names, self.quantities, strict=True)))

    def some(self, phrase: str) -> Asked | None:
        """The people named in "p0", "p0 and p1", "each of them"."""
        if re.fullmatch(
            r"(?:they|each|each of them|each one|everyone|the (?:two|three|four)|each (?:child|person|one|friend"
            r"|boy|girl|brother|sister|of the \w+)|all of them|both|both of them)",
            phrase,
        ):
            return self.all()
        items = [" ".join(each) for each in listed(tuple(phrase.split()))]
        if items and all(re.fullmatch(r"p\d", each) for each in items):
            known = {self.found.names[int(each[1:])]: self.quantities[int(each[1:])] for each in items}
            return Asked(known) if len(known) > 1 else Asked(next(iter(known.values())))
        return None

    def groups(self, words: Words) -> Iterable[tuple[Poly, ...]]:
        if " ".join(words) in (
            "they",
            "all of them",
            "both",
            "both of them",
            "the two",
            "them",
            "all three",
            "the three",
        ):
            yield self.quantities

    def reading(self, lines: Sequence[Line], asked: Asked | None) -> Reading:
        names = [f"{self.what} {n + 1}" for n in range(len(self.quantities))]
        done = tuple(
            Line(line.text, line.role, tuple(grounded(fact, names) for fact in line.facts), line.reason)
            for line in lines
        )
        order = pairwise(self.quantities) if self.found.anonymous else ()
        always = tuple(compared(one, "<=", other) for one, other in order)
        unknowns = (*(Unknown(name, self.low) for name in names), *self.extra)
        return Reading(done, unknowns, asked, self.whole, always=always)

    whole: Literal["whole", "open"] = "whole"

    def question(self, line: str) -> Asked | tuple[Asked, Said] | None:
        raise NotImplementedError

    def told(self, line: str) -> Said | str:
        raise NotImplementedError
