"""`solvent ask`: what it prints, and its exit codes; with a model, other wordings."""

import json
from pathlib import Path

import pytest
from console import solvent_here
from loopback import Reply

EXAMPLES = Path(__file__).parents[1] / "examples"
ZEBRA = str(EXAMPLES / "zebra.txt")


@pytest.fixture
def ask(capsys):
    def run(*args):
        return solvent_here(capsys, "ask", *args)

    return run


def test_json(ask):
    done = ask(ZEBRA, "can't Ada have the cat?", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert (found["reply"], found["kind"], found["clues"]) == (True, "cannot", [2])
    assert "clue 2" in found["text"]


def test_text_with_the_clues_and_a_witness(ask):
    done = ask(ZEBRA, "could the tortoise be in house 1?")
    assert done.stdout.startswith("Yes: there is an answer in which the tortoise is in house 1.")
    assert "Clara" in done.stdout
    assert "  4. Ada drinks coffee." in ask(ZEBRA, "what does Ada drink?").stdout


@pytest.mark.parametrize(
    ("file", "question", "code", "said"),
    [
        (ZEBRA, "could the fish be in house 2?", 2, "goldfish"),
        (ZEBRA, "what is the meaning of it all?", 13, "Wordings that work"),
        (str(EXAMPLES / "contradictory.txt"), "who drinks tea?", 13, "contradict each other"),
        (str(EXAMPLES / "lorry.txt"), "could total be 12?", 13, "clue"),
        ("no such file", "who?", 2, "cannot read"),
    ],
)
def test_exit_codes(ask, file, question, code, said):
    done = ask(file, question)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


def test_a_model_rewords_and_never_answers(ask, loopback):
    def said(request):
        if "Is there a feline" not in request.messages[0]["content"]:
            return Reply("no program")  # `solve` has the model write programs, too
        return Reply('{"kind": "who", "statement": "Who keeps the cat?", "clue": null}')

    loopback.script(*[said] * 20)
    model = ("--model", "loopback-1", "--base-url", loopback.url)
    found = json.loads(ask(ZEBRA, "Is there a feline, and if so, who feeds it?", "--json", *model).stdout)
    assert (found["kind"], found["reply"], found["clues"]) == ("who", "Bruno", [2])
    assert "A model took the question" in found["text"]
