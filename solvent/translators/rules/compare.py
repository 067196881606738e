"""Decides which category a comparison speaks of, and turns its amount into steps of that category's quantities."""

from collections.abc import Sequence

from solvent.translators.rules.formula import Compare, Relation, Value
from solvent.translators.rules.structure import Amount, ComparisonWord
from solvent.translators.rules.values import Category
from solvent.translators.rules.words import COMPARATIVES


class Unclear(Exception):  # noqa: N818 - it says what a clue is, and never leaves this package
    """A clue is not understood; the message says why."""


_COST = frozenset({"expens", "pricey", "cost", "pay", "paid", "earn", "price", "charg", "spend", "spent"})


def _fits(category: Category, said: ComparisonWord) -> bool:
    kinds = COMPARATIVES[said.word].kinds
    if "expens" in said.about:
        return category.kind == "money"
    if "recent" in said.about:
        return category.kind in ("year", "date", "month")
    return category.kind in kinds


def _by_unit(category: Category, amount: Amount) -> bool:
    units = dict(category.units)
    return any(unit in units for unit in amount.unit)


def choose(said: ComparisonWord, categories: Sequence[Category], beside: dict[str, frozenset[int]]) -> int:
    """The one category that the comparison can speak of.

    Raises:
        Unclear: none can, or several.
    """
    fitting = [n for n, category in enumerate(categories) if category.kind and _fits(category, said)]
    if said.amount and said.amount.unit:
        fitting = _narrow_by_unit(fitting, said.amount, categories)
    if not fitting:
        raise Unclear(f"no category has quantities that '{said.word}' could compare")
    words = {*said.about, *said.verb}
    for vote in (
        lambda n: bool(set(said.about) & (categories[n].words | {unit for unit, _ in categories[n].units})),
        lambda n: bool(words & (categories[n].words | {unit for unit, _ in categories[n].units})),
        lambda n: categories[n].kind == "money" and bool(words & _COST),
        lambda n: any(beside.get(word) == frozenset({n}) for word in words),
    ):
        chosen = [n for n in fitting if vote(n)]
        if len(fitting) > 1 and len(chosen) == 1:
            fitting = chosen
    if len(fitting) > 1:
        named = " or ".join(f"'{categories[n].name}'" for n in fitting)
        raise Unclear(f"leaves open whether '{said.word}' compares {named}")
    return fitting[0]


def _narrow_by_unit(fitting: list[int], amount: Amount, categories: Sequence[Category]) -> list[int]:
    counted = [n for n in fitting if _by_unit(categories[n], amount)]
    if counted:
        return counted
    # A bare number may be counted in anything, if there is only one such category.
    bare = [n for n in fitting if categories[n].kind == "number" and not _has_unit(categories[n])]
    if len(bare) == 1:
        return bare
    raise Unclear(f"knows no category counted in '{' '.join(amount.unit)}'")


def _has_unit(category: Category) -> bool:
    return any(not value.strip("#$").replace(",", "").replace(".", "").isdigit() for value in category.values)


def comparison(
    left: Value, right: Value, said: ComparisonWord, categories: Sequence[Category], beside: dict[str, frozenset[int]]
) -> Compare:
    """The formula of "LEFT is (amount) more than RIGHT"."""
    number = choose(said, categories, beside)
    category = categories[number]
    comparative = COMPARATIVES[said.word]
    sign = -comparative.sign if category.kind in comparative.reversed_in else comparative.sign
    if category.kind == "number" and said.word in ("faster", "quicker", "slower") and not _is_speed(category):
        raise Unclear(f"leaves open whether a larger '{category.name}' is {said.word}")
    if said.amount is None:
        relation: Relation = ">" if sign > 0 else "<"
        return Compare(left, right, number, relation)
    return Compare(left, right, number, "difference", sign * steps(said.amount, category))


def _is_speed(category: Category) -> bool:
    return bool({"speed", "mph", "kph", "knot"} & (category.words | {unit for unit, _ in category.units}))


def steps(amount: Amount, category: Category) -> int:
    """The amount in steps of the category's quantities."""
    units = dict(category.units)
    factor = next((units[unit] for unit in amount.unit if unit in units), 1)
    scaled = amount.number * factor * category.scale
    if scaled.denominator != 1:
        raise Unclear(f"asks for a difference in '{category.name}' that no two values have")
    return int(scaled)
