"""Clauses that leave out what the clause before has said: "and neither does B", "B isn't either", "but she does"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solvent.translators.rules.clues.clauses import PRONOUNS, Sentence, Tokens, trimmed, words
from solvent.translators.rules.clues.compound_parts import Denied, Simple, Structure, every
from solvent.translators.rules.clues.links.small_words import BE, DETERMINERS, FINITE
from solvent.translators.rules.clues.lists import listed_subjects
from solvent.translators.rules.clues.wordings import describes_only

_ALSO = frozenset({"too", "either", "also"})
_NEGATIONS = frozenset({"not", "neither", "never", "none", "nor"})


def elliptic(left: Sentence, right: Sentence, *, copied: bool = False) -> Structure | None:
    """The second clause of "A is not X, and neither is B", "A isn't X, nor is B", "A is X, but B isn't".

    `copied` allows "A is X unless B is", in which both predicates are the same.
    """
    kept = [at for at, norm in enumerate(right.norms) if norm != ","]
    norms, tokens = [right.norms[at] for at in kept], tuple(right.tokens[at] for at in kept)
    if not right.mentions or not norms:
        return None
    verb = left.subject()
    if verb is None:
        return _after_neither(left, norms, tokens)
    if norms[0] in ("neither", "nor", "so") and norms[1:2] and norms[1] in FINITE:
        return _inverted(left, verb, norms, tokens)
    return _auxiliary(left, verb, norms, tokens, copied=copied)


def _is_negative(left: Sentence) -> bool:
    return bool(_NEGATIONS & {*left.norms})


def _after_neither(left: Sentence, norms: Sequence[str], tokens: Tokens) -> Structure | None:
    """Neither A nor B is X, and C isn't either."""
    if left.norms[:1] != ("neither",) or [*norms[-2:]] != ["not", "either"] or norms[-3] not in FINITE:
        return None
    found = listed_subjects(left, 1, "nor")
    return Denied(Simple((*tokens[:-3], *left.tokens[found[1] :]))) if found else None


def _inverted(left: Sentence, verb: int, norms: Sequence[str], tokens: Tokens) -> Structure | None:
    """Neither is B; nor does he drink tea; so is B."""
    if (norms[0] == "so") == _is_negative(left) or not _alike(left, verb, norms[1]):
        return None
    if norms[2:3] and norms[2] in PRONOUNS:
        if norms[0] != "nor" or not left.repeatable(0, verb):
            return None
        return Denied(Simple((*left.tokens[:verb], tokens[1], *tokens[3:])))
    if any(norm in FINITE for norm in norms[2:]):
        return None
    return Simple((*tokens[2:], *left.tokens[verb:]))


def _auxiliary(left: Sentence, verb: int, norms: Sequence[str], tokens: Tokens, *, copied: bool) -> Structure | None:
    """B does, B doesn't, B isn't either: a subject and the auxiliary of the predicate before."""
    last = len(norms) - (norms[-1] in _ALSO)
    also = last < len(norms)
    denied = norms[last - 1] == "not"
    at = last - 1 - denied
    whole = at > 0 and norms[at] in FINITE and "" in norms[:at] and not FINITE & {*norms[:at]}
    if not whole or not _alike(left, verb, norms[at]) or "or" in left.norms:
        return None
    if sum(norm in _NEGATIONS for norm in left.norms) > 1 or not all(norm.isalpha() for norm in norms[:at] if norm):
        return None
    alike = _is_negative(left) == denied
    same = Simple((*tokens[:at], *left.tokens[verb:]))
    if alike:
        return same if also or copied else None  # "A isn't X, but B isn't"
    return None if also else Denied(same)


def _alike(left: Sentence, verb: int, auxiliary: str) -> bool:
    """Whether an auxiliary stands for the predicate of a clause: "does" for "drinks", "is" for "is"."""
    return left.is_be(verb) == (auxiliary in BE)


_OWN = frozenset({"hers", "his", "theirs"})
_REASONS = frozenset({"so", "therefore", "hence", "thus"})


def _owner(left: Sentence) -> Tokens:
    """The person who "hers" refers to after a clause: the only name in it, or its only value; empty if unclear."""
    names = [
        each
        for each in left.mentions
        if left.tokens[each.start].capitalised and left.norm(each.start - 1) not in DETERMINERS
    ]
    found = names if len(names) == 1 else [*left.mentions] if len(left.mentions) == 1 else []
    tokens = left.tokens[found[0].start : found[0].end] if found else ()
    return (*tokens[:-1], replace(tokens[-1], owner=True)) if tokens else ()


def reasoned(said: Sentence) -> Iterator[Structure]:
    """A is allergic to nuts, so the walnut cake isn't hers; the walnut cake isn't A's because she is allergic."""
    norms = said.norms
    at = next((n for n in range(2, len(norms)) if norms[n] in _REASONS | {"because"}), None)
    if at is None or norms[at + 1 : at + 2] in ((), ("that",), ("is",), ("was",), ("does",), ("did",)):
        return
    end = at - (norms[at - 1] in (",", "and", ";"))
    left, right = said.part(0, end), said.part(at + 1, len(norms))
    if norms[at] == "because":
        yield Simple(left.tokens) if describes_only(right) else every(Simple(left.tokens), consequence(left, right))
        return
    follows = _followed(left, right)
    if not left.mentions or not right.mentions:
        return
    yield follows if describes_only(left) else every(Simple(left.tokens), follows)


def _followed(left: Sentence, right: Sentence) -> Structure:
    """What follows from a reason; "no cake for her" is a clause of its own."""
    subject = left.tokens[left.mentions[0].start : left.mentions[0].end] if len(left.mentions) == 1 else ()
    if subject and right.norms[0] == "no" and right.norms[-2:-1] == ("for",) and right.norms[-1] in ("her", "him"):
        return Denied(Simple((*subject, *words("has the"), *right.tokens[1:-2]), plain=True))
    return consequence(left, right)


def without_pronoun(left: Sentence, right: Sentence) -> Tokens:
    """The words of a second clause that ends in "above her", with the subject of the first in place of the pronoun."""
    last = len(right.norms) - (right.norms[-1] in _ALSO)
    if last and right.norms[last - 1] in _OWN and (owner := _owner(left)):
        return (*right.tokens[: last - 1], *owner)
    end = left.subject()
    if right.norms[-1] in ("him", "her", "them", "it") and end and left.repeatable(0, end) and len(left.mentions) == 2:
        return (*right.tokens[:-1], *left.tokens[:end])
    return right.tokens


def consequence(before: Sentence, said: Sentence, *, copied: bool = False) -> Structure:
    """A clause that may refer to the subject of another, or leave out its predicate."""
    found = elliptic(before, said, copied=copied)
    if found:
        return found
    end = before.subject()
    if said.norms and said.norms[-1] in ("him", "her", "them", "it", *_OWN) and said.subject() is not None:
        return Simple(trimmed(without_pronoun(before, said)))
    if said.norm(0) in PRONOUNS and end and before.repeatable(0, end):
        return Simple(trimmed((*before.tokens[:end], *said.tokens[1:])))
    return Simple(trimmed(said.tokens))


def has_subject(said: Sentence, at: int) -> bool:
    if said.norm(at) in PRONOUNS | {"either", "neither", "both"}:
        return True
    return said.subject(at) is not None or said.subject(at, plural=True) is not None
