"""Negates formulas."""

from collections.abc import Sequence
from itertools import combinations

from solvent.translators.rules.clues.compare import Unclear, chosen_pairs
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Relation, Same, Some, both
from solvent.translators.rules.clues.values import Category


def unlike(formula: Formula, categories: Sequence[Category]) -> Formula:
    """The negation of a formula.

    Raises:
        Unclear: it contains a choice between two readings of a phrase, which cannot be negated.

    """
    match formula:
        case Same(left, right):
            return Differ((left, right))
        case Differ(values):
            pairs = [Same(one, other) for one, other in combinations(values, 2) if one.category != other.category]
            return pairs[0] if len(pairs) == 1 else Some(tuple(pairs))
        case All(parts):
            return Some(tuple(unlike(part, categories) for part in parts))
        case Some(parts):
            return All(tuple(unlike(part, categories) for part in parts))
        case CompareQuantities():
            return _not_compared(formula, categories[formula.category])
    raise Unclear("negates an ambiguous phrase")


def counted(parts: Sequence[Formula], least: int, most: int, categories: Sequence[Category]) -> Formula:
    """The formula that at least `least` and at most `most` of the parts hold.

    Raises Unclear if a part would have to be negated and cannot be.
    """
    count = len(parts)
    if least == count:
        return both(*parts)
    if least <= 1 and most >= count:
        return Some(tuple(parts)) if least else both()
    ways = []
    for held in range(least, min(most, count) + 1):
        for chosen in combinations(range(count), held):
            said = [part if n in chosen else unlike(part, categories) for n, part in enumerate(parts)]
            ways.append(both(*said))
    return Some(tuple(ways))


def _not_compared(said: CompareQuantities, category: Category) -> Formula:
    """Negate a comparison: another order or distance, or the same row if the two values can share one."""
    if said.relation in ("distance", "not distance"):
        turned: Relation = "not distance" if said.relation == "distance" else "distance"
        return CompareQuantities(said.left, said.right, said.category, turned, said.amount)
    if said.relation == "difference":
        others = chosen_pairs(said, category.quantities, lambda one, other: one - other != said.amount)
        return _or_one_row(others, said)
    opposite: Relation = "<" if said.relation == ">" else ">"
    return _or_one_row(CompareQuantities(said.left, said.right, said.category, opposite), said)


def _or_one_row(formula: Formula, said: CompareQuantities) -> Formula:
    return formula if said.left.category == said.right.category else Some((Same(said.left, said.right), formula))
