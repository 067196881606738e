"""Answers whose numbers are only right up to a relative error, as in DyVal (section 4)."""

from fractions import Fraction
from typing import Any

from solvent.solvers.programs.equality import numeric, same

_EPSILON = Fraction(1, 10**7)  # added to the size of the right number, so that 0 can be met


def near(value: Any, right: Any, tolerance: float | None) -> bool:
    """Whether two JSON values are equal, their numbers up to a relative error (None: exactly).

    A ratio that is written "p/q" counts as the number if the right value is one.
    """
    if tolerance is None:
        return same(value, right)
    if isinstance(right, dict) and isinstance(value, dict):
        return right.keys() == value.keys() and all(near(value[key], right[key], tolerance) for key in right)
    if isinstance(right, list) and isinstance(value, list):
        return len(right) == len(value) and all(near(*pair, tolerance) for pair in zip(value, right, strict=True))
    if isinstance(right, bool | str) or isinstance(value, bool):
        return isinstance(value, bool) == isinstance(right, bool) and same(value, right)
    given, wanted = numeric(value), numeric(right)
    if given is None or wanted is None:
        return same(value, right)
    return abs(given - wanted) <= Fraction(tolerance) * (abs(wanted) + _EPSILON)
