"""Executes a CPMpy program and exports its model as plain data. This runs in the untrusted process."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import cpmpy as cp
from cpmpy.expressions.core import BoolVal, Expression
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl
from cpmpy.solvers.ortools import CPM_ortools

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

# OR-Tools and CPMpy's interface to it initialise lazily: trigger that once here, not in every child.
CPM_ortools(cp.Model(cp.intvar(0, 1) > 0))

_PARTIAL = frozenset({"div", "mod", "element", "nd_element", "idiv", "pow"})


class Recorder:
    """Records every model that a program creates, and the clue of each constraint."""

    def __init__(self) -> None:
        self.clue = Clues()
        self.models: list[cp.Model] = []
        self.owners: dict[int, list[int | None]] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Replace the methods of cpmpy.Model that add constraints, solve, or set an objective."""
        make, add = cp.Model.__init__, cp.Model.add

        def record_model(model: cp.Model, *args: Any, **kwargs: Any) -> None:
            self.models.append(model)
            make(model, *args, **kwargs)

        def record_constraint(model: cp.Model, constraint: Any) -> cp.Model:
            owners = self.owners.setdefault(id(model), [])
            # Constraints added by other means belong to no clue.
            owners += [None] * (len(model.constraints) - len(owners))
            add(model, constraint)
            owners += [self.clue.current] * (len(model.constraints) - len(owners))
            return model

        methods = {"__init__": record_model, "add": record_constraint, "__add__": record_constraint}
        methods |= dict.fromkeys(("solve", "solveAll"), refusal(SOLVING))
        methods |= dict.fromkeys(("minimize", "maximize", "objective"), refusal(AIMING))
        with stand_ins(cp.Model, methods):
            yield

    def constraints(self) -> list[tuple[int | None, Any]]:
        """Return the constraints of the only model that has any, each with its clue. Raises ProgramError."""
        used = the_one_used([model for model in self.models if model.constraints])
        if used is None:
            return []
        owners = self.owners.get(id(used), [])
        owners += [None] * (len(used.constraints) - len(owners))
        return list(zip(owners, used.constraints, strict=False))


def build(text: str, data: Mapping[str, Any]) -> bytes:
    """Execute a program, with its data bound to their names; return its plain model. Raises ProgramError."""
    recorder = Recorder()
    namespace: dict[str, Any] = {"__name__": "program", "clue": recorder.clue, **GIVEN, **data}
    with recorder.watching():
        namespace["model"] = cp.Model()
        execute(text, namespace)
    if "answer" not in namespace:
        raise ProgramError(Status.BAD_ANSWER, NO_ANSWER)
    constraints = recorder.constraints()
    templates = Templates(is_term=lambda value: isinstance(value, Expression), truth=BoolVal)
    template = templates.node(namespace["answer"])
    goals = templates.goals(namespace.get("objectives"))
    for _, goal in goals:
        if not isinstance(goal, Expression | int):
            hint = "scale it so that its coefficients are integers"
            raise ProgramError(Status.RUNTIME_ERROR, f"an objective must be an integer term, not {goal!r}; {hint}")
    with translating():
        flat = _Flattener(constraints)
        return dump(template, goals, flat.linear, flat.finish)


class _Flattener:
    """Applies CPMpy's own translation to OR-Tools, one constraint at a time.

    The translation reuses the definition of a subexpression that it has met before. Clues must not share definitions,
    or dropping one clue would weaken another, so each clue has its own map.
    """

    def __init__(self, constraints: list[tuple[int | None, Any]]) -> None:
        self._solver = CPM_ortools()
        self._maps: defaultdict[int | None, Any] = defaultdict(type(self._solver._csemap))  # noqa: SLF001  # no other way in
        self._runs = Runs()
        self._terms: dict[int, tuple[Any, Linear]] = {}
        for clue, constraint in constraints:
            self._add(clue, constraint)

    def _add(self, clue: int | None, constraint: Any) -> None:
        self._solver._csemap = self._maps[clue]  # noqa: SLF001  # no other way in
        self._solver.__dict__.pop("_true_var", None)  # a constant for `xor` that would also be shared
        self._solver.add(constraint)
        self._runs.upto(len(self._solver.ort_model.proto.constraints), clue)

    def finish(self) -> tuple[str, list[tuple[int, int | None]]]:
        return str(self._solver.ort_model.proto), self._runs.runs

    def linear(self, term: Any) -> Linear:
        if id(term) not in self._terms:
            self._terms[id(term)] = term, self._linear(term)  # keeping the term alive keeps its id from being reused
        return self._terms[id(term)][1]

    def _linear(self, term: Any) -> Linear:
        if isinstance(term, BoolVal | bool | int):
            return Linear((), int(term), boolean=not isinstance(term, int) or isinstance(term, bool))
        if isinstance(term, NegBoolView):
            return Linear(((self._index(term._bv), -1),), 1, boolean=True)  # noqa: SLF001  # no other way in
        if isinstance(term, _NumVarImpl):
            return Linear(((self._index(term), 1),), 0, boolean=term.is_bool())
        if term.is_bool():
            stand_in = cp.boolvar()
            self._add(None, stand_in == term)
            return Linear(((self._index(stand_in), 1),), 0, boolean=True)
        low, high = term.get_bounds()
        stand_in = cp.intvar(low, high)
        if not _is_partial(term):
            self._add(None, stand_in == term)
            return Linear(((self._index(stand_in), 1),))
        # In CPMpy's semantics a comparison with an undefined term is false: so this tells whether it is defined.
        defined = cp.boolvar()
        self._add(None, defined == (term >= low))
        self._add(None, defined.implies(stand_in == term))
        self._add(None, (~defined).implies(stand_in == low))
        return Linear(((self._index(stand_in), 1),), defined=(self._index(defined),))

    def _index(self, variable: Any) -> int:
        return int(self._solver.solver_var(variable).index)


def _is_partial(term: Any) -> bool:
    """Whether a numeric term may be undefined (division, element access). Boolean terms are always defined."""
    if not isinstance(term, Expression) or term.is_bool() or isinstance(term, _NumVarImpl):
        return False
    if term.name in _PARTIAL and not (term.name in ("div", "mod") and isinstance(term.args[1], int) and term.args[1]):
        return True
    return any(_is_partial(part) for part in _flat(term.args))


def _flat(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list | tuple) or hasattr(value, "tolist"):
            yield from _flat(value)
        else:
            yield value
