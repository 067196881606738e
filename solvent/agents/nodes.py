"""The nodes: each takes the state and returns what it changes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from textwrap import shorten
from typing import Any

from langgraph.runtime import Runtime

from solvent import solvers
from solvent.agents import gate as acceptance
from solvent.agents import plan, readings, word_puzzles
from solvent.agents.context import Context
from solvent.agents.feedback import concerning, finding
from solvent.agents.model import ModelError
from solvent.agents.shape import out_of_object, with_numbers
from solvent.agents.state import RULES, Answer, Attempt, Evidence, Job, State, Usage, Verdict, latest, with_answers
from solvent.solvers import FollowUp, Limits, Outcome, Pool, Program, Status
from solvent.solvers.equality import canonical
from solvent.translators import Expects, Puzzle, rules, without_comments

Update = dict[str, Any]

_MANY = 3  # times as long as others takes a question of every clue


async def decompose(state: State, runtime: Runtime[Context]) -> Update:
    """Read the text: kind, clues, categories, what answer is expected; and plan the first programs."""
    update, schema = await _decomposed(state, runtime), runtime.context.answer_schema
    if schema is None:
        return update
    return {**update, "puzzle": update["puzzle"].model_copy(update={"answer_schema": schema})}


async def _decomposed(state: State, runtime: Runtime[Context]) -> Update:
    context, text = runtime.context, without_comments(state["text"])
    nothing: Update = {"flaw": "", "attempts": {}, "winner": None, "evidence": (), "reviews": {}, "usage": Usage()}
    puzzle, flaw = rules.unread(text), ""
    if context.use_rules or context.model is None:
        try:
            puzzle = rules.decompose(state["text"])
        except rules.PuzzleError as error:
            flaw = shorten(str(error), 400, placeholder=" ...")
    if puzzle.kind and (context.model is None or _mostly_read(puzzle)):
        more: Update = {"puzzle": puzzle}
        if puzzle.kind == word_puzzles.CROSSWORD and context.model is not None:
            more = await _with_candidates(puzzle, runtime)
        return nothing | {"jobs": context.first_jobs(puzzle), "step": "translate"} | more
    if context.model is None:
        return nothing | {"puzzle": puzzle, "flaw": flaw, "step": "gate"}
    try:
        puzzle, usage = await context.modeller(runtime.stream_writer).decompose(text)
    except ModelError as error:
        return nothing | {"puzzle": puzzle, "flaw": str(error), "usage": error.usage, "step": "gate"}
    return nothing | {"puzzle": puzzle, "usage": usage, "jobs": context.first_jobs(puzzle), "step": "translate"}


async def translate(state: State, runtime: Runtime[Context]) -> Update:
    """Write one program from the text; runs once for each job, side by side."""
    return await _write(state, runtime)


async def repair(state: State, runtime: Runtime[Context]) -> Update:
    """Mend one program by what the harness found; runs once for each job, side by side."""
    return await _write(state, runtime)


async def run(state: State, runtime: Runtime[Context]) -> Update:
    """Run every program that has not run yet; its process goes on to what its answer leaves open."""
    pool, limits = runtime.context.pool, runtime.context.bounds()
    schema = state["puzzle"].answer_schema

    def shaped(outcome: Outcome) -> Outcome:
        return outcome.model_copy(update={"answer": with_numbers(schema, outcome.answer)})

    def listed(every: Outcome) -> Outcome:
        answers = every.answer if isinstance(every.answer, list) else []
        return every.model_copy(update={"answer": [with_numbers(schema, answer) for answer in answers]})

    async def one(attempt: Attempt) -> Attempt:
        program = attempt.program
        if program is None:
            outcome = Outcome(status=Status.BAD_ANSWER, message=attempt.problem)
            return attempt.model_copy(update={"outcome": outcome})
        then = _open_question(state["puzzle"], program)
        if then is None:
            outcome = await solvers.run(program, pool=pool, limits=limits)
            if attempt.job.contract == "script":
                outcome = outcome.model_copy(update={"answer": out_of_object(schema, outcome.answer)})
            return attempt.model_copy(update={"outcome": shaped(outcome)})
        outcome, proof = await solvers.run_then(program, then, pool=pool, limits=limits)
        if then == "every":
            every = proof and listed(proof)
            return attempt.model_copy(update={"outcome": _with_all(shaped(outcome), every), "every": every})
        return attempt.model_copy(update={"outcome": shaped(outcome), then: proof and shaped(proof)})

    return {"attempts": await _each(one, (a for a in state["attempts"].values() if a.outcome is None))}


async def diagnose(state: State, runtime: Runtime[Context]) -> Update:
    """Ask what the outcome leaves open: which clues clash, and which have no bearing on the answer."""
    pool = runtime.context.pool
    usages: list[Usage] = []

    async def one(attempt: Attempt) -> Attempt:
        program, outcome = attempt.program, attempt.outcome
        if program is None or outcome is None:
            return attempt
        found: Update = {}
        if outcome.status is Status.UNSATISFIABLE:
            found["conflict"] = await _clash(state["puzzle"], attempt.job, program, runtime.context)
        elif outcome.search and not outcome.search.convincing:
            found["outcome"], usage = await _read_again(state["puzzle"], outcome, runtime)
            usages.append(usage)
        elif _may_bear_witness(state["puzzle"], attempt):
            answer = outcome.answer[0] if attempt.every else outcome.answer
            longer = runtime.context.bounds(times=_MANY)
            found["bearing"] = await solvers.bearing(program, answer, pool=pool, limits=longer)
        return attempt.model_copy(update=found)

    undiagnosed = (a for a in state["attempts"].values() if not (a.bearing or a.conflict))
    attempts = await _each(one, undiagnosed)
    return {"attempts": attempts, "usage": sum(usages, Usage())}


async def vote(state: State, runtime: Runtime[Context]) -> Update:
    """Choose the answer that most programs gave, a proven one first; the first that proved it speaks for it.

    Where many answers are right, a program also votes for every other answer that it accepts.
    """
    solved = with_answers({number: each for number, each in state["attempts"].items() if not each.job.witness})
    groups: dict[str, list[Attempt]] = {}
    for attempt in solved:
        groups.setdefault(canonical(attempt.answer), []).append(attempt)
    votes = {name: len(group) for name, group in groups.items()}
    if state["puzzle"].expects == "any" and len(groups) > 1:
        for name, group in groups.items():
            others = [a for other, each in groups.items() if other != name for a in each]
            replies = await asyncio.gather(*(_accepts(a, group[0], runtime.context) for a in others))
            votes[name] += sum(reply.status.solved for reply in replies)
    best = max(groups, key=lambda name: _weight(groups[name], votes[name]), default=None)
    if best is None:
        return {"winner": None}
    return {"winner": max(groups[best], key=lambda a: (a.proven, a.job.source == RULES, -a.job.id)).job.id}


def _weight(group: Sequence[Attempt], votes: int) -> tuple[bool, int, bool, int]:
    """How much an answer weighs: proven ones first, then those of the way that most readers take a text.

    Where nothing is proven because clues were not understood, what they may mean is more than nothing.
    """
    guessed = any(attempt.job.reading == rules.GUESSING[0] for attempt in group)
    return any(attempt.proven for attempt in group), -min(attempt.job.way for attempt in group), guessed, votes


async def verify(state: State, runtime: Runtime[Context]) -> Update:
    """Ask the other programs whether they accept the chosen answer; and the model what it thinks, if that is wanted."""
    if state["winner"] is None:
        return {"evidence": ()}
    chosen = state["attempts"][state["winner"]]
    others = [a for a in latest(state["attempts"]) if a.job.id != chosen.job.id and plan.has_a_say(a, chosen)]

    async def one(other: Attempt) -> Evidence:
        reply = await _confirms(other, chosen, state["puzzle"].expects, runtime.context)
        return plan.testimony(state["puzzle"], chosen, other, reply)

    evidence = tuple(await asyncio.gather(*map(one, others)))
    reviews, usage = await _reviewed(state, runtime, chosen)
    said = reviews.get(canonical(chosen.answer))
    return {"evidence": (*evidence, said) if said else evidence, "reviews": reviews, "usage": usage}


async def gate(state: State, runtime: Runtime[Context]) -> Update:
    """Weigh the evidence; where it falls short, say what to try next."""
    winner = state["winner"]
    chosen = None if winner is None else state["attempts"][winner]
    own = (
        *acceptance.evidence(state["puzzle"], chosen),
        *readings.conventions(state["puzzle"], chosen, latest(state["attempts"])),
    )
    facts = (*own, *state["evidence"])
    status, reason = acceptance.judge(state["puzzle"], chosen, latest(state["attempts"]), facts)
    step, jobs = plan.next_step(state, runtime.context, chosen, own, status)
    ended = state["flaw"] or (_ended_by(state, runtime.context) if step == "answer" else "")
    if ended and status is not Verdict.VERIFIED:
        reason = ended if chosen is None else f"{reason} ({ended})"
    return {"evidence": facts, "status": status, "reason": reason, "step": step, "jobs": jobs}


def _ended_by(state: State, context: Context) -> str:
    """What from outside keeps the run from going on: a model that cannot be asked, or a budget that is spent."""
    dead = next((attempt.problem for attempt in state["attempts"].values() if attempt.dead), "")
    spent = context.budget.spent(state["usage"]) if context.model is not None else ""
    return dead or (f"The budget of {spent} is spent." if spent else "")


async def restart(state: State, runtime: Runtime[Context]) -> Update:
    """Begin again from the text at a higher temperature, without what was tried."""
    generation = 1 + max(attempt.job.generation for attempt in state["attempts"].values())
    first = len(state["attempts"])
    jobs = runtime.context.first_jobs(state["puzzle"], first=first, generation=generation)
    return {"jobs": jobs, "step": "translate"}


async def answer(state: State) -> Update:
    """Put together what the caller gets."""
    puzzle, winner, status = state["puzzle"], state["winner"], state["status"]
    chosen = None if winner is None else state["attempts"][winner]
    attempts = tuple(attempt for _, attempt in sorted(state["attempts"].items()))
    clash = next((a.conflict.conflict for a in attempts if a.conflict and a.conflict.conflict), ())
    others: tuple[Any, ...] = ()
    if chosen and chosen.second and chosen.second.status.solved:
        others = (chosen.second.answer,)
    elif chosen and chosen.outcome and chosen.outcome.search and status is not Verdict.VERIFIED:
        others = chosen.outcome.search.alternatives
    by_model = chosen is not None and chosen.job.source != RULES
    written = {clue for a in _stating(state, chosen) if a.program for clue in a.program.clues}
    return {
        "answer": Answer(
            status=status,
            answer=chosen.answer if chosen and status is not Verdict.FAILED else None,
            alternatives=others,
            conflict=clash if status is Verdict.CONTRADICTORY else (),
            clues=tuple(
                clue.model_copy(update={"understood": clue.id in written}) if by_model else clue
                for clue in puzzle.clues
            ),
            evidence=state["evidence"],
            program=chosen.program if chosen else next((a.program for a in attempts if a.program), None),
            attempts=attempts,
            usage=state["usage"],
            reason=state["reason"],
            text=puzzle.passages,
            guesses=readings.guesses(puzzle, chosen, state["evidence"]) if status is not Verdict.FAILED else (),
        )
    }


NODES = (decompose, translate, run, diagnose, vote, verify, gate, repair, restart, answer)


async def _reviewed(state: State, runtime: Runtime[Context], chosen: Attempt) -> tuple[dict[str, Evidence], Usage]:
    """What the model said of answers, with the chosen one if it is worth the call: no answer is shown to it twice."""
    context, known, name = runtime.context, state["reviews"], canonical(chosen.answer)
    own = acceptance.evidence(state["puzzle"], chosen)
    spent = context.budget.spent(state["usage"])
    if name in known or len(known) >= context.verify or spent or not acceptance.sound(chosen, own):
        return known, Usage()
    try:
        said, usage = await context.modeller(runtime.stream_writer).check(state["puzzle"], chosen.answer)
    except ModelError as error:
        said, usage = Evidence(check=acceptance.REVIEW, passed=None, detail=str(error)), error.usage
    return known | {name: said}, usage


def _stating(state: State, chosen: Attempt | None) -> list[Attempt]:
    """The programs that state the clues of an answer: its own; where that says nothing of them, what confirmed it."""
    if chosen is None or chosen.job.contract == "model":
        return [chosen] if chosen else []
    return [a for a in latest(state["attempts"]) if state["status"] is Verdict.VERIFIED and plan.has_a_say(a, chosen)]


def _mostly_read(puzzle: Puzzle) -> bool:
    """Whether the rules' cut of the text is worth keeping: where they understood little, it is a guess."""
    if any(passage.blocks for passage in puzzle.passages):
        return False  # it may be a clue, which a program has to state
    return 2 * sum(bool(clue.understood) for clue in puzzle.clues) >= len(puzzle.clues)


