"""Reads logic grids from running prose: finds the lists of values, in whatever sentences, and the clues.

All lists have the same length. A category whose values no list gives is inferred from the clues, if exactly as many
values turn up there.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from solvent.translators.rules.text.announced_nouns import named_last
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.genre import SAME_SCENE
from solvent.translators.rules.text.inferred_values import collect
from solvent.translators.rules.text.lines import lines
from solvent.translators.rules.text.prose_lists import Listed, lists
from solvent.translators.rules.text.ranges import written_out
from solvent.translators.rules.text.sorting import HEADING, Part
from solvent.translators.rules.text.statements import is_question, is_task
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
            _infer(each, text)
    ranked = [each for each in found if len(each.categories) > 1]
    best = max(ranked, key=lambda each: _rank(each, counts), default=None)
    return _sorted_out(best, names_value(best.categories)) if best else None


def _infer(found: _Found, text: str) -> None:
    """Add the categories of which no list gives the values."""
    first = next((at for at, sentence in enumerate(found.told) if sentence.lists), 0)
    intro = [sentence.text for at, sentence in enumerate(found.told) if sentence.lists or at < first]
    rest = [sentence.text for at, sentence in enumerate(found.told) if not sentence.lists and at > first]
    found.inferred = collect(found.categories, [sentence.text for sentence in found.told], text, (intro, rest))


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
            if _only_asks(each, sentence):
                continue
            if len(keys) < size or not _may_follow(each, sentence, sentence.elsewhere):
                continue
            same = [name for name, values in categories.items() if keys == set(map(stem_of, values))]
            # Amounts may be alike, and so may the name Baker and the trade of a baker.
            apart = not same if all(map(str.isdecimal, keys)) else _apart_by_case(each.values, categories)
            if not keys & known or apart:
                name = each.name
                if {*stem_of(name).split()} & known:  # "the lion and the otter are called ..."
                    name = "name" if all(value[:1].isupper() for value in each.values) else "kind"
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
    if _PLACES.search(sentence.written[: each.start]):
        return True
    named = {token.norm for token in tokenise(elsewhere)}
    return any({token.norm for token in tokenise(value)} <= named for value in each.values)


def _only_asks(each: Listed, sentence: Piece) -> bool:
    """Whether a list says what is to be found ("the bird, the owner and the cage"), or what the table shows."""
    if not (is_question(sentence.text) or is_task(sentence.text)):
        return False
    told = {token.key for token in tokenise(sentence.elsewhere)}
    return not all(told.issuperset(token.key for token in tokenise(value)) for value in each.values)


_PLACES = re.compile(r"\b(?:places|positions|ranks|numbered)(?: from)? \(?$", re.IGNORECASE)


def stem_of(value: str) -> str:
    """The stems of a value's words, to compare values regardless of inflection."""
    return " ".join(token.key for token in tokenise(value))


def _sorted_out(found: _Found, names_value: Callable[[str], bool]) -> Prose:
    parts: list[Part] = []
    described: dict[str, str] = {}
    # So many clues need no help from "though not in that order".
    enough = sum(not each.lists and names_value(each.text) for each in found.told) >= found.size
    for sentence in found.told:
        for each in sentence.lists:
            said = SAME_SCENE.sub(" ", each.said)
            described.update((name, said) for name, values in found.categories.items() if values == each.values)
        gives = [
            f"{name}: {', '.join(values)}"
            for name, values in found.categories.items()
            if any(values == each.values for each in sentence.lists)
        ]
        noun, value = named_last(sentence.text, found.size)
        if noun in found.inferred and value in found.categories[noun]:
            parts.append(Part(sentence.text, sentence.raw, lists=True, gives=f"{noun}: {value}"))
            continue
        parts += _parts(sentence, "; ".join(gives), names_value, enough=enough)
    return Prose(found.categories, described, parts, found.inferred)


def _parts(sentence: Piece, gives: str, names_value: Callable[[str], bool], *, enough: bool) -> list[Part]:
    """A sentence as a part that lists values, if the rest of it names none; as a clue or whatever it is otherwise."""
    rest, end = sentence.written, 0
    if any(map(_ascending, (each.values for each in sentence.lists))):
        rest = _IN_ORDER.sub(lambda told: " " * len(told[0]), rest)
    for each in sorted(sentence.lists, key=lambda each: -each.start):
        subject = rf"\b(?:the|their) {re.escape(each.name)} (?=(?:are|were) $)"  # "the claims are"
        rest = re.sub(subject, " ", rest[: each.start], flags=re.IGNORECASE) + rest[each.end :]
        end = max(end, each.end)
    if enough:
        rest = _OTHER_ORDER.sub(" ", rest)
    plain = bool(sentence.lists) and "respectively" not in rest and not rest.rstrip().endswith("?")
    whole = Part(sentence.text, sentence.raw, sentence.number, given=sentence.clue, marked=sentence.marked)
    if not plain:
        return [whole]
    told = _without_counts(rest, len(sentence.lists[0].values))
    if not names_value(told):
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


def _without_counts(text: str, size: int) -> str:
    """A text without the numbers of what it counts, if these are the number of rows: "three waiters"."""
    return COUNTED.sub(lambda said: " " + said[2] if number_of(said[1]) == size else said[0], text)


def _ascending(values: Sequence[str]) -> bool:
    numbers = [int(value) for value in values if value.isdecimal()]
    return len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


# Lists in another order than one another: nothing needs that, since no list says what goes with what.
_OTHER_ORDER = re.compile(
    r"[,(]?\s*(?:\b(?:but|though|although|and)\s+)?\bnot\s+(?:necessarily\s+|always\s+)?"
    r"in\s+(?:that|this|the same)\s+order\b\)?",
    re.IGNORECASE,
)
# Of consecutive numbers, this is the order that they have anyway.
_IN_ORDER = re.compile(
    r"(?:(?<=side by side)|(?<=in a row)|(?<=in a line)|(?<=next to each other)),? in (?:this|that) order(?=\W*$)",
    re.IGNORECASE,
)

_CLAUSE = re.compile(r"[,;]\s+(?:and|but|yet)\s+|\s+(?:and|but|yet)\s+|;\s+|:\s+|\s+[-\u2013\u2014]\s+")
