"""The script contract: a self-contained program solves and prints; the last JSON object is its answer."""

import contextlib
import time

import pytest
import z3

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
    assert "no scripts" in (await run(script(SOLVER, "wordplay"), pool=pool)).message


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


SMTLIB = """\
(declare-const x Int) ; a number
(assert (> x 2))
(check-sat)
(get-model)
(push)
(assert (< x (- 4)))
(check-sat)
(pop)
(check-sat)
(get-value (x))
(echo "done")
(exit)
(check-sat
"""


async def test_an_smtlib_script_is_obeyed_and_its_output_kept(pool):
    outcome = await run(script(SMTLIB, "smtlib"), pool=pool)
    assert (outcome.status, outcome.answer, outcome.message) == (Status.SATISFIED, None, ""), outcome
    assert "seccomp" in outcome.isolation
    assert outcome.output == "sat\n(\n  (define-fun x () Int\n    3)\n)\nunsat\nsat\n((x 3))\ndone\n"


@pytest.mark.parametrize(
    ("code", "status", "message"),
    [
        ("(check-sat)\n(assert false)\n(check-sat)", Status.UNSATISFIABLE, ""),
        ("(set-option :rlimit 1)\n(declare-const x Real)\n(assert (= (* x x x) (+ 3 (* x x))))(check-sat)",
         Status.UNKNOWN, "does not know"),
        ("(declare-const x Int)", Status.BAD_ANSWER, "never asked"),
        ("", Status.BAD_ANSWER, "never asked"),
        ('(echo "it is sat")', Status.BAD_ANSWER, "never asked"),
        ("(check-sat)\n\n (assert (> y 2))", Status.SYNTAX_ERROR, "line 3, column 12: unknown constant y"),
        ("; |\n(check-sat) (assert ;c\n(> y 2))\n", Status.SYNTAX_ERROR, "line 3, column 3: unknown constant y"),
        ("(check-sat)\n(assert (> 2 1)", Status.SYNTAX_ERROR, "line 2, column"),
        ("(check-sat)\n)(check-sat)", Status.SYNTAX_ERROR, "line 2, column 0: invalid command"),
        ("(assert false)\n(check-sat)\n(get-model)", Status.RUNTIME_ERROR,
         "line 3, column 10: model is not available (the last `check-sat` said unsat)"),
        ("(pop)", Status.RUNTIME_ERROR, "line 1, column 5: invalid pop command"),
        ("(set-option :bogus 3)\n(check-sat)", Status.SYNTAX_ERROR, "unknown parameter 'bogus'"),
        ("(exit)\n(check-sat)", Status.BAD_ANSWER, "never asked"),
        ("(|exit| ; now\n)\n(check-sat)", Status.BAD_ANSWER, "never asked"),
        ("(exit 1)\n(check-sat)", Status.SYNTAX_ERROR, "too many arguments"),
        ("(check-sat)\0(assert", Status.SATISFIED, ""),
        ('(echo "\ud800 \u00e9")(check-sat)', Status.SATISFIED, ""),
    ],
)  # fmt: skip
async def test_what_z3_prints_becomes_an_outcome(pool, code, status, message):
    outcome = await run(script(code, "smtlib"), pool=pool)
    assert outcome.status is status, outcome
    assert message in outcome.message
    assert outcome.answer is None


@pytest.mark.parametrize(
    "code",
    [
        SMTLIB,
        "(asert 1)\n  (assert (> y 2)) (check-sat) ; (exit)\n\n(foo)\n(assert (> z\n 2))\n(check-sat)\n",
        "(declare-const |a\nb| Int)\r\n(assert (> |a\nb| (bad)))\r\n\t(get-model)(check-sat)\r\n(get-value (|a\nb| c))",
        "(check-sat)\n(declare-const x\n Int)\n(assert #|)\n(check-sat)\n(get-model)",
        '(check-sat)\n(echo "a\nb)\n")\n(assert (= 1 true))\n(push 2)\n(pop 3)\n(reset)\n(check-sat)\n(get-model',
        "(check-sat)\n(declare-const |x\\| y| Int)\n(check-sat)\n(exit)\n(assert",
    ],
)
async def test_z3_prints_what_it_prints_for_the_whole_text(pool, code):
    try:
        context = z3.Context()
        whole = z3.Z3_eval_smtlib2_string(context.ref(), code)
    except z3.Z3Exception as error:
        whole = error.value.decode()
    assert (await run(script(code, "smtlib"), pool=pool)).output == whole


