"""A pool whose workers are spread over the nodes of a Ray cluster.

Only the stages of programs run there, each in the local `Pool` of a node: the same fork servers, sandbox and limits.
The rest stays here, above all the cache of models: whichever node builds a program, all questions are about those
bytes.
"""

import asyncio
import contextlib
import json
import logging
import os
import platform
import re
import threading
from collections.abc import Coroutine
from importlib.metadata import version
from types import TracebackType
from typing import Any, Self

from solvent.solvers.errors import ServerGoneError, SolventError, SolverUnavailableError
from solvent.solvers.frameworks import load
from solvent.solvers.pool import Pool
from solvent.solvers.processes.job import Job

_CONNECT = 15.0  # seconds for a cluster, or an idle worker, to answer
_START = 60.0  # seconds for a worker to start on a busy node
_STOP = 5.0  # seconds for a worker to stop its program, or to end
# Seconds after the time limit at which a worker counts as hung: more than its own pool allows a server to start (60),
# and to end a child (10).
_SLACK = 75.0

_ADDRESS = re.compile(r"auto|[^\s/:]+:\d+|\[[0-9a-fA-F:]+\]:\d+")
_SAME = ("solvent", "cpmpy", "ortools", "z3-solver")  # models pass from one node to another in the solvers' own formats


def _versions() -> dict[str, str]:
    return {name: version(name) for name in _SAME}


def _difference(node: str, theirs: dict[str, str]) -> str:
    """How the versions of a node differ from those here; "" if they do not."""
    differ = [f"{name} {theirs[name]}, not {ours}" for name, ours in _versions().items() if theirs[name] != ours]
    return f"the node {node} has {' and '.join(differ)}: install the same versions everywhere" if differ else ""


class NodeWorker:
    """The actor on a node. Only JSON and bytes cross the network: packed jobs, and reports of children."""

    def __init__(self) -> None:
        self._pool = Pool(workers=1)

    async def start(self) -> str:
        """Start the pool; return the name of the node and its versions."""
        await self._pool.__aenter__()
        return json.dumps([platform.node(), _versions()])

    async def ping(self) -> None:
        """Answer, which only a living worker does."""

    async def run(self, body: bytes, most: int, seconds: float) -> tuple[str, bytes]:
        """Run a stage: how its child ended, and its output; or that its server died, or does not start here."""
        try:
            header, said = await self._pool.run_stage(Job.unpacked(body), most, seconds)
        except ServerGoneError:
            header, said = {"gone": True}, b""
        except SolventError as error:
            header, said = {"unavailable": str(error)}, b""
        return json.dumps(header), said

    async def close(self) -> None:
        """End the servers, and with them all programs."""
        await self._pool.__aexit__(None, None, None)


