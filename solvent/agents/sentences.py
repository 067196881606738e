"""Cutting a text into pieces, so that a model can point at them and none is lost."""

import re

MAX_PIECES = 400
# An end of a sentence: a full stop and the like (the Chinese ones need no space after them), quotes and brackets that
# close with it, then the beginning of another sentence. Not after the number of an item, a single
# letter or a usual abbreviation.
_END = re.compile(
    r"(?<!^\d)(?<!^\d\d)(?<!\b[A-Za-z])(?<!\b(?:Mr|Ms|Dr|St|vs|no|No))(?<!\b(?:Mrs|e\.g|i\.e|etc))[.!?][\"')\]]*\s+(?=[\"'(\[A-Z0-9])|(?<=[\u3002\uff01\uff1f\uff1b])"
)


_WRAPPED = 50  # characters; a shorter line without a full stop is a title, a row or an item, and ends where it ends
_ITEM = re.compile(r"\s*(?:[-*\u2022|]|\(?\w{1,3}[.):]\s)")


def pieces(text: str) -> list[str]:
    """Cut at line breaks and ends of sentences; every character that is no space is in exactly one piece."""
    found: list[str] = []
    for line in map(str.strip, _unwrapped(text.splitlines())):
        start = 0
        for end in _END.finditer(line):
            found.append(line[start : end.end()].strip())
            start = end.end()
        found.append(line[start:].strip())
    return _merged([piece for piece in found if piece])


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


def number_of(piece: str) -> int | None:
    """The number that the text itself gives a clue, as in `3. ...`, `(3) ...` or `"3": ...`."""
    match = re.match(r"\W{0,2}(?:clue\s+)?(\d{1,3})\W{0,2}[.):]", piece, re.IGNORECASE)
    return int(match[1]) if match else None
