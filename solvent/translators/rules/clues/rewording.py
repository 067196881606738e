"""Puts a sentence into the order and words that the grammar knows, where the meaning stays the same."""

import re
from collections.abc import Iterator

from solvent.translators.rules.clues.clauses import Sentence, Tokens, trimmed, words
from solvent.translators.rules.clues.wordings import in_other_words
from solvent.translators.rules.text.words import COMPARATIVES, listed

Reworded = Iterator[tuple[Tokens, bool]]
_PLACED = frozenset(
    listed("in on at next between somewhere directly immediately right to one two three four exactly just above below")
)
_EVERYONE = (
    ("everyone", "else"),
    ("everybody", "else"),
    ("anyone", "else"),
    ("anybody", "else"),
    ("all", "the", "others"),
    ("all", "others"),
    ("all", "of", "the", "others"),
    ("any", "of", "the", "others"),
    ("any", "other", "person"),
    ("every", "other", "person"),
    ("the", "others"),
)
_NOBODY = (
    ("nobody",),
    ("no", "one"),
    ("no", "person"),
    ("none", "of", "the", "others"),
    ("nobody", "else"),
    ("no", "one", "else"),
)
_OPPOSITES = {"older": "youngest", "younger": "oldest", "more": "least", "less": "most", "cheaper": "most expensive"}
_OPPOSITES |= {"earlier": "latest", "later": "earliest", "taller": "shortest", "shorter": "tallest", "fewer": "most"}
_OPPOSITES |= {"higher": "lowest", "lower": "highest", "heavier": "lightest", "lighter": "heaviest"}
_OPPOSITES |= {"faster": "slowest", "slower": "fastest", "larger": "smallest", "smaller": "largest"}


def reworded(said: Sentence) -> Reworded:
    """Other wordings of a sentence; whether it may then only say which values share rows."""
    for way in (
        _without_asides,
        _fronted,
        _inverted,
        _only,
        _outermost,
        _multiple,
        _none_of,
        _no_two,
        _no_value,
        _together,
        _that_of,
        in_other_words,
        _what,
        _cleft,
        _one_and_one,
        _between_them,
        _if_and_only_if,
    ):
        yield from way(said)


_ASIDES = (
    ("on", "the", "other", "hand"),
    ("by", "contrast"),
    ("in", "contrast"),
    ("however",),
    ("meanwhile",),
    ("in", "turn"),
    ("of", "course"),
    ("needless", "to", "say"),
    ("as", "it", "happens"),
    ("by", "the", "way"),
    ("in", "fact"),
    ("as", "usual"),
)


def _without_asides(said: Sentence) -> Reworded:
    """Cora, on the other hand, does X: Cora does X."""
    norms = said.norms
    for aside in _ASIDES:
        for at in range(len(norms)):
            end = at + len(aside)
            if norms[at:end] != aside or (at and norms[at - 1] != ",") or norms[end : end + 1] not in ((), (",",)):
                continue
            before = said.tokens[: max(0, at - 1)]
            yield (*before, *said.tokens[end + 1 :]), False
            return


def _one_and_one(said: Sentence) -> Reworded:
    """Of A and B, one is C and one is D: one is C and the other is D."""
    at = [n for n, norm in enumerate(said.norms) if norm == "one"]
    if said.norms[0] == "of" and len(at) == 2 and said.norms[at[1] - 1] in ("and", ","):
        yield (*said.tokens[: at[1]], *words("the other"), *said.tokens[at[1] + 1 :]), False


def _between_them(said: Sentence) -> Reworded:
    """Between them, A and B have C and D: in some order."""
    if said.norms[:3] == ("between", "them", ","):
        yield (*said.tokens[3:], *words(", in some order")), False


def _if_and_only_if(said: Sentence) -> Reworded:
    """S if, and only if, T: without the commas."""
    norms = said.norms
    at = next((n for n in range(len(norms)) if norms[n : n + 6] == ("if", ",", "and", "only", "if", ",")), None)
    if at is not None:
        yield (*said.tokens[: at + 1], *said.tokens[at + 2 : at + 5], *said.tokens[at + 6 :]), False


