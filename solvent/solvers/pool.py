"""A pool of warm fork servers, one per framework, behind an async interface.

async with Pool() as pool:
outcome = await run(program, pool=pool)
"""

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from solvent.solvers.child import Job
from solvent.solvers.engine import FollowUp, Question
from solvent.solvers.errors import ServerGoneError, SolverUnavailableError
from solvent.solvers.frameworks import Builder, Scripted, load
from solvent.solvers.oneshot import Oneshot, import_path, unavailable
from solvent.solvers.outcome import Limits, Outcome, Status
from solvent.solvers.program import Program
from solvent.solvers.results import Printed, Report, answered, built, printed
from solvent.solvers.sandbox import environment
from solvent.solvers.server import HEADER, frame, unframe

_START = 60.0  # seconds a server may take to import its libraries on a busy machine
MODEL_BYTES = 32 << 20  # of a plain model; a program that needs more is no puzzle
_CACHE_BYTES, _CACHE_COUNT = 64 << 20, 256
_GRACE = 10.0  # seconds beyond a program's deadline after which its server counts as hung

_GONE = Outcome(status=Status.RUNTIME_ERROR, message="the solver's server died twice while it ran this program")

# -I ignores the user's environment, site and directory; the path is handed over instead.
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from solvent.solvers.server import main; main(sys.argv[2], int(sys.argv[3]), *sys.argv[4:])"
)


class _Link:
    """A running server and the jobs it has not answered yet."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        folder: str | None,
    ) -> None:
        self.process = process
        self.folder = folder
        self.reader, self.writer = streams
        self.jobs: dict[int, asyncio.Future[tuple[dict[str, Any], bytes]]] = {}
        self.listener: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, framework: str) -> "_Link":
        ours, theirs = socket.socketpair()
        folder = _folder_for(framework)
        more = [folder] if folder else []
        with theirs:
            process = subprocess.Popen(  # noqa: ASYNC220  # forking takes a moment, and its pipes are not used
                [
                    sys.executable,
                    "-I",
                    "-c",
                    _BOOT,
                    import_path(),
                    framework,
                    str(theirs.fileno()),
                    *more,
                ],
                env=environment(os.environ),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        link = cls(process, await asyncio.open_connection(sock=ours), folder)
        try:
            hello, _ = await asyncio.wait_for(link.receive(), _START)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            hello = {"unavailable": "its server did not start"}
        except BaseException:
            link.end()
            raise
        if "ready" not in hello:
            link.end()
            raise unavailable(framework, str(hello["unavailable"]))
        link.listener = asyncio.create_task(link.listen())
        return link

    async def receive(self) -> tuple[dict[str, Any], bytes]:
        size = HEADER.unpack(await self.reader.readexactly(HEADER.size))[0]
        return unframe(await self.reader.readexactly(size))

    async def listen(self) -> None:
        """Hand every report to the job it belongs to, until the server ends."""
        try:
            while True:
                header, body = await self.receive()
                job = self.jobs.pop(header["job"], None)
                if job is not None and not job.done():
                    job.set_result((header, body))
        except (asyncio.IncompleteReadError, ConnectionError, ValueError, KeyError):
            self.end()

    async def ask(self, number: int, job: Job, most: int) -> tuple[dict[str, Any], bytes]:
        """The report of a child that may say `most` bytes to each question."""
        answer: asyncio.Future[tuple[dict[str, Any], bytes]] = asyncio.get_running_loop().create_future()
        self.jobs[number] = answer
        try:
            head = {"job": number, "limits": job.limits.model_dump(), "most": most}
            self.writer.write(frame({**head, "questions": job.questions, "spent": job.spent}, job.packed()))
            async with asyncio.timeout(job.questions * job.limits.seconds + _GRACE):
                return await answer
        except TimeoutError:
            self.end()
            raise ServerGoneError from None
        finally:
            # Left before its report came (cancelled): its child has to go.
            if self.jobs.pop(number, None) is not None and self.alive:
                self.writer.write(frame({"cancel": number}))

    @property
    def alive(self) -> bool:
        return not self.writer.is_closing()

    def end(self) -> None:
        """Kill the server; the kernel kills its children with it, but not theirs. Jobs that wait are told."""
        self.writer.close()
        self.process.kill()
        self.process.wait()
        if self.folder:
            _sweep(Path(self.folder))
        for job in self.jobs.values():
            if not job.done():
                job.set_exception(ServerGoneError())

    async def close(self) -> None:
        """End it in order: the server sees its socket closing, kills and reaps its children, and exits."""
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.gather(self.listener, return_exceptions=True)
        self.writer.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(self.process.wait, 2)
        self.end()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


def _folder_for(framework: str) -> str | None:
    """Where the children of a framework's server may have folders, if they write files."""
    if getattr(load(framework), "PROFILE", "program") != "minizinc":
        return None
    folder = Path(tempfile.mkdtemp(prefix="solvent-"))
    folder.chmod(0o711)  # as root, each child has its own uid and a folder of its own in there
    return str(folder)


