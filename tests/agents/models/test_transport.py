"""What a server may send: a bounded amount, however it is packed; and where it may send us: nowhere else."""

import asyncio
import bz2
import gzip
import itertools
import json
import socket
import tracemalloc
import zlib

import pytest
from loopback import Reply, completion
from raw_server import RawServer, head

from solvent.agents.models import transport
from solvent.agents.models.client import (
    ModelAccessError,
    ModelError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnreachableError,
    OpenAIModel,
)

ASK = [{"role": "user", "content": "ping"}]
PONG = completion(Reply("pong"), "raw-1").encode()
SECRET = "sk-very-secret"
BLANKS = b" " * 65_536
BUFFERS = 8_000_000  # bytes that may be on their way when the client leaves


@pytest.fixture
def serve(monkeypatch):
    """Start a server, and give a model that asks it; the system takes little in before the model reads it."""
    servers = []
    connect = socket.socket.connect

    def connect_narrowly(sock, address):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 18)
        return connect(sock, address)

    monkeypatch.setattr(socket.socket, "connect", connect_narrowly)

    def start(answer, **options):
        answer = answer if callable(answer) else lambda _, whole=answer: whole
        server = RawServer(answer)
        servers.append(server)
        settings = {"timeout": 30, "backoff": 0.01, "retries": 3} | options
        return server, OpenAIModel("little", server.url, SECRET, **settings)

    yield start
    for server in servers:
        server.close()


async def fault(call, kind=ModelError):
    """The error of a call that must fail, and must not hang."""
    with pytest.raises(kind) as caught:
        async with asyncio.timeout(100):
            await call
    assert SECRET not in str(caught.value)
    assert len(str(caught.value)) < 600
    return str(caught.value)


