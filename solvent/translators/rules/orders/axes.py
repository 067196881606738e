"""The words in which orders are told: before and after, first and last, for each kind of line and for comparisons."""

import re
from dataclasses import dataclass, replace

from solvent.translators.rules.text.words import MONTHS, WEEKDAYS

_SPAN = "(?: in the (?:week|year|day|month|season|morning|evening|afternoon|alphabet))?"
_EARLIER = rf"before|earlier{_SPAN} than|sooner than|prior to"
_LATER = rf"after|later{_SPAN} than"
_IN_FRONT = rf"{_EARLIER}|ahead of|in front of"
_BEHIND = rf"{_LATER}|behind|in back of"
_STAND = (
    "stands?|stood|standing|sits?|sat|sitting|seated|lives?|lived|living|comes?|came|coming|is placed|placed|located|"
    "positioned|situated|waits?|waited|waiting|lies|lie|lay|lying|stays?|stayed|goes|go|went|found|to be found|"
    "appears?"
)
_PHRASAL = (
    "(?:goes|go|went|comes|come|came|walks?|walked|runs?|ran|marches|march|marched|gets|get|got|steps?|stepped|trots?|"
    "trotted|jumps?|jumped) (?:in|out|through|up|past|on|over|off|aboard|inside)(?! (?:the|an?|front)\\b| (?-i:[A-Z]))"
)
_ROW_VERBS = (
    f"{_STAND}|parked|parks?|hangs?|hung|hanging|grows?|growing|built|walks?|walking|lined up|lines? up|swims?|swam|"
    "swimming"
)
_FINISHED = (
    "finish(?:es|ed)?|finishing|arrives?|arrived|arriving|ranks?|ranked|cross(?:es|ed)? the (?:finish(?:ing)? )?line|"
    "came in|comes in|come in|came home|"
    "come home|comes home|got home|ended up|ends up|ended|ran|runs?|"
    "reached the (?:goal|finish|top|summit|end|shore|wall)|touched the wall"
)
_HAPPENS = (
    "happens?|happened|takes place|take place|took place|scheduled|held|performs?|performed|performing|plays?|played|"
    "sings?|sang|singing|speaks?|spoke|presents?|presented|born|"
    "visits?|visited|dances?|danced|given|gives? (?:his|her) "
    "(?:talk|speech)|gave (?:his|her) (?:talk|speech)|arrives?|arrived|appears?|appeared|due|planned|booked|read|"
    "written|built|opened|discussed|has (?:his|her|its|their) (?:birthday|turn|appointment)|left|leaves?|starts?|"
    "started|phoned|called|goes on stage|on stage|moved in|moves in|joined|done|gets? done|made|served|cleaned|washed|"
    "cooked|baked|eaten|delivered|collected|shown|taught|practi[sc]ed|fed|seen|heard|comes? on|came on|goes on|"
    "went on|"
    "goes in|went in|goes out|went out|has (?:his|her) birthday|celebrates?|falls?|fell"
)


VERBS = f"{_ROW_VERBS}|{_FINISHED}|{_HAPPENS}"


@dataclass(frozen=True)
class Axis:
    """How an order is told, from its first place to its last; everything but `name` is a regular expression.

    `first` and `last` say that something has that place, `units` name steps and places, `ends` both ends. In a
    `directed` one, "first" and "third" need no further word; a `scale` has comparisons instead of places.
    """

    name: str
    before: str
    after: str
    first: str
    last: str
    verbs: str
    units: str
    ways: tuple[tuple[str, str], ...] = ()  # pairs for "from A to B", first to last
    directed: bool = True
    scale: bool = False
    beats: str = ""
    beaten: str = ""
    adjacent: bool = True  # "next to" is said of neighbours
    than: tuple[str, str] = ("", "")  # a comparative for each direction: "shorter than", "taller than"
    plain: tuple[str, str] = ("", "")  # the adjectives: "short|small", "tall|high"


def turned(axis: Axis) -> Axis:
    """Return the axis with its first and last place exchanged: numbered from the other end."""
    ways = tuple((last, first) for first, last in axis.ways)
    return replace(
        axis, before=axis.after, after=axis.before, first=axis.last, last=axis.first, beats="", beaten="", ways=ways
    )


