"""The form: a whole problem as one JSON object of a few closed shapes, and the JSON Schema of it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

LARGEST = 1_000_000_000
LONGEST = 300  # characters of a text

Name = Annotated[StrictStr, Field(max_length=100)]
Text = Annotated[StrictStr, Field(max_length=LONGEST)]
Number = Annotated[StrictInt, Field(ge=-LARGEST, le=LARGEST)]
ClueId = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
Sign = Literal["==", "!=", "<", "<=", ">", ">="]


class Closed(BaseModel):
    """An object with exactly these keys, in this order."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True)


class NamedList(Closed):
    """Names in the text, in its order. If all of them are whole numbers, they are those numbers."""

    name: Name
    items: Annotated[tuple[Name, ...], Field(min_length=1, max_length=100)]


class Table(Closed):
    """A given number for each item of a list."""

    name: Name
    each: Name
    numbers: Annotated[tuple[Number, ...], Field(min_length=1, max_length=100)]


class NumberVariable(Closed):
    """A whole number, or one for each item of a list; `each` is that list, or ""."""

    type: Literal["number"]
    name: Name
    each: Name
    low: Number = Field(alias="from")
    high: Number = Field(alias="to")


class ItemVariable(Closed):
    """An item of the list `one_of`, or one for each item of a list."""

    type: Literal["item"]
    name: Name
    each: Name
    one_of: Name


class YesNoVariable(Closed):
    """A decision, or one for each item of a list."""

    type: Literal["yes_no"]
    name: Name
    each: Name


Variable = NumberVariable | ItemVariable | YesNoVariable


class Condition(Closed):
    """A comparison of two texts of arithmetic."""

    left: Text
    sign: Sign = Field(alias="is")
    right: Text


Conditions = Annotated[tuple[Condition, ...], Field(min_length=1, max_length=100)]


class Compare(Closed):
    """The comparison holds."""

    clue: ClueId
    type: Literal["compare"]
    left: Text
    sign: Sign = Field(alias="is")
    right: Text


class AllDifferent(Closed):
    """No two of the terms are equal."""

    clue: ClueId
    type: Literal["all_different"]
    of: Annotated[tuple[Text, ...], Field(min_length=1, max_length=100)]


class IfThen(Closed):
    """Where all conditions of `if` hold, so do all of `then`."""

    clue: ClueId
    type: Literal["if_then"]
    given: Conditions = Field(alias="if")
    then: Conditions


class EitherOr(Closed):
    """At least one of the conditions holds."""

    clue: ClueId
    type: Literal["either_or"]
    options: Conditions


class Count(Closed):
    """So many of the conditions hold."""

    clue: ClueId
    type: Literal["count"]
    how: Literal["exactly", "at least", "at most"]
    number: Number
    of: Conditions


class Distance(Closed):
    """The distance between two terms compares so to a number: `== 1` for neighbours."""

    clue: ClueId
    type: Literal["distance"]
    left: Text
    right: Text
    sign: Sign = Field(alias="is")
    number: Number


Constraint = Compare | AllDifferent | IfThen | EitherOr | Count | Distance


class Objective(Closed):
    """What is to be as small or as large as possible; with the goal `none`, `of` is "" ."""

    goal: Literal["none", "minimise", "maximise"]
    of: Text


class Entry(Closed):
    """A part of the answer.

    `value` shows one term, `object` and `list` a variable for each item of its list, `chosen` the items for which a
    yes_no variable is yes, `order` the items from the smallest value to the largest, and `rows` an object for each item
    of the list `of`, with all its variables. The key "" is for an answer that is one part alone.
    """

    key: Name
    show: Literal["value", "object", "list", "chosen", "order", "rows"]
    of: Text


class Form(Closed):
    """A whole problem. `read` makes sure that it makes sense."""

    expects: Literal["unique", "any", "all", "optimal"]
    lists: Annotated[tuple[NamedList, ...], Field(max_length=30)]
    tables: Annotated[tuple[Table, ...], Field(max_length=30)]
    variables: Annotated[
        tuple[Annotated[Variable, Field(discriminator="type")], ...], Field(min_length=1, max_length=100)
    ]
    constraints: Annotated[tuple[Annotated[Constraint, Field(discriminator="type")], ...], Field(max_length=300)]
    objective: Objective
    answer: Annotated[tuple[Entry, ...], Field(min_length=1, max_length=100)]


# Strict modes know few keywords; the bounds are checked when a form is read.
_KEPT = frozenset({"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs"})


def _strict(schema: Any) -> Any:
    """Reduce a schema of pydantic's to the keywords that OpenAI's strict mode and grammars of servers know."""
    if not isinstance(schema, dict):
        return schema
    found = {"anyOf" if key == "oneOf" else key: value for key, value in schema.items()}
    if "const" in found:
        found["enum"] = [found["const"]]
    kept = {key: value for key, value in found.items() if key in _KEPT}
    for key in ("properties", "$defs"):
        if key in kept:
            kept[key] = {name: _strict(inner) for name, inner in kept[key].items()}
    if "items" in kept:
        kept["items"] = _strict(kept["items"])
    if "anyOf" in kept:
        kept["anyOf"] = list(map(_strict, kept["anyOf"]))
    return kept


SCHEMA: dict[str, Any] = _strict(Form.model_json_schema(by_alias=True))
