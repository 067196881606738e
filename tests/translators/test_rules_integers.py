"""Integer models mean what brute force finds, in every framework."""

import asyncio
import itertools
import operator
from math import prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvent.solvers import Pool, SolventError, Status, accepts, load, run, second
from solvent.translators import Puzzle
from solvent.translators.rules import FRAMEWORKS
from solvent.translators.rules.integers import (
    AnyOf,
    Array,
    Compare,
    Constant,
    Different,
    Labels,
    Model,
    Product,
    Sum,
    Var,
    emit,
    emitters,
)
from solvent.translators.rules.kinds import kinds

LEAST, MOST = -2, 2
ARRAYS = (Array("grid", (1, 2), LEAST, MOST), Array("one", (), 0, 2))
VARIABLES = (Var("grid", (0, 0)), Var("grid", (0, 1)), Var("one"))
DOMAINS = (range(LEAST, MOST + 1), range(LEAST, MOST + 1), range(3))
NAMES = ((0, "none"), (1, "a 'few'"), (2, 7))
ANSWER = {"grid": [[*VARIABLES[:2]]], "one": Labels(Var("one"), NAMES), "text": Constant("it's")}
TEXTS = (
    "Sudoku\n12..\n..12\n2...\n...3",
    "Cryptarithm: TO + GO = OUT",
    "Complete the magic square.\n_ 7 _\n_ 5 1\n_ _ _",
    "Place 6 queens on a 6x6 board so that no two attack each other.",
    "Find two numbers whose sum is 15 and whose product is 56.",
    "Names: Ada, Ben\nPets: cat, dog\n\n1. Ada has the cat.",
)
SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}

expressions = st.recursive(
    st.integers(-3, 3) | st.sampled_from(VARIABLES),
    lambda inner: st.builds(
        lambda kind, items: kind(tuple(items)), st.sampled_from([Sum, Product]), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=4,
)
atoms = st.builds(Compare, expressions, st.sampled_from(sorted(SIGNS)), expressions) | st.builds(
    lambda items: Different(tuple(items)), st.lists(expressions, min_size=1, max_size=3)
)
constraints = atoms | st.recursive(
    atoms,
    lambda inner: st.builds(lambda some: AnyOf(tuple(some)), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=4,
)


def value(expression, known):
    match expression:
        case Var():
            return known[expression]
        case Sum(items):
            return sum(value(item, known) for item in items)
        case Product(items):
            return prod(value(item, known) for item in items)
    return expression


def holds(constraint, known):
    match constraint:
        case Compare(left, op, right):
            return SIGNS[op](value(left, known), value(right, known))
        case Different(items):
            values = [value(item, known) for item in items]
            return len(set(values)) == len(values)
        case AnyOf(options):
            return any(holds(option, known) for option in options)


def answers(stated):
    """By brute force."""
    for values in itertools.product(*DOMAINS):
        known = dict(zip(VARIABLES, values, strict=True))
        if all(holds(constraint, known) for constraint in stated):
            yield {"grid": [[*values[:2]]], "one": dict(NAMES)[values[2]], "text": "it's"}


@pytest.fixture(scope="module")
def asked():
    """Puts a question to a program in a pool, which all tests share."""
    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())
        yield lambda question, program, *answer: runner.run(question(program, *answer, pool=pool))
        runner.run(pool.__aexit__(None, None, None))


@pytest.mark.parametrize("framework", FRAMEWORKS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(stated=st.lists(constraints, min_size=1, max_size=3))
def test_any_model(asked, framework, stated):
    program = emit(Model(ARRAYS, tuple(enumerate(stated, 1)), ANSWER), framework)
    solver = load(framework)
    assert solver.parse(solver.render(program)).fragments == program.fragments
    expected = list(answers(stated))
    first = asked(run, program)
    assert first.status is (Status.SATISFIED if expected else Status.UNSATISFIABLE), first.message
    if not expected:
        return
    assert first.answer in expected
    other = asked(second, program, first.answer)
    assert other.status is (Status.SATISFIED if len(expected) > 1 else Status.UNSATISFIABLE), other.message
    for answer in [*answers([])][:: 37 if framework == "minizinc" else 19]:
        accepted = asked(accepts, program, answer)
        right = Status.SATISFIED if answer in expected else Status.UNSATISFIABLE
        assert accepted.status is right, (answer, accepted.message)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_product_in_an_answer(asked, framework):
    one = Var("one")
    stated = (AnyOf((Compare(one, "<", -8), Compare(one, ">", 8))),)
    program = emit(Model((Array("one", (), -9, 9),), ((1, *stated),), {"square": Product((one, one))}), framework)
    assert asked(run, program).answer == {"square": 81}
    # The other value of the variable would be no other answer.
    assert asked(second, program, {"square": 81}).status is Status.UNSATISFIABLE


def test_what_a_framework_cannot_say():
    """A message that says so, and what to use instead."""
    one = Var("one")
    free = Model((Array("one", (), 0, None),), ((1, Compare(one, ">", 3)),), {"one": one})
    for framework in ("cpmpy", "ortools", "minizinc"):
        with pytest.raises(SolventError, match=r"needs bounds for 'one'.*use smtlib"):
            emit(free, framework)
    assert "(> one 3)" in emit(free, "smtlib").fragments[-1].code
    digit = (Array("one", (), 1, 9),)
    long = Model(digit, ((1, Compare(Product((10**9, one)), "==", 10**9)),), {"one": one})
    with pytest.raises(SolventError, match="too large for MiniZinc; use cpmpy"):
        emit(long, "minizinc")
    assert emit(long, "ortools").framework == "ortools"
    longer = Model(digit, ((1, Compare(Product((one,) * 20), "==", 1)),), {"one": one})
    with pytest.raises(SolventError, match="too large for OR-Tools; use smtlib"):
        emit(longer, "ortools")


@pytest.mark.parametrize(
    "kind", [kind for kind in kinds() if not hasattr(kind, "FRAMEWORKS")], ids=lambda kind: kind.KIND
)
def test_an_unknown_framework_is_named(kind):
    found = next(puzzle for text in TEXTS if (puzzle := kind.decompose(text)) is not None)
    assert isinstance(found, Puzzle)
    with pytest.raises(SolventError, match="do not write 'prolog'; they write smtlib, cpmpy"):
        kind.translate(found, "prolog", "literal")
    assert set(emitters()) == set(FRAMEWORKS)
