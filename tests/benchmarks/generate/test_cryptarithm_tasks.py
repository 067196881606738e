"""Cryptarithms: solutions against trying everything, and texts read back by the rules."""

import itertools
from math import prod

import pytest
from drawn_samples import samples
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from solvent.benchmarks.generate import UnusableSettingsError, cryptarithm
from solvent.benchmarks.generate.cryptarithm import CryptarithmSettings
from solvent.benchmarks.generate.cryptarithm.columns import solutions
from solvent.translators import rules

WORD = st.text("ABCD", min_size=1, max_size=3)


def by_trying(operands, result, combine):
    letters = sorted(set("".join([*operands, result])))
    for digits in itertools.permutations(range(10), len(letters)):
        known = dict(zip(letters, digits, strict=True))
        words = [[known[letter] for letter in word] for word in (*operands, result)]
        *values, total = (int("".join(map(str, word))) for word in words)
        if combine(values) == total and all(word[0] or len(word) == 1 for word in words):
            yield known


@st.composite
def equations(draw):
    """Two or three short words, a result of a length that is possible, and whether it is their product."""
    product = draw(st.booleans())
    operands = draw(st.lists(WORD, min_size=2, max_size=2 if product else 3))
    lengths = [len(word) for word in operands]
    shortest = sum(lengths) - 1 if product else max(lengths)
    return operands, draw(st.text("ABCD", min_size=shortest, max_size=shortest + 1)), product


@settings(max_examples=15)
@given(equations())
def test_columns_find_what_trying_everything_finds(equation):
    operands, result, product = equation
    found = sorted(sorted(each.items()) for each in solutions(operands, result, product=product))
    assert found == sorted(sorted(each.items()) for each in by_trying(operands, result, prod if product else sum))


def test_a_classic():
    known = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    assert list(solutions(["SEND", "MORE"], "MONEY", product=False)) == [known]


@pytest.mark.parametrize("options", [{"hints": 2, "longest": 4}, {"operation": "product"}], ids=str)
def test_the_rules_read_the_text_and_solve_it(solve, in_pool, options):
    for sample in samples(in_pool, "cryptarithm", 1, **options):
        answer = solve(sample.text)
        assert (answer.status, answer.answer) == ("verified", sample.answer), answer.reason


@pytest.mark.parametrize("hints", [0, 1])
@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory"])
def test_flaws_are_found_in_the_text(solve, in_pool, flaw, hints):
    for sample in samples(in_pool, "cryptarithm", 1, flaw=flaw, hints=hints):
        assert (sample.status, sample.answer) == (flaw, None)
        assert solve(sample.text).status == flaw
        assert "solutions" in sample.flaw or "no digits" in sample.flaw


def test_every_wording_and_layout_is_read(in_pool):
    """Flawed ones, which are found faster."""
    for operation in ("sum", "product"):
        for sample in samples(in_pool, "cryptarithm", 8, operation=operation, flaw="contradictory"):
            assert rules.understands(rules.decompose(sample.text)), sample.text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"longest": 11}, "3 to 7 letters"),
        ({"longest": 2}, "3 to 7 letters"),
        ({"words": 1}, "2 to 5 words"),
        ({"hints": 6}, "0 to 5 letters"),
        ({"words": 3, "operation": "product"}, "a product has 2"),
    ],
)
def test_impossible_settings(options, message):
    with pytest.raises(ValidationError, match=message):
        CryptarithmSettings(**options)


def test_a_search_without_success_says_what_was_tried(in_pool, monkeypatch):
    monkeypatch.setattr(cryptarithm, "_SOLVED", 3)
    with pytest.raises(UnusableSettingsError, match="none of 3 equations"):
        samples(in_pool, "cryptarithm", 1, longest=3)
