"""The template for a new kind of puzzle works where it is copied to."""

import shutil
import sys
from importlib import import_module

import pytest
from console import ROOT

from solvent.translators.rules import FRAMEWORKS, PuzzleError, decompose, translate

TEXT = """A farmer has chickens and rabbits in the yard. There are 35 heads and 94 legs.
How many chickens and rabbits are there?
"""


@pytest.fixture(autouse=True)
def _copied(tmp_path, monkeypatch):
    """The folder of the kinds, with one file more."""
    package = import_module("solvent.translators.rules.kinds")
    shutil.copy(ROOT / "docs" / "templates" / "kind.py", tmp_path / "heads_and_legs.py")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    package.kinds.cache_clear()
    yield
    package.kinds.cache_clear()
    sys.modules.pop(f"{package.__name__}.heads_and_legs")


def test_its_puzzle_is_solved(solve):
    answer = solve(TEXT)
    assert (answer.status, answer.answer) == ("verified", {"chickens": 23, "rabbits": 12}), answer.reason


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_it_writes_every_framework(framework):
    assert translate(decompose(TEXT), framework).clues == (1, 2)


def test_what_it_does_not_understand_is_no_part_of_a_claim(solve):
    answer = solve(TEXT.replace("How", "Two of the chickens have one leg. How"))
    assert answer.status == "unverified"
    assert [clue.understood for clue in answer.clues] == [True, True, False]


def test_what_can_have_no_answer_is_said():
    with pytest.raises(PuzzleError, match="95 legs are an odd number"):
        decompose(TEXT.replace("94", "95"))
    assert decompose("There are 35 heads and 94 legs.").kind == ""
