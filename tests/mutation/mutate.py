"""Draws mutants of every class from bases."""

import re

import conventions
import keeping
import mutants

_TRIES = 300  # bases that are tried for one to which a kind of mutant is applicable

# Class of mutants: its weight in the draw, and the function that makes one.
CLASSES = {
    "verb": (26, mutants.verb),
    "place": (8, mutants.preposition),
    "negation": (17, mutants.negation),
    "swap": (17, mutants.swap),
    "second-half": (3, mutants.second_half),
    "unfinished": (4, mutants.unfinished),
    "whole-clue": (4, mutants.whole_clue),
    "mirrored": (3, conventions.mirrored),
    "round": (2, conventions.closed),
    "all-false": (2, conventions.all_false),
    "one-false": (2, conventions.one_false),
    "lying": (1, conventions.lying),
    "shared": (2, conventions.shared),
    "ranked": (1, conventions.ranked),
    "foreign": (8, conventions.foreign),
}


def changed(rng, bases, count, classes=tuple(CLASSES)):
    """`count` different mutants that mean something else, with classes drawn by weight."""
    seen, found, shares = set(), [], [CLASSES[each][0] for each in classes]
    for _ in range(3 * count):  # small classes run out
        kind = rng.choices(classes, shares)[0]
        mutant = _drawn(rng, bases, kind)
        if mutant and mutant.text not in seen:
            seen.add(mutant.text)
            found.append(mutant)
        if len(found) == count:
            break
    return found


def _drawn(rng, bases, kind):
    make = CLASSES[kind][1]
    for base in rng.choices(bases, k=_TRIES):
        mutant = make(rng, base, bases) if kind == "foreign" else make(rng, base)
        if mutant:
            return mutant
    return None


def kept(rng, bases, count):
    """`count` different mutants that mean the same."""
    seen, found, tried = set(), [], 0
    while len(found) < count and tried < 40 * count:
        tried += 1
        mutant = keeping.keeping(rng, rng.choice(bases))
        if mutant and mutant.text != mutant.base.text and mutant.text not in seen:
            seen.add(mutant.text)
            found.append(mutant)
    return found


def unmutated(bases):
    """The bases themselves."""
    return [
        mutants.Mutant("unmutated", _set(base), base.text, base, (base.meanings,),
                       assumed=tuple(clue.assumed for clue in base.clues), known=True)
        for base in bases
    ]  # fmt: skip


def _set(base):
    return re.sub(r"(?:-test-|/).*", "", base.id)
