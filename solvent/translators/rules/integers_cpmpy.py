"""Integer models to CPMpy."""

from typing import Any

from solvent.solvers.errors import SolventError
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
)


def program(model: Model) -> Program:
    """Write it.

    Raises:
        SolventError: a variable without bounds, which CP-SAT does not have.

    """
    lines = ["import cpmpy as cp", "", "model = cp.Model()", *map(_declare, model.arrays)]
    names, shown = _labels(model.answer)
    lines += [f"{name} = {dict(labels)!r}" for labels, name in names.items()]
    return Program(
        framework="cpmpy",
        preamble="\n".join(lines),
        fragments=tuple(
            Fragment(clue=clue, code=f"model += {_constraint(constraint)}") for clue, constraint in model.constraints
        ),
        answer=shown,
    )


def _declare(array: Array) -> str:
    if array.low is None or array.high is None:
        raise SolventError(f"CPMpy needs bounds for '{array.name}', which the puzzle does not give; use smtlib.")
    shape = f", shape={array.shape}" if array.shape else ""
    return f'{array.name} = cp.intvar({array.low}, {array.high}{shape}, name="{array.name}")'


def _constraint(constraint: Constraint) -> str:
    match constraint:
        case Compare(left, op, right):
            return f"{_term(left)} {op} {_term(right)}"
        case Different(items):
            return f"cp.AllDifferent([{', '.join(map(_term, items))}])"
        case AnyOf(options):
            return f"cp.any([{', '.join(map(_constraint, options))}])"


def _term(expression: Expression) -> str:
    match expression:
        case Var(array, index):
            return f"{array}[{', '.join(map(str, index))}]" if index else array
        case Sum(items):
            return f"({' + '.join(map(_term, items))})"
        case Product(items):
            return " * ".join(f"({item})" if isinstance(item, int) and item < 0 else _term(item) for item in items)
    return str(expression)


Names = dict[tuple[tuple[int, int | str], ...], str]


def _labels(answer: Any) -> tuple[Names, str]:
    """The template, and a name for every set of labels in it."""
    names: Names = {}

    def show(node: Any, indent: str = "") -> str:
        match node:
            case dict():
                return "{" + ", ".join(f"{key!r}: {show(item, indent)}" for key, item in node.items()) + "}"
            case list() if any(isinstance(item, list) for item in node):
                return "[\n" + "".join(f"{indent}    {show(item, indent + '    ')},\n" for item in node) + f"{indent}]"
            case list():
                return "[" + ", ".join(show(item, indent) for item in node) + "]"
            case Labels(variable, labels):
                return f"labelled({_term(variable)}, {names.setdefault(labels, f'labels_{len(names) + 1}')})"
            case Constant(text):
                return repr(text)
        return _term(node)

    shown = show(answer)
    return names, shown
