"""Constraints that are evaluated without a solver: they hold exactly where CP-SAT says so."""

import itertools
from types import SimpleNamespace

import pytest

pytest.importorskip("ortools")

from ortools.sat.python import cp_model

from solvent.solvers.engines.cpsat.bare_model import BareModel, copy_of
from solvent.solvers.engines.cpsat.evaluation import evaluated

VALUES = range(3)

CONSTRAINTS = {
    "a sum": lambda v: v.model.add(2 * v.x - v.y == 1),
    "a sum with gaps": lambda v: v.model.add(v.x + v.y != 2),
    "a conditional sum": lambda v: v.model.add(v.x < v.y).only_enforce_if(v.b, ~v.c),
    "an absolute value": lambda v: v.model.add_abs_equality(v.x, v.y - 1),
    "a least value": lambda v: v.model.add_min_equality(v.x, [v.y, 1 + v.b]),
    "different values": lambda v: v.model.add_all_different([v.x, v.y + 1, v.b]),
    "one of several": lambda v: v.model.add_bool_or([v.b, ~v.c]),
    "a conditional one of several": lambda v: v.model.add_bool_or([v.b]).only_enforce_if(~v.c),
    "each of several": lambda v: v.model.add_bool_and([v.b, ~v.c]),
    "at most one": lambda v: v.model.add_at_most_one([v.b, v.c]),
    "exactly one": lambda v: v.model.add_exactly_one([v.b, ~v.c]),
}


def built(state):
    model = BareModel()
    numbers = {name: model.new_int_var(0, max(VALUES), name) for name in "xy"}
    state(SimpleNamespace(model=model, **numbers, **{name: model.new_bool_var(name) for name in "bc"}))
    return model


def allows(model, values):
    fixed = copy_of(model.proto)
    for index, value in enumerate(values):
        fixed.add(fixed.get_int_var_from_proto_index(index) == value)
    return cp_model.CpSolver().solve(fixed) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@pytest.mark.parametrize("state", CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_a_constraint_holds_where_the_solver_says_so(state):
    model = built(state)
    known = evaluated(model.proto.constraints[0])
    found = {values: known.holds(values) for values in itertools.product(VALUES, VALUES, (0, 1), (0, 1))}
    assert found == {values: allows(model, values) for values in found}
    assert len(set(found.values())) == 2
    assert known.variables <= set(range(4))


@pytest.mark.parametrize("state", CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_a_value_that_follows_from_the_others_is_the_only_one(state):
    model = built(state)
    known = evaluated(model.proto.constraints[0])
    for values, index in itertools.product(itertools.product(VALUES, VALUES, (0, 1), (0, 1)), known.variables):
        value = known.value_of(index, values)
        if value is not None and known.holds(values):
            assert value == values[index]


@pytest.mark.parametrize(("name", "index"), [("a sum", 1), ("an absolute value", 0)])
def test_values_follow_from_sums_and_absolute_values(name, index):
    model = built(CONSTRAINTS[name])
    known = evaluated(model.proto.constraints[0])
    assert known.value_of(index, (1, 1, 0, 0)) == {"a sum": 1, "an absolute value": 0}[name]


def test_what_is_left_to_the_solver():
    table = built(lambda v: v.model.add_allowed_assignments([v.x, v.y], [(0, 1)]))
    product = built(lambda v: v.model.add_multiplication_equality(v.x, [v.y, v.b]))
    assert evaluated(table.proto.constraints[0]) is evaluated(product.proto.constraints[0]) is None


def test_a_negated_variable_is_left_to_the_solver():
    model = built(CONSTRAINTS["a sum"])
    model.proto.constraints[0].linear.vars[1] = -2
    assert evaluated(model.proto.constraints[0]) is None
