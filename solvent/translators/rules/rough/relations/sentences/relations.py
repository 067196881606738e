"""What stands between two mentions, as a relation of rows: the same, older than, next to, two places behind, ..."""

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.axes import category_of, turned
from solvent.translators.rules.rough.relations.sentences.lexicon import AXES, LESS
from solvent.translators.rules.rough.relations.sentences.tokens import Token, number
from solvent.translators.rules.rough.world import Value, World
from solvent.translators.rules.statements.language import Statement, denied, every, some
from solvent.translators.rules.text.words import is_agent, listed

Compares = Callable[[int, int], bool]
_HEADS = (
    "COMPARE",
    "COMPARED",
    "OFTWO",
    "COMPARATIVE",
    "BESIDE",
    "OPPOSITE",
    "BETWEEN",
    "FACTOR",
    "APART",
    "DIFFERENT",
    "SOCIAL",
    "KIN",
    "ALLBUT",
)
_KINDS = {
    "BESIDE": "beside",
    "OPPOSITE": "opposite",
    "BETWEEN": "between",
    "APART": "apart",
    "DIFFERENT": "different",
    "SOCIAL": "different",
    "KIN": "different",
    "ALLBUT": "all",
}
_BOUNDS: dict[str, Compares] = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
}
_TIMES = {"twice": 2, "double": 2, "half": 2, "thrice": 3, "two times": 2}
_UNIT_AXES = {
    "age": "year",
    "time": "day week month hour minute second year night evening morning",
    "price": "money dollar euro pound cent buck",
    "length": "metre meter kilometre mile foot feet km",
    "height": "cm centimetre inch metre meter",
    "weight": "kg kilo gram pound",
}
_SCALED = {"century": 100, "centurie": 100, "decade": 10, "week": 7, "hour": 60, "year": 12}
_SCORES = re.compile(r"\b(?:points?|goals?|votes?|wins|scored)\b")
_PERSONS = frozenset(listed("person people child children friend name one man woman girl boy"))
_SPATIAL = ("left", "west", "north", "circle", "vertical", "queue")
_BEFORE = ("behind", "in front of")  # a house, not in a row
_PREPOSITIONS = frozenset(listed("after behind before over under above below beside ahead since"))  # without an order
_BEING = frozenset(
    listed(
        "is are was were be been being became become becomes turned has have had did does do must can certainly name"
    )
)
IS_STEP = frozenset(
    listed(
        """place position spot slot seat chair stool house door room floor storey story level shelf
        shelve step rung lane hook box stop turn rank space desk plot row"""
    )
)


@dataclass(frozen=True)
class Relation:
    """A relation; `steps` is by how much exactly, `direct` one step, `said` the words around it."""

    kind: str = "same"
    sign: int = 0
    axis: str = ""
    word: str = ""
    difference: Token | None = None
    direct: bool = False
    factor: int = 1
    inverse: bool = False  # "Ann's left neighbour is Bo", "Ann has Bo on her left"
    half: bool = False
    said: str = ""

    @property
    def loose(self) -> bool:
        """Whether it may mean at once: "followed by"."""
        return self.kind == "compare" and "follow" in self.word and self.difference is None

    @property
    def told(self) -> str:
        """The relation in words."""
        if self.kind == "same":
            return "goes with"
        amount = f"{self.difference.text} " if self.difference else "directly " if self.direct else ""
        return f"is {amount}{self.word}".strip()


def heads(gap: Iterable[Token]) -> bool:
    """Whether words between mentions say anything but that both belong together."""
    return any(token.kind in _HEADS for token in gap)


def relations(gap: Sequence[Token]) -> list[Relation]:
    """The relations that words between two mentions name: several if one is described by another."""
    said = " ".join(token.text for token in gap)
    found: list[Relation] = []
    difference, direct = None, False
    for at, token in enumerate(gap):
        if token.kind == "DIFF":
            difference = token
        elif token.kind == "IMM":
            direct = True
        elif token.kind in _HEADS and not (found and _is_told(token, found[-1])):
            one = _head(token, said)
            if one.kind == "compare" and at and gap[at - 1].text in ("'s", "'") and token.axis == "left":
                one = replace(one, inverse=True, direct=True)
            found.append(replace(one, difference=difference, direct=direct or one.direct))
            difference, direct = None, False
    if found and (difference or direct):
        last = found[-1]
        found[-1] = replace(last, difference=last.difference or difference, direct=last.direct or direct)
    elif difference:
        found.append(Relation("apart", word="apart", difference=difference, said=said))
    return [each for each in found if each.kind != "apart" or each.difference] or [Relation(said=said)]


def _is_told(token: Token, last: Relation) -> bool:
    """Whether a word only repeats the relation before: "next-door neighbour", "married to a sister of"."""
    told = {"BESIDE": "beside", "COMPARATIVE": "factor", "KIN": "different", "SOCIAL": "different"}
    return last.kind == told.get(token.kind, "")


def _factor(text: str) -> int:
    for word, times in _TIMES.items():
        if word in text:
            return times
    return max(1, number(next((word for word in text.split() if word not in ("exactly", "just")), "")))


