"""`solvent grade` on runs of AutoLogi: errors of format by code, the others' classes by a model, none asked twice."""

import pytest
from console import check_refusal, one_object, solvent_here
from loopback import Status
from open_puzzles import STALLS
from recorded import run_record

from solvent.agents.error_classes import read_class
from solvent.agents.models.client import Finish
from solvent.agents.models.client import Reply as Said
from solvent.agents.state import Answer, Attempt, Job, Verdict, Writer
from solvent.benchmarks import Case, Score
from solvent.benchmarks.analysis.error_classes import ModelClass
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import RunFolder

JUDGED = "Reason: it says that {} is not looked at.\nClass: {}"
WRONG = {"form": True, "violated": [2], "no_verdict": ""}
NOTES = {  # id: what the verifier said
    "right": ("", WRONG, True),
    "one": ("it breaks constraint 2", WRONG, False),
    "two": ("it breaks constraint 2", WRONG, False),
    "form": ("the arrangement does not have the form that the puzzle asks for", {**WRONG, "form": False}, False),
    "none": ("", {}, False),
    "verdict": ("the verifier gave no verdict: timeout", {"form": False, "no_verdict": "timeout"}, False),
    "broken": ("", {}, False),
    "silent": ("", {}, False),
}


def record(name):
    note, apart, right = NOTES[name]
    talk = ({"role": "user", "content": "?"}, {"role": "assistant", "content": f"Bread goes first in {name}."})
    job = Job(id=0, writer=Writer(kind="model", name="m"), framework="none", contract="answer")
    attempts = () if name == "silent" else (Attempt(job=job, program=None, messages=talk),)
    answer = Answer(status=Verdict.UNVERIFIED, answer={"bread": 1} if note else None, attempts=attempts)
    case = Case(name, "en/2", STALLS.prompt, None, broken="it does not compile" if name == "broken" else "")
    return CaseRecord.of(case, answer, Score(right, right, note=note, apart=apart))


@pytest.fixture
def folder(tmp_path):
    with RunFolder(tmp_path / "run", run_record(benchmark="autologi")) as run:
        for name in NOTES:
            run.append(record(name))
    return tmp_path / "run"


@pytest.fixture
def grade(capsys, loopback):
    def run(*args, model="grader"):
        access = ("--model", model, "--base-url", loopback.url, "--max-connections", "1") if model else ()
        return solvent_here(capsys, "grade", *args, *access)

    return run


def test_without_a_model_errors_of_format_are_known(folder, grade):
    found = one_object(grade(folder, "--json", model=None))["runs"][0]
    assert (found["n"], found["wrong"], found["without_class"]) == (8, 7, 2)
    assert found["classes"]["format"] == {"n": 2, "share": 1, "published": 0.03}
    assert found["apart"] == {"no verdict": 1, "no usable verifier": 1, "no reply": 1}
    reasons = {each["id"]: each["reason"] for each in found["cases"] if each["by"] == "code"}
    assert reasons == {"form": NOTES["form"][0], "none": "the reply holds no arrangement"}
    assert "2 wrong answers have no class" in grade(folder, model=None).stdout


def test_a_model_sees_puzzle_reply_and_verdict_and_names_a_class(folder, grade, loopback):
    loopback.script(JUDGED.format("2", "condition not analysed"), JUDGED.format("1", "Wrong inference."))
    found = one_object(grade(folder, "--json"))["runs"][0]
    assert {name: told["n"] for name, told in found["classes"].items()} == {
        "wrong inference": 1, "contradictory conclusion": 0, "condition not analysed": 1, "format": 2,
    }  # fmt: skip
    assert found["classes"]["wrong inference"]["share"] == 0.25
    assert (found["grader"], found["without_class"], found["usage"]["calls"]) == ("grader", 0, 2)
    told = [request.messages[0]["content"] for request in loopback.requests]
    for part in (STALLS.question, "Bread goes first in one.", "its verdict is certain: it breaks constraint 2."):
        assert part in told[0]
    case = next(each for each in found["cases"] if each["id"] == "one")
    assert case["reason"] == "it says that 2 is not looked at"
    assert "wrong inference" in grade(folder).stdout
    assert len(loopback.requests) == 2


def test_what_failed_is_asked_again_and_what_names_no_class_is_kept(folder, grade, loopback):
    loopback.script("I cannot say.", Status(422, message="too long"))
    first = grade(folder, "--json")
    assert "two: " in first.stderr
    found = one_object(first)["runs"][0]
    assert (found["without_class"], list(found["failed"])) == (2, ["two"])
    loopback.script(JUDGED.format("2", "contradictory conclusion"))
    again = one_object(grade(folder, "--json"))["runs"][0]
    assert (again["without_class"], again["classes"]["contradictory conclusion"]["n"]) == (1, 1)
    assert len((folder / ModelClass.FILE).read_text().splitlines()) == 2


def test_classes_are_one_models(folder, grade, loopback):
    loopback.script(*[JUDGED.format("2", "wrong inference")] * 2)
    grade(folder)
    refused = grade(folder, model="other")
    check_refusal(refused, 2)
    assert "a class by grader, not by other" in refused.stderr
    human = grade(folder, "--human", folder / "grades.csv", model=None)
    check_refusal(human, 2)
    assert "--human grades are of logic grids" in human.stderr


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**Class:** contradictory conclusion", ("contradictory conclusion", "")),
        (
            "Class: wrong inference\n\nReason: step 2.\nClass: `condition not analysed`",
            ("condition not analysed", "step 2"),
        ),
        ("Class: wrong inference or contradictory conclusion", None),
        ("wrong inference", None),
    ],
)
def test_the_last_class_counts(text, found):
    assert read_class(Said(text=text, finish=Finish.STOP)) == found
    assert read_class(Said(text=text, finish=Finish.LENGTH)) is None
