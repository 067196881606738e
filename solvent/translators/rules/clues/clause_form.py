"""Clauses in a closed form for language models: relations between the values of a logic grid, checked, as formulas.

The form is flat, and its JSON schema lists all values, so that a decoder that is constrained by the schema can only
write clauses about values that exist. What a model writes is untrusted all the same: `read` checks everything.
"""

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Same, Some, Value
from solvent.translators.rules.clues.values import Category

NOTHING = "-"  # fills the parts of the form that a relation does not use
_PLACES = ("A", "B", "C", "D")
_PARTS = ("relation", *_PLACES, "N", "order")
_HOUR = 60  # the quantities of times are minutes


class ClauseError(ValueError):
    """A clause that does not make sense; the message says why."""


class Clause(BaseModel):
    """A relation by its name in RELATIONS, the values that it relates, and where it needs them, an order and amount."""

    model_config = ConfigDict(frozen=True)

    relation: str
    values: tuple[str, ...]
    order: str = ""
    amount: str = ""


@dataclass(frozen=True)
class _Ordered:
    """A category whose quantities order the rows."""

    category: int
    ranks: tuple[int, ...]  # the indices of its values, the smallest first


Build = Callable[[Sequence[Value], _Ordered, int], Formula]


@dataclass(frozen=True)
class Relation:
    """How many values it relates, what it means, whether it needs an order and an amount, and which values may swap."""

    arity: int
    build: Build
    ordered: bool = False
    measured: bool = False
    alike: tuple[slice, ...] = ()

    def in_order(self, values: Sequence[str]) -> tuple[str, ...]:
        """The values, with those that may swap sorted, so that the same is said in one way."""
        found = list(values)
        for each in self.alike:
            found[each] = sorted(found[each])
        return tuple(found)


def _is(values: Sequence[Value], _: _Ordered, __: int) -> Formula:
    left, right = values
    if left.category == right.category:
        raise ClauseError("two values of one category cannot be in one row")
    return Same(left, right)


def _any_of(left: Value, options: Sequence[Value]) -> Formula:
    usable = tuple(Same(left, option) for option in options if option.category != left.category)
    if len(usable) < len(options):
        raise ClauseError("two values of one category cannot be in one row")
    return Some(usable)


def _pairs(values: Sequence[Value], _: _Ordered, __: int) -> Formula:
    a, b, c, d = values
    if {a.category, b.category} & {c.category, d.category}:
        raise ClauseError("two values of one category cannot be in one row")
    ways = Some((All((Same(a, c), Same(b, d))), All((Same(a, d), Same(b, c)))))
    return All((Differ((a, b)), Differ((c, d)), ways))


def _compared(relation: Any, *, turned: bool = False) -> Build:
    def build(values: Sequence[Value], order: _Ordered, amount: int) -> Formula:
        left, right = reversed(values) if turned else values
        return CompareQuantities(left, right, order.category, relation, amount)

    return build


def _just_before(values: Sequence[Value], order: _Ordered, _: int) -> Formula:
    return _placed(values, order, itertools.pairwise(order.ranks))


def _neighbours(values: Sequence[Value], order: _Ordered, _: int) -> Formula:
    return _placed(values, order, _near(order))


def _apart(values: Sequence[Value], order: _Ordered, _: int) -> Formula:
    near = _near(order)
    return _placed(values, order, (each for each in itertools.permutations(order.ranks, 2) if each not in near))


def _near(order: _Ordered) -> list[tuple[int, int]]:
    return [each for one, other in itertools.pairwise(order.ranks) for each in ((one, other), (other, one))]


def _placed(values: Sequence[Value], order: _Ordered, pairs: Iterable[tuple[int, int]]) -> Formula:
    """The formula that two values have one of these pairs of places; either may be a place itself."""
    ways = []
    for pair in pairs:
        places = [Value(order.category, index) for index in pair]
        both = list(zip(values, places, strict=True))
        if all(value == place for value, place in both if value.category == order.category):
            ways.append(All(tuple(Same(value, place) for value, place in both if value != place)))
    if not ways:
        raise ClauseError("there are no such places")
    return Some(tuple(ways))


