"""Makes a sample: a grid, those of many true clues that are needed, and the text."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import factorial, log10
from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate import truth
from solvent.benchmarks.generate.generator import DisagreementError, Sample, UnusableSettingsError
from solvent.benchmarks.generate.zebra.candidates import INDIRECT, candidates
from solvent.benchmarks.generate.zebra.clues import Clue
from solvent.benchmarks.generate.zebra.flaws import Flawed, flawed
from solvent.benchmarks.generate.zebra.ordering import telling_first
from solvent.benchmarks.generate.zebra.puzzle import FRAMEWORK, OTHER_FRAMEWORK, Puzzle, invented
from solvent.benchmarks.generate.zebra.settings import ZebraSettings
from solvent.solvers import Pool, Status, needed

_GRIDS = 30  # to look for one with few clues, or one that can be spoilt
_ROUNDS = 4  # in which more candidates are drawn for a grid
_LEVELS = ((5, "easy"), (14, "medium"))  # by the score of `_difficulty`; harder ones are "hard"


@dataclass
class Effort:
    """What a sample took: seconds of the solver that picks clues, clues drawn, and grids."""

    solver_seconds: float = 0.0
    candidates: int = 0
    grids: int = 0


async def draw(settings: ZebraSettings, rng: random.Random, pool: Pool) -> Sample:
    """Draw one sample. Raises `UnusableSettingsError` if no grid suits the settings."""
    effort = Effort()
    fewest = 0
    most = settings.most_clues and settings.most_clues - (settings.flaw == "contradictory")  # which adds one
    for _ in range(_GRIDS):
        puzzle = await with_one_answer(settings, invented(settings, rng), rng, pool, effort)
        if most is not None and len(puzzle.clues) > most:
            fewest = min(fewest or len(puzzle.clues), len(puzzle.clues))
            continue
        spoilt = await flawed(puzzle, settings.flaw, settings.clues, rng, pool) if settings.flaw else None
        if spoilt is not None or settings.flaw is None:
            return await _sample(settings, puzzle, spoilt, rng, pool, effort)
    raise UnusableSettingsError(
        f"{_GRIDS} grids of {settings.size} were tried: "
        + (f"none has one answer with fewer than {fewest} clues" if fewest else f"none can be {settings.flaw}")
        + "; allow more clues, or choose a smaller size"
    )


async def with_one_answer(
    settings: ZebraSettings, puzzle: Puzzle, rng: random.Random, pool: Pool, effort: Effort
) -> Puzzle:
    """Return the puzzle with clues that leave one answer: a solver picks them from many that are true."""
    source = candidates(puzzle.grid, settings.clues, rng)
    minimal = settings.minimal or settings.most_clues is not None
    effort.grids += 1
    for _ in range(_ROUNDS):
        more = tuple(islice(source, 2 * settings.rows * len(puzzle.grid.rows)))
        puzzle = replace(puzzle, clues=puzzle.clues + telling_first(more, puzzle.grid, rng))
        effort.candidates += len(more)
        program = puzzle.program(OTHER_FRAMEWORK)
        outcome = await needed(program, puzzle.answer, minimal=minimal, pool=pool, limits=truth.LIMITS)
        effort.solver_seconds += outcome.seconds
        if outcome.status is Status.SATISFIED:
            return replace(puzzle, clues=tuple(puzzle.clues[clue - 1] for clue in outcome.answer))
        if outcome.status is not Status.UNSATISFIABLE:
            raise DisagreementError(
                f"a solver does not say which clues are needed: {outcome.message or outcome.status}"
            )
    raise UnusableSettingsError(
        f"{len(puzzle.clues)} true clues of a grid of {settings.size} leave several answers; choose another size or mix"
    )


async def _sample(
    settings: ZebraSettings,
    puzzle: Puzzle,
    spoilt: Flawed | None,
    rng: random.Random,
    pool: Pool,
    effort: Effort,
) -> Sample:
    """Put the clues in random order, among the red herrings, into words; have another solver confirm the answer."""
    words, status = puzzle.words, spoilt.status if spoilt else Verdict.VERIFIED
    stated: list[Clue | str] = [*(spoilt.puzzle if spoilt else puzzle).clues]
    stated += words.herrings(settings.red_herrings, rng)
    rng.shuffle(stated)
    sentences, described = [], []
    for number, each in enumerate(stated, 1):
        sentence, wording = (each, "") if isinstance(each, str) else words.clue(each, puzzle.grid, rng)
        sentences.append(sentence)
        if isinstance(each, Clue):
            described.append({"id": number, "kind": each.kind, "wording": wording})
    clues = {number: each for number, each in enumerate(stated, 1) if isinstance(each, Clue)}
    final = replace(puzzle, clues=tuple(clues.values()))
    program = final.program(FRAMEWORK, tuple(clues))
    answer = None if spoilt else puzzle.answer
    confirmed = await truth.confirm(program, answer, pool=pool, status=status)
    difficulty = _difficulty(puzzle, final.clues)
    return Sample(
        text=words.text(sentences, rng),
        answer=answer,
        group=f"zebra/{settings.size} {difficulty['level']}",
        program=program,
        status=status,
        flaw=_told(settings, spoilt, stated, puzzle, rng) if spoilt else None,
        more={
            "theme": words.theme.name,
            "language": settings.language,
            "shape": settings.shape,
            "clues": described,
            "red_herrings": [number for number, each in enumerate(stated, 1) if isinstance(each, str)],
            "difficulty": difficulty,
        },
        effort={
            "solver_seconds": round(effort.solver_seconds + confirmed.seconds, 3),
            "candidates": effort.candidates,
            "grids": effort.grids,
            "clues": len(final.clues),
        },
    )


def _difficulty(puzzle: Puzzle, clues: Sequence[Clue]) -> dict[str, Any]:
    """Return a level with what it is made of: the number of grids (its logarithm), and the share of indirect clues."""
    grid = puzzle.grid
    digits = round((len(grid.rows) - 1) * log10(factorial(grid.size)), 1)
    indirect = round(sum(clue.kind in INDIRECT for clue in clues) / len(clues), 2)
    score = digits * (0.5 + indirect)
    level = next((name for most, name in _LEVELS if score < most), "hard")
    return {"level": level, "log10_assignments": digits, "clues": len(clues), "indirect": indirect}


def _told(
    settings: ZebraSettings, spoilt: Flawed, stated: Sequence[Clue | str], puzzle: Puzzle, rng: random.Random
) -> str:
    """Say what the flaw is."""
    if settings.flaw == "ambiguous":
        sentence, _ = puzzle.words.clue(spoilt.clue, puzzle.grid, rng)
        return f"ambiguous: this clue is left out: {sentence}"
    number = stated.index(spoilt.clue) + 1
    if settings.flaw == "contradictory":
        return f"contradictory: clue {number} was added and contradicts the others"
    return f"negated: clue {number} says the opposite of what is meant, which makes the puzzle {spoilt.status}"
