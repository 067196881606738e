"""The meaning of a divided sentence, from the meanings of its parts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product

from solvent.translators.rules.clues.clauses import Tokens
from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.compound_parts import Counted, Denied, Only, Simple, Structure
from solvent.translators.rules.clues.formula import All, CompareQuantities, Differ, Formula, Same, Some, Value
from solvent.translators.rules.clues.grammar import Meaning
from solvent.translators.rules.clues.negation import counted, unlike
from solvent.translators.rules.clues.values import Category

Read = Callable[[Tokens], Meaning | None]


def first_understood(ways: Iterable[Structure], read: Read, categories: Sequence[Category]) -> Meaning | None:
    """The meaning of the first way of which `read` understands every part."""
    for way in ways:
        try:
            found = _composed(way, read, categories)
        except Unclear:
            continue
        if found is not None:
            return found
    return None


def _composed(way: Structure, read: Read, categories: Sequence[Category]) -> Meaning | None:
    match way:
        case Simple(tokens, plain):
            found = read(tokens)
            return None if found and plain and not _is_plain(found.literal) else found
        case Denied(part):
            found = _composed(part, read, categories)
            return found and Meaning(unlike(found.literal, categories))
        case Only(ways):
            understood = [found for each in ways if (found := first_understood([each], read, categories))]
            return understood[0] if len(understood) == 1 else None
        case Counted():
            return _counted(way, read, categories)


def _counted(way: Counted, read: Read, categories: Sequence[Category]) -> Meaning | None:
    parts = []
    for each in way.parts:
        part = _composed(each, read, categories)
        if part is None:
            return None
        parts.append(part)
    everything = way.least == len(parts)
    if everything and _clashes(part.literal for part in parts):
        return None
    implied = tuple(extra for part in parts for extra in part.implied) if everything else ()
    if way.apart:
        implied = (*implied, *told_apart([part.literal for part in parts]))
    return Meaning(counted([part.literal for part in parts], way.least, way.most, categories), implied)


def told_apart(said: Sequence[Formula]) -> tuple[Formula, ...]:
    """That two things are different of which, each by itself, the same is said, other than that they share a row."""
    pairs = ((one, other) for n, one in enumerate(said) for other in said[n + 1 :])
    found = (_exchanged(one, other) for one, other in pairs)
    return tuple(Differ(pair) for pair in found if pair and pair[0].category != pair[1].category)


def _exchanged(one: Formula, other: Formula) -> tuple[Value, Value] | None:
    """The two values in which formulas differ that are the same otherwise."""
    match one, other:
        case Differ((a, b)), Differ((c, d)):
            pairs = [(x, y) for (x, z), (y, w) in product(((a, b), (b, a)), ((c, d), (d, c))) if z == w and x != y]
            return pairs[0] if len(pairs) == 1 else None
        case CompareQuantities(), CompareQuantities():
            if replace(one, left=other.left) == other:
                return one.left, other.left
            if replace(one, right=other.right) == other:
                return one.right, other.right
        case (All(first), All(second)) | (Some(first), Some(second)) if len(first) == len(second):
            found = {_exchanged(a, b) for a, b in zip(first, second, strict=True) if a != b}
            return found.pop() if len(found) == 1 else None
    return None


def _is_plain(said: Formula) -> bool:
    """Whether a formula only says which values share rows."""
    return isinstance(said, Same) or (isinstance(said, All) and all(isinstance(part, Same) for part in said.parts))


def _clashes(said: Iterable[Formula]) -> bool:
    """Whether formulas put two values of one category in the row of a third: "both A and B drink tea"."""
    found = [each for each in said if isinstance(each, Same)]
    pairs = [pair for each in found for pair in ((each.left, each.right), (each.right, each.left))]
    return any(
        one == another and other != last and other.category == last.category
        for one, other in pairs
        for another, last in pairs
    )
