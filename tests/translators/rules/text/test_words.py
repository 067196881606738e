"""The English dictionary is what the package that brings it would load itself."""

from spellchecker import SpellChecker

from solvent.translators.rules.text.words import _english


def test_the_dictionary_is_all_that_its_package_knows():
    """It is read from a file of that package, as loading it takes six times as long: this notices another form."""
    assert _english() == set(SpellChecker("en").word_frequency.words())
