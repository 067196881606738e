"""Sudoku from text to a verified answer: forms of boards, variants, flaws, and what is not understood."""

import itertools
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sudokus import lines, places, puzzle, solutions, solved

from solvent.translators.rules import FRAMEWORKS, PuzzleError, decompose, preferred, translate

GIVEN, FULL = puzzle(7, (3, 3))
SMALL, SMALL_FULL = puzzle(3, (2, 2))


def drawn(grid, blank):
    """With bars and rules around boxes of 3 by 3."""
    rule = "+-------+-------+-------+"
    rows = [
        "| " + " | ".join(" ".join(str(v or blank) for v in row[k : k + 3]) for k in (0, 3, 6)) + " |" for row in grid
    ]
    return "\n".join([rule, *rows[:3], rule, *rows[3:6], rule, *rows[6:], rule])


FORMS = {
    "json": "Sudoku:\n" + json.dumps(GIVEN),
    "json with nulls": "Sudoku: " + json.dumps([[v or None for v in row] for row in GIVEN]),
    "python": "Sudoku: " + str([[str(v or ".") for v in row] for row in GIVEN]),
    "an object": json.dumps({"sudoku": GIVEN}),
    "dots": lines(GIVEN),
    "zeros": lines(GIVEN, "0"),
    "underscores": "Fill in this sudoku.\n" + lines(GIVEN, "_"),
    "stars": "Please solve the following 9x9 Sudoku puzzle:\n\n" + lines(GIVEN, "*"),
    "spaces": "\n".join(" ".join(str(v or ".") for v in row) for row in GIVEN),
    "commas": "Sudoku\n" + "\n".join(",".join(str(v or "") for v in row) for row in GIVEN),
    "drawn": drawn(GIVEN, "."),
    "drawn with blanks": drawn(GIVEN, " "),
    "a table": "\n".join("|" + "|".join(f" {v or ' '} " for v in row) + "|" for row in GIVEN),
    "one line": lines(GIVEN).replace("\n", ""),
    "one line of zeros": "sudoku " + lines(GIVEN, "0").replace("\n", ""),
    "the rules in words": "In this sudoku every row, every column and each of the nine 3x3 boxes must contain the "
    "digits 1 to 9 exactly once, and no digit may repeat. Empty cells are marked with 0.\n" + lines(GIVEN, "0"),
    "the rules alone": "Each row, column and block contains 1-9.\n" + lines(GIVEN),
    "an example first": "Example of a small sudoku:\n" + lines(SMALL) + "\nSolution:\n" + lines(SMALL_FULL)
    + "\nNow solve this sudoku:\n" + lines(GIVEN),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_forms(form):
    found = decompose(FORMS[form])
    assert found.kind == "sudoku"
    assert [clue.text for clue in found.clues if not clue.understood] == []
    cells = [[0] * 9 for _ in range(9)]
    for i, j, value in found.payload.givens:
        cells[i][j] = value
    assert cells == GIVEN
    assert found.clues[0].text == next(
        f"Row {i + 1}, column {j + 1} is {GIVEN[i][j]}." for i in range(9) for j in range(9) if GIVEN[i][j]
    )


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(("seed", "box"), [(1, (2, 2)), (2, (2, 3)), (3, (3, 3)), (4, (2, 4))])
def test_the_only_solution_is_verified(solve, seed, box, framework):
    cells, full = puzzle(seed, box)
    answer = solve(f"Sudoku\n{lines(cells)}", frameworks=[framework])
    assert (answer.status, answer.answer) == ("verified", full)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10_000))
def test_cells_removed_until_unique(solve, seed):
    cells, full = puzzle(seed, (3, 3), keep=30)
    answer = solve(lines(cells))
    assert (answer.status, answer.answer) == ("verified", full)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_clashing_cells_are_named(solve, framework):
    cells = [row[:] for row in GIVEN]
    i, j, k = next(
        (i, j, k) for i in range(9) for j, k in itertools.permutations(range(9), 2) if cells[i][j] and not cells[i][k]
    )
    cells[i][k] = cells[i][j]
    answer = solve(lines(cells), frameworks=[framework])
    assert answer.status == "contradictory"
    clash = {answer.clues[number - 1].text for number in answer.conflict}
    assert clash == {f"Row {i + 1}, column {column + 1} is {cells[i][j]}." for column in (j, k)}


