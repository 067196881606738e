"""The words for values and categories: each value as it is spelt, without its article or title, in the singular, ..."""

import re
from collections.abc import Collection, Iterable, Iterator

from solvent.translators.rules.rough.world import Category, Value, World
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import (
    GLUE,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    SAME_WORD,
    agent_stem,
    is_english,
    stem,
)

_WORD = re.compile(r"[^\W_]+(?:[:.,]\d+)*(?:['-][^\W_]+)*|[$\u00a3\u20ac%&+]")
_QUOTES = str.maketrans("\u2018\u2019\u02bc`\u2010\u2011", "''''--")
_SHORTEST = 3
_MINUTES = 60  # a time of day is at least that many after midnight
_CLOCK = re.compile(r"(\d{1,2})([:.]\d\d)? ?(am|pm)?(?: o'clock)?")
_ARTICLES = frozenset({"the", "a", "an", "some", "his", "her", "their"})
_TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "sir", "lady", "lord", "captain", "professor", "prof", "judge", "family", "old"}
)
_ENDS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "left": (
        ("leftmost", "left end|far left|extreme left|first on the left|first from the left"),
        ("rightmost", "right end|far right|extreme right|last on the right|first on the right"),
    ),
    "west": (("westernmost", "western end|west end|far west"), ("easternmost", "eastern end|east end|far east")),
    "north": (("northernmost", "northern end|north end"), ("southernmost", "southern end|south end")),
    "vertical": (("bottom", "lowest|ground"), ("top", "highest|uppermost|topmost")),
    "queue": (("front", "head"), ("back", "rear|end|very back")),
    "rank": (("winner", "won|best|gold medal"), ("last", "worst|loser")),
    "time": (("earliest", "opener"), ("latest", "closer")),
    "number": (("bottom", "bottom"), ("top", "top")),
}


def words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case; "'s" is no word of its own, but signs such as "$" are."""
    found = _WORD.findall(text.translate(_QUOTES).lower())
    return tuple(word.removesuffix("'s") for word in found)


def singular(word: str) -> str:
    """The singular of a noun, or the base of a verb in -s; the word itself if it has no such ending."""
    if word in SAME_WORD and word.endswith(("ice", "eese", "eople", "eet")):
        return SAME_WORD[word]
    if word.endswith("men") and len(word) > 3:
        return f"{word[:-3]}man"
    short = word[:-1]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if is_english(short):
        return short
    if word.endswith("ves"):
        return f"{word[:-3]}f"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "oes", "ses")) else short


def plural(word: str) -> str:
    """The regular plural of a noun."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"


def phrases(world: World) -> tuple[tuple[tuple[str, ...], Value], ...]:
    """The words for each value, the longest first; those that two values of a category share are left out."""
    found: list[tuple[tuple[str, ...], Value]] = []
    for number, category in enumerate(world.categories):
        taken: dict[tuple[str, ...], int | None] = {}
        for at, value in enumerate(category.values):
            for phrase in dict.fromkeys(_spellings(value, category, at)):
                taken[phrase] = at if taken.get(phrase, at) == at else None
        if number == world.place:
            for phrase, at in _of_places(category, world.circular):
                taken.setdefault(phrase, at)
        found.extend((phrase, Value(number, at)) for phrase, at in taken.items() if at is not None and phrase)
    return tuple(sorted(found, key=lambda each: -len(each[0])))


def _spellings(value: str, category: Category, at: int) -> Iterator[tuple[str, ...]]:
    whole = words(value)
    yield whole
    plain = _bare(whole)
    yield plain
    if category.amounts:
        yield from _of_amounts(plain, category.amounts[at])
        if category.amounts[at] == 1 and is_unit(category.name.lower()):
            yield "one", singular(category.name.lower())
        return
    if not plain:
        return
    heads = {_bare(words(other))[-1:] for other in category.values}
    for phrase in dict.fromkeys((plain, plain[:-1] if len(heads) == 1 and len(plain) > 1 else plain)):
        yield phrase
        if not phrase or phrase[-1].isdecimal():
            continue
        yield (*phrase[:-1], singular(phrase[-1]))
        yield (*phrase[:-1], plural(singular(phrase[-1])))
        yield (*phrase[:-1], plural(phrase[-1]))
    if len(plain) > 1:
        for word in plain:
            if word not in GLUE and not word.isdecimal() and len(word) > 2:
                yield from ((form,) for form in (word, singular(word), plural(singular(word))))


