"""Divides sentences with "if", "unless" and "or" between clauses."""

from collections.abc import Iterator

from solvent.translators.rules.clues.clauses import JOINING, Sentence, trimmed
from solvent.translators.rules.clues.compound_parts import Counted, Denied, Simple, Structure, some
from solvent.translators.rules.clues.ellipsis import consequence, has_subject


def conditional(said: Sentence) -> Iterator[Structure]:
    """If S, T; T if S; T only if S; unless S, T."""
    norms = said.norms
    marks = [at for at, norm in enumerate(norms) if norm in ("if", "unless", "whenever")]
    first = marks[0]
    if first == 0 and len(marks) == 1:
        yield from _opening(said, norms[0])
        return
    rest = trimmed(said.tokens[:first])
    before = said.part(0, first)
    if norms[first - 4 : first + 1] == ("if", "and", "only", "if") or (
        len(marks) == 2 and norms[marks[0] : marks[1] + 1] == ("if", "and", "only", "if")
    ):
        condition = said.part(marks[-1] + 1, len(norms))
        one, other = Simple(rest), consequence(before, condition)
        yield Counted((Counted((one, other), 2, 2), Counted((Denied(one), Denied(other)), 2, 2)), 1, 2)
        return
    if len(marks) != 1:
        return
    condition = said.part(first + 1, len(norms))
    if norms[first - 1 : first + 1] == ("only", "if"):
        one = Simple(trimmed(said.tokens[: first - 1]))
        yield some(Denied(one), consequence(said.part(0, first - 1), condition))
    elif norms[first] == "unless":
        yield some(Simple(rest), consequence(before, condition, copied=True))
    else:
        yield some(Simple(rest), Denied(consequence(before, condition)))


def _opening(said: Sentence, mark: str) -> Iterator[Structure]:
    """If S, then T, divided at "then", or else at the comma after which a subject and its verb follow."""
    norms = said.norms
    then = [at for at, norm in enumerate(norms) if norm == "then"]
    commas = [at for at, norm in enumerate(norms) if norm == ","]
    places = then[:1] or [at for at in commas if has_subject(said, at + 1)]
    if not places or (len(places) > 1 and not then) or len(then) > 1:
        return
    start = places[0] + 1
    if "," in norms[start:] and ("and" in norms[start:] or "but" in norms[start:]):
        return  # "if S, T, and U" leaves open whether U depends on S
    condition = said.part(1, places[0])
    one = Simple(trimmed(condition.tokens))
    other = consequence(condition, said.part(start, len(norms)))
    yield some(one if mark == "unless" else Denied(one), other)


def either(said: Sentence) -> Iterator[Structure]:
    """Either S or T, but not both; the alternatives may share their subject."""
    norms = said.norms
    if norms[0] != "either":
        return
    end, most = len(norms), 2
    if norms[-3:] == ("but", "not", "both"):
        end, most = end - 3, 1
    places = [at for at, norm in enumerate(norms) if norm == "or"]
    verb = said.subject(1)
    if len(places) != 1 or not has_subject(said, places[0] + 1) or verb is None or verb > places[0]:
        return
    if any(norms[at] in ("and", "but") and said.subject(at + 1) is not None for at in range(places[0], end)):
        return  # "either S or T and U" leaves open what U is joined to
    left = said.part(1, places[0])
    yield Counted((Simple(trimmed(left.tokens)), consequence(left, said.part(places[0] + 1, end))), 1, most)


def alternative(said: Sentence) -> Iterator[Structure]:
    """S or T, but not both, where nothing else is joined."""
    norms = said.norms
    end, most = (len(norms) - 3, 1) if norms[-3:] == ("but", "not", "both") else (len(norms), 2)
    joints = [at for at, norm in enumerate(norms[:end]) if norm in {"or", "nor", "either", "neither", *JOINING}]
    verb = said.subject()
    if len(joints) != 1 or norms[joints[0]] != "or" or verb is None or verb > joints[0]:
        return
    left, right = said.part(0, joints[0]), said.part(joints[0] + 1, end)
    if right.subject() is not None and len(left.mentions) > 1:
        yield Counted((Simple(trimmed(left.tokens)), Simple(trimmed(right.tokens))), 1, most)
