"""The text sorted and the first program written in one reply: what it saves, and what becomes of half a reply."""

import json

import pytest
from test_llm import ANSWER, BROKEN, DECOMPOSED, RIGHT, TEXT, last_words, said, sorts

from solvent.agents import Budget, OpenAIModel, Settings

NUMBERED = DECOMPOSED | {"clues": [each | {"number": n} for n, each in enumerate(DECOMPOSED["clues"], 1)]}
WITNESS = said("smtlib", RIGHT)


def composed(program=RIGHT, sorting=NUMBERED) -> str:
    return f"First what it says.\n```json\n{json.dumps(sorting, indent=1)}\n```\n{said('cpmpy', program)}"


@pytest.fixture
def ask(loopback, solve):
    def run(*replies, text=TEXT, **options):
        loopback.script(*replies)
        return solve(text, model=OpenAIModel("player", loopback.url, timeout=5, backoff=0.01), **options)

    return run


def test_two_calls_verify_an_answer(loopback, ask):
    answer = ask(composed(), WITNESS)
    assert (answer.status, answer.answer, answer.usage.calls) == ("verified", ANSWER, 2), answer.reason
    assert [clue.text for clue in answer.clues] == TEXT.splitlines()[1:4]
    assert "response_format" not in loopback.requests[0].body
    # The witness sees the clues as they were sorted, and no program.
    assert "2. The red lamp burns 3 hours longer" in last_words(loopback)
    assert "model +=" not in json.dumps(loopback.requests[1].messages)


@pytest.mark.parametrize("first", ["one reply", "sorting alone"])
def test_the_shape_that_the_caller_asks_for_is_told_from_the_start(loopback, ask, first):
    """A model whose example has another shape is corrected by the schema, not by its own example again."""
    shape = {"type": "object", "properties": {key: {"type": "integer"} for key in ANSWER}, "required": list(ANSWER)}
    other = NUMBERED | {"answer_example": '{"hours of the red lamp": 3}'}
    replies = [composed(sorting=other)] if first == "one reply" else [json.dumps(other), said("cpmpy", RIGHT)]
    settings = Settings(models={"author": {"name": "player"}}, one_reply=first == "one reply")
    answer = ask(*replies, WITNESS, settings=settings, answer_schema=shape)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    said_schema = json.dumps(shape)
    assert f"it must fit this JSON Schema: {said_schema}" in loopback.requests[0].messages[-1]["content"]
    witness = last_words(loopback)
    assert said_schema in witness
    assert "hours of the red lamp" not in witness


def test_the_clues_have_the_numbers_that_the_program_uses(ask):
    numbers = {1: 4, 2: 11, 3: 7}
    program = RIGHT["cpmpy"]
    for old, new in numbers.items():
        program = program.replace(f"clue({old})", f"clue({new})")
    witness = WITNESS
    for old, new in numbers.items():
        witness = witness.replace(f"; clue {old}\n", f"; clue {new}\n")
    clues = [each | {"number": numbers[each["number"]]} for each in NUMBERED["clues"]]
    answer = ask(composed({"cpmpy": program}, NUMBERED | {"clues": clues}), witness)
    assert (answer.status, answer.usage.calls) == ("verified", 2), answer.reason
    assert [clue.id for clue in answer.clues] == [4, 11, 7]


def test_a_faulty_program_is_repaired_in_its_conversation(loopback, ask):
    answer = ask(composed(BROKEN), said("cpmpy", RIGHT), WITNESS)
    assert (answer.status, answer.answer, answer.usage.calls) == ("verified", ANSWER, 3), answer.reason
    mended = loopback.requests[1].messages
    assert [message["role"] for message in mended] == ["system", "user", "assistant", "user"]
    assert sorts(loopback.requests[0])
    assert mended[2]["content"] == composed(BROKEN)


@pytest.mark.parametrize(
    "first",
    [
        json.dumps(NUMBERED),
        composed(sorting=DECOMPOSED),
        composed(sorting=NUMBERED | {"clues": [each | {"number": 1} for each in NUMBERED["clues"]]}),
        composed(sorting=NUMBERED | {"clues": [*NUMBERED["clues"], {"number": 4, "pieces": [99], "says": ""}]}),
    ],
    ids=["no program", "no numbers", "one number", "a clue of no piece"],
)
def test_a_program_that_names_no_clues_is_written_anew(loopback, ask, first):
    answer = ask(first, said("cpmpy", RIGHT), WITNESS)
    assert (answer.status, answer.answer, answer.usage.calls) == ("verified", ANSWER, 3), answer.reason
    assert "Its clues, by the numbers" in loopback.requests[1].messages[-1]["content"]
    assert len(loopback.requests[1].messages) == 2


@pytest.mark.parametrize("first", [said("cpmpy", RIGHT), "I cannot.", '```json\n{"clues": [{"number": 1'])
def test_a_reply_without_sorting_is_asked_for_that_alone(loopback, ask, first):
    answer = ask(first, json.dumps(DECOMPOSED), said("cpmpy", RIGHT), WITNESS)
    assert (answer.status, answer.answer, answer.usage.calls) == ("verified", ANSWER, 4), answer.reason
    assert loopback.requests[1].body["response_format"]["type"] == "json_schema"


def test_a_clue_that_both_halves_leave_out_is_not_verified(ask):
    """The sorting that the witness is shown lacks the clue as well, which still stands in the text."""
    left_out = NUMBERED | {"clues": NUMBERED["clues"][:1] + NUMBERED["clues"][2:]}
    program = RIGHT["cpmpy"].replace("with clue(2):\n    model += red == blue + 3\n", "")
    answer = ask(
        composed({"cpmpy": program}, left_out), *[said("smtlib", RIGHT)] * 6, budget=Budget(actions=1, restarts=0)
    )
    assert answer.status != "verified"


@pytest.mark.parametrize(
    "options",
    [
        {"one_reply": False},
        {"samples": 2},
        {"frameworks": ("cpmpy", "smtlib")},
        {"contract": "script"},
        {"frameworks": ("none",)},
    ],
    ids=str,
)
def test_where_one_reply_would_not_do_the_text_is_sorted_alone(loopback, ask, options):
    given = {"models": {"author": {"name": "player"}}, "budget": Budget(actions=1, restarts=0)} | options
    ask(lambda _: "I cannot.", settings=Settings(**given))
    assert loopback.requests[0].messages[0]["content"].startswith("You prepare")


def test_a_list_that_the_caller_asks_for_is_told_as_it_is(loopback, ask):
    """A program's answer is no printed JSON object, in which a list would have to be wrapped."""
    shape = {"type": "array", "items": {"type": "integer"}}
    as_list = {
        "cpmpy": RIGHT["cpmpy"].replace('{"red": red, "blue": blue}', "[red, blue]"),
        "smtlib": RIGHT["smtlib"].replace('{"red": "red", "blue": "blue"}', '["red", "blue"]'),
    }
    assert all(as_list[name] != RIGHT[name] for name in as_list)
    first = NUMBERED | {"answer_example": "no list"}  # so that the second author is shown the schema, too
    answer = ask(composed(as_list, first), said("smtlib", as_list), answer_schema=shape)
    assert (answer.status, answer.answer) == ("verified", [ANSWER["red"], ANSWER["blue"]]), answer.reason
    told = [request.messages[-1]["content"] for request in loopback.requests]
    assert all(json.dumps(shape) in each and '"required": ["answer"]' not in each for each in told)
