"""What all kinds of word puzzles have in common: their answers are searched for among English words."""

from typing import Any

from solvent.translators.puzzle import Puzzle

FRAMEWORKS = ("wordplay",)


def preferred(_: Puzzle) -> str:
    """The framework that searches."""
    return FRAMEWORKS[0]


def suspects(_: Puzzle) -> tuple[int, ...]:
    """None: what does not fit is told at once."""
    return ()


def quotation(answer: Any) -> str:
    """The text that an answer spells; empty for what is no answer."""
    text = answer.get("text") if isinstance(answer, dict) else None
    return text if isinstance(text, str) else ""
