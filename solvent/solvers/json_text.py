"""JSON that somebody else wrote, read within bounds: a model's, a server's, a data set's, a child process's.

Python's own reader takes what is no JSON (NaN, numbers beyond every float, halves of characters) and as deep a nesting
as its stack holds; what comes of it then breaks whoever writes, compares or checks the value. So the bounds are
checked on the text, in a time that grows with its length and without recursion, before anything is built of it.
"""

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn

DEEPEST = 100  # lists and objects in each other; no answer, schema or record comes near it
MOST = 1_000_000  # values and keys in one text: a few hundred megabytes once they are read
DIGITS = 1000  # of one number

_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")  # of a character, itself or as an escape
_OPENING, _CLOSING = b"[{", b"]}"
_NOT_BRACKETS = bytes(set(range(256)) - set(_OPENING + _CLOSING))


class JsonError(ValueError):
    """A text that Python could read as JSON, and that is none, or is beyond the bounds; says what is wrong."""


def read_json(text: str | bytes, *, deepest: int = DEEPEST, most: int = MOST, unique: bool = False) -> Any:
    """Read one JSON value (RFC 8259); lone surrogates in its texts become question marks.

    With `unique` an object may not have a key twice: of two values one would win in silence. Raises JsonError for that,
    for nesting deeper than `deepest`, more than `most` values, NaN, infinite numbers and numbers of
    more than 1000 digits, and json.JSONDecodeError or UnicodeDecodeError for what is no JSON at all: all of them are
    ValueErrors, and there is never a RecursionError.
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    check_bounds(text, deepest=deepest, most=most)
    pairs = _unique if unique else None
    value = json.loads(text, parse_constant=_refuse, parse_int=_integer, parse_float=_decimal, object_pairs_hook=pairs)
    return without_lone_surrogates(value) if _LONE_SURROGATE.search(text) else value


def read_at(text: str, start: int) -> tuple[Any, int]:
    """Read the value that begins at `start`, and say where it ends; raises as `read_json` does."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise JsonError("it is nested too deeply") from None
    check_bounds(text[start:end])
    return without_lone_surrogates(value), end


def check_bounds(text: str, *, deepest: int = DEEPEST, most: int = MOST) -> None:
    """Raise JsonError where a JSON text nests too deep or holds too much; a text that is no JSON may pass."""
    openings = text.count("[") + text.count("{")
    if openings <= deepest and openings + text.count(",") < most:
        return
    # Only brackets and commas outside of strings count. A backslash stands in strings alone, so without the pairs that
    # begin with one every quotation mark opens or closes a string.
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
    """Replace lone surrogates, which JSON can spell and no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def without_lone_surrogates(value: Any) -> Any:
    """A JSON value of bounded depth, with `plain_text` in place of every text in it."""
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
