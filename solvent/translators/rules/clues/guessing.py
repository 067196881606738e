"""What a clue that is not understood may mean: candidate readings, each with what it assumes, the likeliest first.

Nothing here is understood. A candidate waives some check of the strict reader, or reads a part of the clue only; its
`weight` is a rough probability by what is waived. Which candidates are worth anything is for a solver to find out: a
puzzle has one answer, and most wrong readings leave none or several.
"""

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod

from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.formula import (
    All,
    CompareQuantities,
    Differ,
    Flag,
    Formula,
    Same,
    Some,
    atoms,
    both,
)
from solvent.translators.rules.clues.interpret import Survey, survey
from solvent.translators.rules.clues.negation import unlike
from solvent.translators.rules.clues.patterns import meaning
from solvent.translators.rules.clues.refused_words import waived
from solvent.translators.rules.clues.related_values import related
from solvent.translators.rules.clues.retelling import told
from solvent.translators.rules.clues.said import Said
from solvent.translators.rules.clues.shortening import divided, shortened
from solvent.translators.rules.clues.structure import Scan
from solvent.translators.rules.clues.substitutes import substitutes
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.text.signs import without_asides
from solvent.translators.rules.text.tokens import tokenise

MOST = 6  # candidates for one clue
_MOST_OF_SENTENCE = 4  # candidates for each of several sentences
_LONGEST = 400  # characters; longer clues are stories
_MOST_SHARED = 3  # values in a sentence that two categories share
_GUESSED = "as a guess"
_ASIDE = 0.8  # how often what stands in brackets says nothing, either
_SILENT = 0.3  # how often a sentence that is not understood says nothing about the values that it names


@dataclass(frozen=True)
class Candidate:
    """What a clue may mean, what is assumed then, in words, and how likely that is before anything is solved."""

    formula: Formula
    assumed: str
    weight: float


@dataclass(frozen=True)
class _Reading:
    """A formula of a sentence, None if it says nothing, with what is waived to read it so."""

    formula: Formula | None
    weight: float
    waived: tuple[str, ...] = ()
    said: str = ""  # the formula in words, if it has better ones than `told` finds


@lru_cache(maxsize=256)
def candidates(
    categories: tuple[Category, ...], texts: tuple[str, ...], attested: str, number: int
) -> tuple[Candidate, ...]:
    """What clue `number` (from 0) may mean, the likeliest first, at most MOST; the other arguments as of `interpret`.

    Empty if it says too little, or is a question.
    """
    found, text = survey(categories, texts, attested), texts[number]
    if len(text) > _LONGEST or text.rstrip().endswith("?"):
        return ()
    bare, asides = without_asides(text)
    read = _of_clue(found.taken_apart(bare) if asides else found.parts[number], found)

    def put(each: _Reading, formula: Formula) -> Candidate:
        how = "; ".join(dict.fromkeys((*(f"leaving out '{aside}'" for aside in asides), *each.waived)))
        said = f"took '{text}' to say that {each.said or told(formula, found.context.known)}"
        return Candidate(formula, f"{how}: {said}" if how else said, round(each.weight * _ASIDE ** len(asides), 4))

    told_plainly = [each for each in read if each.formula and not any(isinstance(a, Flag) for a in atoms(each.formula))]
    return tuple(put(each, each.formula) for each in _best(told_plainly, MOST) if each.formula is not None)


def _best(found: Iterable[_Reading], most: int) -> list[_Reading]:
    """One reading for each formula, the likeliest first."""
    kept: dict[Hashable, _Reading] = {}
    for each in found:
        key = each.formula and _unordered(each.formula)
        if key not in kept or each.weight > kept[key].weight:
            kept[key] = each
    return sorted(kept.values(), key=lambda each: -each.weight)[:most]


def _unordered(formula: Formula) -> Hashable:
    """A formula as a key that is the same for what is said in another order."""
    match formula:
        case Same(left, right):
            return frozenset((left, right))
        case Differ(values):
            return "differ", frozenset(values)
        case CompareQuantities(left, right, category, ">", _):
            return CompareQuantities(right, left, category, "<")
        case All(parts):
            return "all", frozenset(map(_unordered, parts))
        case Some(parts):
            return "some", frozenset(map(_unordered, parts))
    return formula


def _of_clue(parts: Sequence[Said], found: Survey) -> list[_Reading]:
    """The readings of a clue's sentences together."""
    if len(parts) == 1:
        return _of_sentence(parts[0], found)
    each = [
        _best(
            [
                *_of_sentence(part, found),
                _Reading(None, _SILENT, (f"taking '{part.text}' to say nothing about the values",)),
            ],
            _MOST_OF_SENTENCE,
        )
        for part in parts[:3]
    ]
    return [_together(chosen) for chosen in itertools.product(*each)]


