"""Clues that the rules do not understand, read one by one by a model: over real HTTP, with real solvers."""

import itertools
import json
from collections import Counter

import pytest
from loopback import Status, with_n
from reworded import GRIDS, answers, said

from solvent.agents import OpenAIModel, Settings
from solvent.agents.clauses import MOST_TRIED, _combinations
from solvent.solvers import load
from solvent.translators import rules
from solvent.translators.rules import Clause

CLAUSES = Settings(clauses=3, second_opinion=(), budget={"actions": 1, "restarts": 0})
GRID = next(grid for grid in GRIDS if grid["id"] == "pottery")
OPEN = {4: "the vase", 5: "his hands off"}  # the clues of GRID that the grammar does not understand, by their words


@pytest.fixture
def model(loopback):
    return OpenAIModel("player", loopback.url, timeout=20, backoff=0.01)


def asked(request):
    """The clue that a request is about, and the parts of the form in which it wants the reply."""
    clue = request.messages[-1]["content"].rpartition("Clue: ")[2].partition("\n")[0]
    wanted = request.body.get("response_format", {}).get("json_schema")
    return clue, wanted["schema"]["properties"] if wanted else ("A", "relation", "B", "C", "D")


def reader(grid, instead=None):
    """A model that reads every clue of a grid rightly, but for those whose words are given with another reply."""
    instead = instead or {}
    right = {clue.text: formal for clue, formal in zip(clues(grid), grid["formal"]["clues"], strict=True)}

    def reply(request):
        clue, parts = asked(request)
        reply = next((reply for words, reply in instead.items() if words in clue), None) or said(right[clue])
        if callable(reply):
            reply = reply()
        return reply if isinstance(reply, str) else json.dumps({name: reply.get(name, "-") for name in parts})

    return reply


def clues(grid):
    return rules.decompose(grid["text"]).clues


def differ(left, right):
    return said(["different", left, right])


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid["id"])
def test_the_gold_answers_are_the_only_ones_and_some_clues_are_open(grid):
    assert answers(grid["formal"]) == [grid["answer"]]
    found = clues(grid)
    assert len(found) == len(grid["formal"]["clues"])
    assert 2 <= sum(not clue.understood for clue in found) <= 4


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid["id"])
def test_right_readings_give_the_answer_but_do_not_verify_it(grid, loopback, model, solve):
    loopback.script(reader(grid))
    answer = solve(grid["text"], model=model, settings=CLAUSES)
    assert answer.answer == grid["answer"]
    assert answer.status == "unverified"
    assert "No independently written program" in answer.reason
    unread = [clue for clue in answer.clues if not clue.understood]
    assert [clue.id for clue in unread] == [clue.id for clue in clues(grid) if not clue.understood]
    assert {clue.reader for clue in unread} == {"player"}
    fact = next(fact for fact in answer.evidence if "a model read" in fact.check)
    assert all(f"clue {clue.id}: " in fact.detail for clue in unread)
    assert "player" in fact.detail


def test_a_wrong_answer_is_not_verified_because_it_is_the_only_one(loopback, model, solve):
    right = GRID["answer"]
    wrong = []
    for value in ("blue", "black", "cream"):
        for other in ("vase", "bowl", "mug"):
            loopback.script(reader(GRID, {OPEN[4]: said(["same", "Lou", other]), OPEN[5]: differ("Amir", value)}))
            answer = solve(GRID["text"], model=model, settings=CLAUSES)
            assert answer.status != "verified"
            if any(attempt.job.clauses for attempt in answer.attempts) and answer.answer != right:
                wrong.append(answer)
    assert wrong, "no misreading left exactly one wrong answer: the test shows nothing"


def confirmed_by(program):
    """Settings with a witness, and its reply: a program in another framework."""
    code = load("cpmpy").render(program)
    return CLAUSES.changed(second_opinion=("cpmpy",)), f"```python\n# expects: unique\n{code}\n```"


def right_program(framework):
    puzzle = rules.decompose(GRID["text"])
    pairs = [(c, f) for c, f in zip(puzzle.clues, GRID["formal"]["clues"], strict=True) if not c.understood]
    readings = {clue.id: rules.clause(puzzle, clue, said(formal)) for clue, formal in pairs}
    return rules.translate(rules.with_readings(puzzle, readings, "player"), framework)


