"""`verify`: what a model says of clues and answer alone is one item of evidence, and no more."""

import json

import pytest
from test_llm import ANSWER, DECOMPOSED, RIGHT, TEXT, WRONG, said

from solvent.agents import Budget, OpenAIModel
from solvent.agents.gate import INDEPENDENT, REVIEW
from solvent.agents.review import weigh
from solvent.translators import Clue, Puzzle

PUZZLE = Puzzle(text="", clues=(Clue(id=1, text="Ida is tall."), Clue(id=2, text="Bo is not."), Clue(id=4, text="So.")))


def verdicts(*each, overall=None, why="because"):
    clues = [{"clue": number, "why": why, "verdict": verdict} for number, verdict in each]
    return {"clues": clues, "overall": overall or each[-1][1]}


REVIEWS = "You check an answer"
HOLDS = verdicts((1, "holds"), (2, "holds"), (3, "holds"))
VIOLATED = verdicts((1, "holds"), (2, "violated"), (3, "holds"), overall="violated", why="red is only 1 longer")


@pytest.fixture
def ask(loopback, solve):
    def run(verify=1, **options):
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        return solve(TEXT, model=model, frameworks=("cpmpy",), verify=verify, **options)

    return run


def right_or_holds(request):
    """What each request is for: both programs are repaired at a time, and which one is first is open."""
    asked = request.messages[0]["content"]
    if asked.startswith(REVIEWS):
        return HOLDS
    return said("cpmpy" if "CPMpy" in asked else "smtlib", RIGHT)


def reviews(loopback):
    return [each for each in loopback.requests if each.messages[0]["content"].startswith(REVIEWS)]


def opinion(answer):
    return next((fact for fact in answer.evidence if fact.check == REVIEW), None)


@pytest.mark.parametrize(
    ("data", "passed", "told"),
    [
        (verdicts((1, "holds"), (2, "holds"), (4, "holds")), True, "all 3 clues"),
        (
            verdicts((1, "holds"), (2, "violated"), (4, "holds"), overall="holds"),
            False,
            'clue 2 ("Bo is not."): because',
        ),
        (verdicts((1, "holds"), (2, "violated"), (2, "holds"), (4, "holds")), False, "clue 2"),
        (verdicts((1, "holds"), (2, "holds"), overall="holds"), None, "clue 4"),
        (verdicts((1, "holds"), (2, "unclear"), (4, "holds")), None, "clue 2"),
        (verdicts((1, "holds"), (2, "holds"), (4, "holds"), overall="violated"), None, "violated"),
        (verdicts((3, "violated"), overall="violated"), None, "clue 1, 2, 4"),
        ({"clues": [{"clue": "1", "verdict": "violated"}, 7, {"clue": 2, "verdict": "no"}]}, None, "cannot be used"),
        ({"clues": "all fine", "overall": "holds"}, None, "cannot be used"),
        (["holds"], None, "cannot be used"),
        (None, None, "no JSON"),
    ],
)
def test_what_a_reply_weighs(data, passed, told):
    fact = weigh(PUZZLE, data, "no JSON")
    assert (fact.check, fact.passed) == (REVIEW, passed)
    assert told in fact.detail


def test_approval_is_one_item_beside_an_independent_program(loopback, ask):
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", RIGHT), HOLDS, said("smtlib", RIGHT))
    answer = ask()
    assert (answer.status, answer.answer, answer.usage.calls) == ("verified", ANSWER, 4), answer.reason
    assert opinion(answer).passed is True
    (asked,) = reviews(loopback)
    (message,) = asked.messages
    assert '"red": 7' in message["content"]
    assert "cpmpy" not in message["content"].lower()
    assert "model +=" not in message["content"]


def test_approval_alone_makes_nothing_verified(loopback, ask):
    """The second opinion cannot be read: the model's word is all there is."""
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", WRONG), HOLDS, lambda _: "I would rather not.")
    answer = ask(budget=Budget(actions=1, restarts=0))
    assert opinion(answer).passed is True
    assert answer.status == "unverified"


def test_a_claimed_violation_goes_back_with_its_clue(loopback, ask):
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", WRONG), VIOLATED, said("smtlib", WRONG), right_or_holds)
    answer = ask(verify=2)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    told = [attempt.job.feedback for attempt in answer.attempts if attempt.job.feedback]
    assert len(told) == 2
    for each in told:
        assert 'violates clue 2 ("The red lamp burns 3 hours longer than the blue one."): red is only 1 longer' in each
    assert len(reviews(loopback)) == 2


def test_a_violation_that_stands_is_not_verified(loopback, ask):
    """Two programs agree and stay as they are, the model objects: that is no agreement of all evidence."""
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", RIGHT), VIOLATED, said("smtlib", RIGHT), right_or_holds)
    answer = ask(verify=3)
    assert answer.status == "unverified"
    assert "clue 2" in answer.reason
    assert next(fact for fact in answer.evidence if fact.check == INDEPENDENT).passed is True
    assert len(reviews(loopback)) == 1  # the same answer is not shown to it twice


def test_no_more_answers_are_shown_than_allowed(loopback, ask):
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", WRONG), VIOLATED, said("smtlib", WRONG), right_or_holds)
    answer = ask(verify=1)
    assert len(reviews(loopback)) == 1
    assert (answer.status, opinion(answer)) == ("verified", None), answer.reason


def test_by_default_nobody_is_asked(loopback, ask):
    loopback.script(json.dumps(DECOMPOSED), said("cpmpy", RIGHT), said("smtlib", RIGHT))
    answer = ask(verify=0)
    assert (answer.status, answer.usage.calls, opinion(answer)) == ("verified", 3, None)
