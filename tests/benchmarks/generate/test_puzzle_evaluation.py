"""The truth of constraints without a solver."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.benchmarks.generate.evaluation import holds, negated, number, shown
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Choice,
    Comparison,
    Constant,
    Difference,
    Labels,
    Product,
    Sum,
    Var,
)

X, Y = Var("x"), Var("y")
TERMS = st.sampled_from([X, Y, 2, Sum((X, Y)), Difference(X, Y), Product((2, X))])
ATOMS = st.one_of(
    st.builds(Comparison, TERMS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), TERMS),
    st.builds(Apart, TERMS, TERMS, st.integers(0, 3), st.booleans()),
)
CONSTRAINTS = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([AllOf(tuple(parts)), AnyOf(tuple(parts))])
    ),
    max_leaves=6,
)


@given(CONSTRAINTS, st.integers(0, 3), st.integers(0, 3))
def test_a_constraint_or_its_negation_holds(constraint, x, y):
    values = {X: x, Y: y}
    assert holds(constraint, values) != holds(negated(constraint), values)


def test_values():
    values = {X: 3, Y: 1}
    assert number(Sum((X, Product((2, Y)), Difference(Y, X))), values) == 3
    assert holds(AllDifferent((X, Y)), values)
    assert not holds(AllDifferent((X, Y, 1)), values)
    template = {"who": Constant("Ada"), "kind": Labels(Y, ((0, "knave"), (1, "knight"))), "cells": [[X, 4]]}
    assert shown(template, values) == {"who": "Ada", "kind": "knight", "cells": [[3, 4]]}


def test_what_no_generator_states_is_refused():
    with pytest.raises(TypeError):
        holds(Choice("guess", holds=True), {})
    with pytest.raises(TypeError):
        negated(AllDifferent((X, Y)))
