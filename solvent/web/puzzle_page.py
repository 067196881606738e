"""The page that solves puzzles: what one enters above, and what came of it below."""

import json
from html import escape

from nicegui import background_tasks, ui

from solvent.agents.settings import Settings
from solvent.explanations.visible import shown
from solvent.web.elements import button, field, region, show
from solvent.web.engine import Engine
from solvent.web.examples import Example, examples
from solvent.web.frame import frame
from solvent.web.results import Results
from solvent.web.sessions import Session, Sessions
from solvent.web.views import edited

_OPENED = "Paste a puzzle, drop a file on the page, or choose an example."


def register(engine: Engine, writers: dict[str, Settings], *, runs: bool) -> None:
    """Serve the page at the root; `writers` are what visitors choose from."""
    sessions = Sessions(engine, engine.allowance.sessions)

    @ui.page("/")
    async def puzzle() -> None:
        with frame("Solve a puzzle", "/", runs=runs):
            page = _Page(engine, writers)
        client = ui.context.client
        await client.connected(timeout=30)
        if client.tab_id is not None:  # the visitor has not left already
            page.show(sessions.of(client.tab_id))


class _Page:
    """The page of one visitor, until it is closed or loaded anew."""

    def __init__(self, engine: Engine, writers: dict[str, Settings]) -> None:
        self._writers, self._most = writers, engine.allowance.text
        self._client = ui.context.client
        self._session: Session | None = None
        self._entry()
        self._status = ui.element("p").props('role="status"').classes("progress")
        with self._status:
            self._said = ui.label(_OPENED)
        self._results = Results(self._edit)

    def _entry(self) -> None:
        """What a visitor enters."""
        with region("Solve a puzzle", level=1):
            _examples()
            more = f'data-most="{self._most}" spellcheck="false" aria-describedby="problem"'
            field("Puzzle", "puzzle", rows=12, more=more)
            ui.html('<p id="problem" class="no" role="alert"></p>', sanitize=False)
            with ui.element("div").classes("bar"):
                _choice(self._writers)
                self._solve = button("Solve", self._begin, value_of="request()", primary=True)
                self._stop = button("Stop", self._stopped)
                show(self._stop, when=False)
                ui.html(
                    '<label class="file">Open a file<input id="file" type="file" class="unseen"></label>'
                    '<label class="try"><input id="try-first" type="checkbox"> Let me try first</label>',
                    sanitize=False,
                )

    def show(self, session: Session) -> None:
        """Show what a tab has been working on, and from now on all that changes in it."""
        self._session = session
        self._dirty = True
        session.listeners.add(self._changed)
        self._client.on_delete(lambda: session.listeners.discard(self._changed))
        if session.stage != "empty":
            self._client.run_javascript(f"solvent.restore({json.dumps(session.text)}, {json.dumps(session.writer)})")
        with self._client:
            ui.timer(0.1, self._refresh)

    def _changed(self) -> None:
        self._dirty = True

    def _refresh(self) -> None:
        """Show what has changed since the last time; several changes in a row are shown at once."""
        session = self._session
        if session is None or not self._dirty:
            return
        self._dirty = False
        busy = session.stage in ("waiting", "running")
        show(self._solve, when=not busy)
        show(self._stop, when=busy)
        self._said.set_text(shown(_progress(session)))
        with self._client:
            self._results.show(session)

    def _begin(self, event: object) -> None:
        """Solve what was entered."""
        request = getattr(event, "args", None)
        if isinstance(request, dict):
            self._results.open_programs = not request.get("trying")
            self._start(str(request.get("text", "")), str(request.get("writer", "")))

    def _start(self, text: str, writer: str, *, edited: bool = False) -> None:
        session, settings = self._session, self._writers.get(writer)
        if session is None or settings is None or session.stage in ("waiting", "running"):
            return
        if not text.strip() or len(text) > self._most:
            self._said.set_text(f"A puzzle has 1 to {self._most:,} characters; this text has {len(text):,}.")
            return
        session.begin(text, writer, settings, edited=edited)
        session.task = background_tasks.create(session.run(), name="run")

    def _stopped(self) -> None:
        if self._session is not None:
            self._session.stop()

    def _edit(self, clue: int, new: str) -> None:
        """Solve the puzzle with another wording of a clue, or as it was before the last one."""
        session, text = self._session, None
        if session is None:
            return
        if not clue and session.before is not None:
            text = session.before[0]
        elif clue and session.answer is not None:
            text = edited(session.text, session.answer, clue, new)
        old = session.text
        if text:
            self._start(text, session.writer, edited=bool(clue))
        if session.text != old:  # what the visitor has typed in the meantime stays
            self._client.run_javascript(f"solvent.replace({json.dumps(old)}, {json.dumps(session.text)})")


def _progress(session: Session) -> str:
    """Where a run is, for everybody to read."""
    match session.stage:
        case "empty":
            return _OPENED
        case "waiting":
            return "Waiting for other runs to end ..."
        case "running":
            visits = session.walk.visits
            return f"Solving: {visits[-1].node} ..." if visits else "Solving ..."
    if session.answer is None:
        return session.problem
    return f"{session.answer.status}, after {session.answer.seconds:.1f} s"


def _examples() -> None:
    """A choice of examples; their texts are part of the page, so that choosing one asks nobody."""
    options = ""
    for name, wanted in (("Read by the rules", False), ("For a model", True)):
        some = "".join(_option(each) for each in examples() if each.for_model is wanted)
        options += f'<optgroup label="{name}">{some}</optgroup>'
    ui.html(
        '<label for="example">Example</label><select id="example"><option value="">choose one</option>'
        f"{options}</select>",
        sanitize=False,
    ).classes("field")


def _option(example: Example) -> str:
    return f'<option value="{escape(example.text)}">{escape(example.name)}: {escape(example.about)}</option>'


def _choice(writers: dict[str, Settings]) -> None:
    """Who reads the text: the rules, or the model that the server was started with."""
    radios = "".join(
        f'<label><input type="radio" name="writer" value="{escape(name)}"{" checked" if first else ""}> '
        f"{escape('Rules' if name == 'rules' else name)}</label>"
        for first, name in ((name == next(iter(writers)), name) for name in writers)
    )
    ui.html(f'<fieldset role="radiogroup" aria-label="Solver">{radios}</fieldset>', sanitize=False)
