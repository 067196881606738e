"""The kinds of puzzle that are read without a model, a file each; a file here is found by being here."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Protocol

from solvent.solvers.program import Program
from solvent.translators.puzzle import Puzzle


class Kind(Protocol):
    """What a file of a kind of puzzle holds."""

    KIND: str  # `Puzzle.kind`
    # A kind that not all of `rules.FRAMEWORKS` can state has `FRAMEWORKS` of its own.
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
    found = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return tuple(sorted(found, key=lambda kind: (kind.ORDER, kind.KIND)))
