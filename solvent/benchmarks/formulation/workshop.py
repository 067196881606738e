"""Carries out steps: each item once, several at a time, with an entry in the ledger for each."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from solvent.agents.models.faults import OutageError
from solvent.agents.state import Usage
from solvent.benchmarks.formulation.author import Author
from solvent.benchmarks.formulation.ledger import Entry, Ledger, digest
from solvent.benchmarks.verifiers.traversal import LIMITS
from solvent.solvers import Limits, Pool

T = TypeVar("T")

Reduce = Literal["random", "published", "none"]
Progress = Callable[[str, int, int], None]  # the step, items done, and in all


@dataclass(frozen=True)
class Options:
    """How puzzles are made.

    `reduce` says which constraints are left out: random ones, one after the other, or as the public code does. `expand`
    is how many added constraints may fail until a puzzle is left as it is; 0 adds none. `traversal` limits each
    traversal, and each question to a solver.
    """

    seed: int = 0
    reduce: Reduce = "random"
    expand: int = 3
    third_check: bool = True
    traversal: Limits = LIMITS

    @property
    def further(self) -> Limits:
        """What a traversal of a changed puzzle may take: twice as much, so that only the first one decides."""
        return self.traversal.model_copy(update={"seconds": 2 * self.traversal.seconds})


@dataclass(frozen=True)
class Task(Generic[T]):
    """An item of a step: its id, the round of its verifier, the step's material, and what its result depends on."""

    id: str
    material: T
    given: str
    round: int = 1


@dataclass(frozen=True)
class Made:
    """What became of an item; see `Entry`."""

    ok: bool
    result: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    detail: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class Workshop:
    """What all steps share. Several authors take turns: by item, and from one round to the next."""

    ledger: Ledger
    authors: Sequence[Author]
    pool: Pool
    options: Options = field(default_factory=Options)
    at_a_time: int = 4
    progress: Progress | None = None

    def author(self, name: str, turn: int = 1) -> Author:
        """The author of an item in a round."""
        return self.authors[(int(digest(name), 16) + turn - 1) % len(self.authors)]

    async def carry_out(
        self, step: str, tasks: Sequence[Task[T]], work: Callable[[Task[T]], Awaitable[Made]]
    ) -> list[Entry]:
        """Do what the ledger does not have yet; return an entry for each task, in order.

        Raises `OutageError` if a model cannot be reached, once the items in progress are done.
        """
        found = {place: self.ledger.known(step, (task.id, task.round), task.given) for place, task in enumerate(tasks)}
        waiting = iter([place for place, entry in found.items() if entry is None])
        outages: list[OutageError] = []

        async def worker() -> None:
            for place in waiting:
                try:
                    entry = await self._done(step, tasks[place], work)
                except OutageError as error:
                    outages.append(error)
                    return
                found[place] = entry
                if self.progress:
                    self.progress(step, sum(each is not None for each in found.values()), len(tasks))
                if outages:
                    return

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.at_a_time):
                    group.create_task(worker())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        if outages:
            raise outages[0]
        return [entry for entry in found.values() if entry is not None]

    async def _done(self, step: str, task: Task[T], work: Callable[[Task[T]], Awaitable[Made]]) -> Entry:
        start = time.perf_counter()
        made = await work(task)
        entry = Entry(
            id=task.id,
            round=task.round,
            given=task.given,
            ok=made.ok,
            reason=made.reason,
            detail=made.detail,
            result=made.result,
            usage=made.usage,
            seconds=round(time.perf_counter() - start, 3),
        )
        self.ledger.add(step, entry)
        return entry
