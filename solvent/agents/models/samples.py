"""Several samples of one conversation, whose prompt is paid for once where the server offers that."""

import asyncio
import copy
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from solvent.agents.models.completion import Reply
from solvent.agents.models.faults import ModelError
from solvent.agents.state import Usage

if TYPE_CHECKING:
    from solvent.agents.models.client import Message, Model

Sample = Reply | ModelError


async def samples(model: "Model", messages: "Sequence[Message]", n: int, **options: Any) -> list[Sample]:
    """`n` samples of a conversation: for each, the reply, or the error if there is none.

    `options` are those of `Model.complete`. A model may have a method `complete_many` with the parameters and the
    result of this function; of any other, each sample is a call, made at the same time. Summed up, the usage of replies
    and errors is what all of them cost: of one request for several samples, the first has the whole.
    """
    if n > 1 and hasattr(model, "complete_many"):
        found: list[Sample] = await model.complete_many(messages, n, **options)
        return found
    return await one_by_one(model, messages, range(n), **options)


async def one_by_one(
    model: "Model", messages: "Sequence[Message]", numbers: Iterable[int], **options: Any
) -> list[Sample]:
    """The samples with these numbers, from 0, each by a call; errors other than `ModelError` are raised at the end."""

    def seeded(number: int) -> dict[str, Any]:
        # A server that heeds the seed would give the same reply each time.
        seed = options.get("seed")
        return options if seed is None else {**options, "seed": seed + number}

    calls = (model.complete(messages, **seeded(number)) for number in numbers)
    found: list[Sample] = []
    for said in await asyncio.gather(*calls, return_exceptions=True):
        if not isinstance(said, Reply | ModelError):
            raise said
        found.append(said)
    return found


async def together(
    ask: Callable[..., Awaitable[list[Reply]]],
    model: "Model",
    messages: "Sequence[Message]",
    n: int,
    **options: Any,
) -> list[Sample]:
    """`n` samples by a request of `ask`, which may give fewer; the others are asked for in what time is left."""
    start = time.monotonic()
    try:
        found = await ask(messages, n, **options)
    except ModelError as error:
        return [error, *(_at_no_cost(error) for _ in range(1, n))]
    if options.get("budget") is not None:
        options["budget"] = max(0.0, options["budget"] - (time.monotonic() - start))
    return [*found, *await one_by_one(model, messages, range(len(found), n), **options)]


def _at_no_cost(error: ModelError) -> ModelError:
    same = copy.copy(error)
    same.usage, same.attempts = Usage(), 0
    return same
