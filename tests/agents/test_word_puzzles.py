"""What a model adds to word puzzles, over real HTTP: candidates for a crossword, a choice among close readings."""

import json

import pytest

from solvent.agents import OpenAIModel, Usage
from solvent.agents.authors import Modeller
from solvent.agents.word_puzzles import choose
from solvent.solvers import Outcome, Search, Status
from solvent.translators import rules

WORDS = ("HEART", "EMBER", "ABUSE", "RESIN", "TREND")  # reads the same across and down
TEXT = """A crossword:

.....
.....
.....
.....
.....

Across
1. It beats (5)
6. What is left of a fire (5)
7. Wrong use (5)
8. It drips from pines (5)
9. Where things are going (5)
Down
1. It beats (5)
2. What is left of a fire (5)
3. Wrong use (5)
4. It drips from pines (5)
5. Where things are going (5)
"""
CRYPTOGRAM = rules.decompose("Cryptogram:\nQ XZMM YLTZZL")
RIGHT = dict(zip(("1-Across", "6-Across", "7-Across", "8-Across", "9-Across"), WORDS, strict=True))
RIGHT |= dict(zip(("1-Down", "2-Down", "3-Down", "4-Down", "5-Down"), WORDS, strict=True))


def said(answers):
    return json.dumps({"clues": [{"clue": name, "answers": words} for name, words in answers.items()]})


@pytest.fixture
def model(loopback):
    return OpenAIModel("player", loopback.url, timeout=20, backoff=0.01)


def test_candidates_of_a_model_fill_a_crossword(loopback, model, solve):
    first = {name: [word, "TOOLONGER", "WORDS"] for name, word in RIGHT.items()}
    first["7-Across"] = ["ABYSS", "ABASE"]
    loopback.script(said(first), said({"7-Across": ["abuse"]}))
    answer = solve(TEXT, model=model)
    assert answer.answer == RIGHT, answer.reason
    assert answer.status == "unverified"
    assert "proposed" in answer.reason
    assert answer.usage.calls == 2
    # The second question is about what did not fit alone, with the letters that are known by then.
    again = loopback.requests[1].messages[-1]["content"]
    assert "7-Across (5 letters, ABUSE): Wrong use" in again
    assert "8-Across" not in again


@pytest.mark.parametrize("nonsense", ['{"clues": [{"clue": 7, "answers": "x"}, 5]}', "no idea"])
def test_a_model_that_talks_nonsense_does_no_harm(loopback, model, solve, nonsense):
    loopback.script(lambda _: nonsense)
    answer = solve(TEXT, model=model)
    assert answer.status == "unverified"
    assert set(answer.answer) == set(RIGHT)


def test_without_a_model_a_crossword_is_weak_and_says_so(solve):
    answer = solve(TEXT)
    assert answer.status == "unverified"
    assert "without a model" in answer.reason


def outcome(*texts):
    answers = [{"text": text, "mapping": {}} for text in texts]
    search = Search(score=-9.0, alternatives=tuple(answers[1:]), margin=1.0, needed=5.0)
    return Outcome(status=Status.SATISFIED, answer=answers[0], search=search)


async def test_a_model_chooses_among_close_readings(loopback, model):
    loopback.script('{"number": 2}')
    readings = outcome("A WELL STREET", "A WALL STREET", "A WILL STREET")
    chosen, usage = await choose(CRYPTOGRAM, readings, Modeller(model))
    assert chosen.answer["text"] == "A WALL STREET"
    assert [other["text"] for other in chosen.search.alternatives] == ["A WELL STREET", "A WILL STREET"]
    assert not chosen.search.convincing
    assert usage.calls == 1
    asked = loopback.requests[0].messages[-1]["content"]
    assert "1. A WELL STREET\n2. A WALL STREET" in asked


@pytest.mark.parametrize("reply", ['{"number": 1}', '{"number": 9}', '{"number": 0}'])
async def test_other_choices_change_nothing(loopback, model, reply):
    loopback.script(reply)
    before = outcome("ONE", "TWO")
    assert (await choose(CRYPTOGRAM, before, Modeller(model)))[0] == before


async def test_nothing_is_asked_about_a_single_reading(loopback, model):
    before = outcome("ONE")
    assert await choose(CRYPTOGRAM, before, Modeller(model)) == (before, Usage())
    assert not loopback.requests
