"""Reads logic grids from running prose: finds the lists of values, in whatever sentences, and the clues.

All lists have the same length. A category whose values no list gives is inferred from the clues, if exactly as many
values turn up there.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.genre import SAME_SCENE
from solvent.translators.rules.text.inferred_values import collect
from solvent.translators.rules.text.lines import lines
from solvent.translators.rules.text.prose_lists import Listed, lists
from solvent.translators.rules.text.ranges import written_out
from solvent.translators.rules.text.sorting import HEADING, Part
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.sentences import sentences

_MAX_TEXT = 20_000
_MAX_SENTENCES = 500
_SMALLEST, _LARGEST = 2, 12


# Makes, for categories, a predicate that says whether a sentence names one of their values.
NamesValue = Callable[[dict[str, list[str]]], Callable[[str], bool]]


@dataclass
class Prose:
    """A grid read from prose: categories, the words around each list, the inferred categories, and the whole text."""

    categories: dict[str, list[str]]
    descriptions: dict[str, str]
    parts: list[Part]
    inferred: dict[str, str]


@dataclass
class Piece:
    """A sentence, or a line where clues stand, with the lists found in it.

    `written` is its text with ranges written out, `elsewhere` is the rest of the text in lower case.
    """

    text: str
    raw: str
    clue: bool  # stands where clues stand: numbered, bulleted, or under a heading
    number: int | None = None
    marked: bool = False
    written: str = ""
    elsewhere: str = ""
    lists: list[Listed] = field(default_factory=list)


@dataclass
class _Found:
    """What lists of one size a text has: its categories, and its sentences with their lists."""

    size: int
    told: list[Piece]
    categories: dict[str, list[str]]
    inferred: dict[str, str] = field(default_factory=dict)
    whole: int = 0  # lists before which no further value seems to stand


def read_prose(text: str, names_value: NamesValue, given: Mapping[str, list[str]] | None = None) -> Prose | None:
    """Read the grid described in prose, beside the categories that the text gives otherwise; None if there is none."""
    if len(text) > _MAX_TEXT:
        return None
    told = divide(re.sub(r"[^\S\n]{2,}", " ", text))  # runs of blanks make the separator search slow
    if len(told) > _MAX_SENTENCES:
        return None
    fixed = {len(values) for values in (given or {}).values()}
    sizes = fixed or range(_LARGEST, _SMALLEST - 1, -1)
    found = [_of_size(size, told, given or {}) for size in sizes]
    counts = {number_of(match[1]) for match in COUNTED.finditer(text)}
    listed = [each for each in found if each.whole > 1 or (given and len(each.categories) > 1)]
    for each in listed or found:
        if each.categories and each.size > _SMALLEST:
            each.inferred = collect(each.categories, [sentence.text for sentence in told], text, each.size)
    ranked = [each for each in found if len(each.categories) > 1]
    best = max(ranked, key=lambda each: _rank(each, counts), default=None)
    return _sorted_out(best, names_value(best.categories)) if best else None


def _rank(found: _Found, counts: Collection[int]) -> tuple[bool, int, bool, int]:
    """Prefer the size of which whole lists give most values, then one that the text counts, then the largest."""
    return (
        found.whole > 1,
        found.size * (found.whole + len(found.inferred)),
        found.size in counts,
        found.size,
    )


def divide(text: str) -> list[Piece]:
    """Divide a text into marked lines and the sentences of the others."""
    found: list[Piece] = []
    under_heading = False
    for line in lines(text):
        heading = bool(HEADING.match(line.text))
        under_heading = under_heading or heading
        parts = [line.text] if line.marked or heading else sentences(line.text)
        for part in parts:
            clue = not heading and (line.marked or under_heading)
            raw = line.raw if len(parts) == 1 else part
            written = part if clue or heading else written_out(part)
            found.append(Piece(part, raw, clue, line.number, line.marked, written))
    if len(found) <= _MAX_SENTENCES:
        for sentence in found:
            sentence.elsewhere = " ".join(other.text for other in found if other.text != sentence.text).lower()
    return found


def _of_size(size: int, told: Sequence[Piece], given: Mapping[str, list[str]]) -> _Found:
    """Collect the lists of `size` values; each sentence also records those that are new in it, or repeat one."""
    categories = {name: [*values] for name, values in given.items()}
    found = _Found(size, [replace(sentence, lists=[]) for sentence in told], categories)
    known = {stem_of(value) for values in categories.values() for value in values}
    for sentence in found.told:
        if sentence.clue and len(categories) > 1:
            continue
        for each in lists(sentence.written, size, sentence.elsewhere):
            keys = {stem_of(value) for value in each.values}
            if len(keys) < size or not _may_follow(each, sentence, sentence.elsewhere):
                continue
            same = [name for name, values in categories.items() if keys == set(map(stem_of, values))]
            # Amounts may be alike, and so may the name Baker and the trade of a baker.
            apart = not same if all(map(str.isdecimal, keys)) else _apart_by_case(each.values, categories)
            if not keys & known or apart:
                name = each.name
                while name in categories:
                    name += " too"
                categories[name] = each.values
                found.whole += each.whole
                sentence.lists.append(each)
            elif not sentence.clue and same:
                sentence.lists.append(each)
            known |= keys
    return found


def _apart_by_case(values: Sequence[str], categories: Mapping[str, Sequence[str]]) -> bool:
    """Whether values that are listed already have a capital there and none here, or the other way round."""
    capital = {value[:1].isupper() for value in values}
    return len(capital) == 1 and all(
        {value[:1].isupper() for value in others} == {not next(iter(capital))}
        for others in categories.values()
        if {value.casefold() for value in values} & {other.casefold() for other in others}
    )


def _may_follow(each: Listed, sentence: Piece, elsewhere: str) -> bool:
    """Whether a list may be one of values: ranges also say when a shop is open, which no other sentence mentions."""
    if sentence.written == sentence.text or ", ".join(each.values[:-1]) in sentence.text:
        return True
    named = {token.norm for token in tokenise(elsewhere)}
    return any({token.norm for token in tokenise(value)} <= named for value in each.values)


def stem_of(value: str) -> str:
    """The stems of a value's words, to compare values regardless of inflection."""
    return " ".join(token.key for token in tokenise(value))


