"""Exact real numbers of the arithmetic tasks: fractions where they are rational, else decimals of 60 digits.

60 digits are enough to tell a zero from any other value that a tree has: what cancels up to 40 digits is zero.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import isqrt, prod
from typing import Final

Real = Fraction | Decimal

OPERATIONS = ("sum", "difference", "product", "quotient", "root", "square")
UNARY = frozenset({"root", "square"})
_CONTEXT = Context(prec=60, rounding=ROUND_HALF_EVEN, Emin=-999_999, Emax=999_999)
_CANCELLED = Decimal("1e-40")
_LARGEST: Final = 10**300  # beyond, numbers and their inverses have no place in a float, hence in JSON
_EXACT = 2**53  # up to here, floats have every integer


def apply(operation: str, values: Sequence[Real]) -> Real:
    """Compute an operation: a difference is the first minus the rest, a quotient the first over the others' product.

    Raises ArithmeticError for a divisor of zero, the root of a negative number, or an overflow.
    """
    found: Real
    first, *rest = values
    match operation:
        case "sum":
            found = _sum(values)
        case "difference":
            found = _sum([first, *map(_negative, rest)])
        case "product":
            found = _product(values)
        case "quotient":
            found = _quotient(first, _product(rest))
        case "root":
            found = _root(first)
        case "square":
            found = _product([first, first])
        case _:
            raise ValueError(operation)
    size = found if found >= 0 else -found
    if size and not Fraction(1, _LARGEST) < size < _LARGEST:
        raise OverflowError("the value is beyond the range of a float")
    return found


def different(one: Real, other: Real) -> bool:
    """Whether two numbers differ."""
    return bool(_sum([one, _negative(other)]))


def solve(first: Sequence[Real], second: Sequence[Real]) -> tuple[Real, Real]:
    """Solve a x + b y = c for two rows (a, b, c) by Cramer's rule.

    Raises ArithmeticError if there is not exactly one solution.
    """
    (a, b, c), (d, e, f) = first, second
    determinant = _minor(a, b, d, e)
    return _quotient(_minor(c, b, f, e), determinant), _quotient(_minor(a, c, d, f), determinant)


def to_json(value: Real) -> int | float:
    """Return the nearest JSON number: an integer if the value is one and not too large for a float to hold it."""
    if isinstance(value, Fraction) and value.denominator == 1 and abs(value) < _EXACT:
        return int(value)
    return float(value)


def shown(value: Real) -> str:
    """Write a number with at most 8 decimals, as in DyVal's training data."""
    whole, _, decimals = f"{to_json(value):.8f}".partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else "0" if whole == "-0" else whole


def _minor(a: Real, b: Real, d: Real, e: Real) -> Real:
    return _sum([_product([a, e]), _negative(_product([b, d]))])


def _negative(value: Real) -> Real:
    # The minus sign of Python would round a decimal to the 28 digits of its usual context.
    return value.copy_negate() if isinstance(value, Decimal) else -value


def _sum(values: Sequence[Real]) -> Real:
    if rational := _rational(values):
        return sum(rational, Fraction(0))
    terms = [_decimal(value) for value in values]
    found = Decimal(0)
    for term in terms:
        found = _CONTEXT.add(found, term)
    cancelled = abs(found) < _CONTEXT.multiply(_CANCELLED, max(map(abs, terms)))
    return Fraction(0) if cancelled else found


def _product(values: Sequence[Real]) -> Real:
    if not all(values):
        return Fraction(0)
    if rational := _rational(values):
        return prod(rational, start=Fraction(1))
    found = Decimal(1)
    for value in values:
        found = _CONTEXT.multiply(found, _decimal(value))
    return found


def _quotient(dividend: Real, divisor: Real) -> Real:
    if not divisor:
        raise ZeroDivisionError("a divisor is zero")
    if isinstance(dividend, Fraction) and isinstance(divisor, Fraction):
        return dividend / divisor
    return _CONTEXT.divide(_decimal(dividend), _decimal(divisor)) if dividend else Fraction(0)


def _root(value: Real) -> Real:
    if value < 0:
        raise ArithmeticError("the root of a negative number")
    if isinstance(value, Fraction):
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above * above == value.numerator and below * below == value.denominator:
            return Fraction(above, below)
    return _CONTEXT.sqrt(_decimal(value))


def _rational(values: Sequence[Real]) -> list[Fraction]:
    """Return the values if all are fractions, else nothing."""
    found = [value for value in values if isinstance(value, Fraction)]
    return found if len(found) == len(values) else []


def _decimal(value: Real) -> Decimal:
    if isinstance(value, Decimal):
        return value
    return _CONTEXT.divide(Decimal(value.numerator), Decimal(value.denominator))
