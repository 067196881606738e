"""The plain loop over cases, for runs without a model."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from solvent.benchmarks.cases import Benchmark, Case
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.case import Solve, record_of

if TYPE_CHECKING:
    from solvent.solvers import Pool


async def run_plainly(
    benchmark: Benchmark,
    todo: Sequence[tuple[Case, int]],
    solve: Solve,
    pool: "Pool",
    *,
    workers: int,
    ended: Callable[[CaseRecord], None],
) -> None:
    """Solve and score pairs of a case and an epoch, `workers` at a time.

    `ended` is called with each record, in this task's thread. Cancelling cancels the cases in progress.
    """
    waiting = iter(todo)

    async def work() -> None:
        for case, epoch in waiting:
            ended(await record_of(benchmark, case, epoch, solve, pool))

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, min(workers, len(todo)))):
            group.create_task(work())