def _head(token: Token, said: str) -> Relation:
    if token.kind == "COMPARED":
        return Relation("compare", token.sign, token.axis, token.text, direct=True, inverse=True, said=said)
    if token.kind == "COMPARE":
        direct = any(word in token.text for word in ("neighb", "immediate", "directly", "right after"))
        return Relation("compare", token.sign, token.axis, token.text, direct=direct, said=said)
    if token.kind == "FACTOR":
        return Relation("factor", word=token.text, factor=_factor(token.text), half="half" in token.text, said=said)
    if token.kind in ("COMPARATIVE", "OFTWO"):
        words = [word for word in token.text.split() if word not in ("much", "far", "a", "bit", "slightly")]
        word = " ".join(words)
        axis = _axis(said.split() if word in ("less", "more", "fewer") else words[-1:])
        return Relation("compare", -1 if words[0] in LESS else 1, axis, word, said=said)
    return Relation(_KINDS[token.kind], word=token.text, said=said)


def _axis(words: Sequence[str]) -> str:
    """The axis that one of some words is about."""
    return next((axis for axis, known in AXES.items() if any(word in known.split() for word in words)), "")


class Rows:
    """States relations of values of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.world: World = scene.world

    @cached_property
    def nouns(self) -> dict[str, int]:
        """The words for one of a category."""
        return dict(self.scene.nouns)

    @cached_property
    def people(self) -> int:
        """The category of people, as far as one can tell; else the first that is no place and no amount."""

        def unlikely(number: int) -> tuple[bool, ...]:
            each = self.world.categories[number]
            name = each.name.lower().removesuffix("s")
            person = name in _PERSONS or is_agent(name)
            capital = all(value[:1].isupper() for value in each.values)
            return number == self.world.place, bool(each.amounts), not (person and capital), not capital, not person

        return min(range(len(self.world.categories)), key=unlikely)

    @cached_property
    def trades(self) -> frozenset[int]:
        """The categories of people beside their names: trades."""
        return frozenset(
            number
            for number, each in enumerate(self.world.categories)
            if number != self.people and sum(is_agent(value.split(" ")[-1]) for value in each.values) > 1
        )

    def deal(self, one: int, other: int, gap: Sequence[Token]) -> bool:
        """Whether words between a name and a trade tell that the one does something with the other."""
        named = all(value[:1].isupper() for value in self.world.categories[self.people].values)
        if not (named and self.people in (one, other) and {one, other} & self.trades):
            return False
        if any(token.kind in _HEADS for token in gap) or any(token.text == "as" for token in gap):
            return False
        return any(token.kind == "WORD" and token.text not in _BEING for token in gap)

    def name(self, value: Value) -> str:
        """A value as the text spells it."""
        category = self.world.categories[value.category]
        return (
            f"{category.name} {category.values[value.number]}"
            if value.category == self.world.place
            else category.values[value.number]
        )

    def state(self, found: Sequence[Relation], one: Value, other: Value) -> Statement | None:
        """That a chain of relations leads from one value to another; None if it makes no sense here."""
        if len(found) == 1:
            return self._single(found[0], one, other)
        if len(found) > 3:
            return None
        middle = list(self.world.values(self.world.fixed))
        chains = []
        for each in middle:
            first, rest = self._single(found[0], one, each), self.state(found[1:], each, other)
            if first is None or rest is None:
                return None
            chains.append(every((first, rest)))
        return some(chains)

    def both(self, found: Sequence[Relation], one: Value, other: Value) -> Statement | None:
        """That several relations hold at once: "to the left of and next to"."""
        parts = [self._single(each, one, other) for each in found]
        return every(part for part in parts if part is not None) if all(parts) else None

    def _single(self, relation: Relation, one: Value, other: Value) -> Statement | None:
        if not self._placeable(relation, one, other):
            return None
        if relation.inverse:
            one, other = other, one
        if not self._orders(relation.word):
            relation = Relation(said=relation.said)
        if relation.kind in ("same", "different"):
            same = self.world.same(one, other)
            return same if relation.kind == "same" else denied(same)
        match relation.kind:
            case "beside":
                return self._beside(one, other)
            case "opposite":
                size = self.world.rows
                return self.world.beside(one, other, size // 2) if size % 2 == 0 and self.world.circular else None
            case "apart" if relation.difference:
                return self._apart(relation.difference, one, other)
            case "factor":
                return self._factor(relation, one, other)
            case "compare":
                return self._compared(relation, one, other)
        return None

    def _orders(self, word: str) -> bool:
        """Whether a preposition or "touches" can tell of an order, as there is one."""
        if word in _PREPOSITIONS:
            return category_of(self.world, "") is not None
        return self._spatial or not word.startswith("touch")

    @property
    def _spatial(self) -> bool:
        place = self.world.place
        return place is not None and self.world.categories[place].axis in _SPATIAL

    def _placeable(self, relation: Relation, one: Value, other: Value) -> bool:
        return relation.kind in ("same", "different") or all(
            self.world.categories[each.category].once for each in (one, other)
        )

    def _beside(self, one: Value, other: Value) -> Statement | None:
        if self.world.place is not None:
            return self.world.beside(one, other)
        category = category_of(self.world, "")
        return None if category is None else self._pairs(category, one, other, lambda a, b: abs(a - b) == 1)

    def _apart(self, difference: Token, one: Value, other: Value) -> Statement | None:
        category = self._category(Relation(difference=difference))
        if category is None:
            return None
        if category == self.world.place and self._in_steps(difference, category):
            return self.world.beside(one, other, difference.number)
        amount = self._amount(difference, category)
        amounts = self.world.categories[category].amounts
        return self._pairs(category, one, other, lambda a, b: abs(amounts[a] - amounts[b]) == amount)

    def _factor(self, relation: Relation, one: Value, other: Value) -> Statement | None:
        axis = _axis(relation.said.split())
        category = category_of(self.world, axis, relation.said, self.scene.nouns)
        if category is None or not self.world.categories[category].amounts:
            return None
        less, more = (one, other) if relation.half else (other, one)
        amounts = self.world.categories[category].amounts
        return self._pairs(category, more, less, lambda a, b: amounts[a] == relation.factor * amounts[b])

    def _category(self, relation: Relation) -> int | None:
        unit = relation.difference.unit.split(" ")[-1] if relation.difference else ""
        if unit:
            short = unit.removesuffix("s")
            for number, each in enumerate(self.world.categories):
                named = short == each.name.lower() or dict(self.scene.nouns).get(short) == number
                measured = short in _UNIT_AXES.get(each.axis, "").split()
                if (each.amounts or number == self.world.place) and (named or measured):
                    return number
            if short in IS_STEP and self.world.place is not None:
                return self.world.place
        return category_of(self.world, relation.axis, relation.said, self.scene.nouns)

    def _in_steps(self, difference: Token, category: int) -> bool:
        """Whether a difference counts places, not what their values amount to."""
        amounts = self.world.categories[category].amounts
        short = difference.unit.split(" ")[-1].removesuffix("s")
        return not amounts or short in IS_STEP or short == self.world.categories[category].name.lower()

    def _amount(self, difference: Token, category: int) -> int:
        """A difference in the unit of a category's amounts: a week may be seven days."""
        amounts = self.world.categories[category].amounts
        steps = {abs(a - b) for a in amounts for b in amounts}
        number = 30 if difference.half else difference.number
        scale = _SCALED.get(difference.unit.split(" ")[-1].removesuffix("s"), 1)
        return number * scale if number * scale in steps else number

    def _compared(self, relation: Relation, one: Value, other: Value) -> Statement | None:
        category = self._category(relation)
        if category is None:
            return None
        if relation.word in _BEFORE and self.world.categories[category].axis in ("vertical", "left", "west", "north"):
            return self.world.same(one, other) if one.category != other.category else None
        sign = self._sign(relation, category)
        exact = relation.difference
        if category == self.world.place and self.world.circular:
            if exact is None and other.category == category:
                return None
            return self.world.onward(one, other, sign * (exact.number if exact else 1))
        if exact is not None:
            return self._differ(exact, category, sign, one, other)
        if not relation.direct:
            return self.world.compared(one, ">" if sign > 0 else "<", other, category)
        if category == self.world.place:
            return self.world.onward(one, other, sign)
        return self._pairs(category, one, other, lambda a, b: a - b == sign)

    def _differ(self, exact: Token, category: int, sign: int, one: Value, other: Value) -> Statement:
        """The amounts of two values differ by so much, at least or at most."""
        holds = _BOUNDS.get(exact.bound)
        if holds is not None:
            amount, amounts = self._amount(exact, category), self.world.categories[category].amounts
            return self._pairs(category, one, other, lambda a, b: holds(sign * (amounts[a] - amounts[b]), amount))
        if category == self.world.place and self._in_steps(exact, category):
            return self.world.onward(one, other, sign * exact.number)
        return self.world.compared(one, "==", other, category, sign * self._amount(exact, category))

    def _sign(self, relation: Relation, category: int) -> int:
        sign = turned(self.world, category, relation.sign, relation.word, relation.axis)
        scored = relation.word in ("more", "less", "fewer") and _SCORES.search(relation.said)
        return -sign if scored and self.world.categories[category].axis == "rank" else sign

    def _pairs(self, category: int, one: Value, other: Value, fits: Compares) -> Statement:
        size = range(len(self.world.categories[category].values))
        return some(
            every((self.world.same(one, Value(category, a)), self.world.same(other, Value(category, b))))
            for a in size
            for b in size
            if fits(a, b)
        )

    def counted(self, value: Value, relation: Relation, number: int) -> Statement | None:
        """So many are on one side of a value: "two people finished before Ann", "has two people in front of her"."""
        category = self._category(replace(relation, difference=None))
        if category is None or self.world.circular:
            return None
        many = len(self.world.categories[category].values)
        sign = self._sign(relation, category)
        at = number if sign < 0 else many - 1 - number
        return self.world.same(value, Value(category, at)) if 0 <= at < many else None
