"""Steps of Sudoku, cryptarithms and magic squares: each is checked anew, and all of them lead to the answer."""

import os
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from number_checker import ProgramOracle, check, sudoku_oracle

from solvent.explanations.facts import Fact
from solvent.explanations.numbers import steps_of
from solvent.explanations.subject import Subject
from solvent.translators import rules

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("SOLVENT_DATA") or ROOT.parent / "shared" / "data") / "lr2bench"
RULES = (
    "Solve this Sudoku. Every row, every column and every {0}x{1} box contains the numbers 1 to {2} exactly once.\n\n"
)

HARD = (
    RULES.format(3, 3, 9)
    + """
4 7 . 2 . . 5 8 .
2 . . 3 . . 4 . .
. 8 . . . . 9 . .
. . 7 1 . . . . .
3 2 . . . . . . .
. 6 . . . 5 . 9 3
. 4 . . 8 6 . . .
. . 8 . . . . . .
. . . 4 2 . . . .
"""
)
CROSSED = """Complete this Sudoku X. Every row, every column and every 2x3 box contains each number from 1 to 6 exactly
once. No number repeats in the two main diagonals.

_ _ _ | _ _ _
_ _ _ | _ _ _
------+------
1 _ _ | 3 _ 5
_ _ _ | 2 _ _
------+------
_ _ _ | _ _ _
_ _ _ | 5 _ 4
"""
SMALL = RULES.format(2, 2, 4) + "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n"
LETTERS = (
    "A sudoku with letters: every row, column and 2x2 box contains the letters A to D.\n\n"
    "A . . .\n. . C .\n. D . .\n. . . B\n"
)
SEVERAL = RULES.format(2, 2, 4) + "1 2 . .\n3 4 . .\n. . . .\n. . . .\n"
CAGES = """A 4x4 killer sudoku with 2x2 boxes. The digits in each cage add up to its sum, without repeats.

r1c1, r2c1 = 4
r1c2 = 2
r1c3, r1c4 = 7
r2c2, r3c2 = 5
r2c3 = 1
r2c4, r3c4 = 5
r3c1, r4c1 = 6
r3c3, r4c3 = 6
r4c2 = 3
r4c4 = 1
"""
MAGIC = """Complete the 3x3 magic square with the numbers 1 to 9, each used exactly once, so that all rows, columns and
both diagonals have the same sum.

2 . 6
. 5 .
. . .
"""
QUEENS = "Place 6 queens on a 6x6 chess board so that no two queens attack each other. A queen is in row 1, column 3."


def subject_of(text, answer=None, **more):
    puzzle = rules.decompose(text)
    program = rules.translate(puzzle, "smtlib")
    size = len(getattr(puzzle.payload, "symbols", ())) or getattr(puzzle.payload, "size", 0)
    shape = (
        [1] * size
        if puzzle.kind == "queens"
        else [[0] * size for _ in range(size)]
        if size
        else dict.fromkeys(getattr(puzzle.payload, "letters", ()), 0)
    )
    return Subject(
        puzzle=puzzle,
        program=program,
        status="verified",
        answer=shape if answer is None else answer,
        clues=puzzle.clues,
        reading=rules.READINGS[0],
        **more,
    )


def known_after(steps):
    return {fact for step in steps for fact in step.derives}


def ticked(steps):
    return {fact.place: fact.value for fact in known_after(steps) if fact.holds}


def as_board(answer):
    return {(i, j, None): value for i, row in enumerate(answer, 1) for j, value in enumerate(row, 1)}


def names(steps):
    return {rule.split(" in ")[0] for step in steps for rule in step.rules}


@pytest.mark.parametrize(
    "text",
    [(ROOT / "examples" / "sudoku.txt").read_text(), (ROOT / "examples" / "killer.txt").read_text(), HARD, CROSSED],
    ids=["plain", "killer", "hard", "diagonals"],
)
def test_every_step_holds_and_the_last_state_is_the_answer(text, solve):
    subject = subject_of(text)
    steps = steps_of(subject)
    with sudoku_oracle(subject) as oracle:
        check(oracle, steps)
    assert ticked(steps) == as_board(solve(text).answer)
    cells = len(subject.layout.rows) ** 2
    assert len(known_after(steps)) == cells * len(subject.layout.rows), "every tick comes with its crosses"


