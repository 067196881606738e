"""Templates of phrases: "the sum of {e} and {e}" matches a phrase word for word, its slots match what slots can mean.

A template consists of words; `a|b` is either word, `a?` may be missing, `{e}` is a slot of the type `e`. Commas in a
phrase stand for nothing: a phrase is read as it would be without them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

Words = tuple[str, ...]
Slots = Mapping[str, Callable[[Words], Sequence[Any]]]


@dataclass(frozen=True)
class _Part:
    words: frozenset[str]
    slot: str = ""
    optional: bool = False


@cache
def _parts(template: str) -> tuple[_Part, ...]:
    found = []
    for item in template.split():
        if item.startswith("{"):
            found.append(_Part(frozenset(), item.strip("{}")))
        else:
            optional = item.endswith("?")
            found.append(_Part(frozenset(item.rstrip("?").split("|")), optional=optional))
    return tuple(found)


@cache
def _needed(template: str) -> tuple[frozenset[str], ...]:
    return tuple(part.words for part in _parts(template) if not part.slot and not part.optional)


def matches(template: str, words: Words, slots: Slots) -> Iterator[tuple[Any, ...]]:
    """Yield the meanings of the slots for every way in which the whole phrase fits the template."""
    present = set(words)
    if all(needed & present for needed in _needed(template)):
        yield from _match(_parts(template), words, slots)


def _match(parts: tuple[_Part, ...], words: Words, slots: Slots) -> Iterator[tuple[Any, ...]]:
    while words and words[0] == ",":
        words = words[1:]
    if not parts:
        yield from () if words else ((),)
    elif not parts[0].slot:
        if words and words[0] in parts[0].words:
            yield from _match(parts[1:], words[1:], slots)
        if parts[0].optional:
            yield from _match(parts[1:], words, slots)
    else:
        for end in _ends(parts[1:], words):
            if words[end - 1] == "," and end < len(words):
                continue  # a shorter slot has the same meaning
            if meanings := slots[parts[0].slot](words[: end - (words[end - 1] == ",")]):
                rest = list(_match(parts[1:], words[end:], slots))
                yield from ((meaning, *others) for others in rest for meaning in meanings)


def _ends(rest: tuple[_Part, ...], words: Words) -> Sequence[int]:
    """Where a slot may end, given the parts behind it."""
    if not rest:
        return [len(words)] if words else []
    last = len(words) - sum(not part.optional for part in rest) + 1
    if rest[0].slot or rest[0].optional:
        return range(1, last)
    return [at - (words[at - 1] == ",") for at in range(1, last) if words[at] in rest[0].words]
