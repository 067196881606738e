"""Runs that were stopped in the middle go on, and pay for no reply twice."""

import asyncio
import json
import re
import sqlite3

import pytest
from loopback import Status
from test_checkers import CLUES, WRONG_CLUE, checker
from test_llm import ANSWER, DECOMPOSED, LOOSE, RIGHT, TEXT, said, sorts
from test_word_puzzles import RIGHT as FILLED
from test_word_puzzles import TEXT as CROSSWORD
from test_word_puzzles import said as proposed

from solvent import Budget, asolve
from solvent.agents import CheckpointError, Checkpoints, OpenAIModel, Settings
from solvent.solvers import Pool


@pytest.fixture
async def pool():
    async with Pool(workers=1) as pool:
        yield pool


@pytest.fixture
def model(loopback):
    return OpenAIModel("player", loopback.url, timeout=20, backoff=0.01)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


def obedient(request):
    """A model that is right, except in its first try."""
    first = request.messages[0]["content"]
    if sorts(request):
        return json.dumps(DECOMPOSED)
    if first.startswith("You check"):
        return json.dumps({"clues": [{"clue": n, "satisfied": True, "reason": ""} for n in (1, 2, 3)]})
    framework = "cpmpy" if "CPMpy" in first else "smtlib"
    return said(framework, LOOSE if framework == "cpmpy" and len(request.messages) == 2 else RIGHT)


def without_seconds(answer):
    """What two runs of the same puzzle have in common."""
    found = json.dumps({name: value for name, value in answer.to_dict().items() if name != "seconds"})
    return json.loads(re.sub(r" in \d+ ms", "", found))


class Stopped(Exception):  # noqa: N818  # nothing is wrong
    """Ends a run in the middle."""


class Interrupted:
    """A model that ends the run instead of answering once more than `n` times."""

    def __init__(self, model, n):
        self.model, self.left, self.answered, self.name = model, n, [], "player"

    async def complete(self, messages, **options):
        if not self.left:
            raise Stopped
        self.left -= 1
        reply = await self.model.complete(messages, **options)
        self.answered.append(messages[-1]["content"])
        return reply


async def resumed(text, model, path, pool, n, **options):
    """The answer of a run that is stopped at its `n`-th call and goes on; the calls of both parts."""
    first, second = Interrupted(model, n), Interrupted(model, 99)
    with pytest.raises(Stopped):
        await asolve(text, model=first, pool=pool, checkpoint=path, run_id="a", **options)
    answer = await asolve(text, model=second, pool=pool, checkpoint=path, run_id="a", **options)
    return answer, first.answered, second.answered


@pytest.mark.parametrize("n", range(4))
async def test_a_stopped_run_goes_on(loopback, model, path, pool, n):
    loopback.script(obedient)
    whole = await asolve(TEXT, model=model, pool=pool)
    assert (whole.status, whole.usage.calls) == ("verified", 4), whole.reason
    answer, before, after = await resumed(TEXT, model, path, pool, n)
    assert without_seconds(answer) == without_seconds(whole)
    assert answer.attempts[0].messages == whole.attempts[0].messages
    assert (len(before), len(after)) == (n, 4 - n)


@pytest.mark.parametrize("n", [2, 3, 4])
async def test_a_run_that_is_stopped_around_its_checker_goes_on(loopback, model, path, pool, n):
    """A checker, a witness as the third opinion, a repair of the checker: nobody is asked twice."""

    def disagreeing(request):
        if not request.messages[0]["content"].startswith("You write a checker"):
            return obedient(request).replace(LOOSE["cpmpy"], RIGHT["cpmpy"])
        return checker(WRONG_CLUE if len(request.messages) == 1 else CLUES)

    loopback.script(disagreeing)
    options = {"settings": Settings(checkers=True)}
    whole = await asolve(TEXT, model=model, pool=pool, **options)
    assert (whole.status, whole.usage.calls) == ("verified", 5), whole.reason
    answer, before, after = await resumed(TEXT, model, path, pool, n, **options)
    assert without_seconds(answer) == without_seconds(whole)
    assert (len(before), len(after)) == (n, 5 - n)


async def test_several_calls_in_one_node_are_kept_one_by_one(loopback, model, path, pool):
    first = {name: [word] for name, word in FILLED.items()} | {"7-Across": ["ABYSS", "ABASE"]}
    loopback.script(
        lambda request: proposed({"7-Across": ["abuse"]} if "ABUSE" in request.messages[-1]["content"] else first)
    )
    answer, before, after = await resumed(CROSSWORD, model, path, pool, 1)
    assert (answer.answer, answer.usage.calls) == (FILLED, 2)
    assert (len(before), len(after)) == (1, 1)


async def test_a_finished_run_is_told_again(loopback, model, path, pool):
    loopback.script(obedient)
    first = await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a")
    calls = len(loopback.requests)
    events = []
    again = await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a", on_event=events.append)
    assert again.model_copy(update={"seconds": 0}) == first.model_copy(update={"seconds": 0})
    assert (len(loopback.requests), events) == (calls, [])


async def test_events_are_those_of_a_run_without_checkpoint(loopback, model, path, pool):
    loopback.script(obedient)
    heard = [], []
    await asolve(TEXT, model=model, pool=pool, on_event=heard[0].append)
    await asolve(TEXT, model=model, pool=pool, on_event=heard[1].append, checkpoint=path)
    plain, kept = ([(event["event"], event.get("node")) for event in events] for events in heard)
    assert plain == kept


