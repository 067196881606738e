"""The words that the grammar knows: glue, words with a meaning of their own, comparatives, and general English.

A word of a clue mentions a value, is part of a construction, is glue, or describes a value next to it. Only an English
word may describe, and never a RESERVED one, which could reverse the meaning of a clue.
"""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import Any


def listed(words: str) -> list[str]:
    """Split a string into words; long word tables read better as one string."""
    return words.split()


NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        listed(
            """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen twenty"""
        )
    )
}
TENS = {
    word: 10 * number for number, word in enumerate(listed("thirty forty fifty sixty seventy eighty ninety"), start=3)
}
NUMBER_WORDS |= TENS
TENS |= {"twenty": 20}
ORDINAL_WORDS = {
    word: number
    for number, word in enumerate(
        listed(
            """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
            fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"""
        ),
        start=1,
    )
}
MONTHS = listed("january february march april may june july august september october november december")
WEEKDAYS = listed("monday tuesday wednesday thursday friday saturday sunday")

# One spelling for abbreviations, irregular plurals and nationalities, so that their variants match.
SAME_WORD = {
    **{month[:3]: month for month in MONTHS},
    **{name: name for name in (*MONTHS, *WEEKDAYS)},
    "sept": "september",
    "min": "minute",
    "mins": "minute",
    "sec": "second#",
    "secs": "second#",
    "seconds": "second#",
    "hr": "hour",
    "hrs": "hour",
    "ft": "foot",
    "feet": "foot",
    "inches": "inch",
    "lb": "pound",
    "lbs": "pound",
    "yr": "year",
    "yrs": "year",
    "yd": "yard",
    "yds": "yard",
    "oz": "ounce",
    "km": "kilometer",
    "kilometre": "kilometer",
    "metre": "meter",
    "metres": "meter",
    "litre": "liter",
    "litres": "liter",
    "mi": "mile",
    "sq": "square",
    "cm": "centimeter",
    "kg": "kilogram",
    "bucks": "dollar",
    "usd": "dollar",
    "colour": "color",
    "colours": "color",
    "favourite": "favorite",
    "grey": "gray",
    "mice": "mouse",
    "geese": "goose",
    "people": "person",
    "british": "brit",
    "briton": "brit",
    "danish": "dane",
    "swedish": "swede",
    "spanish": "spaniard",
    "polish": "pole",
    "finnish": "finn",
    "turkish": "turk",
    "scottish": "scot",
    "irish": "irishman",
    "french": "frenchman",
    "dutch": "dutchman",
    "english": "englishman",
    "welsh": "welshman",
    "englishwoman": "englishman",
    "irishwoman": "irishman",
    "frenchwoman": "frenchman",
    "dutchwoman": "dutchman",
    "lives": "live",
    "wives": "wife",
    "rode": "ride",
    "drove": "drive",
    "drank": "drink",
    "grew": "grow",
}

GLUE = frozenset(
    listed(
        """a an the this that these those there here his her hers its their theirs he she it they them him whose who
        whom which what is are was were be been being am has have had having do does did done doing will would shall to
        of in on at with from for by into onto as about around through up down out off own person people someone
        somebody one ones man woman men women guy gal lady individual house houses home homes also exactly per whole
        total mr mrs ms miss dr sir madam commander captain sometime somewhat somewhere quite bit little slightly much
        got get gets getting going went goes go come comes came"""
    )
)
RESERVED = frozenset(
    listed(
        """not no non never none nothing nobody anti stand allergic stop stops stopped quit quits wish wishes wished
        hope hopes hoped pretend pretends claim claims claimed deny denies denied forget forgets forgot immediate direct
        refusing avoiding without except unless if both either neither nor or than more less fewer most least before
        after between next adjacent beside neighbor neighbors neighbour neighbours left right same different other
        others another all each every any what few but although though while whereas because since until when then
        else whenever may might could should must can cannot perhaps maybe possibly probably unlike instead rather
        hate hates hated dislike dislikes disliked avoid avoids avoided lack lacks lacked lacking refuse refuses
        refused loathe loathes despise despises detest detests fail fails failed decline declines declined reject
        rejects rejected absent missing false true wrong lie lies lied untrue twice thrice half double triple ahead
        behind above below end ends middle last final leftmost rightmost extreme extremes corner odd even prime
        consecutive immediately directly apart opposite over under best worst better worse almost nearly approximately
        roughly hardly near nearby faces facing precedes preceded barely seldom rarely yet and so too alone together
        where whether how why several hundred hundreds dozen dozens score necessarily far think thinks thought believe
        believes believed suspect suspects suspected assume assumes assumed guess guesses guessed suppose supposes
        doubt doubts doubted seem seems seemed supposed supposedly once allegedly formerly previously ex"""
    )
)

