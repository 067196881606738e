"""A pool of warm fork servers, one per framework, behind an async interface.

Usage:

    async with Pool() as pool:
        outcome = await run(program, pool=pool)
"""

import asyncio
import functools
import itertools
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from solvent.solvers.errors import ServerGoneError, SolverUnavailableError
from solvent.solvers.frameworks import CHECKER, Builder, Scripted, SelfReporting, data_fault, load
from solvent.solvers.processes import server_process
from solvent.solvers.processes.check_report import checked
from solvent.solvers.processes.child_report import ChildReport, ScriptResult, Verdict, answered, built, printed
from solvent.solvers.processes.job import Job
from solvent.solvers.processes.model_cache import BuiltModel, ModelCache, UnsteadyError
from solvent.solvers.processes.server_connection import ServerConnection
from solvent.solvers.programs.outcome import Limits, Outcome, Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.question import FollowUp, Question, leads_on
from solvent.solvers.sandbox import temporary_folders

if TYPE_CHECKING:
    from solvent.solvers.processes.single_process import SingleProcess

MODEL_BYTES = 32 << 20  # maximum size of a plain model; no puzzle needs more
_CACHE_BYTES, _CACHE_COUNT = 64 << 20, 256

_GONE = Outcome(status=Status.RUNTIME_ERROR, message="the solver's server died twice while it ran this program")
_UNSTEADY = Outcome(
    status=Status.BAD_ANSWER,
    message="the program is not the same each time it is executed: it may not depend on time, chance or its process",
)

