"""Integer models to MiniZinc."""

from solvent.solvers.errors import SolventError
from solvent.solvers.program import Fragment, Program
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
    Var,
    expressions,
)
from solvent.translators.rules.integers_smtlib import template

_MOST = 2**31 - 2  # Gecode has no larger numbers


def program(model: Model) -> Program:
    """Write it.

    Raises:
        SolventError: a variable without bounds, or numbers beyond 32 bits, neither of which Gecode has.

    """
    ranges = Ranges(model, "MiniZinc")
    if any(ranges.largest(expression) > _MOST for expression in expressions(model)):
        raise SolventError("The numbers of this puzzle are too large for MiniZinc; use cpmpy or smtlib.")
    stated = [Fragment(clue=clue, code=f"constraint {_constraint(c)};") for clue, c in model.constraints]
    return Program(
        framework="minizinc",
        preamble="\n".join(['include "all_different.mzn";', *map(_declare, model.arrays)]),
        fragments=tuple(stated),
        answer=template(model.answer, _term),
    )


def _declare(array: Array) -> str:
    domain = f"var {array.low}..{array.high}: {array.name};"
    sizes = ", ".join(f"1..{size}" for size in array.shape)
    return f"array[{sizes}] of {domain}" if sizes else domain


def _constraint(constraint: Constraint) -> str:
    match constraint:
        case Compare(left, op, right):
            return f"{_term(left)} {'=' if op == '==' else op} {_term(right)}"
        case Different(items):
            return f"all_different([{', '.join(map(_term, items))}])" if len(items) > 1 else "true"
        case AnyOf(options):
            return " \\/ ".join(f"({_constraint(option)})" for option in options) or "false"


def _term(expression: Expression) -> str:
    match expression:
        case Var(array, index):  # counted from 1, as the puzzle counts
            return f"{array}[{', '.join(str(i + 1) for i in index)}]" if index else array
        case Sum(items):
            return f"({' + '.join(map(_term, items))})"
        case Product(items):
            return " * ".join(map(_term, items))
    return str(expression) if expression >= 0 else f"({expression})"
