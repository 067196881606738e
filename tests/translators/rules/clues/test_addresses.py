"""Numbers of places, sides of the world and other small forms: what is read, and the near misses that are not."""

import pytest

from solvent.translators import rules

TEXT = """Nothing occurs twice.

House: 1, 2, 3, 4
Owner: Ahmed, Bridget, Carlos, Dora
Sport: rowing, fencing, cricket, tennis
Main course: beef, duck, lamb, trout

1. {clue}
"""


def understood(clue):
    puzzle = rules.decompose(TEXT.format(clue=clue))
    assert not [passage.text for passage in puzzle.passages if passage.blocks]
    return puzzle.clues[0].understood


@pytest.mark.parametrize(
    "clue",
    [
        "Carlos lives at number 1.",
        "Number 3 is not Dora's.",
        "Carlos, whose sport is tennis, lives next to Dora.",
        "Ahmed is no fencer.",
        "Dora eats trout.",
    ],
)
def test_understood(clue):
    assert understood(clue)


@pytest.mark.parametrize(
    "clue",
    [
        "Carlos takes the number 1 bus.",
        "Carlos is number 3 at school.",
        "Carlos lives further east than Dora.",
        "Carlos lives further west than Dora.",
        "Ahmed is no longer a fencer.",
    ],
)
def test_not_understood(clue):
    assert not understood(clue)
