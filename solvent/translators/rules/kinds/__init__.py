"""The kinds of puzzle that are read without a model, a file each, found by being here; folders are none."""

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from solvent.solvers import Program
from solvent.translators.puzzle import Puzzle


@dataclass(frozen=True)
class Slot:
    """A word that is wanted: its name in the answer, its clue, and the cells of its letters (row and column)."""

    name: str
    clue: str
    cells: tuple[tuple[int, int], ...]


Candidates = Mapping[str, Sequence[tuple[str, float]]]  # by slot: word and probability, the likeliest first


class Kind(Protocol):
    """What a file of a kind of puzzle holds. Some kinds hold more:

    - `FRAMEWORKS`, where it cannot be stated in all of `rules.FRAMEWORKS`, or in others
    - `readings(puzzle) -> tuple[str, ...]`: those of `rules.READINGS` that differ; without it the first alone
    - `ways(puzzle) -> int`: in how many ways a reader may take what the text leaves open; without it one
    - `slots(puzzle) -> tuple[Slot, ...]` and `with_candidates(puzzle, Candidates) -> Puzzle`, where words are wanted
      that a model may propose
    - `quotation(answer) -> str`: the text that an answer spells, where a model may choose among close ones
    """

    KIND: str  # `Puzzle.kind`
    ORDER: int  # kinds with small numbers look at a text first: those that are sure when a text is theirs

    def decompose(self, text: str) -> Puzzle | None:
        """The puzzle, its clues marked as understood or not; None for a text that is not of this kind.

        Raises PuzzleError for one that is, and can have no answer as it stands.
        """

    def preferred(self, puzzle: Puzzle) -> str:
        """The framework that suits the puzzle best."""

    def suspects(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Clues of which one sees at once that they clash; none where one does not. A solver has to prove it."""

    def translate(self, puzzle: Puzzle, framework: str, reading: str, way: int) -> Program:
        """The program of the clues that are understood, in one reading and one way to take what the text leaves open.

        Raises SolventError where `framework` has no way to say it.
        """


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, in the order in which they look at a text."""
    files = [module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg]
    found = [import_module(f"{__name__}.{name}") for name in files]
    return tuple(sorted(found, key=lambda kind: (kind.ORDER, kind.KIND)))
