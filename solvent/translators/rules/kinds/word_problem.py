"""Word problems: numbers, coins, heads and legs, ages, prices, shares; read by the themes in `quantities`.

The answer has the shape of what the text asks for: a number, a list of numbers in ascending order, or an object with a
number for each name. Every sentence that states something is a clue.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, Literal

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Expression,
    Product,
    Rounded,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Convention, Passage, Payload, Puzzle, Role
from solvent.translators.rules.quantities import bounds
from solvent.translators.rules.quantities.facts import PART, Asked, Fact, Relation, Unknown
from solvent.translators.rules.quantities.polynomial import Poly
from solvent.translators.rules.quantities.reading import LONGEST, Line, Reading
from solvent.translators.rules.quantities.themes import read

KIND = "word problem"
ORDER = 45  # after the numbers of "find two numbers whose sum ...", before logic grids
TOLD = True
REPLIES = True
_WHOLE = Convention(
    ways=("the numbers are whole numbers", "the numbers may be fractions"),
    decided=("They are whole numbers.", "They may be fractions."),
)
_SOME = Convention(
    ways=("there is at least one of each", "there may be none of some"),
    decided=("There is at least one of each.", "There may be none of some of them."),
)
_ROLES: dict[str, Role] = {"clue": "clue", "question": "question", "story": "rule", "unread": "unread"}
_MISSING = "the text does not say enough to decide what it asks for"


class WordProblem(Payload, kind=KIND):
    """The unknowns, what each clue says of them, and what is asked for.

    `names` are the keys of the answer; a list if there are none, and a single number if it is not `several`. `whole`
    says whether the unknowns are whole numbers, "open" if that is not said. `some` are unknowns that may be zero.
    """

    unknowns: tuple[Unknown, ...]
    always: tuple[Fact, ...]
    facts: tuple[tuple[int, tuple[Fact, ...]], ...]
    asked: tuple[Poly, ...]
    names: tuple[str, ...] = ()
    several: bool = False
    sense: Literal["", "minimize", "maximize"] = ""
    whole: Literal["whole", "open", "real"] = "whole"
    some: tuple[str, ...] = ()


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a WordProblem, or None."""
    found = read(text) if len(text) <= LONGEST else None
    if found is None or found.asked is None:
        return None
    clues, facts = _clues(found.lines)
    payload = _payload(found, found.asked, facts)
    conventions = [_WHOLE] if payload.whole == "open" else []
    conventions += [_SOME] if payload.some else []
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="optimal" if payload.sense else "unique",
        answer_schema=_schema(payload),
        payload=payload,
        passages=tuple(_passages(found, payload)),
        conventions=tuple(conventions),
    )


def _clues(lines: Iterable[Line]) -> tuple[list[Clue], list[tuple[int, tuple[Fact, ...]]]]:
    clues: list[Clue] = []
    facts: list[tuple[int, tuple[Fact, ...]]] = []
    for line in lines:
        number = len(clues) + 1
        if line.role == "unread":
            clues.append(Clue(id=number, text=line.text, understood=False, reason=line.reason))
        elif line.facts:
            clues.append(Clue(id=number, text=line.text, understood=True))
            facts.append((number, line.facts))
    return clues, facts


def _payload(found: Reading, asked: Asked, facts: Sequence[tuple[int, tuple[Fact, ...]]]) -> WordProblem:
    answer = asked.answer
    several = not isinstance(answer, Poly)
    values = tuple(answer.values()) if isinstance(answer, dict) else tuple(answer) if several else (answer,)
    stated = [*found.always, *(fact for _, some in facts for fact in some)]
    parts = {name for fact in stated for way in fact.ways for each in way for name in each.left.unknowns}
    negative = any(each.low is None for each in found.unknowns)
    known = {each.name for each in found.unknowns}
    helping = sorted(name for name in parts - known if name.startswith(PART))
    unknowns = (*found.unknowns, *(Unknown(name, None if negative else 0) for name in helping))
    whole = "whole" if helping or asked.sense else found.whole
    if whole == "whole":
        if asked.sense == "minimize" and len(found.unknowns) == 1:
            unknowns = (bounds.first_period(unknowns[0], stated), *unknowns[1:])
        unknowns = bounds.bounded(unknowns, stated)
    return WordProblem(
        unknowns=unknowns,
        always=found.always,
        facts=tuple(facts),
        asked=values,
        names=tuple(answer) if isinstance(answer, dict) else (),
        several=several,
        sense=asked.sense,
        whole=whole,
        some=found.some,
    )


def _passages(found: Reading, payload: WordProblem) -> Iterable[Passage]:
    assumed = f"taken as known: {'; '.join(found.assumed)}" if found.assumed else ""
    for line in found.lines:
        reason = line.reason or (assumed if line.facts else "")
        assumed = "" if reason == assumed else assumed
        yield Passage(text=line.text, role=_ROLES[line.role], reason=reason)
    facts = [*payload.always, *(fact for _, some in payload.facts for fact in some)]
    unbounded = any(each.high is None for each in payload.unknowns)
    if unbounded and not payload.sense and not bounds.determined(payload.asked, facts):
        last = next((line.text for line in found.lines if line.role == "question"), "")
        yield Passage(text=last, role="unread", reason=_MISSING, blocks=True)


