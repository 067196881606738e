"""Rough readings: what a text most likely says, where no kind of puzzle understands all of it.

Four readers, for relations, testimony, amounts and pouring, find a world, statements about it and a question. Words
that tell nothing about the world are skipped, so an answer under a rough reading is a guess. It is given only if a
solver finds it to be the only one: most wrong readings leave several answers, or none.
"""

from functools import lru_cache

from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.drafting import drafted

__all__ = ["Draft", "drafts"]


@lru_cache(maxsize=8)
def drafts(text: str) -> tuple[Draft, ...]:
    """Return the rough readings of a text; none if it says nothing that the grammar could take for a puzzle."""
    return drafted(text)
