"""Reads what is said of places in an order: "directly behind Ada", "next to Bo", "between Ben and Cleo"."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solvent.translators.rules.orders.phrases import DIRECT, SOMEWHAT, SOMEWHERE, amounts, of_all, spelled, steps, units
from solvent.translators.rules.orders.relations import Related, Relations, Steps, place
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.orders.spots import numbered, spots
from solvent.translators.rules.statements.language import Statement, denied, every, fact, some
from solvent.translators.rules.statements.nouns import Group, Noun, Predicate, Things
from solvent.translators.rules.statements.parsing import Parser, either, mapped, mark, optional, then, word
from solvent.translators.rules.statements.sentences import Grammar, relation

_NEAR = (
    r"(?:(?:right|directly|immediately) )?(?:next to|beside|alongside|adjacent to|next door to)|neighbou?rs? of|"
    r"a neighbou?r of|in the (?:house|seat|place|room) next to|side by side with|touching|touches|neighbou?ring|"
    r"(?:coupled|attached|joined) to|borders?|bordering|by the side of"
)
_FACING = "(?:directly |exactly )?(?:opposite(?: (?:to|of|from))?|across from|facing|faces|across the table from)"
_BOTH = (
    r"(?:and )?(?:(?:is|right|directly|immediately|sitting|standing|living|being) )*(?:next to|beside|adjacent to|"
    r"touching)"
    r" (?:both|each|each one|either|the two|the pair|them both)|(?:and )?touch(?:ing|es) (?:\w+ )?(?:with )?both|"
    r"with both as neighbou?rs|with one of them on (?:each|either) side|with (?:both|each) of them next to \w+"
)
_LEFT = r"clockwise (?:from|of)|(?:to |on )?the (?:immediate )?left(?:-hand side| side)? of|left of"
_RIGHT = (
    r"(?:anti-?|counter-?)clockwise (?:from|of)|(?:to |on )?the (?:immediate )?right(?:-hand side| side)? of|right of"
)
_TOGETHER = (
    r"neighbou?rs|side by side|adjacent(?: to each other)?|next-door "
    r"neighbou?rs|together|consecutive(?:ly)?|one (?:directly "
    r"|immediately )?(?:after|behind|above) the other|(?:on|in|at) (?:adjacent|neighbou?ring|consecutive) \w+"
)
_IN_TURN = (
    r"in (?:that|this|the given) order(?:,? (?:but )?not necessarily (?:one )?(?:directly|immediately) after (?:one "
    r"another|the other|each other))?"
)
_AT_ENDS = (
    r"(?:at|on|in) (?:the|both|opposite)(?: (?:two|outer|far|opposite))? (?:ends|edges)(?: of the \w+)?|at either end"
    r"(?: of the \w+)?"
)
_SAME = "(?:of )?the same {axis}|equally (?:{plain})|twins"


@dataclass(frozen=True)
class Direction:
    """A phrase for one of the two directions, and what it means of one thing seen from another."""

    phrase: str
    leads: Callable[[int, int, Steps], Statement]


class _Placed(Things):
    """Things in places: "everyone" and "two of them" do not mean the place that stays empty."""

    @property
    def all(self) -> tuple[int, ...]:
        """All things, each once."""
        vacant = max(self.names.values()) if any(name.startswith("empty ") for name in self.names) else None
        return tuple(sorted(set(self.names.values()) - {vacant}))


class Places:
    """The grammar of one scene; with `touching`, a plain "between" means next to both.

    `between_is_loose` says that it has read such a "between".
    """

    def __init__(self, scene: Scene, *, touching: bool = False) -> None:
        self.scene, self.touching = scene, touching
        self.axis = scene.axis
        self.relations = Relations(scene)
        self.things = _Placed(spelled(scene), scene.noun)
        self.between_is_loose = False
        self.grammar = Grammar(self.things, self._predicates, self._groups, self._descriptions, scene.axis.verbs)

    # What is said of one thing.

    def _predicates(self, noun: Parser[Noun]) -> Parser[Predicate]:
        related = either(*self._related(noun))
        near = [self._relation(phrase, means, noun) for phrase, means in self._mutual()]
        # "On the day before" is one step; "in the lane before" is not.
        steps = bool(self.scene.labels) or self.axis.scale
        at = either() if steps else word(rf"(?:(?:in|on|at|has|got) )?(?:the|a) (?:{units(self.scene)})")
        placed = then(at, either(self._between(noun), *near), make=lambda _, each: each)
        said = either(related, placed, spots(self.scene), *self._beyond(), self.grammar.described)
        return then(optional(word(self.axis.verbs)), said, of_all(self.scene), make=lambda _, each, __: each)

    def _beyond(self) -> list[Parser[Predicate]]:
        """Read "below floor 3", "before Thursday", "no later than the third day"."""
        if self.axis.scale or not self.scene.fixed or self.scene.circular:
            return []
        size, at = self.scene.size, self.relations.at
        found: list[Parser[Predicate]] = []
        for direction, after in zip(self._directions(), (False, True), strict=True):
            phrase = word(rf"(?:{direction.phrase})")

            def beyond(_: object, place: int, *, after: bool = after) -> Predicate:
                return at(*(range(place + 1, size + 1) if after else range(1, place)))

            def upto(_: object, __: object, place: int, *, after: bool = after) -> Predicate:
                return at(*(range(1, place + 1) if after else range(place, size + 1)))

            fixed = numbered(self.scene)
            found += [then(phrase, fixed, make=beyond), then(word("no"), phrase, fixed, make=upto)]
        if self.scene.labels:
            found.append(
                then(
                    word("by|no later than|(?:on )?or before"),
                    numbered(self.scene),
                    make=lambda _, place: at(*range(1, place + 1)),
                )
            )
        return found

    def _related(self, noun: Parser[Noun]) -> list[Parser[Predicate]]:
        found = [self._relation(phrase, related, noun) for phrase, related in self._mutual()]
        if self.axis.scale:
            return [*found, self._between(noun), *self._compared(noun)]
        found.append(self._away(noun))
        for direction in self._directions():
            found += self._toward(direction, noun)
        if self.scene.circular:
            return [*found, self._between(noun), *([] if self.axis.directed else self._at_sides(noun))]
        before, after = self._first_and_last()
        if self.axis.beats:
            found.append(self._relation(word(self.axis.beats), before(Steps()), noun))
            found.append(self._relation(word(self.axis.beaten), after(Steps()), noun))
        if self.axis.name in ("queue", "race", "time"):
            found += self._following(noun)
        if self.axis.name == "vertical":
            floor = "(?:on )?the (?:floor|storey|shelf|story|level)(?: directly| immediately| right)?"
            found.append(self._relation(word(f"{floor} above"), after(Steps(1, 1)), noun))
            found.append(self._relation(word(f"{floor} (?:below|under)"), before(Steps(1, 1)), noun))
        return [*found, self._between(noun)]

    def _relation(self, phrase: Parser[object], related: Related, noun: Parser[Noun]) -> Parser[Predicate]:
        return relation(self.things, phrase, related, noun)[0]

    def _first_and_last(self) -> tuple[Callable[[Steps], Related], Callable[[Steps], Related]]:
        """Return what makes relations out of steps: before, and after."""
        before = self.relations.before
        return lambda n: lambda x, y: before(x, y, n), lambda n: lambda x, y: before(y, x, n)

    def _directions(self) -> tuple[Direction, Direction]:
        before = self.relations.before
        if self.scene.circular:
            phrases = (self.axis.before, self.axis.after) if self.axis.directed else (_RIGHT, _LEFT)
            return (
                Direction(phrases[0], lambda x, y, n: before(y, x, n)),
                Direction(phrases[1], before),
            )
        also = ("|before|ahead of", "|after") if self.axis.directed and self.axis.name not in _TOLD_SO else ("", "")
        near = [_nearer(ends) for ends in zip(*self.axis.ways, strict=True)] or ["", ""]
        return (
            Direction(self.axis.before + also[0] + near[0], before),
            Direction(self.axis.after + also[1] + near[1], lambda x, y, n: before(y, x, n)),
        )

    def _toward(self, direction: Direction, noun: Parser[Noun]) -> list[Parser[Predicate]]:
        """Read a direction with or without steps: "behind", "somewhere behind", "two places behind".

        On a circle, "left of" alone means the neighbour.
        """
        nothing_said = Steps(1, 1) if self.scene.circular else Steps()
        if self.scene.circular and self.axis.directed:
            return [self._stepped(direction, noun)]  # on a carousel, everybody is somewhere behind everybody
        plain = then(optional(word(SOMEWHERE)), word(direction.phrase), make=lambda *_: True)
        return [self._relation(plain, _by(direction, nothing_said), noun), self._stepped(direction, noun)]

    def _stepped(self, direction: Direction, noun: Parser[Noun]) -> Parser[Predicate]:
        some_steps = steps(self.scene)

        def stepped(text: str, at: int) -> Iterator[tuple[Predicate, int]]:
            for count, end in some_steps(text, at):
                yield from self._relation(word(direction.phrase), _by(direction, count), noun)(text, end)

        return stepped

    def _at_sides(self, noun: Parser[Noun]) -> list[Parser[Predicate]]:
        """Read "to Ada's left" on a circle, whose sitters face its middle: a left neighbour is next, clockwise."""
        found: list[Parser[Predicate]] = []
        for side, direction in zip(("right", "left"), self._directions(), strict=True):
            beside = _by(direction, Steps(1, 1))

            def of(*values: object, beside: Related = beside) -> Predicate:
                other = next(value for value in values if isinstance(value, Noun))
                return lambda x: other.said_of(lambda y: beside(x, y))

            whose = word(f"(?:immediate )?{side}(?: side| hand)?")
            found += [
                then(optional(word(DIRECT)), word("(?:to|on|at)"), noun, mark("'s?"), whose, make=of),
                then(noun, mark("'s?"), word(rf"{side}(?:-hand)? neighbou?r"), make=of),
                self._relation(word(rf"(?:the |a )?{side}(?:-hand)? neighbou?r of"), beside, noun),
            ]
        return found

    def _following(self, noun: Parser[Noun]) -> list[Parser[Predicate]]:
        before, after = self._first_and_last()
        follow = (
            "(?:immediately|directly) (?:follows?|followed)|(?:follows?|"
            "followed) (?:immediately|directly)(?: after| behind)?"
        )
        return [
            self._relation(word("precedes?|preceded"), before(Steps()), noun),
            self._relation(word(follow), after(Steps(1, 1)), noun),
            self._relation(word("(?:immediately|directly) (?:precedes?|preceded)"), before(Steps(1, 1)), noun),
        ]

    def _compared(self, noun: Parser[Noun]) -> list[Parser[Predicate]]:
        """Read comparatives: "older than", "no older than", and "as old as" where things may be alike."""
        before, after = self._first_and_last()
        less = then(optional(word(SOMEWHAT)), word(self.axis.before), make=lambda *_: True)
        more = then(optional(word(SOMEWHAT)), word(self.axis.after), make=lambda *_: True)
        not_more = then(word("no"), word(self.axis.after), make=lambda *_: True)
        found = [
            self._relation(less, before(Steps()), noun),
            self._relation(more, after(Steps()), noun),
            self._relation(not_more, lambda x, y: denied(self.relations.before(y, x, Steps())), noun),
        ]
        if self.scene.tied:
            alike = word(rf"(?:just |exactly )?as (?:{_plain(self.scene)}) as|the same {self.axis.name} as")
            found.append(self._relation(alike, lambda x, y: fact(place(x), "==", place(y)), noun))
        return found

    def _mutual(self) -> list[tuple[Parser[object], Related]]:
        """Return the relations that hold in both directions, with their phrases."""
        found: list[tuple[Parser[object], Related]] = []
        if not self.axis.scale and (self.axis.adjacent or self.scene.circular):
            found.append((word(_NEAR), lambda x, y: self.relations.apart(x, y, Steps(1, 1))))
        if self.scene.circular and self.scene.size % 2 == 0:
            found.append((word(_FACING), self.relations.opposite))
        return found

    def _away(self, noun: Parser[Noun]) -> Parser[Predicate]:
        """Read "exactly two places (away) from"."""
        some_steps = amounts(self.scene)

        def apart(count: Steps) -> Related:
            return lambda x, y: self.relations.apart(x, y, count)

        def parse(text: str, at: int) -> Iterator[tuple[Predicate, int]]:
            for count, end in some_steps(text, at):
                yield from self._relation(word("(?:away )?from"), apart(count), noun)(text, end)

        return parse

    def _between(self, noun: Parser[Noun]) -> Parser[Predicate]:
        after = optional(then(optional(mark(",")), word(rf"(?:{_BOTH})(?: of them)?"), make=lambda *_: True))

        def between(how: str, other: Noun, close: object) -> Predicate | None:
            if len(other.members) != 2 or other.universal:
                return None
            touching = bool(close) or how == "directly"
            if not touching and not how and not self.scene.circular and not self.axis.scale:
                self.between_is_loose, touching = True, self.touching
            return lambda x: self.relations.between(x, other.members, touching=touching) or some(())

        how = either(
            word("between|in between", ""),
            word("(?:somewhere|anywhere|some time|sometime) (?:in )?between", "somewhere"),
            word(rf"(?:{DIRECT}|exactly|squarely) (?:in )?between", "directly"),
        )
        return then(how, noun, after, make=between)

    # What is said of several things.

    def _groups(self, _: Parser[Noun]) -> Parser[Group]:
        verb = optional(word(f"{self.axis.verbs}|have|has|had"))
        return then(verb, either(*self._grouped()), of_all(self.scene), make=lambda _, group, __: group)

    def _grouped(self) -> list[Parser[Group]]:
        if self.axis.scale:
            same = word(_SAME.format(axis=self.axis.name, plain=_plain(self.scene)))
            return [mapped(same, lambda _: _alike)] if self.scene.tied else []
        relations, apart = self.relations, self.relations.apart
        found = [relation(self.things, phrase, related, either())[1] for phrase, related in self._mutual()]
        found.append(mapped(word(_TOGETHER), lambda _: relations.together))
        how_far = then(steps(self.scene), word("apart|(?:away )?from each other"), make=lambda count, _: count)
        found.append(mapped(how_far, lambda count: lambda group: _pair(group, lambda x, y: apart(x, y, count))))
        if self.scene.size == len(self.scene.names):
            found.append(mapped(self._gap(), lambda count: lambda group: _pair(group, lambda x, y: apart(x, y, count))))
        if not self.scene.circular:
            ends = relations.at(1, self.scene.size)
            found.append(mapped(word(_IN_TURN), lambda _: lambda group: relations.in_turn(group, Steps())))
            outer = rf"{_AT_ENDS}|(?:in|at|on) the (?:two )?(?:end|outer) (?:{units(self.scene)})"
            found.append(
                mapped(word(outer), lambda _: lambda group: every(map(ends, group)) if len(group) == 2 else None)
            )
        return found

    def _gap(self) -> Parser[Steps]:
        """Read "exactly two people between them", "separated by two seats"."""
        what = rf"(?P<n>{NUMBER}) (?:other )?(?:{units(self.scene)}|{self.scene.noun}|people|persons?)"
        exact = rf"(?:with |exactly |precisely |just )*{what} between them"
        return either(
            mapped(word(exact), lambda match: Steps(number(match["n"]) + 1, number(match["n"]) + 1)),
            mapped(
                word(rf"separated by (?:exactly )?{what}"),
                lambda match: Steps(number(match["n"]) + 1, number(match["n"]) + 1),
            ),
            mapped(word(rf"at least {what} between them"), lambda match: Steps(number(match["n"]) + 1)),
        )

    # What stands for the thing that it fits.

    def _descriptions(self, noun: Parser[Noun]) -> Parser[Predicate]:
        who = r"(?:,? (?:who|that|which) (?:is|are|was|were|does|did))?"
        thing = word(rf"(?:the|whichever|that) (?:{self.scene.noun}|one|person|thing){who}|whoever(?: (?:is|was))?")
        fixed = spots(self.scene)
        return either(
            then(thing, self._predicates(noun), make=lambda _, each: each),
            then(word(_THE_BARE), fixed, make=lambda _, each: each),
            then(word("(?=the)", True) if self.axis.scale else either(), fixed, make=lambda _, each: each),
        )


_TOLD_SO = ("queue", "race", "time")  # orders of which "before" and "after" are always said
_THE_BARE = (
    "the (?=last|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|winner|leftmost|rightmost|lowest|highest|"
    "middle|penultimate)"
)


def _nearer(ends: Sequence[str]) -> str:
    """Return how a direction is told by its end: "nearer to the front than"."""
    end = "|".join(dict.fromkeys(ends))
    return rf"|(?:nearer|closer) (?:to )?(?:the )?(?:{end})(?: end| side)? than"


def _by(direction: Direction, count: Steps) -> Related:
    return lambda x, y: direction.leads(x, y, count)


def _plain(scene: Scene) -> str:
    return "|".join(filter(None, scene.axis.plain)) or "alike"


def _alike(group: tuple[int, ...]) -> Statement:
    return every(fact(place(x), "==", place(group[0])) for x in group[1:])


def _pair(group: tuple[int, ...], related: Related) -> Statement | None:
    return related(*group) if len(group) == 2 else None
