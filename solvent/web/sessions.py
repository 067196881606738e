"""What a tab of a browser works on: it stays while the page is loaded anew. No element of a page is known here."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from solvent.agents import Answer
from solvent.agents.context import models_of
from solvent.agents.models.client import ModelError
from solvent.agents.settings import Settings
from solvent.agents.walk import Walk
from solvent.explanations.facts import Explanation
from solvent.explanations.repairs.repairing import Repairs
from solvent.solvers import SolventError
from solvent.web.engine import Engine

if TYPE_CHECKING:
    import asyncio

Stage = Literal["empty", "waiting", "running", "done"]
Question = Callable[[Answer], Coroutine[Any, Any, Any]]
Asked = tuple[str, Any]
"""What a visitor asked, or marked, and what came of it: a reply, a check, a hint, or a message."""


_FAULT = "Internal error: this is a bug in Solvent, which the server has logged."
_log = logging.getLogger(__name__)
_MOST_OPEN = 3  # questions of a visitor that wait for their replies
_MOST_KEPT = 50  # replies


@dataclass
class Session:
    """A puzzle with its run, its answer, and what was asked about it.

    `before` are text and answer from before the last change of a clue. `problem` says why there is no answer,
    `unexplained` why there are no steps, or not all.
    `listeners` are called when anything has changed.
    """

    engine: Engine
    text: str = ""
    writer: str = ""
    stage: Stage = "empty"
    walk: Walk = field(default_factory=Walk)
    answer: Answer | None = None
    before: tuple[str, Answer] | None = None
    problem: str = ""
    repairs: Repairs | None = None
    explanation: Explanation | None = None
    unexplained: str = ""
    step: int = 0
    asked: list[Asked] = field(default_factory=list)
    marked: list[Asked] = field(default_factory=list)
    listeners: "set[Callable[[], None]]" = field(default_factory=set)
    task: "asyncio.Task[None] | None" = None
    _settings: Settings = field(default_factory=Settings)
    _run: int = 0
    _open: int = 0

    def begin(self, text: str, writer: str, settings: Settings, *, edited: bool = False) -> None:
        """Prepare a new run; what the last one left is dropped, or kept as what was `before` an edit."""
        if self.task is not None:
            self.task.cancel()  # it may still be looking for repairs of the last puzzle
        self.before = (self.text, self.answer) if edited and self.answer is not None else None
        self.text, self.writer, self._settings = text, writer, settings
        self.stage, self.problem, self.answer, self.repairs = "waiting", "", None, None
        self.walk, self.explanation, self.unexplained, self.step = Walk(), None, "", 0
        self.asked, self.marked = [], []
        self._run += 1
        self.tell()

    async def run(self) -> None:
        """Solve the text that was begun with; whatever happens, the stage is `done` at the end."""
        number = self._run

        def current() -> bool:
            return number == self._run

        def on_event(event: dict[str, Any]) -> None:
            if current():
                self.walk.take(event)
                self.tell()

        def on_turn() -> None:
            if current():
                self.stage = "running"
                self.tell()

        answer, problem = None, ""
        try:
            answer = await self.engine.solve(self.text, self._settings, on_event, on_turn)
        except SolventError as error:
            problem = str(error)
        except Exception:  # noqa: BLE001 - whatever went wrong, a visitor gets a message, the server's log the rest
            _log.exception("a run failed")
            problem = _FAULT
        if current():
            self.walk.close()
            self.answer, self.problem, self.stage = answer, problem, "done"
            self.tell()
            if answer is not None and answer.status in ("contradictory", "ambiguous"):
                await self._repair(answer)

    async def _repair(self, answer: Answer) -> None:
        try:
            found = await self.engine.ask(lambda pool: answer.arepairs(pool=pool))
        except SolventError:
            return  # the answer says what is wrong; repairs are only advice
        if self.answer is answer:
            self.repairs = found
            self.tell()

    def stop(self) -> None:
        """End the run that goes on, if there is one."""
        self._run += 1
        if self.task is not None:
            self.task.cancel()
        if self.stage in ("waiting", "running"):
            self.walk.close()
            self.stage, self.problem = "done", "Stopped."
            self.tell()

    def tell(self) -> None:
        """Tell all pages that show this session."""
        for listener in list(self.listeners):
            listener()

    async def explain(self) -> None:
        """Find the steps to the answer."""

        async def ask(answer: Answer) -> Explanation:
            return await self.engine.ask(lambda pool: answer.aexplain(pool=pool))

        found = await self._said(ask)
        if isinstance(found, Explanation):
            self.explanation, self.step = found, min(1, len(found.steps))
        if found is not None:
            self.unexplained = found if isinstance(found, str) else found.reason
            self.tell()

    async def question(self, text: str) -> None:
        """Answer a question about the puzzle."""
        model = models_of(self._settings, {}).get("author")

        async def ask(answer: Answer) -> Any:
            return await self.engine.ask(lambda pool: answer.aask(text, pool=pool, model=model))

        reply = await self._said(ask)
        if reply is not None:
            self.asked = [*self.asked, (text, reply)][-_MOST_KEPT:]
            self.tell()

    async def check(self, marks: str) -> None:
        """Check a visitor's marks."""

        async def ask(answer: Answer) -> Any:
            return await self.engine.ask(lambda pool: answer.acheck(marks, pool=pool))

        await self._mark(marks, ask)

    async def hint(self, marks: str) -> None:
        """Give the next step from a visitor's marks; where one of them is wrong, say so instead."""
        from solvent.explanations.checking.reading import marks_of

        async def ask(answer: Answer) -> Any:
            known = marks_of(marks, answer.subject) if marks.strip() else ()
            if known:
                checked = await self.engine.ask(lambda pool: answer.acheck(list(known), pool=pool))
                if checked.accepted is False:
                    return checked
            return await self.engine.ask(lambda pool: answer.aexplain(known, most=1, pool=pool))

        await self._mark(marks, ask)

    async def _mark(self, marks: str, ask: Question) -> None:
        reply = await self._said(ask)
        if reply is not None:
            self.marked = [*self.marked, (marks, reply)][-_MOST_KEPT:]
            self.tell()

    async def _said(self, ask: Question) -> Any:
        """What was asked, or a message of why there is none; None if the puzzle is another one by now."""
        answer = self.answer
        if answer is None:
            return "Solve a puzzle first."
        if self._open >= _MOST_OPEN:
            return "Wait for the replies to what you have asked already."
        self._open += 1
        try:
            said = await ask(answer)
        except (SolventError, ModelError) as error:
            said = str(error)
        except Exception:  # noqa: BLE001 - as for a run
            _log.exception("a question failed")
            said = _FAULT
        finally:
            self._open -= 1
        return said if self.answer is answer else None


class Sessions:
    """The sessions of all tabs; of more than `most`, the ones used least recently are forgotten."""

    def __init__(self, engine: Engine, most: int) -> None:
        self._engine, self._most = engine, most
        self._known: OrderedDict[str, Session] = OrderedDict()

    def of(self, tab: str) -> Session:
        """The session of a tab, new if it has none."""
        session = self._known.setdefault(tab, Session(self._engine))
        self._known.move_to_end(tab)
        while len(self._known) > self._most:
            self._known.popitem(last=False)[1].stop()
        return session
