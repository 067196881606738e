"""What the strict reader refuses in a sentence, with how likely it is that the words are mere description after all."""

from collections.abc import Iterator
from dataclasses import dataclass

from solvent.translators.rules.clues.interpret import Survey
from solvent.translators.rules.clues.item_codes import ComparisonWord
from solvent.translators.rules.clues.links import doubts
from solvent.translators.rules.clues.related_people import relation
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.text.words import COMPARATIVES, KIN, NUMBER_WORDS, RESERVED, is_superlative, listed

# Most of these words deny what they go with; passed over, they would turn the meaning of a clue round.
DENYING = frozenset(
    listed(
        """no non none never nothing nobody without except unless hate hates hated dislike dislikes disliked avoid
        avoids avoided avoiding lack lacks lacked lacking refuse refuses refused refusing loathe loathes despise
        despises detest detests fail fails failed decline declines declined reject rejects rejected false wrong untrue
        missing absent stop stops stopped quit quits deny denies denied hardly barely seldom rarely unlike instead
        rather"""
    )
)


@dataclass(frozen=True)
class Waived:
    """A check that a reading waives, in words, with the probability that the reading is right all the same.

    `denies` says that the clue may well mean the opposite.
    """

    words: str
    weight: float
    at: int = -1
    denies: bool = False


def waived(said: Said, found: Survey) -> list[Waived]:
    """All checks that stand in the way of a sentence's meaning, if it is read as it stands; for each word the worst."""
    by_word: dict[object, Waived] = {}
    for check in (*_words(said, found), *_others(said, found)):
        place = check.at if check.at >= 0 else check.words
        if place not in by_word or check.weight <= by_word[place].weight:
            by_word[place] = check
    return [*by_word.values()]


def _words(said: Said, found: Survey) -> Iterator[Waived]:
    """The words that no construction has used, and which the strict reader does not let pass."""
    for at, _ in found.refusals(said):
        token = said.tokens[at]
        words = f"taking '{token.text}' for mere description"
        if token.norm in DENYING:
            yield Waived(words, 0.25, at, denies=True)
        else:
            yield Waived(words, _as_description(token.norm), at)


def _as_description(norm: str) -> float:
    """How likely it is that a refused word adds nothing."""
    if norm == "than":
        return 0.1  # something is compared
    if norm in COMPARATIVES or is_superlative(norm):
        return 0.4
    if norm in KIN:
        return 0.7
    if norm in RESERVED:
        return 0.5
    return 0.6 if norm in NUMBER_WORDS or norm[:1].isdecimal() else 0.85


def _others(said: Said, found: Survey) -> Iterator[Waived]:
    """What else the strict reader refuses: somebody else's mention, an amount, a word that links the values."""
    scan, known = found.scan(said), found.context.known
    if relation(said.tokens, said.mentions, found.context, found.seen):
        yield Waived("taking two phrases for the same one", 0.5)
    used = {item.payload.amount for item in scan.items if isinstance(item.payload, ComparisonWord)}
    for amount in said.amounts:
        if amount not in used:
            words = " ".join(token.text for token in said.tokens[amount.start : amount.end])
            yield Waived(f"passing over '{words}'", 0.35)
    for doubt in doubts(found.linked(said), found.uses, said.tokens, scan.items, known):
        word = said.tokens[doubt.at].text
        yield Waived(f"taking '{word}' to link the values", 0.15 if doubt.denied else 0.85, doubt.at, doubt.denied)
