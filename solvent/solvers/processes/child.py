"""What a forked child does: it sheds what it has of the server, confines itself, does one stage of a job and exits.

The child first says which layers of the sandbox are on, and whether it refuses the program for want of one, before
anything of the program is touched.
"""

import contextlib
import functools
import io
import json
import os
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from solvent.solvers.engines.engine import Engine, Reply, Searcher
from solvent.solvers.engines.questions import ask, attempt, exact
from solvent.solvers.frameworks import Builder, Examiner, Framework, Scripted
from solvent.solvers.processes.job import Job
from solvent.solvers.programs.outcome import Limits, Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.sandbox import confinement, layers

RESULT = 3  # the child's only descriptor beyond stdin, stdout and stderr


@dataclass(frozen=True)
class ChildSetting:
    """What the server knows and every child needs: a framework, its profile, and the layers that it must have."""

    framework: Framework
    profile: Literal["program", "minizinc"]
    report: layers.SandboxReport

    def refusal(self, layers: Collection[str]) -> str:
        """Why a program that Solvent did not write cannot run with these layers; empty if it can."""
        missing = sorted(self.report.required - set(layers))
        if not missing:
            return ""
        needs = "; ".join(self.report.missing) or "the kernel refused them"
        return (
            f"the sandbox lacks {', '.join(missing)} here ({needs}), so a program that Solvent did not write itself is "
            "not run; --allow-unsandboxed runs it all the same, with your rights"
        )


def lead_nowhere() -> None:
    """Standard streams for the server and, as they inherit them, all its children: made once, not in each."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(nowhere, target)
    os.close(nowhere)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # until it exits
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115


def run_child(  # all that it has of its parent
    setting: ChildSetting,
    parent: int | None,
    pipes: tuple[int, int],
    limits: Limits,
    body: bytes | int,
    workdir: Path | None,
    *,
    sandboxed: bool = True,
) -> NoReturn:
    """Everything a child does; `body` holds its job, or is a descriptor of a file that does."""
    code = 0
    leave = os._exit  # a program may put something else in its place
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
    """The loaded program. One that Solvent wrote itself, which has one face, is executed here and now."""
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
    """All of a file in memory."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


def _shed(result: int, errors: int) -> None:
    """Put the pipes in their places; standard streams lead nowhere, but for what a dying library says."""
    if sys.platform != "win32":
        os.set_blocking(errors, False)  # what is more than the pipe holds is lost
    os.dup2(errors, 2)  # first: it may lie where the result goes
    os.dup2(result, RESULT)
    if sys.platform != "linux":  # there the sandbox does it
        os.closerange(RESULT + 1, 4096)


class _Lossy(io.RawIOBase):
    """Standard error of a script: the pipe's end of what it says may be lost, but it never blocks or fails."""

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
