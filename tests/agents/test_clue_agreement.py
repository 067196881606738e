"""Two programs that prove the same answer confirm it only if they read each clue alike."""

import json

import pytest
from test_gate_claims import asks
from test_llm import ANSWER, DECOMPOSED, OTHER, RIGHT, TEXT, said

from solvent import solvers
from solvent.agents import Budget, OpenAIModel
from solvent.agents.gate import ALIKE
from solvent.solvers import Outcome, Status

TWICE = Budget(actions=2, restarts=0)
# Two misreadings of clue 2; with clue 3, each leaves the wrong answer red 8, blue 3 alone.
MISREAD = {
    "cpmpy": RIGHT["cpmpy"].replace("red == blue + 3", "red == blue + 5"),
    "smtlib": RIGHT["smtlib"].replace("(= red (+ blue 3))", "(= red 8)"),
}


@pytest.fixture
def ask(loopback, solve):
    def run(*replies, framework="cpmpy", text=TEXT, decomposed=DECOMPOSED, **options):
        loopback.script(json.dumps(decomposed), *replies)
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        return solve(
            text, model=model, frameworks=(framework,), **({"budget": Budget(actions=1, restarts=0)} | options)
        )

    return run


def alike(answer):
    return [fact.passed for fact in answer.evidence if fact.check == ALIKE]


@pytest.mark.parametrize("framework", RIGHT)
def test_one_clue_misread_in_two_ways_is_noticed_although_the_answer_is_the_same(ask, framework):
    answer = ask(said(framework, MISREAD), said(OTHER[framework], MISREAD), framework=framework)
    assert (answer.status, answer.answer) == ("unverified", {"red": 8, "blue": 3}), answer.reason
    assert alike(answer) == [False]
    assert 'reads otherwise: clue 2 ("The red lamp burns 3 hours longer than the blue one.")' in answer.reason


def test_a_plain_difference_stands_where_there_is_no_time_to_ask_again(ask, monkeypatch):
    disagrees = solvers.disagrees

    async def timely(program, samples, **limits):
        if any("disputed" in each for each in samples):
            return Outcome(status=Status.TIMEOUT)
        return await disagrees(program, samples, **limits)

    monkeypatch.setattr(solvers, "disagrees", timely)
    answer = ask(said("cpmpy", MISREAD), said("smtlib", MISREAD))
    assert (answer.status, alike(answer)) == ("unverified", [False]), answer.reason


def test_both_authors_are_told_which_clue_they_read_differently(ask, loopback):
    def again(request):
        return said("smtlib" if "SMT-LIB" in request.messages[0]["content"] else "cpmpy", RIGHT)

    answer = ask(said("cpmpy", MISREAD), said("smtlib", MISREAD), again, budget=TWICE)
    assert (answer.status, answer.answer, alike(answer)) == ("verified", ANSWER, [True]), answer.reason
    told = [request.messages[-1]["content"] for request in loopback.requests[-2:]]
    for each in told:
        assert "comes to the same answer, but reads the clues otherwise; clue 2 (" in each
        assert "by which alone one of the two would allow {" in each
        assert "player" not in each


def test_who_is_right_may_stand_by_it_but_then_nothing_is_claimed(ask):
    """The right answer, but the witness says of clue 2 what only holds together with clue 3."""
    other = {"smtlib": RIGHT["smtlib"].replace("(= red (+ blue 3))", "(= red 7)")}

    def again(request):
        smtlib = "SMT-LIB" in request.messages[0]["content"]
        return said("smtlib", other) if smtlib else said("cpmpy", RIGHT)

    answer = ask(said("cpmpy", RIGHT), said("smtlib", other), again, budget=TWICE)
    assert (answer.status, answer.answer, alike(answer)) == ("unverified", ANSWER, [False]), answer.reason


