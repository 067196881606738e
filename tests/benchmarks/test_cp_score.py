"""`solvent score cp-bench`: submissions of good and bad models, good and bad files."""

import json

import pytest
from console import EXAMPLES, check_refusal, one_object, solvent

from solvent.benchmarks import BenchmarkError, cp_official, cp_submission
from solvent.benchmarks.cp_bench import read
from solvent.benchmarks.cp_submission import framework_of, read_submission, score
from solvent.solvers import Limits, Pool

FILE = EXAMPLES / "cp_bench" / "problems.jsonl"
SET = ("score", "cp-bench", "--data", FILE)

CPMPY = """\
import json
import cpmpy as cp
fee, weight = [30, 14, 16, 9], [6, 3, 4, 2]
x = cp.boolvar(shape=4)
m = cp.Model(cp.sum(x * weight) <= 10, maximize=cp.sum(x * fee))
m.solve()
print(json.dumps({"aboard": x.value().tolist(), "income": int(m.objective_value())}))
"""
ORTOOLS = """\
import json
from ortools.sat.python import cp_model
fee, weight = [30, 14, 16, 9], [6, 3, 4, 2]
model = cp_model.CpModel()
x = [model.new_bool_var(f"x{i}") for i in range(4)]
model.add(sum(w * v for w, v in zip(weight, x)) <= 10)
model.maximize(sum(f * v for f, v in zip(fee, x)))
solver = cp_model.CpSolver()
solver.solve(model)
print(json.dumps({"aboard": [solver.value(v) for v in x], "income": int(solver.objective_value)}))
"""
MINIZINC = """\
array[1..4] of int: fee = [30, 14, 16, 9];
array[1..4] of int: weight = [6, 3, 4, 2];
array[1..4] of var 0..1: x;
constraint sum(i in 1..4)(weight[i] * x[i]) <= 10;
solve maximize sum(i in 1..4)(fee[i] * x[i]);
"""
OUTPUT = 'output ["{\\"aboard\\": \\(x), \\"income\\": \\(sum(i in 1..4)(fee[i] * x[i]))}"];\n'
GOLD = '{"aboard": [1, 0, 1, 0], "income": 46}'

# a program, strict, official, the type of its error, whether it called a solver
PROGRAMS = {
    "cpmpy": (CPMPY, True, True, "", True),
    "ortools": (ORTOOLS, True, True, "", True),
    "gold without a model": (f"print('{GOLD}')", True, True, "", False),
    "empty": ("print('{}')", False, True, "wrong", False),
    "two objects": (f"print('{{}}')\nprint('{GOLD}')", True, False, "", False),
    "gold, then another": (f"print('{GOLD}')\nprint('{{}}')", False, False, "wrong", False),
    "words around": (f"print('so: {GOLD} is best')", True, True, "", False),
    "no answer": ("print('I give up')", False, False, "output", None),
    "no JSON": ("print({'aboard': None})", False, False, "output", None),
    "endless number": ("print('{\"income\": ' + '9' * 5000 + '}')", False, False, "output", None),
    "deep": ("print('{\"income\":' + '[' * 50_000)", False, False, "output", None),
    "crash": (CPMPY + "print(1 // 0)", False, False, "execution", None),
    "broken": ("import cpmpy\nx = (", False, False, "execution", None),
    "too slow": (CPMPY + "while True: pass", False, False, "time_limit", None),
    "no solution": (
        CPMPY.replace("<= 10", "< 0").replace("m.solve()", "if not m.solve(): raise SystemExit"),
        False,
        False,
        "unsatisfiable",
        None,
    ),
    "a process": ("import subprocess\nsubprocess.run(['true'])\n" + CPMPY, False, False, "execution", None),
    "a file": (CPMPY + "open('/etc/hostname').read()", False, False, "execution", None),
}


