"""Runs with several samples: one request for all where the server has `n`, and every fault of that request."""

import json
from collections import Counter
from itertools import count

import pytest
from loopback import Choices, Status, with_n
from test_faults import FAULTS, HANGS, PASSING, STAYING, USELESS
from test_llm import ANSWER, DECOMPOSED, LOOSE, RIGHT, TEXT, WRONG, said, sorts

from solvent.agents import Budget, OpenAIModel, Settings, asolve
from solvent.agents.graph import route
from solvent.agents.state import RULES, Job, Writer
from solvent.solvers import Pool

ONCE = Settings(frameworks=("cpmpy",), samples=4, budget=Budget(actions=1, restarts=0))
PLAYER = Writer(kind="model", name="player")
JOB = Job(id=0, writer=PLAYER, framework="cpmpy", temperature=0.8)


@pytest.fixture
def model(loopback):
    return OpenAIModel("player", loopback.url, timeout=20, backoff=0.01, retries=2)


def is_sample(request):
    return not sorts(request) and "CPMpy" in request.messages[0]["content"]


def player(programs=(RIGHT,)):
    """A model that sorts the text, writes these programs in turn as samples, and is a witness in SMT-LIB."""
    number = count()

    def reply(request):
        if sorts(request):
            return json.dumps(DECOMPOSED)
        if is_sample(request):
            return said("cpmpy", programs[next(number) % len(programs)])
        return said("smtlib", RIGHT)

    return reply


def asked(loopback):
    """For each request for samples, the `n` in it."""
    return [request.body.get("n") for request in loopback.requests if is_sample(request)]


# What a server does with `n`, what it is then asked for 10 samples, and how many of its requests cost nothing.
SERVERS = {
    "gives all": ({}, with_n, [10], 0),
    "ignores it": ({}, lambda answer: answer, [10] + 9 * [None], 0),
    "rejects it": ({"n": "n must be 1"}, lambda answer: answer, [10] + 10 * [None], 1),
    "gives two": (
        {},
        lambda answer: lambda each: Choices((answer(each), answer(each))) if "n" in each.body else answer(each),
        [10] + 8 * [None],
        0,
    ),
}


@pytest.mark.parametrize("server", SERVERS)
def test_ten_samples_vote_alike_whatever_the_server_makes_of_n(loopback, model, solve, server):
    loopback.rejects, kind, requests, free = SERVERS[server]
    loopback.script(kind(player((WRONG, RIGHT, RIGHT, RIGHT, LOOSE))))
    answer = solve(TEXT, model=model, settings=ONCE.changed(samples=10))
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert asked(loopback) == requests
    calls = len(loopback.requests) - free
    assert (answer.usage.calls, answer.usage.prompt_tokens) == (calls, 11 * calls)
    assert answer.usage.completion_tokens == 7 * 12  # ten samples, a sorted text, a witness
    samples = [attempt for attempt in answer.attempts if attempt.job.framework == "cpmpy"]
    assert [attempt.job.sample for attempt in samples] == [*range(10)]
    assert Counter(program for attempt in samples for program in programs_in(attempt)) == {
        WRONG["cpmpy"]: 2, RIGHT["cpmpy"]: 6, LOOSE["cpmpy"]: 2
    }  # fmt: skip


def programs_in(attempt):
    return [each["cpmpy"] for each in (WRONG, RIGHT, LOOSE) if each["cpmpy"] in attempt.messages[-1]["content"]]


def test_the_next_run_knows_that_a_server_lacks_n(loopback, model, solve):
    loopback.script(player())
    for _ in range(2):
        solve(TEXT, model=model, settings=ONCE)
    assert asked(loopback) == [4] + 7 * [None]


