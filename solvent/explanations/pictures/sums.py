"""Sums of words, in columns: each letter with its digit so far."""

import re

from solvent.explanations.layout import pointer
from solvent.explanations.pictures.scene import Cell, Line, Sum, said
from solvent.explanations.pictures.states import State
from solvent.explanations.subject import Subject
from solvent.translators.rules.kinds.cryptarithm import Cryptarithm, Side


def sums(subject: Subject, state: State) -> tuple[Sum, ...]:
    """The equations of a cryptarithm: a sum in columns where its terms are words, else on one line.

    An equation without any word, such as "A = 4", needs no picture.
    """
    found = subject.puzzle.payload
    if not isinstance(found, Cryptarithm) or not isinstance(subject.answer, dict):
        return ()
    texts = {clue: said(subject.texts.get(clue, "")) for clue in found.equations}
    return tuple(
        Sum(texts[clue], _columns(sides, state) or (_line(texts[clue], state),))
        for clue, sides in found.equations.items()
        if re.search(r"[A-Z]{2}", texts[clue])
    )


def _columns(sides: tuple[Side, Side], state: State) -> tuple[Line, ...]:
    """The lines of a sum whose right side is one word; none if it multiplies or divides."""
    terms, results = sides
    plain = all(len(term.factors) == 1 and not term.divisors for term in (*terms, *results))
    if not plain or len(terms) < 2 or len(results) != 1 or results[0].negative:
        return ()
    signs = ["-" if term.negative else "+" if number else "" for number, term in enumerate(terms)]
    lines = [Line(sign, _word(term.factors[0], state)) for sign, term in zip(signs, terms, strict=True)]
    return (*lines, Line("=", _word(results[0].factors[0], state)))


def _line(equation: str, state: State) -> Line:
    return Line("", _word("".join(equation.split()), state))


def _word(word: str, state: State) -> tuple[tuple[str, Cell | None], ...]:
    return tuple((sign, _digit(sign, state) if sign.isalpha() else None) for sign in word)


def _digit(letter: str, state: State) -> Cell:
    place = pointer(letter)
    value = state.value(place)
    return Cell(value, state.look(place, value) if value else "plain")