@pytest.fixture
def own(tmp_path):
    """A set of one problem under as many ids as there are programs."""
    rows = FILE.read_text().splitlines()
    row = next(json.loads(line) for line in rows if "ferry_loading" in line)
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps({**row, "id": name}) + "\n" for name in PROGRAMS))
    return path


def write(path, models):
    path.write_text("".join(json.dumps({"id": name, "model": model}) + "\n" for name, model in models.items()))
    return path


async def test_verdicts(own, tmp_path, monkeypatch):
    monkeypatch.setattr(cp_submission, "LIMITS", Limits(seconds=6, output_bytes=200_000))
    file = write(tmp_path / "models.jsonl", {name: program[0] for name, program in PROGRAMS.items()})
    async with Pool(workers=2) as pool:
        report = await score(read(own), read_submission(file), pool, cache=tmp_path / "cache")
        kept = list((tmp_path / "cache").iterdir())
        assert len(kept) == 1
        assert "cpmpy" in kept[0].name
        asked = []
        examine = pool.examine
        monkeypatch.setattr(pool, "examine", lambda *args, **more: asked.append(args[1]) or examine(*args, **more))
        file = write(tmp_path / "models.jsonl", {"cpmpy": CPMPY, "empty": PROGRAMS["empty"][0]})
        again = await score(read(own), read_submission(file), pool, cache=tmp_path / "cache", framework="cpmpy")
    for name, (_, strict, official, error, called) in PROGRAMS.items():
        found = report.scored[name]
        assert (found.strict, found.official, found.error) == (strict, official, error), (name, found)
        assert found.solver_call is called, (name, found)
        assert bool(found.reason) is not strict, (name, found)
    assert [name for name, each in again.scored.items() if each.strict] == ["cpmpy"]
    assert len(asked) == 2
    assert not any("names" in request for request in asked), "the reference was run again"
    found = report.to_json()
    assert found["n"] == found["n_dataset"] == len(PROGRAMS)
    assert found["strict"] == sum(program[1] for program in PROGRAMS.values()) / len(PROGRAMS)
    assert found["official"] == sum(program[2] for program in PROGRAMS.values()) / len(PROGRAMS)
    assert found["errors"]["execution"] == 4
    assert "gold without a model" in found["no_solver_call"]
    assert found["evaluator"] == cp_official.COMMIT


@pytest.mark.needs("minizinc")
async def test_minizinc_models(tmp_path):
    rows = FILE.read_text()
    unsatisfiable = MINIZINC.replace("<= 10", "< 0") + OUTPUT
    models = {"good": MINIZINC + OUTPUT, "no output item": MINIZINC, "none": unsatisfiable, "broken": MINIZINC + "x"}
    row = next(json.loads(line) for line in rows.splitlines() if "ferry_loading" in line)
    (tmp_path / "set.jsonl").write_text("".join(json.dumps({**row, "id": name}) + "\n" for name in models))
    file = write(tmp_path / "models.jsonl", models)
    async with Pool(workers=2) as pool:
        report = await score(read(tmp_path / "set.jsonl"), read_submission(file), pool)
    found = {name: (each.strict, each.official, each.error) for name, each in report.scored.items()}
    assert found == {
        "good": (True, True, ""),
        "no output item": (False, False, "wrong"),
        "none": (False, False, "unsatisfiable"),
        "broken": (False, False, "execution"),
    }


