"""Whether a formula is true of an answer, without a solver."""

from collections.abc import Sequence
from typing import Any

from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Same, Some, Value
from solvent.translators.rules.clues.values import Category


def holds(formula: Formula, answer: Sequence[dict[str, Any]], categories: Sequence[Category]) -> bool:
    """Whether a formula is true of a grid's answer, a list of complete rows.

    Raises LookupError for a value that the answer does not have, and for a choice between two readings of a phrase.
    """

    def row(value: Value) -> int:
        name, spelled = categories[value.category].name, categories[value.category].values[value.index]
        found = [number for number, each in enumerate(answer) if each[name] == spelled]
        if len(found) != 1:
            raise LookupError(f"the answer has {name} {spelled} in {len(found)} rows")
        return found[0]

    def quantity(value: Value, number: int) -> int:
        category = categories[number]
        return category.quantities[category.values.index(answer[row(value)][category.name])]

    def compared(said: CompareQuantities) -> bool:
        left, right = quantity(said.left, said.category), quantity(said.right, said.category)
        return {
            "<": left < right,
            ">": left > right,
            "difference": left - right == said.amount,
            "distance": abs(left - right) == said.amount,
            "not distance": abs(left - right) != said.amount,
        }[said.relation]

    match formula:
        case Same(left, right):
            return row(left) == row(right)
        case Differ(values):
            return len({row(value) for value in values}) == len(values)
        case CompareQuantities():
            return compared(formula)
        case All(parts):
            return all(holds(part, answer, categories) for part in parts)
        case Some(parts):
            return any(holds(part, answer, categories) for part in parts)
    raise LookupError("it leaves open how a phrase is meant")
