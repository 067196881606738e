"""Word puzzles on the command line: what is missing, what is wrong, and what stays open."""

import json

import pytest
from console import one_object, solvent

CRYPTOGRAM = "Decode this cryptogram:\n"


def test_without_the_word_lists_it_is_said_what_to_install(tmp_path):
    (tmp_path / "wordfreq.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    result = solvent("solve", "examples/cryptogram.txt", "--json", PYTHONPATH=str(tmp_path))
    assert result.returncode == 2
    assert result.stdout == ""
    assert "pip install 'solvent[words]'" in result.stderr
    assert "Traceback" not in result.stderr


def test_doctor_tells_of_the_word_lists():
    found = json.loads(solvent("doctor", "--json").stdout)
    assert found["frameworks"]["wordplay"] == {"ok": True, "detail": "its word lists are installed"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"{CRYPTOGRAM}XQ JWZ LKMW\nX = I\nX = A", "map X twice"),
        (f"{CRYPTOGRAM}XQ JWZ LKMW\nX = I\nQ = I", "two letters to I"),
        ("A drop quote:\n_ _\n_ #\n\nColumn 1: A B\nColumn 2: C D", "Column 2 has 1 cells"),
    ],
)
def test_a_flaw_is_named_with_its_place(text, place):
    result = solvent("solve", "--text", text, "--json")
    found = one_object(result)
    assert (found["status"], result.returncode) == ("failed", 13)
    assert place in found["reason"]


@pytest.mark.parametrize("cipher", ["KVJJWL", "DUZ KEYUGJ GH TZSZS UGJ WZS DUZF GT VEPPZS, LZH DUZ MGSJ JUSSZS"])
def test_what_cannot_be_told_is_not_verified(cipher):
    """A single word, and a text in another language."""
    result = solvent("solve", "--text", CRYPTOGRAM + cipher, "--json")
    found = one_object(result)
    assert (found["status"], result.returncode) == ("unverified", 10)
    (fact,) = (fact for fact in found["evidence"] if fact["check"] == "ahead of the second best")
    assert not fact["passed"]
    assert "not proven" in fact["detail"]
    assert found["alternatives"]


def test_constraints_cannot_state_it():
    result = solvent("solve", "examples/cryptogram.txt", "--framework", "smtlib")
    assert result.returncode == 2
    assert "wordplay" in result.stderr
