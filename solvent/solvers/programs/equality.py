"""Equality of answer values: a single definition for every framework and every comparison.

- Numbers are compared by exact value, decimals as they are written; Booleans are the numbers 0 and 1.
- A string equals only the identical string: neither a number nor the same word in another case.
- Lists are compared item by item, objects key by key; null equals null.

JSON cannot represent a rational such as 1/3. `json_number` writes it as the string "1/3". Compared with a *numeric
term*, exactly that string denotes the number (`numeric`); compared with another answer value, it is just a string.
"""

import json
import math
import re
from fractions import Fraction
from typing import Any

_RATIO = re.compile(r"-?[0-9]+/[0-9]+")
_LONGEST = 4000  # characters of a ratio: Python refuses to convert integers of more than 4300 digits


def number(value: Any) -> Fraction | None:
    """Convert `value` to an exact number, decimals as they are written; None for non-numbers, including strings."""
    if isinstance(value, bool | int | Fraction):
        return Fraction(value)
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(repr(value))
    return None


def json_number(value: Fraction) -> int | float | str:
    """Represent a rational in JSON: as an integer, a decimal that parses back to the same number, or "p/q"."""
    if value.denominator == 1:
        return value.numerator
    try:
        decimal = float(value)
    except OverflowError:
        return str(value)
    return decimal if number(decimal) == value else str(value)


def numeric(value: Any) -> Fraction | None:
    """Convert `value` to a number where one is expected: a number, or exactly the string that `json_number` writes."""
    if isinstance(value, str):
        if len(value) > _LONGEST or not _RATIO.fullmatch(value) or not int(value.partition("/")[2]):
            return None
        exact = Fraction(value)
        return exact if json_number(exact) == value else None
    return number(value)


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal."""
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str) and one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict | list | tuple) or isinstance(other, dict | list | tuple):
        return False
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    left, right = number(one), number(other)
    return _odd(one) == _odd(other) if left is None and right is None else left == right


def canonical(value: Any) -> str:
    """Return a string that is equal for two JSON values if and only if they are `same`. It is not JSON itself."""
    if isinstance(value, str):
        # Lone surrogates, which cannot be encoded, are escaped; backslashes in the string itself are doubled.
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        items = sorted((canonical(key), canonical(item)) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {item}" for key, item in items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(canonical, value)) + "]"
    exact = number(value)
    if exact is None:
        return _odd(value)
    # Hexadecimal, since Python limits the length of decimal conversions.
    return f"{exact.numerator:#x}" + (f"/{exact.denominator:#x}" if exact.denominator != 1 else "")


def _odd(value: Any) -> str:
    """Return a name for a value that is not a string, number, list or object: null, NaN and infinities."""
    if value is None:
        return "null"
    return repr(value) if isinstance(value, float) else f"<{type(value).__name__} {value!r}>"


def rank(value: Any) -> tuple[Any, ...]:
    """Return a sort key for answers: numbers by size, strings alphabetically, lists item by item."""
    match value:
        case None:
            return (0,)
        case bool() | int() | float():
            return 1, value
        case str():
            return 2, value
        case list():
            return 3, [rank(item) for item in value]
    return 4, [(key, rank(item)) for key, item in sorted(value.items())]
