"""Whether an answer rests on the clues, and all answers: the two questions of the acceptance gate."""

import asyncio
import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Status, bearing, run_then

# Clues 1 and 2 say something; 3 speaks of nothing that the answer depends on, 4 is always true, 5 is true by the
# bounds, 6 only names a value, 7 says something by way of a variable of its own, 8 repeats what holds anyway.
PROGRAMS = {
    "cpmpy": """\
import cpmpy as cp
x, y = cp.intvar(1, 6, shape=2)
idle = cp.intvar(0, 9)
model += x != y
model += idle + 0 * x >= 0
with clue(1):
    model += x == 3
with clue(2):
    model += y == x + 1
with clue(3):
    model += idle > 5
with clue(4):
    model += (x < y) | (x >= y)
with clue(5):
    model += x + y <= 12
with clue(6):
    twice = cp.intvar(0, 12)
    model += twice == 2 * x
with clue(7):
    gap = cp.intvar(0, 9)
    model += gap == abs(x - y)
    model += gap <= 2
with clue(8):
    model += x != y
answer = {"x": x, "y": y}
""",
    "ortools": """\
x, y = [model.new_int_var(1, 6, name) for name in "xy"]
idle = model.new_int_var(0, 9, "idle")
model.add(x != y)
model.add(idle + 0 * x >= 0)
with clue(1):
    model.add(x == 3)
with clue(2):
    model.add(y == x + 1)
with clue(3):
    model.add(idle > 5)
with clue(4):
    less = model.new_bool_var("less")
    model.add(x < y).only_enforce_if(less)
    model.add(x >= y).only_enforce_if(~less)
with clue(5):
    model.add(x + y <= 12)
with clue(6):
    twice = model.new_int_var(0, 12, "twice")
    model.add(twice == 2 * x)
with clue(7):
    gap = model.new_int_var(0, 9, "gap")
    model.add_abs_equality(gap, x - y)
    model.add(gap <= 2)
with clue(8):
    model.add_all_different([x, y])
answer = {"x": x, "y": y}
""",
    "smtlib": """\
(declare-const x Int)
(declare-const y Int)
(declare-const idle Int)
(assert (and (<= 1 x 6) (<= 1 y 6) (distinct x y)))
; clue 1
(assert (= x 3))
; clue 2
(assert (! (= y (+ x 1)) :named next))
; clue 3
(assert (> idle 5))
; clue 4
(assert (or (< x y) (>= x y)))
; clue 5
(assert (<= (+ x y) 12))
; clue 6
(declare-const twice Int)
(assert (= twice (* 2 x)))
; clue 7
(declare-const gap Int)
(assert (= gap (ite (< x y) (- y x) (- x y))))
(assert (<= gap 2))
; clue 8
(assert (distinct x y))
; answer
; {"x": "x", "y": "y"}
""",
    "minizinc": """\
var 1..6: x;
var 1..6: y;
var 0..9: idle;
constraint x != y;
% clue 1
constraint x = 3;
% clue 2
constraint :: "next" y = x + 1;
% clue 3
constraint idle > 5;
% clue 4
constraint x < y \\/ x >= y;
% clue 5
constraint x + y <= 12;
% clue 6
var 0..12: twice;
constraint twice = 2 * x;
% clue 7
var 0..9: gap;
constraint gap = abs(x - y);
constraint gap <= 2;
% clue 8
constraint x != y;
% answer
% {"x": "x", "y": "y"}
""",
}
# The answer is told by way of sums over comparisons, far from the variables that the clues speak of.
BY_SUMS = """\
import cpmpy as cp
place = cp.intvar(1, 3, shape=3)
with clue(1):
    model += cp.AllDifferent(place)
with clue(2):
    model += place[0] == 1
with clue(3):
    model += place[1] > place[2]
answer = [labelled(cp.sum([i * (place[i] == p) for i in range(3)]), list("abcd")) for p in (1, 2, 3)]
"""
ANSWER = {"x": 3, "y": 4}
SLOW = Limits(seconds=60)


def program(framework, text=None, *, clues=None):
    whole = solvers.load(framework).parse(text or PROGRAMS[framework])
    if clues is None:
        return whole
    kept = tuple(part for part in whole.fragments if part.clue in (None, *clues))
    return whole.model_copy(update={"fragments": kept})