def _schema(payload: WordProblem) -> dict[str, Any]:
    number = {"type": "integer" if payload.whole == "whole" else "number"}
    if payload.names:
        return {
            "type": "object",
            "properties": dict.fromkeys(payload.names, number),
            "required": list(payload.names),
            "additionalProperties": False,
        }
    if payload.several:
        count = len(payload.asked)
        return {"type": "array", "minItems": count, "maxItems": count, "items": number}
    return number


def ways(puzzle: Puzzle) -> int:
    """Return how many interpretations there are: of each point that is left open, both."""
    found = puzzle.kept(WordProblem)
    return (2 if found.whole == "open" else 1) * (2 if found.some else 1)


def preferred(puzzle: Puzzle) -> str:
    """Prefer CPMpy for bounded whole numbers, and SMT-LIB for all others."""
    found = puzzle.kept(WordProblem)
    limited = all(each.low is not None and each.high is not None for each in found.unknowns)
    return "cpmpy" if limited and found.whole == "whole" else "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, _reading: str = "literal", way: int = 0) -> Program:
    """State all facts, in whole or real numbers."""
    found = puzzle.kept(WordProblem)
    real = found.whole == "real" or (found.whole == "open" and way % 2 == 1)
    none = bool(found.some) and (way // (2 if found.whole == "open" else 1)) % 2 == 1
    return emit(model(found, real=real, none=none), framework)


def model(found: WordProblem, *, real: bool = False, none: bool = False) -> ConstraintModel:
    """State the facts as constraints; with `none`, what may be zero is."""
    symbols = {each.name: re.sub(r"\W+", "_", each.name) for each in found.unknowns}
    lows = {each.name: 1 if each.name in found.some and not none else each.low for each in found.unknowns}
    arrays = [Array(symbols[each.name], (), lows[each.name], each.high, real=real) for each in found.unknowns]
    stated: list[tuple[int | None, Constraint]] = [(None, _constraint(fact, symbols)) for fact in found.always]
    stated += [(clue, _constraint(fact, symbols)) for clue, some in found.facts for fact in some]
    shown: list[Any] = []
    for number, each in enumerate(found.asked, 1):
        term = _sum(each, symbols)
        common = _common(each)
        if common > 1:  # the answer is a fraction of what is known
            low, high = _range(each, arrays[: len(found.unknowns)], symbols)
            arrays.append(Array(f"asked_{number}", (), low, high, real=real))
            stated.append((None, Comparison(times(common, Var(f"asked_{number}")), "==", term)))
            term = Var(f"asked_{number}")
        shown.append(Rounded(term) if real else term)
    answer: Any = dict(zip(found.names, shown, strict=True)) if found.names else shown if found.several else shown[0]
    objectives = ((found.sense, _sum(found.asked[0], symbols)),) if found.sense else ()
    return ConstraintModel(tuple(arrays), tuple(stated), answer, objectives=objectives)


def _range(poly: Poly, arrays: Sequence[Array], symbols: dict[str, str]) -> tuple[int | None, int | None]:
    """The bounds of a linear quantity that follow from those of its unknowns; None if there are none."""
    known = {each.name: (each.low, each.high) for each in arrays}
    low, high = Fraction(0), Fraction(0)
    for key, by in poly.terms:
        ends = known[symbols[key[0]]] if len(key) == 1 else (1, 1) if not key else (None, None)
        if ends[0] is None or ends[1] is None:
            return None, None
        low, high = (
            low + min(by * end for end in ends if end is not None),
            high + max(by * end for end in ends if end is not None),
        )
    return floor(low), ceil(high)


def _constraint(fact: Fact, symbols: dict[str, str]) -> Constraint:
    ways = [AllOf(tuple(_comparison(each, symbols) for each in way)) for way in fact.ways]
    if len(ways) == 1:
        return ways[0].parts[0] if len(ways[0].parts) == 1 else ways[0]
    return AnyOf(tuple(ways))


def _comparison(relation: Relation, symbols: dict[str, str]) -> Constraint:
    """Write a relation with positive terms on both sides."""
    left = [(by, key) for by, key in relation.left.whole if by > 0]
    right = [(-by, key) for by, key in relation.left.whole if by < 0]
    return Comparison(_terms(left, symbols), relation.op, _terms(right, symbols))


def _terms(terms: Iterable[tuple[int, tuple[str, ...]]], symbols: dict[str, str]) -> Expression:
    return add(*(times(by, _product(key, symbols)) if key else by for by, key in terms))


def _product(key: tuple[str, ...], symbols: dict[str, str]) -> Expression:
    factors = tuple(Var(symbols[name]) for name in key)
    return factors[0] if len(factors) == 1 else Product(factors)


def _sum(poly: Poly, symbols: dict[str, str]) -> Expression:
    return _terms(poly.whole, symbols)


def _common(poly: Poly) -> int:
    """The number by which the whole-number terms of a polynomial are too large."""
    return int(poly.whole[0][0] / poly.terms[0][1]) if poly.terms else 1
