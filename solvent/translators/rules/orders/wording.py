"""Says in plainer words what a sentence tells by a passive, a programme, or the order of its words.

"A was followed immediately by B" is "B is directly after A"; "they closed with C" is "C is last".
"""

import re

from solvent.translators.rules.orders.scene import NUMBER, Scene

_AT_ONCE = "immediately|directly|right away|straight away|at once"
_DIRECT = "immediately|directly|right|straight|just"
_BEGIN = "begins?|began|opens?|opened|starts?|started|starts? off|started off|kicks? off|kicked off"
_END = "ends?|ended|closes?|closed|finish|finishes|finished|concludes?|concluded|rounds? off|rounded off|finishes? off"
_THEY = r"(?:they|we|he|she|it|I|everything|the (?:band|concert|show|evening|programme|set|gig|night|day|tour|morning))"
_STANDS = (
    "is|was|are|were|stands?|stood|sits?|sat|comes?|came|lives?|lived|hangs?|hung|lies|lay|waits?|goes|went|follows|"
    "finished|arrived|runs?|ran"
)
_LEADS = re.compile(
    r"^(?:(?:going|looking|moving|counting) (?:through|along|down|up|round|around) the (?:year|week|row|"
    r"line|list|queue|"
    r"street|shelf)(?: from [A-Z]?[a-z]+(?: on(?:wards?)?)?)?|(?:in|during|in the course of) the (?:year|"
    r"week|day)), (?=\w)",
    re.IGNORECASE,
)


def without_way_through(said: str, scene: Scene, _: str) -> str:
    """Drop "going through the year", which says how the places of a calendar are read anyway."""
    return _LEADS.sub("", said) if scene.axis.name == "time" else said


def passive(said: str, scene: Scene, one: str) -> str:
    """Put "Y is directly after X" for "X is immediately followed by Y", "Y is the next one after X"."""
    axis = scene.axis
    if axis.scale or scene.circular or axis.name not in ("queue", "race", "time"):
        return said
    behind, ahead = ("behind", "in front of") if axis.name == "queue" else ("after", "before")
    be = r"(?:is|was|are|were|gets|got)"
    pair = rf"(?P<x>{one}) {be} (?:(?:{_AT_ONCE}) %s(?: on)? by|%s(?: on)? (?:{_AT_ONCE}) by) (?P<y>{one})"
    said = re.sub(pair % ("followed", "followed"), rf"\g<y> is directly {behind} \g<x>", said)
    said = re.sub(pair % ("preceded", "preceded"), rf"\g<y> is directly {ahead} \g<x>", said)
    following = rf"(?P<x>{one}) (?:{_STANDS}) (?:the )?(?:(?:very )?next|next one|next (?:{scene.noun}))"
    said = re.sub(
        rf"{following} (?:after|behind|to (?:come|arrive|finish) after) (?P<y>{one})",
        rf"\g<x> is directly {behind} \g<y>",
        said,
    )
    return re.sub(
        rf"(?P<x>{one}) (?:{_STANDS}) the (?:one|{scene.noun}) (?P<how>{_DIRECT}) (?=(?:before|after|behind)\b)",
        r"\g<x> is \g<how> ",
        said,
    )


def programme(said: str, scene: Scene, one: str) -> str:
    """Put "X is last" for "they finished with X", "the last thing they played was X"."""
    if scene.axis.name != "time":
        return said
    with_it = (
        r"(?: (?:it|things|the (?:show|concert|evening|day|set|programme|gig|night|"
        r"tour))(?: off)?)?(?: with| on| in| at)"
    )
    for verbs, at in ((_BEGIN, "first"), (_END, "last")):
        said = re.sub(rf"^{_THEY} (?:{verbs}){with_it} (?P<x>{one})$", rf"\g<x> is {at}", said, flags=re.IGNORECASE)
        said = (
            re.sub(
                rf"^{_THEY} (?:{verbs}){with_it} (?P<x>{one}) and (?:{_END}){with_it} (?P<y>{one})$",
                r"\g<x> is first and \g<y> is last",
                said,
                flags=re.IGNORECASE,
            )
            if at == "first"
            else said
        )
    return said


def fronted(said: str, scene: Scene, one: str) -> str:
    """Put "Y is directly behind X" for "directly behind X stands Y", "right after X comes Y"."""
    if scene.axis.scale:
        return said
    way = rf"(?:{scene.axis.before}|{scene.axis.after}|next to|beside|opposite)"
    return re.sub(
        rf"^(?P<how>(?:(?:{_DIRECT}|somewhere|exactly|"
        rf"(?:{NUMBER}) \w+) )*{way}) (?P<x>{one}) (?:{_STANDS}|{scene.axis.verbs}) (?P<y>{one})$",
        lambda m: f"{m['y']} is {m['how'][0].lower()}{m['how'][1:]} {m['x']}",
        said,
        flags=re.IGNORECASE,
    )


def with_between(said: str, scene: Scene, one: str) -> str:
    """Write out "..., with exactly two songs between them" after a sentence about two things."""
    if scene.axis.scale:
        return said
    tail = re.search(
        rf",? (?:and )?(?:with |there (?:is|are|was|were) )(?P<how>exactly |just |only )?(?P<n>{NUMBER}|"
        rf"no|nobody|no one)"
        rf"(?: (?P<what>(?:other )?(?:{scene.noun}|{scene.axis.units or 'x'}|others?|thing|things)))?"
        r"(?: (?:standing|sitting|living|coming|in))? (?:in )?between(?: them| the two| these two)?$",
        said,
    )
    pair = re.match(rf"(?P<x>{one}) .*?(?P<y>{one})$", said[: tail.start()]) if tail else None
    if not tail or not pair or len(re.findall(one, said[: tail.start()])) != 2:
        return said
    number = "0" if tail["n"].startswith("no") else tail["n"]
    return f"{said[: tail.start()]}, and {number} others separate {pair['x']} and {pair['y']}"


def each_side(said: str, _: Scene, one: str) -> str:
    """Repeat a thing for "it" after nor: "neither directly in front of the horse nor directly behind it"."""
    found = re.search(rf"\bneither [^,;]*?(?P<x>{one}) nor [^,;]*?\b(?P<it>it|him|her)$", said)
    if not found or len(re.findall(one, found[0])) != 1 or len(re.findall(one, said)) != 2:
        return said
    return f"{said[: found.start('it')]}{found['x']}"


def possessive(said: str, scene: Scene, one: str) -> str:
    """Put "X is in June" for "X has hers in June"."""
    if scene.axis.scale:
        return said
    return re.sub(
        rf"(?P<x>{one}) (?:has|had|celebrates|celebrated) (?:his|hers|its|theirs) (?=(?:in|on|at|before|"
        rf"after|directly|right)\b)",
        r"\g<x> is ",
        said,
    )