# Followed by a person, these relate two rows; otherwise they describe a value ("visits the library").
RELATING = frozenset(
    listed(
        """visits visited knows knew met meets shares shared follows followed beat beats defeated admires admired helps
        helped taught teaches married sits stands sat stood envies envied"""
    )
)

# These state no fact, unless the puzzle uses them repeatedly for one category ("intends to row", "intends to ski").
INTENDING = frozenset(listed("intend intends intended attempt attempts attempted"))

# Followed by "with" and a person, these also relate two rows ("lives with the baker").
COMPANY = frozenset(
    listed("live lives lived dance dances danced dine dines dined travel travels traveled talk talks talked")
)

# "Ada's brother is the rower" does not make Ada the rower, unless a category is about relatives ("each is a star's
# cousin").
KIN = frozenset(
    listed(
        """cousin brother sister father mother son daughter wife husband spouse friend partner boss uncle aunt nephew
        niece colleague roommate flatmate twin parent child grandmother grandfather girlfriend boyfriend rival enemy
        assistant neighbour neighbor"""
    )
)

IRREGULAR_PAST = frozenset(
    listed(
        """ate beat began bought broke brought built came caught chose cost drank drew drove fell flew fought found
        gave got grew held kept knew led left lent lost made met paid put ran read rode sang sat saw sold sent shot
        sold spent spoke stole swam taught threw told took went won wore wrote"""
    )
)

# Nouns for people, besides those with an ending as in "baker" or "cyclist".
PEOPLE = frozenset(
    listed(
        """person man woman boy girl lady guy gal friend fan enthusiast devotee student guest champion winner athlete
        client kid child chef thief judge captain pilot nurse coach patient tenant expert lover buyer colleague one
        mechanic apprentice clerk cook vet poet artist pupil mentor servant secretary knight
        pirate monk nun"""
    )
)
_THINGS = frozenset(
    listed(
        """door floor number color flower water paper order letter river tower poster cover corner center quarter summer
        winter sweater computer printer scooter flavor power motor ladder dinner supper amber silver copper leather
        weather butter pepper ginger paper tiger hamster spider october november december september other another
        either neither under over after never ever older whether"""
    )
)

SIZE = frozenset({"number", "money", "duration", "percent"})
TIME = frozenset({"clock", "date", "month", "weekday", "year", "duration", "ordinal"})
RANK = frozenset({"ordinal", "position"})


@dataclass(frozen=True)
class Comparative:
    """A comparative: its direction, the kinds of quantity it compares, and those for which the direction is reversed.

    `than` says whether "than" must follow.
    """

    sign: int
    kinds: frozenset[str]
    reversed_in: frozenset[str] = frozenset()
    than: bool = True


def _comparatives() -> dict[str, Comparative]:
    age = frozenset({"number", "year", "date", "month"})
    calendar = frozenset({"year", "date", "month"})
    speed = frozenset({"number", "duration"})
    ranks = frozenset({"ordinal"})
    lasting = frozenset({"duration"})
    rows: list[tuple[str, int, frozenset[str], frozenset[str], bool]] = [
        ("more", 1, SIZE, frozenset(), True),
        ("less", -1, SIZE, frozenset(), True),
        ("fewer", -1, frozenset({"number"}), frozenset(), True),
        ("higher", 1, frozenset({"number", "money", "percent", "ordinal"}), ranks, True),
        ("greater", 1, frozenset({"number", "money", "percent"}), frozenset(), True),
        ("larger bigger", 1, frozenset({"number", "money", "percent"}), frozenset(), True),
        ("lower", -1, frozenset({"number", "money", "percent", "ordinal"}), ranks, True),
        ("smaller", -1, frozenset({"number", "money", "percent"}), frozenset(), True),
        ("better", -1, ranks, frozenset(), True),
        ("worse", 1, ranks, frozenset(), True),
        ("longer", 1, frozenset({"number", "duration"}), frozenset(), True),
        ("shorter", -1, frozenset({"number", "duration"}), frozenset(), True),
        ("taller wider deeper heavier thicker hotter warmer", 1, frozenset({"number"}), frozenset(), True),
        ("farther further", 1, frozenset({"number", *RANK}), frozenset(), True),
        (
            "narrower shallower lighter closer nearer thinner colder cooler",
            -1,
            frozenset({"number"}),
            frozenset(),
            True,
        ),
        ("cheaper", -1, frozenset({"money"}), frozenset(), True),
        ("pricier costlier dearer", 1, frozenset({"money"}), frozenset(), True),
        ("older", 1, age, calendar, True),
        ("younger", -1, age, calendar, True),
        ("faster quicker", 1, speed, lasting, True),
        ("slower", -1, speed, lasting, True),
        ("later", 1, TIME, frozenset(), True),
        ("earlier sooner", -1, TIME, frozenset(), True),
        ("after", 1, TIME, frozenset(), False),
        ("before", -1, TIME, frozenset(), False),
        ("behind", 1, RANK | {"number"}, frozenset({"number"}), False),
        ("ahead", -1, RANK | {"number"}, frozenset({"number"}), False),
    ]
    return {
        word: Comparative(sign, kinds, turned, than)
        for names, sign, kinds, turned, than in rows
        for word in names.split()
    }


