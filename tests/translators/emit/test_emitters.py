"""Models mean what brute force finds, in every framework."""

import asyncio
import itertools
import operator
from math import prod

import pytest
from few_examples import few
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers import Pool, SolventError, Status, accepts, load, run, second
from solvent.translators import Puzzle
from solvent.translators.emit import EMITTERS, emit
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Array,
    Choice,
    Comparison,
    Constant,
    ConstraintModel,
    Difference,
    Labels,
    Lookup,
    Product,
    Sum,
    Table,
    Var,
)
from solvent.translators.rules import FRAMEWORKS
from solvent.translators.rules.kinds import kinds, rough_reading

LEAST, MOST = -2, 2
TREES = Array("the tree", (2,), 1, 2, members=("ash|'tree'", "1"))
HOUSES = Array("and", (2,), 1, 2, members=("a", "b"), numbered=True)
ARRAYS = (Array("grid", (1, 2), LEAST, MOST), Array("one", (), 0, 2))
RULES = (None, AllDifferent(TREES.variables))
HEIGHTS = Table("the tree", TREES, (3, -1))
ROWS = Table("tree in row", TREES, (1, 2))
VARIABLES = (Var("grid", (0, 0)), Var("grid", (0, 1)), Var("one"))
DOMAINS = (range(LEAST, MOST + 1), range(LEAST, MOST + 1), range(3))
NAMES = ((0, "none"), (1, "a 'few'"), (2, 7))
ANSWER = {
    "grid": [[*VARIABLES[:2]]],
    "one": Labels(Var("one"), NAMES),
    "text": Constant("it's"),
}
TREE = {"trees": [{"first": Labels(Lookup(ROWS, 1), ((1, "ash"), (2, "fir")))}]}
TEXTS = (
    "Sudoku\n12..\n..12\n2...\n...3",
    "Cryptarithm: TO + GO = OUT",
    "Complete the magic square.\n_ 7 _\n_ 5 1\n_ _ _",
    "Place 6 queens on a 6x6 board so that no two attack each other.",
    'Knights never lie and knaves always lie. Ann says: "Bo is a knave." Bo says: "We are both knaves." Who is what?',
    "Find two numbers whose sum is 15 and whose product is 56.",
    "The code has three different digits.\n7 5 1: no digit is right\n2 3 8: one digit is right, but in the wrong place",
    "A 3-litre jug and a 5-litre jug: what is the smallest number of steps to get exactly 4 litres in one of the jugs?",
    "A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much does the ball cost?",
    "Ada, Bo and Cy stand in a queue. Bo is directly behind Cy. Ada is not first. Who is last?",
    "Names: Ada, Ben\nPets: cat, dog\n\n1. Ada has the cat.",
    "tapvo is true.\nrixve is true if tapvo is false, and false otherwise.\n\nIs rixve true or false?",
    "tapvo is true.\nIf tapvo is true, then rixve is true.\n\nWhat is the value of rixve?",
    "tapvo leads to rixve.\nrixve leads nowhere.\n\nCan one get from rixve to tapvo?",
)
SIGNS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def constraints(numbers):
    """Any constraints about these numbers."""
    several = {"min_size": 1, "max_size": 3}
    terms = st.recursive(
        numbers,
        lambda inner: (
            st.builds(
                lambda kind, items: kind(tuple(items)), st.sampled_from([Sum, Product]), st.lists(inner, **several)
            )
            | st.builds(Difference, inner, inner)
        ),
        max_leaves=4,
    )
    atoms = (
        st.builds(Comparison, terms, st.sampled_from(sorted(SIGNS)), terms)
        | st.builds(lambda items: AllDifferent(tuple(items)), st.lists(terms, **several))
        | st.builds(Apart, terms, terms, st.integers(0, 3), st.booleans())
        | st.builds(Choice, st.sampled_from(["grid", "way 'a'"]), st.booleans())
    )
    nested = lambda inner: st.builds(  # noqa: E731 - as hypothesis wants it
        lambda kind, parts: kind(tuple(parts)), st.sampled_from([AnyOf, AllOf]), st.lists(inner, **several)
    )
    return st.lists(atoms | st.recursive(atoms, nested, max_leaves=4), **several)


PLAIN = st.integers(-3, 3) | st.sampled_from(VARIABLES)
MEMBERS = st.sampled_from([*TREES.variables, *HOUSES.variables])


def value(expression, known):
    match expression:
        case Var():
            return known[expression]
        case Lookup(table, row):
            at = value(row, known)
            return next(n for n, tree in zip(table.amounts, TREES.variables, strict=True) if known[tree] == at)
        case Difference(left, right):
            return value(left, known) - value(right, known)
        case Sum(items):
            return sum(value(item, known) for item in items)
        case Product(items):
            return prod(value(item, known) for item in items)
    return expression


def holds(constraint, known):
    match constraint:
        case Comparison(left, op, right):
            return SIGNS[op](value(left, known), value(right, known))
        case AllDifferent(items):
            values = [value(item, known) for item in items]
            return len(set(values)) == len(values)
        case Apart(left, right, amount, apart):
            return (abs(value(left, known) - value(right, known)) == amount) == apart
        case Choice(name, chosen):
            return known[name] == chosen
        case AnyOf(parts):
            return any(holds(part, known) for part in parts)
        case AllOf(parts):
            return all(holds(part, known) for part in parts)


