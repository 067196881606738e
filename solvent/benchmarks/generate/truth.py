"""The second truth: what a solver says about a sample's program, against what its construction says."""

from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.generator import DisagreementError
from solvent.benchmarks.tolerance import near
from solvent.solvers import Limits, Outcome, Pool, Program, Status, run_then

LIMITS = Limits(seconds=60)


async def confirm(
    program: Program, answer: Any, *, pool: Pool, status: Verdict = Verdict.VERIFIED, tolerance: float | None = None
) -> Outcome:
    """Have a solver confirm that `answer` is the only one, or that the program is flawed as `status` says.

    Returns the outcome of the first question. Raises `DisagreementError`, also if the solver cannot decide.
    """
    first, other = await run_then(program, "second", pool=pool, limits=LIMITS)
    if first.status is Status.UNSATISFIABLE:
        found = Verdict.CONTRADICTORY
    elif first.status.solved and other is not None and other.status.decided:
        found = Verdict.AMBIGUOUS if other.status.solved else Verdict.VERIFIED
    else:
        raise DisagreementError(f"the solver does not decide a generated program: {first.message or first.status}")
    if found is not status:
        raise DisagreementError(f"a generated task is {found}, not {status}; the solver's answer is {first.answer!r}")
    if status is Verdict.VERIFIED and not near(first.answer, answer, tolerance):
        raise DisagreementError(f"the solver's answer is {first.answer!r}, the one by construction {answer!r}")
    return first
