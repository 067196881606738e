"""What a text tells besides its clues: remarks, titles and rules change nothing; whatever might still blocks."""

import pytest

from solvent.translators.rules import decompose, understands
from solvent.translators.rules.text.telling import Knowledge, blocking

PUZZLE = "{}Ann, Bob and Cid each have one pet: a cat, a dog or a fish.{}\n1. Ann has the cat.\n2. Bob has the dog.\n{}"
BEFORE = (
    "My neighbours have all taken up music this term, heaven help us!\n",
    "I can't do it, can you?\n",
    "Dear puzzle page,\nhere's one I made up.\n",
    "QUESTION 7 (6 marks)\n\n",
    "LOGIC GRID no. 114\n\n",
    "SUMMER CAMP MIX-UP\n\n",
    "Once upon a time three little mice lived under a hill.\n",
)
BESIDE = (
    " There were no ties.",
    " Nothing was ordered twice.",
    " I don't remember who told me.",
    " Three boats lie in harbour.",
    " The brothers lie side by side.",
    " Everything was different for everybody.",
    " Nobody tied.",
    " Every friend brought something else.",
    " Everybody told the truth.",
    " They turned up one after another.",
    " None of them shared.",
    " No two are the same age or play the same sport.",
)
AFTER = (
    "Who has what, and when?",
    "Who has which pet, with what name, and for how long?",
    "Can you tell which pet each has, which name it has and what it eats?",
    "Name, pet?",
    "Who has what pet at what time\n",
    "Pair them up.",
    "What does each of them have? (All different.)",
    "Say who has which pet, given that all differ.",
    "Can you sort them out?",
    "Please fill in the pet for all three.",
    "I'd like the full table.",
    "Who has what? Ten points for the whole table.",
    "Who has the fish? My teacher says it's easy, I say it isn't.",
    "Who has the fish?\nYours, Hettie (aged 11)",
)
HEADS = ("Here's what I've gathered:", "What we know for certain:", "After an hour of arguing we'd got this far:")
TELLING = (
    "I don't know which clue is wrong.",
    "All of them lie.",
    "The brothers lie in the morning.",
    "They lie on Mondays.",
    "Nobody lives upstairs.",
    "They all moved up.",
    "Everyone moved up one place.",
    "It is easy if you swap two of them.",
    "I can't do it unless one clue is dropped.",
    "Two of them share.",
    "No two of the first three differ.",
    "Only two of these are true:",
    "What we suspect:",
    "In my dream we found out this:",
    "Here's what the liar knows:",
    "Everybody but Ann told the truth.",
    "Nobody told the truth.",
    "Every second friend lied.",
    "Every other clue is false.",
    "Who has what when two of them swap?",
    "What does each of them have, given that Ann has no fish?",
    "The first clue is no. 3.",
    "I think so.",
    "This is only a guess.",
    "It could be.",
    "So it seems.",
    "Somebody made this up.",
    "He gave it back.",
    "They handed them over.",
)


@pytest.mark.parametrize(
    "text",
    [
        *(PUZZLE.format(each, "", "") for each in BEFORE),
        *(PUZZLE.format("", each, "") for each in BESIDE),
        *(PUZZLE.format("", "", each) for each in AFTER),
        *(PUZZLE.format("", f"\n\n{each}", "") for each in HEADS),
    ],
)
def test_remarks_titles_and_questions_block_nothing(text):
    assert [each.text for each in decompose(text).passages if each.blocks] == []


@pytest.mark.parametrize("said", TELLING)
def test_what_may_change_a_clue_blocks(said):
    assert not understands(decompose(PUZZLE.format("", f"\n\n{said}", "")))


@pytest.mark.parametrize("said", ["I don't know which hint is false.", "Whoever lies in the morning sleeps."])
def test_a_remark_about_truth_is_no_remark(said):
    assert blocking(said, Knowledge(rows=3))


def test_a_table_that_is_partly_filled_states_facts():
    text = (
        "Complete the table:\n\n| Name | Sport | Snack |\n|---|---|---|\n| Ola | | nuts |\n| Per | judo | |\n"
        "| Quinn | | |\n\n"
        "Sports: judo, polo, rugby\nSnacks: nuts, olives, crisps\n\n1. Ola does not play polo.\n2. Per has the olives."
    )
    puzzle = decompose(text)
    assert [clue.text for clue in puzzle.clues][:2] == ["Ola: nuts", "Per: judo"]
    assert all(clue.understood for clue in puzzle.clues)
    assert not [each for each in puzzle.passages if each.blocks]
