"""What a run of the state machine is given and does not change: its settings, and its tools."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent.agents.authors import Author, Modeller, Rules
from solvent.agents.models.client import Message, Model, ModelError, OpenAIModel, Reply
from solvent.agents.policy import Confirming, Policy
from solvent.agents.settings import ROLES, Role, Settings
from solvent.agents.state import Job, Usage
from solvent.solvers import Limits, Pool

LAST_SECOND = 1.0  # a program that is paid for is run, even where the budget of seconds is spent


@dataclass(frozen=True)
class Context:
    """The settings and the tools of a run.

    `models` holds a model for every role, or nothing where the rules work alone.

    `answer_schema` is a JSON schema that the answer must fit, where it is known beforehand.
    """

    pool: Pool
    settings: Settings = field(default_factory=Settings)
    models: Mapping[Role, Model] = field(default_factory=dict)
    policy: Policy = field(default_factory=Confirming)
    answer_schema: dict[str, Any] | None = None
    started: float = field(default_factory=time.monotonic)

    def seconds_left(self) -> float | None:
        """Wall time that is left of the budget; None for no limit."""
        seconds = self.settings.budget.seconds
        return None if seconds is None else max(0.0, seconds - (time.monotonic() - self.started))

    def spent(self, usage: Usage) -> str:
        """Which limit of the budget has been reached; "" for none, or where nothing is paid for."""
        budget = self.settings.budget
        if not self.models:
            return ""
        if budget.seconds is not None and self.seconds_left() == 0.0:
            return f"{budget.seconds:g} seconds"
        if budget.tokens is not None and usage.prompt_tokens + usage.completion_tokens >= budget.tokens:
            return f"{budget.tokens} tokens"
        if budget.usd is not None and usage.usd is not None and usage.usd >= budget.usd:
            return f"{budget.usd:g} US dollars"
        return ""

    def bounds(self, times: int = 1) -> Limits:
        """What a question to a solver may cost now, one of so many parts: at most what is left of the budget.

        Of that there is always a last second.
        """
        left, limits = self.seconds_left(), self.settings.limits
        seconds = times * limits.seconds
        return limits.model_copy(update={"seconds": seconds if left is None else min(seconds, max(left, LAST_SECOND))})

    def author(self, job: Job, write: Any) -> Author:
        """Whoever writes a program; what is said to a model goes to `write` as an event."""
        return Rules() if job.by_rules else self.modeller(job.role, write)

    def modeller(self, role: Role, write: Any) -> Modeller:
        """The model in a role. Raises LookupError where only the rules work."""
        overheard = Overheard(self.models[role], role, write)
        return Modeller(overheard, self.seconds_left, self.settings.seed, self.settings.level)


def models_of(settings: Settings, given: Mapping[Role, Model]) -> dict[Role, Model]:
    """A model for every role: those that are given, and clients of the APIs that the settings name.

    Roles with the same name and address share a client, and so its limit of calls at a time. The key is that of the
    environment: `SOLVENT_KEY_ROLE`, else `OPENAI_API_KEY`.
    """
    clients: dict[Any, Model] = {}
    found: dict[Role, Model] = {}
    for role in ROLES:
        choice = settings.model_of(role)
        if choice is None:
            continue
        own = role if role in settings.models else "author"
        if own in given:
            found[role] = given[own]
            continue
        key = os.environ.get(f"SOLVENT_KEY_{own.upper()}") or os.environ.get("OPENAI_API_KEY")
        client = clients.get((choice, key))
        if client is None:
            client = clients[choice, key] = OpenAIModel(
                choice.name,
                choice.url or os.environ.get("OPENAI_BASE_URL"),
                key,
                max_connections=choice.connections,
                prices=choice.prices,
            )
        found[role] = client
    return found


@dataclass(frozen=True)
class Overheard:
    """A model whose exchanges are told to `write`: who asked what for, what was sent, and the reply or the error."""

    model: Model
    role: Role
    write: Any

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Ask, and tell."""
        asked = {
            "role": self.role,
            "messages": [dict(message) for message in messages],
            "temperature": options.get("temperature"),
        }
        try:
            reply = await self.model.complete(messages, **options)
        except ModelError as error:
            self.write({"event": "call", **asked, "error": str(error)})
            raise
        self.write({"event": "call", **asked, "reply": reply.model_dump(mode="json")})
        return reply
