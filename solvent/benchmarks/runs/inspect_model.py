"""Models on Inspect: our `Model` over any model of Inspect's, and our client as one of Inspect's providers.

Every call goes through `inspect_ai.model.Model.generate`, so that its tokens, cache and transcript are Inspect's. The
provider `solvent/NAME` adds what our client knows about OpenAI-compatible servers.
"""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    get_model,
    modelapi,
)

from solvent.agents import OpenAIModel
from solvent.agents.models.client import Message, ModelError, Reply
from solvent.agents.models.completion import Completion, Finish
from solvent.agents.models.structured import Schema, instructed, read_data
from solvent.agents.state import Usage

if TYPE_CHECKING:
    from inspect_ai.model import Model as InspectsModel
    from inspect_ai.model._model_output import StopReason
    from inspect_ai.tool import ToolChoice, ToolInfo

_SCHEMA = "solvent_schema"  # in the extra body of a request, for our own provider; part of the cache's key
_BUDGET: ContextVar[float | None] = ContextVar("seconds left for a call", default=None)
_MESSAGES: dict[str, type[ChatMessageSystem | ChatMessageUser | ChatMessageAssistant]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
_STOPS: "dict[Finish, StopReason]" = {
    Finish.STOP: "stop",
    Finish.EMPTY: "stop",
    Finish.LENGTH: "max_tokens",
    Finish.REFUSAL: "content_filter",
    Finish.CONTENT_FILTER: "content_filter",
}
_FINISHES = {"max_tokens": Finish.LENGTH, "model_length": Finish.LENGTH, "content_filter": Finish.CONTENT_FILTER}


class SolventAPI(ModelAPI):
    """Inspect's provider `solvent`: the client of this package, given as `client`."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        *,
        client: OpenAIModel | None = None,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self.client = client or OpenAIModel(model_name, base_url, api_key)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002 - Inspect's name
        tools: "list[ToolInfo]",  # noqa: ARG002 - there are none
        tool_choice: "ToolChoice",  # noqa: ARG002
        config: GenerateConfig,
    ) -> ModelOutput:
        """Ask the client. Raises `ModelError`; the client has done all retries."""
        messages = [{"role": message.role, "content": message.text} for message in input]
        options: dict[str, Any] = {
            "schema": (config.extra_body or {}).get(_SCHEMA),
            "temperature": config.temperature,
            "max_tokens": config.max_tokens,
            "seed": config.seed,
            "budget": _BUDGET.get(),
        }
        many = config.num_choices or 1
        replies = await self.client.complete_many(messages, many, **options) if many > 1 else []
        return _output(replies or [await self.client.complete(messages, **options)])

    def should_retry(self, ex: Exception) -> bool:
        """Never: the client has retried what is worth it, within the time that was left."""
        del ex
        return False

    def connection_key(self) -> str:
        """Models at one address share Inspect's limit on connections."""
        return self.base_url or "openai"

    def max_connections(self) -> int:
        """The client's own limit."""
        return self.client.max_connections


@modelapi(name="solvent")
def solvent() -> type[ModelAPI]:
    """Register the provider."""
    return SolventAPI


class InspectModel:
    """Our `Model` over one of Inspect's."""

    def __init__(self, model: "InspectsModel", name: str = "") -> None:
        self.model = model
        self.name = name or str(model)

    @classmethod
    def over(cls, client: OpenAIModel) -> "InspectModel":
        """A model of Inspect's whose provider is our client."""
        model = get_model(f"solvent/{client.name}", base_url=client.server.url, memoize=False, client=client)
        return cls(model, client.name)

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
        seed: int | None = None,
        budget: float | None = None,
    ) -> Reply:
        """Complete the conversation; see `Model`."""
        own = isinstance(self.model.api, SolventAPI)
        plain = [dict(message) for message in messages]
        sent = plain if own or schema is None else instructed(plain, schema)
        config = GenerateConfig(
            temperature=temperature,
            max_tokens=max_tokens,
            seed=seed,
            extra_body={_SCHEMA: schema} if own and schema is not None else None,
        )
        output = await self._generate(sent, config, budget)
        return next(iter(_replies(output)), None) or _reply(output, schema)

    async def complete_many(
        self,
        messages: Sequence[Message],
        n: int,
        *,
        schema: Schema | None = None,
        budget: float | None = None,
        **options: Any,
    ) -> list[Reply]:
        """Several samples, of our own provider alone; see `samples.several`."""
        api = self.model.api
        if not isinstance(api, SolventAPI) or "n" in api.client.dropped:
            return []
        body = None if schema is None else {_SCHEMA: schema}
        config = GenerateConfig(**options, num_choices=n, extra_body=body)
        return _replies(await self._generate(messages, config, budget))

    async def _generate(self, messages: Sequence[Message], config: GenerateConfig, budget: float | None) -> ModelOutput:
        token = _BUDGET.set(budget)
        try:
            return await self.model.generate([_message(each) for each in messages], config=config)
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(f"{self.name} could not be asked: {type(error).__name__}: {error}") from error
        finally:
            _BUDGET.reset(token)


def _output(replies: Sequence[Reply]) -> ModelOutput:
    """The replies to one request for Inspect, with all that ours have and its own have not."""
    usage = sum((reply.usage for reply in replies), Usage())
    return ModelOutput(
        model=replies[0].model,
        choices=[
            ChatCompletionChoice(
                message=ChatMessageAssistant(content=reply.text, model=reply.model, source="generate"),
                stop_reason=_STOPS[reply.finish],
            )
            for reply in replies
        ],
        usage=ModelUsage(
            input_tokens=usage.prompt_tokens,
            output_tokens=usage.completion_tokens,
            total_tokens=usage.prompt_tokens + usage.completion_tokens,
            total_cost=usage.usd,
        ),
        metadata={"replies": [reply.model_dump(mode="json") for reply in replies]},
    )


def _replies(output: ModelOutput) -> list[Reply]:
    """The replies of our own provider; none in the output of another."""
    return [Reply.model_validate(kept) for kept in (output.metadata or {}).get("replies", ())]


def _message(message: Message) -> ChatMessage:
    return _MESSAGES[message["role"]](content=message["content"])


def _reply(output: ModelOutput, schema: Schema | None) -> Reply:
    """The reply of another provider of Inspect's, which got the schema in the prompt."""
    text = output.completion
    finish = _FINISHES.get(
        output.stop_reason if output.choices else "stop", Finish.STOP if text.strip() else Finish.EMPTY
    )
    usage = output.usage or ModelUsage()
    prompt = usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    completion = Completion(
        text=text, finish=finish, prompt_tokens=prompt, completion_tokens=usage.output_tokens, model=output.model
    )
    data, problem = (None, "") if schema is None else read_data(completion, schema)
    return Reply(
        text=text,
        data=data,
        problem=problem,
        finish=finish,
        usage=Usage(
            calls=1, prompt_tokens=prompt, completion_tokens=usage.output_tokens, usd=getattr(usage, "total_cost", None)
        ),
        model=output.model,
        seconds=output.time or 0.0,
    )


def over_inspect(models: Mapping[Any, Any]) -> dict[Any, Any]:
    """The clients of a run as models of Inspect's; roles that share a client share its model."""
    wrapped = {id(client): InspectModel.over(client) for client in models.values()}
    return {role: wrapped[id(client)] for role, client in models.items()}
