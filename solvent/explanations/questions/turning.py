"""Turns questions into statements: "could the cat be in house 2" into "the cat is in house 2"."""

import re
from collections.abc import Iterator

HOLE = "{}"  # where a statement names what a question asks for
BE = frozenset({"is", "are", "was", "were"})
HAVE = frozenset({"has", "have", "had"})
DO = frozenset({"does", "do", "did"})
MODALS = frozenset({"could", "can", "might", "may", "must", "would", "will", "should", "shall"})
AUXILIARIES = BE | HAVE | DO | MODALS
# A phrase goes on after these, so that no verb follows, and before those of the second set, so that none precedes.
_OPEN = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "at",
        "on",
        "from",
        "for",
        "to",
        "by",
        "with",
        "and",
        "or",
        "not",
        "his",
        "her",
        "its",
        "their",
        "next",
        "left",
        "right",
        "directly",
    ]
)
_NO_VERB = frozenset(["the", "a", "an", "of", "in", "on", "at", "to", "from", "for", "by", "with", "and", "or", "'s"])


def statements(auxiliary: str, rest: str) -> tuple[str, ...]:
    """The statements that a question may be asking about, where `rest` follows its auxiliary verb.

    Where the subject ends is not known, so there is one for each place that the verb may have.
    """
    words = rest.split()
    found = [
        " ".join([*words[:at], *turned]) for at in range(1, len(words)) for turned in _joined(auxiliary, words, at)
    ]
    return tuple(dict.fromkeys(found))


def _joined(auxiliary: str, words: list[str], at: int) -> Iterator[list[str]]:
    """What may follow the subject if it is made up of the words before `at`."""
    tail = words[at:]
    if words[at - 1].lower() in _OPEN or tail[0].lower() in ("and", "or"):
        return
    if auxiliary not in MODALS | DO:
        yield [auxiliary, *tail]
    elif tail[0] == "=":
        yield tail
    else:
        yield from _finite(auxiliary, words, tail)


def _finite(auxiliary: str, words: list[str], tail: list[str]) -> Iterator[list[str]]:
    """What a verb in the infinitive, which begins `tail`, becomes without its auxiliary."""
    bare = [word for word in tail if word != "not"]
    negated = tail[:1] == ["not"]
    if not bare or bare[0].lower() in _NO_VERB or HOLE in bare[0]:
        return
    verb, *more = bare if negated else tail
    if auxiliary in MODALS and verb == "be":
        for be in ("is", "are"):
            yield [be, *(["not"] if negated else []), *more]
    elif auxiliary in MODALS and "be" in words:
        return
    elif negated:
        yield ["did" if auxiliary == "did" else "does", "not", verb, *more]
    elif auxiliary == "did":
        yield ["did", verb, *more]
    else:
        yield [verb if auxiliary == "do" else third_person(verb), *more]
    if auxiliary in MODALS and verb == "have" and more[:1] == ["been"]:
        yield ["was", *more[1:]]


def predicate(words: str) -> tuple[str, ...]:
    """What a predicate after a modal verb states: "could be in house 2" gives "is in house 2"."""
    first, _, rest = words.partition(" ")
    if first not in MODALS | {"does", "do", "did"}:
        return (words,)
    return tuple(" ".join(turned) for turned in _joined(first, ["", *rest.split()], 1))


def third_person(verb: str) -> str:
    """The third person singular of a verb in the infinitive: "drink" gives "drinks"."""
    if not re.fullmatch(r"[a-z]+", verb):
        return f"does {verb}"
    if verb == "have":
        return "has"
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"
