"""Puzzles of one's own."""

import json

import pytest
from console import EXAMPLES, one_object, solvent_here

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import BenchmarkError, load


def write(tmp_path, *rows):
    file = tmp_path / "own.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_the_examples_are_right(capsys):
    """Every text is that of its example, and the rules answer all of them."""
    found = one_object(
        solvent_here(capsys, "bench", "puzzles", "--data", EXAMPLES / "comparison" / "puzzles.jsonl", "--json")
    )
    assert found["metrics"]["accuracy"] == found["metrics"]["verified_precision"] == 1
    assert found["groups"]["flawed"]["accuracy"] == 1
    for line in (EXAMPLES / "comparison" / "puzzles.jsonl").read_text().split("\n")[:-1]:
        row = json.loads(line)
        assert row["text"] == (EXAMPLES / f"{row['id']}.txt").read_text()


@pytest.mark.parametrize("gold", [{"x": 3}, [1, 2], "seven", 7, [{"a": 1}], True])
def test_other_answers_must_be_the_same_value(tmp_path, gold):
    benchmark = load("puzzles")
    (case,) = benchmark.load(write(tmp_path, {"id": 1, "text": "?", "answer": gold}))
    assert benchmark.score(case, gold).strict
    for wrong in ([gold], {"x": gold}, str(gold) + "!", None, 8):
        assert not benchmark.score(case, wrong).strict


def test_numbers_may_be_off_by_the_tolerance_of_a_line(tmp_path):
    benchmark = load("puzzles")
    row = {"id": 1, "text": "?", "answer": {"x": 0.75, "y": -2, "z": "N/A"}, "tolerance": 0.001}
    (case,) = benchmark.load(write(tmp_path, row))
    for value, right in ((0.7507, True), (0.751, False), ("0.75", False), (None, False)):
        assert benchmark.score(case, {"x": value, "y": -2.0, "z": "N/A"}).strict is right
    (exact,) = benchmark.load(write(tmp_path, {**row, "tolerance": None}))
    assert not benchmark.score(exact, {"x": 0.7507, "y": -2, "z": "N/A"}).strict
    # A flaw decides all the same.
    (flawed,) = benchmark.load(write(tmp_path, {**row, "answer": None, "status": "ambiguous"}))
    assert flawed.key is Verdict.AMBIGUOUS


def test_a_table_may_be_an_object_from_its_first_column(tmp_path):
    benchmark = load("puzzles")
    two = [{"person": "Ada", "place": 2}, {"person": "Bo", "place": 1}]
    three = [{"person": "Ada", "pet": "cat", "tea": "mint"}, {"person": "Bo", "pet": "dog", "tea": "oolong"}]
    rows = ({"id": "two", "text": "?", "answer": two}, {"id": "three", "text": "?", "answer": three})
    short, wide = benchmark.load(write(tmp_path, *rows))
    for right in ({"Ada": 2, "Bo": 1}, {"1": "Bo", "2": "Ada"}, {"Ada": {"place": 2}, "Bo": {"place": 1}}):
        assert benchmark.score(short, right).strict
    for wrong in (
        {"Ada": 1, "Bo": 2},
        {"Ada": 2},
        {"Ada": 2, "Bo": 1, "Cy": 3},
        {"Ada": [2, 1], "Bo": 1},
        {"Ada": True},
        {},
    ):
        assert not benchmark.score(short, wrong).strict
    assert benchmark.score(wide, {"Ada": {"tea": "mint", "pet": "cat"}, "Bo": {"pet": "dog", "tea": "oolong"}}).strict
    for wrong in (
        {"Ada": "cat", "Bo": "dog"},
        {"Ada": {"pet": "cat"}, "Bo": {"pet": "dog"}},
        {"Ada": three[0], "Bo": three[1]},
    ):
        assert not benchmark.score(wide, wrong).strict


async def test_the_flaw_is_what_is_asked_for(tmp_path):
    benchmark = load("puzzles")
    (case,) = benchmark.load(write(tmp_path, {"id": 1, "text": "?", "status": "ambiguous"}))
    for status in Verdict:
        score = await benchmark.judge(case, Answer(status=status, answer=3), None)
        assert score.strict is (status is Verdict.AMBIGUOUS)
    assert not benchmark.score(case, None).strict


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1: not valid JSON"),
        ('{"id": 1}', "not an object with id, text and answer"),
        ('{"id": 1, "text": "?", "answer": 1, "status": "odd"}', "should be verified, ambiguous or contradictory"),
        ('{"id": 1, "text": "?", "answer": 1}\n{"id": "1", "text": "?", "answer": 1}', "the id '1' is there already"),
        ('{"id": 1, "text": "?", "answer": 1, "tolerance": -1}', "line 1: the tolerance -1 should be a relative error"),
        ('{"id": 1, "text": "?", "answer": 1, "tolerance": true}', "the tolerance True should be a relative error"),
        ("", "contains no cases"),
    ],
)
def test_broken_files(tmp_path, text, words):
    (tmp_path / "own.jsonl").write_text(text)
    with pytest.raises(BenchmarkError, match=words):
        load("puzzles").load(tmp_path / "own.jsonl")
