"""Blocking calls of coroutines, for scripts and notebooks, and pools for those who brought none."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from solvent.solvers import Pool

T = TypeVar("T")


def waited(call: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end, also where an event loop is running already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(call())
    from concurrent.futures import ThreadPoolExecutor

    # A notebook already runs an event loop, which cannot run another one in the same thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(call())).result()


@asynccontextmanager
async def shared(pool: Pool | None) -> AsyncIterator[Pool]:
    """The pool that was given, which stays open, or a new one, which is closed at the end."""
    if pool is not None:
        yield pool
        return
    async with Pool(1) as own:
        yield own