@pytest.mark.needs("minizinc")
def test_a_program_without_samples_is_compared_on_those_of_the_other(ask):
    program = """\
var 0..20: red;
var 0..20: blue;
% clue 1
constraint red in 1..9 /\\ blue in 1..9;
% clue 2
constraint red = blue + 5;
% clue 3
constraint red + blue = 11;
% answer
% {"red": "red", "blue": "blue"}
"""

    def witness(request):
        return said("smtlib" if "SMT-LIB" in request.messages[0]["content"] else "cpmpy", other)

    other = {"cpmpy": RIGHT["cpmpy"].replace("red == blue + 3", "red == 8"), "smtlib": MISREAD["smtlib"]}
    answer = ask(f"```minizinc\n{program}```", witness, framework="minizinc")
    assert (answer.status, answer.answer) == ("unverified", {"red": 8, "blue": 3}), answer.reason
    assert alike(answer) == [False]


BAKERY = """\
A cake takes 2 hours and a pie takes 5 hours.
The pie starts when the cake is finished.
Everything is finished within 7 hours.
At which hour does each of them start? Answer with cake and pie.
"""
BAKED = {
    "kind": "scheduling",
    "expects": "unique",
    "objective": "",
    "clues": [
        {"pieces": [1], "says": "data: the hours that each takes"},
        {"pieces": [2], "says": ""},
        {"pieces": [3], "says": ""},
    ],
    "entities": [{"name": "goods", "members": ["cake", "pie"]}],
    "answer_example": '{"cake": 0, "pie": 1}',
}
# In the first, what the other clues speak of is defined in the part of the clue that gives the data.
BAKING = {
    "cpmpy": """\
import cpmpy as cp
cake, pie = cp.intvar(0, 12, shape=2)
cake_end, pie_end = cp.intvar(0, 20, shape=2)
with clue(1):
    model += [cake_end == cake + 2, pie_end == pie + 5]
with clue(2):
    model += pie == cake_end
with clue(3):
    model += [cake_end <= 7, pie_end <= 7]
answer = {"cake": cake, "pie": pie}
""",
    "smtlib": """\
(declare-const cake Int)
(declare-const pie Int)
(define-fun cake_end () Int (+ cake 2))
(define-fun pie_end () Int (+ pie 5))
; clue 1
(assert (and (<= 0 cake 12) (<= 0 pie 12)))
; clue 2
(assert (= pie cake_end))
; clue 3
(assert (and (<= cake_end 7) (<= pie_end 7)))
; answer
; {"cake": "cake", "pie": "pie"}
""",
}


@pytest.mark.parametrize("framework", BAKING)
def test_clues_may_build_on_what_a_clue_with_data_defines(ask, framework):
    replies = said(framework, BAKING), said(OTHER[framework], BAKING)
    answer = ask(*replies, framework=framework, text=BAKERY, decomposed=BAKED)
    assert (answer.status, answer.answer) == ("verified", {"cake": 0, "pie": 2}), answer.reason
    assert alike(answer) == [True]


def test_a_difference_in_such_a_text_is_found_too(ask):
    other = {"smtlib": BAKING["smtlib"].replace("(= pie cake_end)", "(and (= pie 2) (>= pie cake_end))")}
    answer = ask(said("cpmpy", BAKING), said("smtlib", other), text=BAKERY, decomposed=BAKED)
    assert (answer.status, alike(answer)) == ("unverified", [False]), answer.reason
    assert "clue 2" in answer.reason


