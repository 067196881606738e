"""A program is built once, by a process that does not know the question; every question is asked of those bytes."""

import asyncio
import secrets

import pytest

from solvent import solvers
from solvent.solvers import Limits, Outcome, Pool, Status, accepts, conflict, improve, pool, run, run_then, second
from solvent.solvers.frameworks import cpmpy, ortools
from solvent.solvers.processes.model_cache import BuiltModel, ModelCache, UnsteadyError
from solvent.solvers.processes.server_connection import ServerConnection

# What a program can take its bearings by; each says one of a billion numbers, and another one each time.
FACES = {
    "chance": "import os\nn = int.from_bytes(os.urandom(3))",
    "module": "import random\nn = random.SystemRandom().randrange(10**6)",
    "time": "import time\nn = time.time_ns() % 10**9",
    "process": "import os\nn = os.getpid() + os.getuid() % 999",
    "clock": "import time\nn = int(time.process_time() * 10**6) + int(time.monotonic() * 1000) % 10**8",
    "address": "n = (id(object()) ^ hash(object()) ^ id([])) % 10**9 + __import__('time').time_ns() % 1000",
    "file": (
        "import os, tempfile, time\nn = time.time_ns() % 1000\n"
        "for place in ('/tmp', '/dev/shm', '/var/tmp', os.getcwd()):\n"
        "    try:\n        with open(place + '/counter', 'a') as file: file.write('x')\n"
        "        n += os.path.getsize(place + '/counter') * 1000\n"
        "    except OSError: pass\n"
    ),
}
SAYS = {
    "cpmpy": "{}\nimport cpmpy as cp\nx = cp.intvar(0, 10**9)\nwith clue(1):\n    model += x == n\nanswer = [x]\n",
    "ortools": "{}\nx = model.new_int_var(0, 10**9, 'x')\nwith clue(1):\n    model.add(x == n)\nanswer = [x]\n",
}
UNSTEADY = ortools.parse(SAYS["ortools"].format(FACES["chance"]))


@pytest.mark.parametrize("framework", SAYS)
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("first", ["run", "conflict", "accepts"])
async def test_a_program_of_two_faces_shows_one(pool, framework, face, first):
    program = solvers.load(framework).parse(f"# {first}\n" + SAYS[framework].format(FACES[face]))
    if first == "conflict":
        assert (await conflict(program, pool=pool)).status is Status.SATISFIED
    elif first == "accepts":
        await accepts(program, [7], pool=pool)
    shown = await run(program, pool=pool)
    assert shown.status is Status.SATISFIED, shown
    assert (await conflict(program, pool=pool)).answer == shown.answer
    assert (await accepts(program, shown.answer, pool=pool)).status is Status.SATISFIED
    assert (await accepts(program, [shown.answer[0] + 1], pool=pool)).status is Status.UNSATISFIABLE
    assert (await second(program, shown.answer, pool=pool)).status is Status.UNSATISFIABLE
    outcome, proof = await run_then(program, "second", pool=pool)
    assert (outcome.answer, proof.status) == (shown.answer, Status.UNSATISFIABLE)


async def test_of_the_question_nothing_comes_to_who_builds(monkeypatch):
    """All that the building process is given, byte by byte, whatever is asked, of which answer, with how much time."""
    given = []
    ask = ServerConnection.ask

    async def noted(self, number, job, most, seconds):
        if job.stage == "build":
            given.append((job.packed(), job.limits.model_dump_json(), job.patience, job.spent, most))
        return await ask(self, number, job, most, seconds)

    monkeypatch.setattr(ServerConnection, "ask", noted)
    program = ortools.parse("x = model.new_int_var(0, 9, 'x')\nobjectives = [minimize(x)]\nanswer = [x]\n")
    async with Pool(workers=1) as warm:
        for seconds in (10, 20.5):
            limits = Limits(seconds=seconds, output_bytes=int(1000 * seconds), threads=int(seconds))
            for question, more in (
                (run, ()),
                (second, ([3],)),
                (conflict, ()),
                (improve, ([7],)),
                (accepts, ([4],)),
                (run_then, ("improve",)),
                (run_then, ("second",)),
            ):
                warm._models = ModelCache(1 << 20, 9)
                outcome = await question(program, *more, pool=warm, limits=limits)
                assert (outcome if isinstance(outcome, Outcome) else outcome[0]).status is not Status.RUNTIME_ERROR
    assert len(given) == 14
    assert len(set(given)) == 1


