"""Infers categories that no list gives from the clues, if exactly as many values turn up there as are needed."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from solvent.translators.rules.text.announced_nouns import announced
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.statements import is_task
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    KIN,
    MONTHS,
    NUMBER_WORDS,
    RESERVED,
    WEEKDAYS,
    is_agent,
    is_english,
    stem,
)

_OPENERS = frozenset(
    """both five four in on for last today yesterday if when who which what exactly only no nobody some someone and but
    none though unlike
    clues three two our my your we us you i whoever whatever whichever neither either nor each every all both as by to
    from while yet so also then there that this these those it he she they his her their its""".split()  # noqa: SIM905 - long word tables read better as one string
)


_ENOUGH = 2  # categories for a grid


# "Each time another member chose the book": there are as many members as times.
_ANOTHER = re.compile(r"\b(?:each|every)\b[^.?!;:]*?\b(?:another|a different) ([a-z]+)\b", re.IGNORECASE)


def collect(
    categories: dict[str, list[str]], told: Sequence[str], text: str, parts: tuple[Sequence[str], Sequence[str]]
) -> dict[str, str]:
    """Add to `categories` one of names and one of things, if the sentences mention as many unlisted ones as needed.

    `parts` are the sentences in which lists stand, with those before them, and the others.
    Returns the names of the added categories, each with the reason why the text does not establish its values, or ""
    where it does: it states their number, and names at most one of them only in a question.
    """
    added: dict[str, str] = {}
    size = len(next(iter(categories.values())))
    taken = {token.key for values in categories.values() for value in values for token in tokenise(value)}
    taken |= {token.key for name in categories for token in tokenise(name)}
    unnamed = any(_are_people(match[2]) and number_of(match[1]) == size for match in COUNTED.finditer(text))
    if not any(_are_names(values) and not (unnamed and _are_things(name)) for name, values in categories.items()):
        names = _names(told, taken, text)
        if len(names) > size:
            names = _names(told, taken, text, sure=True)
        if len(names) == size:
            counted = next((m[2] for m in COUNTED.finditer(text) if is_agent(stem(m[2].lower()))), "")
            apiece = next((m[1] for m in _ANOTHER.finditer(text) if is_agent(m[1].lower())), "")
            name = counted or apiece or "name"
            name = name if name not in categories else "name"
            categories[name] = names
            added[name] = "" if apiece and not counted else _doubt(names, told, text, size, people=True)
            taken |= {stem(name.lower()) for name in names}
    things = _things(told, taken)
    doubt = _doubt(things, told, text, size, people=False) if len(things) == size else ""
    if len(things) == size and not (doubt and len(categories) > 1):  # where there are enough lists, only what is sure
        categories["thing"] = things
        added["thing"] = doubt
    found = announced(*parts, taken, size, sure=len(categories) < _ENOUGH) if "thing" not in added else None
    if found and not _doubt(found[1], told, text, size, people=False):
        categories[found[0]] = found[1]
        added[found[0]] = ""
    return added


def _doubt(values: Sequence[str], told: Sequence[str], text: str, size: int, *, people: bool) -> str:
    """Why the values found for an inferred category may be incomplete or wrong, or ""."""
    counted = [match for match in COUNTED.finditer(text) if _are_people(match[2]) == people]
    if size not in (number_of(match[1]) for match in counted):
        return f"the text does not say that there are {size}"
    stated = {token.key for sentence in told if not sentence.rstrip().endswith("?") for token in tokenise(sentence)}
    asked = [value for value in values if not {token.key for token in tokenise(value)} <= stated]
    return f"{', '.join(asked)} are named only in a question" if len(asked) > 1 else ""


def _are_people(noun: str) -> bool:
    one = noun.lower().removesuffix("s")
    return noun.lower() in ("people", "men", "women", "children") or one in KIN or is_agent(one)


def _are_things(name: str) -> bool:
    """Whether a category is named by a noun in the plural for something else than people: "the castles"."""
    word = name.lower().split()[-1]
    calls = "name" in word or word in ("kind", "location", "ones", "others", "different")
    return word.endswith("s") and not (_are_people(word) or calls or word in ("children", "people"))


def _are_names(values: Sequence[str]) -> bool:
    return all(value[:1].isupper() and len(value) > 1 and not _is_calendar(value.casefold()) for value in values)


def _is_calendar(word: str) -> bool:
    return word in MONTHS or word in WEEKDAYS


def _names(told: Sequence[str], taken: set[str], text: str, *, sure: bool = False) -> list[str]:
    """Capitalised words that can only be names, in order of appearance; if `sure`, no English words that open tasks."""
    found: dict[str, None] = {}
    written = frozenset(re.findall(r"\w+", text))
    for sentence in told:
        opening = sure and is_task(sentence)
        for at, token in enumerate(tokenise(sentence)):
            if at == 0 and opening and is_english(token.norm):
                continue
            plain = token.norm in GLUE | RESERVED | _OPENERS or token.norm in COMPARATIVES or token.norm in NUMBER_WORDS
            word = is_english(token.norm) and token.norm in written
            if token.capitalised and not plain and not word and token.key not in taken and not _is_calendar(token.key):
                found[token.text] = None
    return list(found)


def _things(told: Sequence[str], taken: set[str]) -> list[str]:
    """The nouns after an article, if one verb of the puzzle occurs with all of them ("planted the rose"); or none."""
    verbs: Mapping[str, dict[str, None]] = defaultdict(dict)
    nouns: dict[str, str] = {}
    for sentence in told:
        tokens = tokenise(sentence)
        here = {
            after.key: after.norm
            for before, after in pairwise(tokens)
            if before.norm in ("the", "a", "an") and _may_be_thing(after, taken)
        }
        nouns |= {key: norm for key, norm in here.items() if key not in nouns}
        for token in tokens:
            if token.norm.isalpha() and token.norm not in GLUE | RESERVED and token.key not in taken | here.keys():
                verbs[token.key].update(dict.fromkeys(here))
    together = [keys for keys in verbs.values() if set(keys) == nouns.keys()]
    return list(nouns.values()) if together else []


def _may_be_thing(token: Token, taken: set[str]) -> bool:
    plain = token.norm.isalpha() and not token.capitalised and token.norm not in GLUE | RESERVED
    known = token.key in taken or token.norm in COMPARATIVES or token.norm in NUMBER_WORDS or is_unit(token.norm)
    return plain and not known and not is_agent(token.norm)
