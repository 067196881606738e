"""CPMpy behind the engine protocol: the program's code runs once, its constraints are solved as often as asked."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cpmpy as cp
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.solvers.ortools import CPM_ortools
from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.transformations.get_variables import get_variables
from ortools.sat.python import cp_model

from solvent.solvers.engine import Goal, ProgramError
from solvent.solvers.formula import And, Compare, Count, Formula, Holds, Not, Or, Scalar
from solvent.solvers.outcome import Status
from solvent.solvers.python_program import GIVEN, Clues, Templates, execute
from solvent.solvers.template import number, terms

# OR-Tools completes its classes when the first model is made: once here, not in every child.
cp_model.CpModel()

_SOLVING = "solving is not the program's business: drop the call, state `answer`, and the harness solves"
_AIMING = "state the objective as `objectives = [minimize(term)]` (or maximize) instead"


class Recorder:
    """Notes every model that a program makes, and the clue that each of its constraints comes from."""

    def __init__(self) -> None:
        self.clue = Clues()
        self.models: list[cp.Model] = []
        self.owners: dict[int, list[int | None]] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Stand in for the methods of cpmpy.Model that add, solve or aim."""
        make, add = cp.Model.__init__, cp.Model.add

        def record_model(model: cp.Model, *args: Any, **kwargs: Any) -> None:
            self.models.append(model)
            make(model, *args, **kwargs)

        def record_constraint(model: cp.Model, constraint: Any) -> cp.Model:
            owners = self.owners.setdefault(id(model), [])
            # Whatever came in by another way belongs to no clue.
            owners += [None] * (len(model.constraints) - len(owners))
            add(model, constraint)
            owners += [self.clue.current] * (len(model.constraints) - len(owners))
            return model

        stand_ins = {"__init__": record_model, "add": record_constraint, "__add__": record_constraint}
        stand_ins |= dict.fromkeys(("solve", "solveAll"), _refuse(_SOLVING))
        stand_ins |= dict.fromkeys(("minimize", "maximize", "objective"), _refuse(_AIMING))
        originals = {name: getattr(cp.Model, name) for name in stand_ins}
        for name, stand_in in stand_ins.items():
            setattr(cp.Model, name, stand_in)
        try:
            yield
        finally:
            for name, original in originals.items():
                setattr(cp.Model, name, original)

    def constraints(self) -> list[tuple[int | None, Any]]:
        """The constraints of the one model that has any, each with its clue."""
        used = [model for model in self.models if model.constraints]
        if len(used) > 1:
            message = f"constraints were added to {len(used)} models: add them all to the given `model`"
            raise ProgramError(Status.RUNTIME_ERROR, message)
        if not used:
            return []
        owners = self.owners.get(id(used[0]), [])
        owners += [None] * (len(used[0].constraints) - len(owners))
        return list(zip(owners, used[0].constraints, strict=False))


def _refuse(reason: str) -> Any:
    def refuse(*_: Any, **__: Any) -> None:
        raise ProgramError(Status.BLOCKED, reason)

    return refuse


class CpmpyEngine:
    """A program's constraints, template and goals."""

    def __init__(self, text: str) -> None:
        recorder = Recorder()
        namespace: dict[str, Any] = {"__name__": "program", "clue": recorder.clue, **GIVEN}
        with recorder.watching():
            namespace["model"] = cp.Model()
            execute(text, namespace)
        if "answer" not in namespace:
            raise ProgramError(Status.BAD_ANSWER, "the program has no answer template: end it with `answer = ...`")
        self._constraints = recorder.constraints()
        templates = Templates(is_term=lambda value: isinstance(value, Expression), truth=BoolVal)
        self.template = templates.node(namespace["answer"])
        self.goals: tuple[Goal, ...] = templates.goals(namespace.get("objectives"))
        for _, term in self.goals:
            if not isinstance(term, Expression | int):
                hint = "scale it so that its coefficients are integers"
                raise ProgramError(Status.RUNTIME_ERROR, f"an objective must be an integer term, not {term!r}; {hint}")
        self.clues = frozenset(clue for clue, _ in self._constraints if clue is not None)
        # Variables that no constraint mentions need values too.
        self._variables = get_variables([*terms(self.template), *(term for _, term in self.goals)])

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        started = time.monotonic()
        kept = [part for clue, part in self._constraints if clue is None or keep is None or clue in keep]
        try:
            solver = CPM_ortools(cp.Model([*kept, _expression(extra)]))
            solver.user_vars.update(self._variables)
            aim = goal is not None and isinstance(goal[1], Expression)
            if goal is not None and aim:
                solver.objective(goal[1], minimize=goal[0] == "minimize")
            left = max(0.01, seconds - (time.monotonic() - started))
            solver.solve(time_limit=left, num_search_workers=1, random_seed=1)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  # of whatever kind: this model is none for this solver
            message = f"the model cannot be solved: {type(error).__name__}: {error}"[:1000]
            raise ProgramError(Status.RUNTIME_ERROR, message) from None
        status = solver.status().exitstatus
        if status is ExitStatus.UNKNOWN:
            return Status.TIMEOUT if time.monotonic() - started >= 0.9 * seconds else Status.UNKNOWN
        if status is ExitStatus.UNSATISFIABLE:
            return Status.UNSATISFIABLE
        if goal is not None and (status is ExitStatus.OPTIMAL or not aim):
            return Status.OPTIMAL
        return Status.SATISFIED

    def read(self, terms: list[Any]) -> list[Any]:
        return [_value(term) for term in terms]


def _value(term: Any) -> Any:
    if not isinstance(term, Expression):
        return term
    try:
        value = term.value()
    except Exception as error:  # noqa: BLE001  # CPMpy has several for a function outside its domain
        raise ProgramError(Status.BAD_ANSWER, f"{term} has no value here: {error}"[:500]) from None
    if value is None:
        message = f"{term} has no value here: a division by zero, or an index out of range"
        raise ProgramError(Status.BAD_ANSWER, message)
    return bool(value) if term.is_bool() else int(value)


def _expression(formula: Formula) -> Any:
    """A CPMpy expression, or a Python truth value where it needs none."""
    match formula:
        case Compare(term, op, value):
            return _compare(term, op, value)
        case Holds(term):
            return term
        case Not(part):
            inner = _expression(part)
            return ~inner if isinstance(inner, Expression) else not inner
        case And(parts):
            return cp.all([_expression(part) for part in parts])
        case Or(parts):
            return cp.any([_expression(part) for part in parts])
        case Count(parts, wanted):
            return cp.sum([_expression(part) for part in parts]) == wanted


def _compare(term: Any, op: str, value: Scalar) -> Any:
    """A comparison with a constant; false where an integer or Boolean term cannot have that value."""
    exact = number(value)
    if exact is None or exact.denominator != 1:
        return False
    whole = exact.numerator
    if op != "==":
        return term < whole if op == "<" else term > whole
    if isinstance(term, Expression) and term.is_bool():
        return {1: term, 0: ~term}.get(whole, False)
    return term == whole
