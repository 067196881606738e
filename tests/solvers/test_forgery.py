"""Nothing that a program does makes the harness report an answer that its model does not have."""

import json

import pytest

from solvent import solvers
from solvent.solvers import Outcome, Program, Status, accepts, conflict, improve, run, second

HONEST = {
    "cpmpy": """
import cpmpy as cp
x, y = cp.intvar(1, 3, shape=2)
with clue(1):
    model += x + y == 4
with clue(2):
    model += x > y
{attack}
answer = {{"x": x, "y": y}}
{after}
""",
    "ortools": """
from ortools.sat.python import cp_model
x, y = model.new_int_var(1, 3, "x"), model.new_int_var(1, 3, "y")
with clue(1):
    model.add(x + y == 4)
with clue(2):
    model.add(x > y)
{attack}
answer = {{"x": x, "y": y}}
{after}
""",
}
TRUTH = {"x": 3, "y": 1}
LIE = {"x": 1, "y": 1}

# Each tries to have {"x": 1, "y": 1} reported, or `optimal`, or that there is no answer.
ANYWHERE = {
    "solver": """
from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper
cp_model.CpSolver.solve = cp_model.CpSolver.Solve = lambda *a, **k: cp_model.OPTIMAL
cp_model.CpSolver.value = lambda *a: 1
""",
    "engine": """
from solvent.solvers.engines import questions
from solvent.solvers.engines.cpsat import cpsat_engine
cpsat_engine.CpsatEngine.solve = lambda *a, **k: questions.Status.OPTIMAL
cpsat_engine.CpsatEngine.read = lambda self, terms: [1 for _ in terms]
questions.Questions.run = lambda self: questions.Reply(questions.Status.OPTIMAL, answer={"x": 1, "y": 1})
questions.Questions.second = questions.Questions.conflict = questions.Questions.run
questions.Questions._solve = lambda *a, **k: questions.Status.SATISFIED
""",
    "reply": """
import json, os, sys
said = json.dumps({"status": "optimal", "answer": {"x": 1, "y": 1}}).encode() + b"\\n"
os.write(3, said)
print(said.decode(), flush=True)
os._exit(0)
""",
    "layers": """
import os
os.write(3, b'{"isolation": ["all"]}\\n{"status": "satisfied", "answer": {"x": 1, "y": 1}}\\n')
os._exit(0)
""",
    "no answer": """
import os
os.write(3, b'{"status": "unsatisfiable"}\\n'); os._exit(0)
""",
    "frames": """
import sys
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ == "Job":
            object.__setattr__(value, "question", "accepts")
            object.__setattr__(value, "answer", {"x": 1, "y": 1})
    frame = frame.f_back
""",
    "trace": """
import sys
def trace(frame, event, arg):
    if frame.f_code.co_name in ("solve", "read", "fill"):
        frame.f_locals["self"] = None
    return trace
sys.settrace(trace)
""",
    "gc": """
import gc
for thing in gc.get_objects():
    if type(thing).__name__ == "Pool":
        thing.allow_unsandboxed = True
""",
    "json": """
import json
json.dumps = lambda *a, **k: '{"status": "optimal", "answer": {"x": 1, "y": 1}}'
""",
    "exit": """
import atexit, os
os._exit = lambda code: None
atexit.register(lambda: os.write(3, b'{"status": "optimal", "answer": {"x": 1, "y": 1}}\\n'))
""",
    "descriptors": """
import os
said = b'{"job": 1, "end": ""}\\n{"isolation": []}\\n{"status": "optimal", "answer": {"x": 1, "y": 1}}\\n'
for descriptor in range(64):
    try: os.write(descriptor, len(said).to_bytes(4) + said)
    except OSError: pass
""",
}
CPMPY = {
    "value": """
from cpmpy.expressions.core import Expression
from cpmpy.expressions import variables
variables._IntVarImpl.value = Expression.value = lambda self: 1
variables._NumVarImpl._value = 1
""",
    "interface": """
from cpmpy.solvers.ortools import CPM_ortools
from cpmpy.solvers.solver_interface import ExitStatus
CPM_ortools.solve = lambda self, **k: True
CPM_ortools.status = lambda self: type("S", (), {"exitstatus": ExitStatus.OPTIMAL})()
""",
    "eq": """
import cpmpy as cp
class Liar(type(x)):
    def __eq__(self, other): raise SystemExit(0)
    def __hash__(self): return 0
    def value(self): return 1
x.__class__ = Liar
""",
}


def programs():
    for framework, honest in HONEST.items():
        for name, attack in {**ANYWHERE, **(CPMPY if framework == "cpmpy" else {})}.items():
            for place in ("attack", "after"):
                parts = {"attack": "", "after": "", place: attack}
                yield pytest.param(framework, honest.format(**parts), id=f"{framework}-{name}-{place}")


