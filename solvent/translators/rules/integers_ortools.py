"""Integer models to OR-Tools CP-SAT."""

from itertools import combinations
from math import prod

from solvent.solvers.errors import SolventError
from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.emit_ortools import REQUIRE
from solvent.translators.rules.integers import (
    AnyOf,
    Array,
    Compare,
    Constraint,
    Different,
    Expression,
    Model,
    Product,
    Ranges,
    Sum,
    expressions,
)
from solvent.translators.rules.integers_cpmpy import template, term

_MOST = 2**61  # CP-SAT computes with 64 bits, and adds such numbers up
_PRODUCT = """
def product(low, high, *factors):
    # CP-SAT has products as constraints only: a variable stands for their value, which is between low and high.
    found = model.new_int_var(low, high, "")
    model.add_multiplication_equality(found, *factors)
    return found
"""


def program(model: Model) -> Program:
    """Write it.

    Raises:
        SolventError: a variable without bounds, or numbers beyond 64 bits, neither of which CP-SAT has.

    """
    ranges = Ranges(model, "OR-Tools")
    if any(ranges.largest(expression) > _MOST for expression in expressions(model)):
        raise SolventError("The numbers of this puzzle are too large for OR-Tools; use smtlib.")
    return _Writer(model, ranges).program()


class _Writer:
    def __init__(self, model: Model, ranges: Ranges) -> None:
        self.model = model
        self.ranges = ranges

    def program(self) -> Program:
        stated = [Fragment(clue=clue, code=self._stated(constraint)) for clue, constraint in self.model.constraints]
        labels, shown = template(self.model.answer, self._term)
        lines = ["from ortools.sat.python import cp_model", "", "model = cp_model.CpModel()"]
        lines += [*map(_declare, self.model.arrays), *labels]
        code = shown + "".join(fragment.code for fragment in stated)
        lines += [helper for name, helper in (("require(", REQUIRE), ("product(", _PRODUCT)) if name in code]
        return Program(framework="ortools", preamble="\n".join(lines).rstrip(), fragments=tuple(stated), answer=shown)

    def _stated(self, constraint: Constraint) -> str:
        match constraint:
            case Different(items):
                return f"model.add_all_different([{', '.join(map(self._term, items))}])"
            case AnyOf():
                return f"require({self._formula(constraint)})"
        return f"model.add({self._formula(constraint)})"

    def _formula(self, constraint: Constraint) -> str:
        """What `require` understands."""
        match constraint:
            case Compare(left, op, right):
                return f"{self._term(left)} {op} {self._term(right)}"
            case Different(items):  # which CP-SAT cannot make depend on a literal
                pairs = combinations(map(self._term, items), 2)
                return f"[{', '.join(f'{one} != {other}' for one, other in pairs)}]"
            case AnyOf(options):
                return f"({''.join(f'{self._formula(option)}, ' for option in options).rstrip()})"

    def _term(self, expression: Expression) -> str:
        match expression:
            case Sum(items):
                return f"({' + '.join(map(self._term, items))})"
            case Product(items):
                return self._product(items)
        return term(expression)

    def _product(self, items: tuple[Expression, ...]) -> str:
        scale = prod(item for item in items if isinstance(item, int))
        factors = tuple(item for item in items if not isinstance(item, int))
        if not factors:
            return str(scale)
        low, high = self.ranges.of(Product(factors))
        named = ", ".join(map(self._term, factors))
        whole = named if len(factors) == 1 else f"product({low}, {high}, {named})"
        return whole if scale == 1 else f"{scale} * {whole}"


def _declare(array: Array) -> str:
    bounds = f"{array.low}, {array.high}"
    if not array.shape:
        return f'{array.name} = model.new_int_var({bounds}, "{array.name}")'
    names = "ijk"[: len(array.shape)]
    loops = " ".join(f"for {name} in range({size})" for name, size in zip(names, array.shape, strict=True))
    index = ", ".join(names) if len(names) == 1 else f"({', '.join(names)})"
    return f'{array.name} = {{{index}: model.new_int_var({bounds}, "{array.name}") {loops}}}'
