"""The shape of answers: a JSON schema from an example, and wrapping any answer in a JSON object."""

from typing import Any

Schema = dict[str, Any]

_KEY = "answer"


def schema_of(example: Any) -> Schema:
    """The schema of answers with the keys and value types of `example`; list lengths are left open."""
    match example:
        case dict():
            return {
                "type": "object",
                "properties": {key: schema_of(value) for key, value in example.items()},
                "required": list(example),
                "additionalProperties": False,
            }
        case list() if example:
            schemas = [schema_of(item) for item in example]
            return (
                {"type": "array", "items": schemas[0]} if all(s == schemas[0] for s in schemas) else {"type": "array"}
            )
        case list():
            return {"type": "array"}
        case bool():
            return {"type": ["boolean", "integer"]}
        case int() | float():
            return {"type": "number"}
        case str():
            return {"type": "string"}
    return {}


def as_object(schema: Schema | None) -> Schema:
    """The schema of a JSON object with such an answer: the answer if it is an object, else `{"answer": ...}`."""
    if schema is None or _is_object(schema):
        return schema or {"type": "object"}
    inner = {key: value for key, value in schema.items() if key != "$defs"}
    outer = {"type": "object", "properties": {_KEY: inner}, "required": [_KEY], "additionalProperties": False}
    return {**outer, "$defs": schema["$defs"]} if "$defs" in schema else outer


def into_object(schema: Schema | None, answer: Any) -> Any:
    """The answer as a JSON object, wrapped if need be; see `as_object`."""
    return answer if schema is None or _is_object(schema) else {_KEY: answer}


def out_of_object(schema: Schema | None, given: Any) -> Any:
    """The inverse of `into_object`; an object of another shape is returned unchanged."""
    wrapped = schema is not None and not _is_object(schema) and isinstance(given, dict) and given.keys() == {_KEY}
    return given[_KEY] if wrapped else given


def with_numbers(schema: Schema | None, answer: Any) -> Any:
    """The answer with truth values as 1 and 0 where the schema wants numbers: 0/1 variables may be either."""
    wanted = schema or {}
    match answer:
        case bool():
            kinds = wanted.get("type", ())
            kinds = {kinds} if isinstance(kinds, str) else set(kinds)
            return int(answer) if kinds & {"integer", "number"} and "boolean" not in kinds else answer
        case dict():
            inner, rest = wanted.get("properties", {}), wanted.get("additionalProperties")
            rest = rest if isinstance(rest, dict) else None
            return {key: with_numbers(inner.get(key, rest), value) for key, value in answer.items()}
        case list():
            items = wanted.get("items")
            return [with_numbers(items if isinstance(items, dict) else None, value) for value in answer]
    return answer


def _is_object(schema: Schema) -> bool:
    return schema.get("type") == "object"
