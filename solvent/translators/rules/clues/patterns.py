"""The table of clause patterns, and how a clue is composed of clauses.

A pattern matches a whole clause or nothing: a clue with any part that no pattern covers is not understood.
"""

import re
from collections.abc import Sequence

from solvent.translators.rules.clues import counting as n
from solvent.translators.rules.clues import grammar as g
from solvent.translators.rules.clues import pairings as p
from solvent.translators.rules.clues.compare import Unclear
from solvent.translators.rules.clues.composing import told_apart
from solvent.translators.rules.clues.formula import Differ, Some, both
from solvent.translators.rules.clues.grammar import Build, Context, Meaning
from solvent.translators.rules.clues.item_codes import CLAUSE, Item
from solvent.translators.rules.clues.negation import unlike

# Auxiliaries (V) are dropped, except right after "and" (v), where they distinguish a predicate from a second subject.
_PATTERNS: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"(MM+)", g.identity),
        (r"(M+)(NM)", g.predicates),
        (r"(M+)(N?M(?:C?Av?N+M)+)", g.predicates),
        (r"(M)(MAv?M)", g.predicates),
        (r"(M+)N(MC?(?:[OR]N?M)|M(?:CM)+C?[OR]M)", g.none_of),
        (r"(M+)T(M(?:CM)*C?[RO]M)", g.none_of),
        (r"T(M(?:CM)*C?[RO]M)(M)", g.neither),
        (r"(M+)E(M(?:CM)*C?OM)", g.one_of),
        (r"(M)(MOM)", g.one_of),
        (r"(M)(M(?:CM)+C?OM)", g.one_of),
        (r"(M+)NE(MOM)", g.none_of),
        (r"(M+)(X)E?(MOM)", p.one_of_places),
        (r"(X)(M)(M)", p.inverted),
        (r"(MAM)=", p.one_row),
        (r"(M+)Y(M)A(M)", p.flanked),
        (r"(M)A(M)/(M)", p.on_two_sides),
        (r"(M)A(M)[|](M)", p.on_one_side),
        (r"(MAM)C?y?C?(MAM)C?y", p.in_some_order),
        (r"(MAM)C?yC?(MAM)", p.in_some_order),
        (r"(M(?:CM)+C?AM)C?yC?(M(?:CM)+C?AM)", p.in_some_order),
        (r"(M(?:CM)+C?AM)(M(?:CM)+C?AM)C?y", p.in_some_order),
        (r"Z(M)A(M)(M)", g.between_them),
        (r"E(M(?:CM)*C?OM)(M)", g.either_is),
        (r"(MOM)(M)", g.either_is),
        (r"F(M+)A(M+)C?1(M+)C?A2(M+)", g.of_two),
        (r"(M(?:CM)*C?AM)D", g.all_different),
        (r"(L)(M(?:CM)*C?AM)", g.everybody),
        (r"(L)(M(?:CM)+)", g.everybody),
        (r"(M+)((?:[KXW]M+)(?:C?Av?[KX]M+)*)", g.comparisons),
        (r"(M+)([KX]M(?:CM)*C?AM)", g.comparisons),
        (r"(M+)N([KI])(M+)", g.not_compared),
        (r"(#)(K)(M+)", n.counted_above),
        (r"(M+)(K)(#)", n.counted_below),
        (r"(o)(M+)(K)(M+)", n.only_one_above),
        (r"(e)(M+)(K)(M+)", n.all_but_one_below),
        (r"(M+)(H)(M)", g.at_least),
        (r"G(M(?:CM)*C?[AO]M)(M+)", g.exactly_one),
        (r"(MAM)(MAM)C?S", g.respectively),
        (r"(M(?:CM)+C?AM)(M(?:CM)+C?AM)C?S", g.respectively),
        (r"Q(M(?:[AO]M)*)(M+)", g.other_than),
        (r"(M+)Q(M(?:[AO]M)*)", g.other_than_last),
        (r"(M+)CP(N?M)C(N?M+)", g.aside),
        (r"(M+)CP(N?M+)", g.aside),
        (r"(M+)C(M)C(N?M+)", g.aside),
        (r"(M+)CN(M)C(M+)", g.contrast),
        (r"(MAM)ND", g.all_different),
        (r"(M+)A(M+)(J)", g.neighbours),
        (r"(M+)N(X)(M+)", g.not_neighbours),
        (r"(B)(M+)A(M+)", g.apart_by),
        (r"(B)(M)(M)", g.apart_by),
        (r"(M+)A(M+)(B)", g.neighbours),
        (r"Z(M)A(M)C?(B)", g.neighbours),
        (r"n(M+)(M)", g.not_so),
        (r"(M)A(M)b([KX])(M)", g.both_compared),
        (r"(M)A(M)bN(M)", g.neither_of),
        (r"(M)A(M)N(M)", g.neither_of),
        (r"(M+)A(M+)N(J)", g.not_neighbours_each),
        (r"(M)Z(M)A(M)", g.between),
        (r"(M+)(N?)(U)", g.in_places),
    )
)
_PREDICATE = frozenset("vNTEKXUHW")


