"""Solves and scores one case, whatever runs it: the plain loop or Inspect."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from solvent.agents import CheckpointError
from solvent.agents.models.cache import CacheError
from solvent.agents.models.faults import OutageError
from solvent.agents.reports import is_report
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.cases import Benchmark, Case, Score
from solvent.benchmarks.records import CaseRecord

if TYPE_CHECKING:
    from solvent.solvers import Pool

Hear = Callable[[dict[str, Any]], None]  # is told every event of the agent
Solve = Callable[[Case, int, Hear], Awaitable[Answer]]  # solves a case of an epoch


async def record_of(benchmark: Benchmark, case: Case, epoch: int, solve: Solve, hear: Hear, pool: "Pool") -> CaseRecord:
    """Solve and score a case. A solver or scorer that raises counts as wrong, with the reason.

    Passed on is what says nothing about the case: a model that cannot be reached, or a checkpoint or cache that cannot
    be used.
    """
    start = time.perf_counter()
    try:
        answer = await solve(case, epoch, hear)
    except (OutageError, CheckpointError, CacheError):
        raise
    except Exception as error:  # noqa: BLE001 - one case must not end a run of a thousand
        reason = f"{type(error).__name__}: {error}"
        answer = Answer(status=Verdict.FAILED, reason=reason, seconds=time.perf_counter() - start)
    score = await _scored(benchmark, case, answer, pool)
    extracted = await _extracted(benchmark, case, answer, score, pool)
    if extracted is not None:
        score = replace(score, apart={**score.apart, "extracted": asdict(extracted)})
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    return CaseRecord.of(case, answer, score, epoch=epoch, finished=finished)


async def _scored(benchmark: Benchmark, case: Case, answer: Answer, pool: "Pool") -> Score:
    try:
        return await benchmark.judge(case, answer, pool) if benchmark.judge else benchmark.score(case, answer.answer)
    except Exception as error:  # noqa: BLE001 - a scorer may not end a run either
        return replace(benchmark.score(case, None), note=f"it could not be scored: {type(error).__name__}: {error}")


async def _extracted(benchmark: Benchmark, case: Case, answer: Answer, score: Score, pool: "Pool") -> Score | None:
    """Score what the set's own extraction finds in the last reply of a model that answered without a program.

    None if there is no such reply, or the set has no extraction.
    """
    replies = [
        attempt.messages[-1]["content"]
        for attempt in answer.attempts
        if attempt.job.contract == "answer" and not is_report(attempt.job) and attempt.messages and not attempt.dead
    ]
    if benchmark.extract is None or not replies:
        return None
    value = benchmark.extract(case, replies[-1])
    if repr(value) == repr(answer.answer):  # unlike `==`, this tells 1 from true
        return score
    return await _scored(benchmark, case, answer.model_copy(update={"answer": value, "program": None}), pool)
