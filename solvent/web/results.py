"""What came of a puzzle, region by region, and what a visitor can do with it."""

from collections.abc import Callable
from html import escape

from nicegui import ui
from nicegui.events import GenericEventArguments

from solvent.explanations.visible import shown
from solvent.web import sharing, views
from solvent.web.elements import button, field, put, region, show
from solvent.web.sessions import Session

Edit = Callable[[int, str], None]
"""Called with a clue's id and its new wording, or with 0 to take the last change back."""


class Results:
    """All regions below the entry; those that have nothing to show are hidden."""

    def __init__(self, edit: Edit) -> None:
        self._session: Session | None = None
        self._edit = edit
        self.open_programs = True  # while a run goes on: they say what the answer is
        with region("State machine") as self._machine:
            self._walk = _html()
            with _fold("Programs") as self._attempts:
                self._tried: dict[int, ui.html] = {}
        with ui.element("div").classes("bar") as self._changed:
            button("Take the change back", lambda: self._edit(0, ""))
        with ui.element("div").classes("halves") as self._all:
            with ui.element("div"):
                self._answer_region()
                self._explanation_region()
                self._questions_region()
                self._marks_region()
            with ui.element("div"):
                self._reading_regions()
                self._share_region()
        for each in (self._machine, self._all):
            show(each, when=False)

    def _answer_region(self) -> None:
        with region("Answer"), _fold("The answer"):
            self._change = ui.label().classes("changes")
            self._answer = _html()
            self._repairs = _html()

    def _explanation_region(self) -> None:
        with region("Explanation"), _fold("Step by step"):
            with ui.element("div").classes("bar") as self._start:
                button("Explain", self._explain)
            with ui.element("div").classes("bar").props('id="steps"') as self._steps:
                button("Previous step", lambda: self._go(-1))
                button("Next step", lambda: self._go(1))
                self._where = ui.label()
            self._said = _spoken()
            self._step = _html()

    def _questions_region(self) -> None:
        with region("Questions"):
            field(
                "Question", "question", more='placeholder="which clues are redundant?" maxlength="500" data-enter="ask"'
            )
            with ui.element("div").classes("bar"):
                button("Ask", self._ask, value_of="value('question')").props('id="ask"')
            self._newest_reply = _spoken()
            self._replies = _html()

    def _marks_region(self) -> None:
        with region("Your marks"):
            self._grid = _html()
            field(
                "Marks",
                "marks",
                rows=4,
                more='placeholder="a line for each row, as in &quot;Ada: cat, tea&quot;" maxlength="5000"',
            )
            with ui.element("div").classes("bar"):
                button("Check", self._check, value_of="value('marks')")
                button("Hint", self._hint, value_of="value('marks', true)")
            self._newest_mark = _spoken()
            self._marked = _html()

    def _reading_regions(self) -> None:
        with region("Text"):
            self._text = _html()
        with region("Clues"):
            self._clues = _html().on("solvent-edit", self._edited, js_handler="(event) => emit(event.detail)")

    def _share_region(self) -> None:
        with region("Share"):
            with ui.element("div").classes("bar"):
                ui.html('<button type="button" data-share>Copy link</button>', sanitize=False)
                button("Download HTML", self._download)
            ui.html(
                '<input id="link" aria-label="Link" readonly hidden><p id="copied" role="status"></p>', sanitize=False
            )

    def show(self, session: Session) -> None:
        """Show a session as it stands."""
        self._session = session
        show(self._machine, when=session.stage != "empty")
        put(self._walk, views.walk(session.walk))
        self._open(running=session.stage != "done" and self.open_programs)
        self._show_attempts(session)
        show(self._changed, when=session.before is not None and session.stage == "done")
        show(self._all, when=session.answer is not None)
        if session.answer is not None:
            self._show_answer(session)

    def _open(self, *, running: bool) -> None:
        """Programs are shown as they come, and folded when a run ends."""
        if running:
            self._attempts.props("open")
        else:
            self._attempts.props(remove="open")

    def _show_attempts(self, session: Session) -> None:
        attempts = [each for _, each in sorted(session.walk.attempts.items())]
        for gone in set(self._tried) - {each.job.id for each in attempts}:
            self._tried.pop(gone).delete()
        for each in attempts:
            if each.job.id not in self._tried:
                with self._attempts:
                    self._tried[each.job.id] = _html().classes("attempt")
            put(self._tried[each.job.id], views.attempt(each, attempts))

    def _show_answer(self, session: Session) -> None:
        answer = session.answer
        assert answer is not None  # noqa: S101 - for the type checker
        before = session.before[1] if session.before else None
        show(self._change, when=before is not None)
        self._change.set_text(shown(views.changes(answer, before)) if before else "")
        put(self._answer, views.answer(answer, before))
        put(self._repairs, session.repairs._repr_html_() if session.repairs else "")
        put(self._text, views.text(session.text, answer))
        put(self._clues, views.clues(session.text, answer))
        put(self._grid, views.marks_grid(answer))
        put(self._replies, views.replies(session.asked, answer))
        self._newest_reply.set_text(views.newest(session.asked))
        put(self._marked, views.replies(session.marked, answer))
        self._newest_mark.set_text(views.newest(session.marked))
        self._show_step(session)

    def _show_step(self, session: Session) -> None:
        answer, found = session.answer, session.explanation
        steps = found.steps if found else ()
        show(self._start, when=found is None)
        show(self._steps, when=bool(steps))
        said, drawn = shown(session.unexplained), ""
        if answer is not None and found is not None and steps:
            graded = f"; difficulty: {found.difficulty.grade}" if found.difficulty else ""
            self._where.set_text(f"Step {session.step} of {len(steps)}{graded}")
            said = shown(steps[session.step - 1].text) if session.step else ""
            drawn = views.step(answer, found, session.step)
        self._said.set_text(said)
        put(self._step, drawn or (f"<p>{escape(said)}</p>" if said else ""))

    async def _explain(self) -> None:
        if self._session:
            await self._session.explain()

    def _go(self, way: int) -> None:
        session = self._session
        if session and session.explanation:
            session.step = min(max(0, session.step + way), len(session.explanation.steps))
            session.tell()

    async def _ask(self, event: GenericEventArguments) -> None:
        if self._session and str(event.args).strip():
            await self._session.question(str(event.args)[:500])

    async def _check(self, event: GenericEventArguments) -> None:
        if self._session and str(event.args).strip():
            await self._session.check(str(event.args)[:5000])

    async def _hint(self, event: GenericEventArguments) -> None:
        if self._session:
            await self._session.hint(str(event.args)[:5000])

    def _edited(self, event: GenericEventArguments) -> None:
        said = event.args
        if isinstance(said, dict) and isinstance(said.get("clue"), int) and said["clue"] > 0:
            self._edit(said["clue"], str(said.get("text", "")))

    def _download(self) -> None:
        if self._session and self._session.answer:
            page = sharing.page(self._session.text, self._session.answer, self._session.explanation)
            ui.download.content(page.encode(), "solvent.html", "text/html")


def _spoken() -> ui.label:
    """A text that is not seen and that a screen reader says when it changes."""
    return ui.label().classes("unseen").props('role="status"')


def _html() -> ui.html:
    return ui.html("", sanitize=False)


def _fold(name: str) -> ui.element:
    """What a visitor can close, because it spoils the puzzle; it is closed for those who want to try first."""
    made = ui.element("details").props("open").classes("spoils")
    with made:
        ui.html(escape(name), sanitize=False, tag="summary")
    return made
