"""Finds all contract violations in the text of a Python program; running it would stop at the first one."""

import ast

from solvent import solvers
from solvent.solvers import Program

PYTHON = ("cpmpy", "ortools")

_SOLVES = frozenset({"solve", "Solve", "solveAll"})
_READS = frozenset({"value", "Value"})


def slips(program: Program) -> tuple[str, ...]:
    """Return a sentence per kind of violation, with its line numbers; none for scripts and invalid Python."""
    if program.framework not in PYTHON or program.contract == "script":
        return ()
    try:
        tree = ast.parse(solvers.load(program.framework).render(program))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = []
    if not any(isinstance(node, ast.With) and _is_clue(node) for node in ast.walk(tree)):
        found.append(
            "No constraint stands in a part of its own: write `with clue(N):` with the clue's number, and below it, "
            "indented, the constraints for what that clue says."
        )
    if lines := _calls(tree, _SOLVES):
        found.append(f"It solves ({lines}): drop that, the harness solves.")
    if lines := _calls(tree, _READS):
        found.append(
            f"It reads values ({lines}), and there are none before the harness has solved: put the variables "
            "themselves into `answer`."
        )
    return tuple(found)


def _is_clue(node: ast.With) -> bool:
    calls = (item.context_expr for item in node.items)
    return any(isinstance(call, ast.Call) and _name(call) == "clue" and len(call.args) == 1 for call in calls)


def _calls(tree: ast.Module, names: frozenset[str]) -> str:
    """Return the lines that call one of the names, as "line 3" or "lines 3, 5"; empty if there are none."""
    found = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in names}
    lines = ", ".join(map(str, sorted(found)))
    return f"line{'s' if len(found) > 1 else ''} {lines}" if found else ""


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""
