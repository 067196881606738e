"""Programs over finite domains mean the same to a SAT solver as to z3."""

import itertools
import time

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from solvent.solvers import deduce
from solvent.solvers.engines.deduction.circuit import Circuit
from solvent.solvers.engines.deduction.hitting_sets import bits, hitting_set, minimal
from solvent.solvers.engines.smtlib.finite_domains import FiniteDomains, NotFiniteError
from solvent.solvers.frameworks import load

DECLARED = """
(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)
(declare-datatypes ((C 0)) (((red) (green) (blue))))
(declare-const c C)(declare-const d C)(declare-const b (_ BitVec 2))
(assert (and (<= 1 x 3) (>= y (- 1)) (< y 2)))(assert (<= 0 z))(assert (> 3 z))
"""
NUMBERS = st.recursive(
    st.sampled_from(["x", "y", "z", "0", "2", "(- 1)"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*"]), inner, inner).map(lambda t: f"({' '.join(t)})"),
        inner.map(lambda t: f"(abs {t})"),
        inner.map(lambda t: f"(- {t})"),
        inner.map(lambda t: f"(mod {t} 3)"),
        inner.map(lambda t: f"(div {t} 2)"),
        st.tuples(inner, inner, inner).map(lambda t: f"(ite (< {t[0]} 1) {t[1]} (ite p {t[2]} x))"),
    ),
    max_leaves=5,
)
ATOMS = st.one_of(
    st.tuples(st.sampled_from(["=", "<", "<=", ">", ">=", "distinct"]), NUMBERS, NUMBERS).map(
        lambda t: f"({' '.join(t)})"
    ),
    st.sampled_from(["p", "(= c red)", "(distinct c d green)", "(= b #b10)", "(bvule b #b01)", "(= (ite p c d) blue)"]),
)
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["and", "or", "=>", "xor", "="]), inner, inner).map(lambda t: f"({' '.join(t)})"),
        inner.map(lambda t: f"(not {t})"),
    ),
    max_leaves=4,
)


@settings(max_examples=30, deadline=None)
@given(FORMULAS, NUMBERS)
def test_a_circuit_has_the_solutions_that_z3_finds(formula, number):
    context = z3.Context()
    said = list(z3.parse_smt2_string(f"{DECLARED}(assert {formula})(assert (= {number} {number}))", ctx=context))
    found = FiniteDomains(Circuit(), said[:-2])
    gate, term = found.gate(said[-2]), said[-1].children()[0]
    values = found.values(term)
    background = [found.gate(each) for each in said[:-2]]
    with Solver(name="minisat22", bootstrap_with=[*found.circuit.clauses, *([each] for each in background)]) as sat:
        for holds, value in itertools.product((True, False), [*values, 99]):
            solver = z3.Solver(ctx=context)
            solver.add(*said[:-2], said[-2] if holds else z3.Not(said[-2]), term == value)
            assumed = [gate if holds else -gate, values.get(value, -Circuit.TRUE)]
            assert sat.solve(assumptions=assumed) == (solver.check() == z3.sat)


@pytest.mark.parametrize(
    "text",
    [
        "(declare-const x Int)(assert (> x 1))",
        "(declare-const x Real)(assert (= x 1.5))",
        "(declare-fun f (Int) Int)(assert (= (f 1) 2))",
        "(declare-const a (Array Int Int))(assert (= (select a 1) 2))",
        "(declare-const x Int)(assert (<= 0 x 9000))(assert (= x 3))",
    ],
)
def test_what_is_not_finite_is_said_so(text):
    said = list(z3.parse_smt2_string(text, ctx=z3.Context()))
    found = FiniteDomains(Circuit(), said)
    with pytest.raises(NotFiniteError):
        list(map(found.gate, said))


@pytest.mark.parametrize(("name", "bound", "finite"), [("whole_x", "; clue", True), ("whole_y", "; clue 2", False)])
def test_bounds_that_a_clue_states_are_no_bounds(name, bound, finite):
    framework = load("smtlib")
    stated = f"; clue 1\n(assert (> {name} 2))\n{bound}\n(assert (<= 1 {name} 4))"
    engine = framework.engine(framework.parse(f'(declare-const {name} Int)\n{stated}\n; answer\n; {{"n": "{name}"}}\n'))
    assert (engine.sat_oracle(time.monotonic() + 10) is not None) == finite


@given(st.lists(st.integers(1, 255), max_size=7), st.integers(0, 8))
def test_hitting_sets_are_found_exactly_where_there_are_some(masks, size):
    found = hitting_set(minimal(masks), size)
    every = [sum(1 << bit for bit in some) for k in range(size + 1) for some in itertools.combinations(range(8), k)]
    assert (found is None) == (not any(all(mask & each for mask in masks) for each in every))
    if found is not None:
        assert len(bits(found)) <= size
        assert all(mask & found for mask in masks)


@pytest.mark.needs("minizinc")
def test_integers_of_a_minizinc_program_are_deduced(in_pool):
    text = """array[1..2] of var 1..2: x;
constraint x[1] != x[2];
% clue 1
constraint x[1] = 2;
% answer
% {"a": "x[1]", "b": "x[2]", "both": "x"}
"""
    program = load("minizinc").parse(text)
    found = in_pool(lambda pool: deduce(program, pool=pool))
    assert found.answer["left"] == 0
    told = [fact for step in found.answer["steps"] for fact in step["derives"] if fact["holds"]]
    assert {fact["place"]: fact["value"] for fact in told} == {"/a": 2, "/b": 1}


def test_an_answer_without_places_has_no_steps(in_pool):
    program = load("smtlib").parse(
        '(declare-const x Real)\n; clue 1\n(assert (> x 2))\n; answer\n; {"x": {"$rounded": "x"}}\n'
    )
    found = in_pool(lambda pool: deduce(program, pool=pool))
    assert found.status == "bad_answer"
    assert "no places" in found.message
