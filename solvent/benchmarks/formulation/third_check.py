"""A check that the paper lacks: an agent formalises the puzzle by itself; its program is compared with the verifier.

Where they do not agree, the puzzle is set aside, with both readings, for a person to decide.
"""

from collections.abc import Sequence
from typing import Any

from solvent.agents.state import Answer
from solvent.benchmarks.formulation.author import Author
from solvent.benchmarks.formulation.base import Base
from solvent.benchmarks.formulation.comparing import Comparison, compare, open_comparison
from solvent.benchmarks.formulation.counting import only_clues
from solvent.benchmarks.formulation.ledger import Entry, digest
from solvent.benchmarks.formulation.workshop import Made, Task, Workshop
from solvent.solvers import Pool, Program, Status, load

THIRD_CHECK = "third_check"
AGREED, DISAGREED, OPEN = "the agent agrees", "the agent's program and the verifier do not agree", "open: "


async def third_check(shop: Workshop, bases: Sequence[Base]) -> list[Entry]:
    """The step `third_check`: entries whose result has `agrees` (true, or null if it is open) and the agent's program.

    Those of puzzles to set aside are not ok, and their result has both readings.
    """

    async def work(task: Task[Base]) -> Made:
        base = task.material
        answer = await _agent(shop, base).solve(base.puzzle)
        program = _program_of(answer)
        found = open_comparison("the agent gives no program")
        if program is not None:
            found = await compare(base.puzzle, base.wrong, program, shop.pool)
        elif answer.attempts and answer.attempts[-1].dead:
            found = open_comparison("the agent's model gave no reply")
        return Made(found.agrees is not False, *_told(found, program, answer), usage=answer.usage)

    tasks = [Task(each.puzzle.id, each, digest(each.puzzle, _agent(shop, each).name)) for each in bases]
    return await shop.carry_out(THIRD_CHECK, tasks, work)


def _agent(shop: Workshop, base: Base) -> Author:
    """Where two authors take turns, the one who did not write the first verifier."""
    return shop.author(base.puzzle.source, turn=2)


def _told(found: Comparison, program: Program | None, answer: Answer) -> tuple[dict[str, Any], str, str]:
    """The result, with both readings where they do not agree; the reason, and the detail."""
    code = None if program is None else {"framework": program.framework, "code": rendered(program)}
    result = {"agrees": found.agrees, "program": code, "status": answer.status.value}
    if found.agrees is not False:
        return result, AGREED if found.agrees else f"{OPEN}{found.reason}", ""
    sides = {"arrangement": found.arrangement, "verifier_says": found.verifier, "program_says": found.program}
    detail = f"{found.arrangement}: the verifier says that {found.verifier}; the program, that {found.program}"
    return result | sides, DISAGREED, detail


def _program_of(answer: Answer) -> Program | None:
    """The program that gave the answer, or else the last one that a solver decided."""
    if answer.program is not None and answer.program.contract == "model":
        return answer.program
    decided = [
        each.program
        for each in answer.attempts
        if each.program is not None
        and each.program.contract == "model"
        and each.outcome is not None
        and each.outcome.status in (Status.SATISFIED, Status.OPTIMAL, Status.UNSATISFIABLE)
    ]
    return decided[-1] if decided else None


def rendered(program: Program) -> str:
    """The program as a file has it."""
    return load(program.framework).render(program)


async def inherited(
    base: Base, numbers: tuple[int, ...], size: int, program: dict[str, str] | None, pool: Pool
) -> tuple[bool | None, dict[str, str] | None]:
    """Compare a reduced puzzle with what is left of the program of the puzzle that it was made from.

    `numbers` are the constraints that were kept, of `size`. Returns true and the rest of the program, if they agree. If
    not, that may be due to the numbers of the program's clues, which are the agent's (those that follow the last one of
    the text are of the background): then nothing is known.
    """
    if program is None:
        return None, None
    rest = only_clues(load(program["framework"]).parse(program["code"]), numbers, size)
    if rest.clues != tuple(range(1, len(numbers) + 1)):
        return None, None
    found = await compare(base.puzzle, base.wrong, rest, pool)
    return (True, {**program, "code": rendered(rest)}) if found.agrees else (None, None)
