"""Faults of a model's server: for each the right repeats and the right error, in bounded time, no request wasted."""

import time
from email.utils import formatdate
from itertools import pairwise

import pytest
from loopback import (
    Delay,
    Drop,
    Raw,
    SlowDrip,
    Status,
    Truncated,
    malformed,
    wrong_type,
)
from test_model import ASK, SCHEMA, SECRET, failure

from solvent.agents.models.client import (
    ModelAccessError,
    ModelNotFoundError,
    ModelRateError,
    ModelRequestError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnreachableError,
    OpenAIModel,
)
from solvent.agents.models.faults import retry_after

SOON = 12  # seconds: much less than what is not waited for, and enough for a machine that stands still for a while


@pytest.fixture
def model(loopback):
    return OpenAIModel("little", loopback.url, timeout=2, backoff=0.01, retries=3)


# Faults that pass


@pytest.mark.parametrize(
    "fault",
    [Status(408), Status(409), Status(429), Status(500), Status(502, body="<html>"), Status(503), Drop(), Truncated()],
)
async def test_a_passing_fault_is_tried_again(loopback, model, fault):
    loopback.script(fault, "pong")
    reply = await model.complete(ASK)
    assert (reply.text, reply.attempts) == ("pong", 2)
    assert len(loopback.requests) == 2
    assert loopback.requests[0].body == loopback.requests[1].body


async def test_a_failure_told_with_status_200_counts_as_what_it_is(loopback, model):
    loopback.script(Raw(b'{"error": {"message": "busy upstream", "code": 429}}'), "pong")
    assert (await model.complete(ASK)).text == "pong"


@pytest.mark.parametrize(
    ("headers", "least"),
    [({"Retry-After": "0.4"}, 0.4), ({"retry-after-ms": "300"}, 0.3), ({"Retry-After": "soon"}, 0.0)],
)
async def test_the_wait_that_a_server_asks_for(loopback, model, headers, least):
    loopback.script(Status(429, headers), "pong")
    await model.complete(ASK)
    first, second = loopback.requests
    assert least <= second.at - first.at < least + 2


def test_the_wait_may_be_a_date():
    assert 25 < retry_after({"retry-after": formatdate(time.time() + 30, usegmt=True)}) <= 31
    assert retry_after({"retry-after": formatdate(time.time() - 30, usegmt=True)}) == 0
    assert [retry_after({"retry-after": text}) for text in ("inf", "1_0", "-1", "9" * 400)] == [None] * 4
    assert retry_after({"retry-after": "7.5"}) == 7.5
    assert retry_after({}) is None


async def test_waits_grow(loopback):
    loopback.script(*[Status(500)] * 4)
    model = OpenAIModel("m", loopback.url, backoff=0.1, retries=3)
    await failure(model, ModelServerError)
    at = [request.at for request in loopback.requests]
    gaps = [after - before for before, after in pairwise(at)]
    assert gaps[0] > 0.07
    assert gaps[2] > 0.29


# Faults that stay


