"""Numbers as texts write them: digits, words, fractions, sums of money."""

import re
from collections.abc import Sequence
from fractions import Fraction

from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS, TENS

_TEN, _HUNDRED, _THOUSAND = 10, 100, 1000
_LONGEST = 8  # words
_LARGE = {"hundred": _HUNDRED, "thousand": _THOUSAND, "million": 10**6, "dozen": 12, "score": 20}
_PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
_PARTS |= {word: number for word, number in ORDINAL_WORDS.items() if number >= 3}
_PARTS |= {f"{word}s": number for word, number in ORDINAL_WORDS.items() if number >= 3}
_TIMES = {"twice": 2, "double": 2, "triple": 3, "thrice": 3, "treble": 3, "quadruple": 4}
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,12}(?:\.\d{1,6})?")
_SLASHED = re.compile(r"(\d{1,4})/(\d{1,4})")


def whole(words: Sequence[str]) -> Fraction | None:
    """The number that words say, such as "17", "twenty one" or "two hundred and five"; None if they are no number."""
    if len(words) == 1 and _DIGITS.fullmatch(words[0]):
        return Fraction(words[0].replace(",", ""))
    if not words or len(words) > _LONGEST:
        return None
    if words[0] in ("a", "an") and len(words) > 1 and words[1] in _LARGE:
        words = ["one", *words[1:]]
    done, current, last = 0, 0, ""
    for word in words:
        if not _continues(word, last) or (word in _LARGE and not current):
            return None
        if word in _LARGE:
            current *= _LARGE[word]
            if _LARGE[word] >= _THOUSAND:
                done, current = done + current, 0
        elif word != "and":
            current += int(word) if word.isdecimal() else NUMBER_WORDS[word]
        last = word
    return None if last == "and" else Fraction(done + current)


def _continues(word: str, last: str) -> bool:
    """Whether a word may follow another in a number."""
    if word in _LARGE:
        return last not in _LARGE
    if word == "and":
        return last == "hundred"
    if word.isdecimal():
        return not last and len(word) < _TEN
    if word not in NUMBER_WORDS:
        return False
    return last in ("", "and", *_LARGE) or (last in TENS and 0 < NUMBER_WORDS[word] < _TEN)


def factor(words: Sequence[str]) -> Fraction | None:
    """The factor that words say: "twice", "half", "three times", "two thirds", "3/4", "20 percent"; None if none."""
    if words and words[-1] in ("of", "of the"):
        words = words[:-1]
    if len(words) == 1 and words[0] in _TIMES:
        return Fraction(_TIMES[words[0]])
    if len(words) == 1 and (slashed := _SLASHED.fullmatch(words[0])) and int(slashed[2]):
        return Fraction(int(slashed[1]), int(slashed[2]))
    if list(words) == ["half"]:
        return Fraction(1, 2)
    if len(words) >= 2 and words[-1] == "times":
        half = list(words[-4:-1]) == ["and", "a", "half"]
        many = whole(words[: -4 if half else -1])
        return many + Fraction(1, 2) if half and many is not None else many
    if len(words) >= 2 and words[-1] in ("%", "percent"):
        part = whole(words[:-1])
        return None if part is None else part / _HUNDRED
    if len(words) == 2 and words[1] in _PARTS:
        if words[0] in ("a", "an", "one"):
            return Fraction(1, _PARTS[words[1]])
        many = whole(words[:1])
        plural = words[1].endswith(("s", "ves"))
        return Fraction(many, _PARTS[words[1]]) if many is not None and plural and many > 1 else None
    return None
