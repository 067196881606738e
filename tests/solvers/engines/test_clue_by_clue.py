"""What each clue by itself allows, and in which clues two programs differ: compared with trying everything."""

import asyncio
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Status, disagrees, run_on, samples

SLOW = Limits(seconds=60)
# Clue 1 has a variable of its own, clue 3 is about what no answer shows, and the answer does not show all of clue 2.
PROGRAMS = {
    "cpmpy": """\
import cpmpy as cp
x, y = cp.intvar(1, 6, shape=2)
hidden, idle = cp.intvar(1, 3, shape=2)
model += x != y
with clue(1):
    gap = cp.intvar(0, 9)
    model += gap == abs(x - y)
    model += gap <= 2
with clue(2):
    model += x == 2 * hidden
with clue(3):
    model += idle == 2
answer = {"x": x, "y": y}
""",
    "ortools": """\
x, y = [model.new_int_var(1, 6, name) for name in "xy"]
hidden, idle = [model.new_int_var(1, 3, name) for name in ("hidden", "idle")]
model.add(x != y)
with clue(1):
    gap = model.new_int_var(0, 9, "gap")
    model.add_abs_equality(gap, x - y)
    model.add(gap <= 2)
with clue(2):
    model.add(x == 2 * hidden)
with clue(3):
    model.add(idle == 2)
answer = {"x": x, "y": y}
""",
    "smtlib": """\
(declare-const x Int)
(declare-const y Int)
(declare-const hidden Int)
(declare-const idle Int)
(assert (and (<= 1 x 6) (<= 1 y 6) (<= 1 hidden 3) (distinct x y)))
; clue 1
(declare-const gap Int)
(assert (= gap (abs (- x y))))
(assert (<= gap 2))
; clue 2
(assert (= x (* 2 hidden)))
; clue 3
(assert (= idle 2))
; answer
; {"x": "x", "y": "y"}
""",
    "minizinc": """\
var 1..6: x;
var 1..6: y;
var 1..3: hidden;
var 1..3: idle;
constraint x != y;
% clue 1
var 0..9: gap;
constraint gap = abs(x - y);
constraint gap <= 2;
% clue 2
constraint x = 2 * hidden;
% clue 3
constraint idle = 2;
% answer
% {"x": "x", "y": "y"}
""",
}
PAIRS = [{"x": x, "y": y} for x, y in itertools.product(range(1, 7), repeat=2)]
STRONGER = {
    "cpmpy": ("gap <= 2", "gap <= 1"),
    "ortools": ("gap <= 2", "gap <= 1"),
    "smtlib": ("(<= gap 2)", "(<= gap 1)"),
}


def clues_of(x, y):
    return {"1": abs(x - y) <= 2, "2": x % 2 == 0, "3": True}


def parsed(framework, text=None):
    return solvers.load(framework).parse(text or PROGRAMS[framework])


@pytest.mark.parametrize("framework", ["cpmpy", "ortools", "smtlib"])
async def test_samples_are_answers_of_the_background_and_say_what_clues_allow_them(pool, framework):
    outcome = await samples(parsed(framework), pool=pool, limits=SLOW)
    assert outcome.status is Status.SATISFIED
    found = [each["answer"] for each in outcome.answer]
    assert len({str(each) for each in found}) == len(found) >= 4
    assert all(each in PAIRS and each["x"] != each["y"] for each in found)
    for each in outcome.answer:
        right = clues_of(**each["answer"])
        # A clue about what an answer does not show may be open, but is never called wrong.
        assert set(each["clues"]) == set(right)
        assert all(said is right[clue] or (said is None and clue == "2") for clue, said in each["clues"].items())
    assert {each["clues"]["1"] for each in outcome.answer} == {True, False}


async def test_minizinc_gives_no_samples(pool, framework):
    outcome = await samples(parsed(framework), pool=pool, limits=SLOW)
    assert outcome.status is Status.SATISFIED
    assert (outcome.answer == []) is (framework == "minizinc")


async def test_each_clue_that_judges_a_sample_otherwise_is_named(pool, framework):
    """In MiniZinc, a clue with a variable of its own is not looked into if the other program excludes the answer."""
    asked = [{"answer": {"x": x, "y": y}, "clues": {"1": False, "2": True}} for x, y in ((2, 1), (5, 1), (3, 4))]
    outcome = await disagrees(parsed(framework), asked, pool=pool, limits=SLOW)
    near = {} if framework == "minizinc" else {"1": True}
    assert outcome.answer == [near, {"2": False}, {**near, "2": False}]


async def test_what_the_other_program_does_not_state_it_allows(pool, framework):
    outcome = await disagrees(parsed(framework), [{"answer": {"x": 2, "y": 6}, "clues": {}}], pool=pool, limits=SLOW)
    assert outcome.answer == [{"1": False}]