def derived(world: World, known: Collection[tuple[str, ...]], text: str) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Words of a text that are made of a value's: "drummer" of "drums", "rower" of "rowing", "boxes" of "boxing"."""
    single = [
        (plain[0], Value(number, at))
        for number, category in enumerate(world.categories)
        if not category.amounts
        for at, value in enumerate(category.values)
        for plain in [_bare(words(value))]
        if len(plain) == 1 and len(plain[0]) >= _SHORTEST
    ]
    for word in dict.fromkeys(words(text)):
        if len(word) < _SHORTEST or (word,) in known or word in GLUE | RESERVED:
            continue
        found = {value for own, value in single if own[:3] == word[:3] and is_made_of(word, own)}
        if len(found) == 1:
            yield (word,), found.pop()


def is_made_of(word: str, value: str) -> bool:
    """Whether two words have the same root, as "drummer" and "drums"."""
    if stem(word) == stem(value) or stem(value) == agent_stem(word) or stem(word) == agent_stem(value):
        return True
    least = min(len(word), len(value))
    shared = next((at for at in range(least) if word[at] != value[at]), least)
    return shared >= (4 if re.search(r"(?:ist|er|or|ian)s?$", word) else max(5, least - 1))


def _bare(phrase: tuple[str, ...]) -> tuple[str, ...]:
    while len(phrase) > 1 and phrase[0] in _ARTICLES | _TITLES:
        phrase = phrase[1:]
    return phrase


def _of_amounts(phrase: tuple[str, ...], amount: int) -> Iterator[tuple[str, ...]]:
    if (clock := _CLOCK.fullmatch(" ".join(phrase))) and amount >= _MINUTES:
        yield from _of_hours(clock)
        return
    numbers = tuple(word for word in phrase if word[:1].isdecimal())
    if numbers:
        yield numbers
        yield ("$", *numbers)
    yield (str(amount),)
    if amount > 10 and phrase == (str(amount),):
        yield (f"{amount}{_suffix(amount)}",)  # "in the 17th century"
    yield from ((word,) for word, number in NUMBER_WORDS.items() if number == amount > 1)
    if phrase and phrase[0].isalpha() and len(phrase) == 1:
        yield (plural(phrase[0]),)
        yield (phrase[0][:3],)


def _of_hours(clock: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """The words for a time of day: "7 pm", "7pm", "7", "7:00", "seven o'clock"."""
    hour, minutes, half = clock[1], clock[2] or "", clock[3] or ""
    whole = not minutes or set(minutes[1:]) == {"0"}
    told = [f"{hour}:{minutes[1:]}" if minutes else hour]
    if whole:
        told = [hour, f"{hour}:00", f"{hour}.00"]
        number = next((word for word, number in NUMBER_WORDS.items() if number == int(hour)), hour)
        yield from (
            ((number, "o'clock"), (hour, "o'clock"), (number, half))
            if half
            else ((number, "o'clock"), (hour, "o'clock"))
        )
    for each in told:
        yield (each,)
        if half:
            yield each, half
            yield (f"{each}{half}",)


def is_general(phrase: tuple[str, ...], world: World, value: Value, text: str) -> bool:
    """Whether a word of a value in several words means any of its category: "book" of "cookery book"."""
    category = world.categories[value.category]
    whole = _bare(words(category.values[value.number]))
    if len(phrase) > 1 or len(whole) < 2 or category.amounts:
        return False
    word = singular(phrase[0])
    if word not in map(singular, whole):
        return False
    if "of" in whole and word in map(singular, whole[: whole.index("of")]):
        return True  # "volume" of "volume of poetry"
    if word == singular(words(category.name)[-1] if words(category.name) else ""):
        return True
    if category.values[value.number][:1].isupper():
        return False
    before = r"(?:\b(?:one|each|every|which|what|different|another|whose|single)|'s)"
    return bool(re.search(rf"{before} {re.escape(word)}\b", text, re.IGNORECASE))


def _of_places(category: Category, circular: bool) -> Iterator[tuple[tuple[str, ...], int]]:
    """Words for places in an order: "first", "1st", "last", "middle", "bottom", "leftmost"."""
    many = len(category.values)
    if circular:
        return
    for word, number in ORDINAL_WORDS.items():
        if number <= many:
            yield (word,), number - 1
    yield from (((f"{n}{_suffix(n)}",), n - 1) for n in range(1, many + 1))
    yield ("last",), many - 1
    if many % 2:
        yield from (((word,), many // 2) for word in ("middle", "centre", "center", "central"))
    for side, at in zip(_ENDS.get(category.axis, ()), (0, many - 1), strict=False):
        for phrase in (side[0], *side[1].split("|")):
            yield words(phrase), at


def _suffix(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def nouns(named: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """The words for one of a category in their base form, each once."""
    found: dict[str, int] = {}
    for word, category in named:
        if word and (word not in GLUE or singular(word) in ("house", "home")):
            found.setdefault(singular(word), category)
    return tuple(found.items())
