"""Which way places, ranks and times run: found in the text, or left open, with the sentence that decides it."""

import pytest

from solvent.translators.rules import decompose, ways
from solvent.translators.rules.clues.values import Order

ROW = """Four people live in a row of four houses{}.
The people are Ann, Bob, Cal and Dee.
The pets are cat, dog, fish and horse.

1. Ann lives directly left of Bob.
2. Cal lives in house 1.
"""
RANKS = """Three players met.{}
player: Ann, Bob, Cal
rank: 1, 2, 3

1. Ann ranked higher than Bob.
2. Bob ranked higher than Cal.
"""
CLOCK = """Three talks were given on the same day.{}
talk: ants, bees, cats
time: 11:00, 1:00, 2:00

1. The talk on ants was earlier than the talk on bees.
"""
NIGHT = """Three guests left{}.
guest: Ann, Bob, Cal
time: 11:30pm, 12:30am, 1:30am

1. Ann left earlier than Bob.
"""
MONTHS = """Three babies were born.{}
baby: Ann, Bob, Cal
month: November, December, February

1. Ann was born earlier than Bob.
"""
CUPS = """Three people bought cups.{}
person: Ann, Bob, Cal
cups: 2, 4, 6

1. Ann bought two times more cups than Bob.
"""
FLOORS = """Three people live on three floors{}.
person: Ann, Bob, Cal
floor: 1, 2, 3

1. Ann lives on a floor above Bob.
2. Ann lives directly above Cal.
"""
TABLE = """Four people sit around a circular table.{}
The people are Ann, Bob, Cal and Dee.
The seats are 1, 2, 3 and 4.

Clues:
1. Ann sits in seat 1.
2. Cal sits directly to the right of Ann.
"""
SHOWS = """Three shows were given.
show: opera, ballet, circus
day: {}

1. The opera was earlier than the ballet.
"""


def settings(text):
    """What is taken of each category in the way that most readers take it."""
    return decompose(text).payload.ways[0]


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        (", numbered 1 to 4 from left to right", False),
        (", numbered 1 to 4 from right to left", True),
        (", numbered from the left", False),
        (", numbered starting from the right", True),
        (", with house 1 on the far left", False),
        (". The first house is on the right", True),
        (". House 1 is the leftmost", False),
    ],
)
def test_a_row_runs_as_the_text_says(said, turned):
    text = ROW.format(said)
    assert settings(text)["House"].turned is turned
    assert not decompose(text).conventions
    assert not [passage for passage in decompose(text).passages if passage.blocks]


@pytest.mark.parametrize(
    "text", [ROW.format(""), RANKS, CLOCK, MONTHS, CUPS], ids=["row", "ranks", "clock", "months", "cups"]
)
def test_what_is_left_open_is_named_and_decided_by_its_sentence(text):
    puzzle = decompose(text.format(""))
    (convention,) = puzzle.conventions
    assert ways(puzzle) == len(convention.ways) == 2
    for number, sentence in enumerate(convention.decided):
        first, _, rest = text.format("").partition("\n")
        decided = decompose(f"{first} {sentence}\n{rest}")
        assert not decided.conventions
        assert not [passage for passage in decided.passages if passage.blocks]
        assert decided.payload.ways[0] == puzzle.payload.ways[number]


@pytest.mark.parametrize(
    ("text", "category", "start"),
    [
        (NIGHT.format(" the party after midnight"), "time", 23 * 60 + 30),
        (MONTHS.format(" It was one school year."), "month", 10),
        (MONTHS.format(" February is later than December."), "month", 10),
        (MONTHS.format(" November comes after February."), "month", 1),
        (CLOCK.format(" The times are listed in chronological order."), "time", 11 * 60),
    ],
)
def test_times_run_as_the_text_says(text, category, start):
    assert settings(text)[category].start == start
    assert not decompose(text).conventions


def test_times_that_are_listed_in_calendar_order_leave_nothing_open():
    text = MONTHS.format("").replace("November, December, February", "February, November, December")
    assert not decompose(text).conventions


def test_a_choice_that_no_clue_rests_on_is_not_made():
    text = ROW.format("").replace("1. Ann lives directly left of Bob.", "1. Ann lives next to Bob.")
    assert not decompose(text).conventions


@pytest.mark.parametrize(
    ("said", "turned"), [("", False), (", numbered from the top", True), (", counted from bottom to top", False)]
)
def test_floors_begin_below_unless_the_text_says_otherwise(said, turned):
    assert settings(FLOORS.format(said))["floor"].turned is turned


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        (" They are numbered clockwise, and everybody faces the middle.", True),
        (" They are numbered clockwise, and everybody faces outwards.", False),
        (" They are numbered counterclockwise. All are facing the centre.", False),
    ],
)
def test_a_round_table_has_a_side_where_all_is_said(said, turned):
    text = TABLE.format(said)
    assert settings(text)["seats"] == Order(circle=True, turned=turned, clockwise="counter" not in said)
    assert not decompose(text).conventions


def test_two_currencies_are_not_compared():
    text = "hat: red, blue, green\nprice: $5, \u20ac6, $7\n\n1. The red hat cost more than the blue hat.\n"
    assert not decompose(text).clues[0].understood


def test_weekdays_across_a_weekend_are_left_open():
    assert len(decompose(SHOWS.format("Friday, Saturday, Monday")).conventions) == 1
    assert not decompose(SHOWS.format("Monday, Friday, Saturday")).conventions
