"""Reads questions for a number: "How many people sit between Ada and Bruno?"."""

import re
from dataclasses import replace

from solvent.explanations.questions.claims import Claim
from solvent.explanations.questions.grammar import GridReader, Options
from solvent.translators.rules.clues.formula import CompareQuantities
from solvent.translators.rules.clues.values import POSITION_WORDS, Category, is_person
from solvent.translators.rules.text.words import stem

_BETWEEN = re.compile(
    r"^how many (?:other )?(?P<noun>\w+) (?:(?:are|is|were|was) )?(?:there )?(?:\w+ )?(?:in )?between (?P<one>.+) and "
    r"(?P<other>.+?)\W*$",
    re.IGNORECASE,
)
_ANYBODY = frozenset(map(stem, ("people", "persons", "others")))


def between(asked: str, reader: GridReader) -> Options | None:
    """The numbers of places that may lie between two values, each with the claim that it is that many."""
    match = _BETWEEN.match(asked)
    if not match or not _is_counted(match["noun"], reader.categories):
        return None
    read = reader.claim([f"{match['one']} is next to {match['other']}"])
    beside = read.claim.formula if read.claim else None
    if read.guessed or not isinstance(beside, CompareQuantities) or (beside.relation, beside.amount) != ("distance", 1):
        return None
    places = reader.categories[beside.category].quantities
    if [*places] != list(range(1, len(places) + 1)):
        return None
    claims = (
        (str(number), Claim(f"{number} between them", replace(beside, amount=number + 1)))
        for number in range(len(places) - 1)
    )
    return Options("number", tuple(claims))


def _is_counted(noun: str, categories: tuple[Category, ...]) -> bool:
    """Whether every place counts as one of what a noun means: a place, or anybody."""
    kinds = [each for each in categories if each.kind == "position" or is_person(each)]
    known = _ANYBODY | {stem(word) for word in POSITION_WORDS} | {word for each in kinds for word in each.words}
    return stem(noun.lower()) in known
