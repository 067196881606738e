"""Chooses constraints that are true of a solution, so that none follows from the others."""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, permutations, product
from math import factorial, prod

from solvent.benchmarks.generate.generator import DisagreementError
from solvent.benchmarks.generate.truth import LIMITS
from solvent.benchmarks.generate.zebra.candidates import candidates
from solvent.benchmarks.generate.zebra.clues import Clue, Grid, formula
from solvent.benchmarks.generate.zebra.settings import Mix
from solvent.benchmarks.verifiers.logic_grids import GridForm
from solvent.solvers import Pool, Status, run
from solvent.translators.emit import emit
from solvent.translators.rules.clues.formula import Formula
from solvent.translators.rules.clues.negation import unlike

LARGEST = 20_000  # arrangements of a domain that is enumerated
FRAMEWORK = "smtlib"
_TRIED = 12  # clues for each constraint that is wanted, or in a row, until another grid is drawn


@dataclass(frozen=True)
class Domain:
    """All grids of the shape of one: each a bit of a set, which is an integer."""

    grid: Grid

    @property
    def total(self) -> int:
        """How many grids there are."""
        return prod(factorial(self.grid.size) for _ in self.grid.rows[1:])

    @cached_property
    def grids(self) -> list[Grid]:
        orders = list(permutations(range(self.grid.size)))
        first = self.grid.rows[0]
        tried = product(orders, repeat=len(self.grid.rows) - 1)
        return [replace(self.grid, rows=(first, *rows)) for rows in tried]

    def where(self, said: Formula) -> int:
        """Return the set of grids in which a formula holds."""
        return int("".join("1" if grid.holds(said) else "0" for grid in self.grids), 2)

    @property
    def every(self) -> int:
        """Return the set of all grids."""
        return (1 << self.total) - 1


def enumerated(domain: Domain, wanted: int, mix: Mix, rng: random.Random) -> tuple[tuple[Clue, ...], int] | None:
    """Choose so many clues of a small domain, with the number of their solutions; None if that fails.

    Each clue rules out grids that the others leave, and grids are left for the next ones to rule out.
    """
    grid, clues, sets = domain.grid, list[Clue](), list[int]()
    for clue in islice(candidates(grid, mix, rng), _TRIED * wanted):
        more = [*sets, domain.where(formula(clue, grid))]
        left = _common(more, domain.every)
        if left.bit_count() >= wanted - len(clues) and all(
            _alone(more, place, domain.every) for place in range(len(more))
        ):
            clues.append(clue)
            sets = more
        if len(clues) == wanted:
            return tuple(clues), left.bit_count()
    return None


def _common(sets: list[int], every: int) -> int:
    for each in sets:
        every &= each
    return every


def _alone(sets: list[int], place: int, every: int) -> int:
    """Return the grids that one of the sets alone excludes."""
    return _common([*sets[:place], *sets[place + 1 :]], every) & ~sets[place]


async def asked_for(
    form: GridForm, grid: Grid, wanted: int, mix: Mix, rng: random.Random, pool: Pool
) -> tuple[Clue, ...] | None:
    """Choose so many clues of a large domain; None if that fails. A solver says which clues follow from others."""
    clues: tuple[Clue, ...] = ()
    misses = 0
    for clue in candidates(grid, mix, rng):
        more = (*clues, clue)
        said = [formula(each, grid) for each in more]
        if await _all_say_something(form, said, pool):
            clues, misses = more, 0
        else:
            misses += 1
        if len(clues) == wanted or misses == _TRIED:
            break
    return clues if len(clues) == wanted else None


async def _all_say_something(form: GridForm, said: list[Formula], pool: Pool) -> bool:
    """Whether no clue follows from the others; the last one is looked at first."""
    for place in reversed(range(len(said))):
        if await breaking(form, said, place, pool) is None:
            return False
    return True


async def breaking(form: GridForm, said: list[Formula], place: int, pool: Pool) -> object | None:
    """Return an arrangement that breaks this clue and no other; None if it follows from the others.

    Which one depends on the solver. Raises `DisagreementError` if the solver does not decide.
    """
    turned = unlike(said[place], form.categories)
    stated = [turned if number == place else each for number, each in enumerate(said)]
    program = emit(form.model(list(enumerate(stated, 1))), FRAMEWORK).model_copy(update={"trusted": True})
    outcome = await run(program, pool=pool, limits=LIMITS)
    if not outcome.status.decided:
        raise DisagreementError(f"a solver does not say whether a clue follows from others: {outcome.message}")
    return None if outcome.status is Status.UNSATISFIABLE else outcome.answer
