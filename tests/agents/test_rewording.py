"""What a model takes a question to ask: untrusted, and of use only in the grammar's words."""

import json
from pathlib import Path

import loopback as server
import pytest

from solvent.agents.models.client import Finish, ModelError, OpenAIModel, Reply
from solvent.agents.rewording import read_wording
from solvent.explanations.questions import NotUnderstoodError, UnknownValueError

ZEBRA = Path(__file__).parents[2] / "examples" / "zebra.txt"
QUESTION = "Is there a feline, and if so, who feeds it?"


@pytest.mark.parametrize(
    ("said", "kind", "wording"),
    [
        ({"kind": "must", "statement": "Ada has the cat."}, "must", {"said": ("Ada has the cat",)}),
        ({"kind": "why", "statement": "Ada has the cat"}, "must", {"said": ("Ada has the cat",)}),
        ({"kind": "count", "statement": None}, "count", {"said": ()}),
        ({"kind": "who", "statement": "Who has the cat?"}, "who", {"asked": "Who has the cat"}),
        ({"kind": "redundant", "clue": 4}, "redundant", {"clue": 4}),
    ],
)
def test_wording(said, kind, wording):
    (found,) = read_wording(Reply(text=f"Here it is:\n{json.dumps(said)}"))
    assert found.kind == kind
    for name, value in wording.items():
        assert getattr(found, name) == value


@pytest.mark.parametrize(("kind", "part"), [("without", "dropped"), ("opposite", "opposed")])
def test_a_clue_that_is_supposed_away(kind, part):
    (found,) = read_wording(Reply(text=json.dumps({"kind": kind, "clue": 3})))
    assert getattr(found.given, part) == (3,)


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "must", "statement": ""},
        {"kind": "must", "statement": 7},
        {"kind": "without", "clue": None},
        {"kind": "without", "clue": True},
        {"kind": ["must"], "statement": "Ada has the cat"},
        {"kind": "who", "statement": "If Ada has the cat, who has the dog?"},
        {"kind": "answer", "statement": "Bruno"},
        {"statement": "Ada has the cat"},
        [],
    ],
)
def test_no_wording(said):
    assert read_wording(Reply(text=json.dumps(said))) == ()


def test_a_reply_that_was_cut_off():
    text = json.dumps({"kind": "must", "statement": "Ada has the cat"})
    assert read_wording(Reply(text=text, finish=Finish.LENGTH)) == ()


@pytest.fixture
def asked(solve, in_pool, loopback):
    """What a model's reply makes of a question about the zebra puzzle."""

    def ask(question):
        model = OpenAIModel("loopback-1", loopback.url, "key")
        return in_pool(lambda pool: solve(ZEBRA).aask(question, pool=pool, model=model))

    return ask


def test_the_solver_answers_what_a_model_reworded(asked, loopback):
    loopback.script(server.Reply('{"kind": "who", "statement": "Who keeps the cat?", "clue": null}'))
    found = asked(QUESTION)
    assert (found.reply, found.clues) == ("Bruno", (2,))
    (request,) = loopback.requests
    assert QUESTION in request.messages[0]["content"]
    assert "Bruno keeps the cat" in request.messages[0]["content"]


def test_a_model_is_not_asked_what_the_grammar_reads(asked, loopback):
    assert asked("who keeps the cat?").reply == "Bruno"
    assert not loopback.requests


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ("Bruno.", NotUnderstoodError),
        ('{"kind": "none", "statement": null, "clue": null}', NotUnderstoodError),
        ('{"kind": "must", "statement": "Bruno likes it here", "clue": null}', NotUnderstoodError),
        ('{"kind": "without", "statement": null, "clue": 99}', UnknownValueError),
        ('{"kind": "could", "statement": "The cat is in house 7.", "clue": null}', UnknownValueError),
    ],
)
def test_a_reply_of_no_use(asked, loopback, reply, error):
    loopback.script(server.Reply(reply))
    with pytest.raises(error):
        asked(QUESTION)


def test_a_model_that_cannot_be_reached(asked, loopback):
    loopback.script(server.Status(401))
    with pytest.raises(ModelError):
        asked(QUESTION)
