"""Checks that the values of an answer occur in the text; a value that does not was invented by the program."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from solvent.translators.puzzle import Puzzle

_WORD = re.compile(r"[^\W\d_]+")


def _listed(words: str) -> frozenset[str]:
    return frozenset(_WORD.findall(words))


_SMALL = _listed("a an the of in on at to and or by for with mr mrs ms dr")
# Words that may answer any question.
_ANSWERS = _listed(
    "yes no true false none nobody nothing neither both all unknown one two three four five six seven eight nine ten "
    "eleven twelve first second third fourth fifth sixth seventh eighth ninth tenth last"
)
# If one word of a series occurs in the text ("from Monday to Friday"), the others count as well.
_SERIES = (
    _listed("monday tuesday wednesday thursday friday saturday sunday weekday weekdays week"),
    _listed("january february march april may june july august september october november december month months year"),
    _listed("north east south west northeast northwest southeast southwest compass"),
    _listed("left right centre center middle above below up down"),
)
_STEM = 4  # letters; longer words that share this prefix count as forms of one word


def invented(puzzle: Puzzle, answer: Any) -> tuple[str, ...]:
    """Return the strings in an answer of which no word occurs in the problem's text or the schema's choices."""
    choices = json.dumps(list(_choices(puzzle.answer_schema)), ensure_ascii=False)
    whole = f"{puzzle.text}\n{choices}"
    words = {word.lower() for word in _WORD.findall(whole)}
    for series in _SERIES:
        words |= series if words & series else set()
    letters = {word for word in _WORD.findall(whole) if len(word) == 1}
    found = dict.fromkeys(value for value in _texts(answer) if not _stands(value, whole, words | _ANSWERS, letters))
    return tuple(found)


def _stands(value: str, whole: str, words: Collection[str], letters: Collection[str]) -> bool:
    if value.strip().lower() in whole.lower():
        return True
    own = [word.lower() for word in _WORD.findall(value)]
    telling = [word for word in own if word not in _SMALL] or own
    stems = {word[:_STEM] for word in words if len(word) > _STEM}
    return (
        not telling
        or any(word in words or (len(word) > _STEM and word[:_STEM] in stems) for word in telling)
        or all(letter in letters for word in _WORD.findall(value) for letter in word)  # an ordering, as "CAB"
    )


def _texts(answer: Any) -> Iterator[str]:
    match answer:
        case str():
            yield answer
        case dict():
            for value in answer.values():
                yield from _texts(value)
        case list():
            for value in answer:
                yield from _texts(value)


def _choices(schema: Any) -> Iterator[Any]:
    """Yield the enum and const values of a JSON schema."""
    match schema:
        case dict():
            yield from schema.get("enum", ()) if isinstance(schema.get("enum"), list) else ()
            yield from (schema["const"],) if "const" in schema else ()
            for inner in schema.values():
                yield from _choices(inner)
        case list():
            for inner in schema:
                yield from _choices(inner)
