"""What clues that are not understood may mean: the likeliest guess, and what it assumes."""

import pytest

from solvent.translators import rules

TEXT = """Categories:
Person: Ada, Bo, Cy, Dee
Pet: cat, dog, fox, owl
Floor: 1, 2, 3, 4

1. Ada owns the cat.
2. Bo lives on floor 2.
3. {clue}
"""


def guesses(clue):
    puzzle = rules.decompose(TEXT.format(clue=clue))
    assert not puzzle.clues[2].understood
    return rules.guesses(puzzle).get(3, ())


def said(guess):
    return guess.assumed.partition(" to say that ")[2]


# Clues that are refused, with the guess that comes first and what is assumed for it.
FIRST = {
    "Cy keeps the dog near the river.": ("Cy is dog", "'near' for mere description"),
    "Cy snorples the dog.": ("Cy is dog", "'snorples' to link the values"),
    "Cy, just like a friend of mine, owns the dog.": ("Cy is dog", "leaving out ', just like a friend of mine ,'"),
    "Cy does not snorple the dog.": ("Cy and dog do not belong together", "'snorple' to link the values"),
    "Cy lost the dog.": ("Cy and dog do not belong together", "'lost' for a denial"),
    "Cy owns the dgo.": ("Cy is dog", "reading 'dgo' as 'dog'"),
    "Cy owns the dog (lucky one).": ("Cy is dog", "leaving out '(lucky one)'"),
    "The dog owner lives one storey snorpler than the fox owner.": ("fox is before dog by Floor", "as a guess"),
}


@pytest.mark.parametrize("clue", FIRST)
def test_the_likeliest_guess_comes_first(clue):
    meaning, assumed = FIRST[clue]
    found = guesses(clue)
    assert said(found[0]) == meaning
    assert assumed in found[0].assumed
    assert [guess.weight for guess in found] == sorted((guess.weight for guess in found), reverse=True)
    assert all(0 < guess.weight < 1 for guess in found)


def test_another_name_is_rather_one_of_a_value_that_no_clue_names():
    found = guesses("Cy owns the quadruped.")
    assert said(found[0]) in {"Cy is dog", "Cy is fox", "Cy is owl"}
    assert found[0].weight > 2 * next(guess.weight for guess in found if said(guess) == "Cy is cat")


def test_nothing_is_guessed_of_a_question_or_a_clue_that_names_no_value():
    assert rules.guesses(rules.decompose(TEXT.format(clue="Does Cy snorple the dog?"))) == {}
    assert guesses("Everybody snorples all day.") == ()


def test_guesses_are_different_meanings():
    for clue in FIRST:
        meanings = [guess.formula for guess in guesses(clue)]
        assert len(meanings) == len(set(meanings))


def test_an_understood_clue_has_no_guesses_and_a_guess_leaves_a_clue_not_understood():
    puzzle = rules.decompose(TEXT.format(clue="Cy snorples the dog."))
    assert set(rules.guesses(puzzle)) == {3}
    guessed = rules.with_guesses(puzzle, {3: (0,)})
    assert not rules.understands(guessed)
    assert guessed.clues[2].guesses == (rules.guesses(puzzle)[3][0].assumed,)
    literal, with_guess = (rules.translate(guessed, "smtlib", reading) for reading in ("literal", "guessed"))
    assert 3 not in literal.clues
    assert 3 in with_guess.clues
