"""`solvent quality`: verifiers against planted answers, whose truth comes from the puzzles' programs."""

import copy
import json
import random

import pytest
from console import check_refusal, one_object, solvent_here
from hypothesis import given
from hypothesis import strategies as st
from loopback import Status
from seated import CHECK, CONSTRAINTS, named, puzzle, write

from solvent.benchmarks.analysis.planted import _CHANGES
from solvent.benchmarks.analysis.quality import Counts, Quality, figures, measure
from solvent.benchmarks.verifiers.literals import read_literal, write_literal
from solvent.benchmarks.verifiers.posed import posed
from solvent.solvers import Pool

OTHERS = ("Dan", "Eve", "Fay")


@pytest.fixture
def quality(capsys, tmp_path):
    def run(*puzzles, options=()):
        file = write(tmp_path / "puzzles.jsonl", *puzzles)
        return solvent_here(capsys, "quality", file, "--workers", "1", *options)

    return run


def faulty(name, check=CHECK, constraints=CONSTRAINTS):
    code = {"Inputs_Check_code": named(check), "Constraint_List_code": named(constraints)}
    return puzzle(id=name, background=f"{name}: Ann, Bob and Cid take seats 1 to 3.", code=code)


def test_good_verifiers_agree_with_the_programs(quality):
    found = one_object(quality(puzzle(), puzzle(OTHERS), puzzle(("A", "B", "C"), program=None), options=("--json",)))
    (verifier,) = found["judges"]
    assert (verifier["n"], verifier["f1"], verifier["disagreements"]) == (20, 1.0, [])
    assert (verifier["right"], verifier["kinds"]["solution"]["n"]) == (4, 4)
    assert verifier["precision_interval"][0] == pytest.approx(0.5101, abs=1e-4)  # Wilson's of 4 of 4
    assert {"a key missing", "one clue broken", "two values swapped"} < verifier["kinds"].keys()
    assert found["broken_clue_named"]["n"] == found["broken_clue_named"]["right"] > 0
    assert (found["measured"], found["not_measurable"]) == (
        2,
        {"seats-A": "no second truth: the record has no program"},
    )


FAULTS = {  # what becomes of precision and recall
    "a constraint dropped": ({"constraints": CONSTRAINTS.replace("[first, second]", "[first]")}, "lower", "same"),
    "off by one": ({"constraints": CONSTRAINTS.replace("!= 1", "!= 2")}, "lower", "lower"),
    "negated": ({"constraints": CONSTRAINTS.replace("<", ">=")}, "lower", "lower"),
    "too strict": ({"constraints": CONSTRAINTS.replace('"NAME1"]', '"NAME1"] - 1')}, "same", "lower"),
    "any form accepted": ({"check": "def inputs_check(inputs):\n    return len(inputs) == 3\n"}, "lower", "same"),
    "no constraints": ({"constraints": "constraint_list = []\n"}, "lower", "same"),
    "nothing accepted": ({"check": "def inputs_check(inputs):\n    return False\n"}, "none", "lower"),
    "no code": ({"check": "def inputs_check(inputs)\n"}, "none", "lower"),
}  # fmt: skip
FELL = {"lower": lambda share: share < 1, "same": lambda share: share == 1, "none": lambda share: share is None}


async def test_a_fault_in_a_verifier_lowers_its_figures():
    puzzles = [posed(faulty(name, **parts).record(0)) for name, (parts, *_) in FAULTS.items()]
    async with Pool(workers=1) as pool:
        measured = await measure(puzzles, pool, n=12)
    for name, (_, precision, recall) in FAULTS.items():
        one = Quality("", tuple(each for each in measured.verifier.verdicts if each.puzzle == name))
        found = figures(one.counts)
        assert FELL[precision](found["precision"]), (name, found)
        assert FELL[recall](found["recall"]), (name, found)
        assert found["f1"] < 1, name
        assert one.disagreements, name
        assert all(bool(each.accepted) != each.planted.right for each in one.disagreements)
    interval = measured.verifier.f1_interval
    assert 0 < interval.low < measured.verifier.counts.f1 < interval.high < 1


