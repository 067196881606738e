"""Names and small words of the puzzles about people."""

from collections.abc import Sequence

NAMES = (
    *("Ada", "Ben", "Cleo", "Dirk", "Ella", "Finn", "Gwen", "Hugo", "Iris", "Joel", "Kaja", "Liam", "Mira"),
    *("Nils", "Olga", "Pavel", "Rosa", "Sven", "Tara", "Umar", "Vera", "Walt", "Yara", "Zeno"),
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(number: int) -> str:
    """Write a number as a word, if it is small."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(items: Sequence[str]) -> str:
    """Write "A, B and C"."""
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else items[0]


def capital(text: str) -> str:
    """Write the first letter as a capital."""
    return text[0].upper() + text[1:]