def _open_question(puzzle: Puzzle, program: Program) -> FollowUp | None:
    """What the answer of a program leaves open; a script cannot be asked."""
    if program.contract == "script":
        return None
    if puzzle.expects == "unique":
        return "second"
    if puzzle.expects == "all":
        return "every"
    return "improve" if puzzle.expects == "optimal" and program.objectives else None


def _may_bear_witness(puzzle: Puzzle, attempt: Attempt) -> bool:
    """Whether it is worth asking what a model's answer rests on: nothing else that its program shows is missing."""
    by_model = attempt.job.source != RULES and attempt.job.contract == "model"
    return by_model and attempt.solved and (attempt.proven or puzzle.expects == "any")


async def _write(state: State, runtime: Runtime[Context]) -> Update:
    (job,) = state["jobs"]
    puzzle = state["puzzle"]
    before = None if job.parent is None else state["attempts"][job.parent]
    told = "" if before is None else finding(puzzle, before, concerning(state, before))
    author = runtime.context.author(job.source, runtime.stream_writer)
    try:
        attempt, usage = await author.write(puzzle, job, before=before, feedback=told)
    except ModelError as error:
        return {
            "attempts": {job.id: Attempt(job=job, program=None, problem=str(error), told=told, dead=True)},
            "usage": error.usage,
        }
    return {"attempts": {job.id: attempt}, "usage": usage}


