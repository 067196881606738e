"""The model client over real HTTP: for every fault the right reply or error, in bounded time, no request wasted."""

import asyncio
import time

import pytest
from loopback import (
    Delay,
    Json,
    Reply,
    Status,
    content_filter,
    empty,
    length,
    refusal,
)

from solvent.agents.models.client import (
    ModelAccessError,
    ModelError,
    ModelNotFoundError,
    ModelRateError,
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
    assert (reply.usage.usd, reply.model, reply.attempts, reply.dropped) == (None, "loopback-1", 1, ())
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
    error, _ = await failure(model, ModelTimeoutError, budget=0.2)
    assert "--max-connections" in str(error)
    assert error.attempts == 0
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


def test_nothing_outlives_a_call_but_the_client(loopback):
    """No connection, which would tie the model to the loop; and no cookie, which a server could pile up."""
    loopback.script(lambda _: Status(401, {"Set-Cookie": "a=b; Path=/"}))
    model = OpenAIModel("m", loopback.url)

    async def ask():
        clients = []
        for _ in range(2):
            with pytest.raises(ModelAccessError):
                await model.complete(ASK)
            clients.append(model._clients._get())
        (client,) = set(clients)
        assert client._client._transport._pool.connections == []
        return id(client)

    with asyncio.Runner() as one, asyncio.Runner() as other:
        assert one.run(ask()) != other.run(ask())
    assert len(loopback.requests) == 4
    assert not any("cookie" in request.headers for request in loopback.requests)


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
