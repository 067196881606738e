"""The sandbox's second profile: MiniZinc works in it, and nothing else does."""

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes import ORDINARY, Scene, stage

from solvent.solvers import Limits
from solvent.solvers.sandbox import confinement, file_rules, layers

pytestmark = [
    pytest.mark.skipif(
        sys.platform != "linux" or not layers.available().full,
        reason="; ".join(layers.available().missing) or "not Linux",
    ),
    pytest.mark.needs("minizinc"),
]
USERS = [0, ORDINARY] if os.getuid() == 0 else [os.getuid()]


@pytest.fixture
def workdir() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="solvent-work-"))
    yield path
    shutil.rmtree(path)


def _minizinc(model: str, *arguments: str) -> Callable[[Scene], object]:
    """MiniZinc as the engine would start it, but in a child of the confined process: the test hears what it said."""

    def act(_scene: Scene) -> str:
        Path("model.mzn").write_text(model)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(write, 1)
            os.dup2(write, 2)
            command = ["minizinc", "--solver", "gecode", "--output-mode", "json", *arguments, "model.mzn"]
            os.execve(str(shutil.which("minizinc")), command, {"TMPDIR": str(Path.cwd())})
        os.close(write)
        said = b""
        while part := os.read(read, 1 << 16):
            said += part
        return f"exit {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n{said.decode()}"

    return act


def _in_minizinc_box(act: Callable[[Scene], object], user: int, workdir: Path) -> str:
    os.chown(workdir, user, -1)
    workdir.chmod(0o700)
    report = stage(act, Scene(workdir), user=user, profile="minizinc", workdir=workdir)
    assert set(report.layers) >= layers.FULL, report
    return f"{report.result}{report.error}"


@pytest.mark.parametrize("user", USERS)
def test_minizinc_solves(user: int, workdir: Path) -> None:
    model = (
        'include "alldifferent.mzn"; include "increasing.mzn"; '
        "array[1..4] of var 1..4: x; constraint alldifferent(x); constraint increasing(x);"
    )
    said = _in_minizinc_box(_minizinc(f"{model} solve satisfy;"), user, workdir)
    assert "exit 0" in said
    assert '"x" : [1, 2, 3, 4]' in said
    assert list(workdir.iterdir()) == [workdir / "model.mzn"]  # MiniZinc tidied its FlatZinc away


@pytest.mark.parametrize("user", USERS)
def test_minizinc_optimises_under_its_time_limit(user: int, workdir: Path) -> None:
    said = _in_minizinc_box(_minizinc("var 1..9: x; solve maximize x;", "--time-limit", "5000"), user, workdir)
    assert '"x" : 9' in said
    assert "==========" in said


@pytest.mark.parametrize("user", USERS)
def test_minizinc_cannot_include_a_file_of_the_user(user: int, workdir: Path) -> None:
    canary = Path(tempfile.mkstemp(suffix=".mzn")[1])
    canary.write_text("int: canary = 1234567;")
    canary.chmod(0o644)
    model = f'include "{canary}"; var canary..canary: x; solve satisfy;'
    free = stage(_in(workdir, _minizinc(model)), Scene(workdir), user=USERS[0], profile=None)
    said = _in_minizinc_box(_minizinc(model), user, workdir)
    canary.unlink()
    assert "1234567" in str(free.result)
    assert "1234567" not in said
    assert "exit 0" not in said


def _execute(*command: str) -> Callable[[Scene], object]:
    def act(_scene: Scene) -> int:
        pid = os.posix_spawn(command[0], list(command), {})
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    return act


def _kill_parent(scene: Scene) -> None:
    os.kill(scene.victim, signal.SIGKILL)


ESCAPES: dict[str, Callable[[Scene], object]] = {
    "shell": _execute("/bin/sh", "-c", "exit 0"),
    "shell-by-loader": _execute(
        str(next(iter(file_rules.loaders()), "/lib64/ld-linux-x86-64.so.2")), "/bin/sh", "-c", "exit 0"
    ),
    "read-passwd": lambda _: Path("/etc/passwd").read_text() and 0,
    "write-elsewhere": lambda scene: Path(tempfile.gettempdir(), f"{scene.folder.name}-escaped").write_text("x") and 0,
    "subfolder": lambda _: Path("deeper").mkdir() or 0,
    "kill-parent": lambda scene: _kill_parent(scene) or 0,
    "socket": lambda _: __import__("socket").socket() and 0,
    "leave-the-group": lambda _: _leave_the_group(),
    "huge-file": lambda _: _write_at("big", 300 << 20),
}


def _leave_the_group() -> int:
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os._exit(0 if os.getpgrp() == os.getpid() else 3)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _write_at(name: str, place: int) -> int:
    with Path(name).open("wb") as file:
        file.seek(place)
        file.write(b"x")
    return 0


def _in(folder: Path, act: Callable[[Scene], object]) -> Callable[[Scene], object]:
    def there(scene: Scene) -> object:
        os.chdir(folder)
        return act(scene)

    return there


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("profile", [None, "minizinc"])
@pytest.mark.parametrize("name", ESCAPES)
def test_minizinc_profile_gives_nothing_else(name: str, profile: str | None, user: int, workdir: Path) -> None:
    os.chown(workdir, user, -1)
    escaped = Path(tempfile.gettempdir(), f"{workdir.name}-escaped")
    act = ESCAPES[name] if profile else _in(workdir, ESCAPES[name])
    report = stage(act, Scene(workdir), user=user, profile=profile, workdir=workdir if profile else None)
    done = report.result == 0 or not report.victim_alive or escaped.exists()
    escaped.unlink(missing_ok=True)
    assert done == (profile is None), report


def test_killing_the_group_ends_the_solver_too(workdir: Path) -> None:
    """MiniZinc asks for a process group of its own for its solver, which would then survive."""
    # Pigeons without a global constraint: Gecode searches for hours.
    model = "int: n = 14; array[1..n] of var 1..n-1: x; constraint forall(i, j in 1..n where i < j)(x[i] != x[j]);"
    (workdir / "model.mzn").write_text(f"{model} solve satisfy;")
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(write, 1)
        command = ["minizinc", "--solver", "gecode", str(workdir / "model.mzn")]
        binary = str(shutil.which("minizinc"))
        confinement.confine("minizinc", Limits(seconds=30), keep=(1,), workdir=workdir, parent=os.getppid())
        os.execve(binary, command, {"TMPDIR": str(workdir)})
    os.close(write)
    deadline = time.monotonic() + 20
    while not (solvers := _children(pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)  # it may still be between fork and exec
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while any(map(_runs, solvers)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert solvers
    assert not any(map(_runs, solvers))
    os.close(read)


def _runs(pid: int) -> bool:
    """Whether the process exists and is more than a zombie that init has yet to reap."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def _children(pid: int) -> list[int]:
    """The processes that the first thread of `pid` started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
