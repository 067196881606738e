"""Remarks that go with feedback: where in the clues or in the code the mistake may lie. None is a fault by itself."""

from collections.abc import Iterator, Sequence
from textwrap import shorten

from solvent.agents.differences import differing
from solvent.agents.gate import surplus
from solvent.agents.state import Attempt
from solvent.translators import Puzzle
from solvent.translators.grounding import named_in, ungrounded, unreached

_MOST = 5  # clues or values that one remark names
_LONGEST = 200  # characters of a clue


def on(puzzle: Puzzle, attempt: Attempt) -> Iterator[str]:
    """The remarks on an attempt, each a line or more; they cost no question to a solver."""
    program = attempt.program
    if program is None:
        return
    other = next((each for each in (attempt.second, attempt.improve) if each and each.status.solved), None)
    if other is not None:
        yield from _mentioning(puzzle, differing(attempt.answer, other.answer))
    if attempt.second is not None and attempt.second.status.solved:
        missing = unreached(puzzle, program)
        if missing:
            yield f"No clue's part mentions {_listed([repr(value) for value in missing])}. Is that what the text says?"
    idle = surplus(attempt)
    if 0 < len(idle) <= _MOST:
        yield (
            f"Leaving out your constraints for {_clues(idle)} would allow no other answer. That may be right, but a "
            "clue that was misread often shows in this way: read it once more."
        )
    loose = ungrounded(puzzle, program)
    if loose:
        yield (
            f"Your code for {_clues(loose)} seems to name none of the values that the text names there. That is right "
            "where it speaks of all of them at once; otherwise, does it say the same?"
        )


def _mentioning(puzzle: Puzzle, words: Sequence[str]) -> Iterator[str]:
    """The clues that mention most of what differs, with their texts."""
    counts = {clue.id: len(named_in(words, clue.text)) for clue in puzzle.clues}
    clues = sorted((clue for clue in puzzle.clues if counts[clue.id]), key=lambda clue: -counts[clue.id])[:_MOST]
    if clues:
        yield "The clues that mention what differs:"
    for clue in sorted(clues, key=lambda clue: clue.id):
        yield f"Clue {clue.id}: {shorten(clue.text, _LONGEST, placeholder=' ...')}"


def _clues(ids: Sequence[int]) -> str:
    return f"clue {ids[0]}" if len(ids) == 1 else f"clues {_listed(list(map(str, ids)))}"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
