"""Crosswords and acrostics out of a text, and what is wrong with them."""

import json
from dataclasses import asdict

import pytest
from console import ROOT

from solvent.solvers.frameworks import wordplay
from solvent.solvers.wordplay import acrostic, crossword
from solvent.solvers.wordplay.lexicon import lexicon
from solvent.translators.rules import PuzzleError, decompose, translate

NUMBERED = """Here is a crossword puzzle:
GRID:
# 1 2
3 ? ?
4 ? #

CLUE:
ACROSS:
1: Indeed (2)
3: Clean air? No, it comes from a spring (3)
4: Not off (2)
DOWN:
1: Where eggs are kept (3)
2: Opposite of from (2)
3: Not yes (2)
"""
PLAIN = """A small crossword.

#..
N..
..#

Across
1. Indeed
3. Clean air? No, it comes from a spring
4. Not off

Down
1. Where eggs are kept
2. Opposite of from
3. Not yes
"""
ACROSTIC = """Here is an acrostic puzzle:
PUZZLE:
1 2 # 3 ' 4 - 5 .

CLUES:
A
4 1
Not you (1 word, 2 letters)
B
2 3 5
A drink
(1 word, 3 letters)
"""


def whole(text):
    """The specification as the engine gets it."""
    puzzle = decompose(text)
    program = translate(puzzle, "wordplay")
    assert program.trusted
    assert [fragment.clue for fragment in program.fragments] == [clue.id for clue in puzzle.clues]
    return puzzle, wordplay.engine(program).specification


@pytest.mark.parametrize("text", [NUMBERED, PLAIN])
def test_a_crossword_is_read_with_and_without_numbers(text):
    puzzle, found = whole(text)
    assert puzzle.kind == "crossword"
    assert all(clue.understood for clue in puzzle.clues)
    assert found["slots"] == {
        "1-Across": [[0, 1], [0, 2]],
        "3-Across": [[1, 0], [1, 1], [1, 2]],
        "4-Across": [[2, 0], [2, 1]],
        "1-Down": [[0, 1], [1, 1], [2, 1]],
        "2-Down": [[0, 2], [1, 2]],
        "3-Down": [[1, 0], [2, 0]],
    }
    assert found["clues"]["1-Down"].startswith("Where eggs are kept")
    assert found["grid"][1][0] == ("N" if text is PLAIN else "")
    assert crossword.accepts(found, dict.fromkeys(found["slots"], "?"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Indeed (2)", "Indeed (3)", r"Clue 1-Across wants 3 letters, but there are 2 cells \(row 1, column 2\)"),
        ("4: Not off", "7: Not off", "There is a clue 7-Across, but no 7 in the grid"),
        ("2: Opposite", "4: Opposite", r"There is a clue 4-Down, but no down word begins at 4 \(row 3, column 1\)"),
        ("3 ? ?", "3 ?", "Row 2 of the grid has 2 cells, and row 1 has 3"),
        ("3 ? ?", "3 1 ?", "The number 1 occurs twice in the grid, the second time in row 2"),
        ("4: Not off", "3: Not off", "There are two clues for 3-Across"),
        ("1: Where eggs are kept (3)\n", "", "There is no clue 1-Down, though a word begins there"),
    ],
)
def test_a_crossword_that_does_not_fit_its_grid_names_the_place(old, new, message):
    with pytest.raises(PuzzleError, match=message):
        decompose(NUMBERED.replace(old, new))


def test_an_acrostic_is_read():
    puzzle, found = whole(ACROSTIC)
    assert puzzle.kind == "acrostic"
    assert found["puzzle"] == "1 2 # 3 ' 4 - 5 ."
    for clue in found["clues"]:
        clue.pop("candidates", None)  # of a thesaurus, where there is one
    assert found["clues"] == [
        {"label": "A", "cells": ["4", "1"], "text": "Not you", "words": 1},
        {"label": "B", "cells": ["2", "3", "5"], "text": "A drink", "words": 1},
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("4 1\n", "9 1\n", "Clue A has the number 9, which the quotation lacks"),
        ("4 1\n", "4 2\n", "The number 2 belongs to clue A and to clue B"),
        ("2 letters", "3 letters", "Clue A wants 3 letters, but has 2 numbers"),
        ("- 5 .", "- 4 .", "The number 4 occurs twice in the quotation"),
    ],
)
def test_an_acrostic_that_does_not_fit_names_the_place(old, new, message):
    with pytest.raises(PuzzleError, match=message):
        decompose(ACROSTIC.replace(old, new))


@pytest.mark.parametrize(
    "text", ["Across the street lives a man.\nDown the road lives his brother.", "An acrostic is a poem.", ""]
)
def test_other_texts_are_left_alone(text):
    assert decompose(text).kind not in ("crossword", "acrostic")


def test_a_specification_is_json():
    program = translate(decompose(ACROSTIC), "wordplay")
    assert json.loads(program.preamble)["kind"] == "acrostic"


def test_the_acrostic_of_the_examples_is_mostly_solved():
    """Letters by chance, or by their frequency, are right one time in ten."""
    parsed = decompose((ROOT / "examples" / "acrostic.txt").read_text("utf-8")).payload
    specification = {"kind": "acrostic", "puzzle": parsed.quotation, "clues": list(map(asdict, parsed.clues))}
    mapping = acrostic.solve(specification, lexicon(), seconds=60).decodings[0].answer["mapping"]
    quotation = "AFERRYISAPATIENTTHINGITCROSSESTHESAMEWATEREVERYMORNINGANDSTILLFINDSTHEFARSHOREWORTHTHETRIP"
    right = sum(mapping[str(n)] == letter for n, letter in enumerate(quotation, 1))
    assert right >= 0.5 * len(quotation)
