"""The model client over real HTTP: for every fault the right reply or error, in bounded time, no request wasted."""

import asyncio
import time
from email.utils import formatdate
from itertools import pairwise

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
    content_filter,
    empty,
    length,
    malformed,
    refusal,
    wrong_type,
)

from solvent.agents.faults import retry_after
from solvent.agents.model import (
    ModelAccessError,
    ModelError,
    ModelNotFoundError,
    ModelRateError,
    ModelRequestError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnreachableError,
    OpenAIModel,
)

ASK = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "ping"}]
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}
SECRET = "sk-very-secret"

# Imported before the first test, so that no test's seconds are spent on it.
pytest.importorskip("openai.resources.chat")


@pytest.fixture
def model(loopback):
    return OpenAIModel("little", loopback.url, timeout=2, backoff=0.01, retries=3)


async def failure(model, kind, **options):
    """The error of a call that must fail, and its seconds."""
    start = time.perf_counter()
    with pytest.raises(kind) as caught:
        await model.complete(ASK, **options)
    assert type(caught.value) is kind
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    return caught.value, time.perf_counter() - start


async def arrived(loopback):
    """Wait until the server has a request in hand."""
    async with asyncio.timeout(10):
        while not loopback.requests:  # noqa: ASYNC110  # the server lives in another thread
            await asyncio.sleep(0.01)


async def test_a_reply_and_what_was_sent(loopback, model):
    loopback.script("pong")
    reply = await model.complete(ASK, temperature=0.0, max_tokens=50, seed=3)
    assert (reply.text, reply.finish, reply.data, reply.problem) == ("pong", "stop", None, "")
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 11, 7)
    assert (reply.usage.usd, reply.model, reply.attempts, reply.dropped) == (0.0, "loopback-1", 1, ())
    assert 0 < reply.seconds < 5
    (request,) = loopback.requests
    assert request.body == {"model": "little", "messages": ASK, "temperature": 0.0, "max_tokens": 50, "seed": 3}


async def test_what_is_not_given_is_not_sent(loopback, model):
    loopback.script("pong")
    await model.complete(ASK)
    assert loopback.requests[0].body == {"model": "little", "messages": ASK}


async def test_keys(loopback):
    loopback.script("a", "b")
    await OpenAIModel("m", loopback.url, SECRET + "\n").complete(ASK)
    await OpenAIModel("m", loopback.url, "").complete(ASK)
    given, dummy = (request.headers["authorization"] for request in loopback.requests)
    assert given == f"Bearer {SECRET}"
    assert dummy.removeprefix("Bearer ").strip()


async def test_no_key_is_taken_from_the_environment(loopback, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    loopback.script("a")
    await OpenAIModel("m", loopback.url).complete(ASK)
    assert SECRET not in str(loopback.requests[0].headers)


async def test_prices(loopback):
    loopback.script(Reply("x", usage={"prompt_tokens": 1_000_000, "completion_tokens": 500_000}))
    reply = await OpenAIModel("m", loopback.url, prices=(3.0, 10.0)).complete(ASK)
    assert reply.usage.usd == pytest.approx(8.0)


async def test_models_are_listed(loopback, model):
    assert await model.models() == ["loopback-1"]
    with pytest.raises(ModelNotFoundError):
        await OpenAIModel("m", loopback.url + "/nowhere").models()
    assert loopback.requests == []


# Replies that are none


@pytest.mark.parametrize(
    ("action", "finish", "text"),
    [
        (refusal("No."), "refusal", "No."),
        (length("cut at"), "length", "cut at"),
        (Reply("", finish="length"), "length", ""),
        (content_filter(), "content_filter", ""),
        (Status(400, body={"error": {"message": "filtered", "code": "content_filter"}}), "content_filter", ""),
        (empty(), "empty", ""),
        (Reply("  \n"), "empty", "  \n"),
        (Reply("x", body={"choices": []}), "empty", ""),
        (Reply("x", finish="tool_calls"), "stop", "x"),
        (Reply("x", usage=None), "stop", "x"),
        (Reply([{"type": "text", "text": "a"}, {"type": "thinking"}, {"type": "text", "text": "b"}]), "stop", "ab"),
    ],
)
async def test_one_request_and_the_reason_it_ended(loopback, model, action, finish, text):
    loopback.script(action)
    reply = await model.complete(ASK, schema=SCHEMA) if finish != "stop" else await model.complete(ASK)
    assert (reply.finish, reply.text, reply.data) == (finish, text, None)
    assert bool(reply.problem) == (finish != "stop")
    assert len(loopback.requests) == 1


@pytest.mark.parametrize(
    ("action", "text", "reasoning"),
    [
        (Reply("<think>\nhm {}\n</think>\n\nyes"), "yes", "hm {}"),
        (Reply("<think>\nhm, and so on", finish="length"), "", "hm, and so on"),
        (Reply("yes", message={"reasoning_content": "hm"}), "yes", "hm"),
        (Reply("a <think> tag"), "a <think> tag", ""),
    ],
)
async def test_thoughts_are_no_part_of_the_text(loopback, model, action, text, reasoning):
    loopback.script(action)
    reply = await model.complete(ASK)
    assert (reply.text, reply.reasoning) == (text, reasoning)


# Structured output


async def test_json_by_schema(loopback, model):
    loopback.script({"n": 1})
    reply = await model.complete(ASK, schema=SCHEMA)
    assert (reply.data, reply.problem) == ({"n": 1}, "")
    asked = loopback.requests[0].body["response_format"]
    assert asked == {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True}}
    assert loopback.requests[0].messages == ASK


