"""Makes a sample: a grid, constraints that are true of it, the text, and the verifier with its second truths."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvent.benchmarks.generate.autologi.constraints import (
    FRAMEWORK,
    LARGEST,
    Domain,
    asked_for,
    breaking,
    enumerated,
)
from solvent.benchmarks.generate.autologi.settings import AutologiSettings
from solvent.benchmarks.generate.generator import DisagreementError, Sample, UnusableSettingsError
from solvent.benchmarks.generate.truth import LIMITS
from solvent.benchmarks.generate.zebra.clues import Clue, formula
from solvent.benchmarks.generate.zebra.puzzle import Puzzle, invented, solved
from solvent.benchmarks.verifiers.literals import read_literal, write_literal
from solvent.benchmarks.verifiers.logic_grids import GridForm
from solvent.benchmarks.verifiers.puzzle import Lang, OpenPuzzle, Space
from solvent.benchmarks.verifiers.traversal import Traversal, traverse
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import Pool, Program, Status, allows, count
from solvent.translators.emit import emit
from solvent.translators.rules.clues.formula import Formula
from solvent.translators.rules.clues.values import Category

_GRIDS = 30  # to look for one that has as many constraints as wanted
_COUNTED = 200  # solutions that a solver counts
_KEPT = 16  # solutions in a record
_EXAMPLES = 30  # to look for one that is no solution
_LANGS: dict[str, Lang] = {"english": "en", "chinese": "cn"}


@dataclass(frozen=True)
class _Stated:
    """A grid with its constraints in words; `valid` is the number of its solutions, None if the domain is large."""

    puzzle: Puzzle
    form: GridForm
    sentences: tuple[str, ...]
    said: tuple[Formula, ...]
    valid: int | None

    @property
    def program(self) -> Program:
        """The puzzle for a solver; its answer is an arrangement."""
        stated = self.form.model(list(enumerate(self.said, 1)))
        return emit(stated, FRAMEWORK).model_copy(update={"trusted": True})


async def draw(settings: AutologiSettings, rng: random.Random, pool: Pool) -> Sample:
    """Draw one sample. Raises `UnusableSettingsError` if no grid suits the settings."""
    fewest, most = settings.fewest_and_most
    wanted = rng.randint(fewest, most)
    for grids in range(1, _GRIDS + 1):
        asked = settings.drawn(rng)
        puzzle = invented(asked, rng)
        form = _form(puzzle, asked.language)
        found = await _chosen(puzzle, form, wanted, settings, rng, pool)
        if found is not None:
            clues, valid = found
            sentences = tuple(puzzle.words.clue(clue, puzzle.grid, rng)[0] for clue in clues)
            said = tuple(formula(clue, puzzle.grid) for clue in clues)
            stated = _Stated(puzzle, form, sentences, said, valid)
            return await _sample(settings, stated, clues, grids, rng, pool)
        wanted = max(fewest, wanted - 1)
    raise UnusableSettingsError(
        f"{_GRIDS} grids of {settings.size} were tried: none has {fewest} constraints of which each says something "
        "new; ask for fewer, or choose a larger size"
    )


def _form(puzzle: Puzzle, language: str) -> GridForm:
    categories = tuple(
        Category(name=topic.names[0], values=topic.values, words=frozenset(), quantities=numbers)
        for topic, numbers in zip(puzzle.words.categories, puzzle.grid.numbers, strict=True)
    )
    return GridForm(categories, _LANGS[language])


async def _chosen(
    puzzle: Puzzle, form: GridForm, wanted: int, settings: AutologiSettings, rng: random.Random, pool: Pool
) -> tuple[tuple[Clue, ...], int | None] | None:
    if form.total <= LARGEST:
        return enumerated(Domain(puzzle.grid), wanted, settings.clues, rng)
    clues = await asked_for(form, puzzle.grid, wanted, settings.clues, rng, pool)
    return None if clues is None else (clues, None)


async def _sample(
    settings: AutologiSettings, stated: _Stated, clues: Sequence[Clue], grids: int, rng: random.Random, pool: Pool
) -> Sample:
    form, words = stated.form, stated.puzzle.words
    answer = form.arrangement(stated.puzzle.grid.rows)
    program = stated.program
    puzzle = OpenPuzzle(
        id="",
        lang=form.lang,
        background=words.background(rng),
        constraints=stated.sentences,
        format=form.format,
        example=write_literal(_example(stated, rng)),
        code=form.verifier(list(zip(stated.sentences, stated.said, strict=True))),
        solutions=(write_literal(answer),),
    )
    counted = await _counted(program, pool)
    if stated.valid is None:
        await _agree(stated, puzzle, answer, pool)
        space = Space(valid=min(counted, _COUNTED), total=form.total, exact=counted <= _COUNTED)
        puzzle = puzzle.model_copy(update={"space": space})
    else:
        found = await _traversed(stated, puzzle, counted, pool)
        space = Space(valid=found.valid, total=found.total)
        puzzle = puzzle.model_copy(update={"space": space, "solutions": _some(found.solutions)})
    record = puzzle.record(0)
    return Sample(
        text=puzzle.prompt,
        answer=answer,
        group=f"autologi/{settings.size} c{len(clues)}",
        program=program,
        more={
            **{key: value for key, value in record.items() if key not in ("idx", "id", "program")},
            "theme": words.theme.name,
            "shape": words.shape,
            "clues": [{"id": number, "kind": clue.kind} for number, clue in enumerate(clues, 1)],
        },
        effort={"grids": grids, "counted": counted},
    )


def _example(stated: _Stated, rng: random.Random) -> Any:
    """Return an arrangement that is no solution, if one is found."""
    grid = stated.puzzle.grid
    for _ in range(_EXAMPLES):
        other = solved(grid.shape, grid.numbers, grid.size, rng)
        if not all(map(other.holds, stated.said)):
            break
    return stated.form.arrangement(other.rows)


def _some(solutions: Sequence[str]) -> tuple[str, ...]:
    """Return a few, spread over all."""
    return tuple(solutions[:: -(-len(solutions) // _KEPT)])


async def _counted(program: Program, pool: Pool) -> int:
    """Return how many solutions a solver counts: one more than the bound if there are more. Raises."""
    outcome = await count(program, most=_COUNTED, pool=pool, limits=LIMITS)
    if outcome.status is Status.SATISFIED:
        return int(outcome.answer)
    if outcome.status is Status.UNKNOWN and outcome.answer == _COUNTED:
        return _COUNTED + 1
    raise DisagreementError(f"a solver does not count the solutions of a puzzle: {outcome.message or outcome.status}")


async def _traversed(stated: _Stated, puzzle: OpenPuzzle, counted: int, pool: Pool) -> Traversal:
    """Traverse a small domain, and compare what is found with the construction and the program. Raises."""
    found = await traverse(puzzle.code, puzzle.example, pool=pool)
    if found.problem:
        raise DisagreementError(f"a generated traversal fails: {found.problem}")
    if (found.valid, found.total) != (stated.valid, stated.form.total):
        raise DisagreementError(
            f"the traversal finds {found.valid} of {found.total} arrangements valid, the construction has "
            f"{stated.valid} of {stated.form.total}"
        )
    if min(found.valid, _COUNTED + 1) != counted:
        raise DisagreementError(f"the traversal finds {found.valid} solutions, the solver {counted}")
    alone = {broken: text for text, broken in reversed(found.wrong) if len(broken) == 1}
    if len(alone) != len(stated.said):
        raise DisagreementError(f"only the constraints {sorted(alone)} can be broken alone")
    right = [stated.form.arrangement(stated.puzzle.grid.rows), read_literal(found.solutions[0])]
    await _judged(puzzle, right, [(read_literal(text), broken) for broken, text in sorted(alone.items())], pool)
    await _allowed(stated.program, right, [read_literal(text) for text in alone.values()], pool)
    return found


async def _agree(stated: _Stated, puzzle: OpenPuzzle, answer: Any, pool: Pool) -> None:
    """Compare verifier and program of a large domain: on the answer, and on arrangements that break one constraint."""
    wrong = [await breaking(stated.form, list(stated.said), place, pool) for place in range(len(stated.said))]
    await _judged(puzzle, [answer], [(each, (number,)) for number, each in enumerate(wrong, 1)], pool)
    await _allowed(stated.program, [answer], wrong, pool)


async def _judged(puzzle: OpenPuzzle, right: list[Any], wrong: list[tuple[Any, tuple[int, ...]]], pool: Pool) -> None:
    said = await judge(puzzle.code, [*right, *(each for each, _ in wrong)], pool=pool)
    expected = [*[()] * len(right), *(broken for _, broken in wrong)]
    for each, broken in zip(said, expected, strict=True):
        if not each.form or each.problem or each.broken != broken:
            raise DisagreementError(f"a generated verifier says {each} of an arrangement that breaks {broken}")


async def _allowed(program: Program, right: list[Any], wrong: list[Any], pool: Pool) -> None:
    outcome = await allows(program, [*right, *wrong], pool=pool, limits=LIMITS)
    if outcome.answer != [*[True] * len(right), *[False] * len(wrong)]:
        raise DisagreementError(
            f"the program of a puzzle allows {outcome.answer}, of {len(right)} right arrangements "
            f"and {len(wrong)} wrong ones: {outcome.message}"
        )
