"""Says in plainer words what a sentence about an order says: "Gita has Kofi opposite her" is "Kofi is opposite "
"Gita".
"""

import re
from collections.abc import Iterator

from solvent.translators.rules.orders.phrases import ORDINAL, units
from solvent.translators.rules.orders.retelling import RETOLD
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.orders.wording import (
    each_side,
    fronted,
    passive,
    possessive,
    programme,
    with_between,
    without_way_through,
)
from solvent.translators.rules.text.words import stem

_ASIDE = re.compile(
    r"(?:, (?:as (?:always|usual|ever|it happens|it turns out|you (?:can|may) (?:see|work out|imagine|tell|guess)|"
    r"you (?:see|know))|of course|by the way|for (?:his|her|its|their) part|in turn|in fact|indeed|therefore|"
    r"naturally|however|then|too|for (?:example|instance)|on the other hand|mind you|incidentally)(?=,|$))(?:,(?= ))?",
    re.IGNORECASE,
)
_IN_TURN = re.compile(
    r"(?<=\w) (?:in turn|for (?:his|her|its) part)(?= (?:is|was|are|were|sits|stands|lives|comes|came)\b)"
)
_LEAD = re.compile(
    r"^(?:(?:we|you|they|I) (?:all |do |also )?(?:know|are told|can see|remember|found out)(?: (?:for sure|for "
    r"certain))? that|"
    r"it is (?:known|clear|certain|also known) that|(?:also|besides|finally|moreover|furthermore|lastly|luckily|"
    r"meanwhile|what is more|to begin with|for a start|and|but|well|now|oh)(?: and)?),? (?=\S)",
    re.IGNORECASE,
)
_SEES = r"(?:you|we|I)(?: will| can| could|'ll)? (?:find|see|meet|come to|get to)|there (?:is|are|stands|sits)"
_HIM = "him|her|it|them|himself|herself|itself"
_BE = "is|are|was|were"


def plainer(sentence: str, scene: Scene, one: str) -> Iterator[str]:
    """Yield a sentence in plainer words, step by step; `one` matches a name of one thing."""
    said = sentence
    for change in (
        _without_asides,
        *RETOLD,
        _with_sides,
        _contracted,
        _having,
        _neighbours,
        _found,
        _of_numbers,
        first_to,
        _emphatic,
        without_way_through,
        possessive,
        passive,
        programme,
        fronted,
        each_side,
        with_between,
    ):
        changed = change(said, scene, rf"(?:[Tt]he )?{one}")
        if changed != said:
            said = changed[:1].upper() + changed[1:]
            yield said


def _without_asides(said: str, _: Scene, __: str) -> str:
    """Drop what says nothing about the order: "as always", "for his part", "we know that"."""
    return _LEAD.sub("", _IN_TURN.sub("", _ASIDE.sub("", said)))


def _with_sides(said: str, scene: Scene, one: str) -> str:
    """Put "..., and X is left of Y" for "X and Y sit side by side, with X on the left" and "X being in front"."""
    if scene.circular or scene.axis.scale:
        return said
    match = re.search(
        rf"(?P<x>{one}) and (?P<y>{one})(?P<vp> [^,;]+?),? (?:with |and )?(?P<z>{one}) (?:being |is |was )?(?:the "
        rf"one )?"
        r"(?:to be )?(?P<how>(?:on|to) the (?:left|right)|in front|behind|ahead|below|above|first|earlier|later|"
        r"on top|underneath)"
        r"(?: of the two| one| of them)?$",
        said,
    )
    beside = re.search(
        rf"(?P<x>{one}) and (?P<y>{one})(?P<vp> [^,;]+?), with (?P<z>{one}) (?:being |sitting |standing )?(?:on|"
        rf"to) (?P<w>{one})'s? "
        r"(?P<side>left|right)$",
        said,
    )
    if beside:
        return f"{said[: beside.end('vp')]}, and {beside['z']} is {beside['side']} of {beside['w']}"
    names = {re.sub("^the ", "", match[each], flags=re.IGNORECASE) for each in "xyz"} if match else set()
    if not match or len(names) != 2:
        return said
    z = match["z"]
    other = match["y"] if z.lower().removeprefix("the ") == match["x"].lower().removeprefix("the ") else match["x"]
    way = {
        "in front": "in front of",
        "ahead": "ahead of",
        "first": "before",
        "earlier": "before",
        "later": "after",
        "on top": "above",
        "underneath": "below",
        "on the left": "left of",
        "to the left": "left of",
        "on the right": "right of",
        "to the right": "right of",
    }.get(match["how"], match["how"])
    return f"{said[: match.end('vp')]}, and {z} is {way} {other}"


