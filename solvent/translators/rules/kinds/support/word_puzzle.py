"""What all word puzzles share: their answers are found by a search over English words."""

from typing import Any

from solvent.translators.puzzle import Puzzle

FRAMEWORKS = ("wordplay",)


def preferred(_: Puzzle) -> str:
    """Return the search framework, the only one."""
    return FRAMEWORKS[0]


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: conflicts are already reported when the text is read."""
    return ()


def quotation(answer: Any) -> str:
    """Return the text that an answer spells; empty for a malformed answer."""
    text = answer.get("text") if isinstance(answer, dict) else None
    return text if isinstance(text, str) else ""
