"""Places by description: "at one end", "in the middle", "the second oldest", "last but one", "third from the left"."""

import re
from collections.abc import Iterator

from solvent.translators.rules.rough.relations.sentences.axes import category_of, turned
from solvent.translators.rules.rough.relations.sentences.lexicon import AXES, LESS, ORDINALS
from solvent.translators.rules.rough.world import Value, World
from solvent.translators.rules.text.words import COMPARATIVES, ORDINAL_WORDS, is_english

_SIDES = {
    "left": ("left", -1), "right": ("left", 1), "front": ("queue", -1), "back": ("queue", 1), "rear": ("queue", 1),
    "end": ("time", 1), "start": ("time", -1), "beginning": ("time", -1), "head": ("queue", -1), "tail": ("queue", 1),
    "top": ("vertical", 1), "bottom": ("vertical", -1), "west": ("west", -1), "east": ("west", 1),
    "western": ("west", -1), "eastern": ("west", 1), "north": ("north", -1), "south": ("north", 1),
    "northern": ("north", -1), "southern": ("north", 1),
}  # fmt: skip
_SIDE = "|".join(_SIDES)
_NOUN = (
    r"(?: (?:house|seat|place|position|spot|one|lane|chair|room|slot|stool|desk|plot|hook|floor|storey|shelf|boat|car))"
)
_FROM = re.compile(
    rf"\b(?:(?P<nth>{ORDINALS}|last)(?: \w+)?) (?:from|on|in from|counting from) the (?P<side>{_SIDE})\b(?! of)"
)
_LAST = re.compile(
    rf"\b(?:(?!first|1st)(?P<nth>{ORDINALS}|next)[- ](?:to|from)[- ](?:the )?last|(?P<one>penultimate|"
    rf"last (?:\w+ )?but one|next[- ]to[- ]last)|"
    r"(?P<end>(?<=the )(?:very )?(?:final|last)(?= one| of all)|final(?= (?:\w+)\b))|"
    r"(?P<two>last (?:\w+ )?but two|antepenultimate))\b"
)
_SUPERLATIVE = re.compile(
    rf"\b(?:(?:the|his|her) )?(?:(?P<nth>{ORDINALS}|next|last)[- ])?(?P<most>[a-z]{{2,}}est|best|worst|"
    rf"(?:most|least|fewest) [a-z]+|most|least|fewest)\b(?! (?:of all )?than)(?P<but> but one)?(?P<but2> but two)?"
)
_ENDS = re.compile(
    r"\b(?P<neither>(?:at|on|in) neither (?:of the )?ends?)|(?:at|on|in) (?:one|either|an|both|the two|"
    r"one of the(?: two)?|"
    r"opposite|the opposite|the other)(?: of the(?: two)?)?"
    rf"(?: outer| outside| far)? (?:ends?|edges?|corners?|extremes?)\b|\bat the other\b|\b(?:an |the |one of the |"
    rf"either )?(?:end|outer|outside|"
    rf"outermost|corner){_NOUN}s?\b|\b(?:(?:is|are) )?(?:one of )?the (?:two )?ends\b(?! of the (?:day|week))|"
    r"\boutermost\b|"
    r"\bwhere (?:\w+ ){1,3}(?:begins?|starts?|started|began) (?:or|nor) (?:ends?|ended|finish(?:es|ed)?)\b"
)
_MIDDLE = re.compile(
    rf"\b(?:exactly )?(?:in |at )?(?:the )?(?:very |exact )?(?:middle|centre|center|central|"
    rf"halfway)\b{_NOUN}?(?! of nowhere)"
)
_SIDE_END = re.compile(
    rf"\b(?<!further )(?<!farther )(?:(?:at|on|in|to) )?(?<!further to )(?<!farther to )"
    rf"the (?:very |far |extreme |absolute )?(?P<side>{_SIDE})(?:-hand|"
    rf"most)?+(?: hand)?+(?: end| side|{_NOUN})?+"
    r"\b(?!-| (?:of (?!the (?:row|line|queue|shelf|street|bench|table|stack|pile|list|building|road|class|stage))|"
    r"from|neighbou?r|than))|"
    rf"\b(?P<most>{_SIDE})most\b|\bfar(?:thest)? (?P<far>{_SIDE})\b"
)
_WON = re.compile(
    r"\b(?:won(?! (?:the )?(?:silver|bronze|second|third|against))|wins?|winning(?= [a-z])|(?:is|"
    r"was) the (?:overall )?winner|came (?:in )?top)\b"
)
_MEDALS = re.compile(r"\b(?P<medal>gold|silver|bronze)(?: medal(?:list|ist)?)?\b")
_BEGAN = re.compile(
    r"\b(?:(?P<first>(?:beg[aiu]ns?|starts?|started|opens?|opened|kicks? off|kicked off) (?:with|at|in|from|on))|"
    r"(?P<where>where (?:\w+ ){1,2}(?:began|started|begins?|starts?)\b(?! or| nor))|"
    r"(?:finish(?:es|ed)?|ends?|ended|clos(?:es|ed)|concluded?s?) "
    r"(?:up |(?:its|the|his|her|our) \w+ )?(?:with|at|in))\b(?! the same)"
)
_PARITY = re.compile(
    r"\b(?:an? )?(?P<parity>odd|even)(?:-numbered)?(?: (?:house |room |seat )?(?:number|floor|house|room|seat|"
    r"place|step|position)s?)\b"
)
_NUMBERED = re.compile(
    r"\b(?:place|position|seat|number|no\.|spot|slot|house|floor|room|lane|step|rank|chair|pole)s? (?:number |"
    r"no\. ?)?#?(?P<number>\d{1,2})\b|"
    r"#(?P<hash>\d{1,2})\b"
)  # fmt: skip
_WEEKEND = re.compile(r"\b(?:at|on) the weekend\b")
_WIN = {"gold": 0, "silver": 1, "bronze": 2}
_BASES = frozenset(word for words in AXES.values() for word in words.split()) | COMPARATIVES.keys()


