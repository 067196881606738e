"""Vectors for texts, from the `/embeddings` endpoint of an OpenAI-compatible API."""

import math
from collections.abc import Sequence
from typing import Any

from solvent.agents.models.client import OpenAIModel, _Call
from solvent.agents.models.faults import Fault, ModelError, body_fault
from solvent.agents.state import Usage

Vector = tuple[float, ...]

AT_ONCE = 32  # texts in a request; with the longest vectors in use, its answer stays below the limits on bodies
LONGEST = 20_000  # characters of a text that are sent; models read about 8,000 tokens


class Embedder(OpenAIModel):
    """An embedding model behind an OpenAI-compatible API, reached like a model that completes conversations."""

    async def embed(self, texts: Sequence[str], budget: float | None = None) -> tuple[list[Vector], Usage]:
        """A vector of length 1 for each text. Raises ModelError.

        The usage has tokens and dollars, but no calls: those are requests for replies.
        """
        call = _Call(budget)
        found: list[Vector] = []
        try:
            async with self._slot(call):
                for first in range(0, len(texts), AT_ONCE):
                    cut = [text[:LONGEST] or " " for text in texts[first : first + AT_ONCE]]
                    found += await self._embedded(cut, call)
            if len({len(vector) for vector in found}) > 1:
                raise body_fault(self.server, "application/json", "its vectors differ in length").error
        except ModelError as error:
            error.usage = call.usage.model_copy(update={"calls": 0})
            error.args = (f"No examples could be chosen, for there are no embeddings. {error}",)
            raise
        return found, call.usage.model_copy(update={"calls": 0})

    async def _embedded(self, texts: list[str], call: _Call) -> list[Vector]:
        while True:
            asked = {"model": self.name, "input": texts, "encoding_format": "float"}
            body = await self._request("POST", "/embeddings", asked, call)
            if not isinstance(body, Fault):
                try:
                    vectors, tokens = _read(body, len(texts))
                except ValueError as error:
                    body = body_fault(self.server, "application/json", str(error))
                else:
                    usd = None if self.prices is None else tokens * self.prices[0] / 1e6
                    call.usage += Usage(prompt_tokens=tokens, usd=usd)
                    return vectors
            await self._wait(call, body)


def _read(body: Any, expected: int) -> tuple[list[Vector], int]:
    """The vectors in a response, in the order of the texts, and the tokens read. Raises ValueError."""
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, list) or len(data) != expected or not all(isinstance(each, dict) for each in data):
        raise ValueError(f"it does not have {expected} embeddings")
    order = [each.get("index", number) for number, each in enumerate(data)]
    if not all(type(number) is int for number in order) or sorted(order) != list(range(expected)):
        raise ValueError("its embeddings are not numbered from 0")
    placed = {number: _unit(each.get("embedding")) for number, each in zip(order, data, strict=True)}
    told = body.get("usage")
    tokens = told.get("prompt_tokens") if isinstance(told, dict) else 0
    kept = tokens if type(tokens) is int and 0 <= tokens <= 10**12 else 0
    return [placed[number] for number in range(expected)], kept


def _unit(vector: Any) -> Vector:
    if not isinstance(vector, list) or not vector or not all(type(each) in (int, float) for each in vector):
        raise ValueError("an embedding is not a list of numbers")
    try:
        length = math.hypot(*vector)
        numbers = [float(each) / length if length else 0.0 for each in vector]
    except (OverflowError, ValueError) as error:
        raise ValueError("an embedding has a number that is too large") from error
    if not all(map(math.isfinite, numbers)):
        raise ValueError("an embedding has a number that is not finite")
    return tuple(numbers)