async def test_clues_that_exclude_nothing_are_named(pool, framework):
    outcome = await bearing(program(framework), ANSWER, pool=pool, limits=SLOW)
    assert outcome.status is Status.SATISFIED, outcome.message
    assert outcome.stated == (1, 2, 3, 4, 5, 6, 7, 8)
    assert outcome.vacuous == (3, 4, 5, 6, 8)
    # Only the last of them says something where the background does not say it already; bounds may be of either kind.
    assert set(outcome.trivial) - {5} == {3, 4, 6}


async def test_what_leads_to_the_answer_over_several_constraints_bears_on_it(pool):
    outcome = await bearing(program("cpmpy", BY_SUMS), ["a", "c", "b"], pool=pool, limits=SLOW)
    assert (outcome.stated, outcome.vacuous) == ((1, 2, 3), ())


async def test_a_clue_that_others_imply_is_not_vacuous(pool, framework):
    """Redundant clues are no evidence against an answer: only the background counts."""
    outcome = await bearing(program(framework, clues=(1, 2, 7)), ANSWER, pool=pool, limits=SLOW)
    assert outcome.vacuous == ()


IN_THE_BACKGROUND = {
    "cpmpy": "x = cp.intvar(1, 6)\nmodel += x == 3\nwith clue(1):\n    model += x < 5\nanswer = {'x': x}",
    "ortools": "x = model.new_int_var(3, 3, 'x')\nwith clue(1):\n    model.add(x < 5)\nanswer = {'x': x}",
    "smtlib": '(declare-const x Int)\n(assert (= x 3))\n; clue 1\n(assert (< x 5))\n; answer\n; {"x": "x"}',
    "minizinc": 'var 1..6: x = 3;\n% clue 1\nconstraint x < 5;\n% answer\n% {"x": "x"}',
}
CONSTANT = {
    "cpmpy": "x = cp.intvar(1, 6)\nwith clue(1):\n    model += x < 5\nanswer = {'x': x - x + 3}",
    "ortools": "x = model.new_int_var(1, 6, 'x')\nwith clue(1):\n    model.add(x < 5)\nanswer = {'x': 3}",
    "smtlib": '(declare-const x Int)\n; clue 1\n(assert (< x 5))\n; answer\n; {"x": "(+ 3 (* 0 x))"}',
    "minizinc": 'var 1..6: x;\n% clue 1\nconstraint x < 5;\n% answer\n% {"x": 3}',
}
IDLE_AIM = {
    "cpmpy": "x = cp.intvar(1, 6)\nwith clue(1):\n    model += x == 3\n"
    "objectives = [minimize(0 * x)]\nanswer = {'x': x}",
    "ortools": "x = model.new_int_var(1, 6, 'x')\nwith clue(1):\n    model.add(x == 3)\n"
    "objectives = [minimize(x - x)]\nanswer = {'x': x}",
    "smtlib": '(declare-const x Int)\n; clue 1\n(assert (= x 3))\n; minimize (* 0 x)\n; answer\n; {"x": "x"}',
    "minizinc": 'var 1..6: x;\n% clue 1\nconstraint x = 3;\n% minimize 0 * x\n% answer\n% {"x": "x"}',
}
SHARED = {
    "cpmpy": "x = cp.intvar(1, 6)\nwith clue(1):\n    model += x < 3\n"
    "answer = {'x': labelled(x, [0, 3, 3, 4, 5, 6, 7])}",
    "ortools": "x = model.new_int_var(1, 6, 'x')\nwith clue(1):\n    model.add(x < 3)\n"
    "answer = {'x': labelled(x, [0, 3, 3, 4, 5, 6, 7])}",
    "smtlib": "(declare-const x Int)\n(assert (<= 1 x 3))\n; clue 1\n(assert (< x 3))\n; answer\n"
    '; {"x": {"$label": "x", "$of": {"1": 3, "2": 3, "3": 4}}}',
    "minizinc": "var 1..3: x;\n% clue 1\nconstraint x < 3;\n% answer\n"
    '% {"x": {"$label": "x", "$of": {"1": 3, "2": 3, "3": 4}}}',
}
FIXED = {"labels": SHARED, "background": IN_THE_BACKGROUND, "template": CONSTANT, "objective": IDLE_AIM}


@pytest.mark.parametrize("lie", FIXED)
async def test_what_no_decision_depends_on_is_told(pool, framework, lie):
    text = FIXED[lie][framework]
    if framework == "cpmpy":
        text = f"import cpmpy as cp\n{text}"
    outcome = await bearing(program(framework, text), {"x": 3}, pool=pool, limits=SLOW)
    assert outcome.status is Status.UNSATISFIABLE, outcome
    told = {"objective": "an objective has one value", "labels": "share a label"}
    assert told.get(lie, "the background alone") in outcome.message


