"""Questions about statements: a puzzle, options, and the one that must, could or cannot be true."""

import json

import pytest
from loopback import Json

from solvent.agents import ModelChoice, OpenAIModel, Settings, Verdict, asolve
from solvent.agents.statements import truths, verdict

TEXT = """\
Four talks, by Ida, Jon, Kim and Lou, follow each other on one morning.
1. Ida speaks before Jon.
2. Jon speaks immediately before Kim.
3. Lou does not speak first.
Which one of the following {} true?
A) Ida speaks first.
B) Lou speaks second.
C) Kim speaks before Ida.
"""
ASKS = {"must": "must be", "could": "could be", "cannot": "cannot be"}
DECOMPOSED = {
    "kind": "ordering",
    "objective": "",
    "clues": [{"pieces": [number], "says": ""} for number in (2, 3, 4)],
    "entities": [{"name": "speakers", "members": ["Ida", "Jon", "Kim", "Lou"]}],
}

CPMPY = """\
import cpmpy as cp
ida, jon, kim, lou = cp.intvar(1, 4, shape=4)
model += cp.AllDifferent([ida, jon, kim, lou])
with clue(1):
    model += ida < jon
with clue(2):
    model += jon + 1 == kim
with clue(3):
    model += lou != 1
answer = {OPTIONS}
"""
SMTLIB = """\
(declare-const ida Int)
(declare-const jon Int)
(declare-const kim Int)
(declare-const lou Int)
; clue
(assert (distinct ida jon kim lou))
(assert (and (<= 1 ida 4) (<= 1 jon 4) (<= 1 kim 4) (<= 1 lou 4)))
; clue 1
(assert (< ida jon))
; clue 2
(assert (= (+ jon 1) kim))
; clue 3
(assert (distinct lou 1))
; answer
; {OPTIONS}
"""
IN_CPMPY = {"A": "ida == 1", "B": "lou == 2", "C": "kim < ida", "D": "jon == 2"}
IN_SMTLIB = {"A": "(= ida 1)", "B": "(= lou 2)", "C": "(< kim ida)", "D": "(= jon 2)"}


def programs(expects, options="ABC"):
    python = "{" + ", ".join(f'"{name}": {IN_CPMPY[name]}' for name in options) + "}"
    smt = json.dumps({name: IN_SMTLIB[name] for name in options})
    return (
        f"```python\n# expects: {expects}\n{CPMPY.replace('{OPTIONS}', python)}```",
        f"```smt2\n; expects: {expects}\n{SMTLIB.replace('{OPTIONS}', smt)}```",
    )


async def asked(loopback, expects, cpmpy, smtlib, text=None, example='{"answer": "A"}'):
    def play(request):
        if "numbered pieces" in request.messages[-1]["content"]:
            return Json({**DECOMPOSED, "expects": expects, "answer_example": example})
        return smtlib if "smt2" in request.messages[0]["content"] else cpmpy

    loopback.script(play)
    settings = Settings(models={"author": ModelChoice(name="player")}, rules=False)
    model = OpenAIModel("player", loopback.url, backoff=0.01)
    return await asolve(text or TEXT.format(ASKS[expects]), model=model, settings=settings)


@pytest.mark.parametrize(
    ("expects", "options", "right"), [("must", "ABC", "A"), ("could", "CB", "B"), ("cannot", "ABC", "C")]
)
async def test_the_option_that_fits_is_the_answer(loopback, expects, options, right):
    answer = await asked(loopback, expects, *programs(expects, options))
    assert (answer.answer, answer.status) == ({"answer": right}, Verdict.VERIFIED), answer.reason
    assert f"{right} " in next(fact.detail for fact in answer.evidence if fact.check.startswith("one option"))


@pytest.mark.parametrize(("options", "right"), [("A", True), ("D", False)])
async def test_a_single_statement_is_true_or_not(loopback, options, right):
    text = TEXT.split("Which one", maxsplit=1)[0] + "Must this be true: Ida speaks first?\n"
    answer = await asked(loopback, "must", *programs("must", options), text=text, example='{"answer": true}')
    assert (answer.answer, answer.status) == ({"answer": right}, Verdict.VERIFIED), answer.reason


async def test_two_options_that_fit_are_no_answer(loopback):
    answer = await asked(loopback, "could", *programs("could", "ABC"))
    assert answer.status is Verdict.UNVERIFIED
    assert answer.answer == {"answer": ["A", "B"]}
    assert any(fact.detail.startswith("A, B: exactly one option") for fact in answer.evidence)


async def test_programs_that_come_to_different_options_verify_nothing(loopback):
    cpmpy, smtlib = programs("must")
    wrong = smtlib.replace("(distinct lou 1)", "(< lou ida)").replace("(< ida jon)", "(< lou kim)")
    answer = await asked(loopback, "must", cpmpy, wrong)
    assert answer.status is Verdict.UNVERIFIED


async def test_a_template_of_something_else_is_told_so(loopback):
    cpmpy = programs("must")[0].replace("ida == 1", "ida + 5")
    answer = await asked(loopback, "must", cpmpy, cpmpy)
    assert answer.status is Verdict.FAILED
    assert "a Boolean term for each option" in answer.reason


@pytest.mark.parametrize("value", [None, [], {}, {"A": 2}, {"A": "x"}, {str(n): True for n in range(99)}])
def test_what_holds_no_truth_values(value):
    assert truths(value) is None


def test_what_is_said_of_none():
    assert verdict("must", {"answer": []}) == (
        False,
        "none of the options: exactly one option should be such that it is true whatever the arrangement",
    )
