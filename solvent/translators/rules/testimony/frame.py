"""The variables of a text in which statements may be false, and what its words say about them."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from solvent.translators.emit.language import Var
from solvent.translators.rules.statements.language import Statement, alike, denied, exactly, fact, some
from solvent.translators.rules.testimony.cast import Cast
from solvent.translators.rules.testimony.deeds import Deed
from solvent.translators.rules.testimony.sorts import Sort

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
TODAY = Var("today")  # 0 is Monday


@dataclass(frozen=True)
class Frame:
    """What there is to say.

    `made` are the numbers of each thing's statements; each statement has a variable that is 1 if it is true. `implied`
    says that the kinds are only those who always tell the truth and those who always lie. `single` says that exactly
    one thing did the deed. `lying` are the days on which each lies, if the text gives days.
    """

    cast: Cast
    sorts: tuple[Sort, ...] = ()
    implied: bool = False
    made: tuple[tuple[int, ...], ...] = ()
    deed: Deed | None = None
    single: bool = True
    lying: tuple[frozenset[int], ...] = ()

    @property
    def count(self) -> int:
        """How many things there are."""
        return len(self.cast.things)

    @property
    def two_valued(self) -> bool:
        """Whether each thing makes only true or only false statements, by its kind."""
        return bool(self.sorts) and all(sort.nature in ("true", "false") for sort in self.sorts)

    @property
    def one_each(self) -> bool:
        """Whether nothing makes more than one statement."""
        return all(len(made) <= 1 for made in self.made)

    def is_a(self, thing: int, sort: int) -> Statement:
        """State the kind of a thing."""
        return fact(Var("kind", (thing,)), "==", sort)

    def of_nature(self, thing: int, nature: str) -> Statement:
        """State that a thing's kind has a nature."""
        return some(self.is_a(thing, at) for at, sort in enumerate(self.sorts) if sort.nature == nature)

    def did(self, thing: int) -> Statement:
        """State that the thing did the deed, or holds what is looked for."""
        return fact(Var("culprit"), "==", thing) if self.single else fact(Var("guilty", (thing,)), "==", 1)

    def true(self, statement: int) -> Statement:
        """State that a statement is true."""
        return fact(Var("truth", (statement,)), "==", 1)

    def lies_on(self, thing: int, later: int) -> Statement:
        """State that a thing lies on the day that comes this many days after today."""
        return some(fact(TODAY, "==", (day - later) % 7) for day in sorted(self.lying[thing]))

    def honest(self) -> Callable[[int], Statement] | None:
        """Return what "tells the truth" says of a thing; None if the text does not give it one meaning."""
        if self.lying:
            return lambda thing: denied(self.lies_on(thing, 0))
        if self.two_valued:
            return lambda thing: self.of_nature(thing, "true")
        if self.one_each and all(self.made):
            return lambda thing: self.true(self.made[thing][0])
        return None

    def would_say(self, thing: int, said: Statement) -> Statement | None:
        """State that a thing would say something."""
        return alike(self.of_nature(thing, "true"), said) if self.two_valued else None

    def same_sort(self, one: int, other: int) -> Statement:
        """State that two things are of the same kind."""
        if len(self.sorts) == 2:
            return alike(self.is_a(one, 0), self.is_a(other, 0))
        return fact(Var("kind", (one,)), "==", Var("kind", (other,)))

    def rules(self) -> list[Statement]:
        """State what the kinds mean for the truth of statements."""
        found: list[Statement] = []
        for thing, made in enumerate(self.made):
            for statement in made:
                true = self.true(statement)
                if self.lying:
                    found.append(alike(true, denied(self.lies_on(thing, 0))))
                elif self.two_valued:
                    found.append(alike(true, self.of_nature(thing, "true")))
                elif self.sorts:
                    for nature, holds in (("true", true), ("false", denied(true))):
                        if any(sort.nature == nature for sort in self.sorts):
                            found.append(some((denied(self.of_nature(thing, nature)), holds)))
            for one, next_one in pairwise(made) if any(sort.nature == "mixed" for sort in self.sorts) else ():
                by_turns = exactly(1, (self.true(one), self.true(next_one)))
                found.append(some((denied(self.of_nature(thing, "mixed")), by_turns)))
        return found

    def is_sort(self, sort: int) -> Callable[[int], Statement]:
        """Return what a kind's word says of a thing."""
        return lambda thing: self.is_a(thing, sort)
