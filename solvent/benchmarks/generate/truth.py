"""The second truth: what a solver says about a sample's program, against what its construction says."""

from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.generator import DisagreementError
from solvent.benchmarks.tolerance import near
from solvent.solvers import Limits, Outcome, Pool, Program, Status, run_then

LIMITS = Limits(seconds=60)
_GAVE_UP = (Status.UNKNOWN, Status.TIMEOUT, Status.MEMORY)


async def judge(program: Program, *, pool: Pool, limits: Limits = LIMITS) -> tuple[Verdict | None, Outcome]:
    """Have a solver say whether a program has one answer, several or none; None if it cannot decide.

    The outcome is that of the first question, or of the question that was not decided.
    """
    first, other = await run_then(program, "second", pool=pool, limits=limits)
    if first.status is Status.UNSATISFIABLE:
        return Verdict.CONTRADICTORY, first
    if first.status.solved and other is not None and other.status.decided:
        return Verdict.AMBIGUOUS if other.status.solved else Verdict.VERIFIED, first
    return None, other if first.status.solved and other is not None else first


async def confirm(
    program: Program,
    answer: Any,
    *,
    pool: Pool,
    status: Verdict = Verdict.VERIFIED,
    tolerance: float | None = None,
    limits: Limits = LIMITS,
    may_be_undecided: bool = False,
) -> Outcome:
    """Have a solver confirm that `answer` is the only one, or that the program is flawed as `status` says.

    Returns the outcome of the first question. Raises `DisagreementError`, also if the solver cannot decide, unless it
    `may_be_undecided` (because the truth is known a second time in another way).
    """
    found, first = await judge(program, pool=pool, limits=limits)
    if found is None and may_be_undecided and first.status in _GAVE_UP:
        return first
    if found is None:
        raise _undecided(first)
    if found is not status:
        raise DisagreementError(f"a generated task is {found}, not {status}; the solver's answer is {first.answer!r}")
    if status is Verdict.VERIFIED and not near(first.answer, answer, tolerance):
        raise DisagreementError(f"the solver's answer is {first.answer!r}, the one by construction {answer!r}")
    return first


async def judged(program: Program, *, pool: Pool) -> tuple[Verdict, Outcome]:
    """Have a solver say whether a program has one answer, several or none. Raises `DisagreementError` if it cannot."""
    found, first = await judge(program, pool=pool)
    if found is None:
        raise _undecided(first)
    return found, first


def _undecided(outcome: Outcome) -> DisagreementError:
    return DisagreementError(f"the solver does not decide a generated program: {outcome.message or outcome.status}")
