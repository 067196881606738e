"""How MiniZinc is called: here a script stands in for it that fails in ways which the real one shows only by chance."""

import sys

import pytest

from solvent.solvers.engines.minizinc.installed_minizinc import Tool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")

ERROR = '{"type": "status", "status": "ERROR"}'
SOLUTION = '{"type": "solution", "output": {"json": {"x": 3}}}'


@pytest.fixture
def tool(tmp_path, monkeypatch):
    """A MiniZinc that behaves on its first call as told, and later solves; and how often it was called."""
    monkeypatch.chdir(tmp_path)
    binary, calls = tmp_path / "minizinc", tmp_path / "calls"

    def make(first):
        binary.write_text(
            f"#!/bin/sh\necho >> {calls}\nif [ $(wc -l < {calls}) = 1 ]; then {first}; fi\necho '{SOLUTION}'\n"
        )
        binary.chmod(0o755)
        return Tool(str(binary)), lambda: len(calls.read_text())

    return make


def test_a_solver_that_was_killed_is_started_again(tool):
    minizinc, calls = tool(f"echo '{ERROR}'; exit 1")
    run = minizinc.run("var 1..3: x;", ["--json-stream"], 30)
    assert [message["type"] for message in run.messages()] == ["solution"]
    assert calls() == 2


@pytest.mark.parametrize(
    "first",
    [
        "echo 'cannot open the file' >&2; exit 1",
        """echo '{"type": "error", "what": "syntax error"}'; exit 1""",
        f"echo '{SOLUTION}'; exit 1",
        "exit 0",
    ],
)
def test_what_is_explained_is_final(tool, first):
    minizinc, calls = tool(first)
    minizinc.run("var 1..3: x;", ["--json-stream"], 30)
    assert calls() == 1


def test_there_is_no_second_try_without_time(tool):
    minizinc, calls = tool("sleep 0.3; exit 1")
    assert minizinc.run("var 1..3: x;", ["--json-stream"], 0.2).code is None
    assert calls() == 1
