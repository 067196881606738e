"""Questions about puzzles, with the replies that a person finds by hand."""

import tomllib
from pathlib import Path

import pytest

from solvent import solvers
from solvent.explanations.questions import NotUnderstoodError, UnknownValueError
from solvent.explanations.subject import NotExplainedError

EXAMPLES = Path(__file__).parents[3] / "examples"
DATA = tomllib.loads(Path(__file__).with_name("asked.toml").read_text(encoding="utf-8"))
ASKED = [(group["puzzle"], each) for group in DATA["asked"] for each in group["questions"]]
REFUSED = [
    (group["puzzle"], each, error)
    for group in DATA["refused"]
    for name, error in (("unknown", UnknownValueError), ("unread", NotExplainedError))
    for each in group.get(name, ())
]


@pytest.fixture(scope="module")
def answers(solve):
    """Each puzzle is solved once."""
    known = {}

    def answer(name):
        if name not in known:
            own = DATA["puzzles"].get(name)
            known[name] = solve(own or EXAMPLES / f"{name}.txt")
        return known[name]

    return answer


def ask(in_pool, answer, question):
    return in_pool(lambda pool: answer.aask(question, pool=pool))


@pytest.mark.parametrize(("name", "asked"), ASKED, ids=[f"{name}: {each['q']}" for name, each in ASKED])
def test_reply(name, asked, answers, in_pool):
    answer = answers(name)
    found = ask(in_pool, answer, asked["q"])
    expected = None if asked["reply"] == "null" else asked["reply"]
    assert (found.kind, found.reply) == (asked["kind"], expected), found.text
    assert list(found.clues) == asked.get("clues", list(found.clues))
    assert found.proof == asked.get("proof", found.proof) != "none"
    assert found.text


@pytest.mark.parametrize(("name", "asked", "error"), REFUSED, ids=[f"{name}: {each['q']}" for name, each, _ in REFUSED])
def test_refusal(name, asked, error, answers, in_pool):
    with pytest.raises(error) as raised:
        ask(in_pool, answers(name), asked["q"])
    assert asked["why"] in str(raised.value)
    assert isinstance(raised.value, NotUnderstoodError | UnknownValueError) or "contradict" in asked["why"]
    assert (type(raised.value) is UnknownValueError) == (error is UnknownValueError)


@pytest.mark.parametrize("question", ["could the tortoise be in house 1?", "could Dmitri have the goldfish?"])
def test_a_witness_is_an_answer(question, answers, in_pool):
    answer = answers("zebra")
    found = ask(in_pool, answer, question)
    accepted = in_pool(lambda pool: solvers.accepts(answer.program, found.witness, pool=pool))
    assert accepted.status.solved


@pytest.mark.parametrize("question", ["could the goldfish be in house 2?", "could Elif drink tea?"])
def test_no_clue_of_a_core_can_be_dropped(question, answers, in_pool):
    answer = answers("zebra")
    core = ask(in_pool, answer, question).clues
    assert core
    rest = [clue for clue in answer.subject.stated if clue not in core]
    for clue in core:
        dropped = " and ".join(map(str, [*rest, clue]))
        assert ask(in_pool, answer, f"Without clues {dropped}, {question}").reply is True
    if rest:
        assert ask(in_pool, answer, f"Without clues {' and '.join(map(str, rest))}, {question}").reply is False
