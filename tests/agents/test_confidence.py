"""The patterns of evidence, the table of counts, and the confidence of an answer."""

import json

import pytest

from solvent import Answer
from solvent.agents import confidence as module
from solvent.agents import gate
from solvent.agents.confidence import CalibrationError, Count, confidence, pattern, read, table
from solvent.agents.state import RULES, Attempt, Evidence, Job, Usage, Verdict, Writer
from solvent.agents.text_evidence import CATEGORIES, CONVENTIONS, TEXT
from solvent.solvers import Outcome, Program, Search, Status

OAK, ELM = Writer(kind="model", name="oak"), Writer(kind="model", name="elm")
UNIQUE, AHEAD, CLOSE = ("unique", True), (gate.MARGIN, True), (gate.MARGIN, False)

GUESSED = ("reading", False)


def answer(status, *facts, writer=RULES, contract="model", calls=0, doubt=None, share=None):
    """An answer with some evidence: pairs of a check and whether it passed, with a witness or without."""
    guesses = {} if share is None else {"guesses": ((1, 0),), "share": share}
    job = Job(id=0, writer=writer, framework="smtlib", contract=contract, **guesses)
    search = None if doubt is None else Search(score=0, margin=1, needed=2, doubt=doubt)
    program = Program(framework="smtlib", preamble='{"kind": "crossword"}' if search else "")
    outcome = Outcome(status=Status.SATISFIED, answer=1, search=search)
    second = Outcome(status=Status.UNSATISFIABLE) if share else None
    attempt = Attempt(job=job, program=program, outcome=outcome, second=second)
    evidence = [
        Evidence(check=check, passed=passed, witness=witness[0] if witness else None)
        for check, passed, *witness in facts
    ]
    given = {"answer": 1, "program": program, "attempts": (attempt,), "evidence": tuple(evidence)}
    return Answer(status=status, usage=Usage(calls=calls), **given)


RULES_PATTERNS = {
    "proven": answer("verified", UNIQUE),
    "proven, assuming what is implied": answer("verified", ("reading", True), UNIQUE),
    "guessed": answer("unverified", ("clues understood", False), ("reading", False), UNIQUE),
    "guessed, nearly all that fits says so": answer("unverified", GUESSED, share=0.95),
    "guessed, most that fits says so": answer("unverified", GUESSED, share=0.6),
    "guessed, some that fits says so": answer("unverified", GUESSED, share=0.2),
    "guessed, nothing leaves one answer": answer("unverified", GUESSED, share=0.0),
    "part of the text left out": answer("unverified", (TEXT, False), UNIQUE),
    "one reading of what is left open": answer("unverified", (CATEGORIES, True), (CONVENTIONS, False), UNIQUE),
    "one of several": answer("ambiguous", ("unique", False)),
    "not proven": answer("unverified", ("unique", None)),
    "searched, far ahead": answer("verified", AHEAD, doubt=""),
    "searched, hardly ahead": answer("unverified", CLOSE, doubt=""),
    "searched, in doubt, crossword": answer("unverified", CLOSE, doubt="few words are known"),
}
CONFIRMED, DENIED = (gate.INDEPENDENT, True, ELM), (gate.INDEPENDENT, False)
MODEL_PATTERNS = {
    "confirmed by another author": answer("verified", UNIQUE, CONFIRMED, writer=OAK),
    "confirmed by itself": answer("verified", UNIQUE, (gate.INDEPENDENT, True, OAK), writer=OAK),
    "checked by another author": answer("verified", UNIQUE, (gate.CHECKED, True, ELM), writer=OAK),
    "checked by itself": answer("verified", UNIQUE, (gate.CHECKED, True, OAK), writer=OAK),
    "confirmed by another author and checked by itself": answer(
        "verified", UNIQUE, (gate.CHECKED, True, OAK), CONFIRMED, writer=OAK
    ),
    "disputed": answer("unverified", UNIQUE, DENIED, writer=OAK),
    "sound, unconfirmed": answer("unverified", UNIQUE, (gate.INDEPENDENT, None), (gate.SAME_KIND, True), writer=OAK),
    "a check of its own not passed": answer("unverified", (gate.WORDING, False), writer=OAK),
    "a script or a bare answer, unconfirmed": answer("unverified", writer=OAK, contract="script"),
    "one of several": answer("ambiguous", ("unique", False), writer=OAK),
}


@pytest.mark.parametrize("name", RULES_PATTERNS)
def test_patterns_of_the_rules(name):
    assert pattern(RULES_PATTERNS[name]) == f"rules: {name}"


@pytest.mark.parametrize("name", MODEL_PATTERNS)
def test_patterns_of_a_model(name):
    assert pattern(MODEL_PATTERNS[name]) == f"model: {name}"


def test_words_from_a_model_are_not_the_rules_own():
    assert pattern(answer("verified", AHEAD, calls=1)) == "rules with a model's words: searched, far ahead"
    assert pattern(answer("verified", UNIQUE, calls=1)) == "rules: proven"


def test_no_answer_has_no_pattern():
    assert pattern(Answer(status=Verdict.FAILED)) is None
    assert confidence(Answer(status=Verdict.FAILED)) is None
    assert pattern(Answer(status=Verdict.UNVERIFIED, answer=1)) is None


@pytest.mark.parametrize(
    ("n", "right", "found"),
    [(0, 0, None), (19, 19, None), (20, 20, 0.976), (20, 0, 0.024), (99, 50, 0.505), (10**6, 10**6, 0.999)],
)
def test_the_confidence_of_a_count(n, right, found):
    assert Count(n, right).confidence == found


def test_the_shipped_table_is_sound():
    found = read(module.SHIPPED)
    known = {f"rules: {name}" for name in (*RULES_PATTERNS, "read roughly")}
    known |= {f"{who}: {name}" for who in ("model", "rules with a model's clauses") for name in MODEL_PATTERNS}
    assert {name for name in found if "words: " not in name and "in doubt" not in name} <= known
    assert found["rules: proven"].confidence > 0.99


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Write a table, and name it in the environment."""

    def name(text):
        file = tmp_path / f"{abs(hash(text))}.json"
        file.write_text(text)
        monkeypatch.setenv(module.VARIABLE, str(file))
        return file

    return name


def test_another_table(named, solve):
    named(json.dumps({"format": 1, "patterns": {"rules: proven": {"n": 99, "right": 50}}}))
    assert confidence(RULES_PATTERNS["proven"]) == 0.505
    assert confidence(RULES_PATTERNS["guessed"]) is None
    found = solve("Find two numbers whose sum is 12 and whose difference is 4.")
    assert (found.status, found.confidence) == ("verified", 0.505)
    assert found.to_dict()["confidence"] == 0.505


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": 1}',
        '{"format": 2, "patterns": {}}',
        '{"format": 1, "patterns": {"a": [1, 1]}}',
        '{"format": 1, "patterns": {"a": {"n": 1, "right": 2}}}',
        '{"format": 1, "patterns": {"a": {"n": 1.5, "right": 1}}}',
    ],
)
def test_a_damaged_table_is_reported(named, solve, text):
    file = named(text)
    with pytest.raises(CalibrationError, match=str(file)):
        table()
    with pytest.raises(CalibrationError, match="calibrate --out"):
        solve("Find two numbers whose sum is 12 and whose difference is 4.")
