"""Splits text into sentences: one notion of where a sentence ends, and three splitters for different uses."""

import re
from collections.abc import Iterator

MAX_PIECES = 400
# Punctuation, closing quotes and brackets, then the beginning of another sentence.
_END = r"(?<=[.!?])[\"')\]\u201d\u2019]*\s+(?=[\"'(\[\u201c\u2018]?[A-Z0-9])"
_OF_CLAUSES = re.compile(rf"{_END}|;\s+|(?<=[a-z])\.{{3,}}\s+")
_OF_PIECES = re.compile(rf"{_END}|(?<=[\u3002\uff01\uff1f\uff1b])")  # Chinese punctuation needs no space after it
# Longer runs of punctuation end no sentence; without a limit, a page of exclamation marks takes minutes.
_EVERY_MARK = re.compile(r"(?<=[\w)\]'\"!?%])[.!?;]{1,20}(?=\s|$)|\n")
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|no|vs|jr|sr|prof|capt|sgt|lt|mt|ft|approx|e\.g|i\.e|etc)\.$", re.IGNORECASE
)
_INITIAL = re.compile(r"(?<!\band )(?<!\bor )\b[A-Z]\.$")
_OPENER = re.compile(
    r"\s*(?:The|A|An|He|She|It|They|His|Her|Their|This|That|Neither|Either|Of|There|In|On|At|If|Both|Each|One)\s"
)
_ITEM_MARK = re.compile(r"\s*\(?\w{1,2}\.$")  # "3." or "b.", which belongs to the sentence that follows
_TAIL = 12  # characters; no abbreviation or initial is longer with its context, and looking further back is slow
_BULLET = re.compile(r"^\s*(?:[-*\u2022#>]+|\(?\d{1,3}[.)](?=\s))\s*")
_WRAPPED = 50  # characters; a shorter line without a full stop is a title, row or item that does not continue
_ITEM = re.compile(r"\s*(?:[-*\u2022|]|\(?\w{1,3}[.):]\s)")


def sentences(text: str) -> list[str]:
    """Split a text into sentences, including at semicolons."""
    found, start = [], 0
    for end in _ends(text, _OF_CLAUSES):
        found.append(text[start : end.start()])
        start = end.end()
    found.append(text[start:])
    return [piece.strip() for piece in found if re.search(r"\w", piece)]


def bare_sentences(text: str) -> list[str]:
    """Split into lines and sentences, at every mark whatever follows it, and strip bullets and marks."""
    parts = (_BULLET.sub("", part).strip(" \t\r*`:.,;") for part in _EVERY_MARK.split(text))
    return [part for part in parts if re.search(r"\w", part)]


def pieces(text: str) -> list[str]:
    """Split at line breaks and ends of sentences; every non-space character is in exactly one piece.

    The pieces are for an LLM to classify: if there are more than it can handle, neighbours are merged.
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
    """Return the number that the text itself gives a clue, as in `3. ...`, `(3) ...` or `"3": ...`, or None."""
    match = re.match(r"\W{0,2}(?:clue\s+)?(\d{1,3})\W{0,2}[.):]", piece, re.IGNORECASE)
    return int(match[1]) if match else None


def _ends(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the ends of sentences, which are not after an item mark, an initial or a common abbreviation."""
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
    """Join lines that were wrapped within a sentence."""
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
    """Merge neighbours evenly if there are more than MAX_PIECES pieces."""
    if len(found) <= MAX_PIECES:
        return found
    size = -(-len(found) // MAX_PIECES)
    return ["\n".join(found[start : start + size]) for start in range(0, len(found), size)]
