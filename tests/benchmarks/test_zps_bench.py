"""ZPS's presets on a tiny set: recorded, graded by a model, and beside the published rows."""

import json

import pytest
from console import check_refusal, one_object, solvent_here
from zps_model import fenced, step_of

from solvent.benchmarks.analysis import papers
from solvent.benchmarks.analysis.recorded import labels_of, read

pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")

JARS = """\
(set-logic ALL)
; the weight of each jar in grams
(declare-const plum Int)
(declare-const fig Int)
(assert (and (or (= plum 25) (= plum 30)) (or (= fig 25) (= fig 30)) (distinct plum fig)))
(assert (= fig {weight}))
(check-sat)
(get-model)
"""
RIGHT = [{"jars": "plum", "weights": "25 grams"}, {"jars": "fig", "weights": "30 grams"}]
HALF = [{"jars": "plum", "weights": "25"}, {"jars": "fig", "weights": "none"}]


@pytest.fixture
def play(loopback):
    """Let the server play the author of a program, and a grader who gives one of two points."""

    def begin(weight="30", report=RIGHT):
        def act(request):
            words = request.messages[-1]["content"]
            if words.startswith("You grade"):
                return "One assignment is made.\n1/2"
            if step_of(request) == "questions":
                return "Which entities are there? Two jars."
            if step_of(request) in ("report", "direct"):
                return json.dumps({"answer": report})
            return fenced(JARS.format(weight=weight))

        loopback.script(act)

    return begin


@pytest.fixture
def bench(capsys, logicsolver, loopback, tmp_path):
    def run(preset, *more):
        access = ("--model", "player", "--base-url", loopback.url, "--max-connections", "1")
        out = ("--out", tmp_path / preset, "--json")
        result = solvent_here(
            capsys, "bench", "logicsolver", "--data", logicsolver, "--preset", preset, *access, *out, *more
        )
        return one_object(result)

    return run


@pytest.mark.parametrize(
    ("preset", "calls"),
    [("zps-baseline", 1), ("zps-solver", 5), ("zps-retries", 5), ("zps-retries-warmer", 5), ("zps-decompose", 6)],
)
def test_each_preset_in_one_word(play, bench, loopback, preset, calls):
    play()
    found = bench(preset)
    assert found["settings"]["rules"] is False
    assert found["usage"]["calls"] == len(loopback.requests) == calls
    metrics = found["metrics"]
    assert (metrics["accuracy"], metrics["cells"], metrics["fully_solved"]) == (1, 1, 1)
    assert metrics["verified_share"] == 0
    assert metrics.get("error_free") == (None if preset == "zps-baseline" else 1)


def test_the_reported_answer_is_what_counts(play, bench, tmp_path):
    play(report=HALF)
    metrics = bench("zps-solver")["metrics"]
    assert (metrics["accuracy"], metrics["cells"], metrics["fully_solved"]) == (0, 0.5, 0)
    assert metrics["error_free"] == 1
    (line,) = (tmp_path / "zps-solver" / "cases.jsonl").read_text().splitlines()
    record = json.loads(line)
    assert "extracted" not in record["score"]["apart"]  # this is not about answers without a program
    assert [attempt["job"]["request"] for attempt in record["attempts"]] == ["output"] * 4 + ["report"]


def test_errors_to_the_end_count_as_such(play, bench, loopback):
    play(weight="thirty")
    found = bench("zps-retries")
    assert found["metrics"]["error_free"] == 0
    assert len(loopback.requests) == 13
    temperatures = [request.body["temperature"] for request in loopback.requests]
    assert temperatures == [0.0] * 4 + [0.001] * 4 + [0.01] * 5


def test_grades_rest_on_the_last_program_its_output_and_the_conversation(play, bench, capsys, loopback, tmp_path):
    play()
    bench("zps-solver")
    folder = tmp_path / "zps-solver"
    access = ("--model", "grader", "--base-url", loopback.url, "--max-connections", "1")
    (found,) = one_object(solvent_here(capsys, "grade", folder, "--json", *access))["runs"]
    assert found["metrics"] == {"zps_partial": 0.5, "zps_solved": 0}
    asked = loopback.requests[-1].messages[0]["content"]
    assert JARS.format(weight="30").strip() in asked
    assert "(define-fun fig () Int\n    30)" in asked.partition("<output>")[2]
    assert asked.count("z3 printed for your last program") == 3
    assert "Write no further program" not in asked  # the report is not part of it
    runs = read([folder])
    table = papers.logic_grids("logicsolver", runs, labels_of(runs))
    rows = [row[2:] for row in table.rows]
    assert rows == [
        ("0", "no", "smtlib", "1.000", "1 of 1", "these runs"),
        ("0", "no", "smtlib", "0.500", "0 of 1", "these runs, graded by grader"),
    ]


def test_a_comparison_of_presets(play, capsys, logicsolver, loopback, tmp_path):
    play()
    file = tmp_path / "grid.toml"
    file.write_text(f"""
[data]
benchmark = "logicsolver"
path = "{logicsolver}"

[grid]
preset = ["zps-baseline", "zps-solver", "zps-retries"]
""")
    access = ("--model", "player", "--base-url", loopback.url, "--json")
    plan = one_object(solvent_here(capsys, "compare", file, "--out", tmp_path / "out", "--plan", *access))
    assert [cell["calls"] for cell in plan["cells"]] == [
        {"least": 1, "most": 1}, {"least": 5, "most": 5}, {"least": 5, "most": 13},
    ]  # fmt: skip
    found = one_object(solvent_here(capsys, "compare", file, "--out", tmp_path / "out", *access))
    assert [cell["metrics"]["accuracy"] for cell in found["cells"]] == [1, 1, 1]
    assert found["calls"] == 1 + 5 + 5


@pytest.mark.parametrize("value", ['"zps"', "3"])
def test_a_preset_that_is_none_is_refused(capsys, logicsolver, tmp_path, value):
    file = tmp_path / "grid.toml"
    file.write_text(f'[data]\nbenchmark = "logicsolver"\npath = "{logicsolver}"\n[settings]\npreset = {value}\n')
    result = solvent_here(capsys, "compare", file, "--out", tmp_path / "out", "--model", "m")
    check_refusal(result, 2)
    assert "preset" in result.stderr
