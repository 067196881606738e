"""The story of one recorded case: what is told, what is found, and which names are suggested."""

import json

import pytest
from console import check_refusal, solvent_here
from made import MODEL, answered, fact, record, seated, write

from solvent.agents.state import Usage, Verdict
from solvent.benchmarks import BenchmarkError
from solvent.benchmarks.analysis.differences import Difference, differences
from solvent.benchmarks.analysis.lookup import records_of


@pytest.fixture
def runs(tmp_path):
    """Two runs below one folder; the second was by a model of unknown price."""
    right = record("train/puzzle_1", seated(2, 3, 1), seated("2", "3", "1"), right=True, evidence=[fact("unique")])
    usage = Usage(calls=2, prompt_tokens=300, completion_tokens=40, usd=None)
    wrong = answered(seated(1, 2, 3), writer=MODEL, status=Verdict.UNVERIFIED, usage=usage, seconds=2.5)
    write(tmp_path / "all" / "one", right, record("train/puzzle_2", seated(1, 2, 3), None, case={"broken": "torn"}))
    write(
        tmp_path / "all" / "two",
        *(record("train/puzzle_1", gold=seated(2, 3, 1), answer=wrong, epoch=epoch) for epoch in (1, 2)),
    )
    return tmp_path / "all"


def test_the_story_has_text_attempts_evidence_both_answers_and_the_cost(runs, capsys):
    told = solvent_here(capsys, "show", runs, "train/puzzle_1", "--run", "two", "--epoch", "2").stdout
    for part in (
        "train/puzzle_1 (train), epoch 2, answered by oak",
        "Ann, Bob and Cy sit down.",
        "1. oak wrote a program in smtlib.",
        "unverified:",
        "Ann: chair  2     1",
        "score: wrong, official scorer: wrong, 0 of 1 parts right (1 answered); error type: wrong",
        "cost: 2 model calls, 300 + 40 tokens, price unknown; 2.5 s",
    ):
        assert part in told
    assert "== run" in told


def test_without_a_model_and_without_a_difference(runs, capsys):
    told = solvent_here(capsys, "show", runs / "one", "train/puzzle_1").stdout
    assert "   yes  unique" in told
    assert "which does not differ from the gold answer" in told
    assert "cost: no model was called; 0.0 s" in told
    assert "== run" not in told


def test_an_unusable_gold_answer_is_named(runs, capsys):
    assert "There is no gold answer: torn." in solvent_here(capsys, "show", runs, "train/puzzle_2").stdout


def test_every_run_and_epoch_is_shown_unless_one_is_chosen(runs, capsys):
    told = solvent_here(capsys, "show", runs, "train/puzzle_1", "--json").stdout
    found = [json.loads(line) for line in told.splitlines()]
    assert [(each["run"], each["epoch"]) for each in found] == [("one", 1), ("two", 1), ("two", 2)]
    assert found[0]["id"] == "train/puzzle_1"
    assert [name for name, _ in records_of(runs, "train/puzzle_1", run="two")] == ["two", "two"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("puzzle_2",), "did you mean train/puzzle_2?"),
        (("train/puzle_1",), "did you mean train/puzzle_1 or train/puzzle_2?"),
        (("zebra",), "there are 2: train/puzzle_1, train/puzzle_2"),
        (("train/puzzle_1", "--run", "three"), "there are 2: one, two"),
        (("train/puzzle_1", "--epoch", "3"), "no epoch 3; it has 1, 2"),
    ],
)
def test_unknown_names_get_suggestions(runs, capsys, options, message):
    result = solvent_here(capsys, "show", runs, *options)
    check_refusal(result, 2)
    assert message in result.stderr


def test_a_folder_without_runs_is_refused(tmp_path, capsys):
    check_refusal(solvent_here(capsys, "show", tmp_path, "a"), 2)
    write(tmp_path / "empty")
    with pytest.raises(BenchmarkError, match="there is none yet"):
        records_of(tmp_path / "empty", "a")


@pytest.mark.parametrize(
    ("gold", "answer", "found"),
    [
        (seated("1", "2", "3"), seated(1, 3, 2), [("Bob: chair", "2", "3"), ("Cy: chair", "3", "2")]),
        (seated("1st", "2", "3"), [{"chair": 1, "person": "ann"}, *seated(1, 2, 3)[1:]], []),
        ({"1-Across": "TEN"}, {"1-Across": "ten", "2-Down": "NO"}, [("2-Down", "", "NO")]),
        ({"text": "A", "mapping": {"Q": "A"}}, {"text": "B", "mapping": {"Q": "B"}}, [("Q", "A", "B")]),
        ({"text": "IT IS", "mapping": {}}, {"text": "It is!", "mapping": {"1": "I"}}, []),
        ({"text": "IT", "mapping": {}}, {"text": "IS", "mapping": {"1": "I"}}, [("text", "IT", "IS")]),
        ([[1, 2], [2, 1]], [[1, 2], [2]], [("row 2, column 2", "1", "")]),
        (4, 5, [("the answer", "4", "5")]),
        (seated("1", "2", "3"), "no table", [("the answer", json.dumps(seated("1", "2", "3")), "no table")]),
    ],
)
def test_differences(gold, answer, found):
    assert differences(gold, answer) == [Difference(*each) for each in found]
