"""Samples of one conversation: those that one request gives, paid and counted once; in wrappers, cache and tapes."""

import json

import pytest
from loopback import (
    Choices,
    Delay,
    Drop,
    Raw,
    SlowDrip,
    Status,
    Truncated,
    completions,
    content_filter,
    empty,
    length,
    malformed,
    refusal,
    wrong_type,
)
from loopback import Reply as Plain

from solvent.agents import Cache, OpenAIModel
from solvent.agents.context import Overheard
from solvent.agents.models.client import ModelError
from solvent.agents.models.completion import Reply as Said
from solvent.agents.models.faults import OutageError
from solvent.agents.models.recording import Recorder, Replayer
from solvent.agents.models.samples import several
from solvent.benchmarks.runs.counting import Counted, Tally

ASK = [{"role": "user", "content": "Name a fruit."}]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
FRUITS = ["plum", "fig", "quince", "medlar", "sloe"]


@pytest.fixture
def model(loopback):
    return OpenAIModel("little", loopback.url, timeout=2, backoff=0.01, retries=2)


def has_n(request):
    return Choices(tuple(FRUITS[: request.body.get("n", 1)]))


def seeded(request):
    """A server that has `n` and heeds the seed, as vLLM does: each choice has the next one."""
    return Choices(tuple(f"{request.body['seed'] + number}" for number in range(request.body.get("n", 1))))


def texts(found):
    return [said.text for said in found]


def cost(found):
    usages = [said.usage for said in found]
    return sum(usage.calls for usage in usages), sum(usage.prompt_tokens for usage in usages)


async def test_one_request_where_the_server_has_n(loopback, model):
    loopback.script(has_n)
    found = await several(model, ASK, 4, temperature=0.8, seed=3)
    assert texts(found) == FRUITS[:4]
    assert [said.usage.calls for said in found] == [said.attempts for said in found] == [1, 0, 0, 0]
    assert (found[0].usage.prompt_tokens, found[0].usage.completion_tokens) == (11, 28)
    (request,) = loopback.requests
    assert (request.body["n"], request.body["seed"]) == (4, 3)


async def test_a_single_sample_is_a_plain_request(loopback, model):
    loopback.script("plum", has_n)
    assert texts(await several(model, ASK, 1)) == ["plum"]
    assert "n" not in loopback.requests[0].body
    assert texts(await several(model, ASK, 2)) == FRUITS[:2]  # one reply to that says nothing about `n`


async def test_a_server_that_ignores_n_gives_one_and_is_not_asked_for_more_again(loopback, model):
    loopback.script("plum")
    found = await several(model, ASK, 3)
    assert (texts(found), cost(found)) == (["plum"], (1, 11))
    assert await several(model, ASK, 3) == []
    assert [request.body.get("n") for request in loopback.requests] == [3]


async def test_a_server_that_gives_fewer_is_not_asked_for_the_rest(loopback, model):
    loopback.script(lambda _: Choices(("plum", "fig")))
    for _ in range(2):
        found = await several(model, ASK, 4)
        assert (texts(found), cost(found)) == (["plum", "fig"], (1, 11))
    assert [request.body.get("n") for request in loopback.requests] == [4, 4]


async def test_more_choices_than_were_asked_for_are_not_read(loopback, model):
    loopback.script(Choices(tuple(FRUITS)))
    assert texts(await several(model, ASK, 2)) == FRUITS[:2]


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
    found = await several(model, ASK, 3, temperature=0.5)
    assert (texts(found), cost(found)) == (["plum"], (1, 11))
    assert found[0].dropped == ("n",)
    assert model.dropped == {"n"}
    assert await several(model, ASK, 3) == []
    assert len(loopback.requests) == 2


async def test_n_that_is_refused_at_temperature_0_is_sent_at_another(loopback, model):
    loopback.script(Status(400, message="n must be 1 when using greedy sampling, got 2."), "plum", has_n)
    assert texts(await several(model, ASK, 2, temperature=0.0)) == ["plum"]
    assert texts(await several(model, ASK, 2, temperature=0.5)) == FRUITS[:2]


async def test_json_in_every_choice(loopback, model):
    loopback.script(Choices(('{"n": 1}', "none", '{"n": 3}')))
    found = await several(model, ASK, 3, schema=SCHEMA)
    assert [said.data for said in found] == [{"n": 1}, None, {"n": 3}]
    assert [bool(said.problem) for said in found] == [False, True, False]
    assert len(loopback.requests) == 1