def _together(parts: Sequence[_Reading]) -> _Reading:
    said = [part.formula for part in parts if part.formula is not None]
    return _Reading(
        both(*said) if said else None,
        prod(part.weight for part in parts),
        tuple(words for part in parts for words in part.waived),
    )


def _of_sentence(said: Said, found: Survey) -> list[_Reading]:
    """The readings of one sentence: as it stands if it is understood, else with checks waived or words left out."""
    strict = found.strictly(said)
    if strict.meaning is not None and not strict.guesses:
        return [_Reading(both(strict.meaning.literal, *strict.meaning.implied), 1.0)]
    read = [*_leniently(said, found), *_corrected(said, found)]
    for form in shortened(said, found):
        read += [_less(each, form.weight, form.words) for each in _leniently(form.said, found)]
    for left, right, weight in divided(said, found):
        both_read = (_best(_plainly(each, found), 2) for each in (left, right))
        read += [
            _less(_together(pair), weight, "reading it as two statements") for pair in itertools.product(*both_read)
        ]
    read += [_Reading(each.formula, each.weight, (_GUESSED,), each.words) for each in related(said, found)]
    return _denied(read, found) if said.denied else read


def _plainly(said: Said, found: Survey) -> list[_Reading]:
    """The readings of a part of a sentence without further cuts."""
    strict = found.strictly(said)
    if strict.meaning is not None and not strict.guesses:
        return [_Reading(both(strict.meaning.literal, *strict.meaning.implied), 1.0)]
    return _leniently(said, found)


def _less(each: _Reading, weight: float, words: str) -> _Reading:
    return _Reading(each.formula, each.weight * weight, (words, *each.waived))


def _denied(read: Iterable[_Reading], found: Survey) -> list[_Reading]:
    """The readings of a sentence that something denies as a whole."""
    return [
        replace(each, formula=opposite)
        for each in read
        if each.formula is not None and (opposite := _opposite(each.formula, found)) is not None
    ]


def _opposite(formula: Formula, found: Survey) -> Formula | None:
    try:
        return unlike(formula, found.context.known.categories)
    except Unclear:
        return None


def _leniently(said: Said, found: Survey) -> list[_Reading]:
    """The readings of a sentence's structure, whatever its other words are."""
    read = []
    for formula, chosen in _meanings(said, found):
        checks = waived(said, found)
        words = tuple(check.words for check in checks)
        weight = prod(check.weight for check in checks) * (0.5 if chosen else 1.0)
        read.append(_Reading(formula, weight, (*words, *chosen)))
        denying = [check for check in checks if check.denies]
        if len(denying) == 1 and (opposite := _opposite(formula, found)) is not None:
            word = said.tokens[denying[0].at].text
            rest = prod(check.weight for check in checks if not check.denies)
            others = tuple(check.words for check in checks if not check.denies)
            read.append(_Reading(opposite, 0.5 * rest, (f"taking '{word}' for a denial", *others)))
    return read


def _meanings(said: Said, found: Survey) -> Iterator[tuple[Formula, tuple[str, ...]]]:
    """The formulas of a sentence's structure, one for each way to read the values that two categories share."""
    context, known = found.context, found.context.known
    shared = [at for at, mention in enumerate(said.mentions) if not mention.settled]
    if len(shared) > _MOST_SHARED:
        return
    for values in itertools.product(*(said.mentions[at].candidates for at in shared)):
        mentions = list(said.mentions)
        for at, value in zip(shared, values, strict=True):
            mentions[at] = replace(mentions[at], candidates=(value,))
        scan = Scan(said.tokens, mentions, said.amounts, known, context.beside) if shared else found.scan(said)
        try:
            read = meaning(scan.items, context, len(said.tokens))
        except Unclear:
            continue
        chosen = (f"'{known.name(value)}' being one of {known.categories[value.category].name}" for value in values)
        yield both(read.literal, *read.implied), tuple(chosen)


def _corrected(said: Said, found: Survey) -> Iterator[_Reading]:
    """The readings with one word replaced by what it may stand for."""
    for each in substitutes(said, found):
        tokens = (*said.tokens[: each.at], *tokenise(each.word), *said.tokens[each.at + 1 :])
        words = f"reading '{said.tokens[each.at].text}' as '{each.word}'"
        for read in _plainly(found.sentence(tokens), found):
            yield _less(read, each.weight, words)
