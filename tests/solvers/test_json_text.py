"""JSON of others: within the bounds what Python reads, beyond them a JsonError, and never anything else."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers.json_text import DEEPEST, JsonError, check_bounds, plain_text, read_at, read_json

TEXTS = st.text(alphabet=st.characters(exclude_categories=("Cs",)))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=20)
SNIPPETS = st.lists(st.sampled_from([*'[]{}",:\\ 1a', '\\"', "\\\\", '"a"', "[1,", '{"a":', "\\ud800", "NaN"])).map(
    "".join
)


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(VALUES, st.booleans())
def test_what_is_written_comes_back(value, escaped):
    text = json.dumps(value, ensure_ascii=escaped)
    assert read_json(text) == value
    assert read_json(text.encode()) == value
    assert read_at(f"is {text} it", 3) == (value, 3 + len(text))


@given(VALUES, st.integers(0, 6))
def test_the_depth_is_that_of_the_value(value, deepest):
    text = json.dumps(value)
    if depth(value) > deepest:
        with pytest.raises(JsonError, match="deep"):
            read_json(text, deepest=deepest)
    else:
        assert read_json(text, deepest=deepest) == value


@given(SNIPPETS)
def test_any_text_is_read_as_python_reads_it_or_refused(text):
    try:
        found = read_json(text)
    except JsonError:
        assert any(sign in text for sign in ("NaN", "[", "{"))
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)
    else:
        assert json.dumps(found) == json.dumps(json.loads(text)).replace("\\ud800", "?")


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":', '["]}",'])
@pytest.mark.parametrize("levels", [DEEPEST, DEEPEST + 1, 300, 900, 100_000])
def test_nesting(opening, levels):
    steps = levels // (opening.count("[") + opening.count("{"))
    closing = "".join({"[": "]", "{": "}"}.get(sign, "") for sign in reversed(opening.replace('"]}"', "")))
    text = opening * steps + "1" + closing * steps
    if steps * len(closing) <= DEEPEST:
        assert depth(read_json(text)) == steps * len(closing)
        return
    for read in (read_json, lambda text: read_at(text, 0)):
        with pytest.raises(JsonError, match="nested too deeply"):
            read(text)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-Infinity", "1e999", "[-1e999]", "1" * 1001, "0." + "1" * 1001])
def test_numbers_that_are_none(text):
    with pytest.raises(JsonError):
        read_json(text)
    with pytest.raises(JsonError):
        read_at(text, 0)


def test_numbers_that_are_large():
    assert read_json("1" * 1000) == int("1" * 1000)
    assert math.isclose(read_json("1e308"), 1e308)


def test_halves_of_characters_become_question_marks():
    assert read_json('{"\\ud800": ["\\udfff\\ud83d\\ude00", "\ud800"]}') == {"?": ["?\N{GRINNING FACE}", "?"]}
    assert read_json(b'"\xed\xa0\x80"') == "?"
    assert plain_text("a\ud800é") == "a?é"


@pytest.mark.parametrize("unit", ["[],", "{},", "1,", '"",', '"a":1,'])
def test_too_many_values(unit):
    text = unit * 1001
    with pytest.raises(JsonError, match="more than"):
        check_bounds(text, most=1000 if unit[0] != "[" else 900)


def test_signs_in_texts_do_not_count():
    text = json.dumps(['[{,"\\' * 5000] * 20)
    assert len(read_json(text, deepest=1, most=30)) == 20