async def test_first_questions_at_the_same_time_build_it_once(monkeypatch):
    stages = []
    ask = ServerConnection.ask

    async def noted(self, number, job, *rest):
        stages.append(job.stage)
        return await ask(self, number, job, *rest)

    monkeypatch.setattr(ServerConnection, "ask", noted)
    async with Pool(workers=4) as warm:
        outcomes = await asyncio.gather(*(run(UNSTEADY, pool=warm) for _ in range(8)))
    assert len({str(outcome.answer) for outcome in outcomes}) == 1
    assert (stages.count("build"), stages.count("ask")) == (1, 8)


async def test_who_builds_may_be_cancelled():
    slow = ortools.parse("import time\ntime.sleep(0.5)\nx = model.new_int_var(3, 3, 'x')\nanswer = [x]\n")
    async with Pool(workers=3) as warm:
        await run(ortools.parse("answer = 1"), pool=warm)
        first, *others = [asyncio.create_task(run(slow, pool=warm)) for _ in range(3)]
        await asyncio.sleep(0.2)
        first.cancel()
        assert [outcome.answer for outcome in await asyncio.gather(*others)] == [[3], [3]]


async def test_a_program_that_is_built_again_has_to_be_the_same(monkeypatch):
    monkeypatch.setattr(pool, "_CACHE_COUNT", 1)
    honest = cpmpy.parse("import cpmpy as cp\nx, y = cp.intvar(0, 9, shape=2)\nmodel += x * y > 80\nanswer = [x, y]\n")
    async with Pool(workers=1) as warm:
        shown = await run(UNSTEADY, pool=warm)
        assert (await accepts(UNSTEADY, shown.answer, pool=warm)).status is Status.SATISFIED
        known = await run(honest, pool=warm)
        assert len(warm._models._known) == 1
        for outcome in (await run(UNSTEADY, pool=warm), await conflict(UNSTEADY, pool=warm)):
            assert (outcome.status, outcome.answer) == (Status.BAD_ANSWER, None)
            assert "not the same each time it is executed" in outcome.message
        await run(ortools.parse("answer = 1"), pool=warm)
        assert (await run(honest, pool=warm)).answer == known.answer


async def test_as_many_models_are_kept_as_there_is_room_for():
    program = ortools.parse("answer = 1")
    models = ModelCache(size=100, most=3)

    def building(size):
        async def build():
            return BuiltModel(bytes(size), (), 1.0)

        return build

    for name, size in (("a", 10), ("b", 10), ("c", 10), ("d", 10), ("e", 95)):
        _, took = await models.of(program.model_copy(update={"preamble": name}), building(size))
        assert took == 1.0
    assert [len(model.data) for model in models._known.values()] == [95]
    assert (await models.of(program.model_copy(update={"preamble": "e"}), building(1)))[1] == 0.0
    with pytest.raises(UnsteadyError):
        await models.of(program.model_copy(update={"preamble": "a"}), building(11))


async def test_an_honest_program_is_the_same_in_every_server(example, framework):
    """Else a server that was started again would make liars of them."""
    if framework not in SAYS:
        pytest.skip("its programs are not executed")
    digests = []
    for _ in range(2):
        async with Pool(workers=1) as warm:
            for name in ("pack", "many", "clash", "two"):
                await run(example(name), pool=warm)
                await run(ortools.parse(f"answer = '{secrets.token_hex(4000)}'"), pool=warm)  # memory moves on
            digests.append([warm._models._digests[key] for key in list(warm._models._digests)[::2]])
    assert digests[0] == digests[1]
