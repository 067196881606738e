"""What places of things in an order mean as facts about variables: before, next to, between, opposite, at an end."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from solvent.translators.emit.language import Apart, Difference, Var
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.statements.language import Fact, Statement, denied, every, exactly, fact, some
from solvent.translators.rules.statements.nouns import Predicate

PLACE = "place"  # the array with one variable for each thing


@dataclass(frozen=True)
class Steps:
    """A number of steps from one place to another: at least `least` and, unless it is None, at most `most`."""

    least: int = 1
    most: int | None = None


def place(thing: int) -> Var:
    """Return the variable for a thing's place."""
    return Var(PLACE, (thing,))


@dataclass(frozen=True)
class Relations:
    """The relations of a scene; those that make no sense in it are None."""

    scene: Scene

    @property
    def size(self) -> int:
        """The number of places."""
        return self.scene.size

    def before(self, one: int, other: int, steps: Steps) -> Statement:
        """Return that one thing is so many steps before another; to the left, on a circle: clockwise of it."""
        if one == other:
            return some(())
        if self.scene.circular:
            return self._turned(one, other, steps)
        return every(self._ahead(other, one, steps))

    def _ahead(self, one: int, other: int, steps: Steps) -> list[Statement]:
        gap = Difference(place(one), place(other))
        if steps.most == steps.least:
            return [fact(gap, "==", steps.least)]
        least = fact(place(one), ">", place(other)) if steps.least == 1 else fact(gap, ">=", steps.least)
        return [least] if steps.most is None else [least, fact(gap, "<=", steps.most)]

    def _turned(self, one: int, other: int, steps: Steps) -> Statement:
        """Return that one comes so many steps clockwise after another."""
        most = self.size - 1 if steps.most is None else steps.most
        gap = Difference(place(one), place(other))
        return some(
            fact(gap, "==", each) for n in range(steps.least, most + 1) for each in (n, n - self.size) if n < self.size
        )

    def apart(self, one: int, other: int, steps: Steps) -> Statement:
        """Return that there are so many steps between two things, in whichever direction."""
        if one == other:
            return some(())
        most = self.size - 1 if steps.most is None else min(steps.most, self.size - 1)
        found = range(steps.least, most + 1)
        if self.scene.circular:
            found = range(steps.least, min(most, self.size // 2) + 1)
            return some(Fact(Apart(place(one), place(other), each)) for n in found for each in {n, self.size - n})
        return some(Fact(Apart(place(one), place(other), n)) for n in found)

    def between(self, thing: int, ends: Sequence[int], *, touching: bool) -> Statement | None:
        """Return that a thing is between two others: next to both, or anywhere in a line."""
        one, other = ends
        if thing in ends:
            return some(())
        if touching or self.scene.circular:
            ways = (
                every((self.before(one, thing, Steps(1, 1)), self.before(thing, other, Steps(1, 1)))),
                every((self.before(other, thing, Steps(1, 1)), self.before(thing, one, Steps(1, 1)))),
            )
        else:
            ways = (
                every((fact(place(one), "<", place(thing)), fact(place(thing), "<", place(other)))),
                every((fact(place(other), "<", place(thing)), fact(place(thing), "<", place(one)))),
            )
        return some(ways)

    def opposite(self, one: int, other: int) -> Statement:
        """Return that two things face each other across a circle."""
        return Fact(Apart(place(one), place(other), self.size // 2))

    def at(self, *numbers: int) -> Predicate:
        """Return that a thing has one of these places, counted from 1."""
        return lambda thing: some(fact(place(thing), "==", number) for number in numbers)

    def rank(self, number: int) -> Predicate:
        """Return that exactly `number` - 1 things are ahead of one on a scale, and all others behind it."""
        things = range(len(self.scene.names))
        if not self.scene.tied:
            return self.at(len(things) + 1 - number)

        def has(thing: int) -> Statement:
            others = [each for each in things if each != thing]
            above = [fact(place(each), ">", place(thing)) for each in others]
            different = [fact(place(each), "!=", place(thing)) for each in others]
            return every((*different, denied(some(above)) if number == 1 else exactly(number - 1, above)))

        return has

    def as_many(self, thing: int) -> Statement:
        """Return that as many places are before a thing as after it."""
        return fact(place(thing), "==", (self.size + 1) // 2) if self.size % 2 else some(())

    def in_turn(self, group: Iterable[int], steps: Steps) -> Statement:
        """Return that things come in this order."""
        members = tuple(group)
        return every(self.before(one, other, steps) for one, other in pairwise(members))

    def together(self, group: Sequence[int]) -> Statement:
        """Return that things have places next to each other, in whichever order."""
        return every(
            self.apart(one, other, Steps(1, len(group) - 1)) for at, one in enumerate(group) for other in group[:at]
        )


Related = Callable[[int, int], Statement]
