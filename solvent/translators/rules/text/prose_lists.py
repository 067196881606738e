"""Finds lists of a given number of values in a sentence, in whatever words it gives them.

A list is a run of chunks between commas, "and" or "or", or what stands after a colon or dash or in brackets. Words may
precede its first value and follow its last; the values in between show what shape a value has.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.text.category_names import COUNTED, Around, name_of
from solvent.translators.rules.text.chunks import Chunk, chunks_of
from solvent.translators.rules.text.one_by_one import runs, without_place
from solvent.translators.rules.text.words import COMPARATIVES, GLUE, MONTHS, RESERVED, listed, stem

_ARTICLE = re.compile(r"^(?:the|an?|some|either|one|namely)\s+", re.IGNORECASE)
# "old Mr Dufy", "that nice young Dilip"
_FAMILIAR = re.compile(
    r"^(?:(?:old|young|little|big|dear|poor|good|nice|lovely|that|my|our|his|her) )+(?=(?:[A-Z][a-z]+\.? ?)+$)"
)
_LEADS = frozenset(listed("in on at by from to for like as of with has had is was costs"))
# "One drinks tea, another coffee and the third milk": each is one of them.
_ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|last|other"
_ONE = re.compile(
    rf"^(?:one|another|a (?:{_ORDINAL})|the (?:{_ORDINAL}))(?: one| of (?:them|these|those|us))?\s+(?=\S)",
    re.IGNORECASE,
)
_OF_ONE = re.compile(r"\b(?:one|the first)(?: of (?:them|these|those|us|the [a-z]+))?\s", re.IGNORECASE)
_HEAD = re.compile(
    r"\b(?:are|is|were|was|include[sd]?|called|named)\s+(?=\S)(?!.*\b(?:are|is|were|was|called|"
    r"named)\s)",
    re.IGNORECASE,
)
_NAMED_HEAD = re.compile(
    r"\b(?:the|their|its|and|your|our) (?:[a-z-]+ ){1,4}(?:are|were|include) (?:the )?$", re.IGNORECASE
)
_TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|St)\.?\s)?"
_NAME = rf"{_TITLE}[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*"
# Words that begin a clause of its own, not a value.
_CLAUSES = frozenset(listed("they he she it we you i who which that there each either every no none both all"))
_NO_VALUE = frozenset(listed("not is was are were who each either they she he has have had"))
_OPENING = (":", "(", "\u2014", "-", "\u2013")
# "Owners Jay, Kim and Lev", "Stickers cat, owl, fox": a noun in the plural and its values, no verb.
_BARE = re.compile(r"[A-Z][a-z]+s \S+$")
_MAX_WORDS = 4  # in a value
_SMALLEST = 2


@dataclass
class Listed:
    """A list in a sentence, from `start` to `end`: a name for its category, and the words around it (`said`).

    `whole` means that no further value seems to precede the first one.
    """

    name: str
    values: list[str]
    start: int
    end: int
    said: str
    whole: bool = True


@dataclass(frozen=True)
class _Found:
    """The values of a run of chunks, the offset of the first in its chunk, and how much of the last chunk is left."""

    values: list[str]
    first: int
    left: int
    name: str = ""


def lists(text: str, size: int, elsewhere: str = "") -> list[Listed]:
    """Return the lists of `size` values in a sentence, from left to right; they may overlap.

    The rest of the text, `elsewhere` in lower case, shows where a last value of several words ends.
    """
    found = _one_by_one(text, size, elsewhere)
    chunks = chunks_of(text)
    for at in range(len(chunks) - size + 1):
        window = chunks[at : at + size]
        marks = [chunk.after for chunk in window[:-1]]
        opened = at > 0 and chunks[at - 1].after in _OPENING
        closes = opened and window[-1].after in ("", *_OPENING, ")")
        joined = marks[-1] in ("and", ",and") and (
            all(mark == "," for mark in marks[:-1]) or (size > _SMALLEST and len({*marks}) == 1)
        )
        bare = at == 0 and size == len(chunks) > _SMALLEST and bool(_BARE.match(window[0].text))
        if not (joined or ((closes or bare) and all(mark == "," for mark in marks))):
            continue
        if window[-1].after == "and" and not (
            _goes_on(window, chunks[at + size].text) or _another(chunks[at + size :], size)
        ):
            continue
        listed = _listed(text, chunks, at, size, elsewhere)
        if listed and not any(listed.start < each.end and each.start < listed.end for each in found):
            found.append(listed)
    return found


def _one_by_one(text: str, size: int, elsewhere: str) -> list[Listed]:
    """The lists of which each value has a word of its own, such as "one" and "another"."""
    return [
        Listed(
            run.noun.lower() or name_of(Around(run.before, "", run.values, text[: run.start])),
            run.values,
            run.start,
            run.end,
            f"{run.before} {run.noun}",
        )
        for run in runs(text, size, elsewhere)
        if _are_values([without_place(value) for value in run.values])
    ]


def _goes_on(window: Sequence[Chunk], after: str) -> bool:
    """Whether another statement follows a list: "by Ada, Ben and Cleo and showed ...", "at 7:00 and 8:00 and each"."""
    if (after.split()[:1] and after.split(maxsplit=1)[0].lower() in _CLAUSES) or _amounts(
        [chunk.text for chunk in window]
    ):
        return True
    return window[0].text[-1:].islower() and all(_is_name(each.text) for each in window[1:]) and after[:1].islower()


def _another(after: Sequence[Chunk], size: int) -> bool:
    """Whether what follows is another list of that size: "... and toys and go to Rome, Oslo and Ely"."""
    marks = [chunk.after for chunk in after]
    return len(after) == size > _SMALLEST and marks[:-2] == [","] * (size - 2) and marks[-2] in ("and", ",and")


def _listed(text: str, chunks: Sequence[Chunk], at: int, size: int, elsewhere: str) -> Listed | None:
    window = chunks[at : at + size]
    texts = [chunk.text for chunk in window]
    opened = at > 0 and chunks[at - 1].after in _OPENING
    ends = ("", "(", ")", ",", ",and", *([chunks[at - 1].after] if opened else []))
    found = _complete(texts, elsewhere, opened=opened, ends=window[-1].after in ends) or _values(texts)
    if found is None:
        return None
    found = _grown(found, texts, elsewhere)
    lead, after = texts[0][: found.first], texts[-1][len(texts[-1]) - found.left :]
    opened = opened or (at > 0 and chunks[at - 1].after == ",")
    before = lead.strip() or (chunks[at - 1].text if opened else "")
    so_far = text[: window[0].start + found.first]
    name, values = _numbered(found.values)
    prefixes = {value.split()[0] for value in values if " " in value}
    if prefixes <= _LEADS and all(" " in value for value in values):
        values = [_bare(" ".join(value.split()[1:])) for value in values]
    return Listed(
        name or found.name or name_of(Around(before, after, values, so_far, elsewhere)),
        values,
        window[0].start + found.first,
        window[-1].end - found.left,
        f"{before} {found.name} {after}",
        whole=bool(_HEAD.search(lead)) or not _continues(chunks, at, found.values),
    )


def _complete(texts: Sequence[str], elsewhere: str, *, opened: bool, ends: bool) -> _Found | None:
    """The values of a list that begins after a colon, a bracket or "are", and ends with its last chunk."""
    head = _HEAD.search(texts[0])
    if not ends or not (head or opened):
        return None
    first = head.end() if head else 0
    values = [_bare(text) for text in [texts[0][first:], *texts[1:]]]
    if not _are_values(values):
        return None
    counts = [len(value.split()) for value in values]
    odd = [_of_clauses(value) or value.split()[0] in GLUE for value in values]
    if (odd[-1] and not any(odd[:-1])) or (odd[0] and not any(odd[1:])):
        return None
    if all(map(_is_name, values)):
        if not re.fullmatch(_NAME, values[-1]) and all(re.fullmatch(_NAME, value) for value in values[:-1]):
            return None  # "Ada, Bo and Cy play the harp"
    else:
        number = any(map(str.isdecimal, values[0]))
        led = bool(re.match(r"[a-z]+(?:ed|en|ing)\b|like\b", values[0]))
        named = opened or bool(_NAMED_HEAD.search(texts[0][:first]))
        if counts[0] > max(counts[1:]) and (number or led or not (named or values[0].lower() in elsewhere)):
            return None  # "are painted red, green and blue"
        if counts[-1] > max(counts[:-1]) and (number or not (named or values[-1].lower() in elsewhere)):
            return None  # "are 10, 15 and 20 metres tall"
    return _Found(values, first, 0)


def _of_clauses(value: str) -> bool:
    """Whether words of a value could as well belong to the sentence around it: "swift at the lake"."""
    return any(word in GLUE or word in RESERVED or word.endswith("ly") for word in value.split()[1:])


def _continues(chunks: Sequence[Chunk], at: int, values: Sequence[str]) -> bool:
    """Whether the chunk before a list seems to end with another value of it."""
    if at == 0 or chunks[at - 1].after != ",":
        return False
    if len(values) == _SMALLEST:
        return True
    before = chunks[at - 1].text
    if all(map(_is_name, values)):
        return _is_name(before.split()[-1] if before.split() else "")
    return not re.search(r"\d", "".join(values)) or bool(re.search(r"\d\S*$", before))


def _numbered(values: list[str]) -> tuple[str, list[str]]:
    """The noun and the numbers of "table 1, table 2 and table 3"; otherwise no noun, and the values."""
    parts = [re.fullmatch(r"([A-Za-z]+) (\d+)", value) for value in values]
    nouns = {part[1].lower() for part in parts if part}
    if all(parts) and len(nouns) == 1 and nouns.isdisjoint(MONTHS):
        return nouns.pop(), [part[2] for part in parts if part]
    return "", values


def _values(texts: Sequence[str]) -> _Found | None:
    """The values in a run of chunks, the shortest way to say them first: "one drinks tea, one coffee"."""
    if amounts := _amounts(texts):
        return amounts
    ways = []
    if _OF_ONE.search(texts[0]) and all(map(_ONE.match, texts[1:])):
        ways.append([texts[0], *(_ONE.sub("", text) for text in texts[1:])])
    ways.append([*texts])
    for way in ways:
        for found in (_elliptic(way), _plain(way)):
            if found and _are_values(found.values):
                return found
    return None


_AMOUNT = (
    r"(?:[$\u20ac\u00a3]\s?\d[\d.,]*|\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\b\.?|\s?o['\u2019]clock)|\d{1,2}:\d\d|"
    r"noon|midday|midnight)"
)


def _amounts(texts: Sequence[str]) -> _Found | None:
    """The values of a list of times or prices, which may differ in shape: "at 9 am, 10.30 am and noon"."""
    first = re.search(rf"(?<!\S){_AMOUNT}$", texts[0], re.IGNORECASE)
    last = re.match(_AMOUNT, texts[-1], re.IGNORECASE)
    between = [text.strip() for text in texts[1:-1]]
    if not (first and last and all(re.fullmatch(_AMOUNT, text, re.IGNORECASE) for text in between)):
        return None
    values = [first[0], *between, last[0]]
    return _Found(values, first.start(), len(texts[-1]) - last.end()) if _are_values(values) else None


def _grown(found: _Found, texts: Sequence[str], elsewhere: str) -> _Found:
    """Add to the last value the words after it and to the first one the word before it that belong to them elsewhere.

    "A romance and a science fiction novel", "red wine, beer and juice": elsewhere, "wine" always follows "red".
    """
    first, *between, last = found.values
    after = re.match(r"(?: [a-z-]+){1,2}", texts[-1][len(texts[-1]) - found.left :])
    words = after[0].split() if after else []
    for count in range(len(words), 0, -1):
        longer = f"{last} {' '.join(words[:count])}"
        others = [f"{value.lower()} {words[0]}" for value in found.values[:-1]]
        if (
            last.isalpha()
            and words[0] not in GLUE | RESERVED
            and re.search(rf"\b{re.escape(longer.lower())}\b", elsewhere)
            and not any(other in elsewhere for other in others)
        ):
            left = found.left - len(longer) + len(last)
            return replace(found, values=[first, *between, longer], left=left)
    before = re.search(r"([a-z-]+) $", texts[0][: found.first])
    if before and before[1] not in GLUE | RESERVED:
        alone = rf"(?<!\b{re.escape(before[1])} )\b{re.escape(first.lower())}\b"
        other = rf"\b{re.escape(stem(before[1]))}[a-z]* (?!{re.escape(first.lower())}\b)"
        if f"{before[1]} {first.lower()}" in elsewhere and not re.search(rf"{alone}|{other}", elsewhere):
            return replace(found, values=[f"{before[1]} {first}", *between, last], first=found.first - len(before[0]))
    return found


def _are_values(values: Sequence[str]) -> bool:
    return len({value.casefold() for value in values}) == len(values) and all(map(_may_be_value, values))


def _may_be_value(value: str) -> bool:
    words = value.lower().split()
    if not words or len(words) > _MAX_WORDS or (words[0] in _CLAUSES and not value.split(maxsplit=1)[0].isupper()):
        return False
    if not re.fullmatch(r"[\w$\u20ac\u00a3#%][\w$\u20ac\u00a3#%.,:'&/+ -]*", value):
        return False
    if any(word in COMPARATIVES or word in _NO_VALUE for word in words):
        return False
    return len(words) > 1 or words[0] not in GLUE or value[:1].isupper()


def _elliptic(texts: Sequence[str]) -> _Found | None:
    """The values of "one was shaped like a bat, one like a crab and one like an owl", or "in May, in June"."""
    lead = _shared_start(texts[1:])
    words = texts[1].split()[:lead]
    key = " ".join(words[1:] if words[:1] == ["one"] else words).lower()
    if not key or len(texts) <= _SMALLEST:
        return None
    if key.split()[0] in ("the", "a", "an") or (key.split()[0] not in _LEADS and not _OF_ONE.search(texts[0])):
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
    return _Found(values, start, len(rest[-1]) - len(last), named)


def _shared_start(texts: Sequence[str]) -> int:
    """How many leading words all chunks share: "plays the king, plays the queen"."""
    words = [text.lower().split() for text in texts]
    count = 0
    while all(len(each) > count + 1 for each in words) and len({each[count] for each in words}) == 1:
        count += 1
    while count and words[0][count - 1] in ("the", "a", "an"):
        count -= 1
    return count


def _plain(texts: Sequence[str]) -> _Found | None:
    middle = [_bare(text) for text in texts[1:-1]] or [_bare(_last_words(texts[0], 1))]
    articles = [bool(_ARTICLE.match(text)) for text in texts[1:-1]]
    mixed = any(articles) and not all(articles)  # "muesli, an omelette, porridge and toast"
    with_article = len(texts) == _SMALLEST or any(articles)
    first = _suffix(texts[0], middle, with_article=with_article, mixed=mixed)
    last = _prefix(texts[-1], middle)
    if first is None or last is None:
        return None
    counted = COUNTED.findall(texts[0])
    if counted and texts[0].endswith(counted[-1][1]):
        return None  # "three colors, red, green and blue"
    values = [_bare(first), *(middle if len(texts) > _SMALLEST else []), _bare(last)]
    return _Found(values, texts[0].rindex(first), len(texts[-1]) - len(last))


def _bare(item: str) -> str:
    plain = _ARTICLE.sub("", item.strip().strip("\"'\u201c\u201d`"))
    plain = _FAMILIAR.sub("", plain)
    plain = re.sub(r"(?<=[a-z]{2})\.$", "", plain)  # the last word of a sentence, such as "ft."
    return re.sub(r"\s+ones?$", "", plain).strip()


def _last_words(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])


def _is_name(value: str) -> bool:
    return value[:1].isupper()


def _suffix(text: str, middle: Sequence[str], *, with_article: bool, mixed: bool = False) -> str | None:
    """The value at the end of a chunk, shaped like the other values; None if there is none."""
    if not text.split():
        return None
    if all(_is_name(value) for value in middle):
        match = re.search(rf"{_NAME}$", text)
        if match and (match.start() == 0 or re.match(r"[A-Z][a-z]+s ", match[0])):  # "Captains Ruiz, Sand and Thorn"
            return _last_words(match[0], _words(middle))  # "Trains A12": the first word is capitalised anyway
        return match[0] if match else None
    articles = (
        []
        if not with_article
        else list(re.finditer(r"\b(?:an?|the|some)\s+(?=[^ ]+(?: [^ ]+){0,2}$)", text, re.IGNORECASE))
    )
    if articles:
        return text[articles[-1].start() :]
    if with_article and len(middle) > 1 and not mixed:
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
        match = re.match(rf"(?:[a-z]+ ){{0,3}}?{_NAME}", body)
        return lead + match[0] if match and (match[0][0].isupper() or _FAMILIAR.match(match[0])) else None
    match = re.match(r"\S+" + r"\s+\S+" * (_words(middle) - 1), body)
    return lead + match[0] if match else None


def _words(middle: Sequence[str]) -> int:
    return Counter(len(value.split()) for value in middle).most_common(1)[0][0]
