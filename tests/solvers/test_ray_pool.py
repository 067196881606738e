"""Programs on a Ray cluster: the same results as in the local pool, whatever happens to its workers."""

import asyncio
import contextlib
import importlib.util
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import pytest_asyncio
from console import solvent

from solvent.solvers import (
    Limits,
    SolverUnavailableError,
    Status,
    UnknownFrameworkError,
    accepts,
    bearing,
    conflict,
    improve,
    ray_pool,
    run,
    run_then,
    second,
)
from solvent.solvers.frameworks import cpmpy, ortools, smtlib
from solvent.solvers.ray_pool import RayPool

needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs Ray: pip install -e '.[dev,ray]'")
LIMITS = Limits(seconds=60)
OURS = re.compile("NodeWorker|fork_server")
QUICK = smtlib.parse('(declare-const x Int)\n(assert (= x 3))\n; answer\n; {"x": "x"}\n')
SLOW = ortools.parse("import time\ntime.sleep(2)\nx = model.new_int_var(3, 3, 'x')\nanswer = x\n")
NUMBERS = itertools.count()
ENDLESS = ortools.parse("while True: pass\nx = model.new_int_var(0, 9, 'x')\nanswer = x\n")
SCRIPT = cpmpy.parse("answer = 1\n").model_copy(update={"contract": "script", "answer": "", "fragments": ()})
HOSTILE = {
    "file": "answer = open('/etc/passwd').read()\n",
    "write": "open('/tmp/solvent-was-here', 'w').write('x')\nanswer = 1\n",
    "network": "import socket\nsocket.create_connection(('127.0.0.1', {port}), 2)\nanswer = 1\n",
    "process": "import subprocess\nanswer = subprocess.run(['id'], capture_output=True).stdout.decode()\n",
    "environment": "import os\nanswer = {{'environment': sorted(os.environ), 'folder': os.getcwd()}}\n",
}