async def test_a_cancelled_run_goes_on(loopback, model, path, pool):
    loopback.script(obedient)
    asked = asyncio.Event()

    class Hanging:
        name = "player"

        async def complete(self, messages, **options):
            if len(messages) > 2:
                asked.set()
                await asyncio.Event().wait()
            return await model.complete(messages, **options)

    run = asyncio.create_task(asolve(TEXT, model=Hanging(), pool=pool, checkpoint=path, run_id="a"))
    await asked.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    answer = await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a")
    assert (answer.status, answer.usage.calls, len(loopback.requests)) == ("verified", 4, 4)


async def test_a_server_that_fails_is_told_as_without_a_checkpoint(loopback, model, path, pool):
    loopback.script(lambda request: Status(401) if len(request.messages) > 2 else obedient(request))
    plain = await asolve(TEXT, model=model, pool=pool)
    kept = await asolve(TEXT, model=model, pool=pool, checkpoint=path)
    assert plain.usage.calls == 2
    assert without_seconds(plain) == without_seconds(kept)


async def test_many_runs_share_an_open_file_and_are_forgotten_one_by_one(loopback, model, path, pool):
    loopback.script(obedient)
    ids = [f"case-{n}" for n in range(5)]
    async with Checkpoints(path) as checkpoints:

        async def one(run_id):
            answer = await asolve(TEXT, model=model, pool=pool, checkpoint=checkpoints, run_id=run_id, samples=2)
            if run_id != "case-3":
                await checkpoints.forget(run_id)
            return answer

        answers = await asyncio.gather(*map(one, ids))
        assert await checkpoints.ids() == ["case-3"]
        await checkpoints.forget("nobody")
    assert {str(answer.answer) for answer in answers} == {str(ANSWER)}
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(DISTINCT checkpoint_id) FROM checkpoints").fetchone() == (1,)
        assert {row[0] for row in database.execute("SELECT thread_id FROM checkpoints")} == {"case-3"}
    database.close()
    assert path.stat().st_size < 300_000


async def test_the_time_that_was_spent_before_counts(loopback, model, path, pool):
    loopback.script(obedient)
    settings = Settings(budget=Budget(seconds=1000))
    with pytest.raises(Stopped):
        await asolve(TEXT, model=Interrupted(model, 2), settings=settings, pool=pool, checkpoint=path, run_id="a")
    with sqlite3.connect(path) as database:
        (before,) = database.execute("SELECT seconds FROM runs").fetchone()
        assert before > 0
        database.execute("UPDATE runs SET seconds = 1001")
    database.close()
    answer = await asolve(TEXT, model=model, settings=settings, pool=pool, checkpoint=path, run_id="a")
    assert (answer.usage.calls, len(loopback.requests)) == (2, 2)
    assert answer.seconds > 1001


OTHERS = {
    "text": ({"text": TEXT + "\n"}, "another text"),
    "settings": ({"samples": 2}, r"other settings \(samples\)"),
    "schema": ({"answer_schema": {"type": "object"}}, "answer_schema"),
}


@pytest.mark.parametrize("case", OTHERS)
async def test_a_run_goes_on_as_it_began_or_not_at_all(loopback, model, path, pool, case):
    loopback.script(obedient)
    change, told = OTHERS[case]
    await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a")
    calls = len(loopback.requests)
    with pytest.raises(CheckpointError, match=told):
        await asolve(**{"text": TEXT, "model": model, **change}, pool=pool, checkpoint=path, run_id="a")
    assert len(loopback.requests) == calls


async def test_another_version_is_refused(path):
    settings = Settings()
    async with Checkpoints(path) as checkpoints:
        await checkpoints.run("a", "t", settings)
    for query, told in (
        ("UPDATE runs SET version = '0.0.9'", "version 0.0.9"),
        ("PRAGMA user_version = 99", "another version"),
    ):
        with sqlite3.connect(path) as database:
            database.execute(query)
        database.close()
        with pytest.raises(CheckpointError, match=told):
            async with Checkpoints(path) as checkpoints:
                await checkpoints.run("a", "t", settings)


async def test_other_prompts_are_noticed(loopback, model, path, pool):
    """The replies of a node are known by their order: a reply to another request must not be taken for this one's."""
    loopback.script(lambda _: proposed({name: ["ABYSS"] for name in FILLED}))
    with pytest.raises(Stopped):
        await asolve(CROSSWORD, model=Interrupted(model, 1), pool=pool, checkpoint=path, run_id="a")
    with sqlite3.connect(path) as database:
        changed = database.execute(
            "UPDATE writes SET value = replace(value, substr(value, 24, 8), '00000000') WHERE channel = '__return__'"
        )
        assert changed.rowcount == 1
    database.close()
    with pytest.raises(CheckpointError, match="something else"):
        await asolve(CROSSWORD, model=model, pool=pool, checkpoint=path, run_id="a")


async def test_a_closed_file_says_so(path):
    with pytest.raises(CheckpointError, match="not open"):
        await Checkpoints(path).ids()


async def test_damage_anywhere_is_told(loopback, model, path, pool):
    loopback.script(obedient)
    await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a")
    whole = path.read_bytes()
    for start in range(0, len(whole), len(whole) // 25):
        path.write_bytes(whole[:start] + b"\x07" * 64 + whole[start + 64 :])
        try:
            answer = await asolve(TEXT, model=model, pool=pool, checkpoint=path, run_id="a")
        except CheckpointError as error:
            assert "damaged" in str(error) or "began with" in str(error)  # noqa: PT017  # either will do
        else:
            assert answer.answer == ANSWER
    for size in (50, 5000, len(whole) // 2):
        path.write_bytes(whole[:size])
        with pytest.raises(CheckpointError, match=r"damaged"):
            await Checkpoints(path).__aenter__()
