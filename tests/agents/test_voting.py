"""Which answer wins, when asking may end, and when no answer is claimed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents import voting
from solvent.agents.gate import GROUNDED
from solvent.agents.state import Attempt, Evidence, Job, Writer
from solvent.solvers import Outcome, Status

RULES = ("proof", "evidence", "majority")
NONE = Outcome(status=Status.UNSATISFIABLE)
MORE = Outcome(status=Status.SATISFIED, answer=9)


def attempt(number, answer, *, proven=False, sound=False, grounded=False, framework="cpmpy"):
    job = Job(id=number, writer=Writer(kind="model", name="m"), framework=framework, sample=number)
    facts = (
        Evidence(check="unique", passed=sound),
        Evidence(check=GROUNDED, passed=grounded),
    )
    outcome = Outcome(status=Status.SATISFIED, answer=answer)
    return Attempt(job=job, program=None, outcome=outcome, second=NONE if proven else MORE, facts=facts)


def winner(attempts, rule):
    groups = voting.grouped(attempts)
    number = voting.winner(groups, {name: len(group) for name, group in groups.items()}, rule)
    return next((each.answer for each in attempts if each.job.id == number), None)


TRIES = st.lists(
    st.tuples(st.integers(0, 3), st.booleans(), st.booleans(), st.booleans(), st.sampled_from(["cpmpy", "smtlib"])),
    max_size=24,
)


@given(TRIES, st.sampled_from(RULES), st.data())
def test_ending_early_never_changes_the_winner(tries, rule, data):
    attempts = [
        attempt(number, answer, proven=proven, sound=sound, grounded=grounded, framework=framework)
        for number, (answer, proven, sound, grounded, framework) in enumerate(tries)
    ]
    asked = data.draw(st.integers(0, len(attempts)))
    if voting.settled(voting.grouped(attempts[:asked]), rule, len(attempts) - asked):
        assert winner(attempts[:asked], rule) == winner(attempts, rule)


@pytest.mark.parametrize(
    ("rule", "asked", "rest", "settled"),
    [("majority", 6, 5, True), ("majority", 6, 6, False), ("proof", 6, 5, True), ("evidence", 6, 3, True)],
)
def test_asking_does_end_early(rule, asked, rest, settled):
    attempts = [attempt(number, 1, proven=True, sound=True, grounded=True) for number in range(asked)]
    assert voting.settled(voting.grouped(attempts), rule, rest) == settled
    if rule == "proof":
        unproven = [attempt(number, 1) for number in range(asked)]
        assert not voting.settled(voting.grouped(unproven), rule, 1)


def test_evidence_outweighs_numbers_and_lone_proofs():
    loose = [attempt(number, 1) for number in range(3)]
    firm = [
        attempt(3, 2, proven=True, sound=True, grounded=True),
        attempt(4, 2, sound=True, grounded=True, framework="smtlib"),
    ]
    assert [winner([*loose, *firm], rule) for rule in RULES] == [2, 2, 1]
    lone = attempt(5, 3, proven=True)
    repeated = [attempt(6, 4, sound=True), attempt(7, 4, sound=True, framework="smtlib")]
    assert [winner([lone, *repeated], rule) for rule in RULES] == [3, 4, 4]


def test_answers_without_a_lead():
    attempts = [attempt(number, answer) for number, answer in enumerate([1, 1, 1, 2, 2])]
    groups = voting.grouped(attempts)
    assert [each[0].answer for each in voting.rivals(groups, "majority", 0.3)] == [1, 2]
    assert voting.rivals(groups, "majority", 0.2) == []
    assert voting.rivals(groups, "majority", 0.0) == []
    assert voting.rivals({}, "majority", 0.5) == []
    assert voting.rivals(voting.grouped(attempts[:1]), "proof", 1.0) == []
