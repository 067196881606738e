"""What a forked child does: it sheds what it has of the server, confines itself, does one stage of a job and exits.

| stage | what runs | what it may say |
|---|---|---|
| build | the program's code | a plain model, or why there is none |
| ask | the harness, over a plain model or a text | an outcome, or two: of `run` and of its follow-up |
| script | a program that solves and prints | what it prints |
| examine | a data set's reference, and the harness | an outcome, whose answer is what was found |

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

from solvent.solvers import sandbox
from solvent.solvers.engine import Engine, FollowUp, ProgramError, Question, Reply, Searcher, ask, attempt, exact
from solvent.solvers.frameworks import Builder, Examiner, Framework, Scripted
from solvent.solvers.outcome import Limits, Status
from solvent.solvers.program import Program

Stage = Literal["build", "ask", "script", "examine"]

_LONG = 3600.0  # seconds of CPU time
RESULT = 3  # the child's only descriptor beyond stdin, stdout and stderr


@dataclass(frozen=True)
class Job:
    """One stage: `model` is what the stage `build` gave; `unsafe` lets it run without the full sandbox.

    With `then` the child answers two questions in a row, `run` and that one about its answer, each within `limits`. Of
    the first, `spent` seconds have passed already.
    """

    stage: Stage
    program: Program
    limits: Limits
    question: Question = "run"
    answer: Any = None
    model: bytes = b""
    unsafe: bool = False
    spent: float = 0.0
    then: FollowUp | None = None

    @property
    def questions(self) -> int:
        """How many questions the child may answer."""
        return 2 if self.stage == "ask" and self.then else 1

    @property
    def building(self) -> "Job":
        """The stage `build` of the same program: whatever the question, it is the same to the last byte.

        What has to be there is a limit of memory. Its time is short or long without its knowledge.
        """
        limits = Limits(seconds=_LONG, memory_mb=self.limits.memory_mb)
        return Job("build", self.program, limits, unsafe=self.unsafe)

    def packed(self) -> bytes:
        """Raises TypeError or ValueError when the answer is no JSON value."""
        head = {
            "stage": self.stage,
            "program": self.program.model_dump(),
            "limits": self.limits.model_dump(),
            "question": self.question,
            "answer": self.answer,
            "unsafe": self.unsafe,
            "spent": self.spent,
            "then": self.then,
        }
        return json.dumps(head).encode() + b"\n" + self.model

    @classmethod
    def unpacked(cls, body: bytes) -> "Job":
        head, _, model = body.partition(b"\n")
        fields = json.loads(head)
        program, limits = Program.model_validate(fields.pop("program")), Limits.model_validate(fields.pop("limits"))
        return cls(program=program, limits=limits, model=model, **fields)


@dataclass(frozen=True)
class Setting:
    """What the server knows and every child needs: a framework, its profile, and the layers that it must have."""

    framework: Framework
    profile: Literal["program", "minizinc"]
    report: sandbox.Report

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
    setting: Setting,
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
        confine = sandbox.confine if sandboxed else sandbox.limit
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
