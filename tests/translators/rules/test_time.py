"""Reading a text takes a time that grows with its length and no faster, whatever the text is made of."""

import gc
import time
from contextlib import suppress

import pytest

from solvent.translators import rules
from solvent.translators.rules import PuzzleError
from solvent.translators.rules.kinds.cryptarithm import decompose as cryptarithm
from solvent.translators.rules.text import lines
from solvent.translators.sentences import pieces, sentences

FACTOR = 3.5  # of the time for a text of twice the length: two if it is linear, four if it is quadratic
SHORT = 0.02  # what takes less than that at the greater length says nothing
GRID = "cook: Alba, Bjarne, Chidi\ndish: stew, pie, omelette\n\nClues:\n"
WORDS = "Sudoku cryptogram drop quote magic square acrostic 8 queens letters digits latin square cages no two attack.\n"
SQUARE = "Sudoku\n1 . . .\n. . . .\n. . . .\n. . . 2\n"
# What stands before, what is repeated, what stands behind.
TEXTS = {
    "sums": ("", "1+", ""), "sums of letters": ("", "A+B+", ""), "many results": ("", "A+B=", "="),
    "equations": ("", "A+B=C\n", ""), "capitals": ("", "CAP\n", ""), "columns": ("", "AB\n+CD\n--\n", "EF\n"),
    "spaces": ("x", " ", "x"), "line breaks": ("x", "\n", "x"), "lines": ("", "x\n", ""), "one word": ("", "a", ""),
    "words": ("", "a ", ""), "brackets": ("", "[{(", ""), "lists": ("", "[[1,2],", ""), "open lists": ("", "[[", "]"),
    "objects": ("", '{"a":', ""), "quotes": ("", "'\"", "x"), "commas": ("a: ", "v, ", ""), "rule": (WORDS, "-", "x"),
    "rules": (WORDS, "+-", "x"), "titles": ("", "Mr. ", ""), "initials": ("", "A. ", ""), "facts": ("", "X is Y. ", ""),
    "listed facts": ("", "X is Y, ", ""), "enumerations": ("", "The boys are A, B and C. ", ""),
    "items": ("", "1. ", ""), "bullets": ("", "- x\n", ""), "parts": ("", "(x) ", ""), "ands": ("", "x, and ", ""),
    "marks": (WORDS, "!?", "x"), "dots": (WORDS, "a. ", "x"), "categories": ("", "name: x, y\n", "\nClues:\n1. x"),
    "clues": (GRID, "1. Alba made the pie.\n", ""), "one clue": (GRID + "1. ", "Alba made the pie and ", ""),
    "sentences of a clue": (GRID + "1. ", "Alba made the pie. ", ""), "comparisons": (GRID + "1. ", "older than ", ""),
    "word of a clue": (GRID + "1. Alba ", "a", ""), "rows": ("", "5 3 . | . 7 . | . . .\n", ""),
    "cages": (SQUARE, "cage A: r1c1, r1c2 = 5\n", ""), "cells": (SQUARE, "(1,2) ", ""),
    "cages in a list": (SQUARE, "[[[1,2]],", "x"),
    "blanks": ("Drop quote\nColumn 1: A\n", "# ", "x"),
    "cipher": ("Cryptogram:\n", "XQZ RTY\n", ""), "hints": ("Cryptogram: ABC\n", "A=B ", ""),
    "queens": ("8 queens problem. ", "A queen is in row 1, column 1. ", ""), "sizes": ("magic square ", "3 by 3 ", ""),
    "lists of names": ("aaa is the sum of ", "bbb and ", "\nWhat is the value of aaa?"),
    "lines of names": ("", "aaa is the sum of bbb and ccc.\n", "What is the value of aaa?"),
    "rules in a row": ("", "If aaa is false, then bbb is true. ", "What is the value of bbb?"),
    "links": ("aaa points to: (", "bbb, ", "ccc).\nCan ccc be reached from aaa?"), "replies": ("", "<<<1>>> 1 ", ""),
    "places": ("Ada, Bo and Cy stand in a queue. ", "Bo is right behind Cy. ", "Who is last?"),
    "conditions": ("Find two integers whose sum is 5 ", "and whose product is 6 ", ""),
}  # fmt: skip


