"""An OpenAI-compatible server on 127.0.0.1 that answers as it is told, and misbehaves as it is told.

    loopback.script(Status(429, {"Retry-After": "1"}), Reply("pong"))
    loopback.script(lambda request: Json({"n": len(request.messages)}))

Each request takes the next action; a callable answers every request that finds no action left. A request that nothing
was scripted for gets a 400, which no client repeats, and is listed in `unexpected`: the fixture fails the test.
Texts and dicts may stand for `Reply` and `Json`.
"""

import json
import socket
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


@dataclass(frozen=True)
class Request:
    """What the server got: `body` is the JSON, `headers` have lower-case names."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float = field(default_factory=time.monotonic)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body.get("messages", [])

    @property
    def format(self) -> str:
        """The type of response format that was asked for, "" for none."""
        return (self.body.get("response_format") or {}).get("type", "")


@dataclass(frozen=True)
class Reply:
    """A chat completion. `message` adds fields to its message, `body` to the whole."""

    text: str | None = ""
    finish: str = "stop"
    usage: dict[str, int] | None = field(default_factory=lambda: dict(USAGE))
    message: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Json:
    """A value: bare where the request asked for a JSON format, else in prose and a fence, as models do."""

    value: Any


@dataclass(frozen=True)
class Choices:
    """A chat completion with a choice for each reply; its tokens are those of the first prompt and of all replies."""

    replies: tuple[Any, ...]


def with_n(answer: "Callable[[Request], Any]") -> "Callable[[Request], Any]":
    """A server that has `n`: `answer` is called for each choice, and decides alone if it says anything but a reply."""

    def several(request: Request) -> Any:
        found = [_plain(answer(request), request) for _ in range(request.body.get("n", 1))]
        other = next((each for each in found if not isinstance(each, Reply)), None)
        return other or (found[0] if len(found) == 1 else Choices(tuple(found)))

    return several


@dataclass(frozen=True)
class Status:
    """An error in OpenAI's shape; `body` replaces it, a text as it stands."""

    code: int
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    message: str = "scripted"


@dataclass(frozen=True)
class Delay:
    """Wait, then do `then`."""

    seconds: float
    then: Any = "late"


@dataclass(frozen=True)
class Drop:
    """Close the connection before the answer."""


@dataclass(frozen=True)
class Truncated:
    """Close the connection in the middle of the body."""

    text: str = "cut"


@dataclass(frozen=True)
class Raw:
    """A success with this body and content type."""

    body: bytes
    content_type: str = "application/json"


@dataclass(frozen=True)
class SlowDrip:
    """A good reply, `rate` bytes a second: no single read times out."""

    rate: float
    text: str = "slow"


def refusal(text: str = "I cannot help with that.") -> Reply:
    return Reply(None, message={"refusal": text})


def length(text: str = "cut at the") -> Reply:
    return Reply(text, finish="length")


def content_filter() -> Reply:
    return Reply("", finish="content_filter")


def empty() -> Reply:
    return Reply(None)


def malformed() -> Raw:
    """A complete body whose JSON is broken."""
    return Raw(b'{"choices": [{"message": {"content": "oops"}')


def wrong_type() -> Raw:
    """A web page, as a proxy or a wrong address gives."""
    return Raw(b"<!doctype html><title>Welcome</title>", "text/html; charset=utf-8")


