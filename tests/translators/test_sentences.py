"""Cutting a text into sentences and pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.translators.sentences import bare_sentences, pieces, sentences

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


@pytest.mark.parametrize(
    "text", ["Ask Dr. Who.", "It has two legs, e.g. Two of them left.", "3. Ada won.", "B. Ada won.", "J. S. Bach won."]
)
def test_what_ends_no_sentence(text):
    assert sentences(text) == pieces(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Bo is in room A. The cat is in B.", ["Bo is in room A.", "The cat is in B."]),
        ('He said "stop!" She left.', ['He said "stop!', "She left."]),
        ("Ada won; Bo lost.", ["Ada won", "Bo lost."]),
    ],
)
def test_where_sentences_end(text, parts):
    assert sentences(text) == parts


def test_bare_sentences_end_at_every_mark():
    assert bare_sentences("- r1c1 = 3; r2c2 = 4. and no more!!\n2) `Fill` it.") == [
        "r1c1 = 3",
        "r2c2 = 4",
        "and no more",
        "Fill` it",
    ]
