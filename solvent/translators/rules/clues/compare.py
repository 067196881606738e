"""Decides which category a comparison refers to, and converts its amount to steps of that category's quantities."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

from solvent.translators.rules.clues.amounts import Amount
from solvent.translators.rules.clues.formula import All, CompareQuantities, Flag, Formula, Relation, Same, Some, Value
from solvent.translators.rules.clues.item_codes import ComparisonWord, Threshold
from solvent.translators.rules.clues.values import SCORED, Category, is_hours_or_ages, is_person
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import COMPARATIVES, GLUE, listed, stem


class Unclear(Exception):  # noqa: N818 - describes a clue, and never leaves this package
    """A clue is not understood; the message says why."""


# Floors and grades count upwards from the lowest; ranks and places count down from the highest.
_UPWARDS = frozenset(map(stem, listed("floor story storey level grade gear degree step stair deck shelf rung class")))
_SCALES = {stem("thousand"): 10**3, stem("million"): 10**6, stem("billion"): 10**9}
_UPRIGHT = frozenset(map(stem, listed("floor story storey level deck shelf rung")))
_AGES = frozenset(map(stem, ("age", "old")))
_TIMES = stem("times")
_MOST_OPEN = 3  # categories that one comparison may refer to
_OF_NUMBERS = frozenset({"higher", "greater", "larger", "bigger", "lower", "smaller"})
# Kinds that a word compares only if no other category fits it.
_RARELY = {word: frozenset({"money", "percent"}) for word in ("larger", "bigger", "smaller")}
_RARELY |= {word: frozenset({"ordinal"}) for word in ("higher", "lower")}
_COUNTING = frozenset({"more", "less", "fewer"})
_DEGREES = frozenset(
    stem(word)
    for word in listed("somewhat a bit little lot much quite far fair good great deal tad touch even still way also")
)
# Verbs that take a number as their object: "scored more" counts, "fixed more" does not say what.
_TALLYING = frozenset(
    stem(verb)
    for verb in listed(
        """score collect catch caught contain hold held seat weigh total raise receive earn gather order request donate
        buy bought drive drove travel walk run ran swim swam jump throw threw eat ate drink drank read write wrote
        publish grow grew plant pick produce lift log record hit shoot shot pledge loan lent lend borrow deposit
        complete win won attend serve carry carried consume burn use lose lost gain shed bake feature include
        boast offer require need cover span measure stretch reach climb dive last take took bench press guess bowl
        sell sold invest save weighed spend spent make made
        give gave given award inherit steal stole stolen find found embezzle tip contribute withdraw withdrew bank gross
        net fundraise wager bet gamble insure claim fine refund deduct bill quote estimate appraise list ask command
        yield return offer pocket amass fetch budget"""
    )
)
_GLUE_STEMS = frozenset(map(stem, GLUE))
# For each dimension, the verbs and comparatives that refer to it, and the stems of units and names that measure it.
_DIMENSIONS = tuple(
    (frozenset(verbs.split()), frozenset(nouns.split()))
    for verbs, nouns in (
        (
            """expens cost pay paid earn charg spend spent sold sell price cheaper fetch worth bid rais donat give gave
            receiv win won make made went go bring brought tip owe save invest rent valu""",
            "money $ dollar pound euro price cost fare fee salari rent",
        ),
        (
            "farther further drive walk ran run travel flew fli jump taller wider deeper closer nearer longer shorter",
            "mile kilomet meter foot inch yard centimet distanc length height light",
        ),
        ("faster slower quicker", "mph kph knot speed minut second# hour"),
        ("heavier lighter weigh", "pound kilogram ton ounc gram weight"),
        ("older younger", "year age old"),
        ("last took longer shorter", "minut hour second# day week month year durat"),
    )
)


def _words(category: Category) -> frozenset[str]:
    """The stems of a category's name and units, and its kind."""
    return category.words | {unit for unit, _ in category.units} | {category.kind}


def _measures_something_else(category: Category, said: ComparisonWord) -> bool:
    """Whether a word such as "older" or "taller" refers to one dimension and the category is known to have another."""
    mine = [nouns for verbs, nouns in _DIMENSIONS if said.word in verbs]
    if not mine or category.kind not in ("number", "money", "percent"):
        return False
    about = _words(category)
    if said.word in ("longer", "shorter") and about & _AGES:
        return True
    if any(about & nouns for nouns in mine):
        return False
    return said.word in ("older", "younger") or any(about & nouns for _, nouns in _DIMENSIONS)


