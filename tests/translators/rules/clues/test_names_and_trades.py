"""Puzzles about names and trades: nobody has what his name suggests, and people who are told of together differ."""

import pytest

from solvent.translators.rules import decompose, understands
from solvent.translators.rules.text.dialogue import in_statements

TRADES = """Mason, Cooper, Fowler and Draper are four men who work as a mason, a cooper, a fowler and a draper.
{none}
- The mason plays darts with Fowler and Draper every week.
- Mason is not the fowler.
- Fowler is not the draper.

Who has which trade?
"""
LADIES = """Three ladies met on a train: Mrs Rose, Mrs Lilac and Mrs Amber. {said}

What is the colour of each lady's hat?
"""
CREW = """Hale, Kemp and Lund are a baker, a clerk and a driver.
1. {clue}
2. Kemp is not the clerk.
Who is what?
"""


def rows(answer):
    return {tuple(row.values()) for row in answer.answer}


@pytest.mark.parametrize("none", [
    "As it happens, not one of them follows the trade that his name suggests.",
    "None of them has the job that goes with his name.",
    "Nobody's trade matches his name.",
    "No man's work is the same as his surname.",
    "Yet not a single one of the four does what his name would suggest.",
])  # fmt: skip
def test_nobody_has_what_his_name_suggests(solve, none):
    answer = solve(TRADES.format(none=none))
    assert answer.status == "verified", answer.reason
    assert rows(answer) == {
        ("Mason", "draper"), ("Cooper", "mason"), ("Fowler", "cooper"), ("Draper", "fowler"),
    }  # fmt: skip


@pytest.mark.parametrize("none", [
    "I think none of them has the job that goes with his name.",
    "Perhaps nobody's trade matches his name.",
    "Hardly one of them follows the trade that his name suggests.",
    "Not one of them follows the trade that his brother's name suggests.",
    "It is not true that nobody's trade matches his name.",
    "None but one of them has the job that goes with his name.",
    "All of them follow the trade that the name suggests.",
    "None of them likes the trade that his name suggests.",
    "None of them owns a dog that goes with his name.",
    "None of them would have the job that his name suggests.",
])  # fmt: skip
def test_what_is_doubted_or_else_is_no_such_statement(solve, none):
    assert solve(TRADES.format(none=none)).status not in ("verified", "ambiguous", "contradictory")


NOBODY = """"How funny," said the one in the rose hat, "one of us wears rose, one lilac and one amber, but nobody's
hat goes with her name!" "You're right," replied Mrs Lilac."""
NONE = """One of them wears rose, one lilac and one amber. \u201cLook,\u201d says the lady in the rose hat, \u201cnone
of us has a hat that matches her name!\u201d \u201cSo it is,\u201d answers Mrs Lilac."""


@pytest.mark.parametrize("said", [NOBODY, NONE])
def test_a_talk_states_what_is_agreed_to_and_that_its_speakers_differ(solve, said):
    answer = solve(LADIES.format(said=said))
    assert answer.status == "verified", answer.reason
    assert rows(answer) == {("Mrs Rose", "lilac"), ("Mrs Lilac", "amber"), ("Mrs Amber", "rose")}


def test_a_talk_without_agreement_stays_as_it_is():
    said = '"None of us has a hat that matches her name," said Mrs Rose. "That is wrong," replied Mrs Amber.'
    assert in_statements(said) == said


@pytest.mark.parametrize("clue", [
    "Hale beats the baker and the clerk at chess.",
    "The clerk and the baker used to go fishing with Hale.",
    "Both the clerk and the baker owe Hale five dollars.",
    "Hale was driven home by the clerk, and the baker is Hale's cousin.",
    "The clerk is married to Hale's sister. Hale has never met the baker.",
])  # fmt: skip
def test_people_told_of_together_differ(solve, clue):
    answer = solve(CREW.format(clue=clue))
    assert answer.status == "verified", answer.reason
    assert rows(answer) == {("Hale", "driver"), ("Kemp", "baker"), ("Lund", "clerk")}


@pytest.mark.parametrize("clue", [
    "Hale beats the baker if he plays the clerk.",
    "Hale may have beaten the baker or the clerk.",
    "Hale is said to have beaten the baker, or so the clerk believes.",
])  # fmt: skip
def test_conditions_and_doubts_tell_nothing(clue):
    assert not understands(decompose(CREW.format(clue=clue)))


@pytest.mark.parametrize("clue", ["Hale works as the baker.", "Hale became the baker.", "Hale is the baker."])
def test_somebody_may_be_the_other(solve, clue):
    assert ("Hale", "baker") in rows(solve(CREW.format(clue=clue)))
