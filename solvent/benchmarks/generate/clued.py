"""Puzzles of clues, unique by construction: many true clues, thinned out as far as their solution stays the only one.

What is kept depends only on whether some clues are enough, never on which other solutions a solver finds.
"""

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.evaluation import Values, holds, shown
from solvent.benchmarks.generate.generator import DisagreementError, GeneratorSettings, Sample, UnusableSettingsError
from solvent.benchmarks.generate.truth import LIMITS, confirm
from solvent.solvers import Limits, Pool, Program, Status, needed, second
from solvent.translators.emit import emit
from solvent.translators.emit.language import Array, Constraint, ConstraintModel

Flaw = Literal["ambiguous", "contradictory"]

_FRAMEWORK = "cpmpy"
_PATIENT = Limits(seconds=1800)  # thinning asks many questions in one; it should end on a slow machine, too


class FlawSettings(GeneratorSettings):
    """What every generator of puzzles offers."""

    flaw: Flaw | None = Field(
        default=None,
        description="make each puzzle flawed: a clue is missing (ambiguous), or one clashes (contradictory)",
    )

    @property
    def status(self) -> Verdict:
        """The status of the samples."""
        return Verdict(self.flaw) if self.flaw else Verdict.VERIFIED


class ClueSettings(FlawSettings):
    """What every generator of puzzles that are thinned out offers."""

    minimal: bool = Field(default=False, description="no clue can go without leaving a second answer")


@dataclass(frozen=True)
class Clue:
    """A clue in words, and what it says."""

    text: str
    says: Constraint


@dataclass(frozen=True)
class Frame:
    """What a puzzle states without its clues: variables, rules and the answer's template; `values` are its solution."""

    arrays: tuple[Array, ...]
    rules: tuple[Constraint, ...]
    template: Any
    values: Values

    @cached_property
    def answer(self) -> Any:
        """The solution, as an answer."""
        return shown(self.template, self.values)

    def allows(self, says: Constraint) -> bool:
        """Whether a constraint is true in the solution."""
        return holds(says, self.values)

    def program(self, clues: Sequence[Clue]) -> Program:
        """State the rules and some clues, which are numbered from 1."""
        stated = (*((None, rule) for rule in self.rules), *((n, clue.says) for n, clue in enumerate(clues, 1)))
        model = ConstraintModel(self.arrays, stated, self.template)
        return emit(model, _FRAMEWORK).model_copy(update={"trusted": True})


@dataclass(frozen=True)
class Amount:
    """How many clues a puzzle should have: `exact`, or as few as possible and, unless `minimal`, a few more.

    `rough` is for puzzles so large that thinning would take minutes: the first clues that are enough, and no more.
    """

    exact: int | None = None
    minimal: bool = False
    rough: bool = False

    def more(self, kept: int, rest: int) -> int | None:
        """Return how many to add to those that have to stay, if the rest can go; None if there is no way."""
        if self.exact is None:
            return 0 if self.minimal or self.rough else min((kept + 3) // 4, rest)
        more = self.exact - kept
        return more if 0 <= more <= (0 if self.minimal else rest) else None


async def chosen(
    frame: Frame, candidates: Sequence[Clue], amount: Amount, rng: random.Random, pool: Pool, fixed: Sequence[Clue] = ()
) -> list[Clue] | None:
    """Choose clues, all of them true, that together with the `fixed` ones, which follow, leave no other solution.

    The first candidates are preferred; the result is in their order. None if they are not enough, or if there is no way
    to their amount. Raises `DisagreementError` if the solver refutes the solution, or cannot decide.
    """
    known = replace(frame, rules=(*frame.rules, *(clue.says for clue in fixed)))
    program = known.program(candidates)
    outcome = await needed(program, frame.answer, minimal=not amount.rough, pool=pool, limits=_PATIENT)
    if outcome.status is Status.UNSATISFIABLE:
        return None
    if outcome.status is not Status.SATISFIED:
        raise DisagreementError(f"the solver does not find the clues that are needed: {outcome.message}")
    kept = {clue - 1 for clue in outcome.answer}
    rest = [at for at in range(len(candidates)) if at not in kept]
    more = amount.more(len(kept), len(rest))
    if more is None:
        return None
    kept.update(rng.sample(rest, more))
    return [*(candidates[at] for at in sorted(kept)), *fixed]


async def without_one(
    frame: Frame, clues: Sequence[Clue], rng: random.Random, pool: Pool
) -> tuple[list[Clue], Clue] | None:
    """Leave out a clue without which there is a second solution; None if each of them could go.

    Returns the clues that are left, and the one that is missing. Raises `DisagreementError` if the solver cannot
    decide.
    """
    for missing in rng.sample(range(len(clues)), len(clues)):
        left = [clue for at, clue in enumerate(clues) if at != missing]
        outcome = await second(frame.program(left), frame.answer, pool=pool, limits=LIMITS)
        if outcome.status.solved:
            return left, clues[missing]
        if outcome.status is not Status.UNSATISFIABLE:
            raise DisagreementError(f"the solver does not say whether a clue can go: {outcome.message}")
    return None


async def with_flaw(
    frame: Frame,
    clues: Sequence[Clue],
    flaw: Flaw | None,
    wrong: Callable[[Sequence[Clue]], Clue | None],
    rng: random.Random,
    pool: Pool,
) -> tuple[list[Clue], str | None] | None:
    """Return the clues of a puzzle with the flaw, and the flaw in words; None if there is no way to that flaw.

    `wrong` makes a clue that is false in the solution, and so contradicts clues that leave no other; it is put at a
    random place. Raises `DisagreementError` if the solver cannot decide.
    """
    if flaw == "ambiguous":
        left = await without_one(frame, clues, rng, pool)
        return left and (left[0], f"a clue is missing, and so there are several answers: {left[1].text}")
    if flaw == "contradictory":
        extra = wrong(clues)
        changed = [*clues]
        if extra is None:
            return None
        changed.insert(rng.randint(0, len(clues)), extra)
        return changed, f"a clue contradicts the others, and so there is no answer: {extra.text}"
    return [*clues], None


async def finished(
    frame: Frame, clues: Sequence[Clue], flaw: tuple[Verdict, str | None], text: str, group: str, pool: Pool
) -> Sample:
    """Make the sample of a puzzle once a solver has confirmed its truth. Raises `DisagreementError` if it does not."""
    status, said = flaw
    program = frame.program(clues)
    answer = frame.answer if status is Verdict.VERIFIED else None
    outcome = await confirm(program, answer, pool=pool, status=status)
    return Sample(text, answer, group, program, status, said, effort={"solver_seconds": round(outcome.seconds, 4)})


async def first(
    attempt: Callable[[], Awaitable[Sample | None]], tries: int, what: str, settings: GeneratorSettings
) -> Sample:
    """Return the first sample that one of some attempts yields. Raises `UnusableSettingsError` if none does."""
    for _ in range(tries):
        sample = await attempt()
        if sample is not None:
            return sample
    given = settings.model_dump(exclude_defaults=True)
    options = " ".join(
        f"--{name.replace('_', '-')}{'' if value is True else f' {value}'}" for name, value in given.items()
    )
    raise UnusableSettingsError(
        f"no {what} was found in {tries} tries with {options or 'the default options'}; ask for another number of "
        "clues, or for another size"
    )
