"""Divides compound sentences into simple ones, joined by the words of logic.

Each division is offered only where the sentence has no other; the simple sentences are then read by the grammar, every
one of them strictly, or the whole is not understood.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from solvent.translators.rules.clues.clauses import JOINING, PRONOUNS, RELATIVES, Sentence, Tokens, trimmed, words
from solvent.translators.rules.clues.compound_parts import Denied, Only, Simple, Structure, every, some
from solvent.translators.rules.clues.conditionals import alternative, conditional, either
from solvent.translators.rules.clues.contrasts import contrasted, gapped
from solvent.translators.rules.clues.denials import cleft, denied, unlike
from solvent.translators.rules.clues.distances import between, distances
from solvent.translators.rules.clues.distribution import distributed
from solvent.translators.rules.clues.ellipsis import consequence, elliptic, has_subject, reasoned, without_pronoun
from solvent.translators.rules.clues.links.small_words import DETERMINERS
from solvent.translators.rules.clues.mentions import Mention
from solvent.translators.rules.clues.rewording import reworded
from solvent.translators.rules.text.words import COMPARATIVES

_OPEN = frozenset({"either", "or", "if", "unless", "whenever"})


def structures(said: Sentence) -> Iterator[Structure]:
    """The ways to divide a sentence; at most one of them can be meant, where the parts are understood."""
    if not said.mentions or len(said.tokens) < 3:
        return
    if any(norm in ("if", "unless", "whenever") for norm in said.norms):
        yield from conditional(said)
        for tokens, plain in reworded(said):
            yield Simple(tokens, plain)
        return
    yield from either(said)
    yield from alternative(said)
    yield from distributed(said)
    yield from _related(said)
    yield from _owned(said)
    yield from _apposed(said)
    yield from _of_neither(said)
    yield from _coordinated(said)
    yield from gapped(said)
    yield from contrasted(said)
    yield from denied(said)
    yield from unlike(said)
    yield from cleft(said)
    yield from reasoned(said)
    yield from _subject_of_two(said)
    yield from _apart(said)
    for tokens, plain in reworded(said):
        yield Simple(tokens, plain)


def after(before: Sentence, said: Sentence) -> Iterator[Structure]:
    """What a sentence says that leaves out something which the sentence before it has."""
    found = elliptic(before, said)
    if found:
        yield found
    yield from verbless(before, said)
    if said.norms[:2] == ("the", "other") and before.norms[:2] == ("one", "of"):
        both = Sentence(
            (*before.tokens, *words(","), *said.tokens),
            (*before.mentions, *(each.moved(len(before.tokens) + 1) for each in said.mentions)),
        )
        yield from distributed(both)
    instead = said.norms[-1:] == ("instead",) and "not" in before.norms
    tokens = said.tokens[:-1] if instead else said.tokens
    end = before.subject()
    if (
        said.norm(0) in ("he", "she", "they")
        and end
        and before.repeatable(0, end)
        and not before.names_people_after(end)
    ):
        yield Simple((*before.tokens[:end], *tokens[1:]))
    elif instead:
        yield Simple(tokens)
    if len(before.mentions) == 2 and {"former", "latter"} & {*said.norms}:
        yield from _former_and_latter(before, said)


def verbless(before: Sentence, said: Sentence) -> Iterator[Structure]:
    """A drinks X; B, Y: the second part has no verb of its own."""
    if len(said.mentions) == len(before.mentions) == 2 and not any(map(said.is_verb, range(len(said.tokens)))):
        by = len(before.tokens) + 1
        mentions = (*before.mentions, *(each.moved(by) for each in said.mentions))
        yield from gapped(Sentence((*before.tokens, *words(";"), *said.tokens), mentions))


def _former_and_latter(before: Sentence, said: Sentence) -> Iterator[Structure]:
    tokens = list(said.tokens)
    for at in reversed(range(len(tokens))):
        which = said.norm(at)
        if which in ("former", "latter"):
            if said.norm(at - 1) != "the":
                return
            mention = before.mentions[which == "latter"]
            tokens[at : at + 1] = before.tokens[mention.start : mention.end]
    yield Simple(tuple(tokens))


def _related(said: Sentence) -> Iterator[Structure]:
    """A, who is X, is Y; Y is older than A, who is X."""
    norms = said.norms
    for at, norm in enumerate(norms):
        if norm != "," or norms[at + 1 : at + 2] not in (("who",), ("which",)) or at + 2 >= len(norms):
            continue
        begin = said.phrase_before(at)
        if begin is None or _OPEN & {*norms[:at]} or not said.repeatable(begin, at):
            continue
        ends = [n for n in range(at + 2, len(norms)) if norms[n] == "," and said.is_finite(n + 1)]
        whole = said.phrase_before(at) == 0 or _is_whole_subject(said, at)
        if ends and whole and said.repeatable(0, at):
            name = said.tokens[:at]
            yield every(Simple((*name, *said.tokens[at + 2 : ends[0]])), Simple((*name, *said.tokens[ends[0] + 1 :])))
        elif not any(norm == "," for norm in norms[at + 2 :]) or norms[at + 2 :].count(",") == _chained(norms, at):
            name = said.tokens[begin:at]
            yield every(Simple(said.tokens[:at]), Simple((*name, *said.tokens[at + 2 :])))
        return


def _owned(said: Sentence) -> Iterator[Structure]:
    """A, whose N is X, is Y: A's N is X, and A is Y."""
    norms = said.norms
    end = next((n for n, norm in enumerate(norms) if norm == ","), 0)
    if norms[end : end + 2] != (",", "whose") or [(m.start, m.end) for m in said.mentions[:1]] != [(0, end)]:
        return
    close = [n for n in range(end + 2, len(norms)) if norms[n] == ","]
    if len(close) == 1 and said.is_finite(close[0] + 1) and said.repeatable(0, end):
        name = said.tokens[:end]
        owner = (*name[:-1], replace(name[-1], owner=True))
        yield every(Simple((*owner, *said.tokens[end + 2 : close[0]])), Simple((*name, *said.tokens[close[0] + 1 :])))