async def test_a_server_that_heeds_n_but_not_the_schema_is_told_in_words(loopback, model):
    loopback.script(Choices(("one", "two")), Choices(('{"n": 1}', '{"n": 2}')))
    found = await several(model, ASK, 2, schema=SCHEMA)
    assert ([said.data for said in found], cost(found)) == ([{"n": 1}, {"n": 2}], (2, 22))


@pytest.mark.parametrize("bad", [7, {}, {"message": None}, {"message": {"content": "x" * 1_000_001}}])
async def test_a_choice_that_cannot_be_read_is_left_out(loopback, model, bad):
    body = json.loads(completions([Plain(fruit) for fruit in FRUITS[:3]], "many"))
    body["choices"][0] = bad
    loopback.script(Raw(json.dumps(body).encode()))
    found = await several(model, ASK, 3)
    assert (texts(found), cost(found)) == (["fig", "quince"], (1, 11))


PASSING = [Status(429, {"Retry-After": "0.05"}), Status(500), Status(503), Drop(), Truncated(), malformed()]


@pytest.mark.parametrize("fault", PASSING, ids=repr)
async def test_a_fault_that_passes_costs_one_more_request(loopback, model, fault):
    loopback.script(fault, has_n)
    assert texts(await several(model, ASK, 3)) == FRUITS[:3]
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
async def test_a_fault_that_stays_is_an_error_and_paid_once(loopback, model, fault):
    action, requests, calls = STAYING[fault]
    loopback.script(lambda _: action)
    model.timeout = 1.0
    with pytest.raises(ModelError) as failed:
        await several(model, ASK, 3)
    assert (len(loopback.requests), failed.value.usage.calls) == (requests, calls)
    same = failed.value.at_no_cost()
    assert (type(same), str(same), same.usage.calls) == (type(failed.value), str(failed.value), 0)
    assert failed.value.usage.calls == calls


USELESS = {
    "refusal": (refusal("No."), 1),
    "content filter": (content_filter(), 1),
    "empty": (empty(), 1),
    "cut": (length("plu"), 1),
    "no choices": (Raw(b'{"choices": []}'), 1),
    "prompt filtered": (Status(400, body={"error": {"message": "filtered", "code": "content_filter"}}), 3),
}


@pytest.mark.parametrize("kind", USELESS)
async def test_useless_replies_are_samples(loopback, model, kind):
    action, many = USELESS[kind]
    loopback.script(lambda _: action)
    found = await several(model, ASK, 3)
    assert len(found) == many
    assert all(said.finish != "stop" for said in found)
    assert len(loopback.requests) == 1


class Single:
    """A model of the protocol, and of nothing more."""

    async def complete(self, *_, **__):
        return Said(text="plum", usage={"calls": 1, "prompt_tokens": 5})


class Scripted(Single):
    """A model that gives for each request for several the next of `batches`; an error is raised."""

    def __init__(self, *batches):
        self.batches, self.asked = list(batches), []

    async def complete_many(self, _, n, **options):
        self.asked.append((n, options.get("seed")))
        batch = self.batches.pop(0)
        if isinstance(batch, ModelError):
            raise batch
        return [Said(text=text, usage={"calls": int(not number)}) for number, text in enumerate(batch)]


async def test_a_model_without_many_gives_none_and_nothing_is_heard_of_it(tmp_path):
    events, tally = [], Tally()
    recorder = Recorder(Single(), tmp_path / "tape.jsonl")
    wrapped = Overheard(Cache(tmp_path).of(Counted(recorder, tally), "m", sample=0), "author", events.append)
    assert await several(wrapped, ASK, 3, temperature=0.5) == []
    assert (events, tally.calls, recorder.path.read_text()) == ([], 0, "")


async def test_each_sample_is_cached_as_if_asked_for_singly(loopback, model, tmp_path):
    loopback.script(seeded)
    cache = Cache(tmp_path)
    first = await several(cache.of(model, "m", sample=0), ASK, 2, temperature=0.5, seed=7)
    more = await several(cache.of(model, "m", sample=0), ASK, 4, temperature=0.5, seed=7)
    assert (texts(first), texts(more)) == (["7", "8"], ["7", "8", "9", "10"])
    assert [(request.body["n"], request.body["seed"]) for request in loopback.requests] == [(2, 7), (2, 9)]
    assert cost(first) == (1, 11)
    assert [(said.usage.calls, said.usage.reused) for said in more] == [(1, 1), (0, 0), (1, 0), (0, 0)]
    assert texts(await several(cache.of(model, "m", sample=0), ASK, 4, temperature=0.5, seed=7)) == texts(more)
    for sample in range(4):
        alone = await cache.of(model, "m", sample=sample).complete(ASK, temperature=0.5, seed=7 + sample)
        assert alone.text == more[sample].text
    assert texts(await several(cache.of(model, "m", sample=2), ASK, 2, temperature=0.5, seed=9)) == ["9", "10"]
    assert len(loopback.requests) == 2


