"""Splits a text into lines and strips their bullets, numbers and emphasis; every line with a word is kept."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__)(?=\S)|(?<=\S)(\*\*|__)(?!\w)")
_NUMBER = re.compile(
    r"^\W{0,2}(?:(?:clue|hint|fact|statement|constraint)\s*(?:(?:no\.|number|nr\.?)\s*)?#?(\d{1,4})\b\s*(?:[.):\]-]|"
    r"\u2013|\u2014)?"
    r"|#(\d{1,4})\b[.):]?|[(\[](\d{1,4})[)\]][.:]?|(\d{1,4})(?:[.):\]]+|\s*[-\u2013\u2014](?=\s)))(?:\s+|$)",
    re.IGNORECASE,
)
_LETTER = re.compile(r"^[(\[]?([A-Za-z]|[ivxIVX]{2,5})[.)\]]+:?\s+(?=\S)")
_BULLET = re.compile(
    r"^(?:[-*+>\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u25b6-\u25b9\u25ba\u25c6\u25c7\u25a0\u25a1\u2043\u2219\u279c\u27a4\u2794\u00b7\u2013\u2014\u2192\u2713\u2610]+|#{1,6})\s+"
)
_ROMAN = {"i": 1, "v": 5, "x": 10}
_LISTS = re.compile(r"^[^:.,?!]{1,60}:(?:\s|$)")
_LONG = 2000  # characters; a longer line is not joined with the next one
_ENDS = re.compile(r"[.!?:;][\"\u201d')*\]]*$")


@dataclass(frozen=True)
class Line:
    """A line without its list marker.

    `raw` is the line as written; `number` the number that the text gives it; `marked` says whether it has a number,
    letter or bullet, `after_gap` whether a blank line precedes it.
    """

    text: str
    raw: str
    number: int | None = None
    marked: bool = False
    after_gap: bool = False


def lines(text: str) -> list[Line]:
    """The lines of a text that contain a word; a wrapped line is joined with its continuation."""
    return list(_lines(text))


@lru_cache(maxsize=2)  # several kinds of puzzle look at the same text
def _lines(text: str) -> tuple[Line, ...]:
    found: list[Line] = []
    gap = False
    for raw in text.splitlines():
        if not re.search(r"\w", raw):
            gap = gap or not raw.strip()
            continue
        line = _marked(raw.strip(), after_gap=gap)
        if found and not gap and _goes_on(found[-1], line):
            before = found.pop()
            joined = {"text": f"{before.text} {line.text}", "raw": f"{before.raw} {line.raw}"}
            line = Line(**{**before.__dict__, **joined})
        found.append(line)
        gap = False
    return tuple(_with_letters(found))


def _marked(raw: str, *, after_gap: bool) -> Line:
    plain = _EMPHASIS.sub("", raw).strip()
    bullet = _BULLET.match(plain)
    body = plain[bullet.end() :] if bullet else plain
    number = _NUMBER.match(body)
    if number:
        digits = next(group for group in number.groups() if group)
        return Line(body[number.end() :].strip(), raw, int(digits), marked=True, after_gap=after_gap)
    return Line(body, raw, marked=bool(bullet) and not plain.startswith("#"), after_gap=after_gap)


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a line continues the one before it, which was wrapped."""
    if not line.text[:1].islower() or len(before.text) > _LONG:
        return False
    if line.marked or _LETTER.match(line.text) or _ENDS.search(before.text[-10:]) or _LISTS.match(line.text):
        return False
    return not _LISTS.match(before.text) or before.text.endswith((",", " and", " or"))


def _with_letters(found: list[Line]) -> list[Line]:
    """Strip letters and Roman numerals from lines that they number: at least two lines, counting up from the first."""
    said = [None if line.number else _LETTER.match(line.text) for line in found]
    counted: set[int] = set()
    for place_of in (_letter, _roman):
        run: dict[int, int] = {}
        for at, match in enumerate(said):
            place = place_of(match[1]) if match else None
            if place == 1 or (place is not None and place == len(run) + 1):
                run = {at: 1} if place == 1 else {**run, at: place}
                counted.update(run if len(run) > 1 else ())
    return [
        Line(line.text[match.end() :], line.raw, line.number, marked=True, after_gap=line.after_gap)
        if (match := said[at]) and at in counted
        else line
        for at, line in enumerate(found)
    ]


def _letter(mark: str) -> int | None:
    return ord(mark.lower()) - ord("a") + 1 if len(mark) == 1 else None


def _roman(mark: str) -> int | None:
    if not set(mark.lower()) <= _ROMAN.keys():
        return None
    values = [_ROMAN[sign] for sign in mark.lower()]
    return sum(
        -value if any(later > value for later in values[at + 1 : at + 2]) else value for at, value in enumerate(values)
    )


def numbered_anew(found: Iterable[int | None]) -> list[int]:
    """Clue ids: the text's own numbers if none repeats, unnumbered clues counted on from the highest; else 1, 2, ..."""
    own = list(found)
    named = [number for number in own if number]
    if len(set(named)) < len(named):
        return list(range(1, len(own) + 1))
    following = max(named, default=0)
    ids = []
    for number in own:
        if not number:
            following += 1
        ids.append(number or following)
    return ids