@pytest.mark.parametrize(
    ("action", "kind", "requests", "told"),
    [
        (Status(401, message=f"Incorrect API key: {SECRET}"), ModelAccessError, 1, "OPENAI_API_KEY"),
        (Status(403), ModelAccessError, 1, "403"),
        (Status(404, message="model 'little' not found, try pulling it"), ModelNotFoundError, 1, "--model"),
        (Status(400, body={"error": {"message": "?", "code": "model_not_found"}}), ModelNotFoundError, 1, "'little'"),
        (Status(404, body={"detail": "Not Found"}), ModelNotFoundError, 1, "/v1"),
        (Status(400, message="the prompt is too long"), ModelRequestError, 1, "too long"),
        (Status(402), ModelRateError, 1, "billing"),
        (Status(429, body={"error": {"message": "?", "code": "insufficient_quota"}}), ModelRateError, 1, "quota"),
        (Status(429), ModelRateError, 4, "--max-connections"),
        (Status(503, message="a\x1b[31mb\nc" + "d" * 9999), ModelServerError, 4, "503"),
        (Status(503, {"x-should-retry": "false"}), ModelServerError, 1, "503"),
        (Drop(), ModelUnreachableError, 4, "broke the connection"),
        (Truncated(), ModelUnreachableError, 2, "broke the connection"),
        (malformed(), ModelServerError, 2, "JSON is broken"),
        (Raw(b""), ModelServerError, 2, "empty"),
        (Raw(b"[" * 100_000), ModelServerError, 2, "nested too deeply"),
        (Raw(b'{"choices": [7]}'), ModelServerError, 2, "no message"),
        (Raw(b'["choices"]'), ModelServerError, 2, "no list of choices"),
        (wrong_type(), ModelServerError, 1, "text/html"),
    ],
)
async def test_a_fault_that_stays(loopback, action, kind, requests, told):
    loopback.script(*[action] * requests)
    model = OpenAIModel("little", loopback.url, SECRET, timeout=2, backoff=0.01, retries=3)
    error, seconds = await failure(model, kind)
    assert told in str(error)
    assert SECRET not in str(error)
    assert "\x1b" not in str(error)
    assert error.attempts == len(loopback.requests) == requests
    assert seconds < SOON


@pytest.mark.parametrize("action", [Delay(30), SlowDrip(rate=20)])
async def test_a_server_that_hangs(loopback, action):
    loopback.script(action, action)
    model = OpenAIModel("little", loopback.url, timeout=0.4, backoff=0.01, retries=3)
    error, seconds = await failure(model, ModelTimeoutError)
    assert "0.4 s" in str(error)
    assert len(loopback.requests) == error.attempts == error.usage.calls == 2
    assert seconds < SOON


@pytest.mark.parametrize("action", [Delay(30), SlowDrip(rate=20)])
async def test_the_budget_ends_a_hanging_call(loopback, model, action):
    loopback.script(action)
    error, seconds = await failure(model, ModelTimeoutError, budget=0.6)
    assert error.attempts == 1
    assert seconds < SOON


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "3600"}])
async def test_no_wait_goes_past_the_budget(loopback, headers):
    loopback.script(*[Status(429, headers)] * 2)
    model = OpenAIModel("little", loopback.url, backoff=0.8, retries=9)
    loopback.script(lambda _: Status(429, headers))
    error, seconds = await failure(model, ModelRateError, budget=2.0)
    assert "no time to try again" in str(error)
    assert ("3.6e+03" in str(error)) == bool(headers)
    assert seconds < SOON


async def test_a_server_that_asks_for_an_hour_is_left_alone(loopback, model):
    loopback.script(Status(429, {"Retry-After": "3600"}))
    _, seconds = await failure(model, ModelRateError)
    assert seconds < SOON


async def test_no_time_no_request(loopback, model):
    await failure(model, ModelTimeoutError, budget=0.0)
    assert loopback.requests == []


@pytest.mark.parametrize(
    ("url", "told"),
    [("http://127.0.0.1:9/v1", "Connection refused"), ("http://models.invalid/v1", "models.invalid")],
)
async def test_an_address_where_nobody_answers(url, told):
    error, seconds = await failure(OpenAIModel("m", url, backoff=0.01), ModelUnreachableError)
    assert told in str(error)
    assert "--base-url" in str(error)
    assert error.usage.calls == 0
    assert seconds < 5


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "nonsense"])
def test_an_address_that_is_none(url):
    with pytest.raises(ModelUnreachableError, match="--base-url"):
        OpenAIModel("m", url)


def test_a_key_that_is_none():
    with pytest.raises(ModelAccessError) as caught:
        OpenAIModel("m", None, "sk-ключ")
    assert "ключ" not in str(caught.value)


async def test_tokens_spent_before_a_failure_are_told(loopback, model):
    loopback.script("prose", Status(401))
    error, _ = await failure(model, ModelAccessError, schema=SCHEMA)
    assert (error.usage.calls, error.usage.prompt_tokens) == (1, 11)
