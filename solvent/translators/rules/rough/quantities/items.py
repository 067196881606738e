"""Sentences about amounts as a row of items: numbers, factors, quantities, and the words that relate them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.arithmetic import words_of
from solvent.translators.rules.quantities.money import with_money
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import sentences_of
from solvent.translators.rules.text.words import NUMBER_WORDS, listed

_LONGEST_NUMBER = 7  # words
_LONGEST_HEADING = 10  # words
_LARGE = frozenset(listed("hundred thousand million dozen score"))


def _table(**kinds: str) -> dict[str, str]:
    return {word: kind for kind, words in kinds.items() for word in words.split()}


KINDS = _table(
    more="more greater larger bigger higher taller older longer heavier wider farther further dearer later elder older",
    less="less fewer smaller lower shorter younger lighter cheaper narrower shallower",
    as_="as",
    than="than",
    and_="and , ; : but while whereas",
    plus="plus",
    minus="minus",
    times="times multiplied",
    sum="sum total",
    product="product",
    multiply="multiply multiplies multiplying",
    difference="difference",
    differ="differ differs differed apart",
    together="""together altogether combined overall share shares
     shared split splits cut sawn broken distributed among amongst""",
    each="each apiece every per",
    square="square",
    cube="cube",
    squared="squared",
    of="of",
    be="""is are was were be been equals equal has have had got get gets make makes made give gives cost costs weigh
    weighs weighed contain contains hold holds amounts amount comes came come add adds added totals will would 's = am
    measure measures pay pays paid""",
    not_="not no never none neither nor nobody nothing",
    if_="if unless except without whether suppose supposing instead",
    either="either or other another others",
    least="least",
    most="most",
    before="before after until when since",
    left="left remain remains remaining rest remained over remainder leftover",
    odd="odd",
    even="even",
    prime="prime",
    divisible="divisible divided divides divide divisor",
    multiple="multiple multiples",
    different="different distinct same equally",
    ratio="ratio",
    average="average mean",
    between="between",
    one="one",
)  # fmt: skip
STRICT = frozenset(
    listed(
        """number factor not_ if_ either least most before than more less product difference differ square cube squared
        odd even prime divisible multiple different ratio average plus minus times left between percent"""
    )
)
_PRONOUN_AFTER = frozenset(
    listed(
        """the this that each every last first second third middle older younger larger smaller other another no
        which big bigger greater lesser only any some right left elder tall taller short shorter next previous
        same"""
    )
)


@dataclass(frozen=True)
class Item:
    """A part of a sentence: `kind` says what it does; a "number" has a value and perhaps a unit, a "quantity" a
    polynomial, a "group" several, and a "word" nothing.
    """

    kind: str
    word: str
    value: Fraction = Fraction(0)
    unit: str = ""
    polys: tuple[Poly, ...] = ()

    @property
    def poly(self) -> Poly:
        """What a quantity is."""
        return self.polys[0]


def items_in(words: Sequence[str]) -> list[Item]:
    """The items of a sentence that is split into words."""
    return list(_with_units(list(_grouped(words))))


# Such as: Worksheet 7, no. 3 -; or: Quick one before bed
_COUNTED = re.compile(r"^\(?\d{1,3}[.)] +(?=[A-Z])")
_PREFIX = re.compile(
    r"\W*(?:worksheet|exercise|puzzle|problem|question|task|riddle|quiz|no|page|part|lesson|unit)\b[\w\s,.#]{0,25}?"
    r"(?:\s[-\u2013\u2014]|[:)])\s+(?=\S)"
    r"|\W*(?![^:]*\b(?:says|said|asks|asked|tells|told|has|have)\b)(?:[a-z'\u2019]+ ){1,5}[a-z'\u2019]+: (?=\S)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r":\s+(?=[\"\u201c])")


@lru_cache(maxsize=4)
def sentences_in(text: str) -> tuple[str, ...]:
    """The sentences of a text; what is quoted behind a colon is one of its own."""
    lines = _COUNTED.sub("", text.strip()).split("\n")
    while len(lines) > 1 and _is_heading(lines[0]):
        lines = lines[1:]
    while lines and (prefix := _PREFIX.match(lines[0])):
        lines[0] = lines[0][prefix.end() :]
    parts = (part for each in sentences_of("\n".join(lines)) for part in _QUOTED.split(each))
    return tuple(part for part in parts if re.search(r"\w", part))


def _is_heading(line: str) -> bool:
    """Whether a first line says nothing: "Worksheet 4", "Emoji maths, 97% fail!!"."""
    words = words_of(line)
    if len(words) > _LONGEST_HEADING or re.search(r"[=?]|\.\s*$", line):
        return not words
    return not any(KINDS.get(word) == "be" or word in ("there", "i", "each", "all") for word in words)


@lru_cache(maxsize=128)  # several themes look at the same text
def words_in(sentence: str) -> tuple[str, ...]:
    """The words of a sentence, hyphens undone, sums of money in the smallest unit, and set phrases as one word."""
    plain = re.sub(r"(?<=\d)\s*%", " percent ", sentence.replace("\u00bd", " 1/2 ").replace("\u00bc", " 1/4 "))
    plain = _SPACED.sub(" ", with_money(_EXAMPLE.sub(" ", _ASIDE.sub(" ", plain))))
    for sign, word in _SIGNS:
        plain = sign.sub(word, plain)
    for pattern, word in _PHRASES:
        plain = pattern.sub(word, plain)
    return words_of(plain)


_ASIDE = re.compile(r"\([^()\d]*\b(?:not|n't|ignor\w+|exclud\w+|except|without|nobody|no)\b[^()\d]*\)", re.IGNORECASE)
_EXAMPLE = re.compile(
    r"\(?(?:,\s*)?\b(?:such as|like|for example|for instance|e\.?g\.?|say),? \d+(?:(?:,| or| and) \d+)*\s*[),]?"
)
_SIGNS = (
    (re.compile(r"\s=\s"), " is "),
    (re.compile(r"\s\+\s"), " plus "),
    (re.compile(r"\s[-\u2212\u2013]\s(?=\w+ (?:=|plus|is)\s|\d)"), " minus "),
    (re.compile(r"\s[\u00d7*x]\s"), " times "),
    (re.compile(r"\s*[()]\s*"), " , "),
)
_PHRASES = tuple(
    (re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), word)
    for pattern, word in (
        ("between (?:the )?(?:two|three|four|both) of (?:them|us)", "together"),
        ("between them|(?:all )?in (?:all|total)|all together|as a whole|taken together|total of", "together"),
        ("at the same time|at once|in the same (?:way|time)|if not sooner", ""),
        ("at least (?=one (?:of each|coin of each|note of each))", ""),
        (
            r"(?:when|if) (?:you|we) (?:put|add\w*) (?:them|(?:their|the|both|all) \w+)(?: together| up)?",
            "together",
        ),
        (r"(was|is|be) the (?:same )?age (?:that |of )?(?=[a-z])", r"\1 as old as "),
        ("after (?=how many years)", ""),
        ("no one|nobody else", "nobody"),
        ("on the (?:very )?same (?:day|date)(?! of)|this year|at the moment", ""),
        ("an? single", "one"),
        ("equal (?=(?:amount|number|share|sum|age|weight)s?\\b)", "same "),
        (
            r"(?:give|lend|hand|pass|sell) me (\w+)((?: \w+){0,4}?)(?: instead)?,? (?:and|then)(?: then)?",
            r"if you give me \1\2 ,",
        ),
        ("more expensive", "dearer"),
        ("less expensive", "cheaper"),
        ("multiplied together", "product"),
    )
)
_SPACED = re.compile(r"(?<=[a-z])-(?=[a-z0-9])|(?<=[0-9])-(?=[a-z])", re.IGNORECASE)


def _grouped(words: Sequence[str]) -> Iterator[Item]:
    at = 0
    while at < len(words):
        found = _factor(words, at) or _number(words, at)
        if found:
            item, size = found
            yield item
            at += size
            continue
        yield Item(KINDS.get(words[at], "word"), words[at])
        at += 1


_LABELS = frozenset(
    listed("""page chapter section platform exercise volume round card puzzle question riddle grade level task lesson
    unit episode issue part class""")
)
_COIN = re.compile(r"(\d{1,3})(?:p|c|ct)")


def _single_number(words: Sequence[str], at: int) -> Item | None:
    """A sum of money, a coin, a pronoun, or the number of a page, which is no amount."""
    word = words[at]
    if word.startswith("money") and word[5:].isdecimal():
        return Item("number", word, Fraction(word[5:]), "money")
    if at and words[at - 1] in _LABELS and word.isdecimal():
        return Item("word", word)
    if coin := _COIN.fullmatch(word):
        return Item("number", word, Fraction(coin[1]), "pence")
    return Item("one", "one") if word == "one" and _pronoun(words, at) else None


def _number(words: Sequence[str], at: int) -> tuple[Item, int] | None:
    word = words[at]
    if single := _single_number(words, at):
        return single, 1
    if (
        word in ("a", "an")
        and len(words) > at + 2
        and words[at + 1] in _UNITS
        and KINDS.get(words[at + 2]) in ("more", "less")
    ):
        return Item("number", "a", Fraction(1)), 1
    if word in ("a", "an") and words[at + 1 : at + 2] and words[at + 1] not in _LARGE:
        return (Item("number", "couple", Fraction(2)), 2) if words[at + 1] == "couple" else None
    if not (word in NUMBER_WORDS or word[0].isdecimal() or word in ("a", "an")):
        return None
    for size in range(min(_LONGEST_NUMBER, len(words) - at), 0, -1):
        value = number_words.whole(words[at : at + size])
        if value is not None:
            more = words[at + size : at + size + 3]
            half = Fraction(1, 2) if list(more) == ["and", "a", "half"] else Fraction(0)
            return Item("number", " ".join(words[at : at + size]), value + half), size + (3 if half else 0)
    return None


_AFTER_PRONOUN = frozenset(listed("of is was has another , my the his her for to with and i he she it they we you")) | {
    ""
}


def _pronoun(words: Sequence[str], at: int) -> bool:
    """Whether "one" stands for a thing: "the last one", "one of them", "one is twice the other"."""
    after = words[at + 1] if at + 1 < len(words) else ""
    return (at > 0 and words[at - 1] in _PRONOUN_AFTER) or after in _AFTER_PRONOUN


_PARTED = (("of",), ("full",), ("as",), ("empty",), ["of"], ["full"], ["as"], ["empty"])


def _factor(words: Sequence[str], at: int) -> tuple[Item, int] | None:
    word = words[at]
    if word in ("twice", "thrice", "double", "triple", "treble", "quadruple", "half") or "/" in word:
        start, size = at, 1
    elif word in ("a", "an", "one", *NUMBER_WORDS) or word[0].isdecimal():
        start, size = at, 0
        for size in range(min(_LONGEST_NUMBER, len(words) - at), 1, -1):
            if number_words.factor(words[start : start + size]) is not None:
                coins = words[at + size - 1] == "quarters" and words[at + size : at + size + 1] not in _PARTED
                if coins:
                    return None
                break
        else:
            return None
    else:
        return None
    value = number_words.factor(words[start : start + size])
    if value is None:
        return None
    return Item("factor", " ".join(words[start : start + size]), value), size


_UNITS = frozenset(
    listed(
        """m l ml cl mm year years month months week weeks day days hour hours minute
        minutes second seconds metre metres meter meters km kilometre kilometres kilometer kilometers mile miles
        cm centimetre centimetres gram grams g kg kilogram kilograms kilo kilos litre litres liter liters euro
        euros dollar dollars pound pounds cent cents pence percent foot feet inch inches yard yards point points
        degree degrees pint pints gallon gallons ounce ounces"""
    )
)


def _with_units(items: Sequence[Item]) -> Iterator[Item]:
    """Put units behind numbers into the numbers."""
    taken = False
    for at, item in enumerate(items):
        if taken:
            taken = False
            continue
        after = items[at + 1] if at + 1 < len(items) else None
        if item.kind == "number" and after and after.word in _UNITS and not item.unit:
            taken = True
            yield replace(item, unit=_single(after.word))
        else:
            yield item


def _single(unit: str) -> str:
    return unit if len(unit) <= 2 or unit in ("pence", "feet", "inches") else unit.removesuffix("s")
