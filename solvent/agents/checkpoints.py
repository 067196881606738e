"""Checkpoints: runs that go on after they were killed, without repeating a call to a model that had returned."""

import asyncio
import json
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.func import task
from langgraph.runtime import get_runtime

from solvent.agents.models.client import Message, Model, Reply
from solvent.agents.models.recording import key_of, request_of
from solvent.agents.models.samples import several
from solvent.agents.settings import Settings
from solvent.agents.state_json import StateJson
from solvent.solvers import SolventError

FORMAT = 2  # of the file; raise it when the state or its notation changes
_APPLICATION = 0x536F6C76  # "Solv": marks a SQLite file as ours
_RUNS = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, version TEXT NOT NULL, settings TEXT NOT NULL, text TEXT NOT NULL, seconds REAL NOT NULL
)
"""


class CheckpointError(SolventError):
    """A checkpoint that cannot be read or written, or does not belong to this run."""


def new_id() -> str:
    """A short id for a run."""
    return secrets.token_hex(4)


@dataclass(frozen=True)
class SavedRun:
    """One run of a file; `seconds` is the wall time that it took before, `known` whether the file holds its state."""

    id: str
    saver: "_Saver"
    seconds: float
    known: bool

    @property
    def config(self) -> RunnableConfig:
        """What tells LangGraph which run this is."""
        return {"configurable": {"thread_id": self.id}}

    def of_tasks(self, model: Model) -> Model:
        """The model, with every call a task of the graph whose reply is on disk before anybody sees it."""
        return _Tasks(model, self.saver)


class Checkpoints:
    """A file of runs, opened with `async with` and used by any number of runs at a time, each with an id of its own.

    Of each run, it keeps the latest state. Only Solvent's own types are read back, from JSON. Every method raises
    CheckpointError if the file cannot be used.
    """

    def __init__(self, path: Path | str, *, must_exist: bool = False) -> None:
        self.path = Path(path)
        self._must_exist = must_exist
        self._stack = AsyncExitStack()
        self._saver: _Saver | None = None

    async def __aenter__(self) -> Self:
        if self._must_exist and not self.path.is_file():
            raise CheckpointError(f"there is no checkpoint {self.path}.")
        with _explained(self.path):
            with self.path.open("ab"):  # a connection that cannot be opened leaves a thread behind
                pass
            await asyncio.sleep(0)  # a Ctrl-C that came before is heard here; connecting, it would leave one too
            connection = await self._stack.enter_async_context(aiosqlite.connect(self.path))
            try:
                await _check(connection, self.path)
                self._saver = _Saver(connection, self.path)
                await self._saver.setup()  # with a write-ahead log
                # What is written outlives this process, if not a loss of power, which would cost the last steps.
                await connection.execute("PRAGMA synchronous = NORMAL")
                await connection.execute(_RUNS)
                await connection.commit()
            except BaseException:
                await self._stack.aclose()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._saver = None
        await self._stack.aclose()

    async def ids(self) -> list[str]:
        """The ids of all runs, in the order in which they began."""
        return [str(row[0]) for row in await self._rows("SELECT id FROM runs ORDER BY rowid")]

    async def text_of(self, run_id: str) -> str:
        """The text that a run solves. Raises CheckpointError, which lists the ids that there are, for an unknown id."""
        rows = await self._rows("SELECT text FROM runs WHERE id = ?", run_id)
        if not rows:
            known = await self.ids()
            there = f"it has {', '.join(known)}" if known else "it is empty"
            raise CheckpointError(f"there is no run {run_id!r} in {self.path}; {there}.")
        return str(rows[0][0])

    async def run(
        self, run_id: str, text: str, settings: Settings, answer_schema: Mapping[str, Any] | None = None
    ) -> SavedRun:
        """The run of that id, which begins here if the file does not hold it.

        Raises CheckpointError if it began with another text, other settings or another version of Solvent.
        """
        began = settings.model_dump(mode="json", exclude={"models"})
        began["models"] = {role: choice.name for role, choice in settings.models.items()}
        began["answer_schema"] = answer_schema
        began = json.loads(json.dumps(began, sort_keys=True))  # as it will be read again
        rows = await self._rows("SELECT version, settings, text, seconds FROM runs WHERE id = ?", run_id)
        if not rows:
            now = (run_id, version("solvent"), json.dumps(began), text, 0.0)
            await self._rows("INSERT INTO runs (id, version, settings, text, seconds) VALUES (?, ?, ?, ?, ?)", *now)
            self._open.started[run_id] = time.monotonic()
            return SavedRun(run_id, self._open, 0.0, known=False)
        was_version, was_settings, was_text, seconds = rows[0]
        with _explained(self.path):
            was_begun = json.loads(was_settings)
        _refuse_other(run_id, (was_version, was_begun, was_text), (version("solvent"), began, text))
        found = SavedRun(run_id, self._open, seconds, known=True)
        self._open.started[run_id] = time.monotonic() - seconds
        saved = await self._open.aget_tuple(found.config)
        return found if saved else SavedRun(run_id, self._open, seconds, known=False)

    async def forget(self, run_id: str) -> None:
        """Delete a run, such as one whose answer is kept elsewhere; an unknown id is ignored."""
        with _explained(self.path):
            await self._open.adelete_thread(run_id)
        self._open.started.pop(run_id, None)
        await self._rows("DELETE FROM runs WHERE id = ?", run_id)

    @property
    def _open(self) -> "_Saver":
        if self._saver is None:
            raise CheckpointError(f"the checkpoint {self.path} is not open: use it in `async with`.")
        return self._saver

    async def _rows(self, query: str, *values: object) -> list[Any]:
        saver = self._open
        with _explained(self.path):
            async with saver.lock, saver.conn.execute(query, values) as cursor:
                rows = list(await cursor.fetchall())
                await saver.conn.commit()
                return rows


class _Saver(AsyncSqliteSaver):
    """LangGraph's saver, which here keeps only the latest state of a run and explains what fails."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        super().__init__(connection, serde=StateJson())
        self.path = path
        self.started: dict[str, float] = {}  # when a run would have begun, had it never been interrupted
        self.unsaved: dict[str, asyncio.Future[None]] = {}  # the tasks that wait until they are on disk

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        with _explained(self.path):
            return await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        run_id = str(config["configurable"]["thread_id"])
        with _explained(self.path):
            saved = await super().aput(config, checkpoint, metadata, new_versions)
            older = (run_id, checkpoint["id"])
            started = self.started[run_id]
            async with self.lock:
                await self.conn.execute("DELETE FROM checkpoints WHERE thread_id = ? AND checkpoint_id < ?", older)
                await self.conn.execute("DELETE FROM writes WHERE thread_id = ? AND checkpoint_id < ?", older)
                spent = (time.monotonic() - started, run_id)
                await self.conn.execute("UPDATE runs SET seconds = ? WHERE id = ?", spent)
                await self.conn.commit()
        return saved

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        waiting = self.unsaved.get(task_id)
        try:
            with _explained(self.path):
                await super().aput_writes(config, writes, task_id, task_path)
        except CheckpointError as error:
            if waiting is None or waiting.done():
                raise
            waiting.set_exception(error)
        else:
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    @asynccontextmanager
    async def on_disk(self) -> AsyncIterator[list[str]]:
        """Wait at the end until the tasks whose ids were put into the list are on disk."""
        begun: list[str] = []
        try:
            yield begun
            for task_id in begun:
                await self.unsaved[task_id]
        finally:
            for task_id in begun:
                self.unsaved.pop(task_id).cancel()

    def begin(self, begun: list[str]) -> None:
        """Note that the current task has begun."""
        info = get_runtime().execution_info
        if info is not None:
            self.unsaved[info.task_id] = asyncio.get_running_loop().create_future()
            begun.append(info.task_id)


