"""A verifier's list of predicates, as text: some of them kept, or one added."""

import ast
from collections.abc import Collection

from solvent.benchmarks.verifiers.verifier import parsed

_NAME = "constraint_list"


def plainly_listed(code: str) -> bool:
    """Whether the code assigns `constraint_list` once, a list of names or lambdas, and does nothing else with it."""
    try:
        tree = parsed(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    met = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == _NAME]
    found = _assigned(tree)
    return len(met) == 1 and found is not None and all(isinstance(each, ast.Name | ast.Lambda) for each in found[1])


def kept(code: str, numbers: Collection[int]) -> str:
    """Leave only the predicates of these numbers (from 1) in the list, and functions that were used by no other.

    Raises ValueError if the list cannot be found in the code.
    """
    tree = parsed(code)
    found = _assigned(tree)
    if found is None:
        raise ValueError("the code has no plain constraint_list")
    assignment, elements = found
    left = [each for number, each in enumerate(elements, 1) if number in numbers]
    dropped = {
        each.id for number, each in enumerate(elements, 1) if number not in numbers and isinstance(each, ast.Name)
    }
    needed = {name for each in left for name in _names(each)}
    for statement in tree.body:
        own = {statement.name} if isinstance(statement, ast.FunctionDef) else set()
        needed |= _names(statement) - own if statement is not assignment and not own & dropped else set()
    unused = dropped - needed
    gone = [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name in unused]
    return _without(code, [*gone, assignment]) + _listed([ast.unparse(each) for each in left])


def with_one_more(code: str, name: str, predicate: str) -> str:
    """Add a predicate, the source of a function of this name, at the end of the list. Raises ValueError as `kept`."""
    tree = parsed(code)
    found = _assigned(tree)
    if found is None:
        raise ValueError("the code has no plain constraint_list")
    elements = [ast.unparse(each) for each in found[1]]
    return f"{_without(code, [found[0]])}{predicate.strip()}\n\n\n{_listed([*elements, name])}"


def defined(code: str) -> set[str]:
    """Return the names that the code binds at its top level; none if it is no Python."""
    try:
        tree = parsed(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(statement.name)
        else:
            stored = (each for each in ast.walk(statement) if isinstance(each, ast.Name))
            found |= {each.id for each in stored if isinstance(each.ctx, ast.Store | ast.Del)}
    return found


def free_name(code: str, number: int) -> str:
    """Return `constraint_N` with the first N from `number` on that the code does not have."""
    while f"constraint_{number}" in code:
        number += 1
    return f"constraint_{number}"


def _assigned(tree: ast.Module) -> tuple[ast.Assign, list[ast.expr]] | None:
    for statement in reversed(tree.body):
        match statement:
            case ast.Assign(targets=[ast.Name(id="constraint_list")], value=ast.List(elts=elements)):
                return statement, elements
    return None


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _listed(elements: list[str]) -> str:
    return f"{_NAME} = [{', '.join(elements)}]\n"


def _without(code: str, statements: list[ast.stmt]) -> str:
    """The lines of the other statements."""
    gone: set[int] = set()
    for each in statements:
        decorators = getattr(each, "decorator_list", [])
        first = min([each.lineno, *(decorator.lineno for decorator in decorators)])
        gone.update(range(first, (each.end_lineno or first) + 1))
    text = "\n".join(line for number, line in enumerate(code.split("\n"), 1) if number not in gone).strip("\n")
    while "\n\n\n\n" in text:
        text = text.replace("\n\n\n\n", "\n\n\n")
    return f"{text}\n\n\n" if text else ""
