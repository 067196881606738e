"""Runs puzzles for all visitors in a thread of its own, so that the pages stay responsive while a text is read."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from solvent.agents import Answer, asolve
from solvent.agents.settings import Settings
from solvent.solvers import Pool, SolventError
from solvent.web.limits import Allowance

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
_GRACE = 10.0  # seconds past its budget in which a run may end by itself
_FAREWELL = 10.0  # seconds in which all that runs has to end when the server does


class BusyError(SolventError):
    """Too many visitors wait already, or the server is closing."""


class SlowError(SolventError):
    """A run or a question took longer than allowed."""


class Engine:
    """One event loop with one pool for all runs and questions, of which `allowance.runs` go on at a time."""

    def __init__(self, allowance: Allowance, *, workers: int | None = None, allow_unsandboxed: bool = False) -> None:
        self.allowance = allowance
        self._free = asyncio.Semaphore(allowance.runs)
        self._pool = Pool(workers, allow_unsandboxed=allow_unsandboxed)
        self._asked: set[Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread and the pool."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=_run, args=(self._loop,), name="solvent-engine", daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._pool.__aenter__(), self._loop).result()

    def stop(self) -> None:
        """End what still runs, and close the pool; what comes later is refused. Who waits for a run gets BusyError."""
        loop, self._loop = self._loop, None
        if loop is None or self._thread is None:
            return
        with suppress(TimeoutError):  # what does not end by itself ends with the process
            asyncio.run_coroutine_threadsafe(self._close(), loop).result(2 * _FAREWELL)
        for each in list(self._asked):
            each.cancel()
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join(_FAREWELL)

    async def _close(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=_FAREWELL)
        await self._pool.__aexit__(None, None, None)

    async def solve(
        self, text: str, settings: Settings, on_event: Callable[[dict[str, Any]], None], on_turn: Callable[[], None]
    ) -> Answer:
        """Solve a text; `on_turn` is called once the run has its turn. Both are called in the caller's loop.

        Raises BusyError, SlowError.
        """
        caller = asyncio.get_running_loop()
        seconds = min(self.allowance.seconds, settings.budget.seconds or self.allowance.seconds)
        bounded = settings.model_copy(update={"budget": settings.budget.model_copy(update={"seconds": seconds})})

        def tell(event: dict[str, Any]) -> None:
            caller.call_soon_threadsafe(on_event, event)

        async def run() -> Answer:
            caller.call_soon_threadsafe(on_turn)
            return await asolve(text, settings=bounded, pool=self._pool, on_event=tell)

        return await self._in_turn(run, seconds, _GRACE)

    async def ask(self, question: Callable[[Pool], Awaitable[T]]) -> T:
        """Await what a question about an answer, given the pool, returns. Raises BusyError, SlowError."""
        return await self._in_turn(lambda: question(self._pool), self.allowance.seconds)

    async def _in_turn(self, work: Callable[[], Awaitable[T]], seconds: float, grace: float = 0) -> T:
        """Wait in the caller's loop for what the engine's loop does; cancelling the one cancels the other."""
        if self._loop is None:
            raise BusyError("the server is closing.")
        if len(self._asked) >= self.allowance.runs + self.allowance.waiting:
            raise BusyError("too many others are waiting; try again in a minute.")

        async def turn() -> T:
            async with self._free:
                try:
                    async with asyncio.timeout(seconds + grace) as limit:
                        return await work()
                except TimeoutError as error:
                    if not limit.expired():
                        raise
                    raise SlowError(f"this took longer than the {seconds:.0f} seconds that are allowed.") from error

        running = asyncio.run_coroutine_threadsafe(turn(), self._loop)
        self._asked.add(running)
        try:
            return await asyncio.wrap_future(running)
        except asyncio.CancelledError as error:
            if self._loop is None and not _cancelled():
                raise BusyError("the server is closing.") from error
            raise
        finally:
            self._asked.discard(running)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()


def _cancelled() -> bool:
    """Whether the caller itself was cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