_PLACES = "places?|positions?|spots?|slots?|spaces?"
_SIDE = r"(?: end| side|-hand end|-hand side|hand side|hand end)?"
_OF_ROW = r"(?: of (?:the|this) (?:row|line|bench|shelf|sofa|street|table|pew|wall|photo|picture|queue))?"


def _sideways(name: str, one: str, other: str, superlatives: tuple[str, str]) -> Axis:
    def toward(side: str) -> str:
        return (
            rf"(?:(?:to|on|at) the )?{side}{_SIDE} (?:of|from)|(?:further|farther) (?:to the )?{side} than|"
            rf"{side}wards? of"
        )

    def outermost(side: str, most: str) -> str:
        at = rf"(?:at|on|in) the (?:far |very |extreme |outer |outermost )?{side}{_SIDE}{_OF_ROW}"
        far = rf"(?:the )?(?:furthest|farthest|most) (?:to the )?{side}"
        return rf"(?:in|at|on) the {most} (?:{_PLACES}|seat|house|chair|stool|end)|{at}|{far}|(?:the )?{most}"

    return Axis(
        name,
        toward(one),
        toward(other),
        outermost(one, superlatives[0]),
        outermost(other, superlatives[1]),
        _ROW_VERBS,
        rf"{_PLACES}|seats?|chairs?|houses?|doors?|rooms?|lanes?|desks?|stools?|boxes?|cells?",
        ((one, other), (superlatives[0], superlatives[1])),
        directed=False,
    )


ROW = _sideways("row", "left", "right", ("leftmost", "rightmost"))
WEST_EAST = _sideways("west to east", "(?:west|western)", "(?:east|eastern)", ("westernmost", "easternmost"))
NORTH_SOUTH = _sideways("north to south", "(?:north|northern)", "(?:south|southern)", ("northernmost", "southernmost"))
QUEUE = Axis(
    "queue",
    _IN_FRONT,
    _BEHIND,
    r"(?:at|in) the (?:very )?(?:front|head)(?: of (?:the|this) "
    r"(?:queue|line|row))?|at the beginning of the (?:queue|line)",
    (
        r"at the (?:very )?(?:back|rear|end|tail)(?: end)?(?: of "
        r"(?:the|this) (?:queue|line|row))?|bringing up the rear|"
        r"brings? up the rear"
    ),
    f"{_PHRASAL}|{_ROW_VERBS}|queu(?:es?|ed|ing|eing)|arrives?|arrived|served|gets? served",
    f"{_PLACES}|people|persons?",
    (("front", "back"), ("front", "rear"), ("front", "end"), ("first", "last"), ("head", "tail"), ("beginning", "end")),
)
_GOT = "scored|scores|got|gets|had|has|won|collected|earned"
RACE = Axis(
    "race",
    rf"{_IN_FRONT}|(?:(?:{_GOT}) more (?:points|goals|votes) than|scored more than)|faster than|"
    rf"quicker than|better than|higher than|(?:placed|ranked) above|above",
    rf"{_BEHIND}|(?:(?:{_GOT}) (?:fewer|less) (?:points|goals|votes) than|scored (?:fewer|less) than)|"
    rf"slower than|worse than|lower than|(?:placed|ranked) below|below",
    r"the winner|winner|fastest|the fastest|in the lead|(?:won|wins?)(?: the (?!second|third|silver|bronze)\w+)?",
    r"slowest|the slowest|(?:the )?last to finish|at the back|at the end",
    f"{_FINISHED}|{_STAND}|took|takes?|gets?|got|reached",
    f"{_PLACES}|ranks?",
    (("first", "last"), ("winner", "loser"), ("winner", "last"), ("fastest", "slowest"), ("best", "worst")),
    beats="beats?|beaten|defeat(?:s|ed)?|outran|outruns|outpaced",
    beaten="beaten by|lost to|loses to|lose to|defeated by",
    adjacent=False,
)
TIME = Axis(
    "time",
    _EARLIER,
    _LATER,
    r"earliest|the earliest|at the (?:very )?(?:beginning|start)|(?:opens?|opened|began|begins?|kicks? off|kicked "
    r"off) "
    r"the (?:show|concert|evening|programme|program|day|event|gala|festival|session|performance)",
    r"latest|the latest|at the (?:very )?end|(?:closes?|closed|ended|ends|rounds? off|rounded off|concludes?|"
    r"concluded) "
    r"the (?:show|concert|evening|programme|program|day|event|gala|festival|session|performance)",
    f"{_PHRASAL}|{_HAPPENS}|{_FINISHED}|{_STAND}",
    f"{_PLACES}|turns?|stops?|visits?|items?|acts?|numbers?|rounds?|performances?",
    (("first", "last"), ("earliest", "latest"), ("beginning", "end"), ("start", "finish"), ("start", "end")),
    adjacent=False,
)
VERTICAL = Axis(
    "vertical",
    r"below|under|underneath|beneath|lower than|lower down than|lower up than|(?:nearer|closer) (?:to )?the "
    r"(?:floor|ground) than",
    r"above|over|on top of|higher than|higher up than",
    (
        r"the (?:very )?(?:bottom|lowest|ground) (?:floor|shelf|storey|level|rung|bunk)|"
        r"(?:at|on|in) the (?:very )?(?:bottom|lowest|ground)(?: (?:floor|shelf|storey|story|level|place|position|"
        r"rung|"
        r"bunk))?(?: of (?:the|this) (?:stack|pile|tower|building|house|ladder|shelf|cupboard))?|lowest|the lowest"
    ),
    (
        r"the (?:very )?(?:top|highest|uppermost) (?:floor|shelf|storey|level|rung|bunk)|"
        r"on top(?! of)|(?:at|on|in) the (?:very )?(?:top|highest|"
        r"uppermost|topmost)(?: (?:floor|shelf|storey|story|level|place|"
        r"position|rung|bunk))?(?: of (?:the|this) (?:stack|pile|tower|building|house|ladder|shelf|cupboard))?|"
        r"highest|the highest|topmost|uppermost"
    ),
    f"{_ROW_VERBS}|works?|working|worked|kept|stored|stacked",
    f"{_PLACES}|floors?|storeys?|story|stories|levels?|shelf|shelves|steps?|rungs?|flights?|boxes?|layers?",
    (("bottom", "top"), ("lowest", "highest"), ("ground", "top")),
    directed=False,
)

