"""Texts that describe a graph line by line, as DyVal's do: sentences of a few fixed forms about made-up names.

Every sentence has to be a clue, the question, or an aside of a known form; any other is a clue that is not understood.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from solvent.translators.puzzle import Clue
from solvent.translators.rules.text import closed_vocabulary

_NAME = r"[a-z]{2,24}\d{0,6}"
_STANDS_FOR = {  # in the forms of sentences
    "NAME": _NAME,
    "LIST": rf"{_NAME}(?:(?:,? and |, ){_NAME})*",
    "ANDS": rf"{_NAME}(?: (?:and|AND) {_NAME})*",
    "ORS": rf"{_NAME}(?: (?:or|OR) {_NAME})*",
    "NUMBER": r"-?\d{1,12}",
}
_PLACEHOLDER = re.compile("|".join(_STANDS_FOR))
_SEPARATOR = re.compile(r",? (?:and|or|AND|OR) |, ")
_NEXT = re.compile(r"(?<=[.?!])\s+|(?<=problem:)(?=\S)|(?<=(?:rue|lse),)\s+(?=what )|\n")
_MARK = re.compile(r"(?:[-*\u2022]\s+(?=[^\s\d])|\(?\d{1,4}[.)]\s+)?")
_REPLY = re.compile(r"<<<[^<>\n]{0,40}>>>|<<<|>>>|\brelative (?:precision|error)\b")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?%?")
_REPLY_WORDS = closed_vocabulary.listed(
    """= a allowed and answer are as be begins by compared either ends ensure error example e false final for format
    formatted g ground if in is it of or otherwise please precision presented reachable relative respond response result
    results should the then to true truth value values with within write x y your"""
)
_UNSOLVED = re.compile(r"if the (?:solution|answer|result) can ?not be [a-z]{1,20}, answer \W?n/a\W?", re.IGNORECASE)
_NO_FORM = "it has none of the known forms"

Forms = Mapping[str, re.Pattern[str]]


class Said(NamedTuple):
    """A sentence: the key of its form, and the names, lists of names and numbers in it; its id if it is a clue."""

    form: str
    parts: Mapping[str, str]
    clue: int = 0

    def listed(self, part: str) -> tuple[str, ...]:
        """Return the names in a list."""
        return tuple(_SEPARATOR.split(self.parts[part]))


class Description(NamedTuple):
    """The clues of a text, those that have a form, and the question."""

    clues: tuple[Clue, ...]
    said: tuple[Said, ...]
    question: Said


def forms(**patterns: str) -> Forms:
    """Compile forms of sentences without their final mark: NAME, LIST, ANDS, ORS and NUMBER stand for what they say.

    LIST is a list such as "a", "a and b" or "a, b and c", ANDS one such as "a and b and c".
    """
    return {key: re.compile(_PLACEHOLDER.sub(lambda m: _STANDS_FOR[m[0]], each)) for key, each in patterns.items()}


def read(text: str, clues: Forms, questions: Forms, asides: Forms) -> Description | None:
    """Read a text whose sentences have the given forms.

    Returns None if it has no question, or several, or if no more than half of its clues have one of the forms.
    """
    asked = [said for sentence in _sentences(text) if (said := _formed(sentence, questions))]
    if not asked or any(each != asked[0] for each in asked):
        return None
    numbered: list[Clue] = []
    known: list[Said] = []
    for sentence in _sentences(text):
        if _formed(sentence, questions) or _formed(sentence, asides) or _is_of_reply(sentence):
            continue
        said = _formed(sentence, clues)
        reason = "" if said else _NO_FORM
        numbered.append(Clue(id=len(numbered) + 1, text=sentence, understood=said is not None, reason=reason))
        if said:
            known.append(said._replace(clue=len(numbered)))
    if 2 * len(known) <= len(numbered):
        return None
    return Description(tuple(numbered), tuple(known), asked[0])


def object_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


@lru_cache(maxsize=1)
def _sentences(text: str) -> list[str]:
    parts = (_MARK.sub("", part.strip(), count=1) for part in _NEXT.split(text.replace("\u2019", "'")))
    return [part for part in parts if re.search(r"\w", part)]


def _formed(sentence: str, known: Forms) -> Said | None:
    body = sentence.rstrip(".,?!: ")
    for key, form in known.items():
        if match := form.fullmatch(body):
            return Said(key, {name: part for name, part in match.groupdict().items() if part is not None})
    return None


def _is_of_reply(sentence: str) -> bool:
    """Whether a sentence only says in what form, and how precisely, to reply."""
    if _UNSOLVED.match(sentence):
        return True
    rest = _NUMBERS.sub(" ", _REPLY.sub(" ", sentence))
    return bool(_REPLY.search(sentence)) and not closed_vocabulary.unread(rest, _REPLY_WORDS)
