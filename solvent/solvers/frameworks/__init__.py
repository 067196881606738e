"""The frameworks: each module in this folder is one, is discovered automatically, and implements `Framework`."""

import ast
import functools
import importlib
import json
import pkgutil
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from solvent.solvers.errors import UnknownFrameworkError
from solvent.solvers.programs import program_data
from solvent.solvers.programs.outcome import Limits, Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.program_error import located, position

if TYPE_CHECKING:
    from solvent.solvers.engines.engine import Engine, Searcher


class Framework(Protocol):
    """The interface of a module `frameworks/<framework>.py`; it imports heavy libraries inside its functions."""

    SUFFIX: str

    def parse(self, text: str) -> Program:
        """Parse a program file. Never fails: an invalid file becomes a program whose `run` reports the error."""
        ...

    def render(self, program: Program) -> str:
        """Render a program as the text of a file; lines and columns in messages refer to this text."""
        ...

    def warm(self) -> None:
        """Import what the children need. Raises ImportError or SolverUnavailableError."""
        ...

    def engine(self, program: Program, model: bytes) -> "Engine | Searcher":
        """Load a program, in a child only; `model` is the result of `build`, if any. Raises ProgramError."""
        ...


@runtime_checkable
class Builder(Protocol):
    """The additional interface of a framework whose programs are executable code.

    The code runs in a separate, untrusted process: its output counts only as a model, never as an answer.
    """

    def build(self, program: Program) -> bytes:
        """Execute a program's code and return its model as plain data. Raises ProgramError."""
        ...


@runtime_checkable
class Scripted(Protocol):
    """The additional interface of a framework whose programs may also be scripts, which solve and print themselves."""

    def script(self, program: Program) -> int:
        """Run `program.preamble` and return its exit status; its output goes to the standard output descriptor."""
        ...


@runtime_checkable
class SelfReporting(Protocol):
    """The additional interface of a framework whose scripts say by themselves how they ended, with or without JSON."""

    def reported(self, program: Program, output: str) -> tuple[Status, str]:
        """Return the status that the output of a script states, and a message."""
        ...


@runtime_checkable
class Parametrised(Protocol):
    """The additional interface of a framework whose programs may have `data`."""

    def reserved(self, program: Program) -> frozenset[str]:
        """Return the names that the program's data may not have, since they mean something else in it."""
        ...

    def used_data(self, program: Program) -> frozenset[str]:
        """Return the names of its data that occur in constraints or objectives, directly or through definitions."""
        ...


@runtime_checkable
class Examiner(Protocol):
    """The additional interface of a framework in which data sets provide reference models."""

    def examine(self, program: Program, request: dict[str, Any]) -> dict[str, Any]:
        """Query the reference script `program.preamble`, in a child only. Raises ProgramError."""
        ...


@runtime_checkable
class Checking(Protocol):
    """The additional interface of `frameworks/checker.py`, whose programs judge answers."""

    def prepare(self, program: Program) -> None:
        """Execute the program's code once, in a child only. Raises ProgramError."""
        ...

    def check(self, program: Program, answer: Any, clues: Sequence[int], limits: Limits) -> Iterator[bool | str]:
        """Yield the results of its predicates about an answer: its form, then the clues in order."""
        ...


CHECKER = "checker"  # a framework in which no problem can be stated


@functools.cache
def names() -> tuple[str, ...]:
    """Return the names of all frameworks in which a problem can be stated, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != CHECKER))


def load(name: str) -> Framework:
    """Return the framework of a given name. Raises UnknownFrameworkError."""
    if name not in names():
        raise UnknownFrameworkError(f"there is no framework {name!r}; available: {', '.join(names())}")
    return cast("Framework", importlib.import_module(f"{__name__}.{name}"))


def served(name: str) -> Framework:
    """Return what a server of that name runs: a framework, or the checkers. Raises UnknownFrameworkError."""
    return cast("Framework", importlib.import_module(f"{__name__}.{CHECKER}")) if name == CHECKER else load(name)


def data_fault(program: Program) -> str:
    """Return why a program may not have the data that it has, with line and column; empty if it may."""
    if not program.data:
        return ""
    framework = load(program.framework)
    if not isinstance(framework, Parametrised) or program.contract == "script":
        kind = "scripts" if program.contract == "script" else program.framework
        return f"there are no data apart from the program in {kind}: write the values into the program"
    name, why = program_data.fault(program.data, framework.reserved(program))
    if not why:
        return ""
    text, key = framework.render(program), json.dumps(name, ensure_ascii=False)
    return located(text, *position(text, text.index(key)), why) if key in text else why


def used_data(program: Program) -> frozenset[str]:
    """Return the names of a program's data that occur in constraints or objectives; empty if it has none."""
    framework = load(program.framework)
    return framework.used_data(program) if program.data and isinstance(framework, Parametrised) else frozenset()


def framework_of(path: str, text: str) -> str:
    """Determine the framework of a program file by its suffix and, if that is ambiguous, its imports.

    Raises UnknownFrameworkError.
    """
    suffix = PurePath(path).suffix.lower()
    fitting = [name for name in names() if suffix == load(name).SUFFIX]
    if len(fitting) > 1:
        imported = _imports(text)
        fitting = [name for name in fitting if name in imported] or [name for name in fitting if name in text]
    if not fitting:
        suffixes = ", ".join(f"{load(name).SUFFIX} ({name})" for name in names())
        raise UnknownFrameworkError(f"cannot tell the framework of {path} (known: {suffixes}); name it explicitly")
    return fitting[0]


def _imports(text: str) -> set[str]:
    """Return the top-level packages that Python code imports; empty if it does not parse."""
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