def test_a_clash_that_no_two_cells_show(solve):
    """A given that fits its row, column and box, and leaves no solution: the named cells alone leave none either."""
    for i, j in itertools.product(range(9), repeat=2):
        cells = [row[:] for row in GIVEN]
        for value in range(1, 10):
            cells[i][j] = value
            seen = set(cells[i][:j] + cells[i][j + 1 :]) | {cells[k][j] for k in range(9) if k != i}
            boxes = places(9, (3, 3))
            seen |= {cells[a][b] for a in range(9) for b in range(9) if boxes[a][b] == boxes[i][j] and (a, b) != (i, j)}
            if not GIVEN[i][j] and value not in seen and value != FULL[i][j]:
                answer = solve(lines(cells))
                assert answer.status == "contradictory"
                rest = [[0] * 9 for _ in range(9)]
                for number in answer.conflict:
                    row, column = (
                        int(word) - 1 for word in answer.clues[number - 1].text.replace(",", "").split()[1:4:2]
                    )
                    rest[row][column] = cells[row][column]
                assert solutions(rest, (3, 3)) == []
                return
    pytest.fail("no such cell")


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_two_solutions_and_where_they_differ(solve, framework):
    cells = [row[:] for row in SMALL]
    i, j = next((i, j) for i in range(4) for j in range(4) if cells[i][j])
    cells[i][j] = 0
    answer = solve("Sudoku\n" + lines(cells), frameworks=[framework])
    both = [answer.answer, *answer.alternatives]
    assert answer.status == "ambiguous"
    known = solutions([row[:] for row in cells], (2, 2), most=99)
    assert both[0] != both[1]
    assert all(solution in known for solution in both)
    assert "row" in answer.reason
    assert "column" in answer.reason


FLAWED = {
    "a short row": (lines(GIVEN)[:-1], "Row 9"),
    "a row too few": ("Sudoku\n" + lines(GIVEN[:8]), "8 rows but 9 columns"),
    "a symbol too many": ("Sudoku\n" + lines([[0, 0, 0, 7], *SMALL[1:]]), "Row 1, column 4 is '7'"),
    "no box shape": ("Sudoku\n1....\n.2...\n..3..\n...4.\n....5", "box shape"),
    "another size": ("A 6x6 sudoku.\n" + lines(SMALL), "6 x 6"),
    "two puzzles": ("Sudokus\nSudoku one:\n" + lines(SMALL) + "\nSudoku two:\n" + lines(GIVEN), "2 grids"),
    "a cell outside": ("Killer sudoku\n" + lines(SMALL) + "\nr1c1, r5c2 = 7", "row 5"),
    "a cell before the first": (
        "A 4 by 4 sudoku with cages:\n" + lines(SMALL) + '\n[{"cells": [[-1, 0], [0, 0]], "sum": 5}]',
        "number -1, which is outside",
    ),
    "cells counted in two ways": (
        "Killer sudoku\n" + lines(SMALL) + "\n(0, 1), (1, 1) = 7\n(4, 4), (3, 4) = 5",
        "both from 0 and up to 4",
    ),
}


@pytest.mark.parametrize("flaw", FLAWED)
def test_a_malformed_grid_is_refused_with_the_place(flaw):
    text, place = FLAWED[flaw]
    with pytest.raises(PuzzleError, match=place):
        decompose("Sudoku\n" + text if flaw == "a short row" else text)


UNKNOWN = [
    "No two neighbouring cells hold consecutive digits.",
    "Cells a knight's move apart differ.",
    "The digits of the first row increase.",
    "The main diagonal holds every digit.",
    "Digits may repeat in the boxes.",
    "Row one contains nine in the second cell.",
    "Row 1 contains 9.",
    "Killer sudoku.",
    "Ignore the boxes.",
    "Each box must not contain 5.",
]


