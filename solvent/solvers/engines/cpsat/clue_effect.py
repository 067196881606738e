"""Whether a clue's constraints exclude anything that the background of a CP-SAT model allows.

CP-SAT cannot negate arbitrary constraints. So candidates are generated: solutions of the background that violate one
constraint of the clue, where its negation can be expressed, and random ones. A candidate is excluded by the clue if the
clue has no solution that agrees with it, whatever the values of variables that occur only in the clue.
"""

import itertools
import random
import re
import time
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from solvent.solvers.engines.linked_symbols import linked

_SAMPLES = 24
_MOST_PAIRS = 2000  # per all-different constraint
_VARIABLE = re.compile(r"\b(?:vars|literals|enforcement_literal): (-?\d+)")
_INTERVAL = re.compile(r"\bintervals: (\d+)")


class Effects:
    """Tests clues one by one; `owners` are the clues of `proto`'s constraints, `wanted` the answer's variables."""

    def __init__(self, proto: Any, owners: Sequence[int | None], wanted: Collection[int]) -> None:
        self._proto = proto
        self._owners = owners
        self._used = list(_uses(proto))
        self._linked = linked(
            (used for used, c in zip(self._used, proto.constraints, strict=True) if not _says_nothing(proto, c)),
            wanted,
        )
        self._public = set(wanted)
        self._samples: dict[bool, list[list[int]]] = {False: [], True: []}  # with and without the background
        self._random = random.Random(1)  # noqa: S311  # deterministic results

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        """Whether an assignment was found that the clue excludes; with `alone`, it may violate the background."""
        until = time.monotonic() + seconds
        own = [place for place, owner in enumerate(self._owners) if owner == clue]
        touched = set().union(*(self._used[place] for place in own))
        if not touched & self._linked:
            return False
        elsewhere = set().union(*(used for place, used in enumerate(self._used) if self._owners[place] != clue))
        fixed = sorted(((elsewhere | self._public) & self._linked) & touched)
        return any(self._breaks(own, fixed, values, until) for values in self._candidates(own, until, alone=alone))

    def _candidates(self, own: Sequence[int], until: float, *, alone: bool) -> Iterator[list[int]]:
        """Yield solutions of the background: first ones that violate a constraint of the clue, then random ones."""
        for place in own:
            kept = [other for other in own if not _deniable(self._proto.constraints[other])]
            model = self._background(kept, alone=alone)
            if _deniable(self._proto.constraints[place]) and _deny(model, self._proto.constraints[place]):
                values = self._solved(model, until)
                if values:
                    yield values
        samples = self._samples[alone]
        for number in range(_SAMPLES):
            if number == len(samples):
                values = self._solved(self._background((), alone=alone), until, seed=number + 1)
                if not values:
                    return
                samples.append(values)
            yield samples[number]

    def _background(self, more: Collection[int], *, alone: bool = False) -> Any:
        model = cp_model.CpModel()
        model.proto.copy_from(self._proto)
        nothing = helper.ConstraintProto()
        for place, owner in enumerate(self._owners):
            if (alone or owner is not None) and place not in more and not self._proto.constraints[place].has_interval():
                model.proto.constraints[place].copy_from(nothing)
        return model

    def _breaks(self, own: Collection[int], fixed: Sequence[int], values: list[int], until: float) -> bool:
        """Whether the clue, on its own, has no solution in which the fixed variables have these values."""
        model = cp_model.CpModel()
        model.proto.copy_from(self._proto)
        nothing = helper.ConstraintProto()
        for place in range(len(self._owners)):
            # An interval is a declaration that constraints of the clue may use.
            if place not in own and not self._proto.constraints[place].has_interval():
                model.proto.constraints[place].copy_from(nothing)
        for index in fixed:
            domain = model.proto.variables[index].domain
            domain.clear()
            domain.extend([values[index], values[index]])
        return bool(_status(model, until) == cp_model.INFEASIBLE)

    def _solved(self, model: Any, until: float, seed: int = 0) -> list[int]:
        """Return a solution's values, random if a seed is given; empty if there is none, or time runs out."""
        if seed:
            order = list(range(len(model.proto.variables)))
            self._random.shuffle(order)
            variables = [model.get_int_var_from_proto_index(index) for index in order]
            model.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_RANDOM_HALF)
        solver = _solver(until, seed)
        if solver is None or solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return []
        return list(solver.response_proto.solution)


