"""Computed values: exact results, what is open, and cycles."""

import math

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from solvent.solvers import SolventError
from solvent.translators.emit import EMITTERS, emit
from solvent.translators.rules.kinds.support.computed_values import (
    Definition,
    Equation,
    equations_model,
    number_model,
    truth_model,
)

FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
NUMBERS = ("sum", "difference", "product", "quotient", "root", "square")
LEAVES = [Definition(1, "ann", "given", given=3), Definition(2, "bob", "given", given=2)]


def drawn(operations, single):
    """Definitions of some names, each of names before it."""

    def more(before, choice):
        operation, places = choice
        parts = tuple(before[place % len(before)].name for place in places)
        number = len(before) + 1
        return Definition(number, f"name{number}", operation, parts[:1] if operation in single else parts)

    def all_of(choices):
        found = list(LEAVES)
        for choice in choices:
            found.append(more(found, choice))
        return found

    places = st.lists(st.integers(0, 9), min_size=2, max_size=3)
    return st.lists(st.tuples(st.sampled_from(operations), places), min_size=1, max_size=4).map(all_of)


def computed(definitions):
    """The numbers, in floating point. Raises ArithmeticError or ValueError."""
    values = {}
    for each in definitions:
        parts = [values[part] for part in each.parts]
        values[each.name] = {
            "given": lambda each, _: each.given,
            "sum": lambda _, parts: sum(parts),
            "difference": lambda _, parts: parts[0] - sum(parts[1:]),
            "product": lambda _, parts: math.prod(parts),
            "quotient": lambda _, parts: parts[0] / math.prod(parts[1:]),
            "root": lambda _, parts: math.sqrt(parts[0]),
            "square": lambda _, parts: parts[0] ** 2,
        }[each.operation](each, parts)
    return values


@FEW
@given(drawn(NUMBERS, ("root", "square")))
def test_numbers_are_what_they_are_computed_to_be(answer, definitions):
    asked = definitions[-1].name
    try:
        values = computed(definitions)
    except (ArithmeticError, ValueError):
        values = None
    near_zero = values and any(0 < abs(value) < 1e-9 for value in values.values())
    assume(not near_zero)  # floating point cannot tell these from zero
    found = answer(number_model(definitions, asked))
    assert found == (None if values is None else {asked: pytest.approx(values[asked], rel=1e-9)})


@FEW
@given(drawn(("and", "or", "not"), ("not",)))
def test_truth_values_are_what_they_are_computed_to_be(answer, definitions):
    definitions[:2] = [Definition(1, "ann", "given", given=1), Definition(2, "bob", "given", given=0)]
    values = {}
    for each in definitions:
        parts = [values[part] for part in each.parts]
        values[each.name] = {"given": bool(each.given), "and": all(parts), "or": any(parts), "not": parts == [False]}[
            each.operation
        ]
    asked = definitions[-1].name
    assert answer(truth_model(definitions, asked)) == {asked: values[asked]}


def test_what_is_not_defined_is_open_where_it_matters(answer):
    defined = [Definition(1, "ann", "root", ("bob",)), Definition(2, "cid", "product", ("ann", "dot"))]
    first, other = answer(number_model(defined, "cid"))
    assert first != other
    zero = Definition(3, "dot", "given", given=0)
    assert answer(number_model([*defined, zero], "cid")) == {"cid": 0}
    truths = [Definition(1, "ann", "or", ("bob", "cid")), Definition(2, "bob", "given", given=1)]
    assert answer(truth_model(truths, "ann")) == {"ann": True}
    assert len(answer(truth_model(truths[:1], "ann"))) == 2


CIRCLE = [
    Definition(1, "ann", "given", given=4),
    Definition(2, "bob", "sum", ("ann", "dot")),
    Definition(3, "cid", "root", ("bob",)),
    Definition(4, "dot", "product", ("cid", "ann")),
    Definition(5, "eve", "sum", ("dot", "ann")),
]


def test_a_cycle_contradicts_itself(clash):
    assert clash(number_model(CIRCLE, "eve")) == (2, 3, 4)
    loop = [Definition(1, "ann", "product", ("ann", "bob")), Definition(2, "bob", "given", given=1)]
    assert clash(number_model(loop, "ann")) == (1,)


@pytest.mark.parametrize("framework", EMITTERS)
def test_a_cycle_of_truth_values_contradicts_itself(clash, framework):
    circle = [
        Definition(1, "ann", "given", given=1),
        Definition(2, "bob", "or", ("ann", "cid")),
        Definition(3, "cid", "and", ("ann", "bob")),
    ]
    assert clash(truth_model(circle, "bob"), framework) == (2, 3)


def test_operations_without_a_result_contradict_their_clues(clash):
    zero = [Definition(1, "ann", "given"), Definition(2, "bob", "given", given=2)]
    assert clash(number_model([*zero, Definition(3, "cid", "quotient", ("bob", "ann"))], "bob")) == (1, 3)
    negative = [Definition(1, "ann", "given", given=-1), Definition(2, "bob", "root", ("ann",))]
    assert clash(number_model(negative, "bob")) == (1, 2)
    twice = [Definition(1, "ann", "given", given=1), Definition(2, "ann", "given", given=2)]
    assert clash(number_model(twice, "ann")) == (1, 2)


def test_equations(answer):
    defined = [Definition(1, "ann", "given", given=2), Definition(2, "bob", "root", ("ann",))]
    found = answer(equations_model(defined, [Equation(3, 1, "bob", 0), Equation(4, 0, 3, "ann")]))
    assert found == {"x": pytest.approx(-2 / 3 * math.sqrt(2), rel=1e-12), "y": pytest.approx(2 / 3, rel=1e-12)}
    assert answer(equations_model([], [Equation(1, 1, 1, 0), Equation(2, 2, 2, 1)])) is None
    assert len(answer(equations_model([], [Equation(1, 1, 1, 0), Equation(2, 2, 2, 0)]))) == 2


def test_roots_of_roots_are_multiplied_in_time(answer):
    """z3's incremental solver would not return."""
    chain = [
        Definition(1, "ann", "given", given=2),
        Definition(2, "bob", "root", ("ann",)),
        Definition(3, "cid", "root", ("bob",)),
        Definition(4, "dot", "given", given=8),
        Definition(5, "eve", "product", ("dot", "ann", "cid", "bob")),
        Definition(6, "fay", "difference", ("dot", "bob", "ann")),
        Definition(7, "gus", "difference", ("fay", "eve", "dot", "bob")),
        Definition(8, "hal", "sum", ("cid", "gus", "eve", "ann")),
    ]
    values = computed(chain)
    assert answer(number_model(chain, "hal")) == {"hal": pytest.approx(values["hal"], rel=1e-9)}


def test_only_smtlib_has_real_numbers():
    for framework in EMITTERS.keys() - {"smtlib"}:
        with pytest.raises(SolventError, match="'value' is a real; use smtlib"):
            emit(number_model(LEAVES, "ann"), framework)
