"""The state machine and everyone who talks to a model."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from solvent.agents.graph import build
from solvent.agents.nodes import Context
from solvent.agents.state import Answer, Attempt, Evidence, Usage, Verdict
from solvent.solvers import Limits, Pool

__all__ = ["Answer", "Attempt", "Evidence", "Usage", "Verdict", "asolve", "build", "solve"]

Event = dict[str, Any]


async def asolve(
    text: str,
    *,
    frameworks: Sequence[str] | None = None,
    limits: Limits | None = None,
    pool: Pool | None = None,
    workers: int | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve the puzzle in `text`.

    `frameworks` names what its programs are written in (default: the one that suits the puzzle best), `limits` bounds
    each question to a solver, `pool` runs them (where none is given, one of `workers` processes is made, and closed),
    and `on_event` hears of every node that starts and ends.
    """
    start = time.perf_counter()
    async with AsyncExitStack() as stack:
        if pool is None:
            pool = await stack.enter_async_context(Pool(workers=workers))
        context = Context(pool=pool, frameworks=tuple(frameworks or ()), limits=limits or Limits())
        answer = await _walk(text, context, on_event or (lambda _: None))
    return answer.model_copy(update={"seconds": time.perf_counter() - start})


def solve(text: str, **options: Any) -> Answer:
    """Solve the puzzle in `text`; the same as `asolve`, for scripts and notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(asolve(text, **options))
    from concurrent.futures import ThreadPoolExecutor

    # A notebook runs a loop already, and a loop cannot wait inside itself.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asolve(text, **options))).result()


async def _walk(text: str, context: Context, on_event: Callable[[Event], None]) -> Answer:
    state: Any = {}
    async for mode, chunk in build().astream({"text": text}, context=context, stream_mode=["tasks", "values"]):
        if mode == "values":
            state = chunk
        else:
            on_event(_event(chunk))
    result: Answer = state["answer"]
    return result


def _event(task: Any) -> Event:
    kind = "start" if "input" in task else "end"
    detail = task.get("result") if kind == "end" else None
    return {"time": time.time(), "event": kind, "node": task["name"], "id": task["id"], "update": detail}
