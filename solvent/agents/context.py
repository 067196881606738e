"""The fixed inputs of a run of the state machine: its settings and its tools."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from solvent.agents.authors import Author, Modeller, Rules
from solvent.agents.models.client import Message, Model, ModelError, OpenAIModel, Reply
from solvent.agents.models.faults import OUTAGES, OutageError
from solvent.agents.models.samples import several
from solvent.agents.policies import Policy, policy_of
from solvent.agents.settings import ROLES, Role, Settings
from solvent.agents.state import Example, Job, Usage
from solvent.solvers import Limits, Pool

if TYPE_CHECKING:
    from solvent.agents.checkpoints import SavedRun
    from solvent.agents.examples import Examples
    from solvent.agents.models.cache import Cache

LAST_SECOND = 1.0  # seconds; a program that was paid for is run even if the time budget is spent


@dataclass(frozen=True)
class Context:
    """The settings and the tools of a run.

    `models` maps every role to a model, or is empty if only the rules are used. `answer_schema` is a JSON schema that
    the answer must fit, if one is known in advance. `saved` is the run in a file of checkpoints, if it is kept in one,
    `cache` the replies that need not be paid for again. With `raise_outages`, a model that cannot be reached raises
    `OutageError` instead of being part of the answer. `examples` are those to choose from, if the settings want any.
    """

    pool: Pool
    settings: Settings = field(default_factory=Settings)
    models: Mapping[Role, Model] = field(default_factory=dict)
    policy: Policy = field(default_factory=lambda: policy_of(Settings()))
    answer_schema: dict[str, Any] | None = None
    started: float = field(default_factory=time.monotonic)
    saved: "SavedRun | None" = None
    raise_outages: bool = False
    cache: "Cache | None" = None
    examples: "Examples | None" = None

    def seconds_left(self) -> float | None:
        """The wall time left in the budget, in seconds; None for no limit."""
        seconds = self.settings.budget.seconds
        return None if seconds is None else max(0.0, seconds - (time.monotonic() - self.started))

    def spent(self, usage: Usage) -> str:
        """The budget limit that has been reached; "" for none, or if no model is used."""
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
        """The limits of one solver query: `times` the usual time, but no more than is left in the budget.

        The time left counts as at least LAST_SECOND.
        """
        left, limits = self.seconds_left(), self.settings.limits
        seconds = times * limits.seconds
        return limits.model_copy(update={"seconds": seconds if left is None else min(seconds, max(left, LAST_SECOND))})

    def affords(self, times: int) -> bool:
        """Whether `times` the usual time of a solver query is left in the budget."""
        left = self.seconds_left()
        return left is None or left >= times * self.settings.limits.seconds

    def author(self, job: Job, write: Any, examples: Sequence[Example] = ()) -> Author:
        """The author of a job's program; each exchange with a model is passed to `write` as an event."""
        if job.by_rules or job.clauses:
            return Rules()
        return self.modeller(job.role, write, job.sample, job.generation, examples)

    def modeller(
        self, role: Role, write: Any, sample: int = 0, generation: int = 0, examples: Sequence[Example] = ()
    ) -> Modeller:
        """The model in a role, for a conversation with these numbers. Raises LookupError if the run has no model."""
        model, choice = self.models[role], self.settings.model_of(role)
        if self.cache is not None and choice is not None:
            model = self.cache.of(model, choice.name, sample=sample, generation=generation)
        model = Overheard(model, role, write, self.raise_outages)
        if self.saved is not None:
            model = self.saved.of_tasks(model)
        settings = self.settings
        # A server that heeds the seed would give all samples the same reply.
        seed = None if settings.seed is None else settings.seed + 1000 * generation + sample
        return Modeller(model, settings, self.seconds_left, seed, examples)


def models_of(settings: Settings, given: Mapping[Role, Model]) -> dict[Role, Model]:
    """A model for every role: the given objects, and API clients for the models that the settings name.

    Roles with equal settings and keys share a client, and so its limit on concurrent calls. The key is taken from the
    environment: `SOLVENT_KEY_ROLE`, else `OPENAI_API_KEY`.
    """
    if not settings.models:
        return {}
    from solvent.agents.models.prices import prices_of

    clients: dict[Any, Model] = {}
    found: dict[Role, Model] = {}
    for role in ROLES:
        choice = settings.model_of(role)
        if choice is None or role == "embedder":
            continue  # an embedder completes no conversations: see `examples`
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
                prices=prices_of(choice),
            )
        found[role] = client
    return found


@dataclass(frozen=True)
class Overheard:
    """A model whose exchanges are reported to `write`: the role, the request, and the reply or the error.

    With `raise_outages`, it raises `OutageError` if the model cannot be reached.
    """

    model: Model
    role: Role
    write: Any
    raise_outages: bool = False

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Complete the conversation and report the exchange."""
        with self._failures(messages, options):
            reply = await self.model.complete(messages, **options)
        self._report(messages, reply, options)
        return reply

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """Several samples, each reported as an exchange; see `several`."""
        with self._failures(messages, options):
            replies = await several(self.model, messages, n, **options)
        for reply in replies:
            self._report(messages, reply, options)
        return replies

    @contextmanager
    def _failures(self, messages: Sequence[Message], options: Mapping[str, Any]) -> Iterator[None]:
        """Report a call that fails."""
        try:
            yield
        except ModelError as error:
            self._report(messages, error, options)
            if self.raise_outages and isinstance(error, OUTAGES):
                raise OutageError(error) from error
            raise

    def _report(self, messages: Sequence[Message], said: Reply | ModelError, options: Mapping[str, Any]) -> None:
        asked = {"messages": [dict(message) for message in messages], "temperature": options.get("temperature")}
        heard = {"error": str(said)} if isinstance(said, ModelError) else {"reply": said.model_dump(mode="json")}
        self.write({"event": "call", "role": self.role, **asked, **heard})
