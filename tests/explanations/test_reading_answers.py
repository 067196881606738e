"""Answers in all the forms in which people and programs write them."""

import json

import marked_puzzles as known
import pytest
from console import EXAMPLES

from solvent.explanations.checking.reading import marks_in, marks_of, read_answer
from solvent.solvers.errors import InputError

WHOLE = known.FRIENDS_ANSWER
PART = [{"friend": "Ada", "drink": None, "pet": "dog"}, None, {"friend": "Cyd", "drink": "tea", "pet": None}]


@pytest.fixture(scope="module")
def friends(solve):
    return solve(known.FRIENDS)


@pytest.fixture(scope="module")
def street(solve):
    return solve(known.STREET)


@pytest.fixture(scope="module")
def sudoku(solve):
    return solve((EXAMPLES / "sudoku.txt").read_text(encoding="utf-8"))


def said(text, subject):
    return {(fact.row, fact.column, fact.value, fact.holds) for fact in marks_of(text, subject)}


ALL = {(row["friend"], name, row[name], True) for row in WHOLE for name in ("drink", "pet")}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WHOLE),
        json.dumps({row["friend"]: {"drink": row["drink"], "pet": row["pet"]} for row in WHOLE}),
        json.dumps({row["friend"]: [row["pet"], row["drink"]] for row in WHOLE}),
        json.dumps({"header": ["friend", "drink", "pet"], "rows": [list(row.values()) for row in WHOLE]}),
        json.dumps({"answer": WHOLE}),
        json.dumps([{"person": row["friend"], "beverage": row["drink"], "animal": row["pet"]} for row in WHOLE]),
        "```json\n" + json.dumps(WHOLE, indent=1) + "\n```",
        "friend,drink,pet\nAda,milk,dog\nBen,cola,fish\nCyd,tea,cat\n",
        "friend;pet;drink\nCyd;cat;tea\nBen;fish;cola\nAda;dog;milk\n",
        "pet\tfriend\tdrink\nDOG\tada\tMilk\nfish\tBEN\tcola\ncat\tCyd\ttea\n",
        "| friend | drink | pet |\n|:--|---|--:|\n|Ada|**milk**|dog|\n| Ben | cola | fish |\n| Cyd | tea | cat |\n",
        "Ada: dog, milk\nBen: fish, cola\nCyd: cat, tea\n",
        "- Ada: milk and dog\n- Ben: cola and fish.\n- Cyd: tea and cat",
        "1. Ada - milk - dog\n2. Ben - cola - fish\n3. Cyd - tea - cat",
        "Ada = milk; pet = dog\nBen = cola; pet: fish\nCyd = tea; pet cat",
        "Ada milk dog\nBen cola fish\nCyd tea cat",
        "dog: Ada, milk\nfish: Ben, cola\ncat: Cyd, tea",
        "Ada   milk  dog\nBen   cola  fish\nCyd   tea   cat\n",
    ],
)
def test_a_whole_answer_in_many_forms(friends, text):
    assert said(text, friends.subject) == ALL
    assert marks_in(WHOLE, friends.subject) == marks_of(json.dumps(WHOLE), friends.subject)


def test_what_solve_prints_is_read(friends, street, sudoku):
    for answer in (friends, street, sudoku):
        for text in (str(answer), json.dumps(answer.to_dict()), json.dumps(answer.answer)):
            marks = marks_of(text, answer.subject)
            assert marks == marks_in(answer.answer, answer.subject)
            assert all(fact.holds for fact in marks)
    assert read_answer(str(sudoku), sudoku.subject) == sudoku.answer


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{key: value for key, value in row.items() if value} for row in PART if row]),
        "friend  drink  pet\nAda            dog\nCyd     tea\n",
        "friend,drink,pet\nAda,?,dog\nBen,,-\nCyd,tea,\n",
        "| friend | drink | pet |\n|---|---|---|\n| Ada | | dog |\n| Ben | ? | |\n| Cyd | tea | |",
        "Cyd: tea\nAda: dog",
        json.dumps([{"row": "Ada", "column": "pet", "value": "dog", "holds": True},
                    {"row": "cyd", "column": "drink", "value": "Tea"}]),
        json.dumps({"status": "verified", "steps": [{"derives": [{"row": "Ada", "column": "pet", "value": "dog"}]},
                                                    {"derives": [{"row": "Cyd", "column": "drink", "value": "tea"}]}]}),
    ],
)  # fmt: skip
def test_a_part_of_an_answer(friends, text):
    assert said(text, friends.subject) == {("Ada", "pet", "dog", True), ("Cyd", "drink", "tea", True)}
    assert read_answer(text, friends.subject) == [{"pet": "dog"}, None, {"drink": "tea"}]


