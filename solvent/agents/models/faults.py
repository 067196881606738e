"""Failed requests to a model: the errors that callers see, and whether to retry."""

import copy
import math
import os
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from enum import IntEnum
from typing import Any

from solvent.agents.state import Usage
from solvent.solvers import SolventError
from solvent.solvers.json_text import read_json

_NUMBER = re.compile(r"\d+(?:\.\d*)?", re.ASCII)  # float() would read "1_0" as ten

MAX_DETAIL = 200  # characters of a server's own words that a message quotes

# How servers name a parameter that they do not support, other than by its own name.
ALIASES = {
    "response_format": re.compile(
        r"response_format|json_schema|json_object|structured.output|guided.decoding|json.mode|grammar", re.IGNORECASE
    ),
    "n": re.compile(r"\bn\b|only one completion|multiple (?:choices|completions)", re.IGNORECASE),
}


class ModelError(SolventError):
    """A call to a model failed. `usage` is what it cost all the same, `attempts` the number of requests sent."""

    usage = Usage()
    attempts = 0

    def at_no_cost(self) -> "ModelError":
        """The same error for another caller, whose share of the cost is counted elsewhere."""
        same = copy.copy(self)
        same.usage, same.attempts = Usage(), 0
        return same


class ModelUnreachableError(ModelError):
    """No connection, or a broken one."""


class ModelAccessError(ModelError):
    """The key is wrong, or not allowed to use this model."""


class ModelNotFoundError(ModelError):
    """The server does not have the model, or the address is wrong."""


class ModelRateError(ModelError):
    """Too many requests, or the quota is used up."""


class ModelTimeoutError(ModelError):
    """No complete reply in the time allowed."""


class ModelServerError(ModelError):
    """The server failed, or its response is not a chat completion."""


class ModelRequestError(ModelError):
    """The server understood the request and refused it."""


class OutageError(SolventError):
    """The model cannot be reached, and the run can go on later. Not a `ModelError`: those become part of an answer."""

    def __init__(self, error: ModelError) -> None:
        super().__init__(str(error))
        # With the next case it would be the same; other faults may pass.
        self.lasting = isinstance(error, ModelAccessError | ModelNotFoundError)


OUTAGES = (ModelUnreachableError, ModelAccessError, ModelNotFoundError, ModelRateError, ModelServerError)


class Repeat(IntEnum):
    """How often a request may be sent again after a fault."""

    NEVER = 0
    ONCE = 1  # hopeless if it fails twice, or perhaps already billed
    OFTEN = 2


@dataclass(frozen=True)
class Fault:
    """One failed request. `wait`: seconds that the server asks to wait. `paid`: whether it may have been billed."""

    error: ModelError
    repeat: Repeat = Repeat.NEVER
    wait: float | None = None
    paid: bool = False
    status: int = 0
    complaint: "Complaint" = field(default_factory=lambda: Complaint(""))


@dataclass(frozen=True)
class Complaint:
    """The body of an error response: the server's message, its code, and the request fields that it blames."""

    text: str
    code: str = ""
    fields: frozenset[str] = frozenset()

    def culprits(self, sent: Iterable[str]) -> set[str]:
        """The parameters among `sent` that the server rejects, by the fields that it names, else by its message."""
        named = {name for name in sent if name in self.fields}
        return named or {name for name in sent if ALIASES.get(name, re.compile(rf"\b{name}\b")).search(self.text)}


@dataclass(frozen=True)
class Server:
    """The server that messages refer to. `key` is only here to be kept out of them."""

    url: str
    model: str
    key: str = field(repr=False, default="")

    def quote(self, text: str) -> str:
        """The server's message on one line: short, without control characters and without the key."""
        words = " ".join(text.split())
        if self.key:
            words = words.replace(self.key, "***")
        words = "".join(character for character in words if character.isprintable())
        return words if len(words) <= MAX_DETAIL else words[:MAX_DETAIL] + " ..."


def read_complaint(text: str) -> Complaint:
    """Read an error body in the shapes of OpenAI, FastAPI and plain text."""
    try:
        body = read_json(text)
    except ValueError:
        return Complaint(text)
    if not isinstance(body, dict):
        return Complaint(text)
    error = body.get("error") or body.get("detail") or body.get("message") or text
    if isinstance(error, list):  # FastAPI: one item per field; its `input` echoes our request and is not read
        items = [item for item in error if isinstance(item, dict)]
        places = [item["loc"] if isinstance(item.get("loc"), list) else [] for item in items]
        told = zip(places, items, strict=True)
        words = "; ".join(f"{'.'.join(map(str, place))}: {item.get('msg', '')}" for place, item in told)
        return Complaint(words, fields=frozenset(str(part) for place in places for part in place))
    if isinstance(error, dict):
        named = str(error.get("param") or "").split(".")[0]
        words = str(error.get("message") or error)
        return Complaint(words, code=str(error.get("code") or ""), fields=frozenset({named} - {""}))
    return Complaint(str(error))


def status_fault(server: Server, status: int, headers: Mapping[str, str], text: str) -> Fault:
    """The fault for an HTTP error status."""
    complaint = read_complaint(text)
    said = server.quote(complaint.text)
    said = f"{status}: {said}" if said else str(status)
    error, repeat = _of_status(server, status, complaint, said)
    if headers.get("x-should-retry") == "false":
        repeat = Repeat.NEVER
    return Fault(error, repeat=repeat, wait=retry_after(headers), status=status, complaint=complaint)