def test_the_command_scores_what_it_can_and_names_the_rest(tmp_path):
    rows = [json.loads(line) for line in FILE.read_text().splitlines()[:2]]
    rows[1]["model"] = "raise ImportError('no such library')"
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    first, second = (row["id"] for row in rows)
    lines = [
        "not JSON",
        json.dumps({"id": first, "model": CPMPY}),
        json.dumps({"id": first, "model": "print('{}')"}),
        json.dumps({"id": "elsewhere", "model": "print('{}')"}),
        json.dumps({"id": second, "model": "print('{}')"}),
        json.dumps({"id": "half"}),
    ]
    (tmp_path / "models.jsonl").write_text("\n".join(lines))
    args = ("score", "cp-bench", "--data", tmp_path / "set.jsonl", "--submission", tmp_path / "models.jsonl")
    done = solvent(*args, "--workers", "2", "--json", SOLVENT_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    found = one_object(done)
    assert (found["n"], found["n_dataset"], found["strict"], found["official"]) == (1, 2, 1, 1)
    assert found["verdicts"].keys() == {first}
    assert found["verdicts"][first]["reason"] == ""
    assert found["excluded"].keys() == {second}
    assert "no such library" in found["excluded"][second]
    assert found["unknown_ids"] == ["elsewhere"]
    assert found["bad_lines"].keys() == {"1", "3", "6"}
    assert first in found["bad_lines"]["3"]
    assert found["seconds"] > 0
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".json"]
    shown = solvent(*args, SOLVENT_CACHE_DIR=str(tmp_path / "cache")).stdout
    assert "strict: 100.0 % of 1 submitted" in shown
    assert f"{second}: excluded, its reference fails here" in shown


def test_the_command_refuses_what_it_cannot_use(tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "alien.jsonl").write_text('{"id": "elsewhere", "model": "print(1)"}\n')
    (tmp_path / "cut.jsonl").write_text(FILE.read_text()[:-40])
    good = EXAMPLES / "cp_bench" / "submission.jsonl"
    for args, words in (
        ((*SET, "--submission", tmp_path / "empty.jsonl"), "contains no models"),
        ((*SET, "--submission", tmp_path / "alien.jsonl"), "no id of"),
        ((*SET, "--submission", tmp_path / "nowhere.jsonl"), "cannot read"),
        (("score", "cp-bench", "--data", tmp_path / "cut.jsonl", "--submission", good), "is the file complete?"),
        ((*SET, "--submission", good, "--framework", "prolog"), "invalid choice"),
    ):
        done = solvent(*args)
        check_refusal(done, 2)
        assert words in done.stderr, done.stderr


def test_a_submission_needs_one_model(tmp_path):
    (tmp_path / "models.jsonl").write_text('[]\n{"id": 3, "model": "x"}\n')
    with pytest.raises(BenchmarkError, match=r"line 1: not an object .* line 2: not an object"):
        read_submission(tmp_path / "models.jsonl")


def test_the_framework_of_a_model():
    assert [framework_of(code) for code in (CPMPY, ORTOOLS, MINIZINC, "print(1)")] == [
        "cpmpy",
        "ortools",
        "minizinc",
        "cpmpy",
    ]
    assert framework_of(CPMPY + "x = (") == "cpmpy"


@pytest.mark.parametrize(
    ("printed", "answer"),
    [
        ('a {"x": 1} b', {"x": 1}),
        ('{"x": 1}{"y": 2}', None),
        ("{x} and {}", None),
        ("}{", None),
        ("", None),
        ("[1]", None),
        ('[{"x": 1}]', {"x": 1}),
        ('{"x": ' + "9" * 5000 + "}", None),
        ('{"x":' * 100_000 + "}" * 100_000, None),
    ],
)
def test_what_the_public_evaluator_takes_for_the_answer(printed, answer):
    assert cp_official.extract(printed) == answer


@pytest.mark.parametrize(
    ("answer", "data"),
    [
        ({"x": [1, True, None, {"a": 'b"'}], "y_2": 1.5, "z": "red"}, True),
        ({"x[0]": 1}, False),
        ({"x == 1) or (x": 1}, False),
        ({"class": 1}, False),
        ({"\u00b5": 1}, False),
        ({"x": float("nan")}, False),
        ({"x": 'a" or "b'}, False),
        ({"x": "a\nb"}, False),
    ],
)
def test_answers_that_are_data_when_written_into_a_source(answer, data):
    assert cp_official.is_data(answer) is data