async def test_a_schema_that_strict_mode_refuses_is_not_sent_as_strict(loopback, model):
    loopback.script({"n": 1})
    await model.complete(ASK, schema={**SCHEMA, "required": []})
    assert loopback.requests[0].body["response_format"]["json_schema"]["strict"] is False


@pytest.mark.parametrize(
    ("formats", "first", "later"),
    [
        ({"json_schema"}, ["json_schema"], ["json_schema"]),
        ({"json_object"}, ["json_schema", "json_object"], ["json_object"]),
        (set(), ["json_schema", "json_object", ""], [""]),
    ],
)
async def test_a_format_that_the_server_lacks_is_asked_for_once(loopback, model, formats, first, later):
    loopback.formats = formats
    loopback.script({"n": 1}, {"n": 2})
    assert (await model.complete(ASK, schema=SCHEMA)).data == {"n": 1}
    reply = await model.complete(ASK, schema=SCHEMA)
    assert (reply.data, reply.attempts, reply.usage.calls) == ({"n": 2}, 1, 1)
    assert [request.format for request in loopback.requests] == first + later
    for request in loopback.requests:
        told = '"n"' in request.messages[-1]["content"]
        assert told == (request.format != "json_schema")


@pytest.mark.parametrize(
    "refused",
    [
        Status(400, body={"error": {"message": "Invalid schema", "param": "response_format", "code": None}}),
        Status(404, body={"error": {"message": "No endpoint supports response_format"}}),
        Status(
            422, body={"detail": [{"loc": ["body", "response_format"], "msg": "extra fields", "input": {"seed": 1}}]}
        ),
        Status(500, body="failed to parse grammar"),
        Status(501, body="structured output is not implemented"),
    ],
)
async def test_ways_to_refuse_a_format(loopback, model, refused):
    loopback.script(refused, {"n": 1})
    reply = await model.complete(ASK, schema=SCHEMA, seed=5)
    assert (reply.data, reply.attempts, reply.usage.calls, reply.dropped) == ({"n": 1}, 2, 1, ())
    assert [request.format for request in loopback.requests] == ["json_schema", "json_object"]


async def test_a_server_that_ignores_the_schema_is_told_in_words(loopback, model):
    loopback.script("The number is one.", "```json\n{'n'", Json({"n": 3}))
    reply = await model.complete(ASK, schema=SCHEMA)
    assert (reply.data, reply.attempts, reply.usage.calls) == (None, 2, 2)  # asked in words once, and not again
    assert reply.problem
    assert (await model.complete(ASK, schema=SCHEMA)).data == {"n": 3}
    assert [request.format for request in loopback.requests] == ["json_schema", "json_object", "json_object"]


async def test_a_value_that_does_not_fit_is_reported_and_not_paid_for_again(loopback, model):
    loopback.script({"n": "one"})
    reply = await model.complete(ASK, schema=SCHEMA)
    assert reply.data == {"n": "one"}
    assert "at n: 'one' is not of type 'integer'" in reply.problem
    assert len(loopback.requests) == 1


async def test_json_cut_at_the_limit_is_reported(loopback, model):
    loopback.script(length('{"n": 1'))
    reply = await model.complete(ASK, schema=SCHEMA)
    assert (reply.data, reply.finish) == (None, "length")
    assert "cut" in reply.problem
    assert len(loopback.requests) == 1


async def test_a_list_is_asked_for_in_words(loopback, model):
    loopback.script("[1, 2]")
    reply = await model.complete(ASK, schema={"type": "array", "items": {"type": "integer"}})
    assert (reply.data, reply.problem) == ([1, 2], "")
    assert loopback.requests[0].format == ""


# Parameters that a server does not accept


@pytest.mark.parametrize("name", ["temperature", "seed"])
async def test_a_parameter_is_dropped_remembered_and_recorded(loopback, model, name):
    loopback.rejects = {name: f"Unsupported value: '{name}' does not support 0 with this model."}
    loopback.script("a", "b", "c")
    assert (await model.complete(ASK, temperature=0.0, seed=1)).dropped == (name,)
    assert (await model.complete(ASK, temperature=0.0, seed=1)).dropped == (name,)
    assert (await model.complete(ASK)).dropped == ()
    assert [name in request.body for request in loopback.requests] == [True, False, False, False]


