"""Whether a clue's constraints exclude anything that the background of a CP-SAT model allows.

CP-SAT cannot negate arbitrary constraints. So candidates are generated: solutions of the background that violate one
constraint of the clue, where its negation can be expressed, and random ones. A candidate is excluded by the clue if the
clue has no solution that agrees with it, whatever the values of variables that occur only in the clue. Most candidates
are settled by evaluating constraints, and many clues exclude a candidate that was generated for another one.
"""

import itertools
import math
import random
import re
import time
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from solvent.solvers.engines.cpsat.bare_model import copy_of
from solvent.solvers.engines.cpsat.evaluation import Evaluated, evaluated
from solvent.solvers.engines.linked_symbols import linked

_SAMPLES = 24
_SEEN = 24  # candidates that are tried on clues for which they were not generated
_SMALL = 500  # variables
_QUICK = 0.02  # CP-SAT's deterministic time, about as many seconds
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
        self._random = random.Random(1)  # noqa: S311  # deterministic results
        self._orders: list[list[int]] = []
        self._bases: dict[bool, Any] = {}
        self._predicates: dict[int, Evaluated | None] = {}
        # With and without the background:
        self._samples: dict[bool, list[list[int]]] = {False: [], True: []}
        self._seen: dict[bool, list[list[int]]] = {False: [], True: []}

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        """Whether an assignment was found that the clue excludes; with `alone`, it may violate the background."""
        until = time.monotonic() + seconds
        own = [place for place, owner in enumerate(self._owners) if owner == clue]
        touched = set().union(*(self._used[place] for place in own))
        if not touched & self._linked:
            return False
        elsewhere = set().union(*(used for place, used in enumerate(self._used) if self._owners[place] != clue))
        fixed = ((elsewhere | self._public) & self._linked) & touched
        if any(self._evaluated(own, fixed, values) is False for values in self._seen[alone]):
            return True
        return any(
            self._breaks(own, fixed, values, until) for values in self._candidates(own, fixed, until, alone=alone)
        )

    def _candidates(
        self, own: Sequence[int], fixed: AbstractSet[int], until: float, *, alone: bool
    ) -> Iterator[list[int]]:
        """Yield solutions of the background: first ones that violate a constraint of the clue, then random ones."""
        kept = [place for place in own if not _deniable(self._proto.constraints[place])]
        implied = not kept  # whether no constraint of the clue can be violated
        for place in own:
            constraint = self._proto.constraints[place]
            if place in kept:
                continue
            model = copy_of(self._without_clues(kept, alone=alone) if kept else self._base(alone=alone))
            if _deny(model, constraint):
                # If the clue has no variables of its own, it excludes every such solution, so that any one will do.
                status, values = self._solved(model, until, quickly=not kept and self._used[place] <= fixed)
                implied = implied and status == cp_model.INFEASIBLE and _has_few_pairs(constraint)
                if values:
                    yield self._noted(values, alone=alone)
        if not implied:
            yield from self._sampled(until, alone=alone)

    def _sampled(self, until: float, *, alone: bool) -> Iterator[list[int]]:
        """Yield random solutions of the background."""
        samples = self._samples[alone]
        for number in range(_SAMPLES):
            if number == len(samples):
                order = self._order(number + alone * _SAMPLES)
                _, values = self._solved(copy_of(self._base(alone=alone)), until, seed=number + 1, order=order)
                if not values:
                    return
                samples.append(self._noted(values, alone=alone))
            yield samples[number]

    def _order(self, number: int) -> list[int]:
        """The order in which a random solution decides the variables: deterministic, for results have to be."""
        while len(self._orders) <= number:
            self._orders.append(list(range(len(self._proto.variables))))
            self._random.shuffle(self._orders[-1])
        return self._orders[number]

    def _noted(self, values: list[int], *, alone: bool) -> list[int]:
        """Keep a candidate for other clues."""
        if len(self._seen[alone]) < _SEEN:
            self._seen[alone].append(values)
        return values

    def _base(self, *, alone: bool) -> Any:
        if alone not in self._bases:
            self._bases[alone] = self._without_clues((), alone=alone)
        return self._bases[alone]

    def _without_clues(self, kept: Collection[int], *, alone: bool) -> Any:
        """The model without the clues' constraints but those in `kept`; with `alone`, without the background's too."""
        return self._only(
            {place for place, owner in enumerate(self._owners) if not alone and owner is None}.union(kept)
        )

    def _only(self, places: Collection[int]) -> Any:
        """The model with only these constraints, and all intervals: they are declarations that the others may use."""
        proto, nothing = helper.CpModelProto(), helper.ConstraintProto()
        proto.copy_from(self._proto)
        for place in range(len(self._owners)):
            if place not in places and not self._proto.constraints[place].has_interval():
                proto.constraints[place].copy_from(nothing)
        return proto

    def _breaks(self, own: Collection[int], fixed: AbstractSet[int], values: list[int], until: float) -> bool:
        """Whether the clue, on its own, has no solution in which the fixed variables have these values."""
        holds = self._evaluated(own, fixed, values)
        if holds is not None:
            return not holds
        model = copy_of(self._only(own))
        for index in fixed:
            domain = model.proto.variables[index].domain
            domain.clear()
            domain.extend([values[index], values[index]])
        return bool(_searched(model, until, quickly=True)[0] == cp_model.INFEASIBLE)

    def _evaluated(self, own: Collection[int], fixed: AbstractSet[int], values: list[int]) -> bool | None:
        """What `_breaks` asks, the other way round, as far as constraints can be evaluated; None if it stays open."""
        known = [self._predicate(place) for place in own]
        predicates = [each for each in known if each is not None]
        if len(predicates) == len(known) and all(each.holds(values) for each in predicates):
            return True
        settled, values = set(fixed), list(values)
        waiting = [each for each in predicates if not each.variables <= settled]
        while found := next(filter(None, (self._determined(each, settled, values) for each in waiting)), None):
            index, value = found
            if not _allows(self._proto.variables[index].domain, value):
                return False
            settled.add(index)
            values[index] = value
            waiting = [each for each in waiting if not each.variables <= settled]
        if not all(each.holds(values) for each in predicates if each.variables <= settled):
            return False
        return True if not waiting and len(predicates) == len(known) else None

    def _determined(self, known: Evaluated, settled: AbstractSet[int], values: list[int]) -> tuple[int, int] | None:
        """The only variable of a constraint that is not settled, and its only possible value, if that is plain."""
        unsettled = known.variables.difference(settled)
        if len(unsettled) != 1:
            return None
        (index,) = unsettled
        value = known.value_of(index, values)
        return None if value is None else (index, value)

    def _predicate(self, place: int) -> Evaluated | None:
        if place not in self._predicates:
            self._predicates[place] = evaluated(self._proto.constraints[place])
        return self._predicates[place]

    def _solved(
        self, model: Any, until: float, *, seed: int = 0, order: Sequence[int] = (), quickly: bool = False
    ) -> tuple[Any, list[int]]:
        """Return CP-SAT's status and a solution's values, random if a seed and an order of the variables are given.

        There are no values if there is no solution, or time runs out.
        """
        if seed:
            variables = [model.get_int_var_from_proto_index(index) for index in order]
            model.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_RANDOM_HALF)
        status, response = _searched(model, until, seed=seed, quickly=quickly)
        return status, list(response.solution) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else []


