"""Says in plain words what speech says of an order in idioms: "took over from Ann" is "was right after Ann"."""

import re
from collections.abc import Callable

_NAME = r"(?:the |an? )?[\w'-]{1,20}(?: [\w'-]{1,20}){0,2}?"
_EVENT = r"(?:night|show|evening|bill|concert|day|festival|programme|meeting|conference|event|season|session|gig|talks)"
_THOSE = r"(?:that pair|the (?:two|pair)|th[eo]se two|them)"
_OPPOSITE = {
    "tall": "shorter", "long": "shorter", "old": "younger", "heavy": "lighter", "fast": "slower", "quick": "slower",
    "high": "lower", "much": "less", "many": "fewer", "expensive": "cheaper", "dear": "cheaper", "big": "smaller",
    "large": "smaller", "good": "worse", "well": "worse", "early": "later", "soon": "later", "late": "earlier",
    "far": "less far", "light": "heavier", "young": "older", "short": "taller", "cheap": "dearer", "slow": "faster",
}  # fmt: skip
_ADJECTIVE = "|".join(_OPPOSITE)
_MOST = {"less": "least", "more": "most", "later": "last", "earlier": "first", "sooner": "first", "worse": "last"}
_PAIRS = dict(
    pair
    for one, other in (
        ("tall", "short"), ("old", "young"), ("heavi", "light"), ("fast", "slow"), ("high", "low"), ("long", "short"),
        ("big", "small"), ("larg", "small"), ("dear", "cheap"), ("rich", "poor"), ("lat", "earli"), ("hot", "cold"),
        ("good", "bad"), ("strong", "weak"), ("quick", "slow"), ("great", "small"), ("warm", "cold"), ("wid", "narrow"),
    )
    for pair in ((other, one), (one, other))
)  # fmt: skip
_COMPARATIVE = r"(?:less|more|later|earlier|sooner|[a-z]{2,}er)"
_NOT_AS = re.compile(
    rf"\b(?P<verb>(?:is|are|was|were|has|have|had|does|do|did|can|could)) not (?P<more>(?:\w+ ){{0,4}}?)"
    rf"(?:quite |nearly |half )?(?:as|so) (?P<how>{_ADJECTIVE})(?: \w+)? as\b",
    re.IGNORECASE,
)
_NONE_MORE = re.compile(
    r"(?P<lead>[:,;-]|\band|\bthan whom)\s*(?:nothing|nobody|no one|no-one|none)(?: else| other)?"
    rf"(?: (?!was\b|is\b)\w+){{0,2}}(?: \w+)? (?P<more>{_COMPARATIVE})(?=\W*$|[.;])",
    re.IGNORECASE,
)
_THAN_NONE = re.compile(
    r"\b(?P<stem>[a-z]{2,})er than (?P<but>[^,;]{1,40}?,? but (?:[a-z]+er )?than )?"
    r"(?:nobody|no one|no-one|nothing|none)(?: else| of [\w ]{2,20})?(?=\W*$|[.,;])",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"\bby the time (?P<late>{_NAME}) (?:\w+ed|was|were|had|came|got|began)\b[^,.;]{{0,30}}, "
    rf"(?P<early>{_NAME}) (?:was|were|had|is|has|have)(?: \w+)? already\b[^,.;]*",
    re.IGNORECASE,
)
_AND_THAT = re.compile(
    r"^(?P<all>\W*(?:just |only |exactly |precisely )?one (?:of [\w ]{1,20}? |\w+ )?"
    r"(?P<relation>(?:is|was|are|were|came|stands?|weigh\w+|costs?|went|has|had|finish\w+|ran|sits?|lives?|\w+s|\w+ed)\b"
    r"[^,;]{3,60})), (?:and|but) (?:that|it)(?: one)? (?P<verb>is|was|were) (?P<no>not )?(?P<who>[^,;]{2,40})$",
    re.IGNORECASE,
)
_OF_PAIR = re.compile(
    rf"\bof {_THOSE},? (?P<who>{_NAME}) (?P<verb>is|was|came|were) (?P<more>the )?(?P<word>[a-z]{{2,}}er)(?! than)\b",
    re.IGNORECASE,
)
_WHO_WAS = re.compile(
    rf", (?P<who>{_NAME}) (?P<verb>having (?:already )?(?:been|arrived|come|left|started|finished|gone|played))"
    r"[^,.;]{0,20}\b(?:already|before(?! \w+ )|earlier)\b[^,.;]{0,12}",
    re.IGNORECASE,
)
_PLAIN: tuple[tuple[str, str], ...] = (
    (r"\b(?:(?:lower|further|farther) down|lower down) than\b", "below"),
    (r"\b(?:further|farther) up than\b", "above"),
    (r"\bprecisely\b", "exactly"),
    (r"\b(?:leads?|led|shows?|showed) (?:the way|the (?:line|procession|parade|queue|column))\b", "is the first one"),
    (r"\b(?:heads?|headed) the (?:line|procession|parade|queue|column|list)\b", "is the first one"),
    (r"\b(?P<a>[Ss]its?|[Ss]at|[Ss]tands?|[Ss]tood|[Ss]eated) (?:right |close )?by (?=(?-i:[A-Z]))", r"\g<a> next to "),
    (r"\b(?:has|have|had|must|needs?) (?:to )?(?:climb|go|walk) (?:up )?past\b", "is above"),
    (r"\band past\b", "and above"),
    (r"\b(?:coupled|joined|hitched|linked|chained) together\b", "next to each other"),
    ((r"\b(?:beat|beats|outdid|was ahead of|was better than) (?:every ?one|everybody|all|all the others|all the rest) "
     r"(?:bar|but|except|save)(?: for)? (?:a single|one|just one)(?: entry| person| of \w+| other| rival)?\b"),
     "was the second best of all"),
    ((r"\b(?:overtook|beat|defeated|outran|outpaced|outdid) (?:everybody|everyone|"
     r"all (?:of )?(?:the )?(?:others|rest|them)|them all|the (?:rest|others|lot))(?: else)?"), "was the winner"),
    (r"\b(?:directly|immediately|right|straight) on (?:top of )?(?=the |a )", "directly above "),
    ((r"\b(?:nobody|no one|no-one|nothing|none)(?: else)? "
     r"(?:was|is|did|had|ran|came|finished|weigh(?:ed|s)|costs?) "
     r"(?P<s>(?!bett|wors)[a-z]{2,})er than (?:him|her|it|them)\b"), r"they was the \g<s>est of all"),
    (rf"\b(?P<x>fac(?:es|ed|ing) {_NAME}) (?:straight |directly |right )?across(?: the \w+)?", r"\g<x>"),
    (r"^[^:]{3,60}\b(?:travels?|goes|moves?|passed|round|going) clockwise: ", ""),
    (r"\b(?P<a>(?:is|was|came) the [a-z]{2,}er)(?=\W*$|[,;])", r"\g<a> of the two"),
    (rf"\bclos(?:es|ed|ing) (?:the|our|this) {_EVENT}\b",
     "was the last one"),
    (rf"\bopen(?:s|ed|ing) (?:the|our|this) {_EVENT}\b",
     "was the first one"),
    (r"\b(?:already )?behind (?:us|me)\b", "before it"),
    (r"\b(?:took|takes|taking|taken) (?:over|the (?:\w+)(?: over)?) from\b", "was immediately after"),
    (r"\b(?:succeeded|relieved)(?= [a-z]*\W)(?! by| in)\b", "was immediately after"),
    (r"\b(?:hands?|handed|pass(?:es|ed)?) (?:it|(?:the|his|her) \w+)(?: (?:on|straight|directly|over))* to\b",
     "is immediately before"),
    ((rf"\bfrom (?P<x>{_NAME}),? (?:we|you|they|he|she|it|one)(?: \w+){{1,2}}? (?:straight|directly|right|next)"
     r"(?: on| over)* to\b"), r"\g<x> is immediately before"),
    (rf"\b(?:trod|treads?|was|is|were|hot|came|close)(?: hot| close)? (?:up)?on (?P<x>{_NAME})'s? heels\b",
     r"was immediately behind \g<x>"),
    (r"\b(?:hot |close )?(?:up)?on the heels of\b", "immediately behind"),
    ((r"\b(?:does|did|do|could|can) not (?:quite )?(?:reach|match|equal|make|fetch)"
     r"(?: (?:the|as|that) (?:\w+ )?(?:of|as))?(?= the | [a-z])"), "was less than"),
    (r"\b(?:fell|falls?) short of\b", "was less than"),
    (r"\b(?:exceed(?:s|ed)|surpass(?:es|ed)|top(?:s|ped))\b(?! of)", "was more than"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _PLAIN)


def reworded(text: str) -> str:
    """A sentence, with plain quotes and no contractions, in plainer words."""
    for pattern, by in _RULES:
        text = pattern.sub(by, text)
    for pattern, plain in _COMPILED:
        text = pattern.sub(plain, text)
    return text


def _not_as(match: "re.Match[str]") -> str:
    verb, more = match["verb"], match["more"]
    aux = verb if verb.lower() in ("is", "are", "was", "were", "has", "have", "had") else ""
    return f"{aux} {more}{_OPPOSITE[match['how'].lower()]} than".strip()


def _none_more(match: "re.Match[str]") -> str:
    word = match["more"].lower()
    lead = "" if match["lead"] in ":," else match["lead"]
    return f"{lead} is the {_MOST.get(word) or f'{word[:-2]}est'} of all"


def _than_none(match: "re.Match[str]") -> str:
    other = _PAIRS.get(match["stem"].lower())
    if other is None:
        return match[0]
    if match["but"] is None:
        return f"the {other}est of all"
    return f"{match['stem']}er than {re.split(r',? but ', match['but'])[0]} and is the second {other}est"


def _by_the_time(match: "re.Match[str]") -> str:
    return f"{match['early']} was before {match['late']}"


def _and_that(match: "re.Match[str]") -> str:
    told = f"{match['all']}; {match['who']} {match['no'] or ''}{match['relation']}"
    if match["no"]:
        verb, _, rest = match["relation"].partition(" ")
        told = f"{match['all']}; {match['who']} {verb} not {rest}"
    return told


def _of_pair(match: "re.Match[str]") -> str:
    return f"{match['who']} {match['verb']} the {match['word']} of the two"


def _who_was(match: "re.Match[str]") -> str:
    return f", and {match['who']} was before her"


_RULES: tuple[tuple["re.Pattern[str]", Callable[["re.Match[str]"], str]], ...] = (
    (_NOT_AS, _not_as),
    (_NONE_MORE, _none_more),
    (_THAN_NONE, _than_none),
    (_TIME, _by_the_time),
    (_AND_THAT, _and_that),
    (_OF_PAIR, _of_pair),
    (_WHO_WAS, _who_was),
)
