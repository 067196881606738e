"""What kinds of puzzle keep is typed, and survives being written out."""

import pytest
from console import ROOT

from solvent.translators import Puzzle
from solvent.translators.puzzle import Payload
from solvent.translators.rules import decompose, drafts, translate
from solvent.translators.rules.kinds import kinds

TEXTS = [
    *(file.read_text("utf-8") for file in sorted((ROOT / "examples").glob("*.txt"))),
    "Complete the magic square.\n_ 7 _\n_ 5 1\n_ _ _",
    "Place 6 queens on a 6x6 board so that no two attack each other.",
    "Find two numbers whose sum is 15 and whose product is 56.",
    "The code has three different digits.\n7 5 1: no digit is right\n2 3 8: one digit is right, but in the wrong place",
    "A 3-litre jug and a 5-litre jug: what is the smallest number of steps to get exactly 4 litres in one of the jugs?",
    "A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much does the ball cost?",
    "tapvo is 7.\nrixve is the square root of tapvo.\n\nWhat is the value of rixve?",
    "x + tapvo y = 1\ntapvo is 2.\n3 x + y = 4\nWhat are x and y?",
    "tapvo is true.\nrixve is true if tapvo is false, and false otherwise.\n\nIs rixve true or false?",
    "tapvo is true.\nIf tapvo is true, then rixve is true.\n\nWhat is the value of rixve?",
    "If tapvo is true, then rixve is true.\n\nSuppose that rixve is false. What is then the value of tapvo?",
    'Knights never lie and knaves always lie. Ann says: "Bo is a knave." Bo says: "We are both knaves." Who is what?',
    "Ada, Bo and Cy stand in a queue. Bo is directly behind Cy. Ada is not first. Who is last?",
    "tapvo leads to rixve.\nrixve leads nowhere.\n\nCan one get from rixve to tapvo?",
]
ROUGH = (
    "Granny has a tap, a 5-pint kettle and a 3-pint pail, and wants 4 pints. She pours one into the other, fills or "
    "tips. What is the smallest number of moves?"
)
PUZZLES = [*(puzzle for puzzle in map(decompose, TEXTS) if puzzle.payload), drafts(ROUGH)[0]]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[f"{n}-{puzzle.kind}" for n, puzzle in enumerate(PUZZLES)])
def test_a_puzzle_that_was_written_out_is_the_same(puzzle):
    again = Puzzle.model_validate_json(puzzle.model_dump_json())
    assert again == puzzle
    framework = "wordplay" if puzzle.expects == "likeliest" else "smtlib"
    assert translate(again, framework) == translate(puzzle, framework)


def test_every_kind_has_a_payload():
    assert {puzzle.kind for puzzle in PUZZLES} == {kind.KIND for kind in kinds()}


def test_a_payload_is_of_its_kind():
    sudoku = next(puzzle for puzzle in PUZZLES if puzzle.kind == "sudoku")
    grid = next(puzzle for puzzle in PUZZLES if puzzle.kind == "logic grid")
    assert isinstance(sudoku.payload, Payload)
    with pytest.raises(TypeError, match="a sudoku has no LogicGrid"):
        sudoku.kept(type(grid.payload))
    with pytest.raises(ValueError, match="no loaded kind of puzzle is called 'sodoku'"):
        Puzzle.model_validate(sudoku.model_dump() | {"kind": "sodoku"})
