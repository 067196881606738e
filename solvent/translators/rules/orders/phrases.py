"""Words that all statements about an order share: steps ("two places", "directly"), ordinals, names of things."""

import re
from collections.abc import Callable

from solvent.translators.rules.orders.axes import SLOTS
from solvent.translators.rules.orders.introduction import singular
from solvent.translators.rules.orders.relations import Steps
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.statements.parsing import Parser, either, mapped, optional, word
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS

DIRECT = "immediately|directly|right|just|straight|exactly one place|one place"
SOMEWHERE = "somewhere|some way|some place|anywhere|some time|sometime|some distance"
SOMEWHAT = "much|a lot|far|slightly|a little|a bit|considerably|clearly|even|still|also"
ORDINAL = rf"{'|'.join(ORDINAL_WORDS)}|\d{{1,2}}(?:st|nd|rd|th)"
_ON_NEXT = "(?:on |in )?the (?:day|month)(?: (?:right|immediately|directly))?"
_OF_ALL = (
    "home|"
    r"of (?:them all|us all|all|them|all of them)|overall|in (?:the )?(?:line|queue|row|race|order|week|building|"
    r"house|"
    r"family|group|stack|pile|tower|street|list|competition|contest|class|ranking|year)|of the (?:line|queue|row|race|"
    r"week|group|family|street|list|day|stack|pile|bench|building|"
    r"lot)|to (?:arrive|finish|perform|sing|speak|"
    r"cross the line|come in|reach the (?:finish|goal))"
)


FREE = "empty|free|vacant|unoccupied|left over|unused"
_HAVING = ("with", "in", "wearing", "who has", "who wears", "that has")


def units(scene: Scene) -> str:
    """Return a pattern for the steps and places of a scene: "places", "days" if every day is one."""
    if not scene.labels:
        return scene.axis.units
    calendar = next(names for names in SLOTS if scene.labels[0] in names)
    at = calendar.index(scene.labels[0])
    one_each = scene.labels == calendar[at : at + len(scene.labels)]
    return f"{scene.axis.units}|{'days?' if calendar is SLOTS[0] else 'months?'}" if one_each else scene.axis.units


def amounts(scene: Scene) -> Parser[Steps]:
    """Read "exactly two places", "at least two days"."""
    unit, count = units(scene), rf"(?P<number>{NUMBER})"
    return either(
        _counted(rf"(?:exactly |precisely |just )?{count} (?:{unit})", lambda n: Steps(n, n)),
        _counted(rf"at least {count} (?:{unit})", Steps),
        _counted(rf"more than {count} (?:{unit})", lambda n: Steps(n + 1)),
        _counted(rf"(?:at most|no more than) {count} (?:{unit})", lambda n: Steps(1, n)),
        _counted(rf"(?:fewer|less) than {count} (?:{unit})", lambda n: Steps(1, n - 1) if n > 1 else None),
    )


def steps(scene: Scene) -> Parser[Steps]:
    """Read amounts, and "directly" and "on the day right" for one step."""
    direct = f"{DIRECT}|{_ON_NEXT}" if scene.labels else DIRECT
    return either(word(direct, Steps(1, 1)), amounts(scene))


def _counted(pattern: str, make: Callable[[int], Steps | None]) -> Parser[Steps]:
    return mapped(word(pattern), lambda match: make(number(match["number"])) if number(match["number"]) else None)


def of_all(scene: Scene) -> Parser[object]:
    """Read what may follow and says nothing more: "of them all", "in the queue", "of the four"."""
    count = len(scene.names)
    sizes = "|".join([str(count), *(name for name, value in NUMBER_WORDS.items() if value == count)])
    own = rf"in a (?:row|line|queue)(?: of (?:{sizes}))?|of (?:all )?(?:the )?(?:{sizes} )?(?:{scene.noun})"
    return optional(word(rf"{_OF_ALL}|of the (?:{sizes})(?: (?:{scene.noun}))?|{own}"))


def ordinal(said: str) -> int:
    """Return the number that an ordinal says."""
    return int(said[:-2]) if said[0].isdigit() else ORDINAL_WORDS[said.lower()]


def spelled(scene: Scene) -> dict[str, int]:
    """Return every way in which a text may call a thing of a scene, with the number of the thing."""
    nouns = [each for each in scene.noun.split("|")[:4] if each.isalpha()]
    found: dict[str, int] = {}
    for at, name in enumerate(scene.names):
        ways = [name, name[0].upper() + name[1:]]
        if name[0].islower():
            ways += [f"{article} {name}" for article in ("a", "an", "A", "An", "my", "My")]
            # "The curry book" is the one about curries.
            single = [singular(each) for each in ways[:2] if nouns and re.search("[^s]s$", each)]
            ways += [f"{each} {noun}" for each in (*ways[:2], *single) for noun in (*nouns, "one")]
            ways += [f"{one} {how} the {name} {other}" for one in nouns for how in _HAVING for other in (*nouns, "one")]
            ways += [f"{each} with {the}{name}" for each in nouns for the in ("", "the ")]
        elif nouns:
            ways += [f"{name} {noun}" for noun in (*nouns[:2], nouns[-1])]
        if scene.owned:
            ways += [f"{name}'s {scene.owned}", f"{name}'s", f"{name}' {scene.owned}"]
            ways += [f"the {name} {scene.owned}"] if name[0].isupper() else []
        for each in ways:
            found.setdefault(each, at)
    if scene.vacant is not None:
        for unit in (
            *re.findall(r"[a-z]+(?=s\?)", units(scene)),
            "storey",
            "evening",
            "place",
            "one",
            "day",
            "slot",
            "seat",
        ):
            for free in FREE.split("|"):
                found.setdefault(f"{free} {unit}", scene.vacant)
    return found
