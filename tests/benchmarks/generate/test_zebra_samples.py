"""Generated logic grids as a whole: one answer, or the flaw that was asked for; the same bytes each time."""

import itertools
import json
import os
import random
import re
from dataclasses import replace

import pytest
from console import solvent
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.files import Order, generate
from solvent.benchmarks.generate.generator import UnusableSettingsError
from solvent.benchmarks.generate.zebra import GENERATOR, making
from solvent.benchmarks.generate.zebra.clues import formula
from solvent.benchmarks.generate.zebra.flaws import flawed
from solvent.benchmarks.generate.zebra.puzzle import invented
from solvent.benchmarks.generate.zebra.settings import ZebraSettings
from solvent.benchmarks.generate.zebra.theme import LANGUAGES, themes
from solvent.solvers.frameworks import smtlib

SMALL = (("3x3", "line"), ("4x3", "circle"), ("3x3", "plain"), ("2x3", "line"))


@pytest.fixture
def draw(in_pool):
    def one(seed=0, **chosen):
        return in_pool(lambda pool: GENERATOR.draw(ZebraSettings(**chosen), random.Random(seed), pool))

    return one


@pytest.fixture(scope="module")
def unique(in_pool):
    """A puzzle with one answer."""

    def one(seed, **chosen):
        asked, rng = ZebraSettings(**chosen), random.Random(seed)
        return in_pool(lambda pool: making.with_one_answer(asked, invented(asked, rng), rng, pool, making.Effort()))

    return one


def solutions(puzzle):
    """All grids that the clues allow, by trying each."""
    grid = puzzle.grid
    said = [formula(clue, grid) for clue in puzzle.clues]
    orders = list(itertools.permutations(range(grid.size)))
    tried = itertools.product(orders, repeat=len(grid.rows) - 1)
    every = (replace(grid, rows=(grid.rows[0], *rows)) for rows in tried)
    return [other.rows for other in every if all(map(other.holds, said))]


@settings(max_examples=12, deadline=None)
@given(place=st.sampled_from(SMALL), minimal=st.booleans(), seed=st.integers(0, 10**9))
def test_one_answer_is_left_and_of_minimal_clues_none_can_go(unique, place, minimal, seed):
    size, shape = place
    puzzle = unique(seed, size=size, shape=shape, minimal=minimal)
    assert solutions(puzzle) == [puzzle.grid.rows]
    needless = [
        clue
        for clue in puzzle.clues
        if len(solutions(replace(puzzle, clues=tuple(other for other in puzzle.clues if other != clue)))) == 1
    ]
    assert not (minimal and needless)
    assert puzzle.clues[-1] not in needless


@settings(max_examples=12, deadline=None)
@given(
    place=st.sampled_from(SMALL),
    flaw=st.sampled_from(["ambiguous", "contradictory", "negated"]),
    seed=st.integers(0, 10**9),
)
def test_a_flaw_leaves_no_answer_or_several(unique, in_pool, place, flaw, seed):
    size, shape = place
    puzzle = unique(seed, size=size, shape=shape)
    spoilt = in_pool(lambda pool: flawed(puzzle, flaw, "mixed", random.Random(seed), pool))
    if spoilt is None:  # of few clues, none may have an opposite; of few grids, another may happen to be the same
        assert flaw == "negated" or (flaw, size) == ("contradictory", "2x3")
        return
    count = len(solutions(spoilt.puzzle))
    assert count != 1
    assert spoilt.status is (Verdict.AMBIGUOUS if count else Verdict.CONTRADICTORY)
    assert flaw in ("negated", spoilt.status)
    assert puzzle.grid.holds(formula(spoilt.clue, puzzle.grid)) is (flaw == "ambiguous")