async def test_the_token_limit_is_renamed_for_reasoning_models(loopback, model):
    loopback.rejects = {
        "max_tokens": "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
        "temperature": "Unsupported parameter: 'temperature'.",
    }
    loopback.script("a", "b")
    reply = await model.complete(ASK, max_tokens=9, temperature=1.0)
    assert (reply.dropped, reply.attempts) == (("temperature",), 3)
    assert loopback.requests[-1].body["max_completion_tokens"] == 9
    assert (await model.complete(ASK, max_tokens=9)).attempts == 1
    assert "max_tokens" not in loopback.requests[-1].body


async def test_a_limit_too_large_for_one_prompt_is_dropped_for_it_alone(loopback, model):
    loopback.script(Status(400, message="'max_tokens' is too large: the context length is 2048."), "a", "b")
    assert (await model.complete(ASK, max_tokens=4000)).dropped == ("max_tokens",)
    assert (await model.complete(ASK, max_tokens=10)).dropped == ()
    assert loopback.requests[-1].body["max_tokens"] == 10


async def test_calls_side_by_side_learn_the_same_thing(loopback, model):
    loopback.formats = {"json_object"}
    loopback.rejects = {"temperature": "no temperature"}
    loopback.script(lambda _: Json({"n": 1}))
    replies = await asyncio.gather(*(model.complete(ASK, schema=SCHEMA, temperature=0.5) for _ in range(8)))
    assert all(reply.data == {"n": 1} and reply.dropped == ("temperature",) for reply in replies)
    assert model.format.name == "OBJECT"


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
    assert retry_after({"retry-after": "inf"}) is None
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
    assert seconds < 3


@pytest.mark.parametrize("action", [Delay(30), SlowDrip(rate=20)])
async def test_a_server_that_hangs(loopback, action):
    loopback.script(action, action)
    model = OpenAIModel("little", loopback.url, timeout=0.4, backoff=0.01, retries=3)
    error, seconds = await failure(model, ModelTimeoutError)
    assert "0.4 s" in str(error)
    assert len(loopback.requests) == error.attempts == error.usage.calls == 2
    assert seconds < 2


@pytest.mark.parametrize("action", [Delay(30), SlowDrip(rate=20)])
async def test_the_budget_ends_a_hanging_call(loopback, model, action):
    loopback.script(action)
    error, seconds = await failure(model, ModelTimeoutError, budget=0.6)
    assert error.attempts == 1
    assert seconds < 1.5


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "3600"}])
async def test_no_wait_goes_past_the_budget(loopback, headers):
    loopback.script(*[Status(429, headers)] * 2)
    model = OpenAIModel("little", loopback.url, backoff=0.4, retries=9)
    loopback.script(lambda _: Status(429, headers))
    error, seconds = await failure(model, ModelRateError, budget=1.0)
    assert "no time for another try" in str(error)
    assert ("3.6e+03" in str(error)) == bool(headers)
    assert seconds < 1.5


async def test_a_server_that_asks_for_an_hour_is_left_alone(loopback, model):
    loopback.script(Status(429, {"Retry-After": "3600"}))
    _, seconds = await failure(model, ModelRateError)
    assert seconds < 2


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


# Many calls


async def test_connections_are_bounded(loopback):
    loopback.script(lambda _: Delay(0.05, "x"))
    model = OpenAIModel("m", loopback.url, max_connections=3)
    replies = await asyncio.gather(*(model.complete(ASK) for _ in range(12)))
    assert len(replies) == len(loopback.requests) == 12
    assert loopback.busiest == 3


async def test_waiting_for_a_connection_counts(loopback):
    loopback.script(Delay(2.0, "x"))
    model = OpenAIModel("m", loopback.url, max_connections=1)
    first = asyncio.create_task(model.complete(ASK))
    await arrived(loopback)
    error, seconds = await failure(model, ModelTimeoutError, budget=0.2)
    assert "--max-connections" in str(error)
    assert error.attempts == 0
    assert seconds < 1.5
    assert (await first).text == "x"


async def test_a_cancelled_call_gives_its_connection_back(loopback):
    loopback.script(Delay(30), "x")
    model = OpenAIModel("m", loopback.url, max_connections=1)
    task = asyncio.create_task(model.complete(ASK))
    await arrived(loopback)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await model.complete(ASK, budget=2)).text == "x"


def test_one_object_in_several_event_loops(loopback):
    loopback.script(lambda _: "x")
    model = OpenAIModel("m", loopback.url, max_connections=1)

    async def both():
        return await asyncio.gather(model.complete(ASK), model.complete(ASK))

    assert [reply.text for _ in range(2) for reply in asyncio.run(both())] == ["x"] * 4


async def test_text_that_no_file_can_hold_is_mended_on_both_ways(loopback, model):
    loopback.script("half \ud83d")
    reply = await model.complete([{"role": "user", "content": "half \ud83d"}])
    assert reply.text == "half ?"
    assert loopback.requests[0].messages[0]["content"] == "half ?"


def test_errors_have_one_root():
    assert all(
        issubclass(kind, ModelError)
        for kind in (ModelAccessError, ModelNotFoundError, ModelRateError, ModelTimeoutError, ModelUnreachableError)
    )
