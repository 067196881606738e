"""Sentences whose parts stand in an unusual order mean the same as in the usual one."""

import pytest

from solvent.translators.rules import decompose
from solvent.translators.rules.kinds.grid import interpretations

HEAD = """There are four houses in a row, numbered 1 to 4 from left to right.
colours: red, green, ivory, blue
drinks: coffee, tea, milk, juice
pets: dog, snails, fox, horse

Clues:
1. The owner of the green house drinks coffee.
2. The tea drinker keeps the fox.
3. """


def meaning(clue):
    puzzle = decompose(HEAD + clue)
    found = interpretations(puzzle)[2]
    return found.meaning.literal if puzzle.clues[2].understood else None


@pytest.mark.parametrize(("said", "plain"), [
    ("Milk is what they drink in the red house.", "The owner of the red house drinks milk."),
    ("Milk is drunk in the red house.", "The owner of the red house drinks milk."),
    ("They drink milk in the red house.", "The owner of the red house drinks milk."),
    ("In the house next to the one with the horse they drink milk.", "The milk drinker lives next to the horse."),
    ("In the house next to the one with the horse, milk is drunk.", "The milk drinker lives next to the horse."),
    ("Next to the red house lives the milk drinker.", "The milk drinker lives next to the red house."),
    ("The milk drinker has a neighbour who keeps snails.", "The milk drinker lives next to the snails."),
    ("The milk drinker lives in the first house on the left.", "The milk drinker lives in house 1."),
    ("The milk drinker lives in the second house on the right.", "The milk drinker lives in house 3."),
    ("The red house is directly to the right of the blue one (your right).",
     "The red house is directly to the right of the blue one."),
])  # fmt: skip
def test_the_same_in_another_order(said, plain):
    assert meaning(said) is not None
    assert {str(meaning(said))} <= {str(meaning(plain)), _turned(str(meaning(plain)))}


def _turned(formula):
    """The formula with its two sides exchanged, where they may be."""
    left, right = formula.partition("left=")[2].split(", right=")
    right, rest = right[: right.index(")") + 1], right[right.index(")") + 1 :]
    return f"{formula.partition('left=')[0]}left={right}, right={left}{rest}"


@pytest.mark.parametrize("said", [
    "Milk is hated in the red house.",
    "Milk is what they refuse in the red house.",
    "Milk is never drunk in the red house or is it.",
    "The red house is directly to the right of the blue one (your left).",
    "In the house next to the one with the horse they do not drink milk.",
])  # fmt: skip
def test_no_other_meaning_is_given(said):
    assert meaning(said) is None


def test_they_are_not_the_people_of_another_clue():
    clue = "They drink milk in the red house."
    assert meaning(clue) == meaning("In the red house they drink milk.") or meaning(clue) is not None
    assert "coffee" not in str(meaning(clue))
