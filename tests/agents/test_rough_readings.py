"""Texts that no kind of puzzle understands, read roughly: what is said of them, and what never is."""

import pytest

from solvent.agents import Settings, Verdict
from solvent.agents.confidence import pattern
from solvent.translators import rules

TEXT = """Granny stands at the pump with a 5-pint kettle and a 3-pint pail, neither of them marked. She needs exactly
4 pints for the jam. She may fill either, tip it out, or pour one into the other as far as it will go. What is the
smallest number of moves?"""


@pytest.fixture(scope="module")
def answer(in_pool):
    from solvent import asolve

    return in_pool(lambda pool: asolve(TEXT, pool=pool))


def test_a_rough_reading_is_never_verified(answer):
    assert (answer.status, answer.answer) == (Verdict.UNVERIFIED, 6)
    assert rules.roughly_read(answer.puzzle)
    assert not any(clue.understood for clue in answer.clues)
    assert pattern(answer) == "rules: read roughly"


def test_it_says_what_each_sentence_was_taken_for(answer):
    assert len(answer.guesses) == len(answer.clues) > 0
    assert all(" to say that " in guess for guess in answer.guesses)


@pytest.mark.parametrize("framework", rules.FRAMEWORKS)
def test_each_framework_finds_the_same_answer(answer, solve, framework):
    assert solve(TEXT, settings=Settings(frameworks=(framework,))).answer == answer.answer


def test_a_rough_reading_that_leaves_no_answer_or_several_is_given_up(solve):
    found = solve(TEXT.replace("5-pint", "6-pint").replace("3-pint", "2-pint").replace("4 pints", "3 pints"))
    assert found.status is Verdict.FAILED
    assert not rules.roughly_read(found.puzzle)
