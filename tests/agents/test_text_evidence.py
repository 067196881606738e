"""What the rules claim: only of a text that was read whole, by links that are allowed, with every convention named."""

import json
import os
from pathlib import Path

import pytest

from solvent.agents import Verdict

DATA = Path(os.environ.get("SOLVENT_DATA") or Path(__file__).parents[2].parent / "shared" / "data")
PETS = """Three friends each own a different pet.{intro}
friend: Ann, Ben, Carl
pet: cat, dog, fish

1. {first}
2. {second}
"""


def pets(first="Ann owns the cat.", second="Ben owns the dog.", intro=""):
    return PETS.format(first=first, second=second, intro=intro)


def rows(answer):
    return {row["friend"]: row["pet"] for row in answer.answer}


def test_a_text_that_is_read_whole_is_verified(solve):
    answer = solve(pets())
    assert answer.status is Verdict.VERIFIED
    assert not answer.guesses
    assert {part.role for part in answer.text} == {"rule", "category", "clue"}


def test_a_guess_gives_an_answer_that_is_never_verified(solve):
    answer = solve(pets("Ann washed the cat."))
    assert answer.status is Verdict.UNVERIFIED
    assert rows(answer) == {"Ann": "cat", "Ben": "dog", "Carl": "fish"}
    (guess,) = answer.guesses
    assert guess == "taking 'washed' to link the values: took 'Ann washed the cat.' to say that Ann is cat"
    assert any(fact.check == "reading" and not fact.passed for fact in answer.evidence)
    assert not answer.clues[0].understood


def test_a_guess_that_is_not_needed_is_not_made(solve):
    answer = solve(pets() + "3. Carl washed the cat.\n")
    assert answer.status is Verdict.UNVERIFIED
    assert rows(answer) == {"Ann": "cat", "Ben": "dog", "Carl": "fish"}
    assert not answer.guesses


def test_what_is_known_to_deny_is_guessed_to_deny(solve):
    answer = solve(pets("Ann lost the cat."))
    assert answer.status is Verdict.UNVERIFIED
    assert rows(answer) == {"Ann": "fish", "Ben": "dog", "Carl": "cat"}
    assert answer.guesses[0].startswith("taking 'lost' for a denial")
    assert rows(answer.model_copy(update={"answer": answer.alternatives[0]}))["Ann"] == "cat"


@pytest.mark.parametrize("said", ["All of the clues are false.", "Some of them own the same pet.", "Carl is 9."])
def test_nothing_is_claimed_beside_what_is_not_read(solve, said):
    answer = solve(pets(intro=f" {said}"))
    assert answer.status is Verdict.UNVERIFIED
    assert said in answer.reason or any(said == clue.text for clue in answer.clues if not clue.understood)


def test_several_answers_are_claimed_only_where_all_is_understood(solve):
    assert (solve(pets(second="Ben does not own the cat."))).status is Verdict.AMBIGUOUS
    assert (solve(pets(second="Ben lost the dog."))).status is Verdict.UNVERIFIED


def test_a_contradiction_is_claimed_only_where_all_is_understood(solve):
    clash = pets(second="Ben owns the cat.")
    assert (solve(clash)).status is Verdict.CONTRADICTORY
    answer = solve(clash + "3. Carl lost the fish.\n")
    assert answer.status is Verdict.FAILED
    assert answer.answer is None


def test_a_text_of_which_less_than_half_is_understood_gives_no_table(solve):
    answer = solve(pets("Ann plays chess.", "Ben sings about the dog.") + "3. Carl was late.\n")
    assert answer.status is Verdict.FAILED
    assert answer.answer is None


RANKS = """Three players met.{said}
player: Ann, Bob, Cal
rank: 1, 2, 3

1. Ann ranked {word} than Bob.
2. Bob ranked {word} than Cal.
"""


def test_what_is_left_open_is_tried_both_ways(solve):
    answer = solve(RANKS.format(said="", word="higher"))
    assert answer.status is Verdict.UNVERIFIED
    assert [row["rank"] for row in answer.answer] == ["1", "2", "3"]
    assert answer.guesses == ("assumed that 1 is the highest rank",)
    assert "'Rank 1 is the highest.'" in answer.reason
    assert {attempt.job.way for attempt in answer.attempts} == {0, 1}


@pytest.mark.parametrize(("said", "ranks"), [("highest", ["1", "2", "3"]), ("lowest", ["3", "2", "1"])])
def test_the_sentence_that_decides_verifies(solve, said, ranks):
    answer = solve(RANKS.format(said=f" Rank 1 is the {said}.", word="higher"))
    assert answer.status is Verdict.VERIFIED
    assert [row["rank"] for row in answer.answer] == ranks


def test_a_way_that_contradicts_itself_may_be_meant(solve):
    head = RANKS.format(said="", word="higher").partition("1. ")[0]
    answer = solve(head + "1. Bob has rank 2.\n2. Bob ranked higher than Cal.\n3. Cal has rank 3.\n")
    assert answer.status is Verdict.UNVERIFIED


def test_an_answer_that_all_ways_give_is_verified(solve):
    clues = (
        "1. Either Ann ranked higher than Bob or Cal ranked higher than Bob.\n2. Cal has rank 3.\n3. Bob has rank 2.\n"
    )
    answer = solve(RANKS.format(said="", word="higher").partition("1. ")[0] + clues)
    assert answer.status is Verdict.VERIFIED
    assert {attempt.job.way for attempt in answer.attempts} == {0, 1}
    assert any("every alternative gives the same answer" in fact.detail for fact in answer.evidence)


TRUST = sorted((DATA / "trust").glob("*.txt"))
# What each text supports: an answer's cells, or nothing. None of the others may end in a claim.
SUPPORTED = {
    "16_right_to_left": ("verified", {"people": ["Cal", "Bob", "Ann", "Dee"]}),
    "18_round_table": ("contradictory", None),
    "22_past_midnight": ("verified", {"time": ["10:30pm", "11:30pm", "12:30am", "1:30am"]}),
    "e08": ("verified", {"people": ["Clara", "Bruno", "Elif", "Ada", "Dmitri"]}),
    "g06_num": ("verified", {"age": ["9", "7", "8"]}),
}


@pytest.mark.skipif(not TRUST, reason="the texts whose verdicts were wrong are not here")
@pytest.mark.parametrize("file", TRUST, ids=lambda file: file.stem)
def test_nothing_is_claimed_that_a_text_does_not_support(solve, file):
    answer = solve(file.read_text(encoding="utf-8"))
    status, cells = SUPPORTED.get(file.stem, ("unverified", {}))
    assert answer.status == status
    for name, values in (cells or {}).items():
        assert [row[name] for row in answer.answer] == values


EVERYDAY = DATA / "everyday" / "dev.jsonl"


def _without_claim():
    lines = EVERYDAY.read_text(encoding="utf-8").splitlines() if EVERYDAY.exists() else []
    return [case for line in lines if (case := json.loads(line))["status"] == "no_claim"]


@pytest.mark.skipif(not EVERYDAY.exists(), reason="the everyday texts are not here")
@pytest.mark.parametrize("case", _without_claim(), ids=lambda case: case["id"])
def test_nothing_is_claimed_where_nothing_can_be_decided(solve, case):
    answer = solve(case["text"])
    assert answer.status in (Verdict.UNVERIFIED, Verdict.FAILED)
