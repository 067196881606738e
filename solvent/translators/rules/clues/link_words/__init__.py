"""The words by which English says that two values are in one row, and those by which it says otherwise.

Tables only. A word in none of them may mean anything, so it must not be taken for a link.
"""

from solvent.translators.rules.clues.link_words.deeds import DEEDS, alike, usual
from solvent.translators.rules.clues.link_words.frames import FRAMES, GOVERNED, KINDS, SYNONYMS, Frame
from solvent.translators.rules.clues.link_words.general import (
    AS_LINKS,
    COMING,
    DONE_BY,
    EVENTS,
    FETCHING,
    HAVING,
    HAVING_WITH,
    LIKING,
    LOCATING,
    MADE_BY,
    MEASURING,
    PHRASAL,
)
from solvent.translators.rules.clues.link_words.pairs import PAIRS, PLACES, SERVING
from solvent.translators.rules.clues.link_words.verbs import (
    ADVERBS,
    DENIED,
    DENIED_UNLESS_TOLD,
    IRREGULAR,
    NOUN_LIKE,
    PERSON_LINKS,
    PLAIN,
    PREPOSITIONS,
    RELATES_PEOPLE,
    keys,
    verb_stem,
)

__all__ = [
    "ADVERBS",
    "AS_LINKS",
    "COMING",
    "DEEDS",
    "DENIED",
    "DENIED_UNLESS_TOLD",
    "DONE_BY",
    "EVENTS",
    "FETCHING",
    "FRAMES",
    "GOVERNED",
    "HAVING",
    "HAVING_WITH",
    "IRREGULAR",
    "KINDS",
    "LIKING",
    "LOCATING",
    "MADE_BY",
    "MEASURING",
    "NOUN_LIKE",
    "PAIRS",
    "PERSON_LINKS",
    "PHRASAL",
    "PLACES",
    "PLAIN",
    "PREPOSITIONS",
    "RELATES_PEOPLE",
    "SERVING",
    "SYNONYMS",
    "Frame",
    "alike",
    "keys",
    "usual",
    "verb_stem",
]
