"""Quotations are found where they stand in the text."""

import itertools
from pathlib import Path

import pytest
from console import ROOT
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents.quoting import located
from solvent.translators import rules


def cut(text, quotes):
    return [None if span is None else text[slice(*span)] for span in located(text, quotes)]


def test_a_quotation_is_found_in_other_spacing_and_signs():
    text = 'Odo says:  "Pia is a knave."\nPia says: “Odo is a knight.” Nobody else spoke.'
    assert cut(text, ['Odo says: "Pia is a knave.".', "Pia says: Odo is a knight", "Somebody else spoke."]) == [
        'Odo says:  "Pia is a knave."', "Pia says: “Odo is a knight", None,
    ]  # fmt: skip


@pytest.mark.parametrize("clue", ['"Ada" has the (cat).', "$2 is what Ada paid.", 'Bo has the "eel".', "-3 points!"])
def test_the_signs_around_a_quotation_belong_to_it(clue):
    assert cut(f"1. {clue}\n2. Bo.", [clue]) == [clue]


def test_the_same_sentence_twice_has_two_places():
    text = "It rained. Ada left. It rained."
    assert located(text, ["It rained.", "It rained.", "It rained."]) == [(0, 10), (21, 31), None]


@given(st.text(), st.lists(st.text()))
def test_places_lie_in_the_text_and_never_overlap(text, quotes):
    spans = sorted(filter(None, located(text, quotes)))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.txt")), ids=lambda path: path.stem)
def test_the_clues_of_the_examples_are_found(path: Path):
    text = path.read_text("utf-8")
    clues = [clue.text for clue in rules.decompose(text).clues]
    found = located(text, clues)
    drawn = ("sudoku", "killer", "numbers", "crossword", "cryptogram", "drop_quote")  # clues about cells
    assert path.stem in drawn or None not in found
