"""Writes models in OR-Tools CP-SAT."""

import json
from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import ClassVar

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
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
    Expression,
    Product,
    Ranges,
)
from solvent.translators.emit.python import PythonWriter

_MOST = 2**61  # CP-SAT uses 64-bit integers and adds such numbers up
# CP-SAT has no nested formulas, so the program includes a small helper that builds them.
_REQUIRE = """
def require(formula, *given):
    # A list holds if all of its parts do, a tuple if one of them does; anything else is a comparison.
    if isinstance(formula, list):
        for part in formula:
            require(part, *given)
    elif isinstance(formula, tuple):
        chosen = [model.new_bool_var("") for _ in formula]
        model.add_bool_or(chosen).only_enforce_if(*given)
        for literal, part in zip(chosen, formula):
            require(part, *given, literal)
    else:
        model.add(formula).only_enforce_if(*given)
"""
_QUANTITY = """
def quantity(row, values, amounts):
    # The amount of the value that is in this row.
    found = model.new_int_var(min(amounts), max(amounts), "")
    for value, amount in zip(values, amounts):
        here = model.new_bool_var("")
        model.add(value == row).only_enforce_if(here)
        model.add(value != row).only_enforce_if(~here)
        model.add(found == amount).only_enforce_if(here)
    return found
"""
_PRODUCT = """
def product(low, high, *factors):
    # CP-SAT has products as constraints only: a variable stands for their value, which is between low and high.
    found = model.new_int_var(low, high, "")
    model.add_multiplication_equality(found, *factors)
    return found
"""


def program(model: ConstraintModel) -> Program:
    """Write a model in OR-Tools CP-SAT.

    Raises:
        SolventError: a variable has no bounds, or a number is too large for CP-SAT's 64-bit integers.

    """
    ranges = Ranges(model, "OR-Tools")
    if ranges.largest() > _MOST:
        raise SolventError("The numbers of this puzzle are too large for OR-Tools; use smtlib.")
    return _Writer(model, ranges).program()


class _Writer(PythonWriter):
    FRAMEWORK = "ortools"
    HEAD = ("from ortools.sat.python import cp_model", "", "model = cp_model.CpModel()")
    HELPERS: ClassVar = {"require": _REQUIRE, "quantity": _QUANTITY, "product": _PRODUCT}

    def __init__(self, model: ConstraintModel, ranges: Ranges) -> None:
        super().__init__(model)
        self.ranges = ranges

    def declared(self, array: Array) -> str:
        made = f"model.new_int_var({array.low}, {array.high}, {json.dumps(self.symbol(array))})"
        names = "ijk"[: len(array.shape)]
        loops = " ".join(f"for {name} in range({size})" for name, size in zip(names, array.shape, strict=True))
        if len(array.shape) > 1:
            return f"{{({', '.join(names)}): {made} {loops}}}"
        return f"[{made} {loops}]" if array.shape else made

    def chosen(self, name: str) -> str:
        return f"model.new_bool_var({json.dumps(self.names.choices[name])})"

    def stated(self, constraint: Constraint) -> str:
        match constraint:
            case AllDifferent(items):
                return f"model.add_all_different({self.listed(items)})"
            case Comparison() | Choice():
                return f"model.add({self._formula(constraint)})"
        return f"require({self._formula(constraint)})"

    def _formula(self, constraint: Constraint) -> str:
        """Write a constraint as an argument of `require`."""
        match constraint:
            case Comparison(left, op, right):
                return f"{self.term(left)} {op} {self.term(right)}"
            case Apart(left, right, amount, holds):
                one, other = self.term(left), self.term(right)
                ways = f"{one} - {other} {'==' if holds else '!='} {amount}, "
                ways += f"{other} - {one} {'==' if holds else '!='} {amount}"
                return f"({ways})" if holds else f"[{ways}]"
            case AllDifferent(items):  # CP-SAT cannot enforce add_all_different conditionally
                pairs = combinations(map(self.term, items), 2)
                return f"[{', '.join(f'{one} != {other}' for one, other in pairs)}]"
            case Choice(name, holds):
                return f"{self.names.choices[name]} == {int(holds)}"
            case AllOf(parts):
                return f"[{', '.join(map(self._formula, parts))}]"
            case AnyOf(parts):
                return f"({''.join(f'{self._formula(part)}, ' for part in parts).rstrip()})"

    def product(self, items: Sequence[Expression]) -> str:
        scale = prod(item for item in items if isinstance(item, int))
        factors = tuple(item for item in items if not isinstance(item, int))
        if not factors:
            return str(scale)
        low, high = self.ranges.of(Product(factors))
        named = ", ".join(map(self.term, factors))
        whole = named if len(factors) == 1 else f"product({low}, {high}, {named})"
        return whole if scale == 1 else f"{scale} * {whole}"
