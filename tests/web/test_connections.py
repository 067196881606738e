"""Connections of which nothing comes do not stay open."""

import asyncio

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from websockets.asyncio.client import connect

from solvent.web import connections

PATIENCE = 60.0  # seconds until a test gives up waiting
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def echo(wire):
    await wire.accept()
    await wire.send_text(await wire.receive_text())


async def endless(_):
    async def pieces():
        while True:
            yield b"x"
            await asyncio.sleep(0.01)

    return StreamingResponse(pieces())


@pytest.fixture
async def port(monkeypatch, request):
    monkeypatch.setattr(connections, "_PATIENCE", getattr(request, "param", 0.2))
    routes = [Route("/", lambda _: PlainTextResponse("in")), Route("/endless", endless), WebSocketRoute("/echo", echo)]
    config = uvicorn.Config(
        Starlette(routes=routes), http=connections.Impatient, port=0, log_level="error", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    async with asyncio.timeout(PATIENCE):
        while not server.started:  # noqa: ASYNC110 - it has no event for that
            await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


@pytest.mark.parametrize(
    "sent", [b"", WHOLE[:-2], WHOLE, WHOLE + WHOLE[:20], WHOLE[:-2] + b"Content-Length: 9\r\n\r\nx"]
)
async def test_who_sends_no_more_is_not_waited_for(port, sent):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        async with asyncio.timeout(PATIENCE):
            heard = await reader.read()
    except ConnectionResetError:
        heard = b""
    assert heard.count(b"200 OK") <= sent.count(b"GET")
    writer.close()


async def test_a_reply_does_not_take_for_ever(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(WHOLE.replace(b"/ ", b"/endless ", 1))
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await asyncio.wait_for(reader.readexactly(1 << 40), PATIENCE)
    writer.close()


@pytest.mark.parametrize("port", [1.0], indirect=True)
async def test_who_goes_on_is_served(port):
    """New requests come over the same connection, and a web socket says nothing for as long as it likes."""
    async with connect(f"ws://127.0.0.1:{port}/echo") as wire:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(25):
            writer.write(WHOLE)
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\nin")
            await asyncio.sleep(0.1)
        writer.close()
        await wire.send("still here")
        assert await wire.recv() == "still here"
