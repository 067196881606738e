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
from collections.abc import Collection, Generator, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as helper

from solvent.solvers.engines.cpsat.bare_model import copy_of
from solvent.solvers.engines.cpsat.evaluation import Evaluated, evaluated
from solvent.solvers.engines.engine import Aim
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
        domains = [list(variable.domain) for variable in proto.variables]
        self._domains = [list(zip(each[::2], each[1::2], strict=True)) for each in domains]
        self._bases: dict[bool, Any] = {}
        self._predicates: dict[int, Evaluated | None] = {}
        self._scopes: dict[int, tuple[list[int], AbstractSet[int] | None]] = {}
        # With and without the background:
        self._samples: dict[bool, dict[int, list[int]]] = {False: {}, True: {}}
        self._seen: dict[bool, list[list[int]]] = {False: [], True: []}

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        """Whether an assignment was found that the clue excludes; with `alone`, it may violate the background."""
        until = time.monotonic() + seconds
        own, fixed = self._scope(clue)
        if fixed is None:
            return False
        if any(self._evaluated(own, fixed, values) is False for values in self._seen[alone]):
            return True
        return any(
            self._holds(own, fixed, values, until) is False
            for values in self._candidates(own, fixed, until, alone=alone)
        )

    def sample(self, number: int, seconds: float, *, alone: bool = False) -> list[int]:
        """Return the random solution of the background with this number; empty if none was found in time."""
        known, until = self._samples[alone], time.monotonic() + seconds
        if number not in known:
            model = copy_of(self._base(alone=alone))
            known[number] = self._drawn(model, number + alone * _SAMPLES, until, alone=alone)
        return known[number]

    def aimed(self, aim: Aim, number: int, seconds: float) -> list[int]:
        """Return a random solution of the background that a clue allows, or one that it seems to exclude."""
        (clue, allowed), until = aim, time.monotonic() + seconds
        own, fixed = self._scope(clue)
        if allowed:
            return self._drawn(copy_of(self._without_clues(own, alone=False)), number, until, alone=False)
        return next(self._violating(own, fixed or frozenset(), until, alone=False), [])

    def background(self) -> Any:
        """Return a copy of the model without the clues' constraints."""
        return copy_of(self._base(alone=False))

    def allows(self, clue: int, values: list[int], shown: AbstractSet[int], seconds: float) -> bool | None:
        """Whether the clue by itself allows a solution of the background; None if that is not plain.

        If the clue is violated, but not by the variables `shown` alone, another solution with the same values of these
        may satisfy it.
        """
        own, fixed = self._scope(clue)
        holds = self._holds(own, fixed or frozenset(), values, time.monotonic() + seconds)
        return holds if holds or fixed is None or fixed <= shown else None

    def _scope(self, clue: int) -> tuple[list[int], AbstractSet[int] | None]:
        """Return the places of a clue's constraints, and the variables that it shares; None if it is idle."""
        if clue not in self._scopes:
            own = [place for place, owner in enumerate(self._owners) if owner == clue]
            touched = set().union(*(self._used[place] for place in own))
            elsewhere = set().union(*(used for place, used in enumerate(self._used) if self._owners[place] != clue))
            shared = ((elsewhere | self._public) & self._linked) & touched
            self._scopes[clue] = (own, shared if touched & self._linked else None)
        return self._scopes[clue]

    def _candidates(
        self, own: Sequence[int], fixed: AbstractSet[int], until: float, *, alone: bool
    ) -> Iterator[list[int]]:
        """Yield solutions of the background: first ones that violate a constraint of the clue, then random ones."""
        implied = yield from self._violating(own, fixed, until, alone=alone)
        if implied:
            return
        for number in range(_SAMPLES):
            values = self.sample(number, until - time.monotonic(), alone=alone)
            if not values:
                return
            yield values

    def _violating(
        self, own: Sequence[int], fixed: AbstractSet[int], until: float, *, alone: bool
    ) -> Generator[list[int], None, bool]:
        """Yield solutions of the background that violate a constraint; return whether none of the clue can be."""
        kept = [place for place in own if not _deniable(self._proto.constraints[place])]
        implied = not kept
        for place in own:
            constraint = self._proto.constraints[place]
            if place in kept:
                continue
            model = copy_of(self._without_clues(kept, alone=alone) if kept else self._base(alone=alone))
            if _deny(model, constraint):
                # If the clue has no variables of its own, it excludes every such solution, so that any one will do.
                status, values = searched(model, until, quickly=not kept and self._used[place] <= fixed)
                implied = implied and status == cp_model.INFEASIBLE and _has_few_pairs(constraint)
                if values:
                    yield self._noted(values, alone=alone)
                others = [each for each in own if each != place]
                if values and len(others) > len(kept):
                    # The others may define what this one is about, so that it was not the clue that was violated.
                    model = copy_of(self._without_clues(others, alone=alone))
                    _deny(model, constraint)
                    _, values = searched(model, until)
                    if values:
                        yield self._noted(values, alone=alone)
        return implied

    def _drawn(self, model: Any, number: int, until: float, *, alone: bool) -> list[int]:
        """Return a solution of a model close to random values, empty if there is none; `number` says which one."""
        chance = random.Random(number)  # noqa: S311  # deterministic results
        hint = model.proto.solution_hint
        hint.vars.extend(range(len(self._domains)))
        hint.values.extend(chance.randint(*chance.choice(intervals)) for intervals in self._domains)
        _, values = searched(model, until, seed=number + 1)
        return self._noted(values, alone=alone) if values else []

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

    def _holds(self, own: Collection[int], fixed: AbstractSet[int], values: list[int], until: float) -> bool | None:
        """Whether the clue, on its own, has a solution in which the fixed variables have these values."""
        holds = self._evaluated(own, fixed, values)
        if holds is not None:
            return holds
        model = copy_of(self._only(own))
        for index in fixed:
            domain = model.proto.variables[index].domain
            domain.clear()
            domain.extend([values[index], values[index]])
        status, found = searched(model, until, quickly=True)
        return True if found else False if status == cp_model.INFEASIBLE else None

    def _evaluated(self, own: Collection[int], fixed: AbstractSet[int], values: list[int]) -> bool | None:
        """What `_holds` asks, as far as constraints can be evaluated; None if it stays open."""
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
        if value is None and list(self._proto.variables[index].domain) == [0, 1]:
            value = _truth(known, index, values)
        return None if value is None else (index, value)

    def _predicate(self, place: int) -> Evaluated | None:
        if place not in self._predicates:
            self._predicates[place] = evaluated(self._proto.constraints[place])
        return self._predicates[place]