def _contracted(said: str, scene: Scene, one: str) -> str:
    """Write out "Wilma's older", "it's behind", "Marit's got seat 3"."""
    of_its_own = f"{units(scene) or 'x'}|{scene.owned or 'x'}|left|right|neighbou?rs?|immediate|only|two|other"
    said = re.sub(rf"\b((?i:he|she|it|who|one|that)|{one})'s got\b", r"\1 has", said)
    said = re.sub(r"\b((?i:he|she|it|who))'s (?=\w)", r"\1 is ", said)
    said = re.sub(r"\bthere's\b", "there is", re.sub(r"^There's\b", "There is", said))
    at = "(?:at|for|with|in)"
    pays = r"(?:it is|it was|you pay|one pays|they charge|they ask|it costs|we pay|it will cost you)"
    if scene.axis.scale:  # "At Ada's it is dearer than at Bo's"
        priced = rf"(?P<at>{at}) (?P<x>{one}),? (?P<verb>{pays}) (?P<how>[^,;]*?) than (?:{at} )?(?P<y>{one})$"
        said = re.sub(
            priced,
            lambda m: (
                f"{m['x']} {'costs' if 'pay' in m['verb'] or 'c' in m['verb'] else 'is'} {m['how']} than {m['y']}"
            ),
            said,
            flags=re.IGNORECASE,
        )
    said = re.sub(r",? (?:even though|although|though) (?=\w)", ", and ", said)
    again = re.fullmatch(rf"(?P<x>{one}) (?P<vp>.+?),? unless (?P<y>{one}) (?:{_BE}|does|do|did)", said)
    if again:
        said = f"{again['x']} {again['vp']}, unless {again['y']} {again['vp']}"
    return re.sub(rf"({one})'s (?!(?:{of_its_own})\b)(?=\w)", r"\1 is ", said)


def _having(said: str, scene: Scene, one: str) -> str:
    """Put "Y is opposite X" for "X has Y opposite her", and "Y is to the left of X" for "X has Y on his left"."""
    has = rf"(?P<x>{one}) (?:has|had|sees|saw|finds|found) (?P<y>{one})"
    near = (
        r"(?:right |directly |immediately |just )?(?:opposite|behind|in front of|next to|beside|above|below|ahead of|"
        r"before|after|across from|two \w+ (?:behind|ahead of|above|below))"
    )
    said = re.sub(rf"{has} (?P<how>{near}) (?:{_HIM})\b", r"\g<y> is \g<how> \g<x>", said)
    sided = re.compile(
        rf"{has} (?P<how>right |directly |immediately |just )?(?:on|to) (?:his|her|its|their) "
        r"(?P<side>immediate left|immediate right|left|right)(?:-hand side| side| hand)?\b"
    )
    said = sided.sub(lambda m: f"{m['y']} is {m['how'] or ''}to the {m['side']} of {m['x']}", said)
    hand = r"(?P<how>immediate )?(?P<side>left|right)(?:-hand side| side| hand)?"
    on_side = rf"(?P<lead>(?:[Tt]o|[Oo]n)) (?P<x>{one})'s? {hand}"
    at = "immediately " if scene.circular else ""
    is_at = rf"(?: sitting| standing| seated| {_BE}| sits| stands)?"
    who = rf"(?:[Tt]he (?:{scene.noun}|one)|[Ww]hoever)(?: who| that)?{is_at}"
    person = re.compile(rf"{who} {on_side} (?:{_BE}) (?P<y>{one})")
    said = person.sub(
        lambda m: f"{m['y']} is {at or ('immediately ' if m['how'] else '')}to the {m['side']} of {m['x']}", said
    )
    fronted = re.compile(rf"{on_side} (?:{_BE}|sits|sat|stands|stood|lives|lies|comes|hangs) (?P<y>{one})")
    said = fronted.sub(
        lambda m: f"{m['y']} is {at or ('immediately ' if m['how'] else '')}to the {m['side']} of {m['x']}", said
    )
    plain = re.compile(rf"(?<=\w ){on_side}(?! (?:{_BE}|neighbou?r)\b)")
    return plain.sub(lambda m: f"{at or ('immediately ' if m['how'] else '')}to the {m['side']} of {m['x']}", said)


