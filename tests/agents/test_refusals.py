"""What a refused text is told, in three lines: what was understood, what was not, how to write it."""

import pytest

from solvent.agents.refusals import refusal
from solvent.translators import rules
from solvent.translators.rules import PuzzleError

GRID = """Four friends each play one instrument.
Friend: Ada, Bo, Cy, Di
Instrument: cello, flute, harp, oboe

1. Ada waltzes about the cello.
2. Bo serenades, and possibly envies, whoever owns the harp.
3. Cy plays the harp once in a blue moon.
"""


def test_a_refusal_quotes_the_clue_and_proposes_a_sentence_that_is_read() -> None:
    puzzle = rules.decompose(GRID)
    understood, unread, advice = refusal(puzzle).splitlines()
    assert understood.startswith("Understood: a logic grid (Friend: Ada, Bo, Cy, Di; Instrument: cello, flute")
    assert unread.startswith('Not understood: clue 1, "Ada waltzes about the cello."')
    proposed = advice.split('"')[1]
    again = rules.decompose(f"{GRID.split('1.', maxsplit=1)[0]}1. {proposed}")
    assert [clue.understood for clue in again.clues] == [True]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Drei Freunde, Anna, Bernd und Carla, haben je ein Haustier. Anna hat keinen Hund.", "German"),
        ("Trois amies ont chacune un animal. Anne n'a pas de chien. Qui a le chat ?", "French"),
        ("Tres amigos tienen cada uno una mascota. Ana no tiene perro.", "Spanish"),
        ("Trzej przyjaciele maj\u0105 po jednym zwierz\u0119ciu. Anna nie ma psa.", "Polish"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_language_of_a_text(text: str, language: str) -> None:
    lines = refusal(rules.decompose(text)).splitlines()
    assert f"seems to be in {language}" in lines[0]
    assert lines[2].startswith("Write it in English")


@pytest.mark.parametrize(
    "text", ["Dear all, lunch is at noon.", "def area(width, height): return width * height", "42"]
)
def test_english_code_and_numbers_have_no_foreign_language(text: str) -> None:
    assert rules.language(text) == ""
    assert "seems to be in" not in refusal(rules.decompose(text))


BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("text", [BOARD[:80], f"Sudoku:\n{BOARD}1"])
def test_a_board_with_a_character_too_few_or_too_many_is_named(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"The line has 8[02] characters; a grid of 9 by 9 on one line has 81"):
        rules.decompose(text)


def test_a_whole_board_on_one_line_is_read() -> None:
    assert rules.decompose(BOARD).kind == "sudoku"