# Comparatives: the greater ones, then the smaller ones.
_SCALES: dict[str, tuple[str, str]] = {
    "age": ("older elder", "younger newer"),
    "height": ("taller higher", "shorter smaller lower"),
    "weight": ("heavier", "lighter"),
    "price": ("dearer pricier costlier", "cheaper"),
    "speed": ("faster quicker", "slower"),
    "length": ("longer", "shorter"),
    "size": ("bigger larger greater", "smaller"),
    "wealth": ("richer wealthier", "poorer"),
    "warmth": ("hotter warmer", "colder cooler"),
    "depth": ("deeper", "shallower"),
    "width": ("wider broader", "narrower"),
    "thickness": ("thicker fatter", "thinner slimmer"),
    "strength": ("stronger", "weaker"),
    "brightness": ("brighter", "darker dimmer"),
    "loudness": ("louder", "quieter"),
    "distance": ("farther further", "nearer closer"),
    "hardness": ("harder", "softer easier"),
    "quality": ("better", "worse"),
    "intelligence": ("smarter cleverer brighter", "duller"),
}
_LONG = {
    "price": "expensive costly",
    "quality": "successful",
    "popularity": "popular",
    "difficulty": "difficult",
    "danger": "dangerous",
    "strength": "powerful",
}
_AMOUNTS = {
    "weight": "weighs?|weighed",
    "price": "costs?|cost|sold for|asks?|asked|charges?|charged",
    "wealth": "earns?|earned",
}
_SUPERLATIVES = {"better": "best", "worse": "worst", "farther": "farthest", "further": "furthest", "elder": "eldest"}
_VERBS = (
    "did|does|do|scored|scores?|runs?|ran|jumps?|jumped|costs?|cost|got|gets?|has|have|had|earns?|earned|weighs?|"
    "weighed|collected|born|looks?|drives?|drove|swims?|swam|reads?|sold(?: for)?|cost|lives?|made|found|caught"
)


