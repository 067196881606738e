"""Extract JSON from a model's reply: out of prose or fences, from several blocks, or with its end cut off."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from solvent.solvers.json_text import JsonError, read_at, read_json

FENCE = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)(?:^[ \t]*```[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
MAX_STARTS = 1000  # opening brackets tried in one reply; more come from a model that loops
MAX_BROKEN = 20  # values that began as JSON and turned out broken
MAX_MISMATCHES = 5
MAX_COUNTED = 100
CLOSING = {"{": "}", "[": "]"}

Fits = Callable[[Any], bool]


@dataclass(frozen=True)
class Found:
    """The result of a search for JSON: `value` if `found`, else `problem` says in one line what was wrong."""

    value: Any = None
    found: bool = False
    problem: str = ""


def extract(text: str, fits: Fits = lambda _: True) -> Found:
    """Find the JSON value in `text`: the last one that `fits`, else the last one.

    The whole text is tried first, then its fenced blocks (an unclosed block runs to the end), then objects and arrays
    in prose. JSON is read strictly (RFC 8259): a trailing comma, NaN or a cut-off end is reported, not repaired,
    because a repaired value is a guess; and part of a broken value is never taken for the value.
    """
    whole = _parse(text)
    if whole.found:
        return whole
    best, best_fits, broken = None, False, ""
    for search in (_blocks, _in_prose):
        for candidate in search(text):
            if not candidate.found:
                broken = candidate.problem
                continue
            good = fits(candidate.value)
            if best is None or good or not best_fits:
                best, best_fits = candidate, good
        if best is not None and best_fits:
            return best
    # If another value is broken, one that does not fit is not the one that was meant.
    return best if best is not None and not broken else Found(problem=broken or "there is no JSON in the reply")


def mismatches(value: Any, schema: dict[str, Any]) -> str:
    """Say where `value` violates `schema` (JSON Schema), in at most five places; "" if it does not."""
    from jsonschema.validators import validator_for

    try:
        found = islice(validator_for(schema)(schema).iter_errors(value), MAX_COUNTED)
        errors = sorted(found, key=lambda error: list(map(str, error.path)))
    except RecursionError:
        return "the JSON is nested too deeply to be checked"
    told = [f"at {_place(error.absolute_path)}: {_shortened(error.message)}" for error in errors[:MAX_MISMATCHES]]
    rest = len(errors) - len(told)
    return "; ".join([*told, f"and {rest} more"] if rest > 0 else told)


def _parse(text: str) -> Found:
    try:
        return Found(read_json(text), found=True)
    except ValueError as error:
        return Found(problem=_complaint(text, error))


def _blocks(text: str) -> Iterator[Found]:
    """Fenced blocks that are JSON; broken ones are left to `_in_prose`, which can tell whether they were cut off."""
    for match in FENCE.finditer(text):
        block = _parse(match[1])
        if block.found:
            yield block


def _in_prose(text: str) -> Iterator[Found]:
    """The outermost objects and arrays, in text order."""
    position = broken = 0
    for _ in range(MAX_STARTS):
        start = _next_bracket(text, position)
        if start < 0 or broken > MAX_BROKEN:
            return
        try:
            value, position = read_at(text, start)
            yield Found(value, found=True)
        except ValueError as error:
            failed_at = error.pos if isinstance(error, json.JSONDecodeError) else len(text)
            # A bracket that is punctuation, as in "{a, b}", fails at once; what fails later had begun as JSON.
            if not text[start + 1 : failed_at].strip() and not _UNQUOTED_KEY.match(text, start):
                position = start + 1
                continue
            broken += 1
            end = _balanced_end(text, start)
            yield Found(problem=_complaint(text, error, cut=end is None))
            # Everything after the start of an unclosed string is inside that string.
            unclosed = isinstance(error, json.JSONDecodeError) and error.msg.startswith("Unterminated string")
            position = len(text) if unclosed else end or failed_at


def _next_bracket(text: str, position: int) -> int:
    starts = [start for start in (text.find("{", position), text.find("[", position)) if start >= 0]
    return min(starts, default=-1)


def _balanced_end(text: str, start: int) -> int | None:
    """The position after the bracket that closes the one at `start`; None if the text ends first."""
    open_brackets: list[str] = []
    for match in _BRACKET_OR_STRING.finditer(text, start):
        token = match[0]
        if token in CLOSING:
            open_brackets.append(CLOSING[token])
        elif open_brackets and token == open_brackets[-1]:
            open_brackets.pop()
            if not open_brackets:
                return match.end()
    return None


def _complaint(text: str, error: Exception, *, cut: bool = False) -> str:
    if cut and not isinstance(error, JsonError):
        return "the JSON in the reply is cut off: its end is missing"
    if isinstance(error, json.JSONDecodeError):
        near = text[max(0, error.pos - 20) : error.pos + 20]
        return (
            f"the JSON in the reply is broken at line {error.lineno}, column {error.colno} (near {near!r}): {error.msg}"
        )
    return f"the JSON in the reply cannot be read: {_shortened(str(error))}"


def _place(path: Any) -> str:
    return "/".join(map(str, path)) or "the top"


def _shortened(message: str, limit: int = 200) -> str:
    return message if len(message) <= limit else f"{message[: limit // 2]} ... {message[-limit // 2 :]}"


_UNQUOTED_KEY = re.compile(r"\{\s*+(?:'[^']{0,200}'|\w{1,200}+)\s*+:")  # as Python and JavaScript allow
_BRACKET_OR_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[][{}]', re.DOTALL)
