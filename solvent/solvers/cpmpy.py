"""CPMpy on OR-Tools.

A program file is Python that adds to `model` (given, a cpmpy.Model) and never solves:

    import cpmpy as cp

    x = cp.intvar(1, 9, name="x")
    with clue(1):
        model += x > 3
    objectives = [minimize(x)]
    answer = {"x": x, "size": labelled(x > 5, {True: "big", False: "small"}), "big": [where(x > 5, "yes")]}

`model`, `clue`, `labelled`, `where`, `minimize` and `maximize` are given.
"""

import importlib
from typing import Any

from solvent.solvers import plain, python_file, python_program
from solvent.solvers.engine import Engine
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.program import Program

SUFFIX = ".py"


def parse(text: str) -> Program:
    """Read a program file; a text that is no Python becomes a program whose `run` says where it breaks."""
    return python_file.parse("cpmpy", text)


def render(program: Program) -> str:
    """Write a program as one file."""
    return python_file.render(program)


def warm() -> None:
    try:
        for module in ("_cpmpy", "_cpsat", "_reference"):
            importlib.import_module(f"solvent.solvers.{module}")
    except ImportError as error:
        raise SolverUnavailableError(f"{error}; pip install cpmpy ortools") from error


def build(program: Program) -> bytes:
    """Execute a program's code; its plain model. Raises ProgramError."""
    from solvent.solvers import _cpmpy

    return _cpmpy.build(render(program))


def engine(program: Program, model: bytes) -> Engine:  # noqa: ARG001  # the code has done its part
    """Load a plain model. Raises ProgramError."""
    from solvent.solvers._cpsat import CpsatEngine

    return CpsatEngine(plain.load(model))


def script(program: Program) -> int:
    """Run a script, which solves and prints; its exit status."""
    return python_program.run_as_script(program.preamble)


def examine(program: Program, request: dict[str, Any]) -> dict[str, Any]:
    """Put a question to a reference script. Raises ProgramError.

    The keys of `request` are the arguments of `_reference.profile` (`names`, `whole`) or `_reference.check` (`answer`,
    `whole`, `apart`).
    """
    from solvent.solvers import _reference

    if "names" in request:
        return _reference.profile(program.preamble, request["names"], whole=request["whole"])
    return _reference.check(program.preamble, request["answer"], whole=request["whole"], apart=request["apart"])