def _of_status(server: Server, status: int, complaint: Complaint, said: str) -> tuple[ModelError, Repeat]:
    at = f"The model server at {server.url}"
    if status in (401, 403):
        advice = "Check the key in OPENAI_API_KEY." if server.key else "Set a key: no OPENAI_API_KEY was given."
        return ModelAccessError(f"{at} refused access ({said}). {advice}"), Repeat.NEVER
    if status == 404 or complaint.code == "model_not_found":
        return _not_found(server, complaint, said), Repeat.NEVER
    if status in (402, 429):
        return _limited(at, complaint, said)
    if status in (408, 409) or (status >= 500 and status != 501):
        return ModelServerError(f"{at} failed ({said}). Try again later, or use another server."), Repeat.OFTEN
    advice = "Try another model, with a larger context if the prompt is too long for this one."
    return ModelRequestError(f"{at} refused the request ({said}). {advice}"), Repeat.NEVER


def _not_found(server: Server, complaint: Complaint, said: str) -> ModelError:
    at = f"The model server at {server.url}"
    if complaint.code == "model_not_found" or re.search(r"\bmodel\b", complaint.text, re.IGNORECASE):
        return ModelNotFoundError(f"{at} has no model {server.model!r} ({said}). Name another with --model.")
    return ModelNotFoundError(f"{at} has no chat completions ({said}). Check --base-url: it usually ends in /v1.")


def _limited(at: str, complaint: Complaint, said: str) -> tuple[ModelError, Repeat]:
    if said.startswith("402") or complaint.code == "insufficient_quota":
        return ModelRateError(f"{at} says that the quota is used up ({said}). Check plan and billing."), Repeat.NEVER
    advice = "Try again later, or lower --max-connections."
    return ModelRateError(f"{at} accepts no more requests for now ({said}). {advice}"), Repeat.OFTEN


def connection_fault(server: Server, error: BaseException) -> Fault:
    """The fault for a connection that failed or broke."""
    causes = list(_causes(error))
    reason = server.quote(_reason(_first(causes)))
    if any(type(cause).__name__ in ("ConnectError", "ConnectTimeout") for cause in causes):
        advice = "Start the server, or correct --base-url (OPENAI_BASE_URL)."
        message = f"Cannot reach the model server at {server.url} ({reason}). {advice}"
        return Fault(ModelUnreachableError(message), repeat=Repeat.ONCE)
    message = f"The model server at {server.url} broke the connection ({reason}). Try again, or look at its log."
    if any(type(cause).__name__ == "TooManyRedirects" for cause in causes):
        advice = "Check --base-url."
        return Fault(ModelServerError(f"The model server at {server.url} redirects too many times. {advice}"))
    # If part of the answer arrived, all of it is billed.
    repeat = Repeat.ONCE if "complete message body" in reason else Repeat.OFTEN
    return Fault(ModelUnreachableError(message), repeat=repeat, paid=True)


def timeout_fault(server: Server, seconds: float) -> Fault:
    """The fault for a server that does not reply in time."""
    advice = "Allow more time, or use a faster model or server."
    message = f"The model server at {server.url} gave no complete reply within {seconds:.3g} s. {advice}"
    return Fault(ModelTimeoutError(message), repeat=Repeat.ONCE, paid=True)


def body_fault(server: Server, content_type: str, reason: str) -> Fault:
    """The fault for a successful response that is not a chat completion."""
    is_json = content_type.partition(";")[0].strip().lower().endswith("json")
    what = reason if is_json else f"its content type is {server.quote(content_type) or 'missing'}"
    advice = "Check that --base-url is the address of an OpenAI-compatible API; it usually ends in /v1."
    message = f"The model server at {server.url} answered with something other than a chat completion: {what}. {advice}"
    # Broken JSON may be a reply that a proxy cut off; another content type means another kind of server.
    repeat = Repeat.ONCE if is_json else Repeat.NEVER
    return Fault(ModelServerError(message), repeat=repeat, paid=is_json)


def transport_fault(server: Server, reason: str, *, once: bool) -> Fault:
    """The fault for a refused response: too long, badly compressed, or a redirect to another server."""
    advice = (
        "Check that --base-url is the address of an OpenAI-compatible API."
        if once
        else "Nothing was sent there. If you trust it, give its address with --base-url."
    )
    message = f"The model server at {server.url} {server.quote(reason)}. {advice}"
    return Fault(ModelServerError(message), repeat=Repeat.ONCE if once else Repeat.NEVER, paid=once)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        told = _NUMBER.fullmatch(headers.get(name, ""))
        if told and math.isfinite(seconds := float(told[0]) * unit):
            return seconds
    try:
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__


def _first(causes: Sequence[BaseException]) -> BaseException:
    """The original cause, without RuntimeErrors, which libraries leave behind that probe for a running event loop."""
    system = [cause for cause in causes if isinstance(cause, OSError)]
    told = [cause for cause in causes if not isinstance(cause, RuntimeError)]
    return (system or told or causes)[-1]


def _causes(error: BaseException) -> Iterable[BaseException]:
    current: Any = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__
