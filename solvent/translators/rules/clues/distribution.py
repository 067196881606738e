"""Divides sentences about several subjects, or statements, of which some number has a predicate, or is true."""

import re
from collections.abc import Iterator, Sequence

from solvent.translators.rules.clues.clauses import Sentence, words
from solvent.translators.rules.clues.compound_parts import Counted, Denied, Simple, Structure, every, some
from solvent.translators.rules.clues.lists import listed_subjects
from solvent.translators.rules.text.words import NUMBER_WORDS


def distributed(said: Sentence) -> Iterator[Structure]:
    """Neither A nor B, both A and B, one of A, B and C, exactly one of them, none of them is X."""
    norms = said.norms
    found = _opener(norms)
    if not found:
        return
    start, joint, least, most = found
    subjects = listed_subjects(said, start, joint)
    if not subjects:
        return
    spans, verb = subjects
    rest = said.tokens[verb:]
    count = len(spans)
    if any(not said.repeatable(*span) for span in spans):
        return
    parts = tuple(Simple((*said.tokens[a:b], *rest)) for a, b in spans)
    if least is None:
        if "and" in said.norms[verb:]:
            return  # "neither A nor B has X and Y" may deny both, or that both are had
        yield Counted(tuple(Denied(part) for part in parts), count, count, apart=True)
    elif _one_and_other(said, verb) is not None:
        yield from _one_the_other(said, spans, verb, least, most)
    else:
        yield Counted(parts, min(least, count), min(most, count), apart=norms[0] == "both")


_MANY = 99


_QUANTITIES = {
    ("exactly",): (0, 0),
    ("only",): (0, 0),
    ("just",): (0, 0),
    ("at", "least"): (0, _MANY),
    ("at", "most"): (-1, 0),
}


def _opener(norms: Sequence[str]) -> tuple[int, str, int | None, int] | None:
    """How a sentence opens that says the same of several subjects: where they begin, their conjunction, how many."""
    if norms[0] == "neither" and norms[1:2] != ("of",):
        return 1, "nor", None, 0
    if norms[0] == "both":
        return (2 if norms[1:2] == ("of",) else 1), "and", _MANY, _MANY
    if norms[0] in ("none", "neither") and norms[1:2] == ("of",):
        return 2, "and", None, 0
    if norms[0] == "either" and norms[1:2] != ("of",):
        return 1, "or", 1, _MANY
    for opening, (low, high) in {(): (0, _MANY), **_QUANTITIES}.items():
        at = len(opening)
        number = {"1": 1, **NUMBER_WORDS}.get(norms[at]) if at < len(norms) else None
        if tuple(norms[:at]) == opening and number and norms[at + 1 : at + 2] == ("of",):
            if not opening and number != 1:
                return None
            least = 0 if low < 0 else number
            return at + 2, "and", least, _MANY if high else number
    return None


def _one_and_other(said: Sentence, verb: int) -> int | None:
    """Where "the other" begins a second predicate."""
    norms = said.norms
    return next((at for at in range(verb, len(norms)) if norms[at : at + 2] == ("the", "other")), None)


def _one_the_other(
    said: Sentence, spans: Sequence[tuple[int, int]], verb: int, least: int, most: int
) -> Iterator[Structure]:
    """One of A and B is C, the other is D: exactly one of the two ways, and neither is both."""
    at = _one_and_other(said, verb)
    if at is None or len(spans) != 2 or least != 1 or most == 0:
        return
    end = at
    while end > verb and said.norm(end - 1) in (",", "and", "while", "but", "whereas"):
        end -= 1
    if end == at:
        return
    first, second = said.tokens[verb:end], said.tokens[at + 2 :]
    if not second or said.part(verb, end).mentions == () or not said.is_verb(at + 2):
        return
    one, other = (said.tokens[a:b] for a, b in spans)
    ways = []
    for a, b in ((one, other), (other, one)):
        yes = (Simple((*a, *first)), Simple((*b, *second)))
        no = (Denied(Simple((*b, *first))), Denied(Simple((*a, *second))))
        ways.append(every(*yes, *no))
    yield some(*ways)


def of_statements(opening: str) -> tuple[int, int] | None:
    """How many of the statements that follow hold, at least and at most: "exactly one of these is true"."""
    norms = tuple(token.norm for token in words(opening))
    tails = {"true", "correct", "hold", "holds"}
    if not norms or norms[-1] not in tails or not {"these", "following"} & {*norms}:
        return None
    allowed = {"of", "the", "these", "following", "statements", "two", "three", "four", "is", "are", *tails}
    found = _opener(norms)
    if not found or not {*norms[found[0] - 1 :]} <= allowed or found[2] is None or norms[0] in ("both", "either"):
        return None
    return found[2], found[3]


def statements(text: str) -> list[str]:
    """The statements of a list in one line, divided at semicolons or numbers, or else at the one "and" or "or"."""
    plain = re.sub(r"(?:^|(?<=\s))\(?[a-h1-9ivx]{1,3}[.)]\s+", "; ", text.strip().rstrip("."))
    pieces = [re.sub(r"^(?:and|or)\s+", "", piece.strip(" ,.")) for piece in re.split(r"[;.]\s+", plain)]
    found = [piece for piece in pieces if piece]
    if len(found) > 1:
        return found
    return [piece.strip() for piece in re.split(r",\s+(?:and|or)\s+", plain)]
