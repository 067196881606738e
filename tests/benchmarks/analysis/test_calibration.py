"""What is counted, the confidences that follow, and how they are judged on other answers."""

import json
from pathlib import Path

import pytest
from console import check_refusal, one_object, solvent, solvent_here
from made import MODEL, fact, record, write

from solvent.agents import confidence
from solvent.agents.confidence import Count
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.analysis import calibration
from solvent.benchmarks.analysis.calibration import Error, Observed
from solvent.benchmarks.analysis.intervals import wilson

scipy = pytest.importorskip("scipy")
PROVEN, GUESSED = [fact("unique")], [fact("reading", passed=False)]


def proven(number, *, right=True, **changes):
    return record(f"easy/{number}", number, number, right=right, evidence=PROVEN, **changes)


def guessed(number, *, right=True, **changes):
    status = {"status": Verdict.UNVERIFIED, "evidence": GUESSED}
    return record(f"hard/{number}", number, number, right=right, **{**status, **changes})


@pytest.fixture
def runs(tmp_path):
    """40 proven answers, one of them wrong; 20 guesses, half of them right; a few records that do not count."""
    few = [
        record("easy/none", answer=Answer(status=Verdict.FAILED)),
        proven(98, case={"broken": "torn"}),
        proven(0, epoch=2),
        *(guessed(99, writer=MODEL, epoch=epoch) for epoch in (1, 2)),
    ]
    easy, hard = [proven(n, right=n > 0) for n in range(40)], [guessed(n, right=n % 2 == 1) for n in range(20)]
    return write(tmp_path / "run", *easy, *hard, *few)


def test_what_is_counted(runs):
    answers = calibration.answers_of([runs])
    assert calibration.counted(answers.observed) == {
        "model: a check of its own not passed": Count(2, 2),
        "rules: guessed": Count(20, 10),
        "rules: proven": Count(40, 39),
    }
    assert (answers.unanswered, answers.without_gold, answers.repeated) == (1, 1, 1)
    again = calibration.answers_of([runs, runs.parent])
    assert again == answers  # a folder that is named twice counts once


def test_the_report(runs, capsys):
    found = one_object(solvent_here(capsys, "calibrate", runs, "--json"))
    assert found["n"] == 62
    assert found["patterns"]["rules: proven"]["confidence"] == 0.963
    assert found["patterns"]["rules: guessed"]["confidence"] == 0.5
    assert found["patterns"]["model: a check of its own not passed"]["confidence"] is None
    # The groups are easy and hard levels of no task: a group is a task only if a slash follows.
    assert found["sets"]["echo"]["verified"]["n"] == found["verified"]["n"] == 40
    assert found["verified"]["interval"] == pytest.approx(wilson(39, 40))
    assert found["ece"]["in_sample"] == {"ece": pytest.approx((40 * (0.975 - 0.963)) / 60), "n": 60, "unknown": 2}
    assert found["ece"]["held_out_sets"] == {"ece": None, "n": 0, "unknown": 62}
    told = solvent_here(capsys, "calibrate", runs).stdout
    assert "rules: proven                         40  39     0.871-0.996  0.963" in told


def test_held_out_parts_are_judged_by_the_others():
    easy = [Observed("easy", str(n), "p", True, True) for n in range(20)]
    hard = [Observed("hard", str(n), "p", True, False) for n in range(20)]
    found = calibration.held_out([*easy, *hard], lambda each: each.set)
    assert found["easy"] == Error(pytest.approx(1 - 0.024), 20, 0)  # by the hard ones, none of which was right
    assert calibration.error([*easy, *hard], {"p": Count(40, 20)}).ece == 0  # what flatters
    assert calibration.mean(found.values()).n == 40
    assert len({calibration.fold(each) for each in easy}) > 1
    assert calibration.fold(easy[0]) == calibration.fold(easy[0]._replace(pattern="q", right=False))


def test_ece_of_nothing_is_null():
    assert calibration.error([], {}) == (None, 0, 0)
    assert calibration.mean([]) == (None, 0, 0)
    assert wilson(0, 0) is None


def test_the_table_is_what_solve_uses(runs, tmp_path):
    file = tmp_path / "table.json"
    assert solvent("calibrate", runs, "--out", file).returncode == 0
    assert confidence.read(file)["rules: proven"] == Count(40, 39)
    found = one_object(solvent("solve", "examples/small.txt", "--json", SOLVENT_CALIBRATION=str(file)))
    assert (found["status"], found["confidence"]) == ("verified", 0.963)


def test_a_table_is_filled_with_what_it_lacks(runs, tmp_path, capsys):
    base, file = tmp_path / "base.json", tmp_path / "table.json"
    count = {"n": 500, "right": 500}
    base.write_text(json.dumps({"format": 1, "sets": ["zebras"], "patterns": {"rules: proven": count}}))
    assert solvent_here(capsys, "calibrate", runs, "--out", file, "--fill", base).returncode == 0
    found = confidence.read(file)
    assert (found["rules: proven"], found["rules: guessed"]) == ((500, 500), (20, 10))
    assert json.loads(file.read_text())["sets"] == ["echo", "zebras"]


def test_unusable_input_is_refused(runs, tmp_path, capsys, monkeypatch):
    check_refusal(solvent_here(capsys, "calibrate", tmp_path / "none"), 2)
    check_refusal(solvent_here(capsys, "calibrate", runs, "--fill", runs / "run.json"), 2)
    check_refusal(solvent_here(capsys, "calibrate", runs, "--out", Path("/none/table.json")), 2)
    monkeypatch.setenv("SOLVENT_CALIBRATION", str(runs / "none.json"))
    result = solvent_here(capsys, "solve", "examples/small.txt")
    check_refusal(result, 2)
    assert "unset SOLVENT_CALIBRATION" in result.stderr