def test_each_framework_and_restart_asks_for_its_own_samples(loopback, model, solve):
    loopback.script(with_n(lambda request: json.dumps(DECOMPOSED) if sorts(request) else "I do not know."))
    settings = ONCE.changed(frameworks=("cpmpy", "smtlib"), samples=3, seed=5, budget={"actions": 2, "restarts": 1})
    answer = solve(TEXT, model=model, settings=settings)
    several = [request.body for request in loopback.requests if "n" in request.body]
    assert Counter((body["n"], body["seed"]) for body in several) == {(3, 5): 2, (3, 1005): 2}
    repairs = [request.body for request in loopback.requests if len(request.messages) > 2]
    assert len(repairs) == 12
    assert answer.usage.calls == len(loopback.requests) == 1 + 4 + 12


@pytest.mark.parametrize("portion", [1, 2])
def test_portions_are_asked_for_by_themselves(loopback, model, solve, portion):
    loopback.script(with_n(player((WRONG, RIGHT, LOOSE))))
    solve(TEXT, model=model, settings=ONCE.changed(samples=3, portion=portion, second_opinion=()))
    assert asked(loopback) == ([None, None, None] if portion == 1 else [2, None])


def test_the_jobs_that_go_to_one_node():
    def together(*jobs, step="translate"):
        return [[job.id for job in send.arg["jobs"]] for send in route({"step": step, "jobs": jobs})]

    def job(number, sample, **changes):
        return JOB.model_copy(update={"id": number, "sample": sample, **changes})

    assert together(job(0, 0), job(1, 1), job(2, 2)) == [[0, 1, 2]]
    assert together(job(5, 3), job(6, 4)) == [[5, 6]]
    assert together(job(0, 0), job(1, 2), job(2, 3)) == [[0], [1, 2]]  # samples have the numbers of their replies
    assert together(job(0, 0), job(1, 0)) == [[0], [1]]
    for change in ({"framework": "smtlib"}, {"role": "witness"}, {"temperature": 1.0}, {"contract": "script"}):
        assert together(job(0, 0), job(1, 1, **change)) == [[0], [1]]
    for change in ({"parent": 0}, {"writer": RULES}, {"clauses": ((1, {}),)}):
        assert together(job(3, 0, **change), job(4, 1, **change), step="repair") == [[3], [4]]


class Stopped(Exception):  # noqa: N818  # nothing is wrong
    """Ends a run in the middle."""


class Stopping:
    """A model that ends the run at its `n`-th call and at every later one."""

    def __init__(self, model, n):
        self.model, self.left, self.name = model, n, "player"

    async def complete(self, messages, **options):
        self._count()
        return await self.model.complete(messages, **options)

    async def complete_many(self, messages, n, **options):
        self._count()
        return await self.model.complete_many(messages, n, **options)

    def _count(self):
        self.left -= 1
        if self.left < 0:
            raise Stopped


@pytest.mark.parametrize(
    ("server", "calls", "n"),
    [("gives all", 3, n) for n in range(3)] + [("gives two", 5, n) for n in range(5)],
)
async def test_a_run_that_is_stopped_among_its_samples_repeats_no_call(loopback, model, tmp_path, server, calls, n):
    _, kind, _, _ = SERVERS[server]
    loopback.script(kind(player((WRONG, RIGHT, RIGHT, RIGHT))))
    options = {"settings": ONCE, "checkpoint": tmp_path / "runs.db", "run_id": "a"}
    async with Pool(workers=1) as pool:
        with pytest.raises(Stopped):
            await asolve(TEXT, model=Stopping(model, n), pool=pool, **options)
        assert len(loopback.requests) == n
        answer = await asolve(TEXT, model=model, pool=pool, **options)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert answer.usage.calls == len(loopback.requests) == calls
    assert len(answer.attempts) == 5


