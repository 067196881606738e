"""Reads how many stand on one side of a thing, and which of two is nearer to a third."""

import re
from collections.abc import Mapping

from solvent.translators.rules.orders.relations import Relations
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.statements.language import Statement, every, some

_MOST = 12  # places, of which all triples are gone through
_HIM = "him|her|it|them|himself|herself|itself"
_SIDES = {"left": True, "right": False}
_YOUNG = ("children", "child", "kids", "kid")
_AMOUNT = (
    rf"(?P<how>exactly |precisely |just |only |at least |at most |no more than |)(?P<n>{NUMBER}|no|"
    rf"no one|nobody|nothing)"
)


def flanked(plain: str, scene: Scene, one: str, known: Mapping[str, int]) -> Statement | None:
    """Read "Ada has exactly two people in front of her", "there are three books to the left of the atlas"."""
    if scene.axis.scale or scene.circular or scene.size != len(scene.names):
        return None
    nouns = scene.noun.split("|")  # of mere people, not all may be children
    noun = "|".join(each for each in nouns if "people" not in nouns or each not in _YOUNG)
    what = rf"(?: (?:other )?(?:{noun}|{scene.axis.units or 'people'}|others?|things?))?(?: else)?"
    doing = rf"(?: (?:is|are|was|were|who is|who are|{scene.axis.verbs}))*"
    x = rf"(?:the )?(?P<x>{one})"
    for way, before in ((scene.axis.before, True), (scene.axis.after, False)):
        shapes = [
            rf"{x} (?:has|had) {_AMOUNT}{what}{doing} (?:{way}) (?:{_HIM})",
            rf"There (?:is|are|was|were) {_AMOUNT}{what}{doing} (?:{way}) {x}",
            rf"{_AMOUNT}{what}{doing} (?:{way}) {x}",
        ]
        if scene.axis.name == "row":
            side = "left" if before else "right"
            shapes.append(
                rf"{x} (?:has|had) {_AMOUNT}{what}{doing} (?:to|on) (?:his|her|its|"
                rf"the) {side}(?:-hand side| side| hand)?"
            )
        match = next((m for shape in shapes if (m := re.fullmatch(shape, plain, re.IGNORECASE))), None)
        if match and match["x"] in known and known[match["x"]] < len(scene.names):
            return _with(scene, known[match["x"]], match, before=before)
    return None


def _with(scene: Scene, thing: int, match: "re.Match[str]", *, before: bool) -> Statement:
    count = 0 if match["n"].lower().startswith("no") else number(match["n"])
    how = match["how"].strip().lower()
    fits = [
        n
        for n in range(scene.size)
        if (n >= count if how == "at least" else n <= count if "most" in how or "more" in how else n == count)
    ]
    return Relations(scene).at(*(n + 1 if before else scene.size - n for n in fits))(thing)


def nearer(plain: str, scene: Scene, one: str, known: Mapping[str, int]) -> Statement | None:
    """Read "the pasta book is nearer to the cake book than the curry book is" and "Ada is nearer to Bo than to Cy"."""
    if scene.axis.scale or scene.circular or scene.size > _MOST:
        return None
    verb = rf"(?:is|was|{scene.axis.verbs})"
    how = r"(?P<how>nearer(?: to)?|closer to|farther (?:away )?from|further (?:away )?from)"
    lead = rf"(?:the )?(?P<x>{one}) {verb} {how} (?:the )?(?P<y>{one}) than"
    same_goal = re.fullmatch(rf"{lead} (?:the )?(?P<z>{one})(?: (?:is|was|does|did))?", plain, re.IGNORECASE)
    other_goal = re.fullmatch(rf"{lead} (?:to|from) (?:the )?(?P<z>{one})", plain, re.IGNORECASE)
    match = same_goal or other_goal
    things = [known.get(match[each]) for each in "xyz"] if match else []
    if not match or None in things or len(set(things)) < len(things):
        return None
    x, y, z = (each for each in things if each is not None)
    far = match["how"].lower().startswith("f")
    at, places = Relations(scene).at, range(1, scene.size + 1)
    found = []
    for a in places:
        for b in places:
            for c in places:
                one_way, other_way = abs(a - b), abs(c - b) if same_goal else abs(a - c)
                if len({a, b, c}) == len(things) and (one_way > other_way if far else one_way < other_way):
                    found.append(every((at(a)(x), at(b)(y), at(c)(z))))
    return some(found)