def _fits(category: Category, said: ComparisonWord) -> bool:
    if _measures_something_else(category, said):
        return False
    kinds = COMPARATIVES[said.word].kinds
    if category.kind == "position" and said.word in _OF_NUMBERS:
        upright = not _words(category).isdisjoint(_UPRIGHT) and said.word in ("higher", "lower")
        return upright or "number" in {*said.verb, *said.about}
    if said.word in ("farther", "further"):
        return category.kind in kinds and (category.kind != "number") == ("line" in said.about)
    if said.word in ("behind", "ahead") and category.kind == "number":
        return bool(_words(category) & {*said.verb, *(said.amount.unit if said.amount else ()), *SCORED})
    if said.word in ("behind", "ahead") and category.kind == "position":
        return bool({"finish", "rank", "came", "queue", "line", "race"} & (category.words | {*said.verb}))
    if "expens" in said.about:
        return category.kind == "money" or bool(category.kind == "number" and _words(category) & _DIMENSIONS[0][1])
    if "recent" in said.about:
        return category.kind in ("year", "date", "month")
    return category.kind in kinds


def _by_unit(category: Category, amount: Amount) -> bool:
    units = dict(category.units)
    return any(unit in units for unit in amount.unit)


def choose(
    said: ComparisonWord, categories: Sequence[Category], beside: dict[str, frozenset[int]], own: frozenset[int]
) -> list[int]:
    """The categories that a comparison may refer to; usually one.

    Raises:
        Unclear: no category has suitable quantities, or it is unclear what a bare "more" counts.

    """
    fitting = [
        n for n, category in enumerate(categories) if _fits(category, said) or is_hours_or_ages(category, said.word)
    ]
    rare = _RARELY.get(said.word, frozenset())
    fitting = [n for n in fitting if categories[n].kind not in rare] or fitting
    if said.amount and said.amount.unit and said.amount.unit[0] != _TIMES:
        fitting = _narrow_by_unit(fitting, said.amount, categories)
    if not fitting:
        raise Unclear(f"no category has quantities that '{said.word}' could compare")
    if said.word in _COUNTING and not said.about and not (said.amount and said.amount.unit):
        things = not any(is_person(categories[n]) for n in own)
        fitting = [
            n
            for n in fitting
            if n in own or (things and categories[n].kind == "money") or _is_counted(n, said, categories[n], beside)
        ]
        if not fitting:
            raise Unclear(f"leaves open what '{said.word}' counts")
    words = {*said.about, *said.verb, said.word}
    for votes in (
        [len(set(said.about) & _words(categories[n])) for n in fitting],
        [sum(bool(words & verbs and _words(categories[n]) & nouns) for verbs, nouns in _DIMENSIONS) for n in fitting],
        [len(words & _words(categories[n])) * (n not in own) for n in fitting],
        [sum(beside.get(word) == frozenset({n}) for word in words) * (n not in own) for n in fitting],
    ):
        if max(votes) and votes.count(max(votes)) == 1:
            return [fitting[votes.index(max(votes))]]
    return fitting


def _is_counted(number: int, said: ComparisonWord, category: Category, beside: dict[str, frozenset[int]]) -> bool:
    """Whether the words before a bare "more" refer to the category: "fixed more than Ada" does not refer to a price."""
    verb = next((word for word in reversed(said.verb) if word not in _DEGREES), "")
    return (
        not verb
        or verb in _GLUE_STEMS
        or any(
            word in _words(category)
            or number in beside.get(word, ())
            or (word in _TALLYING and category.kind in ("number", "money"))
            or any(word in verbs and _words(category) & nouns for verbs, nouns in _DIMENSIONS)
            for word in said.verb
        )
    )


def ranked(said: ComparisonWord, rank: int, categories: Sequence[Category]) -> Value:
    """The value that a superlative names: the `rank`-th from the top, or bottom, of the only category it may refer to.

    Raises:
        Unclear: no category fits, several do, or it has fewer values.

    """
    found = choose(said, categories, {}, frozenset())
    if len(found) > 1:
        raise _open(said, found, categories)
    category = categories[found[0]]
    order = sorted(range(len(category.quantities)), key=lambda n: -_sign(said, category) * category.quantities[n])
    if not 1 <= rank <= len(order):
        raise Unclear(f"asks for rank {rank} among {len(order)} values")
    return Value(found[0], order[rank - 1])


def _open(said: ComparisonWord, found: Sequence[int], categories: Sequence[Category]) -> Unclear:
    named = " or ".join(f"'{categories[n].name}'" for n in found)
    return Unclear(f"leaves open whether '{said.word}' refers to {named}")


