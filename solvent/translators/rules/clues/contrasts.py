"""Divides sentences that contrast two values, or repeat a clause without its verb."""

import itertools
from collections.abc import Iterator

from solvent.translators.rules.clues.clauses import Sentence
from solvent.translators.rules.clues.compound_parts import Denied, Simple, Structure, every
from solvent.translators.rules.clues.links.small_words import DETERMINERS
from solvent.translators.rules.text.words import COMPARATIVES


def gapped(said: Sentence) -> Iterator[Structure]:
    """A drinks X, B Y and C Z: the later clauses have no verb of their own."""
    norms = said.norms
    gaps = _gaps(said)
    breaks = [at for at, norm in enumerate(norms) if norm in (",", "and", "while", "but", ";") and at not in gaps]
    if not breaks or {"not", "neither", "nor", "or", "either", "none"} & {*norms} or len(said.mentions) % 2:
        return
    first = said.part(0, breaks[0])
    if len(first.mentions) != 2 or first.subject() is None:
        return
    segments, start = [], breaks[0] + 1
    for at in [*breaks[1:], len(norms)]:
        if at > start:
            segments.append(said.part(start, at))
        start = at + 1
    order = [mention.candidates[0].category for mention in first.mentions]
    compared = COMPARATIVES.keys() & {*first.norms}
    if any(compared != COMPARATIVES.keys() & {*each.norms} for each in segments):
        return
    parts = []
    for each in segments:
        spare = {norm for norm in each.norms if norm} - {*first.norms, ","} - DETERMINERS
        found = [m.candidates[0].category for m in each.mentions]
        alike = [one == other for one, other in zip(found, order, strict=False)]
        if spare or not any(alike) or len(found) != len(order):
            return
        tokens = list(first.tokens)
        for old, new in reversed([*zip(first.mentions, each.mentions, strict=True)]):
            tokens[old.start : old.end] = each.tokens[new.start : new.end]
        parts.append(Simple(tuple(tokens), plain=not compared))
    if parts:
        yield every(Simple(first.tokens, plain=not compared), *parts)


def _gaps(said: Sentence) -> set[int]:
    """The commas that stand for a verb: "A drinks X; B, Y"."""
    opened = (";", "and", "while", "but")
    first = next((at for at, norm in enumerate(said.norms) if norm in opened), len(said.norms))
    later = [each for each in said.mentions if each.start > first]
    return {
        one.end
        for one, other in itertools.pairwise(later)
        if said.norm(one.end) == ","
        and said.norm(other.start - 1) in (",", "the", "a", "an")
        and said.norm(one.start - 1) in opened
    }


def contrasted(said: Sentence) -> Iterator[Structure]:
    """A is X rather than Y; A is X, not Y; A isn't Y but X, with two values of one category."""
    norms = said.norms
    if len(said.mentions) != 3:
        return
    yield from _not_this_but_that(said)
    if norms[:2] in (("instead", "of"), ("rather", "than")):
        yield from _replaced(said)
        return
    one, other = said.mentions[1:]
    between = tuple(norm for norm in norms[one.end : other.start] if norm not in DETERMINERS and norm != ",")
    if one.candidates[0].category != other.candidates[0].category or other.end < len(norms) - 1:
        return
    head, tail = said.tokens[: one.end], said.tokens[other.end :]
    swapped = (*said.tokens[: one.start], *said.tokens[other.start : other.end], *tail)
    negative = [at for at, norm in enumerate(norms[: one.start]) if norm == "not"]
    if between in (("rather", "than"), ("instead", "of"), ("not",), ("and", "not")) and not negative:
        yield every(Simple((*head, *tail), plain=True), Denied(Simple(swapped, plain=True)))
    elif between == ("but",) and len(negative) == 1:
        yield every(Simple((*head, *tail)), Denied(Simple(swapped)))


def _not_this_but_that(said: Sentence) -> Iterator[Structure]:
    """Not A but B is X; it was not A but B who is X; B rather than A is X."""
    norms, (one, other, _) = said.norms, said.mentions
    start = 2 if norms[:2] in (("it", "is"), ("it", "was")) else 0
    between = tuple(norm for norm in norms[one.end : other.start] if norm not in DETERMINERS and norm != ",")
    verb = other.end + (norms[other.end : other.end + 1] == (",",))
    verb += norms[verb : verb + 1] in (("who",), ("that",))
    if one.candidates[0].category != other.candidates[0].category or not said.is_finite(verb):
        return
    rest = said.tokens[verb:]
    first, second = (said.tokens[each.start : each.end] for each in (one, other))
    opened = tuple(norm for norm in norms[start : one.start] if norm not in DETERMINERS)
    if (opened, between) == (("not",), ("but",)):
        yield every(Simple((*second, *rest), plain=True), Denied(Simple((*first, *rest), plain=True)))
    elif (opened, between) in (((), ("rather", "than")), ((), ("instead", "of"))) or (
        start and (opened, between) in (((), ("not",)), ((), ("and", "not")))
    ):
        yield every(Simple((*first, *rest), plain=True), Denied(Simple((*second, *rest), plain=True)))


def _replaced(said: Sentence) -> Iterator[Structure]:
    """Instead of Y, A is X, where X and Y are values of one category."""
    other, *rest = said.mentions
    comma = next((at for at, norm in enumerate(said.norms) if norm == ","), 0)
    same = [each for each in rest if each.candidates[0].category == other.candidates[0].category]
    if len(same) != 1 or comma != other.end:
        return
    one = same[0]
    swapped = (*said.tokens[comma + 1 : one.start], *said.tokens[other.start : other.end], *said.tokens[one.end :])
    yield every(Simple(said.tokens[comma + 1 :], plain=True), Denied(Simple(swapped, plain=True)))
