"""Finds who or what stands in an order, and where: the part of a text that comes before its clues."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvent.translators.rules.orders.axes import SLOTS
from solvent.translators.rules.orders.scene import NUMBER, Scene, number, scene_of
from solvent.translators.rules.orders.things import (
    TITLED,
    Listed,
    declared,
    further,
    gathered,
    learned,
    lists,
    owned,
    qualified,
    tails,
    whole_names,
)
from solvent.translators.rules.text.lines import lines
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import sentences

LONGEST = 6000  # characters of a text about one order
_ORDERED = re.compile(
    r"\b(?:than|before|after|behind|ahead|next to|between|left|right|above|below|opposite|directly|immediately|first|"
    r"last|beat|older|taller|front|middle)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:(?<!\bit )says?|said|claims?|claimed|liars?|lying(?! (?:on|in|at|under|beside|next|between|along|side|"
    r"exactly|directly|asleep)\b|\W*$)|lies to(?! the (?:immediate )?(?:left|right)\b)|truth)\b",
    re.IGNORECASE,
)
_PEOPLE = ("people", "person", "persons", "children", "child", "kids", "kid", "friends", "friend")
_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "geese": "goose",
}
_ECHO = re.compile(r"(?:so|neither) (?:is|are|was|were|did|does|do) [A-Z]")
_ALPHABETICAL = re.compile(
    r" ?\((?:listed )?(?:alphabetically|in (?:alphabetical|no particular|any) order)\)", re.IGNORECASE
)
_SLOT = "day|evening|morning|night|week|month|floor|shelf|lane|house|seat|place"
_PLURAL = rf"[a-z\u00e0-\u017f]{{2,}}s|[a-z]+(?:children|men|people)|{'|'.join(_IRREGULAR)}"
_CALENDAR = {name.lower() for names in SLOTS for name in names}


@dataclass(frozen=True)
class Part:
    """A sentence of a text: without and with its list marker, and the number that the text gives it."""

    text: str
    raw: str
    number: int | None = None


@dataclass(frozen=True)
class Introduction:
    """A scene, the sentences of its text, which of them lists the things, and what stands around that list.

    `called` is the noun for the things, `announced` how many the text says there are.
    """

    scene: Scene
    parts: tuple[Part, ...]
    called: str
    listing: int | None = None
    beside: str = ""
    announced: int | None = None


def introduction(text: str) -> Introduction | None:
    """Return what a text says about the things of an order and their places; None if it is not about one."""
    if len(text) > LONGEST or not _ORDERED.search(text) or _SAID.search(text) or declared(text):
        return None
    parts = _parts(text)
    found = [(at, listed) for at, part in enumerate(parts) for listed in lists(part.text) if not _calendar(listed)]
    first = found[0] if found else None
    if first and any(not {*listed.names} <= {*first[1].names} for _, listed in found[1:]):
        return None  # two categories: a grid
    body = " ".join(part.text for part in parts)
    announced = _announced(body, _heading(parts[: first[0] + 1] if first else parts))
    listed = first[1] if first else _without_list(body, announced)
    if listed is None:
        return None
    listed = whole_names(listed, body)
    at = first[0] if first else None
    if any(further(_around(part.text, listed) if at == n else part.text, listed.names) for n, part in enumerate(parts)):
        return None
    parts = anchored(parts, listed.names)
    noun = _noun(body, listed.names, listed.noun, announced)
    named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in listed.names))
    background = ". ".join(
        _around(part.text, listed) if place == at else part.text
        for place, part in enumerate(parts)
        if place == at or not named.search(part.text) or _introduces(part.text)
    )
    nouns = _nouns(tails(body, listed.names), noun)
    scene = scene_of(body, background, listed.names, nouns, owned(body, listed.names))
    if scene is None:
        return None
    verb = learned(body, listed.names, background, events=scene.axis.name in ("time", "race"))
    axis = replace(scene.axis, verbs=f"{verb}|{scene.axis.verbs}") if verb else scene.axis
    scene = replace(scene, inferred=first is None, axis=axis)
    return Introduction(
        scene,
        parts,
        noun or "thing",
        at,
        _around(parts[at].text, listed) if at is not None else "",
        announced[0] if announced else None,
    )


def _without_list(body: str, announced: tuple[int, str] | None) -> Listed | None:
    """Return the things that a text does not list: by an adjective each ("the red suitcase"), or by their names."""
    if announced:
        described = qualified(body, announced[0], singular(announced[1]))
        if described:
            return described
    body = re.sub(
        rf"\b(?:(?:{TITLED})\.? )?[A-Z][a-z]+(?:['\u2019]s|(?= (?:has|had) (?:{NUMBER}) (?:children|sons|daughters|"
        rf"cats|dogs|pets|brothers|sisters|pupils|friends|cousins)\b)) (?=(?:has |had )?(?:{NUMBER}) )",
        "x ",
        body,
    )  # "Mr Brown's five cats", "Mrs Brown has five children"
    return gathered(_without_calendar(body), announced[0] if announced else None)


def _parts(text: str) -> tuple[Part, ...]:
    found: list[Part] = []
    for line in lines(text):
        told = re.sub(
            r"^(?:rule|condition|note) \d+ ?[:.)] ?", "", _ALPHABETICAL.sub("", line.text), flags=re.IGNORECASE
        )
        pieces = sentences(told) or [told]
        for at, piece in enumerate(pieces):
            if at and _ECHO.match(piece):
                whole = f"{found[-1].text.rstrip('.;, ')}, and {piece}"
                found[-1] = Part(whole, whole, found[-1].number)
                continue
            plain = piece.rstrip(" ;") if piece.rstrip().endswith(";") else piece
            found.append(Part(plain, line.raw if len(pieces) == 1 else piece, line.number if at == 0 else None))
    return tuple(found)


_ANCHOR = re.compile(
    r"\b(?:[Bb]ehind (?:the|an|its) (?P<a>[a-z]+)(?: of [^,.;:]+?)? (?:there )?(?:are|is|come|comes|"
    r"follow|follows|run)\b|"
    r"(?:carriages|wagons|coaches|cars|trucks) (?:follow |come |are )?behind (?:the|an|its) (?P<b>[a-z]+)\b|"
    r"\b(?:with |has )?an? (?P<c>[a-z]+) (?:is )?(?:at|in) the (?:very )?front,? and behind it)"
)


def anchored(parts: tuple[Part, ...], names: Sequence[str]) -> tuple[Part, ...]:
    """Name places by the engine that leads a train: directly behind it is the first one."""
    found = next((match for part in parts if (match := _ANCHOR.search(part.text))), None)
    if found is None:
        return parts
    head = found["a"] or found["b"] or found["c"]
    if head in names:
        return parts
    return tuple(part if found[0] in part.text else replace(part, text=_from(part.text, head)) for part in parts)


def _from(text: str, head: str) -> str:
    direct = "directly|immediately|right|straight|just"
    text = re.sub(
        rf"\b(?:{direct}) (?:behind|after) the {head}\b|\b(?:coupled|attached|joined|"
        rf"hitched)(?: {direct})? to the {head}\b|"
        rf"\bnext to the {head}\b",
        "first",
        text,
    )
    text = re.sub(rf"\b(?P<n>\w+)(?P<one> one)? (?:behind|after|from) the {head}\b(?=\W*$)", r"\g<n>\g<one>", text)
    text = re.sub(
        rf"\b((?:starting|beginning|start|begin)) (?:from|at|with|behind) the {head}\b", r"\1 from the first", text
    )
    return re.sub(rf"^Counting from the {head}, (?=\w)", "", text)


def _calendar(listed: Listed) -> bool:
    return all(name.lower() in _CALENDAR or name.isdecimal() for name in listed.names)


def _without_calendar(body: str) -> str:
    return re.sub("|".join(name for names in SLOTS for name in names), "x", body)


def _around(sentence: str, listed: Listed) -> str:
    """Return a sentence without the list of things in it."""
    start, end = listed.at or (0, 0)
    return f"{sentence[:start]} {sentence[end:]}".strip()


def _introduces(sentence: str) -> bool:
    return bool(re.match(r"(?:In|On|At|There) [^,]{3,60}, ", sentence))


def _heading(parts: Sequence[Part]) -> int:
    return sum(len(part.text) + 1 for part in parts[:3])


def _announced(body: str, until: int) -> tuple[int, str] | None:
    """Return how many things a text announces in its first sentences, and the noun for them: "six children"."""
    counted = rf"\b(?<!number )(?<!no\. )(?P<n>{NUMBER})"
    pattern = rf"{counted}(?: (?!of\b|or\b|and\b|in\b)[A-Za-z][\w-]*){{0,2}}? (?P<noun>{_PLURAL})\b"
    for match in re.finditer(pattern, body[:until], re.IGNORECASE):
        word = match["noun"].lower()
        if number(match["n"]) > 2 and not re.fullmatch(
            r"seats|chairs|places|floors|storeys|stories|days|months|positions|shelves|rows|lines|lanes|years|stools|"
            r"houses|steps|rungs|minutes|hours|metres|meters|miles|marks|points|families'|is|was|has",
            word,
        ):
            return number(match["n"]), word
    return None


def _noun(body: str, names: Sequence[str], of_list: str, announced: tuple[int, str] | None) -> str:
    """Return the noun for one of the things, or ""."""
    if of_list:
        return of_list
    if announced and announced[0] == len(names) and announced[1] not in names:
        return singular(announced[1])
    one = re.search(rf"\b(?:one|an?|different) ([a-z]+) (?:per|each|an?|on each|every) (?:{_SLOT})\b", body)
    if one:
        return one[1]
    one = re.search(r"\b(?:one|an?) (appointment|exam|lesson|talk|lecture|concert|meeting|task|call)\b", body)
    if one:
        return one[1]
    plural = re.search(
        rf"\b(?:[Tt]he|[Mm]y|[Oo]ur|[Tt]hese) ({_PLURAL})\b(?= [A-Z]| (?:in|are|were|is|have|sit|stand|live))", body
    )
    return singular(plural[1]) if plural and plural[1] not in names else ""


def singular(noun: str) -> str:
    """Return the singular of a noun."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    for plural in ("children", "men", "people"):
        if noun.endswith(plural):
            return noun.removesuffix(plural) + _IRREGULAR[plural]
    for ending, single in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss")):
        if noun.endswith(ending):
            return noun[: -len(ending)] + single
    return noun.removesuffix("s")


def _plural(noun: str) -> str:
    for plural, single in _IRREGULAR.items():
        if noun == single:
            return plural
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("ch", "sh", "x", "s")) else "s")


def _nouns(*nouns: str) -> str:
    own = [form for noun in nouns if noun for form in (_plural(noun), noun)]
    return "|".join(dict.fromkeys((*own, *_PEOPLE)))


def numbers_of(scene: Scene) -> str:
    """Return a pattern for the numbers that a description of a scene may contain: of its things, and of its places."""
    known = {len(scene.names), scene.size}
    return "|".join([*(str(n) for n in known), *(word for word, n in NUMBER_WORDS.items() if n in known)])
