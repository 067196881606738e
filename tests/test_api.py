"""`solvent.solve` as a user of Python meets it."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from console import EXAMPLES, environment
from loopback import Status

import solvent
from solvent.solvers.errors import InputError, SolventError

ZEBRA = EXAMPLES / "zebra.txt"


def test_importing_brings_in_nothing_heavy():
    code = (
        "import sys; from solvent import solve, Settings, __version__; "
        "print([name for name in ('langgraph', 'z3', 'openai', 'cpmpy', 'ortools', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_help_shows_the_options():
    for function in (solvent.solve, solvent.asolve):
        parameters = inspect.signature(function).parameters
        assert {"model", "preset", "settings", "timeout", "samples"} <= parameters.keys()
        assert not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values())
    assert solvent.solve.__doc__ == solvent.asolve.__doc__
    assert solvent.solve.__name__ == "solve"


def test_help_tells_the_defaults():
    """Every option is explained, and what it is by default is what `Settings` says."""
    arguments = solvent.solve.__doc__.split("Args:")[1].split("Returns:")[0]
    told = dict(re.findall(r"^ +(\w+): (.+(?:\n {12}.+)*)", arguments, re.MULTILINE))
    assert told.keys() == inspect.signature(solvent.solve).parameters.keys()
    usual = solvent.Settings()
    for option, value in [
        ("contract", usual.contract), ("samples", usual.samples), ("use_rules", usual.rules), ("level", usual.level),
        ("verify", usual.verification),
        ("allow_unsandboxed", usual.allow_unsandboxed),
        ("budget", f"{usual.budget.actions} actions, {usual.budget.restarts} restart"),
    ]:  # fmt: skip
        assert told[option].endswith(f"[{value}]."), option


def test_a_path_and_what_comes_back(solve):
    answer = solve(ZEBRA)
    assert answer.status == "verified"
    assert str(answer).splitlines()[0].split() == ["House", "people", "colours", "pets", "drinks"]


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("examples/zebra.txt", InputError, "Path("),
        (Path("nowhere.txt"), InputError, "cannot read nowhere.txt"),
        (EXAMPLES, InputError, "cannot read"),
    ],
)
def test_texts_that_are_none(monkeypatch, text, error, told):
    monkeypatch.chdir(EXAMPLES.parent)
    with pytest.raises(error) as caught:
        solvent.solve(text)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"samples": 0}, "samples: 0"), ({"level": 9}, "1, 2 or 3"), ({"frameworks": "cpmpy"}, '["cpmpy"]'),
        ({"preset": "lavish"}, "lavish"), ({"preset": "quick", "settings": solvent.Settings()}, "not both"),
        ({"timeout": 0}, "limits.seconds"), ({"use_rules": False}, "name a model"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused_in_words(options, told):
    with pytest.raises(SolventError) as caught:
        solvent.solve("x", **options)
    assert told in str(caught.value)


def test_the_environment_names_model_address_and_key(monkeypatch, loopback, solve):
    loopback.script(lambda _: Status(401))
    for name, value in {"OPENAI_BASE_URL": loopback.url, "OPENAI_API_KEY": "sk-1", "SOLVENT_MODEL": "player"}.items():
        monkeypatch.setenv(name, value)
    answer = solve("What is the capital of nowhere?")
    (request,) = loopback.requests
    assert (request.body["model"], request.headers["authorization"]) == ("player", "Bearer sk-1")
    assert answer.status == "failed"


def test_no_key_at_all_is_said_before_anything_is_sent(solve):
    answer = solve("What is the capital of nowhere?", model="big")
    assert answer.status == "failed"
    assert "There is no key" in answer.reason
    assert answer.usage.calls == 0


def test_a_role_has_a_model_and_a_key_of_its_own(monkeypatch, loopback, solve):
    loopback.script(lambda _: Status(401))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("SOLVENT_KEY_AUTHOR", "sk-2")
    author = solvent.ModelChoice(name="big", url=loopback.url)
    solve("What is the capital of nowhere?", settings=solvent.Settings(models={"author": author}))
    (request,) = loopback.requests
    assert (request.body["model"], request.headers["authorization"]) == ("big", "Bearer sk-2")
