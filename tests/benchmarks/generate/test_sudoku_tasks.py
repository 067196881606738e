"""Sudokus, read back by the rules and solved; boards and cages for boxes of any shape."""

import random
import re

import pytest
from drawn_samples import samples
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from solvent.benchmarks.generate import UnusableSettingsError, sudoku
from solvent.benchmarks.generate.latin import boxes, diagonals, filled, lines, peers_of
from solvent.benchmarks.generate.sudoku import SudokuSettings
from solvent.solvers import Status, second
from solvent.translators import rules

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)]


@settings(max_examples=8)
@given(st.sampled_from(SHAPES), st.booleans(), st.integers())
def test_a_board_is_filled_without_repeating_a_number_in_any_group(shape, crossed, seed):
    size = shape[0] * shape[1]
    groups = (*lines(size), *boxes(*shape), *(diagonals(size) if crossed else ()))
    numbers = filled(size, groups, random.Random(seed))
    assert len(numbers) == size * size
    for group in groups:
        assert sorted(numbers[cell] for cell in group) == list(range(1, size + 1))


def test_a_board_that_cannot_be_filled_is_given_up():
    groups = (*lines(3), *diagonals(3))  # the middle cell would see every other one but four, which see each other
    assert filled(3, groups, random.Random(1)) is None


@settings(max_examples=8)
@given(st.sampled_from(SHAPES[:5]), st.integers(2, 4), st.integers())
def test_cages_divide_the_grid_into_connected_parts_without_repeats(shape, largest, seed):
    size, rng = shape[0] * shape[1], random.Random(seed)
    numbers = filled(size, (*lines(size), *boxes(*shape)), rng)
    cages = sudoku._partition(numbers, size, largest, rng)
    assert sorted(cell for cage in cages for cell in cage) == sorted(numbers)
    for cage in cages:
        assert len({numbers[cell] for cell in cage}) == len(cage) <= largest
        reached = [cage[0]]
        for row, column in reached:
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & set(cage)
            reached += [cell for cell in sorted(near) if cell not in reached]
        assert sorted(reached) == sorted(cage)


VARIANTS = [
    {"box": "2x2"},
    {"box": "2x3", "variant": "diagonal"},
    {"box": "3x2", "variant": "killer"},
    {"box": "2x2", "variant": "killer", "givens": 1, "cage_size": 2},
    {"box": "2x5", "givens": 50},
    {"box": "3x3", "minimal": True},
]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda each: " ".join(map(str, each.values())))
def test_the_rules_read_the_text_and_solve_it(solve, in_pool, variant):
    for sample in samples(in_pool, "sudoku", 1, **variant):
        answer = solve(sample.text)
        assert (answer.status, answer.answer) == ("verified", sample.answer), answer.reason
        diagonal = "diagonal" in sample.group
        assert len(answer.clues) == len(sample.program.clues) + diagonal


@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory"])
@pytest.mark.parametrize("variant", ["plain", "diagonal", "killer"])
def test_flaws_are_found_in_the_text(solve, in_pool, variant, flaw):
    for sample in samples(in_pool, "sudoku", 1, box="2x2", variant=variant, flaw=flaw):
        assert (sample.status, sample.answer) == (flaw, None)
        assert solve(sample.text).status == flaw
        assert re.search(r"(Row \d, column \d is \d\.|r\dc\d = \d+)$", sample.flaw)


def test_every_wording_and_layout_is_read(in_pool):
    """Without solving."""
    for variant in ("plain", "diagonal", "killer"):
        for sample in samples(in_pool, "sudoku", 5, box="2x2", variant=variant):
            assert rules.understands(rules.decompose(sample.text)), sample.text


def test_the_number_of_given_digits(in_pool):
    for sample in samples(in_pool, "sudoku", 2, box="2x3", givens=15):
        assert len(sample.program.clues) == 15
    for sample in samples(in_pool, "sudoku", 2, box="2x2", givens=5, minimal=True):
        assert len(sample.program.clues) == 5


def test_no_clue_of_a_minimal_killer_can_go(in_pool):
    (sample,) = samples(in_pool, "sudoku", 1, box="2x2", variant="killer", minimal=True)
    program = sample.program
    for dropped in program.clues:
        left = program.model_copy(update={"fragments": tuple(f for f in program.fragments if f.clue != dropped)})
        other = in_pool(lambda pool, left=left: second(left, sample.answer, pool=pool))
        assert other.status is Status.SATISFIED


def test_a_clashing_digit_is_not_plain_to_see(in_pool):
    """No given cell in the same row, column or box has it, if there is such a cell."""
    for sample in samples(in_pool, "sudoku", 3, box="2x3", flaw="contradictory"):
        puzzle = rules.decompose(sample.text)
        assert rules.suspects(puzzle) == ()


def test_peers():
    peers = peers_of((*lines(4), *boxes(2, 2)))
    assert peers[0, 0] == ((0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (3, 0))


@pytest.mark.parametrize(
    ("given_settings", "message"),
    [
        ({"box": "0x3"}, "--box is 0x3"),
        ({"box": "1x4"}, "both at least 2"),
        ({"box": "3"}, "as in 2x3"),
        ({"box": "5x6"}, "at most 25 rows"),
        ({"box": "2x2", "givens": 17}, "--givens is 17; a grid of 4x4 has 16 cells"),
        ({"variant": "killer", "cage_size": 0}, "a killer needs cages"),
        ({"variant": "killer", "cage_size": 10}, "a killer needs cages, of 2 to 9"),
        ({"cage_size": 3}, "no cages"),
        ({"variant": "killer", "minimal": True, "givens": 3}, "--minimal decides"),
        ({"box": "5x5", "minimal": True}, "at most 16 rows"),
    ],
)
def test_impossible_settings(given_settings, message):
    with pytest.raises(ValidationError, match=message):
        SudokuSettings(**given_settings)


def test_a_search_without_success_says_what_was_tried(in_pool, monkeypatch):
    monkeypatch.setattr(sudoku, "_TRIES", 2)
    with pytest.raises(UnusableSettingsError, match=r"2 tries with .*--givens"):
        samples(in_pool, "sudoku", 1, box="2x2", givens=2)
