"""What every framework must do: the five questions, put to the same puzzles."""

import itertools
import re

import pytest

from solvent import solvers
from solvent.solvers import Limits, Status, accepts, conflict, improve, run, second

BEST_PACK = ["axe", "can"]


def without(program, *clues):
    kept = tuple(fragment for fragment in program.fragments if fragment.clue not in clues)
    return program.model_copy(update={"fragments": kept})


def right_answers():
    """All answers to the program `many`, by trying everything."""
    names = ["low", "low", "mid", "high", "high"]
    for digits in itertools.permutations(range(5), 3):
        if sum(digits) == 6:
            even = [digit for digit in digits if digit % 2 == 0]
            rising = list(digits) == sorted(digits)
            yield {"digits": list(digits), "rising": rising, "even": even, "first": names[digits[0]]}


@pytest.mark.parametrize("name", ["clash", "two", "pack", "stages", "many", "background"])
def test_a_program_survives_being_written_and_read(framework, example, name):
    program = example(name)
    text = solvers.load(framework).render(program)
    again = solvers.load(framework).parse(text)
    assert again == program
    assert solvers.load(framework).render(again) == text
    assert program.clues
    assert program.answer


async def test_an_answer_satisfies_the_clues(pool, example):
    outcome = await run(without(example("clash"), 5), pool=pool)
    assert outcome.status is Status.SATISFIED
    assert outcome.answer["ann"] < outcome.answer["bob"] < outcome.answer["cid"]
    assert outcome.answer["ann"] != 3
    assert outcome.answer["cid"] != 3
    assert "rlimits" in outcome.isolation


async def test_the_planted_clash_is_found_and_is_minimal(pool, example):
    program = example("clash")
    assert (await run(program, pool=pool)).status is Status.UNSATISFIABLE
    outcome = await conflict(program, pool=pool)
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.conflict == (2, 4, 5)
    for clue in outcome.conflict:
        assert (await run(without(program, clue), pool=pool)).status is Status.SATISFIED


async def test_a_clash_without_clues_is_told(pool, example):
    outcome = await conflict(example("background"), pool=pool)
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.conflict == ()
    assert "no clue" in outcome.message


async def test_what_has_an_answer_has_no_conflict(pool, example):
    outcome = await conflict(example("two"), pool=pool)
    assert outcome.status is Status.SATISFIED
    assert outcome.conflict == ()
    assert outcome.answer["a"] == 3


async def test_a_second_answer_differs_in_the_planted_place_only(pool, example):
    program = example("two")
    first = (await run(program, pool=pool)).answer
    other = await second(program, first, pool=pool)
    assert other.status is Status.SATISFIED
    assert {first["b"], other.answer["b"]} == {2, 4}
    assert first["a"] == other.answer["a"] == 3


async def test_what_the_answer_does_not_show_is_no_difference(pool, framework, example):
    program = example("two")
    answer = "{'a': a}" if framework in ("cpmpy", "ortools") else '{"a": "a"}'
    program = program.model_copy(update={"answer": answer})
    assert (await second(program, {"a": 3}, pool=pool)).status is Status.UNSATISFIABLE


async def test_the_optimum_is_proven_and_a_worse_answer_improved(pool, example):
    program = example("pack")
    best = await run(program, pool=pool)
    assert best.status is Status.OPTIMAL
    assert sorted(best.answer) == BEST_PACK
    assert best.objective == (14,)
    assert (await improve(program, best.answer, pool=pool)).status is Status.UNSATISFIABLE
    better = await improve(program, ["bag", "can"], pool=pool)
    assert better.status is Status.SATISFIED
    assert better.objective[0] > 11
    assert (await second(program, best.answer, pool=pool)).status is Status.UNSATISFIABLE


async def test_improving_an_impossible_answer_says_that_it_is_impossible(pool, example):
    assert (await improve(example("pack"), ["axe", "bag"], pool=pool)).status is Status.BAD_ANSWER
    assert (await improve(example("pack"), ["hat"], pool=pool)).status is Status.BAD_ANSWER


async def test_a_set_is_accepted_in_any_order_if_it_is_optimal(pool, example):
    program = example("pack")
    for order in itertools.permutations(BEST_PACK):
        outcome = await accepts(program, list(order), pool=pool)
        assert outcome.status is Status.OPTIMAL, outcome
    worse = await accepts(program, ["can", "bag"], pool=pool)
    assert worse.status is Status.UNSATISFIABLE
    assert "optimal" in worse.message
    heavy = await accepts(program, ["axe", "bag"], pool=pool)
    assert heavy.status is Status.UNSATISFIABLE
    assert "not allow" in heavy.message
    assert heavy.conflict == (1,)
    for wrong in (["can", "can", "axe"], ["hat"], {"axe": 1}):
        assert (await accepts(program, wrong, pool=pool)).status is Status.UNSATISFIABLE


async def test_a_wrong_answer_names_the_clues_that_it_breaks(pool, example):
    program = without(example("clash"), 5)
    for answer, broken in (
        ({"ann": 2, "bob": 2, "cid": 4}, (2,)),
        ({"ann": 3, "bob": 4, "cid": 5}, (1,)),
        ({"ann": 1, "bob": 2, "cid": 3}, (6,)),
    ):
        outcome = await accepts(program, answer, pool=pool)
        assert outcome.status is Status.UNSATISFIABLE
        assert outcome.conflict == broken, outcome


