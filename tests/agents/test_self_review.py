"""Self-verification: what a round shows the model, how its verdict is read, and whole runs of CP-Bench's methods."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import Drop, Reply, Status, length
from test_llm import ANSWER, DECOMPOSED, RIGHT, TEXT, said
from test_script_contract import SCRIPTS, script

from solvent.agents import Budget, ModelChoice, OpenAIModel
from solvent.agents.models.client import Reply as ModelReply
from solvent.agents.presets import preset_of
from solvent.agents.self_review import LONGEST, question, reviewed
from solvent.agents.state import Attempt, Job, Writer
from solvent.solvers import Outcome, Program
from solvent.solvers import Status as Ended
from solvent.translators import load

AUTHOR = {"author": ModelChoice(name="player")}
SCHEMA = {
    "type": "object",
    "properties": {"red": {"type": "integer"}, "blue": {"type": "integer"}},
    "required": ["red", "blue"],
    "additionalProperties": False,
}
JOB = Job(id=0, writer=Writer(kind="model", name="m"), framework="cpmpy", contract="script")
REVIEW = JOB.model_copy(update={"id": 1, "parent": 0, "action": 2, "request": "review"})
OLD = SCRIPTS["cpmpy"].format(second="red == blue + 1")
NEW = script()
BEFORE = Attempt(
    job=JOB,
    program=Program(framework="cpmpy", preamble=OLD, contract="script"),
    outcome=Outcome(status=Ended.SATISFIED, answer={"red": 6, "blue": 5}),
)


def read(text, before=BEFORE, job=REVIEW):
    return reviewed(job, ({"role": "user", "content": "?"},), ModelReply(text=text), before)


KEPT = {
    "ok": ("All is well.\n[[OK]]", ""),
    "in lower case": ("All is well.\n[[ok]]", ""),
    "said twice": ("I say [[OK]].\n[[OK]]", ""),
    "none": ("All is well.", "no verdict"),
    "nothing": ("", "no verdict"),
    "one bracket": (f"[OK] [FIXED]\n{NEW}", "no verdict"),
    "both": (f"[[OK]] or [[FIXED]]?\n{NEW}", "both verdicts"),
    "inside the code": ("```python\nprint('[[FIXED]]')\n```\n", "no verdict"),
    "another one inside the code": ("```python\nprint('[[FIXED]]')\n```\n[[OK]]", ""),
    "fixed without a program": ("[[FIXED]]", "could not be read"),
    "fixed in another language": ("[[FIXED]]\n```java\nclass A {}\n```\n", "could not be read"),
    "fixed but the same": (f"[[FIXED]]\n```python\n{OLD}```\n", "unchanged"),
}


@pytest.mark.parametrize("case", KEPT)
def test_the_program_is_kept_with_its_results(case):
    text, note = KEPT[case]
    found = read(text)
    assert (found.program, found.outcome, found.job) == (BEFORE.program, BEFORE.outcome, REVIEW)
    assert (note in found.problem) if note else not found.problem
    assert found.messages[-1] == {"role": "assistant", "content": text}


REPLACED = {
    "after it": f"Clue 1 is wrong.\n[[FIXED]]\n{NEW}",
    "in lower case": f"[[fixed]]\n{NEW}",
    "before it": f"{NEW}\n[[FIXED]]",
    "after the old one": f"This is what there is:\n```python\n{OLD}```\n[[FIXED]]\n{NEW}",
    "before a wrong one inside the code": f"[[FIXED]]\n{NEW.replace('import json', 'import json  # [[OK]]')}",
    "never closed": f"[[FIXED]]\n{NEW}".rstrip().removesuffix("```"),
}


@pytest.mark.parametrize("case", REPLACED)
def test_the_program_is_replaced_and_has_to_run(case):
    found = read(REPLACED[case])
    assert "red == blue + 3" in found.program.preamble
    assert found.program.contract == "script"
    assert (found.outcome, found.facts, found.problem) == (None, (), "")


def test_a_broken_program_is_taken_as_it_is():
    assert read("[[FIXED]]\n```python\nimport cpmpy\nprint(((\n```").program.preamble == "import cpmpy\nprint(((\n"


def test_a_program_may_be_written_where_there_was_none():
    nothing = Attempt(
        job=JOB, program=None, problem="The reply holds no program.", outcome=Outcome(status=Ended.BAD_ANSWER)
    )
    assert read(REPLACED["after it"], nothing).program is not None
    assert read("[[OK]]", nothing).problem == "The reply holds no program."
    assert "The reply holds no program." in question(REVIEW, nothing, "guide", "problem")


@given(st.text(alphabet="[]OKFIXEDokfixed`~\n python", max_size=200))
def test_no_reply_is_an_error(text):
    found = read(text)
    assert found.job == REVIEW


def test_a_long_or_hostile_reply_is_read_in_time():
    for text in ("[[" * 200_000, "```\n" * 100_000 + "[[OK]]", "[[FIXED]]" * 50_000, "\0[[OK]]"):
        assert read(text).program == BEFORE.program


def test_what_a_round_shows():
    shown = question(REVIEW, BEFORE, "THE GUIDE", "THE PROBLEM")
    for part in (
        "THE GUIDE",
        "THE PROBLEM",
        OLD.strip(),
        '"red": 6',
        "satisfied",
        "[[OK]]",
        "[[FIXED]]",
        "line by line",
    ):
        assert part in shown
    failed = BEFORE.model_copy(update={"outcome": Outcome(status=Ended.RUNTIME_ERROR, message="line 3: NameError")})
    assert "runtime_error" in question(REVIEW, failed, "", "")
    assert "line 3: NameError" in question(REVIEW, failed, "", "")
    long = BEFORE.model_copy(update={"outcome": Outcome(status=Ended.RUNTIME_ERROR, message="a" * 10**6 + "THE END")})
    cut = question(REVIEW, long, "", "")
    assert len(cut) < LONGEST + 5000
    assert "THE END" in cut


@pytest.fixture
def ask(loopback, solve):
    def run(preset="cp-bench-verify", framework="cpmpy", contract="script", **options):
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        choice = {"frameworks": (framework,), "contract": contract, "answer_schema": SCHEMA}
        return solve(TEXT, model=model, preset=preset, **{**choice, **options})

    return run


def by(framework, contract, right):
    """A reply in a framework, under a contract; a wrong one takes 1 for 3."""
    if contract == "script":
        return script(framework, by=3 if right else 1)
    if framework in RIGHT:
        text = said(framework, RIGHT)
        return text if right else text.replace("blue + 3", "blue + 1").replace("(+ blue 3)", "(+ blue 1)")
    return MODELS[framework].replace("BY", "3" if right else "1")


MODELS = {
    "ortools": """```python
from ortools.sat.python import cp_model
red, blue = model.new_int_var(1, 9, "red"), model.new_int_var(1, 9, "blue")
with clue(3):
    model.add(red == blue + BY)
with clue(4):
    model.add(red + blue == 11)
answer = {"red": red, "blue": blue}
```
""",
    "minizinc": """```minizinc
var 1..9: red;
var 1..9: blue;
% clue 3
constraint red = blue + BY;
% clue 4
constraint red + blue = 11;
% answer
% {"red": "red", "blue": "blue"}
```
""",
}


@pytest.mark.parametrize("contract", ["model", "script"])
@pytest.mark.parametrize("framework", ["cpmpy", "minizinc", "ortools", "smtlib"])
def test_a_round_mends_a_program_in_every_framework(loopback, ask, framework, contract):
    if contract == "script" and load(framework).script is None:
        pytest.skip(f"there are no scripts in {framework}")
    if (framework, contract) == ("smtlib", "script"):
        pytest.skip("they print no JSON: see below")
    fixed = f"The third line is wrong.\n[[FIXED]]\n{by(framework, contract, right=True)}"
    loopback.script(by(framework, contract, right=False), fixed, "[[OK]]")
    answer = ask(framework=framework, contract=contract)
    assert answer.answer == ANSWER, answer.reason
    assert [attempt.job.request for attempt in answer.attempts] == ["write", "review", "review"]
    assert answer.usage.calls == len(loopback.requests) == 3
    first, second, third = (request.messages for request in loopback.requests)
    assert [message["role"] for message in first] == ["system", "user"]
    assert [message["role"] for message in second] == ["user"]  # a fresh prompt
    guide, problem = (message["content"].strip() for message in first)
    assert guide in second[0]["content"]
    assert problem in second[0]["content"]
    for shown, value, other in ((second, "6", "7"), (third, "7", "6")):
        output = shown[0]["content"].partition("<output>")[2].partition("</output>")[0]
        assert f'"red": {value}' in output
        assert f'"red": {other}' not in output
    assert {request.body["temperature"] for request in loopback.requests} == {0.0}


def smt(by):
    bounds = "(assert (and (<= 1 red 9) (<= 1 blue 9)))"
    sums = f"(assert (= red (+ blue {by})))\n(assert (= (+ red blue) 11))"
    declared = "(declare-const red Int)\n(declare-const blue Int)"
    return f"```smt2\n{declared}\n{bounds}\n{sums}\n(check-sat)\n(get-model)\n```\n"


def test_a_script_that_prints_no_json_is_reported_before_the_vote_and_after_each_round(loopback, ask):
    def model(request):
        """Reports what z3 printed, mends what took 1 for 3, and is content with the rest."""
        last = request.messages[-1]["content"]
        if "[[OK]]" in last:
            program = last.rpartition("<program>")[2]
            return "[[OK]]" if "(+ blue 3)" in program else f"[[FIXED]]\n{smt(3)}"
        if request.body.get("response_format"):
            printed = " ".join(last.split())
            return json.dumps(ANSWER if "red () Int 7" in printed else {"red": 6, "blue": 5})
        return smt(1)

    loopback.script(model)
    answer = ask("cp-bench-both", framework="smtlib", samples=2)
    assert answer.answer == ANSWER, answer.reason
    asked = [attempt.job.request for attempt in answer.attempts]
    assert asked == ["write", "write", "report", "report", "review", "report", "review"]
    assert "(+ blue 3)" in answer.program.preamble


def test_ok_at_once_ends_it(loopback, ask):
    loopback.script(script(), "[[OK]]")
    answer = ask()
    assert (answer.answer, len(answer.attempts)) == (ANSWER, 2)
    assert answer.program == answer.attempts[0].program


def test_no_verdict_ends_it_with_a_note_in_the_record(loopback, ask):
    loopback.script(script(by=1), "I am not sure.")
    answer = ask()
    assert answer.answer == {"red": 6, "blue": 5}
    assert "no verdict" in answer.attempts[-1].problem


def test_ten_rounds_are_the_end(loopback, ask):
    """Each round gives another program; the last one counts, though nobody said that it is right."""
    programs = [f"[[FIXED]]\n{script(by=1 if number % 2 else 3)}# {number}\n" for number in range(20)]
    programs = [text.replace("import json\n", f"import json  # {number}\n") for number, text in enumerate(programs)]
    loopback.script(script(), *programs[:10])
    answer = ask()
    assert len(answer.attempts) == len(loopback.requests) == 11
    assert answer.answer == {"red": 6, "blue": 5}
    assert "import json  # 9" in answer.program.preamble


def test_a_fixed_program_that_is_broken_is_shown_with_its_error_and_may_be_mended(loopback, ask):
    broken = "[[FIXED]]\n```python\nimport json, cpmpy\nprint(lamp)\n```"
    loopback.script(script(by=1), broken, f"[[FIXED]]\n{script()}", "[[OK]]")
    assert ask().answer == ANSWER
    assert "NameError" in loopback.requests[2].messages[0]["content"]


def test_a_fixed_program_that_is_broken_wins_if_it_is_the_last(loopback, ask):
    loopback.script(script(), "[[FIXED]]\n```python\nimport json, cpmpy\nprint(lamp)\n```", "[[OK]]")
    answer = ask()
    assert (answer.status, answer.answer) == ("failed", None)


def test_the_winner_of_the_vote_stays_the_winner(loopback, ask):
    """Of ten samples most say 6 and 5; one of these is mended, and the other eight have no vote any more."""
    loopback.script(*[script(by=1)] * 9, script(), f"[[FIXED]]\n{script(by=5)}", "[[OK]]")
    answer = ask("cp-bench-both")
    assert answer.answer == {"red": 8, "blue": 3}
    assert len(loopback.requests) == 12
    assert [request.body["temperature"] for request in loopback.requests] == [0.8] * 10 + [0.0] * 2


def test_sampling_alone(loopback, ask):
    loopback.script(*[script(by=12)] * 4, *[script(by=1)] * 2, *[script()] * 3, "nothing")
    answer = ask("cp-bench-sampling")
    assert (answer.answer, len(loopback.requests)) == (ANSWER, 10)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_one_program_and_one_call(loopback, ask, level):
    loopback.script(script())
    answer = ask(f"cp-bench-level{level}")
    assert (answer.answer, answer.usage.calls) == (ANSWER, 1)
    system = loopback.requests[0].messages[0]["content"]
    assert ("Go step by step" in system) is (level > 1)
    assert ("A small example" in system) is ('<library name="cpmpy ' in system) is (level > 2)


@pytest.mark.parametrize("fault", [Status(401), Status(400), Drop(), "", length("[[FIX")])
def test_a_fault_in_a_round_leaves_the_program_as_it_was(loopback, ask, fault):
    loopback.script(script(), *[fault] * 20 if isinstance(fault, Drop) else [fault])
    answer = ask()
    assert answer.answer == ANSWER
    if not isinstance(fault, str | Reply):
        assert answer.attempts[-1].dead
        assert "127.0.0.1" in answer.reason


def test_a_spent_budget_ends_the_rounds(loopback, ask):
    loopback.script(script(by=1))
    answer = ask(budget=Budget(actions=1, restarts=0, tokens=5))
    assert (answer.answer, len(loopback.requests)) == ({"red": 6, "blue": 5}, 1)


def test_decomposition_may_be_on(loopback, ask):
    loopback.script(json.dumps(DECOMPOSED), script(), "[[OK]]")
    answer = ask(preset=None, settings=preset_of("cp-bench-verify").changed(models=AUTHOR, decomposition=True))
    assert (answer.answer, answer.usage.calls) == (ANSWER, 3)
