"""Remarks of people in a scene, who speak of themselves: "Ann: I finished right behind Bo."."""

import re
from functools import lru_cache, partial

from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.relations import Rows

_SAYS = (
    r"(?:said|says|adds?|added|remembers?|remembered|recalls?|recalled|reports?|reported|replied|explains?|explained)"
)
_MYSELF = re.compile(
    r"\b(?P<am>I'm|I am)\b|\b(?P<was>I've|I have)\b|\b(?P<i>I|me|myself)\b|\b(?P<mine>my|mine|My|Mine)\b(?:'s)?"
)
_LIES = re.compile(
    r"\b(?:liars?|lied|knaves?|truth-?tellers?|(?:is|are|was|were|always|sometimes|who) (?:lying|lies?)|"
    r"(?:one|two|three|four|only|exactly|none)\b[^.?!]{0,50}\b(?:true|truth|false|lying|untrue)|false statements?|"
    r"(?:is|are) (?:false|untrue))\b",
    re.IGNORECASE,
)


def somebody_lies(text: str) -> bool:
    """Whether some of what is said in a text may be false."""
    return bool(_LIES.search(text))


@lru_cache(maxsize=4)
def _patterns(scene: Scene) -> "tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]] | None":
    people = Rows(scene).people
    names = [re.escape(value) for value in scene.world.categories[people].values if value[:1].isupper()]
    if not names:
        return None
    name = rf"(?P<name>{'|'.join(names)})"
    return (
        re.compile(rf"^\W*(?:[\w ]{{1,20}} )?{name}(?: {_SAYS})?:\s*(?P<told>.+)$"),
        re.compile(rf"^\W*(?P<told>.+?)[\"'\u201d,]+ {_SAYS} {name}\b,?\W*(?P<more>.*)$"),
        re.compile(rf"^\W*{name} {_SAYS}(?: that)?[,:]?\s*(?P<told>.+)$"),
    )


def spoken(sentence: str, scene: Scene) -> str:
    """A remark with the name of its speaker for "I" and "my"; other sentences as they are."""
    for pattern in _patterns(scene) or ():
        match = pattern.match(sentence)
        if match:
            name, groups = match["name"], match.groupdict()
            told = " ".join(part for part in (match["told"], groups.get("more") or "") if part)
            if _MYSELF.search(told):
                return _MYSELF.sub(partial(_named, name), told)
    return sentence


def _named(name: str, match: "re.Match[str]") -> str:
    if match["am"]:
        return f"{name} is"
    if match["was"]:
        return f"{name} has"
    if match["mine"]:
        return f"{name}'s is" if match[0].endswith("'s") else f"{name}'s"
    return name
