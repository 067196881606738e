"""Bounds of unknowns that follow from relations, and whether the relations determine a quantity at all."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor, lcm, prod

from solvent.translators.rules.quantities.facts import PART, Fact, Relation, Unknown
from solvent.translators.rules.quantities.polynomial import Monomial, Poly

_ROUNDS = 12
_LARGEST = 10**9


def bounded(unknowns: Sequence[Unknown], facts: Iterable[Fact]) -> tuple[Unknown, ...]:
    """The unknowns, whole numbers, with the upper bounds that follow for those that are not negative."""
    low = {each.name: each.low for each in unknowns}
    high = {each.name: each.high for each in unknowns}
    relations = [each for fact in facts if len(fact.ways) == 1 for each in fact.ways[0]]
    for _ in range(_ROUNDS):
        before = dict(high)
        for relation in relations:
            if relation.op in ("==", "<=", "<"):
                _tighten(relation.left, low, high)
            if relation.op in ("==", ">=", ">"):
                _tighten(relation.left.times(-1), low, high)
        if high == before:
            break
    return tuple(Unknown(name, low[name], high[name]) for name in low)


def _tighten(left: Poly, low: Mapping[str, int | None], high: dict[str, int | None]) -> None:
    """Use that a polynomial is at most zero: each of its positive terms is at most minus the least of the others."""
    least = {key: _least(key, value, low, high) for key, value in left.terms}
    for key, value in left.terms:
        others = [each for other, each in least.items() if other != key]
        if not key or value < 0 or any(each is None for each in others):
            continue
        most = -sum(each for each in others if each is not None) / value
        for name in set(key):
            rest = list(key)
            rest.remove(name)
            by = prod(low[other] or 0 for other in rest)
            if (low[name] or -1) >= 0 or low[name] == 0:
                bound = floor(most / by) if by > 0 and all((low[other] or 0) > 0 for other in rest) else None
                if bound is not None and bound <= _LARGEST and (high[name] is None or bound < (high[name] or 0)):
                    high[name] = bound


def _least(
    key: Monomial, value: Fraction, low: Mapping[str, int | None], high: Mapping[str, int | None]
) -> Fraction | None:
    """The least value of a term of unknowns that are not negative; None if there is none, or it is not known."""
    if not key:
        return value
    ends = [low[name] if value > 0 else high[name] for name in key]
    if any(low[name] is None or (low[name] or 0) < 0 for name in key) or any(end is None for end in ends):
        return None
    return value * prod(end or 0 for end in ends)


def first_period(unknown: Unknown, facts: Iterable[Fact]) -> Unknown:
    """An unknown of which the smallest value is wanted, bounded by the period of what its remainders say.

    Unchanged if anything else is said of it than remainders and lower bounds.
    """
    period, least = 1, unknown.low or 0
    for fact in facts:
        relation = fact.ways[0][0]
        others = relation.left.unknowns - {unknown.name}
        if len(fact.ways) > 1 or len(fact.ways[0]) > 1 or not relation.left.linear:
            return unknown
        terms = dict(relation.left.terms)
        if relation.op == "==" and len(others) == 1 and all(name.startswith(PART) for name in others):
            by = terms[(next(iter(others)),)] / terms.get((unknown.name,), Fraction(1))
            if by.denominator != 1:
                return unknown
            period = lcm(period, abs(int(by)))
        elif relation.op in (">", ">=") and not others:
            least = max(least, -floor(terms.get((), Fraction(0)) / terms[(unknown.name,)]) + 1)
        else:
            return unknown
    return Unknown(unknown.name, unknown.low, period + least) if unknown.low is not None else unknown


def determined(asked: Sequence[Poly], facts: Iterable[Fact]) -> bool:
    """Whether linear equations alone fix the values asked for; also true if not everything is a linear equation."""
    rows: list[dict[Monomial, Fraction]] = []
    for fact in facts:
        for relation in fact.ways[0]:
            if relation.op in ("<", "<=", ">", ">=", "!="):
                continue
            if not relation.left.linear or any(name.startswith(PART) for name in relation.left.unknowns):
                return True
            _insert(rows, dict(relation.left.terms))
    wanted = [part for each in asked for part in ([each] if each.linear else map(Poly.unknown, each.unknowns))]
    return all(not _unfixed(_reduced(dict(each.terms), rows)) for each in wanted)


def _insert(rows: list[dict[Monomial, Fraction]], row: dict[Monomial, Fraction]) -> None:
    row = _reduced(row, rows)
    if _unfixed(row):
        rows.append(row)


def _reduced(row: dict[Monomial, Fraction], rows: Iterable[Mapping[Monomial, Fraction]]) -> dict[Monomial, Fraction]:
    for known in rows:
        pivot = min(key for key in known if key)
        if factor := row.get(pivot, Fraction(0)):
            for key, value in known.items():
                row[key] = row.get(key, Fraction(0)) - factor / known[pivot] * value
    return {key: value for key, value in row.items() if value}


def _unfixed(row: Mapping[Monomial, Fraction]) -> bool:
    return any(row)


def holds(relation: Relation) -> bool:
    """Whether a relation without unknowns is true."""
    value = relation.left.value
    if value is None:
        raise ValueError("the relation has unknowns")
    return {"==": value == 0, "!=": value != 0, "<": value < 0, "<=": value <= 0, ">": value > 0, ">=": value >= 0}[
        relation.op
    ]
