"""Flaws on purpose: a clue that is left out, a false one that is added, and one that is turned into its opposite."""

import random
from dataclasses import dataclass, replace

from solvent.agents.state import Verdict
from solvent.benchmarks.generate import truth
from solvent.benchmarks.generate.zebra.candidates import candidates
from solvent.benchmarks.generate.zebra.clues import Clue, formula, opposite
from solvent.benchmarks.generate.zebra.puzzle import OTHER_FRAMEWORK, Puzzle, solved
from solvent.benchmarks.generate.zebra.settings import Flaw, Mix
from solvent.solvers import Pool


@dataclass(frozen=True)
class Flawed:
    """A puzzle that has no answer, or several; `clue` is the one that was left out, added or negated."""

    puzzle: Puzzle
    status: Verdict
    clue: Clue


async def flawed(puzzle: Puzzle, flaw: Flaw, mix: Mix, rng: random.Random, pool: Pool) -> Flawed | None:
    """Spoil a puzzle with one answer, of which the last clue is needed; None if it cannot be spoilt in this way."""
    if flaw == "ambiguous":
        *rest, last = puzzle.clues
        return Flawed(replace(puzzle, clues=tuple(rest)), Verdict.AMBIGUOUS, last)
    if flaw == "contradictory":
        return _with_false(puzzle, mix, rng)
    return await _negated(puzzle, rng, pool)


def _with_false(puzzle: Puzzle, mix: Mix, rng: random.Random) -> Flawed | None:
    """Add a clue that the only answer contradicts: one that is true of another solution, if that is another."""
    grid = puzzle.grid
    other = solved(grid.shape, grid.numbers, grid.size, rng)
    for clue in candidates(other, mix, rng):
        if not grid.holds(formula(clue, grid)):
            return Flawed(replace(puzzle, clues=(*puzzle.clues, clue)), Verdict.CONTRADICTORY, clue)
    return None


async def _negated(puzzle: Puzzle, rng: random.Random, pool: Pool) -> Flawed | None:
    """Turn a clue into its opposite.

    If that left exactly one answer, which is a wrong one, nobody could see the flaw: then another clue is tried.
    """
    for place in rng.sample(range(len(puzzle.clues)), len(puzzle.clues)):
        turned = opposite(puzzle.clues[place])
        if turned is not None:
            spoilt = replace(puzzle, clues=(*puzzle.clues[:place], turned, *puzzle.clues[place + 1 :]))
            status, _ = await truth.judged(spoilt.program(OTHER_FRAMEWORK), pool=pool)
            if status is not Verdict.VERIFIED:
                return Flawed(spoilt, status, turned)
    return None