class Loopback:
    """The server. `formats` and `rejects` make every request that breaks them fail with 400, and take no action."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.unexpected: list[Request] = []
        self.formats: set[str] | None = None  # response formats that the server knows; None for all
        self.rejects: dict[str, str] = {}  # parameter -> the server's words
        self.model = "loopback-1"
        self.busiest = 0  # most chat requests in work at one time
        self._actions: list[Any] = []
        self._answer: Callable[[Request], Any] | None = None
        self._lock = threading.Lock()
        self._working = 0
        self._stop = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def script(self, *actions: Any) -> None:
        """Add actions; a callable answers everything that comes after them."""
        for action in actions:
            if callable(action):
                self._answer = action
            else:
                self._actions.append(action)

    def close(self) -> None:
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def wait(self, seconds: float) -> None:
        """Sleep, unless the server is closed."""
        self._stop.wait(seconds)

    def take(self, request: Request) -> Any:
        """The action for a request."""
        with self._lock:
            self.requests.append(request)
            refused = self._refused(request)
            if refused is not None:
                return refused
            if self._actions:
                return self._actions.pop(0)
            if self._answer is not None:
                return self._answer(request)
            self.unexpected.append(request)
        return Status(400, message="nothing was scripted for this request")

    def working(self, change: int) -> None:
        with self._lock:
            self._working += change
            self.busiest = max(self.busiest, self._working)

    def _refused(self, request: Request) -> Status | None:
        if request.format and self.formats is not None and request.format not in self.formats:
            known = " or ".join(sorted({*self.formats, "text"}))
            return Status(400, body={"error": f"'response_format.type' must be {known}"})
        for name, words in self.rejects.items():
            if name in request.body:
                error = {
                    "message": words,
                    "type": "invalid_request_error",
                    "param": name,
                    "code": "unsupported_parameter",
                }
                return Status(400, body={"error": error})
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # connections that wait; with the default of 5, a burst of them is reset

    def __init__(self, loopback: Loopback) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.loopback = loopback


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self.send(
                200, json.dumps({"object": "list", "data": [{"id": self.server.loopback.model, "object": "model"}]})
            )
        else:
            self.send(404, json.dumps({"detail": "Not Found"}))

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length", 0))
        sent = self.rfile.read(size)
        if len(sent) < size:  # the client gave up
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        if self.path not in ("/v1/chat/completions", "/v1/embeddings"):
            self.send(404, json.dumps({"detail": "Not Found"}))
            return
        request = Request(self.path, headers, json.loads(sent))
        self.server.loopback.working(+1)
        try:
            self.act(self.server.loopback.take(request), request)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            self.server.loopback.working(-1)

    def act(self, action: Any, request: Request) -> None:
        model = self.server.loopback.model
        match _plain(action, request):
            case Reply() as reply:
                self.send(200, completion(reply, model))
            case Choices(replies):
                self.send(200, completions([_plain(each, request) for each in replies], model))
            case Status(code, headers, body, message):
                shown = {"error": {"message": message, "code": None}} if body is None else body
                self.send(code, shown if isinstance(shown, str) else json.dumps(shown), headers)
            case Raw(body, content_type):
                self.send(200, body, {"Content-Type": content_type})
            case Delay(seconds, then):
                self.server.loopback.wait(seconds)
                self.act(then, request)
            case Drop():
                self.hang_up()
            case Truncated(text):
                body = completion(Reply(text), model).encode()
                self.head(200, len(body))
                self.wfile.write(body[: len(body) // 2])
                self.hang_up()
            case SlowDrip(rate, text):
                self.drip(completion(Reply(text), model).encode(), rate)
            case unknown:
                raise TypeError(f"no action: {unknown!r}")

    def send(self, code: int, body: str | bytes, headers: dict[str, str] | None = None) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.head(code, len(data), headers)
        self.wfile.write(data)

    def head(self, code: int, size: int, headers: dict[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(size))
        self.end_headers()

    def drip(self, body: bytes, rate: float) -> None:
        self.head(200, len(body))
        for byte in body:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            self.server.loopback.wait(1 / rate)

    def hang_up(self) -> None:
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True


def _plain(action: Any, request: Request) -> Any:
    """Spell short forms out."""
    match action:
        case str():
            return Reply(action)
        case dict():
            return _plain(Json(action), request)
        case Json(value):
            text = json.dumps(value, ensure_ascii=False)
            return Reply(text if request.format else f"Here it is:\n```json\n{text}\n```\nDone.")
    return action


def completion(reply: Reply, model: str) -> str:
    """The body of a chat completion."""
    return completions([reply], model)


def completions(replies: "Sequence[Reply]", model: str) -> str:
    """The body of a chat completion with a choice for each reply."""
    choices = [
        {
            "index": index,
            "message": {"role": "assistant", "content": reply.text, **reply.message},
            "finish_reason": reply.finish,
        }
        for index, reply in enumerate(replies)
    ]
    first, usage = replies[0], replies[0].usage
    if len(replies) > 1 and usage:
        usage = {**usage, "completion_tokens": sum(reply.usage["completion_tokens"] for reply in replies)}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model, "choices": choices}
    return json.dumps({**body, "usage": usage, **first.body})
