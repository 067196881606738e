"""Who may talk to the server: over real connections, and the guard alone with whatever headers there may be."""

import asyncio
import hashlib
import json
import re
import socket
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nicegui import app as nicegui_app
from serving import Site
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from solvent.agents import Settings
from solvent.web import server
from solvent.web.guard import COOKIE, Guard

TOKEN = 'correct horse; "battery" stäple=,\N{JIGSAW PUZZLE PIECE}'
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
SECURE = {"content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy"}


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """A server that needs a token, and listens to all the network."""
    found = Site(tmp_path_factory.mktemp("locked"), "--host", "0.0.0.0", SOLVENT_TOKEN=TOKEN)
    yield found
    found.kill()


@pytest.fixture(scope="module")
def cookie(locked):
    """What the browser of somebody who knows the token remembers."""
    return httpx.get(locked.url.replace("0.0.0.0", "127.0.0.1")).cookies[COOKIE]


def talk(site, text: bytes) -> bytes:
    """Send bytes; give all that comes back."""
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=60)) as wire:
        wire.sendall(text)
        return b"".join(iter(lambda: wire.recv(65_536), b""))


def open_socket(site, **options) -> str:
    """The first message of a web socket; raises InvalidStatus where it is refused."""
    with connect(site.origin.replace("http", "ws") + SOCKET, open_timeout=60, **options) as wire:
        return wire.recv(timeout=60)


def refused_socket(site, **options) -> int:
    with pytest.raises(InvalidStatus) as refused:
        open_socket(site, **options)
    return refused.value.response.status_code


# Names and origins


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80@localhost", "[", "", "localhost.evil", "[::1",
             "127.0.0.1:x", "0x7f.1", "localhost,evil.example"],
)  # fmt: skip
def test_other_names_of_this_machine_get_nothing(site, host):
    """A web site whose name was made to point here would be let in by its own browser."""
    answer = site.get(headers={"Host": host})
    assert (answer.status_code, SECURE - set(answer.headers)) == (421, set())
    assert "Solvent" not in answer.text
    wire = f"GET {SOCKET} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    assert talk(site, (wire + key).encode())[9:12] in (b"403", b"400")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_names_of_this_machine(site, host):
    assert site.get(headers={"Host": f"{host}:{site.port}"}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}", "http://[", "",
               "http://evil.example@127.0.0.1:{port}", "chrome-extension://127.0.0.1:{port}", "http://127.0.0.1:{port}/"]
)  # fmt: skip
def test_other_origins_get_nothing(site, origin):
    origin = origin.format(port=site.port)
    for path in ("/", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
        for method in ("GET", "POST", "OPTIONS"):
            answer = httpx.request(method, site.origin + path, headers={"Origin": origin})
            assert answer.status_code == 403
            assert "access-control-allow-origin" not in answer.headers
    assert refused_socket(site, origin=origin) == 403


def test_the_own_origin(site):
    assert site.get(headers={"Origin": site.origin}).status_code == 200
    assert open_socket(site, origin=site.origin).startswith("0{")


def test_other_sites_may_link_to_the_page_and_nothing_more(site):
    """A browser says what a request is for, also where it sends no origin: for pictures and scripts."""
    for kind in ("cross-site", "same-site"):
        for mode, code in (("navigate", 200), ("no-cors", 403), ("websocket", 403)):
            assert site.get(headers={"Sec-Fetch-Site": kind, "Sec-Fetch-Mode": mode}).status_code == code
    assert refused_socket(site, additional_headers={"Sec-Fetch-Site": "same-site"}) == 403


# Sizes


def test_a_body_that_says_it_is_large(site):
    for length in ("1000001", "9" * 30, "-1", "1e3", "x", "²"):
        request = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        assert talk(site, request.encode())[9:12] in (b"413", b"400")


def test_a_body_that_does_not_say(site):
    """Nothing reads it, and nothing of it is kept."""
    chunks = b"".join(b"10000\r\n" + b"x" * 0x10000 + b"\r\n" for _ in range(16))
    before = memory(site)
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=60)) as wire, suppress(OSError):
        wire.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(64):
            wire.sendall(chunks)
    assert site.get().status_code == 200
    assert memory(site) - before < 32


def memory(site) -> int:
    """MB of the server."""
    status = Path(f"/proc/{site.process.pid}/status").read_text("utf-8")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) // 1024


