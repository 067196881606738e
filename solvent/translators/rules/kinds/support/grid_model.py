"""Logic grids as models: every value is a variable that holds the number of its row."""

from collections.abc import Sequence

from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Array,
    Choice,
    Comparison,
    Constant,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Labels,
    Lookup,
    Table,
    Var,
)
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Flag, Formula, Same, Some, Value
from solvent.translators.rules.clues.values import Category

READING = "reading of"  # begins the name of a choice between two meanings of a phrase, which no clue decides
_NOTE = "Each value stands for the number of its row; the first category numbers the rows."


def model(categories: Sequence[Category], clues: Sequence[tuple[int | None, Formula]]) -> ConstraintModel:
    """Build the model of these clues, pairs of id (None: of no clue) and formula; the answer is a list of rows."""
    grid = _Grid(categories)
    rules = [(None, AllDifferent(array.variables)) for array in grid.arrays[1:]]
    stated = [(clue, grid.constraint(formula)) for clue, formula in clues]
    return ConstraintModel(tuple(grid.arrays), (*rules, *stated), grid.answer(), _NOTE)


class _Grid:
    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = categories
        size = len(categories[0].values)
        self.rows = tuple(range(1, size + 1))
        self.arrays = [
            Array(category.name, (size,), 1, size, category.values, numbered=not number)
            for number, category in enumerate(categories)
        ]

    def constraint(self, formula: Formula) -> Constraint:
        match formula:
            case Same(left, right):
                return Comparison(self._row(left), "==", self._row(right))
            case Differ((left, right)):
                return Comparison(self._row(left), "!=", self._row(right))
            case Differ(values):
                return AllDifferent(tuple(map(self._row, values)))
            case CompareQuantities():
                return self._compared(formula)
            case Flag(phrase, first):
                return Choice(f"{READING} {phrase}", first)
            case All((part,)) | Some((part,)):
                return self.constraint(part)
            case All(parts):
                return AllOf(tuple(map(self.constraint, parts)))
            case Some(parts):
                return AnyOf(tuple(map(self.constraint, parts)))

    def _compared(self, said: CompareQuantities) -> Constraint:
        left, right = (self._quantity(value, said.category) for value in (said.left, said.right))
        match said.relation:
            case "difference":
                return Comparison(Difference(left, right), "==", said.amount)
            case "distance" | "not distance":
                return Apart(left, right, said.amount, holds=said.relation == "distance")
        return Comparison(left, said.relation, right)

    def _row(self, value: Value) -> Var:
        return Var(self.categories[value.category].name, (value.index,))

    def _quantity(self, value: Value, category: int) -> Expression:
        """Return a category's quantity in the row of a value; if its quantities number the rows, the row itself."""
        amounts = self.categories[category].quantities
        if category == 0 and amounts == self.rows:
            return self._row(value)
        return Lookup(Table(f"{self.categories[category].name} of", self.arrays[category], amounts), self._row(value))

    def answer(self) -> list[dict[str, Constant | Labels]]:
        first, *others = self.arrays
        return [
            {first.name: Constant(member), **{array.name: self._cell(array, row) for array in others}}
            for row, member in zip(self.rows, first.members, strict=True)
        ]

    def _cell(self, array: Array, row: int) -> Labels:
        there = Lookup(Table(f"{array.name} in row", array, self.rows), row)
        return Labels(there, tuple(enumerate(array.members, 1)))