def _narrow_by_unit(fitting: list[int], amount: Amount, categories: Sequence[Category]) -> list[int]:
    counted = [n for n in fitting if _by_unit(categories[n], amount)]
    scored = [n for n in fitting if categories[n].kind == "number" and categories[n].words & {*SCORED, "score"}]
    counted = counted or (scored if {*amount.unit} <= SCORED else [])
    if counted:
        return counted
    # Values without a unit may be counted in any unit, if only one category has such values.
    bare = [n for n in fitting if categories[n].kind == "number" and not _has_unit(categories[n])]
    if any(is_unit(word) for word in amount.unit) and any(is_unit(word) for n in bare for word in categories[n].words):
        bare = []  # miles are not compared in kilometers
    if len(bare) == 1:
        return bare
    raise Unclear(f"uses the unit '{' '.join(amount.unit)}', in which no category is counted")


def _has_unit(category: Category) -> bool:
    return any(not value.strip("#$").replace(",", "").replace(".", "").isdecimal() for value in category.values)


def comparison(
    left: Value, right: Value, said: ComparisonWord, categories: Sequence[Category], beside: dict[str, frozenset[int]]
) -> Formula:
    """The formula of "LEFT is (amount) more than RIGHT".

    If it may refer to several categories, the solver chooses one, the same for all comparisons in these words.

    Raises:
        Unclear: no category fits, or too many do.

    """
    said, scaled = _scaled(said, categories), said
    found = _in_scale(scaled, said, categories) or choose(
        said, categories, beside, frozenset({left.category, right.category})
    )
    ways: list[Formula] = []
    problem = Unclear("compares nothing")
    for number in found:
        try:
            ways.append(_compare(left, right, said, number, categories[number]))
        except Unclear as unclear:
            ways.append(Some(()))
            problem = unclear
    usable = [way for way in ways if way != Some(())]
    if not usable:
        raise problem
    if len(found) == 1:
        return ways[0]
    if len(found) > _MOST_OPEN or len(usable) < len(ways):
        raise _open(said, found, categories)
    phrase = " ".join([*sorted({*said.verb, *said.about}), said.word])
    return _chosen(phrase, ways)


def _scaled(said: ComparisonWord, categories: Sequence[Category]) -> ComparisonWord:
    """The comparison with "two million" as a number, unless a category counts in millions."""
    amount = said.amount
    if not amount or not amount.unit or amount.unit[0] not in _SCALES:
        return said
    if any(amount.unit[0] in dict(each.units) for each in categories):
        return said
    number = amount.number * _SCALES[amount.unit[0]]
    return replace(said, amount=replace(amount, number=number, unit=amount.unit[1:]))


def _in_scale(said: ComparisonWord, scaled: ComparisonWord, categories: Sequence[Category]) -> list[int]:
    """The only category of numbers as large as "two million", where the amount has no other unit; or none."""
    if said is scaled or not scaled.amount or scaled.amount.unit:
        return []
    large = [n for n, each in enumerate(categories) if _fits(each, scaled) and each.kind in ("number", "money")]
    large = [n for n in large if max(categories[n].quantities) >= scaled.amount.number * categories[n].scale]
    return large if len(large) == 1 else []


def _chosen(phrase: str, ways: Sequence[Formula]) -> Formula:
    """A choice of one formula, encoded by flags that all uses of a phrase share."""
    flagged: list[Formula] = []
    for number, way in enumerate(ways):
        passed = [Flag(f"{phrase} compares {n}", first=False) for n in range(number)]
        here = [Flag(f"{phrase} compares {number}", first=True)] if number + 1 < len(ways) else []
        flagged.append(All((*passed, *here, way)))
    return Some(tuple(flagged))


def _compare(left: Value, right: Value, said: ComparisonWord, number: int, category: Category) -> Formula:
    if said.word in ("older", "younger") and _is_short_year(category):
        raise Unclear(f"leaves open whether a larger '{category.name}' is {said.word}")
    if category.kind == "number" and said.word in ("faster", "quicker", "slower") and not _is_speed(category):
        raise Unclear(f"leaves open whether a larger '{category.name}' is {said.word}")
    sign = _sign(said, category)
    quantities = category.quantities
    factor = said.factor
    if said.amount and said.amount.unit[:1] == (_TIMES,):
        factor = said.amount.number + category.order.more  # "two times more" may be a factor of 2 or 3
    if factor is not None:
        if sign < 0:
            raise Unclear(f"combines a factor with '{said.word}'")
        return _pairs(left, right, number, category, lambda one, other: one == factor * other)
    if said.next:
        order = sorted(quantities)
        rank = {quantity: place for place, quantity in enumerate(order)}
        return _pairs(left, right, number, category, lambda one, other: rank[one] - rank[other] == sign)
    if said.amount is not None and said.bound is not None:
        limit, bound = steps(said.amount, category), said.bound
        return _pairs(left, right, number, category, lambda one, other: bound.allows(sign * (one - other), limit))
    if said.amount is None:
        relation: Relation = ">" if sign > 0 else "<"
        return CompareQuantities(left, right, number, relation)
    return CompareQuantities(left, right, number, "difference", sign * steps(said.amount, category))


