"""CP-SAT behind the engine protocol: it solves plain models, and never sees the code that created them."""

import functools
import time
from collections.abc import Iterator
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from solvent.solvers.engines.cpsat.bare_model import copy_of
from solvent.solvers.engines.cpsat.clue_effect import Effects, searched
from solvent.solvers.engines.cpsat.model_wire_format import Linear, PlainModel
from solvent.solvers.engines.engine import Aim, Verdicts, prove_always_valued
from solvent.solvers.programs.equality import numeric
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Goal, NoValue, determined, terms
from solvent.solvers.programs.term_formulas import TRUE, And, Compare, Count, Formula, HasValue, Holds, Not, Or, Scalar

# OR-Tools initialises its classes with the first model: trigger that once here, not in every child.
cp_model.CpModel()

_QUICK = 0.3  # seconds
_LARGEST = 2**53  # limit of a term's absolute value: keeps the solver's sums well within 64 bits


class CpsatEngine:
    """A plain model, checked once and solved as often as needed."""

    def __init__(self, plain: PlainModel) -> None:
        self._proto = _parsed(plain.text)
        counts = [count for count, _ in plain.runs]
        if min(counts, default=1) < 1 or sum(counts) != len(self._proto.constraints):
            raise ProgramError(Status.BAD_ANSWER, "the model's constraints and their clues differ in number")
        self._owners = [clue for count, clue in plain.runs for _ in range(count)]
        self.template = plain.template
        self.goals = plain.goals
        self.clues = frozenset(clue for clue in self._owners if clue is not None)
        self._bounds = [_bounds_of(variable.domain) for variable in self._proto.variables]
        for term in [*terms(plain.template), *(term for _, term in plain.goals)]:
            self._check(term)
        self._solution: list[int] = []
        self._closed: _Writer | None = None  # adds the forbidden formulas to the model
        self._valued: set[Linear] = set()  # goals known to have a value in every solution

    def _check(self, term: Linear) -> None:
        """Check that a term's variables exist, its literals are Boolean, and its values are not too large to be summed.

        Raises ProgramError.
        """
        known = range(len(self._bounds))
        literals = [index if index >= 0 else -index - 1 for index in term.defined]
        sound = all(index in known for index, _ in term.parts) and all(
            index in known and self._is_binary(index) for index in literals
        )
        if sound:
            low, high = self._range(term)
            sound = max(-low, high) <= _LARGEST and (not term.boolean or (low >= 0 and high <= 1))
        if not sound:
            raise ProgramError(Status.BAD_ANSWER, "a term of the answer does not fit the model, or is too large")

    def _is_binary(self, index: int) -> bool:
        low, high = self._bounds[index]
        return low >= 0 and high <= 1

    def _range(self, term: Linear) -> tuple[int, int]:
        """Return the least and the greatest value that the domains allow."""
        ends = [sorted(factor * bound for bound in self._bounds[index]) for index, factor in term.parts]
        return term.offset + sum(low for low, _ in ends), term.offset + sum(high for _, high in ends)

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        started = time.monotonic()
        if goal is not None and goal[1].defined and goal[1] not in self._valued:
            status = prove_always_valued(self, goal[1], seconds)
            if not status.solved:
                return status
            self._valued.add(goal[1])
        model = copy_of(self._proto)
        nothing = helper.ConstraintProto()
        for place, clue in enumerate(self._owners):
            if keep is not None and clue is not None and clue not in keep:
                model.proto.constraints[place].copy_from(nothing)
        writer = _Writer(model, self._range)
        writer.require(extra)
        aim = goal is not None and bool(goal[1].parts)
        if goal is not None and aim:
            (model.minimize if goal[0] == "minimize" else model.maximize)(writer.sum(goal[1]))
        solver = cp_model.CpSolver()
        found = self._searched(solver, model, started + seconds)
        if found == cp_model.MODEL_INVALID:
            raise ProgramError(Status.RUNTIME_ERROR, _unsolvable(model.validate()))
        if found == cp_model.UNKNOWN:
            return Status.TIMEOUT if time.monotonic() - started >= 0.9 * seconds else Status.UNKNOWN
        if found == cp_model.INFEASIBLE:
            return Status.UNSATISFIABLE
        self._solution = list(solver.response_proto.solution)
        if goal is not None and (found == cp_model.OPTIMAL or not aim):
            return Status.OPTIMAL
        return Status.SATISFIED

    def _searched(self, solver: Any, model: Any, until: float) -> Any:
        """Search until the deadline `until`; return CP-SAT's status. The solver holds the solution."""
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        if self._closed is not None:
            # While enumerating answers: most are found faster than presolve would take.
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.max_time_in_seconds = _QUICK
            found = solver.solve(model)
            if found != cp_model.UNKNOWN:
                return found
            solver.parameters.cp_model_presolve = True
        solver.parameters.max_time_in_seconds = max(0.01, until - time.monotonic())
        return solver.solve(model)

    def forbid(self, formula: Formula) -> None:
        if self._closed is None:
            model = copy_of(self._proto)
            self._closed, self._proto = _Writer(model, self._range), model.proto
        self._closed.require(_denied(formula))
        self._owners += [None] * (len(self._proto.constraints) - len(self._owners))

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        return self._effects.excludes(clue, seconds, alone=alone)

    def sample(
        self, number: int, seconds: float, *, fresh: Formula = TRUE, aim: Aim | None = None
    ) -> tuple[Status, Verdicts]:
        del fresh  # the search is random
        values = self._effects.aimed(aim, number, seconds) if aim else self._effects.sample(number, seconds)
        if not values:
            return Status.UNKNOWN, {}
        self._solution = values
        return Status.SATISFIED, self._verdicts(seconds)

    def weigh(self, extra: Formula, seconds: float) -> tuple[Status, Verdicts]:
        model = self._effects.background()
        _Writer(model, self._range).require(extra)
        status, values = searched(model, time.monotonic() + seconds, quickly=True)
        if values:
            self._solution = values
            return Status.SATISFIED, self._verdicts(seconds)
        return Status.UNSATISFIABLE if status == cp_model.INFEASIBLE else Status.UNKNOWN, {}

    def _verdicts(self, seconds: float) -> Verdicts:
        known = self._solution[: len(self._bounds)]
        return {clue: self._effects.allows(clue, known, self._shown, seconds) for clue in sorted(self.clues)}

    @functools.cached_property
    def _effects(self) -> Effects:
        aims = [*terms(self.template), *(term for _, term in self.goals)]
        defined = {index if index >= 0 else -index - 1 for term in aims for index in term.defined}
        return Effects(self._proto, self._owners, defined | {i for term in aims for i, _ in term.parts})

    @functools.cached_property
    def _shown(self) -> frozenset[int]:
        """The variables whose values an answer determines."""
        alone = (term.parts for term in determined(self.template) if len(term.parts) == 1)
        return frozenset(index for ((index, factor),) in alone if factor)

    def read(self, terms: list[Any]) -> list[Any]:
        return [self._value(term) for term in terms]

    def _value(self, term: Linear) -> bool | int | NoValue:
        if not all(self._holds(literal) for literal in term.defined):
            return NoValue()
        value = term.offset + sum(factor * self._solution[index] for index, factor in term.parts)
        return bool(value) if term.boolean else value

    def _holds(self, literal: int) -> bool:
        return bool(self._solution[literal]) if literal >= 0 else not self._solution[-literal - 1]


