"""Where streams are closed, the disk is full or little is left: a message, an exit code, and no answer lost."""

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from console import COMMAND, EXAMPLES, ROOT, environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells and limits of Unix")
SMALL = EXAMPLES / "small.txt"
PROGRAM = ROOT / "tests" / "solvers" / "example_programs" / "smtlib" / "two.smt2"
GRID = "verified: Every word of all 4 clues was used"
STREAMS = {0: "<&-", 1: ">&-", 2: "2>&-"}
USER = 23456  # a uid that nobody has here
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


def run(*words, shell="", before=(), **extra):
    """Run a command whose shell does something first: closes a stream, sets a limit."""
    script = f'{shell.partition("|")[0]}; exec "$@" {shell.partition("|")[2]}' if shell else 'exec "$@"'
    done = subprocess.run(
        [*before, "/bin/sh", "-c", script.lstrip("; "), "sh", *COMMAND, *map(str, words)],
        capture_output=True,
        cwd=ROOT,
        env=environment(**extra),
        timeout=120,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert "internal error" not in done.stdout + done.stderr, done.stderr
    return done


@pytest.mark.parametrize("closed", [each for n in (1, 2, 3) for each in itertools.combinations(STREAMS, n)], ids=str)
def test_closed_streams(closed):
    done = run("solve", SMALL, shell="|" + " ".join(STREAMS[stream] for stream in closed))
    assert done.returncode == (1 if 1 in closed else 0)
    assert (GRID in done.stdout) == (1 not in closed)
    assert ("could not be written to standard output" in done.stderr) == (1 in closed and 2 not in closed)


def test_a_puzzle_from_a_closed_stream():
    done = run("solve", "-", shell="|<&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot read standard input: it is closed" in done.stderr


@full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [("solve", SMALL), ("run", PROGRAM, "--json"), ("--help",), ("--version",)], ids=str)
def test_a_full_standard_output(words, unbuffered):
    done = run(*words, shell="|>/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert "could not be written to standard output: No space left on device" in done.stderr


@full
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_standard_error_changes_nothing(unbuffered):
    done = run("run", "nowhere.smt2", shell="|2>/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stdout) == (2, "")
    if unbuffered:
        done = run("solve", EXAMPLES / "ambiguous.txt", shell="|2>/dev/full", PYTHONUNBUFFERED=unbuffered)
        assert done.returncode == 11
        assert "ambiguous: " in done.stdout


@full
def test_a_trace_that_cannot_be_written_costs_no_answer():
    done = run("solve", SMALL, "--trace", "/dev/full")
    assert done.returncode == 0
    assert GRID in done.stdout
    assert done.stderr == "solvent: the trace /dev/full is not complete: No space left on device.\n"


@pytest.fixture
def tiny(tmp_path):
    """A file system of 64 KiB; only root can have one."""
    place = tmp_path / "tiny"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=1777", "none", str(place)]
    if sys.platform != "linux" or os.getuid() != 0 or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("needs root, and the right to mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_fills_up_costs_no_report(tiny):
    command = ("bench", "cp-bench", "--data", EXAMPLES / "cp_bench" / "problems.jsonl", "--limit", "1", "--json")
    assert run(*command, "--out", tiny / "out").returncode == 0
    results = tiny / "out" / "results.json"
    results.unlink()
    results.mkdir()  # so that it cannot be written
    done = run(*command, "--out", tiny / "out")
    assert json.loads(done.stdout)["n"] == 1
    assert done.returncode == 2
    assert "choose another --out" in done.stderr
    fill(tiny / "rest")
    done = run(*command, "--out", tiny / "new")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No space left on device; choose another folder" in done.stderr


def fill(path, leave=0):
    """Leave a disk with so many pages."""
    with path.open("wb", buffering=0) as file:
        with contextlib.suppress(OSError):  # it is full
            while True:
                file.write(bytes(4096))
        file.truncate(file.tell() - 4096 * leave)


def test_no_room_for_temporary_files(tiny):
    fill(tiny / "all")
    done = run("solve", SMALL, TMPDIR=str(tiny))
    assert (done.returncode, GRID in done.stdout) == (0, True)


@pytest.mark.parametrize("number", [7, 10, 20])
def test_few_descriptors(number):
    done = run("solve", SMALL, shell=f"ulimit -n {number}")
    if number >= 20:
        assert (done.returncode, GRID in done.stdout) == (0, True), done.stderr
    else:
        check_scarce(done, "Too many open files")


@pytest.mark.parametrize("number", [1, 3, 10])
def test_few_processes(number):
    """The limit does not bind root."""
    before = ["prlimit", f"--nproc={number}"]
    if os.getuid() == 0:
        more = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]  # the interpreter may lie in its home
        before = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *more, *before]
    elif number < 10:
        pytest.skip("how many processes this user has is not known")
    if not all(map(shutil.which, ("setpriv", "prlimit"))):
        pytest.skip("needs setpriv and prlimit (util-linux)")
    done = run("solve", SMALL, before=before)
    if number >= 10 and os.getuid() == 0:
        assert (done.returncode, GRID in done.stdout) == (0, True), done.stderr
    else:
        check_scarce(done, "no process could be started", "process ended without", "start new thread", "unavailable")


def check_scarce(done, *words):
    """It was solved all the same, or the message names what is lacking."""
    if done.returncode == 0:
        assert GRID in done.stdout
    else:
        assert done.returncode in (1, 2, 13)
        assert any(word in done.stdout + done.stderr for word in words), (done.stdout, done.stderr)
