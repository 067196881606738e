"""Short number puzzles in words, read by one grammar of amounts."""

import re
from collections.abc import Callable

from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities import (
    ages,
    chains,
    equations,
    figures,
    kinds,
    letters,
    numbers,
    owners,
    prices,
    siblings,
)
from solvent.translators.rules.rough.quantities.items import sentences_in, words_in

_ASKS = re.compile(
    r"\b(?:how|what)\b(?! am i \w| (?:should|shall|can|could) (?:i|we)\b)[^.?!]*\?"
    r"|\bhow (?:many|much|old|long|far|tall|heavy|big|large|fast|wide|high|deep)\b"
    r"|=\s*[?_]|\bletters?\b"
    r"|\b(?:numbers?|digits?|ages?|prices?|costs?|worth|length|width|average|marks?|score|points)\b"
    r"|\b(?:code|pin|combination|which day|what day|highest|lowest|shortest|fewest|largest|biggest|smallest|greatest)\b"
    r"|\b(?:who|what) am i\b(?! \w)|\bwhat are they\b|\b(?:thinking|looking|think) (?:of|for)\b|\bcoins\b"
    r"|\bmy number\b",
    re.IGNORECASE,
)
_OPTION = r"(?:\n|\s{2,})\s*[(\[]?[A-Ha-h][.):\]][ \t]*[$\u00a3\u20ac]?\d[\d.,]*(?: ?[a-z]+)?[ \t]*[,;.]?(?=\s|$)"
_OPTIONS = re.compile(rf"(?:{_OPTION}){{2,8}}\s*$")
LONGEST = 2000
"""Characters of a text that may be such a puzzle."""
LONGEST_SENTENCE = 80
"""Words of a sentence of such a puzzle."""
_THEMES: tuple[Callable[[str], Draft | None], ...] = (
    letters.draft,
    equations.draft,
    siblings.draft,
    ages.draft,
    kinds.draft,
    prices.draft,
    chains.draft,
    owners.draft,
    figures.draft,
    numbers.draft,
)


def draft(text: str) -> Draft | None:
    """Return the reading of the first theme that reads every sentence which says something."""
    if len(text) > LONGEST or not _ASKS.search(text):
        return None
    body = _OPTIONS.sub("", text)
    if any(len(words_in(each)) > LONGEST_SENTENCE for each in sentences_in(body)):
        return None
    return next((found for theme in _THEMES if (found := theme(body)) is not None), None)
