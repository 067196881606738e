"""Leaves out puzzles that are there already: with the same prompt, or the same format and set of constraints."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from solvent.benchmarks.verifiers.puzzle import OpenPuzzle

T = TypeVar("T")

SAME_PROMPT = "the prompt is that of another puzzle"
SAME_CONSTRAINTS = "format and constraints are those of another puzzle"


def deduplicated(items: Sequence[T], puzzle_of: Callable[[T], OpenPuzzle]) -> tuple[list[T], dict[str, str]]:
    """Return the first of equal ones, and why the others are left out, by id; case and white space do not count."""
    seen: set[object] = set()
    left: list[T] = []
    out: dict[str, str] = {}
    for item in items:
        puzzle = puzzle_of(item)
        prompt = _plain(puzzle.prompt)
        stated = (_plain(puzzle.format), frozenset(map(_plain, puzzle.constraints)))
        if prompt in seen or stated in seen:
            out[puzzle.id] = SAME_PROMPT if prompt in seen else SAME_CONSTRAINTS
            continue
        seen |= {prompt, stated}
        left.append(item)
    return left, out


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
