"""Writes out the ranges that a text gives instead of a list: "mon-fri", "2015 to 2019", "1-5", "1st to 4th"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.ranges import written_out
from solvent.translators.rules.text.words import MONTHS, NUMBER_WORDS, WEEKDAYS

_TO = r"\s*(?:to|through|thru|till|until|-|\u2013|\u2014)\s*"
_NUMBERS = re.compile(rf"(?<![\d.,:$-])(\d{{1,4}})(st)?{_TO}(\d{{1,4}})(?:th|rd|nd)?(?![\d.:,]*\d)", re.IGNORECASE)
_WORDS = "|".join([*NUMBER_WORDS][1:13])
_FROM_WORDS = re.compile(rf"(?:from )?\b({_WORDS}) (?:to|through) ({_WORDS})\b")
_LETTERS = re.compile(rf"\b([A-Z])\b{_TO}\b([A-Z])\b")
_SHORT = {short: name.capitalize() for names in (WEEKDAYS, MONTHS) for name in names for short in (name[:3], name[:4])}
_DAYS = re.compile(
    rf"\b({'|'.join(_SHORT)})\.?(?={_TO}(?:{'|'.join(_SHORT)})\b)|(?<=[a-z][-\u2013])({'|'.join(_SHORT)})\b",
    re.IGNORECASE,
)

_LAST_DAY = re.compile(rf"(?<=day to )({'|'.join(_SHORT)})\b", re.IGNORECASE)


def spelled_out(text: str, counts: Sequence[int]) -> str:
    """A sentence with its ranges as lists; numbers only if the text counts so many of something."""
    text = _FROM_WORDS.sub(lambda match: f"{NUMBER_WORDS[match[1]]} to {NUMBER_WORDS[match[2]]}", text)
    text = _DAYS.sub(lambda match: _SHORT[(match[1] or match[2]).lower()], text)
    text = written_out(_LAST_DAY.sub(lambda match: _SHORT[match[1].lower()], text))

    def listed(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[3])
        if not 1 < last - first < 12 or (last - first + 1 not in counts):
            return match[0]
        numbers = [str(number) for number in range(first, last + 1)]
        return f"({', '.join(numbers[:-1])} and {numbers[-1]})"

    def lettered(match: re.Match[str]) -> str:
        first, last = ord(match[1]), ord(match[2])
        if not 1 < last - first < 12 or (last - first + 1 not in counts):
            return match[0]
        return f"({', '.join(map(chr, range(first, last)))} and {match[2]})"

    return _LETTERS.sub(lettered, _NUMBERS.sub(listed, text))
