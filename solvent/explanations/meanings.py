"""Where marks put the values of a logic grid that the rules read, and what they make of its clues' meanings."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solvent.explanations.facts import Fact
from solvent.explanations.subject import Subject
from solvent.translators.rules.clues.formula import (
    All,
    CompareQuantities,
    Differ,
    Flag,
    Formula,
    Same,
    Some,
    Value,
    atoms,
)
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.kinds import grid

Rows = Mapping[Value, frozenset[int]]
"""The rows, from 0, in which each value can be."""

_MOST = 8  # values whose places are listed


def of_rules(subject: Subject) -> bool:
    """Whether the meanings of the clues are known: the rules read a logic grid."""
    return bool(subject.reading) and isinstance(subject.puzzle.payload, grid.LogicGrid)


@dataclass(frozen=True)
class Marked:
    """A logic grid with marks, which may be wrong; rows and values are counted from 0."""

    subject: Subject
    marks: tuple[Fact, ...]

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        """The categories; the first one names the rows."""
        return grid.categories_of(self.subject.puzzle, self.subject.way)

    @cached_property
    def meanings(self) -> dict[int, Formula]:
        """What each clue means, by its id."""
        return dict(grid.stated(self.subject.puzzle, self.subject.reading, self.subject.way))

    @cached_property
    def rows(self) -> Rows:
        """The rows in which a value can be, by the marks and since each value comes once."""
        size = len(self.categories[0].values)
        open_rows = {
            Value(number, index): {index} if number == 0 else set(range(size))
            for number, category in enumerate(self.categories)
            for index in range(len(category.values))
        }
        names = [category.name for category in self.categories]
        for fact in self.marks:
            number = names.index(str(fact.column))
            value = Value(number, self.categories[number].values.index(str(fact.value)))
            row = self.categories[0].values.index(str(fact.row))
            open_rows[value] = open_rows[value] & {row} if fact.holds else open_rows[value] - {row}
        while _narrowed(open_rows):
            pass
        return {value: frozenset(rows) for value, rows in open_rows.items()}

    def verdict(self, formula: Formula) -> bool | None:
        """What the marks make of a formula; see the function `verdict`."""
        return verdict(formula, self.rows, self.categories)

    def told(self, formula: Formula) -> tuple[str, tuple[Fact, ...]]:
        """Where the marks put the values of a formula, in words; and these marks."""
        values = list(dict.fromkeys(value for atom in atoms(formula) for value in _values(atom)))
        measured = {atom.category for atom in atoms(formula) if isinstance(atom, CompareQuantities)}
        said: list[str] = []
        used: list[Fact] = []
        for value in values:
            own = [fact for fact in self.marks if self._about(fact, value)]
            place = self._place(value)
            if place is None:
                said += [f"{self._name(value)} is not {self.where(self._row(fact))}" for fact in own if not fact.holds]
                used += own
                continue
            there = [each for number in sorted(measured - {0, value.category}) for each in self._in_row(number, place)]
            amounts = ", ".join(map(self._name, there))
            if value.category:
                said.append(f"{self._name(value)} is {self.where(place)}{f' ({amounts})' if amounts else ''}")
            elif amounts:
                said.append(f"{self._name(value)} has {amounts}")
            used += [fact for fact in own if fact.holds]
            used += [fact for each in there for fact in self.marks if fact.holds and self._about(fact, each)]
        *first, last = said[:_MOST] or [""]
        sentence = f"{', '.join(first)} and {last}" if first else last
        return f"Here {sentence}." if sentence else "", tuple(dict.fromkeys(used))

    def _in_row(self, category: int, row: int) -> list[Value]:
        """The value of a category that must be in a row, if that is known."""
        values = [Value(category, index) for index in range(len(self.categories[category].values))]
        return [value for value in values if self._place(value) == row]

    def where(self, row: int) -> str:
        """A row in words: "with Ada" or, if rows are numbered, "in house 4"."""
        first = self.categories[0]
        if not first.quantities:
            return f"with {first.values[row]}"
        name = first.name[:-1] if first.name.endswith("s") and not first.name.endswith("ss") else first.name
        return f"in {name.lower()} {first.values[row]}" if first.values[row].isdigit() else f"in {first.values[row]}"

    def _place(self, value: Value) -> int | None:
        rows = self.rows[value]
        return next(iter(rows)) if len(rows) == 1 else None

    def _row(self, fact: Fact) -> int:
        return self.categories[0].values.index(str(fact.row))

    def _name(self, value: Value) -> str:
        return self.categories[value.category].values[value.index]

    def _about(self, fact: Fact, value: Value) -> bool:
        return fact.column == self.categories[value.category].name and fact.value == self._name(value)


def verdict(formula: Formula, rows: Rows, categories: Sequence[Category]) -> bool | None:
    """Whether a formula is true wherever the values are, as far as that is open, or false; None if neither is plain."""
    match formula:
        case Same(left, right):
            return _same(left, right, rows)
        case Differ(values):
            return _all([_not(_same(*pair, rows)) for pair in itertools.combinations(values, 2)])
        case CompareQuantities():
            found = {_holds(formula, *pair) for pair in _quantities(formula, rows, categories)}
            return next(iter(found)) if len(found) == 1 else None
        case All(parts):
            return _all([verdict(part, rows, categories) for part in parts])
        case Some(parts):
            return _not(_all([_not(verdict(part, rows, categories)) for part in parts]))
        case Flag():
            return None


class Arrangement:
    """An answer of a logic grid, in which every formula without a choice is true or false."""

    def __init__(self, answer: Sequence[Mapping[str, Any]], categories: Sequence[Category]) -> None:
        self._rows: dict[Value, int] = {}
        self._amounts: dict[tuple[int, int], int] = {}  # by category and row
        for row, (number, category) in itertools.product(range(len(answer)), enumerate(categories)):
            index = category.values.index(str(answer[row][category.name]))
            self._rows[Value(number, index)] = row
            if category.quantities:
                self._amounts[number, row] = category.quantities[index]

    def holds(self, formula: Formula) -> bool:
        """Whether a formula is true here; of a choice between two readings, neither is."""
        rows = self._rows
        match formula:
            case Same(left, right):
                return rows[left] == rows[right]
            case Differ(values):
                return len({rows[value] for value in values}) == len(values)
            case CompareQuantities(left, right, category):
                return _holds(formula, self._amounts[category, rows[left]], self._amounts[category, rows[right]])
            case All(parts):
                return all(map(self.holds, parts))
            case Some(parts):
                return any(map(self.holds, parts))
            case Flag():
                return False


def _same(left: Value, right: Value, rows: Rows) -> bool | None:
    if left.category == right.category:
        return left.index == right.index
    ours, theirs = rows[left], rows[right]
    return False if not ours & theirs else True if len(ours | theirs) == 1 else None


def _quantities(said: CompareQuantities, rows: Rows, categories: Sequence[Category]) -> Iterator[tuple[int, int]]:
    """The pairs of quantities that the two values of a comparison can have."""

    def amounts(value: Value) -> list[tuple[int, int]]:
        return [
            (row, amount)
            for row in rows[value]
            for index, amount in enumerate(categories[said.category].quantities)
            if row in rows[Value(said.category, index)] and (value.category != said.category or value.index == index)
        ]

    for (row, amount), (other_row, other) in itertools.product(amounts(said.left), amounts(said.right)):
        if (row == other_row) is (amount == other):
            yield amount, other


def _narrowed(open_rows: dict[Value, set[int]]) -> bool:
    """Remove a row from all other values of the category of one that must be there; whether anything changed."""
    changed = False
    for value, rows in open_rows.items():
        others = [other for other in open_rows if other.category == value.category and other != value]
        if len(rows) == 1:
            for other in others:
                changed |= bool(open_rows[other] & rows) and len(open_rows[other]) > 1
                if len(open_rows[other]) > 1:
                    open_rows[other] -= rows
        elif len(only := rows - {row for other in others for row in open_rows[other]}) == 1:
            open_rows[value], changed = only, True
    return changed


def _holds(said: CompareQuantities, left: int, right: int) -> bool:
    match said.relation:
        case "<":
            return left < right
        case ">":
            return left > right
        case "difference":
            return left - right == said.amount
        case "distance":
            return abs(left - right) == said.amount
        case "not distance":
            return abs(left - right) != said.amount


def _all(parts: Sequence[bool | None]) -> bool | None:
    return False if False in parts else None if None in parts else True


def _not(verdict: bool | None) -> bool | None:  # a verdict is the operand of a connective
    return None if verdict is None else not verdict


def _values(atom: Formula) -> tuple[Value, ...]:
    match atom:
        case Same(left, right) | CompareQuantities(left, right):
            return left, right
        case Differ(values):
            return values
    return ()
