"""Draws the samples of a file in order: each from random numbers of its own, so that the work can be resumed."""

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator
from contextlib import suppress

from solvent.benchmarks.generate.generator import Generator, GeneratorSettings, Sample, UnusableSettingsError
from solvent.solvers import Pool

_TRIES = 300  # equal samples in a row, after which a setting counts as exhausted


def key_of(text: str) -> str:
    """Return what two samples have in common if they are equal up to the order of their lines."""
    return hashlib.sha256("\n".join(sorted(text.splitlines())).encode()).hexdigest()


async def draw(
    generator: Generator,
    settings: GeneratorSettings,
    *,
    seed: int,
    n: int,
    pool: Pool,
    start: int = 0,
    seen: set[str] | None = None,
) -> AsyncIterator[Sample]:
    """Yield the samples from number `start` up to number `n`, in order.

    With `seen`, the keys of the samples before, equal samples are replaced. Raises `UnusableSettingsError` if that no
    longer succeeds, and what the generator raises.
    """

    async def one(number: int, attempt: int = 0) -> Sample:
        # A text as seed is hashed in the same way by every version and on every machine.
        rng = random.Random(f"{generator.name}/{seed}/{number}/{attempt}")  # noqa: S311 - nothing secret
        return await generator.draw(settings, rng, pool)

    ahead = 2 * pool.workers
    waiting = {number: asyncio.ensure_future(one(number)) for number in range(start, min(n, start + ahead))}
    try:
        for number in range(start, n):
            sample = await waiting.pop(number)
            if number + ahead < n:
                waiting[number + ahead] = asyncio.ensure_future(one(number + ahead))
            if seen is not None:
                attempt = 0
                while key_of(sample.text) in seen:
                    attempt += 1
                    if attempt > _TRIES:
                        raise UnusableSettingsError(
                            f"these settings seem to be exhausted: {_TRIES} samples in a row were equal to one of the "
                            f"{len(seen)} before; ask for fewer, or for larger ones"
                        )
                    sample = await one(number, attempt)
                seen.add(key_of(sample.text))
            yield sample
    finally:
        for task in waiting.values():
            task.cancel()
        for task in waiting.values():
            with suppress(asyncio.CancelledError, Exception):
                await task
