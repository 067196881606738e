"""CPMpy on OR-Tools.

A program file is Python code that adds constraints to a predefined `model` (a cpmpy.Model) and never solves:

    import cpmpy as cp

    x = cp.intvar(1, 9, name="x")
    with clue(1):
        model += x > 3
    objectives = [minimize(x)]
    answer = {"x": x, "size": labelled(x > 5, {True: "big", False: "small"}), "big": [where(x > 5, "yes")]}

`model`, `clue`, `labelled`, `where`, `minimize` and `maximize` are predefined. The first statement after the imports
may be `data = {"weights": [3, 4], "capacity": 10}`, a literal: then `weights` and `capacity` are predefined too.
"""

from typing import Any

from solvent.solvers.engines.cpsat.python_framework import PythonFramework
from solvent.solvers.programs.program import Program

SUFFIX = ".py"

_framework = PythonFramework(
    "cpmpy",
    builder="solvent.solvers.engines.cpsat.cpmpy_builder",
    packages="cpmpy ortools",
    modules=("solvent.solvers.engines.cpsat.cpmpy_reference",),
    known=("cp", "cpmpy"),
)
parse = _framework.parse
render = _framework.render
reserved = _framework.reserved
used_data = _framework.used_data
warm = _framework.warm
build = _framework.build
engine = _framework.engine
script = _framework.script


def examine(program: Program, request: dict[str, Any]) -> dict[str, Any]:
    """Query a reference script. Raises ProgramError.

    The keys of `request` are the arguments of `cpmpy_reference.profile` (`names`, `whole`) or `cpmpy_reference.check`
    (`answer`, `whole`, `apart`).
    """
    from solvent.solvers.engines.cpsat import cpmpy_reference

    if "names" in request:
        return cpmpy_reference.profile(program.preamble, request["names"], whole=request["whole"])
    return cpmpy_reference.check(program.preamble, request["answer"], whole=request["whole"], apart=request["apart"])
