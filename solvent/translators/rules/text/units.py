"""Units of measurement, keyed by the stem of their name."""

from solvent.translators.rules.text.words import listed, stem

# The units for amounts of each kind of quantity, with their size in steps of that quantity.
UNITS = {
    "clock": {"minut": 1, "hour": 60},
    "duration": {"second#": 1, "minut": 60, "hour": 3600},
    "date": {"day": 1, "week": 7},
    "month": {"month": 1},
    "weekday": {"day": 1},
    "year": {"year": 1, "decad": 10},
    "money": {"dollar": 1, "pound": 1, "euro": 1, "cent": 1},
    "percent": {"percent": 1, "point": 1},
    "ordinal": {"place": 1, "posit": 1, "spot": 1, "rank": 1},
    "position": {"hous": 1, "place": 1, "posit": 1, "spot": 1, "seat": 1, "slot": 1, "floor": 1, "step": 1, "chair": 1},
}
TIME_UNITS = frozenset({"minut", "hour", "day", "week", "month", "year", "decad"})
KNOWN_UNITS = frozenset(unit for units in UNITS.values() for unit in units) | frozenset(
    listed(
        """foot inch yard meter centimet kilomet mile pound ounc kilogram ton year liter gallon gb mb tb megapixel mph
        watt degre"""
    )
)


def unit_key(word: str) -> str:
    """The key of a unit in these tables: the stem of its name."""
    return stem({"minute": "minutes", "hour": "hours"}.get(stem(word), word))


def is_unit(word: str) -> bool:
    """Whether a word is a unit of measurement."""
    return unit_key(word) in KNOWN_UNITS | TIME_UNITS
