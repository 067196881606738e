"""Statements as JSON data, for what a kind of puzzle keeps of a text."""

from dataclasses import fields, is_dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer

from solvent.translators.emit import language as emitted
from solvent.translators.rules.statements import language

_CLASSES = {
    each.__name__: each
    for each in (
        language.Fact,
        language.Not,
        language.All,
        language.Some,
        language.Count,
        emitted.Var,
        emitted.Sum,
        emitted.Difference,
        emitted.Product,
        emitted.Comparison,
        emitted.Apart,
        emitted.AllDifferent,
        emitted.Choice,
        emitted.AllOf,
        emitted.AnyOf,
    )
}


def to_data(value: Any) -> Any:
    """Return a statement as lists: its class's name, then its fields in order; tuples become lists marked "()"."""
    if is_dataclass(value):
        return [type(value).__name__, *(to_data(getattr(value, field.name)) for field in fields(value))]
    return ["()", *map(to_data, value)] if isinstance(value, tuple) else value


def from_data(data: Any) -> Any:
    """Return what `to_data` wrote; statements are returned as they are. Raises ValueError for anything else."""
    if not isinstance(data, list):
        return data
    name, *parts = data
    made = tuple(map(from_data, parts))
    if name == "()":
        return made
    if name not in _CLASSES or len(made) != len(fields(_CLASSES[name])):
        raise ValueError(f"'{name}' is no statement")
    return _CLASSES[name](*made)


Written = Annotated[Any, BeforeValidator(from_data), PlainSerializer(to_data)]  # a field of a payload: a Statement
