"""The words that the grammar knows: glue, words with a meaning of their own, comparatives, and English at large.

A word of a clue is a mention of a value, part of a construction, glue, or it describes a value next to it. Only an
English word may describe, and never a RESERVED one: those could turn the meaning of a clue around.
"""

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
         " seventeen eighteen nineteen twenty").split()
    )
}  # fmt: skip
ORDINAL_WORDS = {
    word: number
    for number, word in enumerate(
        ("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
         " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth").split(),
        start=1,
    )
}  # fmt: skip
MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905 - reads better
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905 - reads better

# One spelling for abbreviations, irregular plurals and peoples, so that they match each other.
SAME_WORD = {
    **{month[:3]: month for month in MONTHS},
    "sept": "september",
    **{"min": "minute", "mins": "minute", "sec": "second#", "secs": "second#", "seconds": "second#", "hr": "hour"},
    **{"hrs": "hour", "ft": "foot", "feet": "foot", "inches": "inch", "lb": "pound", "lbs": "pound", "yr": "year"},
    **{"yrs": "year", "yd": "yard", "yds": "yard", "oz": "ounce", "km": "kilometer", "kilometre": "kilometer"},
    **{"metre": "meter", "metres": "meter", "litre": "liter", "litres": "liter", "mi": "mile", "sq": "square"},
    **{"cm": "centimeter", "kg": "kilogram", "bucks": "dollar", "usd": "dollar", "colour": "color", "colours": "color"},
    **{"favourite": "favorite", "grey": "gray", "mice": "mouse", "geese": "goose", "people": "person"},
    **{"british": "brit", "briton": "brit", "danish": "dane", "swedish": "swede", "spanish": "spaniard"},
    **{"polish": "pole", "finnish": "finn", "turkish": "turk", "scottish": "scot", "irish": "irishman"},
    **{"french": "frenchman", "dutch": "dutchman", "english": "englishman", "welsh": "welshman"},
    **{"englishwoman": "englishman", "irishwoman": "irishman", "frenchwoman": "frenchman", "dutchwoman": "dutchman"},
    **{"lives": "live", "wives": "wife", "rode": "ride", "drove": "drive", "drank": "drink", "grew": "grow"},
}

GLUE = frozenset(
    """a an the this that these those there here his her hers its their theirs he she it they them him whose who whom
    which what is are was were be been being am has have had having do does did done doing will would shall to of in on
    at with from for by into onto as about around through over under up down out off own person people someone somebody
    one ones man woman men women guy gal lady individual house houses home homes also exactly per whole total
    mr mrs ms miss dr doctor# sir madam commander captain sometime somewhat somewhere quite bit little slightly much
    got get gets getting going went goes go come comes came""".split()  # noqa: SIM905 - reads better
)
RESERVED = frozenset(
    """not no never none nothing nobody without except unless if only both either neither nor or than more less fewer most
    least before after between next adjacent beside neighbor neighbors neighbour neighbours left right same different
    other others another all each every any some many few but although though while whereas because since until when
    then else may might could should must can cannot perhaps maybe possibly probably unlike like# instead rather hate
    hates hated dislike dislikes disliked avoid avoids avoided lack lacks lacked lacking refuse refuses refused loathe
    loathes despise despises detest detests fail fails failed decline declines declined reject rejects rejected absent
    missing false true wrong lie lies lied untrue twice thrice half double triple ahead behind above below end ends
    middle last final leftmost rightmost extreme extremes corner odd even prime consecutive immediately directly
    apart away opposite across best worst better worse almost nearly approximately roughly average# least hardly
    near nearby faces facing follows followed precedes preceded beat beats defeated visits visited knows shares shared
    barely seldom rarely yet nor and so too alone together where whether how why across""".split()  # noqa: SIM905 - reads better
)

SIZE = frozenset({"number", "money", "duration", "percent"})
TIME = frozenset({"clock", "date", "month", "weekday", "year", "duration", "ordinal"})
RANK = frozenset({"ordinal", "position"})


@dataclass(frozen=True)
class Comparative:
    """A comparing word: its direction, the kinds of quantity it may speak of, and those where it turns around."""

    sign: int
    kinds: frozenset[str]
    reversed_in: frozenset[str] = frozenset()
    than: bool = True


def _comparatives() -> dict[str, Comparative]:
    age = frozenset({"number", "year", "date", "month"})
    calendar = frozenset({"year", "date", "month"})
    speed = frozenset({"number", "duration"})
    lasting = frozenset({"duration"})
    rows: list[tuple[str, int, frozenset[str], frozenset[str], bool]] = [
        ("more", 1, SIZE, frozenset(), True),
        ("less fewer", -1, SIZE, frozenset(), True),
        ("higher greater larger bigger", 1, frozenset({"number", "money", "percent"}), frozenset(), True),
        ("lower smaller", -1, frozenset({"number", "money", "percent"}), frozenset(), True),
        ("longer", 1, frozenset({"number", "duration"}), frozenset(), True),
        ("shorter", -1, frozenset({"number", "duration"}), frozenset(), True),
        ("taller wider deeper heavier farther further thicker hotter warmer", 1, frozenset({"number"}), frozenset(), True),
        ("narrower shallower lighter closer nearer thinner colder cooler", -1, frozenset({"number"}), frozenset(), True),
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
        ("behind", 1, RANK, frozenset(), False),
        ("ahead", -1, RANK, frozenset(), False),
    ]
    return {
        word: Comparative(sign, kinds, turned, than)
        for names, sign, kinds, turned, than in rows
        for word in names.split()
    }


COMPARATIVES = _comparatives()


@cache
def _english() -> frozenset[str]:
    """Lower-case English words with their inflected forms, from the dictionary that pyspellchecker ships."""
    raw = (files("spellchecker") / "resources" / "en.json.gz").read_bytes()
    return frozenset(json.loads(gzip.decompress(raw)))


@cache
def is_english(word: str) -> bool:
    """Whether a lower-case word is English."""
    return word in _english()


@cache
def stem(word: str) -> str:
    """The key under which inflected forms of a lower-case word meet ("paints", "painting": "paint")."""
    if not word.isalpha():
        return word
    if word in SAME_WORD:
        return SAME_WORD[word]
    return _stemmer().stemWord(word)  # type: ignore[no-any-return]


@cache
def root(word: str) -> str:
    """A shorter key under which derived forms meet too ("photographer", "photography"); only for longer words."""
    key = stem(word)
    short = re.sub(r"(?:ographi|ologi|ician|ian|ist|er|or|i|y|e)$", "", key)
    return short if len(short) >= 5 else key


@cache
def _stemmer() -> "snowballstemmer.english_stemmer.EnglishStemmer":  # type: ignore[name-defined] # noqa: F821 - no types
    import snowballstemmer  # type: ignore[import-not-found,import-untyped] # noqa: PLC0415 - only when a text is read

    return snowballstemmer.stemmer("english")


def is_superlative(word: str) -> bool:
    """Whether a word is like "oldest": it picks a row by rank, which no construction here reads."""
    return bool(re.fullmatch(r"[a-z]{2,}est", word)) and word[:-3] + "er" in COMPARATIVES
