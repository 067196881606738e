"""Language in, program out; pure."""

from solvent.translators.puzzle import Clue, Expects, Puzzle, without_comments

__all__ = ["Clue", "Expects", "Puzzle", "without_comments"]
