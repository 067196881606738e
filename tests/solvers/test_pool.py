"""Servers and children: what is killed, what is replaced, what is left behind."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import solvent
from solvent.solvers import Limits, Pool, Program, SolventError, Status, accepts, run
from solvent.solvers.frameworks import cpmpy, smtlib
from solvent.solvers.processes.child import ChildSetting, run_child
from solvent.solvers.processes.job import Job
from solvent.solvers.sandbox import layers

QUICK = smtlib.parse('(declare-const x Int)\n(assert (= x 3))\n; answer\n; {"x": "x"}\n')
ENDLESS = cpmpy.parse("import cpmpy as cp\nx = cp.intvar(0, 9)\nwhile True: pass\nanswer = x\n")
ROOT = Path(solvent.__file__).parent.parent


def children(pid):
    """Pids of the living children of a process; a zombie counts."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


async def until(condition, seconds=5.0):
    """Wait until a condition holds; fails if it does not in time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


def alive(pid):
    return Path(f"/proc/{pid}").exists()


def descriptors_of(pid):
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def session(leader):
    """Pids of the processes in a session."""
    found = subprocess.run(["ps", "-o", "pid=", "-s", str(leader)], capture_output=True, text=True, check=False)
    return found.stdout.split()


def server_of(pool, framework="cpmpy"):
    return pool._connections[framework].process.pid


async def busy(pool, seconds=30.0):
    """A task that runs an endless program, once its child is there; and the child's pid."""
    task = asyncio.create_task(run(ENDLESS, pool=pool, limits=Limits(seconds=seconds)))
    await until(lambda: "cpmpy" in pool._connections and children(server_of(pool)), 30)
    return task, children(server_of(pool))[0]


async def test_cancelling_kills_the_child():
    async with Pool(workers=1) as pool:
        task, child = await busy(pool)
        server = server_of(pool)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not children(server))
        assert not alive(child)
        assert (await run(QUICK, pool=pool)).answer == {"x": 3}


async def test_a_killed_server_is_replaced_and_its_job_runs_again():
    async with Pool(workers=2) as pool:
        task, child = await busy(pool, seconds=3)
        first = server_of(pool)
        os.kill(first, signal.SIGKILL)
        await until(lambda: not alive(child))
        outcome = await task
        assert outcome.status is Status.TIMEOUT
        assert server_of(pool) != first


async def test_a_job_whose_server_dies_again_is_given_up():
    async with Pool(workers=2) as pool:
        task, _ = await busy(pool)
        first = server_of(pool)
        os.kill(first, signal.SIGKILL)
        await until(lambda: server_of(pool) != first and children(server_of(pool)), 30)
        os.kill(server_of(pool), signal.SIGKILL)
        outcome = await task
        assert outcome.status is Status.RUNTIME_ERROR
        assert "died twice" in outcome.message


async def test_a_killed_child_is_an_outcome():
    async with Pool(workers=1) as pool:
        task, child = await busy(pool)
        os.kill(child, signal.SIGKILL)
        outcome = await task
        assert outcome.status is Status.RUNTIME_ERROR
        assert "signal 9" in outcome.message


async def test_the_deadline_does_not_count_waiting():
    async with Pool(workers=1) as pool:
        await run(ENDLESS, pool=pool, limits=Limits(seconds=0.1))
        jobs = [run(ENDLESS, pool=pool, limits=Limits(seconds=0.5)) for _ in range(3)]
        started = time.monotonic()
        outcomes = await asyncio.gather(*jobs)
        took = time.monotonic() - started
        assert {outcome.status for outcome in outcomes} == {Status.TIMEOUT}
        assert all(outcome.seconds >= 0.5 for outcome in outcomes)
        # With one worker they run one after the other: waiting that counted would make the sum twice as long.
        assert sum(outcome.seconds for outcome in outcomes) <= took


async def test_no_more_children_than_workers():
    async with Pool(workers=2) as pool:
        endless = [ENDLESS.model_copy(update={"preamble": f"{ENDLESS.preamble}\n# {n}"}) for n in range(4)]
        jobs = [asyncio.create_task(run(program, pool=pool, limits=Limits(seconds=1))) for program in endless]
        most = 0
        while not all(job.done() for job in jobs):
            if "cpmpy" in pool._connections:
                most = max(most, len(children(server_of(pool))))
            await asyncio.sleep(0.02)
        assert most == 2


async def test_programs_that_ignore_signals_are_gone_in_time():
    stubborn = cpmpy.parse(
        "import signal, time\n"
        "for n in range(1, 32):\n"
        "    try: signal.signal(n, signal.SIG_IGN)\n"
        "    except OSError: pass\n"
        "while True: time.sleep(1)\n"
    )
    async with Pool(workers=1) as pool:
        await run(QUICK, pool=pool)
        outcome = await run(stubborn, pool=pool, limits=Limits(seconds=1))
        assert outcome.status is Status.TIMEOUT
        assert outcome.seconds < 10
        assert not children(server_of(pool))