def of_length(kind: str, length: int) -> str:
    before, unit, behind = TEXTS[kind]
    return before + unit * (length // len(unit)) + behind


def seconds(read, text: str) -> float:
    """The processor's time, so that what else the machine does counts less, and without that of the collector."""
    lines._lines.cache_clear()
    gc.disable()
    try:
        started = time.process_time()
        with suppress(PuzzleError):
            read(text)
        return time.process_time() - started
    finally:
        gc.enable()


def grows_too_fast(read, kind: str, length: int) -> bool:
    double = seconds(read, of_length(kind, 2 * length))
    return double > SHORT and double > FACTOR * seconds(read, of_length(kind, length))


@pytest.fixture(scope="module", autouse=True)
def _dictionary():
    """Loaded once, by the first text with words."""
    rules.decompose(f"{GRID}1. Alba made the stew.")


@pytest.mark.parametrize("length", [9_000, 24_000], ids=["short", "long"])
@pytest.mark.parametrize("kind", TEXTS)
def test_twice_the_text_takes_about_twice_the_time(kind, length, monkeypatch):
    monkeypatch.setattr(rules, "_MOST_LINES", rules.LONGEST)
    # A second and a third look, since somebody else may have been using the machine.
    assert not all(grows_too_fast(rules.decompose, kind, length) for _ in range(3))


@pytest.mark.parametrize("kind", ["sums", "spaces", "titles", "initials", "facts", "marks", "dots", "line breaks"])
@pytest.mark.parametrize("read", [pieces, sentences], ids=["pieces", "sentences"])
def test_sentences_are_found_in_one_pass(read, kind):
    assert not all(grows_too_fast(read, kind, 100_000) for _ in range(3))


def test_a_text_longer_than_any_puzzle_is_refused():
    with pytest.raises(PuzzleError, match="characters"):
        rules.decompose("x" * (rules.LONGEST + 1))
    assert not rules.decompose("x" * rules.LONGEST).kind
    with pytest.raises(PuzzleError, match="lines"):
        rules.decompose("x\n" * (rules.LONGEST // 2))


@pytest.mark.parametrize("text", [
    "Find two integers whose sum is {}.", "{} queens problem", "magic square of order {}",
    "Drop quote\n1 2\nColumn {}: A",
    GRID + "1. Alba made {} pies.", GRID + "{}. Alba made the pie.", "There are {} houses.\n" + GRID + "1. Alba",
    "# . .\n. . .\nAcross\n{}. x (2)",
])  # fmt: skip
def test_a_number_that_is_too_long_is_no_error_of_the_program(text):
    """Python refuses to read a number of more than 4300 digits."""
    for number in ("1" * 5000, "1" * 999, ",111" * 2000):
        with suppress(PuzzleError):
            rules.decompose(text.format(number))


@pytest.mark.parametrize(
    "text", [GRID + "1. Alba made \u00b2 pies \u2460.", "a: \u00b2, \u00b3\nb: x, y\n\nClues:\n\u00b2. x is \u00b3."]
)
def test_digits_that_are_no_numbers(text):
    """A raised two is a digit to Python, but no number."""
    assert rules.decompose(text).kind == "logic grid"


def test_a_drop_quote_whose_list_holds_no_rows():
    assert not rules.decompose("Drop quote\n[[1],2,[3]]\nColumn 1: A").kind


def test_a_long_sum_is_not_cut():
    """Where a sum is longer than what is looked at, its end is not taken for a sum of its own."""
    long = "+".join(["AB"] * 400) + "=CD"
    assert cryptarithm(f"Every letter is a digit.\n{long}") is None
    column = "AB\n" * 60 + "---\nCD"
    assert cryptarithm(f"Every letter is a digit.\n{column}") is None
    below = cryptarithm("Every letter is a digit.\nSEND\nMORE\n----\nMONEY")
    assert below is not None
    assert below.clues[0].text == "SEND + MORE = MONEY"
    apart = cryptarithm("SEND\n+MORE\n----\nMONEY\n\nNO\n+ ON\n+ NO\n====\nDOS")
    assert apart is not None
    assert [clue.text for clue in apart.clues] == ["SEND + MORE = MONEY", "NO + ON + NO = DOS"]
