"""Word puzzles out of a text: what is cipher, hint, grid or column, and what is wrong with them."""

import json

import pytest

from solvent.solvers import SolventError
from solvent.translators import rules
from solvent.translators.rules import PuzzleError, decompose, translate

CIPHER = "XQ JWZ LKM'W VZZ, ZBPX JWZ."
GRID = """Here is a drop quote puzzle:
[['1', '2', '#', '4'],
 ['1', "'", '3', '.']]

Column 1: B A
Column 2: E
Column 3: T
Column 4: O
"""


def specification(puzzle):
    program = translate(puzzle, "wordplay")
    assert program.trusted
    return [(None, json.loads(program.preamble)), *((f.clue, json.loads(f.code)) for f in program.fragments)]


@pytest.mark.parametrize(
    "text",
    [
        f"Decode this cryptogram:\n{CIPHER}",
        f"Cryptogram\n\n{CIPHER}\n",
        f"Think step-by-step to decipher the cryptogram: {CIPHER.lower()}",
        f"{CIPHER}\n\nThis is a cryptogram. What does it say?",
        f"Solve the cryptoquote below.\n\n{CIPHER}\n- Ann Other",
    ],
)
def test_a_cipher_is_told_from_what_is_said_about_it(text):
    puzzle = decompose(text)
    assert (puzzle.kind, puzzle.expects) == ("cryptogram", "likeliest")
    assert puzzle.payload.text.upper() == CIPHER
    assert puzzle.payload.author == ""
    assert rules.understands(puzzle)
    assert rules.preferred(puzzle) == "wordplay"


def test_hints_and_a_ciphered_author_belong_to_the_puzzle():
    puzzle = decompose(f"A cryptogram:\n{CIPHER}\n\u2014 QWZ XKZ\nHint: X = I, and Z stands for E.\nHint: Q is N")
    assert puzzle.payload.author == "QWZ XKZ"
    assert puzzle.payload.hints == {2: ("X", "I"), 3: ("Z", "E"), 4: ("Q", "N")}
    assert [clue.id for clue in puzzle.clues] == [1, 2, 3, 4]
    assert specification(puzzle) == [
        (None, {"kind": "cryptogram"}),
        (1, {"text": CIPHER, "author": "QWZ XKZ"}),
        (2, {"hints": {"X": "I"}}),
        (3, {"hints": {"Z": "E"}}),
        (4, {"hints": {"Q": "N"}}),
    ]


def test_what_is_not_understood_is_a_clue_of_its_own():
    puzzle = decompose(f"Decode this cryptogram:\n{CIPHER}\n\nThe third word rhymes with pleasure.")
    assert [clue.understood for clue in puzzle.clues] == [True, False]
    assert "'rhymes'" in puzzle.clues[1].reason
    assert not rules.understands(puzzle)


@pytest.mark.parametrize(
    ("hints", "place"),
    [
        ("X = I\nX = A", "map X twice: to I and to A"),
        ("X = I\nQ = I", "two letters to I: X and Q"),
    ],
)
def test_letters_that_are_mapped_twice_are_named(hints, place):
    with pytest.raises(PuzzleError, match=place):
        decompose(f"Decode this cryptogram:\n{CIPHER}\n{hints}")


def test_letters_beyond_z_are_named():
    with pytest.raises(PuzzleError, match="A to Z only, not '\u00e4' at character 2"):
        decompose("Decode this cryptogram:\nX\u00c4Q JWZ")


@pytest.mark.parametrize("text", ["Cryptograms are fun.", "SEND + MORE = MONEY", "Who owns the fish?", ""])
def test_other_texts_are_no_cryptograms(text):
    assert decompose(text).kind != "cryptogram"


@pytest.mark.parametrize(
    "text",
    [
        GRID,
        f"A drop quote.\n\n_ _ # _\n_ ' _ .\n\n{GRID[GRID.index('Column') :]}",
        GRID.replace("Column", "col").replace("B A", "BA"),
    ],
)
def test_grid_and_columns_are_read(text):
    puzzle = decompose(text)
    assert (puzzle.kind, puzzle.expects) == ("drop quote", "likeliest")
    assert rules.understands(puzzle), puzzle.clues
    (_, kind), (first, grid), *columns = specification(puzzle)
    assert (kind, first) == ({"kind": "drop_quote"}, 1)
    cells = [[cell if not (cell == "" or cell.isdigit()) else "_" for cell in row] for row in grid["grid"]]
    assert cells == [["_", "_", "#", "_"], ["_", "'", "_", "."]]
    assert [(n, sorted(c["columns"][0])) for n, c in columns] == [(2, ["A", "B"]), (3, ["E"]), (4, ["T"]), (5, ["O"])]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("B A", "B A C", "Column 1 has 2 cells for letters, but 3 letters: ABC"),
        ("Column 4: O", "", "4 columns, but letters are given for 3"),
        ("Column 4: O", "Column 5: O", "column 4 is missing"),
        ("Column 4: O", "Column 3: O", "column 4 is missing"),
        ("Column 3: T", "Column 3: 7", "Column 3 has '7'"),
    ],
)
def test_columns_that_do_not_add_up_are_named(old, new, place):
    with pytest.raises(PuzzleError, match=place):
        decompose(GRID.replace(old, new))


@pytest.mark.parametrize("text", ["[['1', '2'", "Column 1: A\nColumn 2: B", "[[1, 2], [3, 4]]\nColumn 1: A"])
def test_what_is_no_whole_drop_quote_is_left_alone(text):
    assert decompose(text).kind != "drop quote"


def test_constraints_cannot_state_it():
    with pytest.raises(SolventError, match="frameworks wordplay"):
        translate(decompose(GRID), "smtlib")
