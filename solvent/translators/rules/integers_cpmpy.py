"""Integer models to CPMpy."""

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
    Ranges,
    Sum,
    Var,
)


def program(model: Model) -> Program:
    """Write it.

    Raises:
        SolventError: a variable without bounds, which CP-SAT does not have.

    """
    Ranges(model, "CPMpy")
    lines = ["import cpmpy as cp", "", "model = cp.Model()", *map(_declare, model.arrays)]
    labels, shown = template(model.answer)
    return Program(
        framework="cpmpy",
        preamble="\n".join([*lines, *labels]),
        fragments=tuple(
            Fragment(clue=clue, code=f"model += {_constraint(constraint)}") for clue, constraint in model.constraints
        ),
        answer=shown,
    )


def _declare(array: Array) -> str:
    shape = f", shape={array.shape}" if array.shape else ""
    return f'{array.name} = cp.intvar({array.low}, {array.high}{shape}, name="{array.name}")'


def _constraint(constraint: Constraint) -> str:
    match constraint:
        case Compare(left, op, right):
            return f"{term(left)} {op} {term(right)}"
        case Different(items):
            return f"cp.AllDifferent([{', '.join(map(term, items))}])"
        case AnyOf(options):
            return f"cp.any([{', '.join(map(_constraint, options))}])"


def term(expression: Expression) -> str:
    """In the notation of Python."""
    match expression:
        case Var(array, index):
            return f"{array}[{', '.join(map(str, index))}]" if index else array
        case Sum(items):
            return f"({' + '.join(map(term, items))})"
        case Product(items):
            return " * ".join(f"({item})" if isinstance(item, int) and item < 0 else term(item) for item in items)
    return str(expression)


def template(answer: Any, leaf: Callable[[Expression], str] = term) -> tuple[list[str], str]:
    """The definitions of the labels in an answer, and its template, in the Python notation of Solvent's programs."""
    names: dict[tuple[tuple[int, int | str], ...], str] = {}

    def show(node: Any, indent: str = "") -> str:
        match node:
            case dict():
                return "{" + ", ".join(f"{key!r}: {show(item, indent)}" for key, item in node.items()) + "}"
            case list() if any(isinstance(item, list) for item in node):
                return "[\n" + "".join(f"{indent}    {show(item, indent + '    ')},\n" for item in node) + f"{indent}]"
            case list():
                return "[" + ", ".join(show(item, indent) for item in node) + "]"
            case Labels(variable, labels):
                return f"labelled({term(variable)}, {names.setdefault(labels, f'labels_{len(names) + 1}')})"
            case Constant(text):
                return repr(text)
        return leaf(node)

    shown = show(answer)
    return [f"{name} = {dict(labels)!r}" for labels, name in names.items()], shown
