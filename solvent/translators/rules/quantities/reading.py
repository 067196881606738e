"""A text read by a theme: what each sentence is, which unknowns there are, and what is asked for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from solvent.translators.rules.quantities.facts import Asked, Fact, Unknown
from solvent.translators.rules.text.telling import Knowledge, blocking

_END = re.compile(r"(?<=[.!?])[\"')\]\u201d\u2019]*\s+|\n+|;\s+")
_MARK = re.compile(r"^\s*(?:[-*\u2022>]+|\(?(?:\d{1,2}|[a-z])[.)](?=\s))\s*")
# "If four apples cost $2, how much does one cost?"
_ASKED_LAST = re.compile(
    r"((?!how |what |which |in how )[^?]{8,300}), (?:then )?((?:how (?:much|many|old)|what|which)\b[^?]{3,200}\?)$",
    re.IGNORECASE,
)
LONGEST = 1500
"""Characters of a text that may be such a problem."""

Role = Literal["clue", "question", "story", "unread"]


@dataclass(frozen=True)
class Line:
    """A sentence and what it says; `reason` says why it is unread."""

    text: str
    role: Role
    facts: tuple[Fact, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Reading:
    """What a theme read.

    `whole` says whether all unknowns are whole numbers; "open" if the text does not. `some` holds unknowns of which the
    text may or may not say that they are not zero. `assumed` are facts about the world that the reading rests on.
    """

    lines: tuple[Line, ...]
    unknowns: tuple[Unknown, ...]
    asked: Asked | None
    whole: Literal["whole", "open", "real"] = "whole"
    some: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    always: tuple[Fact, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every sentence was read, and there is something to find."""
        read = all(line.role != "unread" for line in self.lines)
        return read and self.asked is not None and any(line.facts for line in self.lines)


@dataclass
class Draft:
    """The lines of a reading while it is made."""

    lines: list[Line] = field(default_factory=list)

    def clue(self, text: str, facts: Iterable[Fact]) -> None:
        """Note a sentence that states something."""
        self.lines.append(Line(text, "clue", tuple(facts)))

    def note(self, text: str, role: Role, reason: str = "") -> None:
        """Note a sentence that states nothing."""
        self.lines.append(Line(text, role, (), reason))


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of a text, without marks in front of them."""
    found: list[str] = []
    for part in _END.split(text):
        piece = _MARK.sub("", part).strip()
        asks = _ASKED_LAST.match(piece)
        found += [asks[1], asks[2]] if asks else [piece] if re.search(r"\w", piece) else []
    return found


# Words of quantities: a sentence with one of them may say something of the unknowns.
_TELLING = re.compile(
    r"\b(?:half|quarter|third|dozen|age[sd]?|old|years?|cents?|costs?|prices?|worth|values?|sums?|totals?|digits?"
    r"|left|remain\w*|even|odd|prime|squares?|divi\w+|multipl\w+|equal\w*|numbers?|empty|full|lost|los[te]s?"
    r"|spen[dt]s?"
    r"|pa(?:y|ys|id)|gives?|gave|ea?ts?|ate|s[oe]lls?|sold|bought|buys?|breaks?|broke|died?|born|births?|about|almost"
    r"|nearly|roughly|approximately|around|mostly|mainly|perhaps|maybe|probably|guess|think|forgot|unknown"
    r"|certain|discount\w*|coupons?|vouchers?|rebates?|reduc\w+|lower\w*|raise[sd]?|tax(?:es)?|refund\w*|deposits?)\b",
    re.IGNORECASE,
)


# Such as: let me check, yes, that is right.
_CONFIRMS = re.compile(
    r"\W*(?:(?:h+m+|wait|now|well|so|let me (?:check|see|think)(?: (?:it|that|this|again))*|just a (?:moment"
    r"|second))\W+)*"
    r"(?:yes|yep|ok(?:ay)?)\W+(?:that's|that is|it's|it is|all) (?:right|correct|fine|ok(?:ay)?)\W*"
)


def confirms(sentence: str) -> bool:
    """Whether a sentence only says that what was said before it is right."""
    return _CONFIRMS.fullmatch(sentence.lower().replace("\u2019", "'")) is not None


def tells_nothing(sentence: str, names: Iterable[str]) -> bool:
    """Whether a sentence only sets the scene: no number, comparison or rule, and none of the names of unknowns."""
    plain = sentence.lower()
    if confirms(plain):
        return True
    if _TELLING.search(plain) or blocking(sentence, Knowledge(rows=0)) or sentence.rstrip().endswith("?"):
        return False
    return not any(name and re.search(rf"\b{re.escape(name)}\b", plain) for name in names)
