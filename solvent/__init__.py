"""Solvent: puzzles and combinatorial problems in plain language, answers with evidence.

>>> from solvent import solve
>>> solve(open("examples/zebra.txt").read()).status
'verified'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvent.agents import Answer, asolve, solve
    from solvent.translators import Puzzle

__all__ = ["Answer", "Puzzle", "asolve", "solve"]

_HOME = {
    "Answer": "solvent.agents",
    "asolve": "solvent.agents",
    "solve": "solvent.agents",
    "Puzzle": "solvent.translators",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import solvent` costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'solvent' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
