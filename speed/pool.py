"""The cost of running programs: a warm pool compared with a cold interpreter, its overhead, and any leaked resources.

python speed/pool.py [--programs 1000] [--boxed 200] [--trivial 50] [--cold 10] [--workers 2] [--seed 1]
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from puzzles import mixed, script, seats, trivial

from solvent.solvers import Limits, Outcome, Pool, Program, load, run
from solvent.solvers import pool as pool_module
from solvent.solvers.engines.engine import Engine
from solvent.solvers.engines.questions import ask
from solvent.solvers.frameworks import Builder, smtlib

TICKS = os.sysconf("SC_CLK_TCK")
QUIET = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def servers(pool: Pool) -> list[int]:
    """Return the pids of the running fork servers."""
    return [link.process.pid for link in pool._connections.values()]  # noqa: SLF001  # there is no public access


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def cpu_of_all(pool: Pool) -> float:
    """Return the CPU seconds of this process, the servers and their children."""
    return time.process_time() + sum(map(cpu_of, servers(pool)))


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def cold(path: Path) -> tuple[float, float]:
    """Return the wall and CPU seconds of `python script.py`."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, path], check=True, stdout=subprocess.DEVNULL, env=os.environ | QUIET)
    took, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def warm(program: Program, pool: Pool) -> tuple[float, float]:
    """Return the wall and CPU seconds of a program in the pool; CPU time has a resolution of 10 ms, so average it."""
    used, started = cpu_of_all(pool), time.perf_counter()
    outcome = await run(program, pool=pool)
    took = time.perf_counter() - started
    if not outcome.status.solved or "seccomp" not in outcome.isolation:
        raise RuntimeError(f"{outcome.status}, {outcome.isolation}: {outcome.message}")
    return took, cpu_of_all(pool) - used


async def against_cold(trivials: int, colds: int) -> None:
    async with Pool(workers=1) as pool:
        await run(trivial(0), pool=pool)
        walls, cpus = zip(*[await warm(trivial(n), pool) for n in range(1, trivials + 1)], strict=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.py"
        path.write_text(script(0), encoding="utf-8")
        cold_walls, cold_cpus = zip(*[cold(path) for _ in range(colds)], strict=True)
    print("one trivial CPMpy program, in ms: cold is `python script.py`, warm is the pool with its sandbox")
    table(
        ("", "cold", "warm", "ratio"),
        compared("wall, median", statistics.median(cold_walls), statistics.median(walls)),
        compared("CPU, median/mean", statistics.median(cold_cpus), statistics.mean(cpus)),
    )


def compared(name: str, slow: float, fast: float) -> tuple[str, str, str, str]:
    return name, f"{1000 * slow:.1f}", f"{1000 * fast:.1f}", f"{slow / fast:.1f}"


def table(*rows: tuple[str, ...]) -> None:
    for row in rows:
        print(f"  {row[0]:<34}" + "".join(f"{cell:>12}" for cell in row[1:]))
    print()


Work = tuple[float, float, str]  # wall and CPU seconds, and the resulting status


def in_process(program: Program) -> Work:
    """Measure a program's own work: building, loading and solving it here, without another process."""
    framework = load(program.framework)

    def engine() -> Engine:
        return framework.engine(program, framework.build(program) if isinstance(framework, Builder) else b"")

    used, started = time.process_time(), time.perf_counter()
    (reply,) = ask(engine, "run", None, Limits())
    return time.perf_counter() - started, time.process_time() - used, reply.status


def own_work(programs: list[Program]) -> list[Work]:
    """Measure each program's own work in a fork of this warm process, since z3 keeps declarations in its context."""
    for framework in {program.framework for program in programs}:
        load(framework).warm()
    gc.freeze()
    return list(map(_forked, programs))


def _forked(program: Program) -> Work:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            os.write(writing, json.dumps(in_process(program)).encode())
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 100)
    os.close(reading)
    os.waitpid(pid, 0)
    took, used, status = json.loads(said)
    return took, used, status


async def overhead(programs: list[Program], workers: int) -> None:
    files = left_files()
    async with Pool(workers=workers) as pool:
        await asyncio.gather(*(run(program, pool=pool) for program in programs[:6]))
        before, used, started = resident(), cpu_of_all(pool), time.perf_counter()
        descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # pathlib would open another one
        outcomes: list[Outcome] = []
        for batch in batches(programs[6:], 100):
            outcomes += await asyncio.gather(*(run(program, pool=pool) for program in batch))
        took, used = time.perf_counter() - started, cpu_of_all(pool) - used
        after, children = resident(), sum(children_of(pid) for pid in servers(pool))
        more = len(os.listdir("/proc/self/fd")) - descriptors  # noqa: PTH208
    own = own_work(programs[6:])
    for outcome, (_, _, status) in zip(outcomes, own, strict=True):
        if outcome.status != status:
            raise RuntimeError(f"{outcome.status} through the pool, {status} without: {outcome.message}")
    own_took, own_used = (sum(work[kind] for work in own) for kind in (0, 1))
    count = len(outcomes)
    statuses = ", ".join(f"{n} {status}" for status, n in Counter(outcome.status.value for outcome in outcomes).items())
    print(f"{count} programs in three frameworks, {workers} workers: {statuses}")
    table(
        ("ms each", "worker time", "CPU"),
        ("through the pool", f"{1000 * workers * took / count:.1f}", f"{1000 * used / count:.1f}"),
        ("the program's own work", f"{1000 * own_took / count:.1f}", f"{1000 * own_used / count:.1f}"),
        ("overhead", *(f"{1000 * x / count:.1f}" for x in (workers * took - own_took, used - own_used))),
        ("memory of this process, MiB", f"{before:.0f}", f"{after:.0f}"),
        ("children and zombies left", str(children)),
        ("descriptors left", str(more)),
        ("files left", str(len(left_files() - files))),
    )


