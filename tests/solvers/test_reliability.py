"""What happens where layers are missing, descriptors are few, programs are many, and models are asked again."""

import asyncio
import os
import resource
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import solvent
from solvent.solvers import Limits, Pool, Status, pool, run
from solvent.solvers.frameworks import cpmpy, ortools, smtlib
from solvent.solvers.sandbox import layers

ROOT = Path(solvent.__file__).parent.parent
GRID = "x = model.new_int_var(0, 9, 'x')\nwith clue(1):\n    model.add(x == {})\nanswer = [x]\n"
TEXT = '(declare-const x Int)\n; clue 1\n(assert (= x {}))\n; answer\n; ["x"]\n'
SABOTAGE = """
from solvent.solvers.sandbox import landlock
def refuse(*_): raise OSError("not here")
landlock.restrict = landlock.ruleset = refuse
landlock.version = lambda: 0
"""


@pytest.fixture
def no_landlock(monkeypatch):
    """A kernel without Landlock, as far as the servers can see."""
    boot = pool._BOOT.replace("; from solvent", f"; exec({SABOTAGE!r}); from solvent")
    assert boot != pool._BOOT
    monkeypatch.setattr(pool, "_BOOT", boot)


@pytest.mark.usefixtures("no_landlock")
async def test_without_the_full_sandbox_only_trusted_programs_run():
    programs = [ortools.parse(GRID.format(3)), smtlib.parse(TEXT.format(3))]
    programs.append(programs[0].model_copy(update={"preamble": "print({})", "contract": "script"}))
    async with Pool(workers=1) as strict:
        for program in programs:
            outcome = await run(program, pool=strict)
            assert outcome.status is Status.BLOCKED, outcome
            assert "landlock" in outcome.message
            assert "5.13" in outcome.message
            assert "--allow-unsandboxed" in outcome.message
            assert "seccomp" in outcome.isolation
            assert "landlock" not in outcome.isolation
            trusted = program.model_copy(update={"trusted": True})
            assert (await run(trusted, pool=strict)).status is Status.SATISFIED


@pytest.mark.usefixtures("no_landlock")
async def test_the_user_may_do_without_the_full_sandbox():
    async with Pool(workers=1, allow_unsandboxed=True) as lax:
        outcome = await run(ortools.parse(GRID.format(3)), pool=lax)
        assert outcome.answer == [3]
        assert "landlock" not in outcome.isolation


async def test_every_layer_is_on_in_every_framework():
    required = layers.available().required
    async with Pool(workers=1) as strict:
        for program in (ortools.parse(GRID.format(3)), smtlib.parse(TEXT.format(3)), cpmpy.parse("answer = [3]\n")):
            outcome = await run(program, pool=strict)
            assert outcome.answer == [3]
            assert required <= set(outcome.isolation)


async def test_building_and_asking_share_the_time():
    slow = ortools.parse("import time\ntime.sleep(0.7)\nx = model.new_int_var(0, 9, 'x')\nanswer = [x]\n")
    never = ortools.parse("import time\ntime.sleep(9)\nanswer = 1\n")
    async with Pool(workers=1) as warm:
        outcome = await run(slow, pool=warm, limits=Limits(seconds=20))
        assert outcome.status is Status.SATISFIED
        assert 0.7 < outcome.seconds < 15
        outcome = await run(never, pool=warm, limits=Limits(seconds=0.5))
        assert outcome.status is Status.TIMEOUT
        assert "0.5 s" in outcome.message


def test_few_descriptors_and_many_calls():
    """200 calls at once under a limit of 64 descriptors: each has its answer, none is left open, memory is flat."""
    script = textwrap.dedent(f"""
        import asyncio, os, resource
        from solvent.solvers import Pool, run
        from solvent.solvers.frameworks import ortools, smtlib

        GRID, TEXT = {GRID!r}, {TEXT!r}

        def resident():
            return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

        async def main():
            async with Pool(workers=2) as pool:
                async def ask(i):
                    framework, text = ((ortools, GRID), (smtlib, TEXT))[i % 5 > 0]
                    outcome = await run(framework.parse(text.format(i % 7)), pool=pool)
                    assert outcome.answer == [i % 7], outcome

                await asyncio.gather(*(ask(i) for i in range(40)))
                before, opened = resident(), len(os.listdir("/proc/self/fd"))
                await asyncio.gather(*(ask(i) for i in range(200)))
                print(resident() - before, len(os.listdir("/proc/self/fd")) - opened)

        asyncio.run(main())
    """)

    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    found = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        preexec_fn=few,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    grown, left_open = map(int, found.stdout.split())
    assert grown < 8 << 20
    assert left_open <= 0


async def test_large_models_go_through_and_too_large_ones_are_said():
    large = ortools.parse(
        "xs = [model.new_int_var(0, 5, f'x{i}') for i in range(20_000)]\n"
        "with clue(1):\n    for x, y in zip(xs, xs[1:]): model.add(x <= y)\n"
        "answer = [xs[0], xs[-1]]\n"
    )
    huge = ortools.parse("answer = 'y' * 40_000_000\n")
    async with Pool(workers=1) as warm:
        assert (await run(large, pool=warm, limits=Limits(seconds=60))).status is Status.SATISFIED
        outcome = await run(huge, pool=warm)
        assert outcome.status is Status.BAD_ANSWER
        assert "longer" in outcome.message
        both = await asyncio.gather(*(run(large, pool=warm, limits=Limits(seconds=60)) for _ in range(2)))
        assert all(outcome.status.solved for outcome in both)
