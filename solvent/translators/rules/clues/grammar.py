"""The grammar of clues: the meaning of each clause pattern in `patterns.py`, as a formula.

A clause function gets the items in the groups of its pattern, and raises `Unclear` if they make no sense.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues.compare import Unclear, around, comparison, threshold
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Same, Some, Value, both
from solvent.translators.rules.clues.item_codes import ComparisonWord, Item, PlaceRelation, Places, Threshold
from solvent.translators.rules.clues.mentions import Lexicon, Mention
from solvent.translators.rules.clues.negation import unlike


@dataclass(frozen=True)
class Meaning:
    """What a clue says (`literal`), and what a reader would infer besides (`implied`)."""

    literal: Formula
    implied: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Context:
    """What the patterns need to know about the puzzle.

    `beside` maps a word to the categories beside whose values it occurs; `kin` are the categories whose values only say
    whose relative somebody is; `named` are the values that some clue mentions unambiguously; `company` are
    words such as "friend" that the introduction has for all people; `usual` are words such as "usually" that it says
    of all of them.
    """

    known: Lexicon
    beside: dict[str, frozenset[int]]
    kin: frozenset[int] = frozenset()
    named: frozenset[Value] = frozenset()
    company: frozenset[str] = frozenset()
    usual: frozenset[str] = frozenset()

    @property
    def rows(self) -> int:
        return len(self.known.categories[0].values)

    @property
    def places(self) -> int:
        return next(n for n, category in enumerate(self.known.categories) if category.kind == "position")


Groups = list[list[Item]]
Build = Callable[[Groups, Context], Meaning]


def _values(items: Sequence[Item]) -> list[Value]:
    found = []
    for item in items:
        if isinstance(item.payload, Mention):
            if not item.payload.settled:
                raise Unclear("leaves open which category a value belongs to")
            found.append(item.payload.candidates[0])
    return found


def entity(items: Sequence[Item]) -> tuple[Value, list[Formula]]:
    """The first value of a phrase that mentions values of one row, and the formulas that the others share its row."""
    first, *others = _values(items)
    if len({value.category for value in others}) < len(others):
        raise Unclear("puts two values of one category in one row")
    return first, [_same(first, other) for other in others]


def _same(left: Value, right: Value) -> Formula:
    if left == right:
        raise Unclear("relates a value to itself")
    if left.category == right.category:
        raise Unclear("puts two values of one category in one row")
    return Same(left, right)


def _differ(*values: Value) -> Formula:
    if len(set(values)) < len(values):
        raise Unclear("relates a value to itself")
    return Differ(tuple(values))


def identity(groups: Groups, context: Context) -> Meaning:
    del context
    _, parts = entity(groups[0])
    return Meaning(both(*parts))


def predicates(groups: Groups, context: Context) -> Meaning:
    """A subject with predicates, each affirmed or negated: "X isn't A and works in B"."""
    del context
    subject, parts = entity(groups[0])
    negative = False
    for item in groups[1]:
        negative = {"A": False, "C": False, "N": True}.get(item.code, negative)
        for value in _values([item]):
            parts.append(_differ(subject, value) if negative else _same(subject, value))
    return Meaning(both(*parts))


def none_of(groups: Groups, context: Context) -> Meaning:
    """X is neither A nor B; X isn't A or B."""
    del context
    subject, parts = entity(groups[0])
    options = _values(groups[1])
    literal = both(*parts, *(_differ(subject, option) for option in options))
    return Meaning(literal, tuple(_apart(options)))


def neither(groups: Groups, context: Context) -> Meaning:
    return none_of([groups[1], groups[0]], context)


def one_of(groups: Groups, context: Context) -> Meaning:
    """X is either A or B."""
    del context
    subject, parts = entity(groups[0])
    options = [entity([item]) for item in groups[1] if item.code == "M"]
    choices = tuple(_same(subject, option) for option, _ in options if option.category != subject.category)
    if not choices:
        raise Unclear("puts two values of one category in one row")
    return Meaning(both(*parts, Some(choices)), tuple(_apart([option for option, _ in options])))


def either_is(groups: Groups, context: Context) -> Meaning:
    """Either A or B is X."""
    return one_of([groups[1], groups[0]], context)


def _apart(values: Sequence[Value]) -> list[Formula]:
    """The formulas that contrasted values of different categories are in different rows."""
    return [
        Differ((one, other))
        for n, one in enumerate(values)
        for other in values[n + 1 :]
        if one.category != other.category
    ]


