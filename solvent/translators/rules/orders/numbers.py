"""Reads what is said of the numbers of places: "Ada's number is twice Bo's", "is greater than 3", "add up to "
"seven".
"""

import re
from collections.abc import Callable, Mapping

from solvent.translators.rules.orders.phrases import units
from solvent.translators.rules.orders.relations import Relations
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.statements.language import Statement, every, some

_TIMES = {"twice": 2, "double": 2, "thrice": 3, "half": 0}
_BE = r"(?:is|was|must be)"
_LESS, _MORE = "lower|smaller|less", "higher|greater|larger|bigger|more"


def of_numbers(plain: str, scene: Scene, one: str, known: Mapping[str, int]) -> Statement | None:
    """Return what a sentence says of the numbers of places; None if it is about something else."""
    if scene.axis.scale or scene.circular or scene.labels or not (scene.numbered or scene.axis.name == "vertical"):
        return None
    unit = units(scene)
    whose = rf"(?:'s?)?(?: (?:{unit}))?(?: number)?"
    the_number = r"(?:the |that of )?(?:number of )?"
    pair = rf"{the_number}(?:the )?(?P<x>{one}){whose} {_BE} (?P<how>%s) {the_number}(?:the )?(?P<y>{one}){whose}"
    times = rf"(?:exactly )?(?:(?P<n>{NUMBER}) times|(?P<word>{'|'.join(_TIMES)}))(?: as (?:high|large|great|big) as)?"
    match = re.fullmatch(pair % times, plain, re.IGNORECASE)
    if match and match["x"] in known and match["y"] in known:
        factor = number(match["n"]) if match["n"] else _TIMES[match["word"].lower()]
        x, y = known[match["x"]], known[match["y"]]
        return _related(scene, (x, y), lambda a, b: 2 * a == b if factor == 0 else a == factor * b)
    step = rf"(?:exactly )?(?P<n>{NUMBER}) (?:(?P<word>{_LESS})|{_MORE}) than"
    match = re.fullmatch(pair % step, plain, re.IGNORECASE)
    if match and match["x"] in known and match["y"] in known:
        gap = number(match["n"]) * (-1 if match["word"] else 1)
        return _related(scene, (known[match["x"]], known[match["y"]]), lambda a, b: a - b == gap)
    compared = rf"{the_number}(?:the )?(?P<x>{one}){whose} {_BE} (?:(?P<less>{_LESS})|{_MORE}) than (?P<n>{NUMBER})"
    match = re.fullmatch(compared, plain, re.IGNORECASE)
    if match and match["x"] in known:
        limit = number(match["n"])
        places = [n for n in range(1, scene.size + 1) if (n < limit if match["less"] else n > limit)]
        return Relations(scene).at(*places)(known[match["x"]])
    added = (
        rf"(?:the )?(?:{unit} )?numbers? of (?:the )?(?P<x>{one}){whose} and (?:the )?(?P<y>{one}){whose} "
        rf"(?:add up to|sum to|total|make) (?P<n>{NUMBER})"
    )
    match = re.fullmatch(added, plain, re.IGNORECASE)
    if match and match["x"] in known and match["y"] in known:
        total = number(match["n"])
        return _related(scene, (known[match["x"]], known[match["y"]]), lambda a, b: a + b == total)
    return None


def _related(scene: Scene, pair: tuple[int, int], fits: Callable[[int, int], bool]) -> Statement:
    """Return that the numbers of two places are related so, as the pairs of places that fit."""
    at = Relations(scene).at
    numbers = range(1, scene.size + 1)
    return some(every((at(a)(pair[0]), at(b)(pair[1]))) for a in numbers for b in numbers if fits(a, b))
