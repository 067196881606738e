"""Clauses in the closed form: what each relation means, and what is refused."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers import SolventError
from solvent.translators import rules
from solvent.translators.rules.clues.clause_form import RELATIONS, Clause, ClauseError, Vocabulary, told
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Same, Some
from solvent.translators.rules.clues.values import category

CATEGORIES = (
    category("Guest", ["Ana", "Ben", "Cy", "Di"]),
    category("Drink", ["cola", "milk", "soda", "tea"]),
    category("Year", ["1990", "1992", "1993", "1998"]),
)
KNOWN = Vocabulary.of(CATEGORIES)
NAMED = {n: ("Ana", "Ben", "cola", "milk", "1990")[:n] for n in range(6)}
YEARS = (1990, 1992, 1993, 1998)

# What each relation says of the years of its values (A to D), or of their rows.
MEANINGS = {
    "A is B": lambda rows, _: rows[0] == rows[1],
    "A is not B": lambda rows, _: rows[0] != rows[1],
    "A is B or C": lambda rows, _: rows[0] in rows[1:],
    "A and B are C and D in some order": lambda rows, _: set(rows[:2]) == set(rows[2:]),
    "A is before B": lambda _, years: years[0] < years[1],
    "A is immediately before B": lambda _, years: YEARS.index(years[1]) - YEARS.index(years[0]) == 1,
    "A is next to B": lambda _, years: abs(YEARS.index(years[1]) - YEARS.index(years[0])) == 1,
    "A is not next to B": lambda _, years: abs(YEARS.index(years[1]) - YEARS.index(years[0])) > 1,
    "A is between B and C": lambda _, years: years[1] < years[0] < years[2] or years[2] < years[0] < years[1],
    "A is exactly N before B": lambda _, years: years[1] - years[0] == 2,
    "A and B are exactly N apart": lambda _, years: abs(years[1] - years[0]) == 2,
}
VALUES = {
    "A and B are C and D in some order": ("Ana", "Ben", "cola", "milk"),
    "A is B or C": ("Ana", "milk", "1993"),
    "A is between B and C": ("Ana", "Ben", "Cy"),
}


def holds(formula, row):
    """Whether a formula holds where `row` maps each value to its row."""
    year = {row[value]: YEARS[value.index] for value in KNOWN.values.values() if value.category == 2}
    match formula:
        case Same(left, right):
            return row[left] == row[right]
        case Differ(values):
            return len({row[value] for value in values}) == len(values)
        case All(parts):
            return all(holds(part, row) for part in parts)
        case Some(parts):
            return any(holds(part, row) for part in parts)
        case CompareQuantities(left, right, _, relation, amount):
            gap = year[row[left]] - year[row[right]]
            return {"<": gap < 0, "difference": gap == amount, "distance": abs(gap) == amount}[relation]
    raise AssertionError(formula)


def all_rows():
    for drinks, years in itertools.product(itertools.permutations(range(4)), repeat=2):
        order = (range(4), drinks, years)
        yield {value: order[value.category][value.index] for value in KNOWN.values.values()}


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_relation_means_what_its_name_says(relation):
    names = VALUES.get(relation, ("Ana", "milk"))
    clause = KNOWN.read({"relation": relation, **dict(zip("ABCD", names, strict=False)), "N": "2", "order": "-"})
    formula, outcomes = KNOWN.formula(clause), set()
    for row in all_rows():
        year = {row[value]: YEARS[value.index] for value in KNOWN.values.values() if value.category == 2}
        rows = [row[KNOWN.values[name]] for name in names]
        expected = MEANINGS[relation](rows, [year[each] for each in rows])
        assert holds(formula, row) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}


@pytest.mark.parametrize("relation", RELATIONS)
def test_what_may_be_said_in_two_ways_is_read_as_one(relation):
    names = VALUES.get(relation, ("Ana", "milk"))
    meanings = {}
    for values in itertools.permutations(names):
        try:
            reply = {"relation": relation, **dict(zip("ABCD", values, strict=False)), "N": "2", "order": "-"}
            read = KNOWN.read(reply)
        except ClauseError:
            continue
        meanings.setdefault(read, set()).add(tuple(holds(KNOWN.formula(read), row) for row in all_rows()))
        assert read.values == RELATIONS[relation].in_order(values)
    assert all(len(each) == 1 for each in meanings.values())
    if relation != "A and B are C and D in some order":  # whose halves may swap as well
        assert len({meaning for each in meanings.values() for meaning in each}) == len(meanings)


def test_all_that_can_be_said_of_some_values():
    two = KNOWN.clauses(("milk", "Ana"))
    assert {each.relation for each in two} == {name for name, each in RELATIONS.items() if each.arity == 2}
    assert len({*two}) == len(two)
    assert all({*each.values} == {"milk", "Ana"} for each in two)
    assert {each.values for each in two if each.relation == "A is before B"} == {("milk", "Ana"), ("Ana", "milk")}
    three = [each.relation for each in KNOWN.clauses(("Ana", "milk", "cola"))]
    assert three == ["A is B or C", *["A is between B and C"] * 3]  # only Ana may have the milk or the cola
    assert KNOWN.clauses(()) == KNOWN.clauses(("Ana",)) == KNOWN.clauses(tuple(KNOWN.values)[:5]) == ()


def test_a_place_may_itself_be_compared():
    formula = KNOWN.formula(KNOWN.read({"relation": "A is immediately before B", "A": "Ana", "B": "1993"}))
    ana, before = KNOWN.values["Ana"], KNOWN.values["1992"]
    assert all(holds(formula, row) == (row[ana] == row[before]) for row in all_rows())


@pytest.mark.parametrize(
    "reply",
    [
        None,
        [],
        {},
        {"relation": "A is B"},
        {"relation": "A is B", "A": "Ana", "B": "Ana"},
        {"relation": "A is B", "A": "Ana", "B": "Ben"},
        {"relation": "A is B or C", "A": "Ana", "B": "cola", "C": "Ben"},
        {"relation": "A is B or C", "A": "Ana", "B": "cola", "C": "-"},
        {"relation": "A and B are C and D in some order", "A": "Ana", "B": "cola", "C": "milk", "D": "Ben"},
        {"relation": "A is exactly N before B", "A": "Ana", "B": "Ben", "N": "4"},
        {"relation": "A is exactly N before B", "A": "Ana", "B": "Ben"},
        {"relation": "A is before B", "A": "1990", "B": "1992"},
        {"relation": "A is immediately before B", "A": "1990", "B": "1998"},
        {"relation": "A is immediately before B", "A": "Ana", "B": "1990"},
        {"relation": "A is under B", "A": "Ana", "B": "cola"},
    ],
)
def test_what_makes_no_sense_is_refused(reply):
    with pytest.raises(ClauseError):
        KNOWN.read(reply)


WORDS = st.sampled_from([*KNOWN.values, *RELATIONS, "-", "2", "Year"]) | st.text()
PARTS = st.sampled_from(["A", "B", "C", "D", "N", "order", "relation"]) | st.text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(PARTS, inner),
)


@given(JSON)
def test_any_reply_is_a_clause_that_has_a_meaning_or_refused(data):
    try:
        clause = KNOWN.read(data)
    except ClauseError:
        return
    assert KNOWN.formula(clause)
    assert told(clause)


def test_what_the_clue_names_may_not_be_left_out():
    with pytest.raises(ClauseError, match="leaves out"):
        KNOWN.read({"relation": "A is B", "A": "Ana", "B": "cola"}, named=("Ana", "cola", "milk"))


def test_the_schema_is_flat_closed_and_about_what_the_clue_names():
    schema = KNOWN.schema(("milk", "Ana"))
    assert schema["required"] == [*schema["properties"]]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["A"]["enum"] == ["Ana", "milk"]
    assert "C" not in schema["properties"]
    assert {*KNOWN.schema()["properties"]["D"]["enum"]} == {"-", *KNOWN.values}
    assert "A is before B" not in Vocabulary.of(CATEGORIES[:2]).schema()["properties"]["relation"]["enum"]


def test_a_relation_offered_relates_all_that_the_clue_names():
    of = {number: KNOWN.schema(named)["properties"]["relation"]["enum"] for number, named in NAMED.items()}
    assert of[1] == of[0] == [*RELATIONS]
    assert {*of[2]} == {name for name, each in RELATIONS.items() if each.arity == 2}
    assert of[3] == ["A is B or C", "A is between B and C"]
    assert of[4] == ["A and B are C and D in some order"]
    assert of[5] == [*RELATIONS]  # none relates five, so that no reading will be accepted


def test_a_value_of_two_categories_is_named_with_its_category():
    known = Vocabulary.of((category("Age", ["5", "6"]), category("Room", ["6", "7"])))
    assert [*known.values] == ["5", "6 (Age)", "6 (Room)", "7"]
    schema = known.schema()
    assert schema["properties"]["order"]["enum"] == ["-", "Age", "Room"]


TEXT = """Three potters each made one piece, and each used a glaze of a different colour.