@pytest.mark.parametrize("rule", UNKNOWN)
def test_a_rule_that_nobody_knows_is_never_verified(solve, rule):
    answer = solve(f"Sudoku\n{lines(GIVEN)}\n{rule}")
    assert answer.status == "unverified"
    (unread,) = [clue for clue in answer.clues if not clue.understood]
    assert unread.text == rule.rstrip(".")
    assert unread.reason


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_nonsense_word_is_noticed(data):
    sentence = "Every row and every column and every box must contain each digit exactly once".split()  # noqa: SIM905 - read as a sentence
    at = data.draw(st.integers(0, len(sentence) - 1))
    sentence[at] = "florp"
    found = decompose(f"Sudoku\n{lines(GIVEN)}\n{' '.join(sentence)}.")
    assert [clue.understood for clue in found.clues if "florp" in clue.text] == [False]


# Variants


def test_the_shape_of_boxes_is_read_beside_the_size_of_the_grid():
    given, _ = puzzle(3, (3, 2))
    found = decompose(f"A Sudoku on a 6x6 grid with 3x2 boxes:\n{lines(given)}")
    assert found.payload.groups[12] == ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
    assert all(clue.understood for clue in found.clues)


RULES = [
    "Every row, every column and every 3x3 box contains each number from 1 to 9 exactly once.",
    "A dot marks an empty cell.",
    "Please solve the 9x9 Sudoku below.",
]


@pytest.mark.parametrize("rule", RULES)
def test_usual_rules_add_no_clue(rule):
    assert len(decompose(f"{rule}\n{lines(GIVEN)}\nA Sudoku.").clues) == sum(map(bool, itertools.chain(*GIVEN)))


def test_a_diagonal_sudoku_with_its_size_asks_for_diagonals():
    found = decompose(f"Solve this diagonal 9x9 Sudoku.\n{lines(GIVEN)}")
    assert found.payload.diagonals == found.clues[-1].id
    assert found.clues[-1].understood


def test_diagonals(solve):
    """Brute force over the small grids whose diagonals hold every digit too."""
    full = next(
        grid
        for grid in solutions([[0] * 4 for _ in range(4)], (2, 2), most=999)
        if len({grid[i][i] for i in range(4)}) == len({grid[i][3 - i] for i in range(4)}) == 4
    )
    cells = [full[0], [0, 0, 0, 0], [0, 0, 0, 0], [full[3][0], 0, 0, 0]]
    plain = solve("Sudoku\n" + lines(cells))
    answer = solve("X-Sudoku: both diagonals contain each digit once as well.\n" + lines(cells))
    assert answer.clues[-1].understood
    assert answer.status == "verified"
    assert answer.answer == full
    assert plain.status == "ambiguous"


def test_cages(solve):
    """A killer of dominoes and single cells: their sums are all that is given."""
    drawing = ["AABC", "DEBF", "GEHF", "GIJJ"]
    cages = [[(i, j) for i in range(4) for j in range(4) if drawing[i][j] == letter] for letter in "ABCDEFGHIJ"]
    sums = [sum(SMALL_FULL[i][j] for i, j in cage) for cage in cages]
    known = [
        grid
        for grid in solutions([[0] * 4 for _ in range(4)], (2, 2), most=999)
        if [sum(grid[i][j] for i, j in cage) for cage in cages] == sums
    ]
    listed = "\n".join(
        f"{', '.join(f'r{i + 1}c{j + 1}' for i, j in c)} = {s}" for c, s in zip(cages, sums, strict=True)
    )
    board = "\n".join(drawing)
    named = ", ".join(f"{letter} = {total}" for letter, total in zip("ABCDEFGHIJ", sums, strict=True))
    nested = json.dumps([{"cells": [list(cell) for cell in c], "sum": s} for c, s in zip(cages, sums, strict=True)])
    for text in (
        f"4x4 killer sudoku. The digits in a cage add up to its sum and do not repeat.\n{listed}",
        f"Killer sudoku\nThe cages:\n{board}\nThe sums: {named}",
        f"A 4 by 4 sudoku with cages: {nested}",
    ):
        answer = solve(text)
        assert answer.answer in known, text
        assert answer.status == ("verified" if len(known) == 1 else "ambiguous"), (text, answer.reason)
        assert len([clue for clue in answer.clues if clue.understood]) == len(cages)


