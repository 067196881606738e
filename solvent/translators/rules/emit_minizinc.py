"""Formulas to MiniZinc: an integer per value, which is the number of its row."""

import json
import re
from collections.abc import Sequence

from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.formula import All, Compare, Differ, Flag, Formula, Same, Value, atoms
from solvent.translators.rules.values import Category


class MiniZinc:
    """Emits the program of one grid."""

    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = categories
        self.rows = len(categories[0].values)
        self._symbols: dict[Value, str] = {}
        self._arrays: list[str] = []
        self._quantities: list[str] = []
        taken: set[str] = set()
        for number, category in enumerate(categories):
            self._arrays.append(_quoted(f"all of {category.name}", taken))
            self._quantities.append(_quoted(f"{category.name} by row", taken))
            for index, value in enumerate(category.values):
                self._symbols[Value(number, index)] = _quoted(f"{category.name} {value}", taken)

    def program(self, clues: Sequence[tuple[int, Formula]]) -> Program:
        """The program of these clues, a fragment or more for each."""
        domain = [
            Fragment(clue=None, code=f"constraint all_different({self._arrays[n]});")
            for n in range(1, len(self.categories))
        ]
        stated = [Fragment(clue=number, code=f"constraint {self._formula(formula)};") for number, formula in clues]
        return Program(
            framework="minizinc",
            preamble=self._preamble([atom for _, formula in clues for atom in atoms(formula)]),
            fragments=(*domain, *stated),
            answer=json.dumps(self._answer(), ensure_ascii=False),
        )

    def _of(self, category: int) -> list[str]:
        return [self._symbols[Value(category, index)] for index in range(self.rows)]

    def _preamble(self, stated: Sequence[Formula]) -> str:
        lines = ['include "all_different.mzn";']
        lines.append("% Each value stands for the number of its row; the first category numbers the rows.")
        lines += [f"int: {symbol} = {row};" for row, symbol in enumerate(self._of(0), 1)]
        for number in range(1, len(self.categories)):
            lines += [f"var 1..{self.rows}: {symbol};" for symbol in self._of(number)]
            lines.append(f"array[1..{self.rows}] of var int: {self._arrays[number]} = [{', '.join(self._of(number))}];")
        compared = {atom.category for atom in stated if isinstance(atom, Compare)}
        lines += [self._quantity(number) for number in sorted(compared) if not self._is_row_number(number)]
        flags = sorted({_flag(atom.phrase) for atom in stated if isinstance(atom, Flag)})
        lines += [f"var bool: {flag};  % which of two readings" for flag in flags]
        return "\n".join(lines)

    def _is_row_number(self, category: int) -> bool:
        return category == 0 and self.categories[0].quantities == tuple(range(1, self.rows + 1))

    def _quantity(self, category: int) -> str:
        """An array from rows to quantities."""
        name, rows = self._quantities[category], f"1..{self.rows}"
        amounts = ", ".join(str(amount) for amount in self.categories[category].quantities)
        if category == 0:
            return f"array[{rows}] of int: {name} = [{amounts}];"
        values = f"sum(value in {rows})([{amounts}][value] * ({self._arrays[category]}[value] = row))"
        return f"array[{rows}] of var int: {name} = [{values} | row in {rows}];"

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Same):
            return f"{self._symbols[formula.left]} = {self._symbols[formula.right]}"
        if isinstance(formula, Differ):
            symbols = [self._symbols[value] for value in formula.values]
            return " != ".join(symbols) if len(symbols) == 2 else f"all_different([{', '.join(symbols)}])"
        if isinstance(formula, Compare):
            return self._compare(formula)
        if isinstance(formula, Flag):
            return _flag(formula.phrase) if formula.first else f"not {_flag(formula.phrase)}"
        parts = [self._formula(part) for part in formula.parts]
        operator = " /\\ " if isinstance(formula, All) else " \\/ "
        return parts[0] if len(parts) == 1 else operator.join(f"({part})" for part in parts)

    def _compare(self, formula: Compare) -> str:
        left, right = (self._term(value, formula.category) for value in (formula.left, formula.right))
        if formula.relation in ("<", ">"):
            return f"{left} {formula.relation} {right}"
        if formula.relation == "difference":
            return f"{left} - {right} = {formula.amount}"
        sign = "=" if formula.relation == "distance" else "!="
        return f"abs({left} - {right}) {sign} {formula.amount}"

    def _term(self, value: Value, category: int) -> str:
        symbol = self._symbols[value]
        return symbol if self._is_row_number(category) else f"{self._quantities[category]}[{symbol}]"

    def _answer(self) -> list[dict[str, object]]:
        return [
            {
                category.name: {"$value": category.values[row]} if not number else self._cell(number, row + 1)
                for number, category in enumerate(self.categories)
            }
            for row in range(self.rows)
        ]

    def _cell(self, category: int, row: int) -> dict[str, object]:
        """The value whose row it is, by its number."""
        array = self._arrays[category]
        term = f"sum(value in 1..{self.rows})(value * ({array}[value] = {row}))"
        labels = {str(index): value for index, value in enumerate(self.categories[category].values, 1)}
        return {"$label": term, "$of": labels}


def _quoted(name: str, taken: set[str]) -> str:
    """A quoted identifier for a name, none that is taken."""
    spelled = base = _plain(name)
    count = 2
    while spelled in taken:
        spelled, count = f"{base} ({count})", count + 1
    taken.add(spelled)
    return f"'{spelled}'"


def _flag(phrase: str) -> str:
    return f"'reading of {_plain(phrase)}'"


def _plain(name: str) -> str:
    """A name without the signs that a quoted identifier cannot have."""
    return re.sub(r"['\x00-\x1f\x7f\s]+", " ", name)
