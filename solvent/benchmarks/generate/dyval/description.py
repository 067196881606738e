"""DyVal's description D (section 3.2): made-up names for the nodes, a line for each, and the order of the lines."""

import random
from collections.abc import Sequence
from typing import Final, Literal

from solvent.benchmarks.generate.dyval.task import Line

Order = Literal["topological", "reversed", "random"]

_CONSONANTS: Final = "bdfgklmnprstz"
_VOWELS: Final = "aeiou"
# No English word has one of these between two vowels, so that no name is a word.
_CLUSTERS: Final = ("fz", "jz", "kj", "kz", "pv", "pz", "xv")
_ENDS: Final = ("", *_CONSONANTS)


def names(content: str, number: int) -> list[str]:
    """Return that many different made-up words, none of them an English one.

    They depend on nothing but the content of the problem, so that equal problems are equal texts, whereas a word says
    nothing about the place of its node.
    """
    rng = random.Random(content)  # noqa: S311 - nothing secret
    found: dict[str, None] = {}
    while len(found) < number:
        parts = (_CONSONANTS, _VOWELS, _CLUSTERS, _VOWELS, _ENDS)
        found["".join(map(rng.choice, parts))] = None
    return list(found)


def arranged(topological: Sequence[Line], extras: Sequence[Line], order: Order, rng: random.Random) -> list[Line]:
    """Put lines in order: the extras at random places among those in topological order, as in the published code.

    The same random numbers give the same lines in every order.
    """
    lines = list(topological)
    for line in extras:
        lines.insert(rng.randint(0, len(lines)), line)
    if order == "reversed":
        lines.reverse()
    elif order == "random":
        rng.shuffle(lines)
    return lines


def listed(items: Sequence[str]) -> str:
    """Write "a", "a and b", "a, b and c"."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