async def test_what_the_other_program_leaves_open_counts_as_refused(pool, framework):
    asked = [{"answer": {"x": x, "y": 1}, "clues": {"1": False, "2": None, "3": None}} for x in (5, 6)]
    outcome = await disagrees(parsed(framework), asked, pool=pool, limits=SLOW)
    assert [each.pop("3") for each in outcome.answer] == [True, True]
    assert outcome.answer[0] == {}


async def test_what_the_background_excludes_is_not_judged(pool, framework):
    asked = [{"answer": answer, "clues": {"1": False}} for answer in ({"x": 2, "y": 2}, {"x": 7, "y": 2}, {"z": 1}, 3)]
    outcome = await disagrees(parsed(framework), asked, pool=pool, limits=SLOW)
    assert outcome.answer == [None] * len(asked)


@pytest.mark.parametrize("framework", STRONGER)
async def test_two_programs_differ_where_one_says_more(pool, framework):
    other = parsed(framework, PROGRAMS[framework].replace(*STRONGER[framework]))
    mine = await samples(parsed(framework), pool=pool, limits=SLOW)
    same, different = [
        await disagrees(each, mine.answer, pool=pool, limits=SLOW) for each in (parsed(framework), other)
    ]
    for sample, none, some in zip(mine.answer, same.answer, different.answer, strict=True):
        open_ones = {clue for clue, said in sample["clues"].items() if said is None}
        assert set(none) <= open_ones
        narrow = abs(sample["answer"]["x"] - sample["answer"]["y"]) == 2
        assert {clue: said for clue, said in some.items() if clue not in open_ones} == ({"1": False} if narrow else {})


@pytest.mark.parametrize("framework", ["cpmpy", "smtlib"])
async def test_samples_are_judged_in_the_process_that_finds_the_answer(pool, framework):
    asked = [{"answer": {"x": 2, "y": 6}, "clues": {}}]
    text = PROGRAMS[framework].replace("idle == 2", "idle + 0 * x == 2")
    first, more = await run_on(
        parsed(framework, text), ("disagrees", "samples", "bearing"), asked, pool=pool, limits=SLOW
    )
    assert first.status is Status.SATISFIED
    assert more["disagrees"].answer == [{"1": False}]
    assert more["samples"].answer
    assert more["bearing"].stated == (1, 2, 3)


@pytest.mark.needs("minizinc")
async def test_a_predicate_that_cannot_be_negated_is_judged_all_the_same(pool):
    text = PROGRAMS["minizinc"].replace(
        "constraint x = 2 * hidden;",
        "predicate even(var int: a) = let {var 1..3: half; constraint a = 2 * half} in true;\nconstraint even(x);",
    )
    asked = [{"answer": {"x": x, "y": 1}, "clues": {"1": True, "2": True}} for x in (2, 3)]
    outcome = await disagrees(parsed("minizinc", text), asked, pool=pool, limits=SLOW)
    assert outcome.answer == [{}, {"2": False}]


@pytest.fixture(scope="module")
def ask():
    """Asks from a test that is no coroutine, as hypothesis wants it."""
    with asyncio.Runner() as runner:
        running = solvers.Pool(workers=1)
        runner.run(running.__aenter__())
        yield lambda question, *given: runner.run(question(*given, pool=running, limits=SLOW))
        runner.run(running.__aexit__(None, None, None))


TERMS = ("x", "y", "x + y", "x - y", "2 * x", "1", "2", "3")
comparisons = st.tuples(st.sampled_from(TERMS[:5]), st.sampled_from(("==", "!=", "<", "<=")), st.sampled_from(TERMS))
clauses = st.tuples(comparisons, st.sampled_from("|&^"), comparisons).map(
    lambda drawn: f"({' '.join(drawn[0])}) {drawn[1]} ({' '.join(drawn[2])})"
)


@settings(max_examples=40)
@given(background=comparisons.map(" ".join), mine=clauses, theirs=clauses)
def test_differences_are_those_that_trying_everything_finds(ask, background, mine, theirs):
    def program(clue):
        return parsed(
            "cpmpy",
            f"import cpmpy as cp\nx, y = cp.intvar(1, 3, shape=2)\nmodel += {background}\nwith clue(1):\n"
            f"    model += {clue}\nanswer = {{'x': x, 'y': y}}",
        )

    allowed = [values for values in PAIRS if max(values.values()) < 4 and eval(background, {}, values)]
    sampled = ask(samples, program(mine)).answer
    assert all(each["answer"] in allowed for each in sampled)
    for sample, differing in zip(sampled, ask(disagrees, program(theirs), sampled).answer, strict=True):
        here, there = (bool(eval(clue, {}, sample["answer"])) for clue in (theirs, mine))
        assert sample["clues"].get("1", True) is there
        assert differing == ({} if here == there else {"1": here})
