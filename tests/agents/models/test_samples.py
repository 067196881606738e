"""Samples of one conversation: in one request where the server has `n`, one by one elsewhere, paid and counted once."""

import asyncio
import json

import pytest
from loopback import (
    Delay,
    Drop,
    Json,
    Raw,
    Reply,
    SlowDrip,
    Status,
    Truncated,
    completion,
    content_filter,
    empty,
    length,
    malformed,
    refusal,
    wrong_type,
)

from solvent.agents import Cache, OpenAIModel
from solvent.agents.context import Overheard
from solvent.agents.models.client import ModelError
from solvent.agents.models.completion import Reply as Said
from solvent.agents.models.faults import OutageError
from solvent.agents.models.recording import Recorder, Replayer
from solvent.agents.models.samples import samples
from solvent.benchmarks.runs.counting import Counted, Tally

ASK = [{"role": "user", "content": "Name a fruit."}]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
FRUITS = ["plum", "fig", "quince", "medlar", "sloe"]


@pytest.fixture
def model(loopback):
    return OpenAIModel("little", loopback.url, timeout=2, backoff=0.01, retries=2)


def choices(*texts, usage=None):
    """A completion with several choices."""
    body = json.loads(completion(Reply("", usage=usage or {"prompt_tokens": 11, "completion_tokens": 35}), "many"))
    body["choices"] = [
        {"index": n, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for n, text in enumerate(texts)
    ]
    return Raw(json.dumps(body).encode())


def has_n(request):
    return choices(*FRUITS[: request.body.get("n", 1)])


def texts(found):
    return [said.text for said in found]


def cost(found):
    usages = [said.usage for said in found]
    return sum(usage.calls for usage in usages), sum(usage.prompt_tokens for usage in usages)


async def test_one_request_where_the_server_has_n(loopback, model):
    loopback.script(has_n)
    found = await samples(model, ASK, 4, temperature=0.8, seed=3)
    assert texts(found) == FRUITS[:4]
    assert [said.usage.calls for said in found] == [said.attempts for said in found] == [1, 0, 0, 0]
    assert (found[0].usage.prompt_tokens, found[0].usage.completion_tokens) == (11, 35)
    (request,) = loopback.requests
    assert (request.body["n"], request.body["seed"]) == (4, 3)


async def test_a_single_sample_is_a_plain_call(loopback, model):
    loopback.script("plum")
    assert texts(await samples(model, ASK, 1)) == ["plum"]
    assert "n" not in loopback.requests[0].body
    assert await samples(model, ASK, 0) == []


async def test_a_server_that_ignores_n_is_asked_one_by_one_from_then_on(loopback, model):
    loopback.script(lambda request: f"{request.body['seed']}")
    assert texts(await samples(model, ASK, 3, seed=7)) == ["7", "8", "9"]
    found = await samples(model, ASK, 3, seed=7)
    assert (texts(found), cost(found)) == (["7", "8", "9"], (3, 33))
    assert ["n" in request.body for request in loopback.requests] == [True] + 5 * [False]


async def test_a_server_that_gives_fewer_is_asked_for_the_rest(loopback, model):
    loopback.script(lambda request: choices(*FRUITS[: min(2, request.body.get("n", 1))]))
    found = await samples(model, ASK, 4)
    assert (texts(found), cost(found)) == (["plum", "fig", "plum", "plum"], (3, 33))
    assert [request.body.get("n") for request in loopback.requests] == [4, None, None]


async def test_more_choices_than_were_asked_for_are_not_read(loopback, model):
    loopback.script(choices(*FRUITS))
    assert texts(await samples(model, ASK, 2)) == FRUITS[:2]


@pytest.mark.parametrize(
    "refused",
    [
        Status(400, body={"error": {"message": "'n' : number must be at most 1", "param": "n"}}),
        Status(400, body={"error": {"message": "Only one completion choice is allowed", "code": 400}}),
        Status(422, body={"detail": [{"loc": ["body", "n"], "msg": "Input should be less than or equal to 1"}]}),
        Status(400, message="Invalid n value (currently only n = 1 is supported)"),
    ],
)
async def test_ways_to_refuse_n(loopback, model, refused):
    loopback.script(lambda request: refused if "n" in request.body else "plum")
    found = await samples(model, ASK, 3, temperature=0.5)
    assert (texts(found), cost(found)) == (["plum"] * 3, (3, 33))
    assert found[0].dropped == ("n",)
    assert model.dropped == {"n"}
    await samples(model, ASK, 3)
    assert sum("n" in request.body for request in loopback.requests) == 1


async def test_n_that_is_refused_at_temperature_0_is_sent_at_another(loopback, model):
    loopback.script(Status(400, message="n must be 1 when using greedy sampling, got 2."), "plum", "plum", has_n)
    await samples(model, ASK, 2, temperature=0.0)
    assert texts(await samples(model, ASK, 2, temperature=0.5)) == FRUITS[:2]


async def test_json_in_every_choice(loopback, model):
    loopback.script(choices('{"n": 1}', "none", '{"n": 3}'))
    found = await samples(model, ASK, 3, schema=SCHEMA)
    assert [said.data for said in found] == [{"n": 1}, None, {"n": 3}]
    assert [bool(said.problem) for said in found] == [False, True, False]
    assert len(loopback.requests) == 1


async def test_a_server_that_heeds_n_but_not_the_schema_is_told_in_words(loopback, model):
    loopback.script(choices("one", "two"), choices('{"n": 1}', '{"n": 2}'))
    found = await samples(model, ASK, 2, schema=SCHEMA)
    assert ([said.data for said in found], cost(found)) == ([{"n": 1}, {"n": 2}], (2, 22))


@pytest.mark.parametrize("bad", [7, {}, {"message": None}, {"message": {"content": "x" * 1_000_001}}])
async def test_a_choice_that_cannot_be_read_is_asked_for_again(loopback, model, bad):
    body = json.loads(choices("plum", "fig", "quince").body)
    body["choices"][0] = bad
    loopback.script(Raw(json.dumps(body).encode()), "medlar")
    found = await samples(model, ASK, 3)
    assert (texts(found), cost(found)) == (["fig", "quince", "medlar"], (2, 22))


PASSING = [Status(429, {"Retry-After": "0.05"}), Status(500), Status(503), Drop(), Truncated(), malformed()]


@pytest.mark.parametrize("fault", PASSING, ids=repr)
async def test_a_fault_that_passes_costs_one_more_request(loopback, model, fault):
    loopback.script(fault, has_n)
    assert texts(await samples(model, ASK, 3)) == FRUITS[:3]
    assert len(loopback.requests) == 2


STAYING = {
    "429": (Status(429), 3, 0),
    "500": (Status(500), 3, 0),
    "401": (Status(401), 1, 0),
    "404": (Status(404, message="model 'little' not found"), 1, 0),
    "400": (Status(400, message="the prompt is too long"), 1, 0),
    "dropped": (Drop(), 3, 3),
    "truncated": (Truncated(), 2, 2),
    "malformed": (malformed(), 2, 2),
    "a web page": (wrong_type(), 1, 0),
    "nested": (Raw(b"[" * 100_000), 2, 2),
    "choices of nothing": (Raw(b'{"choices": [7, null, []]}'), 2, 2),
    "hangs": (Delay(60), 2, 2),
    "slow drip": (SlowDrip(rate=20), 2, 2),
}


@pytest.mark.parametrize("fault", STAYING)
async def test_a_fault_that_stays_is_an_error_of_every_sample_and_paid_once(loopback, model, fault):
    action, requests, calls = STAYING[fault]
    loopback.script(lambda _: action)
    model.timeout = 1.0
    found = await samples(model, ASK, 3)
    assert all(isinstance(said, ModelError) for said in found)
    assert {str(said) for said in found} == {str(found[0])}
    assert len({id(said) for said in found}) == 3
    assert (len(loopback.requests), cost(found)[0]) == (requests, calls)


USELESS = {
    "refusal": (refusal("No."), 3),
    "content filter": (content_filter(), 3),
    "empty": (empty(), 3),
    "cut": (length("plu"), 3),
    "no choices": (Raw(b'{"choices": []}'), 3),
    "prompt filtered": (Status(400, body={"error": {"message": "filtered", "code": "content_filter"}}), 1),
}


@pytest.mark.parametrize("kind", USELESS)
async def test_useless_replies_are_samples_and_not_asked_for_again(loopback, model, kind):
    action, requests = USELESS[kind]
    loopback.script(lambda _: action)
    found = await samples(model, ASK, 3)
    assert all(isinstance(said, Said) and said.finish != "stop" for said in found)
    assert len(loopback.requests) == requests


async def test_a_fault_of_one_sample_is_its_own(loopback, model):
    model.dropped.add("n")
    loopback.script(lambda request: Status(401) if request.body["seed"] == 1 else f"{request.body['seed']}")
    found = await samples(model, ASK, 3, seed=0)
    assert isinstance(found[1], ModelError)
    assert [found[0].text, found[2].text] == ["0", "2"]


async def test_the_budget_is_that_of_all_samples(loopback, model):
    loopback.script(lambda request: "plum" if "n" in request.body else Delay(60))
    model.timeout = 60
    start = asyncio.get_running_loop().time()
    found = await samples(model, ASK, 3, budget=1.5)
    assert asyncio.get_running_loop().time() - start < 20
    assert [isinstance(said, ModelError) for said in found] == [False, True, True]


class Plain:
    """A model of the protocol, and of nothing more."""

    def __init__(self, broken=()):
        self.asked, self.broken = [], broken

    async def complete(self, _, **options):
        number = len(self.asked)
        self.asked.append(options)
        if number in self.broken:
            raise ModelError("down")
        return Said(text=f"{number}", usage={"calls": 1, "prompt_tokens": 5})


async def test_a_model_without_many_is_called_for_each():
    model = Plain(broken=(1,))
    found = await samples(model, ASK, 3, temperature=0.5)
    assert isinstance(found[1], ModelError)
    assert [found[0].text, found[2].text] == ["0", "2"]
    assert model.asked == [{"temperature": 0.5}] * 3


async def test_a_bug_is_raised_after_all_calls_have_ended():
    class Buggy(Plain):
        async def complete(self, messages, **options):
            if not self.asked:
                self.asked.append(options)
                raise ZeroDivisionError
            await asyncio.sleep(0.05)
            return await super().complete(messages, **options)

    model = Buggy()
    with pytest.raises(ZeroDivisionError):
        await samples(model, ASK, 3)
    assert len(model.asked) == 3


async def test_each_sample_is_cached_by_its_number(loopback, model, tmp_path):
    loopback.script(has_n)
    cache = Cache(tmp_path)
    first = await samples(cache.of(model, "m", sample=0), ASK, 2, temperature=0.5)
    more = await samples(cache.of(model, "m", sample=0), ASK, 4, temperature=0.5)
    assert texts(more) == ["plum", "fig", "plum", "fig"]
    assert [request.body["n"] for request in loopback.requests] == [2, 2]
    assert cost(first) == (1, 11)
    assert [(said.usage.calls, said.usage.reused) for said in more] == [(1, 1), (0, 0), (1, 0), (0, 0)]
    again = await samples(cache.of(model, "m", sample=0), ASK, 4, temperature=0.5)
    assert texts(again) == texts(more)
    third = await cache.of(model, "m", sample=2).complete(ASK, temperature=0.5)
    assert third.text == "plum"
    assert len(loopback.requests) == 2


async def test_a_sample_that_failed_is_asked_for_again_with_another_seed(tmp_path):
    model, cache = Plain(broken=(1,)), Cache(tmp_path)
    assert isinstance((await samples(cache.of(model, "m"), ASK, 3, seed=1))[1], ModelError)
    assert texts(await samples(cache.of(model, "m"), ASK, 3, seed=1)) == ["0", "3", "2"]
    assert [options["seed"] for options in model.asked] == [1, 2, 3, 4]


async def test_wrappers_pass_samples_on(loopback, model):
    loopback.script(has_n)
    events, tally = [], Tally()
    wrapped = Overheard(Counted(model, tally), "author", events.append)
    found = await samples(wrapped, ASK, 3, temperature=0.5)
    assert [event["reply"]["text"] for event in events] == texts(found) == FRUITS[:3]
    assert (tally.calls, len(loopback.requests)) == (1, 1)


@pytest.mark.parametrize("answers", [[], ["plum"]])
async def test_an_outage_is_one_if_no_sample_came(loopback, model, answers):
    model.dropped.add("n")
    loopback.script(*answers, lambda _: Status(401))
    events = []
    asked = samples(Overheard(model, "author", events.append, raise_outages=True), ASK, 2)
    if answers:
        assert sum(isinstance(said, ModelError) for said in await asked) == 1
    else:
        with pytest.raises(OutageError):
            await asked
    assert len(events) == 2


async def test_samples_are_recorded_and_replayed(loopback, model, tmp_path):
    loopback.script(lambda request: Json(request.body["seed"]))
    recorder = Recorder(model, tmp_path / "tape.jsonl")
    said = await samples(recorder, ASK, 3, seed=1)
    replayer = Replayer(tmp_path / "tape.jsonl")
    assert texts(await samples(replayer, ASK, 3, seed=1)) == texts(said)
    assert replayer.unused() == []
