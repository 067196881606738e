"""From meaning to programs: every framework has an emitter for the models of `language`."""

from collections.abc import Callable

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators.emit import cpmpy, minizinc, ortools, smtlib
from solvent.translators.emit.language import ConstraintModel

EMITTERS: dict[str, Callable[[ConstraintModel], Program]] = {
    "smtlib": smtlib.program,
    "cpmpy": cpmpy.program,
    "ortools": ortools.program,
    "minizinc": minizinc.program,
}


def emit(model: ConstraintModel, framework: str) -> Program:
    """Write a model in a framework.

    Raises:
        SolventError: the framework is unknown or cannot express the model: real or unbounded variables, or numbers too
            large.

    """
    if framework not in EMITTERS:
        raise SolventError(f"The rules do not write '{framework}'; they write {', '.join(EMITTERS)}.")
    return EMITTERS[framework](model)
