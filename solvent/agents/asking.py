"""Questions to solvers about attempts, as the nodes ask them."""

import asyncio
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
    """Whether another program accepts the chosen answer; if any will do, each must accept several of the other's."""
    same = canonical(judge.answer) == canonical(chosen.answer)
    if expects == "all" or expects in statements.ABOUT_STATEMENTS:
        return Outcome(status=Status.SATISFIED if same else Status.UNSATISFIABLE)
    if expects == "unique" and judge.proven and same:
        return Outcome(status=Status.SATISFIED)  # it found the answer itself
    reply = await accepts(judge, chosen, context)
    if expects != "any" or not reply.status.solved or not chosen.job.models:
        return reply
    ways = [(judge, chosen), (chosen, judge)]
    replies = await asyncio.gather(*(_accepts_several(one, of, context) for one, of in ways))
    return next((each for each in replies if not each.status.solved), reply)


async def _accepts_several(judge: Attempt, author: Attempt, context: Context) -> Outcome:
    """Whether a program accepts the answer of another one and further ones that this allows.

    Two programs with different mistakes often have one wrong answer in common, but seldom all.
    """
    if judge.program is None:
        return Outcome(status=Status.UNKNOWN)
    further = author.others.answer if author.others and author.others.status.solved else []
    given = [author.answer, *further]
    reply = await solvers.allows(judge.program, given, pool=context.pool, limits=context.bounds())
    if not reply.status.solved:
        return reply
    refused = next((each for each, allowed in zip(given, reply.answer, strict=True) if allowed is False), None)
    if refused is not None:
        why = await solvers.accepts(judge.program, refused, pool=context.pool, limits=context.bounds())
        return Outcome(status=Status.UNSATISFIABLE, conflict=why.conflict, answer=refused)
    return Outcome(status=Status.SATISFIED if None not in reply.answer else Status.TIMEOUT)


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