@pytest.mark.parametrize("size", [999_999, 1_000_000, 1_000_001])
async def test_what_arrives_is_counted(size):
    async def chunks():
        for start in range(0, size, 7_777):
            yield b"x" * min(7_777, size - start)

    async def page(request):
        return PlainTextResponse(str(len(await request.body())))

    app = Guard(Starlette(routes=[Route("/", page, methods=["POST"])]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        answer = await client.post("/", content=chunks())
    assert answer.status_code == (413 if size > 1_000_000 else 200)


def test_headers_without_end(site):
    """They are not collected for as long as they come."""
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=60)) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):  # noqa: PT012
            for n in range(100_000):
                wire.sendall(f"X-{n}: {'x' * 1000}\r\n".encode())


def test_a_message_that_is_too_large(site):
    with connect(site.origin.replace("http", "ws") + SOCKET, open_timeout=60) as wire:
        assert json.loads(wire.recv(timeout=60)[1:])["maxPayload"] == 1_000_000
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            wire.send("4" + "x" * 1_000_001)
            while True:
                wire.recv(timeout=60)
    assert closed.value.rcvd.code == 1009


def test_a_web_socket_that_says_much_of_itself(site):
    with pytest.raises(InvalidStatus), connect(site.origin.replace("http", "ws") + SOCKET + "&tab_id=" + "x" * 1000):
        pass


async def test_web_sockets_without_end():
    """No more than a number of them, and those that are closed make room."""
    leave = asyncio.Event()

    async def stays(_, __, ___):
        await leave.wait()

    sent = []

    async def send(message):
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/_nicegui_ws/", "headers": [(b"host", b"localhost")]}
    guard = Guard(stays, sockets=3)
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(guard(scope, None, send))
        await asyncio.sleep(0)
        await guard(scope, None, send)
        assert sent == ["websocket.close"]
        leave.set()
    await guard(scope, None, send)
    assert sent == ["websocket.close"]


def test_pages_without_end():
    """No more are made while too many are open; those that are open still get what they need."""
    pages = Starlette(routes=[Route("/{path:path}", lambda _: PlainTextResponse("in"))])
    client = TestClient(Guard(pages, full=lambda: True), "http://localhost")
    answer = client.get("/")
    assert (answer.status_code, SECURE - set(answer.headers)) == (503, set())
    assert client.get("/_nicegui/static/x.js").status_code == 200


# The token


def test_the_address_names_the_token(locked):
    assert locked.url.startswith(f"http://0.0.0.0:{locked.port}/?token=")
    assert locked.url.isascii()


def test_strangers_get_nothing(locked):
    script = re.search(r'src="(/_nicegui/[^"]+\.js)"', httpx.get(locked.origin, cookies={COOKIE: digest(TOKEN)}).text)
    for path in (
        "/",
        "/runs",
        "/nowhere",
        "/favicon.ico",
        script[1],
        "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
    ):
        answer = locked.get(path)
        assert (answer.status_code, SECURE - set(answer.headers)) == (401, set())
        assert "?token=..." in answer.text
    assert refused_socket(locked) == 403
    assert refused_socket(locked, origin=locked.origin) == 403
    with pytest.raises(InvalidStatus), connect(locked.url.replace("http", "ws").replace("0.0.0.0", "127.0.0.1")):
        pass


def test_who_names_the_token_is_remembered(locked, cookie):
    answer = locked.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    remembered = answer.headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=strict", "path=/"):
        assert flag in remembered
    assert cookie == digest(TOKEN) != TOKEN
    jar = {COOKIE: cookie}
    assert httpx.get(locked.origin, cookies=jar).status_code == 200
    assert open_socket(locked, additional_headers={"Cookie": f'other={{}}; a="; {COOKIE}={cookie}'}).startswith("0{")
    assert (
        refused_socket(locked, origin="http://evil.example", additional_headers={"Cookie": f"{COOKIE}={cookie}"}) == 403
    )
    assert httpx.get(locked.origin, cookies=jar, headers={"Host": "any.example"}).status_code == 200


