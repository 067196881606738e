"""The shape of a puzzle's answers, and statements of that shape: what marks say, with null where they say nothing."""

from collections.abc import Iterable
from typing import Any

from solvent.explanations.facts import Fact
from solvent.explanations.layout import Layout, Place, layout_of, parts
from solvent.explanations.subject import Subject
from solvent.solvers.errors import InputError


def shape_of(subject: Subject) -> Any:
    """An answer of the puzzle, or one of nulls if it has none; one of them if all are asked for.

    Raises InputError if its shape is unknown.
    """
    several = subject.puzzle.expects == "all" and isinstance(subject.answer, list)
    known = tuple(subject.answer) if several else (subject.answer, *subject.alternatives)
    answer = next((each for each in known if each is not None), None)
    if answer is None and subject.layout.shape == "grid":
        first, *others = subject.layout.columns
        answer = [{first: row, **dict.fromkeys(others)} for row in subject.layout.rows]
    if answer is None:
        answer = _blank(subject.puzzle.answer_schema or {})
    if answer is None:
        raise InputError("The puzzle has no answer, and its text does not say what one looks like: nothing to check.")
    return answer


def layout_for(subject: Subject) -> Layout:
    """How answers are laid out, also if there is none."""
    if subject.layout.shape != "other" and subject.puzzle.expects != "all":
        return subject.layout
    return layout_of(shape_of(subject), tuple(subject.puzzle.entities.items()))


def statement_of(facts: Iterable[Fact], subject: Subject) -> Any:
    """What facts that hold say, as a statement of the answer's shape; of two in one place, the last counts.

    Raises LookupError for a place that the answer does not have.
    """
    layout, shape = layout_for(subject), shape_of(subject)
    said: Any = None
    for fact in facts:
        said = _with(said, shape, parts(layout.place(fact)), fact.value)
    return said


def at(value: Any, place: Place) -> Any:
    """What an answer has in a place. Raises LookupError for one that it does not have."""
    for key in parts(place):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (TypeError, ValueError, IndexError, KeyError):
            raise LookupError(f"there is no place {place} in the answer") from None
    return value


def _with(said: Any, shape: Any, keys: tuple[str, ...], value: Any) -> Any:
    """A statement that says besides what is in the place to which the keys lead."""
    if not keys:
        return value
    key, *rest = keys
    if isinstance(shape, list):
        if not (key.isdigit() and int(key) < len(shape)):
            raise LookupError(f"there is no item {key} in the answer")
        items = list(said or [None] * len(shape))
        items[int(key)] = _with(items[int(key)], shape[int(key)], tuple(rest), value)
        return items
    if not isinstance(shape, dict) or key not in shape:
        raise LookupError(f"there is no {key} in the answer")
    return {**(said or {}), key: _with((said or {}).get(key), shape[key], tuple(rest), value)}


def _blank(schema: dict[str, Any]) -> Any:
    """An answer of nulls: lists of the length that a schema prescribes, objects with its keys; None if it does not."""
    if schema.get("type") == "array" and schema.get("minItems", 0) == schema.get("maxItems") and schema["maxItems"]:
        return [_blank(schema.get("items", {})) for _ in range(schema["maxItems"])]
    if schema.get("type") == "object" and schema.get("properties"):
        return {key: _blank(each) for key, each in schema["properties"].items()}
    return None
