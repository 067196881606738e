"""What a word problem may be about; the first theme that reads a whole text has it."""

import re
from dataclasses import replace

from solvent.translators.rules.quantities import (
    ages,
    amounts,
    arrangements,
    averages,
    chains,
    counts,
    counts_by_clauses,
    digits,
    figures,
    leftovers,
    meetings,
    mixtures,
    people,
    prices,
    rates,
    rectangles,
    runs,
    siblings,
    wholes,
)
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.descriptions import doubtful
from solvent.translators.rules.quantities.facts import Fact, Relation
from solvent.translators.rules.quantities.number_words import whole
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import Line, Reading

_THEMES = (
    siblings.read,
    counts.read,
    counts_by_clauses.read,
    people.read,
    ages.read,
    prices.read,
    wholes.read,
    figures.read,
    chains.read,
    rates.work,
    meetings.climb,
    meetings.meeting,
    averages.means,
    averages.quiz,
    arrangements.rounds,
    arrangements.rows,
    arrangements.pages,
    arrangements.offers,
    digits.read,
    leftovers.read,
    amounts.read,
    mixtures.read,
    rectangles.read,
    runs.read,
)
_ASKS = re.compile(
    r"\b(?:how (?:many|much|old)|how (?:long|wide) is|what|which|find|determine|calculate|work out|name|give)\b",
    re.IGNORECASE,
)


def read(text: str) -> Reading | None:
    """Read a text; None if no theme read at least half of its sentences, and what it asks for."""
    if not _ASKS.search(text):
        return None
    options = _OPTIONS.search(text)
    body, listed = (text[: options.start()], options[0].strip()) if options else (text, "")
    found = [
        _undoubted(reading) for theme in _THEMES if (reading := theme(body)) is not None and reading.asked is not None
    ]
    best = next((reading for reading in found if reading.complete), None)
    best = best or next((reading for reading in found if _mostly(reading)), None)
    return _chosen(best, listed) if best and listed else best


_ASKED_POLITELY = re.compile(
    r"\b(?:can|could|may|might|would)\b(?= (?:you|i|we|he|she|they|be|have|it|there)\b)|^guess my\b|\bam i supposed\b"
)


_PAST = re.compile(r"\b(?:was|were|had|did|gave|got|took|ago|then|[a-z]{2,}ed)\b")
_PRESENT = re.compile(r"\b(?:is|are|has|have)\b")
_WHEN = re.compile(r"\b(?:when|then|ago|at|before|after|in|last|originally|first|on|while|by|during)\b")


def _of_another_time(told: str, question: str) -> bool:
    """Whether a text tells what is so now, and asks what was so at a time that it leaves open."""
    past = re.search(r"\bhow (?:old (?:was|were)|many [a-z]+ did [a-z]+ have$)", question)
    if not past or _WHEN.search(question) or not _PRESENT.search(told):
        return False
    return not _PAST.search(told) or re.search(r"\b(?:is|are) (?:now|today|currently)\b", told) is not None


def _undoubted(reading: Reading) -> Reading:
    """A reading in which no sentence is read that doubts what it says, or asks of a time of which nothing is told."""
    lines = []
    told = " ; ".join(" ".join(words_of(line.text)) for line in reading.lines if line.role != "question")
    for line in reading.lines:
        words = " ".join(words_of(line.text))
        doubt = doubtful(_ASKED_POLITELY.sub(" ", words) if line.role == "question" else words)
        unread = Line(line.text, "unread", (), f"'{doubt}' leaves open what is so")
        if line.role == "question" and _of_another_time(told, words.strip(" ?.!")):
            doubt, unread = "time", Line(line.text, "unread", (), "it is open what time it asks of")
        lines.append(unread if doubt and line.role != "unread" else line)
    return replace(reading, lines=tuple(lines))


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
