"""Exchanges with a model, recorded in a file and replayed, for tests and examples without an API."""

import difflib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.models.client import Message, Model, ModelError, Reply
from solvent.agents.models.samples import of_sample, several
from solvent.agents.models.structured import Schema
from solvent.solvers.json_text import plain_text, read_json
from solvent.translators.api_docs import without_blocks

MAX_DIFF_LINES = 20


class RecordingError(ModelError):
    """A recording that cannot be read or written."""


class UnknownExchangeError(ModelError):
    """A request that is not in the recording."""


class Exchange(BaseModel):
    """One request and its reply, without addresses, headers and keys, so that a recording can be published."""

    model_config = ConfigDict(frozen=True)

    key: str
    request: dict[str, Any]
    reply: Reply


class Recorder:
    """A model that passes everything on to `model` and writes each exchange to `path` as a line of JSON.

    The file must be new: exchanges cost money, and are neither overwritten nor mixed with those of another run.
    Failed calls are not recorded; `failed` counts them. If a server gives a file path as the model's name, only its
    last part is kept.
    """

    def __init__(self, model: Model, path: Path | str) -> None:
        self.model = model
        self.path = Path(path)
        self.failed = 0
        try:
            self.path.touch(exist_ok=False)
        except FileExistsError:
            raise RecordingError(f"{path} exists already. Remove it to record again, or choose another file.") from None
        except OSError as error:
            raise RecordingError(f"{path} cannot be written: {error.strerror}.") from error

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
        """Reply as the model does; see `Model`."""
        options: dict[str, Any] = {"schema": schema, "temperature": temperature, "max_tokens": max_tokens, "seed": seed}
        with self._failures():
            reply = await self.model.complete(messages, **options, budget=budget)
        self._keep(reply, messages, options)
        return reply

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """Several samples, each recorded as if it had been asked for singly; see `several`."""
        with self._failures():
            replies = await several(self.model, messages, n, **options)
        for number, reply in enumerate(replies):
            self._keep(reply, messages, of_sample(number, options))
        return replies

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except ModelError:
            self.failed += 1
            raise

    def _keep(self, reply: Reply, messages: Sequence[Message], options: Mapping[str, Any]) -> None:
        kept = reply.model_copy(update={"model": _without_path(reply.model)})
        asked = _recorded(messages, **options)
        exchange = Exchange(key=key_of(asked), request=asked, reply=kept)
        # A single write per line: concurrent calls do not mix, and a crash loses at most the last one.
        with self.path.open("a", encoding="utf-8") as file:
            file.write(exchange.model_dump_json() + "\n")


class Replayer:
    """A model that answers only from the recording at `path`.

    A repeated request gets the next of its recorded replies, and several samples are requested singly. `unused` lists
    exchanges that were not requested.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._waiting: dict[str, list[Exchange]] = {}
        self._recorded: dict[str, Exchange] = {}
        for exchange in _exchanges(self.path):
            self._waiting.setdefault(exchange.key, []).append(exchange)
            self._recorded.setdefault(exchange.key, exchange)

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
        seed: int | None = None,
        budget: float | None = None,  # noqa: ARG002  # of the protocol; a recording answers at once
    ) -> Reply:
        """The recorded reply. Raises UnknownExchangeError, which shows how the request differs from the nearest one."""
        asked = _recorded(messages, schema=schema, temperature=temperature, max_tokens=max_tokens, seed=seed)
        key = key_of(asked)
        if key not in self._recorded:
            raise UnknownExchangeError(f"{self.path.name} does not contain this request. {self._nearest(asked)}")
        if not self._waiting[key]:
            raise UnknownExchangeError(
                f"{self.path.name} has fewer replies to this request than were requested. Record it again."
            )
        return self._waiting[key].pop(0).reply

    def unused(self) -> list[Exchange]:
        """Exchanges that were recorded but not requested; if a test leaves any, its recording is stale."""
        return [exchange for waiting in self._waiting.values() for exchange in waiting]

    def _nearest(self, asked: dict[str, Any]) -> str:
        lines = _lines(asked)
        # Lines, not characters: prompts are long, and a comparison by characters is quadratic.
        ranked = [
            (difflib.SequenceMatcher(None, lines, _lines(known.request), autojunk=False).ratio(), known)
            for known in self._recorded.values()
        ]
        if not ranked:
            return "It is empty."
        _, nearest = max(ranked, key=lambda pair: pair[0])
        diff = list(difflib.unified_diff(_lines(nearest.request), lines, "recorded", "asked", n=0, lineterm=""))
        more = ["..."] if len(diff) > MAX_DIFF_LINES else []
        told = "\n".join([*diff[:MAX_DIFF_LINES], *more])
        return f"Record it again, or undo the change. The nearest request differs as follows:\n{told}"


def _without_path(name: str) -> str:
    path = PurePath(name)
    return path.name if path.is_absolute() else name


def request_of(
    messages: Sequence[Message],
    *,
    schema: Schema | None = None,
    temperature: float | None = None,
    max_tokens: int | None = None,
    seed: int | None = None,
    budget: float | None = None,  # noqa: ARG001  # of the protocol; the time left does not identify a request
) -> dict[str, Any]:
    """What identifies a request, as JSON."""
    return {
        "messages": [{name: plain_text(value) for name, value in message.items()} for message in messages],
        "schema": schema,
        "temperature": None if temperature is None else float(temperature),
        "max_tokens": max_tokens,
        "seed": seed,
    }


def _recorded(messages: Sequence[Message], **options: Any) -> dict[str, Any]:
    """The request as it is recorded: without documentation of a library, which depends on the installed version."""
    kept = [{name: without_blocks(value) for name, value in message.items()} for message in messages]
    return request_of(kept, **options)


def key_of(asked: Mapping[str, Any]) -> str:
    """The name of a request: 64 hexadecimal digits."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _lines(asked: dict[str, Any]) -> list[str]:
    """The request as lines for a readable diff."""
    said = [line for m in asked["messages"] for line in (f"[{m['role']}]", *str(m["content"]).splitlines())]
    return [
        *said,
        *(f"{name}: {json.dumps(value, sort_keys=True)}" for name, value in asked.items() if name != "messages"),
    ]


def _exchanges(path: Path) -> list[Exchange]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise RecordingError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise RecordingError(f"{path} is not a recording: it is not UTF-8 text.") from None
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            exchange = Exchange.model_validate(read_json(line))
        except (ValidationError, ValueError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            raise RecordingError(f"{path}, line {number}, is not an exchange: {reason}.") from None
        if exchange.key != key_of(exchange.request):
            raise RecordingError(
                f"{path}, line {number}, was edited: its key does not match its request. Record it again."
            )
        found.append(exchange)
    return found