COMPARATIVES = _comparatives()


_LONGEST_WORD = 40  # no English, misspelt or compound word is longer


@cache
def _english() -> frozenset[str]:
    """Lower-case English words with their inflected forms, from the dictionary that pyspellchecker ships.

    The file is one JSON object of words and counts; splitting it at its quotes takes a sixth of the time of parsing it.
    """
    raw = (files("spellchecker") / "resources" / "en.json.gz").read_bytes()
    return frozenset(gzip.decompress(raw).decode().split('"')[1::2])


@cache
def is_english(word: str) -> bool:
    """Whether a lower-case word is English."""
    return word in _english()


@cache
def stem(word: str) -> str:
    """The key that the inflected forms of a lower-case word share ("paints", "painting": "paint")."""
    if not word.isalpha():
        return word
    if word in SAME_WORD:
        return SAME_WORD[word]
    return str(_stemmer().stemWord(word))


@cache
def root(word: str) -> str:
    """A shorter key that derived forms share too ("photographer", "photography"); the stem if it is too short."""
    key = stem(word)
    short = re.sub(r"(?:ician|ian|ist|er|or|i|y|e)$", "", key)
    return short if len(short) >= 5 else key


@cache
def agent_stem(word: str) -> str:
    """The stem of the verb in an agent noun ("rower": "row", "swimmer": "swim"), or ""."""
    base = re.sub(r"ers?$", "", word)
    if base == word or len(base) < 3:
        return ""
    return stem(base[:-1] if base[-1] == base[-2] and base[-1] not in "ls" else base)


@cache
def is_agent(word: str) -> bool:
    """Whether a lower-case word is a noun for a person: "owner", "cyclist", "fan"."""
    if word in _THINGS or word in COMPARATIVES or word in RESERVED:
        return False
    return word in PEOPLE or bool(re.fullmatch(r"[a-z]{2,}(?:er|or|ist|ian|ant)", word) and is_english(word))


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


@cache
def is_misspelt_english(word: str) -> bool:
    """Whether a word of six or more letters is an English one with a letter missing or two swapped.

    False if it is as close to a word that has a meaning of its own in the grammar.
    """
    if not 6 <= len(word) <= _LONGEST_WORD or not word.isalpha():
        return False
    splits = [(word[:at], word[at:]) for at in range(1, len(word))]
    near = {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    near |= {left + letter + right for left, right in splits for letter in ascii_lowercase}
    heard = RESERVED | COMPARATIVES.keys() | NUMBER_WORDS.keys() | ORDINAL_WORDS.keys()
    return near.isdisjoint(heard) and not near.isdisjoint(_english())


def is_built(word: str) -> bool:
    """Whether a word outside the dictionary is well formed: a longer noun for people, or a compound of two words."""
    if len(word) > _LONGEST_WORD:
        return False
    if re.fullmatch(r"[a-z]{4,}(?:phobe|phile|ologist|ographer|smith|monger|maker|goer|holic|keeper)", word):
        return True
    return any(is_english(word[:at]) and is_english(word[at:]) for at in range(5, len(word) - 4))


def is_superlative(word: str) -> bool:
    """Whether a word is the superlative of a known comparative ("oldest"): it picks a row by rank."""
    return bool(re.fullmatch(r"[a-z]{2,}est", word)) and word[:-3] + "er" in COMPARATIVES
