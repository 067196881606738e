"""Reads values that are given one by one: "One has a cat, one a dog and the third a hamster", "one's a baker, ...".

Each is introduced by "one", "another" or an ordinal; a verb or preposition that the first has may be missing after it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from solvent.translators.rules.text.telling import speaks_of_truth
from solvent.translators.rules.text.words import IRREGULAR_PAST, RESERVED, listed

_OF_THEM = r"(?: one| of (?:them|these|those|us|the [a-z]+))?(?:['\u2019]s)?"
_ORDINAL = "second|third|fourth|fifth|sixth|seventh|eighth|last|final|other|next"
_AT = r"(?:(?:on|in|at|by|to|from) )?"  # "on one grow beans, on one peas"
_FIRST = rf"\b(?:one|the first){_OF_THEM}\s+"
_COMMA, _SEMICOLON = r"(?:\s*,\s*(?:and\s+|while\s+)?|\s+and\s+)", r"\s*;\s*(?:and\s+|while\s+)?"
_OTHER = rf"{_AT}(?:one|another|(?:the|a|yet a) (?:{_ORDINAL})){_OF_THEM}\s+"
_SIGN = r"(?:(?<=\d)[.,:](?=\d)|(?<=Mr|Ms|Dr)\.|(?<=Mrs)\.|[^,;:.!?()\u2014])"
_CONTENT = rf"(?:(?!\s(?:and|but|while|so|who|which)\s|\s[-\u2013]\s){_SIGN}){{1,60}}"
_END = r"(?=\s*(?:[,:.](?!\d)|[;!?()\u2014]|$)|\s(?:and|but|while|so|who|which|[-\u2013])\s)"
_SHARED = re.compile(
    r"\b(?:two|three|four|five|both|most|several|none|nobody|each)\b[^.;:!?(]{0,60},\s*$", re.IGNORECASE
)
_BEING = frozenset(listed("is was are were has had have"))
_ARTICLE = re.compile(r"^(?:an?|the|his|her|its|their|some)\s+", re.IGNORECASE)
_PREPOSITIONS = frozenset(
    listed("in on at by from to for with of as like into under behind above below over between near beside opposite")
)
# A place that differs from another by its preposition only keeps it: "under the stairs".
_TELLING = frozenset(listed("under behind above below over between near beside opposite"))
_NEGATED = re.compile(r"\b(?:not|no|none|neither|nothing|never)\b|n['\u2019]t\b", re.IGNORECASE)


@dataclass(frozen=True)
class Run:
    """Values given one by one, from `start` to `end` of a sentence; `noun` is what they share, `before` its verb."""

    values: list[str]
    start: int
    end: int
    noun: str
    before: str


@lru_cache(maxsize=32)
def _pattern(size: int, separator: str) -> "re.Pattern[str]":
    following = separator + _OTHER
    more = "".join(f"{following}(?P<c{at}>{_CONTENT}?)" for at in range(1, size))
    return re.compile(f"{_FIRST}(?P<c0>{_CONTENT}?){more}{_END}(?!{following})", re.IGNORECASE)


def runs(text: str, size: int, elsewhere: str = "") -> Iterator[Run]:
    """Yield the runs of `size` values in a sentence; `elsewhere` is the rest of the text in lower case."""
    found = [match for mark in (_COMMA, _SEMICOLON) for match in _pattern(size, mark).finditer(text)]
    for match in found:
        contents = [match[f"c{at}"].strip() for at in range(size)]
        if _SHARED.search(text[: match.start()]) or any(map(_NEGATED.search, contents)) or speaks_of_truth(match[0]):
            continue
        first, *others = _without_verbs(_without_lead(contents))
        values = [_first_value(first, others), *others]
        if not all(values):
            continue
        start = match.start("c0") + contents[0].rindex(values[0])
        before = contents[0][: contents[0].rindex(values[0])].strip()
        values, noun = _without_noun([_bare(value, values) for value in values], elsewhere)
        if len({value.casefold() for value in values}) == size:
            yield Run(values, start, match.end(f"c{size - 1}"), noun, before)


def without_place(value: str) -> str:
    """A value without the preposition that it keeps."""
    lead, _, rest = value.partition(" ")
    return rest if lead.lower() in _TELLING and rest else value


def _verb_like(word: str) -> bool:
    """Whether a lower-case word has the form of a finite verb."""
    return word in _BEING or word in IRREGULAR_PAST or bool(re.fullmatch(r"[a-z]{2,}(?:[^su]s|ed)", word))


def _without_lead(contents: Sequence[str]) -> list[str]:
    """The contents without the words with which all of them begin: "child painted an otter"."""
    words = [content.split() for content in contents]
    shared = list(takewhile(lambda each: len({*each}) == 1, zip(*words, strict=False)))
    if len(shared) < 2 or any(len(each) == len(shared) for each in words):
        return [*contents]
    return [" ".join(each[len(shared) :]) for each in words]


def _without_verbs(contents: Sequence[str]) -> list[str]:
    """The contents; those after the first one without their verbs, if each has one."""
    first, *others = contents
    words = [other.split() for other in others]
    verbs = [content.split()[0] for content in contents]
    if all(map(_verb_like, verbs)) and len({*verbs}) == len(verbs) and any(len(each.split()) == 1 for each in contents):
        return [*contents]  # "one drives, one cycles and one takes the bus"
    if all(len(each) > 1 and _verb_like(each[0]) for each in words) and any(map(_verb_like, first.split())):
        return [first, *(" ".join(each[1:]) for each in words)]
    return [first, *others]


def _first_value(first: str, others: Sequence[str]) -> str:
    """What the first content has besides its verb: it begins as the others do."""
    words = first.split()
    if all(map(_verb_like, [words[0], *(other.split()[0] for other in others)])):
        return first
    leads = {other.split()[0].lower() for other in others}
    if leads <= _PREPOSITIONS:
        at = next((at for at, word in enumerate(words) if word.lower() in _PREPOSITIONS), None)
        return " ".join(words[at:]) if at is not None else ""
    articles = [at for at, word in enumerate(words) if _ARTICLE.match(f"{word} ") and at + 1 < len(words)]
    if articles:
        return " ".join(words[articles[0] :])
    verbs = [at for at, word in enumerate(words[:-1]) if _verb_like(word)]
    rest = (
        words[verbs[0] + 1 :] if verbs else words[1:] if {len(words) - 1} == {len(o.split()) for o in others} else words
    )
    usual = {len(other.split()) for other in others}
    while verbs and len(rest) > max(usual) and re.search(r"(?:ed|ing)$", rest[0]):
        rest = rest[1:]
    return " ".join(rest) if verbs or {len(rest)} == usual else ""


def _bare(value: str, values: Sequence[str]) -> str:
    """A value without the preposition and article before it."""
    lead = value.split(maxsplit=1)[0].lower()
    if lead in _PREPOSITIONS and all(each.split()[0].lower() in _PREPOSITIONS for each in values):
        if lead in _TELLING or len(value.split()) == 1:
            return value
        value = value.split(maxsplit=1)[1]
    return _ARTICLE.sub("", value)


def _without_noun(values: list[str], elsewhere: str) -> tuple[list[str], str]:
    """The values without the noun that all share, or that only the first has: "black hair, one red and one blonde"."""
    words = [value.split() for value in values]
    last = words[0][-1]
    if len(words[0]) < 2 or last.lower() in RESERVED:
        return values, ""
    if all(len(each) > 1 and each[-1] == last for each in words):
        return [" ".join(each[:-1]) for each in words], last
    either = "|".join(map(re.escape, (value.lower() for value in values[1:])))
    noun = re.escape(last.lower())
    if re.search(rf"\b(?:{either}) {noun}\b|\b{noun} (?:is|was|isn't|wasn't)(?: not)? (?:{either})\b", elsewhere):
        return [" ".join(words[0][:-1]), *values[1:]], last
    return values, ""
