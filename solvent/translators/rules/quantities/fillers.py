"""Words around a statement that leave it as it is: who counts, where, and that somebody finds it so."""

from solvent.translators.rules.quantities.descriptions import STATING
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, listed

# Besides the words that state something: conditions, wishes, duties, exceptions, exclusions and shifts in time.
_CHANGING = listed(
    """if unless until till but just about around over under within least most except excluding including without
    against because other others instead again plus minus or nor never ever still already yet soon yesterday tomorrow
    today now once before after since formerly
    want wants wanted wish wishes wished hope hopes hoped need needs needed should would could must can
    cannot plan plans
    planned
    expect expects expected try tries tried lie lies lied lying false falsely wrong wrongly missing lacks lack
    lacking too short joke jokes joked wonder wonders wondered whether opinion say says
    join joins joined leave leaves escape escapes escaped run runs ran fly flies flew double doubled
    counting included badly
    and or with for to in on at by from under into inside outside near behind beside through during according about
    if so while where story film book tale
    thousand hundred dozen million percent per"""
)
_SAFE = frozenset(listed("number once one"))
_BAD = "|".join(
    sorted(({*STATING, *_CHANGING, *NUMBER_WORDS, *(w for w in ORDINAL_WORDS if w != "second")} - _SAFE) | {"once"})
)
_SEEN = r"(?:you|one|we|i|he|she|they) (?:can|could) (?:see|count|hear)"
FILLER = rf"(?!(?:{_BAD}|mis(?:count|read|hear|see|took|take)[a-z]*)\b)[a-z]{{1,30}}"
FILLING = rf"(?:(?:{_SEEN}|{FILLER}|'s) ){{0,12}}?"
"""Up to a dozen such words, in front of a statement."""
TAIL = rf"(?: (?:in (?:all|total)|{_SEEN}|{FILLER}|'s)){{0,10}}?"
"""Up to ten such words behind a statement."""