def _superlative(comparative: str) -> str:
    return _SUPERLATIVES.get(comparative) or re.sub("er$", "est", comparative)


def _positive(comparative: str) -> str:
    """Return the adjective of a comparative: "tall" of "taller", "expensive" of "more expensive"."""
    if comparative.startswith(("more ", "less ")):
        return comparative[5:]
    known = {
        "better": "good|well",
        "worse": "bad|badly",
        "larger": "large",
        "wider": "wide",
        "farther": "far",
        "closer": "close",
        "costlier": "costly",
    }
    base = re.sub("er$", "", comparative)
    if base.endswith("i"):
        return f"{base[:-1]}y"
    return known.get(comparative) or (base[:-1] if base[-2:-1] == base[-1] and base[-1] in "gtn" else base)


def _scale(name: str, more: str, less: str, most: str, least: str) -> Axis:
    ways = ((rf"(?:the )?(?:{least})", rf"(?:the )?(?:{most})"),)
    return Axis(name, less, more, least, most, _VERBS, "", ways, directed=False, scale=True, adjacent=False)


def scale_of(text: str) -> Axis | None:
    """Return the scale on which a text compares: the one that has most of its comparatives; None without any."""
    plain = text.lower()
    counted = _counted(plain)
    if counted is not None:
        return counted
    best: tuple[int, Axis] | None = None
    for name in dict.fromkeys((*_SCALES, *_LONG)):
        more, less = (each.split() for each in _SCALES.get(name, ("", "")))
        long = _LONG.get(name, "").split()
        greater = [*more, *(f"more {each}" for each in long)]
        smaller = [*less, *(f"less {each}" for each in long)]
        most = [*map(_superlative, more), *(f"most {each}" for each in long)]
        least = [*map(_superlative, less), *(f"least {each}" for each in long)]
        verb = _AMOUNTS.get(name)
        if verb:
            greater.append(f"(?:{verb}) more")
            smaller.append(f"(?:{verb}) less")
        found = len(re.findall(rf"\b(?:{'|'.join([*greater, *smaller])})\b", plain))
        asked = len(re.findall(rf"\b(?:{'|'.join([*most, *least])})\b", plain))
        if not asked and not re.search(rf"\b(?:{'|'.join([*greater, *smaller])})\b[^.;?!]{{0,20}}\bthan\b", plain):
            continue
        if found and (best is None or 2 * found + asked > best[0]):
            sides = [f"(?:{'|'.join(side)}) than" for side in (greater, smaller)]
            if name == "age":
                sides = [f"{sides[0]}|born (?:before|earlier than)", f"{sides[1]}|born (?:after|later than)"]
            axis = _scale(name, sides[0], sides[1], "|".join(most), "|".join(least))
            axis = replace(
                axis,
                than=(f"{smaller[0]} than", f"{greater[0]} than"),
                plain=("|".join(map(_positive, less)), "|".join(map(_positive, (*more, *(f"more {w}" for w in long))))),
            )
            best = 2 * found + asked, axis
    return best[1] if best else None


def _counted(text: str) -> Axis | None:
    """Return the scale of "has more apples than", if the text compares amounts of one thing only."""
    what = set(re.findall(r"\b(?:more|fewer|less) ([a-z]+) than\b", text)) - {
        word for words in _LONG.values() for word in words.split()
    }
    if len(what) != 1:
        return None
    noun = what.pop()
    return _scale(
        noun, rf"more {noun} than", rf"(?:fewer|less) {noun} than", rf"most {noun}", rf"(?:fewest|least) {noun}"
    )


# Whoever was born before another is older.
BORN = replace(
    TIME,
    before=f"{TIME.before}|older than",
    after=f"{TIME.after}|younger than",
    first=f"{TIME.first}|(?:the )?oldest|(?:the )?eldest",
    last=f"{TIME.last}|(?:the )?youngest",
    ways=(*TIME.ways, ("oldest", "youngest"), ("eldest", "youngest")),
)
SLOTS = (tuple(each.capitalize() for each in WEEKDAYS), tuple(each.capitalize() for each in MONTHS))