def searched(model: Any, until: float, *, seed: int = 0, quickly: bool = False) -> tuple[Any, list[int]]:
    """Search until the deadline; return CP-SAT's status and the values of a solution, none if none was found.

    With `quickly`, a small model is first tried without presolve, which would take longer than to solve it.
    """
    left = until - time.monotonic()
    if left <= 0:
        return cp_model.UNKNOWN, []
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = left
    quickly = quickly and len(model.proto.variables) <= _SMALL
    if seed or quickly:
        solver.parameters.cp_model_presolve = False  # besides, it would fix variables that should be sampled
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.linearization_level = solver.parameters.symmetry_level = 0
    if seed:
        solver.parameters.random_seed = seed
        solver.parameters.search_branching = cp_model.HINT_SEARCH
    if quickly:
        solver.parameters.max_deterministic_time = _QUICK
    status = solver.solve(model)
    if quickly and status == cp_model.UNKNOWN:
        return searched(model, until)
    return status, _solution(solver, status)


def _solution(solver: Any, status: Any) -> list[int]:
    return list(solver.response_proto.solution) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else []


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


def _truth(known: Evaluated, index: int, values: list[int]) -> int | None:
    """The only value of a Boolean with which a constraint holds, any if it holds with neither; None if with both."""
    before, fitting = values[index], []
    for values[index] in (0, 1):
        if known.holds(values):
            fitting.append(values[index])
    values[index] = before
    return None if len(fitting) == 2 else fitting[0] if fitting else before


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
        constraint.has_bool_xor() and len(constraint.bool_xor.literals) > 0,
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
    elif constraint.has_bool_xor():
        first, *rest = _literals(model, constraint.bool_xor)
        model.add_bool_xor([~first, *rest])
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
