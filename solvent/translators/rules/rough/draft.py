"""A rough reading of a text: variables, what every sentence may say of them, and what is asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from solvent.translators.emit.language import Array, Constraint, ConstraintModel
from solvent.translators.rules.statements.language import Statement, constraint

MOST_COMBINED = 24  # choices of meanings, the likeliest first


@dataclass(frozen=True)
class Meaning:
    """What a sentence may say, as a statement and in words."""

    statement: Statement
    told: str


@dataclass(frozen=True)
class Said:
    """A sentence with its meanings, the likeliest first; without any, it was taken for mere description."""

    text: str
    meanings: tuple[Meaning, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A rough reading.

    `rules` hold by the scene ("all different"), `defined` ties the variables of the `answer` to the others; the answer
    has the form of a ConstraintModel's. `lost` are sentences that say something which could not be read.
    """

    arrays: tuple[Array, ...]
    rules: tuple[Constraint, ...]
    said: tuple[Said, ...]
    answer: Any
    schema: dict[str, Any]
    question: str = ""
    defined: tuple[Constraint, ...] = ()
    lost: tuple[str, ...] = ()
    whole: ConstraintModel | None = None

    @property
    def share(self) -> float:
        """Which share of the sentences that say something was read."""
        read = sum(bool(each.meanings) for each in self.said)
        return read / max(1, read + len(self.lost))

    def choices(self) -> tuple[tuple[int, ...], ...]:
        """Which meaning of each sentence to take together: all the likeliest first, at most MOST_COMBINED."""
        several = [range(max(1, len(each.meanings))) for each in self.said]
        if not any(len(each) > 1 for each in several):
            return (tuple(0 for _ in several),)
        ranked = sorted(islice(product(*several), 4096), key=lambda chosen: (sum(chosen), chosen))
        return tuple(ranked[:MOST_COMBINED])

    def model(self, chosen: tuple[int, ...]) -> ConstraintModel:
        """The constraint model under a choice of meanings; clues are numbered from 1 by sentence."""
        if self.whole:
            return self.whole
        return ConstraintModel(
            self.arrays,
            (
                *((None, each) for each in self.rules),
                *((number, each) for number, each in self._stated(chosen)),
                *((None, each) for each in self.defined),
            ),
            self.answer,
        )

    def _stated(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, Constraint]]:
        for number, (each, at) in enumerate(zip(self.said, chosen, strict=True), 1):
            if each.meanings:
                yield number, constraint(each.meanings[at].statement, exclusive=True)
