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
    restating = restates(puzzle, program, reply.trivial)
    idle = sorted(set(reply.vacuous) & {clue.id for clue in puzzle.clues} - restating)
    if not idle:
        return Evidence(check=BEARING, passed=True, detail="each excludes something, or only restates the background")
    which = "clue" if len(idle) == 1 else "clues"
    detail = f"nothing was found that {which} {', '.join(map(str, idle))} exclude{'s' if len(idle) == 1 else ''}"
    return Evidence(check=BEARING, passed=2 * len(idle) < len(puzzle.clues) - len(restating), detail=detail)
