"""Finds the names in a text, where nothing lists them and the clues speak of other things besides."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from solvent.translators.rules.clues.link_words import PREPOSITIONS
from solvent.translators.rules.clues.links.small_words import verb_like
from solvent.translators.rules.rough.world import Category
from solvent.translators.rules.text.grid_in_prose import Piece
from solvent.translators.rules.text.words import GLUE, MONTHS, RESERVED, WEEKDAYS, is_english, stem

_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Lady|Lord|Sir|Captain|Professor|Prof|Uncle|Aunt|Old|Little)\.?"
_RUN = re.compile(rf"(?:{_TITLE} )?[A-Z][\w-]*(?:'[A-Z]\w+|'(?= [A-Z]))?(?: (?!{_TITLE} )[A-Z][\w-]*)*")
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
_OPENS = re.compile(r"(?:^|[.?!:;]|[\"(*-])\W*$")
_NAME_AND_NOUN = re.compile(r"(?<=[a-z]) the [a-z]+$")
_PLURAL = re.compile(r"[A-Z][a-z-]+s(?<!ss)")
_BE = ("is", "was", "has", "had", "does", "did", "can", "will")
_FEWEST, _MOST = 3, 10
_SHOUTED = re.compile(r"[A-Z]{2,}")


def names(pieces: Sequence[Piece], clues: Collection[int], counts: Sequence[int]) -> tuple[str, ...]:
    """The names of which a text speaks, in order; none if it counts other numbers of things."""
    runs = [(at, run, opening) for at, piece in enumerate(pieces) for run, opening in _runs(piece.text)]
    sure = {run for _, run, opening in runs if not opening}
    found: dict[str, set[int]] = {}
    for at, run, opening in runs:
        first, *rest = run.split(" ")
        name = " ".join(rest) if opening and run not in sure and _closed(first) else run
        likely = name != run or not opening or run in sure or rest or _begins_with_name(pieces, run)
        if name and likely and not _closed(name):
            found.setdefault(name, set()).add(at)
    for run in [*found]:
        shorter = next((each for each in found if run.endswith(f" {each}")), "")
        if shorter and len([each for each in found if each.endswith(f" {shorter}")]) == 1:
            found[shorter] |= found.pop(run)
    return _fitting(found, clues, counts)


def with_articles(category: Category, text: str) -> Category:
    """A category with its names as a text has them: "the Clarks", and "Fred" for "Fred the student"."""
    spelled = [_NAME_AND_NOUN.sub("", value) if value[:1].isupper() else value for value in category.values]
    opening = [value for value in spelled if value[:1].isupper()]
    if len(opening) == 1 and re.search(rf"\b{re.escape(opening[0].lower())}\b", text):  # "Honey, jam and tea stand"
        spelled = [value.lower() for value in spelled]
    if len(set(spelled)) < len(spelled):
        return category
    families = {value for value in spelled if _is_family(value, text)}
    article = "the " if any(f"the {value}" in text for value in families) else "The "
    return replace(category, values=tuple(f"{article}{each}" if each in families else each for each in spelled))


def _is_family(value: str, text: str) -> bool:
    """Whether a name in the plural never stands without "the"."""
    return bool(_PLURAL.fullmatch(value)) and text.count(value) <= text.count(f"he {value}")


def _fitting(found: dict[str, set[int]], clues: Collection[int], counts: Sequence[int]) -> tuple[str, ...]:
    """As many names as the text counts: all, those of the clues, or those that occur beside another."""
    told = Counter(at for places in found.values() for at in places)
    inner = [name for name, places in found.items() if places & set(clues)]
    later = [name for name in found if found[name] != {0}]
    related = [name for name in inner if any(told[at] > 1 for at in found[name]) or len(found[name]) > 1]
    sizes = [count for count in counts if _FEWEST <= count <= _MOST]
    for chosen in ([*found], inner, related, later):
        if len(chosen) in sizes or (not sizes and _FEWEST <= len(chosen) <= _MOST):
            return tuple(chosen)
    return ()


def _runs(text: str) -> list[tuple[str, bool]]:
    """The words with capitals that stand together, and whether they open a sentence."""
    plain = text.translate(_QUOTES)
    return [
        (match[0].removesuffix("."), bool(_OPENS.search(plain[: match.start()])))
        for match in _RUN.finditer(plain)
        if not _SHOUTED.fullmatch(match[0])
    ]


def _begins_with_name(pieces: Sequence[Piece], word: str) -> bool:
    """Whether a word that occurs only at the beginning of sentences is a name."""
    if not is_english(word.lower()):
        return True
    does = re.compile(rf"\b{re.escape(word)}(?P<whose>'s\b)?(?: (?P<verb>[a-z]+))?")
    plain = re.compile(rf"\b{re.escape(word.lower())}\b")
    text = [piece.text.translate(_QUOTES) for piece in pieces]
    found = [match for each in text for match in does.finditer(each)]
    acts = any(match["whose"] or verb_like(match["verb"] or "") or match["verb"] in _BE for match in found)
    return acts and not any(map(plain.search, text))


def _closed(word: str) -> bool:
    plain = word.lower()
    calendar = stem(plain) in WEEKDAYS or (plain in MONTHS and plain not in ("may", "june", "april", "august"))
    return len(plain) < 2 or calendar or plain in GLUE | RESERVED | PREPOSITIONS or plain in ("i", "i'm", "clues")
