"""`solvent grade`: exact scores, a model's grades and people's, on runs recorded by hand."""

import json

import pytest
from console import check_refusal, one_object, solvent_here
from loopback import Reply, Status, length
from recorded import run_record

from solvent.agents.state import Answer, Attempt, Job, Verdict, Writer
from solvent.benchmarks import load
from solvent.benchmarks.analysis.grade_file import FILE
from solvent.benchmarks.records import CaseRecord
from solvent.benchmarks.runs.folder import RunFolder, read_cases
from solvent.solvers import Outcome, Program
from solvent.solvers import Status as Solved

IDS = ["test_na/puzzle_10", "train/puzzle_1", "train/puzzle_2"]  # 2 points, 6 points, no usable key
CODE = "(declare-const tea Int)\n; 1 is mint\n(assert (= tea 1))\n"


def attempt(answer, reply="Here is the program.", **job):
    outcome = Outcome(status=Solved.SATISFIED, answer=answer)
    talk = ({"role": "user", "content": "A puzzle."}, {"role": "assistant", "content": reply})
    job = Job(**{"id": 0, "writer": Writer(kind="model", name="m"), "framework": "smtlib", **job})
    program = None if job.contract == "answer" else Program(framework="smtlib", preamble=CODE)
    return Attempt(job=job, program=program, outcome=outcome, messages=talk)


def answered(case):
    """The dogs are right, one band in three has its fee and its stage."""
    value = case.gold if case.id == IDS[0] else [{"bands": "Owls", "fees": "$2,500", "stages": "hill"}]
    tries = (attempt(["first"]), attempt(value, "Repaired.", id=1), attempt(["other"], "Unseen.", id=2, witness=True))
    return Answer(status=Verdict.UNVERIFIED, answer=value, attempts=tries)


@pytest.fixture
def record(lgp, tmp_path):
    """Record a run of the tiny LGP set; `answer` gives the answer to each case."""
    benchmark = load("lgp")

    def recording(answer=answered, name="run", **changes):
        folder = tmp_path / name
        with RunFolder(folder, run_record(benchmark="lgp", **changes)) as run:
            for case in benchmark.load(lgp):
                given = answer(case)
                run.append(CaseRecord.of(case, given, benchmark.score(case, given.answer)))
        return folder

    return recording


@pytest.fixture
def grade(capsys, loopback):
    def run(*args, model="grader"):
        access = ("--model", model, "--base-url", loopback.url, "--max-connections", "1") if model else ()
        return solvent_here(capsys, "grade", *args, *access)

    return run


def test_exact_scores_only(record, grade):
    found = one_object(grade(record(), "--json", model=None))["runs"][0]
    assert (found["benchmark"], found["n"], found["without_key"]) == ("lgp", 2, 1)
    assert found["graders"] == {"exact": {"n": 2, "partial_score": (1 + 2 / 6) / 2, "fully_solved": 1}}
    assert found["agreement"] == {}
    assert [(each["id"], each["exact"]) for each in found["cases"]] == [
        (IDS[0], {"points": 2, "total": 2}), (IDS[1], {"points": 2, "total": 6}),
    ]  # fmt: skip
    shown = grade(record(), model=None).stdout
    assert "0.667" in shown
    assert "1 cases have no usable key" in shown


def test_the_bench_counts_the_same(record):
    records = list(read_cases(record()))
    metrics = load("lgp").metrics(records)
    assert metrics["fully_solved"] == 1
    assert metrics["cells"] == pytest.approx((1 + 2 / 6 + 0) / 3)


def test_an_answer_with_a_row_too_many_is_not_fully_solved(record, grade):
    folder = record(lambda case: Answer(status=Verdict.UNVERIFIED, answer=[*(case.gold or ()), {"dogs": "Rex"}]))
    graders = one_object(grade(folder, "--json", model=None))["runs"][0]["graders"]
    assert (graders["exact"]["partial_score"], graders["exact"]["fully_solved"]) == (1, 0)


