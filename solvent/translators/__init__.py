"""Language in, program out; pure."""

from solvent.translators.framework import Translator, load, names
from solvent.translators.puzzle import Clue, Expects, Puzzle, without_comments

__all__ = ["Clue", "Expects", "Puzzle", "Translator", "load", "names", "without_comments"]