def _is_short_year(category: Category) -> bool:
    """Whether the values may be years without their century: those born in '99 are younger than those born in '98."""
    named = category.words & frozenset(map(stem, ("year", "years", "born", "birth", "model")))
    return category.kind == "number" and bool(named) and not category.words & _AGES


def _sign(said: ComparisonWord, category: Category) -> int:
    comparative = COMPARATIVES[said.word]
    upwards = said.word in ("higher", "lower") and not category.words.isdisjoint(_UPWARDS)
    sign = -comparative.sign if category.kind in comparative.reversed_in and not upwards else comparative.sign
    upright = category.kind == "position" and "number" not in {*said.verb, *said.about}
    turned = category.order.turned and (category.order.rank or upright)
    return -sign if turned and said.word in ("higher", "lower") else sign


def _pairs(left: Value, right: Value, number: int, category: Category, holds: Callable[[int, int], bool]) -> Formula:
    """The formula that the quantities of two rows are related by `holds`: a disjunction over the pairs that are."""
    ways: list[Formula] = []
    for one, upper in enumerate(category.quantities):
        for other, lower in enumerate(category.quantities):
            if one == other or not holds(upper, lower):
                continue
            parts = [_is(left, Value(number, one)), _is(right, Value(number, other))]
            if all(part is not False for part in parts):
                ways.append(All(tuple(part for part in parts if not isinstance(part, bool))))
    if not ways:
        raise Unclear(f"asks for quantities in '{category.name}' that no two values have")
    return Some(tuple(ways))


def around(said: CompareQuantities, size: int) -> Formula:
    """The formula of a distance or difference around a table, where the last place is next to the first."""
    amount = said.amount
    wanted = {amount % size} if said.relation == "difference" else {amount % size, -amount % size}
    negative = said.relation == "not distance"
    return chosen_pairs(said, range(size), lambda one, other: ((one - other) % size in wanted) != negative)


def chosen_pairs(said: CompareQuantities, quantities: Sequence[int], holds: Callable[[int, int], bool]) -> Formula:
    """A disjunction over the pairs of different values of the compared category for which `holds` is true."""
    ways: list[Formula] = []
    for one, other in permutations(range(len(quantities)), 2):
        parts = [_is(said.left, Value(said.category, one)), _is(said.right, Value(said.category, other))]
        if holds(quantities[one], quantities[other]) and all(part is not False for part in parts):
            ways.append(All(tuple(part for part in parts if not isinstance(part, bool))))
    return Some(tuple(ways))


def _is(value: Value, other: Value) -> Same | bool:
    """The formula that two values are in one row; for two values of one category, whether they are the same."""
    return value == other if value.category == other.category else Same(value, other)


def threshold(subject: Value, bound: Value, said: Threshold, category: Category) -> Formula:
    """The formula of "SUBJECT is at least BOUND" and the like.

    Raises:
        Unclear: both are of one category, or no value is within the bound.

    """
    if subject.category == bound.category:
        raise Unclear("compares a value with itself")
    limit = category.quantities[bound.index]
    fits = [
        Value(bound.category, index)
        for index, quantity in enumerate(category.quantities)
        if (quantity - limit) * said.sign > 0 or (said.inclusive and quantity == limit)
    ]
    if not fits:
        raise Unclear("sets a bound that no value is within")
    return Some(tuple(Same(subject, value) for value in fits))


def _is_speed(category: Category) -> bool:
    return bool({"speed", "mph", "kph", "knot"} & (category.words | {unit for unit, _ in category.units}))


def steps(amount: Amount, category: Category) -> int:
    """Convert an amount to steps of the category's quantities.

    Raises:
        Unclear: it is not a whole number of steps.

    """
    units = dict(category.units)
    factor = next((units[unit] for unit in amount.unit if unit in units), 1)
    scaled = amount.number * factor * category.scale
    if "cent" in amount.unit and (category.kind == "money" or (category.kind == "number" and category.scale > 1)):
        scaled /= 100
    if scaled.denominator != 1:
        raise Unclear(f"asks for a difference in '{category.name}' that no two values have")
    return int(scaled)
