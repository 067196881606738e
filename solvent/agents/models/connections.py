"""The SDK's clients for a server: one per event loop, made once, with nothing to close."""

import asyncio
import ssl
from functools import cached_property
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from weakref import WeakKeyDictionary

from solvent.agents.models.faults import Server

CONNECT_SECONDS = 10.0


class Clients:
    """Clients for one server.

    Making a client costs more than a request does, so each event loop keeps one. Nothing else is kept: every request
    has a connection of its own, which is closed with its response, and cookies are refused.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    async def send(self, method: str, path: str, body: Any) -> Any:
        """Send a request, with a body of JSON unless it is None; the response, or an error of the SDK.

        The SDK's methods for each path would go through the whole body first, to convert what is JSON already.
        """
        import httpx2

        client = self._get()
        if method == "GET":
            return await client.get(path, cast_to=httpx2.Response)
        return await client.post(path, cast_to=httpx2.Response, body=body)

    def _get(self) -> Any:
        loop = asyncio.get_running_loop()
        client = self._made.get(loop)
        if client is None:
            client = self._made[loop] = self._new()
        return client

    def _new(self) -> Any:
        import httpx2
        import openai

        from solvent.agents.models import transport

        return openai.AsyncOpenAI(
            base_url=self._server.url,
            # The SDK requires a key even for a local server, and must not read one from the environment.
            api_key=self._server.key or "none",
            max_retries=0,
            http_client=openai.DefaultAsyncHttpxClient(
                verify=self._tls,
                event_hooks=transport.hooks(self._server.url),
                max_redirects=transport.REDIRECTS,
                # A kept connection would tie the model to its event loop, and break when the server closes it.
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=0),
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            ),
            timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
        )

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Made once: loading the certificates takes longer than the rest of making a client."""
        import httpx2

        return httpx2.create_ssl_context()
