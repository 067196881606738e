"""Whether a program's answer rests on the clues: the solver's report on each clue, weighed against the text."""

from solvent.agents.state import Attempt, Evidence
from solvent.solvers import Status
from solvent.translators import Puzzle
from solvent.translators.grounding import restates

BEARING = "the answer rests on the clues"


def of(puzzle: Puzzle, attempt: Attempt) -> Evidence:
    """Require that the background alone leaves other answers open and that most clues exclude some of them."""
    reply, program = attempt.bearing, attempt.program
    if reply is None or program is None:
        return Evidence(check=BEARING, passed=None, detail="not asked")
    if reply.status is Status.UNSATISFIABLE:
        return Evidence(check=BEARING, passed=False, detail=reply.message)
    if not reply.status.solved:
        return Evidence(check=BEARING, passed=None, detail=f"{reply.status}: {reply.message or 'not found out'}")
    without_effect = sorted(idle(puzzle, attempt))
    if not without_effect:
        return Evidence(check=BEARING, passed=True, detail="each excludes something, or only restates the background")
    which = "clue" if len(without_effect) == 1 else "clues"
    named = ", ".join(map(str, without_effect))
    detail = f"nothing was found that {which} {named} exclude{'s' if len(without_effect) == 1 else ''}"
    bound = len(puzzle.clues) - len(restates(puzzle, program, reply.trivial))
    return Evidence(check=BEARING, passed=2 * len(without_effect) < bound, detail=detail)


def idle(puzzle: Puzzle, attempt: Attempt) -> frozenset[int]:
    """The clues for which nothing was found that they exclude, and which do not only restate the background."""
    reply, program = attempt.bearing, attempt.program
    if program is None or reply is None or not reply.status.solved:
        return frozenset()
    ids = frozenset(clue.id for clue in puzzle.clues)
    return ids & set(reply.vacuous) - restates(puzzle, program, reply.trivial)
