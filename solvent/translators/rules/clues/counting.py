"""Clauses on how many rows are above or below another: "only Ann is older than the baker", "two people are older"."""

from collections.abc import Sequence

from solvent.translators.rules.clues.compare import Unclear, ranked
from solvent.translators.rules.clues.formula import Formula, Same, Some, Value, both
from solvent.translators.rules.clues.grammar import Context, Groups, Meaning, entity
from solvent.translators.rules.clues.item_codes import ComparisonWord, RowCount
from solvent.translators.rules.clues.values import Category


def _ranking(said: ComparisonWord, categories: Sequence[Category]) -> list[Value]:
    """All values of the only category that a comparison may refer to, those that are "more" by its word first.

    Raises:
        Unclear: no category fits, or several do.

    """
    count = len(categories[0].values)
    return [ranked(said, rank, categories) for rank in range(1, count + 1)]


def counted_above(groups: Groups, context: Context) -> Meaning:
    """Exactly two people are older than X."""
    number, link = groups[0][0].payload, groups[1][0].payload
    subject, parts = entity(groups[2])
    if not isinstance(number, RowCount) or not isinstance(link, ComparisonWord) or link.amount or link.next:
        raise Unclear("uses an unknown kind of comparison")
    order = _ranking(link, context.known.categories)
    return Meaning(both(*parts, _has(subject, order[number.number])))


def counted_below(groups: Groups, context: Context) -> Meaning:
    """X is older than exactly two of the others."""
    number, link = groups[2][0].payload, groups[1][0].payload
    subject, parts = entity(groups[0])
    if not isinstance(number, RowCount) or not isinstance(link, ComparisonWord) or link.amount or link.next:
        raise Unclear("uses an unknown kind of comparison")
    order = _ranking(link, context.known.categories)
    return Meaning(both(*parts, _has(subject, order[-1 - number.number])))


def _has(subject: Value, value: Value) -> Formula:
    if subject.category == value.category:
        raise Unclear("compares a value with its own rank")
    return Same(subject, value)


def only_one_above(groups: Groups, context: Context) -> Meaning:
    """Only X is older than Y; nobody but X is older than Y."""
    link = groups[2][0].payload
    (a, of_a), (b, of_b) = entity(groups[1]), entity(groups[3])
    if not isinstance(link, ComparisonWord) or link.amount or link.next or a == b:
        raise Unclear("uses an unknown kind of comparison")
    first, second, *_ = _ranking(link, context.known.categories)
    return Meaning(both(*of_a, *of_b, _has(a, first), _has(b, second)))


def all_but_one_below(groups: Groups, context: Context) -> Meaning:
    """Everyone but X is younger than Y: Y is X, and the oldest, or else only X is older."""
    link = groups[2][0].payload
    (a, of_a), (b, of_b) = entity(groups[1]), entity(groups[3])
    if not isinstance(link, ComparisonWord) or link.amount or link.next:
        raise Unclear("uses an unknown kind of comparison")
    *_, second, first = _ranking(link, context.known.categories)
    apart: Formula = both(_has(a, first), _has(b, second))
    if a == b:
        return Meaning(both(*of_a, *of_b, _has(b, first)))
    if a.category == b.category:
        return Meaning(both(*of_a, *of_b, apart))
    return Meaning(both(*of_a, *of_b, Some((both(Same(a, b), _has(b, first)), apart))))
