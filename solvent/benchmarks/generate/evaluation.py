"""What a model says of values that are known, without a solver: the construction's own truth."""

import operator
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Comparison,
    Constant,
    Constraint,
    Difference,
    Expression,
    Labels,
    Operator,
    Product,
    Sum,
    Var,
)

Values = Mapping[Var, int]

_COMPARE: dict[Operator, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OPPOSITE: dict[Operator, Operator] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def number(expression: Expression, values: Values) -> int:
    """Return the value of an expression. Raises TypeError for one that looks a quantity up."""
    match expression:
        case int():
            return expression
        case Var():
            return values[expression]
        case Sum(parts):
            return sum(number(part, values) for part in parts)
        case Difference(left, right):
            return number(left, values) - number(right, values)
        case Product(parts):
            return prod(number(part, values) for part in parts)
    raise TypeError(f"no generator needs the value of {expression}")


def holds(constraint: Constraint, values: Values) -> bool:
    """Return whether a constraint is true. Raises TypeError for one with a Boolean variable."""
    match constraint:
        case Comparison(left, op, right):
            return _COMPARE[op](number(left, values), number(right, values))
        case Apart(left, right, amount, expected):
            return (abs(number(left, values) - number(right, values)) == amount) == expected
        case AllDifferent(parts):
            return len({number(part, values) for part in parts}) == len(parts)
        case AllOf(parts):
            return all(holds(part, values) for part in parts)
        case AnyOf(parts):
            return any(holds(part, values) for part in parts)
    raise TypeError(f"no generator needs the truth of {constraint}")


def negated(constraint: Constraint) -> Constraint:
    """Return the constraint that is true where this one is false. Raises TypeError for all-different parts."""
    match constraint:
        case Comparison(left, op, right):
            return Comparison(left, _OPPOSITE[op], right)
        case Apart(left, right, amount, expected):
            return Apart(left, right, amount, not expected)
        case AllOf(parts):
            return AnyOf(tuple(map(negated, parts)))
        case AnyOf(parts):
            return AllOf(tuple(map(negated, parts)))
    raise TypeError(f"no generator negates {constraint}")


def shown(template: Any, values: Values) -> Any:
    """Return the answer that a template gives."""
    match template:
        case dict():
            return {key: shown(item, values) for key, item in template.items()}
        case list():
            return [shown(item, values) for item in template]
        case Constant(text):
            return text
        case Labels(term, names):
            return dict(names)[number(term, values)]
    return number(template, values)
