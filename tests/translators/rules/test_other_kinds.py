"""Every kind's texts against every other kind: each is read as its own kind, and half a puzzle as none."""

import re
from pathlib import Path

import pytest

from solvent.translators import rules
from solvent.translators.puzzle import without_comments
from solvent.translators.rules import PuzzleError
from solvent.translators.rules.kinds import kinds
from solvent.translators.rules.text.accounts import accounted

HERE = Path(__file__).parent
EXAMPLES = Path(__file__).parents[3] / "examples"


def parts(name):
    text = (HERE / name).read_text(encoding="utf-8")
    return {
        head: body
        for head, _, body in (part.partition("\n") for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:])
    }


HALVES, NO_PUZZLES = parts("half_puzzles.txt"), parts("not_puzzles.txt")
# Texts of all kinds, and examples that no kind reads.
OWN = {
    "cryptarithm": "Solve this cryptarithm: TO + GO = OUT. Each letter stands for a different digit.",
    "magic square": "Construct a magic square of order 3.",
    "queens": "Place 8 queens on a chessboard so that no two attack each other.",
    "numbers": "Find two integers whose sum is 15 and whose product is 56.",
    "logic grid": "Name: Ada, Ben, Cleo\nPet: cat, dog, hamster\n\n1. Ada has the cat.\n2. Ben has the dog.",
    "sudoku": "Sudoku\n1 . . .\n. 2 . .\n. . 3 .\n. . . 4",
}
for file in sorted(EXAMPLES.glob("*.txt")):
    OWN[file.name] = file.read_text(encoding="utf-8")


ALIKE = {"numbers": "word problem"}  # what both of them read, they read alike: the first takes it


def understood_by(text):
    """The kinds that, asked directly, understand the whole of a text."""
    found = []
    for kind in kinds():
        try:
            puzzle = kind.decompose(text)
        except PuzzleError:
            continue
        if puzzle is not None:
            puzzle = puzzle.model_copy(update={"passages": puzzle.passages or accounted(puzzle)})
            found += [kind.KIND] if rules.understands(puzzle) else []
    return found


@pytest.mark.parametrize("name", OWN)
def test_no_other_kind_understands_the_whole_of_a_text(name):
    text = without_comments(OWN[name])
    own = rules.decompose(text).kind
    assert set(understood_by(text)) <= {own, ALIKE.get(own)}


@pytest.mark.parametrize("name", [name for name in OWN if not name.endswith(".txt")])
def test_a_text_is_understood_by_its_own_kind(name):
    assert understood_by(OWN[name])[:1] == [rules.decompose(OWN[name]).kind]


@pytest.mark.parametrize("name", NO_PUZZLES)
def test_no_kind_understands_what_is_no_puzzle(name):
    assert understood_by(NO_PUZZLES[name]) == []


@pytest.mark.parametrize("name", HALVES)
def test_nothing_is_claimed_of_half_a_puzzle(name, solve):
    """It is cut off, lacks data, doubts or retracts a clue, or holds two puzzles."""
    assert understood_by(HALVES[name]) == []
    assert solve(HALVES[name]).status not in ("verified", "ambiguous", "contradictory")
