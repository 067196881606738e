"""What the things of an order are called: by a list in the text, or by the names that its sentences speak of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.text.words import (
    GLUE,
    KIN,
    MONTHS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    RESERVED,
    WEEKDAYS,
    is_english,
    stem,
)

MOST = 20  # things
_LEAST = 3  # things in a list; of two, there is little to ask
_NAME = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Lady|Aunt|Uncle|King|Queen)\.? )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?"
_TITLED = "Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Aunt|Auntie|Uncle|Cousin|King|Queen|Lord|Grandma|Grandpa"
_PLAIN = r"[a-z][\w-]*(?: [a-z][\w-]*)?"
_ARTICLE = r"(?:an?|the|my|one|our|his|her|its|their) "


def _list(item: str) -> str:
    return rf"{item}(?:, {item}){{1,{MOST}}},? (?:and|&) {item}|{item}(?:, {item}){{2,{MOST}}}"


_OBJECT = rf"(?i:{_ARTICLE})[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){{0,2}}?"
_NAMED = re.compile(rf"(?<![\w'])(?:[Tt]he )?(?:{_list(_NAME)})(?![\w'])")
_WITH_THE = re.compile(rf"(?<![\w'])(?:{_list('[Tt]he ' + _NAME)})(?![\w'])")
_ARTICLES = re.compile(
    rf"(?<![\w'])(?:{_list(_OBJECT)})(?=\W*$|[.;:)]| (?:are|is|"
    rf"stand|stood|were|sit|lie|hang|finished?|ran|live|took|line|"
    r"form|play|sing|perform|queue)\b)"
)
_BARE = re.compile(
    rf"(?:(?<=: )|(?<=\()|(?<=namely )|(?<=called )|(?<=in )|(?<=colours )|(?<=colors ))(?:{_list(_PLAIN)})"
    r"(?=\W*$|[.;)]| (?:are|is|were|take|have)\b)"
)
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "sir", "madam", "lady"})
_FUNCTION = (
    (GLUE - _TITLES)
    | RESERVED
    | NUMBER_WORDS.keys()
    | ORDINAL_WORDS.keys()
    | {
        *MONTHS,
        *WEEKDAYS,
        "i",
        "my",
        "our",
        "we",
        "you",
        "your",
        "how",
        "please",
        "list",
        "if",
        "no",
        "somebody",
        "say",
    }
    | {"everyone", "everybody", "nobody", "someone", "somewhere", "exactly", "directly", "immediately", "also", "so"}
    | {"today", "tomorrow", "yesterday", "there", "clue", "clues", "from", "write", "order", "sort", "put", "rank"}
)

_VERB = (
    "is|was|has|does|did|came|won|beat|sits|stands|lives|costs|weighs|ran|[a-z]{2,}ed|sat|stood|comes|arrives|scores"
)
_WHEN = frozenset({"yesterday", "today", "tomorrow", "recently", "tonight"})
_CALENDAR = frozenset({*MONTHS, *WEEKDAYS})


@dataclass(frozen=True)
class Listed:
    """The names of a text's things: where their list begins and ends, or None if the sentences were gone through."""

    names: tuple[str, ...]
    at: tuple[int, int] | None = None
    noun: str = ""  # "car" in "a red, a blue and a green car"


def lists(text: str) -> list[Listed]:
    """Return the lists of at least three names in a text, in its order; they do not overlap."""
    found: list[Listed] = []
    for pattern in (_WITH_THE, _NAMED, _ARTICLES, _BARE):
        for match in pattern.finditer(text):
            if any(each.at and match.start() < each.at[1] and each.at[0] < match.end() for each in found):
                continue
            listed = _items(match[0], match.start())
            if listed is not None:
                found.append(listed)
    return sorted(found, key=lambda each: each.at or (0, 0))


def _items(run: str, start: int) -> Listed | None:
    pieces = [piece for piece in re.split(r",? (?:and|&) |, ", run) if piece]
    names = [re.sub(rf"^{_ARTICLE}", "", piece, flags=re.IGNORECASE) for piece in pieces]
    lead, _, rest = names[0].partition(" ")
    if rest and lead.lower() in _FUNCTION | _WHEN:
        names[0] = rest
        start += len(lead) + 1
    end = start + len(run) - (len(lead) + 1 if names[0] == rest else 0)
    *most, last = names
    noun = ""
    if " " in last and last[0].islower() and all(" " not in name for name in most):
        names[-1], _, noun = last.rpartition(" ")
    lowered = [name.lower() for name in names]
    if len(set(lowered)) < len(names) or not _LEAST <= len(names) <= MOST:
        return None
    if any({name, name.split(" ")[0]} & (_FUNCTION - _CALENDAR) for name in lowered):
        return None
    return Listed(tuple(names), (start, end), noun)


