"""The kinds of puzzle that are read without an LLM: every module here is discovered as one, subpackages are not."""

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
    """A word to be found: its name in the answer, its clue, and the cells of its letters (row and column)."""

    name: str
    clue: str
    cells: tuple[tuple[int, int], ...]


Candidates = Mapping[str, Sequence[tuple[str, float]]]  # by slot name: words with probabilities, the likeliest first


class Kind(Protocol):
    """What the module of a kind of puzzle defines. Optionally, it also defines:

    - `TOLD = True`, if the text tells the puzzle in sentences, so that several kinds may recognise one text: then the
      one that understands all of it is taken
    - `REPLIES = True`, if the answer is the reply to the text's question, and not the whole arrangement
    - `FRAMEWORKS`, if the kind cannot be stated in all of `rules.FRAMEWORKS`, or only in others
    - `readings(puzzle) -> tuple[str, ...]`: the `rules.READINGS` that differ; by default only the first
    - `ways(puzzle) -> int`: how many interpretations the text leaves open; by default one
    - `slots(puzzle) -> tuple[Slot, ...]` and `with_candidates(puzzle, Candidates) -> Puzzle`, if an LLM may propose
      words
    - `open_clues(puzzle) -> tuple[int, ...]`, `clause_schema(puzzle, Clue) -> dict`, `clause(puzzle, Clue, data) ->
      Clause | None`, `clauses_about(puzzle, Clue) -> tuple[Clause, ...]` and `with_readings(puzzle, readings, reader,
      supposed) -> Puzzle`, if an LLM may read clues that are not understood
    - `reads(puzzle, sentence) -> bool`: whether a further sentence would be understood, so that it can be proposed
    - `quotation(answer) -> str`: the text that an answer spells, if an LLM may choose among close answers
    """

    KIND: str  # `Puzzle.kind`
    ORDER: int  # kinds with small numbers try a text first: those that reliably recognise their own

    def decompose(self, text: str) -> Puzzle | None:
        """Return the puzzle, with its clues marked as understood or not; None for a text that is not of this kind.

        Raises PuzzleError if the text is of this kind but cannot have an answer as it stands.
        """

    def preferred(self, puzzle: Puzzle) -> str:
        """Return the framework that suits the puzzle best."""

    def suspects(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the ids of clues that obviously conflict, if any; a solver still has to prove it."""

    def translate(self, puzzle: Puzzle, framework: str, reading: str, way: int) -> Program:
        """Translate the clues that are understood, under one reading and one interpretation of what is left open.

        Raises SolventError if `framework` cannot express the program.
        """


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds, in the order in which they try a text."""
    files = [module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg]
    found = [import_module(f"{__name__}.{name}") for name in files]
    return tuple(sorted(found, key=lambda kind: (kind.ORDER, kind.KIND)))
