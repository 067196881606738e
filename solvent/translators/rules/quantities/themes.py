"""What a word problem may be about; the first theme that reads a whole text has it."""

import re
from dataclasses import replace

from solvent.translators.rules.quantities import counts, figures, people, prices, siblings, wholes
from solvent.translators.rules.quantities.facts import Fact, Relation
from solvent.translators.rules.quantities.number_words import whole
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Line, Reading

_THEMES = (siblings.read, counts.read, people.read, prices.read, wholes.read, figures.read)
_ASKS = re.compile(
    r"\b(?:how (?:many|much|old)|what|which|find|determine|calculate|work out|name|give)\b", re.IGNORECASE
)


def read(text: str) -> Reading | None:
    """Read a text; None if no theme read at least half of its sentences, and what it asks for."""
    if not _ASKS.search(text):
        return None
    options = _OPTIONS.search(text)
    body, listed = (text[: options.start()], options[0].strip()) if options else (text, "")
    found = [reading for theme in _THEMES if (reading := theme(body)) is not None and reading.asked is not None]
    best = next((reading for reading in found if reading.complete), None)
    best = best or next((reading for reading in found if _mostly(reading)), None)
    return _chosen(best, listed) if best and listed else best


# "A. 39", "(B) 48": numbers to choose from, at the end of a text
_OPTION = r"[(\[]?[A-Ha-h][.):\]][ \t]*(?P<{}>\d{{1,9}}(?:\.\d{{1,4}})?)"
_OPTIONS = re.compile(rf"(?<=\n|\s)(?:{re.sub('[?]P<[^>]*>', '', _OPTION.format('n'))}[ \t]*[,;.]?\s*){{2,8}}$")


def _chosen(reading: Reading, listed: str) -> Reading:
    """A reading with what the options say: that the number asked for is one of them."""
    answer = reading.asked.answer if reading.asked else None
    numbers = [
        number for found in re.finditer(_OPTION.format("n"), listed) if (number := whole((found["n"],))) is not None
    ]
    if not isinstance(answer, Poly):
        return replace(reading, lines=(*reading.lines, Line(listed, "unread", (), "the options are not understood")))
    ways = tuple((Relation(answer - Poly.constant(number)),) for number in dict.fromkeys(numbers))
    return replace(reading, lines=(*reading.lines, Line(listed, "clue", (Fact(ways),))))


def _mostly(reading: Reading) -> bool:
    unread = sum(line.role == "unread" for line in reading.lines)
    return any(line.facts for line in reading.lines) and 2 * unread <= len(reading.lines)
