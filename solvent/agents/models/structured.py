"""Request and read JSON: by the server's response formats where it has them, else by instructions in the prompt."""

import json
from enum import IntEnum
from typing import Any

from solvent.agents.models.completion import Completion, Finish
from solvent.agents.models.json_reply import extract, mismatches

Schema = dict[str, Any]

INSTRUCTIONS = "Reply with JSON only, without prose around it. It must fit this JSON Schema:\n{schema}"


class Format(IntEnum):
    """Ways to request JSON, best first; if a server lacks one, the next is used from then on."""

    SCHEMA = 0
    OBJECT = 1
    PROMPT = 2


def response_format(schema: Schema, asked: Format) -> dict[str, Any]:
    if asked is Format.OBJECT:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": _is_strict(schema)}}


def instructed(messages: list[dict[str, str]], schema: Schema) -> list[dict[str, str]]:
    """Put the schema at the end of the last message: some chat templates reject a system message there."""
    instructions = INSTRUCTIONS.format(schema=json.dumps(schema, ensure_ascii=False))
    *before, last = messages
    return [*before, {**last, "content": f"{last['content']}\n\n{instructions}"}]


def read_data(completion: Completion, schema: Schema) -> tuple[Any, str]:
    if completion.finish in (Finish.REFUSAL, Finish.CONTENT_FILTER, Finish.EMPTY):
        return None, f"there is no JSON in the reply: {completion.finish}"
    found = extract(completion.text, lambda value: not mismatches(value, schema))
    if found.found:
        return found.value, mismatches(found.value, schema)
    cut = " (the reply was cut at the token limit)" if completion.finish is Finish.LENGTH else ""
    return None, found.problem + cut


def _is_strict(schema: Any) -> bool:
    """Whether OpenAI's strict mode accepts the schema: every object closed, every property required."""
    if isinstance(schema, list):
        return all(map(_is_strict, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object":
        properties = schema.get("properties")
        if schema.get("additionalProperties") is not False or not isinstance(properties, dict):
            return False
        if set(schema.get("required", ())) != properties.keys():
            return False
    return all(map(_is_strict, schema.values()))
