"""Clues that say less than a fact are not understood, unless the whole puzzle speaks in the same way."""

import pytest

from solvent.translators.rules import decompose, understands

PUZZLE = (
    "Ann, Bea and Cal each {}own a different pet (cat, dog, fish) and have a different drink (tea, milk, water).\n"
    "1. {}\n2. Bea owns the dog.\n3. Cal does not own the cat.\n4. The dog owner drinks milk.\n"
    "Who drinks what and owns which pet?"
)
HEDGED = (
    "Ann usually drinks tea.",
    "Usually Ann drinks tea.",
    "Ann drinks tea, usually.",
    "Ann mostly drinks tea.",
    "Ann often drinks tea.",
    "Ann drinks mainly tea.",
    "Ann frequently drinks tea.",
    "Ann occasionally drinks tea.",
    "Apparently, Ann drinks tea.",
    "Ann reportedly drinks tea.",
    "Ann initially drinks tea.",
    "In general, Ann drinks tea.",
    "Ann drinks tea in theory.",
    "Ann drinks tea in the mornings.",
    "Ann drinks tea from time to time.",
    "As a rule, Ann drinks tea.",
    "Ann would drink tea.",
    "Ann would have drunk tea.",
    "Ann does not usually drink water.",
    "Ann does not always drink water.",
    "Ann is not the only tea drinker.",
    "Ann isn't just the tea drinker.",
)


@pytest.mark.parametrize("clue", HEDGED)
def test_a_hedged_clue_is_not_understood(clue):
    assert not understands(decompose(PUZZLE.format("", clue)))


@pytest.mark.parametrize("clue", ["Ann drinks tea.", "Ann always drinks tea.", "Ann wouldn't drink water.",
                                  "Ann would never drink water."])  # fmt: skip
def test_a_plain_clue_is_understood(clue):
    assert understands(decompose(PUZZLE.format("", clue)))


@pytest.mark.parametrize(("word", "clue"), [("usually ", "Ann usually drinks tea."), ("often ", "Ann often has tea.")])
def test_a_habit_of_everybody_hedges_nothing(word, clue):
    assert understands(decompose(PUZZLE.format(word, clue)))


def test_another_habit_of_everybody_hedges():
    assert not understands(decompose(PUZZLE.format("usually ", "Ann sometimes drinks tea.")))
