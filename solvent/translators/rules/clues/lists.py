"""Finds the subjects in a list that a clause is about: "A, B and C"."""

from solvent.translators.rules.clues.clauses import Sentence
from solvent.translators.rules.clues.links.small_words import DETERMINERS


def listed_subjects(said: Sentence, start: int, joint: str) -> tuple[list[tuple[int, int]], int] | None:
    """The spans of the subjects from `start` on, the last two joined by `joint`, and where their verb begins."""
    spans: list[tuple[int, int]] = []
    begin = start
    while True:
        mention = next((each for each in said.mentions if each.start >= begin), None)
        if mention is None:
            return None
        end = _end(said, mention.end, joint)
        if end is None:
            verb = said.subject(begin, plural=True)
            last = any(said.norm(at) == joint for at in range(start, begin)) and len(spans) > 0
            return ([*spans, (begin, verb)], verb) if last and verb and _is_phrase(said, begin, verb) else None
        if not _is_phrase(said, begin, end[0]):
            return None
        spans.append((begin, end[0]))
        begin = end[1]


def _end(said: Sentence, at: int, joint: str) -> tuple[int, int] | None:
    """The end of a phrase before a comma or the conjunction, and where the next one begins; None if it is the last."""
    end = at
    while end < at + 2 and said.norm(end).isalpha() and said.norm(end) != joint and not said.is_finite(end):
        end += 1
    after = end
    while said.norm(after) in (",", joint):
        after += 1
    if after == end:
        return None
    return (end, after + 1) if said.norm(after) == "of" else (end, after)


def _is_phrase(said: Sentence, start: int, end: int) -> bool:
    first = next((each for each in said.mentions if each.start >= start), None)
    named = first is not None and first.start == start
    return end > start and (named or said.norm(start) in DETERMINERS | {"one", "person"})
