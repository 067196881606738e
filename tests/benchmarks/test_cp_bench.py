"""CP-Bench: the loader, the references, and what they say of answers, on the problems that ship with the project."""

import asyncio
import json
from pathlib import Path

import pytest
import pytest_asyncio
from console import EXAMPLES
from recorded import bench

from solvent.agents import Budget, OpenAIModel, asolve
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import BenchmarkError, cp_reference, load
from solvent.benchmarks.cp_bench import judge_case, read
from solvent.benchmarks.cp_instances import instance, transfer, transfer_all, with_data
from solvent.benchmarks.cp_reference import References, judge, misfits
from solvent.benchmarks.runs.selection import select
from solvent.solvers import Limits, Pool, Program

FILE = EXAMPLES / "cp_bench" / "problems.jsonl"
DATA = read(FILE)
PROBLEMS = {problem.id: problem for problem in DATA.problems}
FERRY = PROBLEMS["ferry_loading"]


# Starting a server takes a second: these tests share a pool, and therefore a loop.
together = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judges():
    async with Pool(workers=2) as pool:
        yield pool


def worse(value):
    """The same keys and shapes with other values."""
    if isinstance(value, dict):
        return {key: worse(item) for key, item in value.items()}
    if isinstance(value, list):
        return [worse(item) for item in value]
    return not value if isinstance(value, bool) else value + 1


@together
async def test_every_reference_accepts_its_solution_and_refuses_others(judges):
    assert len(PROBLEMS) >= 12
    references = References(judges)

    async def one(problem):
        reference = await references.get(problem)
        assert not reference.failure, problem.id
        assert set(problem.keys) == set(problem.solution)
        good = await judge(problem, reference, problem.solution, problem.solution, judges)
        assert (good.strict, good.official, good.reason) == (True, True, ""), problem.id
        empty = await judge(problem, reference, {}, {}, judges)
        assert (empty.strict, empty.official, empty.error) == (False, True, "wrong"), problem.id
        other = worse(problem.solution)
        bad = await judge(problem, reference, other, other, judges)
        assert (bad.strict, bad.official, bad.error) == (False, False, "wrong"), problem.id

    await asyncio.gather(*map(one, PROBLEMS.values()))


READINGS = [
    # answer, strict, official (None: CPMpy's versions differ), why it is not right
    ({"aboard": [1, 0, 1, 0], "income": 46}, True, True, ""),
    ({"aboard": [True, 0, 1, False], "income": 46}, True, True, ""),
    ({"aboard": [1, 1, 0, 0], "income": 44}, False, False, "not optimal: its objective is 44, the optimum is 46"),
    ({"aboard": [1, 1, 1, 0], "income": 60}, False, False, "violates the constraints"),
    ({"income": 46}, False, True, "lacks aboard"),
    ({"aboard": [1, 0, 1, 0], "income": 46, "deck": 10}, False, True, "'deck' was not asked for"),
    ({"aboard": [1, 0, 1, 0], "income": 46, "nobody": 1}, False, False, "'nobody' was not asked for"),
    ({"aboard": [1, 0, 1], "income": 46}, False, False, "aboard has 3 items instead of 4"),
    ({"aboard": [[1, 0, 1, 0]], "income": 46}, False, None, "aboard has 1 items instead of 4"),
    ({"aboard": 1, "income": 46}, False, False, "aboard is not a list"),
    ({"aboard": [1, 0, 1, 0], "income": 46.0}, False, None, "income is not an integer: 46.0"),
    ({"aboard": [1, 0, 1, 0], "income": "46"}, False, False, "income is not an integer"),
    ({"aboard": [1, 0, 1, 0], "income": None}, False, False, "income is not an integer"),
    ({"aboard": [1, 0, 1, 0], "income": True}, False, False, "income is a Boolean"),
    ({"aboard": [1, 0, 2, 0], "income": 46}, False, False, "aboard[2] is 2 instead of 0 or 1"),
    ({"aboard": [1, 0, 1, 0], "income": 10**40}, False, False, "income is not a 64-bit integer"),
    ({"True or income": 1}, False, True, "lacks aboard"),
    ({"model.constraints.clear() or income": 46}, False, None, "lacks aboard"),
    ({'income") or (True': 1}, False, False, "lacks aboard"),
    ({"print('SUCCESS: Model is consistent SUCCESS: No objective defined') or nobody": 1}, False, True, "lacks aboard"),
    ({"lambda": 1}, False, False, "lacks aboard"),
    ([46], False, False, "not a JSON object"),
    (None, False, False, "no answer"),
]


