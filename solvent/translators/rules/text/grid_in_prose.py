"""Reads logic grids from running prose: finds the lists of values, in whatever sentences, and the clues.

All lists have the same length; a category whose values no list gives is inferred from the clues, if exactly as many
values turn up there.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from solvent.translators.rules.text.inferred_values import COUNTED, collect
from solvent.translators.rules.text.lines import lines
from solvent.translators.rules.text.sorting import HEADING, Part
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    MONTHS,
    WEEKDAYS,
    listed,
)
from solvent.translators.sentences import sentences

_SEPARATOR = re.compile(
    r"\s*(,\s*(?:and|or)\s|,(?!\d{3}\b)|\s(?:and|or)\s)\s*|\s*(:(?=\s)|[()\u2014]|\s-\s)\s*", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:the|an?|either|one|namely)\s+", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:^|\b(?:the|their|its|different|distinct|unique|own|and|by|of)\s)(?P<noun>[a-z][a-z-]*(?:\s[a-z-]+)?)"
    r"(?:\s(?:they|that|who)\s\w+)?\s*(?:are|were|is|include|called|named|cost)?(?:\s(?:called|named|painted|the))*\s*$",
    re.IGNORECASE,
)
_LEADS = frozenset(listed("in on at by from to for like as of with has had is was costs"))
_TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|St)\.\s)?"
_MAX_WORDS = 4  # in a value
_MAX_TEXT = 20_000
_MAX_SENTENCES = 500
_MAX_CHUNKS = 150  # in a sentence; a list has at most twelve values
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
class _Sentence:
    text: str
    clue: bool  # stands where clues stand: numbered, bulleted, or under a heading
    number: int | None = None
    lists: list["_Listed"] = field(default_factory=list)
    raw: str = ""
    marked: bool = False


@dataclass
class _Listed:
    name: str
    values: list[str]
    start: int
    end: int
    said: str  # the words around the list


@dataclass(frozen=True)
class _Chunk:
    text: str
    start: int
    end: int
    after: str  # the separator that follows: ",", "and", ":" or nothing


def read_prose(text: str, names_value: NamesValue) -> Prose | None:
    """Read the grid described in prose; None if there is none."""
    if len(text) > _MAX_TEXT:
        return None
    found = _divide(re.sub(r"[^\S\n]{2,}", " ", text))  # runs of blanks make the separator search slow
    if len(found) > _MAX_SENTENCES:
        return None
    for size in range(_LARGEST, _SMALLEST - 1, -1):
        tried = [_Sentence(s.text, s.clue, s.number, raw=s.raw, marked=s.marked) for s in found]
        categories = _categories(tried, size)
        inferred: dict[str, str] = {}
        if categories and size > _SMALLEST:
            inferred = collect(categories, [sentence.text for sentence in tried], text, size)
        if len(categories) > 1:
            return _sorted_out(categories, tried, inferred, names_value(categories))
    return None


def _divide(text: str) -> list[_Sentence]:
    found: list[_Sentence] = []
    under_heading = False
    for line in lines(text):
        heading = bool(HEADING.match(line.text))
        under_heading = under_heading or heading
        parts = [line.text] if line.marked or heading else sentences(line.text)
        found += [
            _Sentence(
                part,
                not heading and (line.marked or under_heading),
                line.number,
                marked=line.marked,
                raw=line.raw if len(parts) == 1 else part,
            )
            for part in parts
        ]
    return found


@lru_cache(maxsize=_MAX_SENTENCES)
def _chunks(text: str) -> tuple[_Chunk, ...]:
    """Split a sentence at its separators; empty for a sentence with more parts than any list has."""
    found, start = [], 0
    body = text.rstrip(" .!?")
    for match in _SEPARATOR.finditer(body):
        mark = (match[1] or match[2]).strip().lower()
        kind = mark if not mark.endswith(("and", "or")) else ",and" if mark.startswith(",") else "and"
        found.append(_Chunk(body[start : match.start()], start, match.start(), kind))
        start = match.end()
    found.append(_Chunk(body[start:], start, len(body), ""))
    return tuple(found) if len(found) <= _MAX_CHUNKS else ()


def _categories(found: Sequence[_Sentence], size: int) -> dict[str, list[str]]:
    """Collect the lists of `size` values; each sentence also records the lists that are new in it."""
    categories: dict[str, list[str]] = {}
    known: set[str] = set()
    for sentence in found:
        if sentence.clue and len(categories) > 1:
            continue
        for each in _lists(sentence.text, size):
            keys = {value.casefold() for value in each.values}
            if len(keys) < size or any(stem_of(value) in known for value in keys):
                continue
            known |= {stem_of(value) for value in keys}
            name = each.name
            while name in categories:
                name += " too"
            categories[name] = each.values
            sentence.lists.append(each)
    return categories


def stem_of(value: str) -> str:
    """The stems of a value's words, to compare values regardless of inflection."""
    return " ".join(token.key for token in tokenise(value))


