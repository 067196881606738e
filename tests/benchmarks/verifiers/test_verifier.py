"""A verifier's verdicts, and what a traversal counts."""

import pytest
from small_verifier import CONSTRAINTS, EXAMPLE, PUZZLE, TRAVERSE, VERIFIER

from solvent.benchmarks.verifiers.literals import read_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle, Space
from solvent.benchmarks.verifiers.traversal import traverse
from solvent.benchmarks.verifiers.verifier import judge, names
from solvent.solvers import Limits, Pool

pytestmark = pytest.mark.filterwarnings("error")


async def test_a_verdict_names_what_is_broken():
    given = [
        {"who": {"Ann", "Bo"}, "day": 1},
        {"who": {"Bo", "Cy"}, "day": 1},
        {"who": {"Bo", "Cy"}, "day": 2},
        {"who": ["Ann", "Bo"], "day": 1},
        "nothing",
    ]
    async with Pool() as pool:
        said = await judge(VERIFIER, given, pool=pool)
    assert [each.right for each in said] == [True, False, False, False, False]
    assert [each.broken for each in said] == [(), (1,), (1, 2), (), ()]
    assert [each.form for each in said] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"inputs_check": "def inputs_check(inputs:"}, "syntax_error"),
        ({"inputs_check": "def inputs_check(inputs): return inputs['none']"}, "KeyError"),
        ({"constraint_list": "def c(inputs): return 1 / 0\nconstraint_list = [c]"}, "ZeroDivisionError"),
        ({"constraint_list": "constraint_list = []\nopen('/etc/passwd')"}, "PermissionError"),
        ({"constraint_list": "constraint_list = []\nglobals()['constraint_list'] = [bool]"}, "lists 0"),
        ({"constraint_list": "def c(inputs):\n    while True: pass\nconstraint_list = [c]"}, "no result within"),
    ],
)
async def test_a_verifier_that_fails_accepts_nothing_and_says_why(change, told, monkeypatch):
    monkeypatch.setattr("solvent.benchmarks.verifiers.verifier.LIMITS", Limits(seconds=2))
    async with Pool() as pool:
        said = await judge(VERIFIER.model_copy(update=change), [{"who": {"Ann", "Bo"}, "day": 1}], pool=pool)
    assert not said[0].right
    assert told in said[0].problem


@pytest.mark.parametrize(
    "more",
    [
        "constraint_list = list(constraint_list)",
        "constraint_list = [*constraint_list]",
        "constraint_list = []\nfor each in (constraint_1, constraint_2):\n    constraint_list.append(each)",
        "constraint_list = [constraint_1]\nif True:\n    constraint_list += [constraint_2]",
    ],
)
async def test_constraints_are_judged_together_where_their_number_is_not_plain(more):
    code = f"{CONSTRAINTS}\n{more}"
    verifier = VERIFIER.model_copy(update={"constraint_list": code})
    assert verifier.size is None
    async with Pool() as pool:
        said = await judge(verifier, [{"who": {"Ann", "Bo"}, "day": day} for day in (1, 2)], pool=pool)
    assert [each.right for each in said] == [True, False]


def test_the_constraints_are_listed():
    assert names(CONSTRAINTS) == ["constraint_1", "constraint_2"]
    assert names("x = 1") is None


async def test_a_traversal_counts_what_the_code_counts():
    async with Pool() as pool:
        found = await traverse(VERIFIER, EXAMPLE, pool=pool)
    assert (found.problem, found.valid, found.total, found.claimed) == ("", 6, 18, (6, 18))
    assert len(found.solutions) == 6
    assert len(found.wrong) == 12
    async with Pool() as pool:
        said = await judge(VERIFIER, [read_literal(text) for text, _ in found.wrong], pool=pool)
    assert [each.broken for each in said] == [broken for _, broken in found.wrong]


@pytest.mark.parametrize(
    ("traversal", "told"),
    [
        (TRAVERSE.replace("return valid, total", "return valid + 1, total"), "returned (7, 18), but of the 18"),
        (TRAVERSE.replace("range(5)", "[1, 1, 2, 3]"), "6 arrangements more than once"),
        (TRAVERSE.replace("range(5)", "[2, 3]").replace("'Bo'", ""), "does not come to the example"),
        ("def count_valid_arrangements():\n    return 6, 18", "verifies no arrangement"),
        ("def count_valid_arrangements():\n    raise KeyError('day')", "KeyError"),
        ("def count(:", "SyntaxError"),
        ("import sys\nsys.exit()", "failed"),
        ("", "no code"),
    ],
)
async def test_a_traversal_that_is_none_is_refused(traversal, told):
    async with Pool() as pool:
        found = await traverse(VERIFIER.model_copy(update={"traverse": traversal}), EXAMPLE, pool=pool)
    assert told in found.problem
    assert not found.unfinished


async def test_a_traversal_may_not_bring_its_own_verification():
    own = "def verify_function(inputs, *rest):\n    return True\n" + TRAVERSE
    async with Pool() as pool:
        found = await traverse(VERIFIER.model_copy(update={"traverse": own}), EXAMPLE, pool=pool)
    assert (found.problem, found.valid) == ("", 6)


async def test_counts_without_samples_were_overwritten():
    forged = (
        TRAVERSE.replace("return valid, total", "return 0, total")
        + "\ncount = count_valid_arrangements\n"
        + (
            "def count_valid_arrangements():\n"
            "    found = count()\n"
            "    verify_function.valid = verify_function.valid_calls = 0\n"
            "    return found\n"
        )
    )
    async with Pool() as pool:
        found = await traverse(VERIFIER.model_copy(update={"traverse": forged}), EXAMPLE, pool=pool)
    assert "overwritten" in found.problem


async def test_an_endless_traversal_is_unfinished():
    endless = "def count_valid_arrangements():\n    while True:\n        pass"
    async with Pool() as pool:
        found = await traverse(VERIFIER.model_copy(update={"traverse": endless}), pool=pool, limits=Limits(seconds=1))
    assert found.unfinished
    assert "did not end" in found.problem


async def test_constraints_that_exclude_nothing_are_named():
    idle = CONSTRAINTS.replace('"Ann" in inputs["who"]', 'len(inputs["who"]) == 2')
    async with Pool() as pool:
        found = await traverse(VERIFIER.model_copy(update={"constraint_list": idle}), EXAMPLE, pool=pool)
    assert found.idle == (1,)


def test_a_puzzle_survives_its_line():
    puzzle = PUZZLE.model_copy(update={"space": Space(valid=6, total=18)})
    line = puzzle.record(3)
    assert set(line["code"]) == {"Inputs_Check_code", "Constraint_List_code", "Traverse_code"}
    assert line["idx"] == 3
    assert OpenPuzzle.model_validate(line) == puzzle
    assert puzzle.space.share == pytest.approx(1 / 3)
    assert all(each in puzzle.prompt for each in (*puzzle.constraints, puzzle.background, puzzle.format, EXAMPLE))
