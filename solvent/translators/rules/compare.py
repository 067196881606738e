"""Decides which category a comparison speaks of, and turns its amount into steps of that category's quantities."""

from collections.abc import Sequence

from solvent.translators.rules.formula import Compare, Relation, Value
from solvent.translators.rules.structure import Amount, ComparisonWord
from solvent.translators.rules.values import Category
from solvent.translators.rules.words import COMPARATIVES


class Unclear(Exception):  # noqa: N818 - it says what a clue is, and never leaves this package
    """A clue is not understood; the message says why."""


# What verbs and comparatives measure, and the stems of units and names that measure it.
_DIMENSIONS = tuple(
    (frozenset(verbs.split()), frozenset(nouns.split()))
    for verbs, nouns in (
        (
            "expens cost pay paid earn charg spend spent sold sell price cheaper",
            "money $ dollar price cost fare salari rent",
        ),
        (
            "farther further drive walk ran run travel flew fli jump taller wider deeper closer nearer longer shorter",
            "mile kilomet meter foot inch yard centimet distanc length height light",
        ),
        ("faster slower quicker", "mph kph knot speed minut second# hour"),
        ("heavier lighter weigh", "pound kilogram ton ounc gram weight"),
        ("older younger", "year age old"),
        ("last took", "minut hour second# day durat"),
    )
)


def _words(category: Category) -> frozenset[str]:
    """The stems of a category's name and units, and its kind."""
    return category.words | {unit for unit, _ in category.units} | {category.kind}


def _fits(category: Category, said: ComparisonWord) -> bool:
    kinds = COMPARATIVES[said.word].kinds
    if said.word in ("farther", "further"):
        return category.kind in kinds and (category.kind != "number") == ("line" in said.about)
    if said.word in ("behind", "ahead") and category.kind == "number":
        return bool(_words(category) & {*said.verb, *(said.amount.unit if said.amount else ())})
    if "expens" in said.about:
        return category.kind == "money"
    if "recent" in said.about:
        return category.kind in ("year", "date", "month")
    return category.kind in kinds


def _by_unit(category: Category, amount: Amount) -> bool:
    units = dict(category.units)
    return any(unit in units for unit in amount.unit)


def choose(
    said: ComparisonWord, categories: Sequence[Category], beside: dict[str, frozenset[int]], own: frozenset[int]
) -> int:
    """The one category that the comparison can speak of.

    `own` are the categories of the values compared: words beside them describe those, not the comparison.

    Raises:
        Unclear: none can, or several.

    """
    fitting = [n for n, category in enumerate(categories) if category.kind and _fits(category, said)]
    if said.amount and said.amount.unit:
        fitting = _narrow_by_unit(fitting, said.amount, categories)
    if not fitting:
        raise Unclear(f"no category has quantities that '{said.word}' could compare")
    words = {*said.about, *said.verb, said.word}
    for votes in (
        [len(set(said.about) & _words(categories[n])) for n in fitting],
        [sum(bool(words & verbs and _words(categories[n]) & nouns) for verbs, nouns in _DIMENSIONS) for n in fitting],
        [len(words & _words(categories[n])) * (n not in own) for n in fitting],
        [sum(beside.get(word) == frozenset({n}) for word in words) * (n not in own) for n in fitting],
    ):
        if max(votes) and votes.count(max(votes)) == 1:
            return fitting[votes.index(max(votes))]
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
    number = choose(said, categories, beside, frozenset({left.category, right.category}))
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