def meaning(items: Sequence[Item], context: Context, length: int) -> Meaning:
    """The meaning of a clue of `length` tokens, from its items.

    Raises:
        Unclear: no pattern fits, or the one that fits makes no sense here.

    """
    trimmed = list(items)
    while trimmed and trimmed[-1].code in "CV":
        trimmed.pop()
    if trimmed and trimmed[-1].code == "E" and any(item.code == "N" for item in trimmed):
        trimmed.pop()  # "isn't Ada either"
    ends_in_verb = bool(items) and items[-1].code == "V" and items[-1].end == length
    if ends_in_verb and not any(item.code in "KXIW" for item in trimmed):
        raise Unclear("ends in a second statement")  # "... or the rower does"
    plain = _marked(trimmed)
    if any(item.code == "!" for item in plain) and not any(item.code in "EO" for item in plain):
        raise Unclear("leaves open what 'both' refers to")
    exclusive = any(item.code == "!" for item in plain)
    plain = [item for item in plain if item.code != "!"]
    while plain and plain[-1].code == "C":
        plain.pop()
    found = _clause(plain, context)
    if found:
        return _one_only(found, context) if exclusive else found
    mentions = sum(item.code == "M" for item in items)
    if mentions < 2:
        raise Unclear(f"mentions {mentions or 'no'} value{'s' if mentions != 1 else ''} of the puzzle")
    raise Unclear("has a structure that the grammar does not cover")


def _one_only(found: Meaning, context: Context) -> Meaning:
    """The meaning of "A or B, but not both"."""
    if not isinstance(found.literal, Some) or len(found.literal.parts) != 2:
        return found
    one, other = found.literal.parts
    not_one, not_other = (unlike(part, context.known.categories) for part in (one, other))
    return Meaning(Some((both(one, not_other), both(other, not_one))), found.implied)


def _marked(items: Sequence[Item]) -> list[Item]:
    """The items without auxiliaries, except those right after "and", which become "v"."""
    found: list[Item] = []
    for item in items:
        if item.code == "V":
            if found and found[-1].code == "A" and found[-1].end == item.start:
                found.append(Item("v", item.start, item.end))
        elif item.code not in "_<":
            found.append(item)
    return found


def _clause(items: Sequence[Item], context: Context) -> Meaning | None:
    """The meaning of a statement; None if no pattern fits it, whole or divided."""
    body = [item for item in items if item.code != "^"]
    return _whole(body, context) or _predicates(body, context) or _two(items, context)


def _whole(items: Sequence[Item], context: Context) -> Meaning | None:
    codes = "".join(item.code for item in items)
    for pattern, build in _PATTERNS:
        match = pattern.fullmatch(codes)
        if match:
            spans = [match.span(n) for n in range(1, pattern.groups + 1)]
            return build([list(items[start:end]) for start, end in spans], context)
    return None


def _predicates(items: Sequence[Item], context: Context) -> Meaning | None:
    """One subject with several predicates, each marked by a verb, a negation or a comparison after "and"."""
    starts = [
        at
        for at, item in enumerate(items[:-1])
        if item.code == "A" and items[at + 1].code in _PREDICATE and item.payload != CLAUSE
    ]
    if not starts or not items or items[0].code != "M":
        return None
    found, begin = [], 0
    for at in [*starts, len(items)]:
        segment = [item for item in items[begin:at] if item.code != "v"]
        while segment and segment[-1].code == "C":
            segment.pop()
        part = _whole(segment if begin == 0 else [items[0], *segment], context)
        if part is None:
            return None
        found.append(part)
        begin = at + 1
    joined, compared = _joined(found), [part.literal for part in found if not isinstance(part.literal, Differ)]
    return Meaning(joined.literal, (*joined.implied, *told_apart(compared)))


def _two(items: Sequence[Item], context: Context) -> Meaning | None:
    """Two clauses, each with its own subject: "A is X and B is Y", "either A is X or B is Y"."""
    if not items or items[0].payload != CLAUSE:
        return None
    either = items[0].code == "E"
    begins = Item("^", items[0].start, items[0].start, CLAUSE)
    for at, item in enumerate(items):
        if item.payload != CLAUSE or item.code not in ("O" if either else "AC") or at == 0:
            continue
        if either and any(later.code == "A" and later.payload == CLAUSE for later in items[at + 1 :]):
            continue  # "either S or T and U" leaves open what U is joined to
        left, right = list(items[1:at]), [begins, *items[at + 1 :]]
        while left and left[-1].code == "C":
            left.pop()
        parts = [_clause(left, context), _clause(right, context)]
        one, other = parts
        if one is None or other is None:
            continue
        return Meaning(Some((one.literal, other.literal))) if either else _joined([one, other])
    return None


def _joined(parts: Sequence[Meaning]) -> Meaning:
    return Meaning(both(*(part.literal for part in parts)), tuple(extra for part in parts for extra in part.implied))
