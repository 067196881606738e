"""`solvent synthesize --steps`: explanations in words as training data, every step checked by another solver."""

import json

import pytest
from console import EXAMPLES, check_refusal, one_object, solvent_here
from seated import puzzle, write

from solvent.benchmarks.training.proving import fault
from solvent.benchmarks.training.tracing import traced
from solvent.benchmarks.verifiers.posed import Told
from solvent.explanations.facts import Fact

SMALL = (EXAMPLES / "small.txt").read_text("utf-8")
AMBIGUOUS = (EXAMPLES / "ambiguous.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def explained(solve, in_pool):
    answer = solve(SMALL)
    return answer.subject, in_pool(lambda pool: answer.aexplain(pool=pool))


def test_steps_of_texts_and_of_puzzles_with_verifiers(capsys, tmp_path):
    stated = "Names: Ann, Bob\nPets: cat, dog\n"
    posed = puzzle().model_copy(update={"background": stated, "constraints": ("Ann owns the cat.",)})
    texts = [json.dumps({"id": name, "text": text}) for name, text in (("small", SMALL), ("two", AMBIGUOUS))]
    file, out = write(tmp_path / "puzzles.jsonl", *texts, texts[0], "{broken", posed), tmp_path / "out"
    run = ("synthesize", file, "--steps", "--out", out, "--workers", "1")
    found = one_object(solvent_here(capsys, *run, "--json"))
    assert (found["puzzles"], found["without_verifier"]) == (1, 2)
    excluded = {"the rules' answer is ambiguous, not verified": 1}
    assert found["files"]["steps.jsonl"] == {"lines": 2, "excluded": excluded, "repeated": 0}
    assert [each["why"] for each in found["dropped"]] == ["it is no puzzle"]

    (first, second) = [json.loads(line) for line in (out / "steps.jsonl").read_text("utf-8").splitlines()]
    assert (first["puzzle"], first["model"], second["puzzle"]) == ("seats-Ann", "rules", "small")
    asked, told = (message["content"] for message in second["messages"])
    assert asked.endswith(SMALL.strip())
    for number, step in enumerate(second["steps"], 1):
        assert f"{number}. {step['text']}\n" in told
    answer = json.loads(second["answer"])
    assert json.loads(told.partition("```json\n")[2].partition("\n```")[0]) == answer
    assert second["steps"][0]["clues"] == [1]
    known = [json.loads(fact) for step in second["steps"] for fact in step["derives"]]
    held = {(fact["row"], fact["column"]): fact["value"] for fact in known if fact["holds"]}
    assert held == {(row["friends"], key): row[key] for row in answer for key in ("herbs", "pots")}
    card = (out / "README.md").read_text("utf-8")
    assert "## steps.jsonl" in card
    assert "| 1 puzzles | the rules' answer is ambiguous, not verified |" in card


def test_without_a_verifier_there_are_steps_alone(capsys, tmp_path):
    file, out = write(tmp_path / "puzzles.jsonl", json.dumps({"id": 1, "text": SMALL})), tmp_path / "out"
    done = solvent_here(capsys, "synthesize", file, "--steps", "--no-programs", "--limit", "1", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert {each.name for each in out.glob("[!.]*")} == {
        "steps.jsonl",
        "README.md",
        "asked.json",
        "replies.jsonl",
        "runs.jsonl",
    }
    check_refusal(solvent_here(capsys, "synthesize", file, "--out", tmp_path / "other"), 2)


STATED = """\
(declare-const Bo Int)
(declare-const Cy Int)
(assert (and (<= 1 Bo 2) (<= 1 Cy 2) (distinct Bo Cy)))
; clue 1
(assert (not (= Bo 2)))
; answer
; {"Bo": "Bo", "Cy": "Cy"}
"""
UNREAD = "Names: Bo, Cy\nSeats: 1, 2\n\n1. Blorp, quoth the raven of Bo.\n"


@pytest.mark.parametrize(
    ("code", "answer", "problem"),
    [
        (STATED, {"Bo": 1, "Cy": 2}, ""),
        (STATED, {"Bo": 2, "Cy": 1}, "its own program does not give its answer"),
        (STATED.replace("(not (= Bo 2))", "true"), {"Bo": 1, "Cy": 2}, "its own program "),
        (STATED.replace("clue 1", "clue 7"), {"Bo": 1, "Cy": 2}, "its own program states clues"),
        ("(", {"Bo": 1}, "its own program does not give its answer"),
    ],
)
def test_a_line_may_have_a_program_of_its_own(in_pool, code, answer, problem):
    """As the lines of `solvent generate` have: the rules need not read the text."""
    told = Told("a", UNREAD, "en", ("smtlib", code), answer)
    found = in_pool(lambda pool: traced(told, pool))
    assert found.problem.startswith(problem)
    if not problem:
        assert (found.problem, found.by_rules) == ("", False)
        assert [step.clues for step in found.explanation.steps][:1] == [(1,)]
    without = in_pool(lambda pool: traced(Told("a", UNREAD), pool))
    assert without.problem == "the rules' answer is failed, not verified"


def test_a_true_explanation_has_no_fault(explained, in_pool):
    subject, explanation = explained
    assert in_pool(lambda pool: fault(subject, explanation, pool)) == ""


def changed(explanation, place, **update):
    steps = list(explanation.steps)
    steps[place] = steps[place].model_copy(update=update)
    return explanation.model_copy(update={"steps": tuple(steps)})


def test_false_explanations_are_found_out(explained, in_pool):
    """Without a clue, with a fact that does not follow, with one used too early, and cut short."""
    subject, explanation = explained
    first = explanation.steps[0]
    assert first.clues
    assert explanation.steps[-1].uses
    lie = Fact(row="Petra", column="pots", value="copper")
    said = {
        "a step does not follow, as another solver finds": [
            changed(explanation, 0, clues=()),
            changed(explanation, 0, derives=(*first.derives, lie)),
        ],
        "a step uses what was not derived before": [changed(explanation, 0, uses=(lie,))],
        "the steps do not lead to the answer": [explanation.model_copy(update={"steps": explanation.steps[:-1]})],
    }
    for why, some in said.items():
        for each in some:
            assert in_pool(lambda pool, each=each: fault(subject, each, pool)) == why


def test_the_check_reads_numbers_and_given_cells(solve, in_pool):
    """Of a Sudoku, whose cells are bit-vectors or constants in the program that is asked."""
    answer = solve("Sudoku\n12..\n..12\n2...\n...3")
    explanation = in_pool(lambda pool: answer.aexplain(pool=pool))
    assert in_pool(lambda pool: fault(answer.subject, explanation, pool)) == ""
    lie = Fact(row=1, column=3, value=3 if answer.answer[0][2] != 3 else 4)
    wrong = changed(explanation, 0, derives=(*explanation.steps[0].derives, lie))
    assert "does not follow" in in_pool(lambda pool: fault(answer.subject, wrong, pool))
