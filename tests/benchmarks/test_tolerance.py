"""Answers up to a relative error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.tolerance import near

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)


@given(JSON, st.sampled_from([None, 0.0, 1e-4]))
def test_every_value_is_near_itself(value, tolerance):
    assert near(value, value, tolerance)


@given(st.integers(-(10**9), 10**9).filter(bool), st.floats(-3, 3))
def test_the_error_is_relative(right, share):
    value = right * (1 + share * 1e-4)
    if abs(abs(share) - 1) > 1e-3:
        assert near({"x": [value]}, {"x": [right]}, 1e-4) is (abs(share) < 1)


@pytest.mark.parametrize(
    ("value", "right"),
    [
        (True, 1), (1, True), ("1", 1), ("N/A", 1), (None, 0), ([1], 1), ({"x": 1}, {"y": 1}), ([1, 2], [1]),
        (float("nan"), 1), (float("inf"), 1), ("1/0", 1), ("true", True), ({"x": 1, "y": 2}, {"x": 1}),
    ],
)  # fmt: skip
def test_other_kinds_of_values_are_not_near(value, right):
    assert not near(value, right, 1e-4)


def test_a_ratio_counts_as_a_number_where_one_is_right():
    assert near("1/3", 0.3333333, 1e-4)
    assert not near("1/3", "0.3333333", 1e-4)