EVERY = {
    "cpmpy": "import cpmpy as cp\nx, y = cp.intvar(1, 12, shape=2)\nidle = cp.boolvar()\nmodel += x * y == 24\n"
    "model += x <= y\nanswer = {'x': x, 'y': y}",
    "ortools": "x, y = [model.new_int_var(1, 12, name) for name in 'xy']\nidle = model.new_bool_var('')\n"
    "model.add_multiplication_equality(24, [x, y])\nmodel.add(x <= y)\nanswer = {'x': x, 'y': y}",
    "smtlib": "(declare-const x Int)\n(declare-const y Int)\n(declare-const idle Bool)\n"
    '(assert (and (<= 1 x y 12) (= (* x y) 24)))\n; answer\n; {"x": "x", "y": "y"}',
    "minizinc": "var 1..12: x;\nvar 1..12: y;\nvar bool: idle;\nconstraint x * y = 24 /\\ x <= y;\n"
    '% answer\n% {"x": "x", "y": "y"}',
}
PAIRS = [{"x": 2, "y": 12}, {"x": 3, "y": 8}, {"x": 4, "y": 6}]


async def test_all_answers_come_in_order_and_once(pool, framework):
    first, every = await run_then(program(framework, EVERY[framework]), "every", pool=pool, limits=SLOW)
    assert first.answer in PAIRS
    assert (every.status, every.answer) == (Status.SATISFIED, PAIRS)


@pytest.mark.parametrize("framework", ["cpmpy", "smtlib"])
async def test_of_very_many_answers_a_thousand_are_listed(pool, framework):
    text = EVERY[framework].replace("12", "50").replace("model += x * y == 24\n", "").replace("(= (* x y) 24)", "true")
    _, every = await run_then(program(framework, text), "every", pool=pool, limits=SLOW)
    assert every.status is Status.UNKNOWN
    assert len({str(answer) for answer in every.answer}) == len(every.answer) == 1000
    assert every.answer == sorted(every.answer, key=lambda answer: (answer["x"], answer["y"]))
    assert "1,000 answers" in every.message


async def test_an_answer_that_no_values_give_is_refused(pool):
    outcome = await bearing(program("smtlib"), {"x": 3}, pool=pool)
    assert outcome.status is Status.BAD_ANSWER


# Against brute force: two variables of three values, a background and a clue of two comparisons each.
TERMS = ("x", "y", "x + y", "x - y", "2 * x", "1", "2", "3")
OPS = ("==", "!=", "<", "<=")


@pytest.fixture(scope="module")
def ask():
    """Asks from a test that is no coroutine, as hypothesis wants it."""
    with asyncio.Runner() as runner:
        running = solvers.Pool(workers=1)
        runner.run(running.__aenter__())
        yield lambda *given: runner.run(bearing(*given, pool=running, limits=SLOW))
        runner.run(running.__aexit__(None, None, None))


comparisons = st.tuples(st.sampled_from(TERMS[:5]), st.sampled_from(OPS), st.sampled_from(TERMS)).map(" ".join)
VALUES = [{"x": x, "y": y} for x, y in itertools.product(range(1, 4), repeat=2)]


def holding(*conditions):
    return [values for values in VALUES if all(eval(each, {}, values) for each in conditions)]


@settings(max_examples=40)
@example(background="x <= y", one="x == x", other="2 * x < y", joined="^")
@example(background="x != x + y", one="x + y == x + y", other="x - y == 2", joined="^")
@given(background=comparisons, one=comparisons, other=comparisons, joined=st.sampled_from("|&^"))
def test_what_a_clue_excludes_is_what_trying_everything_finds(ask, background, one, other, joined):
    clue = f"({one}) {joined} ({other})"
    allowed, left = holding(background), holding(background, clue)
    if not left:
        return
    text = (
        f"import cpmpy as cp\nx, y = cp.intvar(1, 3, shape=2)\nmodel += {background}\nwith clue(1):\n"
        f"    model += {clue}\nanswer = {{'x': x, 'y': y}}"
    )
    outcome = ask(program("cpmpy", text), left[0])
    if len(allowed) == 1:
        assert outcome.status is Status.UNSATISFIABLE
    else:
        assert outcome.status is Status.SATISFIED
        assert outcome.vacuous == (() if len(left) < len(allowed) else (1,))
