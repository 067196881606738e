"""Several questions in a row to one process: as good as apart, each with its own time and its own end."""

import asyncio
import itertools
import os
import signal
import time
from pathlib import Path

import pytest

from solvent.solvers import Limits, Pool, Status, bearing, improve, others, run, run_on, run_then, second
from solvent.solvers.frameworks import cpmpy, smtlib

ASKED = {"second": second, "improve": improve, "others": others}
QUICK = smtlib.parse('(declare-const x Int)\n(assert (= x 3))\n; answer\n; {"x": "x"}\n')


def hard_second(birds=12):
    """A program with one easy answer, and birds that have to be shut up one by one to prove that there is no other."""
    holes = range(birds - 1)
    names = [[f"b{bird}h{hole}" for hole in holes] for bird in range(birds)]
    code = ["(declare-const free Bool)", *(f"(declare-const {name} Bool)" for row in names for name in row)]
    code += [f"(assert (=> free (or {' '.join(row)})))" for row in names]
    for hole in holes:
        pairs = itertools.combinations([row[hole] for row in names], 2)
        code += [f"(assert (=> free (not (and {one} {other}))))" for one, other in pairs]
    return smtlib.parse("\n".join([*code, '; answer\n; {"free": "free"}', ""]))


@pytest.mark.parametrize("name", ["two", "pack", "clash", "stages"])
async def test_together_is_as_good_as_apart(pool, example, name):
    program = example(name)
    then, question = ("improve", improve) if program.objectives else ("second", second)
    alone = await run(program, pool=pool)
    outcome, proof = await run_then(program, then, pool=pool)
    assert (outcome.status, outcome.answer, outcome.objective) == (alone.status, alone.answer, alone.objective)
    assert outcome.isolation == alone.isolation
    if not alone.status.solved:
        assert proof is None
        return
    apart = await question(program, outcome.answer, pool=pool)
    assert (proof.status, proof.answer, proof.isolation) == (apart.status, apart.answer, apart.isolation)


@pytest.mark.parametrize("name", ["two", "pack", "clash", "stages", "many"])
async def test_a_row_is_as_good_as_each_question_apart(pool, example, name):
    program = example(name)
    for then in (("improve",) if program.objectives else ("second",), ("others",)):
        outcome, more = await run_on(program, (*then, "bearing"), pool=pool)
        if not outcome.status.solved:
            assert more == {}
            continue
        apart = await ASKED[then[0]](program, outcome.answer, pool=pool)
        assert more[then[0]].status is apart.status
        # Which answers are found first depends on the solver's state.
        assert then == ("others",) or more[then[0]].answer == apart.answer
        if then != ("others",) and apart.status is not Status.UNSATISFIABLE:
            assert set(more) == set(then)
            continue
        alone = await bearing(program, outcome.answer, pool=pool)
        row = more["bearing"]
        assert (row.status, row.message, row.stated) == (alone.status, alone.message, alone.stated)
        assert (row.vacuous, row.trivial, row.isolation) == (alone.vacuous, alone.trivial, alone.isolation)


def children_of(pid):
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def worked(pid):
    """Seconds of CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def test_one_process_answers_both():
    async with Pool(workers=1) as pool:
        await run(QUICK, pool=pool)
        asked = []
        link = pool._connections["smtlib"]
        ask, link.ask = link.ask, lambda *args: asked.append(args) or ask(*args)
        outcome, proof = await run_then(QUICK, "second", pool=pool)
        assert (outcome.answer, proof.status) == ({"x": 3}, Status.UNSATISFIABLE)
        assert len(asked) == 1


async def test_each_question_has_its_own_time(pool):
    started = time.monotonic()
    outcome, proof = await run_then(hard_second(), "second", pool=pool, limits=Limits(seconds=3))
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, {"free": False})
    assert proof.status is Status.TIMEOUT
    assert proof.seconds >= 2.5  # it did not share the first one's time
    assert outcome.seconds + proof.seconds <= time.monotonic() - started


async def test_what_ends_in_the_second_question_leaves_the_first_one_s_answer():
    async with Pool(workers=1) as pool:
        await run(QUICK, pool=pool)
        server = pool._connections["smtlib"].process.pid
        task = asyncio.create_task(run_then(hard_second(), "second", pool=pool, limits=Limits(seconds=60)))
        # The first answer takes a tenth of it.
        while not (children := children_of(server)) or worked(children[0]) < 1.5:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.05)
        assert len(children) == 1
        os.kill(int(children[0]), signal.SIGKILL)
        outcome, proof = await task
        assert outcome.answer == {"free": False}
        assert proof.status is Status.RUNTIME_ERROR
        assert "signal 9" in proof.message
        assert (await run(QUICK, pool=pool)).answer == {"x": 3}


async def test_an_answer_that_is_too_long_is_not_asked_about(pool):
    long = smtlib.parse('(declare-const x Int)\n(assert (= x 3))\n; answer\n; ["x", "' + 3000 * "y" + '"]\n')
    outcome, proof = await run_then(long, "second", pool=pool, limits=Limits(output_bytes=1000))
    assert outcome.status is Status.BAD_ANSWER
    assert "longer than 1000 bytes" in outcome.message
    assert proof is None


async def test_a_program_that_breaks_off_is_not_asked_about(pool):
    outcome, proof = await run_then(cpmpy.parse("import os\nos._exit(3)"), "second", pool=pool)
    assert (outcome.status, proof) == (Status.RUNTIME_ERROR, None)
