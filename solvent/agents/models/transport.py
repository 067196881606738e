"""HTTP safeguards: the length of bodies is capped, compressed or not, and no request goes to another server."""

import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any

import httpx2

LONGEST = 16_000_000  # bytes of a body, both as received and decompressed
LONGEST_ERROR = 100_000  # bytes of an error body, whose first lines say what matters
REDIRECTS = 3
_STEP = 65_536  # bytes that are decompressed at a time
_HEADER = 2  # bytes of the zlib header


class TransportError(Exception):
    """A response that is refused; the message completes a sentence that begins with the server."""


class BodyError(TransportError):
    """A body that is too long, badly compressed, or in a content encoding that was not requested."""


class RedirectError(TransportError):
    """The server redirects the request to another server."""


def hooks(url: str) -> dict[str, list[Any]]:
    """Event hooks for an httpx client that talks to the server at `url`, and to no other."""
    home = httpx2.URL(url)

    async def prepare(request: httpx2.Request) -> None:
        if _origin(request.url) != _origin(home):
            raise RedirectError(f"redirects requests to another server, {_shown(request.url)}")
        request.headers["accept-encoding"] = "identity"

    async def cap(response: httpx2.Response) -> None:
        # A server may name a charset whose decoder decompresses too, or takes more than linear time.
        response.encoding = "utf-8"
        packing = response.headers.pop("content-encoding", "").strip().lower()
        response.stream = _Capped(response.stream, packing, cut=response.status_code >= 400)

    return {"request": [prepare], "response": [cap]}


class _Capped(httpx2.AsyncByteStream):
    """The decompressed bytes of a stream; if they are too many, the stream ends (`cut`) or raises BodyError."""

    def __init__(self, stream: Any, packing: str, *, cut: bool) -> None:
        self._stream = stream
        self._packing = packing
        self._cut = cut

    async def __aiter__(self) -> AsyncIterator[bytes]:
        most = LONGEST_ERROR if self._cut else LONGEST
        unpack = _unpacker(self._packing)
        came = given = 0
        async for packed in self._stream:
            came += len(packed)
            for piece in unpack(packed):
                given += len(piece)
                if given > most:
                    break
                yield piece
            if max(came, given) > most:
                if self._cut:
                    return
                raise BodyError(f"answered with more than {most // 1_000_000} MB")

    async def aclose(self) -> None:
        await self._stream.aclose()


def _unpacker(packing: str) -> Callable[[bytes], Iterable[bytes]]:
    """A function that decompresses a content encoding piece by piece. Raises BodyError for an unknown one."""
    if packing in ("", "identity"):
        return lambda packed: (packed,)
    if packing in ("gzip", "x-gzip", "deflate"):
        return _Unpacked(packing).pieces
    raise BodyError(f"answered in a content encoding that was not requested ({packing[:40]!r})")


class _Unpacked:
    """The state of decompressing a body."""

    def __init__(self, packing: str) -> None:
        # Servers send `deflate` with or without the zlib header; the first bytes show which.
        self._work: Any = None if packing == "deflate" else zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._held = b""

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        """The next bytes, in pieces of bounded length; anything after the end of the stream is ignored."""
        if self._work is None:
            packed = self._held + packed
            if len(packed) < _HEADER:
                self._held = packed
                return
            self._work = zlib.decompressobj(zlib.MAX_WBITS if _is_zlib(packed) else -zlib.MAX_WBITS)
        more = not self._work.eof
        while more:
            try:
                piece = self._work.decompress(packed, _STEP)
            except zlib.error as error:
                raise BodyError(f"sent a badly compressed answer ({error})") from None
            yield piece
            packed = self._work.unconsumed_tail
            more = not self._work.eof and (bool(packed) or len(piece) == _STEP)


def _is_zlib(packed: bytes) -> bool:
    """Whether bytes begin with a zlib header (RFC 1950); a raw stream whose padding is zero never does."""
    return packed[0] & 0x0F == zlib.DEFLATED and int.from_bytes(packed[:_HEADER]) % 31 == 0


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _shown(url: httpx2.URL) -> str:
    """The URL's origin alone: the rest may contain secrets."""
    port = "" if url.port is None else f":{url.port}"
    return f"{url.scheme}://{url.host}{port}"[:200]
