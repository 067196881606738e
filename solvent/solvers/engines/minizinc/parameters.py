"""The data of a MiniZinc program: written as a JSON data file, checked against its parameters, and where they are used.

MiniZinc 2.6.4 takes nested lists for arrays of several dimensions, and shifts them to the declared index sets. Its JSON
reader ignores undeclared names, lets data fix decision variables, cuts integers to 32 bits and knows no exponents.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError

_WORDS = (
    "ann annotation any array bool case constraint default diff div else elseif endif enum exists false float forall "
    "function if in include int intersect let list maximize minimize mod not of op opt output par predicate record "
    "satisfy set solve string subset superset symdiff test then true tuple type union var where xor"
)
KEYWORDS = frozenset(_WORDS.split())
_LARGEST = 2**31 - 1
_NAME = re.compile(r"[A-Za-z_]\w*")


def check(data: Mapping[str, Any], items: Iterable[syntax.Item], at: Callable[[str, str], str]) -> None:
    """Check that every name is a parameter without a value; `at` adds a name's position to a message.

    Raises ProgramError.
    """
    items = list(items)
    for name in data:
        declared = [item for item in items if name in (item.declared[0], _enum(item))]
        assigned = any(item.assigned == name for item in items)
        if not declared:
            why = f"the data have {name!r}, but the model does not declare it: write `int: {name};` or the like"
        elif any(_enum(item) for item in declared):
            why = f"{name!r} is an enum, whose members are listed in the model: enum {name} = {{A, B}};"
        elif any(item.declared[1] for item in declared):
            why = f"{name!r} is a decision variable: data are only for parameters"
        elif assigned or any(token.text == "=" for item in declared for token in item.tokens):
            why = f"{name!r} has a value in the data and another one in the model: declare it without a value"
        else:
            continue
        raise ProgramError(Status.SYNTAX_ERROR, at(name, why))


def _enum(item: syntax.Item) -> str:
    return item.tokens[1].text if item.word == "enum" and len(item.tokens) > 1 else ""


def written(data: Mapping[str, Any], at: Callable[[str, str], str]) -> str:
    """Write the data for MiniZinc; empty if there are none. Raises ProgramError for values that it does not take."""
    parts = []
    for name, value in data.items():
        fault = _fault(value)
        if fault:
            raise ProgramError(
                Status.SYNTAX_ERROR, at(name, f"the data's {name!r} cannot be given to MiniZinc: {fault}")
            )
        parts.append(f"{json.dumps(name)}: {_json(value)}")
    return "{" + ", ".join(parts) + "}" if parts else ""


def _fault(value: Any) -> str:
    match value:
        case int() if abs(value) > _LARGEST:
            return f"integers reach up to {_LARGEST}"
        case {"set": list(members), **rest} if not rest:
            return next(filter(None, map(_fault, members)), "")
        case {"e": str(), **rest} if not rest:
            return ""
        case dict():
            return 'the only objects are sets, {"set": [1, 2]}: use a list for each key'
        case list():
            lengths = {len(row) if isinstance(row, list) else None for row in value}
            if len(lengths) > 1:
                return "the rows of an array have the same length"
            return next(filter(None, map(_fault, value)), "")
    return ""


def _json(value: Any) -> str:
    match value:
        case float():
            digits = format(Decimal(repr(value)), "f")
            return digits if "." in digits else f"{digits}.0"
        case list():
            return f"[{', '.join(map(_json, value))}]"
        case dict():
            return f"{{{', '.join(f'{json.dumps(key)}: {_json(item)}' for key, item in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)


def used(items: Iterable[syntax.Item], terms: Iterable[str]) -> frozenset[str]:
    """Return the names on which constraints, the domains of variables and `terms` depend, also through definitions."""
    behind: dict[str, set[str]] = {}
    waiting = {name for term in terms for token in syntax.tokens(term) for name in _names(token)}
    for item in items:
        names = {name for token in item.tokens for name in _names(token)}
        name, variable = item.declared
        if item.word == "constraint" or variable:
            waiting |= names - {name}
        own = name or syntax.unquoted(item.defines) or item.assigned
        behind.setdefault(own, set()).update(names - {own})
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= behind.get(name, set())
    return frozenset(found)


def _names(token: syntax.Token) -> list[str]:
    """Return the names in a token: `1..n` is a single one."""
    return _NAME.findall(token.text) if token.kind in ("name", "quoted", "other") else []
