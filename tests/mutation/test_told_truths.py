"""Puzzles about truth tellers whose truth is known: claims are right, and nothing is claimed of what is in doubt."""

import random

import pytest
from told import truths

CLAIMS = ("verified", "ambiguous", "contradictory")
SEEDS = range(4)
MAKERS = (truths.islanders, truths.culprits)


def made(seed, maker):
    return maker(random.Random(f"{seed} {maker.__name__}"))


def wrong(answer, answers):
    """Why a claim is wrong, or ""."""
    expected = {0: "contradictory", 1: "verified"}.get(len(answers), "ambiguous")
    if answer.status not in CLAIMS:
        return ""
    if answer.status != expected or (expected == "verified" and answer.answer != answers[0]):
        return f"{answer.status} {answer.answer}, not {expected} {answers}"
    return ""


@pytest.mark.parametrize("maker", MAKERS)
def test_whatever_is_claimed_is_right(solve, maker):
    claimed = 0
    for seed in SEEDS:
        told = made(seed, maker)
        answer = solve(told.text)
        assert not wrong(answer, told.answers()), told.text
        claimed += answer.status in CLAIMS
    assert claimed >= 0.9 * len(SEEDS)


@pytest.mark.parametrize("maker", MAKERS)
def test_what_is_in_doubt_is_not_claimed(solve, maker):
    for seed in SEEDS:
        for text in truths.doubted(random.Random(seed), made(seed, maker)):
            answer = solve(text)
            assert answer.status not in CLAIMS, text


@pytest.mark.parametrize("maker", MAKERS)
def test_a_denied_statement_means_the_opposite(solve, maker):
    for seed in SEEDS:
        for told in truths.changed(random.Random(seed), made(seed, maker)):
            assert not wrong(solve(told.text), told.answers()), told.text
