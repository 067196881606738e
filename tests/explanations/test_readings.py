"""How clues were read, in words, and where in the answer they point."""

from pathlib import Path

import pytest
from console import ROOT

from solvent.explanations.layout import leaves
from solvent.explanations.readings import readings_of


@pytest.fixture(scope="module")
def readings(solve):
    """The readings of an example, by clue, and its answer."""

    def of(name: str):
        answer = solve((ROOT / "examples" / f"{name}.txt").read_text("utf-8"))
        return readings_of(answer.subject), dict(leaves(answer.answer))

    return of


def test_a_clue_of_a_grid_is_said_in_words_with_the_cells_of_its_values(readings):
    found, cells = readings("small")
    assert {number: reading.words for number, reading in found.items()} == {
        1: "Nora goes with mint",
        2: "copper goes with basil",
        3: "Otis does not go with thyme",
        4: "Petra does not go with tin",
    }
    assert [cells[place] for place in found[2].places] == ["copper", "basil"]
    assert "herbs mint" in found[1].code


def test_comparisons_say_what_is_compared_and_by_how_much(readings):
    found, _ = readings("seating")
    assert found[2].words == "the number of the seat of Lotte is 1 lower than that of Kofi"
    assert found[3].words == "the number of the seat of Ines and that of Lotte differ by 2"
    assert found[4].words == "curry goes with seat 1"
    assert found[5].words == "the number of the seat of Ines is lower than that of Kofi"


@pytest.mark.parametrize(
    ("values", "clue", "words"),
    [
        ("prices: $5, $1,234,572, $20", "Ada paid $1,234,567 more than Bo.", "the price of Ada is 1,234,567 more than"),
        ("times: 8:00, 9:30, 11:00", "Ada came 90 minutes before Bo.", "the time of Ada is 90 minutes earlier than"),
        ("days: Monday, Tuesday, Wednesday", "Ada came before Bo.", "the day of Ada is earlier than"),
        ("floors: 1, 2, 3", "Ada lives above Bo.", "the number of the floor of Ada is higher than"),
    ],
)
def test_comparisons_are_said_as_their_kind_is(solve, values, clue, words):
    answer = solve(f"people: Ada, Bo, Cy\n{values}\n1. {clue}\n")
    assert readings_of(answer.subject)[1].words == f"{words} that of Bo"


def test_an_order_that_is_counted_from_the_top_is_not_turned_round(solve):
    text = "Floor 1 is the top floor.\npeople: Ada, Bo, Cy\nfloors: 1, 2, 3\n1. Ada lives above Bo.\n"
    assert readings_of(solve(text).subject)[1].words == "the number of the floor of Ada is lower than that of Bo"


def test_what_is_joined_twice_is_bracketed(readings):
    found, _ = readings("lists")
    assert found[1].words == "no two of Agnes, oboe, Cork, Delft go together"
    assert found[2].words == (
        "Agnes does not go with Basil and banjo does not go with Cork and "
        "((Agnes goes with banjo and Basil goes with Cork) or (Basil goes with banjo and Agnes goes with Cork))"
    )


@pytest.mark.parametrize(
    ("name", "clue", "values"),
    [("sudoku", 1, [7]), ("money", 2, [4]), ("coins", 1, [18, 12]), ("islanders", 3, ["knave", "knight", "knave"])],
)
def test_clues_of_other_puzzles_point_to_what_they_name(readings, name, clue, values):
    found, cells = readings(name)
    assert [cells[place] for place in found[clue].places] == values
    assert (found[clue].words, bool(found[clue].code)) == ("", True)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.txt")), ids=lambda path: path.stem)
def test_every_place_is_one_of_the_answer(path: Path, solve):
    answer = solve(path.read_text("utf-8"))
    if answer.status in ("verified", "ambiguous") and path.stem not in ("cryptogram", "drop_quote"):
        places = {place for place, _ in leaves(answer.answer)}
        assert {place for reading in readings_of(answer.subject).values() for place in reading.places} <= places