def _sweep(folder: Path) -> None:
    """End what a server that was killed left running in its folder, and remove that."""
    for _ in range(20 if folder.exists() else 0):
        found = [place.parent.name for place in Path("/proc").glob("[0-9]*/cwd") if _lies_in(place, folder)]
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(int(pid), signal.SIGKILL)
        if not found:
            break
        time.sleep(0.02)  # one of them may have started another before it ended
    shutil.rmtree(folder, ignore_errors=True)


def _lies_in(link: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):  # not ours to ask, or gone meanwhile
        return link.readlink().is_relative_to(folder)
    return False


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Models:
    """The plain models of the programs asked last, so that the questions of one program build it once."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[bytes, tuple[str, ...]]] = OrderedDict()
        self._size = 0

    def get(self, key: bytes) -> tuple[bytes, tuple[str, ...]] | None:
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def put(self, key: bytes, model: bytes, isolation: tuple[str, ...]) -> None:
        if key in self._known:
            return
        self._known[key] = model, isolation
        self._size += len(model)
        while self._size > _CACHE_BYTES or len(self._known) > _CACHE_COUNT:
            self._size -= len(self._known.popitem(last=False)[1][0])


class Pool:
    """Runs at most `workers` questions at once (default: one per core); the others wait, off the clock.

    A program that Solvent did not write itself is refused, as `blocked`, where the machine cannot give every layer of
    the sandbox, unless `allow_unsandboxed`. Without `forking`, as elsewhere than on Linux, there is no fork server and
    no sandbox: each stage of a program is a new process, which takes a second to start.
    """

    def __init__(
        self, workers: int | None = None, *, allow_unsandboxed: bool = False, forking: bool = sys.platform == "linux"
    ) -> None:
        self.workers = workers or _cores()
        self.allow_unsandboxed = allow_unsandboxed
        self._free = asyncio.Semaphore(self.workers)
        self._closed = False
        self._numbers = itertools.count()
        self._forking = forking
        self._links: dict[str, _Link | Oneshot] = {}
        self._starting: dict[str, asyncio.Lock] = {}
        self._models = _Models()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        links = list(self._links.values())
        self._links.clear()
        self._closed = True
        await asyncio.gather(*(link.close() for link in links))

    async def ask(self, program: Program, question: Question, answer: Any = None, *, limits: Limits) -> Outcome:
        """Put a question to a program, each stage of it in a process of its own.

        Raises UnknownFrameworkError, SolverUnavailableError.
        """
        return (await self._put(Job("ask", program, limits, question, answer, unsafe=self.allow_unsandboxed)))[0]

    async def ask_both(self, program: Program, then: FollowUp, *, limits: Limits) -> tuple[Outcome, Outcome | None]:
        """Put `run` and, about the answer that it gives, `then` to one process; each question has its own time.

        Raises UnknownFrameworkError, SolverUnavailableError.
        """
        first, *more = await self._put(Job("ask", program, limits, then=then, unsafe=self.allow_unsandboxed))
        return first, more[0] if more and first.status.solved else None

    async def run_script(self, program: Program, *, limits: Limits) -> Printed:
        """Run a script; its outcome, all that it printed, and what solvers it called.

        Raises UnknownFrameworkError, SolverUnavailableError.
        """
        try:
            async with self._free:
                report = await self._stage(Job("script", program, limits, unsafe=self.allow_unsandboxed))
        except ServerGoneError:
            return Printed(_GONE)
        return Printed.of(report, limits)

    async def examine(self, reference: Program, request: dict[str, Any], *, limits: Limits) -> Outcome:
        """Put a question to a data set's reference script (`solvers.cpmpy.examine`); the outcome's answer is the reply.

        Raises UnknownFrameworkError, SolverUnavailableError, TypeError or ValueError for a request that is no JSON.
        """
        job = Job("examine", reference, limits, answer=request, unsafe=self.allow_unsandboxed)
        try:
            async with self._free:
                return answered(await self._stage(job), limits)
        except ServerGoneError:
            return _GONE

    async def _put(self, job: Job) -> tuple[Outcome, ...]:
        """The outcome of the job's question; with `then` another, which means something only if there is an answer."""
        framework = load(job.program.framework)
        try:
            json.dumps(job.answer)
        except (TypeError, ValueError, RecursionError) as error:
            return (Outcome(status=Status.BAD_ANSWER, message=f"the given answer is no JSON value: {error}"),)
        async with self._free:
            try:
                if job.program.contract == "script":
                    return (await self._run_script(job),)
                if isinstance(framework, Builder) and not job.program.trusted:
                    return await self._build_and_ask(job)
                return _outcomes(await self._stage(job), job)
            except ServerGoneError:
                return (_GONE,)

    async def _run_script(self, job: Job) -> Outcome:
        if job.question != "run":
            message = f"a script only solves and prints: the question {job.question!r} needs a program with a model"
            return Outcome(status=Status.BAD_ANSWER, message=message)
        if not isinstance(load(job.program.framework), Scripted):
            message = f"there are no scripts in {job.program.framework}: state a model and an answer template"
            return Outcome(status=Status.BAD_ANSWER, message=message)
        return printed(await self._stage(replace(job, stage="script")), job.limits)

    async def _build_and_ask(self, job: Job) -> tuple[Outcome, ...]:
        """Two processes: one executes the program's code, the other never sees it and has the last word."""
        key = hashlib.sha256(json.dumps(job.program.model_dump()).encode()).digest()
        known = self._models.get(key)
        took = 0.0
        if known is None:
            report = await self._stage(replace(job, stage="build", answer=None), most=MODEL_BYTES)
            model = built(report, job.limits, MODEL_BYTES)
            if isinstance(model, Outcome):
                return (model,)
            known = model, report.isolation
            self._models.put(key, *known)
            took = report.seconds
        spent = max(0.0, min(took, job.limits.seconds - 0.05))
        bare = job.program.model_copy(update={"preamble": "", "fragments": (), "answer": "", "objectives": ()})
        report = await self._stage(replace(job, program=bare, model=known[0], spent=spent))
        # A layer counts if it was on in both.
        report = replace(report, isolation=tuple(layer for layer in known[1] if layer in report.isolation))
        return _outcomes(report, job)

    async def _stage(self, job: Job, *, most: int | None = None) -> Report:
        """Run one stage, once more if its server dies meanwhile. Raises ServerGoneError."""
        for last in (False, True):
            link = await self._link(job.program.framework)
            try:
                header, said = await link.ask(next(self._numbers), job, most or job.limits.output_bytes)
                return Report.of(header, said)
            except ServerGoneError:
                if last:
                    raise
        raise AssertionError

    async def _link(self, framework: str) -> "_Link | Oneshot":
        """The server of a framework, started at first need and again after it died, or what serves without one."""
        async with self._starting.setdefault(framework, asyncio.Lock()):
            if self._closed:
                raise SolverUnavailableError("the pool is closed: ask inside its `async with` block")
            link = self._links.get(framework)
            if link is None or not link.alive:
                if link is not None:
                    await link.close()
                link = await _Link.start(framework) if self._forking else Oneshot(framework)
                self._links[framework] = link
            return link


