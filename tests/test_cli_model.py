"""`solvent solve --model`: options for a model, and what a user is told when its server fails."""

import json
import re
import sys
from pathlib import Path
from typing import get_args

import pytest
from console import EXIT, check_refusal, one_object, solvent, solvent_here
from loopback import Delay, Reply, Status, with_n

from solvent.agents import PRESETS, Settings
from solvent.agents.authors import Modeller
from solvent.agents.models.client import Reply as ModelReply
from solvent.agents.settings import Task
from solvent.agents.state import Attempt, Job, Writer
from solvent.agents.story import deed
from solvent.translators import Puzzle
from solvent.translators.rules import Clause

sys.path.insert(0, str(Path(__file__).parent / "agents"))  # where the puzzle of these tests is kept
from test_llm import ANSWER, CLASH, DECOMPOSED, RIGHT, TEXT, said, sorts

SECRET = "sk-very-secret"


@pytest.fixture
def solve(capsys, monkeypatch):
    """The command in this process, for starting one takes longer than most of what is tested here."""

    def run(url, *args, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        model = ("--model", "player", "--base-url", url, "--timeout", "20")
        return solvent_here(capsys, "solve", "--text", TEXT, *model, *args)

    return run


def obedient(request):
    """A model that is right from the first."""
    first = request.messages[0]["content"]
    if sorts(request):
        return json.dumps(DECOMPOSED)
    if first.startswith("You write a checker"):
        return CHECKER
    framework = "cpmpy" if "CPMpy" in first else "smtlib"
    return said(framework, RIGHT)


CHECKER = """```python
# expects: unique
def fits(answer):
    return set(answer) == {"red", "blue"}

def clue_0(answer):
    return True

def clue_1(answer):
    return all(1 <= hours <= 9 for hours in answer.values())

def clue_2(answer):
    return answer["red"] - answer["blue"] == 3

def clue_3(answer):
    return answer["red"] + answer["blue"] == 11
```
"""
SERVERS = {
    "wrong key": (Status(401, message=f"Incorrect key {SECRET}"), 1, ("OPENAI_API_KEY", "401")),
    "no such model": (Status(404, message="model 'player' not found"), 1, ("--model", "'player'")),
    "wrong path": (Status(404, body={"detail": "Not Found"}), 1, ("--base-url", "/v1")),
    "quota": (Status(429, body={"error": {"message": "?", "code": "insufficient_quota"}}), 1, ("billing",)),
    "hangs": (Delay(60), 1, ("no complete reply within",)),
    "prose": (Reply("It is 7 and 4."), 6, ("No program gave an answer",)),
}


@pytest.mark.parametrize("kind", SERVERS)
def test_a_server_that_fails(solve, loopback, kind):
    action, requests, told = SERVERS[kind]
    loopback.script(lambda _: action)
    budget = ("--budget-seconds", "1.5") if kind == "hangs" else ("--preset", "quick", "--samples", "2")
    result = solve(loopback.url, "--json", *budget, OPENAI_API_KEY=SECRET)
    found = one_object(result)
    assert (found["status"], result.returncode) == ("failed", 13)
    for word in told:
        assert word in found["reason"]
    assert SECRET not in result.stdout + result.stderr
    check_refusal(result, 13)
    assert len(loopback.requests) == requests
    if kind != "prose":
        assert found["attempts"] == []


@pytest.mark.parametrize(
    ("url", "code", "told"),
    [
        ("http://127.0.0.1:9/v1", 13, ("--base-url", "refused")),
        ("nonsense", 2, ("--base-url", "http://localhost:8000/v1")),
    ],
)
def test_an_address_where_nobody_is(solve, url, code, told):
    result = solve(url)
    check_refusal(result, code)
    for word in told:
        assert word in result.stdout + result.stderr


def test_a_limited_reply_is_asked_for(solve, loopback):
    loopback.script(obedient)
    for args in ((), ("--reply-tokens", "500"), ("--reply-tokens", "0")):
        solve(loopback.url, *args)
    asked = [request.body.get("max_tokens") for request in loopback.requests]
    assert asked == [16_000] * 3 + [500] * 3 + [None] * 3


@pytest.mark.parametrize(("samples", "kind"), [("1", with_n), ("3", with_n), ("3", lambda answer: answer)])
def test_replies_from_the_cache_cost_nothing_and_count(solve, loopback, tmp_path, samples, kind):
    loopback.script(kind(obedient))
    args = ("--cache", tmp_path / "replies", "--samples", samples, "--prices", "1000000,0", "--json")
    first = one_object(solve(loopback.url, *args))
    calls = len(loopback.requests)
    again = one_object(solve(loopback.url, *args))
    assert (first["usage"]["calls"], first["usage"]["reused"]) == (calls, 0)
    assert again["usage"] == {**first["usage"], "reused": calls}
    assert (again["status"], again["answer"], len(loopback.requests)) == ("verified", ANSWER, calls)
    told = solve(loopback.url, *args[:-1], "--show", "attempts").stdout
    written = 7 * (calls if kind is not with_n or samples == "1" else calls + 2)
    assert f"{calls} model calls ({calls} from the cache), {11 * calls} + {written} tokens, " in told


@pytest.mark.parametrize("command", [("solve", "examples/small.txt"), ("bench", "zebralogic", "--data", ".")])
def test_a_cache_that_cannot_be_written_to(loopback, tmp_path, capsys, command):
    (tmp_path / "file").write_text("x")
    model = ("--model", "player", "--base-url", loopback.url)
    result = solvent_here(capsys, *command, *model, "--cache", tmp_path / "file")
    check_refusal(result, 2)
    assert "cannot write to the cache" in result.stderr
    assert not loopback.requests


USAGE = {
    "no prices": (("--budget-usd", "1"), "--prices"),
    "one price": (("--prices", "2.5"), "2.5,10"),
    "prices in words": (("--prices", "a,b"), "2.5,10"),
    "prices below zero": (("--prices=-1,2",), "2.5,10"),
    "prices in no file": (("--prices", "prices.toml"), "nor a file"),
    "prices in a directory": (("--prices", "."), "cannot read the prices"),
    "prices in a text": (("--prices", "examples/small.txt"), "not valid TOML"),
    "no dollars": (("--budget-usd", "0", "--prices", "1,2"), "--budget-usd"),
    "checks below zero": (("--verify=-1",), "--verify"),
    "half a check": (("--verify", "0.5"), "--verify"),
    "no such level": (("--level", "4"), "--level"),
    "no such preset": (("--preset", "lavish"), "lavish"),
    "no such framework": (("--framework", "prolog"), "prolog"),
    "no such contract": (("--contract", "oral"), "oral"),
    "no scripts in it": (("--contract", "script", "--framework", "wordplay"), "no scripts in wordplay"),
    "no scripts at all": (("--contract", "script", "--framework", "wordplay"), "cpmpy, minizinc, ortools, smtlib"),
    "scripts by rules": (("--contract", "script", "--model", "rules"), "--model"),
    "answers by rules": (("--framework", "none", "--model", "rules"), "--model"),
}


@pytest.mark.parametrize("case", USAGE)
def test_usage(solve, loopback, case):
    args, named = USAGE[case]
    result = solve(loopback.url, *args)
    assert (result.returncode, result.stdout) == (2, "")
    assert named in result.stderr
    assert loopback.requests == []


@pytest.mark.parametrize(("prices", "usd"), [((), None), (("--prices", "1000000,0", "--budget-usd", "1000"), 33.0)])
def test_what_it_costs(solve, loopback, prices, usd):
    loopback.script(obedient)
    found = one_object(solve(loopback.url, "--json", *prices))
    assert (found["status"], found["answer"]) == ("verified", ANSWER), found["reason"]
    assert found["usage"] == {"calls": 3, "prompt_tokens": 33, "completion_tokens": 21, "usd": usd, "reused": 0}


def test_a_file_of_prices(solve, loopback, tmp_path):
    loopback.script(obedient)
    prices = tmp_path / "prices.toml"
    prices.write_text('player = [1000000, 0]\n"other-1.5" = [0, 0]\n')
    args = ("--json", "--budget-usd", "1000", "--model-for", "witness=other-1.5")
    assert one_object(solve(loopback.url, *args, "--prices", prices))["usage"]["usd"] == 22.0
    assert one_object(solve(loopback.url, *args, SOLVENT_PRICES=str(prices)))["usage"]["usd"] == 22.0
    prices.write_text("player = [1, 0]\n")
    result = solve(loopback.url, *args, "--prices", prices)
    check_refusal(result, 2)
    assert "not known for other-1.5" in result.stderr
    assert one_object(solve(loopback.url, "--json", *args[3:], "--prices", prices))["usage"]["usd"] is None


def test_the_money_runs_out(solve, loopback):
    loopback.script(obedient)
    found = one_object(solve(loopback.url, "--json", "--budget-usd", "20", SOLVENT_PRICES="1000000,0"))
    assert (found["status"], found["usage"]["calls"]) == ("unverified", 2)
    assert "20 US dollars" in found["reason"]


def test_the_story_and_the_trace_of_a_run(solve, loopback, tmp_path):
    broken = iter([said("cpmpy", CLASH)])

    def act(request):
        first = request.messages[0]["content"]
        return obedient(request) if sorts(request) or "CPMpy" not in first else next(broken, None) or obedient(request)

    loopback.script(act)
    result = solve(loopback.url, "--show", "attempts", "--trace", tmp_path / "trace.jsonl")
    assert result.returncode == EXIT["verified"], result.stdout
    story = re.sub(r"\s+", " ", result.stdout)
    for part in (
        "1. player wrote a program in cpmpy.",
        "no answer: clues 2 and 3 contradict each other",
        "2. player got feedback on its program 1 in cpmpy:",
        "| Clue 2: The red lamp burns 3 hours longer than the blue one.",
        "It changed the part of clue 2: -model += red == blue + 12 +model += red == blue + 3",
        'answer: {"red": 7, "blue": 4} => there is no other answer',
        "3. player wrote a program in smtlib, without seeing the others. => the answer of program 2",
        "verified: Two programs by the same model agree",
        "4 model calls, 44 + 28 tokens, price unknown",
    ):
        assert part in story
    events = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text("utf-8").splitlines()]
    calls = [event for event in events if event["event"] == "call"]
    assert [call["messages"] for call in calls] == [request.messages for request in loopback.requests]
    assert all(call["reply"]["text"] for call in calls)


