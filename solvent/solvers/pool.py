"""A pool of warm fork servers, one per framework, behind an async interface.

async with Pool() as pool:
outcome = await run(program, pool=pool)
"""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from solvent.solvers.engine import Question
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.frameworks import load
from solvent.solvers.outcome import Limits, Outcome, Status
from solvent.solvers.program import Program
from solvent.solvers.sandbox import environment
from solvent.solvers.server import HEADER, frame, unframe

_START = 60.0  # seconds a server may take to import its libraries on a busy machine
_GRACE = 10.0  # seconds beyond a program's deadline after which its server counts as hung

# -I ignores the user's environment, site and directory; the path is handed over instead.
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from solvent.solvers.server import main; main(sys.argv[2], int(sys.argv[3]))"
)


class _ServerGoneError(Exception):
    """The server ended before the job did."""


class _Link:
    """A running server and the jobs it has not answered yet."""

    def __init__(
        self, process: subprocess.Popen[bytes], streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        self.process = process
        self.reader, self.writer = streams
        self.jobs: dict[int, asyncio.Future[tuple[dict[str, Any], bytes]]] = {}
        self.listener: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, framework: str) -> "_Link":
        ours, theirs = socket.socketpair()
        root = str(Path(__file__).parents[2])
        path = [root, *(entry for entry in sys.path if entry and Path(entry).is_absolute() and entry != root)]
        with theirs:
            process = subprocess.Popen(  # noqa: ASYNC220  # forking takes a moment, and its pipes are not used
                [sys.executable, "-I", "-c", _BOOT, json.dumps(path), framework, str(theirs.fileno())],
                env=environment(os.environ),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        link = cls(process, await asyncio.open_connection(sock=ours))
        try:
            hello, _ = await asyncio.wait_for(link.receive(), _START)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            hello = {"unavailable": "its server did not start"}
        except BaseException:
            link.end()
            raise
        if "ready" not in hello:
            link.end()
            why = str(hello["unavailable"])
            raise SolverUnavailableError(f"the framework {framework} cannot be used here: {why}; see its installation")
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

    async def ask(self, number: int, limits: Limits, body: bytes) -> tuple[dict[str, Any], bytes]:
        answer: asyncio.Future[tuple[dict[str, Any], bytes]] = asyncio.get_running_loop().create_future()
        self.jobs[number] = answer
        try:
            self.writer.write(frame({"job": number, "limits": limits.model_dump()}, body))
            async with asyncio.timeout(limits.seconds + _GRACE):
                return await answer
        except TimeoutError:
            self.end()
            raise _ServerGoneError from None
        finally:
            # Left before its report came (cancelled): its child has to go.
            if self.jobs.pop(number, None) is not None and self.alive:
                self.writer.write(frame({"cancel": number}))

    @property
    def alive(self) -> bool:
        return not self.writer.is_closing()

    def end(self) -> None:
        """Kill the server; the kernel kills its children with it. Jobs that wait are told."""
        self.writer.close()
        self.process.kill()
        self.process.wait()
        for job in self.jobs.values():
            if not job.done():
                job.set_exception(_ServerGoneError())

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


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """Runs at most `workers` questions at once (default: one per core); the others wait, off the clock."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or _cores()
        self._free = asyncio.Semaphore(self.workers)
        self._closed = False
        self._numbers = itertools.count()
        self._links: dict[str, _Link] = {}
        self._starting: dict[str, asyncio.Lock] = {}

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
        """Put a question to a program in a child of its own. Raises UnknownFrameworkError, SolverUnavailableError."""
        load(program.framework)
        if program.contract != "model":
            message = "programs that solve and print by themselves cannot be run yet: state a model and an answer"
            return Outcome(status=Status.BLOCKED, message=message)
        try:
            job = {"program": program.model_dump(mode="json"), "question": question, "answer": answer}
            body = json.dumps(job).encode()
        except (TypeError, ValueError, RecursionError) as error:
            return Outcome(status=Status.BAD_ANSWER, message=f"the given answer is no JSON value: {error}")
        async with self._free:
            for _ in range(2):
                link = await self._link(program.framework)
                with contextlib.suppress(_ServerGoneError):
                    header, result = await link.ask(next(self._numbers), limits, body)
                    return outcome(header, result, limits)
        return Outcome(status=Status.RUNTIME_ERROR, message="the solver's server died twice while it ran this program")

    async def _link(self, framework: str) -> _Link:
        """The server of a framework, started at first need and again after it died."""
        async with self._starting.setdefault(framework, asyncio.Lock()):
            if self._closed:
                raise SolverUnavailableError("the pool is closed: ask inside its `async with` block")
            link = self._links.get(framework)
            if link is None or not link.alive:
                if link is not None:
                    await link.close()
                link = self._links[framework] = await _Link.start(framework)
            return link


def outcome(header: dict[str, Any], result: bytes, limits: Limits) -> Outcome:
    """What a child's report means. Nothing in `result` is trusted to be well-formed."""
    layers, _, reply = result.partition(b"\n")
    isolation = tuple(_object(layers).get("isolation", ()))
    seconds = header.get("seconds", 0.0)
    if header["end"] != "output" and reply.endswith(b"\n"):
        try:
            said = Outcome.model_validate(_object(reply, strict=True))
        except (ValidationError, ValueError, RecursionError) as error:
            message = f"the answer cannot be read: {type(error).__name__}"
            return Outcome(status=Status.BAD_ANSWER, message=message, seconds=seconds, isolation=isolation)
        return said.model_copy(update={"seconds": seconds, "isolation": isolation})
    status, message = _cause(header, limits)
    return Outcome(status=status, message=message, seconds=seconds, isolation=isolation)


def _object(data: bytes, *, strict: bool = False) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        if strict:
            raise
        return {}
    return value if isinstance(value, dict) else {}


def _cause(header: dict[str, Any], limits: Limits) -> tuple[Status, str]:
    """Why a child ended without a reply."""
    complaint = header.get("errors", "")
    if header["end"] == "timeout" or header.get("signal") == signal.SIGXCPU:
        return Status.TIMEOUT, f"no result within {limits.seconds:g} s"
    if header["end"] == "output":
        return Status.BAD_ANSWER, f"the answer is longer than {limits.output_bytes} bytes"
    if any(word in complaint for word in ("bad_alloc", "MemoryError", "emory allocation", "out of memory")):
        return Status.MEMORY, f"the program needs more than {limits.memory_mb} MiB"
    if header["end"] == "fork":
        return Status.RUNTIME_ERROR, f"no process could be started for the program: {complaint}"
    how = f"signal {header['signal']}" if header.get("signal") else "exit"
    last = complaint.strip().splitlines()[-1:] or ["it said nothing"]
    return Status.RUNTIME_ERROR, f"the solver ended without a result ({how}): {last[0][:300]}"


async def run(program: Program, *, pool: Pool, limits: Limits | None = None) -> Outcome:
    """One answer, the best one where the program has objectives: `optimal` only when that is proven."""
    return await pool.ask(program, "run", limits=limits or Limits())


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