def _between(values: Sequence[Value], order: _Ordered, _: int) -> Formula:
    middle, *ends = values
    ways = [
        All(
            (
                CompareQuantities(low, middle, order.category, "<"),
                CompareQuantities(middle, high, order.category, "<"),
            )
        )
        for low, high in itertools.permutations(ends)
    ]
    return Some(tuple(ways))


_ALL, _REST = slice(None), slice(1, None)
RELATIONS: Mapping[str, Relation] = {
    "A is B": Relation(2, _is, alike=(_ALL,)),
    "A is not B": Relation(2, lambda values, _, __: Differ(tuple(values)), alike=(_ALL,)),
    "A is B or C": Relation(3, lambda values, _, __: _any_of(values[0], values[1:]), alike=(_REST,)),
    "A and B are C and D in some order": Relation(4, _pairs, alike=(slice(2), slice(2, 4))),
    "A is before B": Relation(2, _compared("<"), ordered=True),
    "A is immediately before B": Relation(2, _just_before, ordered=True),
    "A is next to B": Relation(2, _neighbours, ordered=True, alike=(_ALL,)),
    "A is not next to B": Relation(2, _apart, ordered=True, alike=(_ALL,)),
    "A is between B and C": Relation(3, _between, ordered=True, alike=(_REST,)),
    "A is exactly N before B": Relation(2, _compared("difference", turned=True), ordered=True, measured=True),
    "A and B are exactly N apart": Relation(2, _compared("distance"), ordered=True, measured=True, alike=(_ALL,)),
}


