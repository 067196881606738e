"""Counts the calls that a session makes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from solvent.agents.models.client import Message, Model, Reply
from solvent.agents.models.faults import ModelError
from solvent.agents.models.samples import several


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
        with self._failures():
            reply = await self.model.complete(messages, **options)
        self.tally.calls += reply.usage.calls
        return reply

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """Several samples; see `several`."""
        with self._failures():
            replies = await several(self.model, messages, n, **options)
        self.tally.calls += sum(reply.usage.calls for reply in replies)
        return replies

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Count what a call cost that fails."""
        try:
            yield
        except ModelError as error:
            self.tally.calls += error.usage.calls
            raise
