"""Whole puzzles in every text form, through all frameworks and their solvers."""

import json

import pytest
from grid_rows import RUN, z3_rows

from solvent.solvers.errors import SolventError
from solvent.translators import rules
from solvent.translators.rules import READINGS, PuzzleError, decompose, translate

HOUSES = """
There are 3 houses, numbered 1 to 3 from left to right, as seen from the canal. Each house has a different owner.
 - Each person has a unique name: `Ines`, `Jonas`, `Kaja`
 - People grow unique plants: `fern`, `ivy`, `basil`
 - Each person plays a unique instrument: `harp`, `viola`, `drums`

## Clues:
1. Jonas is in the second house.
2. The person who grows basil is directly left of the harp player.
3. Kaja is somewhere to the right of the person who grows basil.
4. The ivy grower is not Kaja.
5. The drums player and the ivy grower are next to each other.
6. The viola player is Kaja.
"""
HOUSES_ANSWER = [
    {"House": "1", "name": "Ines", "plants": "basil", "instrument": "drums"},
    {"House": "2", "name": "Jonas", "plants": "ivy", "instrument": "harp"},
    {"House": "3", "name": "Kaja", "plants": "fern", "instrument": "viola"},
]
LISTED = """
Categories:
sailors: Mo, Nell, Otto
boats: Gannet, Sea Urchin, Tern
distances: 1,200 miles; 1,250 miles; 1,400 miles

Clues:
1. Nell sailed 150 miles farther than the owner of the Tern.
2. The Gannet is either Mo's boat or the boat that sailed 1,400 miles.
3. Of Mo and Otto, one owns the Gannet and the other sailed 1,250 miles.
"""
LISTED_ANSWER = [
    {"sailors": "Mo", "boats": "Gannet", "distances": "1,200 miles"},
    {"sailors": "Nell", "boats": "Sea Urchin", "distances": "1,400 miles"},
    {"sailors": "Otto", "boats": "Tern", "distances": "1,250 miles"},
]
AS_JSON = "Here is a puzzle:\n" + json.dumps(
    {
        "variables": {
            "departures": ["8:15am", "9:00am", "10:30am"],
            "drivers": ["Pia", "Quentin", "Rosa"],
            "cargo": ["salt", "timber", "wool"],
        },
        "clues": {
            "1": "Rosa left 90 minutes after the driver with the timber..",
            "2": "Neither Pia nor the one hauling salt left at 10:30am.",
            "3": "Quentin isn't hauling salt.",
        },
    }
) + '\nPlease fill in:\n[{"departures": "8:15am", "drivers": "____", "cargo": "____"}]'  # fmt: skip
PROSE = """
Four friends sit side by side on a bench with four seats.
The friends are Uma, Vic, Wes and Xenia.
Their drinks are tea, cocoa, cider and juice.
The ages are 20 years, 23 years, 25 years, and 31 years.

- Uma is 5 years younger than the cider drinker.
- Vic drinks cocoa or juice.
- Xenia is older than most.
- Xenia is 31 years old and is not drinking tea.
- Wes is older than Vic but younger than the juice drinker.
"""


@pytest.mark.parametrize("framework", rules.FRAMEWORKS)
@pytest.mark.parametrize(
    ("text", "answer"), [(HOUSES, HOUSES_ANSWER), (LISTED, LISTED_ANSWER)], ids=["houses", "listed"]
)
def test_the_answer_is_found_and_the_only_one(text, answer, framework):
    puzzle = decompose(text)
    assert [clue.reason for clue in puzzle.clues if not clue.understood] == []
    assert RUN[framework](translate(puzzle, framework)) == (answer, True)


@pytest.mark.parametrize("framework", rules.FRAMEWORKS)
def test_json_keeps_its_keys_and_order(framework):
    puzzle = decompose(AS_JSON)
    assert all(clue.understood for clue in puzzle.clues)
    rows, unique = RUN[framework](translate(puzzle, framework))
    assert unique
    assert rows == [
        {"departures": "8:15am", "drivers": "Pia", "cargo": "salt"},
        {"departures": "9:00am", "drivers": "Quentin", "cargo": "timber"},
        {"departures": "10:30am", "drivers": "Rosa", "cargo": "wool"},
    ]


