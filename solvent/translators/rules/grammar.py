"""The grammar of clues: patterns over item codes, each with the formula that it means.

A clause pattern matches the whole clue or nothing: whatever it does not know makes the clue not understood.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.compare import Unclear, comparison
from solvent.translators.rules.formula import All, Compare, Differ, Formula, Same, Some, Value, both
from solvent.translators.rules.mentions import Lexicon, Mention
from solvent.translators.rules.structure import ComparisonWord, Item, PlaceRelation


@dataclass(frozen=True)
class Meaning:
    """What a clue says: `literal`, and what a reader would take for granted besides."""

    literal: Formula
    implied: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Context:
    """What patterns need to know of the puzzle.

    `beside` holds the categories beside whose values a word stands, `kin` those whose values only say whose relative
    somebody is.
    """

    known: Lexicon
    beside: dict[str, frozenset[int]]
    kin: frozenset[int] = frozenset()

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
                raise Unclear("leaves open which category a value is of")
            found.append(item.payload.candidates[0])
    return found


def _entity(items: Sequence[Item]) -> tuple[Value, list[Formula]]:
    """A phrase that mentions one or more values of one row: one of them, and that they are the same row."""
    first, *others = _values(items)
    return first, [_same(first, other) for other in others]


def _same(left: Value, right: Value) -> Formula:
    if left == right:
        raise Unclear("says something of a value and itself")
    if left.category == right.category:
        raise Unclear("puts two values of one category in one row")
    return Same(left, right)


def _differ(*values: Value) -> Formula:
    if len(set(values)) < len(values):
        raise Unclear("says something of a value and itself")
    return Differ(tuple(values))


def _identity(groups: Groups, context: Context) -> Meaning:
    del context
    _, parts = _entity(groups[0])
    return Meaning(both(*parts))


def _predicates(groups: Groups, context: Context) -> Meaning:
    """A subject and predicates with a polarity each: "X isn't A and works in B"."""
    del context
    subject, parts = _entity(groups[0])
    negative = False
    for item in groups[1]:
        negative = {"A": False, "C": False, "N": True}.get(item.code, negative)
        for value in _values([item]):
            parts.append(_differ(subject, value) if negative else _same(subject, value))
    return Meaning(both(*parts))


def _none_of(groups: Groups, context: Context) -> Meaning:
    """X is neither A nor B; X isn't A or B."""
    del context
    subject, parts = _entity(groups[0])
    options = _values(groups[1])
    literal = both(*parts, *(_differ(subject, option) for option in options))
    return Meaning(literal, tuple(_apart(options)))


def _neither(groups: Groups, context: Context) -> Meaning:
    return _none_of([groups[1], groups[0]], context)


def _one_of(groups: Groups, context: Context) -> Meaning:
    """X is either A or B."""
    del context
    subject, parts = _entity(groups[0])
    options = [_entity([item]) for item in groups[1] if item.code == "M"]
    choices = tuple(_same(subject, option) for option, _ in options if option.category != subject.category)
    if not choices:
        raise Unclear("puts two values of one category in one row")
    return Meaning(both(*parts, Some(choices)), tuple(_apart([option for option, _ in options])))


def _either_is(groups: Groups, context: Context) -> Meaning:
    """Either A or B is X."""
    return _one_of([groups[1], groups[0]], context)


def _apart(values: Sequence[Value]) -> list[Formula]:
    """That values of different categories which a clue contrasts are in different rows."""
    return [
        Differ((one, other))
        for n, one in enumerate(values)
        for other in values[n + 1 :]
        if one.category != other.category
    ]


def _of_two(groups: Groups, context: Context) -> Meaning:
    """Of A and B, one is C and the other D."""
    del context
    (a, of_a), (b, of_b), (c, of_c), (d, of_d) = (_entity(group) for group in groups)
    ways = [
        All((Same(x, c), Same(y, d)))
        for x, y in ((a, b), (b, a))
        if x.category != c.category and y.category != d.category
    ]
    if not ways or a == b or c == d:
        raise Unclear("leaves no way to match its two pairs")
    choice: Formula = Some(tuple(ways)) if len(ways) > 1 else ways[0]
    return Meaning(both(*of_a, *of_b, *of_c, *of_d, _differ(a, b), _differ(c, d), choice))


def _all_different(groups: Groups, context: Context) -> Meaning:
    del context
    return Meaning(_differ(*_values(groups[0])))


def _everybody(groups: Groups, context: Context) -> Meaning:
    """The five people are A, B, C, D and E."""
    values = _values(groups[1])
    count = groups[0][0].payload
    if count != len(values) or count != context.rows:
        raise Unclear(f"lists {len(values)} of {count} where the puzzle has {context.rows}")
    return Meaning(_differ(*values))


def _related(left: Sequence[Item], link: Item, right: Sequence[Item], context: Context) -> list[Formula]:
    (a, parts), (b, more) = _entity(left), _entity(right)
    if a == b:
        raise Unclear("compares a value with itself")
    if isinstance(link.payload, ComparisonWord):
        return [*parts, *more, comparison(a, b, link.payload, context.known.categories, context.beside)]
    if isinstance(link.payload, PlaceRelation):
        said = link.payload
        return [*parts, *more, Compare(a, b, context.places, said.relation, said.amount)]
    raise Unclear("compares in a way that is not known")


