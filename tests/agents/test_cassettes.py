"""The examples that need a model, with what a real model said to them: `record_cassettes.py` records it."""

import re

import pytest
from record_cassettes import CASSETTES, EXAMPLES, EXPECTED, cassette, record, run

from solvent.agents.models.client import ModelError, Reply
from solvent.agents.models.recording import Replayer

# What no recording may hold: addresses, paths of somebody's machine, keys.
PRIVATE = re.compile(
    r"https?://|\b\d{1,3}(\.\d{1,3}){3}\b|localhost|(?<![\w<])/(home|root|tmp|usr|var|work|Users|mnt|opt|etc)/|"
    r"authorization|bearer |\b(sk|gsk|hf)[-_]\w{8}",
    re.IGNORECASE,
)


class Heard:
    """A replayer that keeps the errors of requests that it does not know: a walk takes them for a model that fails."""

    def __init__(self, path):
        self.replayer = Replayer(path)
        self.unknown = []

    async def complete(self, messages, **options):
        try:
            return await self.replayer.complete(messages, **options)
        except ModelError as error:
            self.unknown.append(str(error))
            raise


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_with_a_recorded_model(example):
    if not cassette(example).exists():
        pytest.skip(f"nobody has recorded {cassette(example).name} yet: see record_cassettes.py")
    expected, model = EXPECTED[f"{example}.txt"], Heard(cassette(example))
    answer = run(example, model)
    assert not model.unknown, model.unknown[0]
    assert not model.replayer.unused()
    assert answer.status == expected["with_model"], answer.reason
    if answer.status == "verified":
        assert answer.answer == expected["answer"]


def test_cassettes_are_of_examples_and_hold_nothing_private():
    known = set(map(cassette, EXAMPLES))
    for path in CASSETTES.glob("*"):
        assert path in known, f"{path.name} belongs to no example: remove it"
        found = PRIVATE.search(path.read_text("utf-8"))
        assert not found, (path.name, found)


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ('"model": "/home/me/models/small.gguf"', True),
        ("see http://10.0.0.7:8000/v1", True),
        ("Authorization: Bearer abc", True),
        ("sk-abcdefgh1234", True),
        ("the task-scheduling of 3/4 of an hour; either/or; x // 2", False),
        ("desk_drawer and 1.5", False),
    ],
)
def test_what_is_private_is_found(text, private):
    assert bool(PRIVATE.search(text)) is private


class Babbler:
    """A model that says nothing of use; after `calls` replies it cannot be reached."""

    def __init__(self, calls=99):
        self.calls = calls

    async def complete(self, *_, **__):
        self.calls -= 1
        if self.calls < 0:
            raise ModelError("out of reach")
        return Reply(text="Let me think.", usage={"calls": 1})


def test_a_recording_is_kept_only_where_every_call_was_answered(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("record_cassettes.CASSETTES", tmp_path)
    example = EXAMPLES[0]
    record(example, Babbler(calls=2))
    assert list(tmp_path.iterdir()) == []
    assert "not kept" in capsys.readouterr().err
    first = record(example, Babbler())
    assert [path.name for path in tmp_path.iterdir()] == [f"{example}.jsonl"]
    model = Heard(tmp_path / f"{example}.jsonl")
    assert run(example, model).status == first.status == "failed"
    assert (model.unknown, model.replayer.unused()) == ([], [])