def _apposed(said: Sentence) -> Iterator[Structure]:
    """Ann, the nurse, lives above B; B lives below Ann, the nurse."""
    commas = [at for at, norm in enumerate(said.norms) if norm == ","]
    for one, other in pairwise(said.mentions):
        between = range(one.end, other.start)
        if [said.norm(at) for at in between] != [",", "the"] or _category(one) in (None, _category(other)):
            continue
        if not said.tokens[one.start].capitalised or said.tokens[other.start].capitalised:
            continue
        name = said.tokens[one.start : one.end]
        same = Simple((*name, *words("is the"), *said.tokens[other.start : other.end]))
        rest = said.tokens[other.end :]
        opened = one.start == 0 and rest[:1] and rest[0].norm == "," and said.is_finite(other.end + 1)
        if opened and commas == [one.end, other.end]:
            yield every(same, Simple((*name, *rest[1:])))
        elif not rest and commas == [one.end] and not (_OPEN | {"and", "nor", "neither", "not"}) & {*said.norms}:
            yield every(Simple(said.tokens[: one.end]), same)


def _of_neither(said: Sentence) -> Iterator[Structure]:
    """The red one came before the blue one, and Ann flew neither of them."""
    if said.norms[-3:] != ("neither", "of", "them") or len(said.mentions) != 3:
        return
    first, second, subject = said.mentions
    joint = next((at for at in range(second.end, subject.start) if said.norm(at) in ("and", "but")), None)
    if joint is None or _category(first) in (None, _category(subject)) or _category(first) != _category(second):
        return
    if not said.is_finite(subject.end) or subject.end + 4 != len(said.tokens) or subject.start != joint + 1:
        return
    left = said.part(0, joint)
    verb = said.tokens[subject.start : subject.end + 1]
    things = [_whole_phrase(said, each.start, each.end) for each in (first, second)]
    yield every(Simple(trimmed(left.tokens)), *(Denied(Simple((*verb, *each))) for each in things))


def _category(mention: Mention) -> int | None:
    return mention.candidates[0].category if mention.settled else None


def _whole_phrase(said: Sentence, start: int, end: int) -> Tokens:
    """A value with its article: "the blue"."""
    begin = start - (said.norm(start - 1) in DETERMINERS)
    return said.tokens[begin:end]


def _chained(norms: Sequence[str], at: int) -> int:
    """How many relative clauses follow one another to the end."""
    later = [n for n in range(at + 2, len(norms)) if norms[n] == ","]
    return sum(tuple(norms[n + 1 : n + 2]) in (("who",), ("which",)) for n in later)


def _is_whole_subject(said: Sentence, at: int) -> bool:
    return not any(said.is_finite(n) and not (RELATIVES & {*said.norms[:n]}) for n in range(at))