async def test_objectives_count_in_their_order(pool, example):
    program = example("stages")
    best = await run(program, pool=pool)
    assert best.status is Status.OPTIMAL
    assert best.answer == {"x": 3, "y": 6}
    assert best.objective == (9, 3)
    for x, y in ((6, 3), (4, 5), (3, 5)):
        better = await improve(program, {"x": x, "y": y}, pool=pool)
        assert better.status is Status.SATISFIED
        assert (-better.objective[0], better.objective[1]) < (-(x + y), x)
        assert (await accepts(program, {"x": x, "y": y}, pool=pool)).status is Status.UNSATISFIABLE
    swapped = program.model_copy(update={"objectives": program.objectives[::-1]})
    assert (await run(swapped, pool=pool)).answer == {"x": 0, "y": 6}


async def test_every_right_answer_is_accepted(pool, example):
    program = example("many")
    answers = list(right_answers())
    assert len(answers) == 12
    for answer in answers:
        outcome = await accepts(program, answer, pool=pool)
        assert outcome.status is Status.SATISFIED, (answer, outcome)
        assert outcome.answer == answer
    assert (await run(program, pool=pool)).answer in answers


@pytest.mark.parametrize(
    "change",
    [
        {"digits": [0, 1, 4]},
        {"digits": [1, 2, 3.5]},
        {"digits": [1, 2, None]},
        {"digits": [1, 2]},
        {"digits": ["one", 2, 3]},
        {"digits": {"1": 2}},
        {"rising": False},
        {"even": []},
        {"even": [2, 2]},
        {"even": [4]},
        {"first": "mid"},
        {"first": "huge"},
        {"more": 1},
        {"digits": [True, 2, 3], "rising": "yes"},
    ],
)
async def test_every_wrong_answer_is_refused_with_a_reason(pool, example, change):
    right = {"digits": [1, 2, 3], "rising": True, "even": [2], "first": "low"}
    assert right in list(right_answers())
    outcome = await accepts(example("many"), {**right, **change}, pool=pool)
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.message


RIGHT = {"digits": [2, 4, 0], "rising": False, "even": [2, 4, 0], "first": "mid"}


@pytest.mark.parametrize("number", [0, 0.0, -0.0, False])
async def test_a_number_is_one_in_whatever_type_it_comes(pool, example, number):
    same = {**RIGHT, "digits": [2, 4, number], "even": [2, 4, number]}
    assert (await accepts(example("many"), same, pool=pool)).status is Status.SATISFIED


@pytest.mark.parametrize(
    "value", ["0", "00", "0.0", "0/5", " 0", "+0", "-0", "0e0", "false", [0], {"0": 0}, None, "", 0.5]
)
async def test_what_is_spelled_like_a_number_is_none(pool, example, value):
    """A solution has the digit 0, which no text is, however it is spelled."""
    for change in ({"digits": [2, 4, value]}, {"even": [2, 4, value]}, {"rising": value}):
        outcome = await accepts(example("many"), {**RIGHT, **change}, pool=pool)
        assert outcome.status is Status.UNSATISFIABLE, (change, outcome)


async def test_the_order_of_a_list_of_terms_counts(pool, example):
    assert (await accepts(example("many"), RIGHT, pool=pool)).status is Status.SATISFIED
    assert (await accepts(example("many"), {**RIGHT, "even": [0, 2, 4]}, pool=pool)).status is Status.UNSATISFIABLE


async def test_all_answers_are_found_one_after_another(pool, example):
    """Every second answer is new, and accepted; the set is complete when the program allows no other."""
    program = example("two")
    first = await run(program, pool=pool)
    other = await second(program, first.answer, pool=pool)
    back = await second(program, other.answer, pool=pool)
    assert back.answer == first.answer


@pytest.mark.parametrize(
    ("name", "status"),
    [("syntax", Status.SYNTAX_ERROR), ("blocked", Status.BLOCKED), ("unlabelled", Status.BAD_ANSWER)],
)
async def test_a_broken_program_is_an_outcome(pool, framework, example, name, status):
    program = example(name)
    outcome = await run(program, pool=pool)
    assert outcome.status is status, outcome
    assert outcome.answer is None
    if name != "unlabelled":
        place = re.match(r"line (\d+), column (\d+): .*\n    (.*)", outcome.message)
        assert place, outcome.message
        lines = solvers.load(framework).render(program).splitlines()
        assert lines[int(place[1]) - 1].strip() == place[3]
        assert int(place[2]) <= len(lines[int(place[1]) - 1]) + 1


async def test_a_program_without_an_answer_is_told_so(pool, example):
    program = example("two").model_copy(update={"answer": ""})
    outcome = await run(program, pool=pool)
    assert outcome.status is Status.BAD_ANSWER
    assert "answer" in outcome.message


async def test_time_runs_out(pool, example):
    outcome = await run(example("hard"), pool=pool, limits=Limits(seconds=1))
    assert outcome.status is Status.TIMEOUT, outcome
    assert outcome.seconds < 10
    assert "1 s" in outcome.message
    assert outcome.isolation


async def test_memory_runs_out(pool, example):
    outcome = await run(example("memory"), pool=pool, limits=Limits(seconds=60, memory_mb=100))
    assert outcome.status is Status.MEMORY, outcome


async def test_too_long_an_answer_is_cut_off(pool, example):
    outcome = await run(example("many"), pool=pool, limits=Limits(output_bytes=20))
    assert outcome.status is Status.BAD_ANSWER
    assert "20 bytes" in outcome.message