@dataclass(frozen=True)
class Vocabulary:
    """What clauses about a puzzle may say: its values and orders by name, and the amounts by which an order differs."""

    values: Mapping[str, Value]
    orders: Mapping[str, _Ordered]
    amounts: Mapping[str, Mapping[str, int]]

    @staticmethod
    def of(categories: Sequence[Category]) -> "Vocabulary":
        """The vocabulary of these categories; a value that two of them share is followed by its category's name."""
        spelled = [spelling.casefold() for category in categories for spelling in category.values]
        values = {
            spelling if spelled.count(spelling.casefold()) == 1 else f"{spelling} ({category.name})": Value(n, index)
            for n, category in enumerate(categories)
            for index, spelling in enumerate(category.values)
        }
        # Around a table, nobody comes first.
        ordered = [(n, each) for n, each in enumerate(categories) if each.quantities and not each.order.circle]
        return Vocabulary(
            values,
            {each.name: _Ordered(n, _ranked(each)) for n, each in ordered},
            {each.name: _amounts(each) for _, each in ordered},
        )

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations that make sense: without an order, nothing comes before anything."""
        return tuple(name for name, each in RELATIONS.items() if self.orders or not each.ordered)

    def ordered(self, name: str) -> bool:
        """Whether a value is one of a quantity's."""
        return self.values[name].category in {order.category for order in self.orders.values()}

    def schema(self, named: Collection[str] = ()) -> dict[str, Any]:
        """The JSON schema of a reply: all parts of a clause, NOTHING where one is not used.

        If the clue names at least two of the values, the clause is about these alone, and relates them all if some
        relation can.
        """
        usable = [value for value in self.values if value in named]
        values = usable if len(usable) > 1 else [*self.values]
        most = len(values)
        possible = [name for name in self.relations if RELATIONS[name].arity <= most]
        relations = [name for name in possible if RELATIONS[name].arity >= len(usable)] or possible
        parts: dict[str, Any] = {"A": _one_of(values), "relation": _one_of(relations), "B": _one_of(values)}
        parts |= {place: _one_of([NOTHING, *values]) for place in _PLACES[2:] if most > _PLACES.index(place)}
        if self.orders:
            amounts = dict.fromkeys(label for labels in self.amounts.values() for label in labels)
            parts["N"] = _one_of([NOTHING, *amounts])
        if len(self.orders) > 1:
            parts["order"] = _one_of([NOTHING, *self.orders])
        return {"type": "object", "properties": parts, "required": [*parts], "additionalProperties": False}

    def read(self, data: Any, named: Collection[str] = ()) -> Clause:
        """The clause in a reply to `schema`, which is untrusted; it must relate all values in `named`.

        Raises ClauseError.
        """
        if not isinstance(data, dict):
            raise ClauseError("a clause is not an object")
        parts = {name: data[name] for name in _PARTS if isinstance(data.get(name), str)}
        relation = RELATIONS.get(parts.get("relation", ""))
        if relation is None:
            raise ClauseError("there is no such relation")
        values = relation.in_order([parts.get(place, "") for place in _PLACES[: relation.arity]])
        order = parts.get("order", "") if relation.ordered else ""
        if relation.ordered and len(self.orders) == 1:
            order = next(iter(self.orders))
        amount = parts.get("N", "") if relation.measured else ""
        clause = Clause(relation=parts["relation"], values=values, order=order, amount=amount)
        self.formula(clause)
        if left_out := sorted(set(named) - set(values)):
            raise ClauseError(f"it leaves out what the clue names: {', '.join(left_out)}")
        return clause

    def clauses(self, named: Collection[str]) -> tuple[Clause, ...]:
        """All that can be said of exactly these values, each in one way."""
        found = (
            Clause(relation=name, values=values, order=order, amount=amount)
            for name, relation in ((name, RELATIONS[name]) for name in self.relations)
            if relation.arity == len(named)
            for values in dict.fromkeys(map(relation.in_order, itertools.permutations(named)))
            for order in (self.orders if relation.ordered else ("",))
            for amount in (self.amounts[order] if relation.measured else ("",))
        )
        return tuple(each for each in found if self._means_something(each))

    def _means_something(self, clause: Clause) -> bool:
        try:
            self.formula(clause)
        except ClauseError:
            return False
        return True

    def formula(self, clause: Clause) -> Formula:
        """What a clause means. Raises ClauseError if it names what the puzzle lacks, or cannot hold."""
        relation = RELATIONS.get(clause.relation)
        if relation is None or len(clause.values) != relation.arity:
            raise ClauseError("there is no such relation")
        if any(name not in self.values for name in clause.values):
            raise ClauseError("a value is missing, or not in the puzzle")
        values = [self.values[name] for name in clause.values]
        if len(set(values)) < len(values):
            raise ClauseError("a value is related to itself")
        order = self.orders.get(clause.order)
        if relation.ordered and order is None:
            raise ClauseError("an order is missing")
        if order and relation.ordered and all(value.category == order.category for value in values):
            raise ClauseError("it only says how the order goes")
        amount = self.amounts.get(clause.order, {}).get(clause.amount) if relation.measured else 0
        if amount is None:
            raise ClauseError("no two rows are that far apart")
        return relation.build(values, order or _Ordered(0, ()), amount)


def told(clause: Clause) -> str:
    """A clause in words."""
    words = {**dict(zip(_PLACES, clause.values, strict=False)), "N": clause.amount}
    said = " ".join(words.get(word, word) for word in clause.relation.split(" "))
    return f"{said} by {clause.order}" if clause.order else said


def _one_of(names: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": [*names]}


def _ranked(category: Category) -> tuple[int, ...]:
    return tuple(sorted(range(len(category.values)), key=category.quantities.__getitem__))


def _amounts(category: Category) -> dict[str, int]:
    """The distances between a category's quantities, with their names in a form."""
    distances = sorted({abs(a - b) for a, b in itertools.combinations(category.quantities, 2)})
    return {_label(category, each): each for each in distances}


def _label(category: Category, distance: int) -> str:
    if category.kind == "clock":
        return f"{distance // _HOUR} hours" if distance % _HOUR == 0 else f"{distance} minutes"
    return f"{distance / category.scale:g}"
