"""Executes an OR-Tools program and exports its model as plain data. This runs in the untrusted process."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from solvent.solvers.engines.cpsat.model_wire_format import Linear, Runs, dump
from solvent.solvers.engines.cpsat.python_program import (
    AIMING,
    GIVEN,
    NO_ANSWER,
    SOLVING,
    Clues,
    Templates,
    refusal,
    stand_ins,
    the_one_used,
    translating,
)
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.python_code import execute

_TERMS = (helper.LinearExpr, helper.BoundedLinearExpression)


class _MarkedClues(Clues):
    """Notifies the recorder whenever a clue's block begins or ends."""

    def __init__(self, mark: Any) -> None:
        super().__init__()
        self._mark = mark

    @contextmanager
    def part(self, number: int) -> Iterator[None]:
        """Attribute constraints to clue `number` in the `with` block."""
        self._mark(self.current)
        with super().part(number):
            try:
                yield
            finally:
                self._mark(self.current)


class Recorder:
    """Records every model that a program creates, its Boolean variables, and the clue of each constraint."""

    def __init__(self) -> None:
        self.clue = _MarkedClues(self.mark)
        self.models: list[tuple[cp_model.CpModel, Runs]] = []
        self.booleans: set[tuple[int, int]] = set()

    def mark(self, clue: int | None) -> None:
        """Assign the constraints added since the last call to `clue`."""
        for model, runs in self.models:
            runs.upto(len(model.proto.constraints), clue)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Replace the methods that create a model or a Boolean variable, solve, or set an objective."""
        make, new_bool = cp_model.CpModel.__init__, cp_model.CpModel.new_bool_var

        def record_model(model: cp_model.CpModel, *args: Any, **kwargs: Any) -> None:
            make(model, *args, **kwargs)
            self.models.append((model, Runs()))

        def record_boolean(model: cp_model.CpModel, name: str = "") -> Any:
            variable = new_bool(model, name)
            self.booleans.add((id(model), variable.index))
            return variable

        def record_series(model: cp_model.CpModel, name: str, index: Any) -> Any:
            import pandas as pd

            return pd.Series([record_boolean(model, f"{name}{i}") for i in range(len(index))], index=index)

        methods = {"__init__": record_model, "new_bool_var": record_boolean, "new_bool_var_series": record_series}
        aims = ("minimize", "maximize", "Minimize", "Maximize")
        methods |= {name: refusal(AIMING) for name in aims if hasattr(cp_model.CpModel, name)}
        solves = {name: refusal(SOLVING) for name in ("solve", "Solve") if hasattr(cp_model.CpSolver, name)}
        with stand_ins(cp_model.CpModel, methods), stand_ins(cp_model.CpSolver, solves):
            yield


def build(text: str, data: Mapping[str, Any]) -> bytes:
    """Execute a program, with its data bound to their names; return its plain model. Raises ProgramError."""
    recorder = Recorder()
    namespace: dict[str, Any] = {"__name__": "program", "clue": recorder.clue, **GIVEN, **data}
    with recorder.watching():
        given = namespace["model"] = cp_model.CpModel()
        execute(text, namespace)
    if "answer" not in namespace:
        raise ProgramError(Status.BAD_ANSWER, NO_ANSWER)
    recorder.mark(None)
    used = [model for model, _ in recorder.models if len(model.proto.constraints)]
    # Without any constraints there may still be variables: use the model that the program calls `model`.
    model = the_one_used(used) or (namespace["model"] if isinstance(namespace["model"], cp_model.CpModel) else given)
    templates = Templates(is_term=lambda value: isinstance(value, _TERMS), truth=lambda value: value)
    template = templates.node(namespace["answer"])
    goals = templates.goals(namespace.get("objectives"))
    with translating():
        runs = next(runs for known, runs in recorder.models if known is model)
        writer = _Writer(model, runs, {index for owner, index in recorder.booleans if owner == id(model)})
        return dump(template, goals, writer.linear, writer.finish)


class _Writer:
    """Linearises terms; a comparison becomes a Boolean variable defined in the background."""

    def __init__(self, model: cp_model.CpModel, runs: Runs, booleans: set[int]) -> None:
        self._model = model
        self._runs = runs
        self._booleans = booleans

    def finish(self) -> tuple[str, list[tuple[int, int | None]]]:
        self._runs.upto(len(self._model.proto.constraints), None)
        return str(self._model.proto), _with_intervals_apart(self._model.proto, self._runs.runs)

    def linear(self, term: Any) -> Linear:
        if isinstance(term, bool | int):
            return Linear((), int(term), boolean=isinstance(term, bool))
        if isinstance(term, helper.BoundedLinearExpression):
            return self._truth(term)
        flat = helper.FlatIntExpr(term)
        parts = tuple((variable.index, int(factor)) for variable, factor in zip(flat.vars, flat.coeffs, strict=True))
        negated = isinstance(term, helper.NotBooleanVariable)
        boolean = negated or (isinstance(term, helper.IntVar) and term.index in self._booleans)
        return Linear(parts, int(flat.offset), boolean=boolean)

    def _truth(self, comparison: Any) -> Linear:
        truth = self._model.new_bool_var("")
        expression = cp_model.LinearExpr.weighted_sum(comparison.vars, comparison.coeffs) + comparison.offset
        for domain, literal in ((comparison.bounds, truth), (comparison.bounds.complement(), ~truth)):
            self._model.add_linear_expression_in_domain(expression, domain).only_enforce_if(literal)
        return Linear(((truth.index, 1),), 0, boolean=True)


def _with_intervals_apart(proto: Any, runs: list[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
    """Reassign intervals to the background: they are declarations, which other clues may use."""
    apart = Runs()
    place = 0
    for count, clue in runs:
        for _ in range(count):
            owner = None if clue is None or proto.constraints[place].has_interval() else clue
            place += 1
            apart.upto(place, owner)
    return apart.runs