# What a reference writes itself to the descriptor of its result, and ends.
FORGED = {
    "no object": b'{"status": "satisfied", "answer": [1, 2]}\n',
    "no names": b'{"status": "satisfied", "answer": {"variables": 7}}\n',
    "wrong kinds": (
        b'{"status": "satisfied", "answer": {"variables": {"aboard": {"a": 1}, "income": 3}, "late": [], '
        b'"listed": [], "objective": null, "proven": true, "allowed": true, "whole": 3}}\n'
    ),
    "names of names": (
        b'{"status": "satisfied", "answer": {"variables": {"aboard": "int", "income": "int"}, "late": [[]], '
        b'"listed": 5, "objective": "much", "proven": 1, "allowed": "yes", "whole": []}}\n'
    ),
    "deep": b'{"status": "satisfied", "answer": ' + b"[" * 900 + b"]" * 900 + b"}\n",
    "endless": b'{"status": "satisfied", "answer": {"variables": {}, "objective": 1e999}}\n',
    "no status": b'{"status": "fine"}\n',
    "no JSON": b"\xff\xfe{\n",
    "nothing": b"",
}


LATE = """
import os, sys
frame = sys._getframe()
while frame is not None and frame.f_code.co_name != "check":
    frame = frame.f_back
if frame is not None:
    os.write(3, {said!r})
    os._exit(0)
"""


@pytest.fixture
def forging(tmp_path):
    """A set whose references write such things, with an honest one at its end."""
    row = next(json.loads(line) for line in FILE.read_text().splitlines() if "ferry_loading" in line)
    rows = []
    for name, said in FORGED.items():
        rows += [{**row, "id": name, "model": f"import os\nos.write(3, {said!r})\nos._exit(0)\n"}]
        # It says so only when an answer is checked: the reference has been believed by then.
        rows += [{**row, "id": f"{name}, late", "model": LATE.format(said=said) + row["model"]}]
    rows.append({**row, "id": "honest"})
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path / "set.jsonl"


async def test_a_reference_that_writes_to_the_pipe_of_results_ends_nothing(forging, tmp_path):
    models = {problem.id: CPMPY for problem in read(forging).problems}
    file = write(tmp_path / "models.jsonl", models)
    async with Pool(workers=2) as pool:
        report = await score(read(forging), read_submission(file), pool)
    assert report.scored.pop("honest").strict
    assert set(report.scored) | set(report.excluded) == set(models) - {"honest"}
    assert set(report.excluded) == set(FORGED)
    assert {each.error for each in report.scored.values()} == {"reference"}
    assert all(report.excluded.values())
    assert not any(each.strict for each in report.scored.values()), report.scored


async def test_what_breaks_while_a_model_is_scored_is_its_own_failure(own, tmp_path, monkeypatch):
    file = write(tmp_path / "models.jsonl", {"cpmpy": CPMPY, "ortools": ORTOOLS, "empty": "print({})"})
    found = cp_submission.judge

    async def judge(problem, *rest):
        if problem.id == "ortools":
            raise KeyError("allowed")
        return await found(problem, *rest)

    monkeypatch.setattr(cp_submission, "judge", judge)
    (tmp_path / "cache").write_text("no folder")
    async with Pool(workers=2) as pool:
        report = await score(read(own), read_submission(file), pool, cache=tmp_path / "cache")
    assert (report.scored["cpmpy"].strict, report.scored["empty"].error) == (True, "wrong")
    assert (report.scored["ortools"].error, report.scored["ortools"].strict) == ("fault", False)
    assert "KeyError" in report.scored["ortools"].reason
    assert "choose another cache" in report.unsaved


async def test_a_framework_that_is_not_installed_fails_its_models_only(own, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    file = write(tmp_path / "models.jsonl", {"cpmpy": CPMPY, "ortools": MINIZINC})
    async with Pool(workers=1) as pool:
        report = await score(read(own), read_submission(file), pool)
    assert report.scored["cpmpy"].strict
    assert report.scored["ortools"].error == "unavailable"
    assert "install" in report.scored["ortools"].reason
