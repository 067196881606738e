"""Solves and scores one case, whatever runs it: the plain loop or Inspect."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from solvent.agents import CheckpointError
from solvent.agents.models.cache import CacheError
from solvent.agents.models.client import Message, Model, Reply
from solvent.agents.models.faults import ModelError, OutageError
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.cases import Benchmark, Case
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
    try:
        score = await benchmark.judge(case, answer, pool) if benchmark.judge else benchmark.score(case, answer.answer)
    except Exception as error:  # noqa: BLE001 - nor may its scorer
        score = replace(benchmark.score(case, None), note=f"it could not be scored: {type(error).__name__}: {error}")
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    return CaseRecord.of(case, answer, score, epoch=epoch, finished=finished)


@dataclass
class Tally:
    """How many calls to models were made."""

    calls: int = 0


@dataclass(frozen=True)
class Counted:
    """A model whose calls are counted, other than those answered from a cache or a checkpoint, which never get here."""

    model: Model
    tally: Tally

    @property
    def name(self) -> str:
        """The name of the model."""
        return str(getattr(self.model, "name", "model"))

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Complete the conversation; see `Model`."""
        try:
            reply = await self.model.complete(messages, **options)
        except ModelError as error:
            self.tally.calls += error.usage.calls
            raise
        self.tally.calls += reply.usage.calls
        return reply
