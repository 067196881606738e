"""Questions for numbers: "find two positive integers whose sum is 15 and whose product is 56".

The answer is the list of numbers in ascending order. The kind of numbers is the first clue, every relation another.
Only integers are considered; a text that does not ask for integers is not read if no integers fit.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Product,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.rules.text.words import NUMBER_WORDS

KIND = "numbers"
ORDER = 40
_COUNTS = {"two": 2, "2": 2, "three": 3, "3": 3, "a pair of": 2}
_KINDS = closed_vocabulary.listed("positive natural whole consecutive different distinct odd even")
_HEAD = re.compile(
    r"(?:find|determine|give|name|what are|which are|i am thinking of|there are)\s+(?:the\s+)?"
    r"(?P<count>two|three|a pair of|[23])\s+(?P<kinds>(?:(?:\w+)(?:,|\s+and)?\s+){0,4}?)(?P<noun>numbers|integers)\b",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"[,;:.?!]+(?=\s|$)|\b(?:and|but|whose|such that|so that|which|that|with|where|if|have|having)\b", re.IGNORECASE
)
_COUNT = "|".join([*NUMBER_WORDS, r"-?\d+"])
_IS = r"(?:\s+(?:is|are|of|equals?|equal to|to|is equal to|be))?\s*=?\s*"
_LARGER = r"(?:the\s+)?(?:larger|bigger|greater|largest|greatest)(?:\s+(?:number|one))?"
_SMALLER = r"(?:the\s+)?(?:smaller|lesser|smallest)(?:\s+(?:number|one))?"
_ONE = r"one(?:\s+(?:number|of them))?"
_OTHER = r"the other(?:\s+(?:number|one))?"
_TIMES = rf"(?P<factor>twice|double|(?:{_COUNT})\s+times)(?:\s+as (?:large|big|great) as)?"
Name = Literal["sum", "product", "difference", "squares", "ratio"]
_PATTERNS: tuple[tuple[Name, str], ...] = (
    ("sum", rf"(?:sum|total){_IS}(?P<value>{_COUNT})"),
    ("sum", rf"(?:add up|add|sum up|sum|total)(?: to)? (?P<value>{_COUNT})"),
    ("product", rf"product{_IS}(?P<value>{_COUNT})"),
    ("product", rf"multiply to (?P<value>{_COUNT})"),
    ("difference", rf"(?:positive )?difference{_IS}(?P<value>{_COUNT})"),
    ("difference", rf"differ by (?P<value>{_COUNT})"),
    ("squares", rf"sum of (?:their|the) squares{_IS}(?P<value>{_COUNT})"),
    (
        "difference",
        rf"(?:{_LARGER}|{_ONE}) is (?P<value>{_COUNT}) (?:more|greater|larger|bigger) than (?:{_SMALLER}|{_OTHER})",
    ),
    ("difference", rf"(?:{_SMALLER}|{_ONE}) is (?P<value>{_COUNT}) (?:less|smaller) than (?:{_LARGER}|{_OTHER})"),
    ("ratio", rf"(?:{_LARGER}|{_ONE}) is {_TIMES} (?:{_SMALLER}|{_OTHER})"),
)
_RELATIONS = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _PATTERNS)
_LEAD = re.compile(r"^(?:(?:their|the|a|they|these|numbers|have|has|also|its)\s+)+", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:(?:find|determine|name|give|what are)\s+(?:them|(?:the|these|both)\s+(?:two |three )?(?:numbers|integers))"
    r"|what are they)",
    re.IGNORECASE,
)
_LARGEST = 10**6


@dataclass(frozen=True)
class _Relation:
    name: Name
    value: int


class Numbers(Payload, kind=KIND):
    """How many numbers, of what kinds (words), and their relations by clue id; all are from -`bound` to `bound`."""

    count: int
    kinds: tuple[str, ...]
    bound: int
    relations: Mapping[int, _Relation]


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with Numbers, or None."""
    head = _HEAD.search(text) if len(text) <= 2000 else None
    if not head or re.search(r"\w", text[: head.start()]):
        return None
    count = _COUNTS[head["count"].lower()]
    kinds = [word for word in re.findall(r"\w+", head["kinds"].lower()) if word != "and"]
    odd = [kind for kind in kinds if kind not in _KINDS]
    clues = [Clue(id=1, text=head[0], understood=not odd, reason=closed_vocabulary.reason(odd) if odd else "")]
    relations: dict[int, _Relation] = {}
    for part in _CUT.split(text[head.end() :]):
        segment = _LEAD.sub("", part.strip(" \n\t\"'`*"))
        if not re.search(r"\w", segment) or _ASKED.fullmatch(segment):
            continue
        relation = _relation(segment, count)
        reason = "" if relation else "it is not a known relation"
        clues.append(Clue(id=len(clues) + 1, text=segment, understood=relation is not None, reason=reason))
        if relation:
            relations[clues[-1].id] = relation
    stated = list(relations.values())
    if sum(not clue.understood for clue in clues) > len(stated):
        return None  # most of the text is about something else
    bound = _bound(count, kinds, stated)
    whole = head["noun"].lower() == "integers" or bool({"natural", "whole", "consecutive", "odd", "even"} & set(kinds))
    if not stated or bound is None or not (whole or _fits(count, kinds, stated, bound)):
        return None
    schema = {"type": "array", "minItems": count, "maxItems": count, "items": {"type": "integer"}}
    payload = Numbers(count=count, kinds=tuple(kinds), bound=bound, relations=relations)
    return Puzzle(text=text, kind=KIND, clues=tuple(clues), answer_schema=schema, payload=payload)


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT supports products."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State one integer variable per number, in ascending order."""
    found = puzzle.kept(Numbers)
    count, kinds, bound = found.count, found.kinds, found.bound
    numbers = [Var("number", (i,)) for i in range(count)]
    arrays = [Array("number", (count,), _low(kinds, bound), bound)]
    stated: list[tuple[int | None, Constraint]] = []
    for smaller, larger in pairwise(numbers):
        if "consecutive" in kinds:
            step = 2 if {"odd", "even"} & set(kinds) else 1
            stated.append((1, Comparison(larger, "==", add(smaller, step))))
        else:
            stated.append((1, Comparison(smaller, "<" if {"different", "distinct"} & set(kinds) else "<=", larger)))
    if {"odd", "even"} & set(kinds):
        arrays.append(Array("half", (count,), -bound - 1, bound))
        for i, number in enumerate(numbers):
            stated.append((1, Comparison(number, "==", add(times(2, Var("half", (i,))), int("odd" in kinds)))))
    stated += [(clue, _constraint(relation, numbers)) for clue, relation in found.relations.items()]
    return emit(ConstraintModel(tuple(arrays), tuple(stated), numbers), framework)


