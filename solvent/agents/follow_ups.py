"""Which questions a program is asked after it has run. Pure functions, shared by all nodes."""

from typing import Literal

from solvent.agents.state import Attempt, Job
from solvent.solvers import FollowUp, Program, Status
from solvent.translators import Puzzle

Diagnosis = Literal["conflict", "bearing", "close answers"]


def at_once(puzzle: Puzzle, job: Job, program: Program, *, sampled: bool = False) -> tuple[FollowUp, ...]:
    """The questions that the process which found an answer goes on to; none if nothing is open, or for a script.

    With `sampled`, there are samples by another program, so that this one judges them, and gives none.
    """
    if program.contract == "script":
        return ()
    if puzzle.expects == "all":
        return ("every",)
    rest = _on_clues(puzzle, job, sampled=sampled)
    if puzzle.expects == "unique":
        return ("second", *rest)
    if puzzle.expects == "optimal" and program.objectives:
        return ("improve", *rest)
    return ("others", *rest) if puzzle.expects == "any" and rest and not program.objectives else ()


def _on_clues(puzzle: Puzzle, job: Job, *, sampled: bool) -> tuple[FollowUp, ...]:
    """The questions about single clues of a model's program."""
    if not job.models or job.by_rules:
        return ()
    if puzzle.given:
        return ("bearing",)  # samples are of a program in which clues that give data count as background
    return ("disagrees" if sampled else "samples", "bearing")


def in_dispute(puzzle: Puzzle, attempt: Attempt) -> bool:
    """Whether to ask which clues a disputed answer does not need.

    With one answer, this takes less than half a second on recorded programs; with several, often all of the time.
    """
    asked = attempt.without is not None or attempt.program is None or attempt.program.contract != "model"
    return not asked and not attempt.job.by_rules and puzzle.expects == "unique" and attempt.proven


def afterwards(puzzle: Puzzle, attempt: Attempt) -> Diagnosis | None:
    """What to ask next: which clues conflict, which of several close answers is meant, or what the answer rests on."""
    outcome, job = attempt.outcome, attempt.job
    if attempt.program is None or outcome is None or attempt.bearing or attempt.conflict:
        return None
    if outcome.status is Status.UNSATISFIABLE:
        return "conflict" if attempt.program.contract == "model" else None
    if outcome.search and not outcome.search.convincing:
        return "close answers"
    # Bearing is the most expensive question, so it comes last: only for answers that are proven or need no proof.
    if job.by_rules or not job.models or not attempt.solved:
        return None
    return "bearing" if attempt.proven or puzzle.expects == "any" else None
