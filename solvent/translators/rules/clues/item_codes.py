"""The items that a clue is divided into before the grammar matches it.

Codes: M mention, N not, E either, O or, T neither, R nor, A and/but, C comma, V auxiliary or verb, v one right after
"and", F "of" that opens "of X and Y", 1 "one", 2 "the other", D "are all different", L "the five people are", K
comparison, X relation of places, J "next to each other", B "n places between", Z "between", U one of some places, Q
"other than", S "respectively", G "exactly one of", H "at least", I "as old as", W "twice as old as", ! "but not
both", Y "flanked by", / "on different sides of", | "on the same side of", y "in some order", = "are the same person",
P "who" after a comma, n "it is not", b "both" after two values, ^ the start of a clause, r "nor is", which is in no
pattern, # "exactly two people", o "only", e "everyone but"; _ and < ("at least" before an amount) are
ignored; ? is in no pattern.
"""

from dataclasses import dataclass
from fractions import Fraction

from solvent.translators.rules.clues.amounts import Amount
from solvent.translators.rules.clues.formula import Relation

CLAUSE = "a clause follows"  # payload of "and", "or", "either" and commas: subject and verb come next


@dataclass(frozen=True)
class Item:
    """One code of the clue's structure, from token `start`; `payload` depends on the code."""

    code: str
    start: int
    end: int
    payload: object = None


@dataclass(frozen=True)
class PlaceRelation:
    """How two places in a row relate: as in `CompareQuantities`, with the amount in places."""

    relation: Relation
    amount: int = 0


@dataclass(frozen=True)
class ComparisonWord:
    """A comparative with its amount; `about` are the stems from it to "than", `verb` those between a mention and it.

    `factor` is that of "twice as old as"; `next` means "immediately", as in "immediately after"; `bound` makes the
    amount a limit of the difference: "at least two years older".
    """

    word: str
    amount: Amount | None
    about: tuple[str, ...]
    verb: tuple[str, ...]
    factor: Fraction | None = None
    next: bool = False
    bound: "Threshold | None" = None


@dataclass(frozen=True)
class RowCount:
    """How many of all rows, or of the others, a comparison holds for: "exactly two people are older than Ada"."""

    number: int


@dataclass(frozen=True)
class Threshold:
    """A bound: at least (`sign` 1) or at most (-1) the quantity that follows, which is within it if `inclusive`."""

    sign: int
    inclusive: bool

    def allows(self, difference: int, limit: int) -> bool:
        """Whether a difference in the direction that a comparison says is on the right side of its limit."""
        within = (difference - limit) * self.sign > 0 or (self.inclusive and difference == limit)
        return difference > 0 and within


@dataclass(frozen=True)
class Places:
    """Any one of these places in a row, by index from 0."""

    indices: tuple[int, ...]
