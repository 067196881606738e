"""A model fills in a form: a server on loopback plays it."""

import json

import pytest
from loopback import Json, length

from solvent.agents import Budget, ModelChoice, OpenAIModel, Settings, Verdict, asolve
from solvent.agents.authors import Modeller
from solvent.agents.requests import opening
from solvent.agents.state import Job, Writer
from solvent.translators import Clue, Puzzle, Request, form
from solvent.translators.form.guide import EXAMPLES

RIGHT = EXAMPLES[0][1]
PUZZLE = Puzzle(
    text="Sam buys 7 fruits {and pays 18}.",
    clues=(Clue(id=1, text="Sam buys 7 fruits."), Clue(id=2, text="He pays 18.")),
    request=Request(example='{"apples": 1}'),
)


JOB = Job(id=0, writer=Writer(kind="model", name="little"), framework="smtlib", contract="form")


@pytest.fixture
def modeller(loopback):
    model = OpenAIModel("little", loopback.url, timeout=5, retries=0)
    return Modeller(model, Settings(budget=Budget(reply_tokens=700)))


async def test_a_form(loopback, modeller):
    loopback.script(json.dumps(RIGHT))
    attempt, usage = await modeller.write(PUZZLE, JOB)
    assert attempt.program == form.program(form.read(RIGHT), "smtlib")
    assert (attempt.problem, attempt.asked) == ("", RIGHT["expects"])
    assert [message["role"] for message in attempt.messages] == ["system", "user", "assistant"]
    assert usage.calls == 1
    asked = loopback.requests[0]
    assert asked.body["response_format"]["json_schema"] == {"name": "reply", "schema": form.SCHEMA, "strict": True}
    assert [(message["role"], message["content"]) for message in attempt.messages[:2]] == [
        (message["role"], message["content"]) for message in asked.messages
    ]
    assert form.GUIDE in asked.messages[0]["content"]
    for shown in (PUZZLE.text, "\n2. He pays 18.", '{"apples": 1}'):
        assert shown in asked.messages[1]["content"]


async def test_a_form_that_makes_no_sense_is_mended_in_the_same_conversation(loopback, modeller):
    wrong = json.loads(json.dumps(RIGHT).replace('"apples + pears"', '"apples + plums"'))
    loopback.script(json.dumps(wrong), Json(RIGHT))
    first, _ = await modeller.write(PUZZLE, JOB)
    assert first.program is None
    assert first.problem.startswith("In constraint 1, of clue 1: 'plums' is not declared.")
    mend = JOB.model_copy(update={"id": 1, "parent": 0, "action": 2, "feedback": first.problem, "request": "repair"})
    then, _ = await modeller.write(PUZZLE, mend, before=first)
    assert then.program == form.program(form.read(RIGHT), "smtlib")
    assert then.messages[:3] == first.messages
    assert "'plums' is not declared" in then.messages[3]["content"]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (length(json.dumps(RIGHT)[:200]), "be briefer"),
        ("Apples are nice.", "There is no form in your reply"),
        (json.dumps(RIGHT | {"expects": "most"}), "At expects: "),
        (json.dumps(RIGHT).replace('"clue": 2', '"clue": 7'), "of clue 7, and there is no such clue"),
    ],
)
async def test_replies_without_a_form(loopback, modeller, reply, message):
    # A reply that breaks the schema shows that the server does not hold to it: the prompt then has the schema too.
    loopback.script(*[reply] * 2)
    attempt, _ = await modeller.write(PUZZLE, JOB)
    assert attempt.program is None
    assert message in attempt.problem
    assert attempt.messages[-1]["role"] == "assistant"


def test_a_puzzle_without_clues():
    told = opening(Puzzle(text="What is {{ 1 }}?"), JOB, 3)[1]["content"]
    assert "What is {{ 1 }}?" in told
    assert "clues" not in told


async def test_a_form_is_solved_and_confirmed_by_a_program_in_words_of_its_own(loopback):
    """The second form would be the first one again, so the witness writes a program; its own form confirms nothing."""
    loopback.script(lambda _: json.dumps(RIGHT))
    model = OpenAIModel("little", loopback.url, backoff=0.01)
    settings = Settings(
        models={"author": ModelChoice(name="little")},
        rules=False,
        decomposition=False,
        contract="form",
        frameworks=("smtlib",),
    )
    answer = await asolve("Sam buys 7 fruits.\nHe pays 18.", model=model, settings=settings)
    assert answer.answer == {"apples": 4, "pears": 3}
    assert answer.status is Verdict.UNVERIFIED
    assert {attempt.job.contract for attempt in answer.attempts} == {"form", "model"}
