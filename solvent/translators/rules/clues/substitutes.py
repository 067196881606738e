"""Words that an unknown word of a sentence may stand for: a value, a place, or the word that a construction needs."""

from collections.abc import Iterator
from dataclasses import dataclass

from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.interpret import Survey
from solvent.translators.rules.clues.leftover_words import nearest
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.clues.values import POSITION_WORDS, Category
from solvent.translators.rules.text.words import COMPARATIVES, GLUE, NUMBER_WORDS, RESERVED, is_english, listed, stem

_HEARD = GLUE | RESERVED | COMPARATIVES.keys()
_MOST_RENAMED = 2  # words of one sentence that may be other names for values
_MISSPELT, _ANOTHER, _RENAMED, _MORE, _LESS, _PLACE, _AT_ONCE = 0.8, 0.2, 0.4, 0.5, 0.25, 0.6, 0.35
_UNNAMED = 4.0  # how much likelier a value is meant by another name if no clue names it
_ORDERS = frozenset(listed("left right before after below above behind ahead"))


@dataclass(frozen=True)
class Substitute:
    """What the word at a position may stand for, and the probability that it does."""

    at: int
    word: str
    weight: float


def substitutes(said: Said, found: Survey) -> list[Substitute]:
    """All such words, a sentence at a time; every one is to be tried alone."""
    left = [at for at in found.scan(said).leftover if said.tokens[at].norm.isalpha()]
    unknown = [at for at in left if said.tokens[at].norm not in _HEARD]
    return [*_values(said, found, unknown), *_renamed(said, found, unknown), *_constructions(said, found, unknown)]


def _values(said: Said, found: Survey, unknown: list[int]) -> Iterator[Substitute]:
    """Values of which a word may be a misspelling."""
    for at in unknown:
        norm = said.tokens[at].norm
        if near := nearest(norm, found.context.known):
            yield Substitute(at, near, _ANOTHER if is_english(norm) else _MISSPELT)


def _renamed(said: Said, found: Survey, unknown: list[int]) -> Iterator[Substitute]:
    """Values for which a word may be another name, in a sentence that names only one.

    They are of a category beside whose values the words of the sentence occur, if that is clear.
    """
    known, context = found.context.known, found.context
    if len(said.mentions) != 1 or not said.mentions[0].settled:
        return
    own = said.mentions[0].candidates[0].category
    around = [context.beside.get(token.key, frozenset()) - {own} for token in said.tokens if token.norm not in GLUE]
    shown = {next(iter(each)) for each in around if len(each) == 1}
    for at in unknown[-_MOST_RENAMED:]:
        beside = said.tokens[max(0, at - 1) : at] + said.tokens[at + 1 : at + 2]
        named = {n for n, each in enumerate(known.categories) if any(_names(token.key, each) for token in beside)}
        possible = [n for n in range(len(known.categories)) if n != own and n in (named or shown or {n})]
        values = [Value(n, index) for n in possible for index in range(len(known.categories[n].values))]
        weights = [_UNNAMED if value not in context.named else 1.0 for value in values]
        for value, weight in zip(values, weights, strict=True):
            place = known.categories[value.category].kind == "position"
            word = f"{value.index + 1}th" if place else known.name(value)
            yield Substitute(at, word, _RENAMED * weight / sum(weights) / len(unknown[-_MOST_RENAMED:]))


_PLACE_KEYS = frozenset(map(stem, POSITION_WORDS))


def _names(key: str, category: Category) -> bool:
    """Whether a word names a category."""
    return key in category.words or (category.kind == "position" and key in _PLACE_KEYS)


def _constructions(said: Said, found: Survey, unknown: list[int]) -> Iterator[Substitute]:
    """Words that a construction needs there: a comparative before "than", a place after a number, "directly"."""
    places = any(category.kind == "position" for category in found.context.known.categories)
    for at in unknown:
        before = said.tokens[at - 1].norm if at else ""
        after = said.tokens[at + 1].norm if at + 1 < len(said.tokens) else ""
        if after == "than":
            yield Substitute(at, "more", _MORE)
            yield Substitute(at, "less", _LESS)
        if places and before in NUMBER_WORDS:
            yield Substitute(at, "house" if before == "one" else "houses", _PLACE)
        if after in _ORDERS:
            yield Substitute(at, "directly", _AT_ONCE)
