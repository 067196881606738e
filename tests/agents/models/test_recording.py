"""What was recorded comes back, in order, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents.models.client import ModelError, OpenAIModel, Reply
from solvent.agents.models.recording import Recorder, RecordingError, Replayer, UnknownExchangeError, key_of

ASK = [{"role": "user", "content": "Which jar is heaviest?\nAnswer in a word."}]
SCHEMA = {"type": "object", "properties": {"jar": {"type": "string"}}}
SECRET = "sk-very-secret"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tape.jsonl"


async def test_samples_of_one_prompt_come_back_in_order(loopback, path):
    loopback.script("plum", "fig", {"jar": "quince"})
    recorder = Recorder(OpenAIModel("m", loopback.url, SECRET), path)
    said = [
        await recorder.complete(ASK, temperature=0.8),
        await recorder.complete(ASK, temperature=0.8),
        await recorder.complete(ASK, schema=SCHEMA, seed=4, max_tokens=9),
    ]
    replayer = Replayer(path)
    assert len(replayer.unused()) == 3
    assert await replayer.complete(ASK, temperature=0.8, budget=1) == said[0]
    assert await replayer.complete(ASK, schema=SCHEMA, seed=4, max_tokens=9) == said[2]
    assert await replayer.complete(ASK, temperature=0.8) == said[1]
    assert replayer.unused() == []
    with pytest.raises(UnknownExchangeError, match="fewer replies"):
        await replayer.complete(ASK, temperature=0.8)


async def test_no_key_header_or_address_is_recorded(loopback, path):
    loopback.script("plum")
    await Recorder(OpenAIModel("m", loopback.url, SECRET), path).complete(ASK)
    text = path.read_text(encoding="utf-8")
    assert "plum" in text
    for private in (SECRET, "uthorization", "127.0.0.1"):
        assert private not in text


@pytest.mark.parametrize(
    "change",
    [{"temperature": 0.1}, {"seed": 1}, {"max_tokens": 5}, {"schema": SCHEMA}],
)
async def test_another_request_is_unknown(loopback, path, change):
    loopback.script("plum")
    await Recorder(OpenAIModel("m", loopback.url), path).complete(ASK)
    replayer = Replayer(path)
    with pytest.raises(UnknownExchangeError, match=next(iter(change))):
        await replayer.complete(ASK, **change)
    assert len(replayer.unused()) == 1


async def test_the_nearest_request_is_shown_as_a_difference(loopback, path):
    loopback.script("plum", "blue")
    recorder = Recorder(OpenAIModel("m", loopback.url), path)
    await recorder.complete(ASK)
    await recorder.complete([{"role": "user", "content": "What colour is the roof?"}])
    with pytest.raises(ModelError) as caught:
        await Replayer(path).complete([{"role": "user", "content": "Which jar is heaviest?\nAnswer in two words."}])
    assert "-Answer in a word.\n+Answer in two words." in str(caught.value)
    assert "roof" not in str(caught.value)


async def test_an_empty_recording_says_so(path):
    path.write_text("")
    with pytest.raises(UnknownExchangeError, match="empty"):
        await Replayer(path).complete(ASK)


async def test_an_existing_file_is_left_alone(loopback, path):
    path.write_text("paid for\n")
    with pytest.raises(RecordingError, match="exists already"):
        Recorder(OpenAIModel("m", loopback.url), path)
    assert path.read_text() == "paid for\n"


async def test_what_fails_is_not_recorded_but_counted(path):
    recorder = Recorder(OpenAIModel("m", "http://127.0.0.1:9/v1", retries=0), path)
    with pytest.raises(ModelError):
        await recorder.complete(ASK)
    assert path.read_text() == ""
    assert recorder.failed == 1


async def test_a_model_that_is_a_file_is_recorded_without_its_path(loopback, path):
    loopback.model = "/home/somebody/models/small.gguf"
    loopback.script("plum")
    await Recorder(OpenAIModel("m", loopback.url), path).complete(ASK)
    assert "somebody" not in path.read_text()
    assert (await Replayer(path).complete(ASK)).model == "small.gguf"


async def test_an_edited_request_is_found_out(loopback, path):
    loopback.script("plum")
    await Recorder(OpenAIModel("m", loopback.url), path).complete(ASK)
    path.write_text(path.read_text().replace("heaviest", "lightest"))
    with pytest.raises(RecordingError, match="line 1"):
        Replayer(path)


@pytest.mark.parametrize("content", [b"{}", b"not json", b"\xff\xfe", b'\n\n{"key": 1}'])
def test_a_file_that_is_no_recording(path, content):
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=r"tape\.jsonl"):
        Replayer(path)


def test_a_file_that_is_not_there(path):
    with pytest.raises(RecordingError, match="No such file"):
        Replayer(path)
    with pytest.raises(RecordingError, match="written"):
        Recorder(Replayer, path / "deep" / "tape.jsonl")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, st.lists, max_leaves=5)


@given(st.lists(st.tuples(TEXTS, JSON), max_size=4))
async def test_any_exchange_comes_back(tmp_path_factory, exchanges):
    class Scripted:
        async def complete(self, messages, **_):
            return Reply(text=messages[0]["content"], data=exchanges[int(messages[1]["content"])][1])

    path = tmp_path_factory.mktemp("tapes") / "tape.jsonl"
    recorder = Recorder(Scripted(), path)
    asked = [
        [{"role": "user", "content": text}, {"role": "user", "content": str(number)}]
        for number, (text, _) in enumerate(exchanges)
    ]
    said = [await recorder.complete(messages) for messages in asked]
    replayer = Replayer(path)
    assert [await replayer.complete(messages) for messages in asked] == said
    assert replayer.unused() == []


def test_the_order_of_keys_makes_no_other_request():
    assert key_of({"messages": [], "seed": 1}) == key_of({"seed": 1, "messages": []})
