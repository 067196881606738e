"""Bounded parsing of untrusted JSON, whether from a model, a server, a data set or a child process.

Python's own parser accepts invalid JSON (NaN, numbers beyond the range of floats, lone surrogates) and nesting as deep
as its stack allows; the resulting values then break code that writes, compares or checks them. So limits are checked on
the text, in linear time and without recursion, before any value is built.
"""

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn

DEEPEST = 100  # levels of nested lists and objects; no answer, schema or record comes close
MOST = 1_000_000  # values and keys in one text: a few hundred megabytes once parsed
DIGITS = 1000  # per number

_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")  # literal or escaped
_OPENING, _CLOSING = b"[{", b"]}"
_NOT_BRACKETS = bytes(set(range(256)) - set(_OPENING + _CLOSING))


class JsonError(ValueError):
    """A text that Python would parse but that is not valid JSON, or exceeds the limits; the message says why."""


def read_json(text: str | bytes, *, deepest: int = DEEPEST, most: int = MOST, unique: bool = False) -> Any:
    """Parse one JSON value (RFC 8259); lone surrogates in its strings become question marks.

    With `unique`, duplicate keys in an object are an error; otherwise the last value silently wins. Raises JsonError
    for duplicate keys, nesting deeper than `deepest`, more than `most` values, NaN, infinite numbers and numbers of
    more than 1000 digits, and json.JSONDecodeError or UnicodeDecodeError for text that is not JSON at all. All of these
    are ValueErrors; a RecursionError is never raised.
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    check_bounds(text, deepest=deepest, most=most)
    pairs = _unique if unique else None
    value = json.loads(text, parse_constant=_refuse, parse_int=_integer, parse_float=_decimal, object_pairs_hook=pairs)
    return without_lone_surrogates(value) if _LONE_SURROGATE.search(text) else value


def read_at(text: str, start: int) -> tuple[Any, int]:
    """Parse the value that begins at `start`; return it and its end offset. Raises the same errors as `read_json`."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise JsonError("it is nested too deeply") from None
    check_bounds(text[start:end])
    return without_lone_surrogates(value), end


def check_bounds(text: str, *, deepest: int = DEEPEST, most: int = MOST) -> None:
    """Raise JsonError if a JSON text is nested too deeply or holds too many values; invalid JSON may pass."""
    openings = text.count("[") + text.count("{")
    if openings <= deepest and openings + text.count(",") < most:
        return
    # Only brackets and commas outside strings count. Backslashes occur only in strings, so once escaped backslashes and
    # quotation marks are removed, every remaining quotation mark opens or closes a string.
    bare = text.replace("\\\\", "").replace('\\"', "")
    if bare.count('"') > 4 * most:  # two for a key, two for its value
        raise JsonError(f"it holds more than {most} values")
    outside = "".join(bare.split('"')[::2])
    brackets = outside.encode("utf-8", "replace").translate(None, _NOT_BRACKETS)
    if outside.count(",") + len(brackets) // 2 >= most:
        raise JsonError(f"it holds more than {most} values")
    if max(accumulate(1 if bracket in _OPENING else -1 for bracket in brackets), default=0) > deepest:
        raise JsonError(f"it is nested too deeply: more than {deepest} levels")


def plain_text(text: str) -> str:
    """Replace lone surrogates, which JSON can express but UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def without_lone_surrogates(value: Any) -> Any:
    """Apply `plain_text` to every string in a JSON value of bounded depth, keys included."""
    match value:
        case str():
            return plain_text(value)
        case list():
            return [without_lone_surrogates(item) for item in value]
        case dict():
            return {plain_text(key): without_lone_surrogates(item) for key, item in value.items()}
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:at]))
        raise JsonError(f"the key {twice!r} comes twice in one object")
    return found


def _refuse(name: str) -> NoReturn:
    raise JsonError(f"{name} is no JSON")


def _integer(digits: str) -> int:
    if len(digits) > DIGITS:
        raise JsonError(f"a number has more than {DIGITS} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits) if len(digits) <= DIGITS else math.inf
    if not math.isfinite(value):
        raise JsonError(f"the number {digits[:20]} is too long or too large")
    return value


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_int=_integer, parse_float=_decimal)
