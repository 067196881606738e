"""Verifiers of logic grids, written from the meaning of the clues: the predicates say what the formulas say.

Places in a row are lists, in which the order matters; any other grid is a dictionary for each value of the first
category.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from math import factorial, prod
from typing import Any

from solvent.benchmarks.verifiers.puzzle import Lang
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import SolventError
from solvent.translators.emit.language import ConstraintModel
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Flag, Formula, Same, Some, Value
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.kinds.support.grid_model import model

_TEXTS = tomllib.loads(resources.files(__package__).joinpath("forms.toml").read_text(encoding="utf-8"))
_WIDE = 100  # characters of a line of code

_CHECKS = {
    True: """
def inputs_check(inputs):
    if not isinstance(inputs, dict) or inputs.keys() != VALUES.keys():
        return False
    for category, values in VALUES.items():
        listed = inputs[category]
        if not isinstance(listed, list) or len(listed) != len(values):
            return False
        if not all(value in listed for value in values):
            return False
    return True
""",
    False: """
def inputs_check(inputs):
    if not isinstance(inputs, dict) or inputs.keys() != set(KEYS):
        return False
    for row in inputs.values():
        if not isinstance(row, dict) or row.keys() != VALUES.keys():
            return False
    for category, values in VALUES.items():
        given = [row[category] for row in inputs.values()]
        if not all(value in given for value in values):
            return False
    return True
""",
}
_WHERE = {
    True: """
def place(inputs, category, value):
    return inputs[category].index(value) + 1
""",
    False: """
def holder(inputs, category, value):
    return next(key for key in KEYS if inputs[key][category] == value)
""",
}
_QUANTITY = {
    True: """
def quantity(inputs, category, place):
    return QUANTITIES[category][inputs[category][place - 1]]
""",
    False: """
def quantity(inputs, category, key):
    return QUANTITIES[category][inputs[key][category]]
""",
}
_ARRANGED = {
    True: "{category: list(order) for category, order in zip(VALUES, orders)}",
    False: "{key: dict(zip(VALUES, row)) for key, row in zip(KEYS, zip(*orders))}",
}
_TRAVERSE = """
def count_valid_arrangements():
    valid = total = 0
    for orders in product(*map(permutations, VALUES.values())):
        inputs = {arranged}
        total += 1
        if verify_function(inputs, inputs_check, constraint_list):
            valid += 1
    return valid, total
