"""The data of Python programs: the statement `data = {...}`, which comes first in a file, apart from imports.

The statement counts if it is a literal of JSON values, with strings as keys; any other `data` is an ordinary variable.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from solvent.solvers.programs.program_data import is_json

_LONGEST = 100  # characters of a statement on one line


def stated(body: Sequence[ast.stmt]) -> tuple[dict[str, Any], ast.stmt | None]:
    """Return the data that a file's statements begin with, and the statement that does so; ({}, None) if none does."""
    place = len(list(_head(body)))
    if place == len(body):
        return {}, None
    match node := body[place]:
        case ast.Assign(targets=[ast.Name("data")], value=ast.Dict() as table):
            after = body[place + 1 :]
            before = body[place - 1].end_lineno or 0 if place else 0
            alone = before < node.lineno and not (after and after[0].lineno == node.end_lineno)
            value = _literal(table) if alone else None
            if isinstance(value, dict) and value and is_json(value):
                return value, node
    return {}, None


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return None


def _head(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the docstring and imports with which a file begins."""
    for place, node in enumerate(body):
        match node:
            case ast.Import() | ast.ImportFrom():
                yield node
            case ast.Expr(ast.Constant(str())) if place == 0:
                yield node
            case _:
                return


def head(body: Sequence[ast.stmt]) -> int:
    """Return how many lines of a file come before its data."""
    first = list(_head(body))
    shared = len(body) > len(first) and first and body[len(first)].lineno == first[-1].end_lineno
    return (first[-1].end_lineno or 0) if first and not shared else 0


def statement(data: Mapping[str, Any]) -> list[str]:
    """Return the lines of the statement."""
    items = [f"{_shown(name)}: {_shown(value)}" for name, value in data.items()]
    line = f"data = {{{', '.join(items)}}}"
    return [line] if len(line) <= _LONGEST else ["data = {", *(f"    {item}," for item in items), "}"]


def _shown(value: Any) -> str:
    match value:
        case str() if value.isprintable():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(_shown, value))}]"
        case dict():
            return f"{{{', '.join(f'{_shown(key)}: {_shown(item)}' for key, item in value.items())}}}"
    return repr(value)


def imported(body: Iterable[ast.stmt]) -> frozenset[str]:
    """Return the names that top-level imports bind."""
    imports = (node for node in body if isinstance(node, ast.Import | ast.ImportFrom))
    return frozenset((each.asname or each.name).partition(".")[0] for node in imports for each in node.names)


def used(body: Iterable[ast.stmt]) -> frozenset[str]:
    """Return the names on which constraints and objectives may depend, directly or through definitions.

    A statement counts, unless it only gives names to something that does not count: an assignment that adds nothing to
    a model, a function, an import; and the answer.
    """
    behind: dict[str, list[set[str]]] = {}
    waiting = {"model", "objectives"}
    for node in body:
        mentioned = _mentioned(node)
        defined = _defined(node)
        if defined is None:
            waiting |= mentioned
        for name in defined or ():
            behind.setdefault(name, []).append(mentioned)
    found: set[str] = set()
    while waiting:
        found.add(name := waiting.pop())
        waiting.update(each for mentioned in behind.pop(name, ()) for each in mentioned - found)
    return frozenset(found)


def _defined(node: ast.stmt) -> set[str] | None:
    """Return the names that a statement only defines; None for a statement that may do more."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.AnnAssign(target=target, value=value):
            targets = [target]
        case ast.FunctionDef(name=name):
            return {name}
        case ast.Import() | ast.ImportFrom():
            return set()
        case _:
            return None
    names = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    models = {"model", "Model", "CpModel"} & (_mentioned(value) if value else set())
    if models or not all(isinstance(name, ast.Name) for name in names):
        return None
    return {name.id for name in names if isinstance(name, ast.Name)}


def _mentioned(node: ast.AST) -> set[str]:
    """Return the names in a piece of code, attributes included."""
    inner = list(ast.walk(node))
    names = {each.id for each in inner if isinstance(each, ast.Name)}
    return names | {each.attr for each in inner if isinstance(each, ast.Attribute)}