def _sorted_out(found: _Found, names_value: Callable[[str], bool]) -> Prose:
    parts: list[Part] = []
    described: dict[str, str] = {}
    for sentence in found.told:
        for each in sentence.lists:
            said = SAME_SCENE.sub(" ", each.said)
            described.update((name, said) for name, values in found.categories.items() if values == each.values)
        gives = [
            f"{name}: {', '.join(values)}"
            for name, values in found.categories.items()
            if any(values == each.values for each in sentence.lists)
        ]
        parts += _parts(sentence, "; ".join(gives), names_value)
    return Prose(found.categories, described, parts, found.inferred)


def _parts(sentence: Piece, gives: str, names_value: Callable[[str], bool]) -> list[Part]:
    """A sentence as a part that lists values, if the rest of it names none; as a clue or whatever it is otherwise."""
    rest, end = sentence.written, 0
    for each in sorted(sentence.lists, key=lambda each: -each.start):
        subject = rf"\b(?:the|their) {re.escape(each.name)} (?=(?:are|were) $)"  # "the claims are"
        rest = re.sub(subject, " ", rest[: each.start], flags=re.IGNORECASE) + rest[each.end :]
        end = max(end, each.end)
    plain = bool(sentence.lists) and "respectively" not in rest and not rest.rstrip().endswith("?")
    whole = Part(sentence.text, sentence.raw, sentence.number, given=sentence.clue, marked=sentence.marked)
    if not plain:
        return [whole]
    if not names_value(rest):
        return [replace(whole, lists=True, rest=rest, gives=gives)]
    tail = sentence.written[end:]
    clause = _CLAUSE.search(tail)
    if clause and not sentence.clue and tail in sentence.text and names_value(tail[clause.end() :]):
        head = rest[: len(rest) - len(tail) + clause.start()]
        if not names_value(head):
            said = sentence.text[: sentence.text.rindex(tail) + clause.start()]
            clue = tail[clause.end() :].strip()
            return [replace(whole, body=said, raw=said, lists=True, rest=head, gives=gives), Part(clue, clue)]
    return [whole]


_CLAUSE = re.compile(r"[,;]\s+(?:and|but)\s+|\s+(?:and|but)\s+|;\s+|:\s+|\s+[-\u2013\u2014]\s+")