def _searched(model: Any, until: float, *, seed: int = 0, quickly: bool = False) -> tuple[Any, Any]:
    """Search until the deadline; return CP-SAT's status, and its response unless no time was left.

    With `quickly`, a small model is first tried without presolve, which would take longer than to solve it.
    """
    left = until - time.monotonic()
    if left <= 0:
        return cp_model.UNKNOWN, None
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = left
    if seed:
        solver.parameters.random_seed = seed
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.cp_model_presolve = False  # it would fix variables that should be sampled
    if quickly and len(model.proto.variables) <= _SMALL:
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = solver.parameters.symmetry_level = 0
        solver.parameters.max_deterministic_time = _QUICK
        status = solver.solve(model)
        if status != cp_model.UNKNOWN:
            return status, solver.response_proto
        return _searched(model, until)
    return solver.solve(model), solver.response_proto


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


def _allows(domain: Any, value: int) -> bool:
    return any(domain[place] <= value <= domain[place + 1] for place in range(0, len(domain), 2))


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


def _has_few_pairs(constraint: Any) -> bool:
    """Whether `_deny` negates the whole constraint, and not only a part of a large all-different."""
    return not constraint.has_all_diff() or math.comb(len(constraint.all_diff.exprs), 2) <= _MOST_PAIRS


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
