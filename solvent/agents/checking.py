"""Has a checker written, runs it, and seeks a third opinion where it and a program disagree."""

import random
from typing import Any

from solvent import solvers
from solvent.agents import checkers, testimony
from solvent.agents.authors import Modeller
from solvent.agents.checkers import Heard
from solvent.agents.context import Context
from solvent.agents.models.client import ModelError
from solvent.agents.perturbations import perturbed
from solvent.agents.state import Attempt, Check, Checker, State, Usage, Writer, latest
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle

_MOST = 24  # answers, where all are asked for
_MANY = 3  # many answers get this many times the usual limit


async def checked(state: State, chosen: Attempt, context: Context, write: Any) -> tuple[Checker, Check, Usage]:
    """Check the chosen answer; `write` receives the exchanges with the model."""
    puzzle, before = state["puzzle"], state["check"]
    checker, usage = await _written(state, context, context.modeller("checker", write))
    if not checker.code:
        feedback = "" if checker.dead else checker.problem
        return checker, checkers.unusable(chosen, f"there is no checker: {checker.problem}", feedback), usage
    heard = await _heard(puzzle, chosen, checker, context)
    if isinstance(heard, str):
        return checker, checkers.unusable(chosen, f"the checker does not run: {heard}", heard), usage
    check = checkers.weigh(puzzle, chosen, checker, heard)
    if check.clue is None:
        return checker, check, usage
    again = before is not None and before.attempt == chosen.job.id and checker is state["checker"]
    check = check.model_copy(update={"asked": 1 + (before.asked if again and before else 0)})
    check, more = await _third_opinion(state, chosen, check, context, context.modeller("reviewer", write))
    return checker, check, usage + more


async def _written(state: State, context: Context, modeller: Modeller) -> tuple[Checker, Usage]:
    """The checker as it is, or a new or repaired one."""
    old, check = state["checker"], state["check"]
    if old is not None and (check is None or check.blames != "checker" or not _may_repair(old, context)):
        return old, Usage()
    if old is None or check is None:
        messages = checkers.opening(state["puzzle"])
    else:
        messages = checkers.reaction(old, check.feedback)
    author = Writer.of(context.settings, "checker")
    try:
        reply = await modeller.ask(messages, temperature=0.0)
    except ModelError as error:
        gone = old or Checker(author=author, problem=str(error))
        return gone.model_copy(update={"dead": True, "problem": str(error)}), error.usage
    new = checkers.read(author, messages, reply.text, old)
    if old is not None and check is not None and check.clue is not None:
        new = new.model_copy(update={"told": True})
    return new, reply.usage


def _may_repair(checker: Checker, context: Context) -> bool:
    return not checker.dead and not checker.same and checker.attempts < context.settings.budget.actions


async def _heard(puzzle: Puzzle, chosen: Attempt, checker: Checker, context: Context) -> Heard | str:
    """What the checker says of the answer and of wrong ones, or why it cannot be run."""
    given = list(chosen.answer)[:_MOST] if chosen.every and isinstance(chosen.answer, list) else [chosen.answer]
    if not given:
        return "there is no answer to check"
    ids = {clue.id for clue in puzzle.clues}
    without = {clue: other for clue, other in (await _without(chosen, given[0], context)).items() if clue in ids}
    idle = {*chosen.bearing.vacuous, *chosen.bearing.trivial} if chosen.bearing else set()
    wanted = puzzle.expects == "unique" or ids - without.keys() - idle
    changed = perturbed(given[0], tuple(puzzle.entities.values())) if wanted else []
    answers = [*given, *without.values(), *changed]
    order = list(range(len(answers)))
    random.Random(canonical(answers)).shuffle(order)  # noqa: S311  # hides which one is meant, no secret
    outcome = await solvers.check(
        checker.code,
        [answers[place] for place in order],
        clues=checkers.numbers(puzzle),
        pool=context.pool,
        limits=context.bounds(times=_MANY),
    )
    if not outcome.status.solved or not isinstance(outcome.answer, list):
        return f"{outcome.status}: {outcome.message}"
    said = dict(zip(order, outcome.answer, strict=True))
    pairs = [(answer, said[place]) for place, answer in enumerate(answers)]
    first, second = len(given), len(given) + len(without)
    return Heard(pairs[:first], dict(zip(without, pairs[first:second], strict=True)), pairs[second:])


async def _without(chosen: Attempt, answer: Any, context: Context) -> dict[int, Any]:
    """For clues of a program, an answer that only this clue excludes; a script cannot be asked."""
    if chosen.program is None or chosen.job.contract != "model":
        return {}
    reply = await solvers.without(chosen.program, answer, pool=context.pool, limits=context.bounds(times=_MANY))
    found = reply.answer if reply.status.solved and isinstance(reply.answer, dict) else {}
    return {int(clue): other for clue, other in found.items() if other is not None}


async def _third_opinion(
    state: State, chosen: Attempt, check: Check, context: Context, reviewer: Modeller
) -> tuple[Check, Usage]:
    """Ask another program who is wrong; if none can tell and none is still to come, the reviewer of this one clue."""
    puzzle = state["puzzle"]
    for other in latest(state["attempts"]):
        if other.program is None or other.job.id == chosen.job.id or not testimony.has_a_say(other, chosen):
            continue
        reply = await solvers.accepts(other.program, check.answer, pool=context.pool, limits=context.bounds())
        blames = checkers.blamed(check, reply)
        if blames:
            return checkers.settled(puzzle, check, blames), Usage()
    clues = tuple(clue for clue in puzzle.clues if clue.id == check.clue)
    if check.asked < checkers.OPINIONS or not clues or context.spent(state["usage"]):
        return check, Usage()
    try:
        review, usage = await reviewer.check(puzzle.model_copy(update={"clues": clues}), check.answer)
    except ModelError as error:
        return check, error.usage
    return checkers.settled(puzzle, check, checkers.blamed_by_review(check, review)), usage
