"""Finds the vessels of a pouring puzzle, what they hold, and what is wanted."""

import re

from solvent.translators.rules.rough.draft import Draft, Meaning, Said
from solvent.translators.rules.rough.pouring.model import Pouring, model
from solvent.translators.rules.statements.language import every
from solvent.translators.rules.text.words import NUMBER_WORDS
from solvent.translators.sentences import pieces

_LARGEST = 24  # the number of moves grows with the sizes
_LEAST_VESSELS, _MOST_VESSELS = 2, 3
_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_SINGLE = r"(?:lit(?:re|er)|gallon|pint|quart|cup|decilit(?:re|er)|ounce|measure|l|ml|cl|dl|oz|gal)"
_UNIT = rf"{_SINGLE}s?"
_AMOUNT = re.compile(rf"\b(?P<number>{_NUMBER})(?:[ -]+(?P<unit>{_UNIT}))?\b", re.IGNORECASE)
_POURED = re.compile(r"\bpour|\bdecant|\btip\w* .{0,30}\binto\b", re.IGNORECASE)
_FEWEST = re.compile(
    r"\b(?:smallest|least|lowest|minimum|minimal|fewest|shortest|few)\b(?=.{0,80}\b(?:moves?|steps?|pourings?|times"
    r"|operations?|transfers?|goes|enough)\b)|\bhow many (?:moves|steps|pourings|operations|transfers|times)\b",
    re.IGNORECASE | re.DOTALL,
)
_SOURCE = re.compile(
    r"\b(?:tap|faucet|well|river|lake|stream|brook|fountain|hose|sink|spring|sea|pond|pump|supply|canal|trough)\b",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"\b(?:exactly|precisely|measur\w+|obtain|wants?|needs?|requires?|must|after which|leaves?|are to|there (?:are|is)"
    r"|end(?:s|ed)? up|finish\w*|get)\b",
    re.IGNORECASE,
)
_VESSEL = re.compile(
    rf"\b{_NUMBER}[ -]+{_SINGLE}[ -]+(?!of\b|in\b|are\b|is\b|and\b|or\b|left\b)(?P<noun>[a-z]+)"
    rf"|\b(?:hold(?:s|ing)?|contain(?:s|ing)?|tak(?:es|ing)|capacity of|capacities of|size|sizes) (?:exactly |just )?"
    rf"{_NUMBER}\b",
    re.IGNORECASE,
)
_EQUALLY = re.compile(r"\b(?:fairly|equally|in half|two equal (?:parts|shares)|half each|into halves)\b", re.IGNORECASE)
_SIZED = {
    "largest": r"big(?:ger|gest)?|large(?:r|st)?|great(?:er|est)",
    "smallest": r"small(?:er|est)?|little|tiny|tiniest",
    "middle": r"middle|medium",
}


def draft(text: str) -> Draft | None:
    """Return the reading of a pouring puzzle with two or three vessels and a number of moves to find."""
    if not _POURED.search(text) or not _FEWEST.search(text):
        return None
    sentences = pieces(text)
    found = _pouring(sentences, text)
    if found is None:
        return None
    told = f"vessels of {', '.join(map(str, found.sizes))} hold {', '.join(map(str, found.start))} at first; "
    told += "they may be filled and emptied" if found.tap else "nothing is added or thrown away"
    goal = [found.goal] if isinstance(found.goal, int) else ["any" if each is None else each for each in found.goal]
    wanted = f"the fewest moves to {', '.join(map(str, goal))}"
    asked = next(part for part in sentences if _FEWEST.search(part) or part == sentences[-1])
    return Draft(
        (),
        (),
        (Said(sentences[0], (Meaning(every(()), told),)), Said(asked, (Meaning(every(()), wanted),))),
        None,
        {"type": "integer", "minimum": 0},
        asked,
        whole=model(found),
    )


