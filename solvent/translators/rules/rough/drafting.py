"""Tries the readers of a rough reading on a text, those of the most special texts first."""

from collections.abc import Callable

from solvent.translators.rules.rough import quantities, relations, testimony
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.pouring.reading import draft as pouring

Drafter = Callable[[str], Draft | None]
DRAFTERS: tuple[Drafter, ...] = (pouring, testimony.draft, quantities.draft, relations.draft, relations.named_order)
_LEAST = 0.99  # share of the sentences that say something


def drafted(text: str) -> tuple[Draft, ...]:
    """Return the drafts that lose hardly anything of a text."""
    found = (drafter(text) for drafter in DRAFTERS)
    return tuple(each for each in found if each is not None and each.share >= _LEAST)
