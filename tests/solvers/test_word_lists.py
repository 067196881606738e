"""Word lists are read from files of packages, as their own loaders take long: a file of another form is noticed."""

import pytest

from solvent.solvers.wordplay import word_lists


def test_frequencies_are_those_of_wordfreq():
    wordfreq = pytest.importorskip("wordfreq")
    assert word_lists._frequencies() == wordfreq.get_frequency_list("en", "large")


def test_counts_are_those_of_wordsegment():
    segmenter = pytest.importorskip("wordsegment").Segmenter()
    segmenter.load()
    singles, pairs = word_lists.singles(), word_lists.pairs()
    assert len(singles) > 50_000
    assert all(segmenter.unigrams[word] == count for word, count in singles.items())
    counted = {
        f"{first} {line.partition(chr(9))[0]}": line.partition("\t")[2] for first in pairs for line in pairs[first]
    }
    assert {pair: float(count) for pair, count in counted.items()} == segmenter.bigrams
    assert word_lists._text("wordsegment", "words.txt").split() == sorted(segmenter.words)