def test_a_call_that_fails_is_in_the_trace(solve, loopback, tmp_path):
    loopback.script(lambda _: Status(401))
    solve(loopback.url, "--trace", tmp_path / "trace.jsonl")
    events = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text("utf-8").splitlines()]
    (call,) = [event for event in events if event["event"] == "call"]
    assert "OPENAI_API_KEY" in call["error"]
    assert call["messages"]


@pytest.mark.parametrize("command", ["solve", "bench"])
def test_help_names_the_presets(command):
    told = " ".join(solvent(command, "--help").stdout.split())
    named = [name for name in PRESETS if name in told]
    assert {"standard", "thorough"} < set(named)
    assert any(name.startswith("cp-bench") for name in named)
    assert "solvent presets" in told


def test_thorough_writes_three_programs_in_two_frameworks_and_has_the_answer_checked(solve, loopback):
    loopback.script(obedient)
    found = one_object(solve(loopback.url, "--json", "--preset", "thorough", "--samples", "2"))
    assert found["status"] == "verified", found["reason"]
    assert [each["framework"] for each in found["attempts"]] == ["cpmpy"] * 2 + ["smtlib"] * 2
    for begins in ("You check", "You write a checker"):
        assert sum(request.messages[0]["content"].startswith(begins) for request in loopback.requests) == 1
    assert "checker per clue" in [fact["check"] for fact in found["evidence"] if fact["passed"]][-1]