def test_nobody_is_sent_elsewhere(locked):
    for path in ("//evil.example/a", "///evil.example", "/\\evil.example", "/a/../b"):
        request = (
            f"GET {path}?{httpx.QueryParams(token=TOKEN)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        location = re.search(rb"(?i)location: (\S+)", talk(locked, request.encode()))[1]
        assert re.match(rb"/[^/\\]", location)


@pytest.mark.parametrize(
    "wrong", ["", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "\N{SNOWMAN}", "\ud800", "x" * 50_000, "\x00"]
)
def test_wrong_tokens(locked, wrong):
    encoded = wrong.encode(errors="surrogatepass")
    for query in (quote(encoded), encoded.replace(b" ", b"+").decode("latin-1") if wrong.isprintable() else ""):
        assert status(locked, f"/?token={query}") in (b"401", b"400")
    assert status(locked, f"/?token={quote(encoded)}") == b"401"
    for value in (wrong, digest(wrong), f'"{wrong}"', TOKEN):
        cookie = f"Cookie: {COOKIE}=".encode() + value.encode(errors="surrogatepass").replace(b"\x00", b"")
        assert status(locked, "/", cookie) == b"401"


def status(site, target: str, header: bytes = b"X: y") -> bytes:
    head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".encode("latin-1", "replace")
    return talk(site, head + header + b"\r\n\r\n")[9:12]


def digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def test_a_new_token_where_none_was_set(serve):
    site = serve("--host", "0.0.0.0")
    token = re.fullmatch(r"http://0\.0\.0\.0:\d+/\?token=([\w-]{32})", site.url)[1]
    assert site.get().status_code == 401
    assert site.get(f"/?token={token}").status_code == 303
    assert token not in site.errors.replace(site.url, "")


# What is served


def test_every_answer_says_how_the_browser_has_to_take_it(site):
    for method, path in (("GET", "/"), ("GET", "/nowhere"), ("POST", "/"), ("GET", "/favicon.ico"),
                         ("GET", "/_nicegui_ws/socket.io/"), ("TRACE", "/"), ("GET", "/_nicegui/x")):  # fmt: skip
        answer = httpx.request(method, site.origin + path)
        assert SECURE - set(answer.headers) == set(), path
        assert "server" not in answer.headers
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_broken_page_says_so_as_well():
    async def page(_):
        raise RuntimeError("broken")

    client = TestClient(Guard(Starlette(routes=[Route("/", page)])), "http://localhost", raise_server_exceptions=False)
    answer = client.get("/")
    assert (answer.status_code, SECURE - set(answer.headers)) == (500, set())
    assert "broken" not in answer.text


STATIC = "/_nicegui/VERSION/static/"
OUTSIDE = [
    "/../../../../../../etc/passwd", "/_nicegui/../../../../../../etc/passwd", "//etc/passwd", "/etc/passwd",
    *(f"{prefix}{up}etc/passwd"
      for prefix in (STATIC, "/_nicegui/VERSION/libraries/", "/_nicegui/VERSION/components/",
                     "/_nicegui/VERSION/resources/x/", "/_nicegui/VERSION/esm/nicegui-codemirror/",
                     "/_nicegui/VERSION/esm/nicegui-xterm/", "/_nicegui/VERSION/dynamic_resources/", "/_nicegui_ws/")
      for up in ("../" * 12, "%2e%2e/" * 12, "..%2f" * 12, "%2e%2e%2f" * 12, "/", "%2f", "..\\" * 12, "%00"))
]  # fmt: skip


def test_no_file_of_the_machine_is_served(site):
    version = re.search(r"/_nicegui/([\d.]+)/", site.get().text)[1]
    for path in OUTSIDE:
        request = f"GET {path.replace('VERSION', version)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        answer = talk(site, request.encode())
        assert answer[9:12] in (b"404", b"403", b"400"), (path, answer[:200])
        assert b"root:" not in answer


def test_what_can_be_reached(site):
    """NiceGUI adds routes as elements need them: none of them may take a file or run anything."""
    server.application(server.Options(writers={"rules": Settings()}))
    paths = {getattr(route, "path", "") for route in nicegui_app.routes}
    inside = {re.sub(r"^/_nicegui/[\d.]+", "", path) for path in paths}
    assert inside == {
        "/", "/_nicegui_ws", "/static", "/libraries/{key:path}", "/components/{key:path}", "/dynamic_resources/{name}",
        "/resources/{key}/{path:path}", "/esm/{key}/{path:path}",
    }  # fmt: skip
    for path in ("/docs", "/redoc", "/openapi.json", "/_nicegui/client/x/upload/1"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert httpx.request(method, site.origin + path, files={"file": b"x"}).status_code in (404, 405), path


def test_nothing_is_polled(site):
    """Otherwise any page could start sessions here by naming them as scripts."""
    for more in ("", "&j=0", "&sid=x"):
        answer = site.get("/_nicegui_ws/socket.io/?EIO=4&transport=polling" + more)
        assert (answer.status_code, "sid" in answer.text.replace("Invalid sid", "")) == (400, False)


def say(wire, name: str, message: object) -> list:
    """Send a message; give what the server returned for it."""
    wire.send(f"427{json.dumps([name, message])}")
    while not (heard := wire.recv(timeout=60)).startswith("437"):
        pass
    return json.loads(heard[3:])


def test_nobody_acts_on_the_page_of_another(site):
    """Not even who has learned its id: only the web socket that opened it is heard."""
    page = {"client_id": re.search(r"client_id\W+([0-9a-f-]{36})", site.get().text)[1]}
    tab = page | {"tab_id": "t", "document_id": "d", "next_message_id": 0}
    event = page | {"id": 10**6, "listener_id": "x", "args": [], "request_id": "x"}
    address = site.origin.replace("http", "ws") + SOCKET
    with connect(address, open_timeout=60) as own, connect(address, open_timeout=60) as other:
        for wire in (own, other):
            wire.send("40")
        assert say(own, "event", event) == [False]  # not opened yet
        for name in ("x" * 101, 5, None):
            assert say(own, "handshake", tab | {"tab_id": name}) == [False]
        assert say(own, "handshake", tab) == [True]
        assert say(own, "event", event) == []
        assert say(other, "handshake", tab | {"tab_id": "another"}) == [False]
        for name in ("event", "javascript_response", "ack"):
            assert say(other, name, event | {"next_message_id": 9}) == [False]


def test_messages_that_are_none(site):
    """They are not answered, and not written to the log; nor is what a visitor wants to see there."""
    client = re.search(r"client_id\W+([0-9a-f-]{36})", site.get().text)[1]
    with connect(site.origin.replace("http", "ws") + SOCKET, open_timeout=60) as wire:
        wire.send("40")
        for name in ("handshake", "event", "javascript_response", "ack"):
            for message in (None, 5, "x", [], {}, {"client_id": []}, {"client_id": {}}, {"client_id": client}):
                assert say(wire, name, message) == [False]
        say(wire, "handshake", {"client_id": client, "tab_id": "t", "document_id": "d", "next_message_id": "x"})
        for message in ({"id": []}, {"id": {}, "args": 5}, {}):
            say(wire, "event", {"client_id": client} | message)
        for level in ("error", "none"):
            say(wire, "log", {"client_id": client, "level": level, "message": "written by a visitor"})
    assert site.get().status_code == 200
    assert site.errors.count("\n") == 1


# Whatever there may be in a request

HEADERS = st.lists(
    st.tuples(
        st.sampled_from([b"host", b"origin", b"cookie", b"content-length", b"sec-fetch-site", b"x"]) | st.binary(),
        st.sampled_from([b"localhost", b"http://localhost", b"[", b"http://[", b"1", b"solvent_token="]) | st.binary(),
    )
)


@given(HEADERS, st.binary(), st.sampled_from(["http", "websocket"]), st.none() | st.text(min_size=1), st.text())
@example([(b"host", b"[")], b"", "http", None, "/")
@example([(b"host", b"localhost"), (b"origin", b"http://[")], b"", "http", None, "/")
@example([(b"content-length", "²".encode("latin-1"))], b"", "http", "x", "/")
@example([(b"cookie", b'solvent_token="\\777\\000')], b"token=%ff%00\xff", "http", "\N{SNOWMAN}", "/")
@example([], b"token=%E2%98%83", "http", "\N{SNOWMAN}", "//\N{SNOWMAN}\n")
@example([], b"&" * 2000, "websocket", None, "/")
def test_whatever_a_request_says_it_is_answered(headers, query, kind, token, path):
    sent, passed = [], []

    async def app(scope, receive, send):
        passed.append(True)
        await PlainTextResponse("in")(scope, receive, send)

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    scope = {"type": kind, "headers": headers, "query_string": query, "path": path, "method": "GET"}
    asyncio.run(Guard(app, token)(scope, receive, send))
    first = sent[0]
    if kind == "http":
        assert len(sent) == 2
        assert {name.decode() for name, _ in first["headers"]} >= SECURE
    if passed:
        named = dict(reversed(headers))
        if token is None:
            assert named[b"host"].lower().startswith((b"localhost", b"127.0.0.1", b"[::1]"))
        else:
            assert hashlib.sha256(token.encode(errors="replace")).hexdigest().encode() in named[b"cookie"]
    elif kind == "websocket":
        assert first["type"] == "websocket.close"
