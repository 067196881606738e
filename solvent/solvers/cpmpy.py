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

from typing import Any

from solvent.solvers.program import Program
from solvent.solvers.python_framework import PythonFramework

SUFFIX = ".py"

_framework = PythonFramework("cpmpy", packages="cpmpy ortools", modules=("_reference",))
parse = _framework.parse
render = _framework.render
warm = _framework.warm
build = _framework.build
engine = _framework.engine
script = _framework.script


def examine(program: Program, request: dict[str, Any]) -> dict[str, Any]:
    """Put a question to a reference script. Raises ProgramError.

    The keys of `request` are the arguments of `_reference.profile` (`names`, `whole`) or `_reference.check` (`answer`,
    `whole`, `apart`).
    """
    from solvent.solvers import _reference

    if "names" in request:
        return _reference.profile(program.preamble, request["names"], whole=request["whole"])
    return _reference.check(program.preamble, request["answer"], whole=request["whole"], apart=request["apart"])
