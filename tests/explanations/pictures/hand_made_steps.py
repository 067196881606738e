"""Explanations made by hand, for pictures: each place of an answer in turn, some values crossed out before."""

from itertools import pairwise

from solvent.explanations.facts import Difficulty, Explanation, Step
from solvent.explanations.layout import leaves, parts
from solvent.explanations.subject import Subject
from solvent.solvers import Program
from solvent.translators import Puzzle

PUZZLES = {
    "grid": """Ann, Ben and Cleo each have one pet: a cat, a dog or an owl. Each drinks one thing: tea, milk or cocoa.
1. Ann has the cat.
2. Ben does not have the owl.
3. The owner of the owl drinks tea.
4. Ann drinks milk.""",
    "sudoku": """Fill in the grid so that every row, column and 2x2 box contains the digits 1 to 4 once.
1 . | . .
. . | 3 .
----+----
. 4 | . .
. . | . 2""",
    "killer": """This is a 4x4 killer sudoku with 2x2 boxes. The digits in each cage add up to its sum.
r1c1, r1c2 = 3
r1c3, r1c4, r2c4 = 9
r2c1, r2c2 = 7
r2c3, r3c3, r3c4 = 8
r3c1, r4c1 = 6
r3c2, r4c2 = 4
r4c3, r4c4 = 3
r1c1 = 1
r2c1 = 3
r1c3 = 3
r3c1 = 2
r4c3 = 2""",
    "queens": "Place 6 queens on a 6x6 chessboard so that no two queens attack each other.",
    "square": "Complete the magic square. Use each number from 1 to 9 once. The magic sum is 15.\n2 9 .\n. 5 .\n. . 8",
    "sum": "Solve the cryptarithm; letters are digits:\nSEND + MORE = MONEY",
}


def subject_of(answer, categories=None):
    """What a picture of this answer is about; the program is not looked at."""
    puzzle = Puzzle(text="", entities=categories or {})
    return Subject(puzzle, Program(framework="cpmpy", preamble=""), "verified", answer)


def steps_to(subject, *, crosses=2):
    """The explanation: for each place of the answer, some of its other values crossed out, and then its value."""
    layout = subject.layout
    places = [(place, value) for place, value in leaves(subject.answer)]
    if layout.shape == "grid":
        places = [(place, value) for place, value in places if not place.endswith(f"/{layout.columns[0]}")]
    steps = []
    for place, value in places:
        key = parts(place)[-1]
        others = dict.fromkeys(other for at, other in places if layout.shape != "grid" or parts(at)[-1] == key)
        out = [layout.fact(place, other, holds=False) for other in others if other != value][:crosses]
        if out:
            steps.append(
                Step(clues=(1,), derives=tuple(out), text=f"Not {', '.join(str(fact.value) for fact in out)}.")
            )
        steps.append(Step(rules=("only one is left",), uses=tuple(out), derives=(layout.fact(place, value),)))
    hard = Difficulty(grade="easy", steps=len(steps), clues_at_once=1, nested=0)
    return Explanation(status="verified", steps=tuple(steps), difficulty=hard)


def in_order(text, *parts):
    """Whether the parts follow each other in a text."""
    found = [text.index(part) for part in parts]
    return all(one < other for one, other in pairwise(found))
