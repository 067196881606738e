"""What NiceGUI would do for anybody, and no page of ours needs: turned off."""

import inspect
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nicegui import app, core
from starlette.responses import PlainTextResponse

from solvent.web.limits import Allowance

if TYPE_CHECKING:
    from starlette.requests import Request

_DAY = 24 * 3600
_HEARD = ("handshake", "event", "javascript_response", "ack")
_LONGEST_NAME = 100  # characters of the name that a tab gives itself, under which things are kept for a day


def restrict(allowance: Allowance) -> None:
    """Keep visitors from using up memory, writing to the log, and acting on the pages of others."""
    app.storage.max_tab_storage_age = _DAY
    # NiceGUI answers a wrong address with a page, which it keeps for a minute, and a warning.
    app.add_exception_handler(404, _not_found)
    # A text goes over a web socket as JSON inside JSON, in which a character may take seven bytes.
    core.sio.eio.max_http_buffer_size = max(1_000_000, 8 * allowance.text)
    # Polling starts a session with every request, and any site could make one by naming a script.
    core.sio.eio.transports = ["websocket"]
    app.config.socket_io_js_transports = ["websocket"]
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)
    core.sio.on("log", lambda *_: None)
    for name in _HEARD:
        core.sio.on(name, _wary(core.sio.handlers["/"][name], opens=name == "handshake"))


def _not_found(_: "Request", __: Exception) -> PlainTextResponse:
    return PlainTextResponse("There is no such page.", 404)


def _wary(handler: Callable[[str, Any], Any], *, opens: bool) -> Callable[..., Any]:
    """A handler that hears of a page only what comes from its own web socket, and nothing of messages that are none."""

    async def heard(socket: str, message: Any = None, *_: Any) -> Any:
        if not isinstance(message, dict):
            return False
        if opens and not all(_is_name(message.get(key)) for key in ("client_id", "tab_id", "document_id")):
            return False
        if not opens and message.get("client_id") not in core.sio.rooms(socket):
            return False
        try:
            said = handler(socket, message)
            return await said if inspect.isawaitable(said) else said
        except (KeyError, TypeError, ValueError, AttributeError):  # of the message: a page handles its own errors
            return False

    return heard


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_NAME
