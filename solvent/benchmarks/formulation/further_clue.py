"""Makes further clues of a logic grid: sentences of its own, about other values, as far as the grammar reads them."""

import random
import re
from collections.abc import Iterator, Sequence

from solvent.benchmarks.formulation.grid_reading import ReadGrid, UnreadError, read_parts
from solvent.benchmarks.generate.zebra.clues import Grid
from solvent.translators.rules.clues.formula import Formula
from solvent.translators.rules.clues.values import Category

_TRIED = 60  # sentences that are read, until one is found
_FIRST = "aeiou"  # letters before which "a" is "an"


def further_clue(read: ReadGrid, solutions: Sequence[Grid], rng: random.Random) -> tuple[str, Formula] | None:
    """Return a sentence with its meaning that holds in some of the solutions, but not in all; None if none is found."""
    known = set(read.constraints)
    for sentence in _sentences(read, rng):
        if sentence in known:
            continue
        known.add(sentence)
        said = _meaning(read, sentence)
        if said is not None and 0 < sum(grid.holds(said) for grid in solutions) < len(solutions):
            return sentence, said
    return None


def _sentences(read: ReadGrid, rng: random.Random) -> Iterator[str]:
    for _ in range(_TRIED):
        yield _about_others(rng.choice(read.constraints), read.form.categories, rng)


def _about_others(sentence: str, categories: Sequence[Category], rng: random.Random) -> str:
    """Exchange the values in a sentence for others of their categories."""
    others: dict[str, str] = {}
    for category in categories:
        shuffled = rng.sample(category.values, len(category.values))
        others |= {one.lower(): other for one, other in zip(category.values, shuffled, strict=True)}
    longest_first = sorted(others, key=lambda value: (-len(value), value))
    value = re.compile(rf"(?<!\w)(an? )?({'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)

    def exchanged(found: re.Match[str]) -> str:
        other = others[found[2].lower()]
        article = found[1] or ""
        if article:
            article = article[0] + ("n " if other[:1].lower() in _FIRST else " ")
        return article + other

    changed = value.sub(exchanged, sentence)
    return changed[:1].upper() + changed[1:]


def _meaning(read: ReadGrid, sentence: str) -> Formula | None:
    """Return what a further clue says; None if the grammar does not read it, or then reads another one differently."""
    try:
        more = read_parts(read.background, (*read.constraints, sentence), read.form.lang)
    except UnreadError:
        return None
    *before, said = more.said
    return said if tuple(before) == read.said and more.form == read.form else None
