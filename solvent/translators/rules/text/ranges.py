"""Writes ranges out as lists: "Monday to Thursday", "floors 1 to 4", "aged 7 to 10", "the years 1988-1992"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.words import MONTHS, NUMBER_WORDS, ORDINAL_WORDS, WEEKDAYS

_TO = r"\s*(?:\bup to(?: and including)?\b|\bto\b|\bthrough\b|\btill\b|\buntil\b|-|\u2013|\u2014)\s*"
_MOST = 12
_COUNT = r"\d{1,4}|" + "|".join([*NUMBER_WORDS][1:13])


def _calendar(names: Sequence[str]) -> "re.Pattern[str]":
    either = "|".join(names)
    return re.compile(rf"(?:\bfrom\s+)?\b({either})\b{_TO}({either})\b", re.IGNORECASE)


_OF_DAYS = _calendar(WEEKDAYS)
_OF_MONTHS = _calendar(MONTHS)
# A range of numbers lists values only after what they number: a plural, "numbered", "aged" or "are".
_BEFORE_NUMBERS = (
    r"(?P<before>\b(?:(?:numbered|aged|ages|numbers|are|were|range[sd]?|run|go)(?:\sall)?"
    r"(?:\s(?:range|are|were|run|go|going|running|numbered))?(?:\sfrom)?|[a-z]+(?<![us])s)\s+\(?)"
)
_OF_NUMBERS = re.compile(rf"{_BEFORE_NUMBERS}(?P<first>{_COUNT}){_TO}(?P<last>{_COUNT})\b(?![.:]\d)", re.IGNORECASE)
_ORDINALS = [*ORDINAL_WORDS][:_MOST]
_ORDINAL = rf"\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}"
_OF_ORDINALS = re.compile(rf"\bfrom\s+(?P<first>{_ORDINAL}){_TO}(?P<last>{_ORDINAL})\b", re.IGNORECASE)


def written_out(text: str) -> str:
    """Return a sentence with its ranges as lists in brackets; unchanged if it has none."""
    text = _OF_DAYS.sub(lambda match: _cyclic(match, WEEKDAYS), text)
    text = _OF_MONTHS.sub(lambda match: _cyclic(match, MONTHS), text)
    text = _OF_ORDINALS.sub(_ordinals, text)
    return _OF_NUMBERS.sub(_numbers, text)


def _listed(values: Sequence[str], otherwise: str) -> str:
    return f"({', '.join(values[:-1])} and {values[-1]})" if 1 < len(values) <= _MOST else otherwise


def _cyclic(match: "re.Match[str]", names: Sequence[str]) -> str:
    first, last = (names.index(match[group].lower()) for group in (1, 2))
    if first == last:
        return match[0]
    count = (last - first) % len(names) + 1
    return _listed([names[(first + step) % len(names)].capitalize() for step in range(count)], match[0])


def _numbers(match: "re.Match[str]") -> str:
    first, last = _number(match["first"]), _number(match["last"])
    values = [str(number) for number in range(first, last + 1)] if last - first < _MOST else []
    before = re.sub(r"\s(?:all )?from(?=\s*\(?$)", "", match["before"])
    return before + _listed(values, f"{match['first']} to {match['last']}") if len(values) > 1 else match[0]


def _ordinals(match: "re.Match[str]") -> str:
    words = match["first"].lower() in _ORDINALS
    if words != (match["last"].lower() in _ORDINALS):
        return match[0]
    first, last = _place(match["first"]), _place(match["last"])
    return _listed([_ORDINALS[at] if words else _short(at + 1) for at in range(first, last + 1)], match[0])


def _place(ordinal: str) -> int:
    return int(re.sub(r"\D", "", ordinal)) - 1 if ordinal[0].isdecimal() else _ORDINALS.index(ordinal.lower())


def _short(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]
