"""What only says where the things of an order stand, how their places are numbered, and that each has its own."""

import re

from solvent.translators.rules.orders.introduction import numbers_of
from solvent.translators.rules.orders.scene import (
    CIRCLE,
    DIFFERENT,
    FROM_LEFT,
    LINE,
    NUMBER,
    NUMBERED,
    QUEUE,
    ROW,
    UNITS,
    VERTICAL,
    Scene,
    legends,
    lined_up,
    number,
)
from solvent.translators.rules.text.telling import Knowledge, blocking
from solvent.translators.rules.text.words import NUMBER_WORDS

_SLOT = (
    "slot|evening|morning|night|place|position|rung|peg|floor|day|house|month|storey|shelf|seat|chair|room|lane|level"
)


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_LINES = (NUMBERED, DIFFERENT, CIRCLE, QUEUE, FROM_LEFT, LINE, ROW, VERTICAL)
# What only says where the things of a scene stand, and nothing about one of them.
SETTING = _compiled(
    r"\bin the same (?:race|heat|final|queue|line|row|street|building|house|class)\b",
    r"\b(?:piled|stacked|lined|queued|queueing|queuing|hung|hanging|set|put|rolled|drawn|made|parked) up\b|\binto "
    r"the ring\b",
    r"\b(?:one|a) (?:\w+ )?(?:straight|single|long|tall|neat|high) (?:stack|pile|row|line|queue|tower|column)\b",
    rf"\bone (?:\w+ )?(?:on|in|at|per|for) (?:each|every) (?:{_SLOT})\b",
    *(each.pattern for each in _LINES),
    r"\b(?:race[ds]?|racing|marathon|competition|contest|tournament|championship|sprint|regatta|finish(?:ing)? "
    r"line)\b",
    r"\bfrom (?:the )?(?:left|right|top|bottom|front|back|north|south|east|west|first) to (?:the )?\w+\b",
    r"\bon top of (?:each other|one another)\b|\b(?:follow|followed|following|behind|beside|above|below|"
    r"next to) (?:each other|one another)\b|"
    r"\bagain(?=\W*$)|\bwrit(?:e|ing) (?:it |them |this )?down\b",
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
    r"\b(?:exactly |just |only )?(?:one|an?|a single) (?:\w+ ){0,2}(?:each|apiece)\b",
    rf"\beach (?:of them |one )?(?:with|having|has|have|had|on|in|at|gets|got|occup\w+|takes?|lives? (?:on|in)) "
    rf"(?:exactly |just )?"
    rf"(?:an?|one|his|her|its|their)(?: own| whole| different| separate| full)? (?:{_SLOT})"
    rf"(?: (?:all )?(?:to|for) (?:himself|herself|itself|themselves|each))?(?: of (?:the|his|her|its|their)(?: own|"
    rf" week| day)?)?",
    rf"\bnever (?:two|more than one)(?: of \w+)? (?:on|in|at) (?:the same|one|any) (?:{_SLOT})\b",
    rf"\b(?:on|in|at) (?:each|every) (?:{_SLOT}) (?:lives?|sits?|stands?|is|there is|works?) (?:exactly |just "
    rf")?(?:one|an?) \w+",
    r"\b(?:are|were|have|had) all (?=(?:born|in|of|at|on|different|have|had)\b)|\ball (?=(?:have|had) different\b)",
    rf"\b(?:and )?no two(?: of them| [a-z]+)? share an? (?:step|{_SLOT})\b",
    r"\bexactly\b|\b\d+[ -]?(?:m|km|metres?|meters?|miles?|kilomet\w+|yards?)\b",
    r"\b(?:lies?|lay|lying) (?=along|on|in|at|side|next|between|there|\W)",
)
# The same, in the sentence that lists the things: "in front of the school", "before the show".
LISTING = _compiled(
    r"\b(?:in front of|outside|behind|next to|opposite|around|round|at the end of|above|over) "
    r"(?:the|an?|our|my) (?:\w+ )?\w+ ?(?=:|\.?$)",
    r"\bin front of (?:the|an?|our|my) \w+(?= ?:|$)",
    r"^\W*behind the [a-z]+(?= (?:of [^,.;:]+? )?there (?:are|is) )|\bdifferent(?= (?:\w+ )?(?:things|animals|people))",
    r"^\W*(?:\w+ ){0,3}(?:before|after|during) (?:the|an?|my|our) (?:\w+ )?\w+, ",
)
_EMPTY = re.compile(
    rf"\b(?:(?:and )?(?:so )?(?:that )?(?:leaves|leaving|which leaves) (?:\w+ )?)(?P<m>{NUMBER}) (?:{_SLOT})s? "
    r"(?:with nothing(?: at all)?|with no(?:body| one)|empty|free|over|unoccupied|vacant)\b|"
    rf"\b(?:(?:and )?so )?(?P<n>{NUMBER})(?: of (?:the|them|these))?(?: (?:{UNITS}|{_SLOT}))? (?:is|was|were|"
    rf"are|stays?|remains?|stayed)(?: (?:left|standing))? (?:empty|free|unoccupied|vacant|over|unused|unlet)\b",
    re.IGNORECASE,
)


