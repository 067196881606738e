"""Every part of a text has a role, whatever its layout; what may matter and is not read prevents any claim."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.translators.rules import decompose
from solvent.translators.rules.text.lines import lines

HEAD = "Three friends each own a different pet.\nfriend: Ann, Ben, Carl\npet: cat, dog, fish\n\n"
CLUES = ("Carl does not own the cat.", "Ann does not own the fish.", "Ben does not own the cat.")
MARKS = {
    "dots": "{}. ",
    "brackets": "({}) ",
    "one bracket": "{}) ",
    "colon": "{}: ",
    "named": "Clue {}: ",
    "named with a dot": "Clue {}. ",
    "numbered": "Clue no. {}: ",
    "hash": "#{} ",
    "hash and colon": "#{}: ",
    "dash": "{} - ",
    "square": "[{}] ",
    "bold": "**{}.** ",
    "bullet and number": "* {}. ",
}
LETTERS = {"letters": ("a. ", "b. ", "c. "), "capitals": ("A) ", "B) ", "C) "), "roman": ("i) ", "ii) ", "iii) ")}
PLAIN = {"hyphen": "- ", "star": "* ", "bullet": "\u2022 ", "nothing": ""}


def roles(text):
    """The parts of a text by role."""
    found = {}
    for passage in decompose(text).passages:
        found.setdefault(passage.role, []).append(passage.text)
    return found


def blocking(text):
    """The parts of a text that keep it from any claim, with the reasons."""
    return {passage.text: passage.reason for passage in decompose(text).passages if passage.blocks}


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
@pytest.mark.parametrize("heading", ["Clues:\n", ""])
def test_numbers_are_the_clues_ids(mark, heading):
    body = "\n".join(mark.format(number) + clue for number, clue in zip((2, 4, 7), CLUES, strict=True))
    puzzle = decompose(HEAD + heading + body)
    assert [(clue.id, clue.text) for clue in puzzle.clues] == list(zip((2, 4, 7), CLUES, strict=True))
    assert not blocking(HEAD + heading + body)


@pytest.mark.parametrize("marks", LETTERS.values(), ids=LETTERS)
def test_letters_are_no_part_of_the_clues(marks):
    text = HEAD + "Clues:\n" + "\n".join(mark + clue for mark, clue in zip(marks, CLUES, strict=True))
    assert [(clue.id, clue.text) for clue in decompose(text).clues] == list(enumerate(CLUES, 1))


@pytest.mark.parametrize("mark", PLAIN.values(), ids=PLAIN)
def test_bullets_are_no_part_of_the_clues(mark):
    text = HEAD + "Clues:\n" + "\n".join(mark + clue for clue in CLUES)
    assert [clue.text for clue in decompose(text).clues] == list(CLUES)


def test_a_line_that_goes_on_is_one_clue():
    text = HEAD + "Clues:\n1. Carl does not own\n   the cat.\n2. Ann does not own the fish.\n"
    assert [clue.text for clue in decompose(text).clues] == list(CLUES[:2])


def test_an_initial_is_no_letter():
    assert [line.text for line in lines("A. Smith owns the cat.\nHe likes it.")] == [
        "A. Smith owns the cat.",
        "He likes it.",
    ]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40), max_size=6))
def test_no_line_is_lost(written):
    """All words of a text are in its lines, in their order."""
    text = "\n".join(written)
    words = re.findall(r"\w+", "\n".join(piece for line in written for piece in line.splitlines()))
    assert re.findall(r"\w+", "\n".join(line.raw for line in lines(text))) == words


COURTESIES = (
    "Good luck!",
    "Have fun!",
    "Good luck and have fun solving this puzzle!",
    "Difficulty: medium",
    "Time: 15 minutes",
    "Can you solve it?",
    "Please give your answer as a table.",
    "Present your answer as a table with one row for each friend.",
    "Thanks for reading!",
    "Here is a logic puzzle for you.",
    "Don't give up!",
    "Take your time.",
)


@pytest.mark.parametrize("said", COURTESIES)
@pytest.mark.parametrize("place", ["first", "before the clues", "behind a clue", "last"])
def test_a_courtesy_costs_nothing(said, place):
    body = "\n".join(f"{number}. {clue}" for number, clue in enumerate(CLUES, 1))
    text = {
        "first": f"{said}\n{HEAD}{body}",
        "before the clues": f"{HEAD}{said}\nClues:\n{body}",
        "behind a clue": f"{HEAD}{body} {said}",
        "last": f"{HEAD}{body}\n\n{said}\n",
    }[place]
    puzzle = decompose(text)
    assert [clue.text for clue in puzzle.clues if clue.understood] == list(CLUES)
    assert len(puzzle.clues) == len(CLUES)
    assert not blocking(text)


MATTERS = (
    "All of the following clues are false.",
    "Exactly one of the clues is false.",
    "Each of them always lies.",
    "None of these statements is true.",
    "The opposite of each clue holds.",
    "Several of them have the same pet.",
    "Some of the friends share a pet.",
    "They need not all be different.",
    "Two of the friends have two pets.",
    "Only one of the clues counts.",
    "Ignore the last clue.",
    "Nobody has a fish.",
    "Enjoy, but remember that all clues are wrong.",
    "Who owns the dog, if Carl does not own the cat?",
)


@pytest.mark.parametrize("said", MATTERS)
@pytest.mark.parametrize("place", ["first", "before the clues", "last"])
def test_what_may_matter_blocks(said, place):
    body = "\n".join(f"{number}. {clue}" for number, clue in enumerate(CLUES, 1))
    text = {
        "first": f"{said}\n{HEAD}{body}",
        "before the clues": f"{HEAD}{said}\nClues:\n{body}",
        "last": f"{HEAD}{body}\n\n{said}\n",
    }[place]
    puzzle = decompose(text)
    assert blocking(text) or any(not clue.understood for clue in puzzle.clues)


RULES = (
    "Each friend has a different pet.",
    "No two friends have the same pet.",
    "There is exactly one solution.",
    "The three friends live on the same street.",
)


@pytest.mark.parametrize("said", RULES)
def test_a_rule_of_the_genre_costs_nothing(said):
    text = f"{said}\n{HEAD}Clues:\n" + "\n".join(CLUES)
    assert not blocking(text)


def test_a_fact_outside_the_clues_is_a_clue():
    text = HEAD.replace(".\n", ". Ben owns the fish.\n", 1) + "1. Carl does not own the cat."
    assert {(clue.id, clue.text) for clue in decompose(text).clues} == {
        (1, "Carl does not own the cat."),
        (2, "Ben owns the fish."),
    }


def test_options_are_no_facts():
    body = "\n".join(f"{number}. {clue}" for number, clue in enumerate(CLUES, 1))
    options = "\n\nWhich of the following is true?\n(A) Ann owns the dog.\n(B) Ben owns the cat.\n"
    found = roles(HEAD + body + options)
    assert found["option"] == ["(A) Ann owns the dog.", "(B) Ben owns the cat."]
    assert [clue.text for clue in decompose(HEAD + body + options).clues] == list(CLUES)


def test_all_of_a_text_has_a_role():
    text = f"A PUZZLE\n\n{HEAD}Clues:\n" + "\n".join(CLUES) + "\n\nWho owns the dog?\n"
    said = " ".join(passage.text for passage in decompose(text).passages)
    assert re.findall(r"\w+", said) == re.findall(r"\w+", text)


def test_a_number_in_a_list_of_values_is_no_label():
    text = "Difficulty: medium, ten minutes\n" + HEAD + "Clues:\n" + "\n".join(CLUES)
    assert list(decompose(text).entities) == ["friend", "pet"]
