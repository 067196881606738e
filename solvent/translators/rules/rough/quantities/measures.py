"""What numbers measure, and what one of a sort of things is worth, weighs or has of legs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from solvent.translators.rules.rough.quantities.items import Item
from solvent.translators.rules.rough.quantities.nouns import Phrase, is_noun, phrase_at, phrase_before, singular
from solvent.translators.rules.text.words import listed

_CENTS = {"money": 1, "cent": 1, "pence": 1, "euro": 100, "dollar": 100, "pound": 100}
LIMBS = {
    "legged": "leg",
    "footed": "leg",
    "foot": "leg",
    "feet": "leg",
    "wheeled": "wheel",
    "paw": "leg",
    "seater": "seat",
    "sided": "side",
}
_PAYS = frozenset(
    listed("""cost costs pay pays paid sells sold scores earns gets charged charge charges is was are were""")
)
_EACH = frozenset(("a", "an", "each", "every", "per", "apiece", "one"))
_LOSES = frozenset(listed("lose loses lost deducted minus subtracted subtract deduct off"))


def measure_of(items: Sequence[Item], at: int) -> tuple[str, Fraction]:
    """What a number measures, and how much of it: ("money", 500), ("leg", 8); ("", n) if nothing."""
    item = items[at]
    if item.unit in _CENTS:
        return "money", item.value * _CENTS[item.unit]
    if item.unit:
        return LIMBS.get(item.unit, item.unit), item.value
    after = items[at + 1].word if at + 1 < len(items) else ""
    noun = phrase_at(items, at + 1)
    return (LIMBS.get(after) or LIMBS.get(noun[-1], noun[-1]) if noun else ""), item.value


def default_measure(sentences: Sequence[Sequence[Item]]) -> str:
    """What a text counts of each sort: legs, wheels, points."""
    return next((_measures(each.word) for items in sentences for each in items if _measures(each.word)), "")


Weight = tuple[str, Phrase, Fraction, range]


def weights_in(items: Sequence[Item], nouns: set[str], measure: str = "") -> list[Weight]:
    """What a sentence says that one of a sort has: the measure, the sort, the amount, and where it says it.

    `measure` is what is measured if a number does not say it: "every motorbike has two".
    """
    found: list[Weight] = []
    before: Phrase = ()
    for start, end in _segments(items):
        part = items[start:end]
        named = next((_measures(each.word) for each in part if _measures(each.word)), "")
        measure = named or measure
        weight = (
            None if any(each.kind in _COMPARES for each in part) else _weight(part, nouns, measure, before, bool(found))
        )
        if weight:
            measure = weight[0]
            found.append((*weight, range(start, end)))
        before = next((phrase for at in range(len(part), 0, -1) if (phrase := phrase_before(part, at))), before)
    return found


TIMES = frozenset(("second", "minute", "hour", "day", "week", "month", "year", "km", "percent"))
_COMPARES = frozenset(("more", "less", "than", "together", "as_", "factor", "sum"))


def limb(word: str) -> str:
    """The measure that a noun names: "feet" are legs."""
    return LIMBS.get(singular(word), singular(word))


def _measures(word: str) -> str:
    noun = singular(word)
    return LIMBS.get(noun, noun if noun in (*LIMBS.values(), "point", "seat", "bed") else "")


def _weight(
    part: Sequence[Item], nouns: set[str], measure: str, before: Phrase, follows: bool
) -> tuple[str, Phrase, Fraction] | None:
    """What one part of a sentence says that one of a sort has."""
    numbers = [at for at, each in enumerate(part) if each.kind == "number"]
    if len(numbers) == 2 and part[numbers[0]].value == 1 and part[0].word == "for":
        # "for one coin you get three chicks"
        kind, phrase = measure_of(part, numbers[0])[0], phrase_at(part, numbers[1] + 1)
        fits = phrase and phrase[-1] in nouns and part[numbers[1]].value
        return (kind, phrase, 1 / part[numbers[1]].value) if fits else None
    if len(numbers) == 2 and part[numbers[0]].value == 1 and not part[numbers[0]].unit:
        numbers = numbers[1:]  # "one hen costs three coins"
    if len(numbers) != 1:
        return None
    at = numbers[0]
    kind, amount = measure_of(part, at)
    phrase = _weighed_phrase(part, at, nouns - {kind}, kind, follows=follows)
    if not phrase and part[-1].kind == "each" and not part[at].unit and len(part) <= at + 3:
        phrase = before  # "spiders (eight legs each)"
    if not kind or kind in phrase or (not part[at].unit and kind not in nouns and measure):
        kind = measure
    if not phrase or not kind or phrase == (kind,) or kind in TIMES:
        return None
    loses = any(each.word in _LOSES or (kind == "point" and each.word in ("cost", "costs")) for each in part)
    return kind, phrase, -amount if loses else amount


def _segments(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    start = 0
    for at, item in enumerate(items):
        told = item.kind == "each" and any(each.kind == "number" for each in items[start:at])
        if (
            told and is_noun(items[at - 1]) and any(map(is_noun, items[at + 1 : at + 2]))
        ):  # "of 25 questions each right one earned 4"
            yield start, at
            start = at
        if item.kind == "and_":
            yield start, at
            start = at + 1
    yield start, len(items)


def _weighed_phrase(part: Sequence[Item], number: int, nouns: set[str], kind: str, *, follows: bool) -> Phrase:
    """The sort of which a part of a sentence says what one of it has."""
    ahead = (p for at in range(number, len(part)) if part[at].word in ("for", "per") and (p := phrase_at(part, at + 1)))
    if behind := next(ahead, ()):
        return behind
    if number and part[number - 1].word in ("at", "with") and (sold := phrase_before(part, number - 1)):
        return sold  # "tea at 2 pounds a cup"
    if follows and (alone := phrase_before(part, number)) and len(alone) == number:
        return alone  # "adults paid 4 pounds and children 2 pounds"
    return _one_of(part, number, nouns, kind, follows=follows) or _all_of(part, number, nouns)


def _one_of(part: Sequence[Item], number: int, nouns: set[str], kind: str, *, follows: bool) -> Phrase:
    """Read "a hen costs 3 coins", "each spider has 8 legs"."""
    for at, item in enumerate(part):
        one = item.word in _EACH or item.word == "for" or (item.kind == "number" and item.value == 1 and not item.unit)
        phrase = phrase_at(part, at + 1) if one and at != number else ()
        if phrase and phrase != (kind,):
            if set(phrase) & nouns:
                return phrase if phrase[-1] in nouns else (next(word for word in phrase if word in nouns),)
            if item.word in ("for", "each", "every", "per") or follows or _has(part, at, number):
                return phrase
    return ()


def _all_of(part: Sequence[Item], number: int, nouns: set[str]) -> Phrase:
    """Read "adults pay 12 euros", "pens are 70 cents each"."""
    each = any(item.word in ("each", "apiece") for item in part[number:])
    for at, item in reversed(list(enumerate(part[:number]))):
        plain = item.word in _COSTS or (each and (item.kind == "be" or item.word in _PAYS))
        if not plain and not (item.word == "at" and at + 1 == number):
            continue
        phrase = phrase_before(part, at)
        if phrase and (phrase[-1] in nouns or part[at - 1].word != phrase[-1]):
            return phrase
    return ()


_COSTS = frozenset(("cost", "costs", "pay", "pays", "paid", "have", "has"))


def _has(part: Sequence[Item], article: int, number: int) -> bool:
    """Whether "a" begins "a spider has 8 legs"."""
    return article == 0 and any(each.word in ("has", "costs", "counts", "scores", "is") for each in part[1:number])
