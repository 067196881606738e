"""What `solvent solve` says of a text: the role of every part, what was not read and why, what was guessed."""

import json

import pytest
from console import solvent_here

TEXT = """\
Three friends each own a different pet.
friend: Ann, Ben, Carl
pet: cat, dog, fish

Clues:
1. {first}
2. Ben owns the dog.

Who owns the fish? Good luck!
"""


def solved(capsys, first, *options):
    return solvent_here(capsys, "solve", "--text", TEXT.format(first=first), *options)


def test_every_part_is_shown_with_its_role(capsys):
    done = solved(capsys, "Ann owns the cat.", "--show", "clues")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    roles = {line[10:].strip(): line[:10].strip() for line in lines if line and not line.startswith((" ", "1", "2"))}
    assert roles["Three friends each own a different pet."] == "rule"
    assert roles["pet: cat, dog, fish"] == "category"
    assert roles["1. Ann owns the cat."] == "clue"
    assert roles["Who owns the fish?"] == "question"
    assert roles["Good luck!"] == "courtesy"


def test_the_json_holds_the_whole_text_and_the_guesses(capsys):
    found = json.loads(solved(capsys, "Ann washed the cat.", "--json").stdout)
    assert found["status"] == "unverified"
    assert found["guesses"] == ["taking 'washed' to link the values: took 'Ann washed the cat.' to say that Ann is cat"]
    assert [part["role"] for part in found["text"]] == [
        "rule", "category", "category", "courtesy", "clue", "clue", "question", "courtesy",
    ]  # fmt: skip
    assert all(part.keys() == {"text", "role", "reason"} for part in found["text"])


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_not_read_is_said_at_once(capsys, options):
    done = solved(capsys, "Ann washed the cat.", *options)
    assert done.returncode == 10
    assert 'clue 1 was not understood: "Ann washed the cat."' in done.stderr
    assert "'washed' is not known to link these values" in done.stderr
    assert "If it means that Ann is cat, say just that." in done.stderr


def test_what_is_outside_the_clues_is_said_too(capsys):
    done = solvent_here(
        capsys, "solve", "--text", "All of the clues are false.\n" + TEXT.format(first="Ann owns the cat.")
    )
    assert done.returncode == 10
    assert "\"All of the clues are false.\" ('false' refers to truth or falsehood)" in done.stderr


def test_a_text_that_is_no_puzzle_is_told_so(capsys):
    done = solvent_here(capsys, "solve", "--text", "Boil two eggs. Add salt.")
    assert done.returncode == 13
    assert "Understood: nothing" in done.stdout
    assert "--model" in done.stdout
