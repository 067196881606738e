"""A clause as far as it has been read, and what stands in it without a second mention."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

from solvent.translators.rules.rough.relations.sentences.groups import Group
from solvent.translators.rules.rough.relations.sentences.readings import (
    DENYING,
    HEADED,
    MEANT,
    SOFT,
    Choices,
    Done,
    Memory,
    NotReadError,
    Read,
    has,
)
from solvent.translators.rules.rough.relations.sentences.relations import Relation, heads, relations
from solvent.translators.rules.rough.relations.sentences.stating import SAME, Stating
from solvent.translators.rules.rough.relations.sentences.tokens import Token
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.statements.language import some


@dataclass
class Clause:
    """The state of reading: `gap` holds the tokens since the last mention, `front` those before the first."""

    stating: Stating
    memory: Memory
    choices: Choices
    subject: Group | None = None
    main: Group | None = None  # the subject outside relative clauses
    last: Group | None = None
    front: list[Token] = field(default_factory=list)
    gap: list[Token] = field(default_factory=list)
    found: list[tuple[str, Read]] = field(default_factory=list)
    done: Done | None = None
    joined: str = "and"
    denied: bool = False
    either: list[Token] = field(default_factory=list)  # "before or ...", with what follows after
    pronoun: bool = False  # the subject is a pronoun
    expletive: bool = False  # the subject is "it"
    fronted: bool = False  # the subject is what is told of the one before: "the plum cake it was not"
    restarted: bool = False  # this is not the first clause
    aside: bool = False  # in a relative clause between commas

    @property
    def topic(self) -> Group | None:
        """What a pronoun in the next clause may mean: the subject, unless it is a place."""
        if self.main is not None and self.last is not None and self.main.category == self.stating.rows.world.place:
            return self.last
        return self.main

    def add(self, read: Read) -> None:
        join = "or" if self.joined == "or" and self.found else "and"
        self.found.append((join, read))
        self.joined = "and"

    def denies(self, gap: Iterable[Token]) -> bool:
        """Whether words deny what they say; "or" and "nor" go on denying."""
        count = sum(each.kind in DENYING or each.kind == "NOR" for each in gap)
        if count == 0 and self.joined == "nor":
            count = 1
        elif count == 0 and self.joined == "or" and self.done and self.done.denied:
            self.joined = "nor"
            count = 1
        return (count + self.denied) % 2 == 1

    def restart(self) -> None:
        """Begin a clause with a subject of its own."""
        self.memory.subject, self.memory.other = self.topic or self.memory.subject, self.last
        self.subject = self.main = self.last = None
        self.front, self.gap, self.restarted = [], [], True
        self.denied = self.expletive = self.pronoun = self.fronted = False

    def finish(self, *, keep: bool = False) -> None:
        """See to what stands after the last mention of a clause, or before its only one."""
        gap, self.gap = self.gap, []
        if self.subject is None:
            if has(gap, *MEANT):
                raise NotReadError
            return
        who = self.memory.subject
        ruled_out = any(each.kind == "WITHOUT" and "out" in each.text.split() for each in gap)
        if (self.fronted or ruled_out) and who and self.last == self.subject != who and not heads(gap):
            self.add(self.stating.state(SAME, who, self.subject, denies=self.denies(gap)))
            return
        if heads(self.front) or heads(gap) or has(gap, "DIFF"):
            if self._left_over([*self.front, *gap], self.subject):
                self.front = []
            elif not keep or heads(gap):
                raise NotReadError
        elif not keep and any(each.kind == "HEDGE" and each.text not in SOFT for each in gap):
            raise NotReadError

    def reads(self) -> list[Read]:
        """The statements read; those joined by "or" as one."""
        read: list[Read] = []
        for join, each in self.found:
            if join == "or" and read:
                one = read.pop()
                read.append(Read(some((one.statement, each.statement), either=True), f"{one.told} or {each.told}"))
            else:
                read.append(each)
        return read

    def _left_over(self, gap: list[Token], subject: Group) -> bool:
        """Relations without a second mention: "A and B sit next to each other", "has two people in front of her"."""
        found = relations(gap)
        if found[0].kind == "all" and len(found) > 1:
            found = found[1:]
        count = counted(gap)
        if self._goes_on(gap, found, subject):
            return True
        if found[0].kind == "between" and count is None and self.done and self.done.kind == "same":
            return not subject.single  # "have the two between them"
        if not subject.single and not has(gap, "OFTWO"):
            return self._among(gap, found, subject, count)
        if found[0].kind == "between" and count is not None and self.last not in (None, subject):
            self.add(self.stating.apart(subject, self.last or subject, count + 1))
            return True
        if found[0].kind != "compare" and not has(gap, "ALLBUT"):
            return False
        if not has(gap, "OFTWO") and (has(gap, "ALLBUT") or count is not None):
            return self._counts(found, subject, count or 0)
        if gap[-1].kind == "WORD" and [each.kind for each in gap[-2:-1]] == ["DET"]:
            return self._unnamed(found, subject)
        return self._of_two(found, subject)

    def _goes_on(self, gap: Sequence[Token], found: Sequence[Relation], subject: Group) -> bool:
        """Whether words only make the last relation more exact."""
        done = self.done
        if done is None:
            return False
        if done.kind == "compare" and has(gap, "DIFF") and not heads(gap):  # "older than Ann by two years"
            difference = next(each for each in gap if each.kind == "DIFF")
            self.add(self.stating.state([replace(done.found[0], difference=difference)], subject, done.other))
            return True
        if done.kind == "opposite" and all(each.kind not in HEADED or each.kind == "OPPOSITE" for each in gap):
            return True  # "facing Ann across the table"
        if subject.single and any(each.kind == "COMPARE" and each.sided for each in gap):  # "next to Ann, on her left"
            self.add(self.stating.state([replace(found[0], direct=True, inverse=False)], subject, done.other))
            return True
        if found[0].kind == "beside" and done.kind == "between":  # "next to both"
            self.add(self.stating.state([replace(done.found[0], direct=True)], subject, done.other))
            return True
        return False

    def _among(self, gap: Sequence[Token], found: Sequence[Relation], subject: Group, count: int | None) -> bool:
        """Relations of joined mentions with each other."""
        items = subject.items
        if found[0].kind == "between" and count is not None and len(items) == 2:
            self.add(self.stating.apart(Group(items[:1]), Group(items[1:]), count + 1))
            return True
        if found[0].kind not in ("beside", "opposite", "apart", "different"):
            return False
        beside = found[0].kind == "beside"
        for one, other in pairwise(items) if beside else combinations(items, 2):
            self.add(self.stating.state(found, Group((one,)), Group((other,)), denies=self.denies(gap)))
        return True

    def _unnamed(self, found: Sequence[Relation], subject: Group) -> bool:
        """Read "directly behind the engine": at the end, next to what is none of the values."""
        world = self.stating.rows.world
        if len(found) > 1 or not found[0].direct or world.place is None or world.circular:
            return False
        last = len(world.categories[world.place].values) - 1
        end = Value(world.place, 0 if found[0].sign > 0 else last)
        self.add(self.stating.state(SAME, subject, Group(((end,),)), denies=self.denies(())))
        return True

    def _of_two(self, found: Sequence[Relation], subject: Group) -> bool:
        """Read "..., and Ann is the older of the two"."""
        both = self.memory.both
        if both is None or subject.items[0] not in both.items or len(both.items) != 2:
            return False
        others = tuple(item for item in both.items if item != subject.items[0])
        self.add(self.stating.state(found, Group(subject.items[:1]), Group(others)))
        return True

    def _counts(self, found: Sequence[Relation], subject: Group, count: int) -> bool:
        """Read "two people ran faster than Ann", "Ann ran faster than all others"."""
        relation = next((each for each in found if each.kind == "compare"), None)
        read = self.stating.rows.counted(subject.items[0][0], relation, count) if relation else None
        if relation is None or read is None:
            return False
        self.add(Read(read, f"{count} {relation.word} {self.stating.told(subject)}"))
        return True


def counted(gap: Sequence[Token]) -> int | None:
    """How many are counted; none if "nobody" or "no" are."""
    counts = [
        each.number or 1
        for at, each in enumerate(gap)
        if each.text == "one of" or (each.kind in ("NUM", "DIFF") and (not at or gap[at - 1].kind != "DET"))
    ]
    if counts:
        return counts[-1]
    return 0 if has(gap, "NOBODY", "NOT") else None
