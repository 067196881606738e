"""Language in, program out; pure."""

from solvent.translators.framework import Translator, load, names
from solvent.translators.puzzle import (
    Clue,
    Convention,
    Expects,
    Passage,
    Payload,
    Puzzle,
    Request,
    Role,
    without_comments,
)

__all__ = [
    "Clue",
    "Convention",
    "Expects",
    "Passage",
    "Payload",
    "Puzzle",
    "Request",
    "Role",
    "Translator",
    "load",
    "names",
    "without_comments",
]
