"""kill -9 of Solvent's own processes: what they started ends with them, and their folder goes with the next start."""

import asyncio
import contextlib
import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from console import COMMAND, environment

from solvent.solvers import Pool
from solvent.solvers.sandbox import layers, temporary_folders

HARD = Path(__file__).parents[1] / "example_programs" / "minizinc" / "hard.mzn"
SOLVERS = ["minizinc", "fzn-gecode"]
PATIENCE = 30  # seconds that a busy machine may take for what takes none

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def below(pid):
    """Every living process below another: its pid and name, parents first."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            own, rest = stat.read_text().split(" (", 1)
        except OSError:
            continue
        name, fields = rest.rsplit(") ", 1)
        if fields[0] not in "ZX":
            parents[int(own)] = (int(fields.split()[1]), name)
    found = {pid: "solvent"}
    while more := {own: name for own, (parent, name) in parents.items() if parent in found and own not in found}:
        found |= more
    return found


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except OSError:
        return False


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


@pytest.fixture
def temp(monkeypatch):
    """A place for temporary folders that other users reach, too."""
    place = Path(tempfile.mkdtemp(prefix="solvent-test-"))
    place.chmod(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    shutil.rmtree(place)


@pytest.fixture
def searching(temp):
    """`solvent run` on a hard program: its process, and those below it once Gecode searches."""
    process = subprocess.Popen(
        [*COMMAND, "run", str(HARD), "--timeout", "120"],
        env=environment(TMPDIR=str(temp)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # The server tries MiniZinc out first, without a child.
        yield process, wait_for(lambda: found if list((found := below(process.pid)).values())[3:] == SOLVERS else None)
    finally:
        process.kill()
        process.wait()


# Which of the command, the server and its child are killed, in which order; the others go by themselves.
ORDERS = {
    "all at once": ("command", "server", "child"),
    "from below": ("child", "server", "command"),
    "the child last": ("server", "command", "child"),
    "the command": ("command",),
    "the server and the command": ("server", "command"),
}


@needs_proc
@pytest.mark.needs("minizinc")
@pytest.mark.skipif(not layers.available().full, reason="without the sandbox MiniZinc ends its solver itself")
@pytest.mark.parametrize("order", ORDERS)
def test_solvers_end_with_those_who_started_them(searching, order, temp):
    process, running = searching
    command, server, child, *solvers = running
    pids = {"command": command, "server": server, "child": child}
    if "server" in ORDERS[order]:
        os.kill(server, signal.SIGSTOP)  # or it may tidy up in the moment before it is killed
    for name in ORDERS[order]:
        with contextlib.suppress(ProcessLookupError):  # it may have gone with the one before
            os.kill(pids[name], signal.SIGKILL)
    process.wait()
    wait_for(lambda: not any(map(alive, [server, child, *solvers])))
    if "server" in ORDERS[order]:
        assert list(temp.glob("solvent-run-*"))
    asyncio.run(started())
    wait_for(lambda: not list(temp.glob("solvent-run-*")))


async def started():
    async with Pool(workers=1):
        pass


def test_only_folders_that_nobody_holds_are_swept(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    held, left = temporary_folders.make(), temporary_folders.make()
    (left.path / "model.fzn").write_text("x")
    os.close(left.lock)
    strange = [tmp_path / "solvent-other", tmp_path / "solvent-run-file", tmp_path / "solvent-run-link"]
    strange[0].mkdir()
    strange[1].write_text("x")
    strange[2].symlink_to(strange[0], target_is_directory=True)
    if os.getuid() == 0:
        strange.append(tmp_path / "solvent-run-of-another-user")
        strange[-1].mkdir()
        os.chown(strange[-1], 12345, 12345)
    temporary_folders.sweep()
    assert not left.path.exists()
    assert held.path.exists()
    assert all(path.is_symlink() or path.exists() for path in strange)
    held.remove()
    assert not held.path.exists()


def test_a_folder_is_held_by_whoever_inherits_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = temporary_folders.make()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[folder.lock]) as heir:
        os.close(folder.lock)
        temporary_folders.sweep()
        assert folder.path.exists()
        heir.communicate(b"\n")
    temporary_folders.sweep()
    assert not folder.path.exists()


def test_a_folder_that_is_swept_as_it_is_made_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lock, taken = fcntl.flock, []

    def flock(descriptor, how):
        if not taken:  # another start is quicker, once
            taken.append(next(tmp_path.iterdir()))
            taken[0].rmdir()
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    folder = temporary_folders.make()
    assert folder.path.exists()
    assert taken
    folder.remove()


def test_a_folder_that_cannot_be_held_is_an_error_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def full(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", full)
        with pytest.raises(OSError, match="Too many open files"):
            temporary_folders.make()
    assert not list(tmp_path.iterdir())