def _fronted(said: Sentence) -> Reworded:
    """On Monday, A does X: A does X on Monday."""
    norms = said.norms
    commas = [at for at, norm in enumerate(norms) if norm == ","]
    if len(commas) != 1 or norms[0] not in ("in", "on", "at", "from", "with"):
        return
    phrase, rest = said.part(0, commas[0]), said.part(commas[0] + 1, len(norms))
    if len(phrase.mentions) != 1 or not rest.mentions or rest.norm(0) in ("it", "there", "they", "he", "she"):
        return
    yield (*rest.tokens, *phrase.tokens), True


def _inverted(said: Sentence) -> Reworded:
    """In house 3 lives A: A lives in house 3; somewhere between A and B lives C: C lives somewhere between them."""
    if not said.mentions or said.norm(0) not in _PLACED or said.mentions[-1].end != len(said.tokens):
        return
    start = said.mentions[-1].start
    verb = start - 1 - (said.norm(start - 1) == "the")
    finite = [at for at in range(len(said.tokens)) if said.is_finite(at)]
    if finite == [verb] and "," not in said.norms:
        plain = said.norm(0) in ("in", "on", "at")
        yield (*said.tokens[verb + 1 :], said.tokens[verb], *said.tokens[:verb]), plain


def _only(said: Sentence) -> Reworded:
    """Only A is X; A is the only one who is X."""
    norms = said.norms
    if norms[0] == "only" and norms[1:2] != ("if",) and said.subject(1) is not None:
        yield said.tokens[1:], True
    for at in range(1, len(norms) - 5):
        if norms[at : at + 3] in (("is", "the", "only"), ("was", "the", "only")):
            if norms[at + 3] in ("one", "person") and norms[at + 4] in ("who", "that", "to"):
                yield (*said.tokens[:at], *said.tokens[at + 5 :]), True
            return


def _outermost(said: Sentence) -> Reworded:
    """Nobody is older than A: A is the oldest; everyone else is older than A: A is the youngest."""
    norms = said.norms
    than = [at for at, norm in enumerate(norms) if norm == "than"]
    if len(than) != 1 or len(said.mentions) != 1:
        return
    at, mention = than[0], said.mentions[0]
    compared = [n for n in range(at) if norms[n] in COMPARATIVES]
    if len(compared) != 1 or "not" in norms:
        return
    word = norms[compared[0]]
    nobody = next((each for each in _NOBODY if norms[: len(each)] == each), None)
    others = next((each for each in _EVERYONE if norms[: len(each)] == each), None)
    behind = next((each for each in _EVERYONE if norms[at + 1 :] == each), None)
    if (nobody or others) and mention.start > at and mention.end >= len(norms) - 1:
        opener = nobody or others or ()
        verb, about = said.tokens[len(opener) : compared[0]], said.tokens[compared[0] + 1 : at]
        best = superlative(word) if nobody else _OPPOSITES.get(word, "")
        subject = said.tokens[at + 1 :]
    elif behind and mention.end <= compared[0]:
        verb, about = (), said.tokens[compared[0] + 1 : at]
        best, subject = superlative(word), said.tokens[: compared[0]]
    else:
        return
    if best:
        yield (*subject, *verb, *words(f"the {best}"), *about), False


def superlative(comparative: str) -> str:
    """The superlative of a comparative, or ""."""
    known = {"more": "most", "less": "least", "fewer": "fewest"}
    return known.get(comparative) or (re.sub("er$", "est", comparative) if comparative.endswith("er") else "")


def _multiple(said: Sentence) -> Reworded:
    """A is twice B's age: A is twice the age of B."""
    norms = said.norms
    for at, norm in enumerate(norms):
        owner = next(
            (each for each in said.mentions if each.start == at + 1 + (norms[at + 1 : at + 2] == ("the",))), None
        )
        times = norms[at - 1 : at + 1] if norm == "times" else ()
        if norm not in ("twice", "half", "thrice") and not times:
            continue
        if owner and said.tokens[owner.end - 1].owner and owner.end == len(norms) - 1:
            noun = said.tokens[owner.end]
            holder = said.tokens[at + 1 : owner.end]
            yield (*said.tokens[: at + 1], *words("the"), noun, *words("of"), *holder), False