def _comparisons(groups: Groups, context: Context) -> Meaning:
    """X is older than A (and younger than B)."""
    parts: list[Formula] = []
    link: Item | None = None
    right: list[Item] = []
    for item in [*groups[1], Item("A", 0, 0)]:
        if item.code in "KX":
            link = item
        elif item.code == "M":
            right.append(item)
        elif item.code == "A" and link is not None:
            parts += _related(groups[0], link, right, context)
            link, right = None, []
    return Meaning(both(*parts))


def _neighbours(groups: Groups, context: Context) -> Meaning:
    return Meaning(both(*_related(groups[0], groups[2][0], groups[1], context)))


def _not_neighbours(groups: Groups, context: Context) -> Meaning:
    """X is not next to Y."""
    link = groups[1][0].payload
    (a, parts), (b, more) = _entity(groups[0]), _entity(groups[2])
    if not isinstance(link, PlaceRelation) or link.relation != "distance":
        raise Unclear("negates an order")
    return Meaning(both(*parts, *more, Compare(a, b, context.places, "not distance", link.amount)))


def _apart_by(groups: Groups, context: Context) -> Meaning:
    """There are two houses between X and Y."""
    return Meaning(both(*_related(groups[1], groups[0][0], groups[2], context)))


def _between(groups: Groups, context: Context) -> Meaning:
    middle, one, other = (_values(group)[0] for group in groups)
    ways = [
        All((Compare(low, middle, context.places, "<"), Compare(middle, high, context.places, "<")))
        for low, high in ((one, other), (other, one))
    ]
    return Meaning(Some(tuple(ways)))


def _at_end(groups: Groups, context: Context) -> Meaning:
    subject, parts = _entity(groups[0])
    ends = Value(context.places, 0), Value(context.places, context.rows - 1)
    if len(groups) > 1 and any(item.code == "N" for item in groups[1]):
        return Meaning(both(*parts, *(_differ(subject, end) for end in ends)))
    return Meaning(both(*parts, Some(tuple(_same(subject, end) for end in ends))))


# Auxiliaries (V) matter only where a predicate must be told from a second subject: elsewhere they are dropped.
_PATTERNS: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"(MM+)", _identity),
        (r"(M+)(NM)", _predicates),
        (r"(M+)(N?M(?:C?AN+M)+)", _predicates),
        (r"(M)(MAM)", _predicates),
        (r"(M+)N(MC?(?:[OR]N?M)|M(?:CM)+C?[OR]M)", _none_of),
        (r"(M+)T(M(?:CM)*C?[RO]M)", _none_of),
        (r"T(M(?:CM)*C?[RO]M)(M)", _neither),
        (r"(M+)E(M(?:CM)*C?OM)", _one_of),
        (r"(M)(MOM)", _one_of),
        (r"E(M(?:CM)*C?OM)(M)", _either_is),
        (r"F(M+)A(M+)C?1(M+)C?A2(M+)", _of_two),
        (r"(M(?:CM)*C?AM)D", _all_different),
        (r"(L)(M(?:CM)*C?AM)", _everybody),
        (r"(M+)((?:[KX]M+)(?:A[KX]M+)*)", _comparisons),
        (r"(M+)A(M+)(J)", _neighbours),
        (r"(M+)N(X)(M+)", _not_neighbours),
        (r"(B)(M+)A(M+)", _apart_by),
        (r"(M)Z(M)A(M)", _between),
        (r"(M+)(N?)U", _at_end),
    )
)
_WITH_VERBS: tuple[tuple[re.Pattern[str], Build], ...] = (
    # "X is not A and is B", "X has A and is B"
    (re.compile(r"(M+)(V*N?V*M(?:C?AV+N?V*M)+)"), _predicates),
)


def meaning(items: Sequence[Item], context: Context, length: int) -> Meaning:
    """The meaning of a clue of `length` tokens from its items.

    Raises:
        Unclear: no pattern fits, or the one that fits makes no sense here.

    """
    trimmed = list(items)
    while trimmed and trimmed[-1].code in "CV":
        trimmed.pop()
    ends_in_verb = items and items[-1].code == "V" and items[-1].end == length
    if ends_in_verb and not any(item.code in "KX" for item in trimmed):
        raise Unclear("ends in a second statement")  # "... or the rower does"
    plain = [item for item in trimmed if item.code != "V"]
    for sequence, patterns in ((plain, _PATTERNS), (trimmed, _WITH_VERBS)):
        codes = "".join(item.code for item in sequence)
        for pattern, build in patterns:
            match = pattern.fullmatch(codes)
            if match:
                spans = [match.span(n) for n in range(1, pattern.groups + 1)]
                return build([list(sequence[start:end]) for start, end in spans], context)
    mentions = sum(item.code == "M" for item in items)
    if mentions < 2:
        raise Unclear(f"finds {mentions or 'no'} value{'s' if mentions != 1 else ''} of the puzzle in it")
    raise Unclear("does not know how its parts are put together")