def test_a_model_grades_the_last_program_with_its_output_and_conversation(record, grade, loopback):
    folder = record()
    loopback.script("Both. 2/2", "One band. 3/6")
    found = one_object(grade(folder, "--json"))["runs"][0]
    told = [request.messages[0]["content"] for request in loopback.requests]
    assert "bands | fees | stages\nOwls | $2,500 | hill" in told[1]
    assert "There are 6 points" in told[1]
    for part in (CODE.strip(), "satisfied\n[{", "[assistant]\nRepaired."):
        assert part in told[1]
    assert "Unseen." not in told[1]
    model = found["graders"]["model"]
    assert (model["name"], model["n"], model["partial_score"], model["fully_solved"]) == ("grader", 2, 0.75, 1)
    assert (model["usage"]["calls"], model["failed"], model["other_total"]) == (2, {}, 0)
    pair = found["agreement"]["model_exact"]
    assert (pair["n"], pair["exact_match"], pair["over_estimated"], pair["either_full"]) == (2, 0.5, 0.5, 1)


def test_a_bare_answer_is_graded_by_its_conversation(record, grade, loopback):
    value = [{"dogs": "Basil", "ribbons": "1"}]
    folder = record(
        lambda _: Answer(
            status=Verdict.UNVERIFIED, answer=value, attempts=(attempt(value, "Basil.", contract="answer"),)
        )
    )
    loopback.script("1/2", "0/6")
    grade(folder)
    assert "There is no program" in loopback.requests[0].messages[0]["content"]


def test_nothing_is_asked_twice(record, grade, loopback):
    folder = record()
    loopback.script("2/2", Status(422, message="too long"))
    first = grade(folder, "--json")
    assert first.returncode == 0
    assert "graded all but 1 of the cases (train/puzzle_1:" in first.stderr
    assert list(one_object(first)["runs"][0]["graders"]["model"]["failed"]) == [IDS[1]]
    with (folder / FILE).open("a") as file:
        file.write('{"id": "tra')  # of a command that was killed
    loopback.script("2/6")
    again = one_object(grade(folder, "--json"))["runs"][0]
    assert len(loopback.requests) == 3
    assert again == one_object(grade(folder, "--json"))["runs"][0]
    assert len(loopback.requests) == 3
    assert again["agreement"]["model_exact"]["exact_match"] == 1
    assert len((folder / FILE).read_text().splitlines()) == 2


def test_a_case_that_was_run_again_is_graded_again(record, grade, loopback):
    folder = record()
    loopback.script("2/2", "2/6", "6/6")
    grade(folder)
    text = (folder / "cases.jsonl").read_text()
    (folder / "cases.jsonl").write_text(text.replace("Repaired.", "Repaired again.", 1))
    grade(folder)
    assert len(loopback.requests) == 3


@pytest.mark.parametrize(("reply", "model"), [("I cannot say.", 0), (length("2/2"), 0), (Reply("9/8"), 0)])
def test_replies_without_a_grade_are_counted_and_kept(record, grade, loopback, reply, model):
    folder = record()
    loopback.script(reply, reply)
    found = one_object(grade(folder, "--json"))["runs"][0]
    assert (found["graders"]["model"]["n"], found["graders"]["model"]["without_grade"]) == (model, 2)
    assert found["agreement"]["model_exact"]["exact_match"] is None
    assert found["cases"][0]["model"] is None
    grade(folder)
    assert len(loopback.requests) == 2


