"""Comparisons of SMT-LIB terms with numeric constants, in the sort of the term."""

from fractions import Fraction
from typing import Any


def compare_numbers(term: str, op: str, value: Fraction, width: int | None, *, real: bool) -> str:
    """Write `term op value` for an unsigned bit-vector of `width` bits, a Real or an Int; false if unrepresentable."""
    if width is not None:
        if value.denominator != 1 or not 0 <= value < 2**width:
            return "false"
        names = {"==": "=", "<": "bvult", ">": "bvugt"}
        return f"({names[op]} {term} (_ bv{value.numerator} {width}))"
    if not real and value.denominator != 1:
        return "false"
    sign, size = value < 0, abs(value)
    literal = f"(/ {size.numerator}.0 {size.denominator}.0)" if real else str(size.numerator)
    return f"({'=' if op == '==' else op} {term} {f'(- {literal})' if sign else literal})"


def width_of(value: Any) -> int | None:
    """Return the width of a bit-vector literal in bits; None for other values."""
    if isinstance(value, str) and value.startswith(("#x", "#b")):
        return (len(value) - 2) * (4 if value[1] == "x" else 1)
    return None
