"""Puts sides of the world as left and right, where a text numbers its places from one to the other."""

import re

_SIDES = r"(north|south|east|west)"
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
_ORDER = re.compile(rf"\bfrom {_SIDES} to {_SIDES}\b", re.IGNORECASE)
_AT_ONCE = r"(immediately|directly|just|right|due)"


def in_the_row(clue: str, told: str) -> str:
    """A clue with such words replaced, if `told` (the introduction) says once how the places are numbered."""
    found = {(each[1].lower(), each[2].lower()) for each in _ORDER.finditer(told)}
    if len(found) != 1 or re.search(r"\b(?:left|right)\b", told, re.IGNORECASE):
        return clue
    ((first, last),) = found
    if _OPPOSITE[first] != last:
        return clue
    for side, put in ((first, "left"), (last, "right")):
        for pattern, meant in (
            (rf"\b(?:further|farther) (?:to the )?{side} than\b", f"further to the {put} than"),
            (rf"\b{_AT_ONCE} (?:to the )?{side} of\b", f"directly to the {put} of"),
            (rf"\b(?:(?:somewhere|anywhere) )?(?:to the )?{side} of\b", f"to the {put} of"),
            (rf"\b(?:at|on) the {side}ern end\b", f"at the {put} end"),
            (rf"\bthe {side}ern ?most\b", f"the {put}most"),
            (rf"\bthe ([a-z]+) (?:furthest|farthest) (?:to the )?{side}\b", rf"the {put}most \1"),
            (rf"\b(?:furthest|farthest) (?:to the )?{side}\b", f"the {put}most"),
        ):
            clue = re.sub(pattern, meant, clue, flags=re.IGNORECASE)
    return clue
