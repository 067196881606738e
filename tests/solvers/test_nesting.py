"""Answers that nest deep, or hold what is no JSON, end as an outcome with a reason in every framework."""

import pytest

from solvent.solvers import Program, load, run

LEVELS = (90, 150, 300, 900)
START = {
    "smtlib": "(declare-const x Int)\n(assert (= x 1))\n; answer\n; ",
    "minizinc": "var 1..1: x;\n% answer\n% ",
    "cpmpy": "import cpmpy as cp\n"
    "x = cp.intvar(1, 1)\nmodel += x == 1\nanswer = x\nfor _ in range({}):\n    answer = [answer]\n",
    "ortools": "x = model.new_int_var(1, 1, 'x')\nanswer = x\nfor _ in range({}):\n    answer = [answer]\n",
}


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("framework", START)
async def test_a_template(pool, framework, levels):
    nested = "[" * levels + '"x"' + "]" * levels
    text = START[framework].format(levels) if "{}" in START[framework] else START[framework] + nested
    outcome = await run(load(framework).parse(text), pool=pool)
    if levels == 90:
        assert outcome.status.solved, outcome.message
        return
    assert not outcome.status.solved
    assert "deep" in outcome.message or "recursion" in outcome.message, outcome


@pytest.mark.parametrize("levels", LEVELS)
async def test_what_a_script_prints(pool, levels):
    text = f"""print('{{"a":' * {levels} + '1' + '}}' * {levels})"""
    outcome = await run(Program(framework="cpmpy", preamble=text, contract="script"), pool=pool)
    assert outcome.status.solved == (levels <= 100), outcome
    assert outcome.status.solved or "deep" in outcome.message


@pytest.mark.parametrize("printed", ['{"a": NaN}', '{"a": 1e999}', '{"a": -Infinity}', '{"a": ' + "9" * 2000 + "}"])
async def test_numbers_that_a_script_makes_up(pool, printed):
    outcome = await run(Program(framework="cpmpy", preamble=f"print({printed!r})", contract="script"), pool=pool)
    assert outcome.status == "bad_answer", outcome


async def test_halves_of_characters_that_a_script_prints(pool):
    text = """print('{"a": "\\\\ud800"}')"""
    outcome = await run(Program(framework="cpmpy", preamble=text, contract="script"), pool=pool)
    assert outcome.answer == {"a": "?"}, outcome
