"""What may be true: who is of which sort, whose statements are true, who did it or where it is, and what day it is."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from solvent.translators.emit.language import Array, Comparison, Constraint, Difference, Expression, Var, add
from solvent.translators.rules.rough.testimony.cast import Cast
from solvent.translators.rules.statements.language import (
    MOST_COUNTED,
    All,
    Count,
    Fact,
    Not,
    Some,
    Statement,
    alike,
    constraint,
    denied,
    every,
    exactly,
    fact,
    some,
)
from solvent.translators.rules.testimony.sorts import Nature, Sort

NOTHING: Statement = every(())
NEVER: Statement = some(())
World = Literal["deed", "place", "number", "day", "rank", "value", ""]


@dataclass
class Scene:
    """The variables of a text.

    `kind` has a sort for each thing, `truth` whether each statement is true, `chosen` whether each option is the one
    that is looked for (a culprit, a place, a number, a day), and `rank` the place of each thing in an order.
    """

    cast: Cast
    sorts: tuple[Sort, ...] = ()
    implied: bool = False
    made: list[list[int]] = field(default_factory=list)  # numbers of statements, by thing
    world: World = ""
    options: tuple[int, ...] = ()  # the things among which one is looked for
    labels: tuple[str, ...] = ()  # the numbers or days among which one is looked for
    lying: dict[int, frozenset[int]] = field(default_factory=dict)  # the days on which each lies
    several: bool = False  # more than one may have done it
    many: int = 0  # how many did it, if that is told
    deeds: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    treasures: frozenset[str] = frozenset()
    whole: bool = True  # whether who lies makes no true statement

    @property
    def statements(self) -> int:
        """How many statements there are."""
        return sum(map(len, self.made))

    @property
    def people(self) -> range:
        """The numbers of all things."""
        return range(len(self.cast.things))

    @property
    def two_valued(self) -> bool:
        """Whether all sorts always lie or never do."""
        return bool(self.sorts) and all(sort.nature in ("true", "false") for sort in self.sorts)

    def true(self, number: int) -> Statement:
        """A statement is true."""
        return fact(Var("truth", (number,)), "==", 1)

    def sort_of(self, thing: int) -> Var:
        """The number of a thing's sort."""
        return Var("kind" if len(self.sorts) == 2 else "kinds", (thing,))

    def is_a(self, thing: int, sort: int) -> Statement:
        """A thing is of a sort."""
        return fact(self.sort_of(thing), "==", sort)

    def of_nature(self, thing: int, nature: Nature) -> Statement:
        """A thing's sort has this nature."""
        return some(self.is_a(thing, at) for at, sort in enumerate(self.sorts) if sort.nature == nature)

    def did(self, thing: int) -> Statement | None:
        """A thing did it, or holds what is looked for; None if it is not among the options."""
        if self.world not in ("deed", "place") or thing not in self.options:
            return None
        return fact(Var("chosen", (self.options.index(thing),)), "==", 1)

    def label(self, at: int) -> Statement:
        """The number or day that is looked for is the one at this place."""
        return fact(Var("chosen", (at % len(self.labels),)), "==", 1)

    def lies_on(self, thing: int, later: int) -> Statement | None:
        """A thing lies on the day that comes this many days after today."""
        if thing not in self.lying:
            return None
        return some(self.label(day - later) for day in sorted(self.lying[thing]))

    def honest(self, thing: int) -> Statement | None:
        """A thing tells the truth; None if nothing is known of what it says."""
        if self.lying:
            lies = self.lies_on(thing, 0)
            return None if lies is None else denied(lies)
        if self.two_valued:
            return self.of_nature(thing, "true")
        made = self.made[thing]
        if self.sorts and not made:
            return self.of_nature(thing, "true")
        return every(map(self.true, made)) if made else None

    def liar(self, thing: int) -> Statement | None:
        """A thing lies: all it says is false, or (not `whole`) something of it."""
        made = self.made[thing]
        if self.whole and len(made) > 1 and not self.two_valued and not self.lying:
            return every(denied(self.true(each)) for each in made)
        honest = self.honest(thing)
        return None if honest is None else denied(honest)

    def profile(self, thing: int, *, true: bool) -> Statement | None:
        """All that a thing says is true, or all is false."""
        made = self.made[thing] if thing >= 0 else []
        return every(self.true(each) if true else denied(self.true(each)) for each in made) if made else None

    def mixed(self, thing: int) -> Statement | None:
        """Just one of two statements of a thing is true; of more, they are true and false by turns."""
        made = self.made[thing]
        if len(made) < 2:
            return None
        return every(exactly(1, (self.true(one), self.true(other))) for one, other in pairwise(made))

    def same_sort(self, one: int, other: int) -> Statement | None:
        """Two things are of the same sort."""
        if self.sorts:
            return fact(self.sort_of(one), "==", self.sort_of(other))
        both = self.honest(one), self.honest(other)
        return None if both[0] is None or both[1] is None else alike(both[0], both[1])

    def rules(self) -> Iterable[Statement]:
        """What the sorts mean for the truth of statements."""
        for thing, made in enumerate(self.made):
            for number in made:
                true = self.true(number)
                lies = self.lies_on(thing, 0) if self.lying else None
                if lies is not None:
                    yield alike(true, denied(lies))
                elif self.sorts:
                    yield some((denied(self.of_nature(thing, "true")), true))
                    yield some((denied(self.of_nature(thing, "false")), denied(true)))
            mixed = self.mixed(thing) if any(sort.nature == "mixed" for sort in self.sorts) else None
            if mixed is not None:
                yield some((denied(self.of_nature(thing, "mixed")), mixed))

    def chosen(self, least: int = 1, most: int = 1) -> Statement:
        """So many options are the one that is looked for."""
        size = len(self.options or self.labels)
        return Count(tuple(fact(Var("chosen", (at,)), "==", 1) for at in range(size)), least, most)

    def arrays(self) -> tuple[Array, ...]:
        """All variables."""
        size = len(self.cast.things)
        chosen = len(self.options or self.labels)
        found = [Array("truth", (self.statements,), 0, 1)] if self.statements else []
        found += [Array(self.sort_of(0).array, (size,), 0, len(self.sorts) - 1)] if self.sorts else []
        found += (
            [Array("chosen", (chosen,), 0, 1)] if chosen and self.world in ("deed", "place", "number", "day") else []
        )
        if self.world in ("rank", "value"):
            found.append(Array("rank", (len(self.options),), 0, len(self.options) - 1))
        return tuple(found)


