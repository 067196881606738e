"""Division by zero in SMT-LIB terms.

In SMT-LIB division is total: a quotient by zero may be any number, which each solution chooses anew. In a term of the
answer that value would be arbitrary, so the harness treats the term as undefined, as in the other frameworks. Divisions
in the bodies of functions that the program defines, and those under quantifiers, `match` and `lambda`, are not
detected. In the program's own assertions SMT-LIB's semantics apply unchanged.
"""

import re
from typing import Any

from solvent.solvers.engines.smtlib import s_expressions

_DIVISIONS = {"/", "div", "mod", "rem"}
_NOT_ZERO = re.compile(r"[0-9.]*[1-9][0-9.]*")
_DIVIDES = re.compile(r"\(\s*(?:/|div|mod|rem)\s")


def nonzero_condition(term: str) -> str:
    """Return the condition under which a term contains no division by zero; empty if it always holds."""
    if not _DIVIDES.search(term):
        return ""
    return _written(_defined(s_expressions.tree(term)[0]))


def _defined(node: Any) -> Any:
    """Return the condition as a tree; None for true."""
    found: Any = None
    match node:
        case [str(op), first, *divisors] if op in _DIVISIONS:
            zeros = [["distinct", divisor, "0"] for divisor in divisors if not _surely_not_zero(divisor)]
            found = _all([*map(_defined, [first, *divisors]), *zeros])
        case ["ite", condition, one, other]:
            branches = _defined(one), _defined(other)
            chosen = ["ite", condition, *(part or "true" for part in branches)] if any(branches) else None
            found = _all([_defined(condition), chosen])
        case ["and" | "or" as op, *parts]:
            found = _connected(parts, decides=op == "or")
        case ["=>", *parts, last]:
            found = _connected([*(["not", part] for part in parts), last], decides=True)
        case ["let", list(bindings), body]:
            inner = _defined(body)
            bound = ["let", bindings, inner] if inner else None
            found = _all([*(_defined(value) for _, value in bindings), bound])
        case ["forall" | "exists" | "match" | "lambda", *_]:
            pass
        case ["!", body, *_] | [["_", *_], body]:
            found = _defined(body)
        case [_, *parts]:
            found = _all([_defined(part) for part in parts])
    return found


def _connected(parts: list[Any], *, decides: bool) -> Any:
    """Return the condition for a connective: every part is defined, or one defined part decides its value.

    `decides` is the truth value that decides: true for a disjunction, false for a conjunction.
    """
    conditions = [_defined(part) for part in parts]
    if not any(conditions):
        return None
    deciding = []
    for part, condition in zip(parts, conditions, strict=True):
        holds = part if decides else ["not", part]
        deciding.append(["and", condition, holds] if condition else holds)
    return ["or", _all(conditions), *deciding]


def _all(conditions: list[Any]) -> Any:
    some = [condition for condition in conditions if condition]
    return ["and", *some] if len(some) > 1 else some[0] if some else None


def _surely_not_zero(divisor: Any) -> bool:
    match divisor:
        case str():
            return _NOT_ZERO.fullmatch(divisor) is not None
        case ["-", inner]:
            return _surely_not_zero(inner)
    return False


def _written(node: Any) -> str:
    if node is None:
        return ""
    return f"({' '.join(map(_written, node))})" if isinstance(node, list) else str(node)
