"""Texts that are no puzzles: nothing is claimed of them, and no answer is made up out of their words."""

import re
from pathlib import Path

import pytest

from solvent.agents.gate import _contradiction
from solvent.solvers import Outcome, Status
from solvent.translators import rules
from solvent.translators.rules import PuzzleError

HERE = Path(__file__).parent
TEXTS = {
    name: text
    for name, _, text in (
        part.partition("\n")
        for part in re.split(r"^=== ", (HERE / "not_puzzles.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    )
}


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_claimed(solve, name):
    answer = solve(TEXTS[name])
    assert answer.status == "failed", answer.reason
    assert answer.answer is None


@pytest.mark.parametrize("name", TEXTS)
def test_small_puzzles_are_not_seen_where_there_is_none(name):
    """Lists of things may look like categories, of which nothing is then understood; no other kind is called."""
    try:
        kind = rules.decompose(TEXTS[name]).kind
    except PuzzleError:
        return
    assert kind in ("", "logic grid")


@pytest.mark.parametrize("text", [
    "Place 8 queens on a chessboard so that no two attack each other. I read this in an old magazine.",
    "Construct a magic square of order 3. My teacher could not do it.",
    "Find two integers whose sum is 15 and whose product is 56. I forgot the rest of it.",
    "Every letter stands for a digit. SEND + MORE = MONEY. My teacher could not do it.",
    "Sudoku\n1 . . .\n. 2 . .\n. . 3 .\n. . . 4\nMy grandfather loved it. He did one on the bus. So did my aunt.",
    "Cryptogram from the paper that my aunt reads on Sundays:\nXQZ RTYV BWX QLLK",
])  # fmt: skip
def test_a_puzzle_with_a_remark_is_still_seen(text):
    puzzle = rules.decompose(text)
    assert puzzle.kind
    assert not rules.understands(puzzle)


def test_a_clash_that_is_not_found_in_time_is_not_said_to_be_in_the_rules():
    """What a solver did not tell is not told."""
    assert "even without its clues" in _contradiction(Outcome(status=Status.UNSATISFIABLE))
    assert "before any clue" not in _contradiction(Outcome(status=Status.TIMEOUT))
