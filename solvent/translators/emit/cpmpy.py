"""Writes models in CPMpy."""

import json
from typing import ClassVar

from solvent.solvers import Program
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
    Ranges,
)
from solvent.translators.emit.python import PythonWriter

_QUANTITY = """
def quantity(row, values, amounts):
    # The amount of the value that is in this row.
    return sum(amount * (value == row) for value, amount in zip(values, amounts))
"""


def program(model: ConstraintModel) -> Program:
    """Write a model in CPMpy.

    Raises:
        SolventError: a variable has no bounds, which CP-SAT requires.

    """
    Ranges(model, "CPMpy")
    return _Writer(model).program()


class _Writer(PythonWriter):
    FRAMEWORK = "cpmpy"
    HEAD = ("import cpmpy as cp", "", "model = cp.Model()")
    HELPERS: ClassVar = {"quantity": _QUANTITY}

    def declared(self, array: Array) -> str:
        shape = f", shape={array.shape}" if array.shape else ""
        return f"cp.intvar({array.low}, {array.high}{shape}, name={json.dumps(self.symbol(array))})"

    def chosen(self, name: str) -> str:
        return f"cp.boolvar(name={json.dumps(self.names.choices[name])})"

    def stated(self, constraint: Constraint) -> str:
        return f"model += {self._formula(constraint)}"

    def _formula(self, constraint: Constraint) -> str:
        match constraint:
            case Comparison(left, op, right):
                return f"{self.term(left)} {op} {self.term(right)}"
            case Apart(left, right, amount, holds):
                return f"abs({self.term(left)} - {self.term(right)}) {'==' if holds else '!='} {amount}"
            case AllDifferent(items):
                return f"cp.AllDifferent({self.listed(items)})"
            case Choice(name, holds):
                return f"{self.names.choices[name]} == {int(holds)}"
            case AllOf(parts):
                return f"cp.all([{', '.join(map(self._formula, parts))}])"
            case AnyOf(parts):
                return f"cp.any([{', '.join(map(self._formula, parts))}])"
