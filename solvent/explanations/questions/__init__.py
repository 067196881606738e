"""Questions about a puzzle: "could the cat be in house 2?", "who has the cat?", "which clues are redundant?"."""

from solvent.explanations.questions.asking import ask
from solvent.explanations.questions.reply import KINDS, Kind, NotUnderstoodError, Reply, UnknownValueError

__all__ = ["KINDS", "Kind", "NotUnderstoodError", "Reply", "UnknownValueError", "ask"]
