"""Finds the lists of values in a text, and which of them belong to one world: as many values each as there are rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.clues.link_words import PREPOSITIONS
from solvent.translators.rules.rough.relations.asking import asks
from solvent.translators.rules.rough.relations.enumerated import enumerations, led, one_by_one
from solvent.translators.rules.rough.relations.spans import spelled_out
from solvent.translators.rules.rough.relations.wording import singular, words
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.grid_in_prose import Piece
from solvent.translators.rules.text.prose_lists import lists
from solvent.translators.rules.text.words import GLUE, MONTHS, NUMBER_WORDS, RESERVED, WEEKDAYS

_SIZES = range(10, 2, -1)
_ROOT = 4  # letters that "archery" and "archer" share
_LONGEST = 600  # characters of a sentence
_NO_VALUE = (
    RESERVED
    | {"is", "are", "was", "were", "has", "have", "had", "it", "they", "he", "she", "who", "that", "which", "i", "we"}
) - {"second", "middle", "score", "last", "right", "left", "false", "hope", "mine"}
_ASIDE = re.compile(r"\([^()]*\)")
_AFTER_NOUN = re.compile(r"(?:[a-z]+ )+(?=[A-Z])")
_PREPOSITIONS = frozenset({"of", "in", "at", "from", "with", "for", "by", "to", "called", "named"})
_LEADS = (
    (GLUE - {"mr", "mrs", "ms", "miss", "dr", "sir", "madam", "captain", "commander"})
    | RESERVED
    | {"that's", "there's", "it's", "they're", "i", "we", "namely", "i.e"}
)


@dataclass(frozen=True)
class Group:
    """The values of a list, a noun or verb for them, the number of the sentence, and the words around it."""

    name: str
    values: tuple[str, ...]
    at: int
    start: int
    end: int
    said: str
    whole: bool = True
    rest: str = ""  # what the sentence tells after the list

    @property
    def keys(self) -> frozenset[tuple[str, ...]]:
        return frozenset(map(words, self.values))


def groups(pieces: Sequence[Piece], counts: Sequence[int]) -> list[Group]:
    """All lists that may be the values of a category, from first to last; those of one sentence may overlap."""
    found: list[Group] = []
    for at, piece in enumerate(pieces):
        if len(piece.text) > _LONGEST:
            continue
        text = spelled_out(piece.text, counts)
        here: list[Group] = []
        for size in _SIZES:
            for each in lists(text, size, piece.elsewhere):
                values = _plain([value.strip(" .!?\"'") for value in each.values])
                after = text[each.end : each.end + 14]
                said = f"{text[: each.start][-30:]} {after}"
                group = Group(each.name, values, at, each.start, each.end, said, each.whole, text[each.end :])
                if _is_list(group):
                    here.append(group)
        here = [*_alone(at, text, here), *here, *_by_one(at, text)]
        here += [Group("kind", values, at, start, end, text[start:end]) for values, start, end in led(text)]
        if asks(piece.text) and "(" not in piece.text:
            here = [each for each in here if all(value[:1].isupper() for value in each.values)]
        found += [_without_noun(each, piece.elsewhere) for each in here]
    return found


def _without_noun(group: Group, elsewhere: str) -> Group:
    """A list without the noun that its last value alone has: "red, black and white cars"."""
    *most, last = group.values
    first, _, noun = last.partition(" ")
    if not noun or " " in noun or any(" " in value for value in most) or noun[:1].isupper():
        return group
    others = "|".join(re.escape(value.lower()) for value in most)
    again = re.search(rf"\b(?:{others}) {re.escape(singular(noun))}(?:e?s)?\b", elsewhere)
    return replace(group, values=(*most, first)) if again and not first[:1].isdecimal() else group


def _by_one(at: int, text: str) -> list[Group]:
    """The values that are told one by one: "one sat in a box, another in the stalls and the third in the gallery"."""
    found = []
    for name, values, start, end in one_by_one(_ASIDE.sub(lambda match: " " * len(match[0]), text)):
        found.append(Group(name or "kind", values, at, start, end, text[start:end], rest=text[end:]))
    return found


def _alone(at: int, text: str, named: Sequence[Group]) -> list[Group]:
    """The lists between signs in a sentence, with the names of those that are found otherwise too."""
    found = []
    for name, values, start, end in enumerations(text):
        each = Group(
            name or "kind", values, at, start, end, f"{text[:start][-30:]} {text[end : end + 14]}", rest=text[end:]
        )
        better = next((other.name for other in named if other.keys == each.keys), each.name)
        kept = name in ("", "numbered") or better not in ("kind", "name", "different")
        found.append(replace(each, name=better if kept else name))
    return found


def _plain(values: Sequence[str]) -> tuple[str, ...]:
    """The values, without words of grammar before the first one: "that's Mum"."""
    if all(value[:1].isupper() for value in values[1:]) and (name := _AFTER_NOUN.match(values[0])):
        return (values[0][name.end() :], *values[1:])  # "surnames Abel, Birch and Crane"
    lead, *rest = values[0].split(" ")
    inner = [at for at, word in enumerate(rest) if word.lower() in PREPOSITIONS]
    if inner and not any(" " in value for value in values[1:]) and inner[-1] + 1 < len(rest):
        return (" ".join(rest[inner[-1] + 1 :]), *values[1:])  # "made of silk, wool and linen"
    alike = any(value.split(" ")[0].lower() == lead.lower() for value in values[1:])
    if rest and not alike and words(lead) and words(lead)[0] in _LEADS:
        return (" ".join(rest), *values[1:])
    return tuple(values)


def _is_list(group: Group) -> bool:
    split = [words(value) for value in group.values]
    if not all(split) or len(set(split)) < len(split) or any(len(each) > 4 for each in split):
        return False
    for each in split:
        if any(word.endswith("n't") for word in each):
            return False
        if each[0] in _PREPOSITIONS or each[-1] in _PREPOSITIONS - {"of"}:
            return False
        if len(each) > 1 and (not _NO_VALUE.isdisjoint(each) or (each[0] in NUMBER_WORDS and each[-1].endswith("s"))):
            return False
    numeric = {any(map(str.isdecimal, value)) for value in group.values}
    clock = any(value.lower() in ("noon", "midday", "midnight") for value in group.values)
    return len(numeric) == 1 or clock


def worlds(found: Sequence[Group], text: str) -> list[tuple[int, list[Group]]]:
    """Which lists may belong together, with the number of rows; the likeliest first."""
    counted = [number_of(match[1]) for match in COUNTED.finditer(text)]
    told = text.lower()
    found = [each for each in found if _is_used(each, told)]
    ranked = []
    for size in _SIZES:
        chosen = _apart(
            [each for each in found if len(each.values) == size and (each.whole or not _parts(each, found))]
        )
        chosen = [each for each in chosen if not _of_names(each, chosen)]
        if chosen:
            score = size * len(chosen) + 2 * min(3, counted.count(size)) + size * (chosen[0].at < 3)
            ranked.append((score, size, chosen))
    ranked.sort(key=lambda each: (-each[0], -each[1]))
    return [(size, chosen) for _, size, chosen in ranked]


def _of_names(one: Group, found: Sequence[Group]) -> bool:
    """Whether a list is one of categories: "give the doctor, pastime and day of each"."""
    names = {singular(word) for each in found if each is not one for word in words(each.name)[-1:]}
    return 2 * sum(singular(key[-1]) in names for key in one.keys) > len(one.values)


def _is_used(one: Group, told: str) -> bool:
    """Whether some value is named once more, or all are amounts."""
    listed = all(not value[:1].isalpha() or value.lower() in (*WEEKDAYS, *MONTHS) for value in one.values)
    return listed or one.at < 0 or any(told.count(key[-1][:_ROOT]) > 1 for key in one.keys)


def _parts(one: Group, found: Sequence[Group]) -> bool:
    """Whether a list is only the end of a longer one."""
    return any(each.at == one.at and each.whole and one.keys < each.keys for each in found)


def _apart(found: Sequence[Group]) -> list[Group]:
    """Of lists that overlap or repeat one another, the first."""
    chosen: list[Group] = []
    for each in found:
        overlaps = any(e.at == each.at and e.start < each.end and each.start < e.end for e in chosen)
        repeats = any(_repeats(each, e) for e in chosen)
        if not overlaps and not repeats:
            chosen.append(each)
    return chosen


def _repeats(one: Group, other: Group) -> bool:
    """Whether a list names values of another once more; people may be called Baker and have the trade of a baker."""
    if all(value[:1].isdecimal() for value in one.values):
        return one.keys == other.keys and one.name == other.name
    told = {word for key in other.keys for word in key}
    common = [key for key in one.keys if not told.isdisjoint(key)]
    if 2 * len(common) <= len(one.values):
        return False
    capital = [{value[:1].isupper() for value in each.values} for each in (one, other)]
    return not (len(common) >= len(one.values) - 1 and capital[0] != capital[1])


def extra(found: Sequence[Group], chosen: Sequence[Group], rows: int) -> list[Group]:
    """Lists of one value less than the rows: a clue or the question tells the last one, or a place stays empty."""
    kept = [*chosen]
    for each in found:
        if (
            len(each.values) == rows - 1
            and not _of_names(each, chosen)
            and len(_apart([*kept, each])) > len(kept)
            and not GLUE & {each.name}
        ):
            kept.append(each)
    return kept[len(chosen) :]


def calendar(text: str, found: Sequence[Group]) -> list[Group]:
    """The days or months of which a text speaks, where it does not list them."""
    said = set(words(spelled_out(text, ())))
    listed = {word for each in found for key in each.keys for word in key}
    groups_of = (
        (name, [each for each in names if each in said]) for name, names in (("day", WEEKDAYS), ("month", MONTHS))
    )
    return [
        Group(name, tuple(each.capitalize() for each in values), -1, 0, 0, name)
        for name, values in groups_of
        if len(values) > 2 and listed.isdisjoint(values)
    ]
