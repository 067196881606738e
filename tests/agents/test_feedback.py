"""What a model is told about its program, in the words of the puzzle."""

import pytest

from solvent.agents import bearing, gate
from solvent.agents.feedback import finding
from solvent.agents.state import Attempt, Evidence, Job, Writer
from solvent.solvers import Fragment, Outcome, Program, Status
from solvent.translators import Clue, Puzzle

CLUES = (
    Clue(id=1, text="The kite is not red."),
    Clue(id=2, text="Ada flies the blue kite."),
    Clue(id=3, text="Bo and Cy fly kites of different length."),
)
PUZZLE = Puzzle(text="", clues=CLUES, entities={"people": ("Ada", "Bo", "Cy", "Dee"), "colours": ("red", "blue")})
ROWS = [{"person": "Ada", "colour": "blue"}, {"person": "Bo", "colour": "red"}, {"person": "Cy", "colour": "red"}]
OTHER = [*ROWS[:1], {"person": "Bo", "colour": "green"}, *ROWS[2:]]
NONE = Outcome(status=Status.UNSATISFIABLE)
FRAGMENTS = (
    Fragment(clue=1, code="model += kite != red"),
    Fragment(clue=2, code="model += ada == blue"),
    Fragment(clue=3, code="model += bo != cy"),
)


def answered(answer):
    return Outcome(status=Status.SATISFIED, answer=answer)


def attempt(outcome=None, fragments=FRAGMENTS, **found):
    job = Job(id=0, writer=Writer(kind="model", name="m"), framework="cpmpy")
    preamble = "ada, bo, cy, dee = cp.intvar(0, 1, shape=4)"
    program = Program(framework="cpmpy", preamble=preamble, fragments=fragments)
    return Attempt(job=job, program=program, outcome=outcome or answered(ROWS), **found)


def test_several_answers_are_told_with_the_clues_that_mention_what_differs():
    told = finding(PUZZLE, attempt(second=answered(OTHER)))
    assert "person Bo's colour (red or green)" in told
    assert "Clue 1: The kite is not red." in told
    assert "Clue 3: Bo and Cy" in told
    assert "Clue 2" not in told
    assert "give the program unchanged" in told


def test_several_answers_are_told_with_the_values_that_no_clue_reaches():
    assert "No clue's part mentions 'Dee'." in finding(PUZZLE, attempt(second=answered(OTHER)))
    fragments = (*FRAGMENTS, Fragment(clue=4, code="model += dee == bo"))
    assert "'Dee'" not in finding(PUZZLE, attempt(second=answered(OTHER), fragments=fragments))


@pytest.mark.parametrize("asked", ["any", "all"])
def test_whoever_takes_the_text_to_allow_several_answers_is_not_told_to_exclude_one(asked):
    assert finding(PUZZLE, attempt(second=answered(OTHER), asked=asked)) == ""


def test_a_better_answer_is_shown():
    first = Outcome(status=Status.OPTIMAL, answer={"cost": 9, "by": "Ada"}, objective=(9,))
    better = Outcome(status=Status.OPTIMAL, answer={"cost": 7, "by": "Bo"}, objective=(7,))
    told = finding(PUZZLE.model_copy(update={"expects": "optimal"}), attempt(first, improve=better))
    assert 'not the best one: 7 can be reached, with the answer {"cost": 7, "by": "Bo"}' in told
    assert "cost (9 or 7), by (Ada or Bo)" in told
    assert "Clue 3: Bo and Cy" in told


DISPUTE = Evidence(check=gate.INDEPENDENT, passed=False, detail="m in smtlib does not allow it")


def test_clues_that_are_not_needed_are_named_only_beside_something_wrong():
    without = answered({"1": None, "2": OTHER, "3": None})
    found = attempt(second=NONE, without=without)
    assert finding(PUZZLE, found) == ""
    assert "constraints for clues 1, 3 would allow no other answer" in finding(PUZZLE, found, (DISPUTE,))
    assert gate.needed(found).passed is False
    assert gate.missing([gate.needed(found)]) is None
    assert gate.needed(attempt(second=NONE, without=Outcome(status=Status.TIMEOUT))).passed is None


@pytest.mark.parametrize(
    ("expects", "said"), [("unique", "comes to another answer"), ("any", "does not allow the same answers")]
)
def test_a_dispute_is_told_as_what_the_problem_asks_for(expects, said):
    puzzle = PUZZLE.model_copy(update={"expects": expects})
    assert said in finding(puzzle, attempt(second=NONE), (DISPUTE,))


@pytest.mark.parametrize("check", [gate.COVERAGE, bearing.BEARING])
def test_no_filler_is_asked_for(check):
    facts = (Evidence(check=check, passed=False, detail="clue 2"),)
    assert "ake nothing up" in finding(PUZZLE, attempt(second=NONE, facts=facts))


@pytest.mark.parametrize("check", [gate.LEFT_OUT, gate.DICTATED])
def test_nobody_is_told_of_what_no_author_can_mend(check):
    facts = (Evidence(check=check, passed=False, detail="clue 2"),)
    assert finding(PUZZLE, attempt(second=NONE, facts=facts)) == ""