def test_an_independent_program_verifies_a_right_answer(loopback, model, solve):
    settings, program = confirmed_by(right_program("cpmpy"))
    read = reader(GRID)
    loopback.script(lambda request: read(request) if "Clue: " in request.messages[-1]["content"] else program)
    answer = solve(GRID["text"], model=model, settings=settings)
    assert answer.answer == GRID["answer"]
    assert answer.status == "verified", answer.reason
    assert "Two programs by the same model agree" in answer.reason


def test_an_independent_program_refuses_a_wrong_answer(loopback, model, solve):
    settings, program = confirmed_by(right_program("cpmpy"))
    read = reader(GRID, {OPEN[4]: said(["same", "Lou", "vase"])})
    loopback.script(lambda request: read(request) if "Clue: " in request.messages[-1]["content"] else program)
    answer = solve(GRID["text"], model=model, settings=settings)
    assert any(attempt.job.clauses for attempt in answer.attempts), "the misreading was not tried"
    assert answer.status != "verified"


def test_readings_that_leave_different_answers_claim_nothing(loopback, model, solve):
    settings, program = confirmed_by(right_program("cpmpy"))
    replies = itertools.cycle([said(["different", "Lou", "vase"]), said(["same", "Lou", "vase"])])
    read = reader(GRID, {OPEN[4]: lambda: next(replies)})
    loopback.script(lambda request: read(request) if "Clue: " in request.messages[-1]["content"] else program)
    answer = solve(GRID["text"], model=model, settings=settings)
    assert answer.answer == GRID["answer"]  # read so twice out of three times
    assert answer.status == "unverified", answer.reason
    assert len(answer.alternatives) == 1
    assert answer.alternatives[0] != GRID["answer"]
    assert any("other readings give 1 other answer" in fact.detail for fact in answer.evidence)
    assert len(loopback.requests) == 6, "a witness was asked about an answer that is only one of several"


def test_where_no_reading_leaves_one_answer_others_are_tried_and_never_verified(loopback, model, solve):
    """The model takes clues to say the opposite, so that nothing is left; the right answer is a guess all the same."""
    settings, program = confirmed_by(right_program("cpmpy"))
    read = reader(GRID, {OPEN[4]: said(["same", "Lou", "vase"]), OPEN[5]: said(["same", "Amir", "blue"])})
    loopback.script(lambda request: read(request) if "Clue: " in request.messages[-1]["content"] else program)
    answer = solve(GRID["text"], model=model, settings=settings)
    (first, *_) = answer.attempts
    assert first.job.supposed, "the misreadings leave one answer: the test shows nothing"
    assert answer.status == "unverified"
    fact = next(fact for fact in answer.evidence if "a model read" in fact.check)
    assert fact.passed is False
    assert "no reading that it gave leaves one answer" in fact.detail
    told = {clue.id: clue for clue in answer.clues}
    for number in first.job.supposed:
        assert told[number].reason.startswith("supposed to say")
        assert told[number].reader == ""


HOSTILE = {
    "prose": "The vase was not made by Lou.",
    "nothing": "",
    "list": "[]",
    "number": "7",
    "other types": '{"A": ["Lou"], "relation": {"A is B": 1}, "B": null}',
    "unknown relation": '{"A": "Lou", "relation": "A hates B", "B": "vase"}',
    "unknown value": '{"A": "Lou", "relation": "A is B", "B": "teapot"}',
    "itself": '{"A": "Lou", "relation": "A is not B", "B": "Lou"}',
    "one category": '{"A": "Lou", "relation": "A is B", "B": "Amir"}',
    "no order": '{"A": "Lou", "relation": "A is before B", "B": "vase", "N": "1", "order": "Potter"}',
    "deep": "[" * 50_000,
    "deep object": '{"A":' * 50_000,
    "long": json.dumps({"A": "L" * 500_000, "relation": "A is B", "B": "vase"}),
    "surrogate": '{"A": "\\ud800", "relation": "A is B", "B": "vase"}',
}


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE)
def test_hostile_replies_do_no_harm(reply, loopback, model, solve):
    loopback.script(lambda _: reply)
    answer = solve(GRID["text"], model=model, settings=CLAUSES)
    assert answer.status in ("failed", "unverified")
    assert not any(attempt.job.clauses for attempt in answer.attempts)


