"""A server on 127.0.0.1 that answers every request with the bytes that it is told, HTTP or not."""

import socketserver
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass
class RawServer:
    """`answer` gets a request as text and gives its answer in pieces; an endless one ends when the client leaves."""

    answer: Callable[[str], Iterable[bytes]]
    requests: list[str] = field(default_factory=list)
    sent: int = 0  # bytes, over all requests
    closed: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self):
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        return f"{self.origin}/v1"

    def close(self):
        self.closed.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


class _Handler(socketserver.StreamRequestHandler):
    owner: RawServer

    def handle(self):
        with suppress(OSError):
            head = b""
            while not head.endswith(b"\r\n\r\n") and (line := self.rfile.readline()):
                head += line
            if not head:
                return
            size = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line[:15] == b"content-length:"), 0)
            request = (head + self.rfile.read(size)).decode()
            self.owner.requests.append(request)
            for piece in self.owner.answer(request):
                if self.owner.closed.is_set():
                    return
                self.wfile.write(piece)
                self.owner.sent += len(piece)


def head(status: str = "200 OK", **headers: str) -> bytes:
    """The first lines of an answer that ends with its connection; underscores in names are hyphens."""
    given = {"content_type": "application/json", "connection": "close"} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in given.items()]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode()
