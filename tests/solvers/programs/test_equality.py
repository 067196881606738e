"""What two equal values are, without a solver."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers.programs.equality import canonical, json_number, number, numeric, same

# Values that look alike, so that equal ones are often drawn.
LOOKALIKES = [0, 1, 1.0, True, False, -0.0, 0.1, 1e16, 10**16, 10**16 + 1, 1e300, 2.5, None]
LOOKALIKES += [
    "1",
    "1.0",
    "5/5",
    "1/3",
    "2/6",
    " 1",
    "+1/3",
    "true",
    "True",
    "null",
    "",
    "a",
    "A",
    "a ",
    "ß",
    "ss",
    "[]",
]
LOOKALIKES += ["\ud83d\ude00", "😀", "\\ud83d\\ude00", '"', "\\", "\0"]
scalars = st.sampled_from(LOOKALIKES) | st.integers() | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["1", "1.0", "a", "A"]), inner),
    max_leaves=6,
)


@given(JSON, JSON, JSON)
def test_equality_is_one_relation_and_has_a_name(one, other, third):
    assert same(one, one)
    assert same(one, other) == same(other, one) == (canonical(one) == canonical(other))
    assert not (same(one, other) and same(other, third)) or same(one, third)


@given(st.sampled_from(LOOKALIKES), st.sampled_from(LOOKALIKES))
def test_scalars_are_equal_as_their_kind_says(one, other):
    """Told once more, in other words: texts among texts, numbers among numbers, null alone."""
    kinds = [str if isinstance(value, str) else type(None) if value is None else float for value in (one, other)]
    # Of these values, Python compares integers with floats exactly, and 0.1 with itself alone.
    assert same(one, other) == (kinds[0] is kinds[1] and one == other)


@given(st.fractions() | st.floats(allow_nan=False, allow_infinity=False).map(Fraction))
def test_an_exact_number_survives_as_json(exact):
    shown = json_number(exact)
    assert numeric(shown) == exact
    assert isinstance(shown, str) == (number(shown) is None)
    assert shown == int(exact) or exact.denominator != 1


@given(st.from_regex(r"\s?[-+]?[0-9]{1,3}(\.[0-9]{1,2})?(/[0-9]{1,2})?\s?", fullmatch=True))
def test_a_text_is_a_number_only_as_plain_writes_it(text):
    exact = numeric(text)
    assert exact is None or json_number(exact) == text


OTHERS = ["5/5", "1.0", "1", "2/4", "1/2", "+1/3", " 1/3", "1/3 ", "1/0", "0/1", "-0/3", "\uff11/3", "1e9"]


@pytest.mark.parametrize("text", OTHERS)
def test_other_spellings_are_texts(text):
    assert numeric(text) is None


def test_thirds_are_numbers_where_numbers_are_meant():
    assert [numeric("1/3"), numeric("-2/3")] == [Fraction(1, 3), Fraction(-2, 3)]
    assert not same("1/3", Fraction(1, 3))


@pytest.mark.parametrize(
    ("one", "other"),
    [({"a": 1, "b": 2}, {"b": 2, "a": 1}), (2, 2.0), ((1, 2), [1, 2]), ([True, {"x": 1}], [1, {"x": 1.0}]), (0, -0.0)],
)
def test_what_does_not_matter(one, other):
    assert same(one, other)
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [2, 1]),
        (1, "1"),
        ({"a": 1}, {"A": 1}),
        ("New  York", "new york"),
        ("a", "A"),
        ([], {}),
        (None, "null"),
        (None, 0),
        (None, []),
        (0.1, 0.10000000000000002),
        ([[1], 2], [1, [2]]),
        ({"a": [1]}, {"a": 1}),
        ("[1]", [1]),
    ],
)
def test_what_matters(one, other):
    assert not same(one, other)
    assert canonical(one) != canonical(other)


def test_what_is_no_number():
    assert number(0.1) == Fraction(1, 10)
    assert [number(value) for value in (float("nan"), float("inf"), "1", None, [1])] == [None] * 5
    assert [json_number(Fraction(4, 2)), json_number(Fraction(5, 2)), json_number(Fraction(1, 3))] == [2, 2.5, "1/3"]
