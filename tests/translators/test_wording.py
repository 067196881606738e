"""Whether the values of an answer stand in the text."""

import pytest

from solvent.translators import Puzzle
from solvent.translators.wording import invented


@pytest.mark.parametrize(
    ("text", "answer", "foreign"),
    [
        ("What has keys but opens no lock?", {"answer": "a piano"}, ("a piano",)),
        ("The red house is left of the blue one.", [{"house": 1, "colour": "Red"}, {"house": 2, "colour": "blue"}], ()),
        ("Meetings are from Monday to Friday.", ["Tuesday", "Thursday"], ()),
        ("Who meets when?", "Tuesday", ("Tuesday",)),
        ("Is it possible?", "yes", ()),
        ("The runners A, B and C finish.", "CAB", ()),
        ("The runners A, B and C finish.", "CAD", ("CAD",)),
        ("Mrs. Brown paints.", {"painter": "Mr Brown", "pay": "12.5"}, ()),
        ("Three singers and a dancer.", "the singer", ()),
        ("\u7ea2\u8272\u7684\u623f\u5b50", "\u7ea2\u8272", ()),
        ("A table of nothing.", {"piano": 3, "rows": [[1, None, True]]}, ()),
    ],
)
def test_texts_that_do_not_stand_in_the_problem_are_told(text, answer, foreign):
    assert invented(Puzzle(text=text), answer) == foreign


def test_choices_of_a_schema_are_given():
    schema = {"type": "object", "properties": {"verdict": {"enum": ["guilty", "innocent"]}, "by": {"const": "jury"}}}
    puzzle = Puzzle(text="Who did it?", answer_schema=schema)
    assert invented(puzzle, {"verdict": "guilty", "by": "jury", "who": "Kim"}) == ("Kim",)