@pytest.mark.parametrize(
    "text", ["Ben: not cat", "Ben: !cat", "Ben != cat", '[{"row":"Ben","column":"pet","value":"cat","holds":false}]']
)
def test_what_is_denied_holds_not(friends, text):
    assert said(text, friends.subject) == {("Ben", "pet", "cat", False)}
    assert read_answer(text, friends.subject) is None


@pytest.mark.parametrize("text", ["House 2: Jana, finch", "2. Jana - finch", "2 = Jana, finch", "Jana: house 2, finch",
                                  '{"house": "2", "person": "jana", "bird": "finch"}', '{"2": ["Jana", "finch"]}'],
)  # fmt: skip
def test_rows_that_are_numbered(street, text):
    assert said(text, street.subject) == {("2", "person", "Jana", True), ("2", "bird", "finch", True)}


def test_a_board_in_lines_or_in_one(sudoku):
    subject, rows = sudoku.subject, sudoku.answer
    lines = ["".join(map(str, row)) for row in rows]
    spaced = "\n".join(" ".join(map(str, row[:3])) + " | " + " ".join(map(str, row[3:])) for row in rows)
    for text in ("\n".join(lines), "".join(lines), spaced, spaced.replace("\n", "\n------+------\n", 1)):
        assert read_answer(text, subject) == rows
    for unknown in "._0":
        text = "".join(lines)[:2] + unknown * 79
        assert said(text, subject) == {(1, 1, rows[0][0], True), (1, 2, rows[0][1], True)}


def test_parts_of_other_answers():
    subject = known.sacks(x=1, y=2, z=6)
    for text in (
        "x = 1, z: 6",
        '{"x": 1, "z": "6"}',
        "x=1\nz=6\ny=?",
        '[{"path": "/x", "value": 1}, {"path": "/z", "value": 6}]',
    ):
        assert {(fact.path, fact.value) for fact in marks_of(text, subject)} == {("/x", 1), ("/z", 6)}
        assert read_answer(text, subject) == {"x": 1, "z": 6}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("verified: no other answer.", "only the status"),
        ("Ada: catt", "did you mean cat?"),
        ("Ada: -cat", "read in two ways"),
        ("x" * 200_000, "cannot be read as a table"),
        ("Dora: cat", "'Dora' is no value"),
        ("Quirin: zither\nRosa: tuba", "another puzzle"),
        ("cat, tea", "does not say which friend"),
        ("Ada: cat\nAda: dog", "two values for one place"),
        ("Ada: Ben, cat", "about both"),
        ('{"status": "failed", "answer": null}', "no answer"),
        ('{"x": 1}', "'x' is no column"),
        ("[[1, 2], [3, 4]]", "'1' is no value"),
        ("7", "'7' is no value"),
        ("[]", "something else"),
        ("null", "something else"),
        ("friend,drink\nAda,milk,dog", "3 cells"),
        ('[{"row": "Ada", "column": "hat", "value": "red"}]', "'hat' is no column"),
    ],
)
def test_what_cannot_be_read_is_refused(friends, text, why):
    with pytest.raises(InputError) as caught:
        marks_of(text, friends.subject)
    assert why in str(caught.value)


@pytest.mark.parametrize(("text", "why"), [("12\n34", "9 rows"), ("1" * 80, "9 rows"), ("[[1]]", "9 rows")])
def test_a_board_of_another_shape(sudoku, text, why):
    with pytest.raises(InputError, match=why):
        marks_of(text, sudoku.subject)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("w = 1", "'w' is no part"),
        ("[1]", "object"),
        ("hello", "no answer of this"),
        ('{"x": [1]}', "another shape"),
        ('[{"path": "/q", "value": 1}]', "no such place"),
    ],
)
def test_another_answer_of_another_shape(text, why):
    with pytest.raises(InputError, match=why):
        marks_of(text, known.sacks(x=1, y=2, z=6))
