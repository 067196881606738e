"""Solvent solves puzzles and combinatorial problems in plain language, with evidence for every answer.

>>> from solvent import solve
>>> solve(open("examples/zebra.txt").read()).status
'verified'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solvent.agents import Answer, Budget, ModelChoice, Settings, asolve, solve
    from solvent.translators import Puzzle

__all__ = ["Answer", "Budget", "ModelChoice", "Puzzle", "Settings", "__version__", "asolve", "solve"]

_HOME = dict.fromkeys(__all__, "solvent.agents") | {"Puzzle": "solvent.translators"}


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import solvent` costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'solvent' has no attribute {name!r}")
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("solvent")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
