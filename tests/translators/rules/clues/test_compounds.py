"""Compound sentences: a changed word changes what they say, or leaves them unread."""

import itertools

import pytest
from test_plain_words import Grid, truth

from solvent.translators.rules.clues.interpret import interpret

STREET = Grid()
for line in (
    "house: 1=1, 2=2, 3=3, 4=4",
    "nationality: Dane, German, Scot, Swede",
    "pet: cat, dog, fish, horse",
    "drink: coffee, milk, tea, water",
):
    STREET.add(line)

CHANGES = (
    ("The German does not drink milk, and neither does the Swede.", "neither", "so"),
    ("The German does not drink milk, nor does the Swede.", "nor", "or"),
    ("Neither the Dane nor the Swede drinks milk or tea.", "or tea", "and tea"),
    ("If the Dane drinks coffee, the Swede keeps the cat.", "If", "Unless"),
    ("The Dane drinks coffee only if the Swede keeps the cat.", "only if", "if"),
    ("The Dane drinks coffee only if the Swede keeps the cat.", "only if", "only unless"),
    ("If the Dane doesn't drink coffee, the Swede does.", "does.", "doesn't."),
    ("Exactly one of these is true: the Dane drinks coffee; the Swede keeps the cat.", "true", "false"),
    ("Exactly one of these is true: the Dane drinks coffee; the Swede keeps the cat.", "one", "none"),
    ("At least one of these is true: the Dane drinks coffee; the Swede keeps the cat.", "least", "most"),
    ("One of the Dane and the Swede drinks coffee, the other keeps the cat.", "the other", "another"),
    ("The Dane lives left of the Swede, who lives left of the Scot.", "who", "whose brother"),
    ("The Dane drinks coffee, while the Swede keeps the cat.", "while", "unless"),
    ("The Dane drinks coffee, the Swede tea.", "coffee, the", "coffee, not the"),
    ("The Dane drinks coffee rather than tea.", "rather", "later"),
    ("Only the Dane drinks coffee.", "Only", "Not only"),
    ("Coffee is what the Dane drinks.", "drinks", "sells"),
    ("The Dane and the Swede drink coffee and tea, in some order.", "some", "that"),
    ("The Dane and the Scot live on different sides of the cat owner.", "different", "the same"),
    ("The Dane, the cat owner and the tea drinker are three different people.", "three", "two"),
    ("In house 3 lives the Swede.", "lives", "never lives"),
    ("The Dane lives with exactly one house between him and the Swede.", "one", "two"),
    ("The cat is kept exactly two houses away from the dog.", "exactly", "at least"),
)


def meaning(clue):
    (reading,) = interpret(STREET.parsed(), (clue,))
    return None if reading.guesses or reading.meaning is None else reading.meaning.literal


@pytest.mark.parametrize(("clue", "word", "other"), CHANGES)
def test_a_changed_word_changes_the_reading(clue, word, other):
    changed = clue.replace(word, other, 1)
    assert changed != clue
    one, two = meaning(clue), meaning(changed)
    if one is not None and two is not None:
        categories = STREET.parsed()
        rows = itertools.islice(STREET.arrangements(set(STREET.categories), 2_000), 2_000)
        assert any(truth(one, each, categories) != truth(two, each, categories) for each in rows)


def test_most_of_them_are_read():
    read = [meaning(clue) is not None for clue, _, _ in CHANGES]
    assert sum(read) >= 0.9 * len(read)


@pytest.mark.parametrize(
    "clue",
    [
        "The Dane lives next to the person who keeps the cat and drinks tea.",
        "If the Dane drinks coffee, the Swede keeps the cat, and the Scot drinks milk.",
        "The Dane is to the left of the Scot, who is to the right of the Swede or the cat owner.",
        "Both the Dane and the Swede drink milk.",
        "The Dane does not not drink milk.",
        "Neither the Dane nor the Swede drinks milk and tea.",
        "Either the Dane drinks milk or the Swede keeps the cat and the Scot drinks tea.",
        "The person next to the Dane keeps the cat.",
    ],
)
def test_two_meanings_or_none_are_not_read(clue):
    assert meaning(clue) is None
