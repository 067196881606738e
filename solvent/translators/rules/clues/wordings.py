"""Phrases in a sentence that the grammar knows in other words: "lost to" for "finished behind", "or else" for "or"."""

from collections.abc import Iterator
from dataclasses import replace

from solvent.translators.rules.clues.clauses import PRONOUNS, Sentence, Tokens, words
from solvent.translators.rules.clues.links.small_words import BE, HAVE
from solvent.translators.rules.text.words import NUMBER_WORDS, RESERVED, listed

Reworded = Iterator[tuple[Tokens, bool]]

# Each phrase with what it means; longer ones first.
_PHRASES = tuple(
    (tuple(listed(phrase)), meaning)
    for phrase, meaning in (
        ("or else", "or"),
        ("was beaten by", "finished behind"),
        ("were beaten by", "finished behind"),
        ("was defeated by", "finished behind"),
        ("lost to", "finished behind"),
        ("beat", "finished ahead of"),
        ("beats", "finished ahead of"),
        ("defeated", "finished ahead of"),
        ("followed immediately after", "came immediately after"),
        ("followed directly after", "came directly after"),
        ("straight after", "immediately after"),
        ("straight before", "immediately before"),
        ("after that of", "after"),
        ("before that of", "before"),
        ("cannot stand", "does not like"),
        ("can not stand", "does not like"),
        ("can not bear", "does not like"),
    )
)
_OPENING = frozenset(listed("and but also then so well oh"))
_RELATIONS = {"senior": "older", "junior": "younger"}
_FOR_LIFE = frozenset(listed("like likes liked love loves loved prefer prefers preferred enjoy enjoys enjoyed"))


def in_other_words(said: Sentence) -> Reworded:
    """The sentence with phrases replaced by what they mean."""
    yield from _replaced(said)
    yield from _opened(said)
    yield from _best(said)
    yield from _senior(said)
    yield from _half_that(said)
    yield from _only_one(said)
    yield from _neighbour(said)
    yield from _has_no(said)
    yield from _where(said)
    yield from _whose(said)
    yield from _as_well(said)
    yield from _and_no(said)
    yield from _anything_but(said)


def _and_no(said: Sentence) -> Reworded:
    """A has X and no Y: A has X and does not have the Y."""
    norms = said.norms
    at = next(
        (n for n in range(2, len(norms) - 1) if norms[n : n + 1] == ("no",) and norms[n - 1] in ("and", "but")), 0
    )
    has = [n for n in range(at) if norms[n] in HAVE]
    starts = {each.start for each in said.mentions}
    if at and len(has) == 1 and at + 1 in starts and not {"not", "or", "neither", "nor", "than"} & {*norms}:
        yield (*said.tokens[:at], *words("does not have the"), *said.tokens[at + 1 :]), False


def _anything_but(said: Sentence) -> Reworded:
    """A would do anything but X and Y: A does neither X nor Y."""
    norms = said.norms
    at = next((n for n in range(2, len(norms) - 2) if norms[n : n + 2] == ("anything", "but")), 0)
    verb = norms[at - 1] if norms[at - 2] in ("would", "will", "could", "can") else ""
    rest = said.part(at + 2, len(norms))
    joint = [n for n, norm in enumerate(rest.norms) if norm in ("and", "or")]
    if not verb.isalpha() or len(rest.mentions) != 2 or len(joint) != 1 or not said.part(0, at - 2).mentions:
        return
    if all(norm in ("", "and", "or", "the", "a", "an") for norm in rest.norms):
        nor = (*rest.tokens[: joint[0]], *words("nor"), *rest.tokens[joint[0] + 1 :])
        yield (*said.tokens[: at - 2], *words("does neither"), *nor), False


def _replaced(said: Sentence) -> Reworded:
    tokens, norms, at, changed = said.tokens, said.norms, 0, False
    found: list[Tokens] = []
    while at < len(tokens):
        phrase = next((each for each in _PHRASES if norms[at : at + len(each[0])] == each[0]), None)
        if phrase and at:
            found.append(words(phrase[1]))
            at += len(phrase[0])
            changed = True
        else:
            found.append(tokens[at : at + 1])
            at += 1
    if changed:
        yield tuple(token for each in found for token in each), False