RUNNERS = """\
Ann, Ben and Cy run on day 1, 2 or 3.
One of them runs on each day.
Ann runs earlier than Ben.
Cy runs on the day after Ann.
Who runs when? Answer with the days 1, 2 and 3 as keys, and their runners as values.
"""
RUN = {
    "kind": "ordering",
    "expects": "unique",
    "objective": "",
    "clues": [{"pieces": [number], "says": ""} for number in (2, 3, 4)],
    "entities": [{"name": "runners", "members": ["Ann", "Ben", "Cy"]}],
    "answer_example": '{"1": "Ann", "2": "Ben", "3": "Cy"}',
}
# Who runs on a day is said in ways that mean the same only if clue 1 holds: one does not see Ann, the other not Cy.
RUNNING = {
    "cpmpy": """\
import cpmpy as cp
ann, ben, cy = days = cp.intvar(1, 3, shape=3)
with clue(1):
    model += cp.AllDifferent(days)
with clue(2):
    model += ann < ben
with clue(3):
    model += cy == ann + 1
names = {0: "Ann", 1: "Ben", 2: "Cy"}
answer = {str(day): labelled(1 * (ben == day) + 2 * (cy == day), names) for day in (1, 2, 3)}
""",
    "smtlib": """\
(declare-const ann Int)
(declare-const ben Int)
(declare-const cy Int)
(assert (and (<= 1 ann 3) (<= 1 ben 3) (<= 1 cy 3)))
(define-fun runner ((day Int)) Int (ite (= day ann) 0 (ite (= day ben) 1 2)))
; clue 1
(assert (distinct ann ben cy))
; clue 2
(assert (< ann ben))
; clue 3
(assert (= cy (+ ann 1)))
; answer
; {"1": {"$label": "(runner 1)", "$of": {"0": "Ann", "1": "Ben", "2": "Cy"}},
;  "2": {"$label": "(runner 2)", "$of": {"0": "Ann", "1": "Ben", "2": "Cy"}},
;  "3": {"$label": "(runner 3)", "$of": {"0": "Ann", "1": "Ben", "2": "Cy"}}}
""",
}


@pytest.mark.parametrize("framework", RUNNING)
def test_clues_may_mean_the_same_only_where_another_one_holds(ask, framework):
    replies = said(framework, RUNNING), said(OTHER[framework], RUNNING)
    answer = ask(*replies, framework=framework, text=RUNNERS, decomposed=RUN)
    assert (answer.status, answer.answer) == ("verified", {"1": "Ann", "2": "Cy", "3": "Ben"}), answer.reason
    assert alike(answer) == [True]


@pytest.mark.parametrize("clue", [("ann < ben", "ann == 1"), ("cy == ann + 1", "cy == 2")])
def test_a_difference_between_such_programs_is_found_too(ask, clue):
    other = {"cpmpy": RUNNING["cpmpy"].replace(*clue)}
    answer = ask(said("cpmpy", other), said("smtlib", RUNNING), text=RUNNERS, decomposed=RUN)
    assert (answer.status, alike(answer)) == ("unverified", [False]), answer.reason


SIGNS = """\
Find three numbers from -1 to 1 for the dials p, q and r.
No dial is at 0.
The product of p and q is 1.
Answer with p, q and r.
"""
DIALS = {
    "kind": "numbers",
    "expects": "any",
    "objective": "",
    "clues": [{"pieces": [2], "says": ""}, {"pieces": [3], "says": ""}],
    "entities": [{"name": "dials", "members": ["p", "q", "r"]}],
    "answer_example": '{"p": 1, "q": 1, "r": 1}',
}
# In the second, clue 2 says so only of numbers that clue 1 allows.
TURNED = {
    "cpmpy": """\
import cpmpy as cp
p, q, r = cp.intvar(-1, 1, shape=3)
with clue(1):
    model += [p != 0, q != 0, r != 0]
with clue(2):
    model += p * q == 1
answer = {"p": p, "q": q, "r": r}
""",
    "smtlib": """\
(declare-const p Int)
(declare-const q Int)
(declare-const r Int)
(assert (and (<= (- 1) p 1) (<= (- 1) q 1) (<= (- 1) r 1)))
; clue 1
(assert (not (or (= p 0) (= q 0) (= r 0))))
; clue 2
(assert (= p q))
; answer
; {"p": "p", "q": "q", "r": "r"}
""",
}


@pytest.mark.parametrize("framework", TURNED)
def test_where_any_answer_will_do_a_clue_may_build_on_another_one(ask, framework):
    replies = [asks(each, "any", TURNED) for each in (framework, OTHER[framework])]
    answer = ask(*replies, framework=framework, text=SIGNS, decomposed=DIALS)
    assert (answer.status, alike(answer)) == ("verified", [True]), answer.reason


def test_a_difference_on_what_other_clues_allow_still_counts_there(ask):
    other = {"smtlib": TURNED["smtlib"].replace("(= p q)", "(= p q r)")}
    answer = ask(asks("cpmpy", "any", TURNED), asks("smtlib", "any", other), text=SIGNS, decomposed=DIALS)
    assert answer.status == "unverified", answer.reason
