"""AR-LSAT and LogiQA: their files, and the letters in plain replies."""

import json

import pytest
from console import one_object, solvent_here
from exam_questions import FLAT, LOGIQA, LOGIQA2, LSAT, PASSAGE
from loopback import Json

from solvent.agents import OpenAIModel
from solvent.benchmarks import BenchmarkError, load
from solvent.benchmarks.cases import Case
from solvent.translators.sentences import pieces

LSAT_SET, LOGIQA_SET = load("ar-lsat"), load("logiqa")


def test_passages_with_questions_and_flat_rows(ar_lsat):
    cases = {case.id: case for case in LSAT_SET.load(ar_lsat)}
    assert {name: (case.group, case.gold["answer"]) for name, case in cases.items()} == {
        "flat_1": ("AR_DevelopmentData", "B"), "p1_1": ("AR_TestData", "C"), "p1_2": ("AR_TestData", "B"),
    }  # fmt: skip
    text = cases["p1_2"].text
    assert text.startswith(f"{PASSAGE}\n\nIf K is second,")
    assert "\n(A) J is third.\n(B) L is third.\n" in text  # letters of their own are not repeated
    assert cases["p1_1"].options["answer_schema"]["properties"]["answer"]["enum"] == list("ABCDE")


def test_both_editions_of_logiqa(logiqa):
    cases = {case.id: case for case in LOGIQA_SET.load(logiqa)}
    assert {name: (case.group, case.gold["answer"]) for name, case in cases.items()} == {
        "Test/1": ("Test", "C"), "Test/2": ("Test", "A"), "test/4": ("Categorical Reasoning", "A"),
    }  # fmt: skip
    assert "\n(B) It is noon.\n" in cases["Test/1"].text


@pytest.mark.parametrize(
    ("name", "file", "content", "why"),
    [
        ("ar-lsat", "AR_TestData.json", "[", "not valid JSON"),
        ("ar-lsat", "AR_TestData.json", "{}", "not a list"),
        ("ar-lsat", "AR_TestData.json", json.dumps([{**FLAT[0], "answers": ["one"]}]), "item 1: not 2 to 8 options"),
        ("ar-lsat", "AR_TestData.json", json.dumps([{"passage": "?", "questions": [{}]}]), "item 1: no question"),
        ("ar-lsat", "AR_TestData.json", json.dumps([*LSAT, *LSAT]), "two questions have the id p1_1"),
        ("ar-lsat", "other.json", "[]", "has no AR_*.json"),
        ("logiqa", "Test.txt", LOGIQA.replace("D.All lamps are lit.\n", ""), "line 1: not an empty line and seven"),
        ("logiqa", "Test.txt", LOGIQA[: LOGIQA.index("C.Tam")], "line 9: not an empty line and seven"),
        ("logiqa", "test.jsonl", json.dumps(LOGIQA2) + "\n[]\n", "line 2: not an object"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, name, file, content, why):
    (tmp_path / file).write_text(content)
    with pytest.raises(BenchmarkError) as error:
        load(name).load(tmp_path)
    assert why in str(error.value)


def test_a_question_without_a_right_option_is_broken(tmp_path):
    file = tmp_path / "test.jsonl"
    file.write_text("".join(json.dumps({**LOGIQA2, "id": n, "answer": n}) + "\n" for n in (3, 4)))
    cases = LOGIQA_SET.load(file)
    assert [bool(case.broken) for case in cases] == [False, True]
    assert not any(LOGIQA_SET.score(cases[1], {"answer": letter}).strict for letter in "ABCD")


CASE = Case("c", "g", "?", {"answer": "C"}, "ABCDE")


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("The answer is C.", "C"),
        ("A cannot be. So the correct answer is (D) and not (A).", "D"),
        ("**Answer:** **B**", "B"),
        ("Final answer: $\\boxed{E}$", "E"),
        ("So \\boxed{\\text{A}}.", "A"),
        ('```json\n{"answer": "D"}\n```', "D"),
        ("Is the answer A? No. The answer is B. C is wrong.", "B"),
        ("正确答案是\uff1a\uff08C\uff09。", "C"),
        ("所以选 B", "B"),
        ("Let me see.\n\n(C)\n", "C"),
        ("C.", "C"),
        ("The answer is A or B.", None),
        ("The answer is (A), (C).", None),
        ("The answer is G.", None),
        ("The answer is Cheddar.", None),
        ("I cannot tell whether A is true.", None),
        ("", None),
    ],
)
def test_letters_in_plain_replies(reply, letter):
    assert LSAT_SET.extract(CASE, reply) == (letter and {"answer": letter})


