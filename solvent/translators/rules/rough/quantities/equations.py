"""Equations in words or pictures, one in a line: "bell + whistle = 20 shillings", "2 teas + 1 bun ... £6.10"."""

import re
from fractions import Fraction

from solvent.translators.rules.quantities.facts import equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities.items import sentences_in, words_in
from solvent.translators.rules.rough.quantities.ledger import Ledger
from solvent.translators.rules.rough.quantities.nouns import singular
from solvent.translators.rules.text.words import NUMBER_WORDS

_LINE = re.compile(r"^(?P<left>[^=?]*[^\s=?.:])\s*(?:=|\.{3,}|:|\u2192|->|costs?\b)\s*(?P<right>[^=?]+?)[.,;]?$")
_ASKED = re.compile(r"^(?P<what>.{1,60}?)\s*=\s*(?:\?+|_+)\s*$")
_TERM = re.compile(r"\s*(?P<sign>[-+\u2212\u2013])?\s*(?P<body>[^-+\u2212\u2013]+)")
_FACTOR = re.compile(r"\s*(?:[\u00d7*\u00b7]|\bx\b|\btimes\b)\s*")
_NUMBER = re.compile(r"[$\u00a3\u20ac]?\s?(\d{1,7}(?:\.\d{1,2})?)\s*(?:[a-z%\u20ac]+)?", re.IGNORECASE)
_COUNTED = re.compile(r"(\d{1,3}|[a-z]+) (.+)", re.IGNORECASE)
_QUESTION = re.compile(r"\?\W*$|\b(?:find|work out|what|which|solve|determine|calculate|how much)\b", re.IGNORECASE)
_LONGEST_NAME = 24


def draft(text: str) -> Draft | None:
    """Read a text with at least two such lines."""
    ledger = Ledger(real=True)
    names: dict[str, Poly] = {}
    rest: list[str] = []
    for line in text.splitlines():
        stated = _LINE.match(line.strip(" \t>*\u2022|"))
        left = _side(stated["left"], names) if stated else None
        right = _side(stated["right"], names) if left is not None and stated else None
        if left is not None and right is not None and (left - right).unknowns:
            ledger.told(line.strip(), [(equal(left, right),)])
        elif line.strip():
            rest.append(line.strip())
    if len(ledger.said) < 2 or len(names) > 6:
        return None
    for name in names:
        ledger.unknown(name, None)
    _ask(ledger, names, "\n".join(rest))
    return ledger.draft()


def _side(text: str, names: dict[str, Poly]) -> Poly | None:
    """A side of an equation; None if it is none."""
    found = Poly(())
    at = 0
    while at < len(text):
        term = _TERM.match(text, at)
        if term is None:
            return None
        value = _product(term["body"], names)
        if value is None:
            return None
        found += value.times(-1 if term["sign"] and term["sign"] != "+" else 1)
        at = term.end()
    return found


def _product(text: str, names: dict[str, Poly]) -> Poly | None:
    found = Poly.constant(1)
    for part in _FACTOR.split(text.strip()):
        value = _atom(part.strip(), names)
        if value is None:
            return None
        found *= value
    return found


def _atom(text: str, names: dict[str, Poly]) -> Poly | None:
    if number := _NUMBER.fullmatch(text):
        return Poly.constant(Fraction(number[1]))
    counted = _COUNTED.fullmatch(text)
    if counted and (counted[1].isdecimal() or counted[1].lower() in NUMBER_WORDS):
        by = int(counted[1]) if counted[1].isdecimal() else NUMBER_WORDS[counted[1].lower()]
        inner = _atom(counted[2], names)
        return None if inner is None else inner.times(by)
    if not text or len(text) > _LONGEST_NAME or len(text.split()) > 2:
        return None
    name = " ".join([*text.split()[:-1], singular(text.rsplit(maxsplit=1)[-1])]).lower()
    name = name.removeprefix("a ").removeprefix("an ").removeprefix("one ")
    return names.setdefault(name, Poly.unknown(name))


def _ask(ledger: Ledger, names: dict[str, Poly], rest: str) -> None:
    """Find what is asked: "x = ?", one thing in a question, or all."""
    for line in rest.splitlines():
        if (asked := _ASKED.match(line)) and (value := _side(asked["what"], names)) is not None:
            ledger.asked, ledger.question = value, line
            return
    question = " ".join(each for each in sentences_in(rest) if _QUESTION.search(each))
    if not question:
        return
    words = {singular(word) for word in words_in(question)}
    some = {name: value for name, value in names.items() if name in words or name in question.lower()}
    ledger.question = question
    ledger.asked = some or names
