"""How each clue was read, and which places of the answer it speaks of."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from pydantic import BaseModel, ConfigDict

from solvent.explanations.layout import Layout, Place, leaves, parts, pointer
from solvent.explanations.meanings import Marked, of_rules
from solvent.explanations.repairs.wordings import singular
from solvent.explanations.spelling import tokens
from solvent.explanations.subject import Subject
from solvent.translators.rules.clues.formula import (
    All,
    CompareQuantities,
    Differ,
    Flag,
    Formula,
    Same,
    Some,
    Value,
    atoms,
)
from solvent.translators.rules.clues.values import Category

# Kinds of quantities: the unit of their amounts, how they are compared, and those whose numbers are mere labels of
# places, which may be counted from the top or from the best.
_UNITS = {"clock": "minute", "date": "day", "weekday": "day", "month": "month", "year": "year"}
_DIRECTIONS = dict.fromkeys(_UNITS, ("earlier", "later")) | dict.fromkeys(("position", "ordinal"), ("lower", "higher"))
_NUMBERED = ("position", "ordinal")


class Reading(BaseModel):
    """What a clue was taken to say.

    `words` says it in a sentence without its full stop, "" if there are no words for it; `code` are its constraints as
    the program states them. `places` are the JSON pointers into the answer of the values that the clue names.
    """

    model_config = ConfigDict(frozen=True)

    clue: int
    words: str = ""
    code: str = ""
    places: tuple[Place, ...] = ()


def readings_of(subject: Subject) -> dict[int, Reading]:
    """The reading of every clue that the program states, by the clue's id.

    Of a logic grid that the rules read, words and places are those of the clue's meaning. Elsewhere there are no words,
    and the places are those whose value, or whose name, stands in the clue's text.
    """
    marked = Marked(subject, ()) if of_rules(subject) else None
    return {clue: _reading(subject, marked, clue) for clue in subject.stated}


def _reading(subject: Subject, marked: Marked | None, clue: int) -> Reading:
    code = "\n".join(part.code.strip("\n") for part in subject.program.fragments if part.clue == clue)
    meaning = marked.meanings.get(clue) if marked else None
    if marked is None or meaning is None:
        named = tuple(dict.fromkeys(_named(subject.answer, subject.layout, subject.texts.get(clue, ""))))
        return Reading(clue=clue, code=code, places=named)
    values = dict.fromkeys(value for atom in atoms(meaning) for value in _values(atom))
    found = tuple(place for value in values if (place := _place(subject, marked.categories, value)) is not None)
    return Reading(clue=clue, words=in_words(meaning, marked.categories), code=code, places=found)


def in_words(formula: Formula, categories: Sequence[Category]) -> str:
    """A formula in words, as close to what it says as English allows; "" if a part of it cannot be said."""
    if isinstance(formula, All | Some):
        parts = [(in_words(part, categories), isinstance(part, All | Some)) for part in formula.parts]
        word = " and " if isinstance(formula, All) else " or "
        said = [f"({part})" if joined else part for part, joined in parts]
        return word.join(said) if all(part for part, _ in parts) else ""
    return _atom_in_words(formula, categories)


def _atom_in_words(atom: Formula, categories: Sequence[Category]) -> str:
    name = partial(_name, categories)
    match atom:
        case Same(left, right):
            return f"{name(left)} goes with {name(right)}"
        case Differ((one, other)):
            return f"{name(one)} does not go with {name(other)}"
        case Differ(values):
            return f"no two of {', '.join(map(name, values))} go together"
        case CompareQuantities():
            return _compared(atom, name(atom.left), name(atom.right), categories[atom.category])
        case Flag(phrase, first):
            return f'"{phrase}" is meant in its {"first" if first else "second"} sense'
    raise TypeError(atom)


def _name(categories: Sequence[Category], value: Value) -> str:
    """A value; one that more than one category has, or a number, with its category."""
    category = categories[value.category]
    shown = category.values[value.index]
    shared = sum(shown in other.values for other in categories) > 1
    return f"{singular(category.name)} {shown}" if shared or shown[:1].isdigit() else shown


def _compared(part: CompareQuantities, left: str, right: str, category: Category) -> str:
    """A comparison of quantities; "" if its amount is in a unit that the category does not name."""
    if part.relation not in ("<", ">") and any(size != 1 for _, size in category.units) and category.kind not in _UNITS:
        return ""
    unit = _UNITS.get(category.kind, "")
    amount = _amount(Fraction(abs(part.amount), category.scale), unit)
    lower, higher = _DIRECTIONS.get(category.kind, ("less", "more"))
    numbered = "the number of " if category.kind in _NUMBERED else ""
    of_left, of_right = f"{numbered}the {singular(category.name)} of {left}", f"that of {right}"
    match part.relation:
        case "<" | ">":
            return f"{of_left} is {lower if part.relation == '<' else higher} than {of_right}"
        case "difference":
            return f"{of_left} is {amount} {lower if part.amount < 0 else higher} than {of_right}"
        case "distance":
            return f"{of_left} and {of_right} differ by {amount}"
        case "not distance":
            return f"{of_left} and {of_right} do not differ by {amount}"


def _amount(exact: Fraction, unit: str) -> str:
    """An amount with its unit."""
    number = f"{exact.numerator:,}" if exact.denominator == 1 else f"{float(exact):.10g}"
    return f"{number} {unit}{'s'[: exact != 1]}" if unit else number


def _values(atom: Formula) -> tuple[Value, ...]:
    match atom:
        case Same(left, right) | CompareQuantities(left, right):
            return (left, right)
        case Differ(values):
            return values
    return ()


def _place(subject: Subject, categories: Sequence[Category], value: Value) -> Place | None:
    """Where a value stands in the answer of a logic grid."""
    category = categories[value.category]
    for number, row in enumerate(subject.answer if isinstance(subject.answer, list) else ()):
        if isinstance(row, Mapping) and row.get(category.name) == category.values[value.index]:
            return pointer(number, category.name)
    return None


def _named(answer: object, layout: Layout, text: str) -> Iterator[Place]:
    """The places of an answer whose value, or whose name, occurs in a text."""
    if layout.shape == "board":
        yield from _cells(text, layout)
        return
    said = tokens(text)
    for place, value in leaves(answer):
        names = [parts(place)[-1]] if layout.shape == "other" and place else []
        if any(_within(tokens(str(name)), said) for name in (value, *names)):
            yield place


def _cells(text: str, layout: Layout) -> Iterator[Place]:
    """The cells of a board that a text names by their numbers, from 1."""
    for row, column in re.findall(r"\b[Rr]ow (\d+), column (\d+)\b", text):
        if int(row) in layout.rows and int(column) in layout.columns:
            yield pointer(int(row) - 1, int(column) - 1)


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return size > 0 and any(tuple(whole[n : n + size]) == tuple(part) for n in range(len(whole) - size + 1))