def batches(programs: list[Program], size: int) -> Iterator[list[Program]]:
    for start in range(0, len(programs), size):
        yield programs[start : start + size]


def children_of(pid: int) -> int:
    return len(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())


def left_files() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("solvent-*")}


# Code that a server runs before it starts: it removes all layers but those without which children would not end.
OPEN = """
import os
from solvent.solvers.sandbox import confinement
def confine(*_, parent, **__):
    os.closerange(4, 256)
    confinement.die_with_parent(parent)
    return ()
confinement.confine = confine
"""


@contextlib.asynccontextmanager
async def unconfined() -> AsyncIterator[Pool]:
    """Provide a pool whose children are not confined."""
    boot = pool_module._BOOT  # noqa: SLF001  # deliberately impossible through the public interface
    place = "; from solvent"
    pool_module._BOOT = boot.replace(place, f"; exec({OPEN!r}){place}")  # noqa: SLF001
    async with Pool(workers=1, allow_unsandboxed=True) as pool:
        try:
            await run(smtlib.parse(""), pool=pool)
        finally:
            pool_module._BOOT = boot  # noqa: SLF001
        yield pool


async def sandbox_in_pool(programs: list[Program]) -> None:
    """Run the same programs with and without the sandbox, alternating."""
    async with Pool(workers=1) as closed, unconfined() as open_one:
        walls: dict[Pool, list[float]] = {closed: [], open_one: []}
        cpus = dict.fromkeys(walls, 0.0)
        for number, program in enumerate([programs[0], *programs]):
            for pool in (closed, open_one):
                used, started = cpu_of_all(pool), time.perf_counter()
                outcome = await run(program, pool=pool)
                if bool(outcome.isolation) != (pool is closed):
                    raise RuntimeError(f"{outcome.isolation}: {outcome.message}")
                if number:  # the first one starts the server
                    walls[pool].append(time.perf_counter() - started)
                    cpus[pool] += cpu_of_all(pool) - used
    rows = [(1000 * statistics.median(walls[pool]), 1000 * cpus[pool] / len(programs)) for pool in walls]
    print(f"{len(programs)} small SMT-LIB programs, alternating with and without the sandbox, in ms")
    table(
        ("", "wall, median", "CPU, mean"),
        *((name, *(f"{x:.2f}" for x in row)) for name, row in zip(("with", "without"), rows, strict=True)),
        ("cost", *(f"{x - y:.2f}" for x, y in zip(*rows, strict=True))),
    )


def confined(*, confine: bool) -> tuple[float, float]:
    """Return the wall and CPU seconds of a forked child that does nothing, confined or not."""
    from solvent.solvers.sandbox import confinement

    started = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        if confine:
            confinement.confine("program", Limits(), keep=(0, 1, 2))
        os._exit(0)
    _, _, spent = os.wait4(pid, 0)
    return time.perf_counter() - started, spent.ru_utime + spent.ru_stime


def sandbox_alone(times: int) -> None:
    """Measure what confinement adds to forking an empty child."""
    from solvent.solvers.sandbox import confinement

    confinement.prepare("program")
    with_it, without = [], []
    for _ in range(times):
        without.append(confined(confine=False))
        with_it.append(confined(confine=True))
    on, off = ([1000 * statistics.median(kind) for kind in zip(*each, strict=True)] for each in (with_it, without))
    print("an empty child, in ms, median")
    table(
        ("", "wall", "CPU"),
        ("with the sandbox", *(f"{x:.2f}" for x in on)),
        ("without", *(f"{x:.2f}" for x in off)),
        ("cost", *(f"{x - y:.2f}" for x, y in zip(on, off, strict=True))),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--trivial", type=int, default=50, help="warm runs of a trivial program")
    parser.add_argument("--cold", type=int, default=10, help="cold runs of the same program")
    parser.add_argument("--boxed", type=int, default=200, help="programs to run with and without the sandbox")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sandbox_alone(100)
    asyncio.run(sandbox_in_pool([seats(random.Random(options.seed), n) for n in range(options.boxed)]))
    asyncio.run(against_cold(options.trivial, options.cold))
    asyncio.run(overhead(mixed(options.programs, random.Random(options.seed)), options.workers))


if __name__ == "__main__":
    main()