def places(lower: str, world: World) -> Iterator[tuple[int, int, tuple[Value, ...]]]:
    """Where a text names places by description: from where to where, and which they may be."""
    for pattern, meant in (
        (_FROM, _from_side), (_LAST, _from_last), (_SUPERLATIVE, _superlative), (_ENDS, _ends), (_PARITY, _parity),
        (_MIDDLE, _middle), (_SIDE_END, _side_end), (_NUMBERED, _numbered), (_WON, _won), (_MEDALS, _medal),
        (_WEEKEND, _weekend), (_BEGAN, _began),
    ):  # fmt: skip
        for match in pattern.finditer(lower):
            values = meant(match, world)
            if values:
                yield match.start(), match.end(), values


def nth(word: str | None) -> int:
    """The number of an ordinal; 1 without any."""
    if not word:
        return 1
    if word[0].isdecimal():
        return int(re.sub(r"\D", "", word))
    return 2 if word == "next" else ORDINAL_WORDS.get(word, 1)


def _of(world: World, category: int | None, number: int, sign: int) -> tuple[Value, ...]:
    """The value that is `number` from the end in a direction."""
    if category is None:
        return ()
    many = len(world.categories[category].values)
    if not 0 < number <= many:
        return ()
    return (Value(category, number - 1 if sign < 0 else many - number),)


