"""Loosely spelled values of logic grids: which of a category's values a cell means.

People and sets spell the same value in several ways: "7am" and "7:00am", "$25,000" and "25000", "25" and "25 liters". A
cell is therefore compared with the values of one category, and means one of them only if no other one matches.
"""

import functools
import re
import unicodedata
from collections.abc import Callable, Sequence

Form = Callable[[str], object]

# Number, word, or a sign that belongs to a grade ("B+") or to a number ("-5"); a hyphen inside a word is neither.
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|[+-](?!\w)|(?<!\w)[+-](?=\d)")
# Words that make a number with other words something else than the number with its unit, such as "25 or 30 liters".
_NO_UNITS = {
    "about", "almost", "and", "approximately", "around", "but", "either", "except", "least", "maybe", "might", "most",
    "nearly", "neither", "nor", "not", "or", "perhaps", "possibly", "probably", "roughly", "than", "unless",
}  # fmt: skip
_LONGEST_UNIT = 3  # words, as in "25 liters per hour"; more are a sentence


@functools.lru_cache(10_000)
def plain(text: str) -> str:
    """Normalise case and spacing."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@functools.lru_cache(10_000)
def tokens(text: str) -> tuple[str, ...]:
    """Split into numbers and words, dropping punctuation, thousands separators, ordinal suffixes and ":00" of hours."""
    text = plain(text)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"(?<=\d):00(?!\d)", "", text)
    text = re.sub(r"\b([ap])\.\s?m\b", r"\1m", text)
    text = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    return tuple(re.sub(r"(?<=\d)\.0+$", "", token) for token in _TOKEN.findall(text))


def _same_number(cell: str, value: str) -> bool:
    """Return whether both contain the same numbers, and at most one has extra words, which may be units."""
    one, other = set(tokens(cell)), set(tokens(value))
    extra = one - other
    if len(extra) > _LONGEST_UNIT or extra & _NO_UNITS:
        return False
    numbers = [{token for token in side if token[0].isdigit()} for side in (one, other)]
    return bool(numbers[0]) and numbers[0] == numbers[1] and (one <= other or other <= one)


def meaning(cell: str, values: Sequence[str]) -> str | None:
    """Return the one of `values` that a cell means, or None; the strictest comparison with a match decides."""
    if not cell.strip():
        return None
    forms: tuple[Form, ...] = (plain, tokens)
    for form in forms:
        wanted = form(cell)
        found = [value for value in values if wanted and form(value) == wanted]
        if found:
            return found[0] if len(set(found)) == 1 else None
    found = [value for value in values if _same_number(cell, value)]
    return found[0] if len(set(found)) == 1 and not _names_another(cell, found[0], values) else None


def _names_another(cell: str, value: str, values: Sequence[str]) -> bool:
    """Return whether a cell that means a value loosely also names another, as in "model 3/roadster"."""
    meant, said = set(tokens(value)), set(tokens(cell))
    peculiar = [set(tokens(other)) - meant for other in values]
    return any(words and words <= said for words in peculiar)
