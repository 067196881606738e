"""The template of a framework works when it is copied in, and nothing else is done."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import solvent

PACKAGE = Path(solvent.__file__).parent
TEMPLATE = PACKAGE.parent / "docs" / "templates" / "framework_exhaustive.py"
PROGRAM = """\
x in 1..9
y in 1..9
# clue 1
x + y == 10
# clue 2
x > y + 2
{more}
# answer
# {{"x": "x", "y": "y", "sizes": [{{"$where": "x > 5", "$item": {{"$label": "x", "$of": {{"7": "seven"}}}}}}]}}
"""


@pytest.fixture(scope="module")
def ask():
    """Asks a question of a program, in a copy of the package that has the template in its place."""
    root = Path(tempfile.mkdtemp())  # tmp_path is closed to the users that children run as
    root.chmod(0o755)
    shutil.copytree(PACKAGE, root / "solvent", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TEMPLATE, root / "solvent" / "solvers" / "frameworks" / "exhaustive.py")

    def put(question, more=""):
        program = root / "program.finite"
        program.write_text(PROGRAM.format(more=more), encoding="utf-8")
        command = [sys.executable, "-m", "solvent.cli", "run", str(program), "--ask", question, "--json"]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    yield put
    shutil.rmtree(root)


def test_it_solves_and_proves(ask):
    best = ask("run", "# minimize x * y\n# clue 3\nx < 8")
    assert (best["status"], best["answer"], best["objective"]) == (
        "optimal",
        {"x": 7, "y": 3, "sizes": ["seven"]},
        [21],
    )
    assert "seccomp" in best["isolation"] or sys.platform != "linux"


def test_its_clashes_are_clues(ask):
    clash = ask("conflict", "# clue 3\ny > 5")
    assert (clash["status"], clash["conflict"]) == ("unsatisfiable", [1, 2, 3])


def test_what_is_wrong_is_said_with_its_place(ask):
    broken = ask("run", "# clue 3\nx / 2 == y")
    assert broken["status"] == "syntax_error"
    assert broken["message"].startswith("line 8, column 1: this is not in the language")
