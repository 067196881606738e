"""Integer models to SMT-LIB: bit-vectors where values are only told apart, integers where there is arithmetic."""

import json
from collections.abc import Callable
from typing import Any

from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.integers import (
    AnyOf,
    Array,
    Compare,
    Constant,
    Constraint,
    Different,
    Expression,
    Labels,
    Model,
    Product,
    Sum,
    Var,
    parts,
)

_SIGNS = {"==": "=", "!=": "distinct"}


def program(model: Model) -> Program:
    """Write it."""
    return _Writer(model).program()


class _Writer:
    def __init__(self, model: Model) -> None:
        self.model = model
        simple = all(_only_tells_apart(constraint) for _, constraint in model.constraints)
        small = all(array.low is not None and array.low >= 0 and array.high is not None for array in model.arrays)
        # z3 decides all-different over bit-vectors as a SAT problem; over integers it takes several times as long.
        constants = [part for _, c in model.constraints for part in parts(c) if isinstance(part, int)]
        largest = max([*constants, *(array.high or 0 for array in model.arrays)])
        self.width = largest.bit_length() if simple and small else 0

    def program(self) -> Program:
        declared = [self._declare(array) for array in self.model.arrays]
        bounds = [Fragment(clue=None, code="\n".join(self._bounds(array))) for array in self.model.arrays]
        stated = [Fragment(clue=clue, code=f"(assert {self._constraint(c)})") for clue, c in self.model.constraints]
        return Program(
            framework="smtlib",
            preamble="\n".join(declared),
            fragments=(*(fragment for fragment in bounds if fragment.code), *stated),
            answer=template(self.model.answer, self._term),
        )

    def _declare(self, array: Array) -> str:
        sort = f"(_ BitVec {self.width})" if self.width else "Int"
        return "\n".join(f"(declare-const {_symbol(variable)} {sort})" for variable in _variables(array))

    def _bounds(self, array: Array) -> list[str]:
        least = "bvule" if self.width else "<="
        low = [] if array.low is None else [self._term(array.low)]
        high = [] if array.high is None else [self._term(array.high)]
        if self.width:  # a bit-vector has bounds of its own
            low, high = low if array.low else [], high if array.high != 2**self.width - 1 else []
        variables = map(_symbol, _variables(array))
        return [
            f"(assert ({least} {a} {b}))"
            for variable in variables
            for a, b in [*((bound, variable) for bound in low), *((variable, bound) for bound in high)]
        ]

    def _constraint(self, constraint: Constraint) -> str:
        match constraint:
            case Compare(left, op, right):
                return f"({_SIGNS.get(op, op)} {self._term(left)} {self._term(right)})"
            case Different(items):
                return f"(distinct {' '.join(map(self._term, items))})" if len(items) > 1 else "true"
            case AnyOf(options):
                return f"(or {' '.join(map(self._constraint, options))})"

    def _term(self, expression: Expression) -> str:
        match expression:
            case Var():
                return _symbol(expression)
            case Sum(items):
                return f"(+ {' '.join(map(self._term, items))})"
            case Product(items):
                return f"(* {' '.join(map(self._term, items))})"
        if self.width:
            return f"(_ bv{expression} {self.width})"
        return str(expression) if expression >= 0 else f"(- {-expression})"


def template(answer: Any, term: Callable[[Expression], str]) -> str:
    """An answer as a JSON template, whose terms are written by `term`."""

    def show(node: Any) -> Any:
        match node:
            case dict():
                return {key: show(item) for key, item in node.items()}
            case list():
                return [show(item) for item in node]
            case Labels(variable, names):
                return {"$label": term(variable), "$of": {str(number): name for number, name in names}}
            case Constant(text):
                return {"$value": text}
            case int():
                return node
        return term(node)

    return json.dumps(show(answer), ensure_ascii=False)


def _only_tells_apart(constraint: Constraint) -> bool:
    if isinstance(constraint, Compare) and constraint.op not in _SIGNS:
        return False
    if isinstance(constraint, AnyOf):
        return all(map(_only_tells_apart, constraint.parts))
    return all(isinstance(part, Var) or (isinstance(part, int) and part >= 0) for part in parts(constraint))


def _variables(array: Array) -> list[Var]:
    indices: list[tuple[int, ...]] = [()]
    for size in array.shape:
        indices = [(*index, i) for index in indices for i in range(size)]
    return [Var(array.name, index) for index in indices]


def _symbol(variable: Var) -> str:
    """Counted from 1, as the puzzle counts."""
    return "_".join([variable.array, *(str(i + 1) for i in variable.index)])
