"""Arrangements as Python literals, and as JSON."""

import json
import random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.verifiers.literals import (
    LiteralError,
    from_json,
    read_literal,
    schema_like,
    to_json,
    write_literal,
)

SIMPLE = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
HASHABLE = st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4)
LITERALS = st.recursive(
    SIMPLE | st.sets(HASHABLE, max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HASHABLE, inner, max_size=4),
    max_leaves=12,
)


@given(LITERALS)
def test_what_is_written_reads_the_same(value):
    assert read_literal(write_literal(value)) == value


@given(st.dictionaries(st.integers(), st.sets(st.text(max_size=3), max_size=5), max_size=5), st.randoms())
def test_equal_values_are_equal_texts(value, chance: random.Random):
    shuffled = list(value.items())
    chance.shuffle(shuffled)
    again = {key: set(chance.sample(sorted(each), len(each))) for key, each in shuffled}
    assert write_literal(again) == write_literal(value)


ARRANGEMENTS = st.fixed_dictionaries(
    {"team": st.sets(st.text(max_size=3), min_size=1, max_size=4), "days": st.lists(st.integers(), max_size=4)},
) | st.dictionaries(st.integers(), st.sets(st.text(max_size=3), min_size=1, max_size=3), min_size=1, max_size=4)


@given(ARRANGEMENTS)
def test_json_comes_back_in_the_shape_of_the_example(value):
    text = json.dumps(to_json(value))
    assert from_json(json.loads(text), value) == value
    jsonschema.validate(json.loads(text), schema_like(value))


def test_what_the_example_lacks_is_of_the_kind_of_what_it_has():
    assert from_json({"1": ["a"], "2": ["b", "c"]}, {1: {"x"}}) == {1: {"a"}, 2: {"b", "c"}}
    assert from_json({"a": [["x", "y"]]}, {"a": [("u", "v")]}) == {"a": [("x", "y")]}
    assert from_json(["b", "a"], {"x", "y"}) == {"a", "b"}


def test_another_shape_stays_as_it_is():
    assert from_json("x", {"a"}) == "x"
    assert from_json([{"a": 1}], {"x"}) == [{"a": 1}]  # what no set can hold


@pytest.mark.parametrize("text", ["", "open('x')", "[1, 2", "{'a': __import__('os')}", "(" * 500, "1" * 200_000])
def test_what_is_no_literal_is_an_error(text):
    with pytest.raises(LiteralError, match="it "):
        read_literal(text)
