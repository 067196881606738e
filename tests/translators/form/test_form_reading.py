"""What is wrong with a form is said to its author; nothing that a model sends is an exception of another kind."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from solvent.solvers import UnknownFrameworkError
from solvent.translators import form
from solvent.translators.form.guide import EXAMPLES

SMALL, LARGE = (example for _, example in EXAMPLES)
STRICT = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "$ref", "$defs"}


def changed(path, value, base=LARGE):
    """The example with one value replaced, or added at the end of a list."""
    found = copy.deepcopy(base)
    *way, last = path
    place = found
    for step in way:
        place = place[step]
    if last == "+":
        place.append(value)
    else:
        place[last] = value
    return found


def schemas(node):
    yield node
    for inner in [*node.get("properties", {}).values(), *node.get("$defs", {}).values(), *node.get("anyOf", [])]:
        yield from schemas(inner)
    if "items" in node:
        yield from schemas(node["items"])


def test_the_schema_fits_strict_mode():
    Draft202012Validator.check_schema(form.SCHEMA)
    for schema in schemas(form.SCHEMA):
        assert schema.keys() <= STRICT
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False
            assert list(schema["properties"]) == schema["required"]
    assert len(json.dumps(form.SCHEMA)) < 5000


def test_items_may_stand_where_a_list_is_named():
    friends, drinks = (", ".join(each["items"]) for each in LARGE["lists"])
    for path, listed in ((["variables", 0, "each"], friends), (["variables", 0, "one_of"], drinks)):
        assert form.program(form.read(changed(path, listed)), "cpmpy") == form.program(form.read(LARGE), "cpmpy")
    for told in ("7, 8; 9", "7 8 9"):
        seats = {"type": "item", "name": "seat", "each": "", "one_of": told}
        code = form.program(form.read(changed(["variables", "+"], seats)), "minizinc").preamble
        assert "7..9: the_seat" in code


def test_a_single_answer_needs_no_objective():
    best = form.program(form.read(LARGE), "smtlib")
    only = form.program(form.read(changed(["expects"], "unique")), "smtlib")
    assert best.objectives
    assert (only.objectives, only.fragments) == ((), best.fragments)


@pytest.mark.parametrize("example", [SMALL, LARGE])
def test_examples_fit_the_schema_and_say_what_they_mean(example):
    Draft202012Validator(form.SCHEMA).validate(example)
    read = form.read(example)
    assert read.model_dump(mode="json", by_alias=True) == example
    assert form.read(read.model_dump(by_alias=True)) == read


def text(left, right="1"):
    return changed(["constraints", "+"], {"clue": 9, "type": "compare", "left": left, "is": "==", "right": right})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "At the top: "),
        ([], "At the top: "),
        ({}, "At expects: Field required"),
        (changed(["constraints", 1, "is"], "=>"), "At constraints/1/is: "),
        (changed(["constraints", 1, "type"], "compares"), "At constraints/1: "),
        (changed(["constraints", 1, "extra"], 1), "At constraints/1/extra: Extra"),
        (changed(["variables", 1, "to"], 10**12), "At variables/1/to: "),
        (changed(["variables", 1, "to"], True), "At variables/1/to: "),
        (changed(["variables", 1, "to"], 0), "`from` is 1 and `to` is 0"),
        (changed(["variables", 1, "each"], "frend"), "'frend' is no list; declared are 'friend', 'drinks'"),
        (changed(["variables", 1, "name"], "drink"), "Two declarations are called 'drink'"),
        (changed(["variables", 1, "name"], "each"), "meaning of its own"),
        (changed(["variables", 1, "name"], "7"), "no number"),
        (changed(["variables", 1, "name"], "*"), "a letter or a digit"),
        (changed(["lists", 0, "items"], ["Ada", " Ada"]), "'Ada' stands twice in the list 'friend'"),
        (changed(["lists", 0, "items"], ["1", "01"]), "are the same number"),
        (changed(["lists", 0, "items"], []), "At lists/0/items: "),
        (changed(["tables", "+"], {"name": "w", "each": "friend", "numbers": [1]}), "has 1 numbers for the 3 items"),
        (changed(["expects"], "any"), '"optimal" needs "minimise"'),
        (changed(["variables", 1, "each"], "Ada, Ada"), "'Ada' stands twice"),
        (changed(["objective"], {"goal": "minimise", "of": "3"}), "In the objective: it depends on no variable"),
        (changed(["answer"], []), "At answer: "),
        (changed(["answer", "+"], {"key": "coins", "show": "value", "of": "paid of Ben"}), "two parts with this key"),
        (changed(["answer", "+"], {"key": "", "show": "value", "of": "paid of Ben"}), 'may have the key ""'),
        (changed(["answer"], [{"key": "a", "show": "object", "of": "Ben"}]), "'Ben' is no variable with one for each"),
        (changed(["answer"], [{"key": "a", "show": "value", "of": "paid"}]), "write `paid of Ada` for one"),
        (changed(["answer"], [{"key": "a", "show": "value", "of": "7"}]), "show what is to be found"),
        (changed(["answer"], [{"key": "a", "show": "chosen", "of": "paid"}]), "no variable of the type yes_no"),
        (changed(["answer"], [{"key": "a", "show": "order", "of": "paid"}]), "`order` needs as many values as items"),
        (changed(["answer"], [{"key": "a", "show": "rows", "of": "paid"}]), "the lists are 'friend', 'drinks'"),
        (text("payd of Ben"), "In constraint 5, of clue 9: 'payd' is not declared. Do you mean 'paid'?"),
        (text("paid of Dan"), "'Dan' is not declared"),
        (text("paid of tea"), "'tea' is no item of 'friend'"),
        (text("paid of 4"), "'friend' has no item 4"),
        (text("paid of (paid of Ben)"), "after `paid of` stands an item"),
        (text("paid"), "`sum of paid` for the total"),
        (text("paid of Ben", "tea"), "compares a number with 'tea'"),
        (text("drink of Ben", "Ada"), "'Ada' is no item of 'drinks'"),
        (text("tea", "milk"), "both items"),
        (text("each"), "`each` stands alone"),
        (text("paid of Ben + "), "ends too early"),
        (text("paid of Ben 3"), "'3' does not belong"),
        (text(""), "it is empty"),
        (text("paid of Ben / 2"), "multiply both sides"),
        (text("paid of Ben == 2"), "the sign stands in the key `is`"),
        (text("2.5"), "neither a whole number"),
        (text("99999999999"), "too large"),
        (text("(" * 100 + "1" + ")" * 100), "more than 20 brackets"),
        (text("-" * 100 + "1"), "nested too deeply"),
        (text("abs(1, 2)"), "takes one term"),
        (text("x" * 301), "At constraints/4/left: "),
    ],
)
def test_messages_name_the_place_and_what_to_write(data, message):
    with pytest.raises(form.ReplyError) as error:
        form.read(data)
    assert message in str(error.value)
    assert len(str(error.value)) < 2000


def test_each_of_two_lists():
    data = changed(["variables", "+"], {"type": "yes_no", "name": "hot", "each": "drinks"})
    clash = {"clue": 1, "type": "compare", "left": "hot of each", "is": "==", "right": "paid of each"}
    data["constraints"].append(clash)
    with pytest.raises(form.ReplyError, match="items of 'drinks', 'friend' at once"):
        form.read(data)


def test_sizes_are_bounded():
    items = [f"item {n}" for n in range(100)]
    big = changed(["lists", 0, "items"], items, LARGE)
    big["constraints"] = [
        {"clue": 1, "type": "all_different", "of": ["paid of each", "drink of each"] * 50} for _ in range(300)
    ]
    with pytest.raises(form.ReplyError, match="too many parts"):
        form.read(big)
    many = [{"type": "number", "name": f"v {n}", "each": "friend", "from": 0, "to": 1} for n in range(20)]
    with pytest.raises(form.ReplyError, match="more than 1000 variables"):
        form.read(big | {"variables": many})


def test_numbers_too_large_for_a_framework():
    power = " * ".join(["apples"] * 3)
    data = changed(["variables", 0, "to"], 10**9, SMALL)
    data["constraints"][0]["left"] = power
    read = form.read(data)
    for framework in ("minizinc", "ortools"):
        with pytest.raises(form.ReplyError, match="too large"):
            form.program(read, framework)
    assert form.program(read, "smtlib").framework == "smtlib"
    with pytest.raises(UnknownFrameworkError, match="prolog"):
        form.program(read, "prolog")


NAMES = st.text(max_size=6) | st.sampled_from(
    ["of", "each", "(model)", "x\n% clue 3", "; clue 1", "'", '"', "\\", "|", "__import__('os')", "\ud800", "0" * 90]
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def paths(node, way=()):
    yield way
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from paths(inner, (*way, key))


def read_and_write(data):
    try:
        read = form.read(data)
        for framework in ("smtlib", "cpmpy", "ortools", "minizinc"):
            form.program(read, framework)
    except form.ReplyError as error:
        assert len(str(error)) < 5000  # noqa: PT017  # any form may be refused


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(way=st.sampled_from([way for way in paths(LARGE) if way]), junk=JUNK)
def test_hostile_values_anywhere(way, junk):
    read_and_write(changed(list(way), junk))


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(left=st.text("ab()+-*, of1" + "each", max_size=40) | NAMES, name=NAMES)
def test_hostile_texts_and_names(left, name):
    data = changed(["lists", 0, "items", 0], name)
    data["constraints"] += [{"clue": 1, "type": "compare", "left": left, "is": "==", "right": f"paid of {name}"}]
    read_and_write(data)


def test_deep_data():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    for path in (["constraints"], ["lists", 0, "items"], ["constraints", 3, "if", 0]):
        with pytest.raises(form.ReplyError):
            form.read(LARGE | {path[0]: deep} if len(path) == 1 else changed(path, deep))
