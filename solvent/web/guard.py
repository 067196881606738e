"""Who may talk to the server: checked for every request, also those of web sockets, before anything else."""

import hashlib
import hmac
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
COOKIE = "solvent_token"
_MOST_BODY = 1_000_000  # bytes of a request; no page sends as many
_MOST_QUERY = 1_000  # bytes of what a web socket says of itself, part of which is kept for a day
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::\d{1,5})?")
_MONTH = 30 * 24 * 3600

# Scripts and styles are the page's own, or NiceGUI's, which compiles templates in the browser.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Middleware that refuses what does not come from the page itself.

    Without a `token` only names of this machine are served, so that a web site whose name was made to point here gets
    nothing. With one, a visitor names it once, in the address, and a cookie remembers it. At most `sockets` web sockets
    are open at a time, of all visitors, and no page is made while the server is `full`.
    """

    def __init__(
        self,
        app: "ASGIApp",
        token: str | None = None,
        *,
        sockets: int = 500,
        full: "Callable[[], bool]" = lambda: False,
    ) -> None:
        self.app = app
        self.token = token
        self.sockets = sockets
        self.full = full
        self._open = 0

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "http":
            await (refusal or self.app)(scope, _counted(receive), _with_headers(send))
        elif refusal is not None or self._open >= self.sockets:
            await send({"type": "websocket.close", "code": 1008})
        else:
            self._open += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self._open -= 1

    def _refusal(self, scope: "Scope") -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.token is None and _name(host) not in LOOPBACK:
            return PlainTextResponse("This server answers to names of its own machine only.", 421)
        if _foreign(headers, host):
            return PlainTextResponse("This request came from another site.", 403)
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,15}", length) or int(length) > _MOST_BODY:
            return PlainTextResponse("This request is too large.", 413)
        if scope["type"] == "websocket" and len(scope.get("query_string", b"")) > _MOST_QUERY:
            return PlainTextResponse("This address is too long.", 414)
        refusal = None if self.token is None else self._stranger(scope, headers, self.token)
        if refusal is None and not scope["path"].startswith("/_nicegui") and self.full():
            return PlainTextResponse("Too many pages are open; try again in a minute.", 503)
        return refusal

    def _stranger(self, scope: "Scope", headers: Headers, token: str) -> Response | None:
        """Let in who knows the token; one that stands in the address is moved to a cookie, as a digest."""
        known = hashlib.sha256(token.encode()).hexdigest()
        named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        if scope["type"] == "http" and named and _same(named[0], token):
            welcome = RedirectResponse("/" + scope["path"].lstrip("/"), 303)
            welcome.set_cookie(COOKIE, known, httponly=True, samesite="strict", max_age=_MONTH)
            return welcome
        if _same(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""), known):
            return None
        return PlainTextResponse("Open the address with the token that `solvent serve` printed: /?token=...", 401)


def _name(host: str) -> str:
    """A host without its port; "" for what is none."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""


def _foreign(headers: Headers, host: str) -> bool:
    """Whether a browser sent this for another site; such a site may only link to this one."""
    origin = headers.get("origin")
    if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
        return True
    site = headers.get("sec-fetch-site", "none")
    return site not in ("same-origin", "none") and headers.get("sec-fetch-mode") != "navigate"


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))


def _counted(receive: "Receive") -> "Receive":
    """The same, until more arrives than a request may have: its header need not say how much that is."""
    arrived = 0

    async def counted() -> "Message":
        nonlocal arrived
        message = await receive()
        arrived += len(message.get("body", b""))
        if arrived > _MOST_BODY:
            raise HTTPException(413, "This request is too large.")
        return message

    return counted


def _with_headers(send: "Send") -> "Send":
    async def sent(message: "Message") -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