async def _with_candidates(puzzle: Puzzle, runtime: Runtime[Context]) -> Update:
    """A crossword with the model's candidates, and what they cost; the model's fault is told beside the weak answer."""
    context = runtime.context

    async def fill(proposed: Puzzle) -> Outcome:
        program = rules.translate(proposed, rules.preferred(proposed))
        return await solvers.run(program, pool=context.pool, limits=context.bounds())

    try:
        puzzle, usage = await word_puzzles.propose(puzzle, context.modeller(runtime.stream_writer), fill)
    except ModelError as error:
        return {"puzzle": puzzle, "flaw": str(error), "usage": error.usage}
    return {"puzzle": puzzle, "usage": usage}


async def _read_again(puzzle: Puzzle, outcome: Outcome, runtime: Runtime[Context]) -> tuple[Outcome, Usage]:
    """What the model makes of answers that are close to each other; without one, nothing."""
    if runtime.context.model is None:
        return outcome, Usage()
    try:
        return await word_puzzles.choose(puzzle.kind, outcome, runtime.context.modeller(runtime.stream_writer))
    except ModelError as error:
        return outcome, error.usage


async def _clash(puzzle: Puzzle, job: Job, program: Program, context: Context) -> Outcome:
    """The clues that contradict each other; two that clash at first sight say more than the first set that is found."""
    suspects = rules.suspects(puzzle) if job.source == RULES else ()
    if suspects:
        kept = tuple(fragment for fragment in program.fragments if fragment.clue in (None, *suspects))
        some = program.model_copy(update={"fragments": kept})
        reply = await solvers.conflict(some, pool=context.pool, limits=context.bounds())
        if reply.conflict:
            return reply
    return await solvers.conflict(program, pool=context.pool, limits=context.bounds())


