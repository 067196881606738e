"""What people did with things: "together they caught 40 fish, Bill caught 4 more than Al"; written with "have"."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.words import NUMBER_WORDS

_N = rf"(?:\d{{1,4}}|(?:{'|'.join(NUMBER_WORDS)})(?: (?:{'|'.join(NUMBER_WORDS)}))?)"
_ALL = r"(?:together|altogether|between them|in all|in total)"
_TOTAL = re.compile(
    rf"\b{_ALL} ,? ?(?:they|the (?:two|three|four)(?: of them)?|all (?:three"
    rf"|four)) (?P<verb>[a-z]+) (?P<n>{_N}) (?P<noun>[a-z]+)\b"
    rf"|\bthey (?P<verb2>[a-z]+) (?:a total of )?(?P<n2>{_N}) (?P<noun2>[a-z]+) {_ALL}\b"
)
_PAST = {
    "caught": "catch", "sold": "sell", "won": "win", "found": "find", "bought": "buy", "made": "make", "read": "read",
    "wrote": "write", "drew": "draw", "ran": "run", "ate": "eat", "drank": "drink", "saw": "see", "shot": "shoot",
    "built": "build", "swam": "swim", "sang": "sing", "took": "take", "knew": "know", "grew": "grow",
}  # fmt: skip
_OTHERS = re.compile(r"\b(?:has|have|had|gets?|got|owns?|receives?|received)\b")


def noun(text: str) -> str:
    """The noun of things that people did something with, together; "" if there is none."""
    found = _TOTAL.search(text)
    return (found["noun"] or found["noun2"]) if found and (found["verb"] or found["verb2"]) in _forms(found) else ""


def _forms(found: re.Match[str]) -> tuple[str, ...]:
    """A verb as it stands in the past, and as it stands after "did"; none if it is not known what they are."""
    verb = found["verb"] or found["verb2"]
    if verb in _PAST:
        return verb, _PAST[verb]
    if verb.endswith("ed"):
        return verb, verb[:-2], verb[:-1], verb[:-3]
    return ()


def with_have(lines: Sequence[str]) -> list[str]:
    """Write such a verb as "had" and "have"; the lines as they are if there is none, or another verb of having."""
    text = " ; ".join(lines)
    found = _TOTAL.search(text)
    forms = _forms(found) if found else ()
    if not forms or _OTHERS.search(text):
        return list(lines)
    past, *base = forms
    lines = [re.sub(rf"\b{past}\b", "have", line) for line in lines]
    return [re.sub(rf"\b(did .*?) (?:{'|'.join(base)})\b", r"\1 have", line) for line in lines]
