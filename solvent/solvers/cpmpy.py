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
from typing import TYPE_CHECKING

from solvent.solvers import python_file
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.program import Program

if TYPE_CHECKING:
    from solvent.solvers._cpmpy import CpmpyEngine

SUFFIX = ".py"


def parse(text: str) -> Program:
    """Read a program file; a text that is no Python becomes a program whose `run` says where it breaks."""
    return python_file.parse("cpmpy", text)


def render(program: Program) -> str:
    """Write a program as one file."""
    return python_file.render(program)


def warm() -> None:
    try:
        importlib.import_module("solvent.solvers._cpmpy")
    except ImportError as error:
        raise SolverUnavailableError(f"{error}; pip install cpmpy ortools") from error


def engine(program: Program) -> "CpmpyEngine":
    """Run a program's code and keep its model. Raises ProgramError."""
    from solvent.solvers._cpmpy import CpmpyEngine

    return CpmpyEngine(render(program))