def test_an_answer_tells_its_own_steps(solve):
    answer = solve(SMALL)
    assert ticked(steps_of(answer.subject)) == as_board(answer.answer)


@pytest.mark.parametrize(
    ("text", "name", "ticks"),
    [
        (CAGES, lambda fact: (f"cell_{fact.row}_{fact.column}", fact.value), 12),  # it has two answers
        ((ROOT / "examples" / "money.txt").read_text(), lambda fact: (fact.path[1:], fact.value), 9),
        (MAGIC, lambda fact: (f"cell_{fact.row}_{fact.column}", fact.value), 9),
        (QUEENS, lambda fact: (f"queen_{int(fact.path[1:]) + 1}", fact.value), 6),
    ],
    ids=["killer", "cryptarithm", "magic square", "queens"],
)
def test_every_step_holds_in_the_program(text, name, ticks):
    subject = subject_of(text)
    steps = steps_of(subject)
    check(ProgramOracle(subject.written_in("smtlib"), name), steps)
    assert len(ticked(steps)) == ticks


def test_techniques_are_named():
    assert {"given", "hidden single", "naked single", "claiming pair"} <= names(steps_of(subject_of(HARD)))
    assert {"cage sum", "hidden single"} <= names(steps_of(subject_of(CAGES)))
    assert {"given", "column sum"} <= names(steps_of(subject_of((ROOT / "examples" / "money.txt").read_text())))
    assert {"given", "row sum"} <= names(steps_of(subject_of(MAGIC)))


def test_a_step_by_contradiction_is_proven_by_steps():
    (first, *_) = [step for step in steps_of(subject_of(HARD)) if step.steps]
    assert first.rules == ("contradiction",)
    assert first.supposes in [fact.model_copy(update={"holds": True}) for fact in first.derives]
    assert "a contradiction" in first.steps[-1].text
    assert first.text.startswith("Suppose that row")


def test_givens_come_first_with_all_that_they_cross():
    steps = steps_of(subject_of(SMALL))
    givens = [step for step in steps if step.rules == ("given",)]
    assert [step.clues for step in steps[: len(givens)]] == [(1,), (2,), (3,), (4,)]
    assert len(givens[0].derives) == 1 + 3 + 7
    assert givens[0].derives[0] == Fact(row=1, column=1, value=1)


def test_letters():
    steps = steps_of(subject_of(LETTERS))
    assert ticked(steps)[1, 1, None] == "A"
    assert len(ticked(steps)) == 16


def test_a_hint_is_the_next_step():
    subject = subject_of(SMALL)
    whole = [step for step in steps_of(subject) if step.rules != ("given",)]
    (hint,) = steps_of(subject, most=1)
    assert hint == whole[0]
    (later,) = steps_of(subject, known=hint.derives[:1], most=1)
    assert not set(later.derives) & set(hint.derives)
    assert steps_of(subject, known=list(known_after(whole)), most=1) == []


def test_marks_that_the_answer_cannot_have():
    with pytest.raises(LookupError, match="none of the values 1, 2, 3 and 4"):
        steps_of(subject_of(SMALL), known=[Fact(row=1, column=1, value=7)])
    with pytest.raises(LookupError, match="no row 9"):
        steps_of(subject_of(SMALL), known=[Fact(row=9, column=1, value=1)])


def test_a_wrong_mark_ends_in_a_contradiction():
    subject = subject_of(SMALL)
    right = ticked(steps_of(subject))[1, 2, None]
    wrong = next(Fact(row=1, column=2, value=value) for value in (2, 3) if value != right)
    assert steps_of(subject, known=[wrong])[-1].text.endswith("a contradiction.")


def test_several_answers():
    subject = subject_of(SEVERAL)
    steps = steps_of(subject)
    with sudoku_oracle(subject) as oracle:
        check(oracle, steps)
    assert 4 <= len(ticked(steps)) < 16
    assert all(step.derives for step in steps)


