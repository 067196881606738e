"""Orders told as a walk, by two names for a place or by how warm it is: what is read, and what must not be."""

import pytest

from solvent.translators.puzzle import PuzzleError
from solvent.translators.rules import decompose

WALK = """At the museum we saw five rooms, one after the other: Armour, Clocks, Egypt, Maps and Trains. {}
The Clocks came directly after the Maps. The Trains were before the Maps. Which room was third?"""
TOWNS = """Four towns were warm, no two of them equally warm. Lille was colder than Brest. {}
Brest was colder than Nice. Which town was the coldest?"""
SEATS = """There are five seats in a row, numbered 1 to 5 from left to right. Five friends sit in them:
Ann, Bea, Cleo, Dirk and Eva. {} Ann sits in seat 2. Bea sits in seat 3. Who sits in seat 4?"""
TRAINS = """Four trains leave the station one after another. {} The Derby train leaves first.
The York train leaves after the Leeds train. The Hull train isn't last. Which train leaves second?"""
READ = {
    WALK: (
        "We began with Egypt.",
        "The tour ended with Egypt.",
        "Between Armour and the Trains we saw exactly two other rooms.",
        "We went through Armour before we got to the Trains.",
        "The Trains were the last room but one.",
        "The Trains were not the last room but one.",
    ),
    TOWNS: (
        "It was warmer in Lyon than in Nice.",
        "At noon it was warmer in Lyon than in Nice, and colder in Brest than in Lyon.",
        "Lyon was warmer than all the other towns.",
    ),
    SEATS: (
        "Cleo sits in one of the end seats.",
        "Cleo's seat has a higher number than Dirk's.",
        "Their cousin Cleo sits to the right of Dirk.",
    ),
    TRAINS: ("The Hull train leaves after the York train.", "The York train isn't the third to leave."),
}
OPEN = {
    WALK: (
        "Perhaps we began with Egypt.",
        "We wanted to begin with Egypt.",
        "We skipped Armour before we got to the Trains.",
        "Ann saw Armour before Bea got to the Trains.",
        "Between Armour and the Trains we saw some other rooms.",
    ),
    TOWNS: (
        "It was not warmer in Lyon than in Nice, it seems.",
        "It is said to be warmer in Lyon than in Nice.",
        "If it was warmer in Lyon than in Nice, Brest was cold.",
    ),
    SEATS: (
        "Their elder cousin Cleo is the tallest.",
        "Cleo's seat had a higher number than Dirk's before they swapped.",
        "Cleo's sister sits to the right of Dirk.",
    ),
    TRAINS: ("The Hull train should leave after the York train.",),
}


def understood(text):
    try:
        puzzle = decompose(text)
    except PuzzleError:
        return False
    blocked = any(passage.blocks for passage in puzzle.passages)
    return puzzle.kind == "order" and not blocked and all(clue.understood for clue in puzzle.clues)


@pytest.mark.parametrize(("text", "told"), [(text, each) for text, told in READ.items() for each in told])
def test_a_retold_order_is_read(text, told):
    assert understood(text.format(told))


@pytest.mark.parametrize(("text", "told"), [(text, each) for text, told in OPEN.items() for each in told])
def test_what_is_left_open_is_not_read(text, told):
    assert not understood(text.format(told))


def test_what_a_retold_order_means(solve):
    told = "We began with Egypt. We went through Armour before we got to the Trains."
    assert solve(WALK.format(told)).answer == "Trains"
    found = solve(TOWNS.format("It was warmer in Lyon than in Nice."))
    assert (found.status, found.answer) == ("verified", "Lille")
