"""The gate: which evidence earns which status."""

import pytest

from solvent.agents.differences import difference
from solvent.agents.gate import evidence, judge
from solvent.agents.state import RULES, Attempt, Job, Verdict
from solvent.solvers import Fragment, Outcome, Program, Search, Status
from solvent.translators import Clue, Puzzle

ANSWER = [{"Seat": 1, "Name": "Ida"}, {"Seat": 2, "Name": "Bo"}]
SWAPPED = [{"Seat": 1, "Name": "Bo"}, {"Seat": 2, "Name": "Ida"}]
UNSATISFIABLE = Outcome(status=Status.UNSATISFIABLE)


def puzzle(*understood: bool, expects: str = "unique") -> Puzzle:
    clues = tuple(
        Clue(id=number, text="a clue", understood=known, reason="" if known else "unknown word 'blick'")
        for number, known in enumerate(understood, start=1)
    )
    return Puzzle(text="", kind="logic grid", clues=clues, expects=expects)


def attempt(clues=(1, 2), outcome=None, **replies: Outcome) -> Attempt:
    fragments = tuple(Fragment(clue=clue, code="(assert true)") for clue in clues)
    program = Program(framework="smtlib", preamble="", fragments=fragments)
    job = Job(id=0, writer=RULES, framework="smtlib", reading="literal")
    return Attempt(
        job=job, program=program, outcome=outcome or Outcome(status=Status.SATISFIED, answer=ANSWER), **replies
    )


def status(a_puzzle: Puzzle, chosen: Attempt | None) -> Verdict:
    attempts = [chosen] if chosen else []
    return judge(a_puzzle, chosen, attempts, evidence(a_puzzle, chosen))[0]


def test_everything_shown_is_verified():
    assert status(puzzle(True, True), attempt(second=UNSATISFIABLE)) is Verdict.VERIFIED


def test_a_second_answer_is_ambiguous_and_says_where():
    chosen = attempt(second=Outcome(status=Status.SATISFIED, answer=SWAPPED))
    verdict, reason = judge(puzzle(True, True), chosen, [chosen], evidence(puzzle(True, True), chosen))
    assert verdict is Verdict.AMBIGUOUS
    assert "Seat 1's Name (Ida or Bo)" in reason


def test_a_clue_that_was_not_understood_is_never_verified():
    chosen = attempt(second=UNSATISFIABLE)
    verdict, reason = judge(puzzle(True, False), chosen, [chosen], evidence(puzzle(True, False), chosen))
    assert verdict is Verdict.UNVERIFIED
    assert "Clue 2" in reason


def test_a_clue_without_a_fragment_is_never_verified():
    assert status(puzzle(True, True), attempt(clues=(1,), second=UNSATISFIABLE)) is Verdict.UNVERIFIED


@pytest.mark.parametrize("reply", [None, Outcome(status=Status.TIMEOUT), Outcome(status=Status.UNKNOWN)])
def test_uniqueness_that_is_not_proven_is_unverified(reply):
    assert status(puzzle(True, True), attempt(second=reply)) is Verdict.UNVERIFIED


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (UNSATISFIABLE, Verdict.VERIFIED),
        (Outcome(status=Status.SATISFIED, answer=SWAPPED), Verdict.UNVERIFIED),
        (Outcome(status=Status.TIMEOUT), Verdict.UNVERIFIED),
        (None, Verdict.UNVERIFIED),
    ],
)
def test_an_optimum_needs_its_proof(reply, expected):
    assert status(puzzle(True, True, expects="optimal"), attempt(improve=reply)) is expected


def test_any_answer_will_do_where_any_was_expected():
    assert status(puzzle(True, True, expects="any"), attempt()) is Verdict.VERIFIED


def test_an_answer_that_breaks_the_schema_is_unverified():
    strict = puzzle(True, True).model_copy(update={"answer_schema": {"type": "object"}})
    assert status(strict, attempt(second=UNSATISFIABLE)) is Verdict.UNVERIFIED


def test_clashing_clues_are_named():
    failed = attempt(outcome=UNSATISFIABLE, conflict=Outcome(status=Status.UNSATISFIABLE, conflict=(1, 2)))
    verdict, reason = judge(puzzle(True, True), None, [failed], ())
    assert verdict is Verdict.CONTRADICTORY
    assert "Clues 1 and 2" in reason


def test_no_attempt_is_failed():
    assert status(puzzle(), None) is Verdict.FAILED


def test_an_error_is_failed_and_told():
    broken = attempt(outcome=Outcome(status=Status.SYNTAX_ERROR, message="line 3, column 1: unknown constant y"))
    verdict, reason = judge(puzzle(True), None, [broken], ())
    assert verdict is Verdict.FAILED
    assert "unknown constant y" in reason


@pytest.mark.parametrize(
    ("first", "other", "place"),
    [
        (ANSWER, SWAPPED, "Seat 2's Name (Bo or Ida)"),
        ([[1, 2]], [[1, 3]], "row 1, column 2 (2 or 3)"),
        ({"x": 1}, {"x": 2}, "x (1 or 2)"),
        (4, 5, "the value (4 or 5)"),
    ],
)
def test_differences_are_told_in_the_answers_own_words(first, other, place):
    assert place in difference(first, other)


def searched(margin, *, doubt="", needed=4.0):
    search = Search(score=-50.0, alternatives=(SWAPPED,), scores=(-55.0,), margin=margin, needed=needed, doubt=doubt)
    return attempt(outcome=Outcome(status=Status.SATISFIED, answer=ANSWER, search=search))


@pytest.mark.parametrize(
    ("margin", "doubt", "expected"),
    [
        (4.0, "", Verdict.VERIFIED),
        (3.9, "", Verdict.UNVERIFIED),
        (None, "", Verdict.VERIFIED),
        (40.0, "3 of 4 words are in no list", Verdict.UNVERIFIED),
    ],
)
def test_what_was_searched_for_is_verified_by_its_margin(margin, doubt, expected):
    a_puzzle, chosen = puzzle(True, True, expects="likeliest"), searched(margin, doubt=doubt)
    facts = evidence(a_puzzle, chosen)
    verdict, reason = judge(a_puzzle, chosen, [chosen], facts)
    assert verdict is expected
    assert "searched, not proven" in reason
    assert doubt in reason
    assert status(puzzle(True, False, expects="likeliest"), searched(40.0)) is Verdict.UNVERIFIED


def test_an_answer_without_a_margin_is_not_verified():
    assert status(puzzle(True, True, expects="likeliest"), attempt()) is Verdict.UNVERIFIED
