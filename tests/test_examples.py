"""Every example through the command line, against answers worked out without Solvent."""

import asyncio
import json
import re
from collections import Counter
from typing import Any

import pytest
from console import EXAMPLES, ROOT, one_object, solvent, solvent_here

from solvent.solvers import Pool, improve, load, run, second

EXPECTED: dict[str, dict[str, Any]] = json.loads((ROOT / "tests" / "expected_examples.json").read_text("utf-8"))
PUZZLES = [name for name, expected in EXPECTED.items() if expected["command"] == "solve"]
OF_CLUES = [name for name in PUZZLES if "framework" not in EXPECTED[name]]
NEED_A_MODEL = [name for name, expected in EXPECTED.items() if expected["command"] == "model"]
PROGRAMS = [name for name, expected in EXPECTED.items() if expected["command"] == "run"]


def grid(answer: list[dict[str, Any]], *, keys: bool) -> list[Any]:
    """Give the rows in order, by their values alone where the text names no categories that would be the keys."""
    if keys:
        return answer
    return [Counter(str(value) for value in row.values()) for row in answer]


def rows(answer: Any) -> list[list[Any]]:
    """What stands on a line of its own: the values of a row, or a key with its value."""
    if isinstance(answer, dict):
        if "text" in answer:
            return [[answer["text"]], *(["".join(row).strip(" ,")] for row in answer.get("grid", []))]
        return [[f'"{key}": {value}'] for key, value in answer.items()]
    return [list(row.values()) if isinstance(row, dict) else row for row in answer]


def by_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=dict)


def test_every_example_is_expected_and_says_what_it_shows():
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file() and path.suffix != ".ipynb"}
    assert files == EXPECTED.keys()
    for name in files:
        comment, first = (";" if name.endswith(".smt2") else "#"), (EXAMPLES / name).read_text("utf-8").split("\n")[0]
        assert re.match(rf"{comment} \w.{{20,}}[.`]$", first), (name, first)


def check(expected: dict[str, Any], found: dict[str, Any]) -> None:
    """Compare what a run gave, as JSON, with what is expected of the example."""
    assert found["status"] == expected["status"], found["reason"]
    assert found["reason"]
    unread = [clue["id"] for clue in found["clues"] if not clue["understood"]]
    assert unread == expected.get("not_understood", [])
    assert [clue["id"] for clue in found["clues"]] == list(range(1, len(found["clues"]) + 1))
    assert found["conflict"] == expected.get("conflict", [])
    if "answer" in expected:
        assert grid(found["answer"], keys=expected["keys"]) == grid(expected["answer"], keys=expected["keys"])
        assert found["alternatives"] == []
    if "answers" in expected:
        given = [found["answer"], *found["alternatives"]]
        assert sorted(map(by_json, given)) == sorted(map(by_json, expected["answers"]))


@pytest.mark.parametrize("name", PUZZLES)
def test_puzzle(name):
    expected = EXPECTED[name]
    result = solvent("solve", EXAMPLES / name, "--json")
    found = one_object(result)
    check(expected, found)
    assert result.returncode == expected["exit"]
    if "framework" in expected:
        assert found["program"]["framework"] == expected["framework"]


@pytest.mark.parametrize("name", OF_CLUES)
@pytest.mark.parametrize("framework", ["smtlib", "cpmpy", "ortools", "minizinc"])
def test_puzzle_in_every_framework_that_can_state_it(solve, name, framework):
    answer = solve((EXAMPLES / name).read_text("utf-8"), frameworks=(framework,))
    check(EXPECTED[name], answer.model_dump(mode="json"))
    assert answer.program.framework == framework


@pytest.mark.parametrize("name", [*OF_CLUES, "cryptogram.txt"])  # words take long, and are printed alike
def test_puzzle_in_a_pipe(capsys, name):
    """Without --json: plain text that shows the grid, names what differs or clashes, and says why."""
    expected = EXPECTED[name]
    result = solvent_here(capsys, "solve", EXAMPLES / name)
    assert result.returncode == expected["exit"], result.stderr
    assert "\x1b" not in result.stdout
    assert expected["status"] in result.stdout
    for word in expected.get("differs", ()):
        assert word in result.stdout.split(expected["status"])[-1]
    for clue in expected.get("conflict", ()):
        assert re.search(rf"\b{clue}\b", result.stdout.split(expected["status"])[-1])
    for clue in expected.get("not_understood", ()):
        assert re.search(rf"\b[Cc]lue {clue}\b", result.stdout.split(expected["status"])[-1])
    if "shown" in expected:  # an answer that is the reply to the text's question
        assert expected["shown"] in result.stdout.splitlines()
        return
    # Each row of the answer stands on a line of its own.
    lines = [set(re.split(r"\s{2,}|[│|]\s*", line.strip(" ,"))) for line in result.stdout.splitlines()]
    for row in rows(expected.get("answer", [])):
        assert any({str(value) for value in row} <= line for line in lines), (row, result.stdout)


@pytest.mark.parametrize("name", NEED_A_MODEL)
def test_the_rules_do_not_pretend(capsys, name):
    """A puzzle that needs a model: without one, no answer of it is called verified."""
    expected = EXPECTED[name]
    result = solvent_here(capsys, "solve", EXAMPLES / name, "--json")
    found = one_object(result)
    assert (found["status"], result.returncode) == (expected["status"], expected["exit"]), found["reason"]
    assert "--model" in result.stderr + found["reason"]


@pytest.mark.parametrize("name", NEED_A_MODEL)
def test_the_expected_answer_is_right_and_the_only_one(name):
    """By a program that a person wrote: the answer, its optimality where that is asked for, and no other answer."""
    expected = EXPECTED[name]["answer"]
    program = load("cpmpy").parse((ROOT / "tests" / "gold" / name).with_suffix(".py").read_text("utf-8"))

    async def ask():
        async with Pool(workers=1) as pool:
            first = await run(program, pool=pool)
            better = await improve(program, first.answer, pool=pool) if program.objectives else None
            return first, better, await second(program, first.answer, pool=pool)

    first, better, other = asyncio.run(ask())
    assert first.answer == expected
    assert better is None or better.status == "unsatisfiable"
    # Of an optimum, `second` asks for another one that is as good.
    assert other.status == "unsatisfiable"


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    expected = EXPECTED[name]
    result = solvent("run", EXAMPLES / name, "--json")
    found = one_object(result)
    assert (found["status"], result.returncode) == (expected["status"], expected["exit"]), found
    assert found["answer"] == expected["answer"]
    assert found["objective"] == expected["objective"]


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("question", ["improve", "conflict"])
def test_question_to_a_program(capsys, name, question):
    """None is better than the optimum, and no clues clash."""
    result = solvent_here(capsys, "run", EXAMPLES / name, "--ask", question, "--json")
    found = one_object(result)
    assert result.returncode == 0, found
    if question == "improve":
        assert found["status"] == "unsatisfiable"
    if question == "conflict":
        assert found["status"] in ("satisfied", "optimal")
        assert found["conflict"] == []