def _none_of(said: Sentence) -> Reworded:
    """A drinks none of X, Y and Z: A drinks neither X, Y nor Z."""
    norms = said.norms
    at = next((n for n in range(1, len(norms) - 2) if norms[n : n + 2] == ("none", "of")), None)
    if at is None or norms.count("and") != 1 or norms.index("and") < at:
        return
    if all(norm in (",", "and", "the", "") for norm in norms[at + 2 :]):
        joint = norms.index("and")
        rest = (*said.tokens[at + 2 : joint], *words("nor"), *said.tokens[joint + 1 :])
        yield trimmed((*said.tokens[:at], *words("neither"), *rest)), False


def _no_value(said: Sentence) -> Reworded:
    """A is no X: A is not an X."""
    norms = said.norms
    for mention in said.mentions:
        at = mention.start - 1
        ends = norms[mention.end : mention.end + 1] in ((), (",",), (";",))
        if at > 0 and ends and norms[at] == "no" and norms[at - 1] in ("is", "was") and norms.count("not") == 0:
            yield (*said.tokens[:at], *words("not a"), *said.tokens[at + 1 :]), False
            return


def _together(said: Sentence) -> Reworded:
    """A is at X, together with B: A is at X with B."""
    norms = said.norms
    for at in range(1, len(norms) - 3):
        if norms[at] == "," and norms[at + 1] in ("together", "along") and norms[at + 2] == "with":
            if len(said.mentions) == 3 and said.mentions[-1].end == len(norms) and said.mentions[-1].start > at:
                yield (*said.tokens[:at], *said.tokens[at + 2 :]), True
            return


def _no_two(said: Sentence) -> Reworded:
    """No two of A, B and C are the same person: they are all different."""
    norms = said.norms
    if norms[:3] != ("no", "two", "of"):
        return
    ends = [at for at in range(len(norms)) if norms[at : at + 3] == ("are", "the", "same")]
    if len(ends) == 1 and norms[ends[0] + 3 :] in (("person",), ("people",), ()):
        yield (*said.tokens[3 : ends[0]], *words("are all different people")), False


def _that_of(said: Sentence) -> Reworded:
    """Higher than that of A: higher than A."""
    for at in range(1, len(said.norms) - 3):
        if said.norms[at - 1] in ("than", "as", "between") and said.norms[at : at + 2] in (
            ("that", "of"),
            ("those", "of"),
        ):
            yield (*said.tokens[:at], *said.tokens[at + 2 :]), False
            return


def _what(said: Sentence) -> Reworded:
    """X is what A drinks; what A drinks is X: A drinks X."""
    norms = said.norms
    at = next((n for n, norm in enumerate(norms) if norm == "what"), None)
    if at is None or len(said.mentions) != 2:
        return
    if (
        at
        and norms[at - 1] in ("is", "was")
        and said.is_finite(len(norms) - 1)
        and said.mentions[1].end == len(norms) - 1
    ):
        yield (*said.tokens[at + 1 :], *said.tokens[: at - 1]), True
    end = said.mentions[0].end
    if at == 0 and said.is_finite(end) and norms[end + 1 : end + 2] in (("is",), ("was",)):
        yield (*said.tokens[1 : end + 1], *said.tokens[end + 2 :]), True


def _cleft(said: Sentence) -> Reworded:
    """On Monday it is A who does X: A does X on Monday."""
    norms = said.norms
    if norms[:2] in (("it", "is"), ("it", "was")) and norms[2:3] in (("on",), ("in",), ("at",)):
        that = next((n for n, norm in enumerate(norms) if norm in ("that", "when", "where")), 0)
        if that and len(said.part(0, that).mentions) == 1 and said.subject(that + 1) is not None:
            yield (*said.tokens[that + 1 :], *said.tokens[2:that]), True
        return
    at = next((n for n in range(1, len(norms) - 3) if norms[n : n + 2] in (("it", "is"), ("it", "was"))), None)
    who = next((n for n, norm in enumerate(norms) if norm in ("who", "that")), None)
    if at is None or who is None or who < at or norms[0] not in ("in", "on", "at") or "not" in norms:
        return
    if len(said.part(0, at).mentions) == 1 and said.part(at + 2, who).mentions:
        phrase = trimmed(said.tokens[:at])
        yield (*said.tokens[at + 2 : who], *said.tokens[who + 1 :], *phrase), True