def _parsed(text: str) -> Any:
    """Parse the variables and constraints of a model; hints, symmetries and the like are untrusted and discarded.

    Raises ProgramError.
    """
    proto = helper.CpModelProto()
    if not proto.parse_text_format(text):
        raise ProgramError(Status.BAD_ANSWER, "the process that executed the program handed over no usable model")
    proto.clear_objective()
    proto.clear_floating_point_objective()
    proto.clear_solution_hint()
    proto.clear_symmetry()
    proto.assumptions.clear()
    proto.search_strategy.clear()
    invalid = helper.CpSatHelper.validate_model(proto)
    if invalid:
        raise ProgramError(Status.RUNTIME_ERROR, _unsolvable(invalid))
    return proto


def _unsolvable(why: str) -> str:
    return f"the model cannot be solved: {why}"[:1000]


def _bounds_of(domain: Any) -> tuple[int, int]:
    return domain[0], domain[len(domain) - 1]


def _alternatives(formula: Formula) -> Iterator[Formula]:
    """Yield the disjuncts of nested disjunctions."""
    if isinstance(formula, Or):
        for part in formula.parts:
            yield from _alternatives(part)
    else:
        yield formula


def _denied(formula: Formula) -> Formula:
    """Negate a formula; a conjunction becomes a single clause."""
    return Or(tuple(map(_denied, formula.parts))) if isinstance(formula, And) else Not(formula)


