"""Divides text into sentences: one notion of where a sentence ends, and three cuts for what is done with the pieces."""

import re
from collections.abc import Iterator

MAX_PIECES = 400
# A mark, quotes and brackets that close with it, then the beginning of another sentence.
_END = r"(?<=[.!?])[\"')\]\u201d\u2019]*\s+(?=[\"'(\[\u201c\u2018]?[A-Z0-9])"
_OF_CLAUSES = re.compile(rf"{_END}|;\s+|(?<=[a-z])\.{{3,}}\s+")
_OF_PIECES = re.compile(rf"{_END}|(?<=[\u3002\uff01\uff1f\uff1b])")  # the Chinese marks need no space after them
# More marks in a row than these end no sentence; without a limit a page of exclamation marks takes minutes.
_EVERY_MARK = re.compile(r"(?<=[\w)\]'\"!?%])[.!?;]{1,20}(?=\s|$)|\n")
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|no|vs|jr|sr|prof|capt|sgt|lt|mt|ft|approx|e\.g|i\.e|etc)\.$", re.IGNORECASE
)
_INITIAL = re.compile(r"(?<!\band )(?<!\bor )\b[A-Z]\.$")
_OPENER = re.compile(
    r"\s*(?:The|A|An|He|She|It|They|His|Her|Their|This|That|Neither|Either|Of|There|In|On|At|If|Both|Each|One)\s"
)
_ITEM_MARK = re.compile(r"\s*\(?\w{1,2}\.$")  # "3." or "b.", which belongs to the sentence that follows
_TAIL = 12  # no abbreviation and no initial is longer, with what stands before it; looking further back takes long
_BULLET = re.compile(r"^\s*(?:[-*\u2022#>]+|\(?\d{1,3}[.)](?=\s))\s*")
_WRAPPED = 50  # characters; a shorter line without a full stop is a title, a row or an item, and ends where it ends
_ITEM = re.compile(r"\s*(?:[-*\u2022|]|\(?\w{1,3}[.):]\s)")


def sentences(text: str) -> list[str]:
    """The sentences of a text, also those that a semicolon divides."""
    found, start = [], 0
    for end in _ends(text, _OF_CLAUSES):
        found.append(text[start : end.start()])
        start = end.end()
    found.append(text[start:])
    return [piece.strip() for piece in found if re.search(r"\w", piece)]


def bare_sentences(text: str) -> list[str]:
    """Sentences and lines, cut at every mark whatever follows it, without bullets and without the marks."""
    parts = (_BULLET.sub("", part).strip(" \t\r*`:.,;") for part in _EVERY_MARK.split(text))
    return [part for part in parts if re.search(r"\w", part)]


def pieces(text: str) -> list[str]:
    """Cut at line breaks and ends of sentences; every character that is no space is in exactly one piece.

    A model can point at them: where there are more than it can sort, neighbours stay together.
    """
    found: list[str] = []
    for line in map(str.strip, _unwrapped(text.splitlines())):
        start = 0
        for end in _ends(line, _OF_PIECES):
            found.append(line[start : end.end()].strip())
            start = end.end()
        found.append(line[start:].strip())
    return _merged([piece for piece in found if piece])


def number_of(piece: str) -> int | None:
    """The number that the text itself gives a clue, as in `3. ...`, `(3) ...` or `"3": ...`."""
    match = re.match(r"\W{0,2}(?:clue\s+)?(\d{1,3})\W{0,2}[.):]", piece, re.IGNORECASE)
    return int(match[1]) if match else None


def _ends(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Where sentences end: not after the mark of an item, an initial or a usual abbreviation."""
    start = 0
    for match in pattern.finditer(text):
        end = match.start()
        tail = max(start, end - _TAIL)
        initial = _INITIAL.search(text, tail, end) and not _OPENER.match(text, end)
        marked = end - start < _TAIL and _ITEM_MARK.match(text, start, end)
        if text[end : end + 1] == ";" or not (initial or marked or _ABBREVIATION.search(text, tail, end)):
            yield match
            start = match.end()


def _unwrapped(lines: list[str]) -> list[str]:
    """Join the lines that an editor broke within a sentence."""
    whole: list[str] = []
    last = ""
    for line in lines:
        open_end = len(last) >= _WRAPPED and (last[-1].isalnum() or last[-1] in ",-")
        if open_end and line.strip() and not _ITEM.match(line):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
        last = line.rstrip()
    return whole


def _merged(found: list[str]) -> list[str]:
    """Join neighbours evenly where there are more pieces than anybody can sort."""
    if len(found) <= MAX_PIECES:
        return found
    size = -(-len(found) // MAX_PIECES)
    return ["\n".join(found[start : start + size]) for start in range(0, len(found), size)]
