"""What sentences say of quantities: relations between polynomials, and what a text asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

from solvent.translators.rules.quantities.polynomial import Poly

Operator = Literal["==", "!=", "<", "<=", ">", ">="]
ONE, OTHER = "?one", "?other"
"""Unknowns that stand for any two different ones of a group: "one is twice the other"."""
PART = "part "
"""What the names of unknowns begin with that are whole and not negative, and only help to state something."""


@dataclass(frozen=True)
class Relation:
    """A polynomial, compared with zero."""

    left: Poly
    op: Operator = "=="


@dataclass(frozen=True)
class Fact:
    """One of some alternatives holds; each is a number of relations that hold together."""

    ways: tuple[tuple[Relation, ...], ...]


@dataclass(frozen=True)
class Unknown:
    """An unknown and its bounds; `low` and `high` are None where there are none."""

    name: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Asked:
    """The quantities that a text asks for, in the shape of the answer, and what is to be smallest or largest."""

    answer: Any
    sense: Literal["", "minimize", "maximize"] = ""


def equal(one: Poly, other: Poly) -> Fact:
    """State that two quantities are equal."""
    return compared(one, "==", other)


def compared(one: Poly, op: Operator, other: Poly) -> Fact:
    """Compare two quantities."""
    return Fact(((Relation(one - other, op),),))


def apart(one: Poly, other: Poly, by: Poly) -> Fact:
    """State that two quantities differ by a third."""
    return Fact(((Relation(one - other - by),), (Relation(other - one - by),)))


def remainder(number: Poly, divisor: int, rest: int) -> Fact:
    """State what is left when a number is divided."""
    part = Poly.unknown(f"{PART}{divisor} {rest} {abs(hash_of(number))}")
    return equal(number, part.times(divisor) + Poly.constant(rest))


def hash_of(poly: Poly) -> int:
    """A number that is the same for the same polynomial in every process."""
    return sum((index + 1) * ord(letter) for index, letter in enumerate(repr(poly)))


def grounded(fact: Fact, group: Iterable[str]) -> Fact:
    """Replace ONE and OTHER by every two members of a group."""
    names = frozenset(name for way in fact.ways for each in way for name in each.left.unknowns)
    if not names & {ONE, OTHER}:
        return fact
    ways: list[tuple[Relation, ...]] = []
    for one, other in permutations(group, 2):
        known = {ONE: one, OTHER: other}
        ways += [tuple(Relation(_renamed(each.left, known), each.op) for each in way) for way in fact.ways]
    return Fact(tuple(dict.fromkeys(ways)))


def _renamed(poly: Poly, names: dict[str, str]) -> Poly:
    found = Poly(())
    for key, value in poly.terms:
        found += Poly(((tuple(sorted(names.get(name, name) for name in key)), value),))
    return found
