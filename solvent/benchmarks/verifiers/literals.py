"""Python literals, as which arrangements are written: unlike JSON, they may hold sets, tuples, and keys of any kind."""

import ast
import json
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from solvent.benchmarks.verifiers.counter import literal
from solvent.solvers import SolventError

_LONGEST = 100_000  # characters; no arrangement comes near it


class LiteralError(SolventError):
    """A text is no Python literal; the message says why."""


def read_literal(text: str) -> Any:
    """Return the value of a literal. Raises `LiteralError`."""
    if len(text) > _LONGEST:
        raise LiteralError(f"it has more than {_LONGEST} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that mean nothing
            return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise LiteralError(f"it is no Python literal: {str(error)[:200]}") from None


write_literal = literal  # the text stands where it also runs in the sandbox, so that both write alike


def to_json(value: Any, order: Callable[[Any], Any] = write_literal) -> Any:
    """Return a value as JSON has it: sets as lists, sorted by `order`, tuples as lists, all keys as texts."""
    match value:
        case dict():
            return {_key(key): to_json(each, order) for key, each in value.items()}
        case set() | frozenset():
            return [to_json(each, order) for each in sorted(value, key=order)]
        case list() | tuple():
            return [to_json(each, order) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def from_json(value: Any, like: Any) -> Any:
    """Return a JSON value in the shape of the literal `like`: what is a set there becomes one, and so on.

    Where the shapes differ, the value stays as it is.
    """
    if isinstance(like, dict) and isinstance(value, Mapping):
        by_text = {_key(key): key for key in like}
        models = list(like.values())
        return {
            by_text.get(key, _key_like(key, like)): from_json(
                each, like[by_text[key]] if key in by_text else models[0] if models else None
            )
            for key, each in value.items()
        }
    if isinstance(like, set | frozenset | list | tuple) and isinstance(value, list):
        model = next(iter(like), None)
        parts = [
            from_json(each, like[place] if isinstance(like, list | tuple) and place < len(like) else model)
            for place, each in enumerate(value)
        ]
        return _gathered(parts, like)
    return value


def schema_like(like: Any) -> dict[str, Any]:
    """Return the JSON schema of values in the shape of a literal: its keys, and lists where it has sets or tuples."""
    match like:
        case dict():
            return {
                "type": "object",
                "properties": {_key(key): schema_like(each) for key, each in like.items()},
                "required": [_key(key) for key in like],
                "additionalProperties": False,
            }
        case set() | frozenset() | list() | tuple():
            kinds = {json.dumps(schema_like(each), sort_keys=True) for each in like}
            return {"type": "array", "items": json.loads(kinds.pop()) if len(kinds) == 1 else {}}
        case bool():
            return {"type": "boolean"}
        case int():
            return {"type": "integer"}
        case float():
            return {"type": "number"}
        case str():
            return {"type": "string"}
    return {}


def _key(key: Any) -> str:
    return key if isinstance(key, str) else write_literal(key)


def _key_like(key: str, like: Mapping[Any, Any]) -> Any:
    """A key that `like` lacks, of the kind of those that it has."""
    if like and not any(isinstance(each, str) for each in like):
        try:
            return read_literal(key)
        except LiteralError:
            return key
    return key


def _gathered(parts: list[Any], like: Any) -> Any:
    if isinstance(like, set | frozenset):
        try:
            return set(map(_hashable, parts))
        except TypeError:
            return parts
    return tuple(parts) if isinstance(like, tuple) else parts


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value
