"""The sorts of things that a text counts, and what one of each is worth, weighs or has of legs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from solvent.translators.rules.quantities.things import BY_NAME, world
from solvent.translators.rules.rough.quantities.items import Item
from solvent.translators.rules.rough.quantities.measures import (
    LIMBS,
    TIMES,
    default_measure,
    measure_of,
    weights_in,
)
from solvent.translators.rules.rough.quantities.nouns import (
    Phrase,
    is_noun,
    matches,
    phrase_at,
    phrase_before,
    singular,
    spelt,
)
from solvent.translators.rules.text.words import listed

_MOST = 8
_BEDS = {"single": 1, "double": 2, "twin": 2, "triple": 3}


@dataclass
class Sort:
    """A sort of things; one that is only known by its measure has that in `by`: "5-euro notes"."""

    phrase: Phrase
    name: str
    by: tuple[str, Fraction] | None = None


@dataclass
class Sorts:
    """The sorts, and the measures by name: how much each sort, by its number, has of it."""

    sorts: list[Sort] = field(default_factory=list)
    measures: dict[str, dict[int, Fraction]] = field(default_factory=dict)
    common: set[str] = field(default_factory=set)
    """Nouns for all of them: coins, animals."""

    def add(self, sort: Sort) -> int:
        for at, each in enumerate(self.sorts):
            if (each.phrase, each.by) == (sort.phrase, sort.by):
                return at
        self.sorts.append(sort)
        return len(self.sorts) - 1

    def weigh(self, at: int, measure: str, amount: Fraction) -> None:
        self.measures.setdefault(measure, {})[at] = amount


def find(sentences: Sequence[Sequence[Item]], text: str) -> Sorts:
    """Find the sorts of a text."""
    found = Sorts()
    priced = _prices(sentences)
    if len(priced) < 2:
        _by_measure(sentences, text, found)
    if len(found.sorts) < 2:
        found = Sorts()
        _known(sentences, text, found)
        _weighed(sentences, text, found)
    if len(found.sorts) < 2:
        _compared(sentences, text, found)
    return found


# Sorts that are named by their measure: "5p and 20p coins", "three-legged stools", "tables with four legs"


def _by_measure(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    named: dict[tuple[str, str], dict[Fraction, str]] = {}
    for items in sentences:
        for key, values in (*_joined(items, text), *_listed(items, text)):
            some = named.setdefault(key, {})
            for value, name in values.items():
                some.setdefault(value, name)
    limbs = [measure for measure, _ in named if measure in LIMBS.values()]
    for (measure, noun), values in named.items():
        alone = len(values) == 1
        if measure in TIMES:
            continue
        if (alone and limbs.count(measure) < 2) or len(values) > _MOST:
            continue
        for amount, name in values.items():
            sort = Sort((noun,), spelt((noun,), text) if alone else name, by=(measure, amount))
            found.weigh(found.add(sort), measure, amount)
        if not alone:
            found.common.add(noun)
    if not found.sorts:
        _nicknames(sentences, text, found)


def _nicknames(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    """Coins and notes by their nicknames: "twenties and fifties"."""
    words = {each.word: None for items in sentences for each in items if each.word in BY_NAME}
    if len(words) < 2:
        return
    small = re.search(r"\b(?:coins?|pence|cents)\b", text) and not re.search(r"\b(?:notes|bills)\b", text)
    for word in words:
        units = Fraction(BY_NAME[word] * (1 if small else 100))
        found.weigh(found.add(Sort((word,), word, by=("money", units))), "money", units)


def _joined(items: Sequence[Item], text: str) -> Iterator[tuple[tuple[str, str], dict[Fraction, str]]]:
    """Read "5-cent and 20-cent pieces", "three-legged stools"."""
    ahead: list[tuple[str, Fraction, str]] = []
    for at, item in enumerate(items):
        if item.kind != "number" and item.word not in _BEDS:
            ahead = ahead if item.kind == "and_" or item.word in ("or", "either", "both", *LIMBS) else []
            continue
        _, measure, amount, noun = measured(items, at)
        if measure and noun:
            values = {value: name for kind, value, name in ahead if kind == measure}
            yield (measure, noun), {**values, amount: _written(item, text)}
            ahead = []
        else:
            after = items[at + 1] if at + 1 < len(items) else Item("", "")
            joined = (item.unit or after.word in LIMBS) and any(
                each.kind == "and_" or each.word == "or" for each in items[at + 1 : at + 3]
            )
            ahead = [*ahead, (*measure_of(items, at), _written(item, text))] if joined else []


def measured(items: Sequence[Item], at: int) -> tuple[int, str, Fraction, str]:
    """Read "5-euro note", "three-legged stool", "4-seater": its size in items, the measure, the amount and the noun."""
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else Item("", "")
    behind = items[at + 2] if at + 2 < len(items) else Item("", "")
    if item.word in _BEDS and singular(after.word) == "room":
        return 2, "bed", Fraction(_BEDS[item.word]), "room"
    if item.kind != "number":
        return 0, "", Fraction(0), ""
    if item.unit and is_noun(after):
        return 2, *measure_of(items, at), singular(after.word)
    limb = LIMBS.get(after.word) or LIMBS.get(singular(after.word))
    if limb and after.word.endswith(("ed", "seater")) and is_noun(behind):
        return 3, limb, item.value, singular(behind.word)
    if limb and after.word.endswith("seaters"):
        return 2, limb, item.value, ""
    return 0, "", Fraction(0), ""


def _listed(items: Sequence[Item], text: str) -> Iterator[tuple[tuple[str, str], dict[Fraction, str]]]:
    """Read "notes of £5, £10 and £20", "stamps, some at 65p and some at 90p"."""
    for at, item in enumerate(items):
        if item.word != "some" and (not is_noun(item) or singular(item.word) == item.word):
            continue
        values: dict[Fraction, str] = {}
        measure = ""
        for here in range(at + 1, len(items)):
            each = items[here]
            if values and is_noun(each) and items[here + 1 : here + 2] and items[here + 1].word in _LINKS:
                break  # "stools with 3 legs and chairs with 4"
            kind, value = measure_of(items, here) if each.kind == "number" else ("", Fraction(0))
            before = next((k for k in range(here - 1, at, -1) if items[k].word not in _BETWEEN), at)
            if not kind or not (items[before].word in _LINKS or (values and items[before].kind == "number")):
                continue
            measure = measure or kind
            if kind == measure and (each.unit or kind in LIMBS.values()):
                values.setdefault(value, _written(each, text))
        if len(values) >= 2:
            yield (measure, "" if item.word == "some" else singular(item.word)), values
            return


_LINKS = frozenset(listed("of at for worth with costing value hold holds holding contain contains cost weigh"))
_BETWEEN = frozenset(listed("either only a the and or , some others"))


def _written(item: Item, text: str) -> str:
    """A measure as the text spells it: "5-cent", "£5", "90p"."""
    number = f"{float(item.value / 100 if item.unit == 'money' else item.value):g}"
    forms = [
        rf"[$\u00a3\u20ac]{number}\b(?!\.\d)",
        rf"\b{item.value}(?:p|c|ct)\b",
        rf"\b{number}[- ](?:euro|dollar|pound|cent|pence|penny)\b",
    ]
    forms += [rf"\b{re.escape(item.word)}[- ]{item.unit or '[a-z]+'}\b", rf"\b{number}[- ]{item.unit or '[a-z]+'}\b"]
    found = next((match for form in forms if (match := re.search(form, text, re.IGNORECASE))), None)
    return found[0] if found else item.word


# Sorts of which the world is known: "chickens", "tricycles", "dimes"


def _known(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    plain = {singular(each.word): at for items in sentences for at, each in enumerate(items) if each.kind != "number"}
    words = {word for items in sentences for each in items for word in (each.word, each.unit)}
    told = {"legs": bool(words & {"legs", "leg", "feet", "paws"}), "wheels": "wheels" in words, "cents": True}
    tables = {**{key: dict(world()[key]) for key in told}}
    tables["cents"] |= {"penny": 1} | {
        singular(name): 100 * units for name, units in BY_NAME.items() if name.endswith("ers")
    }
    tables["legs"] |= {
        "human": 2,
        "man": 2,
        "woman": 2,
        "child": 2,
        "farmer": 2,
        "hound": 4,
        "mare": 4,
        "stallion": 4,
        "kangaroo": 2,
        "octopus": 8,
        "crab": 10,
        "snake": 0,
        "fly": 6,
        "insect": 6,
        "snail": 0,
        "fish": 0,
    }
    tables["wheels"] |= {
        "lorry": 4,
        "truck": 4,
        "cart": 4,
        "rickshaw": 3,
        "trike": 3,
        "cyclist": 2,
        "sidecar": 3,
        "skateboard": 4,
        "quad": 4,
    }
    for key, measure in (("legs", "leg"), ("wheels", "wheel"), ("cents", "money")):
        for noun, amount in tables[key].items():
            if told[key] and noun in plain and _plural_in(noun, words):
                found.weigh(found.add(Sort((noun,), spelt((noun,), text))), measure, Fraction(amount))
    found.sorts = found.sorts[:_MOST]
    for measure in ("eye", "ear"):
        if f"{measure}s" in words:
            found.measures[measure] = dict.fromkeys(range(len(found.sorts)), Fraction(2))


def _plural_in(noun: str, words: set[str]) -> bool:
    return any(word != noun and singular(word) == noun for word in words) or world()["plural"].get(noun) == noun


# Sorts of which the text says what one of them has: "an adult pays 12 euros", "each win counts 3 points"


def _prices(sentences: Sequence[Sequence[Item]]) -> set[Phrase]:
    """The sorts that have prices of their own: "for children at 3 euros and for adults at 5 euros"."""
    nouns = _recurring(sentences)
    return {phrase for items in sentences for measure, phrase, _, _ in weights_in(items, nouns) if measure == "money"}


def _weighed(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    recurring = _recurring(sentences)
    weights: dict[str, dict[Phrase, Fraction]] = {}
    common = default_measure(sentences)
    for items in sentences:
        for measure, phrase, amount, _ in weights_in(items, recurring, common):
            weights.setdefault(measure, {}).setdefault(phrase, amount)
    for measure, some in weights.items():
        if len(some) >= 2 or any(sort.phrase in some for sort in found.sorts):
            for phrase, amount in some.items():
                found.weigh(found.add(Sort(phrase, spelt(phrase, text))), measure, amount)


def _recurring(sentences: Sequence[Sequence[Item]]) -> set[str]:
    """The nouns, in the singular, that occur at least twice."""
    words = [singular(each.word) for items in sentences for each in items if is_noun(each)]
    return {word for word in words if words.count(word) > 1}


# Sorts that are compared, or asked for


def _compared(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    names = {name.lower() for name in re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", text)}
    for items in sentences:
        for at, item in enumerate(items):
            starts = item.kind in ("more", "less") or (
                item.word in ("many", "much") and at and items[at - 1].kind == "as_"
            )
            one = phrase_at(items, at + 1) if starts else ()
            if not one:
                continue
            end = at + 1 + len(one)
            link = next((k for k in range(end, min(end + 4, len(items))) if items[k].kind in ("than", "as_")), None)
            other = (
                next((p for k in range(link + 1, min(link + 5, len(items))) if (p := phrase_at(items, k))), ())
                if link
                else ()
            )
            if other and other != one and not names & {one[-1], other[-1]}:
                for phrase in (one, other):
                    found.add(Sort(phrase, spelt(phrase, text)))
        for phrase in asked_phrases(items):
            if len(found.sorts) > 1 and _OF_EACH & {each.word for each in items}:
                found.common.add(phrase[-1])
            elif not _is_common(phrase, found):
                found.add(Sort(phrase, spelt(phrase, text)))
    if len(found.sorts) < 2:
        _paired(sentences, text, found)
    found.sorts = found.sorts[:_MOST]


_OF_EACH = frozenset(("each", "every"))


def _is_common(phrase: Phrase, found: Sorts) -> bool:
    return any(phrase[-1] == each.phrase[-1] for each in found.sorts)


def asked_phrases(items: Sequence[Item]) -> list[Phrase]:
    """The nouns in "how many stools and how many chairs", "how many cocks, hens and chicks"."""
    found: list[Phrase] = []
    for at, item in enumerate(items):
        if item.word != "many" or not at or items[at - 1].word != "how":
            continue
        here = at + 1
        while here < len(items) and (
            items[here].word in ("of", "the", "these", "how", "many") or items[here].kind == "and_"
        ):
            here += 1
            phrase = phrase_at(items, here)
            if phrase:
                found.append(phrase)
                here += len(phrase)
        first = phrase_at(items, at + 1)
        if first and first not in found:
            found.append(first)
            here = at + 1 + len(first)
            while here < len(items) and items[here].kind == "and_":
                if phrase := phrase_at(items, here + 1):
                    found.append(phrase)
                here += 1 + len(phrase)
    return list(dict.fromkeys(found))


def _paired(sentences: Sequence[Sequence[Item]], text: str, found: Sorts) -> None:
    """Two plurals that are joined by "and", the last such pair."""
    for items in reversed(sentences):
        for at, item in enumerate(items):
            one, other = phrase_before(items, at), phrase_at(items, at + 1)
            plural = at and items[at - 1].word != singular(items[at - 1].word)
            if item.word in ("and", "or") and one and other and plural:
                found.sorts = []
                for phrase in (one, other):
                    found.add(Sort(phrase, spelt(phrase, text)))
                return


def sort_at(found: Sorts, items: Sequence[Item], at: int) -> tuple[int, int]:
    """Which sort a place names, and how many items that takes; size 0 if none."""
    size = measured(items, at)[0] or 1
    units = BY_NAME.get(items[at].word) or BY_NAME.get(f"{items[at].word}s")
    named = next(
        (
            number
            for number, sort in enumerate(found.sorts)
            if units and sort.by in (("money", Fraction(100 * units)), ("money", Fraction(units)))
        ),
        None,
    )
    if named is not None:
        return named, 1
    if (items[at].kind == "number" or items[at].word in _BEDS) and any(sort.by for sort in found.sorts):
        measure, amount = measured(items, at)[1:3] if size > 1 else measure_of(items, at)
        for number, sort in enumerate(found.sorts):
            if sort.by == (measure, amount) and (items[at].unit or measure in (*LIMBS.values(), "bed")):
                common = items[at + size - 1].word if size > 1 else ""
                return number, size if size > 1 and (singular(common) == sort.phrase[-1] or measure == "seat") else 1
    fits = [
        (len(sort.phrase), number)
        for number, sort in enumerate(found.sorts)
        if sort.phrase[-1] not in found.common and matches(sort.phrase, items, at) and not _compound(sort, items, at)
    ]
    best = max(fits, default=(0, 0))
    return best[1], best[0]


def _compound(sort: Sort, items: Sequence[Item], at: int) -> bool:
    """Whether a singular noun only begins a compound: "car park"."""
    end = at + len(sort.phrase)
    last = items[end - 1].word
    return last == sort.phrase[-1] and end < len(items) and items[end].word in _PLACES


_PLACES = frozenset(listed("park parks shed sheds house houses shop shops yard yards farm field pen box rack stall"))