def test_a_checker_beside_a_second_program(solve, loopback):
    loopback.script(obedient)
    found = one_object(solve(loopback.url, "--json", "--checkers"))
    assert (found["status"], found["answer"], found["usage"]["calls"]) == ("verified", ANSWER, 4), found["reason"]
    assert len(found["attempts"]) == 2
    assert any("checker per clue" in fact["check"] and fact["passed"] for fact in found["evidence"])


SCRIPT = """```python
import json
import cpmpy as cp
red, blue = cp.intvar(1, 9, shape=2)
cp.Model(red == blue + 3, red + blue == 11).solve()
print(json.dumps({"red": int(red.value()), "blue": int(blue.value())}))
```
"""


@pytest.mark.parametrize(
    ("args", "deed"), [(("--contract", "script"), "wrote a script"), (("--framework", "none"), "")]
)
def test_scripts_and_own_answers_on_the_command_line(solve, loopback, args, deed):
    said_first = SCRIPT if deed else json.dumps(ANSWER)
    loopback.script(json.dumps(DECOMPOSED), said_first, obedient)
    found = one_object(solve(loopback.url, "--json", *args))
    assert (found["status"], found["answer"]) == ("verified", ANSWER), found["reason"]
    assert found["program"] == ({"framework": "cpmpy", "code": SCRIPT[10:-4]} if deed else None)
    assert all(clue["understood"] for clue in found["clues"])
    loopback.script(json.dumps(DECOMPOSED), said_first, *["I cannot."] * 5)
    result = solve(loopback.url, "--show", "attempts", "--preset", "quick", *args)
    assert result.returncode == EXIT["unverified"], result.stdout
    assert f"player {deed or 'gave an answer'}" in result.stdout
    assert "wrote a program in " in result.stdout  # the witness


