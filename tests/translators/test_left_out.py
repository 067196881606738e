"""Clues that a decomposition left in the background, and answers that the text dictates."""

import pytest

from solvent.agents.decomposition import sorted_out
from solvent.translators.left_out import dictated, left_out
from solvent.translators.sentences import pieces

ROWS = {"anchor": 2, "bell": 3, "compass": 1}
ENTITIES = [{"name": "shelf", "members": ["1", "2", "3"]}, {"name": "find", "members": ["anchor", "bell", "compass"]}]


def puzzle(text, clues=(1,), entities=ENTITIES):
    return sorted_out(text, pieces(text), {"clues": [{"pieces": [n]} for n in clues], "entities": entities})


@pytest.mark.parametrize(
    "piece",
    [
        "The anchor stands above the bell.",
        "The compass is not on the lowest shelf.",
        "The bell was found 3 days ago.",
        "1. Older finds stand below younger ones.",
        "(2) All finds are of different weight.",
    ],
)
@pytest.mark.parametrize("entities", [ENTITIES, []])
def test_pieces_that_read_like_clues(piece, entities):
    assert left_out(puzzle(f"The order of the day.\n{piece}", entities=entities), ROWS) == (piece,)
    assert left_out(puzzle(f"The order of the day.\n{piece}", (1, 2), entities), ROWS) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "The finds are an anchor, a bell and a compass.",
        "A museum shows what a diver brought home before the war.",
        "On which shelf is the bell, and not the anchor?",
        "For example, the anchor may stand above the bell.",
        'Answer with {"anchor": 1, "bell": 2, "compass": 3} or the like.',
        "Print the shelf of the bell and of the anchor.",
        "1. Anchor",
        "The museum lent the bell.",
    ],
)
def test_pieces_that_do_not(piece):
    assert left_out(puzzle(f"The anchor is above the bell.\n{piece}"), ROWS) == ()


def test_names_of_categories_are_no_values():
    rows = [{"House": 1, "Pet": "ape"}, {"House": 2, "Pet": "bat"}]
    assert left_out(puzzle("The ape is first.\nEach house has a different pet.", entities=[]), rows) == ()


@pytest.mark.parametrize(
    "told",
    [
        'Reply with { "anchor":2, "bell" : 3,\n"compass": 1 } and nothing else.',
        "The finds go like this: anchor 2, bell 3, compass 1.",
        "We found that shelf 2 has the anchor, 3 the bell, and 1 the compass.",
    ],
)
def test_an_answer_that_the_text_dictates(told):
    assert dictated(puzzle(f"The anchor is above the bell.\n{told}"), ROWS)
    assert not dictated(puzzle(f"The anchor is above the bell.\n{told}"), ROWS | {"bell": 1, "compass": 3})


@pytest.mark.parametrize("answer", [None, 7, "anchor", [], ["anchor", "bell", "compass"], {"a": {"b": [{}]}}, {}])
def test_an_answer_of_another_shape_is_not_dictated_by_its_values(answer):
    text = "The finds are [anchor, bell, compass], seven of them."
    found = puzzle(text)
    assert not dictated(found, answer)
    assert left_out(found, answer) == ()


def test_hostile_texts_are_read_fast():
    text = "The anchor is not here. " * 4_000
    found = puzzle(text)
    assert left_out(found, ROWS)
    assert not dictated(found, {f"anchor {n}": "is" for n in range(2_000)} | {"x": 1})


def test_statements_that_the_text_asks_about_are_no_clues():
    clue, bottom = "The anchor is above the bell.", "(B) The bell is above the compass."
    text = f"{clue}\nWhich of these must be true?\nThe bell is not on shelf 1.\n{bottom}"
    asked = puzzle(text).model_copy(update={"expects": "must"})
    assert left_out(asked, {"answer": "B"}) == ()
    before = puzzle(f"The story.\nThe compass is not above the bell.\n{text}", (3,))
    found = left_out(before.model_copy(update={"expects": "must"}), {"answer": "B"})
    assert found == ("The compass is not above the bell.",)


@pytest.mark.parametrize(
    ("piece", "only_an_aim"),
    [
        ("1. The three finds together weigh as little as possible.", True),
        ("2. Minimise the total weight of the three finds.", True),
        ("1. The three finds together weigh as little as possible, and the anchor is not on top.", False),
        ("1. The anchor stands as high as possible.", False),
        ("1. The three finds weigh as little as possible but must be of one colour.", False),
    ],
)
def test_a_sentence_that_only_says_what_to_optimise_is_no_clue(piece, only_an_aim):
    every = {"clues": [{"pieces": [1]}], "entities": ENTITIES, "objective": "weight"}
    text = f"The order of the day.\n{piece}"
    best = sorted_out(text, pieces(text), {**every, "expects": "optimal"})
    assert (left_out(best, ROWS) == ()) is only_an_aim
    assert left_out(sorted_out(text, pieces(text), {**every, "expects": "unique"}), ROWS) == (piece,)