Potter: Greta, Amir, Lou
Piece: vase, bowl, mug
Glaze: blue, black, cream

1. The mug is not black.
2. Amir kept his hands off the blue glaze.
"""


def test_a_clue_that_a_model_read_does_not_count_as_understood():
    puzzle = rules.decompose(TEXT)
    assert rules.open_clues(puzzle) == (2,)
    clause = Clause(relation="A is not B", values=("Amir", "blue"))
    read = rules.with_readings(puzzle, {2: clause}, "somebody")
    assert [clue.understood for clue in read.clues] == [True, False]
    assert [clue.reader for clue in read.clues] == ["", "somebody"]
    assert not rules.understands(read)
    assert rules.open_clues(read) == (2,)
    assert rules.translate(read, "smtlib").clues == (1, 2)
    assert rules.translate(puzzle, "smtlib").clues == (1,)


@pytest.mark.parametrize(
    "readings",
    [
        {1: Clause(relation="A is not B", values=("Amir", "blue"))},  # the grammar has understood it
        {3: Clause(relation="A is not B", values=("Amir", "blue"))},
        {2: Clause(relation="A is not B", values=("Amir", "pink"))},
        {2: Clause(relation="A is before B", values=("Amir", "blue"), order="Glaze")},
    ],
)
def test_readings_that_do_not_fit_the_puzzle_are_refused(readings):
    with pytest.raises(SolventError):
        rules.with_readings(rules.decompose(TEXT), readings, "somebody")
