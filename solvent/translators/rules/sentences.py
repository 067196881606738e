"""Divides text into sentences."""

import re

# Pronouns that may stand for the subject of the sentence before, with the number of words that they replace.
LEADING_PRONOUNS = {"he": 1, "she": 1, "his": 1, "her": 1, "it": 1, "its": 1, "they": 1, "their": 1}
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|no|vs|jr|sr|prof|capt|sgt|lt|mt|ft|approx)\.$", re.IGNORECASE)
_INITIAL = re.compile(r"(?<!\band )(?<!\bor )\b[A-Z]\.$")
_OPENER = re.compile(
    r"\s*(?:The|A|An|He|She|It|They|His|Her|Their|This|That|Neither|Either|Of|There|In|On|At|If|Both|Each|One)\s"
)
# No abbreviation and no initial is longer, with what stands before it; looking further back takes a long time.
_TAIL = 12
_BREAK = re.compile(r"(?<=[.!?])[\"\u201d)]*\s+(?=[\"\u201c(]?[A-Z0-9])|;\s+|(?<=[a-z])\.{3,}\s+")


def sentences(text: str) -> list[str]:
    """The sentences of a text, also those that a semicolon divides."""
    found, start = [], 0
    for match in _BREAK.finditer(text):
        end = match.start()
        tail = max(start, end - _TAIL)
        initial = _INITIAL.search(text, tail, end) and not _OPENER.match(text, end)
        if text[end] != ";" and (initial or _ABBREVIATION.search(text, tail, end)):
            continue
        found.append(text[start:end])
        start = match.end()
    found.append(text[start:])
    return [piece.strip() for piece in found if re.search(r"\w", piece)]
