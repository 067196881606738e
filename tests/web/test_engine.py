"""The thread that runs puzzles for all visitors: turns, limits, and the ways in which a run may end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from solvent.agents import Settings
from solvent.solvers import Pool
from solvent.web.engine import BusyError, Engine, SlowError
from solvent.web.limits import Allowance

TEXT = Path(__file__).parents[2].joinpath("examples", "small.txt").read_text("utf-8")
PATIENCE = 60.0


class Gate:
    """Work that says when it begins, and goes on until it is let through."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.running = self.most = 0
        self._open = threading.Event()

    def work(self, name: str = "") -> Callable[[Pool], Any]:
        async def work(_: Pool) -> str:
            self.begun.append(name)
            self.running += 1
            self.most = max(self.most, self.running)
            try:
                await until(self._open.is_set)
            finally:
                self.running -= 1
                self.ended.append(name)
            return name

        return work

    def open(self) -> None:
        self._open.set()


@pytest.fixture
async def engine():
    found = Engine(Allowance(runs=2, waiting=3, seconds=PATIENCE), workers=1)
    found.start()
    yield found
    await asyncio.to_thread(found.stop)


@pytest.fixture
def gate():
    found = Gate()
    yield found
    found.open()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - of another thread
            await asyncio.sleep(0.005)


async def idle(engine: Engine) -> None:
    """Wait until every turn is free again."""
    assert [await engine.ask(nothing) for _ in range(3)] == [None] * 3


async def nothing(_: Pool) -> None:
    pass


async def test_no_more_at_a_time_than_allowed_and_in_the_order_of_their_coming(engine, gate):
    asked = []
    for n in range(5):
        asked.append(asyncio.create_task(engine.ask(gate.work(str(n)))))
        await asyncio.sleep(0)
    await until(lambda: len(gate.begun) == 2)
    with pytest.raises(BusyError, match="try again"):
        await engine.ask(nothing)
    gate.open()
    assert await asyncio.gather(*asked) == list("01234")
    assert (gate.begun, gate.most) == (list("01234"), 2)
    await engine.ask(nothing)


async def test_who_takes_too_long_is_told_and_makes_room(gate):
    engine = Engine(Allowance(runs=1, seconds=0.05), workers=1)
    engine.start()
    with pytest.raises(SlowError, match="longer than the 0 seconds"):
        await engine.ask(gate.work())
    assert gate.ended == [""]
    await engine.ask(nothing)
    engine.stop()


async def test_a_timeout_of_the_work_itself_is_not_one_of_the_engine(engine):
    async def work(_):
        raise TimeoutError("of the network")

    with pytest.raises(TimeoutError, match="of the network"):
        await engine.ask(work)


async def test_who_leaves_ends_the_run(engine, gate):
    asked = asyncio.create_task(engine.ask(gate.work("a")))
    await until(lambda: gate.begun)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await until(lambda: gate.ended)
    await idle(engine)


async def test_who_leaves_before_the_turn_is_never_run(engine, gate):
    running = [asyncio.create_task(engine.ask(gate.work(name))) for name in "ab"]
    await until(lambda: len(gate.begun) == 2)
    waiting = [asyncio.create_task(engine.ask(gate.work(name))) for name in "cde"]
    await asyncio.sleep(0)
    waiting[0].cancel()  # perhaps before the engine knows of it
    waiting[1].cancel()
    await asyncio.wait(waiting[:2])
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), engine._loop))  # now it knows
    gate.open()
    ended = await asyncio.gather(*running, *waiting, return_exceptions=True)
    assert [each if isinstance(each, str) else type(each) for each in ended] == [
        "a", "b", asyncio.CancelledError, asyncio.CancelledError, "e",
    ]  # fmt: skip
    assert set(gate.begun) == {"a", "b", "e"}
    await idle(engine)


async def test_what_goes_wrong_reaches_the_caller_and_makes_room(engine):
    async def work(_):
        raise ZeroDivisionError

    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            await engine.ask(work)
    await idle(engine)


async def test_closing_ends_what_runs_and_waits(gate):
    engine = Engine(Allowance(runs=1, waiting=9, seconds=PATIENCE), workers=1)
    engine.start()
    asked = [asyncio.create_task(engine.ask(gate.work(name))) for name in "abc"]
    await until(lambda: gate.begun)
    engine.stop()
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, BusyError)
    assert gate.ended == ["a"]
    with pytest.raises(BusyError, match="closing"):
        await engine.ask(nothing)
    engine.stop()


async def test_closing_waits_for_nothing_that_does_not_end(monkeypatch):
    monkeypatch.setattr("solvent.web.engine._FAREWELL", 0.05)
    engine = Engine(Allowance(seconds=PATIENCE), workers=1)
    engine.start()
    leave = threading.Event()

    async def stubborn(_):
        while not leave.is_set():
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.005)

    asked = asyncio.create_task(engine.ask(stubborn))
    await asyncio.sleep(0.05)
    engine.stop()
    leave.set()
    await asyncio.gather(asked, return_exceptions=True)


async def test_one_that_never_started_can_be_stopped(monkeypatch):
    engine = Engine(Allowance())
    engine.stop()

    async def fails(_):
        raise OSError("no room")

    monkeypatch.setattr(Pool, "__aenter__", fails)
    with pytest.raises(OSError, match="no room"):
        engine.start()
    engine.stop()
    assert not [each for each in threading.enumerate() if each.name == "solvent-engine"]


async def test_a_run_tells_what_happens_in_the_callers_loop_and_in_order(engine):
    loop, told = asyncio.get_running_loop(), []

    def tell(event: dict[str, Any]) -> None:
        assert asyncio.get_running_loop() is loop
        told.append(event["event"])

    answer = await engine.solve(TEXT, Settings(), tell, lambda: told.append("turn"))
    assert answer.status == "verified"
    assert told[0] == "turn"
    same: list[str] = []
    again = await engine.solve(TEXT, Settings(), lambda event: same.append(event["event"]), lambda: None)
    assert (again.answer, same) == (answer.answer, told[1:])


async def test_a_run_has_the_smaller_budget(engine, monkeypatch):
    given = []

    async def asolve(_, *, settings, **__):
        given.append(settings.budget.seconds)

    monkeypatch.setattr("solvent.web.engine.asolve", asolve)
    settings = Settings()
    for seconds in (None, 5.0, 999.0):
        asked = settings.model_copy(update={"budget": settings.budget.model_copy(update={"seconds": seconds})})
        await engine.solve(TEXT, asked, print, lambda: None)
    assert given == [PATIENCE, 5.0, PATIENCE]
