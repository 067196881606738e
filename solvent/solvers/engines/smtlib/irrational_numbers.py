"""Irrational numbers in z3's models, which it prints as roots of polynomials, read as decimals."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from solvent.solvers.engines.smtlib import s_expressions
from solvent.solvers.engines.smtlib.z3_session import Session
from solvent.solvers.programs.template import Labelled, Node, Rounded, Term, walk

_PLACES = (40, 340)  # the second time for numbers that are nearly zero
_SIGNIFICANT = 20  # digits: more than a float has

ADVICE = 'its value is irrational: write {"$rounded": "TERM"} for the nearest decimal'


def only_rounded(template: Node) -> list[str]:
    """Return the terms that a template shows rounded and nowhere exactly."""
    exact = {part.term for part in walk(template) if isinstance(part, Term | Labelled)}
    return [part.term for part in walk(template) if isinstance(part, Rounded) and part.term not in exact]


def is_irrational(value: Any) -> bool:
    """Whether a value, as nested lists, is an irrational number."""
    return isinstance(value, list) and (value[:1] == ["root-obj"] or (value[:1] == ["-"] and is_irrational(value[1])))


def decimals(session: Session, terms: Sequence[str]) -> dict[str, Any]:
    """Return the values of some terms in the current model, cut off after enough digits, as nested lists."""
    found: dict[str, Any] = {}
    for places in _PLACES if terms else ():
        asked = "".join(f"(eval {term} :completion true)" for term in terms)
        options = f"(set-option :pp.decimal true)(set-option :pp.decimal_precision {places})"
        values = s_expressions.tree(session.say(f"{options}{asked}(set-option :pp.decimal false)"))
        found = dict(zip(terms, map(_without_mark, values), strict=True))
        if all(_size(value) > Fraction(10) ** (_SIGNIFICANT - places) for value in found.values()):
            break
    return found


def _size(value: Any) -> Fraction:
    return abs(s_expressions.rational(value) or Fraction())


def _without_mark(value: Any) -> Any:
    """Remove the question mark that z3 prints where it cuts a number off."""
    return [value[0], _without_mark(value[1])] if isinstance(value, list) else value.rstrip("?")
