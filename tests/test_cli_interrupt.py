"""Stopping the command line in the middle: the documented exit code, no process left, and the trace is on disk."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from console import COMMAND, environment
from loopback import Delay

PATIENCE = 120.0  # seconds until a test gives up waiting

# Langford's problem of 13 pairs has no solution, by a parity that no solver here sees: it searches for far longer than
# a test takes. The two of pair k have k houses between them.
PAIRS = 13
NAMES = [
    "Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima", "Mike",
    "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey", "Xray", "Yankee",
    "Zulu",
]  # fmt: skip
BETWEEN = ["is exactly one house", *(f"are exactly {k} houses" for k in range(2, PAIRS + 1))]
PUZZLE = (
    f"There are {2 * PAIRS} houses, numbered 1 to {2 * PAIRS} from left to right. A different person lives in each.\n"
    f" - Each person has a unique name: {', '.join(f'`{name}`' for name in NAMES)}\n\n## Clues:\n"
    + "".join(
        f"{k}. There {BETWEEN[k - 1]} between {NAMES[2 * k - 2]} and {NAMES[2 * k - 1]}.\n" for k in range(1, PAIRS + 1)
    )
)
SMTLIB = (
    "".join(f"(declare-const {name} Int)\n" for name in NAMES)
    + "; clue\n"
    + "".join(f"(assert (<= 1 {name} {2 * PAIRS}))\n" for name in NAMES)
    + f"(assert (distinct {' '.join(NAMES)}))\n"
    + "".join(
        f"; clue {k}\n(assert (or (= (- {a} {b}) {k + 1}) (= (- {b} {a}) {k + 1})))\n"
        for k, (a, b) in enumerate(zip(NAMES[::2], NAMES[1::2], strict=True), 1)
    )
    + '; answer\n; "Alfa"\n'
)
ENDLESS = "import cpmpy as cp\nx = cp.intvar(1, 3)\nwhile True:\n    pass\nanswer = {'x': x}\n"


def stat(pid: int) -> tuple[str, int, int] | None:
    """Give the state, the parent and the start time of a process, from /proc; None when there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields[0], int(fields[1]), int(fields[19])


def descendants(root: int) -> set[tuple[int, int]]:
    """Give (pid, start time) of every process under `root`."""
    every = {int(path.name): stat(int(path.name)) for path in Path("/proc").iterdir() if path.name.isdigit()}
    known = {root}
    while more := {pid for pid, found in every.items() if found and found[1] in known} - known:
        known |= more
    return {(pid, found[2]) for pid in known - {root} if (found := every[pid])}


def alive(process: tuple[int, int]) -> bool:
    """Whether a process still runs: the same one, not a later one with its id, and not dead and unreaped."""
    found = stat(process[0])
    return found is not None and found[2] == process[1] and found[0] not in "ZX"


