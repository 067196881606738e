"""Draws mutants of every class from bases."""

import re

import conventions
import keeping
import mutants

# Class of mutants: its share of all, and what makes one.
CLASSES = {
    "verb": (24, mutants.verb),
    "place": (8, mutants.preposition),
    "negation": (20, mutants.negation),
    "swap": (20, mutants.swap),
    "drop": (10, mutants.drop),
    "convention": (10, conventions.convention),
    "foreign": (8, conventions.foreign),
}


def changed(rng, bases, count, classes=tuple(CLASSES)):
    """`count` different mutants that mean something else, of classes by their shares."""
    seen, found, tried = set(), [], 0
    while len(found) < count and tried < 40 * count:
        tried += 1
        kind = rng.choices(classes, [CLASSES[each][0] for each in classes])[0]
        base, make = rng.choice(bases), CLASSES[kind][1]
        mutant = make(rng, base, bases) if kind == "foreign" else make(rng, base)
        if mutant and mutant.text not in seen:
            seen.add(mutant.text)
            found.append(mutant)
    return found


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