@pytest.mark.parametrize("rows", ["1 . . 1\n. . . .\n. . . .\n. . . .\n", "1 2 3 .\n. . . 4\n. . . .\n. . . .\n"])
def test_a_contradiction_ends_the_steps(rows):
    subject = subject_of(RULES.format(2, 2, 4) + rows)
    steps = steps_of(subject)
    with sudoku_oracle(subject) as oracle:
        check(oracle, steps)
    assert steps[-1].derives == ()
    assert "a contradiction" in steps[-1].text


def test_only_clues_in_conflict_are_used(solve):
    answer = solve(RULES.format(2, 2, 4) + "1 2 . .\n. . . .\n. . 3 .\n2 . 4 .\n")
    assert answer.status == "contradictory"
    steps = steps_of(answer.subject)
    assert {clue for step in steps for clue in step.clues} == set(answer.conflict)
    assert "a contradiction" in steps[-1].text


def test_an_answer_that_is_missing_is_a_board_all_the_same():
    subject = subject_of(RULES.format(2, 2, 4) + "1 . . 1\n. . . .\n. . . .\n. . . .\n")
    none = Subject(subject.puzzle, subject.program, "contradictory", clues=subject.clues, reading=subject.reading)
    assert steps_of(none)[0].derives[0] == Fact(row=1, column=1, value=1)


def test_other_puzzles_are_left_to_others():
    assert steps_of(subject_of((ROOT / "examples" / "zebra.txt").read_text(), answer=[])) is None
    product_of_words = subject_of("Solve the cryptarithm: each letter is a different digit.\n\nAB * C = AD\nA + B = C")
    assert steps_of(product_of_words) is None
    by_a_model = Subject(product_of_words.puzzle, product_of_words.program, "verified")
    assert steps_of(by_a_model) is None


def _grids():
    """All 4x4 Sudoku grids."""
    rows = list(permutations((1, 2, 3, 4)))
    for grid in product(rows, repeat=2):
        if {*grid[0][:2], *grid[1][:2]} != {1, 2, 3, 4} or any(a == b for a, b in zip(*grid, strict=True)):
            continue
        for more in product(rows, repeat=2):
            whole = (*grid, *more)
            if {*more[0][:2], *more[1][:2]} == {1, 2, 3, 4} and all(len(set(c)) == 4 for c in zip(*whole, strict=True)):
                yield whole


GRIDS = list(_grids())


@settings(max_examples=40)
@given(st.sampled_from(GRIDS), st.sets(st.integers(0, 15), min_size=1, max_size=9))
def test_exactly_what_all_answers_have_in_common_follows(grid, shown):
    cells = [str(grid[at // 4][at % 4]) if at in shown else "." for at in range(16)]
    text = RULES.format(2, 2, 4) + "\n".join(" ".join(cells[row : row + 4]) for row in range(0, 16, 4))
    answers = [one for one in GRIDS if all(one[at // 4][at % 4] == grid[at // 4][at % 4] for at in shown)]
    expected = set()
    for row, column, value in product(range(4), range(4), (1, 2, 3, 4)):
        held = {one[row][column] == value for one in answers}
        if len(held) == 1:
            expected.add(Fact(row=row + 1, column=column + 1, value=value, holds=held.pop()))
    subject = subject_of(text)
    steps = steps_of(subject)
    with sudoku_oracle(subject) as oracle:
        assert check(oracle, steps) == expected


@pytest.mark.skipif(not DATA.is_dir(), reason="the development data is not here")
def test_development_data():
    """A few Sudokus of each level; all of them are checked in the same way from time to time."""
    from solvent.benchmarks.lr2bench import load

    cases = [case for case in load(DATA) if case.group.startswith("sudoku/")]
    for case in cases[::12]:
        subject = subject_of(case.text)
        steps = steps_of(subject)
        with sudoku_oracle(subject) as oracle:
            check(oracle, steps)
        assert len(ticked(steps)) == len(subject.layout.rows) ** 2, case.id