def _lists(text: str, size: int) -> list[_Listed]:
    found = []
    chunks = _chunks(text)
    for at in range(len(chunks)):
        window = chunks[at : at + size]
        if len(window) < size:
            break
        marks = [chunk.after for chunk in window[:-1]]
        closes = at > 0 and chunks[at - 1].after in (":", "(") and window[-1].after in ("", ")")
        joined = marks[-1] in ("and", ",and") and all(mark == "," for mark in marks[:-1])
        if not (joined or (closes and all(mark == "," for mark in marks))):
            continue
        if window[-1].after == "and" and not (
            window[0].text[-1:].islower() and _goes_on(window, chunks[at + size].text)
        ):
            continue
        listed = _listed(window, chunks, at)
        if listed:
            found.append(listed)
    return found


def _goes_on(window: Sequence[_Chunk], after: str) -> bool:
    """Whether another statement follows a list of names: "by Ada, Ben and Cleo and showed ..."."""
    return all(_is_name(chunk.text) for chunk in window[1:]) and after[:1].islower()


def _bare(item: str) -> str:
    plain = _ARTICLE.sub("", item.strip().strip("\"'\u201c\u201d`"))
    return re.sub(r"\s+ones?$", "", plain).strip()


def _listed(window: Sequence[_Chunk], chunks: Sequence[_Chunk], at: int) -> _Listed | None:
    """The values in a run of chunks: words may precede the first value and follow the last."""
    texts = [chunk.text for chunk in window]
    if elliptic := _elliptic(window, texts):
        return elliptic
    shared = _shared_start(texts)
    if shared:
        values = [_bare(" ".join(text.split()[shared:])) for text in texts]
        lead, first_start = " ".join(texts[0].split()[:shared]), window[0].start
        end = window[-1].end
    else:
        middle = [_bare(text) for text in texts[1:-1]] or [_bare(_last_words(texts[0], 1))]
        with_article = len(texts) == _SMALLEST or any(_ARTICLE.match(text) for text in texts[1:-1])
        first = _suffix(texts[0], middle, with_article=with_article)
        last = _prefix(texts[-1], middle)
        if first is None or last is None:
            return None
        if COUNTED.search(texts[0]) and texts[0].endswith(COUNTED.findall(texts[0])[-1][1]):
            return None  # "three colors, red, green and blue"
        values = [_bare(first), *(middle if len(texts) > 2 else []), _bare(last)]
        first_start = window[0].start + texts[0].rindex(first)
        lead = texts[0][: texts[0].rindex(first)]
        end = window[-1].start + len(last)
    if any(not value or len(value.split()) > _MAX_WORDS or not _may_be_value(value) for value in values):
        return None
    before = lead.strip() or (chunks[at - 1].text if at and chunks[at - 1].after in (":", "(", ",") else "")
    after = texts[-1][end - window[-1].start :]
    return _Listed(_name(before, after, values), values, first_start, end, f"{before} {after}")


def _elliptic(window: Sequence[_Chunk], texts: Sequence[str]) -> _Listed | None:
    """The values of "one was shaped like a bat, one like a crab and one like an owl", or "in May, in June"."""
    lead = _shared_start(texts[1:], least=1)
    words = texts[1].split()[:lead]
    key = " ".join(words[1:] if words[:1] == ["one"] else words).lower()
    if not key or key.split()[0] not in _LEADS or len(texts) <= _SMALLEST:
        return None
    place = f" {texts[0].lower()} ".rfind(f" {key} ")
    if place < 0:
        return None
    start = place + len(key) + 1
    rest = [texts[0][start:], *(" ".join(text.split()[lead:]) for text in texts[1:])]
    last = _prefix(rest[-1], [_bare(text) for text in rest[1:-1]])
    if last is None:
        return None
    values = [_bare(text) for text in [*rest[:-1], last]]
    counted = re.fullmatch(r"(\d+) ([a-z]+)", values[0])
    named = counted[2] if counted and all(value.isdecimal() for value in values[1:]) else ""
    if named:
        values[0] = values[0].split()[0]
    if any(not value or len(value.split()) > _MAX_WORDS or not _may_be_value(value) for value in values):
        return None
    said = texts[0][:start]
    end = window[-1].end - (len(rest[-1]) - len(last))
    return _Listed(named or _name(said, "", values), values, window[0].start + start, end, f"{said} {named}")


