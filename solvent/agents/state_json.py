"""The state of a run as JSON, and back: a closed list of types, so that reading a file runs no foreign code."""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from langgraph.types import Send
from pydantic import BaseModel, ValidationError

from solvent.agents.models.completion import Finish, Reply
from solvent.agents.state import Answer, Attempt, Check, Checker, Evidence, Example, Job, Usage, Verdict, Writer
from solvent.solvers import Fragment, Objective, Outcome, Program, Search, Status
from solvent.translators import Clue, Passage, Payload, Puzzle, Request
from solvent.translators.puzzle import Convention
from solvent.translators.rules import Clause
from solvent.translators.rules.kinds import kinds

NAME = "solvent-json"  # how the database marks such values
MODELS: dict[str, type[BaseModel]] = {
    model.__name__: model
    for model in (
        *(Answer, Attempt, Check, Checker, Evidence, Example, Job, Reply, Usage, Writer),
        *(Clause, Clue, Convention, Passage, Puzzle, Request),
        *(Fragment, Objective, Outcome, Program, Search),
    )
}
ENUMS: dict[str, type[StrEnum]] = {enum.__name__: enum for enum in (Finish, Status, Verdict)}
_TAG = "!"  # an object with this key stands for a value that JSON has no notation for


class StateJson:
    """Serialises the state for LangGraph's savers."""

    def dumps_typed(self, value: Any) -> tuple[str, bytes]:
        """The name of this format, and the value in it. Raises TypeError for a type that is not on the list."""
        return NAME, json.dumps(_encoded(value), separators=(",", ":")).encode()

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value. Raises ValueError if it was not written by `dumps_typed`."""
        name, text = data
        if name != NAME:
            raise ValueError(f"it is in the format {name!r}")
        try:
            return _decoded(json.loads(text))
        except (AttributeError, KeyError, RecursionError, TypeError, ValidationError) as error:
            raise ValueError(f"it holds something else than the state of a run ({type(error).__name__})") from error


def _encoded(value: Any) -> Any:
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is list:
        return [_encoded(each) for each in value]
    if kind is dict and _TAG not in value and all(type(key) is str for key in value):
        return {key: _encoded(each) for key, each in value.items()}
    if isinstance(value, BaseException):  # what ended a task, which runs again
        return repr(value)
    return {_TAG: _name(value), "is": _content(value)}


def _name(value: Any) -> str:
    kind = type(value)
    if isinstance(value, Payload):
        return "Payload"
    if kind in (dict, tuple, Send) or kind in (*MODELS.values(), *ENUMS.values()):
        return kind.__name__
    raise TypeError(f"the state of a run holds no {kind.__name__}")


def _content(value: Any) -> Any:
    if isinstance(value, Payload):
        return value.model_dump(mode="json")
    if isinstance(value, BaseModel):
        # Only the fields that were set: the rest are defaults, and most of an attempt's fields are.
        set_fields = (name for name in type(value).model_fields if name in value.model_fields_set)
        return {name: _encoded(getattr(value, name)) for name in set_fields}
    if isinstance(value, dict):
        return [[_encoded(key), _encoded(each)] for key, each in value.items()]
    if isinstance(value, tuple):
        return [_encoded(each) for each in value]
    return [value.node, _encoded(value.arg)] if isinstance(value, Send) else value.value


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(each) for each in value]
    if not isinstance(value, dict):
        return value
    if _TAG not in value:
        return {key: _decoded(each) for key, each in value.items()}
    name, inner = value[_TAG], value["is"]
    if name in MODELS:
        return MODELS[name].model_validate({key: _decoded(each) for key, each in inner.items()})
    return ENUMS[name](inner) if name in ENUMS else _OTHERS[name](inner)


def _payload(fields: dict[str, Any]) -> dict[str, Any]:
    kinds()  # a puzzle finds the class of its payload only once its kind is loaded
    return fields


_OTHERS: dict[str, Callable[[Any], Any]] = {
    "dict": lambda inner: {_decoded(key): _decoded(each) for key, each in inner},
    "tuple": lambda inner: tuple(map(_decoded, inner)),
    "Payload": _payload,
    "Send": lambda inner: Send(inner[0], _decoded(inner[1])),
}
