"""`solvent doctor`: a report that is true."""

import json

import installed
import pytest
from console import solvent

from solvent.solvers.sandbox.layers import available


def test_the_main_job_runs_here(tmp_path):
    for name in ("noun", "verb", "adj", "adv"):
        for kind in ("data", "index"):
            (tmp_path / f"{kind}.{name}").touch()
    result = solvent("doctor", "--json", WNSEARCHDIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["main_job"]["ok"]
    assert found["sandbox"]["full"] == available().full
    assert {"smtlib", "cpmpy", "ortools", "minizinc"} <= found["frameworks"].keys()
    assert all(found["frameworks"][name]["ok"] for name in ("smtlib", "cpmpy", "ortools"))
    assert found["thesaurus"] == {"ok": True, "detail": f"WordNet in {tmp_path}"}
    assert found["frameworks"]["minizinc"]["ok"] == (not installed.missing("minizinc"))


def test_a_missing_tool_is_told_and_is_no_failure(tmp_path):
    result = solvent("doctor", PATH=str(tmp_path))
    assert result.returncode == 0, result.stderr
    line = next(line for line in result.stdout.splitlines() if line.startswith("minizinc"))
    assert "NOT OK" in line
    assert "install" in line


@pytest.mark.parametrize("words", [(), ("--api",)])
def test_an_api_is_reached_only_when_asked(loopback, words):
    loopback.script()
    result = solvent("doctor", "--json", *words, OPENAI_BASE_URL=loopback.url)
    found = json.loads(result.stdout)
    assert ("api" in found) == bool(words)
    if words:
        assert found["api"]["ok"], found["api"]


def test_a_dead_api_is_told():
    result = solvent("doctor", "--api", OPENAI_BASE_URL="http://127.0.0.1:9/v1")
    assert "NOT OK" in next(line for line in result.stdout.splitlines() if line.startswith("api"))
