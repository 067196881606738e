"""Splits a sentence into the chunks between commas, "and", "or", colons, dashes and brackets."""

import re
from dataclasses import dataclass
from functools import lru_cache

_SEPARATOR = re.compile(
    r"\s*(,\s*(?:and|or|as well as)\s|,(?!\d{3}\b)|\s(?:and|or|as well as)\s)\s*|"
    r"\s*(:(?=\s)|[()\u2014]|\s[-\u2013]\s)\s*",
    re.IGNORECASE,
)
_MAX_CHUNKS = 150  # in a sentence; a list has at most twelve values


@dataclass(frozen=True)
class Chunk:
    """A piece of a sentence, from `start` to `end`, and the separator that follows."""

    text: str
    start: int
    end: int
    after: str  # the separator that follows: ",", "and", ",and", ":" or another opening sign, or nothing


@lru_cache(maxsize=500)
def chunks_of(text: str) -> tuple[Chunk, ...]:
    """Split a sentence at its separators; empty for a sentence with more parts than any list has."""
    found, start = [], 0
    body = text.rstrip(" .!?")
    for match in _SEPARATOR.finditer(body):
        mark = (match[1] or match[2]).strip().lower()
        kind = mark if not mark.endswith(("and", "or", "as")) else ",and" if mark.startswith(",") else "and"
        found.append(Chunk(body[start : match.start()], start, match.start(), kind))
        start = match.end()
    found.append(Chunk(body[start:], start, len(body), ""))
    return tuple(found) if len(found) <= _MAX_CHUNKS else ()
