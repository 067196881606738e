"""Where the things of a text stand: in which kind of line, how many places it has, and what they are called."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.orders import axes
from solvent.translators.rules.orders.axes import Axis, turned
from solvent.translators.rules.text.words import NUMBER_WORDS

MOST_PLACES = 30
NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBER_WORDS)}"
_UNITS = (
    "seats|chairs|stools|houses|floors|storeys|stories|places|positions|shelves|rooms|lanes|boxes|spaces|levels|slots|"
    "spots|desks|lockers|parking spaces|steps|rungs|hooks"
)
_CIRCLE = re.compile(
    r"\b(?:(?:round|circular) (?:\w+ )?table|(?:in|forms?|formed|forming) an? (?:circle|ring)|(?:around|round) an? "
    r"(?:table|campfire|bonfire|fire)|merry-go-round)\b"
)
_QUEUE = re.compile(
    r"\b(?:queu\w+|single file|stand(?:ing)? in line|wait(?:ing)? "
    r"in line|(?:in|of) (?:the|a) line (?:at|for|outside|in "
    r"front)|one behind (?:the other|another))\b"
)
_LINE = re.compile(
    r"\b(?:in|forming|form|formed|of) (?:a|the|one) (?:\w+ )?(?:line|row)\b|\blin(?:e|ed|ing) up\b|\bin line\b"
)
_QUEUE_WORDS = re.compile(r"\b(?:behind|ahead of|in front of|at the (?:front|back))\b")
_ROW = re.compile(
    r"\b(?:side by side|(?:from )?left to right|"
    r"next to each other|on (?:an?|my|our) (?:\w+ )?(?:shelf|bench|sofa|wall|pew|couch|"
    r"washing line|clothes line)|in a street|along (?:a|one|the) (?:\w+ )?(?:street|road|wall|beach|river)|terraced?|"
    r"row of|rows?)\b"
)
_VERTICAL = re.compile(
    r"\b(?:floors?|storeys?|storied|stories|stor(?:e?y) (?:house|building)|shelves|stack(?:ed)?|pile[ds]?|tower|ladder|"
    r"bunks?|on top of each other|one above the other)\b"
)
_RACE = re.compile(
    r"\b(?:race[ds]?|racing|marathon|finish(?:ed|es|ing)? (?:order|"
    r"first|last|line|ahead|before|behind|after|immediately|"
    r"directly|somewhere|second|third|fourth|fifth|right|exactly|two|three|between)|competition|contest|tournament|"
    r"championship|ranking|sprint|regatta|crossed the line|cross the line|cyclists|no ties|ran (?:the "
    r"|a )?\d+|(?:what|which) place did|(?:came|come) (?:in )?(?:first|second|third|fourth|last)|who won)\b"
)
_TIME = re.compile(
    r"\b(?:one after (?:another|the other)|arriv\w+|appointments?|perform\w*|exams?|talks?|lectures?|birthdays?|"
    r"speeches|visited|concerts?|one by one|in turn|born)\b"
)
_FROM_LEFT = re.compile(r"\b(?:from )?(?:the )?left to (?:the )?right\b")
_NUMBERED = re.compile(
    rf"\b(?:numbered|number(?:s|ed)?|{_UNITS})(?: from)? (?:1|one) (?:to|through|until|-) (?P<last>{NUMBER})\b"
    rf"|\b(?:numbered|{_UNITS}) (?P<all>1(?:, \d{{1,2}}){{1,20}},? and \d{{1,2}})\b"
)
_DIFFERENT = re.compile(
    r"\b(?:(?:there (?:were|are) |with )?no (?:ties|twins|triplets|draws|dead heats)|"
    r"all (?:of )?(?:the |their )?(?:ages|heights|weights|"
    r"prices|lengths|speeds|sizes|scores|marks) (?:are|were) different|no (?:two|pair)\b[^.;]{0,40}"
    r"(?:the same|equally|tied|equal|alike|together|simultaneously)[^.;]{0,20}|(?:all "
    r")?(?:of |are |have |were |had )?(?:all )?(?:of )?different "
    r"(?:ages?|heights?|weights?|prices?|lengths?|speeds?|sizes?|scores?|marks?|years?|amounts?)|(?:ages?|heights?|"
    r"weights?|prices?|lengths?|speeds?|sizes?|scores?|marks?) "
    r"(?:are|were) all different|nobody tied|none of them tied|"
    r"without (?:any )?ties|(?:are|is) all different)\b"
)
_ALIKE = re.compile(
    r"(?<!not )(?<!quite )(?<!nearly )\b(?:as \w+ as|same "
    r"(?:age|height|weight|price|size|length|speed)|twins|tied)\b"
)


@dataclass(frozen=True)
class Scene:
    """The things of a text by name, and the places that they have along an axis.

    There are `size` places, counted from 1. `labels` names them if the text does; `numbered` says that it gives them
    numbers. On a `circular` one there is no first place; `fixed` then says that places have names all the same. `tied`
    things may share a place: "" (never), "maybe" (the text leaves it open) or "yes".
    """

    names: tuple[str, ...]
    axis: Axis
    size: int
    noun: str
    circular: bool = False
    labels: tuple[str, ...] = ()
    numbered: bool = False
    tied: str = ""
    owned: str = ""
    inferred: bool = False

    @property
    def fixed(self) -> bool:
        """Whether each place can be told from the others."""
        return not self.circular or self.numbered


def number(word: str) -> int:
    """Return the number that a word or numeral says."""
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]


def scene_of(text: str, background: str, names: Sequence[str], noun: str, owned: str) -> Scene | None:
    """Return where the things of a text stand; None if it does not say. `background` is the text without its clues."""
    plain, told = text.lower(), background.lower()
    labels = _labels(background)
    size = len(labels) or _size(told)
    axis, circular = _axis(plain, told, labels)
    if axis is None:
        return None
    if axis.scale:
        tied = "" if _DIFFERENT.search(plain) else "yes" if _ALIKE.search(plain) else "maybe"
        return Scene(tuple(names), axis, len(names), noun, tied=tied, owned=owned)
    numbered = _NUMBERED.search(told)
    if numbered or (axis.name == "vertical" and re.search(r"\bfloors?\b", plain)):
        axis = replace(axis, directed=True)
    if numbered and not labels:
        size = size or _last(numbered)
    if axis.name == "row" and _FROM_LEFT.search(plain):
        axis = replace(axis, directed=True)
    if not size:
        size = len(names)
    if not len(names) <= size <= MOST_PLACES:
        return None
    axis = _from_the_other_end(axis, told)
    return Scene(tuple(names), axis, size, noun, circular=circular, labels=labels, numbered=bool(numbered), owned=owned)


def _axis(plain: str, told: str, labels: Sequence[str]) -> tuple[Axis | None, bool]:
    """Return the axis, and whether it is closed to a circle."""
    if labels:
        return axes.TIME, False
    if _CIRCLE.search(told):
        return axes.ROW, True
    if _VERTICAL.search(told):
        return axes.VERTICAL, False
    return _straight(plain, told), False


def _straight(plain: str, told: str) -> Axis | None:
    """Return the axis of a line or a scale."""
    for axis, words in ((axes.NORTH_SOUTH, r"north|south"), (axes.WEST_EAST, r"east|west")):
        if re.search(rf"\b(?:{words})(?:ern|ernmost)?\b", plain):
            return axis
    if _QUEUE.search(told) or (_LINE.search(plain) and _QUEUE_WORDS.search(plain) and not _sideways(plain)):
        return axes.QUEUE
    if _ROW.search(plain) or _LINE.search(told) or _NUMBERED.search(told):
        return axes.ROW
    if _RACE.search(plain):
        return axes.RACE
    scale = axes.scale_of(plain)
    if scale is not None:
        return scale
    timed = _TIME.search(plain) or re.search(r"\b(?:before|after|earlier than|later than)\b", plain)
    return axes.TIME if timed else None


def _sideways(plain: str) -> bool:
    return bool(re.search(r"\b(?:left|right)(?:most)?\b(?! (?:behind|before|after|in front|ahead))", plain))


def _labels(text: str) -> tuple[str, ...]:
    """Return the names of days or months that a text gives as places, in the order of the calendar."""
    for names in axes.SLOTS:
        one_of = "|".join(names)
        span = re.search(rf"\b({one_of})s? (?:to|through|until|till|-|\u2013) ({one_of})\b", text)
        if span and names.index(span[1]) < names.index(span[2]):
            return names[names.index(span[1]) : names.index(span[2]) + 1]
        item = rf"(?:one |another |the other )?(?:(?:on|in) )?(?:{one_of})"
        row = re.search(rf"\b{item}(?:, {item})+,? and {item}\b", text)
        if row:
            found = re.findall(one_of, row[0])
            return tuple(name for name in names if name in found) if len(set(found)) == len(found) else ()
    return ()


def _size(told: str) -> int:
    """Return the number of places that a text gives, or 0."""
    match = re.search(rf"\b({NUMBER})[ -](?:\w+ ){{0,2}}?(?:{_UNITS}|storey|story|floor)\b", told)
    return number(match[1]) if match else 0


def _last(numbered: "re.Match[str]") -> int:
    found = numbered["last"] or numbered["all"].split(" ")[-1]
    return number(found)


def _from_the_other_end(axis: Axis, told: str) -> Axis:
    """Turn an axis round whose numbers begin at its usual end: "numbered from right to left"."""
    counted = re.search(r"\b(?:numbered|number|numbers|counted|counting)\b[^.;]{0,30}\bfrom (?:the )?(\w+)", told)
    if not counted:
        return axis
    start = counted[1]
    if any(re.fullmatch(last, start) for _, last in axis.ways):
        return turned(axis)
    return axis


def conventional(scene: Scene, text: str) -> bool:
    """Whether it is left open from which end places are numbered, and a text needs to know."""
    if not scene.numbered or scene.circular or scene.axis.name not in ("row", "west to east", "north to south"):
        return False
    plain = text.lower()
    ways = (f"from (?:the )?{one} to (?:the )?{other}" for pair in scene.axis.ways for one, other in (pair, pair[::-1]))
    return _sideways(plain) and not any(re.search(rf"\b{way}\b", plain) for way in ways)


_SLOT = "floor|day|house|month|storey|shelf|seat|chair|room|lane|level"


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_LINES = (_NUMBERED, _DIFFERENT, _CIRCLE, _QUEUE, _FROM_LEFT, _LINE, _ROW, _VERTICAL)
# What only says where the things of a scene stand, and nothing about one of them.
SETTING = _compiled(
    rf"\bone (?:\w+ )?(?:on|in|at|per|for) (?:each|every) (?:{_SLOT})\b",
    *(each.pattern for each in _LINES),
    r"\b(?:race[ds]?|racing|marathon|competition|contest|tournament|championship|sprint|regatta|finish(?:ing)? line)\b",
    r"\bfrom (?:the )?(?:left|right|top|bottom|front|back|north|south|east|west|first) to (?:the )?\w+\b",
    r"\b(?:clockwise|evenly spaced|equally spaced|one after (?:another|the other)|one above the other)\b",
    r"\b(?:behind each other|around a|round a|finishing order|(?:was|were) born|(?:lin|mak|end)\w+ up)\b",
    (
        rf"\b(?:exactly |just |only )?(?:one|an?) (?:\w+ )?(?:on|in|at|"
        rf"per|for) (?:each |every |a |)(?:{_SLOT})(?: of the week)?\b"
    ),
    rf"\bone (?:\w+ )?(?:a|per|each|every) (?:{_SLOT})\b",
    rf"\bone (?:{_SLOT}) each\b|\b(?:each|one) on (?:a|one) (?:\w+ )?(?:{_SLOT})(?: of (?:his|her|its|their) own)?\b",
    (
        r"\bin (?:the|a) (?:same )?(?:order|line|row|queue|race)\b|"
        r"\beach other\b|\bone (?:each|a day|in|on|per)\b|\beach day\b"
    ),
    r"\bexactly\b|\b\d+[ -]?(?:m|km|metres?|meters?|miles?|kilomet\w+|yards?)\b",
    r"\b(?:lies?|lay|lying) (?=along|on|in|at|side|next|between|there|\W)",
)
# The same, in the sentence that lists the things: "in front of the school", "before the show".
LISTING = _compiled(
    r"\b(?:in front of|outside|behind|next to|opposite|around|round|at the end of|above|over) "
    r"(?:the|an?|our|my) (?:\w+ )?\w+$",
    r"\bin front of (?:the|an?|our|my) \w+(?= ?:|$)",
    r"^\W*(?:\w+ ){0,3}(?:before|after|during) (?:the|an?|my|our) (?:\w+ )?\w+, ",
)
_EMPTY = re.compile(
    (
        rf"\b(?P<n>{NUMBER}) (?:{_UNITS}|seat|chair|place|house|room) (?:is|"
        rf"are|stays?|remains?) (?:left )?(?:empty|free|unoccupied|vacant)\b"
    ),
    re.IGNORECASE,
)


_INWARDS = re.compile(r"\b(?:all )?facing (?:the (?:cent(?:re|er)|middle)|inwards?)\b", re.IGNORECASE)
_LEGEND = re.compile(
    r"\((?P<first>\w+)(?: \w+)? ?= ?1, (?:the )?(?P<last>\w+)(?: \w+)? ?= ?(?P<size>\d+)\)|"
    r"\(1 ?= ?(?:the )?(?P<one>\w+)(?: \w+)?, (?P<count>\d+) ?= ?(?:the )?(?P<other>\w+)(?: \w+)?\)",
    re.IGNORECASE,
)


def _fits(legend: "re.Match[str]", scene: Scene) -> bool:
    """Whether "(ground floor = 1, top = 6)" says how the places are counted anyway."""
    first, last = ((legend[a] or legend[b]).lower() for a, b in (("first", "one"), ("last", "other")))
    ways = any(re.fullmatch(f"(?:{one})", first) and re.fullmatch(f"(?:{end})", last) for one, end in scene.axis.ways)
    return ways and int(legend["size"] or legend["count"]) == scene.size


def without_setting(text: str, scene: Scene, *, listing: bool = False) -> str:
    """Return a sentence without what only says where the things of a scene stand."""
    spare = scene.size - len(scene.names)
    rest = _EMPTY.sub(lambda match: " " if number(match["n"]) == spare else match[0], text)
    if scene.circular:
        rest = _INWARDS.sub(" ", rest)
    if scene.axis.directed:
        rest = _LEGEND.sub(lambda match: " " if _fits(match, scene) else match[0], rest)
    for pattern in (*SETTING, *(LISTING if listing else ())):
        rest = pattern.sub(" ", rest)
    return rest
