"""States relations of groups of mentions."""

from collections.abc import Sequence
from itertools import combinations, product

from solvent.translators.rules.rough.relations.sentences.groups import Ends, Group
from solvent.translators.rules.rough.relations.sentences.readings import NotReadError, Read
from solvent.translators.rules.rough.relations.sentences.relations import Relation, Rows
from solvent.translators.rules.statements.language import Statement, denied, every, some

ODD = "somebody else than"  # for a verb that cannot mean that two belong together
SAME = (Relation(),)
_MOST_EITHER = 6  # more mentions joined by "or" may all be meant
_PERSONS = (" person", " one ", " man ", " woman ", " house ")


class _ClashError(Exception):
    """Two values of one category are said to belong together, which the verb cannot mean."""


class Stating:
    """States relations of groups in a scene."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def state(self, found: Sequence[Relation], subject: Group, other: Group, *, denies: bool = False) -> Read:
        """The statement that a relation holds of two groups, or does not."""
        denies = denies and found[0].kind != "different"  # who never met are two people, too
        how = ", ".join(each.told for each in found)
        told = f"{self.told(subject)} {'not ' * denies}{how} {self.told(other)}"
        if found[0].kind == "between":
            stated = self._between(found[0], subject, other)
            return Read(denied(stated) if denies else stated, told)
        try:
            pairs = [[self._pair(found, one, two, denies=denies) for two in other.items] for one in subject.items]
        except _ClashError:  # "Ann and the baker visited Bo"
            sorts = {item[0].category for item in subject.items}
            if other.join == "or" or any(self.rows.world.categories[sort].amounts for sort in sorts):
                raise NotReadError from None
            return self.state((Relation("different", word=ODD),), subject, other)
        if denies:
            return Read(every(denied(each) for row in pairs for each in row), told)
        if subject.join == "and" and other.join == "and" and len(subject.items) == len(other.items):
            return Read(every(some(row) for row in pairs), told)
        several = len({item[0].category for item in other.items}) > 1 and len(other.items) <= _MOST_EITHER
        rows = [some(row, either=several) if other.join == "or" else every(row) for row in pairs]
        if subject.join == "and" and found[0].kind not in ("same", "different"):  # who are compared are not the same
            several_people = combinations(subject.items, 2)
            rows += [
                denied(self.rows.world.same(a[0], b[0])) for a, b in several_people if a[0].category != b[0].category
            ]
        one_of = len(rows) <= _MOST_EITHER
        return Read(some(rows, either=one_of) if subject.join == "or" else every(rows), told)

    def through(
        self, before: Sequence[Relation], after: Sequence[Relation], one: Group, other: Group, *, denies: bool
    ) -> Read:
        """Somebody who is so related to one is so related to the other."""
        if not one.single or not other.single:
            raise NotReadError
        parts = []
        for each in self.rows.world.values(self.rows.world.fixed):
            here = Group(((each,),))
            both = self.state(before, here, one), self.state(after, here, other, denies=denies)
            parts.append(every(part.statement for part in both))
        told = f"somebody who {before[0].told} {self.told(one)} {'not ' * denies}{after[0].told} {self.told(other)}"
        return Read(some(parts), told)

    def apart(self, one: Group, other: Group, steps: int) -> Read:
        """Two single mentions are so many places apart."""
        pairs = [self.rows.world.beside(a, b, steps) for a, b in product(one.items[0], other.items[0])]
        return Read(some(pairs), f"{self.told(one)} is {steps} away from {self.told(other)}")

    def told(self, group: Group) -> str:
        """A group in words."""
        names = [" or ".join(self.rows.name(value) for value in item) for item in group.items]
        return f" {group.join} ".join(names)

    def _pair(self, found: Sequence[Relation], one: Ends, other: Ends, *, denies: bool) -> Statement:
        read = []
        for a, b in product(one, other):
            stated = self.rows.state(found, a, b) if _described(found) else self.rows.both(found, a, b)
            if stated is None:
                raise NotReadError
            read.append(stated)
        if not denies and len(found) == 1 and found[0].kind == "same" and self._clash(one, other):
            raise _ClashError
        return some(read)

    def _clash(self, one: Ends, other: Ends) -> bool:
        """Whether two values of one category are said to belong together, which no verb can mean."""
        once = self.rows.world.categories[one[0].category].once
        return one[0].category == other[0].category and once and not set(one) & set(other)

    def _between(self, relation: Relation, subject: Group, other: Group) -> Statement:
        if len(other.items) != 2:
            raise NotReadError
        one, another = (each[0] for each in other.items)
        world = self.rows.world
        if relation.direct or world.circular or relation.word == "flanked by":
            beside = ((world.beside(here[0], one), world.beside(here[0], another)) for here in subject.items)
            return every(part for pair in beside for part in pair)
        return every(world.between(here[0], one, another) for here in subject.items)


def _described(found: Sequence[Relation]) -> bool:
    """Whether each relation leads on to somebody described by the next: "older than the person next to"."""
    if {each.kind for each in found} != {"compare", "beside"}:
        return True
    return any(word in found[0].said for word in _PERSONS)
