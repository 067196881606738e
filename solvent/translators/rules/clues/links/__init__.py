"""Decides which words may say that two values are in one row: those that the grammar knows or the puzzle uses for it.

A clue whose values are linked by another word is not understood. If nothing is known against that word, the meaning
that the clue would have may be tried as a guess.
"""

from collections.abc import Sequence

from solvent.translators.rules.clues.item_codes import Item
from solvent.translators.rules.clues.links.judging import Doubt, doubts
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.sentence import Sentence
from solvent.translators.rules.clues.links.sorts import frames, is_people
from solvent.translators.rules.clues.links.uses import Uses, uses_of
from solvent.translators.rules.clues.mentions import Lexicon
from solvent.translators.rules.text.tokens import Token

__all__ = ["Doubt", "Link", "Uses", "doubts", "frames", "is_people", "links", "uses_of"]


def links(tokens: Sequence[Token], items: Sequence[Item], known: Lexicon) -> list[Link]:
    """The words of a sentence that link values, with what they lead to; `items` are its structure."""
    return list(Sentence(tokens, items, known).links())