"""


@dataclass(frozen=True)
class GridForm:
    """The form of the arrangements of a logic grid, and what is written in it; `lang` is that of the words."""

    categories: tuple[Category, ...]
    lang: Lang = "en"

    @cached_property
    def in_order(self) -> bool:
        """Whether the first category numbers places, so that each other one is a list."""
        first = self.categories[0].values
        return first == tuple(str(number) for number in range(1, len(first) + 1))

    @property
    def total(self) -> int:
        """How many arrangements there are."""
        first, *others = self.categories
        return prod(factorial(len(first.values)) for _ in others)

    @property
    def format(self) -> str:
        """Arrangements in words."""
        first, *others = self.categories
        words = {
            "first": first.name,
            "keys": _listed([each.name for each in others], self.lang),
            "rows": _listed(first.values, self.lang),
            "n": len(first.values),
        }
        told: str = _TEXTS[self.lang]["lists" if self.in_order else "rows"].format(**words)
        values = (
            _TEXTS[self.lang]["values"].format(repr(each.name), _listed(each.values, self.lang)) for each in others
        )
        return "\n".join([told, *values])

    def arrangement(self, rows: Sequence[Sequence[int]]) -> dict[str, Any]:
        """Write a grid, where `rows[category][index]` is the row of a value, from 0."""
        first, *others = self.categories
        columns = {
            each.name: [each.values[at.index(row)] for row in range(len(at))]
            for each, at in zip(others, rows[1:], strict=True)
        }
        if self.in_order:
            return columns
        return {
            key: {name: column[row] for name, column in columns.items()}
            for row, key in zip(rows[0], first.values, strict=True)
        }

    def rows(self, arrangement: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
        """Read an arrangement of the right form; see `arrangement`."""
        first, *others = self.categories
        found = [tuple(range(len(first.values)))]
        for each in others:
            column = arrangement[each.name] if self.in_order else [arrangement[key][each.name] for key in first.values]
            found.append(tuple(map(column.index, each.values)))
        return tuple(found)

    def model(self, clues: Sequence[tuple[int, Formula]]) -> ConstraintModel:
        """Return a model of numbered clues, whose answers are arrangements."""
        stated = model(self.categories, clues)
        first, *others = (each.name for each in self.categories)
        answer: dict[str, Any]
        if self.in_order:
            answer = {name: [row[name] for row in stated.answer] for name in others}
        else:
            answer = {row[first].text: {name: row[name] for name in others} for row in stated.answer}
        return replace(stated, answer=answer)

    def verifier(self, clues: Sequence[tuple[str, Formula]], *, more: bool = False) -> Verifier:
        """Write the verifier of clues, each with its sentence; with `more`, all that further predicates may need.

        Raises `SolventError` for a clue that leaves a choice.
        """
        return Verifier(
            Inputs_Check_code=f"{self._values}\n\n{_CHECKS[self.in_order]}".strip() + "\n",
            Constraint_List_code=_Writer(self, more=more).constraints(clues),
            Traverse_code="from itertools import permutations, product\n\n"
            f"{self._values}\n\n{_TRAVERSE.replace('{arranged}', _ARRANGED[self.in_order])}",
        )

    def predicate(self, name: str, sentence: str, said: Formula) -> str:
        """Write a further predicate for a verifier with `more`. Raises `SolventError` as `verifier`."""
        return _Writer(self).predicate(name, sentence, said)

    @cached_property
    def _values(self) -> str:
        rows = "".join(f"    {each.name!r}: {list(each.values)!r},\n" for each in self.categories[1:])
        keys = "" if self.in_order else f"{self.keys}\n"
        return f"{keys}VALUES = {{\n{rows}}}"

    @property
    def keys(self) -> str:
        """The line of code that names the values of the first category."""
        return f"KEYS = {list(self.categories[0].values)!r}"


class _Writer:
    """Writes formulas as Python expressions, and the functions that these use."""

    def __init__(self, form: GridForm, *, more: bool = False) -> None:
        self.form, self.lists = form, form.in_order
        measures = [number for number, each in enumerate(form.categories) if each.quantities] if more else []
        self.finds, self.looks_up, self.measures = more, bool(measures), set(measures)

    def constraints(self, clues: Sequence[tuple[str, Formula]]) -> str:
        written = [
            self.predicate(f"constraint_{number}", sentence, formula)
            for number, (sentence, formula) in enumerate(clues, 1)
        ]
        parts = []
        if self.finds and not self.lists:
            parts.append(self.form.keys)
        if self.measures:
            parts.append(self._tables())
        parts += [_WHERE[self.lists].strip()] if self.finds else []
        parts += [_QUANTITY[self.lists].strip()] if self.looks_up else []
        named = ", ".join(f"constraint_{number}" for number in range(1, len(written) + 1))
        return "\n\n\n".join([*parts, *written, f"constraint_list = [{named}]"]) + "\n"

    def predicate(self, name: str, sentence: str, formula: Formula) -> str:
        return f"# {' '.join(sentence.split())}\ndef {name}(inputs):\n{self._returned(formula)}"

    def _tables(self) -> str:
        """Write the quantities of the categories that are compared; those of the first one by its rows."""
        lines = []
        for number in sorted(self.measures):
            each = self.form.categories[number]
            rows = range(1, len(each.values) + 1) if number == 0 and self.lists else each.values
            lines.append(f"    {each.name!r}: {dict(zip(rows, each.quantities, strict=True))!r},\n")
        return f"QUANTITIES = {{\n{''.join(lines)}}}"

    def _returned(self, formula: Formula) -> str:
        text = self._said(formula)
        if isinstance(formula, All):
            formula = All(tuple(part for part in formula.parts if not _is_plain(part)))
        if len(text) <= _WIDE or not isinstance(formula, All | Some) or len(formula.parts) < 2:
            return f"    return {text}"
        word = "and" if isinstance(formula, All) else "or"
        parts = f"\n        {word} ".join(map(self._part, formula.parts))
        return f"    return (\n        {parts}\n    )"

    def _said(self, formula: Formula) -> str:
        match formula:
            case Same(left, right):
                return self._same(left, right)
            case Differ((left, right)):
                return self._same(left, right, "!=")
            case Differ(values):
                return f"len({{{', '.join(map(self._row, values))}}}) == {len(values)}"
            case CompareQuantities():
                return self._compared(formula)
            case All(parts):
                return " and ".join(self._part(part) for part in parts if not _is_plain(part)) or "True"
            case Some(parts):
                return " or ".join(map(self._part, parts)) or "False"
            case Flag(phrase):
                raise SolventError(f"the phrase {phrase!r} has two readings, so that no predicate can say it")

    def _part(self, formula: Formula) -> str:
        several = isinstance(formula, All | Some) and len(formula.parts) > 1
        return f"({self._said(formula)})" if several else self._said(formula)

    def _same(self, left: Value, right: Value, sign: str = "==") -> str:
        if left.category != 0 and right.category == 0:
            left, right = right, left
        if left.category == 0 and right.category != 0 and not self.lists:
            other = self.form.categories[right.category]
            return f"inputs[{self._name(left)}][{other.name!r}] {sign} {self._name(right)}"
        if left.category == 0:
            left, right = right, left
        return f"{self._row(left)} {sign} {self._row(right)}"

    def _name(self, value: Value) -> str:
        return repr(self.form.categories[value.category].values[value.index])

    def _row(self, value: Value) -> str:
        """Write the row of a value: the number of a place, or a value of the first category."""
        if value.category == 0:
            return str(value.index + 1) if self.lists else self._name(value)
        self.finds = True
        function = "place" if self.lists else "holder"
        return f"{function}(inputs, {self.form.categories[value.category].name!r}, {self._name(value)})"

    def _compared(self, said: CompareQuantities) -> str:
        left, right = (self._quantity(value, said.category) for value in (said.left, said.right))
        match said.relation:
            case "difference":
                return f"{left} - {right} == {said.amount}"
            case "distance":
                return f"abs({left} - {right}) == {said.amount}"
            case "not distance":
                return f"abs({left} - {right}) != {said.amount}"
        return f"{left} {said.relation} {right}"

    def _quantity(self, value: Value, category: int) -> str:
        measure = self.form.categories[category]
        if value.category == category:
            return str(measure.quantities[value.index])
        row = self._row(value)
        if category == 0 and self.lists and measure.quantities == tuple(range(1, len(measure.values) + 1)):
            return row
        self.measures.add(category)
        if category == 0:
            return f"QUANTITIES[{measure.name!r}][{row}]"
        self.looks_up = True
        return f"quantity(inputs, {measure.name!r}, {row})"


def _is_plain(formula: Formula) -> bool:
    """Whether a part of a clue says only that two values of one category differ."""
    return (
        isinstance(formula, Differ)
        and len(formula.values) == 2
        and len({each.category for each in formula.values}) == 1
    )


def _listed(texts: Sequence[str], lang: Lang) -> str:
    return str(_TEXTS[lang]["between"]).join(map(repr, texts))