async def test_sets_and_lists_are_told_apart():
    """The program, whose answers are JSON, cannot see the difference; the format says which is wrong."""
    check = "def inputs_check(inputs):\n    return isinstance(inputs['team'], set) and len(inputs['team']) == 2\n"
    program = (
        "import cpmpy as cp\ninside = cp.boolvar(shape=3)\nmodel += cp.sum(inside) == 2\n"
        "with clue(1):\n    model += inside[0]\nwith clue(2):\n    model += ~inside[2]\n"
        "answer = {'team': [where(one, name) for one, name in zip(inside, 'abc')]}\n"
    )
    fields = {
        "example": "{'team': {'b', 'c'}}",
        "constraints": ("a is in the team.", "c is not in the team."),
        "program": {"framework": "cpmpy", "code": program},
    }
    constraints = "constraint_list = [lambda inputs: 'a' in inputs['team'], lambda inputs: 'c' not in inputs['team']]\n"
    lax = check.replace("isinstance(inputs['team'], set) and ", "")
    puzzles = [
        posed(
            puzzle(id=name, **fields, code={"Inputs_Check_code": code, "Constraint_List_code": constraints}).record(0)
        )
        for name, code in (("strict", check), ("lax", lax))
    ]
    async with Pool(workers=1) as pool:
        said = (await measure(puzzles, pool, n=12)).verifier.verdicts
    for name in ("strict", "lax"):
        kinds = Quality("", tuple(each for each in said if each.puzzle == name)).by_kind
        assert kinds["a list for a set"].accepted_wrong == (1 if name == "lax" else 0)
        assert kinds["solution"].accepted_right == kinds["solution"].n == 1


def test_a_model_judges_the_same_answers(quality, loopback, tmp_path):
    """It accepts one form that is wrong, gives no verdict on missing keys, and is asked about nothing twice."""
    asked = []

    def judge(request):
        content = request.messages[-1]["content"]
        if len(asked) >= 4 and not (tmp_path / "again").exists():
            return Status(401)
        asked.append(content)
        arrangement = read_literal(content.partition("<arrangement>\n")[2].partition("\n</arrangement>")[0])
        if len(arrangement) < 3:
            return "I cannot say."
        right = sorted(map(str, arrangement.values())) == ["1", "2", "3"] and arrangement.get("Cid") in (2, 3)
        return f"Verdict: wrong? No:\n\n**Verdict:** {'right' if right and arrangement['Cid'] == 3 else 'wrong'}"

    loopback.script(judge)
    access = ("--model", "m", "--base-url", loopback.url, "--max-connections", "1", "--out", tmp_path / "judge")
    stopped = quality(puzzle(), options=access)
    assert stopped.returncode == 13
    assert "6 answers are not judged yet" in stopped.stderr
    assert "m refuses what is right: seats-Ann, solution, {'Ann': 1, 'Bob': 3, 'Cid': 2}" in stopped.stdout
    (tmp_path / "again").touch()
    found = one_object(quality(puzzle(), options=("--json", *access)))
    assert len(asked) == len(set(asked)) == 10
    verifier, model = found["judges"]
    assert verifier["f1"] == 1
    assert (model["judge"], model["n"], model["recall"]) == ("m", 10, 0.5)
    assert model["no_verdict"] == model["kinds"]["a key missing"]["n"] > 0
    assert [each["right"] for each in model["disagreements"]].count(True) == 1
    check_refusal(quality(puzzle(), options=(*access[2:], "--model", "other")), 2)


leaves = st.integers(0, 3) | st.sampled_from("ab")
values = st.recursive(
    leaves | st.sets(leaves, min_size=1, max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=8,
)


@given(value=values, seed=st.integers(0, 99), kind=st.sampled_from(sorted(_CHANGES)))
def test_a_change_leaves_the_solution_alone(value, seed, kind):
    before = copy.deepcopy(value)
    changed = _CHANGES[kind](value, random.Random(seed))
    assert value == before
    if changed is not None:
        assert write_literal(read_literal(write_literal(changed))) == write_literal(changed)
        if kind not in ("two values swapped", "a value repeated"):  # which change nothing within a set
            assert write_literal(changed) != write_literal(before)


@given(st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_f1_is_the_harmonic_mean(n):
    counts = Counts(*n)
    (hit, accepted), (_, right) = counts.shares["precision"], counts.shares["recall"]
    if hit:
        precision, recall = hit / accepted, hit / right
        assert counts.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    else:
        assert counts.f1 == (0 if accepted + right else None)


def test_bad_files(capsys, tmp_path):
    file = tmp_path / "puzzles.jsonl"
    record = puzzle(program={"framework": "nonsense", "code": ""}).record(1)
    file.write_text(f"{{\n{json.dumps(record)}\n")
    found = one_object(solvent_here(capsys, "quality", file, "--workers", "1", "--json"))
    assert found["unusable_lines"].keys() == {"1"}
    assert "its program cannot be used" in found["not_measurable"]["seats-Ann"]
    assert found["judges"][0]["f1"] is None
    check_refusal(solvent_here(capsys, "quality", tmp_path / "none.jsonl"), 2)
    check_refusal(solvent_here(capsys, "quality", file, "--out", tmp_path / "x"), 2)
