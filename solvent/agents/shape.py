"""A JSON schema from one example answer."""

from typing import Any

Schema = dict[str, Any]


def schema_of(example: Any) -> Schema:
    """The schema of answers that have the keys and kinds of values of `example`; lengths of lists are left open."""
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
