"""What a checkpoint holds comes back exactly as it was, and nothing else can be in it."""

import json

import pytest
from console import ROOT
from hypothesis import given
from hypothesis import strategies as st
from langgraph.types import Send

from solvent.agents.models.completion import Finish, Reply
from solvent.agents.state import Answer, Attempt, Check, Checker, Evidence, Example, Job, Usage, Verdict, Writer
from solvent.agents.state_json import ENUMS, MODELS, NAME, StateJson
from solvent.solvers import Fragment, Objective, Outcome, Program, Search, Status
from solvent.translators import Clue, Passage, Puzzle, Request
from solvent.translators.puzzle import Convention
from solvent.translators.rules import Clause, decompose

STATE = StateJson()
WRITER = Writer(kind="model", name="m")
PROGRAM = Program(
    framework="cpmpy",
    preamble="x = 1\n",
    fragments=(Fragment(clue=None, code=""), Fragment(clue=2, code="é\ud800")),
    objectives=(Objective(sense="minimize", term="x"),),
)
OUTCOME = Outcome(
    status=Status.OPTIMAL,
    answer={"x": [1, 2.5, None, True, {"!": "tuple", "is": []}]},
    objective=(1, 2.0),
    search=Search(score=-1.5, alternatives=("a", [1]), scores=(-2.0,), margin=None, needed=3.0),
)
CLAUSE = Clause(relation="A is before B", values=("a", "b"), order="c")
JOB = Job(id=3, writer=WRITER, framework="cpmpy", temperature=0.1 + 0.2, feedback="no", clauses=((2, CLAUSE),))
ATTEMPT = Attempt(
    job=JOB,
    program=PROGRAM,
    outcome=OUTCOME,
    facts=(Evidence(check="c", passed=None, witness=WRITER),),
    messages=({"role": "user", "content": "hello"},),
)
USAGE = Usage(calls=2, prompt_tokens=3, completion_tokens=4, usd=None)
CLUE = Clue(id=1, text="t", understood=False, guesses=("g",))
PASSAGE = Passage(text="p", role="unread", blocks=True)
SAMPLES = [
    *(WRITER, PROGRAM, OUTCOME, OUTCOME.search, JOB, CLAUSE, ATTEMPT, USAGE, CLUE, PASSAGE, *ATTEMPT.facts),
    *(*PROGRAM.fragments, *PROGRAM.objectives),
    Example(id="e", text="t", program="p"),
    Request(objective="o", undecided=True),
    Convention(ways=("a", "b"), decided=("c", "d")),
    Puzzle(text="t", clues=(CLUE,), entities={"a": ("b", "c")}, answer_schema={"type": "object"}, passages=(PASSAGE,)),
    Reply(text="r", data={"a": [1]}, finish=Finish.LENGTH, usage=USAGE, dropped=("seed",)),
    Answer(status=Verdict.AMBIGUOUS, answer=[{"a": 1}], clues=(CLUE,), program=PROGRAM, attempts=(ATTEMPT,)),
    Checker(author=WRITER, code="def fits(answer):\n    return True\n", messages=({"role": "user", "content": "é"},)),
    Check(attempt=3, evidence=ATTEMPT.facts[0], clue=0, answer={"x": [1, None]}, blames="checker", asked=1),
    *Finish,
    *Status,
    *Verdict,
]
TEXTS = sorted((ROOT / "examples").glob("*.txt"))


def again(value):
    return STATE.loads_typed(STATE.dumps_typed(value))


@pytest.mark.parametrize("value", SAMPLES, ids=lambda value: type(value).__name__)
def test_every_type_of_the_state_comes_back(value):
    found = again({"a": (value, [value]), 1: Send("translate", {"jobs": (value,)})})
    assert found == {"a": (value, [value]), 1: Send("translate", {"jobs": (value,)})}
    (one, [other]) = found["a"]
    assert type(one) is type(other) is type(value)
    assert repr(one) == repr(value)


def test_there_is_a_sample_of_every_type():
    assert {type(value).__name__ for value in SAMPLES} == {*MODELS, *ENUMS}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_puzzle_comes_back_with_what_its_kind_has_parsed(path):
    puzzle = decompose(path.read_text("utf-8"))
    assert again(puzzle) == puzzle
    assert type(again(puzzle).payload) is type(puzzle.payload)


KEYS = st.text() | st.integers() | st.sampled_from(["!", "is"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner) | st.lists(inner).map(tuple),
    max_leaves=20,
)


@given(VALUES)
def test_plain_values_come_back(value):
    assert repr(again(value)) == repr(value)


class Foreign(Usage):
    """Of a type that is not on the list."""


@pytest.mark.parametrize("value", [Foreign(), {1, 2}, b"x", object()])
def test_other_types_are_not_written(value):
    with pytest.raises(TypeError, match="holds no"):
        STATE.dumps_typed(value)


BROKEN = {
    "another format": ("pickle", b"x"),
    "no JSON": (NAME, b"{"),
    "no UTF-8": (NAME, b"\xff\xfe\xff"),
    "an unknown type": (NAME, b'{"!": "Popen", "is": ["ls"]}'),
    "a wrong field": (NAME, b'{"!": "Usage", "is": {"calls": "many"}}'),
    "a wrong enum": (NAME, b'{"!": "Verdict", "is": "sure"}'),
    "no content": (NAME, b'{"!": "Usage"}'),
    "no list": (NAME, b'{"!": "tuple", "is": 7}'),
    "a list as a name": (NAME, b'{"!": [], "is": 7}'),
    "deep": (NAME, b"[" * 100_000),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_not_ours_is_refused(case):
    with pytest.raises(ValueError, match=r".") as caught:
        STATE.loads_typed(BROKEN[case])
    assert not isinstance(caught.value, json.JSONDecodeError) or case in ("no JSON", "no UTF-8")
