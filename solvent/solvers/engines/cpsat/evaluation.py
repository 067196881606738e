"""Whether an assignment satisfies a constraint of CP-SAT, without a solver; for the most frequent kinds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Assignment = Sequence[int]  # the value of each variable, by index
Predicate = Callable[[Assignment], bool]


@dataclass(frozen=True)
class Evaluated:
    """A constraint as a predicate that depends on these variables alone.

    `value_of` gives the only value that a variable can have beside those of the others; None if that is not so simple.
    """

    variables: frozenset[int]
    holds: Predicate
    value_of: Callable[[int, Assignment], int | None] = lambda *_: None


def evaluated(constraint: Any) -> Evaluated | None:
    """Return the predicate of a constraint; None for what is left to the solver."""
    found = _linear(constraint) or _extreme(constraint) or _different(constraint) or _logical(constraint)
    if found is None or min(found.variables, default=0) < 0:  # a negated variable, which our own models do not use
        return None
    enforced = list(constraint.enforcement_literal)
    if not enforced:
        return found
    if not (constraint.has_linear() or constraint.has_bool_or() or constraint.has_bool_and()):
        return None
    holds = found.holds
    return Evaluated(
        found.variables | _variables(enforced),
        lambda values: holds(values) or not all(_is_true(literal, values) for literal in enforced),
    )


def _linear(constraint: Any) -> Evaluated | None:
    if not constraint.has_linear():
        return None
    terms = _terms(constraint.linear)
    ends: list[int] = list(constraint.linear.domain)
    intervals = list(zip(ends[::2], ends[1::2], strict=True))

    def holds(values: Assignment) -> bool:
        total = _sum(terms, values)
        return any(low <= total <= high for low, high in intervals)

    def value_of(index: int, values: Assignment) -> int | None:
        factor = sum(factor for each, factor in terms if each == index)
        if len(ends) != 2 or ends[0] != ends[1] or factor not in (1, -1):
            return None
        return factor * (ends[0] - _sum([term for term in terms if term[0] != index], values))

    return Evaluated(_of_terms(terms), holds, value_of)


def _extreme(constraint: Any) -> Evaluated | None:
    """The greatest of some sums, which also stands for their least, and for an absolute value."""
    if not constraint.has_lin_max():
        return None
    target, *sums = [(_terms(each), each.offset) for each in (constraint.lin_max.target, *constraint.lin_max.exprs)]
    inner = frozenset[int]().union(*(_of_terms(terms) for terms, _ in sums))

    def value_of(index: int, values: Assignment) -> int | None:
        named = target == ([(index, 1)], 0) and index not in inner and sums
        return max(_value(each, values) for each in sums) if named else None

    return Evaluated(
        inner | _of_terms(target[0]),
        lambda values: bool(sums) and _value(target, values) == max(_value(each, values) for each in sums),
        value_of,
    )


def _different(constraint: Any) -> Evaluated | None:
    if not constraint.has_all_diff():
        return None
    sums = [(_terms(each), each.offset) for each in constraint.all_diff.exprs]
    return Evaluated(
        frozenset[int]().union(*(_of_terms(terms) for terms, _ in sums)),
        lambda values: len({_value(each, values) for each in sums}) == len(sums),
    )


def _logical(constraint: Any) -> Evaluated | None:
    kinds: dict[str, Callable[[int, int], bool]] = {  # by the number of literals that are true, and of all
        "bool_or": lambda true, _: true > 0,
        "bool_and": lambda true, every: true == every,
        "at_most_one": lambda true, _: true <= 1,
        "exactly_one": lambda true, _: true == 1,
    }
    for kind, holds in kinds.items():
        if getattr(constraint, f"has_{kind}")():
            literals = list(getattr(constraint, kind).literals)
            return Evaluated(
                _variables(literals),
                lambda values: holds(sum(_is_true(each, values) for each in literals), len(literals)),  # noqa: B023  # returned at once
            )
    return None


def _terms(linear: Any) -> list[tuple[int, int]]:
    return list(zip(linear.vars, linear.coeffs, strict=True))


def _of_terms(terms: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(index for index, _ in terms)


def _sum(terms: Iterable[tuple[int, int]], values: Assignment) -> int:
    return sum(factor * values[index] for index, factor in terms)


def _value(expression: tuple[list[tuple[int, int]], int], values: Assignment) -> int:
    terms, offset = expression
    return _sum(terms, values) + offset


def _variables(literals: Iterable[int]) -> frozenset[int]:
    return frozenset(index if index >= 0 else -index - 1 for index in literals)


def _is_true(literal: int, values: Assignment) -> bool:
    return bool(values[literal]) if literal >= 0 else not values[-literal - 1]