_ITEM = r"(?:[\w'$-]+ ){0,2}[\w'$-]+"
_ENUMERATION = re.compile(rf"(?<![\w'$-]){_ITEM}(?:, {_ITEM})+,? (?:and|or|&) {_ITEM}")
_DECLARED = re.compile(r"^\W*[A-Za-z][\w' ]{0,40}(?::|\|)[ \t]*[^\s,|][^,|\n]*(?:[,|][^,|\n]+){1,20}$", re.MULTILINE)


def further(sentence: str, names: Sequence[str]) -> bool:
    """Whether a sentence lists anything but the things: "a cat, a dog or a hamster"."""
    own = {word for name in names for word in name.lower().split(" ")} | _CALENDAR
    for match in _ENUMERATION.finditer(sentence):
        words = set(re.findall(r"[\w']+", match[0].lower()))
        meaning = words & (RESERVED | ORDINAL_WORDS.keys() | NUMBER_WORDS.keys()) - {"and", "or"}
        if not words & own and not meaning and not all(word.isdecimal() or word in ("and", "or") for word in words):
            return True
    return False


def declared(text: str) -> bool:
    """Whether lines of a text list categories: "pet: cat, dog"."""
    return len(_DECLARED.findall(text)) > 1


def gathered(text: str, count: int | None) -> Listed | None:
    """Return the names that sentences speak of where no list gives them: `count` names, if that is known."""
    titled = dict(re.findall(rf"\b((?:{_TITLED}) ([A-Z][a-z]+))\b", text))
    if titled:
        joined = re.sub(rf"\b({_TITLED}) (?=[A-Z][a-z])", r"\1", text)
        found = gathered(joined, count)
        apart = {name.replace(" ", ""): name for name in titled}
        return Listed(tuple(apart.get(name, name) for name in found.names)) if found else None
    inside = re.findall(r"(?<=[a-z,;:<>] )([A-Z][a-z]+(?:[A-Z][a-z]+)?)\b", text)
    subjects = re.findall(rf"(?:^|(?<=[.!?;:] ))([A-Z][a-z]+(?:[A-Z][a-z]+)?)(?='s? | (?:{_VERB})\b)", text)
    known = {*inside, *subjects}
    names = [
        name
        for name in dict.fromkeys(re.findall(r"\b([A-Z][a-z]+(?:[A-Z][a-z]+)?)\b", text))
        if name.lower() not in _FUNCTION and (name in known or not is_english(name.lower()))
    ]
    if not names:
        names = _compared(text)
    fits = len(names) == count if count is not None else len(names) >= _LEAST
    return Listed(tuple(names)) if fits and len(names) <= MOST else None


def _compared(text: str) -> list[str]:
    """Return the nouns that a text compares: "A coffee costs more than a tea"."""
    subjects = re.findall(r"(?:^|(?<=[.!?;] ))(?:The|An?|the|an?) ([a-z]+) (?:is|costs?|weighs?|was)\b", text)
    objects = re.findall(r"\bthan (?:the|an?) ([a-z]+)\b", text)
    names = list(dict.fromkeys((*subjects, *objects)))
    return [] if any(name in _FUNCTION or name in KIN for name in names) else names


def learned(text: str, names: Sequence[str]) -> str:
    """Return the verb with which a text tells its order, as a pattern: the one that stands between names and places."""
    one_of = "|".join(re.escape(name) for name in names)
    found = re.findall(
        rf"\b(?:{one_of}) ([a-z]+)((?: in| out| up| off| on| over| down| home| back| away)?) "
        r"(?:immediately |directly |right |exactly |"
        r"somewhere |either )?(?:before|after|behind|ahead|first|second|third|fourth|last|earlier|later|between)\b",
        text,
    )
    verbs = {(stem(verb), tail) for verb, tail in found if verb not in RESERVED and verb not in GLUE}
    if len(verbs) != 1:
        return ""
    root, tail = verbs.pop()
    forms = {verb for verb, _ in found if stem(verb) == root} | {root}
    return "|".join(re.escape(form) + tail for form in sorted(forms, reverse=True))


def owned(text: str, names: Sequence[str]) -> str:
    """Return the noun of which each thing has one in a text ("Ada's birthday"); "" if there is none, or several."""
    owners = "|".join(re.escape(name) for name in names)
    nouns = set(re.findall(rf"\b(?:{owners})'s? ([a-z]+)\b", text.replace("\u2019", "'")))
    nouns = {noun for noun in nouns if noun not in RESERVED and noun not in GLUE}
    return nouns.pop() if len(nouns) == 1 and not nouns & KIN else ""