@together
async def test_readings_of_an_answer(judges):
    reference = await References(judges).get(FERRY)
    verdicts = await asyncio.gather(*(judge(FERRY, reference, row[0], row[0], judges) for row in READINGS))
    for (answer, strict, official, reason), found in zip(READINGS, verdicts, strict=True):
        assert found.strict is strict, (answer, found)
        assert official is None or found.official is official, (answer, found)
        assert reason in found.reason if reason else not found.reason, (answer, found)


@together
async def test_a_key_that_is_code_runs_in_the_sandbox_only(judges, tmp_path):
    canary = tmp_path / "canary"
    tmp_path.chmod(0o777)
    answer = {f"open({str(canary)!r}, 'w').close() or income": 46}
    found = await judge(FERRY, await References(judges).get(FERRY), answer, answer, judges)
    assert not found.strict
    assert not canary.exists()


def test_shapes_and_types():
    kinds = {"x": [["int", "bool"]], "y": "other"}
    assert misfits(kinds, {"x": [[3, True]], "y": 1}) == ""
    assert misfits(kinds, {"x": [[True, 1]], "y": 1}) == "x[0][0] is a Boolean instead of an integer"
    assert misfits(kinds, {"x": [3, 1], "y": 1}) == "x has 2 items instead of 1"
    assert misfits(kinds, {"x": [[3]], "y": 1}) == "x[0] has 1 items instead of 2"


@together
async def test_references_that_cannot_be_used_say_why(judges, monkeypatch):
    monkeypatch.setattr(cp_reference, "LIMITS", Limits(seconds=1.5))

    async def reference(model, keys=("x",)):
        problem = cp_reference.Problem("own", "", "", model, keys, {})
        found = await References(judges).get(problem)
        return found, await judge(problem, found, {"x": 3}, {"x": 3}, judges)

    start = "import cpmpy as cp\nx = cp.intvar(0, 9)\nmodel = cp.Model(x > 2)\n"
    broken, verdict = await reference(f"{start}model.solve()\nprint(1 // 0)\n")
    assert "ZeroDivisionError" in broken.failure
    assert (verdict.strict, verdict.official, verdict.error) == (False, False, "reference")
    assert "defines no y" in (await reference(f"{start}model.solve()\n", ("x", "y")))[0].failure
    assert "no CPMpy model" in (await reference("x = 3\n"))[0].failure
    assert "no solution: unsatisfiable" in (await reference(f"{start}model += x < 0\nmodel.solve()\n"))[0].failure
    # What is too slow to be solved is still there to check an answer that needs no optimum.
    nap = "import time\nmodel.solve()\ntime.sleep(60)\n"
    slow, verdict = await reference(start + nap)
    assert slow.slow
    assert (verdict.strict, verdict.official) == (True, False)
    slow, verdict = await reference(f"{start}model.maximize(x)\n{nap}")
    assert (verdict.strict, verdict.official, verdict.error) == (False, False, "reference")
    assert "optimum" in verdict.reason


@together
async def test_what_a_script_redefines_after_solving_counts(judges):
    model = "import cpmpy as cp\nx = cp.intvar(0, 9)\nmodel = cp.Model(x == 4)\nmodel.solve()\nx = x.value() + 1\n"
    problem = cp_reference.Problem("own", "", "", model, ("x",), {})
    reference = await References(judges).get(problem)
    assert reference.late == ("x",)
    for value, right in ((5, True), (4, False)):
        found = await judge(problem, reference, {"x": value}, {"x": value}, judges)
        assert (found.strict, found.official) == (right, right)


@together
async def test_python_lists_of_variables_are_bound_item_by_item(judges):
    model = (
        "import cpmpy as cp\nx = [cp.intvar(0, 9) for _ in 'ab']\nmodel = cp.Model(x[0] + 2 == x[1])\nmodel.solve()\n"
    )
    problem = cp_reference.Problem("own", "", "", model, ("x",), {})
    reference = await References(judges).get(problem)
    for value, right in (([3, 5], True), ([3, 4], False)):
        assert (await judge(problem, reference, {"x": value}, None, judges)).strict is right


