"""Puts a short talk among the people of a puzzle into plain statements.

"Funny," says the cook, "none of us does what his name suggests!" "True," answers Mr Tanner. This states what is said,
if it is agreed to, and that the two speakers are different people.
"""

import re

_SAYS = (
    r"(?:says|said|remarks|remarked|observes|observed|notes|noted|laughs|laughed|exclaims|exclaimed|cries|cried|"
    r"shouts|shouted|answers|answered|replies|replied|adds|added|agrees|agreed)"
)
_SPEAKER = r"((?:one of|the|mrs?|ms|miss|dr|old|young|[A-Z])[^,.:;!?\"]{0,50}?)"
_QUOTED = r"\"([^\"]{1,300})\""
_FIRST = re.compile(
    rf"{_QUOTED},? (?:(?i:{_SAYS}) {_SPEAKER}|{_SPEAKER} (?i:{_SAYS}))(?:[,:]|(?=[.]))\s*(?:{_QUOTED})?[.]?"
)
_AGREED = re.compile(
    r"^\W*(?:(?:yes|indeed|well|oh|ah|why|quite|true|right|exactly|so it is|so we are|how true|how odd|"
    r"(?:you are|you're|that's|that is|it's|it is|she's|he's|they're) (?:quite |absolutely )?(?:right|true|so)|"
    r"(?:i'd|i had|i have|i've|we'd) (?:never|not) noticed(?: (?:that|it))?|"
    r"i hadn't noticed(?: (?:that|it))?|too)\W*)+$",
    re.IGNORECASE,
)
_CONFIRMED = re.compile(
    r"\s*(?:and )?(?:s?he(?:'s| is| was)|they (?:are|were)) (?:quite )?right(?:,? too)?[.!]|"
    r"\s*(?:the others had(?: not|n't)(?: noticed)?, )?(?:and|but) it was true[.!]",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"^\W*(?:(?:how |very |that's |that is |isn't (?:it|that) |is it not )?(?:funny|odd|strange|curious|remarkable|"
    r"interesting|amusing)|look|listen|i say|have you (?:ever )?noticed(?: that)?|did you (?:ever )?notice(?: that)?|"
    r"do you (?:see|know) (?:what|that)|you know|that)\b[\s,!?:]*",
    re.IGNORECASE,
)
_NAMELESS = re.compile(r"^(?:one of them|one of the \w+|(?:he|she|another|someone|somebody)\b.*)$", re.IGNORECASE)
_OURS = tuple(
    (re.compile(rf"\b{ours}\b", re.IGNORECASE), theirs)
    for ours, theirs in (
        ("us", "them"),
        ("we are", "they are"),
        ("we're", "they are"),
        ("we", "they"),
        ("our", "their"),
    )
)


# "One of the five keeps fish. Who?"
_WHO = re.compile(
    r"\b(?:(?:One|Exactly one|Just one)(?: of (?:them|these|those|the)(?: (?:[a-z]+|\d+)){0,2}?)?|Somebody|Someone|"
    r"One (?:person|man|woman|of (?:them|us))) ((?:is|was|has|had|[a-z]+(?:s|ed)) [^.,:;?!\n]{2,60})"
    r"(?:\.\s+(?:But )?|[,:;]? ?[\u2013\u2014-] ?|, but |: )[Ww]ho(?: is (?:it|he|she|that|this))?\?"
)
_HEDGED = re.compile(r"\b(?:not|no|never|nobody|or|than|may|might|could|would|must|if|who)\b|n't\b", re.IGNORECASE)


def in_statements(text: str) -> str:
    """A text with such a talk put into plain statements, and "one of them has a fish: who?" as one question."""
    return _WHO.sub(lambda said: said[0] if _HEDGED.search(said[1]) else f"Who {said[1].rstrip()}?", _talked(text))


def _talked(text: str) -> str:
    """A text with such a talk put into plain statements; as it is if it has none, or if nobody agrees."""
    plain = re.sub(r"[\u201c\u201d\u201e]", '"', text).replace("\u2019", "'")
    first = _FIRST.search(plain)
    if not first or plain.count('"') > 8 or plain.count('"') % 2:
        return text
    said = f"{first[1].rstrip(', ')}, {first[4]}" if first[4] else first[1]
    speakers = [first[2] or first[3]]
    rest = plain[first.end() :].lstrip()
    second = _FIRST.match(rest)
    if second and _AGREED.match(second[1]) and (not second[4] or _AGREED.match(second[4])):
        speakers.append(second[2] or second[3])
        rest = rest[second.end() :]
    elif confirmed := _CONFIRMED.match(rest):
        rest = rest[confirmed.end() :]
    else:
        return text
    if '"' in rest:
        return text
    named = [each.strip() for each in speakers if not _NAMELESS.match(each.strip())]
    apart = f" {named[0][:1].upper()}{named[0][1:]} is not {named[1]}." if len(named) > 1 else ""
    return f"{plain[: first.start()]}{_reported(said)}{apart} {rest}"


def _reported(said: str) -> str:
    """What somebody says of himself and others, in the third person, without what opens it."""
    said = re.sub(r"\s+", " ", said)
    while (opens := _OPENS.match(said)) and opens.end():
        said = said[opens.end() :]
    for ours, theirs in _OURS:
        said = ours.sub(theirs, said)
    said = re.sub(r",? (?:but|yet|and) (?=(?:none|nobody|no|not)\b)", ". ", said.strip(" ,.!?"))
    return ". ".join(f"{each[:1].upper()}{each[1:]}" for each in said.split(". ")) + "."