@pytest.mark.parametrize("shape", ["line", "circle", "plain"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_complete(draw, language, shape):
    sample = draw(language=language, shape=shape, size="4x4", red_herrings=2)
    record = sample.record("zebra-1-0")
    assert (record["status"], record["flaw"]) == ("verified", None)
    assert re.fullmatch(r"zebra/4x4 (easy|medium|hard)", record["group"])
    assert [len(row) for row in record["answer"]] == [4] * 4
    values = [value for row in record["answer"] for value in row.values()]
    assert all(value in record["text"] for value in values)
    assert all(name.lower() in record["text"].lower() for name in record["answer"][0])
    numbers = [clue["id"] for clue in record["clues"]]
    assert sorted([*numbers, *record["red_herrings"]]) == list(range(1, len(numbers) + 3))
    assert list(smtlib.parse(record["program"]["code"]).clues) == numbers
    assert record["difficulty"]["clues"] == len(numbers)
    assert sample.effort["clues"] == len(numbers) <= sample.effort["candidates"]
    json.dumps(record)


@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory", "negated"])
def test_a_flaw_is_named(draw, flaw):
    sample = draw(seed=2, size="4x4", flaw=flaw)
    assert sample.answer is None
    assert sample.status is not Verdict.VERIFIED
    assert sample.flaw.startswith(f"{flaw}: ")
    if flaw == "ambiguous":
        assert sample.flaw.removeprefix("ambiguous: this clue is left out: ") not in sample.text
    else:
        number = int(re.search(r"clue (\d+) ", sample.flaw)[1])
        assert number in [clue["id"] for clue in sample.more["clues"]]


def test_few_clues_are_searched_for_and_the_search_ends(draw):
    sample = draw(size="3x3", most_clues=3)
    assert len(sample.more["clues"]) <= 3
    sample = draw(size="3x3", most_clues=4, flaw="contradictory")
    assert len(sample.more["clues"]) <= 4
    with pytest.raises(UnusableSettingsError, match=r"30 grids of 3x3 were tried: none .* fewer than \d+ clues"):
        draw(size="3x3", most_clues=1)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"size": "0x3"}, "'0x3' should be rows times categories, from 2x2 to 8x8"),
        ({"size": "9x9"}, "from 2x2 to 8x8"),
        ({"size": "4x\u0663"}, "from 2x2 to 8x8"),
        ({"size": "abc"}, "from 2x2 to 8x8"),
        ({"size": "3x3", "shape": "circle"}, "a circle needs at least 4 rows"),
        ({"size": "8x8", "most_clues": 3}, "needs more than 3 clues, at least 9"),
        ({"most_clues": 0}, "greater than or equal to 1"),
        ({"red_herrings": 99}, "less than or equal to 4"),
        ({"theme": "space"}, "there is no theme 'space'; choose from club, "),
        ({"theme": "street,space,sea"}, "there is no theme 'space', 'sea'"),
        ({"theme": ""}, "there is no theme ''"),
        ({"theme": "club", "language": "chinese"}, "there is no theme 'club'; choose from exhibition, "),
    ],
)
def test_settings_that_cannot_be_met_are_refused_with_a_reason(chosen, message):
    with pytest.raises(ValidationError, match=re.escape(message)):
        ZebraSettings(**chosen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_theme_may_be_chosen_or_several(draw, language):
    some = list(themes(language))[:2]
    assert draw(size="2x2", language=language, theme=some[1]).more["theme"] == some[1]
    found = {draw(seed, size="2x2", language=language, theme=",".join(some)).more["theme"] for seed in range(12)}
    assert found == set(some)


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed(tmp_path, in_pool):
    asked, seeds = ZebraSettings(size="4x4", red_herrings=1), ("1", "2")
    here = tmp_path / "here.jsonl"
    in_pool(lambda pool: generate(Order(GENERATOR, asked, 7, 3), here, pool))
    (other,) = [seed for seed in seeds if seed != os.environ.get("PYTHONHASHSEED")][:1]
    there = tmp_path / "there.jsonl"
    options = ("--size", "4x4", "--red-herrings", "1", "--seed", "7", "--n", "3")
    done = solvent("generate", "zebra", *options, "--out", there, PYTHONHASHSEED=other)
    assert done.returncode == 0, done.stderr
    assert here.read_bytes() == there.read_bytes()
    assert len(here.read_bytes().splitlines()) == 3
