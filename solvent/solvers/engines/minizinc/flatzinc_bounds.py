"""Bounds analysis of FlatZinc: whether a solver with 32-bit integers covers all solutions.

Gecode silently restricts unbounded integers to its own range, so that its claims of unsatisfiability or optimality may
be wrong. An integer is safe if its declaration, or constraints that hold in every solution, keep it within that range.
Bounds are propagated through the constraints as in a solver, but with exact integers.
"""

import contextlib
import math
import re

LARGEST = 2147483646  # Gecode's largest integer

Bounds = tuple[float, float]

_ROUNDS = 30
_LOOSE = re.compile(r"^var int:|^var [^:]*[0-9]{10}", re.MULTILINE)
_VARIABLE = re.compile(r"^var (int|bool|(-?\d+)\.\.(-?\d+)|\{([-\d,]+)\}): *(\w+)(?:[^=\n]*= *([-\w]+))?", re.MULTILINE)
_ARRAY = re.compile(r"^array \[[^\]]*\] of [^:]*: *(\w+)[^=\n]*= *\[([^\]]*)\]", re.MULTILINE)
_CONSTRAINT = re.compile(r"^constraint (\w+)\((.*?)\)(?: *::.*)?;$", re.MULTILINE)
_ARGUMENT = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^,\[\]{}]+")
_FREE = (-math.inf, math.inf)


def unbounded(text: str) -> bool:
    """Whether some integer variable, as far as the analysis can tell, may exceed the solver's range."""
    return bool(_LOOSE.search(text)) and _Bounds(text).loose()


class _Bounds:
    """The bounds of all variables, narrowed by the constraints."""

    def __init__(self, text: str) -> None:
        self._of: dict[str, Bounds] = {}
        self._empty = False
        equal = []
        for kind, low, high, members, name, value in _VARIABLE.findall(text):
            numbers = [int(low), int(high)] if low else [int(part) for part in members.split(",") if part]
            self._of[name] = (0, 1) if kind == "bool" else (min(numbers), max(numbers)) if numbers else _FREE
            equal += [("int_eq", [name, value])] if value else []
        self._arrays = {name: _parts(inner) for name, inner in _ARRAY.findall(text)}
        found = [(name, _ARGUMENT.findall(rest)) for name, rest in _CONSTRAINT.findall(text)]
        self._constraints = equal + [(name, [part.strip() for part in parts if part.strip()]) for name, parts in found]

    def loose(self) -> bool:
        """Whether a variable is still out of range after narrowing; false if there is no solution."""
        for _ in range(_ROUNDS):
            before = dict(self._of)
            for name, arguments in self._constraints:
                narrow = getattr(self, f"_{name}", None)
                if narrow is not None:
                    # Arguments in an unexpected form narrow nothing.
                    with contextlib.suppress(ValueError, TypeError):
                        narrow(*arguments)
            if self._empty or not self._any():
                return False
            if before == self._of:
                break
        return True

    def _any(self) -> bool:
        return any(low < -LARGEST or high > LARGEST for low, high in self._of.values())

    def _bounds(self, name: str) -> Bounds:
        if name in ("true", "false"):
            return (1, 1) if name == "true" else (0, 0)
        return (int(name), int(name)) if re.fullmatch(r"-?\d+", name) else self._of.get(name, _FREE)

    def _list(self, name: str) -> list[str]:
        return _parts(name[1:-1]) if name.startswith("[") else self._arrays.get(name, [])

    def _within(self, name: str, low: float, high: float) -> None:
        if name in self._of:
            old = self._of[name]
            new = max(old[0], low), min(old[1], high)
            self._of[name] = new
            self._empty |= new[0] > new[1]

    # Constraints that hold in every solution

    def _int_eq(self, one: str, other: str) -> None:
        self._within(one, *self._bounds(other))
        self._within(other, *self._bounds(one))

    def _int_le(self, one: str, other: str) -> None:
        self._within(one, -math.inf, self._bounds(other)[1])
        self._within(other, self._bounds(one)[0], math.inf)

    _int_lt = _int_le
    _bool2int = _int_eq

    def _int_lin_eq(self, factors: str, variables: str, total: str) -> None:
        numbers = [int(factor) for factor in self._list(factors)]
        self._at_most(numbers, self._list(variables), int(total))
        self._at_most([-number for number in numbers], self._list(variables), -int(total))

    def _int_lin_le(self, factors: str, variables: str, total: str) -> None:
        self._at_most([int(factor) for factor in self._list(factors)], self._list(variables), int(total))

    def _at_most(self, factors: list[int], variables: list[str], total: int) -> None:
        """Propagate `sum(factors * variables) <= total`: bound each variable by the minimum of the other terms."""
        least = [min(_times((f, f), self._bounds(v))) for f, v in zip(factors, variables, strict=True)]
        endless = [i for i, value in enumerate(least) if math.isinf(value)]
        whole = sum(value for value in least if not math.isinf(value))
        for i, (factor, variable) in enumerate(zip(factors, variables, strict=True)):
            if factor == 0 or len(endless) > (i in endless):
                continue
            left = total - (whole if i in endless else whole - least[i])
            if factor > 0:
                self._within(variable, -math.inf, _floor(left, factor))
            else:
                self._within(variable, -_floor(left, -factor), math.inf)

    def _int_plus(self, one: str, other: str, total: str) -> None:
        a, b = self._bounds(one), self._bounds(other)
        self._within(total, a[0] + b[0], a[1] + b[1])

    def _int_times(self, one: str, other: str, product: str) -> None:
        self._within(product, *_times(self._bounds(one), self._bounds(other)))

    def _int_abs(self, one: str, size: str) -> None:
        low, high = self._bounds(one)
        self._within(size, 0, max(-low, high))
        most = self._bounds(size)[1]
        self._within(one, -most, most)

    def _int_div(self, one: str, _by: str, quotient: str) -> None:
        most = max(map(abs, self._bounds(one)))
        self._within(quotient, -most, most)

    def _int_mod(self, one: str, by: str, rest: str) -> None:
        most = min(max(map(abs, self._bounds(one))), max(map(abs, self._bounds(by))))
        self._within(rest, -most, most)

    def _int_max(self, one: str, other: str, most: str) -> None:
        self._hull([one, other], most)

    _int_min = _int_max

    def _array_int_maximum(self, most: str, some: str) -> None:
        self._hull(self._list(some), most)

    _array_int_minimum = _array_int_maximum

    def _array_var_int_element(self, _index: str, some: str, one: str) -> None:
        self._hull(self._list(some), one)

    _array_int_element = _array_var_int_element

    def _hull(self, some: list[str], one: str) -> None:
        """Bound `one` by the least and the greatest value of `some`."""
        all_bounds = [self._bounds(name) for name in some] or [_FREE]
        self._within(one, min(low for low, _ in all_bounds), max(high for _, high in all_bounds))

    def _set_in(self, one: str, members: str) -> None:
        numbers = [int(part) for part in re.findall(r"-?\d+", members)]
        if numbers and re.fullmatch(r"[-\d.,{} ]+", members):
            self._within(one, min(numbers), max(numbers))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _times(one: Bounds, other: Bounds) -> Bounds:
    ends = [0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(ends), max(ends)


def _floor(value: float, by: int) -> float:
    return value // by if isinstance(value, int) else value
