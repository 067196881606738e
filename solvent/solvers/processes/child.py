"""The forked child: it discards what it inherited from the server, confines itself, runs one stage of a job and exits.

Before it touches any part of the program, it reports which sandbox layers are active, and whether it refuses the
program because one is missing.
"""

import contextlib
import functools
import io
import json
import os
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from solvent.solvers.engines.engine import Engine, Reply, Searcher
from solvent.solvers.engines.questions import ask, attempt, exact
from solvent.solvers.frameworks import Builder, Checking, Examiner, Framework, Scripted
from solvent.solvers.processes.job import Job
from solvent.solvers.programs.outcome import Limits, Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.sandbox import confinement, layers

RESULT = 3  # the child's only descriptor besides stdin, stdout and stderr


@dataclass(frozen=True)
class ChildSetting:
    """The server's data that every child needs: a framework, its sandbox profile, and a report on the sandbox."""

    framework: Framework
    profile: Literal["program", "minizinc"]
    report: layers.SandboxReport

    def refusal(self, layers: Collection[str]) -> str:
        """Return why a program that Solvent did not write cannot run with these layers; empty if it can."""
        missing = sorted(self.report.required - set(layers))
        if not missing:
            return ""
        needs = "; ".join(self.report.missing) or "the kernel refused them"
        return (
            f"the sandbox lacks {', '.join(missing)} here ({needs}), so a program that Solvent did not write itself is "
            "not run; --allow-unsandboxed runs it all the same, with your rights"
        )


def lead_nowhere() -> None:
    """Redirect the standard streams to the null device, once in the server, so that all its children inherit them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(nowhere, target)
    os.close(nowhere)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # until it exits
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def run_child(  # everything that it gets from its parent
    setting: ChildSetting,
    parent: int | None,
    pipes: tuple[int, int],
    limits: Limits,
    body: bytes | int,
    workdir: Path | None,
    *,
    sandboxed: bool = True,
) -> NoReturn:
    """Run a child from start to exit; `body` is its packed job, or the descriptor of a file that holds it."""
    code = 0
    leave = os._exit  # a program may replace the attribute
    try:
        text = body if isinstance(body, bytes) else _contents(body)
        _shed(*pipes)
        confine = confinement.confine if sandboxed else confinement.limit
        layers = confine(setting.profile, limits, keep=(0, 1, 2, RESULT), workdir=workdir, parent=parent)
        job = Job.unpacked(text)
        refused = "" if job.unsafe or job.program.trusted else setting.refusal(layers)
        _send(json.dumps({"isolation": layers, "refused": refused}).encode() + b"\n")
        if refused:
            pass
        elif job.stage == "build":
            _send(_build(setting.framework, job))
        elif job.stage == "ask":
            engine = functools.partial(_engine, setting.framework, job)
            for reply in ask(engine, job.question, job.answer, job.limits, spent=job.spent, then=job.then):
                _send(_reply(reply))
        elif job.stage == "check":
            for line in _check(setting.framework, job):
                _send(line)
        elif job.stage == "examine":
            _send(_examine(setting.framework, job))
        else:
            code = _script(setting.framework, job)
    except MemoryError:
        os.write(2, b"MemoryError")
    except BaseException as error:  # noqa: BLE001  # nothing may unwind into the server's loop
        os.write(2, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:2000])
    finally:
        leave(code)


def _engine(framework: Framework, job: Job) -> Engine | Searcher:
    """Load the program. The code of a program that Solvent wrote itself is executed right here."""
    program, model = job.program, job.model
    if not model and program.trusted and isinstance(framework, Builder):
        model = framework.build(program)
    return framework.engine(program, model)


def _build(framework: Framework, job: Job) -> bytes:
    if not isinstance(framework, Builder):
        raise TypeError("this framework builds nothing")
    built = b""

    def build() -> Reply:
        nonlocal built
        built = framework.build(job.program)
        return Reply(Status.SATISFIED)

    reply = attempt(build, job.limits)
    return _reply(reply) + built


def _examine(framework: Framework, job: Job) -> bytes:
    if not isinstance(framework, Examiner):
        raise TypeError("this framework has no references")
    return _reply(attempt(lambda: Reply(Status.SATISFIED, framework.examine(job.program, job.answer)), job.limits))


def _check(framework: Framework, job: Job) -> Iterator[bytes]:
    """Yield what became of the code, then the result of each predicate: a line each."""
    if not isinstance(framework, Checking):
        raise TypeError("this framework has no checkers")

    def prepare() -> Reply:
        framework.prepare(job.program)
        return Reply(Status.SATISFIED)

    ready = attempt(prepare, job.limits)
    yield _reply(ready)
    if ready.status.solved:
        for result in framework.check(job.program, job.answer["answer"], job.answer["clues"], job.limits):
            yield json.dumps(result).encode() + b"\n"


def _script(framework: Framework, job: Job) -> int:
    if not isinstance(framework, Scripted):
        raise TypeError("this framework has no scripts")
    os.dup2(RESULT, 1)
    os.close(RESULT)
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(_Lossy(), "utf-8", errors="replace", write_through=True)
    sys.argv = ["program.py"]
    try:
        return framework.script(job.program)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _contents(descriptor: int) -> bytes:
    """Read a whole file by its descriptor."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


def _shed(result: int, errors: int) -> None:
    """Move the pipes into place: the result to RESULT, and the errors to standard error, for a crashing library."""
    if sys.platform != "win32":
        os.set_blocking(errors, False)  # output beyond the pipe's capacity is lost
    os.dup2(errors, 2)  # first, since its current descriptor may be RESULT
    os.dup2(result, RESULT)
    if sys.platform != "linux":  # on Linux the sandbox closes the others
        os.closerange(RESULT + 1, 4096)


class _Lossy(io.RawIOBase):
    """Standard error of a script: output beyond the pipe's capacity is lost, but writing never blocks or fails."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with contextlib.suppress(OSError):
            os.write(2, data)
        return len(data)


def _reply(reply: Reply) -> bytes:
    try:
        said = {
            "status": reply.status,
            "answer": reply.answer,
            "objective": [exact(value) for value in reply.objective],
            "conflict": reply.conflict,
            "stated": reply.stated,
            "vacuous": reply.vacuous,
            "trivial": reply.trivial,
            "message": reply.message,
            "search": reply.search.model_dump() if reply.search else None,
        }
        return json.dumps(said, allow_nan=False).encode() + b"\n"
    except (ValueError, TypeError, RecursionError, ProgramError) as error:
        said = {"status": Status.BAD_ANSWER, "message": f"the answer is no JSON value: {error}"}
        return json.dumps(said).encode() + b"\n"


def _send(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(RESULT, view) :]