def wait_for(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited {PATIENCE} s for {what}"
        time.sleep(0.05)


class Running:
    """A command at work, with every process seen under it."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.seen: set[tuple[int, int]] = set()
        self.errors = folder / "stderr"
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*COMMAND, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, cwd=folder,
                env=environment(), start_new_session=True,
                # Where the tests run in the background of a script, they were told to ignore it.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
            )  # fmt: skip

    def busy(self) -> bool:
        """Whether a question is at work: a server's child is, under the command."""
        assert self.process.poll() is None, f"ended early: {self.errors.read_text()}"
        below = descendants(self.process.pid)
        self.seen |= below
        return len(below) >= 2

    def settle(self, seconds: float) -> None:
        """Let it work on, watching."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.busy()
            time.sleep(0.05)

    def end(self) -> tuple[int, str, str]:
        """Give exit code, stdout and stderr, when the command and all under it have ended."""
        stdout, _ = self.process.communicate(timeout=PATIENCE)
        wait_for(lambda: not any(map(alive, self.seen)), "the end of the processes that the command started")
        return self.process.returncode, stdout.decode(), self.errors.read_text()

    def kill(self) -> None:
        """Leave nothing behind when a test fails: end what this test started, one by one."""
        for pid, _ in [each for each in self.seen if alive(each)]:
            os.kill(pid, signal.SIGKILL)
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def start(tmp_path):
    running: list[Running] = []

    def begin(*args: str) -> Running:
        running.append(Running(tmp_path, *args))
        return running[-1]

    yield begin
    for each in running:
        each.kill()


def check_trace(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    assert lines
    assert all(line.endswith("\n") for line in lines)
    assert all(isinstance(json.loads(line), dict) for line in lines)


@pytest.mark.parametrize("whole_group", [True, False], ids=["Ctrl-C", "kill -INT"])
@pytest.mark.parametrize("framework", ["smtlib", "cpmpy"])
def test_interrupted_solve(start, tmp_path, framework, whole_group):
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    trace = tmp_path / "trace.jsonl"
    args = ("--framework", framework, "--timeout", "300", "--trace", str(trace), "--json")
    command = start("solve", "puzzle.txt", *args)
    wait_for(command.busy, "a program at work")
    command.settle(0.5)
    check_trace(trace)
    (os.killpg if whole_group else os.kill)(command.process.pid, signal.SIGINT)
    code, stdout, stderr = command.end()
    assert code == 130
    assert stdout == ""
    assert "Traceback" not in stderr
    assert 0 < len(stderr) < 600
    check_trace(trace)


def test_interrupted_bench_of_a_model(start, loopback, tmp_path):
    """Inspect takes a Ctrl-C for itself; it still ends the command, and the case waits for the next one."""
    row = {"id": "langford", "text": PUZZLE, "answer": {"Alfa": 1}}
    (tmp_path / "puzzles.jsonl").write_text(json.dumps(row) + "\n")
    loopback.script(lambda _: Delay(PATIENCE))
    model = ("--model", "slow", "--base-url", loopback.url, "--no-rules")
    command = start("bench", "puzzles", "--data", "puzzles.jsonl", *model, "--out", "out")
    wait_for(lambda: loopback.requests, "a request to the model")
    os.killpg(command.process.pid, signal.SIGINT)
    code, stdout, stderr = command.end()
    assert (code, stdout, stderr) == (130, "", "solvent: interrupted\n")
    assert not (tmp_path / "out" / "cases.jsonl").read_text()


@pytest.mark.parametrize(("name", "code"), [("langford.smt2", SMTLIB), ("endless.py", ENDLESS)])
def test_interrupted_run(start, tmp_path, name, code):
    (tmp_path / name).write_text(code)
    command = start("run", name, "--timeout", "300")
    wait_for(command.busy, "a program at work")
    command.settle(0.3)
    os.killpg(command.process.pid, signal.SIGINT)
    code, stdout, stderr = command.end()
    assert (code, stdout) == (130, "")
    assert "Traceback" not in stderr
    assert 0 < len(stderr) < 600


def test_killed_solve(start, tmp_path):
    """Nobody can catch SIGKILL; still nothing is left at work, and the trace holds whole lines."""
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    command = start("solve", "puzzle.txt", "--timeout", "300", "--trace", "trace.jsonl")
    wait_for(command.busy, "a program at work")
    command.settle(0.3)
    command.process.kill()
    assert command.end()[0] == -signal.SIGKILL
    check_trace(tmp_path / "trace.jsonl")


def test_deadline_leaves_nothing(start, tmp_path):
    """The same program with a short deadline ends by itself, and says that time was up."""
    (tmp_path / "langford.smt2").write_text(SMTLIB)
    command = start("run", "langford.smt2", "--timeout", "1", "--json")
    wait_for(command.busy, "a program at work")
    code, stdout, _ = command.end()
    assert code == 13
    assert json.loads(stdout)["status"] == "timeout"
