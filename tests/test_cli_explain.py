"""`solvent explain` and `solve --explain`: steps, hints and pictures on the command line."""

import json
from xml.etree import ElementTree as ET

import pytest
from console import EXAMPLES, solvent_here

SMALL, ZEBRA = EXAMPLES / "small.txt", EXAMPLES / "zebra.txt"
SUDOKU = "Sudoku 4x4\n\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n"


def explained(capsys, *arguments, code=0):
    done = solvent_here(capsys, "explain", *arguments)
    assert done.returncode == code, done.stderr
    return done


def test_the_json_has_steps_of_facts_and_a_grade(capsys):
    found = json.loads(explained(capsys, SMALL, "--json").stdout)
    assert (found["status"], found["complete"], found["reason"]) == ("verified", True, "")
    assert found["difficulty"] == {"grade": "very easy", "steps": len(found["steps"]), "clues_at_once": 1, "nested": 0}
    assert found["steps"][0] == {
        "clues": [1],
        "rules": ["one value each", "each value once"],
        "uses": [],
        "derives": [
            {"row": "Nora", "column": "herbs", "value": "mint", "holds": True},
            *(
                {"row": row, "column": "herbs", "value": value, "holds": False}
                for row, value in (("Nora", "basil"), ("Nora", "thyme"), ("Otis", "mint"), ("Petra", "mint"))
            ),
        ],
        "text": 'Clue 1, "Nora grows mint.": mint goes with Nora.',
    }


def test_solve_explains_too(capsys):
    done = solvent_here(capsys, "solve", SMALL, "--explain", "--json")
    found = json.loads(done.stdout)
    assert found["steps"] == json.loads(explained(capsys, SMALL, "--json").stdout)["steps"]
    assert found["answer"][0]["herbs"] == "mint"
    shown = solvent_here(capsys, "solve", SMALL, "--explain").stdout
    assert "verified: " in shown
    assert "1. Clue 1" in shown


def test_rows_and_columns_of_a_plain_grid_count_from_one(capsys, tmp_path):
    (tmp_path / "sudoku.txt").write_text(SUDOKU)
    found = json.loads(explained(capsys, tmp_path / "sudoku.txt", "--json").stdout)
    first = found["steps"][0]
    assert (first["rules"], first["clues"]) == (["given"], [1])
    assert first["derives"][0] == {"row": 1, "column": 1, "value": 1, "holds": True}
    assert "The cells that are given." in explained(capsys, tmp_path / "sudoku.txt").stdout


def test_a_hint_goes_on_from_a_state(capsys, tmp_path):
    (tmp_path / "state").write_text("House 1: Clara, yellow\n")
    found = json.loads(explained(capsys, ZEBRA, "--hint", "--state", tmp_path / "state", "--json").stdout)
    assert len(found["steps"]) == 1
    assert {"row": "1", "column": "people", "value": "Clara", "holds": True} in found["known"]


def test_a_wrong_mark_is_named(capsys, tmp_path):
    (tmp_path / "state").write_text("House 1: blue\n")
    done = explained(capsys, ZEBRA, "--hint", "--state", tmp_path / "state", code=12)
    assert "clue 7" in done.stdout


def test_a_step_can_be_zoomed_into(capsys):
    whole = json.loads(explained(capsys, ZEBRA, "--json").stdout)["steps"]
    number = next(n for n, step in enumerate(whole, 1) if len(step["clues"]) > 1)
    zoomed = json.loads(explained(capsys, ZEBRA, "--zoom", str(number), "--json").stdout)["steps"][number - 1]
    assert zoomed["supposes"]["holds"] != zoomed["derives"][0]["holds"]
    assert all(len(step["clues"]) < 2 for step in zoomed["steps"])
    assert "Suppose that" in explained(capsys, ZEBRA, "--zoom", str(number)).stdout
    assert "there is no step 400" in explained(capsys, ZEBRA, "--zoom", "400", code=2).stderr


@pytest.mark.parametrize(("form", "sign"), [("md", "# "), ("html", "<!doctype html"), ("svg", "<svg")])
def test_documents_stand_alone(capsys, form, sign):
    text = explained(capsys, SMALL, "--format", form).stdout
    assert sign in text[:400].lower()
    assert "http" not in text.replace("http://www.w3.org", "")
    if form == "svg":
        ET.fromstring(text)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("hello there", 13, "nothing can be explained"),
        ((EXAMPLES / "ambiguous.txt").read_text(), 11, ""),
        ((EXAMPLES / "contradictory.txt").read_text(), 12, "contradict each other"),
    ],
)
def test_the_exit_code_is_that_of_solve(capsys, tmp_path, text, code, said):
    (tmp_path / "puzzle").write_text(text)
    done = explained(capsys, tmp_path / "puzzle", "--json", code=code)
    assert said in done.stderr
    assert isinstance(json.loads(done.stdout)["steps"], list)


@pytest.mark.parametrize("data", [b"", b"\0\1", b"\xff\xfe\x41\x00"])
def test_a_state_that_is_no_text_is_refused(capsys, tmp_path, data):
    (tmp_path / "state").write_bytes(data)
    assert "Traceback" not in explained(capsys, SMALL, "--hint", "--state", tmp_path / "state", code=2).stderr
