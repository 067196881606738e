"""Kinds in brackets, one of each among named people, the silent, and short sentences: what is read and what is not."""

import pytest

ISLAND = "On an island, knights always tell the truth and knaves always lie, and everyone is one or the other. "
TWO = ISLAND + 'You meet Ann and Bob. Ann says: "{}" {} What is each of them?'
SPIES = """There is one knight, one knave and one spy among Dora, Ezra and Flynn. A knight always speaks the truth, a
knave always lies, and a spy {}.

Dora: "Ezra is the spy."
Ezra: "Flynn is the knave."
Flynn: "Ezra is the knight."

{}"""
HALVES = """A painting has vanished, and one of the three guards took it. {}

Kent: "I didn't take it. Marsh didn't take it."
Lowe: "I didn't take it. Kent took it."
Marsh: "I didn't take it. Kent didn't take it."

Which guard is the thief?"""
READ = (
    (TWO.format("At least one of us is a knave.", "Bob just smiles."), {"Ann": "knight", "Bob": "knave"}),
    (TWO.format("Of us two, exactly one is a knave.", 'Bob says: "Ann is a knight, or I am, or both are."'), None),
    (TWO.format("If I am a knight, then so is Bob.", "Bob only shrugs."), {"Ann": "knight", "Bob": "knight"}),
    (
        TWO.format("Either Bob is a knave or I am, but not both.", 'Bob says: "What Ann just said is true."'),
        {"Ann": "knave", "Bob": "knave"},
    ),
    (
        """Mia and Ned are each a knight (always truthful) or a knave (always lying). Mia: "We are both knaves."
        Which of the two are knights, and which are knaves?""",
        {"Mia": "knave", "Ned": "knight"},
    ),
    (SPIES.format("does as he or she pleases", "Which of them is the spy?"), "Ezra"),
    (SPIES.format("does whatever he or she likes", "Which one is the spy?"), "Ezra"),
    (HALVES.format("When they are questioned, each guard says one true thing and one false thing."), "Marsh"),
    (HALVES.format("It later turned out that each made one true and one false statement."), "Marsh"),
)
UNREAD = (
    TWO.format("At least one of us is a knave.", "Bob just nods."),
    TWO.format("At least one of us is a knave.", "Bob just smiles and agrees."),
    TWO.format("Either Bob is a knave or I am, perhaps both.", "Bob just smiles."),
    TWO.format("What Bob just said is true.", "Bob just smiles."),
    SPIES.format("does as he or she is told", "Which of them is the spy?"),
    SPIES.format("seldom does as he or she pleases", "Which of them is the spy?"),
    HALVES.format("When they are questioned, some guard says one true thing and one false thing."),
    HALVES.format("When they are questioned, each guard claims to say one true thing and one false thing."),
)


@pytest.mark.parametrize(("text", "answer"), READ)
def test_what_is_read_is_right(solve, text, answer):
    found = solve(text)
    if answer is None:
        assert found.status in ("verified", "ambiguous", "contradictory")
    else:
        assert (found.status, found.answer) == ("verified", answer), found.reason


@pytest.mark.parametrize("text", UNREAD)
def test_what_may_mean_something_else_is_not_claimed(solve, text):
    assert solve(text).status in ("unverified", "failed")
