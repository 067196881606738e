"""The grammar as the author of puzzles and verifiers: for logic grids that it understands as a whole."""

import random
from dataclasses import dataclass

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.formulation.author import (
    TOO_LARGE,
    Addition,
    Draft,
    Formulation,
    Question,
    Stated,
    Tried,
    Verification,
)
from solvent.benchmarks.formulation.further_clue import further_clue
from solvent.benchmarks.formulation.grid_reading import ReadGrid, UnreadError, read_parts, read_text
from solvent.benchmarks.verifiers.editing import free_name
from solvent.benchmarks.verifiers.literals import read_literal, write_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import Program
from solvent.translators.emit import emit

_LARGEST = 100_000  # arrangements of a domain that is traversed
_FRAMEWORK = "cpmpy"
_EXAMPLES = 30  # to look for one that is no solution
_NONE_FOUND = "no further clue was found"


@dataclass(frozen=True)
class RulesAuthor:
    """Reads logic grids, and writes what they mean; see `Author`.

    All parts come from one reading of the text, so the checks compare code with code; the reading itself is the
    grammar's word. The `seed` decides on examples and further clues.
    """

    seed: int = 0
    name: str = "rules"

    async def formulate(self, question: Question, before: Tried | None = None) -> Draft[Formulation]:
        """Take the text apart."""
        del before
        try:
            read = read_text(question.text, question.lang)
        except UnreadError as error:
            return Draft(reason=error.reason, detail=str(error))
        return Draft(Formulation(lang=question.lang, background=read.background, constraints=read.constraints))

    async def verify(self, stated: Formulation, before: Tried | None = None) -> Draft[Verification]:
        """Write format, example and verifier."""
        del before
        read = _read(stated)
        code = _code(read)
        return Draft(
            Verification(
                format=read.form.format,
                example=self._example(read),
                code=code.model_copy(update={"traverse": ""}),
            )
        )

    async def traverse(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[str]:
        """Write the traversal, unless it would take too long."""
        del verified, before
        read = _read(stated)
        if read.form.total > _LARGEST:
            return Draft(reason=TOO_LARGE, detail=f"there are {read.form.total} arrangements")
        return Draft(_code(read).traverse)

    async def program(self, stated: Formulation, verified: Verification, before: Tried | None = None) -> Draft[Stated]:
        """Write a program for a solver."""
        del verified, before
        read = _read(stated)
        return Draft(Stated(program=_program(read), total=read.form.total))

    async def expand(self, puzzle: OpenPuzzle, before: Tried | None = None) -> Draft[Addition]:
        """Write a further constraint: a sentence of the puzzle, about other values."""
        number = len(puzzle.constraints) + 1
        tried = before.number if before else 0
        try:
            read = read_parts(puzzle.background, puzzle.constraints, puzzle.lang)
        except UnreadError as error:
            return Draft(reason=error.reason, detail=str(error))
        solutions = [read.grid(read.form.rows(read_literal(each))) for each in puzzle.solutions]
        found = further_clue(read, solutions, self._chance(puzzle.id, tried))
        if found is None:
            return Draft(
                reason=_NONE_FOUND, detail=f"which holds in some of {len(solutions)} solutions, but not in all"
            )
        sentence, said = found
        name = free_name(puzzle.code.stated, number)
        return Draft(Addition(constraint=sentence, name=name, predicate=read.form.predicate(name, sentence, said)))

    async def solve(self, puzzle: OpenPuzzle) -> Answer:
        """Read the finished puzzle once more, and state it for a solver.

        The predicates are compared with that program: with what an emitter and a solver make of the same grammar.
        """
        try:
            read = read_parts(puzzle.background, puzzle.constraints, puzzle.lang)
        except UnreadError as error:
            return Answer(status=Verdict.FAILED, reason=str(error))
        return Answer(status=Verdict.UNVERIFIED, program=_program(read))

    def _example(self, read: ReadGrid) -> str:
        """Return an arrangement that is no solution, if one is found."""
        chance = self._chance(*read.constraints)
        size = len(read.form.categories[0].values)
        for _ in range(_EXAMPLES):
            rows = [range(size), *(chance.sample(range(size), size) for _ in read.form.categories[1:])]
            if not all(map(read.grid(rows).holds, read.said)):
                break
        return write_literal(read.form.arrangement(rows))

    def _chance(self, *about: object) -> random.Random:
        return random.Random(f"{self.seed}/{'/'.join(map(str, about))}")  # noqa: S311  # nothing secret


def _read(found: Formulation) -> ReadGrid:
    return read_parts(found.background, found.constraints, found.lang)


def _code(read: ReadGrid) -> Verifier:
    return read.form.verifier(list(zip(read.constraints, read.said, strict=True)), more=True)


def _program(read: ReadGrid) -> Program:
    model = read.form.model(list(enumerate(read.said, 1)))
    return emit(model, _FRAMEWORK).model_copy(update={"trusted": True})
