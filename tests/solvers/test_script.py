"""The script contract: a self-contained program solves and prints; the last JSON object is its answer."""

import contextlib
import time

import pytest

from solvent.solvers import Limits, Program, Status, accepts, conflict, improve, run, second
from solvent.solvers.processes import child_report


def script(code, framework="ortools"):
    return Program(framework=framework, preamble=code, contract="script")


SOLVER = """
import json
from ortools.sat.python import cp_model

def main():
    model = cp_model.CpModel()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(x + y == 11)
    model.add(x - y == 5)
    solver = cp_model.CpSolver()
    if solver.solve(model) == cp_model.OPTIMAL:
        print("found:", json.dumps({"x": solver.value(x), "y": solver.value(y)}), "- done")

if __name__ == "__main__":
    main()
"""
CPMPY = """
import json
import cpmpy as cp
x = cp.intvar(0, 9, shape=2)
model = cp.Model(cp.sum(x) == 11, x[0] - x[1] == 5)
print(json.dumps({"noise": 1}))
if model.solve():
    print(json.dumps({"x": x.value().tolist()}, indent=2))
"""


async def test_a_script_solves_and_prints(pool):
    outcome = await run(script(SOLVER), pool=pool)
    assert outcome.status is Status.SATISFIED, outcome
    assert outcome.answer == {"x": 8, "y": 3}
    assert "seccomp" in outcome.isolation
    assert (await run(script(CPMPY, "cpmpy"), pool=pool)).answer == {"x": [8, 3]}


async def test_a_script_only_runs(pool):
    for ask in (second, improve, accepts):
        outcome = await ask(script(SOLVER), {"x": 8, "y": 3}, pool=pool)
        assert outcome.status is Status.BAD_ANSWER
        assert "script" in outcome.message
    assert (await conflict(script(SOLVER), pool=pool)).status is Status.BAD_ANSWER
    assert "no scripts" in (await run(script(SOLVER, "smtlib"), pool=pool)).message


@pytest.mark.parametrize(
    ("code", "status", "answer"),
    [
        ('print(\'{"a": 1} then {"b": [2, {}]} and {rest}\')', Status.SATISFIED, {"b": [2, {}]}),
        ('import sys; sys.stdout.buffer.write(b\'\\xff\\xfe{"a": "\\xff"}\')', Status.SATISFIED, {"a": "\ufffd"}),
        ("print('\\ud800', {})", Status.SATISFIED, {}),
        ("import os; os.write(1, b'{\"a\": 1}')", Status.SATISFIED, {"a": 1}),
        ("import sys; sys.stderr.write('y' * 10_000_000); print({})", Status.SATISFIED, {}),
        ("import sys; print({}); sys.exit(0)", Status.SATISFIED, {}),
        ("print('[1, 2]')", Status.BAD_ANSWER, None),
        ("pass", Status.BAD_ANSWER, None),
        ("print('{\"a\": NaN}')", Status.BAD_ANSWER, None),
        ("print('{\"a\": -Infinity}')", Status.BAD_ANSWER, None),
        ("print('{\"a\": ' + '9' * 100_000 + '}')", Status.BAD_ANSWER, None),
        ("print('{\"a\": \"' + 'y' * 50_000_000 + '\"}')", Status.BAD_ANSWER, None),
        ("print('{\"a\":' * 10_000 + '1' + '}' * 10_000)", Status.BAD_ANSWER, None),
        ("print('{' * 500_000)", Status.BAD_ANSWER, None),
        ("print({}); raise ValueError('too bad')", Status.RUNTIME_ERROR, None),
        ("import sys; print({}); sys.exit(2)", Status.RUNTIME_ERROR, None),
        ("import os; print({}, flush=True); os.abort()", Status.RUNTIME_ERROR, None),
        ("print({}, flush=True)\nwhile True: pass", Status.TIMEOUT, None),
        ("print({}, flush=True)\nx = []\nwhile True: x.append(bytearray(10_000_000))", Status.MEMORY, None),
        ("x = (", Status.RUNTIME_ERROR, None),
        ("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)", Status.BLOCKED, None),
        ("print(open('/etc/passwd').read()); print({})", Status.RUNTIME_ERROR, None),
        ("def f(): f()\nf()", Status.RUNTIME_ERROR, None),
    ],
)
async def test_what_a_script_prints_becomes_an_outcome(pool, code, status, answer):
    limits = Limits(seconds=2 if status is Status.TIMEOUT else 60, memory_mb=200)
    outcome = await run(script(code), pool=pool, limits=limits)
    assert outcome.status is status, outcome
    assert outcome.answer == answer
    assert outcome.status.solved or outcome.message


async def test_an_error_of_a_script_is_said(pool):
    outcome = await run(script("def f():\n    return 1 // 0\nf()"), pool=pool)
    assert "ZeroDivisionError" in outcome.message


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 900 + '{"x":1,' * 1 + '"x":1,' * 150_000,
        '{"a":[' * 160_000,
        '{"k":"' + "{" * 900_000,
        "{" * 1_000_000,
        '{"' * 500_000,
    ],
)
def test_no_text_makes_the_search_long(text):
    """The pool reads what scripts print, so a text made to be slow must not hold it up."""
    started = time.process_time()
    with contextlib.suppress(child_report._OddJsonError):
        assert child_report.last_object(text) is None
    assert time.process_time() - started < 5


MINIZINC = """
var 0..9: x;
var 0..9: y;
constraint x + y = 11 /\\ x - y = 5;
solve satisfy;
"""
OUTPUT = 'output ["{\\"sum\\": \\(x + y), \\"x\\": \\(x)}\\n"];\n'


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(("code", "answer"), [(MINIZINC, {"x": 8, "y": 3}), (MINIZINC + OUTPUT, {"sum": 11, "x": 8})])
async def test_a_minizinc_script_solves_and_prints(pool, code, answer):
    outcome = await run(script(code, "minizinc"), pool=pool)
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, answer), outcome
    assert "seccomp" in outcome.isolation


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("var 0..9: x;\nconstraint x > 9 /\\ x < 0;\n", Status.BAD_ANSWER),
        ("var 0..9: x\nconstraint x > 3;\n", Status.RUNTIME_ERROR),
        ('include "/etc/passwd";\nvar 0..9: x;\n', Status.RUNTIME_ERROR),
    ],
)
async def test_a_minizinc_script_that_fails_says_so(pool, code, status):
    outcome = await run(script(code, "minizinc"), pool=pool)
    assert outcome.status is status, outcome
    assert "root:" not in outcome.message
