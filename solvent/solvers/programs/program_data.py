"""The data of a program: which names and values they may have."""

import math
import re
from collections.abc import Collection, Mapping
from typing import Any

from solvent.solvers.json_text import DEEPEST, DIGITS, plain_text

_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_LARGEST: int = 10**DIGITS


def fault(data: Mapping[str, Any], reserved: Collection[str]) -> tuple[str, str]:
    """Return the first name that cannot be bound, and why; both empty if there is none."""
    for name, value in data.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            hint = "names begin with a letter, and hold letters, digits and underscores"
            return str(name), f"the data have {name!r}, which cannot be the name of a variable: {hint}"
        if name in reserved:
            return name, f"the data have {name!r}, which means something else in the program: choose another name"
        if not is_json(value):
            return name, f"the value of {name!r} in the data is no JSON value"
    return "", ""


def is_json(value: Any, levels: int = DEEPEST) -> bool:
    """Whether JSON, within the limits of `json_text`, has exactly this value: no tuples, NaN or lone surrogates."""
    match value:
        case None | bool():
            return True
        case int():
            return abs(value) < _LARGEST
        case float():
            return math.isfinite(value)
        case str():
            return plain_text(value) == value
        case list():
            return levels > 0 and all(is_json(item, levels - 1) for item in value)
        case dict():
            return levels > 0 and all(
                isinstance(key, str) and is_json(key) and is_json(item, levels - 1) for key, item in value.items()
            )
    return False