class Cluster:
    """The cluster of `ray_cluster.py`: two nodes of one CPU each."""

    def __init__(self):
        script = Path(__file__).with_name("ray_cluster.py")
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the cluster did not start"

    def add_node(self):
        """Add a node of two CPUs; the pid of its raylet."""
        self.process.stdin.write("add\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(60)

    def running(self):
        """Pids of our processes on the nodes, and their command lines: workers, servers, programs."""
        every = dict(processes())
        below = {self.process.pid}
        for _ in range(10):
            below.update(pid for pid, (parent, _) in every.items() if parent in below)
        return {pid: every[pid][1] for pid in below if pid in every and OURS.search(every[pid][1])}

    def workers(self):
        return sorted(pid for pid, words in self.running().items() if "NodeWorker" in words)

    def programs(self):
        """Pids of the children of servers, each with its worker's."""
        running = self.running()
        servers = {pid for pid, words in running.items() if "fork_server" in words}
        every = dict(processes())
        running = {pid: every[pid][0] for pid in servers & every.keys() if every[pid][0] in servers}
        return {pid: every[server][0] for pid, server in running.items() if server in every}


def processes():
    """The pid of every living process, with its parent's and its command line."""
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, *_ = (place / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            if state != "Z":
                yield int(place.name), (int(parent), (place / "cmdline").read_text("utf-8", "replace"))


async def until(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.05)


@pytest.fixture(scope="module")
def cluster():
    started = Cluster()
    yield started
    started.close()


@pytest.fixture(scope="module")
def spare(cluster):
    """A node of two CPUs more, for whoever needs workers of its own; the pid of its raylet."""
    return cluster.add_node()


def alike(outcome):
    """All of an outcome that does not depend on the clock."""
    return outcome and outcome.model_dump(exclude={"seconds"})


@pytest_asyncio.fixture(scope="class", loop_scope="session")
async def there(cluster):
    async with RayPool(cluster.address) as started:
        assert started.workers == 2
        yield started


@pytest.fixture
def one_worker(there, cluster, spare):
    """A pool of one worker more."""
    del there, spare
    return RayPool(cluster.address, 1)


async def both(question, *more, pools):
    """What each of the pools says, both at the same time."""
    return await asyncio.gather(*(question(*more, pool=pool, limits=LIMITS) for pool in pools))


def slow():
    """A program that takes two seconds, each time another one: models are cached."""
    return SLOW.model_copy(update={"preamble": f"{SLOW.preamble}# {next(NUMBERS)}\n"})


async def answers_of_all(pool):
    """The answers to two questions at the same time, one from each of two workers."""
    outcomes = await asyncio.gather(*(run(QUICK, pool=pool, limits=LIMITS) for _ in range(2)))
    return [outcome.answer for outcome in outcomes]


async def only_program(cluster):
    """The worker that runs the only program, as soon as it runs."""
    await until(cluster.programs)
    (worker,) = set(cluster.programs().values())
    return worker


@needs_ray
@pytest.mark.asyncio(loop_scope="session")
class TestOnePool:
    """One pool on both nodes for all of these; they leave it with two workers."""

    @pytest.mark.parametrize("name", ["pack", "clash"])
    async def test_results_are_those_of_the_local_pool(self, pool, there, example, name):
        program, pools = example(name), (pool, there)
        first, far = await both(run, program, pools=pools)
        assert alike(far) == alike(first)
        questions = [(conflict, ())]
        if first.status.solved:
            questions = [(question, (first.answer,)) for question in (second, improve, accepts, bearing)]
            here, far = await both(run_then, program, "second", pools=pools)
            assert list(map(alike, far)) == list(map(alike, here))
        for question, more in questions:
            here, far = await both(question, program, *more, pools=pools)
            assert alike(far) == alike(here), question.__name__

    async def test_scripts_and_references(self, pool, there):
        script = SCRIPT.model_copy(update={"preamble": "print('hello')\nprint('{\"x\": 3}')\n"})
        here, far = [await each.run_script(script, limits=LIMITS) for each in (pool, there)]
        assert (far.text, far.ended, far.outcome.answer) == (here.text, here.ended, here.outcome.answer)
        assert far.outcome.answer == {"x": 3}
        here, far = [await each.examine(script, {"what": "nothing"}, limits=LIMITS) for each in (pool, there)]
        assert alike(far) == alike(here)

    @pytest.mark.parametrize("attack", HOSTILE)
    async def test_the_sandbox_is_the_same(self, pool, there, attack, loopback):
        program = cpmpy.parse(HOSTILE[attack].format(port=loopback._server.server_address[1]))
        here, far = await both(run, program, pools=(pool, there))
        assert alike(far) == alike(here)
        assert {"landlock", "seccomp"} <= set(far.isolation) or not {"landlock", "seccomp"} & set(here.isolation)
        assert far.answer == {"environment": [], "folder": "/"} if attack == "environment" else far.answer is None

    async def test_limits_hold(self, pool, there):
        here, far = [await run(ENDLESS, pool=each, limits=Limits(seconds=0.5)) for each in (pool, there)]
        assert alike(far) == alike(here)
        assert far.status is Status.TIMEOUT

    async def test_whichever_node_is_asked_it_is_about_the_same_model(self, there):
        chance = ortools.parse(
            "import os\nn = int.from_bytes(os.urandom(3))\nx = model.new_int_var(0, 10**9, 'x')\n"
            "with clue(1):\n    model.add(x == n)\nanswer = [x]\n"
        )
        outcomes = await asyncio.gather(*(run(chance, pool=there, limits=LIMITS) for _ in range(8)))
        assert len({str(outcome.answer) for outcome in outcomes}) == 1
        assert (await second(chance, outcomes[0].answer, pool=there)).status is Status.UNSATISFIABLE

    async def test_questions_run_at_the_same_time(self, there, cluster):
        tasks = [asyncio.create_task(run(slow(), pool=there, limits=LIMITS)) for _ in range(2)]
        await until(lambda: len(cluster.programs()) == 2)
        assert [outcome.answer for outcome in await asyncio.gather(*tasks)] == [3, 3]

    async def test_what_cannot_be_asked(self, there):
        assert (await accepts(QUICK, {"x": object()}, pool=there)).status is Status.BAD_ANSWER
        with pytest.raises(UnknownFrameworkError):
            await there.run_script(QUICK.model_copy(update={"framework": "none_such"}), limits=LIMITS)

    async def test_cancelling_ends_the_program_and_keeps_the_worker(self, there, cluster):
        workers = cluster.workers()
        task = asyncio.create_task(run(ENDLESS, pool=there, limits=LIMITS))
        await until(cluster.programs)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not cluster.programs())
        assert await answers_of_all(there) == [{"x": 3}, {"x": 3}]
        assert cluster.workers() == workers

    async def test_cancelling_before_a_worker_has_answered_keeps_it(self, there, cluster):
        workers = cluster.workers()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        try:
            task = asyncio.create_task(run(QUICK, pool=there, limits=LIMITS))
            await asyncio.sleep(0.5)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        finally:
            for worker in workers:
                os.kill(worker, signal.SIGCONT)
        assert await answers_of_all(there) == [{"x": 3}, {"x": 3}]
        assert cluster.workers() == workers

    async def test_a_lost_worker_is_replaced_and_its_question_asked_again(self, there, cluster):
        task = asyncio.create_task(run(slow(), pool=there, limits=LIMITS))
        worker = await only_program(cluster)
        os.kill(worker, signal.SIGKILL)
        assert (await task).answer == 3
        await until(lambda: worker not in cluster.workers() and len(cluster.workers()) == 2)

    async def test_where_all_workers_are_lost_a_program_still_runs_twice(self, there, cluster):
        task = asyncio.create_task(run(slow(), pool=there, limits=LIMITS))
        busy = await only_program(cluster)
        left = cluster.running()
        for worker in sorted(cluster.workers(), key=lambda pid: pid == busy):
            os.kill(worker, signal.SIGKILL)
        assert (await task).answer == 3
        await until(lambda: not left.keys() & cluster.running().keys() and len(cluster.workers()) == 2)

    async def test_where_all_idle_workers_are_lost_a_question_waits_for_others(self, there, cluster):
        await until(lambda: len(there._idle) == 2)
        for worker in cluster.workers():
            os.kill(worker, signal.SIGKILL)
        assert (await run(QUICK, pool=there, limits=LIMITS)).answer == {"x": 3}
        await until(lambda: len(there._idle) == len(cluster.workers()) == 2)

    async def test_a_question_that_loses_two_workers_is_given_up(self, there, cluster):
        task = asyncio.create_task(run(ENDLESS, pool=there, limits=LIMITS))
        first = await only_program(cluster)
        os.kill(first, signal.SIGKILL)
        await until(lambda: first not in cluster.programs().values())
        os.kill(await only_program(cluster), signal.SIGKILL)
        outcome = await task
        assert outcome.status is Status.RUNTIME_ERROR
        assert "died twice" in outcome.message
        await until(lambda: len(there._idle) == 2)

    async def test_a_worker_that_hangs_is_replaced(self, there, cluster, monkeypatch):
        await asyncio.gather(*(run(slow(), pool=there, limits=LIMITS) for _ in range(2)))  # their servers are there
        monkeypatch.setattr(ray_pool, "_SLACK", 1.0)
        task = asyncio.create_task(run(ENDLESS, pool=there, limits=Limits(seconds=2)))
        worker = await only_program(cluster)
        os.kill(worker, signal.SIGSTOP)
        outcome = await task
        assert outcome.status is Status.TIMEOUT
        assert "2 s" in outcome.message
        await until(lambda: worker not in cluster.running() and len(cluster.workers()) == 2)

    async def test_a_worker_that_hangs_while_it_is_idle_is_replaced(self, there, cluster, monkeypatch):
        await until(lambda: len(there._idle) == 2)
        monkeypatch.setattr(ray_pool, "_CONNECT", 1.0)
        workers = cluster.workers()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        task = asyncio.create_task(run(QUICK, pool=there, limits=LIMITS))
        await until(lambda: not set(workers) & set(cluster.workers()))
        monkeypatch.undo()
        assert (await task).answer == {"x": 3}

    async def test_a_worker_that_is_lost_while_it_starts_is_started_again(self, one_worker, monkeypatch, tmp_path):

        class LostOnce(ray_pool.NodeWorker):
            async def start(self):
                if not list(tmp_path.iterdir()):
                    (tmp_path / "lost").touch()
                    os._exit(1)
                return await super().start()

        monkeypatch.setattr(ray_pool, "NodeWorker", LostOnce)
        async with one_worker as pool:
            assert (await run(QUICK, pool=pool, limits=LIMITS)).answer == {"x": 3}
        assert list(tmp_path.iterdir())

    async def test_workers_that_are_always_lost_end_in_an_error(self, one_worker, monkeypatch):
        class LostWhenIdle(ray_pool.NodeWorker):
            async def ping(self):
                os._exit(1)

        monkeypatch.setattr(ray_pool, "NodeWorker", LostWhenIdle)
        async with one_worker as pool:
            with pytest.raises(SolverUnavailableError, match="lost as soon as they are idle"):
                await run(QUICK, pool=pool, limits=LIMITS)

    async def test_other_versions_are_refused(self, one_worker, monkeypatch):
        ours = {**ray_pool._versions(), "solvent": "9.9"}
        monkeypatch.setattr(ray_pool, "_versions", lambda: ours)
        with pytest.raises(SolverUnavailableError, match=r"has solvent .*, not 9\.9: install the same versions"):
            await one_worker.__aenter__()

    async def test_without_a_free_cpu_it_says_so(self, one_worker, cluster, monkeypatch):
        async with RayPool(cluster.address, 2):
            monkeypatch.setattr(ray_pool, "_START", 1.0)
            monkeypatch.setattr(ray_pool, "_STOP", 1.0)
            with pytest.raises(SolverUnavailableError, match="no worker started"):
                await one_worker.__aenter__()

    async def test_the_command_line(self, spare, cluster):
        """It takes a CPU that the pool leaves free."""
        del spare
        done = await asyncio.to_thread(
            solvent, "solve", "--ray", cluster.address, "--workers", "1", "--json", "examples/small.txt"
        )
        assert done.returncode == 0, done.stderr
        assert '"verified"' in done.stdout
        assert not done.stderr


@needs_ray
async def test_nothing_is_left_running(cluster):
    async with RayPool(cluster.address, 1) as pool:
        task = asyncio.create_task(run(ENDLESS, pool=pool, limits=LIMITS))
        await until(cluster.programs)
    with pytest.raises(SolverUnavailableError, match="closed"):
        await task
    await until(lambda: not cluster.running())


@needs_ray
async def test_a_lost_node_is_done_without(cluster, spare):
    """It had two of the four workers."""
    async with RayPool(cluster.address) as pool:
        assert pool.workers == 4
        tasks = [asyncio.create_task(run(slow(), pool=pool, limits=LIMITS)) for _ in range(3)]
        await until(lambda: len(cluster.programs()) == 3)
        os.kill(spare, signal.SIGKILL)
        assert [outcome.answer for outcome in await asyncio.gather(*tasks)] == [3, 3, 3]


@needs_ray
@pytest.mark.parametrize(("address", "reason"), [("127.0.0.1:1", "refused"), ("here", "HOST:PORT")])
def test_an_unusable_address_is_a_usage_error(address, reason):
    done = solvent("solve", "--ray", address, "examples/small.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


async def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SolverUnavailableError, match=r"pip install 'solvent\[ray\]'"):
        await RayPool("auto").__aenter__()
