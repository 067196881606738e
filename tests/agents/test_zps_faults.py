"""Every fault of a model's server at every step of ZPS's rounds: what becomes of the run."""

import asyncio
import json
import time
from collections import Counter

import pytest
from loopback import Loopback
from test_faults import EVERY, IMPATIENT, PASSING, STAYING, USELESS
from zps_model import BROKEN, GRID, RIGHT, TEXT, playing, step_of

from solvent.agents import Answer, Budget, ModelChoice, OpenAIModel, asolve
from solvent.agents.presets import preset_of, settled
from solvent.solvers import Pool

STEPS = ("questions", "first", "output", "report")
SECONDS = 60.0  # the budget of a run
GRACE = 40.0  # of a machine that stands still for a while
FAULTS = {**PASSING, **STAYING, **USELESS}
CASES = [(fault, step) for fault in FAULTS for step in ((EVERY,) if fault in PASSING else STEPS)]


async def disturbed_run(fault: str, step: str, pool: Pool) -> tuple[Answer, float, list]:
    """Two tries of two actions each: the first program of each has an error, which the second mends."""
    server, met = Loopback(), Counter()

    def act(request):
        at = step_of(request)
        met[at] += 1
        if met[at] > 1 if step == EVERY else at != step:
            return good(request)
        if fault == "temperature rejected" and "temperature" not in request.body:
            return good(request)
        return FAULTS[fault]

    def good(request):
        return playing([BROKEN if step_of(request) == "first" else RIGHT])(request)

    server.script(act)
    model = OpenAIModel("player", server.url, timeout=1.0 if fault in IMPATIENT else 60.0, backoff=0.01, retries=2)
    base = settled(preset_of("zps-decompose"), {"author": ModelChoice(name="player")})
    settings = base.changed(temperatures=(0.0, 0.4), budget=Budget(actions=2, seconds=SECONDS))
    start = time.perf_counter()
    try:
        answer = await asolve(TEXT, model=model, settings=settings, pool=pool)
        return answer, time.perf_counter() - start, server.requests
    finally:
        server.close()


async def all_runs():
    slots = asyncio.Semaphore(6)

    async def one(fault, step, pool):
        async with slots:
            return await disturbed_run(fault, step, pool)

    async with Pool(workers=2) as pool:
        return dict(zip(CASES, await asyncio.gather(*(one(*case, pool) for case in CASES)), strict=True))


@pytest.fixture(scope="module")
def runs():
    return asyncio.run(all_runs())


@pytest.mark.parametrize(("fault", "step"), CASES)
def test_the_run_ends_honestly_and_in_time(runs, fault, step):
    answer, seconds, requests = runs[fault, step]
    assert seconds < SECONDS + GRACE
    assert answer.status in ("unverified", "failed")  # nothing of it verifies by itself
    assert answer.reason
    assert "Traceback" not in answer.reason
    if fault not in IMPATIENT:
        assert answer.usage.calls <= len(requests)


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_costs_one_more_request(runs, fault):
    answer, _, requests = runs[fault, EVERY]
    assert (answer.status, answer.answer) == ("unverified", GRID), answer.reason
    met_once = fault == "temperature rejected"  # and remembered
    assert Counter(map(step_of, requests)) == Counter(STEPS) + Counter(STEPS[:1] if met_once else STEPS)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", STAYING)
def test_a_fault_that_stays_ends_the_run(runs, fault, step):
    answer, _, requests = runs[fault, step]
    assert (answer.status, answer.answer) == ("failed", None), answer.reason
    assert "model server" in answer.reason
    assert step_of(requests[-1]) == step  # nothing is asked after it


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", USELESS)
def test_a_useless_reply_is_paid_for_once(runs, fault, step):
    answer, _, requests = runs[fault, step]
    tries = Counter(json.dumps(request.body) for request in requests)
    assert set(tries.values()) == {1}
    if step == "questions":
        assert (answer.status, answer.answer) == ("unverified", GRID), answer.reason
    if step == "report":
        assert sum(attempt.job.contract == "answer" for attempt in answer.attempts) == 1
    elif step in ("first", "output"):
        assert answer.answer == GRID  # the report is asked for all the same
