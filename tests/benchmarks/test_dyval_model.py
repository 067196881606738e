"""A model solves DyVal's problems as it does any text: by programs, or in a plain reply, read as the paper reads it."""

import json

import pytest
from console import one_object, solvent_here
from handmade import sample
from loopback import length

from solvent.agents import OpenAIModel
from solvent.benchmarks.dyval import case_of, score
from solvent.translators.sentences import pieces

TEXT = """\
Every made-up word below stands for a truth value. Each line gives one or says from which others it is computed.

mekzal is true if lofzin is false, and false otherwise.
tapvo is true.
lofzin is true if at least one of tapvo and rixve is true, and false otherwise.
rixve is false.

Is mekzal true or false?
"""
LINES = [piece for piece in pieces(TEXT) if "is true" in piece or "is false" in piece]
SORTING = {
    "kind": "truth values",
    "expects": "unique",
    "objective": "",
    "clues": [{"pieces": [number], "says": ""} for number, piece in enumerate(pieces(TEXT), 1) if piece in LINES],
    "entities": [],
    "answer_example": '{"mekzal": true}',
}
CPMPY = """\
import cpmpy as cp
mekzal, tapvo, lofzin, rixve = cp.boolvar(shape=4)
with clue(1):
    model += mekzal == (~lofzin)
with clue(2):
    model += tapvo
with clue(3):
    model += lofzin == (tapvo | rixve)
with clue(4):
    model += ~rixve
answer = {"mekzal": mekzal}
"""
SMTLIB = """\
(declare-const mekzal Bool)
(declare-const tapvo Bool)
(declare-const lofzin Bool)
(declare-const rixve Bool)
; clue 1
(assert (= mekzal (not lofzin)))
; clue 2
(assert tapvo)
; clue 3
(assert (= lofzin (or tapvo rixve)))
; clue 4
(assert (not rixve))
; answer
; {"mekzal": "mekzal"}
"""


def said(code, fence):
    return f"```{fence}\n{code}```\n"


@pytest.mark.parametrize(
    ("second", "status"),
    [(SMTLIB, "verified"), (SMTLIB.replace("(or tapvo", "(and tapvo"), "unverified")],
    ids=["the same", "one that misreads a line"],
)
def test_a_problem_is_solved_by_programs(loopback, solve, second, status):
    assert len(LINES) == len(SORTING["clues"]) == 4
    case = case_of("c", "boolean/D2", sample("boolean", {"mekzal": False}, text=TEXT))
    loopback.script(json.dumps(SORTING), said(CPMPY, "python"), said(second, "smt2"))
    loopback.script(lambda _: said(second, "smt2"))
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    options = {"use_rules": False, "frameworks": ("cpmpy",), "budget": {"actions": 1, "restarts": 0}}
    answer = solve(case.text, model=model, **options, **case.options)
    assert (answer.status, answer.answer) == (status, {"mekzal": False}), answer.reason
    assert score(case, answer.answer).strict


@pytest.fixture
def bench(capsys, loopback):
    pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")

    def run(preset, *more):
        model = ("--model", "m", "--base-url", loopback.url, "--preset", preset)
        command = ("bench", "dyval", "--seed", "5", "--limit", "2", *model, "--json", *more)
        return one_object(solvent_here(capsys, *command))

    return run


# Inspect's own, of a library that it uses.
quiet = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")


@quiet
def test_a_plain_reply_is_read_as_the_paper_does(loopback, bench):
    def metrics(reply):
        loopback.script(lambda _: reply)
        found = bench("dyval-direct", "--group", "boolean/D1")["metrics"]
        return found["accuracy"], found["official"]

    replies = "<<<True>>> or <<<False>>>", "<<<False>>> or <<<True>>>", "<<<TRUE>>>, <<<true>>>"
    either, other, one = map(metrics, replies)
    assert either[0] == other[0] == 0
    assert either[1] + other[1] == 1
    assert one == (either[1], either[1])


@quiet
@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("dyval-direct", None),
        ("dyval-cot", "one step a line"),
        ("dyval-least-to-most", "smaller questions"),
        ("dyval-ape", "every line only needs lines above"),
        ("dyval-skic", "name of the skill"),
    ],
)
def test_ways_of_prompting(loopback, bench, preset, words):
    loopback.script(lambda _: "<<<N/A>>>")
    found = bench(preset, "--group", "deductive/D4")
    assert found["usage"]["calls"] == len(loopback.requests) == 2
    for request in loopback.requests:
        (message,) = request.messages
        text, _, way = message["content"].partition("in triple angle brackets: True, False or N/A, as in <<<True>>>.")
        assert text.startswith("Every made-up word")
        assert (words is None and not way.strip()) or words in " ".join(way.split())
        # Twice the tokens of the prompt, at four characters each.
        assert request.body["max_tokens"] == -(-len(message["content"]) // 2)
        assert request.body["temperature"] == 0


@quiet
@pytest.mark.parametrize(("task", "shots"), [("reachability", 3), ("max_sum_path", 2), ("linear_equation", 1)])
def test_worked_examples_of_the_task_come_first(loopback, bench, task, shots):
    loopback.script(lambda _: "<<<1>>>")
    bench("dyval-fewshot", "--group", f"{task}/D2")
    problems = {request.messages[-1]["content"] for request in loopback.requests}
    assert len(problems) == 2
    for request in loopback.requests:
        assert [each["role"] for each in request.messages] == ["user", "assistant"] * shots + ["user"]
        shown = request.messages[:-1]
        assert not problems & {each["content"] for each in shown}
        for asked, worked in zip(shown[::2], shown[1::2], strict=True):
            assert "in triple angle brackets" in asked["content"]
            *steps, last = worked["content"].splitlines()
            assert steps
            assert last.startswith("<<<")


@quiet
def test_a_reply_that_is_cut_is_no_answer(loopback, bench):
    loopback.script(lambda _: length("I go through the lines one by one: <<<"))
    found = bench("dyval-cot", "--group", "arithmetic/D1")
    assert (found["metrics"]["accuracy"], found["n"]) == (0, 2)
