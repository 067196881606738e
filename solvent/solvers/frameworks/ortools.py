"""OR-Tools CP-SAT.

A program file is Python code that adds constraints to a predefined `model` (a cp_model.CpModel) and never solves:

    from ortools.sat.python import cp_model

    x = model.new_int_var(1, 9, "x")
    with clue(1):
        model.add(x > 3)
    objectives = [minimize(x)]
    answer = {"x": x, "size": labelled(x > 5, {True: "big", False: "small"}), "big": [where(x > 5, "yes")]}

`model`, `clue`, `labelled`, `where`, `minimize` and `maximize` are predefined. In the answer, variables made by
`new_bool_var` and comparisons are Booleans; any other linear expression is an integer. The first statement after the
imports may be `data = {"weights": [3, 4], "capacity": 10}`, a literal: then `weights` and `capacity` are predefined
too.
"""

from solvent.solvers.engines.cpsat.python_framework import PythonFramework

SUFFIX = ".py"

_framework = PythonFramework(
    "ortools",
    builder="solvent.solvers.engines.cpsat.ortools_builder",
    packages="ortools",
    known=("cp_model", "ortools"),
)
parse = _framework.parse
render = _framework.render
reserved = _framework.reserved
used_data = _framework.used_data
warm = _framework.warm
build = _framework.build
engine = _framework.engine
script = _framework.script
