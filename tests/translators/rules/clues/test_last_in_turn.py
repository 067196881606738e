"""The last film, the second show, an apposition: what a clue with them says, and when it says nothing."""

import pytest

from solvent.translators.rules.clues.formula import All, Differ, Same
from solvent.translators.rules.clues.interpret import interpret
from solvent.translators.rules.clues.mentions import lexicon
from solvent.translators.rules.clues.values import category

EVENING = tuple(
    category(name, values)
    for name, values in (
        ("friend", ["Ada", "Bruno", "Celia", "Dov"]),
        ("film", ["Dust", "Feather", "Lantern", "Zero"]),
        ("time", ["5 pm", "6 pm", "7 pm", "8 pm"]),
    )
)
READ = {
    "The last film is Zero.": {("Zero", "8 pm", True)},
    "Feather is the second film of the evening.": {("Feather", "6 pm", True)},
    "Dov doesn't see the last film, and he doesn't see Feather.": {("Dov", "8 pm", False), ("Dov", "Feather", False)},
    "Zero was not the first film but Feather was.": {("Zero", "5 pm", False), ("Feather", "5 pm", True)},
    "The last film star is Dov.": None,
    "Ada almost saw the last film.": None,
    "The last two films are Zero and Dust.": None,
    "Ada sits at the last table.": None,
    "Ada saw it on the last day of the week.": None,
    "Zero is the last film but Feather.": None,
    "Dov missed the last film.": None,
}
RANKS = tuple(
    category(name, values)
    for name, values in (
        ("tenant", ["Iris", "Jakob", "Klara"]),
        ("job", ["baker", "nurse", "teacher"]),
        ("age", ["20", "30", "40"]),
    )
)
APPOSED = {
    "Iris, the nurse, is younger than Klara.": [("Iris", "nurse")],
    "Iris is younger than Klara, the nurse.": [("Klara", "nurse")],
}
REFUSED = (
    "Iris isn't Klara, the nurse.",
    "Iris or Klara is older than Jakob, the nurse, the baker.",
    "Iris is neither Klara nor Jakob, the nurse.",
    "Iris is not the baker, and she may be Klara, the nurse.",
    "Iris, the nurse, and Klara are older than Jakob, the teacher or the baker.",
)


def parts(formula):
    return [each for part in formula.parts for each in parts(part)] if isinstance(formula, All) else [formula]


def said(grid, clue):
    (read,) = interpret(grid, (clue,), "")
    if read.meaning is None or read.guesses:
        return None
    name = lexicon(grid).name
    found = parts(read.meaning.literal)
    pairs = [(part.left, part.right, True) for part in found if isinstance(part, Same)]
    pairs += [(*part.values, False) for part in found if isinstance(part, Differ)]
    return {(frozenset((name(one), name(other))), same) for one, other, same in pairs}


@pytest.mark.parametrize(("clue", "meant"), READ.items(), ids=list(READ))
def test_first_and_last_are_those_in_time(clue, meant):
    assert said(EVENING, clue) == (None if meant is None else {(frozenset(each[:2]), each[2]) for each in meant})


@pytest.mark.parametrize(("clue", "meant"), APPOSED.items(), ids=list(APPOSED))
def test_apposition_says_who_somebody_is(clue, meant):
    assert said(RANKS, clue) == {(frozenset(each), True) for each in meant}


@pytest.mark.parametrize("clue", REFUSED)
def test_no_apposition_in_a_list_or_after_a_denial(clue):
    assert said(RANKS, clue) is None
