"""A reply that was paid for once comes from the cache, for the same request in the same conversation."""

import asyncio
import json
import sys

import pytest

from solvent.agents import Budget, Cache, CacheError, OpenAIModel, Settings
from solvent.agents.context import Context
from solvent.agents.models.client import ModelError
from solvent.agents.models.completion import Reply
from solvent.agents.settings import ModelChoice

ASK = [{"role": "user", "content": "Which jar is heaviest? é\ud800"}]
SCHEMA = {"type": "object", "properties": {"jar": {"type": "string"}}}


class Counting:
    """A model that never says the same again."""

    def __init__(self, *, fails=False):
        self.calls, self.fails = 0, fails

    async def complete(self, _, **__):
        self.calls += 1
        if self.fails:
            raise ModelError("down")
        return Reply(text=f"{self.calls}", usage={"calls": 2, "prompt_tokens": 5, "completion_tokens": 7, "usd": 0.5})


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "deep" / "replies")


async def test_a_reply_is_paid_for_once(cache):
    model = Counting()
    first = await cache.of(model, "m").complete(ASK, temperature=0.8)
    again = await Cache(cache.folder).of(model, "m").complete(ASK, temperature=0.8, budget=3.0)
    assert (first.usage.reused, again.usage.reused, model.calls) == (0, 2, 1)
    unmarked = again.usage.model_copy(update={"reused": 0})
    assert again.model_copy(update={"usage": unmarked}) == first


@pytest.mark.parametrize("change", [{"temperature": 0.1}, {"seed": 1}, {"max_tokens": 5}, {"schema": SCHEMA}])
async def test_another_request_is_another_reply(cache, change):
    model = Counting()
    await cache.of(model, "m").complete(ASK)
    assert (await cache.of(model, "m").complete(ASK, **change)).text == "2"


async def test_models_samples_and_restarts_have_their_own(cache):
    model = Counting()
    others = [("m", {}), ("n", {}), ("m", {"sample": 1, "generation": 0}), ("m", {"sample": 0, "generation": 1})]
    for _ in range(2):
        said = [(await cache.of(model, name, **numbers).complete(ASK)).text for name, numbers in others]
        assert said == ["1", "2", "3", "4"]


async def test_what_fails_is_asked_again(cache):
    model = Counting(fails=True)
    for _ in range(2):
        with pytest.raises(ModelError):
            await cache.of(model, "m").complete(ASK)
    assert model.calls == 2
    assert not list(cache.folder.rglob("*.json"))


DAMAGE = [b"", b"{", b"\xff", b"[]", b"null", b'{"request": {}, "reply": {}}', b"[" * 100_000]


@pytest.mark.parametrize("content", DAMAGE, ids=range(len(DAMAGE)))
async def test_a_damaged_entry_is_asked_for_again(cache, content):
    model = Counting()
    await cache.of(model, "m").complete(ASK)
    (path,) = cache.folder.rglob("*.json")
    path.write_bytes(content)
    assert [(await cache.of(model, "m").complete(ASK)).text for _ in range(2)] == ["2", "2"]


async def test_a_reply_that_does_not_fit_is_asked_for_again(cache):
    model = Counting()
    await cache.of(model, "m").complete(ASK)
    (path,) = cache.folder.rglob("*.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"reply": {"usage": 7}}))
    assert (await cache.of(model, "m").complete(ASK)).text == "2"


async def test_a_reply_that_cannot_be_stored_is_given_all_the_same(cache):
    model = Counting()
    cache.folder.rmdir()
    assert (await cache.of(model, "m").complete(ASK)).text == "1"


def test_a_folder_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(CacheError, match=r"file.*: (Not a directory|File exists)"):
        Cache(tmp_path / "file")


async def test_processes_share_a_folder(cache):
    """Many write the same entries at the same time: each is whole whenever it is read, and no other file stays."""
    script = (
        "import asyncio, sys\n"
        "from solvent.agents import Cache\n"
        "from solvent.agents.models.completion import Reply\n"
        "cache = Cache(sys.argv[1])\n"
        "for n in range(300):\n"
        "    asked = {'n': n % 7}\n"
        "    cache.put(asked, Reply(text='x' * 20_000))\n"
        "    assert cache.get(asked).text == 'x' * 20_000\n"
    )
    runs = [await asyncio.create_subprocess_exec(sys.executable, "-c", script, cache.folder) for _ in range(3)]
    assert [await run.wait() for run in runs] == [0, 0, 0]
    assert len(list(cache.folder.rglob("*.*"))) == 7


async def test_the_context_numbers_conversations_and_limits_replies(cache):
    heard = []

    class Listener(Counting):
        async def complete(self, messages, **options):
            heard.append(options["max_tokens"])
            return await super().complete(messages, **options)

    settings = Settings(models={"author": ModelChoice(name="m")}, budget=Budget(reply_tokens=99))
    context = Context(pool=None, settings=settings, models={"author": Listener()}, cache=cache)
    events = []
    for _ in range(2):
        for sample in (0, 1):
            await context.modeller("author", events.append, sample).ask(ASK, temperature=0.8)
    assert [event["reply"]["text"] for event in events] == ["1", "2", "1", "2"]
    assert [event["reply"]["usage"]["reused"] for event in events] == [0, 0, 2, 2]
    assert heard == [99, 99]


async def test_no_limit_is_sent_where_there_is_none(loopback):
    loopback.script("a", "b")
    model = OpenAIModel("m", loopback.url)
    for most in (0, 16_000):
        settings = Settings(models={"author": ModelChoice(name="m")}, budget=Budget(reply_tokens=most))
        context = Context(pool=None, settings=settings, models={"author": model})
        await context.modeller("author", lambda _: None).ask(ASK, temperature=0)
    assert [request.body.get("max_tokens") for request in loopback.requests] == [None, 16_000]