def _neighbours(said: str, scene: Scene, one: str) -> str:
    """Read who has whom as neighbours as "between" and "next to"."""
    if not (scene.axis.adjacent or scene.circular):
        return said
    direct = "(?:direct |immediate |next-door |nearest )?"
    two = rf"(?P<y>{one}) and (?P<z>{one})"
    both = r"\g<x> is directly between \g<y> and \g<z>"
    said = re.sub(rf"(?P<x>{one}) has {two} as (?:his|her|its|the)?(?: two)? ?{direct}neighbou?rs", both, said)
    said = re.sub(rf"(?P<x>{one})'s? (?:two )?{direct}neighbou?rs are {two}", both, said)
    said = re.sub(rf"{two} are (?P<x>{one})'s? (?:two )?{direct}neighbou?rs", both, said)
    said = re.sub(
        rf"(?P<x>{one}) has (?P<y>{one}) as (?:his|her|its|a|one) ?{direct}neighbou?r", r"\g<x> is next to \g<y>", said
    )
    of_them = rf"(?:one of |a |an )?(?P<y>{one})'s? (?:two )?{direct}neighbou?rs?(?! on)"
    one_of = rf"(?P<x>{one}) (?P<be>{_BE})(?P<no> not)? {of_them}"
    said = re.sub(one_of, r"\g<x> \g<be>\g<no> next to \g<y>", said)
    if scene.circular or scene.size != len(scene.names):
        return said
    alone = r"\g<x> is at one of the two ends and \g<x> is next to \g<y>"
    said = re.sub(rf"(?P<x>{one})'s? only {direct}neighbou?r is (?P<y>{one})$", alone, said)
    said = re.sub(rf"(?P<y>{one}) is (?P<x>{one})'s? only {direct}neighbou?r$", alone, said)
    said = re.sub(rf"(?P<x>{one}) has only (?:one|a single) {direct}neighbou?r, (?P<y>{one})$", alone, said)
    said = re.sub(rf"(?P<x>{one}) has only one {direct}neighbou?r$", r"\g<x> is at one of the two ends", said)
    said = re.sub(rf"(?P<x>{one}) has two {direct}neighbou?rs$", r"\g<x> is not at one of the two ends", said)
    beside = r"(?:is|sits|stands|lives|was|sat|stood|lived)"
    return re.sub(
        rf"(?P<x>{one}) {beside} next to (?:nobody|no one|nothing)(?: else)? (?:but|except|other than) (?P<y>{one})$",
        alone,
        said,
    )