def bomb(wbits: int, pieces: int):
    """Many times the cap, packed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    for _ in range(pieces):
        yield packer.compress(bytes(1_000_000))
    yield packer.flush()


ENDLESS = {
    "plain": lambda: [head(), *itertools.repeat(BLANKS, 10_000)],
    "in chunks": lambda: itertools.chain(
        [head(transfer_encoding="chunked")], itertools.repeat(b"10000\r\n" + BLANKS + b"\r\n")
    ),
    "gzip": lambda: [head(content_encoding="gzip"), *bomb(31, 20)],
    "deflate": lambda: [head(content_encoding="deflate"), *bomb(15, 20)],
    "bare deflate": lambda: [head(content_encoding="deflate"), *bomb(-15, 20)],
    "behind gzip": lambda: [head(content_encoding="gzip"), gzip.compress(PONG), *itertools.repeat(BLANKS, 10_000)],
}


@pytest.mark.parametrize("kind", ENDLESS)
async def test_a_reply_without_end_is_read_up_to_the_cap(serve, kind):
    server, model = serve(lambda _: ENDLESS[kind]())
    tracemalloc.start()
    try:
        told = await fault(model.complete(ASK), ModelServerError)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "16 MB" in told
    assert len(server.requests) == 2  # it may have been a fault of the moment, and no more often
    assert server.sent < 2 * (transport.LONGEST + BUFFERS)
    assert peak < 4 * transport.LONGEST


@pytest.mark.parametrize("status", ["400 Bad Request", "503 Busy"])
@pytest.mark.parametrize("packed", [False, True])
async def test_a_refusal_without_end_is_cut(serve, status, packed):
    pieces = bomb(31, 20) if packed else itertools.repeat(BLANKS)
    encoding = {"content_encoding": "gzip"} if packed else {}
    server, model = serve(lambda _: itertools.chain([head(status, **encoding), b"" if packed else b"busy"], pieces))
    model.retries = 0
    assert status[:3] in await fault(model.complete(ASK))
    assert server.sent < transport.LONGEST_ERROR + BUFFERS


async def test_a_list_of_models_without_end(serve):
    server, model = serve(lambda _: itertools.chain([head()], itertools.repeat(BLANKS)))
    assert "16 MB" in await fault(model.models())
    assert server.sent < transport.LONGEST + BUFFERS


@pytest.mark.parametrize("line", [b"HTTP/1.1 200 OK\r\nx: ", b"HTTP/1.1 200 ", b""])
async def test_headers_without_end(serve, line):
    server, model = serve(lambda _: itertools.chain([line], itertools.repeat(b"x" * 10_000)), retries=0)
    await fault(model.complete(ASK), ModelUnreachableError)
    assert server.sent < BUFFERS


PACKED = {
    "gzip": ("gzip", gzip.compress(PONG)),
    "x-gzip": ("X-GZIP", gzip.compress(PONG)),
    "deflate": ("deflate", zlib.compress(PONG)),
    "bare deflate": ("deflate", zlib.compress(PONG)[2:-4]),
    "none": ("identity", PONG),
    "two members": ("gzip", gzip.compress(PONG) + gzip.compress(b"more")),
    "long": ("gzip", gzip.compress(completion(Reply("pong" + " " * 300_000), "raw-1").encode())),
}


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize("size", [1, 7, 1_000_000])
async def test_a_packed_reply_is_unpacked(serve, kind, size):
    encoding, body = PACKED[kind]
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    server, model = serve(lambda _: [head(content_encoding=encoding), *pieces])
    assert (await model.complete(ASK)).text.strip() == "pong"
    assert "accept-encoding: identity" in server.requests[0].lower()


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("wbits", [15, -15])
def test_packed_bytes_may_come_one_by_one(wbits, size):
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    packed = packer.compress(PONG) + packer.flush()
    unpack = transport._unpacker("deflate")
    pieces = [unpack(packed[start : start + size]) for start in range(0, len(packed), size)]
    assert b"".join(piece for some in pieces for piece in some) == PONG


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "\u00e9", "x" * 5000])
async def test_a_packing_that_was_not_asked_for(serve, encoding):
    _, model = serve([head(content_encoding=encoding.encode().decode("latin-1")), PONG])
    assert "not requested" in await fault(model.complete(ASK), ModelServerError)


@pytest.mark.parametrize("body", [b"no gzip", gzip.compress(PONG)[:-30], b"", gzip.compress(b"[" * 5_000_000)])
async def test_a_packing_that_is_broken(serve, body):
    server, model = serve([head(content_encoding="gzip"), body])
    await fault(model.complete(ASK), ModelServerError)
    assert len(server.requests) == 2


@pytest.mark.parametrize("charset", ["bz2", "punycode", "utf-16", "idna", "undefined", "no-such"])
async def test_no_charset_makes_a_refusal_costly(serve, charset):
    kind = f"text/plain; charset={charset}"
    body = bz2.compress(bytes(300_000_000)) if charset == "bz2" else b"a-" * 40_000
    _, model = serve([head("400 Bad Request", content_type=kind), body])
    assert "400" in await fault(model.complete(ASK))


# Redirects


async def test_a_redirect_to_another_server_is_refused(serve):
    other, _ = serve([head(), PONG])
    for code in (301, 302, 303, 307, 308):
        server, model = serve([head(f"{code} Gone", location=f"{other.url}/chat/completions")])
        told = await fault(model.complete(ASK), ModelServerError)
        assert other.origin in told
        assert "--base-url" in told
        assert len(server.requests) == 1
    assert other.requests == []


@pytest.mark.parametrize(
    "target", ["https://127.0.0.1:{port}/v1", "//localhost:{port}/v1", "http://127.0.0.1/v1", "ftp://x/"]
)
async def test_another_scheme_host_or_port_is_another_server(serve, target):
    server, model = serve(lambda _: [head("307 Moved", location=target.format(port=server.origin.rpartition(":")[2]))])
    assert "another server" in await fault(model.complete(ASK), ModelServerError)
    assert len(server.requests) == 1


async def test_a_redirect_on_the_same_server_is_followed(serve):
    def answer(request):
        if request.startswith("POST /v1/chat/completions "):
            return [head("307 Moved", location="/v2/chat")]
        return [head(), PONG]

    server, model = serve(answer)
    assert (await model.complete(ASK)).text == "pong"
    assert [request.split()[1] for request in server.requests] == ["/v1/chat/completions", "/v2/chat"]
    assert f"Bearer {SECRET}" in server.requests[1]
    assert "ping" in server.requests[1]


async def test_a_circle_of_redirects_ends(serve):
    server, model = serve([head("307 Moved", location="/v1/chat/completions")])
    assert "redirects too many times" in await fault(model.complete(ASK), ModelServerError)
    assert len(server.requests) == transport.REDIRECTS + 1


# Time


def dripping(server, *pieces):
    for piece in pieces:
        for byte in piece:
            yield bytes([byte])
            server().closed.wait(0.3)


@pytest.mark.parametrize("kind", ["body", "headers", "retry", "blanks"])
async def test_the_budget_in_seconds_holds(serve, kind):
    answers = {
        "body": lambda: itertools.chain([head()], dripping(lambda: server, PONG)),
        "headers": lambda: dripping(lambda: server, head() + PONG),
        "retry": lambda: [head("503 Busy", retry_after="1")],
        "blanks": lambda: itertools.chain(
            [head(transfer_encoding="chunked")], dripping(lambda: server, b"1\r\n \r\n" * 99)
        ),
    }
    server, model = serve(lambda _: answers[kind](), retries=1000)
    told = await fault(model.complete(ASK, budget=1.5), ModelServerError if kind == "retry" else ModelTimeoutError)
    assert len(server.requests) <= 3, told


@pytest.mark.parametrize(
    "wait", ["1e308", "9" * 400, "nan", "-inf", "-1", "Fri, 31 Dec 9999 23:59:59 GMT", "\x01", "1_0"]
)
async def test_an_absurd_wait_is_not_waited_for(serve, wait):
    _, model = serve([head("503 Busy", retry_after=wait)], retries=1)
    assert "503" in await fault(model.complete(ASK, budget=60))


# Bodies


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 900, b'{"choices":' * 300, b'{"choices": [{"message": {"content": ' + b"[" * 5000, b"\xff\xfe",
        b"\xef\xbb\xbf", b"NaN", b'{"choices": NaN}', b'"\\ud800"', b"[1" + b",1" * 300_000 + b"]", b"9" * 5000,
        b"null", b'{"choices": [[]]}',
        json.dumps({"choices": [{"message": {"content": "x" * 1_000_001}}]}).encode(),
    ],
)  # fmt: skip
async def test_a_body_that_is_no_completion(serve, body):
    server, model = serve([head(), body])
    await fault(model.complete(ASK), ModelServerError)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "detail", [[{"loc": 5}], [{"loc": ["body", None]}], [[]], {"message": {"a": []}}, {"param": {}}, 7, "x" * 90_000]
)
async def test_refusals_of_any_shape(serve, detail):
    _, model = serve([head("401 No"), json.dumps({"detail": detail}).encode()])
    assert "401" in await fault(model.complete(ASK), ModelAccessError)


async def test_counts_of_tokens_that_no_server_means(serve):
    for tokens in (1e300, 10**900, -5, "7", None, True, [1]):
        reply = Reply("pong", usage={"prompt_tokens": tokens, "completion_tokens": tokens})
        _, model = serve([head(), completion(reply, "raw-1").encode()], prices=(1.0, 1.0))
        assert (await model.complete(ASK)).usage.prompt_tokens in (0, 1)
