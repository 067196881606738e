"""Parts of a text, and what their order tells: numbered statements, "and so on", "And Mia? She said that ..."."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solvent.translators.rules.testimony.saying import SAYS
from solvent.translators.rules.text.lines import Line
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS

PROPER = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Uncle|Aunt|Old|Prof|Captain|King|Queen)\.? )?\b[A-Z][\w'-]*"
)
NAME_ONLY = re.compile(rf"(?:And |But |What about |As for )*(?:the )?(?P<who>{PROPER.pattern})\?$")
_SHE_SAID = re.compile(rf"(?:He|She|It) (?:{SAYS})(?: that)?,? (?P<said>.+)$")
_SO_ON = re.compile(r"\band so (?:it goes )?(?:on|forth)\b", re.IGNORECASE)
_SHORT = 40  # characters; a longer sentence after a numbered one is the narrator's
FROM_HERE = re.compile(
    r"\b(?:of|among) (?:these|those|the|all|them)\b.*\b(?:true|false|truth|lying|lies?|lied|right|wrong|correct)\b"
    r"|^[Tt]he \w+ (?:always|never) |\balways (?:lies?|tells?)\b.*\balways (?:lies?|tells?)\b"
    r"|^(?:if )?(?:only|just|exactly|at least|at most) \w+ .*\b(?:statements?|labels?|notes?|signs?)\b|\?$"
    r"|^(?:(?:exactly|only|just) )?(?:one|two|three|four)\b(?! days)(?!.*\b(?:us|we|i|me)\b).*\b(?:lie|lies|lied"
    r"|lying|truth"
    r"|true|false)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Part:
    """A sentence of the narrator, or of `who` says it; `number` is that of its line."""

    text: str
    who: str = ""
    reported: bool = False
    number: int | None = None


def continued(found: list[Part], text: str) -> list[Part]:
    """Write out "The first says: At least one of us ... The second: At least two ... and so on"."""
    said = [part for part in found if part.who]
    told = [part for part in found if not part.who and not _SO_ON.search(part.text)]
    sizes = [
        int(word) if word.isdecimal() else NUMBER_WORDS[word]
        for word in re.findall(r"[a-z]+|\d{1,2}", text.lower())
        if word.isdecimal() or word in NUMBER_WORDS
    ]
    most = max((size for size in sizes if size < 13), default=0)
    if not _SO_ON.search(text) or len(said) < 2 or not re.search(r"\btwo\b", said[1].text, re.IGNORECASE):
        return found
    words, ordinals = {number: word for word, number in NUMBER_WORDS.items()}, list(ORDINAL_WORDS)
    each = [re.sub(r"\btwo\b", words[number], said[1].text, flags=re.IGNORECASE) for number in range(2, most + 1)]
    head = re.fullmatch(r"(.+ )1", said[0].who)
    names = [f"{head[1]}{at + 1}" if head else ordinals[at] for at in range(most)]
    return [*told, *(Part(text, name) for name, text in zip(names, (said[0].text, *each), strict=False))]


def answered(found: list[Part]) -> Iterator[Part]:
    """Give "And Mia? She said that ..." to Mia."""
    named = ""
    for part in found:
        match = _SHE_SAID.match(part.text) if named and not part.who else None
        if match:
            yield Part(match["said"], named, reported=True, number=part.number)
        else:
            yield part
        only = NAME_ONLY.match(part.text) if not part.who else None
        named = only["who"] if only else ""


def numbered(found: list[Part], read: list[Line]) -> list[Part]:
    """Let numbered sentences that nobody says speak for themselves, in a text about statements."""
    spoken = any(part.who for part in found)
    quoted = [part for part in found if re.fullmatch(r'"[^"]+"\W*', part.text)]
    if not spoken and len(quoted) > 1:
        return [
            replace(p, text=p.text.strip('" '), who=f"statement {quoted.index(p) + 1}") if p in quoted else p
            for p in found
        ]
    own = [part for part in found if part.number is not None and not part.who]
    told = " ".join(line.text for line in read)
    if (
        spoken
        or len(own) < 2
        or not re.search(
            r"\b(?:statements?|sentences?|claims?|reports?|half|predictions?|lines?|items?|assertions?)\b", told
        )
    ):
        return found
    firsts = {part.number: part for part in reversed(own)}
    said = [p for p in own if firsts[p.number] is p or (len(p.text) < _SHORT and not FROM_HERE.search(p.text))]
    return [Part(p.text, f"statement {p.number}", False, p.number) if p in said else p for p in found]
