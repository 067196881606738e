"""Formulas to SMT-LIB: an integer per value, which is the number of its row."""

import json
import re
from collections.abc import Sequence

from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.formula import All, Compare, Differ, Flag, Formula, Same, Value, atoms
from solvent.translators.rules.values import Category


class SmtLib:
    """Emits the program of one grid."""

    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = categories
        self.rows = len(categories[0].values)
        self._names = [_symbols(category) for category in categories]

    def program(self, clues: Sequence[tuple[int, Formula]]) -> Program:
        """The program of these clues, a fragment or more for each."""
        domain = [Fragment(clue=None, code=self._domain(n)) for n in range(1, len(self.categories))]
        stated = [Fragment(clue=number, code=f"(assert {self._formula(formula)})") for number, formula in clues]
        return Program(
            framework="smtlib",
            preamble=self._preamble([atom for _, formula in clues for atom in atoms(formula)]),
            fragments=(*domain, *stated),
            answer=json.dumps(self._answer(), ensure_ascii=False),
        )

    def _symbol(self, value: Value) -> str:
        return self._names[value.category][value.index]

    def _quantity_name(self, category: int) -> str:
        return f"|{_plain(self.categories[category].name)} of|"

    def _preamble(self, stated: list[Formula]) -> str:
        lines = ["; Each value stands for the number of its row; the first category numbers the rows."]
        lines += [f"(define-fun {symbol} () Int {row})" for row, symbol in enumerate(self._names[0], 1)]
        for number in range(1, len(self.categories)):
            lines += [f"(declare-const {symbol} Int)" for symbol in self._names[number]]
        lines += [self._inverse(number) for number in range(1, len(self.categories))]
        phrases = sorted({atom.phrase for atom in stated if isinstance(atom, Flag)})
        lines += [f"(declare-const {_flag(phrase)} Bool) ; which of two readings" for phrase in phrases]
        for number in sorted({atom.category for atom in stated if isinstance(atom, Compare)}):
            if not self.is_row_number(number):
                lines.append(self._quantity(number))
        return "\n".join(lines)

    def is_row_number(self, category: int) -> bool:
        """Whether the quantity of a row is its number."""
        return category == 0 and self.categories[0].quantities == tuple(range(1, self.rows + 1))

    def _quantity(self, category: int) -> str:
        amounts = [_integer(amount) for amount in self.categories[category].quantities]
        return self._lookup(self._quantity_name(category), category, amounts)

    def _inverse(self, category: int) -> str:
        """Which value of a category a row has, as a number."""
        return self._lookup(self._inverse_name(category), category, [str(n + 1) for n in range(self.rows)])

    def _lookup(self, name: str, category: int, results: Sequence[str]) -> str:
        """A function from rows: the result that belongs to the value of a category there."""
        *pairs, (_, term) = zip(self._names[category], results, strict=True)
        for symbol, result in reversed(pairs):
            term = f"(ite (= row {symbol}) {result} {term})"
        return f"(define-fun {name} ((row Int)) Int {term})"

    def _domain(self, category: int) -> str:
        symbols = self._names[category]
        within = [f"(assert (<= 1 {symbol} {self.rows}))" for symbol in symbols]
        return "\n".join([*within, f"(assert (distinct {' '.join(symbols)}))"])

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Same):
            return f"(= {self._symbol(formula.left)} {self._symbol(formula.right)})"
        if isinstance(formula, Differ):
            return f"(distinct {' '.join(self._symbol(value) for value in formula.values)})"
        if isinstance(formula, Compare):
            return self._compare(formula)
        if isinstance(formula, Flag):
            return _flag(formula.phrase) if formula.first else f"(not {_flag(formula.phrase)})"
        operator = "and" if isinstance(formula, All) else "or"
        parts = [self._formula(part) for part in formula.parts]
        return parts[0] if len(parts) == 1 else f"({operator} {' '.join(parts)})"

    def _compare(self, formula: Compare) -> str:
        left, right = (self._term(value, formula.category) for value in (formula.left, formula.right))
        if formula.relation in ("<", ">"):
            return f"({formula.relation} {left} {right})"
        if formula.relation == "difference":
            return f"(= (- {left} {right}) {_integer(formula.amount)})"
        distance = f"(= (abs (- {left} {right})) {_integer(formula.amount)})"
        return distance if formula.relation == "distance" else f"(not {distance})"

    def _term(self, value: Value, category: int) -> str:
        symbol = self._symbol(value)
        return symbol if self.is_row_number(category) else f"({self._quantity_name(category)} {symbol})"

    def _answer(self) -> list[dict[str, object]]:
        return [
            {
                category.name: {"$value": category.values[row]} if not number else self._cell(number, row + 1)
                for number, category in enumerate(self.categories)
            }
            for row in range(self.rows)
        ]

    def _cell(self, category: int, row: int) -> dict[str, object]:
        labels = {str(index): value for index, value in enumerate(self.categories[category].values, 1)}
        return {"$label": f"({self._inverse_name(category)} {row})", "$of": labels}

    def _inverse_name(self, category: int) -> str:
        return f"|{_plain(self.categories[category].name)} in row|"


def _symbols(category: Category) -> list[str]:
    """A symbol per value; a number keeps names apart that differ only in signs a symbol cannot have."""
    spelled = [_plain(f"{category.name} {value}") for value in category.values]
    return [
        f"|{name} ({number})|" if spelled.count(name) > 1 else f"|{name}|" for number, name in enumerate(spelled, 1)
    ]


def _flag(phrase: str) -> str:
    return f"|reading of {_plain(phrase)}|"


def _plain(name: str) -> str:
    """A name without the signs that a quoted symbol cannot have."""
    return re.sub(r"[|\\\s]+", " ", name)


def _integer(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"
