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

from solvent.solvers.python_framework import PythonFramework

SUFFIX = ".py"

_framework = PythonFramework("cpmpy", packages="cpmpy ortools")
parse = _framework.parse
render = _framework.render
warm = _framework.warm
build = _framework.build
engine = _framework.engine
script = _framework.script