def test_grades_by_another_model_or_prompt_are_refused(record, grade, loopback):
    folder = record()
    loopback.script("2/2", "2/6")
    grade(folder)
    refused = grade(folder, model="other")
    check_refusal(refused, 2)
    assert "line 1: a grade by grader, not by other" in refused.stderr
    lines = [json.loads(line) for line in (folder / FILE).read_text().splitlines()]
    (folder / FILE).write_text("".join(json.dumps({**line, "prompt": "0"}) + "\n" for line in lines))
    refused = grade(folder)
    check_refusal(refused, 2)
    assert "a grade by another prompt" in refused.stderr
    (folder / FILE).write_text("{}\n")
    refused = grade(folder)
    check_refusal(refused, 2)
    assert "line 1: not a grade" in refused.stderr
    (folder / FILE).write_bytes(b"\xff\n")
    refused = grade(folder)
    check_refusal(refused, 2)
    assert "is damaged" in refused.stderr
    assert len(loopback.requests) == 2


def test_a_wrong_key_ends_it_at_once(record, grade, loopback):
    loopback.script(Status(401))
    refused = grade(record())
    check_refusal(refused, 2)
    assert "OPENAI_API_KEY" in refused.stderr
    assert len(loopback.requests) == 1


def test_people(record, grade, loopback, tmp_path):
    people = tmp_path / "people.csv"
    people.write_text(
        "id,gradable,points,total,reason\n"
        f"{IDS[0]},yes,2,2,\n{IDS[1]},yes,3,6,one band twice\n{IDS[2]},no,,,the key is damaged\n"
    )
    folder = record()
    loopback.script("2/2", "3/6")
    found = one_object(grade(folder, "--human", people, "--json"))["runs"][0]
    assert set(found["agreement"]) == {"model_people", "exact_people", "model_exact"}
    assert found["agreement"]["model_people"]["exact_match"] == 1
    exact = found["agreement"]["exact_people"]
    assert (exact["n"], exact["under_estimated"], exact["mean_absolute_difference"]) == (2, 0.5, pytest.approx(1 / 12))
    assert found["graders"]["people"] == {"n": 2, "partial_score": 0.75, "fully_solved": 1, "not_gradable": 1}
    assert found["cases"][1]["reason"] == "one band twice"
    alone = grade(folder, "--human", people, model=None)
    assert alone.returncode == 0
    assert "exact, people" in alone.stdout
    people.write_text("id,gradable,points,total,reason\nx,yes,1,1,\n")
    refused = grade(folder, "--human", people, model=None)
    check_refusal(refused, 2)
    assert "line 2: x is not a case of this run" in refused.stderr


def test_several_runs(record, grade, tmp_path):
    record(name="grid/one")
    record(name="grid/two")
    found = one_object(grade(tmp_path / "grid", "--json", model=None))["runs"]
    assert [each["run"].rpartition("/")[2] for each in found] == ["one", "two"]
    refused = grade(tmp_path / "grid", "--human", tmp_path / "x.csv", model=None)
    check_refusal(refused, 2)
    assert "for one run, but 2 were given" in refused.stderr


def test_what_cannot_be_graded(record, grade, tmp_path):
    (tmp_path / "empty").mkdir()
    check_refusal(grade(tmp_path / "empty", model=None), 2)
    with RunFolder(tmp_path / "new", run_record(benchmark="lgp")):
        pass
    refused = grade(tmp_path / "new", model=None)
    check_refusal(refused, 2)
    assert "holds no cases yet" in refused.stderr
    folder = record(lambda _: Answer(status=Verdict.FAILED, answer=None))
    text = (folder / "cases.jsonl").read_text()
    (folder / "cases.jsonl").write_text("".join(f"{line}\n" for line in text.splitlines() if IDS[2] in line))
    refused = grade(folder, model=None)
    check_refusal(refused, 2)
    assert "holds no logic grids with a usable key" in refused.stderr


@pytest.mark.parametrize("args", [("--model", "rules"), ("--base-url", "http://127.0.0.1:9/v1"), ("--prices", "1,2")])
def test_usage(record, grade, args):
    refused = grade(record(), *args, model=None)
    check_refusal(refused, 2)
    assert "--model" in refused.stderr