class RayPool(Pool):
    """Runs at most `workers` questions at once (default: one per CPU of the cluster) on the cluster at `address`.

    `address` is `auto` or `HOST:PORT`, as for `ray.init`; this machine has to be a node of the cluster. `workers` is
    known from `__aenter__` on, which raises SolverUnavailableError if Ray is not installed, if the cluster does not
    answer or has no free CPU, or if its nodes have other versions of Solvent or of its solvers.

    A worker that is lost or hangs is replaced, except by one that is itself lost twice while it starts. As in a local
    pool, a question whose worker is lost is asked once more; workers that were lost while they were idle do not count.
    """

    def __init__(self, address: str, workers: int | None = None, *, allow_unsandboxed: bool = False) -> None:
        super().__init__(workers or 1, allow_unsandboxed=allow_unsandboxed)
        self._address, self._wanted = address, workers
        self._connected = False
        self._actors: list[Any] = []  # all that run or wait for a CPU
        self._idle: list[Any] = []
        self._busy = 0
        self._changed = asyncio.Condition()  # another worker is idle or lost
        self._problem = ""  # why a worker could not be used
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._ray = _imported_ray()
        if not self._ray.is_initialized():
            await _connect(self._ray, self._address)
            self._connected = True
        try:
            self.workers = self._wanted or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._free = asyncio.Semaphore(self.workers)
            for _ in range(self.workers):
                self._in_background(self._start())
            await self._wait_for_start()
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async with self._changed:
            self._closed = True
            self._changed.notify_all()
        if not self._ray.is_initialized():  # somebody else has disconnected
            return
        ends = [asyncio.create_task(_quietly(actor.close.remote())) for actor in self._actors]
        if ends:
            await asyncio.wait(ends, timeout=_STOP)
        for actor in self._actors:
            self._ray.kill(actor)
        if waiting := [*ends, *self._tasks]:  # they see that their worker is gone
            _, late = await asyncio.wait(waiting, timeout=_STOP)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._actors.clear()
        if self._connected:
            await asyncio.to_thread(self._ray.shutdown)

    async def run_stage(self, job: Job, most: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Run one stage, once, on any node; a worker that hangs counts as a program that exceeds its time.

        Raises ServerGoneError, UnknownFrameworkError, SolverUnavailableError.
        """
        load(job.program.framework)
        body = job.packed()
        actor = await self._take_living()
        asked = actor.run.remote(body, most, seconds)
        call = asyncio.create_task(_awaited(asked))
        try:
            done, _ = await asyncio.wait({call}, timeout=seconds * job.times + _SLACK)
        except asyncio.CancelledError:
            self._in_background(self._stop(actor, asked, call))
            raise
        lost = not done or isinstance(call.exception(), self._ray.exceptions.RayError)
        self._give_back(actor, lost=lost)
        if not done:
            self._in_background(_until_over(call))
            return {"end": "timeout", "seconds": seconds * job.times}, b""
        if lost:
            raise ServerGoneError from call.exception()
        line, said = call.result()
        header: dict[str, Any] = json.loads(line)
        if "gone" in header:
            raise ServerGoneError
        if "unavailable" in header:
            raise SolverUnavailableError(header["unavailable"])
        return header, said

    async def _take_living(self) -> Any:
        """Wait for an idle worker that answers; replace those that do not. Raises SolverUnavailableError.

        A worker on a node that goes down may look idle for a while. Nothing has run on it, so this is not a try.
        """
        for _ in range(self.workers + 1):  # all may have been lost at once, but then their replacements answer
            actor = await self._take()
            answer = asyncio.create_task(_awaited(actor.ping.remote()))
            try:
                done, _ = await asyncio.wait({answer}, timeout=_CONNECT)
            except asyncio.CancelledError:
                self._give_back(actor, lost=False)  # whoever takes it next asks it again
                self._in_background(_until_over(answer))
                raise
            if done and not answer.exception():
                return actor
            self._give_back(actor, lost=True)
            self._in_background(_until_over(answer))
        raise SolverUnavailableError("the workers on the Ray cluster are lost as soon as they are idle")

    async def _take(self) -> Any:
        """Wait for an idle worker. Raises SolverUnavailableError if none is left and none can be started in time."""
        async with self._changed:
            while not self._idle and not self._closed:
                try:
                    await asyncio.wait_for(self._changed.wait(), None if self._busy else _START)
                except TimeoutError:
                    if not self._idle and not self._busy:
                        raise SolverUnavailableError(self._problem or _no_worker()) from None
            if self._closed:
                raise SolverUnavailableError("the pool is closed: ask inside its `async with` block")
            self._busy += 1
            return self._idle.pop()

    def _give_back(self, actor: Any, *, lost: bool) -> None:
        """Never waits: a cancelled caller would otherwise keep its worker."""
        self._busy -= 1
        if not lost:
            self._idle.append(actor)
        elif not self._closed:
            self._drop(actor)
            self._in_background(self._start())
        self._in_background(self._notify())

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _start(self) -> None:
        """Start a worker, once more if it is lost; one for which no CPU is free starts when there is one."""
        for _ in range(2):
            if self._closed:
                return
            actor = self._ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(NodeWorker).remote()
            self._actors.append(actor)
            lost = False
            try:
                node, theirs = json.loads(await actor.start.remote())
                problem = _difference(node, theirs)
            except self._ray.exceptions.RayError as error:
                lost = True
                cause = str(error).strip().splitlines()[-1].strip()
                problem = f"a worker did not start ({cause}): is Solvent installed on every node, with the extra `ray`?"
            if self._closed:
                return
            if problem:
                self._drop(actor)
            else:
                self._idle.append(actor)
            if not lost:
                break
        self._problem = problem or self._problem
        await self._notify()

    async def _wait_for_start(self) -> None:
        """Wait for all workers, or at least one in the time allowed. Raises SolverUnavailableError."""

        async def started() -> None:
            async with self._changed:
                await self._changed.wait_for(lambda: self._problem or len(self._idle) == self.workers)

        try:
            await asyncio.wait_for(started(), _START)
        except TimeoutError:
            self._problem = "" if self._idle else _no_worker()
        if self._problem:
            raise SolverUnavailableError(self._problem)

    async def _stop(self, actor: Any, asked: Any, call: "asyncio.Task[Any]") -> None:
        """End the program of a caller who has left; if its worker does not react, replace it."""
        self._ray.cancel(asked)
        done, _ = await asyncio.wait({call}, timeout=_STOP)
        failure = call.exception() if done else None
        cancelled = failure is None or isinstance(failure, self._ray.exceptions.TaskCancelledError)
        self._give_back(actor, lost=not done or not cancelled)
        await _until_over(call)

    def _drop(self, actor: Any) -> None:
        self._actors.remove(actor)
        self._ray.kill(actor)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _no_worker() -> str:
    return f"no worker started on the Ray cluster within {_START:g} s: are its nodes up, with free CPUs?"


def _imported_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to Ray's makers
    try:
        import ray
    except ImportError as error:
        raise SolverUnavailableError("programs run on a cluster by Ray: pip install 'solvent[ray]'") from error
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    return ray


async def _connect(ray: Any, address: str) -> None:
    """Connect to a running cluster. Raises SolverUnavailableError."""
    if not _ADDRESS.fullmatch(address):
        raise SolverUnavailableError(f"{address!r} is not the address of a Ray cluster: write `auto` or HOST:PORT")
    try:
        async with asyncio.timeout(_CONNECT):
            problem = await _unreachable(address) or await _initialised(ray, address)
    except TimeoutError:
        problem = f"it did not answer within {_CONNECT:g} s"
    if problem:
        advice = "`ray start` has to be run on every node, and on this machine, too"
        raise SolverUnavailableError(f"cannot use the Ray cluster {address}: {problem}; {advice}")


async def _unreachable(address: str) -> str:
    """Why nobody can be reached at an address; "" if somebody can. Ray itself would print warnings and not give up."""
    if address == "auto":
        return ""
    host, _, port = address.rpartition(":")
    try:
        _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except OSError as error:
        return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror or error)
    except OverflowError as error:
        return str(error)
    writer.close()
    return ""


async def _initialised(ray: Any, address: str) -> str:
    """Connect Ray; return why it is not possible, or ""."""
    loop = asyncio.get_running_loop()
    connected: asyncio.Future[str] = loop.create_future()

    def tell(problem: str) -> None:
        if not connected.done():
            connected.set_result(problem)

    def connect() -> None:
        problem = ""
        try:
            ray.init(address, log_to_driver=False, configure_logging=False)
        except Exception as error:  # noqa: BLE001  # of many kinds, some of them Ray's own
            problem = str(error).strip().partition("\n")[0] or type(error).__name__
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, problem)

    # It may try for many minutes and cannot be interrupted; a daemon does not keep this process from ending.
    threading.Thread(target=connect, daemon=True).start()
    return await connected


async def _awaited(reference: Any) -> Any:
    return await reference


async def _quietly(reference: Any) -> None:
    """Wait for a reply that may not come, since the worker is gone."""
    from ray.exceptions import RayError

    try:
        await reference
    except RayError:
        return


async def _until_over(call: "asyncio.Task[Any]") -> None:
    """Wait for the end of a call whose result nobody needs; it ends when its worker does."""
    await asyncio.wait({call})
    call.exception()
