"""Connections that are closed when nothing comes of them, so that nobody keeps others out by holding many open."""

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

_PATIENCE = 30.0  # seconds in which a connection has to begin another request, or to become a web socket


class Impatient(H11Protocol):
    """Uvicorn's connection, with an end to waiting: for a first request, and for a reader of the reply."""

    _seen: "RequestResponseCycle | None" = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch."""
        super().connection_made(transport)
        self.loop.call_later(_PATIENCE, self._look)

    def _look(self) -> None:
        transport: Any = self.transport
        if transport.is_closing() or transport.get_protocol() is not self:  # closed, or a web socket by now
            return
        if self.cycle is self._seen:
            transport.abort()
            return
        self._seen = self.cycle
        self.loop.call_later(_PATIENCE, self._look)
