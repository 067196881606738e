"""Where the things of a text stand: in which kind of line, how many places it has, and what they are called."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.orders import axes
from solvent.translators.rules.orders.axes import Axis, turned
from solvent.translators.rules.text.words import GLUE, NUMBER_WORDS, RESERVED

MOST_PLACES = 30
NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBER_WORDS)}"
UNITS = (
    "seats|chairs|stools|houses|floors|storeys|stories|places|positions|shelves|rooms|lanes|boxes|spaces|levels|slots|"
    "spots|desks|lockers|parking spaces|steps|rungs|hooks"
)
_UNIT = "seat|chair|stool|house|floor|storey|place|position|shelf|room|lane|box|space|level|spot|step|rung|hook|peg"
CIRCLE = re.compile(
    r"\b(?:(?:round|circular) (?:\w+ )?table|(?:in|forms?|formed|forming) an? (?:circle|ring)|(?:around|round) "
    r"(?:an?|the|our|my|his|her|their) (?:\w+ )?(?:table|campfire|bonfire|fire)|merry-go-round|carousel)\b"
)
QUEUE = re.compile(
    r"\b(?:queu\w+|single file|stand(?:ing)? in line|wait(?:ing)? "
    r"in line|(?:in|of) (?:the|a) line (?:at|for|outside|in "
    r"front)|one behind (?:the other|another))\b"
)
LINE = re.compile(
    r"\b(?:in|forming|form|formed|of) (?:a|the|one) (?:\w+ )?(?:line|row)\b|\blin(?:e|ed|ing) up\b|\bin line\b"
)
_QUEUE_WORDS = re.compile(r"\b(?:behind|ahead of|in front of|at the (?:front|back))\b")
ROW = re.compile(
    r"\b(?:side by side|(?:from )?left to right|"
    r"next to each other|on (?:an?|my|our) (?:\w+ )?(?:shelf|bench|sofa|wall|pew|couch|"
    r"washing line|clothes line)|in a street|along (?:a|one|the) (?:\w+ )?(?:street|road|wall|beach|river)|terraced?|"
    r"row of|(?<!-)rows?)\b"
)
VERTICAL = re.compile(
    r"\b(?:floors?|storeys?|storied|stories|stor(?:e?y) (?:house|building)|shelves|stack(?:ed)?|pile[ds]?|tower|"
    r"ladder|"
    r"bunks?|(?:on|of) (?:the|a|my|our) (?:\w+ )?(?:steps|stairs|staircase)|rungs?|on top of each other|one above "
    r"the other)\b"
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
FROM_LEFT = re.compile(r"\b(?:from )?(?:the )?left to (?:the )?right\b")
NUMBERED = re.compile(
    rf"\b(?:numbered|number(?:s|ed)?|{UNITS})(?: \w+)?(?: from)? (?:1|one)(?: \([^)]*\))? ?(?:to|through|until|-|"
    rf"\u2013) ?"
    rf"(?P<last>{NUMBER})\b(?: \([^)]*\))?"
    r"(?: (?:starting |beginning |counting )?(?:from|at) (?:the )?\w+(?: up(?:wards?)?| down(?:wards?)?| to "
    r"(?:the )?\w+)?)?"
    rf"|\b(?:numbered|{UNITS}) (?P<all>1(?:, \d{{1,2}}){{1,20}},? and \d{{1,2}})\b"
)
DIFFERENT = re.compile(
    r"\b(?:(?:there (?:were|are|was|is) |with )?no (?:ties?|twins|triplets|draws?|dead heats?|shared places?)|"
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
    def vacant(self) -> int | None:
        """The number that stands for the one empty place among the things, if there is just one."""
        return len(self.names) if self.size == len(self.names) + 1 and not self.axis.scale else None

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
    scale = axes.scale_of(plain)
    if scale is not None and (ends := lined_up(plain, scale)):
        most, least = ends.groups()[-2:] if "most" in ends.re.pattern else ends.groups()[::-1]
        axis, circular = replace(scale, ways=(*scale.ways, (least, most))), False
    if axis is None:
        return None
    if axis.scale:
        tied = "" if DIFFERENT.search(plain) else "yes" if _ALIKE.search(plain) else "maybe"
        return Scene(tuple(names), axis, len(names), noun, tied=tied, owned=owned)
    numbered = NUMBERED.search(told)
    unit = _counted_unit(plain, size or len(names)) if not labels else ""
    if unit:
        axis = replace(axis, units=f"{axis.units}|{unit}s?", directed=True)
    if numbered or (axis.name == "vertical" and re.search(r"\bfloors?\b", plain)):
        axis = replace(axis, directed=True)
    if numbered and not labels:
        size = size or _last(numbered)
    if axis.name == "row" and FROM_LEFT.search(plain):
        axis = replace(axis, directed=True)
    if not size:
        size = len(names)
    if not len(names) <= size <= MOST_PLACES:
        return None
    axis = _from_the_other_end(axis, told)
    return Scene(
        tuple(names), axis, size, noun, circular=circular, labels=labels, numbered=bool(numbered or unit), owned=owned
    )


def _axis(plain: str, told: str, labels: Sequence[str]) -> tuple[Axis | None, bool]:
    """Return the axis, and whether it is closed to a circle."""
    if labels:
        return (axes.BORN if re.search(r"\bborn\b", plain) else axes.TIME), False
    if CIRCLE.search(told):
        return (axes.QUEUE if _follows_round(plain) else axes.ROW), True
    if VERTICAL.search(told) and not FROM_LEFT.search(told):
        return axes.VERTICAL, False
    return _straight(plain, told), False


def _follows_round(plain: str) -> bool:
    """Whether the things on a circle follow one another, with no left or right: on a carousel."""
    sided = re.search(
        r"\b(?:left|right(?! (?:behind|in front|after|before))|clockwise|anticlockwise|counterclockwise|table)\b", plain
    )
    return bool(_QUEUE_WORDS.search(plain)) and not sided


def _straight(plain: str, told: str) -> Axis | None:
    """Return the axis of a line or a scale."""
    for axis, words in ((axes.NORTH_SOUTH, r"north|south"), (axes.WEST_EAST, r"east|west")):
        if re.search(rf"\b(?:{words})(?:ern|ernmost)?\b", plain):
            return axis
    if QUEUE.search(told) or (LINE.search(plain) and _QUEUE_WORDS.search(plain) and not _sideways(plain)):
        return axes.QUEUE
    if ROW.search(plain) or LINE.search(told) or NUMBERED.search(told):
        return axes.ROW
    if _RACE.search(plain):
        return axes.RACE
    scale = axes.scale_of(plain)
    if scale is not None:
        return scale
    if re.search(r"\b(?:behind|in front of) (?:the|an?) ", plain) and re.search("carriage|wagon|coach|one after", told):
        return axes.QUEUE
    if _TIME.search(plain) or re.search(r"\b(?:before|after|earlier than|later than)\b", plain):
        return axes.TIME
    return axes.QUEUE if re.search(r"\b(?:behind|ahead of|in front of)\b", plain) else None


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
    match = re.search(rf"\b({NUMBER})[ -](?:\w+ ){{0,2}}?(?:{UNITS}|storey|story|floor)\b", told)
    return number(match[1]) if match else 0


def _counted_unit(plain: str, size: int) -> str:
    """Return the noun that a text counts places with, though it does not say that it does: "tent" of "tent 3"."""
    found = re.findall(r"\b([a-z]{3,}) (?:number )?([1-9]\d?)\b(?! ?(?:[a-z%]|years|metres|to|and|or))", plain)
    nouns = {noun for noun, count in found if noun not in _NOT_COUNTED and noun not in GLUE | RESERVED}
    return nouns.pop() if len(nouns) == 1 and all(int(n) <= size for noun, n in found if noun in nouns) else ""


_NOT_COUNTED = frozenset(
    ("rule", "clue", "hint", "fact", "condition", "statement", "question", "puzzle", "exercise", "number", "problem",
     "worksheet", "task", "riddle", "page", "team", "group", "year", "room", "age", "aged", "part", "under", "over")
)  # fmt: skip


def _last(numbered: "re.Match[str]") -> int:
    found = numbered["last"] or numbered["all"].split(" ")[-1]
    return number(found)


def legends(text: str, axis: Axis) -> "Iterator[tuple[re.Match[str], bool, int]]":
    """Yield where a text says which end has which number ("1 at the bottom"), whether it is the first, and the "
    "number.
    """
    if axis.scale:
        return
    for ends, first in zip(zip(*axis.ways, strict=True), (True, False), strict=False):
        end = rf"(?:the )?(?:very |far |outer )?(?:{'|'.join(ends)})(?:most)?(?: (?:{_UNIT}|end))?"
        called = rf"(?:,? (?:is|being|has|gets|is called|as)(?: the)?(?: (?:{_UNIT}|number|no\.|numbered))*| ?=)"
        of_end = rf"\b{end}(?:{called} ?#?(?P<n>\d+)\b| \(#?(?P<m>\d+)\))"
        by = r"(?: (?:is|being|means)(?: at| on)?|,? (?:at|on|in|for)| ?=| \((?:at|on|in)|,|(?= the ))"
        of_number = rf"(?:\b(?:with )?(?:(?:{_UNIT}|number|no\.) |#)?)(?<!\w)(?P<n>\d+)(?P<m>){by} {end}\)?(?!\w)"
        for pattern in (of_end, of_number):
            for match in re.finditer(pattern, text, re.IGNORECASE):
                yield match, first, int(match["n"] or match["m"])


def lined_up(plain: str, axis: Axis) -> "re.Match[str] | None":
    """Return where a text says at which end the greatest and the least stand: "tallest on the left"."""
    at = (
        r"(?: (?:one|child|person|is|are|stands?|sits?|goes|comes|being))* (?:(?:on|at|in|to) (?:the )?)(?:far |"
        r"very )?"
    )
    ends = r"(left|right|front|back|top|bottom|rear)(?: side| end)?"
    most, least = (rf"(?:the )?(?:{end})" for end in (axis.last, axis.first))
    one = re.search(rf"\b(?P<most>{most}){at}{ends}(?:,| and|, and) (?:the )?(?:{least}){at}{ends}\b", plain)
    return one or re.search(rf"\b(?:{least}){at}{ends}(?:,| and|, and) (?:the )?(?:{most}){at}{ends}\b", plain)


def _from_the_other_end(axis: Axis, told: str) -> Axis:
    """Turn an axis round whose numbers begin at its usual end: "numbered from right to left"."""
    said = [first == (number == 1) for _, first, number in legends(told, axis)]
    if said and not any(said):
        return turned(axis)
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
