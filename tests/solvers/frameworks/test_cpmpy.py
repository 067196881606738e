"""What is special about CPMpy: Python code that adds to a model."""

from contextlib import nullcontext

import pytest

from solvent.solvers import Fragment, Objective, Status, accepts, conflict, run
from solvent.solvers.frameworks import cpmpy


def test_a_tail_is_taken_out_only_where_that_changes_nothing():
    tail = cpmpy.parse("x = 1\nobjectives = [minimize(x + 1), maximize(\n  x)]\nanswer = {'x': x}\n")
    assert tail.preamble == "x = 1"
    assert tail.answer == "{'x': x}"
    assert tail.objectives == (Objective(sense="minimize", term="x + 1"), Objective(sense="maximize", term="x"))
    early = cpmpy.parse("x = 1\nanswer = {'x': x}\nx = 2\n")
    assert early.answer == ""
    assert "answer" in early.preamble
    assert cpmpy.parse("model.minimize(x)\nanswer = x\n").objectives == (Objective(sense="minimize", term="x"),)
    assert cpmpy.parse("answer = (\n  x +\n  1\n)\n").answer == "(x +\n  1)"


def test_blocks_keep_texts_of_several_lines():
    text = 'with clue(1):\n    s = """a\n  b\n    c"""\n    model += x > len(s)\nanswer = x\n'
    program = cpmpy.parse(text)
    space = {}
    exec("s = None\n" + program.fragments[0].code.split("model")[0], space)
    assert space["s"] == "a\n  b\n    c"
    again = cpmpy.parse(cpmpy.render(program))
    assert again == program


@pytest.mark.parametrize(
    "text",
    [
        "x = (" * 300 + ")" * 300,
        "answer = " + "-" * 5000 + "1",
        "s = 'a\\d'\nwith clue(1):\n    # nothing yet\n    pass\nanswer = s\n",
        "s = 'a\x0cb\u2028c'\nwith clue(1):\n    t = 'd'\nanswer = s + t\n",
        "with clue(2): a = 1; b = 2\nanswer = [a, b]\n",
    ],
)
def test_odd_texts_are_read_and_written(text):
    program = cpmpy.parse(text)
    assert cpmpy.parse(cpmpy.render(program)) == program


def test_a_clue_of_comments_is_still_a_block():
    program = cpmpy.parse("answer = 1\n")
    program = program.model_copy(update={"fragments": (Fragment(clue=3, code="# it says nothing"),)})
    space = {"clue": nullcontext}
    exec(cpmpy.render(program), space)
    assert space["answer"] == 1


LOOP = """
from cpmpy import *

model = Model()
x = intvar(0, 9, shape=4)
for i in range(1, 4):
    with clue(i):
        model += x[i - 1] > x[i]
with clue(9):
    model += all(x >= 1)
    with clue(8):
        model += [x[3] >= 6, x[0] <= 8]
answer = x
"""


async def test_clues_in_loops_are_attributed(pool):
    outcome = await conflict(cpmpy.parse(LOOP), pool=pool)
    assert outcome.status is Status.UNSATISFIABLE, outcome
    assert outcome.conflict == (1, 2, 3, 8)


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("s = '\ud800'", Status.SYNTAX_ERROR, "no Python text"),
        ("model.minimize(x)\nx = 3", Status.BLOCKED, "line 3, column 1: state the objective"),
        ("model.solveAll()", Status.BLOCKED, "line 3, column 1: solving is not"),
        ("import sys; sys.exit(3)", Status.RUNTIME_ERROR, "line 3, column 13: SystemExit: 3"),
        ("def f():\n  return 1 // 0\nf()", Status.RUNTIME_ERROR, "line 4, column 10: ZeroDivisionError"),
        ("other = cp.Model(x > 1)\nmodel += x > 2", Status.RUNTIME_ERROR, "2 models"),
        ("with clue('a'): pass", Status.RUNTIME_ERROR, "clue's number"),
        ("model += x + 1", Status.RUNTIME_ERROR, "line 3, column 1"),
        ("raise MemoryError", Status.MEMORY, "MiB"),
        ("\0", Status.SYNTAX_ERROR, "null"),
        ("def f(): f()\nf()", Status.RUNTIME_ERROR, "line 3, column 10: RecursionError"),
        ("clue(1, lambda: x > 1)", Status.RUNTIME_ERROR, "not more than that: `with clue(1):`"),
        ("clue()", Status.RUNTIME_ERROR, "line 3, column 1: clue() takes the clue's number, not None"),
        ("y = cp.IntVar(1, 3)", Status.RUNTIME_ERROR, "no attribute 'IntVar' (did you mean 'intvar'?)"),
        ("model += modell", Status.RUNTIME_ERROR, "(did you mean 'model'?)"),
        ("y = cp.zzz", Status.RUNTIME_ERROR, "no attribute 'zzz'\n"),
        ("objectives = [x]", Status.RUNTIME_ERROR, "minimize(term)"),
    ],
)
async def test_what_goes_wrong_is_said(pool, code, status, said):
    outcome = await run(cpmpy.parse(f"import cpmpy as cp\nx = cp.intvar(0, 9)\n{code}\nanswer = x\n"), pool=pool)
    assert outcome.status is status, outcome
    assert said in outcome.message


@pytest.mark.parametrize(
    "answer", ["{x}", "object()", "{1.5: x}", "{1: x, '1': 2}", "{'x': where(x > 1, 2)}", "10 // (x - x)"]
)
async def test_what_is_no_answer_is_said(pool, answer):
    outcome = await run(cpmpy.parse(f"import cpmpy as cp\nx = cp.intvar(0, 9)\nanswer = {answer}\n"), pool=pool)
    assert outcome.status is Status.BAD_ANSWER, outcome
    assert outcome.message


async def test_leaves_of_every_kind(pool):
    text = """
import cpmpy as cp
import numpy as np

x = cp.intvar(2, 2)
grid = cp.intvar(1, 1, shape=(2, 2))
b = cp.boolvar()
model.add(b)
print("nobody reads this")
answer = {
    "x": x, "sum": x + 1, "grid": grid, "b": b, "not": ~b, "numpy": np.int64(4), "array": np.array([1.5, 2]),
    "plain": [None, "text", True], 7: labelled(np.int64(1), {1: "one"}), "kept": [where(True, "a"), where(b, "b")],
    "table": cp.cpm_array([5, 6, 7])[x],
}
"""
    expected = {
        "x": 2,
        "sum": 3,
        "grid": [[1, 1], [1, 1]],
        "b": True,
        "not": False,
        "numpy": 4,
        "array": [1.5, 2],
        "plain": [None, "text", True],
        "7": "one",
        "kept": ["a", "b"],
        "table": 7,
    }
    outcome = await run(cpmpy.parse(text), pool=pool)
    assert outcome.answer == expected, outcome
    expected["kept"].reverse()
    expected["b"] = 1
    assert (await accepts(cpmpy.parse(text), expected, pool=pool)).status is Status.SATISFIED
    assert (await accepts(cpmpy.parse(text), {**expected, "kept": ["a"]}, pool=pool)).status is Status.UNSATISFIABLE
