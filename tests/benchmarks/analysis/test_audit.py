"""Wrong gold answers, made on purpose, are found with the clue that decides; right ones never are."""

import csv
import itertools
import json

import pytest
from console import check_refusal, one_object, solvent_here
from hypothesis import given
from hypothesis import strategies as st
from made import CHAIRS, record, seated, write

from solvent.agents.state import Verdict
from solvent.benchmarks import Score
from solvent.benchmarks.analysis import audit_table, golds
from solvent.benchmarks.analysis.audit import Examiner, audit
from solvent.benchmarks.analysis.differences import Difference
from solvent.solvers import Fragment, Limits, Objective, Pool, Program
from solvent.translators import rules
from solvent.translators.puzzle import Clue

CLUES = (Clue(id=1, text="Ann sits left of Bob."), Clue(id=2, text="Cy sits on chair 1."))
RIGHT = seated(2, 3, 1)
LOOSE = CHAIRS.model_copy(update={"fragments": CHAIRS.fragments[:2]})  # without clue 2: three answers
GOAL = LOOSE.model_copy(update={"objectives": (Objective(sense="maximize", term="b"),)})
SUDOKU = "Solve this Sudoku.\n\n1 2 3 4\n3 4 1 2\n2 1 4 3\n_ _ _ _\n"
SOLVED = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]


@pytest.fixture(scope="module")
def examined():
    """What is found about one record."""
    import asyncio

    with asyncio.Runner() as runner:
        pool = Pool(workers=1)
        runner.run(pool.__aenter__())
        yield lambda each: runner.run(Examiner(pool, Limits()).examine("echo", each))
        runner.run(pool.__aexit__(None, None, None))


def judged(gold, value=RIGHT, *, right=False, text="Ann, Bob and Cy sit down.", **changes):
    return record("a/1", value, gold, right=right, case={"text": text}, clues=CLUES, **changes)


@pytest.mark.parametrize(
    ("gold", "clues"),
    [((3, 2, 1), (1,)), ((1, 2, 3), (2,)), ((2, 1, 3), (2,)), (("3rd", "2nd", "1st"), (1,)), ((1, "3.0", 2), (2,))],
)
def test_a_gold_that_breaks_a_clue_is_found_with_the_clue(examined, gold, clues):
    found = examined(judged(seated(*gold)))
    assert found.ruling == "gold breaks a clue"
    assert found.clues == tuple((each.id, each.text) for each in CLUES if each.id in clues)


@given(order=st.permutations(range(3)), names=st.permutations(["person", "chair"]), typed=st.sampled_from([int, str]))
def test_the_right_gold_is_never_found_however_it_is_written(examined, order, names, typed):
    rows = [{name: typed(row[name]) if name == "chair" else row[name] for name in names} for row in RIGHT]
    gold = [rows[at] for at in order]
    assert examined(judged(gold, right=True)) is None
    # If the scorer called it wrong, that would be the scorer's mistake.
    assert examined(judged(gold)).ruling == "answer spelled differently"


@pytest.mark.parametrize("chairs", list(itertools.permutations((1, 2, 3))))
def test_a_gold_is_found_exactly_if_it_is_wrong(examined, chairs):
    found = examined(judged(seated(*map(str, chairs)), right=seated(*chairs) == RIGHT))
    assert (found is None) == (seated(*chairs) == RIGHT)


def test_a_gold_beside_another_answer(examined):
    found = examined(judged(seated(1, 2, 3), program=LOOSE))
    assert (found.ruling, found.detail) == ("gold is not the only answer", "Both satisfy every clue.")
    several = judged(RIGHT, right=True, program=LOOSE, status=Verdict.AMBIGUOUS, alternatives=(seated(1, 2, 3),))
    found = examined(several)
    assert (found.ruling, found.answer) == ("gold is not the only answer", seated(1, 2, 3))
    assert Difference("Ann: chair", "2", "1") in found.where