def _opened(said: Sentence) -> Reworded:
    """And A is X; but A is X."""
    comma = said.norms[1:2] == (",",)
    if said.norms[0] in _OPENING and (said.subject(2 if comma else 1) is not None) and said.norms[0] != "so":
        yield said.tokens[2 if comma else 1 :], False


def _best(said: Sentence) -> Reworded:
    """A likes X best: A likes X."""
    norms = said.norms
    for at in range(2, len(norms)):
        if norms[at] in ("best", "most") and any(norms[n] in _FOR_LIFE for n in range(max(0, at - 4), at)):
            yield (*said.tokens[:at], *said.tokens[at + 1 :]), False
            return


def _senior(said: Sentence) -> Reworded:
    """A is four years B's senior; A is B's senior by four years: A is four years older than B."""
    norms = said.norms
    at = next((n for n in range(2, len(norms)) if norms[n] in _RELATIONS), None)
    owner = next((each for each in said.mentions if each.end == at), None)
    if at is None or owner is None or not said.tokens[owner.end - 1].owner:
        return
    start = owner.start - (norms[owner.start - 1 : owner.start] == ("the",))
    other, word = said.tokens[start : owner.end], words(f"{_RELATIONS[norms[at]]} than")
    if at + 1 == len(norms):
        yield (*said.tokens[:start], *word, *other), False
    elif norms[at + 1] == "by" and norms[start - 1] in BE:
        yield (*said.tokens[:start], *said.tokens[at + 2 :], *word, *other), False


def _half_that(said: Sentence) -> Reworded:
    """A's age is half that of B: A's age is half the age of B."""
    norms = said.norms
    first = said.mentions[0]
    for at in range(2, len(norms) - 2):
        if norms[at : at + 2] == ("that", "of") and norms[at - 1] in ("half", "twice", "times", "double", "triple"):
            if said.tokens[first.end - 1].owner and norms[first.end].isalpha():
                noun = said.tokens[first.end]
                yield (*said.tokens[:at], *words("the"), noun, *said.tokens[at + 1 :]), False
            return


def _has_no(said: Sentence) -> Reworded:
    """A has no X (and no Y): A does not have X (or Y)."""
    norms = said.norms
    at = next((n for n in range(1, len(norms) - 1) if norms[n] in HAVE and norms[n + 1] == "no"), None)
    starts = {each.start for each in said.mentions}
    if at is None or at + 2 not in starts or {"not", "or", "neither", "nor"} & {*norms}:
        return
    tokens = [*said.tokens]
    for n in range(len(norms) - 1, at + 1, -1):
        if norms[n] == "no" and norms[n - 1] == "and" and n + 1 in starts:
            start = n - 1 - (norms[n - 2] == ",")
            tokens[start : n + 1] = words("or the")
    tokens[at : at + 2] = words("does not have the")
    yield tuple(tokens), False


def _where(said: Sentence) -> Reworded:
    """X is where A lives: A lives in X."""
    norms = said.norms
    at = next((n for n in range(2, len(norms) - 2) if norms[n] == "where"), None)
    if at is None or len(said.mentions) != 2 or not said.is_finite(len(norms) - 1):
        return
    place = said.tokens[said.mentions[0].start : said.mentions[0].end]
    verb = said.norms[said.mentions[0].end : at]
    clause = said.tokens[at + 1 : -1]
    if verb in (("is",), ("was",)) and said.mentions[0].start <= 1:
        yield (*clause, said.tokens[-1], *words("in"), *place), True
    elif verb in (("is", "not"), ("was", "not")) and said.mentions[0].start <= 1:
        yield (*clause, *words("does not live in"), *place), False


