"""The grade in a reply, and what a grader is told."""

import pytest

from solvent.agents.grading import Work, ask, prompt_hash, question, read_grade
from solvent.agents.models.client import Finish, Reply


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("Row 1: 2/4, row 2: 4/4.\n6/8", (6, 8)),
        ("**Grade: 6 / 8**", (6, 8)),
        ("6/8\nThat is 8/6 the other way around.", (6, 8)),
        ("0/12", (0, 12)),
        ("12/12.", (12, 12)),
        ("It gets 9/8.", None),
        ("0/0", None),
        ("7.5/8", None),
        ("5/8.5", None),
        ("on 1/2/2024", None),
        ("all of them", None),
        (f"{'9' * 5000}/{'9' * 5000}", None),
        ("", None),
    ],
)
def test_the_last_grade_counts(text, grade):
    assert read_grade(Reply(text=text)) == grade


def test_a_reply_that_was_cut_off_has_no_grade():
    assert read_grade(Reply(text="Row 1: 2/4", finish=Finish.LENGTH)) is None


def test_the_prompt_holds_key_program_output_and_conversation():
    talk = [{"role": "user", "content": "Who {{ drinks }} tea?"}, {"role": "assistant", "content": "(check-sat)"}]
    told = question(Work("hut | tea\n1 | mint", 1, "; 1 is mint\n(check-sat)", "sat", talk))
    for part in (
        "hut | tea\n1 | mint",
        "; 1 is mint",
        "<output>\nsat\n</output>",
        "[user]\nWho {{ drinks }} tea?",
        "X/1",
    ):
        assert part in told
    assert "There are 1 points" in told
    assert "table in the program's own comments" in told


def test_without_a_program_the_last_message_is_graded():
    told = question(Work("hut | tea", 4, conversation=[{"role": "assistant", "content": "Bo has mint."}]))
    assert "There is no program" in told
    assert "<program>" not in told


async def test_a_grader_is_asked_at_temperature_0():
    class Listener:
        async def complete(self, messages, **options):
            assert (messages, options) == ([{"role": "user", "content": "p"}], {"temperature": 0.0})
            return Reply(text="1/2")

    assert (await ask(Listener(), "p")).text == "1/2"
    assert len(prompt_hash()) == 12
