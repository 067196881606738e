"""A puzzle out of the pieces of a text and of what a model says of them."""

import pytest

from solvent.agents.decomposition import sorted_out
from solvent.translators.sentences import pieces

WRAPPED = """\
Five parcels wait at a counter. The heaviest of them is not the one that
Olga sent, and it is not blue either. The rest is told by notes:

1. The green parcel is heavier than the red one, and it was sent by a man, whom
nobody knows.
2. Olga's parcel is green.
"""


def test_clues_keep_the_numbers_of_the_text():
    cut = pieces(WRAPPED)
    puzzle = sorted_out(WRAPPED, cut, {"clues": [{"pieces": [2]}, {"pieces": [4]}, {"pieces": [5]}]})
    assert [(clue.id, clue.text) for clue in puzzle.clues] == [(3, cut[1]), (1, cut[3]), (2, cut[4])]


def test_a_number_that_stands_twice_is_no_number_of_a_clue():
    cut = ["1. Ada is first.", "1. Bo is second."]
    puzzle = sorted_out("\n".join(cut), cut, {"clues": [{"pieces": [1]}, {"pieces": [2]}]})
    assert [clue.id for clue in puzzle.clues] == [1, 2]


@pytest.mark.parametrize(
    ("said", "entities"),
    [
        (None, {}),
        ("red", {}),
        ([7, {"members": None}], {"1": ()}),
        ([{"members": [3, ""]}], {"1": ("3", "")}),
        ([{"name": "lamp", "members": ["red"]}, {"name": "lamp"}], {"lamp": ("red",), "lamp 2": ()}),
    ],
)
def test_entities_of_any_shape(said, entities):
    assert sorted_out("A lamp.", ["A lamp."], {"entities": said}).entities == entities
