"""Noun phrases in a row of items, and the words that the text has for them."""

import re
from collections.abc import Sequence

from solvent.translators.rules.quantities.things import world
from solvent.translators.rules.rough.quantities.items import Item
from solvent.translators.rules.text.words import GLUE, IRREGULAR_PAST, RESERVED, listed

Phrase = tuple[str, ...]
_LONGEST = 3
_NOUNS = frozenset(
    listed("""person people man men woman women house houses home homes lady ladies right wrong whole corner""")
)
_MORE_STOPS = listed(
    """i you we me us our my your many much long old some any there such only just exactly also how buy buys sell
    sells pay pays paid want wants need needs use uses now today yesterday left over away back again only just
    sort sorts kind kinds type types together number amount price prices value money lot lots pair per new full
    own simply always already still first second third last next"""
)
_STOPS = (GLUE | RESERVED | IRREGULAR_PAST | frozenset(_MORE_STOPS)) - _NOUNS
_IRREGULAR = listed(
    """children child men man women woman feet foot teeth tooth dice die halves half loaves loaf knives knife
    pence penny leaves leaf shelves shelf"""
)
_ONE = dict(zip(_IRREGULAR[::2], _IRREGULAR[1::2], strict=True))


def singular(noun: str) -> str:
    """The singular of a noun."""
    irregular = {plural: one for one, plural in world()["plural"].items()}
    if noun in _ONE or noun in irregular:
        return _ONE.get(noun) or str(irregular[noun])
    if noun[:-1] in world()["legs"] or noun[:-1] in world()["wheels"]:
        return noun[:-1]
    if re.fullmatch(r"[a-z]{2,}ies", noun):
        return f"{noun[:-3]}y"
    if re.fullmatch(r"[a-z]+(?:ch|sh|x|ss|zz)es", noun):
        return noun[:-2]
    return noun[:-1] if len(noun) > 2 and noun.endswith("s") and not noun.endswith(("ss", "us")) else noun


def is_noun(item: Item) -> bool:
    """Whether a word may be part of a noun phrase."""
    return item.kind in ("word", "left") and item.word not in _STOPS and item.word.isalpha()


def phrase_at(items: Sequence[Item], at: int) -> Phrase:
    """The noun phrase that begins at a place, its last word in the singular; () if there is none."""
    found: list[str] = []
    while at < len(items) and is_noun(items[at]) and len(found) < _LONGEST:
        found.append(items[at].word)
        at += 1
        if found[-1] != singular(found[-1]):
            break  # a plural ends it
        if at < len(items) and re.fullmatch(r"[a-z]{3,}ed", items[at].word) and not found[:-1]:
            break
    return (*found[:-1], singular(found[-1])) if found else ()


def phrase_before(items: Sequence[Item], end: int) -> Phrase:
    """The noun phrase that ends before a place."""
    start = end
    while start > 0 and is_noun(items[start - 1]) and end - start < _LONGEST:
        start -= 1
    return (*(each.word for each in items[start : end - 1]), singular(items[end - 1].word)) if start < end else ()


def matches(phrase: Phrase, items: Sequence[Item], at: int) -> bool:
    """Whether a phrase stands at a place, in the singular or the plural."""
    part = items[at : at + len(phrase)]
    if len(part) < len(phrase) or any(each.word != word for each, word in zip(part[:-1], phrase, strict=False)):
        return False
    return part[-1].kind not in ("number", "quantity") and singular(part[-1].word) == phrase[-1]


def spelt(phrase: Phrase, text: str) -> str:
    """A phrase as the text spells it, in the plural if it is ever written so."""
    *first, last = phrase
    ahead = "".join(rf"{re.escape(word)}[\s-]+" for word in first)
    stem = re.escape(last[:-1]) if last.endswith("y") else re.escape(last)
    plural = next((each for each, one in _ONE.items() if one == last), world()["plural"].get(last, ""))
    forms = [rf"\b{ahead}{plural}\b"] if plural else []
    forms += [rf"\b{ahead}{stem}(?:ies|ys|es|s)\b", rf"\b{ahead}{re.escape(last)}\b"]
    for form in forms:
        if match := re.search(form, text, re.IGNORECASE):
            return (
                match[0].lower() if match.start() == 0 or text[match.start() - 2 : match.start()] == ". " else match[0]
            )
    return " ".join(phrase)
