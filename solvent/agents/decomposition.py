"""Decomposition by a model: it sorts the pieces of a text into clues and background, and says what is asked for.

It does so in a reply of its own, or in one together with the first program, which refers to the clues by number.
"""

import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents.shape import schema_of
from solvent.solvers.json_text import read_json
from solvent.translators import Clue, Passage, Puzzle, Request
from solvent.translators.puzzle import ASKABLE, UNDECIDED
from solvent.translators.sentences import number_of

MAX_CLUES = 1000  # also limits entities and their members together; a text has fewer pieces
_DATA = re.compile(r"\s*data\b[\s:.,;-]*", re.IGNORECASE)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string"},
        "expects": {"type": "string", "enum": [*ASKABLE]},
        "objective": {"type": "string"},
        "clues": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "pieces": {"type": "array", "items": {"type": "integer"}},
                    "says": {"type": "string"},
                },
                "required": ["pieces", "says"],
                "additionalProperties": False,
            },
        },
        "entities": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "members": {"type": "array", "items": {"type": "string"}}},
                "required": ["name", "members"],
                "additionalProperties": False,
            },
        },
        "answer_example": {"type": "string"},
    },
    "required": ["kind", "expects", "objective", "clues", "entities", "answer_example"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class _Pointed:
    """A clue as a model refers to it: indices of pieces, what part of them is meant, and whether it is only data.

    `number` is the one that its program refers to, 0 where it has written none.
    """

    where: tuple[int, ...] = ()
    says: str = ""
    data: bool = False
    number: int = 0


def sorted_out(text: str, cut: Sequence[str], data: dict[str, Any]) -> Puzzle:
    """Build a puzzle from the pieces of a text and a model's decomposition of them; `data` is untrusted."""
    given = [_clue(each, cut) for each in _list(data.get("clues"))]
    if len(given) > MAX_CLUES or sum(len(each.where) for each in given) > 2 * MAX_CLUES:
        given = []  # the model was looping
    found = [each for each in given if each.where] or [_Pointed((n,)) for n in range(len(cut))]
    used = {n for each in found for n in each.where}
    ids = _ids(found, cut)
    clues = tuple(Clue(id=number, text=_quoted(cut, each, found)) for number, each in zip(ids, found, strict=True))
    expects = data.get("expects")
    example = example_of(data.get("answer_example"))
    return Puzzle(
        text=text,
        kind=str(data.get("kind") or "problem"),
        clues=clues,
        expects="unique" if expects not in ASKABLE or expects == UNDECIDED else expects,
        answer_schema=None if example is None else schema_of(example),
        entities=_entities(data.get("entities")),
        given=tuple(number for number, each in zip(ids, found, strict=True) if each.data),
        request=Request(
            objective=str(data.get("objective") or ""),
            example="" if example is None else json.dumps(example, ensure_ascii=False),
            undecided=expects == UNDECIDED,
        ),
        background=tuple(piece for n, piece in enumerate(cut) if n not in used),
        passages=tuple(
            Passage(text=piece, role="clue" if n in used else "rule", reason="classified by the model")
            for n, piece in enumerate(cut)
        ),
    )


# What a logic grid's answer looks like, where nothing else is known of it.
GRID: dict[str, Any] = {
    "type": "array",
    "description": "a row for each entity of the first category; its keys are the categories",
    "items": {"type": "object"},
}


def as_grid(text: str, cut: Sequence[str], guidance: str = "") -> Puzzle:
    """The puzzle of a logic grid's text: every piece is a clue, and the answer is a list of rows."""
    puzzle = sorted_out(text, cut, {})
    return puzzle.model_copy(update={"answer_schema": GRID, "request": Request(guidance=guidance)})


def is_sorting(value: Any) -> bool:
    """Whether a value from a reply is a decomposition, good or bad."""
    return isinstance(value, dict) and bool(_list(value.get("clues")))


def numbers_clues(value: Any, cut: Sequence[str]) -> bool:
    """Whether a decomposition gives each of its clues pieces of the text and a number of its own."""
    found = [_clue(each, cut) for each in _list(value.get("clues"))]
    return all(each.where for each in found) and _ids_given(found)


def _ids(found: Sequence[_Pointed], cut: Sequence[str]) -> list[int]:
    if _ids_given(found):
        return [each.number for each in found]
    return _numbered([number_of(cut[each.where[0]]) for each in found])


def _ids_given(found: Sequence[_Pointed]) -> bool:
    return all(each.number > 0 for each in found) and len({each.number for each in found}) == len(found)


def _numbered(own: Sequence[int | None]) -> list[int]:
    """Keep the text's own clue numbers and give the others the next free ones; renumber all if two are equal."""
    named = [number for number in own if number]
    if len(set(named)) < len(named):
        return list(range(1, len(own) + 1))
    free = itertools.count(max(named, default=0) + 1)
    return [number or next(free) for number in own]


def _clue(given: Any, cut: Sequence[str]) -> _Pointed:
    if not isinstance(given, dict):
        return _Pointed()
    where = [n - 1 for n in _list(given.get("pieces")) if isinstance(n, int) and 0 < n <= len(cut)]
    says = str(given.get("says") or "")
    data = _DATA.match(says)
    number = given.get("number")
    return _Pointed(
        where=tuple(dict.fromkeys(where)),
        says=says[data.end() :] if data else says,
        data=data is not None,
        number=number if type(number) is int and 0 < number <= MAX_CLUES else 0,
    )


def _quoted(cut: Sequence[str], clue: _Pointed, found: Sequence[_Pointed]) -> str:
    """The clue in the text's own words; if several clues share them, the part that this one means is added."""
    quoted = " ".join(cut[n] for n in clue.where)
    shared = sum(other.where == clue.where for other in found) > 1
    return f"{quoted} (here: {clue.says})" if shared and clue.says else quoted


def example_of(text: Any) -> Any:
    """The value that a JSON text holds; None if it is no JSON."""
    try:
        return read_json(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _entities(value: Any) -> dict[str, tuple[str, ...]]:
    """Groups of entities by name; a number is added to a name that is missing or repeated."""
    listed = [each for each in _list(value) if isinstance(each, dict)]
    if sum(1 + len(_list(each.get("members"))) for each in listed) > MAX_CLUES:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for number, each in enumerate(listed, 1):
        name = str(each.get("name") or "")
        found[f"{name} {number}".strip() if name in found or not name else name] = tuple(
            map(str, _list(each.get("members")))
        )
    return found


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
