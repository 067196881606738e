"""Without a fork server, as on macOS and Windows; forced here, where there is one."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

import pytest

from solvent import solvers
from solvent.solvers import Limits, Pool, Program, Status, run, run_then
from solvent.solvers.frameworks import cpmpy, ortools, smtlib

PLENTY = Limits(seconds=60)
LIMITED = {"environment", "session", "rlimits"}
TEXT = '(declare-const x Int)\n; clue 1\n(assert (= x 3))\n; answer\n; ["x"]\n'


def without_server(*, allowed=True):
    return Pool(workers=2, allow_unsandboxed=allowed, forking=False)


async def test_an_example_of_each_framework_is_answered(framework, example):
    async with without_server() as pool:
        outcome = await run(example("pack"), pool=pool, limits=PLENTY)
    assert (outcome.status, set(outcome.isolation)) == (Status.OPTIMAL, LIMITED), (framework, outcome)


async def test_without_leave_a_program_is_refused_and_the_message_names_what_is_missing(framework, example):
    async with without_server(allowed=False) as pool:
        outcome = await run(example("two"), pool=pool, limits=PLENTY)
    assert (outcome.status, outcome.answer) == (Status.BLOCKED, None), framework
    assert "needs Linux" in outcome.message
    assert "landlock, no_new_privs, pdeathsig, seccomp" in outcome.message
    assert "--allow-unsandboxed" in outcome.message


async def test_a_refused_program_is_not_executed():
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder, "canary")
        code = f"open({str(canary)!r}, 'w').close()\nanswer = 1\n"
        script = Program(framework="ortools", preamble=code, contract="script")
        async with without_server(allowed=False) as pool:
            assert (await run(script, pool=pool, limits=PLENTY)).status is Status.BLOCKED
        assert not canary.exists()  # noqa: ASYNC240  # nothing else runs
        async with without_server() as pool:
            assert (await run(script, pool=pool, limits=PLENTY)).status is Status.BAD_ANSWER  # it prints nothing
        assert canary.exists()  # noqa: ASYNC240


async def test_what_solvent_wrote_itself_runs_without_leave(framework, example):
    trusted = example("two").model_copy(update={"trusted": True})
    async with without_server(allowed=False) as pool:
        outcome, proof = await run_then(trusted, "second", pool=pool, limits=PLENTY)
        assert outcome.status is Status.SATISFIED, framework
        assert proof.status is Status.SATISFIED
        assert proof.answer != outcome.answer


async def test_limits_hold():
    endless = cpmpy.parse("while True: pass\n")
    hoard = ortools.parse("hoard = []\nwhile True: hoard.append(bytearray(10_000_000))\n")
    long = smtlib.parse(TEXT.replace('["x"]', '["x", "' + 3000 * "y" + '"]'))
    loud = ortools.parse("import sys\nfor _ in range(3000): print('y' * 1000, file=sys.stderr)\nanswer = 1\n")
    async with without_server() as pool:
        outcomes = await asyncio.gather(
            run(endless, pool=pool, limits=Limits(seconds=1)),
            run(hoard, pool=pool, limits=Limits(seconds=60, memory_mb=200)),
            run(long, pool=pool, limits=Limits(seconds=60, output_bytes=1000)),
            run(loud, pool=pool, limits=PLENTY),
        )
    assert [outcome.status for outcome in outcomes] == [
        Status.TIMEOUT,
        Status.MEMORY,
        Status.BAD_ANSWER,
        Status.SATISFIED,
    ], outcomes
    assert outcomes[0].seconds >= 1


async def test_the_start_is_off_the_clock():
    """Its libraries take longer to import than the program may take."""
    async with without_server() as pool:
        started = time.monotonic()
        outcome = await run(smtlib.parse(TEXT), pool=pool, limits=Limits(seconds=30))
        assert outcome.answer == [3]
        assert outcome.seconds < time.monotonic() - started


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
async def test_cancelling_and_closing_leave_no_process_and_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sleep = ortools.parse("import time\nopen('/proc/self/comm', 'w').write('asleep')\ntime.sleep(100)\n")
    async with without_server() as pool:
        task = asyncio.create_task(run(sleep, pool=pool, limits=Limits(seconds=100)))
        while not (mine := _asleep()):  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not mine & _asleep()
        assert not list(tmp_path.iterdir())


def _asleep():
    """Children of this process that called themselves so."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return {child for child in children if Path(f"/proc/{child}/comm").read_text().strip() == "asleep"}


async def test_a_missing_solver_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    program = solvers.load("minizinc").parse('var 0..1: x;\n% answer\n% ["x"]')
    async with without_server() as pool:
        with pytest.raises(solvers.SolverUnavailableError, match="apt-get install minizinc"):
            await run(program, pool=pool)
