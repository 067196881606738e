"""Constraints that are evaluated without a solver: they hold exactly where CP-SAT says so."""

import itertools

import pytest

pytest.importorskip("ortools")

from ortools.sat.python import cp_model

from solvent.solvers.engines.cpsat.bare_model import BareModel, copy_of
from solvent.solvers.engines.cpsat.evaluation import evaluated

VALUES = range(3)

CONSTRAINTS = {
    "a sum": lambda model, x, y, b, c: model.add(2 * x - y == 1),
    "a sum with gaps": lambda model, x, y, b, c: model.add(x + y != 2),
    "a conditional sum": lambda model, x, y, b, c: model.add(x < y).only_enforce_if(b, ~c),
    "an absolute value": lambda model, x, y, b, c: model.add_abs_equality(x, y - 1),
    "a least value": lambda model, x, y, b, c: model.add_min_equality(x, [y, 1 + b]),
    "different values": lambda model, x, y, b, c: model.add_all_different([x, y + 1, b]),
    "one of several": lambda model, x, y, b, c: model.add_bool_or([b, ~c]),
    "a conditional one of several": lambda model, x, y, b, c: model.add_bool_or([b]).only_enforce_if(~c),
    "each of several": lambda model, x, y, b, c: model.add_bool_and([b, ~c]),
    "at most one": lambda model, x, y, b, c: model.add_at_most_one([b, c]),
    "exactly one": lambda model, x, y, b, c: model.add_exactly_one([b, ~c]),
}


def built(state):
    model = BareModel()
    x, y = (model.new_int_var(0, max(VALUES), name) for name in "xy")
    state(model, x, y, model.new_bool_var("b"), model.new_bool_var("c"))
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
    table = built(lambda model, x, y, b, c: model.add_allowed_assignments([x, y], [(0, 1)]))
    product = built(lambda model, x, y, b, c: model.add_multiplication_equality(x, [y, b]))
    assert evaluated(table.proto.constraints[0]) is evaluated(product.proto.constraints[0]) is None


def test_a_negated_variable_is_left_to_the_solver():
    model = built(CONSTRAINTS["a sum"])
    model.proto.constraints[0].linear.vars[1] = -2
    assert evaluated(model.proto.constraints[0]) is None
