"""Families of wordings of clues, each in a small grid: they are read, and words that change their meaning stop them."""

import pytest

from solvent import solve
from solvent.translators.rules import decompose

ROW = """Five huts stand in a row, numbered 1 to 5 from west to east. Each hut belongs to one person.
The five owners are
Abel, Bodil, Cyrus, Delia and Enzo.
Their boats are blue, green, red, white and yellow.
"""
BAND = "Ilka, Jonas and Karim are the pianist, the violinist and the cellist of a trio. Their ages are 20, 24 and 29.\n"
CREW = "Hart, Nolan and Pryce are the driver, the fireman and the guard of a train.\n"
ASKED = "\nWho is who?"


def _unread(text: str) -> list[str]:
    return [clue.text for clue in decompose(text).clues if not clue.understood]


@pytest.mark.parametrize(
    "clue",
    [
        "Abel's hut is directly east of Bodil's.",
        "Abel's hut is further west than Bodil's.",
        "Cyrus has the hut furthest east.",
        "Delia has the westernmost hut.",
    ],
)
def test_sides_of_the_world_along_the_row(clue):
    assert not _unread(f"{ROW}\n1. {clue}\n2. Enzo has hut 2.\n\nWho owns which hut?")


def test_sides_of_the_world_across_the_row():
    clue = "Abel's hut is directly north of Bodil's."
    assert _unread(f"{ROW}\n1. {clue}\n2. Enzo has hut 2.\n\nWho owns which hut?") == [clue]


@pytest.mark.parametrize(
    "clue",
    [
        "Ilka is older than both Jonas and the cellist.",
        "Ilka is older than Jonas and older than the cellist.",
        "Both Jonas and the cellist are younger than Ilka.",
        "Jonas and the cellist are both younger than Ilka.",
    ],
)
def test_what_both_joins_is_different(clue):
    found = solve(f"{BAND}\n1. {clue}\n2. The violinist is the youngest.\n{ASKED}")
    assert found.status == "verified"
    assert {"cellist", "Karim"} <= {*next(row for row in found.answer if "Karim" in row.values()).values()}


@pytest.mark.parametrize(
    ("clue", "partly"),
    [
        ("Hart beats the guard at chess.", True),
        ("Hart is the guard's brother.", True),
        ("Hart envies the guard.", False),
    ],
)
def test_a_relation_that_is_read_in_part(clue, partly):
    puzzle = decompose(f"{CREW}\n1. {clue}\n{ASKED}")
    assert [each.partly for each in puzzle.clues] == [partly]
    assert (solve(puzzle.text).status == "ambiguous") is not partly


@pytest.mark.parametrize(
    ("clue", "read"),
    [
        ("Ria would do anything but judo or boxing.", True),
        ("Ria has boxing and no judo.", True),
        ("Ria would perhaps do anything but judo or boxing.", False),
    ],
)
def test_anything_but(clue, read):
    told = "Pia, Quin and Ria have each chosen one sport: boxing, judo or rowing."
    text = f"{told}\n\n1. {clue}\n2. Pia boxes.\n\nWho does what?"
    assert (clue not in _unread(text)) is read


@pytest.mark.parametrize("clue", ["The poet comes by tram.", "The poet goes on foot.", "The poet takes the tram."])
def test_means_of_transport(clue):
    lists = "Names: Ann, Bob, Cid\nTrades: poet, tailor, welder\nWays: tram, bicycle, on foot\n"
    assert not _unread(f"{lists}\n1. {clue}\n2. Ann is the poet.\n\nMatch everything up.")


@pytest.mark.parametrize(
    ("end", "asked"),
    [
        ("One of the five keeps newts. Who?", True),
        ("One of them keeps newts. Who is it?", True),
        ("One person keeps newts - who?", True),
        ("One of them may keep newts. Who?", False),
    ],
)
def test_a_question_after_its_statement(end, asked):
    puzzle = decompose(f"{ROW}\n1. Enzo has hut 2.\n\n{end}")
    assert any(each.text == "Who keeps newts?" for each in puzzle.passages) is asked