def test_a_clue_that_the_rules_read_in_two_ways_decides_nothing(examined):
    either = Fragment(clue=2, code="(declare-const |reading of left| Bool)(assert (or |reading of left| (= c 1)))")
    loose = LOOSE.model_copy(update={"fragments": (*LOOSE.fragments, either)})
    found = examined(judged(seated(1, 2, 3), program=loose))
    assert (found.ruling, [number for number, _ in found.clues]) == ("undecided", [2])


def test_a_gold_that_is_beaten(examined):
    found = examined(judged(seated(1, 2, 3), program=GOAL))
    assert found.ruling == "gold is beaten"
    assert "2; 3 is possible" in found.detail


def test_contradictory_clues_break_every_gold(examined):
    record = judged(RIGHT, None, status=Verdict.CONTRADICTORY, conflict=(1, 2))
    found = examined(record)
    assert (found.ruling, [number for number, _ in found.clues]) == ("gold breaks a clue", [1, 2])


def test_what_cannot_be_decided_is_said_so(examined):
    assert "cannot be expressed" in examined(judged(seated(1, 5, 4))).detail
    assert "cannot be expressed" in examined(judged({"Ann": 1})).detail
    assert "without a program" in examined(judged(seated(1, 2, 3), program=None)).detail
    script = Program(framework="cpmpy", preamble="print(1)", contract="script")
    assert "without a program" in examined(judged(seated(1, 2, 3), program=script)).detail
    broken = CHAIRS.model_copy(update={"fragments": (Fragment(clue=1, code="(assert nonsense)"),)})
    assert examined(judged(seated(1, 2, 3), program=broken)).ruling == "undecided"


def test_unverified_answers_say_nothing_about_a_gold(examined):
    assert examined(judged(seated(1, 2, 3), status=Verdict.UNVERIFIED)) is None
    assert examined(judged(seated(1, 2, 3), None, status=Verdict.FAILED)) is None


def test_a_damaged_gold(examined):
    assert examined(judged(seated(1, 1, 2))).detail == "chair has 1 in 2 rows"
    twice = [{"person": "Ann", "chair": 1}, {"person": "Ann", "chair": 2}]
    assert examined(judged(twice, None, status=Verdict.FAILED)).detail == "person has Ann in 2 rows"
    torn = record("a/1", RIGHT, None, case={"broken": "torn"})
    assert (examined(torn).ruling, examined(torn).detail) == ("gold is damaged", "torn")


@pytest.mark.parametrize(
    ("row", "detail"),
    [
        ([4, 3, 2, 1], None),
        (["4", "3", "2", "1"], None),
        ([4, 3, 1, 2], "column 3 has 1 2 times"),
        ([4, 3, 2, 4], "row 4 has 4 2 times"),
        ([4, 3, 2, 5], "row 4, column 4 has 5"),
        ([4, 3, 2], "the grid is not 4 by 4"),
    ],
)
def test_a_sudoku_that_breaks_its_own_rules(examined, row, detail):
    right = row == [4, 3, 2, 1]
    found = examined(judged([*SOLVED[:3], row], None, text=SUDOKU, status=Verdict.FAILED, right=right))
    assert (found and found.detail) == detail


def test_a_sudoku_that_changes_a_given(examined):
    gold = [[2, 1, 3, 4], *SOLVED[1:]]
    assert "row 1, column 1 is given as 1, not 2" in examined(judged(gold, SOLVED, text=SUDOKU)).detail


WORD_PUZZLES = {
    "cryptogram": (
        "Solve this cryptogram.\n\nUIF CFTU UIJOHT JO MJGF BSF GSFF",
        {"text": "THE BEST THINGS IN LIFE ARE FREE", "mapping": dict(zip("UIFCTJOHMGBS", "THEBSINGLFAR", strict=True))},
        {"text": "THE BEST THINGS IN LIFE ARE FREE", "mapping": dict(zip("UIFCTJOHMGBS", "THEBSINGLTAR", strict=True))},
        "two letters stand for T",
    ),
    "drop quote": (
        "Solve this drop quote.\n\n[['1', '2', '#'], ['1', '2', '3']]\n\nColumn 1: G I\nColumn 2: O F\nColumn 3: T\n",
        {"text": "GO IFT", "mapping": {}},
        {"text": "GO AFT", "mapping": {}},
        "column 1 has GI, not AG",
    ),
}


