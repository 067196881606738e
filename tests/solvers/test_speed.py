"""A warm pool against a cold interpreter, as ratios within one run: a busy machine slows both."""

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from solvent.solvers import Pool, Status, run
from solvent.solvers.frameworks import cpmpy

BODY = "x, y = cp.intvar(0, {}, shape=2)\n{}model += x + y == 7\n{}model += x > y + 4\n"
MODEL = "import cpmpy as cp\n" + BODY.format("{}", "with clue(1): ", "with clue(2): ") + 'answer = {{"x": x, "y": y}}\n'
SCRIPT = (
    "import cpmpy as cp\nmodel = cp.Model()\n" + BODY.format(9, "", "") + "assert model.solve()\nprint(x.value())\n"
)


def cpu_of(pid):
    """CPU seconds of a process and of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / 100


def cold(script):
    """Wall and CPU seconds of `python script.py`."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, script], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def test_a_program_through_the_pool_is_ten_times_faster_than_a_cold_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    walls = []
    async with Pool(workers=1) as pool:
        await run(cpmpy.parse(MODEL.format(9)), pool=pool)
        server = pool._connections["cpmpy"].process.pid
        used = cpu_of(server) + time.process_time()
        for i in range(20):  # each another program: nothing is built already
            started = time.perf_counter()
            outcome = await run(cpmpy.parse(MODEL.format(10 + i)), pool=pool)
            walls.append(time.perf_counter() - started)
            assert outcome.status is Status.SATISFIED
            assert "seccomp" in outcome.isolation
        used = (cpu_of(server) + time.process_time() - used) / len(walls)
    cold_walls, cold_cpus = zip(*(cold(script) for _ in range(3)), strict=True)
    assert statistics.median(cold_walls) > 10 * statistics.median(walls)
    assert statistics.median(cold_cpus) > 15 * used
