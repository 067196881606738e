"""Which questions a program is asked after it ran: decided here, for all nodes. Pure."""

from typing import Literal

from solvent.agents.state import Attempt
from solvent.solvers import FollowUp, Program, Status
from solvent.translators import Puzzle

Diagnosis = Literal["conflict", "bearing", "close answers"]


def at_once(puzzle: Puzzle, program: Program) -> FollowUp | None:
    """What the process that found an answer goes on to: what the answer leaves open. A script cannot be asked."""
    if program.contract == "script":
        return None
    if puzzle.expects == "unique":
        return "second"
    if puzzle.expects == "all":
        return "every"
    return "improve" if puzzle.expects == "optimal" and program.objectives else None


def afterwards(puzzle: Puzzle, attempt: Attempt) -> Diagnosis | None:
    """What else to ask: which clues contradict each other, which answer is meant, or whether it rests on clues."""
    outcome, job = attempt.outcome, attempt.job
    if attempt.program is None or outcome is None or attempt.bearing or attempt.conflict:
        return None
    if outcome.status is Status.UNSATISFIABLE:
        return "conflict"
    if outcome.search and not outcome.search.convincing:
        return "close answers"
    # Bearing costs most: it is asked where nothing else that a model's program shows of itself is missing.
    if job.by_rules or job.contract != "model" or not attempt.solved:
        return None
    return "bearing" if attempt.proven or puzzle.expects == "any" else None
