"""Rough readings of texts in which somebody says what may be false."""

from typing import Any

import pytest

from solvent import solve
from solvent.translators.rules.rough.testimony import draft
from solvent.translators.rules.rough.testimony.speech import parts

SPYGLASS = """Someone has pinched the captain's spyglass: Moss, Nell or Odd, acting alone.
"Nell took it," grumbles Moss. Nell shakes her head. "Odd did!" And Odd? "Believe me, it was me," he says.
Funnily enough, just one of the three told the truth. Who's got the spyglass?"""

ELVES = """Grey elves never lie and brown elves never tell the truth. By the fire sit Ash, Birk and Cedra.
Ash: At least one of us three is a brown elf.
Birk: Cedra would say that I am a grey elf.
Cedra: If Ash is a grey elf, then so am I.
Which of them are grey?"""

CROWN = """A jester put a crown under one of three pots, a clay one, a tin one and a wooden one.
On the clay pot you read THE CROWN IS NOT IN HERE. The tin pot says THE CROWN IS IN THE CLAY POT, and on the wooden
pot it says THE CROWN IS NOT IN THE TIN POT. He swears that exactly one of the inscriptions is true.
Where is the crown?"""

PARROT = """Our parrot fibs on Mondays, Wednesdays and Fridays; on the remaining days all it says is true.
"Yesterday was one of my lying days," it squawked, "and tomorrow I shall be telling the truth."
Which day was it?"""

RACE = """Lou, Max and Ned ran a race without a tie. Each of them made two statements, one true and one false.
Lou: I won. Max came second.
Max: I was second. Ned was last.
Ned: I was first. Lou came second.
In what order did they finish?"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(SPYGLASS, "Nell", id="who did it"),
        pytest.param(ELVES, ["Ash", "Cedra"], id="sorts told apart by adjectives"),
        pytest.param(CROWN, "tin", id="where it is"),
        pytest.param(PARROT, "Saturday", id="lying days"),
        pytest.param(RACE, ["Ned", "Max", "Lou"], id="an order"),
    ],
)
def test_answers_what_is_asked(text: str, expected: Any) -> None:
    answer = solve(text)
    assert (answer.status, answer.answer) == ("unverified", expected)


def test_finds_who_speaks_before_after_and_between() -> None:
    said = [(part.who, part.text) for part in parts(SPYGLASS) if part.who]
    assert said == [("Moss", "Nell took it"), ("Nell", "Odd did!"), ("Odd", "Believe me, it was me")]


def test_gives_up_a_statement_that_it_cannot_read() -> None:
    found = draft(SPYGLASS.replace("Nell took it", "Nell took it unless the cat can fly"))
    assert found is not None
    assert found.lost == ("Nell took it unless the cat can fly",)


@pytest.mark.parametrize(
    "text", ["", "Ann lies in bed.", "Ann has a cat, Bo has a dog.", 'Ann: "' + "not " * 900 + 'me"']
)
def test_makes_nothing_of_other_texts(text: str) -> None:
    found = draft(text)
    assert found is None or found.lost