def _whose(said: Sentence) -> Reworded:
    """S about A, whose N is X: S, and A's N is X."""
    norms = said.norms
    at = max((n for n, norm in enumerate(norms) if norm == "whose"), default=0)
    if at < 2 or norms[at - 1] != "," or "," in norms[at:]:
        return
    start = said.phrase_before(at - 1)
    if start and said.repeatable(start, at - 1) and said.part(0, start).mentions:
        phrase = said.tokens[start : at - 1]
        owner = (*phrase[:-1], replace(phrase[-1], owner=True))
        yield (*said.tokens[: at - 1], *words("and"), *owner, *said.tokens[at + 1 :]), False


def _neighbour(said: Sentence) -> Reworded:
    """A's right-hand neighbour, A's neighbour to the right does X: the right-hand neighbour of A does."""
    norms = said.norms
    for each in said.mentions:
        if not said.tokens[each.end - 1].owner:
            continue
        after = tuple(norm for norm in norms[each.end : each.end + 5] if norm not in ("the", "immediate", "direct"))
        side = next((norm for norm in after if norm in ("left", "right")), "")
        said_so = [norm.replace("neighbor", "neighbour") for norm in after[:3]]
        kinds = ([side, "hand", "neighbour"], ["neighbour", "to", side], ["neighbour", "on", side])
        length = len(said_so) if said_so in kinds else None
        if not side or length is None:
            continue
        start = each.start - (norms[each.start - 1 : each.start] == ("the",) if each.start else 0)
        end, kept = each.end, 0
        while kept < length:
            kept += norms[end] not in ("the", "immediate", "direct")
            end += 1
        owner = said.tokens[start : each.end]
        plain = (*owner[:-1], replace(owner[-1], owner=False))
        phrase = (*words(f"the {side} hand neighbour of"), *plain)
        yield (*said.tokens[:start], *phrase, *said.tokens[end:]), False
        return


def _only_one(said: Sentence) -> Reworded:
    """A is the only one (who is) older than B: only A is older than B."""
    norms = said.norms
    verb = said.subject()
    if verb is None or norms[verb] not in BE or norms[verb + 1 : verb + 3] != ("the", "only"):
        return
    rest = verb + 4
    if norms[verb + 3] in ("one", "person") and rest < len(norms):
        tail = said.tokens[rest + 1 :] if norms[rest] in ("who", "that") else (said.tokens[verb], *said.tokens[rest:])
        yield (*words("only"), *said.tokens[:verb], *tail), False


def _as_well(said: Sentence) -> Reworded:
    """A as well as B is X: both are; A is X, as well as Y: A is X and Y."""
    norms = said.norms
    at = next((n for n in range(1, len(norms) - 3) if norms[n : n + 3] == ("as", "well", "as")), None)
    if at is None or norms.count("as") != 2 or {"not", "or", "neither", "nor"} & {*norms}:
        return
    start = at - (norms[at - 1] == ",")
    before, after = said.tokens[:start], said.tokens[at + 3 :]
    verb = said.subject(at + 3, plural=False)
    if verb is None and norms[at - 1] == ",":
        comma = next((n for n in range(at + 3, len(norms)) if norms[n] == ","), None)
        if comma is not None and said.is_finite(comma + 1) and said.part(0, start).mentions:
            yield (
                (*words("both"), *before, *words("and"), *said.tokens[at + 3 : comma], *said.tokens[comma + 1 :]),
                False,
            )
        return
    if verb is not None and said.mentions[0].end == start:
        yield (*words("both"), *before, *words("and"), *after), False
    elif verb is None:
        yield (*before, *words("and"), *after), False


def describes_only(said: Sentence) -> bool:
    """Whether a clause can only give a reason: it names one value at most, and states nothing that grammar knows."""
    hazards = RESERVED - _ATTITUDES
    plain = all(norm not in hazards and norm not in NUMBER_WORDS and not norm[:1].isdecimal() for norm in said.norms)
    return len(said.mentions) + (said.norm(0) in PRONOUNS) <= 1 and plain


_ATTITUDES = frozenset(
    listed(
        """not no never allergic hate hates hated dislike dislikes disliked avoid avoids avoided loathe loathes despise
        despises detest detests refuse refuses refused stand cannot all every any too both"""
    )
)