def test_prose_lists_categories_and_one_clue_is_refused():
    puzzle = decompose(PROSE)
    assert list(map(list, puzzle.entities.values())) == [
        ["Uma", "Vic", "Wes", "Xenia"],
        ["tea", "cocoa", "cider", "juice"],
        ["20 years", "23 years", "25 years", "31 years"],
    ]
    refused = [clue for clue in puzzle.clues if not clue.understood]
    assert [(clue.id, clue.reason) for clue in refused] == [(3, "'most' is not understood here")]
    program = translate(puzzle, "smtlib")
    assert program.clues == (1, 2, 4, 5)
    rows, _ = z3_rows(program)
    assert rows[3] == {"friends": "Xenia", "drinks": rows[3]["drinks"], "ages": "31 years"}


def test_every_understood_clue_has_a_fragment_and_dropping_one_loosens():
    puzzle = decompose(HOUSES)
    program = translate(puzzle, "smtlib")
    assert program.clues == tuple(clue.id for clue in puzzle.clues)
    fewer = program.model_copy(
        update={"fragments": tuple(part for part in program.fragments if part.clue not in (1, 6))}
    )
    rows, unique = z3_rows(fewer)
    assert rows is not None
    assert not unique


@pytest.mark.parametrize("framework", rules.FRAMEWORKS)
def test_contradicting_clues_have_no_answer(framework):
    text = LISTED.replace("3. Of Mo", "4. Nell sailed 1,200 miles.\n3. Of Mo")
    assert RUN[framework](translate(decompose(text), framework)) == (None, False)


def test_the_implied_reading_only_adds():
    text = LISTED.replace("3. Of Mo", "4. Neither Mo nor the Tern is the one that sailed 1,400 miles.\n3. Of Mo")
    literal, implied = (translate(decompose(text), "smtlib", reading) for reading in READINGS[:2])
    assert literal.clues == implied.clues
    assert literal != implied
    assert z3_rows(implied)[0] is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "Think of two numbers whose sum is 9.",
        "name: Ann, Ben",
        "The fruits are figs, pears and plums. Its ports are Hull, Leith and Dover.",
        "{",
        '{"variables": 3, "clues": []}',
        "a\0b" * 99,
    ],
)
def test_other_texts_are_no_logic_grid(text):
    puzzle = decompose(text)
    assert (puzzle.kind, puzzle.clues) == ("", ())


def test_categories_of_unequal_size_are_named():
    with pytest.raises(PuzzleError, match="'pet' has 3"):
        decompose("Categories:\nname: Ann, Ben\npet: cat, dog, newt\n\nClues:\n1. Ann owns the cat.")


def test_a_value_given_twice_is_named():
    with pytest.raises(PuzzleError, match="'pet' lists the value 'Cat' twice"):
        decompose("Categories:\nname: Ann, Ben\npet: cat, Cat\n\nClues:\n1. Ann owns the cat.")


def test_a_grid_without_clues_has_many_answers():
    puzzle = decompose("Categories:\nname: Ann, Ben\npet: cat, dog\n")
    assert (puzzle.kind, puzzle.clues) == ("logic grid", ())
    assert z3_rows(translate(puzzle, "smtlib"))[1] is False


@pytest.mark.parametrize("framework", rules.FRAMEWORKS)
def test_values_that_differ_in_signs_only_stay_apart(framework):
    puzzle = decompose("Categories:\ngrade: C+, C-, C\nand: or, not, |and|\n\nClues:\n1. The C+ is the or.")
    rows, _ = RUN[framework](translate(puzzle, framework))
    assert [row["grade"] for row in rows] == ["C+", "C-", "C"]
    assert {row["and"] for row in rows} == {"or", "not", "|and|"}


@pytest.mark.parametrize(("framework", "reading"), [("prolog", "literal"), ("smtlib", "loose")])
def test_unknown_frameworks_and_readings_are_named(framework, reading):
    with pytest.raises(SolventError, match="smtlib, cpmpy"):
        translate(decompose(LISTED), framework, reading)
