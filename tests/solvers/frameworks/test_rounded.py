"""Real numbers in an answer: shown as decimals, and told apart up to rounding."""

import math

import pytest

from solvent.solvers import Status, accepts, count, must, run, second
from solvent.solvers.frameworks import minizinc, smtlib


def program(stated, answer='{"x": {"$rounded": "x"}}'):
    return smtlib.parse(f"(declare-const x Real)\n; clue 1\n(assert {stated})\n; answer\n; {answer}\n")


VALUES = [
    ("(= x 3.0)", 3),
    ("(= (* x 11.0) 6.0)", 6 / 11),
    ("(= (* x 8.0) (- 3.0))", -0.375),
    ("(and (= (* x x) 2.0) (> x 0.0))", math.sqrt(2)),
    ("(and (= (* x x) 2.0) (< x 0.0))", -math.sqrt(2)),
    ("(and (= (* x x) (/ 1.0 1" + "0" * 80 + "1.0)) (> x 0.0))", 3.162277660168379e-41),
    ("(= x 1" + "0" * 320 + ".5)", 10**320),
    ("(= (* x 1" + "0" * 400 + ".0) 1.0)", 0),
]


@pytest.mark.parametrize(("stated", "value"), VALUES)
async def test_a_real_number_is_shown_as_the_nearest_decimal(pool, stated, value):
    outcome = await run(program(stated), pool=pool)
    assert outcome.status is Status.SATISFIED, outcome
    assert outcome.answer == {"x": value}
    assert (await second(program(stated), outcome.answer, pool=pool)).status is Status.UNSATISFIABLE
    assert (await accepts(program(stated), outcome.answer, pool=pool)).status is Status.SATISFIED
    assert (await must(program(stated), outcome.answer, pool=pool)).status is Status.SATISFIED


async def test_answers_differ_by_more_than_rounding(pool):
    """Of three values, two are the same up to rounding."""
    text = program("(or (= (* x x) 2.0) (= x 1.4142135623731) (= x 1.4142135623))")
    assert (await count(text, {"x": None}, most=9, pool=pool)).answer == 3
    first = (await run(text, pool=pool)).answer
    other = await second(text, first, pool=pool)
    assert other.status is Status.SATISFIED
    assert abs(other.answer["x"] - first["x"]) > 1e-11
    for near, status in ((1.4142135623731, Status.SATISFIED), (1.41421356239, Status.UNSATISFIABLE)):
        assert (await accepts(text, {"x": near}, pool=pool)).status is status


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ('{"x": "x"}', Status.BAD_ANSWER, "$rounded"),
        ('{"x": "x", "y": {"$rounded": "x"}}', Status.BAD_ANSWER, "$rounded"),
        ('{"x": {"$rounded": "(> x 0.0)"}}', Status.SYNTAX_ERROR, "only a Real"),
        ('{"x": {"$rounded": "x", "to": 3}}', Status.SYNTAX_ERROR, "$rounded"),
    ],
)
async def test_what_cannot_be_shown_is_told(pool, answer, status, said):
    outcome = await run(program("(= (* x x) 2.0)", answer), pool=pool)
    assert outcome.status is status, outcome
    assert said in outcome.message


async def test_a_term_of_constants_may_be_irrational(pool):
    text = program("(> x 0.0)", '{"root": {"$rounded": "(^ 2.0 0.5)"}}')
    outcome = await run(text, pool=pool)
    assert outcome.answer == {"root": math.sqrt(2)}, outcome
    assert (await second(text, outcome.answer, pool=pool)).status is Status.UNSATISFIABLE


@pytest.mark.needs("minizinc")
async def test_minizinc_does_not_round(pool):
    text = 'var 1..3: x;\n% answer\n% {"x": {"$rounded": "x"}}\n'
    outcome = await run(minizinc.parse(text), pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR
    assert "$rounded" in outcome.message
