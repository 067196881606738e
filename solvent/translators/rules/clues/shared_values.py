"""Values that two categories share: what the ways in which clues refer to them suggest."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.clues.formula import All, Flag, Formula, Some, atoms, both

_AS, _BY = " as ", " by "


@dataclass(frozen=True)
class Phrase:
    """How a clue refers to a value that two `categories` share; its string is the phrase of a `Flag`.

    `words` describe the value, `manner` is the article of its phrase; `like` is the category of the other values with
    this article, `apart` the one whose value some clue names unambiguously; each is "" unless there is exactly one.
    """

    value: str
    words: str
    manner: str
    like: str
    apart: str
    categories: tuple[str, ...]

    def __str__(self) -> str:
        parts = (self.words, self.manner, self.like, self.apart, " ".join(self.categories))
        return f"{self.value}{_AS}{_BY.join(parts)}"


def _phrase(flag: str) -> Phrase | None:
    value, found, rest = flag.partition(_AS)
    if not found:
        return None
    words, manner, like, apart, categories = rest.rsplit(_BY, 4)
    return Phrase(value, words, manner, like, apart, tuple(categories.split()))


def told_apart(stated: Sequence[tuple[int, Formula]], *, by_manner: bool = False) -> list[tuple[int, Formula]]:
    """Add to the clues what their phrases for shared values suggest, each to the first clue that uses the phrase.

    Two phrases for one value mean two categories; one description means one category, whatever the value; and with
    `by_manner`, one article ("with a ...", "the ... owner") means one category too.
    """
    first: dict[str, int] = {}
    for at, (_, formula) in enumerate(stated):
        for atom in atoms(formula):
            if isinstance(atom, Flag):
                first.setdefault(atom.phrase, at)
    extra = [(first[flag], told) for flag in first for told in _told_by_itself(flag, by_manner=by_manner)]
    for what, group in _groups(first, by_manner=by_manner):
        extra.append((first[group[-1]], _not_all_alike(group) if what == "value" else _all_alike(group)))
    return [
        (clue, both(formula, *(added for at, added in extra if at == number)))
        for number, (clue, formula) in enumerate(stated)
    ]


def _told_by_itself(flag: str, *, by_manner: bool) -> list[Formula]:
    """What a phrase suggests by itself, from its `apart` and, with `by_manner`, its `like`."""
    phrase = _phrase(flag)
    if phrase is None:
        return []
    found: list[Formula] = []
    if phrase.apart:
        found.append(Flag(flag, first=phrase.apart != phrase.categories[0]))
    if by_manner and phrase.manner and phrase.like:
        found.append(Flag(flag, first=phrase.like == phrase.categories[0]))
    return found


def _groups(flags: Iterable[str], *, by_manner: bool) -> list[tuple[str, list[str]]]:
    """Group phrases by value, by description and, with `by_manner`, by article; groups of one are left out."""
    groups = defaultdict[tuple[str, ...], list[str]](list)
    for flag in flags:
        phrase = _phrase(flag)
        if phrase is None:
            continue
        groups["value", phrase.value, *phrase.categories].append(flag)
        groups["words", phrase.words, *phrase.categories].append(flag)
        if by_manner and phrase.manner:
            groups["manner", phrase.manner, *phrase.categories].append(flag)
    return [(what, group) for (what, *_), group in groups.items() if len(group) > 1]


def _all_alike(phrases: Sequence[str]) -> Formula:
    return Some(tuple(All(tuple(Flag(phrase, first=choice) for phrase in phrases)) for choice in (True, False)))


def _not_all_alike(phrases: Sequence[str]) -> Formula:
    return All(tuple(Some(tuple(Flag(phrase, first=choice) for phrase in phrases)) for choice in (True, False)))
