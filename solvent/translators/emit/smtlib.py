"""Writes models in SMT-LIB: with bit-vectors if values are only tested for equality, otherwise with numbers."""

from collections.abc import Iterable

from solvent.solvers import Fragment, Objective, Program
from solvent.translators.emit.json_template import template
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Array,
    Choice,
    Comparison,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Lookup,
    Product,
    Sum,
    Table,
    Var,
    atoms,
    inner,
    terms,
)
from solvent.translators.emit.names import SMTLIB, Names

_SIGNS = {"==": "=", "!=": "distinct"}


def program(model: ConstraintModel) -> Program:
    """Write a model in SMT-LIB."""
    return _Writer(model).program()


class _Writer:
    def __init__(self, model: ConstraintModel) -> None:
        self.model = model
        self.names = Names(model, SMTLIB)
        simple = not model.tables and all(_tests_equality_only(constraint) for _, constraint in model.constraints)
        simple = simple and not model.objectives and all(isinstance(term, int | Var) for term in model.shown)
        self.reals = frozenset(array.name for array in model.arrays if array.real)
        simple = simple and not self.reals
        small = all(array.low is not None and array.low >= 0 and array.high is not None for array in model.arrays)
        # z3 solves all-different over bit-vectors as a SAT problem; over integers it takes several times as long.
        constants = [term for _, c in model.constraints for term in terms(c) if isinstance(term, int)]
        largest = max([*constants, *(array.high or 0 for array in model.arrays)])
        self.width = largest.bit_length() if simple and small else 0

    def program(self) -> Program:
        lines = [f"; {self.model.note}"] if self.model.note else []
        lines += [line for array in self.model.arrays for line in self._declared(array)]
        lines += map(self._table, self.model.tables)
        lines += [f"(declare-const {symbol} Bool)" for symbol in self.names.choices.values()]
        bounds = [self._bounds(array) for array in self.model.arrays if not array.constants]
        stated = [Fragment(clue=clue, code=f"(assert {self._formula(c)})") for clue, c in self.model.constraints]
        return Program(
            framework="smtlib",
            preamble="\n".join(lines),
            fragments=(*(Fragment(clue=None, code="\n".join(lines)) for lines in bounds if lines), *stated),
            answer=template(self.model.answer, self._terms, self.names.choices),
            objectives=tuple(Objective(sense=sense, term=self._terms(term)) for sense, term in self.model.objectives),
        )

    def _declared(self, array: Array) -> list[str]:
        symbols = list(map(self._term, array.variables))
        if array.constants:
            fixed = zip(symbols, array.constants, strict=True)
            return [f"(define-fun {symbol} () Int {number})" for symbol, number in fixed]
        sort = f"(_ BitVec {self.width})" if self.width else "Real" if array.real else "Int"
        return [f"(declare-const {symbol} {sort})" for symbol in symbols]

    def _bounds(self, array: Array) -> list[str]:
        least = "bvule" if self.width else "<="
        low = [] if array.low is None else [self._term(array.low, real=array.real)]
        high = [] if array.high is None else [self._term(array.high, real=array.real)]
        if self.width:  # the width of a bit-vector already bounds it
            low, high = low if array.low else [], high if array.high != 2**self.width - 1 else []
        symbols = map(self._term, array.variables)
        if low and high and not self.width:
            return [f"(assert (<= {low[0]} {symbol} {high[0]}))" for symbol in symbols]
        return [
            f"(assert ({least} {a} {b}))"
            for symbol in symbols
            for a, b in [*((bound, symbol) for bound in low), *((symbol, bound) for bound in high)]
        ]

    def _table(self, table: Table) -> str:
        """Define a function from a row to the amount that belongs to the member there."""
        *pairs, (_, term) = zip(map(self._term, table.array.variables), map(self._term, table.amounts), strict=True)
        for symbol, amount in reversed(pairs):
            term = f"(ite (= row {symbol}) {amount} {term})"
        return f"(define-fun {self.names.tables[table.name]} ((row Int)) Int {term})"

    def _formula(self, constraint: Constraint) -> str:
        match constraint:
            case Comparison(left, op, right):
                return f"({_SIGNS.get(op, op)} {self._terms(left, right)})"
            case Apart(left, right, amount, holds):
                size = self._term(amount, real=self._is_real(left, right))
                apart = f"(= (abs (- {self._terms(left, right)})) {size})"
                return apart if holds else f"(not {apart})"
            case AllDifferent(items) if len(items) > 1:
                return f"(distinct {self._terms(*items)})"
            case Choice(name, holds):
                return self.names.choices[name] if holds else f"(not {self.names.choices[name]})"
            case AnyOf(parts):
                return f"(or {' '.join(map(self._formula, parts))})" if parts else "false"
            case AllOf(parts) if parts:
                return f"(and {' '.join(map(self._formula, parts))})"
        return "true"

    def _terms(self, *items: Expression) -> str:
        """Write terms that are compared with each other."""
        return self._joined(items, real=self._is_real(*items))

    def _term(self, expression: Expression, *, real: bool = False) -> str:
        match expression:
            case Var(array, index):  # indices count from 1, as in the puzzle
                return self.names.variables.get(expression) or "_".join([array, *(str(i + 1) for i in index)])
            case Lookup(table, row):
                return f"({self.names.tables[table.name]} {self._term(row)})"
            case Sum(items):
                return f"(+ {self._joined(items, real=real)})"
            case Difference(left, right):
                return f"(- {self._joined((left, right), real=real)})"
            case Product(items):
                return f"(* {self._joined(items, real=real)})"
        if self.width:
            return f"(_ bv{expression} {self.width})"
        number = f"{abs(expression)}.0" if real else str(abs(expression))
        return number if expression >= 0 else f"(- {number})"

    def _joined(self, items: Iterable[Expression], *, real: bool) -> str:
        return " ".join(self._term(item, real=real) for item in items)

    def _is_real(self, *items: Expression) -> bool:
        """Whether the expressions are real numbers, so that the constants in them are written as decimals."""
        used = (part for item in items for part in inner(item)) if self.reals else ()
        return any(isinstance(part, Var) and part.array in self.reals for part in used)


def _tests_equality_only(constraint: Constraint) -> bool:
    """Return whether nothing is computed or ordered, and no number is negative."""
    plain = all(isinstance(term, Var) or (isinstance(term, int) and term >= 0) for term in terms(constraint))
    ordered = any(isinstance(c, Apart) or (isinstance(c, Comparison) and c.op not in _SIGNS) for c in atoms(constraint))
    return plain and not ordered
