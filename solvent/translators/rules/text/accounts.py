"""Assigns roles to the lines of texts other than logic grids: lines that clues account for, and unread ones."""

import re

from solvent.translators.puzzle import Passage, Puzzle, Role
from solvent.translators.rules.text.courtesies import courteous
from solvent.translators.rules.text.lines import lines
from solvent.translators.rules.text.statements import is_question
from solvent.translators.rules.text.telling import Knowledge, speaks_of_truth

_FOREIGN = "not part of any puzzle that the rules know"


def accounted(puzzle: Puzzle) -> tuple[Passage, ...]:
    """The lines of a text with their roles: unread if a clue that is not understood quotes them, otherwise used.

    Kinds of puzzle other than logic grids account for every word themselves: whatever they cannot use, they return as a
    clue that is not understood. If no kind recognised the text, all lines are unread.
    """
    if not puzzle.kind:
        return tuple(Passage(text=line.raw, role="unread", reason=_FOREIGN) for line in lines(puzzle.text))
    missed = {_plain(clue.text): clue.reason for clue in puzzle.clues if clue.understood is False}
    return tuple(_passage(line.raw, line.text, missed) for line in lines(puzzle.text))


def _passage(raw: str, text: str, missed: dict[str, str]) -> Passage:
    plain = _plain(raw)
    for clue, reason in missed.items():
        if clue and (clue in plain or plain in clue):
            return Passage(text=raw, role="unread", reason=reason)
    role: Role = "clue"
    if is_question(text):
        role = "question"
    elif courteous(text, Knowledge(rows=0)):
        role = "courtesy"
    elif len(re.findall(r"[A-Za-z]{2,}", text)) > _WORDY:
        role = "rule"
    return Passage(text=raw, role=role)


_WORDY = 3  # a line with more words than this is a sentence


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


# Words by which a comment may change how clues are meant: values may be shared, or places have a direction.
_TELLING = re.compile(
    r"\b(?:same|share[sd]?|sharing|circular|round table|right to left|from the (?:top|right)|top to bottom)\b",
    re.IGNORECASE,
)


def commented(head: str) -> tuple[Passage, ...]:
    """The comments above a puzzle: ignored, except that one with a word that may change what the clues mean blocks."""
    found = []
    for line in head.splitlines():
        if line.strip():
            telling = _TELLING.search(line)
            word = speaks_of_truth(re.sub(r"\b(?:true|truth)\b", "", line, flags=re.IGNORECASE))
            word = word or (telling[0] if telling else "")
            reason = f"'{word}' in a comment" if word else "a comment above the puzzle"
            found.append(
                Passage(text=line.strip(), role="unread" if word else "courtesy", reason=reason, blocks=bool(word))
            )
    return tuple(found)
