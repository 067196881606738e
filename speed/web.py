"""The page's first paint in Chromium, and many visitors at once.

python speed/web.py [--loads 10] [--visitors 50]

A server is started for it. A cold load finds nothing in the browser's cache; `usable` is when a puzzle can be solved.
The visitors load the page, paste a puzzle and solve it, all at the same moment, as web socket clients and no browsers.
"""

import argparse
import asyncio
import html
import json
import re
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import socketio
from playwright.async_api import async_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import installed
from serving import Site

PUZZLE = ROOT.joinpath("examples", "small.txt").read_text("utf-8")
PATIENCE = 600.0  # seconds until a visitor gives up
PAINTED = """() => [
  performance.getEntriesByName("first-contentful-paint")[0].startTime,
  performance.getEntriesByType("resource").reduce((sum, each) => sum + each.transferSize, 0)
    + performance.getEntriesByType("navigation")[0].transferSize,
]"""


async def paints(url: str, loads: int) -> None:
    """Print when the page is first painted and usable, from a cold and a warm cache."""
    found: dict[str, list[tuple[float, float, float]]] = {"cold": [], "warm": []}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed.browser(), args=["--no-sandbox"])
        for _ in range(loads):
            context = await browser.new_context()
            for rows in found.values():  # the second load finds what the first one left
                page = await context.new_page()
                started = time.perf_counter()
                await page.goto(url, wait_until="commit")
                await page.wait_for_function("window.socket?.connected && document.getElementById('puzzle')")
                usable = time.perf_counter() - started
                await page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
                painted, size = await page.evaluate(PAINTED)
                rows.append((painted, 1000 * usable, size / 1000))
                await page.close()
            await context.close()
        await browser.close()
    print(f"{'cache':<8}{'first contentful paint ms':>28}{'usable ms':>20}{'transferred kB':>16}")
    print(f"{'':<8}{'median':>20}{'most':>8}{'median':>12}{'most':>8}{'median':>16}")
    for kind, rows in found.items():
        paint, usable, size = zip(*rows, strict=True)
        middle = statistics.median
        print(f"{kind:<8}{middle(paint):>20.0f}{max(paint):>8.0f}{middle(usable):>12.0f}{max(usable):>8.0f}", end="")
        print(f"{middle(size):>16.0f}")


async def visitor(origin: str) -> tuple[float, float, float]:
    """Return after how many seconds the page was loaded, connected and had an answer."""
    started = time.perf_counter()
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        page = (await client.get(origin)).raise_for_status().text
    loaded = time.perf_counter() - started
    name = re.search(r"client_id\W+([0-9a-f-]{36})", page)
    elements = json.loads(html.unescape(re.search(r"String\.raw`([^`]*)`", page)[1]))
    element, listener = next(
        (int(number), each["listener_id"])
        for number, found in elements.items()
        for each in found.get("events", ())
        if "request()" in (each.get("js_handler") or "")
    )
    answered = asyncio.Event()
    client = socketio.AsyncClient(reconnection=False)

    async def update(data: dict[str, Any]) -> None:
        if ", after" in json.dumps(data):
            answered.set()

    client.on("update", update)
    query = f"client_id={name[1]}&tab_id={uuid.uuid4()}&document_id={uuid.uuid4()}&next_message_id=0"
    await client.connect(
        f"{origin}?{query}&implicit_handshake=true", transports=["websocket"], wait_timeout=PATIENCE,
        socketio_path="/_nicegui_ws/socket.io",
    )  # fmt: skip
    connected = time.perf_counter() - started
    asked = [json.dumps({"text": PUZZLE, "writer": "rules"})]
    event = {"id": element, "client_id": name[1], "listener_id": listener, "args": asked}
    async with asyncio.timeout(PATIENCE):
        while not answered.is_set():  # what is asked before the page has its session is not heard
            await client.emit("event", event)
            with suppress(TimeoutError):
                await asyncio.wait_for(answered.wait(), 1)
    solved = time.perf_counter() - started
    await client.disconnect()
    return loaded, connected, solved


async def crowd(site: Site, visitors: int) -> None:
    """Print how long visitors wait who all come at once."""
    await visitor(site.origin)  # warm up
    before = memory(site)
    started = time.perf_counter()
    found = await asyncio.gather(*(visitor(site.origin) for _ in range(visitors)), return_exceptions=True)
    whole = time.perf_counter() - started
    good = [each for each in found if isinstance(each, tuple)]
    print(
        f"\n{visitors} visitors at once: {len(good)} answers in {whole:.1f} s, {visitors - len(good)} errors,", end=" "
    )
    print(f"{(memory(site) - before) / visitors:.2f} MB of memory each")
    print(f"{'seconds until':<16}{'median':>8}{'95 %':>8}{'most':>8}")
    for kind, seconds in zip(("loaded", "connected", "solved"), zip(*good, strict=True), strict=True):
        print(f"{kind:<16}{statistics.median(seconds):>8.2f}{late(seconds):>8.2f}{max(seconds):>8.2f}")
    for error in {repr(each) for each in found if isinstance(each, BaseException)}:
        print(error)


def late(seconds: Sequence[float]) -> float:
    """Return the time within which 95 of 100 are done."""
    return sorted(seconds)[int(0.95 * (len(seconds) - 1))]


def memory(site: Site) -> float:
    """Return the MB of the server."""
    status = Path(f"/proc/{site.process.pid}/status").read_text("utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", type=int, default=10)
    parser.add_argument("--visitors", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        try:
            if installed.browser():
                asyncio.run(paints(site.url, options.loads))
            else:
                print("no Chromium: the first paint was not measured")
            asyncio.run(crowd(site, options.visitors))
        finally:
            site.kill()


if __name__ == "__main__":
    main()
