"""What it means that two values of answers are equal: one definition, for every framework and every comparison.

- Numbers are equal by their exact value, a decimal read as it is written; Booleans are the numbers 0 and 1.
- A text equals that very text and nothing else: neither a number nor a text in other letters.
- Lists are equal item by item, objects key by key; null equals null.

JSON has no name for a rational such as 1/3. `json_number` writes it as the text "1/3", and where a *term is a number*,
that text, exactly as `json_number` writes it, stands for the number (`numeric`). Between two values of answers it is a
text.
"""

import json
import math
import re
from fractions import Fraction
from typing import Any

_RATIO = re.compile(r"-?[0-9]+/[0-9]+")
_LONGEST = 4000  # digits of a ratio: Python converts no longer ones


def number(value: Any) -> Fraction | None:
    """`value` as an exact number, a decimal read as it is written; None for what is none, texts among it."""
    if isinstance(value, bool | int | Fraction):
        return Fraction(value)
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(repr(value))
    return None


def json_number(value: Fraction) -> int | float | str:
    """An exact rational as JSON: an integer, a decimal that reads back as the same number, or "p/q"."""
    if value.denominator == 1:
        return value.numerator
    try:
        decimal = float(value)
    except OverflowError:
        return str(value)
    return decimal if number(decimal) == value else str(value)


def numeric(value: Any) -> Fraction | None:
    """The number that `value` is where one is meant: a number, or exactly the text that `json_number` writes for it."""
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
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    left, right = number(one), number(other)
    return _odd(one) == _odd(other) if left is None and right is None else left == right


def canonical(value: Any) -> str:
    """A text such that two JSON values are `same` if and only if their texts are equal. It is no JSON."""
    if isinstance(value, str):
        # What no encoding can hold, a half of a surrogate pair, is escaped; a backslash of the text itself is doubled.
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        items = sorted((canonical(key), canonical(item)) for key, item in value.items())
        return "{" + ", ".join(f"{key}: {item}" for key, item in items) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(canonical, value)) + "]"
    exact = number(value)
    if exact is None:
        return _odd(value)
    # In base 16, as Python writes no decimals of any length.
    return f"{exact.numerator:#x}" + (f"/{exact.denominator:#x}" if exact.denominator != 1 else "")


def _odd(value: Any) -> str:
    """A name for what is neither text, number, list nor object: null, and floats that are no numbers."""
    if value is None:
        return "null"
    return repr(value) if isinstance(value, float) else f"<{type(value).__name__} {value!r}>"


def rank(value: Any) -> tuple[Any, ...]:
    """Where an answer comes in a list of answers: numbers by size, texts by their letters, lists item by item."""
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
