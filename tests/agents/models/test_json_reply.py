"""JSON comes out of what models write around it, and nothing else does."""

import json
import string
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvent.agents.models.json_reply import extract, mismatches

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)
STRUCTURES = st.lists(VALUES, min_size=1) | st.dictionaries(st.text(), VALUES, min_size=1)
# Prose may hold anything but the brackets and fences that are the subject.
PROSE = st.text(alphabet=string.ascii_letters + string.digits + " \n\t.,;:!?'\"()<>|#*-_/\\äß题")
SCHEMA = {
    "type": "object",
    "properties": {"clues": {"type": "array", "items": {"type": "string"}}},
    "required": ["clues"],
}


def fits(value):
    return not mismatches(value, SCHEMA)


@given(VALUES, st.booleans())
def test_bare_json_comes_back(value, indented):
    assert extract(json.dumps(value, indent=2 if indented else None)).value == value


@given(VALUES, PROSE, PROSE, st.sampled_from(["", "json", "JSON", " json"]), st.booleans())
def test_json_in_a_fence_comes_back(value, before, after, tag, escaped):
    text = f"{before}\n```{tag}\n{json.dumps(value, ensure_ascii=escaped)}\n```\n{after}"
    assert extract(text).value == value


@given(VALUES, PROSE)
def test_a_fence_that_nobody_closed_is_read(value, before):
    assert extract(f"{before}\n```json\n{json.dumps(value, indent=1)}\n").value == value


@given(STRUCTURES, PROSE, PROSE)
def test_json_in_prose_comes_back(value, before, after):
    assume(not before.strip().startswith('"'))  # the whole may then be a JSON string
    assert extract(f"{before} {json.dumps(value)} {after}").value == value


def test_brackets_in_a_cut_string_are_no_json():
    assert not extract('{"a": 1, "b": "zero[]').found


@given(STRUCTURES, PROSE, st.data())
def test_no_piece_of_a_cut_value_is_taken_for_it(value, before, data):
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    found = extract(f"{before} {text[:cut]}")
    assert not found.found
    assert found.problem


@given(st.text())
def test_any_text_gives_a_value_or_a_problem(text):
    found = extract(text)
    assert found.found != bool(found.problem)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('First I thought {"clues": ["a"]}, but it is {"clues": ["b"]}.', {"clues": ["b"]}),
        ('{"clues": ["a"]} and by the way [1]', {"clues": ["a"]}),
        ('```json\n{"draft": 1}\n```\nthen\n```json\n{"clues": []}\n```', {"clues": []}),
        ('```json\n{"clues": ["a"]}\n```\n```python\nx = [1, 2]\n```', {"clues": ["a"]}),
        ('The set {a, b} gives {"clues": ["{c}"]}', {"clues": ["{c}"]}),
        ('Inline ```{"clues": []}``` it is', {"clues": []}),
        ('in [0, 1) we have {"clues": ["x"]}', {"clues": ["x"]}),
        ('{"other": 1}', {"other": 1}),  # does not fit, and is all there is
    ],
)
def test_of_several_values_the_last_that_fits(text, value):
    assert extract(text, fits).value == value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I am sorry.", "no JSON"),
        ("", "no JSON"),
        ('{"clues": ["a",]}', "broken at line 1, column 1"),
        ('Here:\n{"clues": [{"id": 1},], "more": {"clues": []}}', "broken at line 2"),
        ('{"clues": ["a", "b', "cut off"),
        ('```json\n{"clues": ["a"', "cut off"),
        ('{"clues": NaN}', "NaN"),
        ("{'clues': []}", "double quotes"),
        ("{clues: []}", "double quotes"),
        ('As in [1]: {"clues": ["a', "cut off"),
        ("[" * 100_000, "nested too deeply"),
        ('{"n": ' + "9" * 5000 + "}", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(text, told):
    found = extract(text, fits)
    assert not found.found
    assert told in found.problem
    assert len(found.problem) < 400


@pytest.mark.parametrize("text", ["[1, " * 50_000, '{"a": ' * 50_000, '"{' * 50_000, "```\n" * 50_000, "{" * 200_000])
def test_a_looping_reply_is_read_in_bounded_time(text):
    start = time.perf_counter()
    assert not extract(text).found
    assert time.perf_counter() - start < 5


def test_lone_surrogates_are_replaced():
    assert extract(r'{"a": "\ud83d"}').value == {"a": "?"}


def test_mismatches_name_the_places_and_not_too_many():
    assert mismatches({"clues": []}, SCHEMA) == ""
    assert "at clues/1: 2 is not of type 'string'" in mismatches({"clues": ["a", 2]}, SCHEMA)
    assert "'clues' is a required property" in mismatches({}, SCHEMA)
    many = mismatches({"clues": list(range(50))}, SCHEMA)
    assert "and 45 more" in many
    assert len(mismatches({"clues": "x" * 9999}, SCHEMA)) < 300
