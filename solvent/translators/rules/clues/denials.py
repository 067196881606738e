"""Sentences that say of nobody, or of no value, what would put two values into one row."""

from collections.abc import Iterator

from solvent.translators.rules.clues.clauses import RELATIVES, Sentence, words
from solvent.translators.rules.clues.compound_parts import Denied, Simple, Structure, every
from solvent.translators.rules.text.words import COMPARATIVES

_NOBODY = (("no", "one"), ("nobody",), ("no", "person"), ("none", "of", "them"))
_TWO, _THREE = 2, 3


def denied(said: Sentence) -> Iterator[Structure]:
    """Nobody went to X by Y; no one who is X does Y; nobody older than X has Y; no X does Y."""
    norms = said.norms
    opening = next((each for each in _NOBODY if norms[: len(each)] == each), None)
    start = len(opening) if opening else 1
    if {"not", "and", "neither", "nor", ",", "but", "except"} & {*norms[start:]}:
        return
    if opening is None:
        first = said.mentions[0]
        if norms[0] == "no" and first.start == 1 and said.subject(1) is not None and len(said.mentions) == _TWO:
            yield Denied(Simple((*words("the"), *said.tokens[1:]), plain=True))
    elif norms.count("or") == 1 and len(said.mentions) == _THREE:
        yield from _of_neither(said)
    elif "or" not in norms and len(said.mentions) == _TWO:
        yield from _of_nobody(said, start)


def _of_nobody(said: Sentence, start: int) -> Iterator[Structure]:
    """Nobody, described or not from `start` on, with a predicate."""
    norms = said.norms
    if norms[start] == "else":
        return
    if norms[start] in RELATIVES:
        start += 1
    elif norms[start] not in COMPARATIVES and norms[start] not in ("from", "with", "in", "on", "at"):
        if said.is_finite(start):
            yield Denied(Simple((*words("the person who"), *said.tokens[start:]), plain=True))
        return
    verb = next((at for at in range(said.mentions[0].end, len(norms)) if said.is_finite(at)), None)
    if verb is None or verb > said.mentions[1].start or norms[verb] in RELATIVES:
        return
    first_part, rest = said.tokens[start:verb], said.tokens[verb:]
    linked = first_part if said.is_finite(start) else (*words("is"), *first_part)
    yield Denied(Simple((*words("the person who"), *rest, *linked)))


def _of_neither(said: Sentence) -> Iterator[Structure]:
    """Nobody from X or Y has Z: nobody from X has, and nobody from Y."""
    one, other, last = said.mentions
    joint = [at for at in range(one.end, other.start) if said.norms[at] == "or"]
    verb = any(said.is_finite(at) for at in range(other.end, last.start))
    if joint and verb:
        rest = said.tokens[other.end :]
        first = (*said.tokens[: one.end], *rest)
        second = (*said.tokens[: one.start], *said.tokens[other.start : other.end], *rest)
        yield every(Simple(first), Simple(second))


def unlike(said: Sentence) -> Iterator[Structure]:
    """A is X, unlike B; unlike B, A is X: A is, and B is not."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm == "unlike"), None)
    if at is None or len(said.mentions) != _THREE or {"not", "or", "and", "neither", "nor"} & {*norms}:
        return
    if at == 0:
        comma = next((n for n, norm in enumerate(norms) if norm == ","), 0)
        other, clause = said.tokens[1:comma], said.part(comma + 1, len(norms))
    elif norms[at - 1] == ",":
        other, clause = said.tokens[at + 1 :], said.part(0, at - 1)
    else:
        return
    verb = clause.subject()
    if other and verb is not None and len(clause.mentions) == _TWO:
        same, copied = Simple(clause.tokens, plain=True), Simple((*other, *clause.tokens[verb:]), plain=True)
        yield every(same, Denied(copied))


def cleft(said: Sentence) -> Iterator[Structure]:
    """It is A who does X, not B."""
    norms = said.norms
    at = max((n for n, norm in enumerate(norms) if norm == "not"), default=0)
    who = next((n for n, norm in enumerate(norms) if norm in ("who", "that")), 0)
    if norms[:2] not in (("it", "is"), ("it", "was")) or not 2 < who < at or norms[at - 1] not in (",", "and"):
        return
    end = at - 1 - (norms[at - 2] == ",")
    if len(said.mentions) != _THREE or norms.count("not") != 1 or said.mentions[-1].start < at:
        return
    one, rest, other = said.tokens[2:who], said.tokens[who + 1 : end], said.tokens[at + 1 :]
    if len(said.part(2, who).mentions) == 1 and not any(said.is_finite(n) for n in range(at, len(norms))):
        yield every(Simple((*one, *rest), plain=True), Denied(Simple((*other, *rest), plain=True)))
