"""The meaning of clauses that pair lists of values, or relate one row to two others by their places."""

from itertools import permutations

from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.formula import All, CompareQuantities, Formula, Relation, Some, Value, both
from solvent.translators.rules.clues.grammar import Context, Groups, Meaning, _differ, _placed, _same, _values, entity
from solvent.translators.rules.clues.item_codes import PlaceRelation

_LONGEST = 4  # values in lists that are paired in some order


def in_some_order(groups: Groups, context: Context) -> Meaning:
    """A and B are, in some order, C and D."""
    del context
    left, right = _values(groups[0]), _values(groups[1])
    if len(left) != len(right) or len(left) > _LONGEST:
        raise Unclear("pairs lists of different lengths")
    ways = [
        All(tuple(_same(one, other) for one, other in zip(left, order, strict=True)))
        for order in permutations(right)
        if all(one.category != other.category for one, other in zip(left, order, strict=True))
    ]
    if not ways:
        raise Unclear("leaves no way to match its two lists")
    return Meaning(both(_differ(*left), _differ(*right), Some(tuple(ways))))


def one_row(groups: Groups, context: Context) -> Meaning:
    """A and B are the same person."""
    del context
    one, other = _values(groups[0])
    return Meaning(_same(one, other))


def one_of_places(groups: Groups, context: Context) -> Meaning:
    """X is next to A or B."""
    link = groups[1][0].payload
    if not isinstance(link, PlaceRelation) or link.relation != "distance":
        raise Unclear("leaves open what 'or' joins")
    subject, parts = entity(groups[0])
    options = _values(groups[2])
    if subject in options:
        raise Unclear("compares a value with itself")
    return Meaning(both(*parts, Some(tuple(_placed(subject, option, link, context) for option in options))))


def inverted(groups: Groups, context: Context) -> Meaning:
    """Next to A lives B; the person to the immediate left of A is B."""
    link = groups[0][0].payload
    (a, b) = (_values(group)[0] for group in groups[1:])
    if not isinstance(link, PlaceRelation) or a == b:
        raise Unclear("compares a value with itself")
    if link.relation != "difference" and groups[0][0].start > 0:
        raise Unclear("leaves open which of several places is meant")  # "the house to the left of A is red"
    return Meaning(_placed(b, a, link, context))


def flanked(groups: Groups, context: Context) -> Meaning:
    """X is flanked by A and B, which are its neighbours."""
    subject, parts = entity(groups[0])
    one, other = (_values(group)[0] for group in groups[1:])
    if subject in (one, other) or context.known.categories[context.places].order.circle:
        raise Unclear("compares a value with itself")
    beside = PlaceRelation("distance", 1)
    near = [_placed(subject, each, beside, context) for each in (one, other)]
    return Meaning(both(*parts, *near, _differ(one, other)))


def on_two_sides(groups: Groups, context: Context) -> Meaning:
    """A and B are on different sides of X."""
    return _on_sides(groups, context, (("<", ">"), (">", "<")))


def on_one_side(groups: Groups, context: Context) -> Meaning:
    """A and B are on the same side of X."""
    return _on_sides(groups, context, (("<", "<"), (">", ">")))


def _on_sides(groups: Groups, context: Context, ways: tuple[tuple[Relation, Relation], ...]) -> Meaning:
    one, other, middle = (_values(group)[0] for group in groups)
    if len({one, other, middle}) < len(groups):
        raise Unclear("compares a value with itself")

    def placed(value: Value, relation: Relation) -> Formula:
        return CompareQuantities(value, middle, context.places, relation)

    return Meaning(Some(tuple(All((placed(one, first), placed(other, second))) for first, second in ways)))