def _coordinated(said: Sentence) -> Iterator[Structure]:
    """S and T, each a clause, or with one subject, or with one predicate."""
    norms = said.norms
    for at, norm in enumerate(norms):
        if norm not in JOINING | {",", ";", "nor"} or at == 0:
            continue
        start = at
        while start < len(norms) and norms[start] in JOINING | {",", ";"}:
            start += 1
        comma = norm in (",", ";")
        if norms[at - 1] == "," or start >= len(norms):
            continue
        if not comma and _OPEN & {*norms[:at]}:
            continue  # "if S, T and U", "either S or T and U" leave open what U is joined to
        left, right = said.part(0, at), said.part(start, len(norms))
        if norms[at + 1 : at + 2] in (("who",), ("which",)):
            continue
        found = _joined(left, right, comma=comma)
        if found:
            yield found
    if norms[0] in ("while", "although", "though", "whereas"):
        commas = [at for at, norm in enumerate(norms) if norm == "," and has_subject(said, at + 1)]
        if len(commas) == 1:
            left, right = said.part(1, commas[0]), said.part(commas[0] + 1, len(norms))
            yield every(Simple(left.tokens), consequence(left, right))


def _joined(left: Sentence, right: Sentence, *, comma: bool) -> Structure | None:
    """Two clauses; the second may leave out its subject or its predicate."""
    whole = Simple(trimmed(left.tokens))
    found = elliptic(left, right) or _predicate(left, right, comma=comma)
    if found:
        return every(whole, found)
    first = right.norm(0)
    if first in PRONOUNS or right.is_finite(0) or first == "not":
        return None
    if not has_subject(right, 0) and first not in ("none", "one", "exactly", "only", "at"):
        return None
    if not any(left.is_verb(at) for at in range(len(left.tokens))):
        return None
    return every(whole, Simple(trimmed(without_pronoun(left, right))))


def _predicate(left: Sentence, right: Sentence, *, comma: bool) -> Structure | None:
    """A predicate, or what follows its verb, with the subject of the clause before."""
    end, first = left.subject(), right.norm(0)
    if end is None or not left.repeatable(0, end):
        return None
    if first in COMPARATIVES and COMPARATIVES.keys() & {*left.norms}:
        return Simple((*left.tokens[: end + 1], *trimmed(right.tokens)))
    if first in PRONOUNS and left.names_people_after(end):
        return None  # "A is older than B, and she ..." leaves open who she is
    if not (first in PRONOUNS or right.is_finite(0)) or (RELATIVES & {*left.norms[end:]} and not comma):
        return None
    return Simple((*left.tokens[:end], *(right.tokens[1:] if first in PRONOUNS else right.tokens)))


def _subject_of_two(said: Sentence) -> Iterator[Structure]:
    """The person who is X and does Y does Z: the subject is described by two predicates."""
    norms = said.norms
    joint = next((at for at, norm in enumerate(norms) if norm == "and"), 0)
    opened = norms[0] in DETERMINERS and norms[2:3] in (("who",), ("that",))
    if not (opened and said.is_finite(joint + 1)) or len(said.mentions) != 3 or not said.repeatable(0, joint):
        return
    first, second, _ = said.mentions
    if not first.end <= joint < second.start:
        return
    verb = next((at for at in range(second.end, len(norms)) if said.is_finite(at)), None)
    if verb is not None and said.repeatable(joint + 1, verb):
        name = said.tokens[:joint]
        yield every(Simple((*name, *said.tokens[joint + 1 : verb])), Simple((*name, *said.tokens[verb:])))


def leaves_open(said: Sentence) -> bool:
    """Whether "X is next to the person who is Y and is Z" says Z of X or of the other, which are different people."""
    norms = said.norms
    for at, norm in enumerate(norms):
        if norm not in ("and", "but") or norms[at - 1] == "," or not said.is_finite(at + 1):
            continue
        relative = [n for n in range(at) if norms[n] in ("who", "that", "which")]
        if relative and "," not in norms[relative[-1] : at] and not said.repeatable(0, relative[-1]):
            return True
    return False


def _apart(said: Sentence) -> Iterator[Structure]:
    """A and B are three years apart; they come on consecutive days; A is between B and C."""
    for ways in (*distances(said), *between(said)):
        yield Only(tuple(some(*(every(*map(Simple, each)) for each in way)) for way in ways))
