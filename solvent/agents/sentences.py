"""Cutting a text into pieces, so that a model can point at them and none is lost."""

import re

MAX_PIECES = 400
# An end of a sentence: a full stop and the like (the Chinese ones need no space after them), quotes and brackets that
# close with it, then the beginning of another sentence. Not after a single letter or a usual abbreviation.
_END = re.compile(
    r"(?<!\b[A-Za-z])(?<!\b(?:Mr|Ms|Dr|St|vs|no|No))(?<!\b(?:Mrs|e\.g|i\.e|etc))[.!?][\"')\]]*\s+(?=[\"'(\[A-Z0-9])|(?<=[\u3002\uff01\uff1f\uff1b])"
)


def pieces(text: str) -> list[str]:
    """Cut at line breaks and ends of sentences; every character that is no space is in exactly one piece."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in _END.finditer(line):
            found.append(line[start : end.end()].strip())
            start = end.end()
        found.append(line[start:].strip())
    return _merged([piece for piece in found if piece])


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
