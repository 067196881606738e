"""Values that two categories share: which one a clue means, and by which reading that is known."""

import itertools

import pytest

from solvent.translators.rules import decompose
from solvent.translators.rules.clues.formula import All, Flag, Same, Some, Value, atoms
from solvent.translators.rules.clues.interpret import interpret
from solvent.translators.rules.clues.shared_values import told_apart
from solvent.translators.rules.clues.values import category

FARM = (
    category("House", ["1", "2", "3"], position=True),
    category("name", ["Abe", "Bea", "Uma"], "Each person has a unique name"),
    category("animals", ["goat", "duck", "otter"], "The people breed unique animals"),
    category("kind of mascot", ["goat", "duck", "lynx"], "Each person has a unique kind of mascot"),
    category("daughter", ["Uma", "Ida", "Jo"], "Each father is accompanied by their daughter"),
)


@pytest.mark.parametrize(
    ("clue", "category_number"),
    [
        ("Abe is the goat breeder.", 2),
        ("Abe is the person who breeds goats.", 2),
        ("Abe is the person with a goat as mascot.", 3),
        ("Abe is the person who breeds a mascot goat.", 3),  # a name says more than a verb
        ("Abe is the person whose mascot is a goat.", 3),
    ],
)
def test_the_words_around_a_value_name_its_category(clue, category_number):
    (reading,) = interpret(FARM, (clue,))
    assert reading.meaning.literal == Same(Value(1, 0), Value(category_number, 0))


@pytest.mark.parametrize("said", ["whose daughter is named Uma", "'s daughter is named Uma"])
def test_a_name_of_two_people(said):
    person = "the person" if said.startswith("'") else "the person "
    (reading,) = interpret(FARM, (f"Abe is {person}{said}.",))
    assert reading.meaning.literal == Same(Value(1, 0), Value(4, 0))


def holds(formula, chosen):
    """Whether choices of flags are allowed, whatever else a formula says."""
    match formula:
        case Flag():
            return chosen[formula.phrase] is formula.first
        case All():
            return all(holds(part, chosen) for part in formula.parts)
        case Some():
            return any(holds(part, chosen) for part in formula.parts)
    return True


def choices(*clues, by_manner=None):
    """The ways to read open phrases, in their order, as categories; `by_manner` is None for the literal reading."""
    stated = [(n, reading.meaning.literal) for n, reading in enumerate(interpret(FARM, clues))]
    flags = list(dict.fromkeys(a.phrase for _, formula in stated for a in atoms(formula) if isinstance(a, Flag)))
    if by_manner is not None:
        stated = told_apart(stated, by_manner=by_manner)
    found = set()
    for firsts in itertools.product((True, False), repeat=len(flags)):
        if all(holds(formula, dict(zip(flags, firsts, strict=True))) for _, formula in stated):
            found.add(tuple(2 if first else 3 for first in firsts))
    return found


OPEN = {(2,), (3,)}
BOTH_OPEN = set(itertools.product((2, 3), repeat=2))


def test_two_phrases_for_a_value_mean_both_categories():
    clues = ("Abe is the duck fan.", "Bea is the person with a duck.")
    assert choices(*clues) == BOTH_OPEN
    assert choices(*clues, by_manner=False) == {(2, 3), (3, 2)}


def test_a_value_with_a_phrase_that_is_settled_has_its_other_one_for_the_other_category():
    clues = ("Abe is the duck fan.", "Bea is the duck breeder.")
    assert choices(*clues) == OPEN
    assert choices(*clues, by_manner=False) == {(3,)}


def test_one_description_means_one_category():
    clues = ("Abe is the duck fan.", "Bea is the goat fan.")
    assert choices(*clues) == BOTH_OPEN
    assert choices(*clues, by_manner=False) == {(2, 2), (3, 3)}


def test_phrases_that_are_built_alike_mean_one_category():
    clues = ("Abe is the man who carries a duck.", "Bea is the woman holding a goat.")
    assert choices(*clues, by_manner=False) == BOTH_OPEN
    assert choices(*clues, by_manner=True) == {(2, 2), (3, 3)}
    assert choices(*clues, "Uma is the woman leading a lynx.", by_manner=True) == {(3, 3)}


@pytest.mark.parametrize(
    ("values", "kind", "quantities"),
    [
        (["5 ft 7 in", "6 ft 2 in", "6 ft"], "number", (67, 74, 72)),
        (["5'7\"", "6'1\""], "number", (67, 73)),
        (["1850s", "1920s"], "year", (1850, 1920)),
        (["44 BC", "AD 79"], "year", (-44, 79)),
        (["Week 1", "Week 3"], "ordinal", (1, 3)),
        (["1st grade", "3rd grade"], "ordinal", (1, 3)),
        (["Flight 203", "Flight 7"], "", ()),
    ],
)
def test_quantities_in_other_spellings(values, kind, quantities):
    found = category("thing", values)
    assert (found.kind, found.quantities) == (kind, quantities)


GARAGE = (
    category("mechanics", ["Odile", "Pablo", "Quinn"]),
    category("cars", ["coupe", "pickup", "van"]),
    category("fees", ["$120", "$150", "$185"]),
)


@pytest.mark.parametrize(
    ("clue", "understood"),
    [
        ("Odile charged more than Pablo.", True),
        ("Odile's repair cost more than the coupe.", True),
        ("Odile made somewhat less than Pablo.", True),
        ("Odile fixed more than the coupe.", False),
        ("Odile painted more than Pablo.", False),
        ("Only Odile charged more than Pablo.", True),
    ],
)
def test_a_bare_more_needs_a_verb_that_counts(clue, understood):
    (reading,) = interpret(GARAGE, (clue,))
    assert (reading.meaning is not None) is understood, reading.reason


@pytest.mark.parametrize(
    ("clue", "said"),
    [
        ("Odile fixed the coupee.", "'coupe'"),
        ("Odile fixed the tram.", "'tram' is in no category"),
        ("Dora fixed the van.", "'Dora' is in no category"),
        ("Odile fixed the pikcup.", "'pickup'"),
    ],
)
def test_a_thing_in_no_category_is_named(clue, said):
    (reading,) = interpret(GARAGE, (clue,))
    assert reading.meaning is None
    assert said in reading.reason


def test_a_grid_about_cryptograms_is_a_grid():
    text = "Names: Ada, Ben\nPuzzles: cryptogram, maze\n\nClues:\n1. Ada does not solve the cryptogram."
    assert decompose(text).kind == "logic grid"
