"""LR2Bench's word puzzles: what an answer may look like, what counts, and the table beside the published rows."""

import json

import pytest

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import load, published
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.summary import Summary


@pytest.fixture
def scored(lr2bench):
    benchmark = load("lr2bench")
    cases = {case.group.partition("/")[0]: case for case in benchmark.load(lr2bench)}
    return lambda task, value: benchmark.score(cases[task], value)


def test_a_crossword_is_keyed_by_number_and_direction(scored):
    right = {"1-Across": "No", "3-ACROSS": " on ", "1-down": "NO", "2-Down": "O N"}
    score = scored("crossword", right)
    assert (score.strict, score.official, score.right, score.total) == (True, True, 4, 4)
    score = scored("crossword", {**right, "2-Down": "OF", "1-down": ""})
    assert (score.strict, score.official, score.right, score.answered) == (False, False, 2, 3)
    score = scored("crossword", {**right, "4-Across": "NO"})
    assert (score.strict, score.official) == (False, True)
    score = scored("crossword", {**right, "1-Across": "N.O."})
    assert (score.strict, score.official) == (True, False)


@pytest.mark.parametrize(
    ("task", "mapping"), [("acrostic", {"1": "g", "2": "O", "3": "I", "4": "M"}), ("cryptogram", {"q": "N", "X": "o"})]
)
def test_a_mapping_stands_alone_or_beside_its_text(scored, task, mapping):
    assert scored(task, mapping).strict
    assert scored(task, {"text": "whatever", "mapping": mapping}).strict
    half = dict(list(mapping.items())[: len(mapping) // 2])
    score = scored(task, {"text": "whatever", "mapping": half})
    assert (score.strict, score.right, score.answered, score.total) == (False, len(half), len(half), len(mapping))
    assert not scored(task, dict.fromkeys(mapping, "E")).right


@pytest.mark.parametrize(
    ("value", "strict", "right"),
    [
        ({"text": "Go, I'm!"}, True, 5),
        ({"text": "GO I M", "mapping": {}}, True, 5),
        ([["G", "O", "#"], ["I", "'", "M"]], True, 5),
        ([["G", "O"], ["I", "M"]], False, 3),
        ({"text": "Go I'"}, False, 4),
        ({"text": "Go I'm in"}, False, 5),
    ],
)
def test_a_drop_quote_is_its_letters_in_order(scored, value, strict, right):
    score = scored("drop", value)
    assert (score.strict, score.right, score.total) == (strict, right, 5)


@pytest.mark.parametrize(
    ("task", "wrong"),
    [
        ("crossword", {"1-ACROSS": ""}),
        ("acrostic", {"1": "G"}),
        ("cryptogram", {"Q": "N", "X": " "}),
        ("cryptogram", {"Q": "N", "X": "N"}),
        ("drop", [["G", "O", "#"], ["I", "M", "M"]]),
    ],
)
def test_gold_that_cannot_be_right_is_broken(lr2bench, task, wrong):
    file = lr2bench / "data" / "answer.json"
    answers = json.loads(file.read_text())
    answers[task][0]["answer"] = json.dumps(wrong)
    file.write_text(json.dumps(answers))
    case = next(case for case in load("lr2bench").load(lr2bench) if case.group.startswith(task))
    assert case.broken == "the answer in answer.json does not fit the puzzle"


@pytest.mark.parametrize(
    ("task", "value", "strict", "right"),
    [
        ("crossword", {"1-Across": "NO", "3-Across": "ON", "1-Down": "NO", "2-Down": "ON", "9-Down": ["OF"]}, False, 4),
        ("crossword", {"1-Across": "NO", "1-ACROSS": "OF", "3-Across": "ON", "1-Down": "NO", "2-Down": "ON"}, False, 3),
        ("crossword", {"1-Across": "NO", "1-ACROSS": "NO", "3-Across": "ON", "1-Down": "NO", "2-Down": "ON"}, True, 4),
        ("cryptogram", {"Q": "M", "X": "O", "q": "N"}, False, 1),
        ("drop", [["G", "O", "#"], "or", ["I", "'", "M"]], False, 0),
    ],
)
def test_an_answer_that_says_two_things_is_not_right(scored, task, value, strict, right):
    score = scored(task, value)
    assert (score.strict, score.right) == (strict, right)


def test_a_run_stands_beside_the_published_rows(lr2bench):
    benchmark = load("lr2bench")
    cases = [case for case in benchmark.load(lr2bench) if not case.unscored and not case.group.startswith("drop")]
    answers = (Answer(status=Verdict.VERIFIED, answer=case.gold) for case in cases)
    records = tuple(
        CaseRecord.of(case, answer, benchmark.score(case, case.gold))
        for case, answer in zip(cases, answers, strict=True)
    )
    report = Summary(benchmark, records, 1.0)
    beside = report.to_json()["comparison"]
    assert {task: row["EM"] for task, row in beside["mine"].items()} == dict.fromkeys(
        ("crossword", "acrostic", "logic", "cryptogram", "sudoku"), 1.0
    )
    assert set(beside["mine"]) < set(beside["published"]["o1-preview"])
    from rich.console import Console

    console = Console(width=120)
    with console.capture() as capture:
        console.print(report.tables())
    line = next(line for line in capture.get().splitlines() if "this run" in line)
    assert line.split() == ["this", "run", *["100.0"] * 5, "-", "-"]


def test_published_rows_are_shares_of_all_six_tasks():
    rows = published.rows("lr2bench")
    assert len(rows) == 16
    assert all(len(tasks) == 6 for tasks in rows.values())
    shares = [share for tasks in rows.values() for metrics in tasks.values() for share in metrics.values()]
    assert all(share is not None and 0 <= share <= 1 for share in shares)
    assert max(tasks["crossword"]["EM"] for tasks in rows.values()) == pytest.approx(0.247)