def _pouring(sentences: list[str], text: str) -> Pouring | None:
    sizes = _sizes(sentences)
    if not _LEAST_VESSELS <= len(sizes) <= _MOST_VESSELS or max(sizes) > _LARGEST:
        return None
    tap = bool(_SOURCE.search(text))
    full = max(sizes)
    start = tuple(0 if tap else full if size == full else 0 for size in sizes)
    goal = _goal(sentences, sizes, None if tap else full, text)
    if goal is None or (not tap and len(sizes) < _MOST_VESSELS):
        return None
    return Pouring(sizes, start, goal, tap)


def _sizes(sentences: list[str]) -> tuple[int, ...]:
    """What the vessels hold, in the order of the text; several with one size are not told apart."""
    found: list[int] = []
    for sentence in sentences:
        for vessel in _VESSEL.finditer(sentence):
            amount = _AMOUNT.search(vessel[0])
            if amount:
                found.append(_value(amount["number"]))
        if not found or len(set(found)) < _LEAST_VESSELS:
            # "two jugs, one of 3 litres and one of 5 litres"
            listed = [match for match in _AMOUNT.finditer(sentence) if match["unit"]]
            if len(listed) >= _LEAST_VESSELS and not _GOAL.search(sentence):
                found += [_value(match["number"]) for match in listed]
    return tuple(dict.fromkeys(size for size in found if size > 1))


def _goal(
    sentences: list[str], sizes: tuple[int, ...], total: int | None, text: str
) -> tuple[int | None, ...] | int | None:
    """The amounts wanted in certain vessels, or in any; None if it is not told."""
    for sentence in filter(_GOAL.search, reversed(sentences)):
        stated, loose = _wanted(sentence, sizes, text)
        if stated:
            return tuple(stated.get(at) for at in range(len(sizes)))
        fitting = [value for value in loose if value < max(sizes) and (value not in sizes or total is not None)]
        if fitting:
            return fitting[-1]
    if total is not None and total % 2 == 0 and _EQUALLY.search(text):
        two = sorted(sizes)[-2:]
        return tuple(total // 2 if size in two else None for size in sizes)
    return None


def _wanted(sentence: str, sizes: tuple[int, ...], text: str) -> tuple[dict[int, int], list[int]]:
    """The amounts of a sentence by the vessel that they are to be in, and those in no certain one."""
    stated: dict[int, int] = {}
    loose: list[int] = []
    vessels = [match.span() for match in _VESSEL.finditer(sentence)]
    for match in _AMOUNT.finditer(sentence):
        if any(start <= match.start() < end for start, end in vessels):
            continue
        place = _place(sentence[match.end() :], sizes, text)
        if place is not None:
            stated.setdefault(place, _value(match["number"]))
        elif match["unit"]:
            loose.append(_value(match["number"]))
    return stated, loose


def _place(rest: str, sizes: tuple[int, ...], text: str) -> int | None:
    """The vessel that "in the ..." right after an amount names, by its size or a comparison."""
    named = re.match(
        rf"\s*(?:{_UNIT}\s*)?(?:of \w+ )?(?:left )?in(?:to)? the (?P<what>[\w -]{{1,30}})", rest, re.IGNORECASE
    )
    if not named:
        return None
    what = re.split(r"\b(?:and|or|after|with)\b", named["what"], maxsplit=1)[0]
    amount = _AMOUNT.match(what)
    if amount and _value(amount["number"]) in sizes:
        return sizes.index(_value(amount["number"]))
    named_so = _named(text, what.split()[-1].lower()) if what.split() else None
    if named_so in sizes:
        return sizes.index(named_so)
    ranked = sorted(sizes)
    kinds = {"largest": ranked[-1], "smallest": ranked[0], "middle": ranked[len(ranked) // 2]}
    for kind, words in _SIZED.items():
        if re.search(rf"\b(?:{words})\b", what, re.IGNORECASE):
            return sizes.index(kinds[kind])
    return None


def _named(text: str, noun: str) -> int | None:
    """The size of the only vessel that is called so ("a ten-quart churn")."""
    found = {
        _value(amount["number"])
        for vessel in _VESSEL.finditer(text)
        if (vessel["noun"] or "").lower() == noun and (amount := _AMOUNT.search(vessel[0]))
    }
    return found.pop() if len(found) == 1 else None


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word.lower()]
