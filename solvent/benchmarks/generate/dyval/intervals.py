"""The second truth of real numbers: interval arithmetic over the lines of a text, by mpmath.

It shares nothing with the evaluation of the graph, and its bounds are proven.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

from mpmath import MPIntervalContext

from solvent.benchmarks.generate.dyval.task import Line

_DIGITS = 80
_NARROW = 1e-20  # relative to the value, or to 1 if it is smaller

_IV = MPIntervalContext()
_IV.dps = _DIGITS

Interval = Any  # of mpmath, which has no types


class CycleError(Exception):
    """A value is computed from itself."""


class Values:
    """The values of names by the lines of a text, as intervals; `assumed` are values of names without a line.

    `unknown` are the names that were needed and have none.
    """

    def __init__(self, lines: Sequence[Line], assumed: Mapping[str, int] | None = None) -> None:
        self.lines = {line.name: line for line in lines}
        self.unknown: set[str] = set()
        self._known: dict[str, Interval] = {name: _IV.mpf(value) for name, value in (assumed or {}).items()}
        self._under_way: set[str] = set()

    def of(self, name: str) -> Interval:
        """Return bounds of a value; for what is unknown, the number 1.

        Raises ArithmeticError if there is none, and `CycleError`.
        """
        if name not in self._known:
            if name in self._under_way:
                raise CycleError(name)
            self._under_way.add(name)
            self._known[name] = self._computed(name)
        return self._known[name]

    def _computed(self, name: str) -> Interval:
        if name not in self.lines:
            self.unknown.add(name)
            return _IV.mpf(1)
        line = self.lines[name]
        if line.operation is None:
            return _IV.mpf(int(line.value))
        first, *rest = [self.of(part) for part in line.parts]
        match line.operation:
            case "sum":
                return reduce(add, rest, first)
            case "difference":
                return first - reduce(add, rest)
            case "product":
                return reduce(mul, rest, first)
            case "quotient":
                return quotient(first, reduce(mul, rest))
            case "root":
                return _root(first)
            case "square":
                return first**2
        raise ValueError(line.operation)


def number(value: int) -> Interval:
    """Return an integer as an interval."""
    return _IV.mpf(value)


def quotient(dividend: Interval, divisor: Interval) -> Interval:
    """Divide. Raises ZeroDivisionError if the divisor may be zero."""
    if 0 in divisor:
        raise ZeroDivisionError("a divisor may be zero")
    return dividend / divisor


def _root(value: Interval) -> Interval:
    if value.b < 0:
        raise ArithmeticError("the root of a negative number")
    # What is zero exactly may have bounds on both sides of it.
    return _IV.sqrt(_IV.mpf([max(value.a, _IV.mpf(0).a), value.b]))


def is_near(value: Interval, right: float) -> bool:
    """Whether the bounds are narrow and a float is the nearest one, or close to it."""
    size = max(abs(float(value.mid)), 1.0)
    return float(value.delta) <= _NARROW * size and abs(float(value.mid) - right) <= 1e-14 * abs(right) + _NARROW


def are_apart(one: Interval, other: Interval) -> bool:
    """Whether two values are certainly different."""
    return bool(one.b < other.a or other.b < one.a)


def open_for(
    lines: Sequence[Line], unknown: str, candidates: Sequence[int], reply: Callable[[Values], Sequence[Interval]]
) -> bool:
    """Whether two candidates for an unknown value lead to different replies."""
    found: list[Sequence[Interval]] = []
    for candidate in candidates:
        try:
            found.append(reply(Values(lines, {unknown: candidate})))
        except ArithmeticError:
            continue
    return any(any(map(are_apart, found[0], other)) for other in found[1:])