# Start-up code of a server. It receives its import path explicitly, so no user-controlled directory is searched.
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from solvent.solvers.processes.fork_server import main; main(sys.argv[2], int(sys.argv[3]), *sys.argv[4:])"
)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """Runs at most `workers` questions at once (default: one per core); time spent waiting does not count.

    If the machine does not support every sandbox layer, programs that Solvent did not write itself are refused with
    status `blocked`, unless `allow_unsandboxed` is set. Without `forking` (the default outside Linux) there is neither
    a fork server nor a sandbox: each stage of a program runs in a new process, which takes a second to start.
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
        self._connections: dict[str, ServerConnection | SingleProcess] = {}
        self._starting: dict[str, asyncio.Lock] = {}
        self._models = ModelCache(_CACHE_BYTES, _CACHE_COUNT)

    async def __aenter__(self) -> Self:
        temporary_folders.sweep()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        connections = list(self._connections.values())
        self._connections.clear()
        self._closed = True
        await asyncio.gather(*(connection.close() for connection in connections))

    async def ask(self, program: Program, question: Question, answer: Any = None, *, limits: Limits) -> Outcome:
        """Ask a question about a program, running each stage in a separate process.

        Raises UnknownFrameworkError, SolverUnavailableError.
        """
        return (await self._put(Job("ask", program, limits, question, answer, unsafe=self.allow_unsandboxed)))[0]

    async def ask_in_turn(
        self, program: Program, then: Sequence[FollowUp], samples: Sequence[Any] = (), *, limits: Limits
    ) -> tuple[Outcome, ...]:
        """Ask `run` and then others about the resulting answer, in one process; return what was asked.

        Only `disagrees` is about `samples`. Each question has its own time limit. Raises UnknownFrameworkError,
        SolverUnavailableError.
        """
        job = Job("ask", program, limits, answer=list(samples), then=tuple(then), unsafe=self.allow_unsandboxed)
        outcomes = await self._put(job)
        steps = zip((job.question, *job.then), outcomes, strict=False)
        asked = 1 + sum(1 for _ in itertools.takewhile(lambda step: leads_on(step[0], step[1].status), steps))
        return outcomes[:asked]

    async def run_script(self, program: Program, *, limits: Limits) -> ScriptResult:
        """Run a script; return its outcome, everything it printed, and its solver calls.

        Raises UnknownFrameworkError, SolverUnavailableError.
        """
        try:
            async with self._free:
                report = await self._stage(Job("script", program, limits, unsafe=self.allow_unsandboxed))
        except ServerGoneError:
            return ScriptResult(_GONE)
        return ScriptResult.of(report, limits, _verdict(program))

    async def check(self, code: str, answers: Sequence[Any], clues: Sequence[int], *, limits: Limits) -> Outcome:
        """Run a checker on each answer, in a process of its own; see the function `check`.

        Raises SolverUnavailableError.
        """
        try:
            requests = [json.loads(json.dumps({"answer": each, "clues": list(clues)})) for each in answers]
        except (TypeError, ValueError, RecursionError) as error:
            return Outcome(status=Status.BAD_ANSWER, message=f"an answer is no JSON value: {error}")
        # Equal shares: what time is left for an answer must not tell the code which one it is.
        share = limits.model_copy(update={"seconds": limits.seconds / max(1, len(requests))})
        found: list[Outcome] = []
        program = Program(framework=CHECKER, preamble=code)
        try:
            async with self._free:
                for request in requests:
                    job = Job("check", program, share, answer=request, unsafe=self.allow_unsandboxed)
                    found.append(checked(await self._stage(job), clues, share))
                    if not found[-1].status.solved:
                        return found[-1]
        except ServerGoneError:
            return _GONE
        layers = [each.isolation for each in found]
        return Outcome(
            status=Status.SATISFIED,
            answer=[each.answer for each in found],
            seconds=sum(each.seconds for each in found),
            isolation=tuple(layer for layer in layers[0] if all(layer in each for each in layers)) if layers else (),
        )

    async def examine(self, reference: Program, request: dict[str, Any], *, limits: Limits) -> Outcome:
        """Query a data set's reference script (`frameworks.cpmpy.examine`); the outcome's answer holds its reply.

        Reference scripts have a server of their own, which never runs programs.

        Raises UnknownFrameworkError, SolverUnavailableError; TypeError or ValueError if the request is not valid JSON.
        """
        job = Job("examine", reference, limits, answer=request, unsafe=self.allow_unsandboxed)
        try:
            async with self._free:
                return answered(await self._stage(job), limits)
        except ServerGoneError:
            return _GONE

    async def _put(self, job: Job) -> tuple[Outcome, ...]:
        """Return the outcome of the job's question and, with `then`, further ones, meaningful only if it led on."""
        framework = load(job.program.framework)
        try:
            json.dumps(job.answer)
        except (TypeError, ValueError, RecursionError) as error:
            return (Outcome(status=Status.BAD_ANSWER, message=f"the given answer is no JSON value: {error}"),)
        if fault := data_fault(job.program):
            return (Outcome(status=Status.SYNTAX_ERROR, message=fault),)
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
        return printed(await self._stage(replace(job, stage="script")), job.limits, _verdict(job.program))

    async def _build_and_ask(self, job: Job) -> tuple[Outcome, ...]:
        """Execute the program's code in one process, and ask about its model in another that never sees the code."""

        async def build() -> BuiltModel | Outcome:
            report = await self._stage(job.building, most=MODEL_BYTES, seconds=job.limits.seconds)
            data = built(report, job.limits, MODEL_BYTES)
            return data if isinstance(data, Outcome) else BuiltModel(data, report.isolation, report.seconds)

        try:
            model, took = await self._models.of(job.program, build)
        except UnsteadyError:
            return (_UNSTEADY,)
        if isinstance(model, Outcome):
            return (model,)
        spent = max(0.0, min(took, job.limits.seconds - 0.05))
        nothing = {"preamble": "", "fragments": (), "answer": "", "objectives": (), "data": {}}
        bare = job.program.model_copy(update=nothing)
        report = await self._stage(replace(job, program=bare, model=model.data, spent=spent))
        # A layer counts only if it was active in both processes.
        report = replace(report, isolation=tuple(layer for layer in model.isolation if layer in report.isolation))
        return _outcomes(report, job)

    async def _stage(self, job: Job, *, most: int | None = None, seconds: float | None = None) -> ChildReport:
        """Run one stage, retrying once if its server dies. Raises ServerGoneError.

        `most` (bytes of output) and `seconds` apply to each question and default to the job's limits.
        """
        allowed = most or job.limits.output_bytes, seconds or job.limits.seconds
        for last in (False, True):
            try:
                return ChildReport.of(*await self.run_stage(job, *allowed))
            except ServerGoneError:
                if last:
                    raise
        raise AssertionError

    async def run_stage(self, job: Job, most: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Run one stage, once and without waiting for its turn; return how its child ended, and its output.

        Raises ServerGoneError, UnknownFrameworkError, SolverUnavailableError.
        """
        connection = await self._connection(job)
        return await connection.ask(next(self._numbers), job, most, seconds)

    async def _connection(self, job: Job) -> "ServerConnection | SingleProcess":
        """Return the connection for a job, starting its server on first use and restarting it if it has died."""
        framework = job.program.framework
        name = f"{framework}, references" if job.stage == "examine" else framework
        async with self._starting.setdefault(name, asyncio.Lock()):
            if self._closed:
                raise SolverUnavailableError("the pool is closed: ask inside its `async with` block")
            connection = self._connections.get(name)
            if connection is None or not connection.alive:
                if connection is not None:
                    await connection.close()
                try:
                    connection = await self._started(framework)
                except OSError as error:
                    why = f"no process could be started for {framework}: {error.strerror or error}"
                    raise SolverUnavailableError(f"{why}; close other programs or raise the limit") from error
                self._connections[name] = connection
            return connection

    async def _started(self, framework: str) -> "ServerConnection | SingleProcess":
        if self._forking:
            return await ServerConnection.start(framework, _BOOT)
        from solvent.solvers.processes.single_process import SingleProcess  # imports everything a child needs

        return SingleProcess(framework)


def start_ahead(framework: str) -> None:
    """Start a framework's server early, so that it imports its libraries while the caller carries on.

    The first pool that needs the framework takes it over; an unused server ends with this process. Does nothing outside
    Linux. Raises UnknownFrameworkError.
    """
    if sys.platform == "linux":
        server_process.launch_ahead(framework, _BOOT)


def _verdict(program: Program) -> Verdict | None:
    framework = load(program.framework)
    return functools.partial(framework.reported, program) if isinstance(framework, SelfReporting) else None


def _outcomes(report: ChildReport, job: Job) -> tuple[Outcome, ...]:
    parts = report.parted() if job.then else (report,)
    longer = [job.limits.model_copy(update={"seconds": times * job.limits.seconds}) for times in (1, *job.patience)]
    return tuple(answered(part, limits) for part, limits in zip(parts, longer, strict=False))