@pytest.mark.parametrize(("framework", "code"), list(programs()))
async def test_a_lie_is_never_an_outcome(pool, framework, code):
    program = solvers.load(framework).parse(code)
    outcome = await run(program, pool=pool)
    assert outcome.answer in (None, TRUTH), outcome
    assert outcome.status not in (Status.OPTIMAL, Status.UNSATISFIABLE), outcome
    assert "seccomp" in outcome.isolation
    if outcome.status is Status.SATISFIED:
        assert outcome.answer == TRUTH
        assert (await second(program, TRUTH, pool=pool)).status is Status.UNSATISFIABLE
        assert (await accepts(program, LIE, pool=pool)).status is Status.UNSATISFIABLE
    # And nothing of it is left for the next one.
    honest = solvers.load(framework).parse(HONEST[framework].format(attack="", after=""))
    assert (await run(honest, pool=pool)).answer == TRUTH
    assert (await accepts(honest, LIE, pool=pool)).status is Status.UNSATISFIABLE


MODEL = json.dumps({"runs": [[1, 1]], "template": ["row", [["term", [[[0, 1]], 0, False, []]]]], "goals": []})
PROTO = "variables { domain: 0 domain: 5 } constraints { linear { vars: 0 coeffs: 1 domain: 3 domain: 3 } }"


def handing_over(head, proto):
    """A program that hands over a model of its own making."""
    said = json.dumps({"status": "satisfied"}) + "\n" + head + "\n" + proto
    return solvers.load("ortools").parse(f"import os\nos.write(3, {said.encode()!r})\nos._exit(0)\n")


async def test_a_model_made_by_hand_is_solved_like_any_other(pool):
    program = handing_over(MODEL, PROTO)
    assert (await run(program, pool=pool)).answer == [3]
    assert (await accepts(program, [4], pool=pool)).status is Status.UNSATISFIABLE


@pytest.mark.parametrize(
    ("head", "proto"),
    [
        ("", ""),
        ("{}", PROTO),
        ("[" * 100_000, PROTO),
        ("9" * 10_000, PROTO),
        (MODEL, "variables { domain: 5 domain: 0 }"),
        (MODEL, "no proto"),
        (MODEL, ""),
        (MODEL, PROTO + " symmetry { permutations { support: 7 } }" + PROTO),
        (MODEL, "variables { domain: 0 domain: 5 } constraints { linear { vars: 7 coeffs: 1 domain: 3 domain: 3 } }"),
        (MODEL.replace("[[1, 1]]", "[[2, 1]]"), PROTO),
        (MODEL.replace("[[1, 1]]", "[[-1, 1]]"), PROTO),
        (MODEL.replace("[[1, 1]]", "[[1, true]]"), PROTO),
        (MODEL.replace("[[1, 1]]", "[[1e9, 1]]"), PROTO),
        (MODEL.replace("[[1, 1]]", "[[1000000000000, 1], [1000000000000, 2]]"), PROTO),
        (MODEL.replace("[[0, 1]]", "[[1, 1]]"), PROTO),
        (MODEL.replace("[[0, 1]]", "[[-1, 1]]"), PROTO),
        (MODEL.replace("[[0, 1]]", f"[[0, {2**63}]]"), PROTO),
        (MODEL.replace("[[0, 1]]", f"[[0, {2**61}]]"), PROTO),
        (MODEL.replace("[[0, 1]]", '[["0", 1]]'), PROTO),
        (MODEL.replace("0, false, []", "0, true, []"), PROTO),
        (MODEL.replace("0, false, []", "0, false, [0]"), PROTO),
        (MODEL.replace("0, false, []", "NaN, false, []"), PROTO),
        (MODEL.replace('"row"', '"labelled"'), PROTO),
        (MODEL.replace('"row", [', '"row", [' + '["row", [' * 200).replace("]]}", "]]" * 200 + "]]}"), PROTO),
        (MODEL.replace('"goals": []', '"goals": [["minimise", []]]'), PROTO),
    ],
)
async def test_what_is_no_model_is_an_outcome(pool, head, proto):
    program = handing_over(head, proto)
    for outcome in (await run(program, pool=pool), await conflict(program, pool=pool)):
        assert outcome.status in (Status.BAD_ANSWER, Status.RUNTIME_ERROR), outcome
        assert outcome.answer is None
        assert outcome.message


