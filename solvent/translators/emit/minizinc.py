"""Writes models in MiniZinc."""

from collections.abc import Iterable

from solvent.solvers import Fragment, Objective, Program
from solvent.solvers.errors import SolventError
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
    Ranges,
    Sum,
    Table,
    Var,
)
from solvent.translators.emit.names import MINIZINC, Names

_MOST = 2**31 - 2  # the limit of Gecode's integers


def program(model: ConstraintModel) -> Program:
    """Write a model in MiniZinc.

    Raises:
        SolventError: a variable has no bounds, or a number needs more than 32 bits, which Gecode does not support.

    """
    if Ranges(model, "MiniZinc").largest() > _MOST:
        raise SolventError("The numbers of this puzzle are too large for MiniZinc; use cpmpy or smtlib.")
    return _Writer(model).program()


class _Writer:
    def __init__(self, model: ConstraintModel) -> None:
        self.model = model
        self.names = Names(model, MINIZINC)
        named = [array for array in model.arrays if array.members]
        self._whole: dict[tuple[Expression, ...], str] = {
            array.variables: self.names.new(f"all of {array.name}") for array in named
        }

    def program(self) -> Program:
        lines = ['include "all_different.mzn";', *([f"% {self.model.note}"] if self.model.note else [])]
        lines += [line for array in self.model.arrays for line in self._declared(array)]
        lines += map(self._table, self.model.tables)
        lines += [f"var bool: {symbol};" for symbol in self.names.choices.values()]
        stated = [Fragment(clue=clue, code=f"constraint {self._formula(c)};") for clue, c in self.model.constraints]
        return Program(
            framework="minizinc",
            preamble="\n".join(lines),
            fragments=tuple(stated),
            answer=template(self.model.answer, self._term, self.names.choices),
            objectives=tuple(Objective(sense=sense, term=self._term(term)) for sense, term in self.model.objectives),
        )

    def _declared(self, array: Array) -> list[str]:
        sizes = ", ".join(f"1..{size}" for size in array.shape)
        domain = f"{array.low}..{array.high}"
        if not array.members:
            return [f"array[{sizes}] of var {domain}: {array.name};" if sizes else f"var {domain}: {array.name};"]
        symbols = [self._term(variable) for variable in array.variables]
        lines = [f"var {domain}: {symbol};" for symbol in symbols]
        if array.constants:
            lines = [f"int: {symbol} = {number};" for symbol, number in zip(symbols, array.constants, strict=True)]
        values = "int" if array.constants else "var int"
        return [*lines, f"array[{sizes}] of {values}: {self._whole[array.variables]} = [{', '.join(symbols)}];"]

    def _table(self, table: Table) -> str:
        rows = f"1..{len(table.amounts)}"
        values = "int" if table.array.constants else "var int"
        amount = f"{self._listed(table.amounts)}[value]"
        there = f"sum(value in {rows})({amount} * ({self._whole[table.array.variables]}[value] = row))"
        return f"array[{rows}] of {values}: {self.names.tables[table.name]} = [{there} | row in {rows}];"

    def _formula(self, constraint: Constraint) -> str:
        match constraint:
            case Comparison(left, op, right):
                return f"{self._term(left)} {'=' if op == '==' else op} {self._term(right)}"
            case Apart(left, right, amount, holds):
                return f"abs({self._term(left)} - {self._term(right)}) {'=' if holds else '!='} {amount}"
            case AllDifferent(items) if len(items) > 1:
                return f"all_different({self._whole.get(items) or self._listed(items)})"
            case Choice(name, holds):
                return self.names.choices[name] if holds else f"not {self.names.choices[name]}"
            case AnyOf(parts):
                return " \\/ ".join(f"({self._formula(part)})" for part in parts) or "false"
            case AllOf(parts):
                return " /\\ ".join(f"({self._formula(part)})" for part in parts) or "true"
        return "true"

    def _listed(self, items: Iterable[Expression]) -> str:
        return f"[{', '.join(map(self._term, items))}]"

    def _term(self, expression: Expression) -> str:
        match expression:
            case Var(array, index):  # indices count from 1, as in the puzzle
                indexed = f"{array}[{', '.join(str(i + 1) for i in index)}]" if index else array
                return self.names.variables.get(expression, indexed)
            case Lookup(table, row):
                return f"{self.names.tables[table.name]}[{self._term(row)}]"
            case Sum(items):
                return f"({' + '.join(map(self._term, items))})"
            case Difference(left, right):
                return f"({self._term(left)} - {self._term(right)})"
            case Product(items):
                return " * ".join(map(self._term, items))
        return str(expression) if expression >= 0 else f"({expression})"