def _with_all(outcome: Outcome, every: Outcome | None) -> Outcome:
    """The outcome of a program all of whose answers are wanted."""
    return outcome if every is None else outcome.model_copy(update={"answer": every.answer})


async def _confirms(judge: Attempt, chosen: Attempt, expects: Expects, context: Context) -> Outcome:
    """Whether another program agrees to the chosen answer: where any will do, each with that of the other."""
    if expects == "all":
        same = canonical(judge.answer) == canonical(chosen.answer)
        return Outcome(status=Status.SATISFIED if same else Status.UNSATISFIABLE)
    reply = await _accepts(judge, chosen, context)
    if expects == "any" and reply.status.solved and chosen.job.contract == "model":
        return await _accepts(chosen, judge, context)
    return reply


async def _accepts(judge: Attempt, chosen: Attempt, context: Context) -> Outcome:
    program: Program | None = judge.program
    if program is None or program.contract == "script":
        return Outcome(status=Status.UNKNOWN)
    pool: Pool = context.pool
    limits: Limits = context.bounds()
    return await solvers.accepts(program, chosen.answer, pool=pool, limits=limits)


async def _each(ask: Callable[[Attempt], Awaitable[Attempt]], attempts: Iterable[Attempt]) -> dict[int, Attempt]:
    done = await asyncio.gather(*map(ask, attempts))
    return {attempt.job.id: attempt for attempt in done}
