"""Names for categories that a text lists without naming them: from the words around the list, or from its values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.text.words import GLUE, MONTHS, NUMBER_WORDS, WEEKDAYS

COUNTED = re.compile(
    rf"\b({'|'.join([*list(NUMBER_WORDS)[2:13], r'[2-9]|1[0-2]'])})\s+(?:\w+\s+){{0,2}}?"
    r"([a-z]+s|people|men|women|children)\b",
    re.IGNORECASE,
)
_NOUN = r"(?P<noun>[a-z][a-z-]*(?:\s[a-z-]+)?)"
_BEING = r"(?:are|were|is|include|called|named|cost|in question)"
_NAMED = re.compile(
    rf"(?:^|\b(?:the|their|its|different|distinct|unique|own|other|another|and|by|of)\s){_NOUN}"
    rf"(?:\s(?:they|that|who)\s\w+)?\s*{_BEING}?(?:\s(?:called|named|painted|the))*\s*$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"^(?:and\s)?(?:the|their|its|his|her|my|our)\s(?P<noun>[a-z-]+)s?(?:\sof (?:the )?[a-z]+)?\s+{_BEING}\b",
    re.IGNORECASE,
)
# "One department occupies each floor: legal, sales ...": the list is of departments.
_APIECE = re.compile(
    r"^(?:exactly |just )?(?:one|a|another|a different) (?P<noun>[a-z-]+) .*\b(?:each|every) [a-z]+$", re.IGNORECASE
)
# What comes before a colon: all the sports are different.
_DIFFERENT = re.compile(
    r"\b(?:all )?(?:of )?(?:the|their|its) (?P<noun>[a-z-]+s) (?:are|were) (?:all )?(?:different|distinct)$",
    re.IGNORECASE,
)
# "borrowed one book each", "chose a different drink each"
_ONE_EACH = re.compile(
    r"\b(?:one|an?|(?:a |their )?(?:different|own)) (?P<noun>[a-z-]+)(?: (?:for )?each| apiece)$", re.IGNORECASE
)
_NUMBERED_NOUN = re.compile(r"\b([a-z]+s)(?: are| were| is)?(?: \w+)? number(?:s|ed)\s*(?:from)?\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Around:
    """A list of values with the words just before and after it, and the whole sentence up to it.

    `elsewhere` is the rest of the text in lower case.
    """

    before: str
    after: str
    values: Sequence[str]
    so_far: str = ""
    elsewhere: str = ""


def name_of(around: Around) -> str:
    """Return the noun that introduces a list, else one for the type of its values, else its verb, "name" or "kind"."""
    values = around.values
    if all(value.casefold() in (*MONTHS, *WEEKDAYS) for value in values):
        return "month" if values[0].casefold() in MONTHS else "day"
    plain = re.sub(r"(?:\s(?:only|each|else|apiece))+$", "", around.before.strip(" ,:-").strip())
    return _introduced(plain, around) or _typed(plain, around) or _by_verb(plain, values) or _usual(values)


def _introduced(plain: str, around: Around) -> str:
    """The noun of "the fruits are", "three cousins", "a different language" or "floors (1 to 4)", or ""."""
    number = all(value.isdecimal() for value in around.values)
    if number and re.search(r"\bnumber(?:s|ed)\b", plain, re.IGNORECASE):
        numbered = _NUMBERED_NOUN.search(plain)
        counted = COUNTED.findall(around.so_far)
        if re.search(r"\bthe numbers$", plain, re.IGNORECASE):
            return "number"
        if not (numbered or counted) and re.match(r"(?:and )?(?:they|these|which) ", plain, re.IGNORECASE):
            counted = [each for each in COUNTED.findall(around.elsewhere) if number_of(each[0]) == len(around.values)]
            counted = counted[:1]
        return numbered[1].lower() if numbered else str(counted[-1][1]).lower() if counted else "number"
    if each := _ONE_EACH.search(around.before.strip(" ,:-")):
        return each["noun"].lower()
    if subject := _SUBJECT.match(plain) or _APIECE.match(plain) or _DIFFERENT.search(plain):
        return subject["noun"].lower()
    counted = COUNTED.findall(plain)
    if counted and (plain.endswith(counted[-1][1]) or not number):
        return str(counted[-1][1]).lower()
    if number:
        last = re.search(r"([a-z]+s)$", plain, re.IGNORECASE)
        return last[1].lower() if last else ""
    named = _NAMED.search(plain)
    words = [word for word in (named["noun"] if named else "").split() if word.lower() not in GLUE]
    capitals = [word for word in words if word[0].isupper() and not around.so_far.startswith(word)]
    if (named and named["noun"].endswith(" one")) or capitals:
        size = [noun for count, noun in COUNTED.findall(around.so_far) if number_of(count) == len(around.values)]
        return str(size[-1]).lower() if size else ""
    return " ".join(words).lower()


def number_of(word: str) -> int:
    """Return the number that a numeral or a number word says."""
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]


def _typed(plain: str, around: Around) -> str:
    """What the values are amounts of, "price", "age" or "time"; "" if they are not such amounts."""
    values = around.values
    if all(re.match(r"[$\u20ac\u00a3]\s?\d", value) for value in values):
        return "price"
    if all(re.match(r"\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b|$)", value) for value in values) and re.search(
        r"[:m]", values[0]
    ):
        return "time"
    if not all(value.isdecimal() for value in values):
        return ""
    unit = re.match(r"\s+(years? old|o['\u2019]clock|\w+)", around.after)
    if unit and unit[1].startswith("o") and unit[1].endswith("clock"):
        return "hour"
    if re.search(r"\b(?:aged?|ages)$", plain, re.IGNORECASE) or (unit and "old" in unit[1]):
        return "age"
    return str(unit[1]) if unit else ""


def _by_verb(plain: str, values: Sequence[str]) -> str:
    """The verb before the list ("They play"), or "location" after "live in" or "went to"; "" if there is neither."""
    words: list[str] = re.findall(r"[A-Za-z]+", re.sub(r"\s(?:an?|the|some)$", "", plain))
    if not words or words[-1][0].isupper():
        return ""
    if words[-1] not in GLUE:
        return words[-1]
    titled = any(re.match(r"(?:Mr|Mrs|Ms|Dr)\b", value) for value in values)
    named = all(value[:1].isupper() for value in values) and not titled
    return "location" if named and words[-1] in ("in", "to", "from", "at") else ""


def _usual(values: Sequence[str]) -> str:
    return "name" if all(value[:1].isupper() for value in values) else "kind"
