"""Who is speaking in the end: both of them, or the narrator in the words of a host."""

import re
from collections.abc import Sequence
from dataclasses import replace

from solvent.translators.rules.testimony import days as days_of
from solvent.translators.rules.testimony.speech import Part
from solvent.translators.sentences import sentences

_BOTH = re.compile(
    r"(?:(?:today|now|then|one day),? )?(?:both|they both|both of them|each of them|the two of them|they)"
    r" (?:say|says|said|claim|claims|claimed|tell|told)(?: you| us| me)?(?: that)?[,:]? \"(?P<said>[^\"]+)\"[. ]*",
    re.IGNORECASE,
)


def resolved(found: Sequence[Part]) -> Sequence[Part]:
    """Return the parts of a text with everybody's own."""
    return _hosted(_for_both(found))


def _for_both(found: Sequence[Part]) -> Sequence[Part]:
    """Let each of those whose lying days are told say what "both of them" say."""
    told = [sentence for part in found if not part.who for sentence in part.said]
    people = list(dict.fromkeys(who for sentence in told for who in days_of.who_lies_by_day(sentence)))
    if len(people) != 2:
        return found
    each: list[Part] = []
    for part in found:
        both = None if part.who else _BOTH.fullmatch(part.raw)
        each += [replace(part, who=who, said=tuple(sentences(both["said"]))) for who in people] if both else [part]
    return each


_HOSTED = re.compile(
    r"^(?:.{0,40}, )?(?P<said>(?:(?:exactly|only|just|at most|at least|precisely|no more than) |all |both |none "
    r"|not )?[\w ]{0,20}"
    r"\b(?:labels?|signs?|inscriptions?|notes?|messages?|cards?|statements?|notices?|lids?|plaques?|tags?|stickers?)\b"
    r"(?: \w+)? (?:is|are|was|were|tells?|speaks?) (?:true|false|lying|wrong|correct|untrue|the truth|lies|fibs)"
    r"(?:,? (?:and |but |while )?the other(?:s| \w+)? (?:is|are|was|were) (?:true|false|lies|fibs|untrue|wrong"
    r"|correct))?)[.!]*$",
    re.IGNORECASE,
)


def _hosted(found: Sequence[Part]) -> Sequence[Part]:
    """Let the narrator tell what a host says about labels that others bear ("Only one of the labels is true")."""
    speakers = {part.who.lower() for part in found if part.who}
    words = [word for who in speakers for word in {*who.split()[:1], *who.split()[-1:]}]
    shared = {word for word in words if words.count(word) > 1 and word.isalpha()}
    hosts = {who for who in speakers if not shared & set(who.split())}
    if len(speakers) - len(hosts) < 2 or len(hosts) > 1:
        return found
    told: list[Part] = []
    for part in found:
        said = _HOSTED.match(" ".join(part.said)) if part.who.lower() in hosts else None
        told.append(replace(part, who="", said=(said["said"],), reported=False) if said else part)
    return told
