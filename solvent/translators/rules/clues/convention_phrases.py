"""The phrases by which a text states the order or direction of places, floors, ranks and times."""

import re

from solvent.translators.rules.text.words import listed, stem

_SIDE = r"(left|right|top|bottom)(?:most)?"
_PLACE = r"(?:house|seat|chair|position|place|spot|floor|stor(?:e?y|ey)|level|number|room|desk|lane|shelf|box|one|\w+)"
RUNS = re.compile(
    rf"(?:\b(?:in order|in sequence|running|going|counting|counted|counted off|ordered|arranged|listed|starting|"
    rf"standing|sitting|seated|lined up|numbered) )?"
    rf"(?:\bfrom )?(?:the )?\b{_SIDE}(?: \(1\))?[ -]+to[ -]+(?:the )?{_SIDE}\b(?: \((?:[2-9]|1\d)\))?",
    re.IGNORECASE,
)
STARTS = re.compile(
    rf"\b(?:(?:starting|beginning|counting|counted|numbered|start|begin|begins|starts) (?:from|at|on|with) the|"
    rf"from the) (?:far )?{_SIDE}(?: (?:end|side|one|house|floor))?(?: on(?:wards?)?)?\b"
    rf"(?! of\b)",
    re.IGNORECASE,
)
FIRST_IS = re.compile(
    rf"\b(?:with )?(?:the )?(?:{_PLACE} (?:number )?(?:1|one)|(?:1st|first) {_PLACE}|number (?:1|one)|no\. ?1|1) "
    rf"(?:is |being |stands |lies |was |= ?)?(?:at |on |in )?(?:the )?(?:far |extreme )?{_SIDE}(?: (?:end|side|one|"
    rf"of the row))?\b(?! of\b)(?:,? (?:and )?(?:no\. ?|number )?2 (?:is )?in the middle,? (?:and )?(?:no\. ?|"
    rf"number )?3 (?:is )?"
    r"on the (?:left|right)\b)?",
    re.IGNORECASE,
)
LEFT_FIRST = re.compile(rf"\bfirst (?:{_PLACE} )?(?:on|from|at) the (left)\b", re.IGNORECASE)
NUMBERED = re.compile(
    r"\b(?:are |is |being |were )?(?:consecutively )?(?:numbered|labell?ed|"
    r"counted)(?: consecutively)?(?:,? (?:from )?(?:\d+|one)(?: \((?:lowest|bottom)\))? (?:to|through|"
    r"up to) (?:\d+|[a-z]+)(?: \((?:highest|top)\))?)?"
    r"(?:,? \d+(?:, \d+)*,? and \d+)?|\b(?:numbers? )?1 (?:to|through) \d+\b|"
    r"\bnumber the [a-z]+ 1, 2(?:, \d+)*(?:,? and \d+)?|"
    r"\bnumbers 1, 2(?:, \d+)*(?:,? and \d+)?(?=[^\w,]|, (?!\d)|$)",
    re.IGNORECASE,
)
BACKWARDS = re.compile(r"\bnumbered (?:from )?(\d+) (?:to|through|down to) (\d+)\b", re.IGNORECASE)
COMPASS = re.compile(
    r"\bfrom (?:north to south|south to north|east to west|west to east)\b",
    re.IGNORECASE,
)
ROW = re.compile(
    r"\b(?:all )?(?:in|on) (?:a|the|one) (?:single |straight )?(?:row|line)(?: of (?:\d+|[a-z]+) \w+)?\b|"
    r"\bside by side\b|\bnext to (?:each other|one another)\b"
    r"|\b(?:on|along) the same (?:side of the )?(?:street|road|lane|row)\b",
    re.IGNORECASE,
)
CIRCLE = re.compile(
    r"\b(?:(?:around|round|at|about) )?(?:a|the|one|our|their)? ?(?:large |big |small )?(?:round|circular) (?:dinner |"
    r"dining |kitchen )?table\b|\bin a (?:circle|ring)\b"
    r"|\baround (?:a|the) (?:table|circle|fire|campfire|fountain|pond|lake)\b|\bcircular(?:ly)?\b",
    re.IGNORECASE,
)
CLOCKWISE = re.compile(r"\b(?:going |numbered |running |counted )?(counter-?|anti-?)?clockwise\b", re.IGNORECASE)
FACING = re.compile(
    r"\b(?:(?:everybody|everyone|all|they|each)(?: of them)? (?:faces?|are|is|sits?) )?(?:facing|faces?|"
    r"looking) (?:towards? )?(?:the )?"
    r"(centre|center|middle|table|inwards?|each other|outwards?|outside|away from (?:it|the (?:centre|center|"
    r"table)))\b",
    re.IGNORECASE,
)
TOP_FLOOR = re.compile(r"\bfloor|stor(?:e?y|ey)|level|deck|shelf", re.IGNORECASE)
RANKS = frozenset(map(stem, listed("rank ranking seed seeding place placing standing finish position")))
RANK_IS = re.compile(
    r"\b(?:(?:the )?(?:rank|seed|place|position|number)s? (?:number )?(?:1|one)|(?:the )?(?:1st|first)(?: (?:rank|"
    r"seed|place|position))?|1) "
    r"(?:is|being|means|counts as|was|stands for) (?:the )?(?P<end>highest|best|top|strongest|winner|winning|lowest|"
    r"worst|bottom|weakest|last)"
    r"(?: (?:rank|seed|place|position|one|of all))?\b",
    re.IGNORECASE,
)
TIMES_MORE = re.compile(
    r"\b(\w+) times (?:more|larger|bigger|greater|older|longer|higher|heavier|taller)\b", re.IGNORECASE
)
TIMES_MEANS = re.compile(
    r"['\"\u2018\u201c]?\b(\w+) times (?:more|larger|bigger|greater|older|longer|higher|heavier|"
    r"taller)['\"\u2019\u201d]? "
    r"(?:means|stands for|is taken to mean|is) (\w+) times (?:as|the)(?: \w+){0,4}",
    re.IGNORECASE,
)
NIGHT = re.compile(
    r"\b(?:(?:past|after|beyond|over|until after) midnight|(?:early|small) hours|(?:the )?next (?:morning|day)|"
    r"new year's eve(?: party)?)\b",
    re.IGNORECASE,
)
# If the text mentions these, times listed in calendar order may still run past midnight or the end of the year.
LATE = re.compile(r"\b(?:night|nights|midnight|party|evening|shift|winter|season|overnight)\b", re.IGNORECASE)
SCHOOL = re.compile(
    r"\b(?:(?:one|a|the same|the) )?(?:school|academic|fiscal|tax|football|hockey|opera|theat(?:er|re)|ski) (?:year|"
    r"season)\b",
    re.IGNORECASE,
)
WEEK = re.compile(r"\b(?:the |a |each )?weeks? (?:begins?|starts?|runs?)(?: on| with| from)? (\w+day)\b", re.IGNORECASE)
LISTED = re.compile(
    r"\b(?:times|dates|days|months|hours|values|they)? ?(?:are |is )?(?:listed|given|shown)? ?(?:in (?:chronological|"
    r"time|calendar|that) order|"
    r"from (?:the )?earliest to (?:the )?latest|earliest first)\b",
    re.IGNORECASE,
)
AFTER = re.compile(
    r"^(?:(?:is|are|comes?|counts? as|being|here|is the day|directly|right|immediately|means|that) ?)*(later than|"
    r"after|follows|earlier than|before|precedes)$",
    re.IGNORECASE,
)
OF_PLACES = (FIRST_IS, FACING, CIRCLE, RUNS, STARTS, CLOCKWISE)
OF_ALL = (TIMES_MEANS, RANK_IS, NUMBERED, COMPASS, ROW, NIGHT, SCHOOL, WEEK)

# Words allowed in a sentence about the order of places or ranks; with others it may be about something else.
SCENE = frozenset(
    listed(
        """a an and are as at be beside by call called chairs children different each every everybody everyone
        everybody's following from friends had has have here houses in inhabited is it its line lined live lived lives
        living many men number numbered numbers occupied of on one ones order own park parked people person places
        queue queueing row rows seat seated seats side single sit sits sitting stand standing stands street that the
        their them there these they this to together unique up waiting was were where which who whom with women along
        street road lane avenue row rows neatly so attribute attributes characteristic characteristics all neighbors
        neighbours resident residents given we us our highest lowest best worst top bottom means counts rank ranks seed
        seeds place tournament run runs lie lies moored parked"""
    )
)