@dataclass(frozen=True)
class _Tasks:
    """A model whose calls are tasks of LangGraph: when a node runs again, it gets the replies that it had got.

    A call that failed is made again. LangGraph knows tasks by their order in a node, so the request is compared.
    """

    model: Model
    saver: _Saver

    async def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        """Complete the conversation; see `Model`."""
        asked = request_of(messages, **options)
        reply: Reply = await self._kept(asked, lambda: self.model.complete(messages, **options))
        return reply

    async def complete_many(self, messages: Sequence[Message], n: int, **options: Any) -> list[Reply]:
        """Several samples, in one task; see `several`."""
        asked = {**request_of(messages, **options), "n": n}
        replies: list[Reply] = await self._kept(asked, lambda: several(self.model, messages, n, **options))
        return replies

    async def _kept(self, request: Mapping[str, Any], ask: Callable[[], Awaitable[Any]]) -> Any:
        """What `ask` gives, or gave when this request was made in the same place before."""
        key = key_of(request)
        async with self.saver.on_disk() as begun:

            @task
            async def call() -> tuple[str, Any]:
                self.saver.begin(begun)
                return key, await ask()

            said: tuple[str, Any] = await call()
        asked, found = said
        if asked != key:
            raise CheckpointError("this run had asked a model something else at this point: begin a new run.")
        return found


def _refuse_other(run_id: str, was: tuple[str, dict[str, Any], str], now: tuple[str, dict[str, Any], str]) -> None:
    if was[0] != now[0]:
        raise CheckpointError(f"run {run_id} began with version {was[0]} of Solvent, and this is {now[0]}.")
    if was[2] != now[2]:
        raise CheckpointError(f"run {run_id} solves another text; leave the text out, or begin a new run.")
    other = sorted(name for name in {*was[1], *now[1]} if was[1].get(name) != now[1].get(name))
    if other:
        raise CheckpointError(f"run {run_id} began with other settings ({', '.join(other)}); give the same ones again.")


async def _check(connection: aiosqlite.Connection, path: Path) -> None:
    """Mark a new file as ours. Raises CheckpointError for a file that is not, or that is damaged."""

    async def pragma(name: str) -> Any:
        async with connection.execute(f"PRAGMA {name}") as cursor:
            row = await cursor.fetchone()
        return row[0] if row else None

    async with connection.execute("SELECT count(*) FROM sqlite_master") as cursor:
        row = await cursor.fetchone()
    if not row or not row[0]:
        await connection.execute("PRAGMA auto_vacuum = FULL")  # what is forgotten makes the file smaller
        await connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        await connection.execute(f"PRAGMA user_version = {FORMAT}")
        return
    if await pragma("application_id") != _APPLICATION:
        raise CheckpointError(f"{path} is a database of another program; choose another --checkpoint.")
    if await pragma("user_version") != FORMAT:
        raise CheckpointError(f"{path} is a checkpoint of another version of Solvent; choose another --checkpoint.")
    if await pragma("quick_check") != "ok":
        raise sqlite3.DatabaseError("its structure is broken")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the reading of values raise into messages."""
    try:
        yield
    except OSError as error:
        raise CheckpointError(f"the checkpoint {path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.OperationalError as error:
        raise CheckpointError(f"the checkpoint {path} cannot be used: {error}.") from error
    except (sqlite3.Error, ValueError) as error:
        raise CheckpointError(f"{path} is damaged, or not a checkpoint: {error}.") from error