def _relation(segment: str, count: int) -> _Relation | None:
    for name, pattern in _RELATIONS:
        match = pattern.fullmatch(segment)
        if match and (count == 2 or name in ("sum", "product", "squares")):
            word = match.groupdict().get("value") or match["factor"].lower().removesuffix("times").strip()
            value = {"twice": 2, "double": 2}.get(word.lower(), 0) or _number(word)
            if (
                abs(value) <= _LARGEST
                and not (name == "ratio" and value < 2)
                and not (name == "difference" and value < 0)
            ):
                return _Relation(name, value)
    return None


def _number(word: str) -> int:
    return int(word) if word.lstrip("-").isdecimal() else NUMBER_WORDS[word.lower()]


def _low(kinds: Sequence[str], bound: int) -> int:
    return 1 if {"positive", "natural"} & set(kinds) else 0 if "whole" in kinds else -bound


def _bound(count: int, kinds: Sequence[str], relations: Sequence[_Relation]) -> int | None:
    """Return a bound on the absolute values in any solution; None if the relations give none.

    Linear relations have integer coefficients, so by Cramer's rule a solution of two of them is at most the sum of
    their constants times the largest coefficient; a factor of a nonzero product is at most the product.
    """
    names = {relation.name for relation in relations}
    constants = sum(abs(relation.value) for relation in relations if relation.name != "ratio")
    factor = max((relation.value for relation in relations if relation.name == "ratio"), default=1)
    product = next((relation.value for relation in relations if relation.name == "product"), 0)
    limited = (
        (_low(kinds, 1) >= 0 and "sum" in names)
        or product != 0
        or "squares" in names
        or ("consecutive" in kinds and bool({"sum", "product"} & names))
        # A single relation has infinitely many solutions, at least two of them within any bound.
        or (count == 2 and "product" not in names)
        or (count == 2 and len(relations) > 1)
    )
    return (constants + 9) * (factor + 1) if limited else None


def _fits(count: int, kinds: Sequence[str], relations: Sequence[_Relation], bound: int) -> bool:
    """Return whether two integers satisfy these relations, by trying all values of the first."""
    if count != 2 or bound > _LARGEST // 4:
        return False
    first = relations[0]
    for a in range(max(_low(kinds, bound), -bound), bound + 1):
        partners = {
            "sum": [first.value - a],
            "difference": [a + first.value],
            "ratio": [first.value * a],
            "product": [first.value // a] if a else [],
            "squares": list(range(abs(a), int(max(0, first.value - a * a) ** 0.5) + 1)),
        }[first.name]
        if any(all(_holds(relation, a, b) for relation in relations) for b in partners):
            return True
    return False


def _holds(relation: _Relation, a: int, b: int) -> bool:
    small, large = min(a, b), max(a, b)
    return {
        "sum": a + b,
        "product": a * b,
        "difference": large - small,
        "squares": a * a + b * b,
        "ratio": relation.value
        if relation.value in ((large / small if small else 0), (small / large if large else 0))
        else 0,
    }[relation.name] == relation.value


def _constraint(relation: _Relation, numbers: Sequence[Var]) -> Constraint:
    terms: dict[Name, Expression] = {
        "sum": add(*numbers),
        "product": Product(tuple(numbers)),
        "squares": add(*(Product((number, number)) for number in numbers)),
        "difference": Difference(numbers[-1], numbers[0]),
    }
    if relation.name != "ratio":
        return Comparison(terms[relation.name], "==", relation.value)
    small, large = numbers[0], numbers[-1]
    # Of two negative numbers, the smaller one is the multiple.
    return AnyOf(
        (Comparison(large, "==", times(relation.value, small)), Comparison(small, "==", times(relation.value, large)))
    )
