"""SMT-LIB over finite domains as a Boolean circuit: z3's terms in, gates out.

A term of a number sort becomes a map from each of its possible values to the gate that says it has it. Constants need
bounds that the background states; programs with anything unbounded, with reals, arrays or functions are not translated.
"""

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import z3

from solvent.solvers.engines.deduction.circuit import Circuit

Values = Mapping[Any, int]
"""The possible values of a term, each with the gate of its having it; exactly one of the gates is true."""

_MOST_PAIRS = 40_000  # combinations of values of a term's parts
_WIDEST = 500  # values of a constant
_WIDEST_BITS = 6
_NUMBERS = {z3.Z3_OP_ANUM, z3.Z3_OP_BNUM}
_ORDER: dict[int, Callable[[int, int], bool]] = {
    z3.Z3_OP_LE: operator.le,
    z3.Z3_OP_GE: operator.ge,
    z3.Z3_OP_LT: operator.lt,
    z3.Z3_OP_GT: operator.gt,
    z3.Z3_OP_ULEQ: operator.le,
    z3.Z3_OP_UGEQ: operator.ge,
    z3.Z3_OP_ULT: operator.lt,
    z3.Z3_OP_UGT: operator.gt,
}
_TURNED = {"le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}
_ARITHMETIC: dict[int, Callable[[int, int], int]] = {
    z3.Z3_OP_ADD: operator.add,
    z3.Z3_OP_SUB: operator.sub,
    z3.Z3_OP_MUL: operator.mul,
}


class NotFiniteError(Exception):
    """A term is not over finite domains, or over ones that are too large."""


class FiniteDomains:
    """Translates terms; `background` are the assertions that belong to no clue, which bound the constants."""

    def __init__(self, circuit: Circuit, background: Iterable[Any]) -> None:
        self.circuit = circuit
        self._bounds = _bounds(background)
        self._gates: dict[int, int] = {}
        self._values: dict[int, Values] = {}

    def gate(self, term: Any) -> int:
        """Return the gate of a Boolean term. Raises NotFiniteError."""
        known = self._gates.get(term.get_id())
        if known is None:
            known = self._gates[term.get_id()] = self._gate(term)
        return known

    def values(self, term: Any) -> Values:
        """Return the values of a term that is an integer, a bit vector or of an enumeration. Raises NotFiniteError."""
        known = self._values.get(term.get_id())
        if known is None:
            known = self._values[term.get_id()] = self._map(term)
        return known

    def _gate(self, term: Any) -> int:  # noqa: C901, PLR0911 - a case for each operator
        kind, parts, circuit = term.decl().kind(), term.children(), self.circuit
        match kind:
            case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
                return circuit.TRUE if kind == z3.Z3_OP_TRUE else -circuit.TRUE
            case z3.Z3_OP_AND:
                return circuit.all_of(map(self.gate, parts))
            case z3.Z3_OP_OR:
                return circuit.any_of(map(self.gate, parts))
            case z3.Z3_OP_NOT:
                return -self.gate(parts[0])
            case z3.Z3_OP_IMPLIES:
                return circuit.any_of((-self.gate(parts[0]), self.gate(parts[1])))
            case z3.Z3_OP_XOR:
                return reduce(lambda left, right: -circuit.same(left, right), map(self.gate, parts))
            case z3.Z3_OP_ITE:
                return circuit.choose(*map(self.gate, parts))
            case z3.Z3_OP_EQ | z3.Z3_OP_IFF:
                return circuit.all_of(itertools.starmap(self._same, itertools.pairwise(parts)))
            case z3.Z3_OP_DISTINCT:
                return circuit.all_of(-self._same(one, other) for one, other in itertools.combinations(parts, 2))
            case z3.Z3_OP_UNINTERPRETED if not parts:
                return circuit.variable()
        if kind in _ORDER:
            return self._compared(_ORDER[kind], *parts)
        raise NotFiniteError(f"{term.decl().name()} is not translated")

    def _same(self, left: Any, right: Any) -> int:
        if z3.is_bool(left):
            return self.circuit.same(self.gate(left), self.gate(right))
        one, other = self.values(left), self.values(right)
        return self.circuit.any_of(self.circuit.all_of((one[v], other[v])) for v in one.keys() & other.keys())

    def _compared(self, holds: Callable[[int, int], bool], left: Any, right: Any) -> int:
        pairs = self._pairs(self.values(left), self.values(right))
        return self.circuit.any_of(gate for one, other, gate in pairs if holds(one, other))

    def _pairs(self, left: Values, right: Values) -> Iterator[tuple[int, int, int]]:
        """Yield each combination of two values with its gate."""
        if len(left) * len(right) > _MOST_PAIRS:
            raise NotFiniteError("a term has too many values")
        for (one, first), (other, second) in itertools.product(left.items(), right.items()):
            yield one, other, self.circuit.all_of((first, second))

    def _map(self, term: Any) -> Values:
        kind, parts = term.decl().kind(), term.children()
        if kind in _NUMBERS and (kind == z3.Z3_OP_BNUM or term.is_int()):
            return {term.as_long(): self.circuit.TRUE}
        if kind == z3.Z3_OP_UNINTERPRETED and not parts:
            return self._constant(term)
        if kind == z3.Z3_OP_DT_CONSTRUCTOR and not parts:
            return {term.decl().name(): self.circuit.TRUE}
        if kind == z3.Z3_OP_ITE:
            return self._chosen(term)
        if z3.is_int(term):
            return self._computed(kind, parts, term)
        raise NotFiniteError(f"{term.decl().name()} is not translated")

    def _computed(self, kind: int, parts: Sequence[Any], term: Any) -> Values:
        if kind in _ARITHMETIC:
            return reduce(lambda left, right: self._combined(_ARITHMETIC[kind], left, right), map(self.values, parts))
        if kind == z3.Z3_OP_UMINUS:
            return {-value: gate for value, gate in self.values(parts[0]).items()}
        if term.decl().name() == "abs":
            return self._joined((abs(value), gate) for value, gate in self.values(parts[0]).items())
        divisor = self.values(parts[1]) if kind in (z3.Z3_OP_MOD, z3.Z3_OP_IDIV) else {}
        if len(divisor) == 1 and (by := next(iter(divisor))) > 0:
            step = operator.mod if kind == z3.Z3_OP_MOD else operator.floordiv
            return self._joined((step(value, by), gate) for value, gate in self.values(parts[0]).items())
        raise NotFiniteError(f"{term.decl().name()} is not translated")

    def _combined(self, step: Callable[[int, int], int], left: Values, right: Values) -> Values:
        return self._joined((step(one, other), gate) for one, other, gate in self._pairs(left, right))

    def _chosen(self, term: Any) -> Values:
        """Return the values of a term that chooses between others: a chain of conditions is taken as a whole."""
        cases: dict[Any, list[int]] = {}
        before: list[int] = []  # the conditions before do not hold
        while True:
            chooses = term.decl().kind() == z3.Z3_OP_ITE
            condition, then, otherwise = term.children() if chooses else (None, term, None)
            gate = self.gate(condition) if chooses else self.circuit.TRUE
            for value, held in self.values(then).items():
                cases.setdefault(value, []).append(self.circuit.all_of((*before, gate, held)))
            if not chooses:
                return {value: self.circuit.any_of(gates) for value, gates in cases.items()}
            before.append(-gate)
            term = otherwise

    def _joined(self, cases: Iterable[tuple[Any, int]]) -> Values:
        """Return the values of exclusive cases, some of which may be equal."""
        found: dict[Any, list[int]] = {}
        for value, gate in cases:
            found.setdefault(value, []).append(gate)
        if len(found) > _WIDEST:
            raise NotFiniteError("a term has too many values")
        return {value: self.circuit.any_of(gates) for value, gates in found.items()}

    def _constant(self, term: Any) -> Values:
        gates = {value: self.circuit.variable() for value in self._domain(term)}
        self.circuit.one_of(list(gates.values()))
        return gates

    def _domain(self, term: Any) -> Iterable[Any]:
        sort = term.sort()
        if sort.kind() == z3.Z3_DATATYPE_SORT:
            constructors = [sort.constructor(n) for n in range(sort.num_constructors())]
            if any(each.arity() for each in constructors):
                raise NotFiniteError("a data type has fields")
            return [each.name() for each in constructors]
        low, high = self._bounds.get(term.decl().name(), (None, None))
        if sort.kind() == z3.Z3_BV_SORT and sort.size() <= _WIDEST_BITS:
            low, high = low or 0, min((1 << sort.size()) - 1, (1 << sort.size()) - 1 if high is None else high)
        if low is None or high is None or not 0 <= high - low < _WIDEST:
            raise NotFiniteError(f"{term.decl().name()} has no bounds that the background states")
        return range(low, high + 1)


def _bounds(background: Iterable[Any]) -> dict[str, tuple[int | None, int | None]]:
    """Return the bounds of constants that the conjuncts of some assertions state plainly."""
    found: dict[str, tuple[int | None, int | None]] = {}
    for term in itertools.chain.from_iterable(map(_conjuncts, background)):
        kind, parts = term.decl().kind(), term.children()
        if kind not in _ORDER or len(parts) != 2:
            continue
        name, (left, right) = _ORDER[kind].__name__, parts
        if _number(left) is not None:
            name, left, right = _TURNED[name], right, left
        number, plain = _number(right), left.decl().kind() == z3.Z3_OP_UNINTERPRETED and not left.children()
        if not plain or number is None:
            continue
        bound = number + {"lt": -1, "gt": 1}.get(name, 0)
        low, high = found.get(left.decl().name(), (None, None))
        if name in ("le", "lt"):
            high = bound if high is None else min(high, bound)
        else:
            low = bound if low is None else max(low, bound)
        found[left.decl().name()] = low, high
    return found


def _number(term: Any) -> int | None:
    """The whole number that a term spells, if it does."""
    kind = term.decl().kind()
    if kind == z3.Z3_OP_UMINUS and (inner := _number(term.children()[0])) is not None:
        return -inner
    return term.as_long() if kind in _NUMBERS and not z3.is_real(term) else None


def _conjuncts(term: Any) -> Iterator[Any]:
    if term.decl().kind() == z3.Z3_OP_AND:
        for part in term.children():
            yield from _conjuncts(part)
    else:
        yield term