class Stays:
    """A framework whose script puts something harmless in the place of every way to end."""

    def script(self, _program):
        os._exit = os.abort = sys.exit = lambda *_: None
        return 7


def test_a_program_cannot_keep_its_process():
    """A child that did not end would go on in the code of the server that forked it."""
    result, errors = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            job = Job("script", Program(framework="ortools", preamble="", trusted=True), Limits())
            setting = ChildSetting(Stays(), "program", layers.available())
            run_child(setting, None, (result[1], errors[1]), Limits(), job.packed(), None, sandboxed=False)
        os.kill(os.getpid(), signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    for descriptor in (*result, *errors):
        os.close(descriptor)
    assert os.waitstatus_to_exitcode(status) == 7


async def test_a_process_is_not_to_be_had():
    forks = cpmpy.parse("import os\nos.fork()\nanswer = 1\n")
    async with Pool(workers=1) as pool:
        outcome = await run(forks, pool=pool)
        assert outcome.status is Status.RUNTIME_ERROR
        assert "line 2" in outcome.message
        assert not children(server_of(pool))


async def test_many_at_once_leave_nothing_behind():
    descriptors = descriptors_of(os.getpid())
    async with Pool(workers=4) as pool:
        outcomes = await asyncio.gather(*(run(QUICK, pool=pool) for _ in range(60)))
        assert [outcome.answer for outcome in outcomes] == [{"x": 3}] * 60
        server = server_of(pool, "smtlib")
        assert not children(server)
        # The server: three standard streams, the socket, the selector and the sandbox's ruleset.
        assert descriptors_of(server) <= 7
    assert not alive(server)
    assert descriptors_of(os.getpid()) <= descriptors


async def test_closing_the_pool_ends_what_runs():
    async with Pool(workers=1) as pool:
        task, child = await busy(pool)
    assert not alive(child)
    with pytest.raises(SolventError, match="closed"):
        await task


def test_nothing_survives_a_killed_parent():
    script = textwrap.dedent("""
        import asyncio
        from solvent.solvers import Limits, Pool, run
        from solvent.solvers.frameworks import cpmpy

        program = cpmpy.parse("import cpmpy as cp\\nwhile True: pass\\nanswer = 1")

        async def main():
            async with Pool(workers=1) as pool:
                await run(program, pool=pool, limits=Limits(seconds=0.1))
                print(pool._connections["cpmpy"].process.pid, flush=True)
                await run(program, pool=pool, limits=Limits(seconds=60))

        asyncio.run(main())
    """)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(ROOT)}
    ) as parent:
        server = int(parent.stdout.readline())
        asyncio.run(until(lambda: children(server)))
        (child,) = children(server)
        parent.kill()
    asyncio.run(until(lambda: not alive(server) and not alive(child)))


async def test_the_user_s_environment_is_not_there(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "canary")
    peek = cpmpy.parse("import os\nanswer = {'env': sorted(os.environ), 'cwd': os.getcwd()}")
    async with Pool(workers=1) as pool:
        outcome = await run(peek, pool=pool)
    assert outcome.answer == {"env": [], "cwd": "/"}


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ('import os\nos.write(3, b\'{"status": "optimal"\'); os._exit(0)', Status.RUNTIME_ERROR),
        ("import os\nos.close(3)", Status.RUNTIME_ERROR),
        ("answer = 10 ** 5000", Status.BAD_ANSWER),
        ("answer = float('nan')", Status.BAD_ANSWER),
        ("answer = 'x' * 2_000_000", Status.BAD_ANSWER),
        ("answer = '\\ud800'", Status.SATISFIED),
        ("answer = []\nfor _ in range(100_000): answer = [answer]", Status.RUNTIME_ERROR),
        ("import os\nos.write(2, b'y' * 10_000_000)\nanswer = 1", Status.SATISFIED),
        ("import sys\nprint('y' * 10_000_000)\nprint('z', file=sys.stderr)\nanswer = 1", Status.SATISFIED),
        ("import ctypes\nctypes.string_at(0)", Status.RUNTIME_ERROR),
        ("import os\nos.write(os.open('/tmp', os.O_TMPFILE | os.O_WRONLY), b'x')\nanswer = 1", Status.RUNTIME_ERROR),
    ],
)
async def test_odd_output_is_an_outcome(pool, code, status):
    outcome = await run(cpmpy.parse(code), pool=pool)
    assert outcome.status is status, outcome
    assert (await run(QUICK, pool=pool)).answer == {"x": 3}


async def test_what_cannot_be_asked_is_an_outcome():
    async with Pool(workers=1) as pool:
        assert (await accepts(QUICK, {"x": object()}, pool=pool)).status is Status.BAD_ANSWER
        script = QUICK.model_copy(update={"contract": "script"})
        assert (await run(script, pool=pool)).status is Status.BAD_ANSWER