def _shared_start(texts: Sequence[str], least: int = 2) -> int:
    """How many leading words all chunks share, 0 if fewer than `least`: "one plays the ghost, one plays the king"."""
    words = [text.lower().split() for text in texts]
    count = 0
    while all(len(each) > count + 1 for each in words) and len({each[count] for each in words}) == 1:
        count += 1
    return count if count >= least else 0


def _last_words(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])


def _is_name(value: str) -> bool:
    return value[:1].isupper()


def _suffix(text: str, middle: Sequence[str], *, with_article: bool) -> str | None:
    """The value at the end of a chunk, shaped like the other values; None if there is none."""
    if not text.split():
        return None
    if all(_is_name(value) for value in middle):
        match = re.search(rf"{_TITLE}[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*$", text)
        if match and (match.start() == 0 or re.match(r"[A-Z][a-z]+s ", match[0])):  # "Captains Ruiz, Sand and Thorn"
            return _last_words(match[0], _words(middle))  # "Trains A12": the first word is capitalised anyway
        return match[0] if match else None
    articles = (
        [] if not with_article else list(re.finditer(r"\b(?:an?|the)\s+(?=[^ ]+(?: [^ ]+){0,2}$)", text, re.IGNORECASE))
    )
    if articles:
        return text[articles[-1].start() :]
    if with_article and len(middle) > 1:
        return None
    match = re.search(r"\S+" + r"\s+\S+" * (_words(middle) - 1) + "$", text)
    return match[0] if match else None


def _prefix(text: str, middle: Sequence[str]) -> str | None:
    """The value at the start of a chunk, shaped like the other values; None if there is none."""
    plain = _ARTICLE.match(text)
    lead = plain[0] if plain else ""
    body = text[len(lead) :]
    if not body.split():
        return None
    if all(_is_name(value) for value in middle):
        match = re.match(rf"{_TITLE}[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*", body)
        return lead + match[0] if match else None
    match = re.match(r"\S+" + r"\s+\S+" * (_words(middle) - 1), body)
    return lead + match[0] if match else None


def _words(middle: Sequence[str]) -> int:
    return Counter(len(value.split()) for value in middle).most_common(1)[0][0]


def _may_be_value(value: str) -> bool:
    words = value.lower().split()
    if not re.fullmatch(r"[\w$\u20ac\u00a3#%][\w$\u20ac\u00a3#%.,:'& -]*", value):
        return False
    return not any(
        word in COMPARATIVES or word in ("not", "is", "was", "who", "each", "either") for word in words
    ) and (len(words) > 1 or words[0] not in GLUE or value[:1].isupper())


def _name(before: str, after: str, values: Sequence[str]) -> str:
    """A name for a category: the noun that introduces its list, or one for the type of its values."""
    if all(value.casefold() in (*MONTHS, *WEEKDAYS) for value in values):
        return "month" if values[0].casefold() in MONTHS else "day"
    plain = before.strip(" ,:").strip()
    if re.fullmatch(r"[A-Z][a-z-]+(?: [a-z-]+){0,4}", plain) and not re.search(r" (?:are|were|is)\b", plain):
        return plain
    counted = COUNTED.search(plain)
    if counted:
        return counted[2]
    named = _NAMED.search(plain)
    words = [word for word in (named["noun"] if named else "").split() if word.lower() not in GLUE]
    words = words or [word for word in re.findall(r"[A-Za-z]+", plain)[-1:] if word.lower() not in GLUE]
    unit = re.match(r"\s+(years? old|\w+)", after) if all(value.isdecimal() for value in values) else None
    if unit:
        return "age" if "old" in unit[1] else unit[1]
    if words:
        return " ".join(words).lower()
    return "name" if all(_is_name(value) for value in values) else "kind"


def _sorted_out(
    categories: dict[str, list[str]],
    found: Sequence[_Sentence],
    inferred: dict[str, str],
    names_value: Callable[[str], bool],
) -> Prose:
    parts: list[Part] = []
    described: dict[str, str] = {}
    for sentence in found:
        rest = sentence.text
        for found_list in sorted(sentence.lists, key=lambda each: -each.start):
            rest = rest[: found_list.start] + rest[found_list.end :]
            described.update(
                (name, found_list.said) for name, values in categories.items() if values == found_list.values
            )
        plain = bool(sentence.lists) and "respectively" not in rest and not rest.rstrip().endswith("?")
        lists = plain and not names_value(rest)
        parts.append(
            Part(
                sentence.text,
                sentence.raw,
                sentence.number,
                given=sentence.clue,
                marked=sentence.marked,
                lists=lists,
                rest=rest if lists else "",
            )
        )
    return Prose(categories, described, parts, inferred)