def _found(said: str, scene: Scene, one: str) -> str:
    """Put "X is third" for "third you will find X", "we find X in third place", "X can be found third"."""
    said = re.sub(rf"(?P<where>[^,;]{{3,60}}?),? (?:{_SEES}) (?P<x>{one})$", r"\g<x> is \g<where>", said)
    said = re.sub(rf"\b(?:{_SEES}) (?P<x>{one}) (?=\w)", r"\g<x> is ", said, flags=re.IGNORECASE)
    if not scene.axis.scale:
        at_place = r"(?=(?:in|at|on|to|next|directly|right|immediately|between|above|below|behind|before|after)\b)"
        unit = units(scene)
        said = re.sub(
            rf"({one}) (?:has|takes|took|holds|occupies|chose|got|gets) the (?:{unit}) {at_place}", r"\1 is ", said
        )
    said = re.sub(rf"({one}) (?:can|is to|was to) be (?:found|seen)\b", r"\1 is", said)
    said = re.sub(
        rf"({one}) (?:has|had) (?:been )?(?:put|taken|chosen|given|got|been assigned) (?=\w)", r"\1 is ", said
    )
    return re.sub(
        rf"({one}) (?:is|was|are|were|has been|have been) (?:put|placed|kept|standing|to be found|seated|set) "
        r"(?=(?:next|directly|right|somewhere|immediately|between|on|in|at|to|behind|before|after|above|below)\b)",
        r"\1 is ",
        said,
    )


def _of_numbers(said: str, scene: Scene, one: str) -> str:
    """Read comparisons of the numbers of places: "has a lower seat number than"."""
    if scene.axis.scale or not (scene.numbered or scene.axis.name == "vertical"):
        return said
    unit = units(scene)
    said = re.sub(rf"\b[Tt]he number of ({one})'s? (?:{unit})\b", r"\1's number", said)
    said = re.sub(
        rf"({one})'s? (?:{unit})(?: number)? (?:is|was|has)(?: a number)? (?=(?:higher|greater|larger|lower|"
        rf"smaller) than )",
        r"\1's number is ",
        said,
    )
    less, more = "lower|smaller", "higher|larger|greater|bigger"
    for words, way in ((less, scene.axis.before), (more, scene.axis.after)):
        plain = _PLAIN_WAYS.get(scene.axis.name, {}).get(way == scene.axis.after)
        if plain is None:
            continue
        said = re.sub(
            rf"({one}) has (?:a|the) (?:{words}) (?:(?:{unit}) )?(?:number|one|{unit}) than", rf"\1 is {plain}", said
        )
        said = re.sub(rf"({one})(?:'s? (?:{unit})(?: number)?|'s? number) is (?:{words}) than", rf"\1 is {plain}", said)
    return said


_PLAIN_WAYS = {
    "row": {False: "left of", True: "right of"},
    "vertical": {False: "below", True: "above"},
    "race": {False: "ahead of", True: "behind"},
    "queue": {False: "ahead of", True: "behind"},
}


def first_to(said: str, scene: Scene, _: str = "") -> str:
    """Put "the first" for "the first to arrive", if that is what the order is told of."""
    roots = {stem(word) for word in re.findall(r"[a-z]+", scene.axis.verbs)}

    def shortened(match: "re.Match[str]") -> str:
        return match["which"] if stem(match["verb"].lower()) in roots else match[0]

    which = rf"the (?:very )?(?:{ORDINAL}|last|(?:{ORDINAL})[ -]to[ -]last)(?: (?:{scene.noun}|one))?"
    out = "in|out|up|off|home|down|on board|on|across|past"
    tail = rf"(?: (?:{out}))?(?: (?:his|her|its|their|an?|the) (?:\w+))?(?= (?:and|or|but|nor)\b|,|$)"
    return re.sub(
        rf"(?P<which>{which}) (?:to|to be|who|that) (?P<verb>[a-z]+){tail}", shortened, said, flags=re.IGNORECASE
    )


def _emphatic(said: str, scene: Scene, one: str) -> str:
    """Put "X is third" for "it is X who is third" and "X is the one who is third"."""
    said = re.sub(rf"^(?:It|it) (?:is|was) (?P<x>{one}) (?:who|that|which) ", r"\g<x> ", said)
    the_one = rf"(?:the one|the (?:{scene.noun})|the person) (?:who|that|which) (?:is|was|gets|are) (?!not\b)"
    return re.sub(rf"({one} (?:is|was)(?: not)?) {the_one}", r"\1 ", said)
