"""Language in, program out; pure."""

from solvent.translators.puzzle import Clue, Expects, Puzzle

__all__ = ["Clue", "Expects", "Puzzle"]
