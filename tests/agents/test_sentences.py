"""Cutting a text into pieces, and the numbers of clues."""

from hypothesis import given
from hypothesis import strategies as st

from solvent.agents.authors import sorted_out
from solvent.agents.sentences import pieces

WRAPPED = """\
Five parcels wait at a counter. The heaviest of them is not the one that
Olga sent, and it is not blue either. The rest is told by notes:

1. The green parcel is heavier than the red one, and it was sent by a man, whom
nobody knows.
2. Olga's parcel is green.
"""


def test_a_sentence_that_goes_over_a_line_is_one_piece():
    assert pieces(WRAPPED) == [
        "Five parcels wait at a counter.",
        "The heaviest of them is not the one that Olga sent, and it is not blue either.",
        "The rest is told by notes:",
        "1. The green parcel is heavier than the red one, and it was sent by a man, whom nobody knows.",
        "2. Olga's parcel is green.",
    ]


def test_short_lines_and_items_stay_apart():
    rows = "Names\nAda\nBo\n" + "- the first of several long items, which ends without a stop\n" * 2
    assert len(pieces(rows)) == 5


@given(st.text(alphabet="ab .\n1-,é", max_size=300))
def test_nothing_is_lost(text):
    assert "".join("".join(pieces(text)).split()) == "".join(text.split())


def test_clues_keep_the_numbers_of_the_text():
    cut = pieces(WRAPPED)
    puzzle = sorted_out(WRAPPED, cut, {"clues": [{"pieces": [2]}, {"pieces": [4]}, {"pieces": [5]}]})
    assert [(clue.id, clue.text) for clue in puzzle.clues] == [(3, cut[1]), (1, cut[3]), (2, cut[4])]


def test_a_number_that_stands_twice_is_no_number_of_a_clue():
    cut = ["1. Ada is first.", "1. Bo is second."]
    puzzle = sorted_out("\n".join(cut), cut, {"clues": [{"pieces": [1]}, {"pieces": [2]}]})
    assert [clue.id for clue in puzzle.clues] == [1, 2]