def _status(model: Any, until: float) -> Any:
    solver = _solver(until)
    return cp_model.UNKNOWN if solver is None else solver.solve(model)


def _solver(until: float, seed: int = 0) -> Any:
    left = until - time.monotonic()
    if left <= 0:
        return None
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = left
    if seed:
        solver.parameters.random_seed = seed
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.cp_model_presolve = False  # it would fix variables that should be sampled
    return solver


def _uses(proto: Any) -> Iterator[frozenset[int]]:
    """Yield the variables of each constraint, including those of its intervals but not those with coefficient 0."""
    found: list[frozenset[int]] = []
    for constraint in proto.constraints:
        text = str(constraint)
        indices = {index if index >= 0 else -index - 1 for index in map(int, _VARIABLE.findall(text))}
        if constraint.has_linear():
            linear = constraint.linear
            idle = {index for index, factor in zip(linear.vars, linear.coeffs, strict=True) if not factor}
            indices -= idle
        found.append(frozenset(indices))
    for used, constraint in zip(found, proto.constraints, strict=True):
        intervals = map(int, _INTERVAL.findall(str(constraint)))
        yield used.union(*(found[place] for place in intervals))


def _says_nothing(proto: Any, constraint: Any) -> bool:
    """Whether a linear constraint is implied by the bounds of its variables."""
    if not constraint.has_linear() or len(constraint.linear.domain) != 2:
        return False
    low = high = 0
    for index, factor in zip(constraint.linear.vars, constraint.linear.coeffs, strict=True):
        domain = proto.variables[index].domain
        ends = sorted((factor * domain[0], factor * domain[len(domain) - 1]))
        low, high = low + ends[0], high + ends[1]
    return bool(constraint.linear.domain[0] <= low and high <= constraint.linear.domain[1])


def _deniable(constraint: Any) -> bool:
    """Whether `_deny` can negate the constraint. Those with an enforcement literal are definitions, and are kept."""
    kinds = (
        constraint.has_linear(),
        constraint.has_bool_or(),
        constraint.has_bool_and(),
        constraint.has_at_most_one(),
        constraint.has_exactly_one(),
        constraint.has_all_diff(),
    )
    return not len(constraint.enforcement_literal) and any(kinds)


def _deny(model: Any, constraint: Any) -> bool:
    """Add the negation of a constraint to the model; false if the constraint cannot be violated."""
    if constraint.has_linear():
        linear = constraint.linear
        outside = cp_model.Domain.from_flat_intervals(list(linear.domain)).complement()
        if outside.is_empty():
            return False
        model.add_linear_expression_in_domain(_sum(model, linear), outside)
    elif constraint.has_all_diff():
        terms = [_sum(model, each) + each.offset for each in constraint.all_diff.exprs]
        pairs = list(itertools.islice(itertools.combinations(terms, 2), _MOST_PAIRS))
        equal = [model.new_bool_var("") for _ in pairs]
        for (one, other), literal in zip(pairs, equal, strict=True):
            model.add(one == other).only_enforce_if(literal)
        model.add_bool_or(equal)
    elif constraint.has_bool_or():
        model.add_bool_and([~literal for literal in _literals(model, constraint.bool_or)])
    elif constraint.has_bool_and():
        model.add_bool_or([~literal for literal in _literals(model, constraint.bool_and)])
    elif constraint.has_at_most_one():
        model.add(sum(_literals(model, constraint.at_most_one)) >= 2)
    else:
        model.add(sum(_literals(model, constraint.exactly_one)) != 1)
    return True


def _sum(model: Any, linear: Any) -> Any:
    variables = [model.get_int_var_from_proto_index(index) for index in linear.vars]
    return cp_model.LinearExpr.weighted_sum(variables, list(linear.coeffs))


def _literals(model: Any, part: Any) -> list[Any]:
    literals = [(index if index >= 0 else -index - 1, index >= 0) for index in part.literals]
    variables = [(model.get_bool_var_from_proto_index(index), positive) for index, positive in literals]
    return [variable if positive else ~variable for variable, positive in variables]