def broken_sets():
    good = FILE.read_text().splitlines()[0]
    row = json.loads(good)
    return {
        "empty": ("\n", "contains no problems"),
        "cut": (good + "\n" + good.replace("ferry", "barge")[:300], "line 2: not valid JSON .* is the file complete"),
        "no object": ("[1]\n", "line 1: not a string: id"),
        "no model": (json.dumps({**row, "model": None}), "line 1: not a string: model"),
        "no keys": (json.dumps({**row, "decision_variables": []}), "decision_variables is not a list of names"),
        "twice": (f"{good}\n{good}\n", "line 2: duplicate id ferry_loading"),
    }


@pytest.mark.parametrize("kind", broken_sets())
def test_a_broken_set_is_refused_with_its_line(kind, tmp_path):
    text, message = broken_sets()[kind]
    (tmp_path / "set.jsonl").write_text(text)
    with pytest.raises(BenchmarkError, match=message):
        load("cp-bench").load(tmp_path / "set.jsonl")


def test_a_set_that_is_elsewhere(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere.jsonl"):
        with pytest.raises(BenchmarkError, match="expected a JSONL file"):
            load("cp-bench").load(path)


def test_a_solver_sees_the_description_the_data_and_the_keys():
    case = next(case for case in load("cp-bench").load(FILE) if case.id == "ferry_loading")
    assert case.group == "optimization"
    assert FERRY.description in case.text
    assert "deck = 10" in case.text
    assert "exactly the keys aboard, income" in case.text
    assert "boolvar" not in case.text
    assert case.options["answer_schema"]["required"] == ["aboard", "income"]


PROGRAM = """\
fee = [30, 14, 16, 9]
weight = [6, 3, 4, 2]
deck = {deck}
import cpmpy as cp
aboard = cp.boolvar(shape={count})
with clue(1):
    model += cp.sum([w * a for w, a in zip(weight, aboard)]) <= deck
objectives = [maximize(cp.sum([f * a for f, a in zip(fee, aboard)]))]
answer = {{"aboard": list(aboard), "income": cp.sum([f * a for f, a in zip(fee, aboard)])}}
"""


def program(**given):
    from solvent.solvers import load as framework

    return framework("cpmpy").parse(PROGRAM.format(**{"deck": 10, "count": "len(fee)", **given}))


APART = """\
import cpmpy as cp
data = {{"fee": [30, 14, 16, 9], "weight": [6, 3, 4, 2], "deck": 10}}
aboard = cp.boolvar(shape={count})
with clue(1):
    model += cp.sum([w * a for w, a in zip(weight, aboard)]) <= {deck}
objectives = [maximize(cp.sum([f * a for f, a in zip(fee, aboard)]))]
answer = {{"aboard": list(aboard), "income": cp.sum([f * a for f, a in zip(fee, aboard)])}}
"""
MINIZINC = """\
% data
% {"fee": [30, 14, 16, 9], "weight": [6, 3, 4, 2], "deck": 10}
array[int] of int: fee; array[int] of int: weight; int: deck;
array[index_set(fee)] of var bool: aboard;
% clue 1
constraint sum(i in index_set(fee))(weight[i] * aboard[i]) <= deck;
% maximize sum(i in index_set(fee))(fee[i] * aboard[i])
% answer
% {"aboard": "aboard", "income": "sum(i in index_set(fee))(fee[i] * aboard[i])"}
"""


def apart(**given):
    from solvent.solvers import load as framework

    return framework("cpmpy").parse(APART.format(**{"deck": "deck", "count": "len(fee)", **given}))


@together
async def test_a_program_is_tried_on_other_instances(judges):
    references = References(judges)
    for write in (program, apart):
        assert (await transfer(FERRY, write(), references, 1)).strict
        assert not (await transfer(FERRY, write(count=4), references, 1)).strict
        assert await transfer_all(FERRY, write(), references) == (True, True)
        assert await transfer_all(FERRY, write(count=4), references) == (True, False)
    assert await transfer_all(FERRY, program(), references, seconds=0) == (None, None)
    assert await transfer_all(PROBLEMS["choir_row"], program(), references) == ()
    assert await transfer_all(PROBLEMS["orchard_split"], program(), references) == (None, None)
    assert instance(PROBLEMS["choir_row"], 0) is None


@together
@pytest.mark.needs("minizinc")
async def test_a_minizinc_program_is_tried_on_other_instances(judges):
    from solvent.solvers import load as framework

    assert await transfer_all(FERRY, framework("minizinc").parse(MINIZINC), References(judges)) == (True, True)


def test_data_take_the_place_of_data_with_the_same_names():
    assert with_data(program(), {"fee": [1], "captain": 2}) is None
    assert with_data(apart(), {"fee": [1]}) is None
    assert with_data(apart(), {"fee": [1], "weight": [2], "deck": 3}).data["deck"] == 3
    assert with_data(Program(framework="minizinc", preamble="int: deck = 10;"), {"deck": 9}) is None


SORTED_OUT = {
    "kind": "knapsack",
    "expects": "optimal",
    "objective": "the sum of the fees",
    "clues": [{"pieces": [2], "says": ""}],
    "entities": [],
    "answer_example": '{"anything": 1}',
}
FERRY_SCRIPT = """```python
import json
import cpmpy as cp

fee, weight, deck = [30, 14, 16, 9], [6, 3, 4, 2], 10
aboard = cp.boolvar(shape=4)
model = cp.Model(cp.sum(weight * aboard) <= deck)
model.maximize(cp.sum(fee * aboard))
model.solve()
print(json.dumps({"aboard": [int(a) for a in aboard.value()], "income": int(model.objective_value())}))
```"""


@together
@pytest.mark.parametrize(
    ("framework", "first"), [("cpmpy", FERRY_SCRIPT), ("none", '{"aboard": [1, 0, 1, 0], "income": 46}')]
)
async def test_bench_with_scripts_and_answers_of_a_model(loopback, judges, framework, first):
    """Nobody confirms them, so they are right and unverified; there is no model to try on other data."""
    loopback.script(json.dumps(SORTED_OUT), first, lambda _: "I cannot.")
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    benchmark = load("cp-bench")
    cases, _ = select(benchmark.load(FILE), ids=["ferry_loading"])
    settings = {"model": model, "frameworks": (framework,), "contract": "script", "use_rules": False}

    async def solve(text, **options):
        return await asolve(text, **settings, pool=judges, budget=Budget(actions=1), **options)

    found = (await bench(benchmark, cases, solve, pool=judges)).to_json()["metrics"]
    assert (found["accuracy"], found["verified_share"], found["second_instance_n"]) == (1, 0, 0)
    assert (found["all_instances"], found["instances_n"]) == (None, 0)


@together
@pytest.mark.parametrize("form", [PROGRAM, APART])
async def test_bench_with_a_model(loopback, judges, form):
    """The agent's answer is scored by the reference, and its program once more on other data."""
    text = form.format(deck=10 if form == PROGRAM else "deck", count="len(fee)")
    code = f"```python\n{text}```"
    loopback.script(json.dumps(SORTED_OUT), code, lambda _: code)
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    benchmark = load("cp-bench")
    cases, _ = select(benchmark.load(FILE), ids=["ferry_loading"])

    async def solve(text, **options):
        return await asolve(text, model=model, frameworks=("cpmpy",), use_rules=False, pool=judges, **options)

    report = await bench(benchmark, cases, solve, pool=judges)
    found = report.to_json()["metrics"]
    assert (found["accuracy"], found["official"], found["second_instance"]) == (1, 1, 1)
    line = json.loads(report.records[0].line())
    assert line["value"] == {"aboard": [True, False, True, False], "income": 46}
    assert (line["second_instance"], line["instances"]) == (True, [True, True])
    assert (found["all_instances"], found["instances_n"]) == (1, 1)


@together
async def test_the_status_of_an_answer_is_held_against_the_truth(judges):
    benchmark = load("cp-bench")
    cases, _ = select(benchmark.load(FILE), ids=["ferry_loading", "choir_row"])

    async def solve(text, **_):
        right = text.startswith("A small ferry")
        return Answer(status=Verdict.VERIFIED, answer=FERRY.solution if right else {})

    found = (await bench(benchmark, cases, solve, pool=judges)).to_json()["metrics"]
    assert (found["accuracy"], found["official"], found["verified_precision"]) == (0.5, 1, 0.5)
    nothing = await judge_case(cases[0], Answer(status=Verdict.FAILED), judges)
    assert (nothing.strict, nothing.official) == (False, False)


def test_the_file_ships_nothing_that_is_not_ascii():
    assert Path(FILE).read_text().isascii()
