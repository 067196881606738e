"""Runs the reference script of a problem and checks answers against its model. This runs in a child.

A reference is a CPMpy script that defines `model`, solves it and prints. An answer is data: each value is compared, by
CPMpy's own `==`, with the script's object of the same name, and no part of it is executed.
"""

import builtins
import sys
from typing import Any

import cpmpy as cp
from cpmpy.expressions.core import Expression
from cpmpy.solvers.ortools import CPM_ortools

from solvent.solvers.engines.cpsat.python_program import native, stand_ins
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.python_code import execute

_SOLVERS = (cp.Model, CPM_ortools)


class _Solving(BaseException):  # not an Exception, so that the script does not catch it
    """The script is about to solve for the first time."""


class _Run:
    """An executed reference script: either all of it, or up to its first solver call."""

    def __init__(self, text: str, *, whole: bool, watched: tuple[str, ...] = ()) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.before: dict[str, Any] = {}  # the objects of watched names at the first solver call
        self._whole, self._watched = whole, watched
        # Spelled out, since there are two classes and `stand_ins` takes only one.
        with (
            stand_ins(_SOLVERS[0], {"solve": self._watching(_SOLVERS[0].solve)}),
            stand_ins(_SOLVERS[1], {"solve": self._watching(_SOLVERS[1].solve)}),
        ):
            try:
                execute(text, self.names)
            except _Solving:
                return
        self.before = self.before or {name: self.names.get(name) for name in watched}

    def _watching(self, solve: Any) -> Any:
        def watched(model: Any, *args: Any, **options: Any) -> Any:
            frame = sys._getframe(1)  # noqa: SLF001  # the only way to tell whether the script itself is the caller
            if frame.f_globals is not self.names:
                return solve(model, *args, **options)
            if not self.before:
                self.before = {name: self.names.get(name) for name in self._watched}
            if not self._whole and frame.f_code.co_name == "<module>":
                raise _Solving
            return solve(model, *args, **options)

        return watched

    @property
    def model(self) -> Any:
        if not isinstance(self.names.get("model"), _SOLVERS):
            raise ProgramError(Status.BAD_ANSWER, "the reference defines no CPMpy model named `model`")
        return self.names["model"]

    def objective(self) -> int | float | None:
        """Return the objective value of the last solution; None if there is no objective."""
        if getattr(self.model, "objective_is_min", None) is None:
            return None
        value = native(self.model.objective_value())
        return value if isinstance(value, int | float) else None

    def bind(self, name: str, value: Any, *, apart: bool) -> None:
        """Constrain the script's object of this name to equal a value. Raises whatever CPMpy raises.

        With `apart`, the items of Python lists are compared one by one; otherwise by Python's list comparison.
        """
        self._bind(self.names[name] if name in self.names else getattr(builtins, name), value, apart=apart)

    def _bind(self, thing: Any, value: Any, *, apart: bool) -> None:
        if apart and isinstance(thing, list | tuple):
            for item, inner in zip(thing, value, strict=True):
                self._bind(item, inner, apart=True)
            return
        model = self.model
        model += thing == value
        self.names["model"] = model


def profile(text: str, names: list[str], *, whole: bool = True) -> dict[str, Any]:
    """Run a reference unchanged; return the shapes of its variables, and its objective value, proven or not.

    `late` lists the names that are rebound after the first solver call: such a reference must always be run whole.
    Without `whole` it is not solved: if it has an objective, its optimum is unproven. Raises ProgramError.
    """
    run = _Run(text, whole=whole, watched=tuple(names))
    if not whole:
        aims = getattr(run.model, "objective_is_min", None) is not None
        return {**_shapes(run, names), "late": [], "objective": None, "proven": not aims}
    status = str(run.model.status().exitstatus.name)
    if status not in ("OPTIMAL", "FEASIBLE"):
        raise ProgramError(Status.BAD_ANSWER, f"the reference finds no solution: {status.lower()}")
    return {
        **_shapes(run, names),
        "late": [name for name in names if run.names.get(name) is not run.before.get(name)],
        "objective": run.objective(),
        "proven": run.objective() is None or status == "OPTIMAL",
    }


def _shapes(run: _Run, names: list[str]) -> dict[str, Any]:
    known = [name for name in names if name in run.names]
    listed = [name for name in known if isinstance(run.names[name], list | tuple)]
    return {"variables": {name: shape(run.names[name]) for name in known}, "listed": listed}


def check(text: str, answer: dict[str, Any], *, whole: bool, apart: bool) -> dict[str, Any]:
    """Bind an answer and solve; return whether the model allows it (if not, perhaps `why`), and its objective value.

    With `whole`, the script solves on its own first, and `before` is the objective value it found. `apart`: see `bind`.
    """
    run = _Run(text, whole=whole)
    before = run.objective() if whole else None
    try:
        for name, value in answer.items():
            run.bind(name, value, apart=apart)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # a value of the wrong shape or type may raise anything
        return {"allowed": False, "why": f"{type(error).__name__}: {error}"[:300]}
    try:
        allowed = bool(run.model.solve())
    except Exception as error:  # noqa: BLE001  # likewise a model that the solver does not support
        return {"allowed": False, "why": f"{type(error).__name__}: {error}"[:300]}
    return {"allowed": allowed, "objective": run.objective() if allowed else None, "before": before, "whole": whole}


def shape(thing: Any) -> Any:
    """Describe the shape of a script's value: `int`, `bool`, nested lists of these, or `other` for anything else."""
    thing = native(thing)
    if hasattr(thing, "tolist") or isinstance(thing, list | tuple):
        return [shape(item) for item in thing]
    if isinstance(thing, Expression):
        return "bool" if thing.is_bool() else "int"
    return "bool" if isinstance(thing, bool) else "int" if isinstance(thing, int) else "other"
