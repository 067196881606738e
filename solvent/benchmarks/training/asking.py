"""Asks a model about many things, a few at a time, and stops where it cannot be reached."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from solvent.agents.models.faults import ModelError, OutageError

_ENOUGH = 3  # failures in a row, after which nothing more is tried

Progress = Callable[[str, int, int], None]  # with the name of what is done, the number of those done, and the total
T = TypeVar("T")


@dataclass
class Unfinished:
    """What has no result, and is asked about again next time: what `failed`, and what was not tried (`waiting`).

    `outage` says why nothing more was tried.
    """

    failed: dict[str, str] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()
    outage: str = ""


async def ask_each(
    things: Iterable[T],
    ask: Callable[[T], Awaitable[None]],
    name_of: Callable[[T], str],
    *,
    connections: int,
    total: int,
    progress: Progress | None = None,
) -> Unfinished:
    """Await `ask` of each, so many at a time, until the model fails for good, or for several in a row."""
    todo = list(things)
    waiting, done = iter(todo), total - len(todo)
    unfinished, in_a_row = Unfinished(), 0

    async def work() -> None:
        nonlocal done, in_a_row
        while in_a_row < _ENOUGH and (thing := next(waiting, None)) is not None:
            try:
                await ask(thing)
            except (ModelError, OutageError) as error:
                unfinished.failed[name_of(thing)] = str(error)
                lasting = error.lasting if isinstance(error, OutageError) else OutageError(error).lasting
                in_a_row += _ENOUGH if lasting else 1
                if in_a_row >= _ENOUGH:
                    unfinished.outage = str(error)
            else:
                in_a_row, done = 0, done + 1
                if progress:
                    progress(name_of(thing), done, total)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(connections, len(todo))):
                group.create_task(work())
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    unfinished.waiting = tuple(map(name_of, waiting))
    return unfinished