async def test_a_run_goes_on_with_a_model_that_lacks_many(loopback, model, tmp_path):
    loopback.script(with_n(player()))

    class Single:
        name = "player"

        async def complete(self, messages, **options):
            return await model.complete(messages, **options)

    options = {"settings": ONCE, "checkpoint": tmp_path / "runs.db", "run_id": "a"}
    async with Pool(workers=1) as pool:
        with pytest.raises(Stopped):
            await asolve(TEXT, model=Stopping(model, 2), pool=pool, **options)
        answer = await asolve(TEXT, model=Single(), pool=pool, **options)
    assert (answer.status, answer.usage.calls, len(loopback.requests)) == ("verified", 3, 3)


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("server", ["gives all", "ignores it", "gives two"])
def test_the_cache_gives_samples_and_only_missing_ones_are_asked_for(loopback, model, solve, tmp_path, server, seed):
    _, kind, _, _ = SERVERS[server]
    loopback.script(kind(player((WRONG, RIGHT, RIGHT))))
    settings = ONCE.changed(samples=3, seed=seed)
    first = solve(TEXT, model=model, settings=settings, cache=tmp_path)
    calls = len(loopback.requests)
    again = solve(TEXT, model=model, settings=settings, cache=tmp_path)
    assert len(loopback.requests) == calls
    assert again.usage == first.usage.model_copy(update={"reused": calls})
    assert [a.messages for a in again.attempts] == [a.messages for a in first.attempts]
    more = solve(TEXT, model=model, settings=settings.changed(samples=6), cache=tmp_path)
    asked_then = asked(loopback)[len([r for r in loopback.requests[:calls] if is_sample(r)]) :]
    assert asked_then == {"gives all": [3], "ignores it": [None] * 3, "gives two": [3, None]}[server]
    assert [a.messages for a in more.attempts][:3] == [a.messages for a in first.attempts][:3]
    assert more.usage.calls - more.usage.reused == len(loopback.requests) - calls


def disturbed(loopback, solve, fault):
    """A run of three samples whose request has a fault: always, or at first if the fault is one that passes."""
    met = count()
    good = player()

    def reply(request):
        if not is_sample(request) or (fault in PASSING and next(met)):
            return good(request)
        if fault == "temperature rejected" and "temperature" not in request.body:
            return good(request)
        return FAULTS[fault]

    def act(request):
        action = reply(request)
        return with_n(lambda _: action)(request)

    loopback.script(act)
    patience = 1.0 if fault in ("hangs", "slow drip") else HANGS
    model = OpenAIModel("player", loopback.url, timeout=patience, backoff=0.01, retries=2)
    return solve(TEXT, model=model, settings=ONCE.changed(samples=3, budget={"seconds": 60.0}))


@pytest.mark.parametrize("fault", PASSING)
def test_a_fault_that_passes_costs_one_more_request(loopback, solve, fault):
    answer = disturbed(loopback, solve, fault)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert asked(loopback) == [3, 3]
    assert answer.usage.calls <= len(loopback.requests) == 4


@pytest.mark.parametrize("fault", STAYING)
def test_a_fault_that_stays_falls_on_all_samples_and_is_paid_once(loopback, solve, fault):
    answer = disturbed(loopback, solve, fault)
    assert (answer.status, answer.answer) == ("failed", None)
    assert "model server" in answer.reason
    assert [attempt.dead for attempt in answer.attempts] == [True] * 3
    assert asked(loopback) == [3] * len(asked(loopback))
    paid = fault in ("always truncated", "always malformed", "hangs", "slow drip")
    assert len(asked(loopback)) <= (2 if paid else 3)
    assert answer.usage.calls <= len(loopback.requests)


@pytest.mark.parametrize("fault", USELESS)
def test_useless_samples_are_paid_for_once(loopback, solve, fault):
    answer = disturbed(loopback, solve, fault)
    assert answer.status in ("failed", "unverified"), answer.reason
    assert asked(loopback) == [3]
    assert answer.usage.calls == len(loopback.requests)


def test_a_fault_of_one_sample_is_its_own(loopback, model, solve):
    good, number = player(), count()
    loopback.script(
        lambda request: Status(401) if is_sample(request) and next(number) == 2 else good(request),
    )
    answer = solve(TEXT, model=model, settings=ONCE)
    assert sorted(attempt.dead for attempt in answer.attempts) == [False, False, False, True]
    assert (answer.status, answer.answer) == ("unverified", ANSWER)
    assert asked(loopback) == [4, None, None, None]
    assert answer.usage.calls == len(loopback.requests) - 1
