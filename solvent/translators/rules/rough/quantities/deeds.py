"""What is done to a number, step by step: "if I double it and add 7, I get 31"."""

from collections.abc import Sequence
from fractions import Fraction

from solvent.translators.rules.quantities.facts import Fact, equal
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.rough.quantities.items import Item
from solvent.translators.rules.text.words import listed

_FACTORS = {
    **dict.fromkeys(listed("double doubled doubling doubles"), Fraction(2)),
    **dict.fromkeys(listed("triple tripled tripling triples treble trebled"), Fraction(3)),
    **dict.fromkeys(listed("halve halved halving halves"), Fraction(1, 2)),
}
_TIMES = frozenset(["multiply", "multiplied", "multiplying", "multiplies", "times"])
_DIVIDES = frozenset(["divide", "divided", "dividing", "divides"])
_ADDS = frozenset(["add", "added", "adding", "adds", "plus", "increase", "increased"])
_TAKES = frozenset(
    listed("""subtract subtracted subtracting subtracts take takes taking taken took minus decrease decreased deduct""")
)
_OPERATIONS = {
    **dict.fromkeys(_TIMES, "*"),
    **dict.fromkeys(_DIVIDES, "/"),
    **dict.fromkeys(_ADDS, "+"),
    **dict.fromkeys(_TAKES, "-"),
}
_GETS = frozenset(
    listed(
        """get gets got end ended result obtain obtained ends answer gives give have arrive is equals make makes
        leaves finish reach"""
    )
)
_CHANGES = frozenset(("square", "squared", "squaring", *_FACTORS))


def read(items: Sequence[Item], state: Poly, number: Poly) -> tuple[Poly, tuple[Fact, ...]] | None:
    """The number after what a sentence does to it, and what that is said to be; None if it does nothing."""
    facts: list[Fact] = []
    before = state
    pending = skip = ""
    acted = state != number
    for at, item in enumerate(items):
        behind = items[at + 1] if at + 1 < len(items) else Item("", "")
        if item.word in _OPERATIONS and behind.word in ("up", "to"):
            return None  # "they add up to 9"
        if item.word in _CHANGES and behind.kind not in ("as_", "of"):
            state, pending, acted = _changed(state, item.word), "", True
        elif item.word in _OPERATIONS:
            pending, skip = (pending, "") if item.word == skip else (_OPERATIONS[item.word], skip)
        elif item.word in _GETS and acted and not pending:
            pending = "="
        elif item.kind == "factor" and pending:
            part = Poly.constant(item.value) * (state if acted else number)
            takes = pending == "-" and not any(
                each.word in ("away", "subtract") for each in items[max(0, at - 2) : at + 8]
            )
            state, pending, acted = (part if takes else _done(state, pending, part)), "", True
        elif item.kind == "number" or (pending in ("+", "-", "*") and item.word in ("itself", "original")):
            operand = Poly.constant(item.value) if item.kind == "number" else number
            pending, skip = (pending, skip) if pending else _behind(items, at)
            if pending == "=":
                facts.append(equal(state, operand))
            elif not pending:
                return None
            else:
                state, acted = _done(state, pending, operand), True
            pending = ""
    return (state, tuple(facts)) if state != before or facts else None


def _changed(state: Poly, word: str) -> Poly:
    return state.times(_FACTORS[word]) if word in _FACTORS else state * state


def _behind(items: Sequence[Item], at: int) -> tuple[str, str]:
    """The operation in "9 is taken away", "18 is added to it", and its word."""
    if [each.kind for each in items[at + 1 : at + 2]] != ["be"]:
        return "", ""
    word = next((each.word for each in items[at + 2 : at + 4] if each.word in _OPERATIONS), "")
    return _OPERATIONS.get(word, ""), word


def _done(state: Poly, what: str, by: Poly) -> Poly:
    value = by.value
    if what == "*":
        return state * by
    if what == "/":
        return state.times(1 / value) if value else state
    return state + by if what == "+" else state - by
