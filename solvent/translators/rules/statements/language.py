"""What statements mean, independent of words and frameworks: facts about variables, joined by the words of logic."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Choice,
    Comparison,
    Constraint,
    Expression,
    Operator,
)

MOST_COUNTED = 12  # statements in one "exactly n of"; it is written out as the subsets that may hold

_OPPOSITE: dict[Operator, Operator] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class Fact:
    """A constraint on variables holds."""

    constraint: Constraint


@dataclass(frozen=True)
class Not:
    """The part does not hold."""

    part: "Statement"


@dataclass(frozen=True)
class All:
    """Every part holds; without parts, nothing is said."""

    parts: tuple["Statement", ...]


@dataclass(frozen=True)
class Some:
    """At least one part holds. If the text says "either ... or", `either` is true: it may mean that only one does."""

    parts: tuple["Statement", ...]
    either: bool = False


@dataclass(frozen=True)
class Count:
    """At least `least` and at most `most` of the parts hold; a `loose` one only implies the upper bound."""

    parts: tuple["Statement", ...]
    least: int
    most: int
    loose: bool = False


Statement = Fact | Not | All | Some | Count


def fact(left: Expression, op: Operator, right: Expression) -> Fact:
    """Return the fact that compares two expressions."""
    return Fact(Comparison(left, op, right))


def every(parts: Iterable[Statement]) -> Statement:
    """Return the conjunction, flattened; a single part is returned as it is."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, All) else (part,))]
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else All(unique)


def some(parts: Iterable[Statement], *, either: bool = False) -> Statement:
    """Return the disjunction, flattened unless it says "either"; a single part is returned as it is."""
    flat = [
        inner
        for part in parts
        for inner in (part.parts if isinstance(part, Some) and not part.either and not either else (part,))
    ]
    unique = tuple(dict.fromkeys(flat))
    return unique[0] if len(unique) == 1 else Some(unique, either)


def denied(part: Statement) -> Statement:
    """Return the negation; a double negation is undone."""
    return part.part if isinstance(part, Not) else Not(part)


def implies(condition: Statement, then: Statement) -> Statement:
    """Return the material conditional."""
    return some((denied(condition), then))


def alike(left: Statement, right: Statement) -> Statement:
    """Return that both hold or neither does."""
    return every((implies(left, right), implies(right, left)))


def exactly(number: int, parts: Iterable[Statement]) -> Statement:
    """Return that this many of the parts hold."""
    return Count(tuple(parts), number, number)


def leaves_open(statement: Statement) -> bool:
    """Whether a statement says "either A or B" or "two of them": `constraint` has two meanings for it."""
    return any(open_points(statement))


def open_points(statement: Statement) -> tuple[bool, bool]:
    """Whether a statement says "either A or B", and whether it says "two of them"."""
    match statement:
        case Some(parts, either):
            here = (either, False)
        case Count(parts, loose=loose):
            here = (False, loose)
        case All(parts):
            here = (False, False)
        case Not(part):
            parts, here = (part,), (False, False)
        case _:
            return False, False
    found = [here, *map(open_points, parts)]
    return any(one for one, _ in found), any(two for _, two in found)


def constraint(
    statement: Statement, *, holds: bool = True, exclusive: bool = False, exact: bool | None = None
) -> Constraint:
    """Return the constraint that a statement holds, or does not.

    With `exclusive`, "either A or B" excludes both, and with `exact`, which is the same unless given, "two of them" is
    exactly two of them; otherwise they mean at least one and at least two. Raises ValueError for a count of more than
    MOST_COUNTED parts, or of more parts than there are.
    """
    counted = exclusive if exact is None else exact

    def inner(part: Statement, *, is_true: bool) -> Constraint:
        return constraint(part, holds=is_true, exclusive=exclusive, exact=counted)

    match statement:
        case Fact(each):
            return each if holds else negated(each)
        case Not(part):
            return inner(part, is_true=not holds)
        case Some(parts, either) if either and exclusive:
            return inner(exactly(1, parts), is_true=holds)
        case All(parts):
            return _joined((inner(part, is_true=holds) for part in parts), conjunction=holds)
        case Some(parts):
            return _joined((inner(part, is_true=holds) for part in parts), conjunction=not holds)
        case Count(parts, least, most, loose):
            return inner(_written_out(parts, least, len(parts) if loose and not counted else most), is_true=holds)


def _joined(parts: Iterable[Constraint], *, conjunction: bool) -> Constraint:
    found = tuple(parts)
    if len(found) == 1:
        return found[0]
    return AllOf(found) if conjunction else AnyOf(found)


def _written_out(parts: tuple[Statement, ...], least: int, most: int) -> Statement:
    if len(parts) > MOST_COUNTED:
        raise ValueError(f"a count of {len(parts)} statements is too long")
    if least > len(parts):
        raise ValueError(f"{least} of {len(parts)} statements cannot be true")
    enough = [some(every(chosen) for chosen in combinations(parts, least))] if least > 0 else []
    no_more = [some(map(denied, chosen)) for chosen in combinations(parts, most + 1)] if most < len(parts) else []
    return All((*enough, *no_more))


def negated(each: Constraint) -> Constraint:
    """Return the constraint that holds where this one does not."""
    match each:
        case Comparison(left, op, right):
            return Comparison(left, _OPPOSITE[op], right)
        case Apart(left, right, amount, holds):
            return Apart(left, right, amount, not holds)
        case AllDifferent(parts):
            return AnyOf(tuple(Comparison(one, "==", other) for one, other in combinations(parts, 2)))
        case Choice(name, holds):
            return Choice(name, not holds)
        case AllOf(parts):
            return AnyOf(tuple(map(negated, parts)))
        case AnyOf(parts):
            return AllOf(tuple(map(negated, parts)))
