"""The server: one process, bound to loopback unless told otherwise."""

import contextlib
import gc
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI
from nicegui import Client, core, ui

from solvent.agents.settings import Settings
from solvent.solvers import SolventError
from solvent.web import puzzle_page, runs_page
from solvent.web.connections import Impatient
from solvent.web.engine import Engine
from solvent.web.guard import LOOPBACK, Guard
from solvent.web.limits import Allowance
from solvent.web.restrictions import restrict

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_SHORTEST_TOKEN = 16  # characters
_MOST_CONNECTIONS = 900  # most systems let a process have 1024 files


class ServerError(SolventError):
    """The server cannot start as asked; the message says why and what to do."""


@dataclass(frozen=True)
class Options:
    """How to serve: `writers` are the settings of a run by the name that visitors choose, the rules first.

    `runs` is a folder of recorded runs for the second page. Without a `token`, only loopback may be bound.
    """

    writers: dict[str, Settings]
    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    runs: Path | None = None
    workers: int | None = None
    allow_unsandboxed: bool = False
    allowance: Allowance = field(default_factory=Allowance)


def token_for(host: str, token: str | None) -> str | None:
    """The token that visitors need: none on loopback unless one was set, elsewhere a new one if none was.

    Raises ServerError for a token that is easily guessed.
    """
    if token is not None and len(token) < _SHORTEST_TOKEN:
        raise ServerError(f"the token has {len(token)} characters: use at least {_SHORTEST_TOKEN}.")
    if token is not None or host in LOOPBACK:
        return token
    return secrets.token_urlsafe(24)


def serve(options: Options, on_ready: Callable[[str], None]) -> None:
    """Serve until interrupted or terminated; `on_ready` gets the address. Raises ServerError."""
    with _bound(options.host, options.port) as bound:
        host, port = bound.getsockname()[:2]
        query = f"/?token={quote(options.token, safe='')}" if options.token else "/"
        name = f"[{host}]" if ":" in host else host
        # Of Uvicorn's two parsers only h11, of which Impatient makes use, puts a limit to the headers of a request.
        config = uvicorn.Config(
            application(options), http=Impatient, log_level="error", access_log=False, server_header=False,
            ws_max_size=core.sio.eio.max_http_buffer_size, ws_max_queue=4, limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=3,
        )  # fmt: skip
        on_ready(f"http://{name}:{port}{query}")
        # A command hardly ever collects garbage; a server has to, for a page that was closed is a large circle.
        gc.freeze()
        gc.set_threshold(10_000, 10, 10)
        # Uvicorn hands a signal on once it has stopped: being terminated is as good a way to end as Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[bound])


def application(options: Options) -> "ASGIApp":
    """The pages as an application. There is one in a process, for NiceGUI keeps its pages by their paths."""
    engine = Engine(options.allowance, workers=options.workers, allow_unsandboxed=options.allow_unsandboxed)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        engine.start()
        yield
        engine.stop()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=running)
    puzzle_page.register(engine, options.writers, runs=options.runs is not None)
    if options.runs is not None:
        runs_page.register(options.runs)
    restrict(options.allowance)
    ui.run_with(
        app, title="Solvent", favicon="🧩", dark=None, language="en-US", tailwind=False, show_welcome_message=False,
        reconnect_timeout=10,
    )  # fmt: skip
    most = options.allowance.sessions
    # A page that was asked for is kept for half a minute, also if no browser connects to it.
    return Guard(app, options.token, sockets=most, full=lambda: len(Client.instances) >= most)


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises ServerError."""
    with contextlib.ExitStack() as opened:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            found = opened.enter_context(socket.socket(family, kind, protocol))
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(_MOST_CONNECTIONS)
        except (OSError, OverflowError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or error
            message = f"cannot listen on {host}, port {port}: {why}; choose another --host or --port."
            raise ServerError(message) from error
        opened.pop_all()
    return found
