"""From meaning to programs: a model of `language`, which each framework has an emitter for."""

from collections.abc import Callable

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators.rules.emit import cpmpy, minizinc, ortools, smtlib
from solvent.translators.rules.emit.language import Model

EMITTERS: dict[str, Callable[[Model], Program]] = {
    "smtlib": smtlib.program,
    "cpmpy": cpmpy.program,
    "ortools": ortools.program,
    "minizinc": minizinc.program,
}


def emit(model: Model, framework: str) -> Program:
    """Write a model in a framework.

    Raises:
        SolventError: no such framework, or one that cannot say it: without bounds, or with numbers too large for it.

    """
    if framework not in EMITTERS:
        raise SolventError(f"The rules do not write '{framework}'; they write {', '.join(EMITTERS)}.")
    return EMITTERS[framework](model)
