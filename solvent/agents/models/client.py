"""The `Model` protocol that the agent uses, and the client for OpenAI-compatible APIs."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NoReturn, Protocol
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from solvent.agents.models.completion import Completion, Finish, Reply, read_completions
from solvent.agents.models.connections import Clients
from solvent.agents.models.faults import (
    Fault,
    ModelAccessError,
    ModelError,
    ModelNotFoundError,
    ModelRateError,
    ModelRequestError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnreachableError,
    Repeat,
    Server,
    body_fault,
    connection_fault,
    status_fault,
    timeout_fault,
    transport_fault,
)
from solvent.agents.models.structured import Format, Schema, instructed, read_data, response_format
from solvent.agents.state import Usage
from solvent.solvers.json_text import JsonError, plain_text, read_json

__all__ = [
    "Finish",
    "Message",
    "Model",
    "ModelAccessError",
    "ModelError",
    "ModelNotFoundError",
    "ModelRateError",
    "ModelRequestError",
    "ModelServerError",
    "ModelTimeoutError",
    "ModelUnreachableError",
    "OpenAIModel",
    "Reply",
]

Message = Mapping[str, str]

OPENAI_URL = "https://api.openai.com/v1"
MAX_BACKOFF = 8.0
MAX_WAIT = 120.0  # seconds; if a server asks for a longer wait, the call fails
REJECTIONS = frozenset({400, 404, 415, 422, 500, 501})  # statuses with which servers reject a parameter
FILTERED = frozenset({"content_filter", "content_policy_violation"})  # error codes of filters that reject the prompt
MOST_VALUES = 200_000  # JSON values in a body; a completion has dozens, a list of models a few per model
NEVER_DROPPED = frozenset({"model", "messages"})


class Model(Protocol):
    """Anything that completes a conversation.

    `messages` are `{"role": ..., "content": ...}`. With a `schema` (JSON Schema, an object at the top level) JSON is
    requested and parsed into `Reply.data`. `budget` bounds the whole call in seconds, including waits and retries.
    Raises `ModelError` if there is no reply. A second method, `complete_many`, is optional: see `samples.several`.
    """

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
        seed: int | None = None,
        budget: float | None = None,
    ) -> Reply: ...


class _Call:
    """The state of one call: its deadline, and what it has cost so far."""

    def __init__(self, budget: float | None) -> None:
        self.start = time.monotonic()
        self.deadline = None if budget is None else self.start + budget
        self.usage = Usage()
        self.attempts = 0
        self.dropped: set[str] = set()
        self.repeats = {Repeat.ONCE: 0, Repeat.OFTEN: 0}

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.start

    def left(self) -> float:
        return float("inf") if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def fail(self, error: ModelError, note: str = "") -> NoReturn:
        error.usage, error.attempts = self.usage, self.attempts
        if self.attempts > 1:
            note += f" ({self.attempts} requests in {self.seconds:.1f} s)"
        error.args = (f"{error}{note}",)
        raise error


class OpenAIModel:
    """A model behind an OpenAI-compatible API: hosted, vLLM, Ollama, llama.cpp.

    `timeout` bounds one request in seconds, from connecting to the last byte; `retries` is how often one call repeats a
    request after a transient fault, with exponential backoff from `backoff` seconds. There are no other retries: the
    SDK's are off because they ignore deadlines. `prices` are US dollars per million prompt and completion tokens;
    without them, `usd` is None. Parameters and response formats that the server rejects are not sent again.
    An instance may be used from several event loops, one after the other.
    """

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 300.0,
        max_connections: int = 4,
        retries: int = 4,
        backoff: float = 0.5,
        prices: tuple[float, float] | None = None,
    ) -> None:
        self.name = name
        self.server = Server(url=_checked_url(base_url or OPENAI_URL), model=name, key=_checked_key(api_key or ""))
        self.timeout = timeout
        self.max_connections = max_connections
        self.retries = retries
        self.backoff = backoff
        self.prices = prices
        self.dropped: set[str] = set()
        self.format = Format.SCHEMA
        self._limit_name = "max_tokens"
        self._clients = Clients(self.server)
        self._slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

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
        options = {"temperature": temperature, "max_tokens": max_tokens, "seed": seed, "budget": budget}
        return (await self._choices(messages, 1, schema=schema, **options))[0]

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """From 1 to `n` samples from one request; none if the server is known to give only one. See `several`."""
        return [] if "n" in self.dropped else await self._choices(messages, n, **options)

    async def _choices(
        self,
        messages: Sequence[Message],
        n: int,
        *,
        schema: Schema | None = None,
        budget: float | None = None,
        **parameters: Any,
    ) -> list[Reply]:
        """From 1 to `n` replies to one request. Raises ModelError."""
        call = _Call(budget)
        parameters["n"] = n if n > 1 else None
        given = {name: value for name, value in parameters.items() if value is not None}
        if self.server.url == OPENAI_URL and not self.server.key:
            advice = "Set OPENAI_API_KEY, or give the address of another API with --base-url or OPENAI_BASE_URL."
            call.fail(ModelAccessError(f"There is no key for {OPENAI_URL}. {advice}"))
        async with self._slot(call):
            while True:
                if call.left() <= 0:
                    call.fail(timeout_fault(self.server, call.seconds).error)
                asked = self._format_for(schema)
                usable = {name: value for name, value in given.items() if name not in self.dropped | call.dropped}
                body = self._body(messages, schema, usable, asked)
                result = await self._send(body, call)
                if isinstance(result, Fault):
                    if not self._adapt(call, result, body, asked):
                        await self._wait(call, result)
                    continue
                replies = [self._reply(completion, call, schema, given) for completion in result]
                if len(replies) == 1 and "n" in body:
                    self.dropped.add("n")
                ignored = [self._ignored(reply, schema, asked) for reply in replies]
                if not all(ignored):
                    free = {"usage": Usage(), "attempts": 0}
                    return [replies[0], *(reply.model_copy(update=free) for reply in replies[1:])]

    async def models(self, budget: float = 10.0) -> list[str]:
        """Names of the models that the server offers. Sends one request; raises `ModelError`."""
        call = _Call(budget)
        result = await self._request("GET", "/models", None, call)
        if isinstance(result, Fault):
            call.fail(result.error)
        listed = result.get("data") if isinstance(result, dict) else None
        if not isinstance(listed, list):
            call.fail(body_fault(self.server, "application/json", "it has no list of models").error)
        return [str(item["id"]) for item in listed if isinstance(item, dict) and "id" in item]

    @asynccontextmanager
    async def _slot(self, call: _Call) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        slots = self._slots.setdefault(loop, asyncio.Semaphore(self.max_connections))
        try:
            async with asyncio.timeout(_finite(call.left())):
                await slots.acquire()
        except TimeoutError:
            advice = "Allow more time, or raise --max-connections."
            call.fail(ModelTimeoutError(f"No connection became free within {call.seconds:.3g} s. {advice}"))
        try:
            yield
        finally:
            slots.release()

    def _format_for(self, schema: Schema | None) -> Format:
        """How to request JSON of this schema; both response formats are for objects only."""
        return self.format if schema is not None and schema.get("type") == "object" else Format.PROMPT

    def _body(
        self, messages: Sequence[Message], schema: Schema | None, usable: Mapping[str, Any], asked: Format
    ) -> dict[str, Any]:
        sendable = [{key: plain_text(value) for key, value in message.items()} for message in messages]
        body: dict[str, Any] = {"model": self.name, "messages": sendable}
        for name, value in usable.items():
            body[self._limit_name if name == "max_tokens" else name] = value
        if schema is not None and asked is not Format.SCHEMA:
            body["messages"] = instructed(body["messages"], schema)
        if schema is not None and asked is not Format.PROMPT:
            body["response_format"] = response_format(schema, asked)
        return body

    async def _send(self, sent: Mapping[str, Any], call: _Call) -> list[Completion] | Fault:
        body = await self._request("POST", "/chat/completions", sent, call)
        if isinstance(body, Fault):
            filtered = body.complaint.code in FILTERED
            return [Completion(finish=Finish.CONTENT_FILTER)] * sent.get("n", 1) if filtered else body
        try:
            found = read_completions(body, sent.get("n", 1))
        except ValueError as error:
            if isinstance(body, dict) and isinstance(body.get("error"), dict):  # some routers fail with status 200
                code = body["error"].get("code")
                status = code if isinstance(code, int) and 400 <= code < 600 else 502
                return status_fault(self.server, status, {}, json.dumps(body))
            self._count(call)
            return body_fault(self.server, "application/json", str(error))
        self._count(call, found[0])
        return found

    async def _request(self, method: str, path: str, sent: Mapping[str, Any] | None, call: _Call) -> Any:
        """Send one request and return the JSON body of the response, or the fault."""
        import openai

        from solvent.agents.models import transport

        allowed = min(self.timeout, call.left())
        call.attempts += 1
        content_type = ""
        try:
            async with asyncio.timeout(_finite(allowed)):
                response = await self._clients.send(method, path, sent)
            content_type = response.headers.get("content-type", "")
            return _json(response.content)
        except openai.APIStatusError as error:
            fault = status_fault(self.server, error.status_code, error.response.headers, error.response.text)
        except TimeoutError:
            fault = timeout_fault(self.server, allowed)
        except openai.APIConnectionError as error:
            fault = connection_fault(self.server, error)
        except transport.TransportError as error:
            fault = transport_fault(self.server, str(error), once=isinstance(error, transport.BodyError))
        except ValueError as error:
            fault = body_fault(self.server, content_type, str(error))
        if fault.paid:
            self._count(call)
        return fault

    def _count(self, call: _Call, completion: Completion | None = None) -> None:
        """Count a request that may have been billed; its tokens are known only from a completion."""
        prompt, written = (completion.prompt_tokens, completion.completion_tokens) if completion else (0, 0)
        usd = None if self.prices is None else (prompt * self.prices[0] + written * self.prices[1]) / 1e6
        call.usage += Usage(calls=1, prompt_tokens=prompt, completion_tokens=written, usd=usd)

    def _adapt(self, call: _Call, fault: Fault, body: Mapping[str, Any], asked: Format) -> bool:
        """Drop what the server says it does not accept; return whether that changes the request."""
        if fault.status not in REJECTIONS:
            return False
        culprits = fault.complaint.culprits(body.keys() - NEVER_DROPPED)
        if "response_format" in culprits:
            self.format = max(self.format, Format(asked + 1))
            return True
        if "max_tokens" in culprits and "max_completion_tokens" in fault.complaint.text:
            self._limit_name = "max_completion_tokens"
            return True
        # A token limit that is too large together with a long prompt may fit the next one.
        # Several choices that are refused at temperature 0 (vLLM's "greedy sampling") may be given at another.
        passing = any(word in fault.complaint.text for word in ("context", "greedy"))
        dropped = call.dropped if passing else self.dropped
        dropped |= {"max_tokens" if name == "max_completion_tokens" else name for name in culprits}
        return bool(culprits)

    async def _wait(self, call: _Call, fault: Fault) -> None:
        """Wait until the request may be sent again. Raises ModelError if it may not."""
        if fault.repeat is Repeat.NEVER:
            call.fail(fault.error)
        done = call.repeats[fault.repeat]
        if done >= (min(1, self.retries) if fault.repeat is Repeat.ONCE else self.retries):
            call.fail(fault.error)
        call.repeats[fault.repeat] += 1
        # Without jitter, clients that were rejected at the same time would all retry at the same time.
        delay = min(self.backoff * 2**done, MAX_BACKOFF) * random.uniform(0.75, 1.0)  # noqa: S311  # no secret
        delay = fault.wait or delay
        if delay > MAX_WAIT or delay >= call.left():
            asked = f" It asked to wait {fault.wait:.3g} s." if fault.wait else ""
            call.fail(fault.error, f"{asked} There is no time to try again.")
        await asyncio.sleep(delay)

    def _reply(self, completion: Completion, call: _Call, schema: Schema | None, given: Mapping[str, Any]) -> Reply:
        data, problem = (None, "") if schema is None else read_data(completion, schema)
        return Reply(
            text=completion.text,
            data=data,
            problem=problem,
            finish=completion.finish,
            reasoning=completion.reasoning,
            usage=call.usage,
            model=completion.model or self.name,
            seconds=call.seconds,
            dropped=tuple(sorted((self.dropped | call.dropped) & given.keys())),
            attempts=call.attempts,
        )

    def _ignored(self, reply: Reply, schema: Schema | None, asked: Format) -> bool:
        """Whether the server accepted the schema but ignored it: the model has not seen it and must be asked again."""
        if schema is None or asked is not Format.SCHEMA or reply.finish is not Finish.STOP or not reply.problem:
            return False
        self.format = max(self.format, Format.OBJECT)
        return reply.data is None


def _json(content: bytes) -> Any:
    try:
        return read_json(content, most=MOST_VALUES)
    except JsonError:
        raise
    except ValueError as error:
        raise ValueError(f"its JSON is broken ({error})" if content else "it is empty") from None


def _finite(seconds: float) -> float | None:
    return None if seconds == float("inf") else seconds


def _checked_url(url: str) -> str:
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ModelUnreachableError(
            f"--base-url {url!r} is not an address: it should look like http://localhost:8000/v1."
        )
    return url.strip().rstrip("/")


def _checked_key(key: str) -> str:
    key = key.strip()
    if not all("!" <= character <= "~" for character in key):
        raise ModelAccessError("The key in OPENAI_API_KEY contains characters that no key has. Copy it again.")
    return key
