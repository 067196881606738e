"""The plain loop over cases, for runs without a model."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from solvent.benchmarks.cases import Case
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.case import Hear


async def run_plainly(
    todo: Sequence[tuple[Case, int]],
    record: Callable[[Case, int, Hear], Awaitable[CaseRecord]],
    *,
    workers: int,
) -> None:
    """Record pairs of a case and an epoch, `workers` at a time; cancelling cancels the cases in progress."""
    waiting = iter(todo)

    async def work() -> None:
        for case, epoch in waiting:
            await record(case, epoch, lambda _: None)

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, min(workers, len(todo)))):
            group.create_task(work())
