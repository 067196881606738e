"""Questions to solvers about attempts, as the nodes ask them."""

from typing import Any

from solvent import solvers
from solvent.agents import statements
from solvent.agents.context import Context
from solvent.agents.state import Attempt, Job
from solvent.solvers import Limits, Outcome, Pool, Program, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Expects, Puzzle, rules


async def conflict(puzzle: Puzzle, job: Job, program: Program, context: Context) -> Outcome:
    """A minimal unsatisfiable subset of the clues; clues that look contradictory are tried first."""
    suspects = rules.suspects(puzzle) if job.by_rules else ()
    if suspects:
        kept = tuple(fragment for fragment in program.fragments if fragment.clue in (None, *suspects))
        some = program.model_copy(update={"fragments": kept})
        reply = await solvers.conflict(some, pool=context.pool, limits=context.bounds())
        if reply.conflict:
            return reply
    return await solvers.conflict(program, pool=context.pool, limits=context.bounds())


async def confirms(judge: Attempt, chosen: Attempt, expects: Expects, context: Context) -> Outcome:
    """Whether another program accepts the chosen answer; if any answer will do, each must accept the other's."""
    if expects == "all" or expects in statements.ABOUT_STATEMENTS:
        same = canonical(judge.answer) == canonical(chosen.answer)
        return Outcome(status=Status.SATISFIED if same else Status.UNSATISFIABLE)
    reply = await accepts(judge, chosen, context)
    if expects == "any" and reply.status.solved and chosen.job.models:
        return await accepts(chosen, judge, context)
    return reply


async def accepts(judge: Attempt, chosen: Attempt, context: Context) -> Outcome:
    program: Program | None = judge.program
    if program is None or program.contract == "script":
        return Outcome(status=Status.UNKNOWN)
    pool: Pool = context.pool
    limits: Limits = context.bounds()
    return await solvers.accepts(program, chosen.answer, pool=pool, limits=limits)


async def with_surplus(attempt: Attempt, context: Context) -> Attempt:
    """The attempt with what its program allows without each clue."""
    if attempt.program is None:
        return attempt
    reply = await solvers.without(attempt.program, attempt.answer, pool=context.pool, limits=context.bounds())
    return attempt.model_copy(update={"without": reply})


async def settled(puzzle: Puzzle, attempt: Attempt, outcome: Outcome, context: Context) -> Attempt:
    """The attempt with the option that the text asks for as its answer, if its program has an arrangement at all."""
    program = attempt.program
    if program is None or not outcome.status.solved:
        return attempt.model_copy(update={"outcome": outcome})

    async def could(statement: dict[str, Any]) -> Outcome:
        return await solvers.could(program, statement, pool=context.pool, limits=context.bounds())

    typed, decided = await statements.decided(puzzle.expects, outcome, could, puzzle.answer_schema)
    found = {"outcome": typed, "decided": decided, "arrangement": outcome.answer}
    return attempt.model_copy(update=found)
