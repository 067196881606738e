"""Selects the cases of a benchmark and runs them."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from solvent.benchmarks.cases import Benchmark, BenchmarkError, Case, Result, natural
from solvent.benchmarks.report import Report
from solvent.solvers import Pool

if TYPE_CHECKING:
    from solvent.agents.state import Answer

Solve = Callable[..., Awaitable["Answer"]]
Progress = Callable[[Result, int, int], None]


def select(
    cases: Sequence[Case],
    *,
    groups: Sequence[str] = (),
    ids: Sequence[str] | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> tuple[list[Case], list[str]]:
    """Return the cases to run, in their original order, and notes on what was left out.

    `groups` keeps the groups with these names, or else with these prefixes; `ids` keeps the cases with these ids.
    `limit` is a total, spread over the groups as evenly as possible; `seed` decides which cases are kept. Raises
    `BenchmarkError` if nothing is left.
    """
    chosen = _of_ids(_of_groups(cases, groups), ids)
    kept = [case for case in chosen if not case.unscored]
    notes = _left_out(chosen)
    if not kept:
        raise BenchmarkError("; ".join(["there is nothing to run", *notes]))
    return (kept if limit is None else _sample(kept, limit, seed)), notes


def _of_groups(cases: Sequence[Case], groups: Sequence[str]) -> list[Case]:
    known = sorted({case.group for case in cases}, key=natural)
    if not known:
        raise BenchmarkError("the set has no cases")
    wanted: set[str] = set(known) if not groups else set()
    for group in groups:
        found = [name for name in known if name == group] or [name for name in known if name.startswith(group)]
        if not found:
            raise BenchmarkError(f"there is no group {group!r} in this data; it has {', '.join(known)}")
        wanted.update(found)
    return [case for case in cases if case.group in wanted]


def _of_ids(cases: Sequence[Case], ids: Sequence[str] | None) -> list[Case]:
    unknown = sorted(set(ids or ()) - {case.id for case in cases})
    if unknown:
        raise BenchmarkError(f"there is no case {', '.join(unknown[:5])} in this data (or in these groups)")
    return [case for case in cases if ids is None or case.id in set(ids)]


def _left_out(cases: Sequence[Case]) -> list[str]:
    counts: dict[str, int] = defaultdict(int)
    for case in cases:
        if case.unscored:
            counts[case.unscored] += 1
    return [f"left out {count} cases: {why}" for why, count in counts.items()]


def _sample(cases: Sequence[Case], limit: int, seed: int) -> list[Case]:
    if limit < 1:
        raise BenchmarkError(f"a limit of {limit} leaves nothing to run; give at least 1")
    rng = random.Random(seed)  # noqa: S311 - a sample, not a secret
    by_group: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_group[case.group].append(case)
    queues = list(by_group.values())
    rng.shuffle(queues)
    for queue in queues:
        rng.shuffle(queue)
    kept: list[Case] = []
    while len(kept) < limit and any(queues):
        kept += [queue.pop() for queue in queues if queue][: limit - len(kept)]
    order = {id(case): index for index, case in enumerate(cases)}
    return sorted(kept, key=lambda case: order[id(case)])


async def bench(
    benchmark: Benchmark,
    cases: Sequence[Case],
    solve: Solve,
    *,
    workers: int = 2,
    progress: Progress | None = None,
    notes: Sequence[str] = (),
    pool: Pool | None = None,
) -> Report:
    """Solve and score every case, `workers` at a time. `solve` takes a text and the options of its case.

    `pool` runs the scorer's programs; if none is given, one is created.

    A case whose `solve` raises counts as wrong, with the reason. `progress` is called in this task's thread after each
    case, with its result, the number of cases done and the total. Cancelling cancels the cases in progress.
    """
    results: list[Result | None] = [None] * len(cases)
    waiting = iter(enumerate(cases))
    done = 0
    start = time.perf_counter()

    async def work() -> None:
        nonlocal done
        for index, case in waiting:
            result = results[index] = await _run(benchmark, case, solve, judges)
            done += 1
            if progress:
                progress(result, done, len(cases))

    async with nullcontext(pool) if pool else Pool(workers) as judges, asyncio.TaskGroup() as group:
        for _ in range(max(1, min(workers, len(cases)))):
            group.create_task(work())
    finished = tuple(result for result in results if result is not None)
    return Report(benchmark, finished, time.perf_counter() - start, tuple(notes))


async def _run(benchmark: Benchmark, case: Case, solve: Solve, pool: Pool) -> Result:
    start = time.perf_counter()
    try:
        answer = await solve(case.text, **case.options)
    except Exception as error:  # noqa: BLE001 - one case must not end a run of a thousand
        reason = f"{type(error).__name__}: {error}"
        return Result(case, benchmark.score(case, None), "failed", reason=reason, seconds=time.perf_counter() - start)
    seconds = time.perf_counter() - start
    unread = tuple(clue.reason or "no reason given" for clue in answer.clues if clue.understood is False)
    try:
        score = await benchmark.judge(case, answer, pool) if benchmark.judge else benchmark.score(case, answer.answer)
    except Exception as error:  # noqa: BLE001 - nor may its scorer
        score = replace(benchmark.score(case, None), note=f"it could not be scored: {type(error).__name__}: {error}")
    reason = case.broken or score.note or answer.reason
    return Result(case, score, str(answer.status), answer.answer, reason, seconds, unread)