class _Writer:
    """Adds formulas to a model. A literal is a Boolean of the model or a Python bool."""

    def __init__(self, model: cp_model.CpModel, bounds: Any) -> None:
        self._model = model
        self._range = bounds
        self._known: dict[Formula, Any] = {}

    def sum(self, term: Linear) -> Any:
        variables = [self._model.get_int_var_from_proto_index(index) for index, _ in term.parts]
        return cp_model.LinearExpr.weighted_sum(variables, [factor for _, factor in term.parts]) + term.offset

    def require(self, formula: Formula) -> None:
        """Add a constraint that the formula holds."""
        if isinstance(formula, And):
            for part in formula.parts:
                self.require(part)
            return
        literals = [self._literal(part) for part in _alternatives(formula)]
        if not any(literal is True for literal in literals):
            self._model.add_bool_or([literal for literal in literals if literal is not False])

    def _literal(self, formula: Formula) -> Any:
        if formula not in self._known:
            self._known[formula] = self._new_literal(formula)
        return self._known[formula]

    def _new_literal(self, formula: Formula) -> Any:
        match formula:
            case Compare(term, op, value):
                return self._all([*map(self._boolean, term.defined), self._compared(term, op, value)])
            case Holds(term):
                return self._literal(Compare(term, "==", 1))
            case HasValue(term):
                return self._all([*map(self._boolean, term.defined)])
            case Not(part):
                return self._negated(self._literal(part))
            case And(parts):
                return self._all([self._literal(part) for part in parts])
            case Or(parts):
                return self._negated(self._all([self._negated(self._literal(part)) for part in parts]))
            case Count(parts, wanted):
                return self._counted([self._literal(part) for part in parts], wanted)

    def _boolean(self, literal: int) -> Any:
        index = literal if literal >= 0 else -literal - 1
        variable = self._model.get_bool_var_from_proto_index(index)
        return variable if literal >= 0 else ~variable

    def _negated(self, literal: Any) -> Any:
        return not literal if isinstance(literal, bool) else ~literal

    def _all(self, literals: list[Any]) -> Any:
        if any(literal is False for literal in literals):
            return False
        literals = [literal for literal in literals if literal is not True]
        if len(literals) < 2:
            return literals[0] if literals else True
        both = self._model.new_bool_var("")
        self._model.add_bool_and(literals).only_enforce_if(both)
        self._model.add_bool_or([both, *(~literal for literal in literals)])
        return both

    def _counted(self, literals: list[Any], wanted: int) -> Any:
        wanted -= sum(literal is True for literal in literals)
        open_ones = [literal for literal in literals if not isinstance(literal, bool)]
        return self._within(cp_model.LinearExpr.sum(open_ones), (0, len(open_ones)), (wanted, wanted))

    def _compared(self, term: Linear, op: str, value: Scalar) -> Any:
        """Return a literal for a comparison with a constant; false if the constant is not an integer."""
        exact = numeric(value)
        if exact is None or exact.denominator != 1:
            return False
        whole = exact.numerator
        low, high = self._range(term)
        wanted = {"==": (whole, whole), "<": (low, whole - 1), ">": (whole + 1, high)}[op]
        literal = self._as_literal(term)
        if literal is not None and op == "==" and whole in (0, 1):
            return literal if whole else ~literal
        return self._within(self.sum(term), (low, high), wanted)

    def _as_literal(self, term: Linear) -> Any:
        """Return the literal that a term equals, if it is a Boolean variable or its negation; else None."""
        match term.parts, term.offset:
            case (((index, 1),), 0) if self._range(Linear(((index, 1),))) == (0, 1):
                return self._model.get_bool_var_from_proto_index(index)
            case (((index, -1),), 1) if self._range(Linear(((index, 1),))) == (0, 1):
                return ~self._model.get_bool_var_from_proto_index(index)
        return None

    def _within(self, expression: Any, bounds: tuple[int, int], wanted: tuple[int, int]) -> Any:
        """Return a literal for the expression, whose range is `bounds`, lying within `wanted`."""
        low, high = max(bounds[0], wanted[0]), min(bounds[1], wanted[1])
        if low > high:
            return False
        if (low, high) == bounds:
            return True
        holds = self._model.new_bool_var("")
        inside = cp_model.Domain(low, high)
        self._model.add_linear_expression_in_domain(expression, inside).only_enforce_if(holds)
        self._model.add_linear_expression_in_domain(expression, inside.complement()).only_enforce_if(~holds)
        return holds
