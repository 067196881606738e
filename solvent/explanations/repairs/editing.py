"""A puzzle's text with clues added or left out, in the way in which the text writes its clues."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solvent.translators import Puzzle

_MARK = re.compile(r"(?P<before>\s*)(?:(?P<open>\(?)(?P<number>\d+)(?P<close>[.):]*)|(?P<bullet>[-*•]))(?P<after>\s+)")


class _Found(NamedTuple):
    """Where a clue stands: its own text, and its line from the mark to the end."""

    start: int
    end: int
    line_start: int
    line_end: int


def with_clues(puzzle: Puzzle, sentences: Sequence[str]) -> str | None:
    """The text with further clues after the last one, numbered as it is; None if its place is not plain."""
    places = [place for clue in puzzle.clues if (place := _find(puzzle.text, clue.text))]
    if len(places) < len(puzzle.clues) or not places:
        return None
    last, text = max(places), puzzle.text
    before, after = text[last.line_start : last.start], text[last.end : last.line_end]
    mark = _MARK.fullmatch(before)
    if after.strip() or (before.strip() and mark is None):  # clues in prose
        return text[: last.end] + "".join(f" {sentence}" for sentence in sentences) + text[last.end :]
    number = max(clue.id for clue in puzzle.clues)
    lines = [_marked(mark, number + place, sentence) for place, sentence in enumerate(sentences, 1)]
    return text[: last.line_end] + "".join(f"\n{line}" for line in lines) + text[last.line_end :]


def without_clues(puzzle: Puzzle, ids: Iterable[int]) -> str | None:
    """The text without some clues, the numbers of the others as they were; None if the place of one is not plain."""
    text = puzzle.text
    for clue in puzzle.clues:
        if clue.id not in ids:
            continue
        place = _find(text, clue.text)
        if place is None:
            return None
        alone = not text[place.end : place.line_end].strip()
        before = text[place.line_start : place.start]
        if alone and (not before.strip() or _MARK.fullmatch(before)):
            text = text[: place.line_start] + text[place.line_end :].removeprefix("\n")
        else:
            text = text[: place.start] + text[place.end :].lstrip(" ")
    return text


def _find(text: str, clue: str) -> _Found | None:
    """Where a clue stands in a text; None if nowhere, or more than once."""
    words = r"\s+".join(map(re.escape, clue.split()))
    found = list(re.finditer(words, text))
    if len(found) != 1:
        return None
    start, end = found[0].span()
    line_end = text.find("\n", end)
    return _Found(start, end, text.rfind("\n", 0, start) + 1, len(text) if line_end < 0 else line_end)


def _marked(mark: re.Match[str] | None, number: int, sentence: str) -> str:
    if mark is None:
        return sentence
    sign = mark["bullet"] or f"{mark['open']}{number}{mark['close']}"
    return f"{mark['before']}{sign}{mark['after']}{sentence}"