def test_only_an_object_with_the_letter_is_right():
    assert LSAT_SET.score(CASE, {"answer": "C"}).strict
    others = [
        "C",
        {"answer": "c"},
        {"answer": ["C"]},
        {"answer": "C", "other": 1},
        None,
        {"answer": ""},
        {"answer": "CD"},
    ]
    assert not any(LSAT_SET.score(CASE, other).strict for other in others)


@pytest.mark.parametrize(("name", "column"), [("ar-lsat", "ar_lsat"), ("logiqa", "logiqa")])
def test_rules_alone_end_without_an_answer(capsys, request, name, column):
    data = request.getfixturevalue(name.replace("-", "_"))
    found = one_object(solvent_here(capsys, "bench", name, "--data", data, "--json"))
    assert (found["n"], found["metrics"]["accuracy"], found["metrics"]["accuracy_sd"]) == (3, 0, None)
    beside = found["comparison"]
    assert beside["mine"] == {column: {"accuracy": 0}}
    assert 0.2 < beside["published"]["GPT-3.5-Turbo"][column]["accuracy"] < 0.3


CPMPY = """\
# expects: must
import cpmpy as cp
j, k, l, m, n = cp.intvar(1, 5, shape=5)
model += cp.AllDifferent([j, k, l, m, n])
with clue(1):
    model += j < k
with clue(2):
    model += n == 5
answer = {"A": k == 1, "B": l == 2, "C": j != 4, "D": m == 3, "E": k == 3}
"""
SMTLIB = """\
; expects: must
(declare-const j Int)
(declare-const k Int)
(declare-const l Int)
(declare-const m Int)
(declare-const n Int)
; clue
(assert (distinct j k l m n))
(assert (and (<= 1 j 5) (<= 1 k 5) (<= 1 l 5) (<= 1 m 5) (<= 1 n 5)))
; clue 1
(assert (< j k))
; clue 2
(assert (= n 5))
; answer
; {"A": "(= k 1)", "B": "(= l 2)", "C": "(distinct j 4)", "D": "(= m 3)", "E": "(= k 3)"}
"""


def test_a_model_states_the_options_and_the_solver_finds_which_must_be_true(ar_lsat, loopback, solve):
    case = next(case for case in LSAT_SET.load(ar_lsat) if case.id == "p1_1")
    numbers = [
        number for number, piece in enumerate(pieces(case.text), 1) if "J crosses" in piece or "N crosses" in piece
    ]
    sorting = {
        "kind": "ordering",
        "expects": "must",
        "objective": "",
        "clues": [{"pieces": [number], "says": ""} for number in numbers],
        "entities": [{"name": "carts", "members": list("JKLMN")}],
        "answer_example": '{"answer": "A"}',
    }

    def play(request):
        if "numbered pieces" in request.messages[-1]["content"]:
            return Json(sorting)
        in_smtlib = "smt2" in request.messages[0]["content"]
        return f"```smt2\n{SMTLIB}```" if in_smtlib else f"```python\n{CPMPY}```"

    loopback.script(play)
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    answer = solve(case.text, model=model, use_rules=False, **case.options)
    assert (answer.status, answer.answer) == ("verified", {"answer": "C"}), answer.reason
    assert LSAT_SET.score(case, answer.answer).strict
