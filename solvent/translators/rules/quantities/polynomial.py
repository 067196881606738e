"""Polynomials with rational coefficients in named unknowns: what an arithmetic phrase denotes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm

Monomial = tuple[str, ...]  # the unknowns of a product, sorted; () for a constant


@dataclass(frozen=True)
class Poly:
    """A sum of monomials with their coefficients, none of them zero, sorted."""

    terms: tuple[tuple[Monomial, Fraction], ...]

    @staticmethod
    def of(terms: Mapping[Monomial, Fraction]) -> "Poly":
        """Build a polynomial, leaving out zeros."""
        return Poly(tuple(sorted((key, value) for key, value in terms.items() if value)))

    @staticmethod
    def constant(number: Fraction | int) -> "Poly":
        """Return a number as a polynomial."""
        return Poly.of({(): Fraction(number)})

    @staticmethod
    def unknown(name: str) -> "Poly":
        """Return an unknown as a polynomial."""
        return Poly((((name,), Fraction(1)),))

    @property
    def value(self) -> Fraction | None:
        """The number that a constant polynomial is; None for any other."""
        if not self.terms:
            return Fraction(0)
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def unknowns(self) -> frozenset[str]:
        """The names of all unknowns."""
        return frozenset(name for key, _ in self.terms for name in key)

    @property
    def linear(self) -> bool:
        """Whether no term multiplies unknowns."""
        return all(len(key) <= 1 for key, _ in self.terms)

    @property
    def whole(self) -> tuple[tuple[int, Monomial], ...]:
        """The terms, multiplied by the common denominator of the coefficients."""
        common = lcm(*(value.denominator for _, value in self.terms)) if self.terms else 1
        return tuple((int(value * common), key) for key, value in self.terms)

    def __add__(self, other: "Poly") -> "Poly":
        found = dict(self.terms)
        for key, value in other.terms:
            found[key] = found.get(key, Fraction(0)) + value
        return Poly.of(found)

    def __sub__(self, other: "Poly") -> "Poly":
        return self + other.times(-1)

    def __mul__(self, other: "Poly") -> "Poly":
        found: dict[Monomial, Fraction] = {}
        for one, by in self.terms:
            for two, and_by in other.terms:
                key = tuple(sorted(one + two))
                found[key] = found.get(key, Fraction(0)) + by * and_by
        return Poly.of(found)

    def times(self, factor: Fraction | int) -> "Poly":
        """Return a multiple."""
        return Poly.of({key: value * factor for key, value in self.terms})


def total(parts: Iterable[Poly]) -> Poly:
    """Return the sum of some polynomials."""
    return reduce(Poly.__add__, parts, Poly(()))


def multiplied(parts: Iterable[Poly]) -> Poly:
    """Return the product of some polynomials."""
    return reduce(Poly.__mul__, parts, Poly.constant(1))
