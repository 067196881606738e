"""Guesses at clues that are not understood: which combinations leave one answer, and what is said of them."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.agents import Verdict, guessing
from solvent.agents.confidence import pattern
from solvent.explanations.questions.truth import holds
from solvent.translators import rules
from solvent.translators.rules.kinds.grid import categories_of

GRID = """Four neighbours each have a pet and a drink of their own.

Person: Ada, Bo, Cy, Dee
Pet: cat, dog, fox, owl
Drink: tea, milk, rum, ale

{clues}
"""
CLEAR = ("Cy does not keep the fox.", "Dee drinks rum or ale.", "Cy drinks milk.", "Bo keeps the owl.")
DIM = ("Ada keeps the cat near the old pier.", "Bo drinks tea for the first time.", "The fox owner zworbles rum.")
ANSWER = {"Ada": ("cat", "ale"), "Bo": ("owl", "tea"), "Cy": ("dog", "milk"), "Dee": ("fox", "rum")}


def text(*clues):
    return GRID.format(clues="\n".join(f"{number}. {clue}" for number, clue in enumerate(clues, 1)))


def rows(answer):
    return {row["Person"]: (row["Pet"], row["Drink"]) for row in answer}


def test_guesses_that_leave_one_answer_are_never_verified(solve):
    answer = solve(text(*DIM, *CLEAR))
    assert answer.status is Verdict.UNVERIFIED
    assert rows(answer.answer) == ANSWER
    assert [guess.partition(" to say that ")[2] for guess in answer.guesses] == [
        "Ada is cat", "Bo is tea", "fox goes with rum",
    ]  # fmt: skip
    assert [clue.id for clue in answer.clues if not clue.understood] == [1, 2, 3]
    (fact,) = (fact for fact in answer.evidence if fact.check == guessing.GUESSES)
    assert fact.passed is False
    assert pattern(answer) == "rules: guessed, nearly all that fits says so"
    assert answer.confidence is None or 0 < answer.confidence < 1


def test_another_answer_that_guesses_leave_is_an_alternative(solve):
    answer = solve(text("Ada keeps the cat.", "Bo drinks tea.", "The fox owner lost the rum.", *CLEAR))
    assert answer.status is Verdict.UNVERIFIED
    assert rows(answer.answer)["Dee"] == ("fox", "ale")  # whoever lost the rum does not drink it
    assert ANSWER in [rows(each) for each in answer.alternatives]
    assert pattern(answer) == "rules: guessed, most that fits says so"


def test_where_no_guess_leaves_one_answer_the_clues_to_reword_are_named(solve):
    answer = solve(text(DIM[0], "Cy is here.", *CLEAR))
    assert answer.status is Verdict.UNVERIFIED
    assert "No guess at clue 1 leaves exactly one answer: reword this first." in answer.reason
    assert "Nothing could be guessed of clue 2." in answer.reason
    assert pattern(answer) == "rules: guessed, nothing leaves one answer"


def test_nothing_is_guessed_where_all_is_understood_or_one_answer_is_left_anyway(solve):
    clear = ("Ada keeps the cat.", "Bo drinks tea.", "The fox owner drinks rum.", *CLEAR)
    assert solve(text(*clear)).status is Verdict.VERIFIED
    beside = solve(text(*clear, "Cy zworbles the dog."))
    assert beside.status is Verdict.UNVERIFIED
    assert rows(beside.answer) == ANSWER
    assert all(not attempt.job.guesses for attempt in beside.attempts)


def test_a_text_of_which_nothing_is_understood_is_not_answered(solve):
    answer = solve(text("Ada zworbles the cat.", "Bo zworbles the dog.", "Cy zworbles the fox."))
    assert answer.answer is None or not any(attempt.job.share for attempt in answer.attempts)


@pytest.fixture(scope="module")
def open_puzzle():
    return rules.decompose(text(*DIM, "Cy lost the dog.", "Dee keeps the ale."))


def tables():
    """All tables of the grid."""
    people, pets, drinks = ("Ada", "Bo", "Cy", "Dee"), ("cat", "dog", "fox", "owl"), ("tea", "milk", "rum", "ale")
    return [
        [{"Person": a, "Pet": b, "Drink": c} for a, b, c in zip(people, some, others, strict=True)]
        for some in itertools.permutations(pets)
        for others in itertools.permutations(drinks)
    ]


TABLES = tables()


@settings(deadline=None, max_examples=20)
@given(st.lists(st.sampled_from(range(len(TABLES))), min_size=1, max_size=8, unique=True))
def test_counting_finds_what_trying_all_combinations_finds(open_puzzle, numbers):
    answers = [TABLES[number] for number in numbers]
    possible = rules.guesses(open_puzzle)
    categories = categories_of(open_puzzle)
    weights = {}
    for chosen in itertools.product(*possible.values()):
        left = [n for n, table in enumerate(answers) if all(holds(each.formula, table, categories) for each in chosen)]
        if len(left) == 1:
            weight = 1.0
            for each in chosen:
                weight *= each.weight
            weights[left[0]] = weights.get(left[0], 0.0) + weight
    found = guessing.counted(open_puzzle, possible, answers)
    expected = sorted(weights.values(), reverse=True)[: guessing.MOST_KEPT]
    total = sum(weights.values())
    assert len(found) == len(expected)
    for each, weight in zip(found, expected, strict=True):
        assert each.share == pytest.approx(weight / (total + guessing.UNTHOUGHT), abs=1e-3)
        assert each.answer in answers
