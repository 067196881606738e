"""Frameworks, found by being there: each file of this folder is one, and has at its top what `Framework` asks for."""

import ast
import functools
import importlib
import pkgutil
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from solvent.solvers.errors import UnknownFrameworkError
from solvent.solvers.programs.program import Program

if TYPE_CHECKING:
    from solvent.solvers.engines.engine import Engine, Searcher


class Framework(Protocol):
    """What a file `frameworks/<framework>.py` offers at its top; heavy libraries are imported inside its functions."""

    SUFFIX: str

    def parse(self, text: str) -> Program:
        """Read a program file. Never fails: what cannot be read becomes a program whose `run` says so."""
        ...

    def render(self, program: Program) -> str:
        """Write a program as one file; lines and columns of messages are places in this text."""
        ...

    def warm(self) -> None:
        """Import what children need. Raises ImportError or SolverUnavailableError."""
        ...

    def engine(self, program: Program, model: bytes) -> "Engine | Searcher":
        """Load a program; in a child only. `model` is what `build` gave, else empty. Raises ProgramError."""
        ...


@runtime_checkable
class Builder(Protocol):
    """What a framework offers besides whose programs are code to be executed.

    That happens in a process of its own, of which nothing is believed but that this is its model.
    """

    def build(self, program: Program) -> bytes:
        """Execute a program's code; its model as plain data. Raises ProgramError."""
        ...


@runtime_checkable
class Scripted(Protocol):
    """What a framework offers besides whose programs may also be scripts, which solve and print by themselves."""

    def script(self, program: Program) -> int:
        """Run `program.preamble`; its exit status. What it prints goes to the descriptor of standard output."""
        ...


@runtime_checkable
class Examiner(Protocol):
    """What a framework offers besides in which data sets state their reference models."""

    def examine(self, program: Program, request: dict[str, Any]) -> dict[str, Any]:
        """Put a question to the script `program.preamble`; in a child only. Raises ProgramError."""
        ...


@functools.cache
def names() -> tuple[str, ...]:
    """The frameworks there are, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load(name: str) -> Framework:
    """The framework of that name. Raises UnknownFrameworkError."""
    if name not in names():
        raise UnknownFrameworkError(f"there is no framework {name!r}; there are {', '.join(names())}")
    return cast("Framework", importlib.import_module(f"{__name__}.{name}"))


def framework_of(path: str, text: str) -> str:
    """The framework of a program file: by its suffix and, for Python, its imports. Raises UnknownFrameworkError."""
    suffix = PurePath(path).suffix.lower()
    fitting = [name for name in names() if suffix == load(name).SUFFIX]
    if len(fitting) > 1:
        imported = _imports(text)
        fitting = [name for name in fitting if name in imported] or [name for name in fitting if name in text]
    if not fitting:
        suffixes = ", ".join(f"{load(name).SUFFIX} ({name})" for name in names())
        raise UnknownFrameworkError(f"cannot tell the framework of {path}: known are {suffixes}; name it explicitly")
    return fitting[0]


def _imports(text: str) -> set[str]:
    """The top-level packages that a Python text imports; empty if it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    return {module.partition(".")[0] for module in modules}
