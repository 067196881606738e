"""Several samples of one conversation, whose prompt is paid for once where the server offers that."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solvent.agents.models.completion import Reply

if TYPE_CHECKING:
    from solvent.agents.models.client import Message, Model


async def several(model: "Model", messages: "Sequence[Message]", n: int, **options: Any) -> list[Reply]:
    """The first of `n` samples: as many as one request gives, or none, without a request, where one gives only one.

    This is what the optional method `complete_many` of a model does; of a model without it, there are none. `options`
    are those of `Model.complete`, for the first sample. The first reply has the usage of the whole request. Raises
    ModelError.
    """
    if not hasattr(model, "complete_many"):
        return []
    found: list[Reply] = await model.complete_many(messages, n, **options)
    return found


def of_sample(number: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with which a sample is asked for on its own, from those of the first one, whose number is 0."""
    seed = options.get("seed")
    # A server that heeds the seed would give the same reply each time.
    return {**options} if seed is None else {**options, "seed": seed + number}