def of_two(groups: Groups, context: Context) -> Meaning:
    """Of A and B, one is C and the other D."""
    del context
    (a, of_a), (b, of_b), (c, of_c), (d, of_d) = (entity(group) for group in groups)
    ways = [
        All((Same(x, c), Same(y, d)))
        for x, y in ((a, b), (b, a))
        if x.category != c.category and y.category != d.category
    ]
    if not ways or a == b or c == d:
        raise Unclear("leaves no way to match its two pairs")
    choice: Formula = Some(tuple(ways)) if len(ways) > 1 else ways[0]
    return Meaning(both(*of_a, *of_b, *of_c, *of_d, _differ(a, b), _differ(c, d), choice))


def not_so(groups: Groups, context: Context) -> Meaning:
    """It isn't X who is A."""
    del context
    subject, parts = entity(groups[0])
    return Meaning(both(*parts, _differ(subject, *_values(groups[1]))))


def both_compared(groups: Groups, context: Context) -> Meaning:
    """X and Y are both older than Z."""
    parts = [part for subject in groups[:2] for part in _related(subject, groups[2][0], groups[3], context)]
    return Meaning(both(*parts), tuple(_apart([_values(subject)[0] for subject in groups[:2]])))


def neither_of(groups: Groups, context: Context) -> Meaning:
    """X and Y are both not Z."""
    del context
    (value,), (one,), (other,) = (_values(group) for group in (groups[2], *groups[:2]))
    return Meaning(both(_differ(one, value), _differ(other, value)), tuple(_apart([one, other])))


def all_different(groups: Groups, context: Context) -> Meaning:
    del context
    return Meaning(_differ(*_values(groups[0])))


def everybody(groups: Groups, context: Context) -> Meaning:
    """The five people are A, B, C, D and E."""
    values = _values(groups[1])
    count = groups[0][0].payload
    if count == context.rows > len(values) > 1 and groups[1][-2].code == "C":
        return Meaning(_differ(*values))  # the list is incomplete; the people that it names are different all the same
    if count != len(values) or count != context.rows:
        raise Unclear(f"lists {len(values)} of {count} where the puzzle has {context.rows}")
    return Meaning(_differ(*values))


def _related(left: Sequence[Item], link: Item, right: Sequence[Item], context: Context) -> list[Formula]:
    (a, parts), (b, more) = entity(left), entity(right)
    if a == b:
        raise Unclear("compares a value with itself")
    if isinstance(link.payload, ComparisonWord):
        return [*parts, *more, comparison(a, b, link.payload, context.known.categories, context.beside)]
    if isinstance(link.payload, PlaceRelation):
        return [*parts, *more, _placed(a, b, link.payload, context)]
    raise Unclear("uses an unknown kind of comparison")


def _placed(a: Value, b: Value, said: PlaceRelation, context: Context) -> Formula:
    """The formula of a relation between the places of two rows; around a table the last is next to the first."""
    category = context.known.categories[context.places]
    if not category.order.circle:
        return CompareQuantities(a, b, context.places, said.relation, said.amount)
    if said.relation in ("<", ">"):
        raise Unclear("asks for an order around a table")
    return around(CompareQuantities(a, b, context.places, said.relation, said.amount), len(category.values))


def comparisons(groups: Groups, context: Context) -> Meaning:
    """X is older than A (and younger than B); X is older than A and B, which applies to both."""
    parts: list[Formula] = []
    link: Item | None = None
    right: list[Item] = []
    beyond: list[Value] = []  # those that one link compares with
    implied: list[Formula] = []
    for item in [*groups[1], Item("A", 0, 0)]:
        if item.code in "KXW":
            beyond = beyond if link is not None and _alike(link, item) else []
            link, right = item, []
        elif item.code == "M":
            right.append(item)
        elif item.code in "AC" and link is not None and right:
            parts += _related(groups[0], link, right, context)
            beyond.append(_values(right)[0])
            implied = [*implied, *(each for each in _apart(beyond) if each not in implied)]
            right = []
    return Meaning(both(*parts), tuple(implied))


def _alike(link: Item, other: Item) -> bool:
    """Whether two links say the same: "older than A and older than B"."""
    one, two = link.payload, other.payload
    if isinstance(one, ComparisonWord) and isinstance(two, ComparisonWord):
        return (one.word, one.amount, one.about, one.bound) == (two.word, two.amount, two.about, two.bound)
    return one == two


def not_compared(groups: Groups, context: Context) -> Meaning:
    """X is not older than Y; X is not as old as Y."""
    link = groups[1][0]
    (a, parts), (b, more) = entity(groups[0]), entity(groups[2])
    if not isinstance(link.payload, ComparisonWord) or a == b:
        raise Unclear("compares a value with itself")
    said = comparison(a, b, link.payload, context.known.categories, context.beside)
    turned = unlike(said, context.known.categories)
    if link.code == "I" and isinstance(turned, Some):
        turned = turned.parts[-1]  # "not as old as Y" implies that X and Y are different
    return Meaning(both(*parts, *more, turned))