_LEAD = re.compile(
    r"^\W*(?:In|On|At|Outside|Inside|Along) (?:the|an?|our|my|his|her|their|[A-Z]\w+'s) (?:\w+ ){0,2}?\w+,? (?=\w)"
)


def _spelled(count: int) -> list[str]:
    return [str(count), *(word for word, value in NUMBER_WORDS.items() if value == count)]


_INWARDS = re.compile(
    r"\b(?:all )?(?:of them )?(?:facing|looking (?:at|towards?|into)) (?:the (?:cent(?:re|er)|middle|fire|flames|"
    r"campfire|"
    r"bonfire|table)(?: of the \w+)?|inwards?|each other|one another)\b|\b(?:so that )?(?:everybody|everyone|each "
    r"(?:person|"
    r"of them|one)) (?:looks|faces|is looking|is facing)(?: straight| directly)?(?: at)? (?:the person|somebody|"
    r"someone)"
    r"(?: sitting)? (?:opposite|across)\b",
    re.IGNORECASE,
)


def without_setting(text: str, scene: Scene, *, listing: bool = False) -> str:
    """Return a sentence without what only says where the things of a scene stand."""
    spare = scene.size - len(scene.names)
    rest = _EMPTY.sub(lambda match: " " if number(match["n"] or match["m"]) == spare else match[0], text)
    if scene.circular:
        rest = _INWARDS.sub(" ", re.sub(r"\b(?:round|around) the \w+\b(?= *[,:.])", " ", rest))
    for match, first, counted in list(legends(text, scene.axis)):
        if counted == (1 if first else scene.size):
            rest = re.sub(rf"{re.escape(match[0])}(?: (?:up|down)(?:wards?)?\b)?", " ", rest)
    if DIFFERENT.search(rest):
        everybody = rf"\b(?:all|both) (?:of )?(?:the |these |them )?(?=(?:{scene.noun}|are|were|have)\b)"
        rest = re.sub(everybody, " ", rest, flags=re.IGNORECASE)
    if scene.axis.scale and (ends := lined_up(rest.lower(), scene.axis)):
        rest = rest[: ends.start()] + rest[ends.end() :]
    count = "|".join(_spelled(len(scene.names)))
    rest = re.sub(rf"\b(?:but )?(?:only|just|exactly)(?= (?:{count}) )|\b(?:altogether|in all|in total)\b", " ", rest)
    rest = _LEAD.sub(lambda match: " " if re.search(rf"\b(?:{count})\b", rest) else match[0], rest)
    for pattern in (*SETTING, *(LISTING if listing or scene.axis.scale else ())):
        rest = pattern.sub(" ", rest)
    return rest


def outside(text: str, scene: Scene, *, listing: bool = False) -> str:
    """Why a description of a scene may say more than where its things stand, or ""."""
    rest = without_setting(text, scene, listing=listing)
    rest = re.sub(rf"\b(?:{numbers_of(scene)})\b", " ", rest, flags=re.IGNORECASE)
    rest = re.sub(rf"\b(?:{scene.noun})\b", " ", rest)
    if scene.labels:
        rest = re.sub("|".join(scene.labels), " ", rest)
    placed = None if listing else re.search(rf"\b({scene.axis.before}|{scene.axis.after}) (?:an?|another) ", rest)
    if placed:  # "a girl stands behind a boy"
        return f"'{placed[1]}' refers to order"
    return blocking(rest, Knowledge(rows=len(scene.names)))