def test_a_clue_that_nobody_could_read_is_named(loopback, model, solve):
    text = GRID["text"] + "7. The mug is something that Lou would never lay a finger on.\n"
    assert 7 in rules.open_clues(rules.decompose(text))
    loopback.script(reader(GRID, {"finger": "who knows?"}))
    answer = solve(text, model=model, settings=CLAUSES)
    assert answer.answer == GRID["answer"]
    assert answer.status == "unverified"
    assert any("nobody read Clue 7" in fact.detail for fact in answer.evidence if fact.passed is False)


def test_a_model_that_cannot_be_reached_is_asked_once_about_clues(loopback, model, solve):
    loopback.script(lambda _: Status(401))
    answer = solve(GRID["text"], model=model, settings=CLAUSES)
    assert answer.status == "failed"
    assert len(loopback.requests) == 2  # one clue, one program


@pytest.mark.parametrize("kind", [with_n, lambda answer: answer])
def test_samples_of_a_clue_share_a_request_where_the_server_has_n(loopback, model, solve, kind):
    """The first reading of each clue is at temperature 0, and asked for by itself."""
    replies = itertools.cycle([said(["different", "Lou", "vase"]), said(["same", "Lou", "vase"])])
    loopback.script(kind(reader(GRID, {OPEN[4]: lambda: next(replies)})))
    answer = solve(GRID["text"], model=model, settings=CLAUSES.changed(seed=1))
    assert answer.answer == GRID["answer"]  # read so twice out of three times
    assert len(answer.alternatives) == 1
    bodies = [request.body for request in loopback.requests if "Clue: " in request.messages[-1]["content"]]
    shared = [(body["temperature"], body["seed"], body["n"]) for body in bodies if "n" in body]
    assert set(shared) == {(CLAUSES.sampling_temperature, 2, 2)}
    assert len(bodies) == (4 if kind is with_n else 6)
    calls = len(loopback.requests)
    assert (answer.usage.calls, answer.usage.prompt_tokens) == (calls, 11 * calls)


def test_a_fault_of_the_samples_of_a_clue_is_no_vote_and_paid_once(loopback, model, solve):
    read = with_n(reader(GRID))
    loopback.script(lambda request: Status(404) if "n" in request.body else read(request))
    model.retries = 0
    answer = solve(GRID["text"], model=model, settings=CLAUSES)
    assert answer.answer == GRID["answer"]
    assert len(loopback.requests) == 4
    assert answer.usage.calls == 2


def test_without_the_setting_no_clue_is_asked_about(loopback, model, solve):
    loopback.script(lambda _: "no")
    solve(GRID["text"], model=model, settings=CLAUSES.changed(clauses=0))
    assert not any("Clue: " in request.messages[-1]["content"] for request in loopback.requests)


def test_a_run_with_read_clauses_goes_through_a_checkpoint(loopback, model, solve, tmp_path):
    loopback.script(reader(GRID))
    first = solve(GRID["text"], model=model, settings=CLAUSES, checkpoint=tmp_path / "runs.db", run_id="one")
    asked_before = len(loopback.requests)
    again = solve(GRID["text"], model=model, settings=CLAUSES, checkpoint=tmp_path / "runs.db", run_id="one")
    assert again.answer == first.answer == GRID["answer"]
    assert [a.job.clauses for a in again.attempts] == [a.job.clauses for a in first.attempts]
    assert len(loopback.requests) == asked_before


def test_combinations_come_with_most_votes_first_and_are_bounded():
    votes = {
        clue: Counter({Clause(relation="A is B", values=("x", str(n))): n for n in range(1, 7)}) for clue in range(4)
    }
    found = _combinations(votes)
    assert len(found) == MOST_TRIED
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)
    assert all(clause.values == ("x", "6") for _, clause in found[0][0])
