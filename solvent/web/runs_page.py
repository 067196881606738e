"""The second page: what `bench` and `compare` recorded, the cases of a run, and the story of a case.

All of it is at one path, and named by its query. What a query names is looked up among the runs that were found.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from nicegui import app, background_tasks, ui
from starlette.requests import Request

from solvent.benchmarks.cases import BenchmarkError
from solvent.web.frame import frame, resource
from solvent.web.run_reports import Reports
from solvent.web.run_store import Found, RunStore, Stored
from solvent.web.run_views import OVERVIEW, Missing, View, case_page, chosen, overview, run_page
from solvent.web.templates import filled

_PATIENCE = 2.0  # seconds in which a page comes without a word on what it waits for


def register(folder: Path) -> None:
    """Serve the runs below a folder."""
    store, reports = RunStore(folder), Reports()
    name = folder.resolve().name

    async def read() -> Found:
        return await asyncio.to_thread(store.read)

    app.on_startup(read)  # so that the first visitor need not wait

    @ui.page("/runs", response_timeout=60.0)
    async def runs(request: Request) -> None:
        reading = background_tasks.create(read(), name="read runs")
        if not (await asyncio.wait([reading], timeout=_PATIENCE))[0]:
            _wait(reading)
            return
        found, query = reading.result(), request.query_params
        try:
            view = _view(found, name, query)
        except Missing as error:
            ui.context.client.status_code = 404
            view = View("Not found", filled("missing", error=error))
        with _page(view.title):
            _put(view.html)
            if view.title == OVERVIEW:
                _report(reports, store, chosen(found, query))


def _wait(reading: asyncio.Task[Found]) -> None:
    """Say that the runs are being read, and load the page again when that is done."""
    with _page(OVERVIEW):
        _put("<h1>Recorded runs</h1>")
        ui.label("The runs are being read; this page will show them ...").classes("making").props('role="status"')
    client = ui.context.client

    async def again() -> None:
        await asyncio.wait([reading])
        await client.connected()
        client.run_javascript("location.reload()")

    background_tasks.create(again(), name="runs are read")


@contextmanager
def _page(title: str) -> Iterator[None]:
    with frame(title, "/runs", runs=True):
        ui.add_head_html(f"<style>{resource('runs.css')}</style>")
        with ui.element("div").classes("runs"):
            yield


def _view(found: Found, folder: str, query: Mapping[str, str]) -> View:
    """What was asked for. Raises Missing."""
    if "case" in query:
        return case_page(found, query)
    return run_page(found, query) if "run" in query else overview(found, folder, query)


def _report(reports: Reports, store: RunStore, by_benchmark: dict[str, list[Stored]]) -> None:
    """Show the report on runs, which may have to be made first."""
    waiting: dict[str, ui.html] = {}
    for benchmark, runs in by_benchmark.items():
        html = reports.ready(benchmark, runs)
        place = _put(html or "")
        if html is None:
            waiting[benchmark] = place
    if not waiting:
        return
    said = ui.label("Tables and figures are being made ...").classes("making").props('role="status"')

    async def fill() -> None:
        for benchmark, place in waiting.items():
            try:
                html = await reports.of(benchmark, store)
            except BenchmarkError as error:
                said.set_text(f"There are no figures: {error}.")
                return
            if place.is_deleted:  # the visitor has left; what was made is kept for the next one
                return
            place.set_content(html)
        said.set_text("")

    background_tasks.create(fill(), name="report on runs")


def _put(html: str) -> ui.html:
    """Put HTML of our own making on the page; its texts are escaped."""
    return ui.html(html, sanitize=False)
