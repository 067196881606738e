"""Word problems told with asides and in other words, one or more of each theme, and what must stop their reading."""

import pytest

from solvent.translators.rules import decompose
from solvent.translators.rules.kinds import word_problem
from solvent.translators.rules.quantities.clauses import factor, number
from solvent.translators.rules.quantities.descriptions import describes, doubtful, without_places

POOL = (
    "With the small pump alone, it takes 10 hours to fill the tank. The big one, which is new, needs 15 hours for the "
    "same job. How many hours would it take both together?"
)
POSTS = (
    "The mayor is planting trees along both sides of a straight road 60 metres long. On each side there is a tree at "
    "the beginning, a tree at the end and one every 5 metres in between. How many trees are needed?"
)
TILES = (
    "When she lays the tiles in rows of 7, 2 are left over. In rows of 5 there are 3 left over. She has fewer"
    " than 30 tiles."
)
CODE = "It has three digits.\n- the middle digit is double the first one\n- the last digit is one less than the first\n"
TOLD = [
    (POOL, 6), (POSTS, 26), (f"{TILES} How many tiles does she have?", 23),
    (("Max spent a quarter of his money on a kite. Of what he had left, a half was spent on string (it was on sale). "
      "He came home with $12. How much money did he have to begin with?"), 32),
    (("On Monday Ida ate half of the nuts in the jar and one more. On Tuesday she ate half of those that were left, "
      "plus one more. 4 nuts were left. How many nuts were in the jar at the start?"), 22),
    (("The three members of the choir have an average age of 20. Last week the tenor left, and the two who stayed are "
      "18 on average. How old is the tenor?"), 24),
    (("A printer numbers the pages of a book by hand, starting with page 1. He used 192 digits. "
      "How many pages does the book have?"), 100),
    (("For three empty bottles you get a full one for free. We buy 9 full bottles. "
      "How many bottles can we drink?"), 13),
    (f"I have forgotten my code. {CODE}- add all three together and you get 11\nWhat is the code?", 362),
    (("If Ann were two years younger, she would be half as old as Bob is. Bob, who plays chess, is 10 years older"
      " than "
      "Ann. How old is Ann?"), 14),
    ("Lea's mother was 24 when Lea was born. Today her mother is three times as old as Lea. How old is Lea?", 12),
    (("A rectangular lawn is fenced on all four sides with 30 metres of wire. Its length is 3 m more than twice its "
      "width. Find the area of the lawn in square metres."), 44),
    (("The tin contained 9 banknotes: fives and tens. They were worth \u00a365. How many notes of each kind were"
      " in the "
      "tin?"), {"fives": 5, "tens": 4}),
    (("There are spiders (8 legs each) and beetles (6 legs each), and nothing else. Uma counts 10 animals. Her friend "
      "counts the legs and gets 68. How many of the animals are beetles?"), 6),
    ("red + blue: 7 kg\nblue + green: 9 kg\nred + green: 8 kg\nWhat does each parcel weigh?",
     {"red": 3, "blue": 4, "green": 5}),
    (("Two pens and a ruler cost $7. For one pen and two rulers of the same sort you'd pay $8. What does one pen"
      " cost? "
      "And one ruler?"), {"pen": 2, "ruler": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=lambda case: str(case)[:40])
def test_told_word_problems(solve, text, expected):
    answer = solve(text)
    assert (answer.status, answer.answer) == ("verified", expected), answer.reason


ASKED = f"{TILES} How many tiles does she have?"
FARM = "On a farm there are hens and rabbits. They have 35 heads and 94 legs. How many hens are there?"


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (POOL, "15 hours", "15 hours or more"), (POOL, "which is new", "which is broken"),
        (POOL, "alone", "and a hose"),
        (POSTS, "every 5", "about every 5"), (POSTS, "a tree at the end", "no tree at the end"),
        (POSTS, "both sides", "most"), (ASKED, "2 are left", "some are left"), (ASKED, "She has", "She once had"),
        (ASKED, "In rows", "In a film, in rows"), (ASKED, "How", "Two tiles broke. How"),
        (FARM, "have 35", "have in a dream 35"), (FARM, "35 heads", "35 heads in a dream"),
        (FARM, "They have", "In a story they have"), (FARM, "They have", "Nobody says they have"),
        (FARM, "35 heads", "35 heads in my estimation"), (FARM, "94 legs", "94 legs at a guess"),
    ],
)  # fmt: skip
def test_a_word_within_a_statement_is_not_skipped(text, old, new):
    assert _complete(text)
    assert old in text
    assert not _complete(text.replace(old, new, 1))


def _complete(text):
    found = decompose(text)
    if found is None or found.kind != word_problem.KIND:
        return False
    return all(clue.understood for clue in found.clues) and not any(passage.blocks for passage in found.passages)


@pytest.mark.parametrize("clause", ["which is very old now", "it rained all day", "he whistled", "grandma sighed"])
def test_mere_description(clause):
    assert describes(clause, ["coin"]) == (clause not in ("which is very old now", "it rained all day"))


def test_places_are_concrete():
    assert without_places("they have 3 hens in the old barn") == "they have 3 hens"
    for said in ("in a dream", "in the opinion", "in a way", "in my view"):
        assert without_places(f"they have 3 hens {said}") == f"they have 3 hens {said}"
    assert doubtful("it has roughly 3 legs") == "roughly"


def test_factors_and_numbers_of_clauses():
    assert (factor("two and a half times"), factor("a third of"), number("money150")) == (2.5, factor("1/3"), 1.5)
