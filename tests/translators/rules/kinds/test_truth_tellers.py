"""Truth tellers and liars: what is read, what is answered, and what is not claimed."""

import pytest

from solvent.translators.rules import FRAMEWORKS, decompose, understands

KNIGHTS = "On an island, knights always tell the truth and knaves always lie."
VASE = "A vase is broken, and exactly one of Ada, Bo and Cy broke it. {} Exactly one of the three statements is true. "

VERIFIED = [
    (
        (
            "A and B live on an island of knights (who always tell the truth) and knaves (who always "
            'lie). A says, "At least '
            'one of us is a knave." What are A and B?'
        ),
        {"A": "knight", "B": "knave"},
    ),
    (
        (
            "Three people stand before you. One is a knight, one is a knave and one is a spy. The kni"
            "ght always tells the "
            "truth, the knave always lies, and the spy can either lie or tell the truth.\n\n"
            'Alex says: "Cal is a knave."\nBen says: "Alex is a knight."\nCal says: "I am the spy."\n\n'
            "Who is the knight, who is the knave and who is the spy?"
        ),
        {"Alex": "knight", "Ben": "spy", "Cal": "knave"},
    ),
    (
        (
            "Who ate the cookies? One of three sisters did it. Only one of them told the truth.\n\n"
            'Lena: "Mia ate them."\nMia: "I didn\'t eat them."\nNora: "I didn\'t eat them."'
        ),
        "Nora",
    ),
    (
        (
            "A window was broken, and one of the four boys Al, Ben, Carl and Dan broke it. They said:\n"
            '- Al: "Ben did it."\n- Ben: "Dan did it."\n- Carl: "I did not do it."\n'
            '- Dan: "Ben lied when he said that I did it."\n'
            "Exactly one of the four statements is true. Who broke the window?"
        ),
        "Carl",
    ),
    (
        (
            "Three boxes stand on a table: a gold one, a silver one and a lead one. A portrait is in one of them.\n"
            'The inscription on the gold box: "The portrait is in this box."\n'
            'The inscription on the silver box: "The portrait is not in this box."\n'
            'The inscription on the lead box: "The portrait is not in the gold box."\n'
            "At most one of the three inscriptions is true. Which box contains the portrait?"
        ),
        "silver",
    ),
    (
        (
            "Consider these statements.\n\n1. Exactly one of these statements is false.\n"
            "2. Exactly two of these statements are false.\n3. Exactly three of these statements are false.\n\n"
            "Which of them is true?"
        ),
        [2],
    ),
    (
        (
            "The lion lies on Mondays, Tuesdays and Wednesdays and tells the truth on all other days."
            " The unicorn lies on "
            'Thursdays, Fridays and Saturdays and tells the truth on the other days. The lion says: "'
            "Yesterday was one of "
            'my lying days." The unicorn says: "Yesterday was one of my lying days, too." Which day of the week is it?'
        ),
        "Thursday",
    ),
]


@pytest.mark.parametrize(("text", "expected"), VERIFIED, ids=range(len(VERIFIED)))
def test_the_answer_has_the_shape_that_is_asked_for(solve, text, expected):
    answer = solve(text)
    assert answer.status == "verified", answer.reason
    assert answer.answer == expected


@pytest.mark.parametrize(
    "framework",
    [pytest.param(name, marks=pytest.mark.needs("minizinc") if name == "minizinc" else ()) for name in FRAMEWORKS],
)
def test_every_framework_gives_the_same(solve, framework):
    text, expected = VERIFIED[0]
    assert solve(text, frameworks=(framework,)).answer == expected


@pytest.mark.parametrize(("said", "status"), [
    ('Pim says: "I am a knave."', "contradictory"),
    ('Pim says: "This statement is false."', "contradictory"),
    ('Pim says: "I am a knight."', "ambiguous"),
])  # fmt: skip
def test_a_paradox_is_contradictory_and_an_empty_statement_ambiguous(solve, said, status):
    assert solve(f"{KNIGHTS} {said} What is Pim?").status == status


def test_a_number_without_exactly_is_a_convention():
    text = (
        "Ida, Jo and Kit are knights, who never lie, or knaves, who always lie. "
        'Ida says: "{} of us are knaves." Jo says: "Ida is a knave." Kit says: "Jo is a knave." What are they?'
    )
    assert decompose(text.format("Two")).conventions
    assert not decompose(text.format("Exactly two")).conventions


NOT_CLAIMED = [
    # Signs that nobody says to be true or false may mean nothing.
    ('Two doors. Behind one of them is a prize. On door 1 it says "The prize is behind this door". On door 2 it says '
    '"Exactly one of these two signs is true". Where is the prize?'),
    f'{KNIGHTS} I think Ann said that Bea is a knave. Bea says: "I am a knight or Ann is a knave." What is Bea?',
    f'{KNIGHTS} Ada says: "Bo is a knave." Then she took it back. Bo says: "We are both knaves." What are they?',
    f'{KNIGHTS} Ada says: "Bo is perhaps a knave." Bo says: "We are both knaves." What are they?',
    ('On an island live knights, who always tell the truth, and knaves, who sometimes lie. Ada says: "Bo is a knave." '
    'Bo says: "We are both knaves." What are they?'),
    ('On an island live knights, who never lie, knaves, who always lie, and tourists. Ada says: "Bo is a knave." '
    'Bo says: "We are both knaves." What are they?'),
    (f'{KNIGHTS} Ada says: "Bo is a knave." Bo says: "We are both knaves." On Mondays it is the other way round. '
    "What are they?"),
    ('Of five guests, one took the spoon. Ames: "It was Bly." Bly: "It was Cole." Cole: "I did not take it." Exactly '
    "one of the statements is true. Who took the spoon?"),
    'Ole says: "Pat ate it." Pat says: "I did not eat it." Exactly one of them tells the truth. Who ate it?',
    'Ole said: "Pat is lying." Pat said: "It is raining." They are friends, and both are honest. Who is right?',
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_CLAIMED, ids=range(len(NOT_CLAIMED)))
def test_what_is_doubtful_or_incomplete_is_not_claimed(solve, text):
    assert not understands(decompose(text))
    assert solve(text).status in ("failed", "unverified")


@pytest.mark.parametrize("text", [
    'Two men met at an inn. "You are a liar," said the first. The second laughed. What happened next?',
    "He always tells the truth. She lies down after lunch. Who is tired?",
])  # fmt: skip
def test_a_story_is_no_such_puzzle(text):
    assert not understands(decompose(text))