def _outcomes(report: Report, job: Job) -> tuple[Outcome, ...]:
    parts = (report,) if job.questions == 1 else report.parted()
    return tuple(answered(part, job.limits) for part in parts)


async def run(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """One answer, the best one where the program has objectives: `optimal` only when that is proven."""
    return await pool.ask(program, "run", limits=limits or Limits())


async def run_then(
    program: Program, then: FollowUp, *, pool: Pool, limits: Limits | None = None
) -> tuple[Outcome, Outcome | None]:
    """The replies to `run` and, where it gives an answer, to `second` or `improve` about it, out of one process.

    Each question has `limits` of its own. None stands for what was not asked: there is no answer, or it is a script's.
    """
    return await pool.ask_both(program, then, limits=limits or Limits())


async def second(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """Another answer than `answer` (with objectives: at least as good), or `unsatisfiable`: it is the only one."""
    return await pool.ask(program, "second", answer, limits=limits or Limits())


async def conflict(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """`unsatisfiable` and, in `conflict`, a minimal set of clues that clash (none: the background does)."""
    return await pool.ask(program, "conflict", limits=limits or Limits())


async def improve(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """A strictly better answer, or `unsatisfiable`: `answer` is optimal."""
    return await pool.ask(program, "improve", answer, limits=limits or Limits())


async def accepts(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """`satisfied` (`optimal` with objectives) if the program allows `answer`, else `unsatisfiable` and why."""
    return await pool.ask(program, "accepts", answer, limits=limits or Limits())


async def bearing(program: Program, answer: Any, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """`satisfied` if the background alone leaves more than `answer`, and the clues that exclude nothing of it."""
    return await pool.ask(program, "bearing", answer, limits=limits or Limits())