def at_least(groups: Groups, context: Context) -> Meaning:
    """X charged at least B."""
    subject, parts = entity(groups[0])
    bound, said = _values(groups[2])[0], groups[1][0].payload
    if not isinstance(said, Threshold):
        raise Unclear("uses an unknown kind of comparison")
    return Meaning(both(*parts, threshold(subject, bound, said, context.known.categories[bound.category])))


def exactly_one(groups: Groups, context: Context) -> Meaning:
    """Exactly one of A and B is X."""
    del context
    subject, parts = entity(groups[1])
    options = _values(groups[0])
    ways = tuple(
        All(
            tuple(
                _same(option, subject) if n == chosen else _differ(option, subject) for n, option in enumerate(options)
            )
        )
        for chosen in range(len(options))
    )
    return Meaning(both(*parts, Some(ways)))


def respectively(groups: Groups, context: Context) -> Meaning:
    """A and B are X and Y, respectively."""
    del context
    left, right = _values(groups[0]), _values(groups[1])
    if len(left) != len(right):
        raise Unclear("pairs lists of different lengths")
    return Meaning(both(*(_same(one, other) for one, other in zip(left, right, strict=True))))


def other_than(groups: Groups, context: Context) -> Meaning:
    """Somebody other than A is X."""
    del context
    subject, parts = entity(groups[1])
    return Meaning(both(*parts, *(_differ(subject, value) for value in _values(groups[0]))))


def other_than_last(groups: Groups, context: Context) -> Meaning:
    return other_than([groups[1], groups[0]], context)


def aside(groups: Groups, context: Context) -> Meaning:
    """A, who isn't B, is C; A, who is B, is not C."""
    del context
    subject, parts = entity(groups[0])
    for segment in groups[1:]:
        negative = segment[0].code == "N"
        for value in _values(segment):
            parts.append(_differ(subject, value) if negative else _same(subject, value))
    return Meaning(both(*parts))


def contrast(groups: Groups, context: Context) -> Meaning:
    """A, not B, is C."""
    del context
    (a, of_a), (b, of_b), (c, of_c) = (entity(group) for group in groups)
    return Meaning(both(*of_a, *of_b, *of_c, _same(a, c), _differ(b, c)))


def neighbours(groups: Groups, context: Context) -> Meaning:
    return Meaning(both(*_related(groups[0], groups[2][0], groups[1], context)))


def not_neighbours(groups: Groups, context: Context) -> Meaning:
    """X is not next to Y, not directly left of Y."""
    link = groups[1][0].payload
    (a, parts), (b, more) = entity(groups[0]), entity(groups[2])
    if not isinstance(link, PlaceRelation) or a == b:
        raise Unclear("compares a value with itself")
    if link.relation == "distance":
        return Meaning(both(*parts, *more, _placed(a, b, PlaceRelation("not distance", link.amount), context)))
    return Meaning(both(*parts, *more, unlike(_placed(a, b, link, context), context.known.categories)))


def not_neighbours_each(groups: Groups, context: Context) -> Meaning:
    return not_neighbours([groups[0], groups[2], groups[1]], context)


def apart_by(groups: Groups, context: Context) -> Meaning:
    """There are two houses between X and Y."""
    return Meaning(both(*_related(groups[1], groups[0][0], groups[2], context)))


def between(groups: Groups, context: Context) -> Meaning:
    middle, one, other = (_values(group)[0] for group in groups)
    ways = [
        All((CompareQuantities(low, middle, context.places, "<"), CompareQuantities(middle, high, context.places, "<")))
        for low, high in ((one, other), (other, one))
    ]
    return Meaning(Some(tuple(ways)))


def between_them(groups: Groups, context: Context) -> Meaning:
    """Somewhere between A and B lives X."""
    return between([groups[2], groups[0], groups[1]], context)


def in_places(groups: Groups, context: Context) -> Meaning:
    """X lives at either end, in an even-numbered house."""
    subject, parts = entity(groups[0])
    said = groups[-1][0].payload
    found = [Value(context.places, index) for index in said.indices] if isinstance(said, Places) else []
    if any(item.code == "N" for item in groups[1]):
        return Meaning(both(*parts, *(_differ(subject, place) for place in found)))
    return Meaning(both(*parts, Some(tuple(_same(subject, place) for place in found))))
