"""Equal answers are equal texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents.canonical import canonical

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("one", "same"),
    [({"a": 1, "b": 2}, {"b": 2, "a": 1}), (2, 2.0), ("New  York", "new york"), ((1, 2), [1, 2])],
)
def test_what_does_not_matter(one, same):
    assert canonical(one) == canonical(same)


@pytest.mark.parametrize(("one", "other"), [([1, 2], [2, 1]), (1, True), (1, "1"), (0, False), ({"a": 1}, {"A": 1})])
def test_what_matters(one, other):
    assert canonical(one) != canonical(other)


@given(JSON)
def test_a_value_equals_itself(value):
    assert canonical(value) == canonical(value)