async def test_a_model_that_was_printed_despite_an_error_is_kept(pool):
    code = "(declare-const x Int)\n(assert (> y 1))\n(assert (= x 5))\n(check-sat)\n(get-model)\n"
    outcome = await run(script(code, "smtlib"), pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR
    assert '(error "line 2 column 11: unknown constant y")\nsat\n(\n  (define-fun x () Int\n    5)' in outcome.output


async def test_an_echoed_object_is_the_answer_of_what_is_satisfiable(pool):
    code = 'CHECK\n(echo "so {""x"": [3]}")'
    outcome = await run(script(code.replace("CHECK", "(check-sat)"), "smtlib"), pool=pool)
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, {"x": [3]})
    for check in ("", "(assert false)(check-sat)", "(pop)(check-sat)"):
        outcome = await run(script(code.replace("CHECK", check), "smtlib"), pool=pool)
        assert not outcome.status.solved
        assert outcome.answer is None


HARD = """\
(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (and (> x 100) (> y 100) (> z 100) (= (+ (* x x x x) (* y y y y)) (* z z z z))))
(check-sat)
"""


async def test_an_endless_check_keeps_what_was_printed_before(pool):
    code = '(check-sat)\n(echo "before")\n' + HARD + '(echo "after")\n'
    outcome = await run(script(code, "smtlib"), pool=pool, limits=Limits(seconds=2))
    assert (outcome.status, outcome.output) == (Status.TIMEOUT, "sat\nbefore\n"), outcome
    assert outcome.seconds < 10


async def test_a_script_without_memory_says_so(pool):
    sum_of_all = '(declare-fun f (Int) Int)\n(echo "before")\n' + "".join(
        f"(assert (distinct {' '.join(f'(f {n * 3000 + i})' for i in range(3000))}))\n" for n in range(40)
    )
    limits = Limits(seconds=60, memory_mb=60)
    outcome = await run(script(sum_of_all + "(check-sat)", "smtlib"), pool=pool, limits=limits)
    assert outcome.status is Status.MEMORY, outcome.message
    assert outcome.output.startswith("before\n")


@pytest.mark.parametrize(
    "code",
    [
        '(set-option :regular-output-channel "PATH")\n(echo "written")\n(check-sat)',
        '(set-option :diagnostic-output-channel "PATH")\n(check-sat)',
        '(include "/etc/passwd")\n(check-sat)',
    ],
)
async def test_files_are_closed_to_an_smtlib_script(pool, tmp_path, code):
    path = tmp_path / "out"
    tmp_path.chmod(0o777)
    outcome = await run(script(code.replace("PATH", str(path)), "smtlib"), pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR, outcome
    assert "failed to" in outcome.message
    assert not path.exists()
    assert "root:" not in outcome.output


async def test_output_without_end_is_cut(pool):
    line = '(echo "' + "y" * 10_000 + '")\n'
    outcome = await run(script(line * 1000, "smtlib"), pool=pool, limits=Limits(seconds=60, output_bytes=50_000))
    assert outcome.status is Status.BAD_ANSWER
    assert "longer than 50000 bytes" in outcome.message
    assert 40_000 < len(outcome.output) <= 50_000


@pytest.mark.parametrize("channel", ["stdout", "stderr"])
async def test_the_streams_of_the_process_are_output_too(pool, channel):
    code = f'(set-option :regular-output-channel "{channel}") (echo "here")\n(check-sat)'
    outcome = await run(script(code, "smtlib"), pool=pool)
    assert outcome.status is Status.SATISFIED, outcome
    assert "here" in outcome.output


async def test_options_of_one_script_do_not_reach_another(pool):
    await run(script("(set-option :print-success true)\n(set-option :pp.decimal true)", "smtlib"), pool=pool)
    code = "(declare-const x Real)\n(assert (= (* 3 x) 1))\n(check-sat)\n(get-value (x))"
    assert (await run(script(code, "smtlib"), pool=pool)).output == "sat\n((x (/ 1.0 3.0)))\n"


async def test_a_python_script_has_its_output_and_its_errors_below(pool):
    code = "import sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('three', end='')"
    outcome = await run(script(code), pool=pool)
    assert outcome.output == "one\nthree\n--- standard error ---\ntwo\n"
    assert (await run(script("print({})"), pool=pool)).output == "{}\n"
    failed = await run(script("print('so far')\nx = 1 // 0"), pool=pool)
    assert failed.status is Status.RUNTIME_ERROR
    assert failed.output.startswith("so far\n--- standard error ---\nTraceback")
    endless = await run(script("print('é', flush=True)\nwhile True: pass"), pool=pool, limits=Limits(seconds=1))
    assert (endless.status, endless.output) == (Status.TIMEOUT, "é\n")


@pytest.mark.needs("minizinc")
async def test_a_minizinc_script_has_its_output(pool):
    outcome = await run(script(MINIZINC + OUTPUT, "minizinc"), pool=pool)
    assert outcome.output == '{"sum": 11, "x": 8}\n----------\n'
    broken = await run(script("var 0..9: x;\nconstraint x > y;\n", "minizinc"), pool=pool)
    assert broken.output.startswith("--- standard error ---\n")
    assert "undefined identifier" in broken.output


async def test_a_program_that_is_no_script_has_no_output(pool, example):
    assert (await run(example("two"), pool=pool)).output == ""
