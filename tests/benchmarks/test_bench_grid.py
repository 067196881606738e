"""Reading values loosely and comparing grids, without crediting what is not right."""

import pytest

from solvent.benchmarks.grid import Grid, align, compare, compare_literally, read_answer
from solvent.explanations.spelling import meaning

GOLD = Grid(("skaters", "marks", "towns"), (("Ada", "1", "Ulm"), ("Bea", "2", "Graz"), ("Cleo", "3", "Bern")))


def changed(row, **cells):
    rows = GOLD.answer
    rows[row].update(cells)
    return rows


@pytest.mark.parametrize(
    ("cell", "values", "meant"),
    [
        ("  NEW   york", ["New York", "York"], "New York"),
        ("7am", ["7:00am", "8:00am"], "7:00am"),
        ("7 a.m.", ["7:00am", "7:00pm"], "7:00am"),
        ("7:30am", ["7:00am", "7:30am"], "7:30am"),
        ("7am", ["7:30am", "8:30am"], None),
        ("25000", ["$25,000", "$2,500"], "$25,000"),
        ("April 4", ["April 4th", "April 14th"], "April 4th"),
        ("Acme Inc.", ["Acme Inc", "Apex Inc"], "Acme Inc"),
        ("25 liters", ["25", "30"], "25"),
        ("25", ["25 liters", "125 liters"], "25 liters"),
        ("25 liters", ["25 grams", "30 grams"], None),
        ("30 liters", ["25 liters", "30"], "30"),
        ("2 liters per hour", ["2", "3"], "2"),
        ("about 25", ["25", "30"], None),
        ("not 25", ["25", "30"], None),
        ("25 or none", ["25", "30"], None),
        ("I think it is 25", ["25", "30"], None),
        ("model 3/roadster", ["model 3", "roadster"], None),
        ("model 3/s", ["model 3", "model s"], None),
        ("2", ["2 gold", "2 silver"], None),
        ("B", ["B+", "B", "B-"], "B"),
        ("B+", ["B", "B-"], None),
        ("-5", ["5", "-5"], "-5"),
        ("2.5", ["25", "2.50"], None),
        ("sky", ["sky blue", "red"], None),
        ("", ["red"], None),
        ("?!", ["...", "red"], None),
    ],
)
def test_meaning(cell, values, meant):
    assert meaning(cell, values) == meant


def test_align_spells_and_orders_as_the_categories():
    categories = [("Ada", "Bea"), ("4 km", "5 km"), ("tram", "bus")]
    grid = align([("BUS", "ada", "5"), ("tram", "bea", "4")], ("who", "far", "how"), categories)
    assert grid == Grid(("who", "far", "how"), (("Ada", "5 km", "bus"), ("Bea", "4 km", "tram")))


def test_align_takes_the_given_order_where_categories_share_values():
    numbers = ("1", "2")
    grid = align([("1", "2"), ("2", "1")], ("a", "b"), [numbers, numbers])
    assert grid.rows == (("1", "2"), ("2", "1"))


def test_align_reads_one_misspelt_cell_as_the_value_that_is_left():
    categories = [("Ada", "Bea", "Cleo"), ("1", "2", "3")]
    assert align([("Ada", "1"), ("Bee", "2"), ("Cleo", "3")], ("a", "b"), categories).rows[1] == ("Bea", "2")
    assert align([("Ada", "1"), ("Bee", "2"), ("Clio", "3")], ("a", "b"), categories) is None


@pytest.mark.parametrize(
    "rows",
    [
        [("Ada", "1"), ("Ada", "2")],  # a value twice
        [("Ada", "1")],  # a row missing
        [("Ada", "1"), ("Bea",)],  # a short row
        [("Ada", "1"), ("Bea", "9")],  # a value of no category; of two rows nothing is left to tell
    ],
)
def test_align_refuses(rows):
    assert align(rows, ("a", "b"), [("Ada", "Bea"), ("1", "2")]) is None


def test_gold_is_exact_in_any_order_of_rows_and_columns_and_under_other_names():
    rows = [{"place": row["towns"].upper(), "n": int(row["marks"]), "who": row["skaters"]} for row in GOLD.answer]
    cells = compare(GOLD, read_answer(rows[::-1]))
    assert cells.exact
    assert (cells.right, cells.answered, cells.total) == (6, 6, 6)


@pytest.mark.parametrize(
    ("rows", "right", "answered"),
    [
        ([], 0, 0),
        (GOLD.answer[:2], 4, 4),
        (changed(0, towns="Bern"), 5, 6),
        (changed(0, towns=None), 5, 5),
        (changed(0, towns="Ulm or Graz"), 5, 6),
        ([*GOLD.answer, {"skaters": "Ada", "marks": "1", "towns": "Ulm"}], 4, 4),
        ([{**row, "hats": "red"} for row in GOLD.answer], 6, 6),
        ([{"skaters": row["skaters"]} for row in GOLD.answer], 0, 0),
    ],
)
def test_not_exact(rows, right, answered):
    cells = compare(GOLD, read_answer(rows))
    assert not cells.exact
    assert (cells.right, cells.answered) == (right, answered)


def test_names_tell_columns_of_equal_values_apart():
    gold = Grid(("team", "won", "lost"), (("Owls", "1", "2"), ("Elks", "2", "1")))
    assert compare(gold, read_answer([dict(reversed(row.items())) for row in gold.answer])).exact
    swapped = [{"team": row["team"], "won": row["lost"], "lost": row["won"]} for row in gold.answer]
    assert compare(gold, read_answer(swapped)).right == 0


def test_literal_comparison_ignores_case_only():
    upper = [{key.upper(): cell.upper() for key, cell in row.items()} for row in GOLD.answer]
    assert compare_literally(GOLD, read_answer(upper)) == 6
    assert compare_literally(GOLD, read_answer(changed(0, marks="1st"))) == 5
    assert compare_literally(GOLD, read_answer(changed(0, skaters="Adah"))) == 4


@pytest.mark.parametrize("value", [None, "", 3, [], {}, [[]], [{}], "Ada 1 Ulm", {"rows": []}])
def test_other_values_are_no_grid(value):
    assert read_answer(value) is None