@pytest.mark.parametrize("contract", get_args(Task))
@pytest.mark.parametrize("request_", get_args(Job.model_fields["request"].annotation))
def test_the_story_has_words_for_every_way_to_ask(contract, request_):
    asked = Job(id=1, parent=0, writer=Writer(kind="model", name="player"), framework="cpmpy", contract=contract)
    first = asked.model_copy(update={"id": 0, "parent": None})
    for job in (first, asked.model_copy(update={"request": request_, "feedback": "It said 7."})):
        told = deed(Attempt(job=job, program=None))
        assert told.startswith("player ")
        assert told[-1] in ".:"


def test_the_story_says_whose_reading_of_a_clue_a_program_has():
    read = (
        (2, Clause(relation="A is B", values=("Ana", "milk"))),
        (5, Clause(relation="A is B", values=("Cy", "tea"))),
    )
    job = Job(id=0, writer=Writer(kind="model", name="player"), framework="cpmpy", reading="strict", clauses=read)
    assert deed(Attempt(job=job, program=None)).endswith("with readings of clues 2, 5 by player.")


def test_scripts_are_written_in_all_frameworks_of_a_preset(solve, loopback):
    """Those in SMT-LIB are given Python, which is none; the witness uses it, too."""
    scripted = "self-contained"
    loopback.script(lambda request: SCRIPT if scripted in request.messages[0]["content"] else obedient(request))
    found = one_object(solve(loopback.url, "--json", "--preset", "thorough", "--verify", "0", "--contract", "script"))
    assert found["status"] == "verified", found["reason"]
    assert [each["framework"] for each in found["attempts"]] == ["cpmpy"] * 3 + ["smtlib"] * 4


async def test_each_level_says_more_than_the_one_before():
    heard = []

    class Listener:
        async def complete(self, messages, **_):
            heard.append(messages[0]["content"])
            return ModelReply(text="nothing")

    for contract in ("model", "script"):
        for level in (1, 2, 3):
            job = Job(id=0, writer=Writer(kind="model", name="m"), framework="cpmpy", contract=contract)
            await Modeller(Listener(), Settings(level=level)).write(Puzzle(text="x"), job)
    heard, scripts = heard[:3], heard[3:]
    assert [len(prompt.split()) for prompt in scripts] == sorted(len(prompt.split()) for prompt in scripts)
    for prompt, (steps, example) in zip(scripts, [(False, False), (True, False), (True, True)], strict=True):
        assert "one JSON object" in prompt
        assert "print(json.dumps(" in prompt
        assert "with clue(" not in prompt
        for part in ("Go step by step", "Heed these rules", "no other block"):
            assert (part in prompt) is steps
        for part in ("A small example", "Operators", "time_limit"):
            assert (part in prompt) is example
    words = [len(prompt.split()) for prompt in heard]
    assert words == sorted(words)
    for prompt, (steps, example) in zip(heard, [(False, False), (True, False), (True, True)], strict=True):
        assert "with clue(3):" in prompt  # the contract
        assert ("First think" in prompt) is steps
        assert ("A small example" in prompt) is ("Mistakes to avoid" in prompt) is ("Operators" in prompt) is example