def answers(stated):
    """By brute force, with all that is true of each."""
    ways = [{"grid": one, "way 'a'": other} for one in (True, False) for other in (True, False)]
    for *values, trees in itertools.product(*DOMAINS, ((1, 2), (2, 1))):
        known = dict(zip((*VARIABLES, *TREES.variables, *HOUSES.variables), (*values, *trees, 1, 2), strict=True))
        if any(all(holds(constraint, known | way) for constraint in stated) for way in ways):
            yield {
                "grid": [[*values[:2]]],
                "one": dict(NAMES)[values[2]],
                "text": "it's",
                "trees": [{"first": "ash" if trees[0] == 1 else "fir"}],
            }


@pytest.fixture(scope="module")
def asked():
    """Puts a question to a program in a pool, which all tests share."""
    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())
        yield lambda question, program, *answer: runner.run(question(program, *answer, pool=pool))
        runner.run(pool.__aexit__(None, None, None))


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_any_model(asked, framework):
    @few(framework, 6)
    @given(stated=constraints(PLAIN))
    def each(stated):
        program = emit(ConstraintModel(ARRAYS, tuple(enumerate(stated, 1)), ANSWER), framework)
        without_trees = [{key: each[key] for key in ANSWER} for each in answers(stated)][::2]
        compare(asked, program, without_trees, [{key: each[key] for key in ANSWER} for each in answers([])][::2])

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_any_model_of_named_members(asked, framework):
    @few(framework, 6)
    @given(stated=constraints(PLAIN | MEMBERS | st.builds(Lookup, st.just(HEIGHTS), st.sampled_from([1, 2]) | MEMBERS)))
    def each(stated):
        model = ConstraintModel((*ARRAYS, TREES, HOUSES), (RULES, *enumerate(stated, 1)), ANSWER | TREE, "what it is")
        compare(asked, emit(model, framework), [*answers(stated)], [*answers([])])

    each()


def compare(asked, program, expected, possible):
    """Asks for an answer and for another one, and tries some that may be right."""
    solver = load(program.framework)
    parsed = solver.parse(solver.render(program)).fragments
    assert [each for each in parsed if each.clue] == [each for each in program.fragments if each.clue]
    first = asked(run, program)
    assert first.status is (Status.SATISFIED if expected else Status.UNSATISFIABLE), first.message
    if not expected:
        return
    assert first.answer in expected
    other = asked(second, program, first.answer)
    assert other.status is (Status.SATISFIED if len(expected) > 1 else Status.UNSATISFIABLE), other.message
    for answer in possible[:: 37 if program.framework == "minizinc" else 19]:
        accepted = asked(accepts, program, answer)
        right = Status.SATISFIED if answer in expected else Status.UNSATISFIABLE
        assert accepted.status is right, (answer, accepted.message)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_product_in_an_answer(asked, framework):
    one = Var("one")
    stated = (AnyOf((Comparison(one, "<", -8), Comparison(one, ">", 8))),)
    program = emit(
        ConstraintModel((Array("one", (), -9, 9),), ((1, *stated),), {"square": Product((one, one))}), framework
    )
    assert asked(run, program).answer == {"square": 81}
    # The other value of the variable would be no other answer.
    assert asked(second, program, {"square": 81}).status is Status.UNSATISFIABLE


def test_what_a_framework_cannot_say():
    """A message that says so, and what to use instead."""
    one = Var("one")
    free = ConstraintModel((Array("one", (), 0, None),), ((1, Comparison(one, ">", 3)),), {"one": one})
    for framework in ("cpmpy", "ortools", "minizinc"):
        with pytest.raises(SolventError, match=r"needs bounds for 'one'.*use smtlib"):
            emit(free, framework)
    assert "(> one 3)" in emit(free, "smtlib").fragments[-1].code
    digit = (Array("one", (), 1, 9),)
    long = ConstraintModel(digit, ((1, Comparison(Product((10**9, one)), "==", 10**9)),), {"one": one})
    with pytest.raises(SolventError, match="too large for MiniZinc; use cpmpy"):
        emit(long, "minizinc")
    assert emit(long, "ortools").framework == "ortools"
    longer = ConstraintModel(digit, ((1, Comparison(Product((one,) * 20), "==", 1)),), {"one": one})
    with pytest.raises(SolventError, match="too large for OR-Tools; use smtlib"):
        emit(longer, "ortools")


@pytest.mark.parametrize(
    "kind",
    [kind for kind in kinds() if not hasattr(kind, "FRAMEWORKS") and kind is not rough_reading],
    ids=lambda kind: kind.KIND,
)
def test_an_unknown_framework_is_named(kind):
    found = next(puzzle for text in TEXTS if (puzzle := kind.decompose(text)) is not None)
    assert isinstance(found, Puzzle)
    with pytest.raises(SolventError, match="do not write 'prolog'; they write smtlib, cpmpy"):
        kind.translate(found, "prolog", "literal")
    assert set(EMITTERS) == set(FRAMEWORKS)
