"""Worlds: rows of things that belong together, by category, as in a logic grid or an order.

Every value of a category that has each value once is a variable: the row in which it stands. Where there are places in
an order, a row is a place, and rows may be left empty. Other categories (who is a knight) have a variable for each
thing of the first category: the number of its value.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from solvent.translators.emit.language import AllDifferent, Apart, Array, Constraint, Operator, Var, add
from solvent.translators.rules.statements.language import Fact, Statement, denied, every, fact, some


@dataclass(frozen=True)
class Category:
    """Values of one sort, spelt as in the text; `name` is the noun for one of them, in the singular ("pet").

    `once`: no two rows share a value. `amounts` are the values as numbers if they are quantities, times or places, all
    different and in any order; `axis` says in which words they are compared ("left": left and right, "time": before
    and after, "height", "age", "rank", ...; "" if in none).
    """

    name: str
    values: tuple[str, ...]
    once: bool = True
    amounts: tuple[int, ...] = ()
    axis: str = ""


@dataclass(frozen=True, order=True)
class Value:
    """A value by the numbers of its category and of itself, both from 0."""

    category: int
    number: int


@dataclass(frozen=True)
class World:
    """The categories; the first holds what the others are told of (people, things).

    `place` is the number of the category of places, whose values stand in their order; None if nothing is in an order.
    """

    categories: tuple[Category, ...]
    place: int | None = None
    circular: bool = False

    @property
    def rows(self) -> int:
        """How many rows there are, including places that stay empty."""
        return max(len(each.values) for each in self.categories if each.once)

    @property
    def fixed(self) -> int:
        """The category whose values are the rows themselves: the places, or the largest."""
        if self.place is not None:
            return self.place
        sizes = [len(each.values) if each.once else 0 for each in self.categories]
        return sizes.index(max(sizes))

    def arrays(self) -> tuple[Array, ...]:
        """The variables; those of the fixed category are constants."""
        return tuple(
            Array(_array(number), (len(each.values),), 1, self.rows, each.values, numbered=number == self.fixed)
            if each.once
            else Array(_array(number), (len(self.categories[0].values),), 0, len(each.values) - 1)
            for number, each in enumerate(self.categories)
        )

    def rules(self) -> tuple[Constraint, ...]:
        """Each value stands in a row of its own."""
        return tuple(
            AllDifferent(tuple(Var(_array(number), (at,)) for at in range(len(each.values))))
            for number, each in enumerate(self.categories)
            if each.once and number != self.fixed and len(each.values) > 1
        )

    def row(self, value: Value) -> Var | int:
        """The row of a value of a category that has each value once."""
        return value.number + 1 if value.category == self.fixed else Var(_array(value.category), (value.number,))

    def values(self, category: int) -> Iterator[Value]:
        """All values of a category."""
        return (Value(category, number) for number in range(len(self.categories[category].values)))

    def same(self, one: Value, other: Value) -> Statement:
        """Both belong to the same row: "Ann has the cat", "the cat's owner is a knight"."""
        shared = [not self.categories[each.category].once for each in (one, other)]
        if not any(shared):
            if one.category == other.category:
                return every(()) if one == other else some(())
            return fact(self.row(one), "==", self.row(other))
        if all(shared):
            people = self.values(0)
            return some(every((self.same(each, one), self.same(each, other))) for each in people)
        kind, thing = (one, other) if shared[0] else (other, one)
        if thing.category == 0:
            return fact(Var(_array(kind.category), (thing.number,)), "==", kind.number)
        return some(every((self.same(each, thing), self.same(each, kind))) for each in self.values(0))

    def compared(
        self, one: Value, op: Operator, other: Value, category: int, more: int = 0, factor: int = 1
    ) -> Statement:
        """The amount of `one` in a category compares with `factor` times that of `other`, plus `more`."""
        if category == self.place and factor == 1 and self._stepwise(category):
            step = self._step(category)
            if more % step == 0:
                return fact(self.row(one), op, add(self.row(other), more // step))
        amounts = self.categories[category].amounts
        pairs = product(range(len(amounts)), repeat=2)
        fits = [(a, b) for a, b in pairs if _holds(amounts[a], op, factor * amounts[b] + more)]
        return some(every((self.same(one, Value(category, a)), self.same(other, Value(category, b)))) for a, b in fits)

    def beside(self, one: Value, other: Value, apart: int = 1) -> Statement:
        """The places of two values are that many steps apart, in either direction."""
        left, right = self.row(one), self.row(other)
        near = Fact(Apart(left, right, apart))
        if not self.circular:
            return near
        return some((near, Fact(Apart(left, right, self.rows - apart)))) if 2 * apart != self.rows else near

    def onward(self, one: Value, other: Value, steps: int) -> Statement:
        """`one` is that many places after `other` (clockwise in a circle); negative: before."""
        ahead = fact(self.row(one), "==", add(self.row(other), steps))
        if not self.circular:
            return ahead
        around = fact(self.row(one), "==", add(self.row(other), steps - self.rows if steps > 0 else steps + self.rows))
        return some((ahead, around))

    def between(self, middle: Value, one: Value, other: Value) -> Statement:
        """`middle` is somewhere between the two others."""
        here, left, right = self.row(middle), self.row(one), self.row(other)
        return some(
            (
                every((fact(left, "<", here), fact(here, "<", right))),
                every((fact(right, "<", here), fact(here, "<", left))),
            )
        )

    def different(self, values: tuple[Value, ...]) -> Statement:
        """All stand in different rows."""
        found = [denied(self.same(a, b)) for i, a in enumerate(values) for b in values[i + 1 :]]
        return every(found)

    def _stepwise(self, category: int) -> bool:
        amounts = self.categories[category].amounts
        return not amounts or len({b - a for a, b in pairwise(amounts)}) == 1

    def _step(self, category: int) -> int:
        amounts = self.categories[category].amounts
        return amounts[1] - amounts[0] if len(amounts) > 1 else 1


def _array(category: int) -> str:
    return f"c{category}"


def _holds(left: int, op: Operator, right: int) -> bool:
    found: dict[Operator, bool] = {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }
    return found[op]
