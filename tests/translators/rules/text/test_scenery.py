"""Where a scene is set says nothing about the order of a puzzle's values; what might give an order still blocks."""

import pytest

from solvent.translators.rules.text.telling import Knowledge, blocking

SCENES = (
    "Behind the church four friends have their gardens.",
    "In the car park behind the surgery there are four spaces.",
    "Four desks stand in front of the blackboard.",
    "Four parcels lie on the counter.",
    "They had sledges to slide down on.",
    "Last night they went round the houses as ghosts.",
    "They start at different times.",
    "Here you can buy honey and cheese.",
    "Each left behind a hat.",
    "The front doors are painted.",
    "Four hot-air balloons took off this morning.",
)
TELLING = (
    "Seen from behind the counter, they are numbered.",
    "They sit behind the tallest.",
    "Everybody sits behind the next one.",
    "They stand around the bandstand.",
    "The brothers lie on the bench in the morning, and tell the truth in the evening.",
    "They lie in the afternoon.",
    "They count down from four.",
    "Go up to the first house.",
    "The numbering starts at the back.",
    "The order starts at the far end.",
    "You could own two.",
    "You can swap two of them.",
    "When you stand behind the bar, they run backwards.",
    "They live above the pet on the first floor.",
    "All live opposite the cat.",
    "They came over one after the first.",
    "Everybody has gone up a class.",
    "They all went up to the next class.",
    "They all came up.",
    "Everybody moved up a seat.",
    "Five hot-air balloons took off this morning.",
)


def named(sentence):
    return next((value for value in ("cat", "dog") if value in sentence), "")


def known():
    return Knowledge(rows=4, mentioned=named, topics=frozenset({"pet", "hous"}))


@pytest.mark.parametrize("sentence", SCENES)
def test_scene_blocks_nothing(sentence):
    assert not blocking(sentence, known())


@pytest.mark.parametrize("sentence", TELLING)
def test_what_may_give_an_order_blocks(sentence):
    assert blocking(sentence, known())