async def known(folder, *samples):
    """A cache that knows these samples, by their numbers, of seeds from 7."""
    cache = Cache(folder)
    for sample in samples:
        await cache.of(Single(), "m", sample=sample).complete(ASK, seed=7 + sample)
    return cache


GAPS = {  # the samples known, what the model gives, what it is asked for with which seed, and what comes of 4 samples
    "none": ((), ["a", "b", "c", "d"], [(4, 7)], ["a", "b", "c", "d"]),
    "none, and fewer come": ((), ["a", "b"], [(4, 7)], ["a", "b"]),
    "none, and none comes": ((), [], [(4, 7)], []),
    "the first": ((0,), ["b", "c", "d"], [(3, 8)], ["plum", "b", "c", "d"]),
    "the first, and none comes": ((0,), [], [(3, 8)], ["plum"]),
    "all but the first": ((1, 2, 3), ["a"], [(1, 7)], ["a"]),
    "the third": ((2,), ["a", "b"], [(2, 7)], ["a", "b"]),
    "the ends": ((0, 3), ["b", "c"], [(2, 8)], ["plum", "b", "c"]),
    "all": ((0, 1, 2, 3), None, [], ["plum"] * 4),
}


@pytest.mark.parametrize("gap", GAPS)
async def test_a_gap_in_the_cache_is_filled_up_to_the_next_one_known(tmp_path, gap):
    numbers, given, asked, expected = GAPS[gap]
    cache = await known(tmp_path, *numbers)
    model = Scripted(given)
    assert texts(await several(cache.of(model, "m", sample=0), ASK, 4, seed=7)) == expected
    assert model.asked == asked
    for number, text in enumerate(expected):
        assert (await cache.of(None, "m", sample=number).complete(ASK, seed=7 + number)).text == text


@pytest.mark.parametrize("numbers", [(), (1,), (0,), (0, 1)])
async def test_an_error_leaves_what_is_known_from_the_first_on(tmp_path, numbers):
    down = ModelError("down")
    down.usage = Said(text="", usage={"calls": 1}).usage
    cache = await known(tmp_path, *numbers)
    asked = several(cache.of(Scripted(down), "m", sample=0), ASK, 3, seed=7)
    if 0 not in numbers:
        with pytest.raises(ModelError, match="down"):
            await asked
        return
    found = await asked
    assert len(found) == len(numbers)
    usage = [said.usage for said in found]
    assert (sum(each.calls for each in usage), sum(each.reused for each in usage)) == (len(found) + 1, len(found))


async def test_wrappers_pass_samples_on(loopback, model):
    loopback.script(has_n)
    events, tally = [], Tally()
    wrapped = Overheard(Counted(model, tally), "author", events.append)
    found = await several(wrapped, ASK, 3, temperature=0.5)
    assert [event["reply"]["text"] for event in events] == texts(found) == FRUITS[:3]
    assert (tally.calls, len(loopback.requests)) == (1, 1)


@pytest.mark.parametrize("raise_outages", [False, True])
async def test_wrappers_pass_an_error_on(loopback, model, raise_outages, tmp_path):
    loopback.script(lambda _: Truncated())
    events, tally, recorder = [], Tally(), Recorder(model, tmp_path / "tape.jsonl")
    with pytest.raises(OutageError if raise_outages else ModelError):
        await several(Overheard(Counted(recorder, tally), "author", events.append, raise_outages), ASK, 3)
    assert ["error" in event for event in events] == [True]
    assert (tally.calls, recorder.failed, len(loopback.requests)) == (2, 1, 2)


@pytest.mark.parametrize("seed", [None, 4])
async def test_samples_are_recorded_as_if_asked_for_singly(loopback, model, tmp_path, seed):
    loopback.script(has_n)
    said = await several(Recorder(model, tmp_path / "tape.jsonl"), ASK, 3, temperature=0.5, seed=seed)
    replayer = Replayer(tmp_path / "tape.jsonl")
    assert await several(replayer, ASK, 3, temperature=0.5, seed=seed) == []
    seeds = [None if seed is None else seed + number for number in range(3)]
    singly = [await replayer.complete(ASK, temperature=0.5, seed=each) for each in seeds]
    assert singly == said
    assert replayer.unused() == []
