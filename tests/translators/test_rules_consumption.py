"""Full consumption: no content word of an understood clue can be replaced by nonsense without being noticed."""

import json
import os
import re
from pathlib import Path

import pytest

from solvent.translators.rules import decompose
from solvent.translators.rules.kinds import grid
from solvent.translators.rules.reading import survey
from solvent.translators.rules.words import GLUE

from test_rules_puzzles import HOUSES, LISTED, PROSE  # isort: skip

NONSENSE = ("blixtorn", "vrumple", "Zquorth")
DATA = Path(os.environ.get("SOLVENT_DATA") or Path(__file__).parents[2].parent / "shared" / "data")


def survivors(text, *, limit=10**9):
    """Clues with a word replaced that are still understood; the second figure is how many were tried."""
    puzzle = decompose(text)
    texts = tuple(clue.text for clue in puzzle.clues)
    categories, background = grid.categories_of(puzzle.data), "\n".join(puzzle.background)
    found, tried = [], 0
    for number, clue in enumerate(puzzle.clues):
        if not clue.understood:
            continue
        for match in re.finditer(r"[A-Za-z][\w'-]*", clue.text):
            word = match[0].lower()
            if word.removesuffix("'s") in GLUE or tried >= limit:
                continue
            tried += 1
            nonsense = NONSENSE[tried % len(NONSENSE)]
            changed = clue.text[: match.start()] + nonsense + clue.text[match.end() :]
            again = survey(categories, (*texts[:number], changed, *texts[number + 1 :]), background)
            if again.reading(number).meaning is not None:
                found.append(changed)
    return found, tried


@pytest.mark.parametrize("text", [HOUSES, LISTED, PROSE], ids=["houses", "listed", "prose"])
def test_nonsense_is_noticed(text):
    found, tried = survivors(text)
    assert tried > 10
    assert found == []


def _logic_texts():
    return [
        json.loads(line)["example_text"]
        for file in sorted(DATA.glob("lr2bench/data/2-logic/*/data.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()[::6]
    ]


@pytest.mark.skipif(not DATA.exists(), reason="the development sets are not here")
def test_nonsense_is_noticed_in_public_puzzles():
    texts = _logic_texts()
    assert texts
    for text in texts:
        assert survivors(text, limit=25)[0] == []
