"""Words of a clue that may be meant for a value, and are spelt otherwise or listed nowhere."""

import difflib
from collections.abc import Sequence

from solvent.translators.rules.mentions import Lexicon
from solvent.translators.rules.tokens import Token
from solvent.translators.rules.words import GLUE


def stranger(words: Sequence[Token], known: Lexicon) -> str:
    """Of a clue with one value only, the word that may be meant for the other."""
    others = [token for token in words if token.norm.isalpha() and token.norm not in GLUE]
    for token in others:
        if close := nearest(token.norm, known):
            return f"; is '{token.text}' meant for '{close}'?"
    named = [token for token in others if token.capitalised] or others[-1:]
    return f"; '{named[0].text}' is in no category" if named else ""


def nearest(word: str, known: Lexicon) -> str:
    """The value that has a word spelled nearly so, or nothing."""
    close = difflib.get_close_matches(word, known.spellings, n=1, cutoff=0.75)
    return known.spellings[close[0]] if close else ""