def _from_side(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    axis, sign = _SIDES[match["side"]]
    place = category_of(world, axis)
    if match["nth"] == "last" and " from the " in match[0]:
        sign = -sign
    return _of(world, place, nth(match["nth"]), turned(world, place, sign, match["side"]))


def _from_last(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    number = 1 if match["end"] else 2 if match["one"] else 3 if match["two"] else nth(match["nth"])
    return _of(world, category_of(world, ""), number, 1)


def comparative(most: str) -> str:
    """The comparative of a superlative, as far as it is one: "oldest" becomes "older"."""
    if most in ("best", "worst"):
        return {"best": "better", "worst": "worse"}[most]
    if most.startswith(("most", "least", "fewest")):
        return "more" if most.startswith("most") else "less"
    base = most[:-3] + "er"
    if base in _BASES or most in _BASES:
        return base
    return base if most in LESS or base in LESS or (is_english(most) and is_english(base)) else ""


def _superlative(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    most = match["most"]
    word = comparative(most)
    said = (
        match[0].startswith(("the ", "his ", "her "))
        or bool(match["nth"])
        or match.string[match.end() :].startswith(" of all")
    )
    known = word in _BASES or most.startswith(("most", "least", "fewest"))
    if not word or (not known and not said) or (most in ("best", "worst", "most", "least", "fewest") and not said):
        return ()
    axis = next(
        (axis for axis, words in AXES.items() if word in words.split() or most.split(" ")[-1] in words.split()), ""
    )
    category = category_of(world, axis, f"{match[0]} {word}")
    sign = turned(world, category, -1 if word in LESS or most in LESS else 1, word)
    if match["nth"] == "last":
        sign = -sign
    number = 1 if match["nth"] == "last" else nth(match["nth"])
    return _of(world, category, 2 if match["but"] else 3 if match["but2"] else number, sign)


def _place(world: World) -> int | None:
    return None if world.circular else category_of(world, "")


def _ends(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    place = _place(world)
    if place is None:
        return ()
    many = len(world.categories[place].values)
    inner = tuple(Value(place, at) for at in range(1, many - 1))
    return inner if match["neither"] else (Value(place, 0), Value(place, many - 1))


def _middle(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    del match
    place = _place(world)
    if place is None:
        return ()
    many = len(world.categories[place].values)
    return tuple(Value(place, at) for at in range((many - 1) // 2, many // 2 + 1))


def _side_end(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    place = _place(world)
    axis, sign = _SIDES[match["side"] or match["most"] or match["far"]]
    if place is None:
        return ()
    own = world.categories[place].axis
    family = {"queue": "queue time rank", "time": "time rank queue"}.get(axis, axis)
    if axis == "vertical" and own not in ("vertical", "left", "west", "north", "circle"):  # "the top score"
        sign = turned(world, place, 1 if sign > 0 else -1, match["side"] or match["most"] or match["far"])
        return _of(world, place, 1, sign)
    if own not in family.split() and not (axis == "left" and own == "") and not (axis == "time" and own == "left"):
        return ()
    if axis == "time" and own == "left":
        return _ends(re.match("(?P<neither>x)?", ""), world) if match["side"] == "end" else ()  # type: ignore[arg-type]
    return _of(world, place, 1, sign)


def _numbered(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    place = world.place
    if place is None:
        return ()
    amounts = world.categories[place].amounts
    number = int(match["number"] or match["hash"])
    return (Value(place, amounts.index(number)),) if number in amounts else ()


def _began(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    if world.place is None or world.categories[world.place].axis not in ("time", "rank", "queue"):
        return ()
    return _of(world, world.place, 1, -1 if match["first"] or match["where"] else 1)


def _won(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    del match
    category = category_of(world, "rank")
    axis = "" if category is None else world.categories[category].axis
    if axis in ("rank", "queue", "time"):
        return _of(world, category, 1, -1)
    sized = category == world.place and axis in ("age", "height", "weight", "price", "length")
    return _of(world, category, 1, 1) if axis == "number" or sized else ()


def _medal(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    ranked = world.place is not None and world.categories[world.place].axis == "rank"
    if not ranked or any(match["medal"] in map(str.lower, each.values) for each in world.categories):
        return ()
    return (Value(world.place or 0, _WIN[match["medal"]]),)


def _parity(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    place = category_of(world, "")
    if place is None:
        return ()
    wanted = int(match["parity"] == "odd")
    return tuple(Value(place, at) for at, each in enumerate(world.categories[place].amounts) if each % 2 == wanted)


def _weekend(match: "re.Match[str]", world: World) -> tuple[Value, ...]:
    del match
    days = (value for number in range(len(world.categories)) for value in world.values(number))
    return tuple(
        day for day in days if world.categories[day.category].values[day.number].lower() in ("saturday", "sunday")
    )
