"""`solvent solve --checkpoint`: killed at any call, a run goes on and pays for no reply twice."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from console import ROOT, check_refusal, environment, one_object, solvent, solvent_here
from loopback import Drop, with_n

sys.path.insert(0, str(Path(__file__).parent / "agents"))  # where the puzzle of these tests is kept
from test_checkpoints import obedient
from test_llm import ANSWER, TEXT

PUZZLE = "examples/small.txt"
FIRST = "the-key-of-the-process-that-is-killed"
SETTLE = 1.0  # seconds in which a reply that another call may still be handling is on disk


class Killing:
    """A model server's answers; at the n-th request, it kills the process that asks."""

    def __init__(self, loopback, n, settle, kind=lambda answer: answer):
        self.n, self.settle, self.process, self.seen = n, settle, None, 0
        self.reply = kind(obedient)
        self.answered = Counter()
        self.ready = threading.Event()
        loopback.script(self.act)

    def act(self, request):
        self.seen += 1
        doomed = FIRST in request.headers["authorization"]
        if doomed and self.seen == self.n:
            self.kill()
        if doomed and self.seen >= self.n:
            return Drop()
        self.answered[json.dumps(request.body, sort_keys=True)] += 1
        return self.reply(request)

    def started(self, process):
        self.process = process
        self.ready.set()

    def kill(self):
        self.ready.wait(30)
        time.sleep(self.settle)
        os.kill(self.process, signal.SIGKILL)


def run_until_killed(killing, loopback, path, *args):
    argv = ["solve", "--text", TEXT, "--checkpoint", path, *model(loopback), *args]
    done = solvent(*argv, started=killing.started, OPENAI_API_KEY=FIRST)
    assert done.returncode == -signal.SIGKILL
    (run_id,) = re.findall(r"run (\w+); go on with --checkpoint \S+ --resume \1\n", done.stderr)
    return run_id


def model(loopback):
    return "--model", "player", "--base-url", loopback.url, "--timeout", "20"


@pytest.mark.parametrize("n", range(1, 5))
def test_a_killed_run_goes_on(loopback, capsys, tmp_path, n):
    """The calls follow each other, so what had returned before the n-th is on disk when that is made."""
    path = tmp_path / "runs.db"
    killing = Killing(loopback, n, settle=0)
    run_id = run_until_killed(killing, loopback, path)
    found = one_object(
        solvent_here(capsys, "solve", "--checkpoint", path, "--resume", run_id, "--json", *model(loopback))
    )
    assert (found["status"], found["answer"], found["usage"]["calls"]) == ("verified", ANSWER, 4), found["reason"]
    assert sum(killing.answered.values()) == len(killing.answered) == 4


@pytest.mark.parametrize("n", [3, 5])
def test_a_killed_run_with_parallel_samples_goes_on(loopback, capsys, tmp_path, n):
    """Decompose, two programs, two repairs at the same time, a witness."""
    check_killed_samples(Killing(loopback, n, settle=SETTLE), loopback, capsys, tmp_path, [1, 1, 1, 1, 2])


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_killed_run_whose_samples_share_a_request_goes_on(loopback, capsys, tmp_path, n):
    """Decompose, two programs in one request, two repairs at the same time, a witness."""
    check_killed_samples(Killing(loopback, n, SETTLE, with_n), loopback, capsys, tmp_path, [1, 1, 1, 2])


def check_killed_samples(killing, loopback, capsys, tmp_path, answered):
    """Let a run be killed and go on; how often each of its requests was answered tells whether any was repeated."""
    path = tmp_path / "runs.db"
    args = ("--samples", "2", *model(loopback))
    run_id = run_until_killed(killing, loopback, path, *args[:2])
    found = one_object(solvent_here(capsys, "solve", "--checkpoint", path, "--resume", run_id, "--json", *args))
    assert (found["status"], found["answer"]) == ("verified", ANSWER), found["reason"]
    assert found["usage"]["calls"] == sum(killing.answered.values())
    assert sorted(killing.answered.values()) == answered


@pytest.fixture
def finished(capsys, tmp_path):
    """A file with one finished run, and its id."""
    path = tmp_path / "my runs.db"
    done = solvent_here(capsys, "solve", PUZZLE, "--checkpoint", path)
    (run_id,) = re.findall(r"run (\w+); go on with --checkpoint '.*my runs\.db' --resume \1\n", done.stderr)
    return path, run_id, done


def test_a_finished_run_is_told_again(capsys, finished):
    path, run_id, first = finished
    again = solvent_here(capsys, "solve", "--checkpoint", path, "--resume", run_id)
    assert (again.returncode, again.stdout, again.stderr) == (0, first.stdout, "")
    same = solvent_here(capsys, "solve", PUZZLE, "--checkpoint", path, "--resume", run_id)
    assert same.stdout == first.stdout


def test_several_files_are_several_runs(capsys, tmp_path):
    path = tmp_path / "runs.db"
    done = solvent_here(capsys, "solve", PUZZLE, PUZZLE, "--checkpoint", path)
    assert done.returncode == 0
    ids = re.findall(rf"run (\w+) \({PUZZLE}\); go on", done.stderr)
    assert len(set(ids)) == 2


REFUSED = {
    "unknown id": (lambda path, _: ("--checkpoint", path, "--resume", "nope"), "it has {run_id}"),
    "no file": (lambda path, run_id: ("--checkpoint", f"{path}x", "--resume", run_id), "there is no checkpoint"),
    "no checkpoint": (lambda _, run_id: (PUZZLE, "--resume", run_id), "give the --checkpoint FILE"),
    "two texts": (lambda path, run_id: (PUZZLE, PUZZLE, "--checkpoint", path, "--resume", run_id), "one run"),
    "another text": (lambda path, run_id: ("--text", "x", "--checkpoint", path, "--resume", run_id), "another text"),
    "other settings": (
        lambda path, run_id: ("--checkpoint", path, "--resume", run_id, "--level", "1"),
        "other settings (level)",
    ),
    "a directory": (lambda path, _: (PUZZLE, "--checkpoint", path.parent), "Is a directory"),
    "no directory": (lambda path, _: (PUZZLE, "--checkpoint", path / "x"), "Not a directory"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_go_on_says_why(capsys, finished, case):
    path, run_id, _ = finished
    args, told = REFUSED[case]
    result = solvent_here(capsys, "solve", *args(path, run_id))
    check_refusal(result, 2)
    assert told.format(run_id=run_id) in result.stderr
    assert not Path(f"{path}x").exists()


def test_files_that_are_no_checkpoints(capsys, tmp_path):
    foreign, text = tmp_path / "foreign.db", tmp_path / "text.db"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE checkpoints (a)")
    database.close()
    text.write_text("A diary. " * 1000)
    for path, told in ((foreign, "another program"), (text, "not a checkpoint")):
        before = path.read_bytes()
        for args in ((PUZZLE,), ("--resume", "x")):
            result = solvent_here(capsys, "solve", *args, "--checkpoint", path)
            check_refusal(result, 2)
            assert told in result.stderr
        assert path.read_bytes() == before


def test_without_a_checkpoint_no_database_is_imported():
    script = (
        "import sys; from solvent.cli import main; main(['solve', 'examples/small.txt']);"
        "sys.exit(any(name.partition('.')[0] in ('aiosqlite', 'sqlite3', 'genai_prices') for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env=environment(), cwd=ROOT)
