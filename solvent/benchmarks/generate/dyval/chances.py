"""The probabilities of all trees that a constraint allows, by recursion over their levels."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from solvent.benchmarks.generate.dyval.generation import Constraint


@dataclass(frozen=True)
class Chance:
    """Of a set of draws: the sum of their probabilities, and of the squares of these."""

    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Chance") -> "Chance":
        return Chance(self.total + other.total, self.squares + other.squares)

    def times(self, factor: float) -> "Chance":
        """Return the chance when each probability is multiplied by a factor."""
        return Chance(self.total * factor, self.squares * factor**2)

    def of_each(self, number: int) -> "Chance":
        """Return the chance of that many sets of draws of this chance, which have no draw in common."""
        return Chance(self.total * number, self.squares * number)


Chances = Mapping[Any, Chance]  # of the draws with each value of the root


def spectrum(constraint: Constraint, depth: int, width: int) -> Chances:
    """Return the chances of all trees by the values of their roots, by recursion over the levels.

    Its work grows with the number of values to the power of `width`.
    """
    if depth == 1:
        return {leaf: Chance(1 / len(constraint.leaves), 1 / len(constraint.leaves) ** 2) for leaf in constraint.leaves}
    below = spectrum(constraint, depth - 1, width)
    found: dict[Any, Chance] = {}
    for operation, probability in constraint.operations.items():
        here: dict[Any, Chance] = {}
        for drawn in product(below.items(), repeat=constraint.children(operation, width)):
            try:
                value = constraint.apply(operation, [value for value, _ in drawn])
            except ArithmeticError:
                continue
            chance = Chance(prod(one.total for _, one in drawn), prod(one.squares for _, one in drawn))
            here[value] = here.get(value, Chance()) + chance
        # Children are drawn until the operation can be applied to them.
        defined = sum(chance.total for chance in here.values())
        for value, chance in here.items():
            found[value] = found.get(value, Chance()) + chance.times(probability / defined)
    return found