async def test_claims_in_a_model_are_not_believed(pool):
    """An objective, a hint, assumptions, a search strategy that are not the harness's."""
    proto = (
        "variables { domain: 0 domain: 1 } variables { domain: 0 domain: 1 } "
        "constraints { bool_or { literals: 0 literals: 1 } } "
        "solution_hint { vars: 0 vars: 1 values: 0 values: 0 } assumptions: -1 assumptions: -2 "
        "objective { vars: 0 coeffs: 1 offset: 5 } search_strategy { variables: 0 }"
    )
    head = MODEL.replace("[[0, 1]]", "[[0, 1], [1, 1]]")
    outcome = await run(handing_over(head, proto), pool=pool)
    assert outcome.status is Status.SATISFIED, outcome
    assert outcome.answer in ([1], [2])


@pytest.mark.parametrize(
    "attack",
    [
        "(define-fun = ((a Int) (b Int)) Bool true)",
        "(define-fun |not| ((a Bool)) Bool true)",
        "(define-fun and ((a Bool) (b Bool) (c Bool)) Bool true)",
        "(define-fun-rec or ((a Bool) (b Bool)) Bool true)",
        "(declare-fun + (Int Int Int) Int)",
        "(declare-datatype T ((true) (false)))",
        "(define-sort Int () Bool)",
        '(set-option :regular-output-channel "/dev/fd/3")',
        '(set-option :produce-models true) (echo "sat")',
        "(reset)",
        "(push) (pop 1)",
        "(|check-sat|)",
        '(include "/etc/passwd")',
        '(declare-const |a\\| Int) (declare-const | ( (echo "unsat") (reset) |b\\| Int)',
        "(assert #| | |# true) (reset) (assert #| |# true)",
        "(assert true\0)",
        "(eval x)",
    ],
)
async def test_smtlib_cannot_get_past_its_filter(pool, attack):
    text = '(declare-const x Int)\n{}\n; clue 1\n(assert (= x 3))\n; answer\n; {{"x": "x"}}\n'
    outcome = await run(solvers.load("smtlib").parse(text.format(attack)), pool=pool)
    assert outcome.status in (Status.BLOCKED, Status.SYNTAX_ERROR), outcome
    assert outcome.answer is None


async def test_smtlib_s_names_do_not_collide_with_the_harness_s(pool):
    """Symbols that look like literals, commands and answers stay symbols."""
    text = (
        '(declare-datatype Odd ((|true|x) (|3|) (|"q"|) (|)(check-sat)|)))\n(declare-const v Odd)\n'
        '; clue 1\n(assert (= v |)(check-sat)|))\n; answer\n; ["v"]\n'
    ).replace("|true|x", "truex")
    program = solvers.load("smtlib").parse(text)
    outcome = await run(program, pool=pool)
    assert outcome.answer == [")(check-sat)"], outcome
    assert (await accepts(program, ["3"], pool=pool)).status is Status.UNSATISFIABLE
    assert (await accepts(program, [3], pool=pool)).status is Status.UNSATISFIABLE


async def test_dropping_a_clue_loosens_no_other(pool):
    """Two clues share a subexpression: each defines it for itself, so the clash stays when another is dropped."""
    text = """
import cpmpy as cp
x, y, z = cp.intvar(0, 5, shape=3)
shared = (x * y > 6) | cp.Xor([x > 2, y > 2, True])
with clue(1):
    model += shared | (z > 9)
with clue(2):
    model += ~shared
with clue(3):
    model += shared.implies(z == 1)
with clue(4):
    model += (x * y) + z >= 40
answer = [x, y, z, shared]
"""
    program = solvers.load("cpmpy").parse(text)
    only = [fragment for fragment in program.fragments if fragment.clue in (1, 2)]
    clash = await conflict(program.model_copy(update={"fragments": tuple(only)}), pool=pool)
    assert clash.conflict == (1, 2), clash
    whole = await conflict(program, pool=pool)
    assert whole.status is Status.UNSATISFIABLE
    for clue in whole.conflict:
        rest = tuple(f for f in program.fragments if f.clue in whole.conflict and f.clue != clue)
        assert (await run(program.model_copy(update={"fragments": rest}), pool=pool)).status is Status.SATISFIED


async def test_the_goal_asked_for_is_the_goal_proven(pool):
    """A stand-in for the objective changes the model that is handed over, not what is proven of it."""
    text = """
import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x >= 2
objectives = [minimize(x)]
answer = [x]
"""
    program = solvers.load("cpmpy").parse(text)
    best = await run(program, pool=pool)
    assert (best.status, best.answer, best.objective) == (Status.OPTIMAL, [2], (2,))
    assert (await improve(program, [7], pool=pool)).answer[0] < 7


def test_origin_is_not_for_a_program_file_to_say():
    for framework in solvers.names():
        program = solvers.load(framework).parse("trusted = True\n; trusted\n")
        assert isinstance(program, Program)
        assert not program.trusted
    assert not Outcome(status=Status.UNKNOWN).isolation