def stated(said: Statement) -> Constraint | None:
    """Return a statement as a constraint; None if it counts too much."""
    try:
        return constraint(said, exclusive=True)
    except ValueError:
        return None


def counted(parts: Iterable[Statement], least: int, most: int, *, loose: bool = False) -> Statement | None:
    """Return that so many of the parts hold; None if these are too many to count, or too few."""
    found = tuple(parts)
    values = [as_number(part) for part in found]
    if len(found) > 5 and not loose and None not in values and least <= len(found):
        total = add(*(value for value in values if value is not None))
        return every((fact(total, ">=", least), fact(total, "<=", min(most, len(found)))))
    if len(found) > MOST_COUNTED or least > len(found):
        return None
    return Count(found, max(0, least), most, loose)


def as_number(part: Statement) -> Expression | None:
    """Return 1 if a statement about a variable holds that is 0 or 1, and 0 if it does not, as an expression."""
    holds = True
    if isinstance(part, Not):
        part, holds = part.part, False
    if isinstance(part, Some | All) and len(part.parts) == 1:
        part = part.parts[0]
    if not isinstance(part, Fact) or not isinstance(part.constraint, Comparison):
        return None
    left, op, right = part.constraint.left, part.constraint.op, part.constraint.right
    if not isinstance(left, Var) or left.array not in ("truth", "chosen", "kind") or op != "==" or right not in (0, 1):
        return None
    return left if (right == 1) == holds else Difference(1, left)


def all_of(*parts: Statement | None) -> Statement | None:
    """All hold; None if one is not understood."""
    kept = [part for part in parts if part is not None]
    return every(kept) if len(kept) == len(parts) else None
