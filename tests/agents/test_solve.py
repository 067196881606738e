"""Whole walks through the graph, with the embedded rules and real solvers."""

import asyncio

import pytest

import solvent
from solvent import Answer
from solvent.agents import build

FRAMEWORKS = [("smtlib",), ("cpmpy",), ("ortools",), ("smtlib", "cpmpy")]

GRID = """\
Three friends sit on a bench, in seats 1 to 3 from left to right.

name: Ida, Bo, Cleo
drink: tea, milk, juice
pet: cat, dog, hen

Clues:
{clues}
"""

CLUES = [
    "Ida owns the cat.",
    "The person who drinks milk owns the dog.",
    "Bo drinks juice.",
]


def text(*clues: str) -> str:
    return GRID.format(clues="\n".join(f"{number}. {clue}" for number, clue in enumerate(clues, start=1)))


@pytest.mark.parametrize("frameworks", FRAMEWORKS)
def test_a_unique_grid_is_verified(frameworks, solve):
    answer = solve(text(*CLUES), frameworks=frameworks)
    assert answer.status == "verified", answer.reason
    assert {row["name"]: (row["drink"], row["pet"]) for row in answer.answer} == {
        "Ida": ("tea", "cat"),
        "Bo": ("juice", "hen"),
        "Cleo": ("milk", "dog"),
    }
    assert len(answer.attempts) == len(frameworks)
    assert all(fact.passed for fact in answer.evidence)
    assert answer.usage.calls == 0


@pytest.mark.parametrize("frameworks", FRAMEWORKS)
def test_a_missing_clue_is_ambiguous(frameworks, solve):
    answer = solve(text(*CLUES[:2]), frameworks=frameworks)
    assert answer.status == "ambiguous"
    assert len(answer.alternatives) == 1
    assert answer.alternatives[0] != answer.answer


@pytest.mark.parametrize("frameworks", FRAMEWORKS)
def test_a_looser_reading_steps_in_only_where_the_literal_one_is_not_unique(frameworks, solve):
    clues = ("Ida owns the cat.", "Bo drinks juice.", "Neither the milk drinker nor the dog owner is Ida.")
    answer = solve(text(*clues), frameworks=frameworks)
    assert answer.status == "verified", answer.reason
    assert {row["name"]: row["pet"] for row in answer.answer} == {"Ida": "cat", "Bo": "dog", "Cleo": "hen"}
    assert any(fact.check == "reading" and fact.passed for fact in answer.evidence)
    assert len(answer.attempts) == 2 * len(frameworks)


@pytest.mark.parametrize("frameworks", FRAMEWORKS)
def test_clashing_clues_are_named_and_no_others(frameworks, solve):
    answer = solve(text(*CLUES, "Ida drinks milk."), frameworks=frameworks)
    assert answer.status == "contradictory"
    assert answer.conflict == (1, 2, 4)
    assert answer.answer is None


def test_a_clue_that_is_not_understood_forbids_verified(solve):
    answer = solve(text(*CLUES, "Cleo blicks the zorp of the milk."))
    assert answer.status == "unverified"
    assert [clue.understood for clue in answer.clues] == [True, True, True, False]
    assert answer.clues[3].reason


def test_prose_without_a_puzzle_fails_with_advice(solve):
    answer = solve("It rained in the morning, and then the sun came out.")
    assert answer.status == "failed"
    assert "--model" in answer.reason


def test_events_tell_of_every_node(solve):
    events = []
    solve(text(*CLUES), on_event=events.append)
    ended = [event["node"] for event in events if event["event"] == "end"]
    assert ended == ["decompose", "translate", "run", "diagnose", "vote", "verify", "gate", "answer"]
    assert [event["event"] for event in events].count("start") == len(ended)


async def test_solve_works_where_a_loop_runs():
    assert (await asyncio.to_thread(solvent.solve, text(*CLUES))).status == "verified"
    assert solvent.solve(text(*CLUES)).status == "verified"


def test_answers_are_records(solve):
    answer = solve(text(*CLUES))
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_the_graph_names_its_nodes():
    drawn = build().get_graph().draw_mermaid()
    for node in ("decompose", "translate", "run", "diagnose", "vote", "verify", "gate", "check", "repair", "answer"):
        assert node in drawn
