"""`solvent formulate` as a user calls it: bad input, other options, and a run that goes on."""

import json

import pytest
from console import check_refusal, one_object, solvent_here
from loopback import Status
from scripted_formulator import FORMULATION, NO_PUZZLE, TEXT, VERIFIER, Formulator, python

ENDLESS = python("import time\n\n\ndef count_valid_arrangements():\n    while True:\n        time.sleep(0.01)\n")
CHINESE = (
    "四批陶器,碗、杯、壶、盘,在连续四天烧制,每天一批。杯子比壶早。盘子不在第一天。碗和壶在相邻的两天。哪个顺序可能?"
)
LINES = [
    json.dumps({"id": "good", "question": TEXT}),
    "{broken",
    '["a list"]',
    json.dumps({"id": "empty", "question": " "}),
    json.dumps({"id": "none", "question": "Which of the following best supports the mayor's argument?"}),
    json.dumps({"id": "both", "question": TEXT, "options": ["The cups come first.", "The jugs come last."]}),
    json.dumps({"id": "odd", "question": TEXT, "options": [1, 2]}),
    json.dumps({"id": "short", "question": "Who?"}),
    json.dumps({"question": CHINESE}, ensure_ascii=False),
]


@pytest.fixture
def formulate(tmp_path, capsys, loopback):
    def run(lines, *more, **replies):
        script = Formulator(**replies)
        loopback.script(script)
        file = tmp_path / "questions.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        out = ("--out", tmp_path / "out", "--model", "m", "--base-url", loopback.url)
        return solvent_here(capsys, "formulate", file, *out, *more), script

    return run


def test_bad_lines_and_texts_are_counted_and_explained(formulate, tmp_path, loopback):
    def text(prompt):
        chinese = FORMULATION | {
            "background": "四批陶器",
            "constraints": ["杯子比壶早", "盘子不在第一天", "碗和壶相邻"],
        }
        return json.dumps(NO_PUZZLE if "mayor" in prompt else chinese if "陶器" in prompt else FORMULATION)

    options = ("--no-third-check", "--expand", "0", "--reduce", "none")
    result, _ = formulate(LINES, *options, "--json", text=[text])
    summary = one_object(result)
    assert result.returncode == 0
    steps = {step["name"]: step for step in summary["steps"]}
    assert (summary["lines"], summary["cases"]) == (len(LINES), 5)
    assert {reason: tally["example"] for reason, tally in steps["reading"]["lost"].items()} == {
        "the line is not valid JSON": "line 2",
        "the line is no object": "line 3",
        "the line has no text `question`": "line 4",
        "the options are not a list or an object of texts": "line 7",
        "the text is too short for a puzzle": "line 8",
    }
    assert steps["formulation"]["lost"]["there is no puzzle in the text"]["example"] == "none"
    asked = [request.messages[0]["content"] for request in loopback.requests]
    for option in ("The cups come first.", "The jugs come last."):
        assert sum(f"In addition, the following is to hold: {option}" in prompt for prompt in asked) == 1
    # The scripted model says the same of all in a language, so that one is left of each.
    assert (steps["deduplication"]["given"], summary["puzzles"]) == (4, {"base": 2})
    made = [json.loads(line) for line in (tmp_path / "out" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [each["lang"] for each in made] == ["en", "cn"]
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == summary


def test_the_same_command_goes_on_after_an_outage(formulate, loopback, tmp_path):
    lines = [LINES[0]]
    options = ("--no-third-check", "--expand", "1")
    stopped, _ = formulate(lines, *options, verifier=[Status(401)])
    check_refusal(stopped, 13)
    assert "goes on with the rest" in stopped.stderr
    assert not (tmp_path / "out" / "puzzles.jsonl").exists()
    other, _ = formulate(lines, *options, "--model", "other")
    check_refusal(other, 2)
    assert "other models" in other.stderr
    reseeded, _ = formulate(lines, *options, "--seed", "1")
    check_refusal(reseeded, 2)
    assert "other seed" in reseeded.stderr
    done, script = formulate(lines, *options)
    assert done.returncode == 0
    assert "1 base, 2 reduced, 1 expanded" in done.stdout
    assert "text" not in script.asked  # it was paid for
    before = len(loopback.requests)
    again, _ = formulate(lines, *options)
    assert (again.returncode, again.stdout) == (0, done.stdout)
    out = tmp_path / "out"
    made = (out / "puzzles.jsonl").read_bytes()
    for step in ("traversal", "expansion"):  # as if it had been killed while it wrote these lines
        file = out / f"{step}.jsonl"
        file.write_bytes(file.read_bytes()[:-20])
    assert formulate(lines, *options)[0].returncode == 0
    assert len(loopback.requests) == before
    assert (out / "puzzles.jsonl").read_bytes() == made


def test_two_models_take_turns(formulate, loopback):
    options = ("--second-model", "other", "--expand", "0", "--reduce", "none")
    first, second = LINES[0], json.dumps({"id": "9", "question": TEXT})
    result, script = formulate([first], *options)
    assert result.returncode == 0
    asked = [request.body["model"] for request in loopback.requests]
    assert dict(zip(script.asked, asked, strict=True)) == {
        "text": "other", "verifier": "other", "traversal": "other", "agent": "m"
    }  # fmt: skip
    result, script = formulate([first, second], *options)
    assert result.returncode == 0
    asked = [request.body["model"] for request in loopback.requests[len(asked) :]]
    assert dict(zip(script.asked, asked, strict=True)) == {
        "text": "m", "verifier": "m", "traversal": "m", "agent": "other"
    }  # fmt: skip


def test_a_traversal_that_never_ends_is_counted(formulate):
    options = ("--no-third-check", "--timeout", "0.5")
    two = [python(VERIFIER), python(VERIFIER.replace("LOADS", "WHAT"))]
    result, script = formulate([LINES[0]], *options, verifier=two, traversal=[ENDLESS], program=["no code"])
    assert result.returncode == 0
    assert "1 the traversal did not end" in result.stdout
    assert script.asked.count("verifier") == 2
    assert script.asked.count("traversal") == 6


@pytest.mark.parametrize(
    ("lines", "words"),
    [([], "it is empty"), (["{broken", "[]"], "1: the line is not valid JSON; 1: the line is no object")],
)
def test_a_file_without_questions_is_refused(formulate, lines, words):
    result, _ = formulate(lines)
    check_refusal(result, 2)
    assert words in result.stderr