@pytest.mark.parametrize("kind", WORD_PUZZLES)
def test_a_word_puzzle_that_breaks_its_own_rules(examined, kind):
    pytest.importorskip("wordfreq")
    text, right, wrong, detail = WORD_PUZZLES[kind]
    assert rules.decompose(text).kind == kind
    assert examined(judged(right, None, text=text, status=Verdict.FAILED)) is None
    found = examined(judged(wrong, None, text=text, status=Verdict.FAILED))
    assert (found.ruling, found.detail) == ("gold is damaged", detail)


def test_a_cryptogram_that_does_not_decode_to_words():
    puzzle = rules.decompose(WORD_PUZZLES["cryptogram"][0])
    assert golds.flaw(puzzle, {"text": "THE XQST THZNGS ZN LIKF WEREN'T FREZ ORZE"}).startswith("of 6 long words only")
    assert golds.flaw(puzzle, {"text": "THE BEST THINGS IN LIFE ARE FREE OR WORTH LESS"}) == ""


def test_spellings():
    gold = [{"hour": "7am", "name": "Ann"}, {"hour": "8am", "name": "bob"}]
    answer = [{"name": "Ann", "hour": "7:00am"}, {"name": "Bob", "hour": "8am"}]
    assert golds.spellings(gold, answer) == [Difference("hour", "7am", "7:00am")]


async def test_findings_are_merged_sorted_and_counted(tmp_path):
    wrong = {"gold": seated(3, 2, 1), "clues": CLUES}
    one = write(tmp_path / "runs" / "one", *(record(f"a/{n}", RIGHT, **wrong) for n in (10, 2)))
    torn = record("a/1", RIGHT, None, case={"broken": "torn | <b>"})
    odd = by_meaning(RIGHT, Score(strict=True, official=False, total=1))
    write(tmp_path / "runs" / "two", record("a/2", RIGHT, **wrong), torn, record("a/3", RIGHT, RIGHT, right=True), odd)
    async with Pool(workers=2) as pool:
        found = await audit([tmp_path / "runs", one], pool)
    assert [(each.case, each.ruling, each.records) for each in found.findings] == [
        ("a/2", "gold breaks a clue", 2),
        ("a/10", "gold breaks a clue", 1),
        ("a/1", "gold is damaged", 1),
        ("a/4", "answer spelled differently", 1),
    ]
    assert (found.records, found.compared, found.agreeing) == (6, 6, 1)
    told = audit_table.markdown(found)
    assert "1. Ann sits left of Bob." in told
    assert "torn \\| &lt;b>" in told
    assert "Ann: chair: 3; Bob: chair: 2 | Ann: chair: 2; Bob: chair: 3" in told


def by_meaning(value, score):
    """A record of an answer with this score."""
    return record("a/4", value, seated("2", "3", "1"), right=True).model_copy(update={"score": score})


def test_the_command(tmp_path, capsys):
    runs = write(tmp_path / "run", record("a/1", RIGHT, seated(3, 2, 1), clues=CLUES))
    found = one_object(solvent_here(capsys, "audit", runs, "--json", "--workers", "1"))
    assert found["verdicts"]["gold breaks a clue"] == 1
    assert found["findings"][0]["clues"] == [{"id": 1, "text": "Ann sits left of Bob."}]
    told = solvent_here(capsys, "audit", runs, "--out", tmp_path / "a.csv").stdout
    assert "echo a/1: gold breaks a clue\n  clue that decides: 1. Ann sits left of Bob." in told
    assert told.endswith("1 records, 1 compared, 0 agree with the gold answer; 1 gold breaks a clue\n")
    row = next(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert json.loads(row["gold answer"]) == seated(3, 2, 1)
    check_refusal(solvent_here(capsys, "audit", runs, "--out", tmp_path / "a.txt"), 2)
    check_refusal(solvent_here(capsys, "audit", tmp_path / "none"), 2)
