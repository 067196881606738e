"""Says in plainer words what is told as a walk, of places with two names each, or of how warm it is where."""

import re

from solvent.translators.rules.orders.phrases import units
from solvent.translators.rules.orders.scene import NUMBER, Scene

_COMPARATIVE = r"(?:more [a-z]+|less [a-z]+|[a-z]+er)"
_COMPANY = "sister|brother|cousin|friend|neighbour|neighbor|colleague|classmate|teammate|aunt|uncle|sibling"
_BUT = {"one": "second", "two": "third"}


def last_but_one(said: str, scene: Scene, _: str) -> str:
    """Put "the second to last" for "the last stop but one"."""
    return re.sub(
        rf"\bthe last(?: (?:{scene.noun}|{units(scene) or 'place'}|stop|place|one))? but (one|two)\b",
        lambda match: f"the {_BUT[match[1]]} to last",
        said,
    )


def at_an_end(said: str, scene: Scene, _: str) -> str:
    """Put "at one of the two ends" for "in one of the end seats"."""
    if scene.circular or scene.axis.scale:
        return said
    nouns = units(scene) or "places?"
    return re.sub(rf"\b(?:in|on|at) (?:one of the end|an end) (?:{nouns})\b", "at one of the two ends", said)


def seen_between(said: str, scene: Scene, one: str) -> str:
    """Put "there are exactly two rooms between A and B" for "between A and B we saw exactly two other rooms"."""
    amount = rf"(?P<how>exactly |only |just )?(?P<n>{NUMBER}) (?:other )?(?:{scene.noun}|others?|stops?|stations?)"
    seen = r"(?:(?:we|they|I|you|he|she) [a-z]+ )"
    acts = rf"(?: (?:{scene.axis.verbs}|leaves?|comes?|lies?|is|are))"
    match = re.fullmatch(
        rf"[Bb]etween (?P<pair>{one} and {one}),? (?:{seen}{amount}|{amount.replace('?P<', '?P<b')}{acts})", said
    )
    if not match:
        return said
    how, count = match["how"] or match["bhow"] or "", match["n"] or match["bn"]
    return f"There are {how}{count} others between {match['pair']}"


def of_number(said: str, scene: Scene, one: str) -> str:
    """Put "A's number is higher than B's" for "A's seat has a higher number than B's"."""
    nouns = units(scene) or "place"
    than = (
        rf"(?P<how>higher|lower|greater|smaller|larger) (?:{nouns} )?number than (?P<y>{one})(?:'s?(?: (?:{nouns}))?)?"
    )
    end = r"(?=$|[,;]| and | but )"
    whole = rf"(?P<x>{one})'s? (?:{nouns}) has (?:a|the) {than}{end}"

    def plain(match: "re.Match[str]") -> str:
        x, y = (re.sub(r"'s?$|'s .*$", "", match[each]) for each in "xy")
        return f"{x} has a {match['how']} number than {y}"

    return re.sub(whole, plain, said)


def with_company(said: str, _: Scene, one: str) -> str:
    """Leave out who somebody is of whom: "their cousin Ada". A sister may be an elder one; then it is said."""
    return re.sub(rf"\b(?:[Tt]heir|[Hh]is|[Hh]er|[Mm]y|[Oo]ur) (?:{_COMPANY}) (?={one}\b)", "", said)


def warmer(said: str, scene: Scene, one: str) -> str:
    """Put "A is warmer than B" for "it was warmer in A than in B"."""
    if not scene.axis.scale:
        return said
    place = r"(?:in|at|on)"
    lead = r"(?:^(?:(?:At|On|In|This|Last|Yesterday|Today)\b[^,;]{0,30}? )?[Ii]t (?:is|was) |(?<=, and )|(?<=, but ))"
    than = rf"(?P<how>(?:much |far )?{_COMPARATIVE}) {place} (?P<x>{one}) than {place} (?P<y>{one})(?=[,;]|$)"
    return re.sub(rf"{lead}{than}", r"\g<x> is \g<how> than \g<y>", said)


def its_own(said: str, scene: Scene, one: str) -> str:
    """Put "A is older than B" for "A's older than B"."""
    if not scene.axis.scale:
        return said
    return re.sub(rf"^({one})'s (?={_COMPARATIVE} than )", r"\1 is ", said)


_TOURING = (
    r"(?:go|went|walk|walked|saw|see|visit|visited|came|come|got|get|reached|reach|entered|drove|cycled|stopped|stop|"
    r"pass|passed)(?: (?:to|at|by|through|past|in|into))?"
)
_ENDS = (
    ("first", r"(?:starts?|started|begins?|began)"),
    ("last", r"(?:ends?|ended|finish|finishes|finished)"),
)


def toured(said: str, scene: Scene, one: str) -> str:
    """Put "A is before B" for "we saw A before we got to B", and "A is first" for "the line starts at A"."""
    if scene.circular or scene.axis.scale or scene.axis.name not in ("time", "queue"):
        return said
    who = r"(?:we|I|he|she|they|you)"
    how = r"(?P<how>(?:directly |immediately |right |just |straight )?(?:before|after))"
    said = re.sub(
        rf"^(?i:{who}) {_TOURING} (?P<x>{one}) {how} {who} {_TOURING} (?P<y>{one})$", r"\g<x> is \g<how> \g<y>", said
    )
    for place, verb in _ENDS:
        tour = rf"^(?:The (?:line|tour|walk|route|trip|journey|bus|tram|train|ferry|programme|show)|(?i:{who}|it))"
        said = re.sub(rf"{tour} {verb} (?:at|with|in) (?P<x>{one})$", rf"\g<x> is {place}", said)
    return said


def of_the_others(said: str, scene: Scene, _: str) -> str:
    """Put "than all the others" for "than all the other places"."""
    if not scene.axis.scale:
        return said
    return re.sub(r"\bthan (all|any of) the other [a-z]+s$", r"than \1 the others", said)


def on_board(said: str, scene: Scene, _: str) -> str:
    """Put "the first" for "the first one on board"."""
    if scene.axis.scale:
        return said
    return re.sub(rf"\b(the (?:[a-z]+))(?: (?:one|{scene.noun}))? on board$", r"\1", said)


RETOLD = (
    toured,
    of_the_others,
    on_board,
    last_but_one,
    at_an_end,
    seen_between,
    of_number,
    with_company,
    warmer,
    its_own,
)