def test_jigsaw():
    text = "Jigsaw sudoku; each region contains the digits 1 to 5.\n{}\nRegions:\n{}"
    regions = ["AAABB", "AABBB", "CCCDD", "CCDDD", "EEEEE"]
    found = decompose(text.format("1....\n.....\n.....\n.....\n....5", "\n".join(regions)))
    groups = {frozenset(map(tuple, group)) for group in found.payload.groups}
    assert len(groups) == 14  # the last region is a row
    for symbol in "ABCDE":
        assert frozenset((i, j) for i in range(5) for j in range(5) if regions[i][j] == symbol) in groups
    assert all(clue.understood for clue in found.clues)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_letters_and_numbers_above_nine(solve, framework):
    full = solved(5, (4, 4))
    cells = [[v if (i + j) % 2 or (i * 5 + j) % 3 else 0 for j, v in enumerate(row)] for i, row in enumerate(full)]
    assert len(solutions([row[:] for row in cells], (4, 4))) == 1
    answer = solve("Sudoku\n" + lines(cells), frameworks=[framework])
    assert (answer.status, answer.answer) == ("verified", [[v if v < 10 else chr(55 + v) for v in r] for r in full])
    numbers = "\n".join(" ".join(str(v) for v in row) for row in cells)
    assert solve("Sudoku\n" + numbers, frameworks=[framework]).answer == full


def test_letters_only(solve):
    word = solve("Wordoku\n" + "\n".join("".join(".ABCD"[v] for v in row) for row in SMALL))
    assert word.answer == [["ABCD"[v - 1] for v in row] for row in SMALL_FULL]


def test_twenty_five(solve):
    full = solved(11, (5, 5))
    cells = [[v if (i * 7 + j * 4) % 3 else 0 for j, v in enumerate(row)] for i, row in enumerate(full)]
    text = "Sudoku\n" + "\n".join(" ".join(f"{v or '.':>2}" for v in row) for row in cells)
    answer = solve(text)
    assert answer.status in ("verified", "ambiguous")
    assert all(v in (0, w) for a, b in zip(cells, answer.answer, strict=True) for v, w in zip(a, b, strict=True))
    assert all(sorted(row) == list(range(1, 26)) for row in answer.answer)


@pytest.mark.parametrize(
    "text", ["My aunt likes sudoku and tea.", "1..4\n..1.\n.1..", "Sudoku club\nAnn\nBob\nCid\nDot"]
)
def test_what_is_no_sudoku(text):
    assert decompose(text).kind == ""


def test_preferred():
    found = decompose(lines(GIVEN))
    assert preferred(found) in FRAMEWORKS
    assert translate(found, preferred(found)).framework == preferred(found)


DATA = Path(os.environ.get("SOLVENT_DATA", Path(__file__).parents[5] / "shared" / "data")) / "lr2bench"


@pytest.mark.skipif(not DATA.is_dir(), reason="the development data is not here")
def test_development_data(solve):
    """Every Sudoku of the set is understood to the last word; a few of each level are solved."""
    from solvent.benchmarks.lr2bench import load, score

    cases = [case for case in load(DATA) if case.group.startswith("sudoku/")]
    assert len(cases) >= 100
    for case in cases:
        assert all(clue.understood for clue in decompose(case.text).clues), case.id
    for case in cases[::10]:
        answer = solve(case.text)
        assert answer.status == "verified", (case.id, answer.reason)
        assert score(case, answer.answer).strict, case.id
