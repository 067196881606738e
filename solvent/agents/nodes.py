"""The nodes of the state machine: each takes the state and returns its changes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from textwrap import shorten
from typing import Any

from langgraph.runtime import Runtime

from solvent import solvers
from solvent.agents import follow_ups, testimony, text_evidence, word_puzzles
from solvent.agents import gate as acceptance
from solvent.agents.authors import sorted_out
from solvent.agents.confidence import confidence
from solvent.agents.context import Context
from solvent.agents.models.client import ModelError
from solvent.agents.policy import Judged
from solvent.agents.shape import out_of_object, with_numbers
from solvent.agents.state import Answer, Attempt, Evidence, Job, State, Usage, Verdict, latest, with_answers
from solvent.solvers import Limits, Outcome, Pool, Program, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Expects, Puzzle, rules, without_comments
from solvent.translators.sentences import pieces

Update = dict[str, Any]

_MANY = 3  # a question about every clue gets this many times the usual limit


async def decompose(state: State, runtime: Runtime[Context]) -> Update:
    """Read the text (kind, clues, categories, expected answer) and plan the first programs."""
    update, schema = await _decomposed(state, runtime), runtime.context.answer_schema
    if schema is None or runtime.context.settings.reply == "text":
        return update
    return {**update, "puzzle": update["puzzle"].model_copy(update={"answer_schema": schema})}


async def _decomposed(state: State, runtime: Runtime[Context]) -> Update:
    context, text = runtime.context, without_comments(state["text"])
    nothing: Update = {"flaw": "", "attempts": {}, "winner": None, "evidence": (), "reviews": {}, "usage": Usage()}
    puzzle, flaw = rules.unread(text), ""
    if context.settings.rules:
        try:
            puzzle = rules.decompose_once(state["text"])
        except rules.PuzzleError as error:
            flaw = shorten(str(error), 400, placeholder=" ...")
    if puzzle.kind and (not context.models or _mostly_read(puzzle)):
        more: Update = {"puzzle": puzzle}
        if context.models and rules.slots(puzzle):
            more = await _with_candidates(puzzle, runtime)
        return nothing | {"jobs": context.policy.first_jobs(context.settings, puzzle), "step": "translate"} | more
    if not context.models:
        return nothing | {"puzzle": puzzle, "flaw": flaw, "step": "gate"}
    try:
        puzzle, usage = await _cut_by_model(text, runtime)
    except ModelError as error:
        return nothing | {"puzzle": puzzle, "flaw": str(error), "usage": error.usage, "step": "gate"}
    jobs = context.policy.first_jobs(context.settings, puzzle)
    return nothing | {"puzzle": puzzle, "usage": usage, "jobs": jobs, "step": "translate"}


async def _cut_by_model(text: str, runtime: Runtime[Context]) -> tuple[Puzzle, Usage]:
    """Decompose the text with a model; if decomposition is off, every sentence is a clue and no model is called."""
    settings = runtime.context.settings
    if not settings.decomposition or settings.reply == "text":
        return sorted_out(text, pieces(text), {}), Usage()
    return await runtime.context.modeller("author", runtime.stream_writer).decompose(text)


async def translate(state: State, runtime: Runtime[Context]) -> Update:
    """Write one program from the text; runs once per job, in parallel."""
    return await _write(state, runtime)


async def repair(state: State, runtime: Runtime[Context]) -> Update:
    """Repair one program from the harness's feedback; runs once per job, in parallel."""
    return await _write(state, runtime)


async def run(state: State, runtime: Runtime[Context]) -> Update:
    """Run every program that has not run yet; its process goes on to the question that its answer leaves open."""
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
        then = follow_ups.at_once(state["puzzle"], program)
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
    """Ask what each outcome leaves open: which clues contradict each other, or have no bearing on the answer."""
    pool = runtime.context.pool
    usages: list[Usage] = []

    async def one(attempt: Attempt) -> Attempt:
        program, outcome = attempt.program, attempt.outcome
        found: Update = {}
        question = follow_ups.afterwards(state["puzzle"], attempt)
        if program is None or outcome is None or question is None:
            pass
        elif question == "conflict":
            found["conflict"] = await _conflict(state["puzzle"], attempt.job, program, runtime.context)
        elif question == "close answers":
            found["outcome"], usage = await _read_again(state["puzzle"], outcome, runtime)
            usages.append(usage)
        else:
            answer = outcome.answer[0] if attempt.every else outcome.answer
            longer = runtime.context.bounds(times=_MANY)
            found["bearing"] = await solvers.bearing(program, answer, pool=pool, limits=longer)
        diagnosed = attempt.model_copy(update=found)
        return diagnosed.model_copy(update={"facts": acceptance.evidence(state["puzzle"], diagnosed)})

    undiagnosed = (attempt for attempt in state["attempts"].values() if not attempt.facts)
    attempts = await _each(one, undiagnosed)
    return {"attempts": attempts, "usage": sum(usages, Usage())}


async def vote(state: State, runtime: Runtime[Context]) -> Update:
    """Choose the answer that most programs gave, proven ones first; the winner is a program that proved it, if any.

    If any answer will do, a program also votes for every other answer that it accepts.
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
    rule = runtime.context.settings.votes
    best = max(groups, key=lambda name: _weight(groups[name], votes[name], rule), default=None)
    if best is None:
        return {"winner": None}
    return {"winner": max(groups[best], key=lambda a: (a.proven, a.job.by_rules, -a.job.id)).job.id}


def _weight(group: Sequence[Attempt], votes: int, rule: str) -> tuple[int, bool, int, bool, int]:
    """The sort key of an answer: proven ones first, then those of the most usual interpretation of the text.

    If nothing is proven because clues were not understood, guessing their meaning beats ignoring them. With the rule
    `majority`, votes come first.
    """
    guessed = any(attempt.job.reading == rules.GUESSING[0] for attempt in group)
    first = votes if rule == "majority" else 0
    return first, any(attempt.proven for attempt in group), -min(attempt.job.way for attempt in group), guessed, votes


async def verify(state: State, runtime: Runtime[Context]) -> Update:
    """Ask the other programs whether they accept the chosen answer, and if wanted, have a model review it."""
    if state["winner"] is None:
        return {"evidence": ()}
    chosen = state["attempts"][state["winner"]]
    others = [a for a in latest(state["attempts"]) if a.job.id != chosen.job.id and testimony.has_a_say(a, chosen)]

    async def one(other: Attempt) -> Evidence:
        reply = await _confirms(other, chosen, state["puzzle"].expects, runtime.context)
        return testimony.testimony(state["puzzle"], chosen, other, reply)

    evidence = tuple(await asyncio.gather(*map(one, others)))
    reviews, usage = await _reviewed(state, runtime, chosen)
    said = reviews.get(canonical(chosen.answer))
    return {"evidence": (*evidence, said) if said else evidence, "reviews": reviews, "usage": usage}


async def gate(state: State, runtime: Runtime[Context]) -> Update:
    """Weigh the evidence; if it falls short, let the policy say what to try next."""
    winner = state["winner"]
    chosen = None if winner is None else state["attempts"][winner]
    own = (
        *(chosen.facts if chosen else ()),
        *text_evidence.conventions(state["puzzle"], chosen, latest(state["attempts"])),
    )
    facts = (*own, *state["evidence"])
    status, reason = acceptance.judge(state["puzzle"], chosen, latest(state["attempts"]), facts)
    context = runtime.context
    spent = context.spent(state["usage"])
    step, jobs = context.policy.next_step(context.settings, state, Judged(chosen, own, status, spent))
    ended = state["flaw"] or (_ended_by(state, spent) if step == "answer" else "")
    if ended and status is not Verdict.VERIFIED:
        reason = ended if chosen is None else f"{reason} ({ended})"
    return {"evidence": facts, "status": status, "reason": reason, "step": step, "jobs": jobs}


def _ended_by(state: State, spent: str) -> str:
    """The external reason why the run cannot continue: a model that cannot be reached, or a spent budget."""
    dead = next((attempt.problem for attempt in state["attempts"].values() if attempt.dead), "")
    return dead or (f"The budget of {spent} is spent." if spent else "")


async def restart(state: State, runtime: Runtime[Context]) -> Update:
    """Start over from the text at a higher temperature, without the earlier attempts."""
    generation = 1 + max(attempt.job.generation for attempt in state["attempts"].values())
    context, first = runtime.context, len(state["attempts"])
    jobs = context.policy.first_jobs(context.settings, state["puzzle"], generation=generation)
    numbered = tuple(job.model_copy(update={"id": first + job.id}) for job in jobs)
    return {"jobs": numbered, "step": "translate"}


async def answer(state: State) -> Update:
    """Assemble the answer for the caller."""
    puzzle, winner, status = state["puzzle"], state["winner"], state["status"]
    chosen = None if winner is None else state["attempts"][winner]
    attempts = tuple(attempt for _, attempt in sorted(state["attempts"].items()))
    core = next((a.conflict.conflict for a in attempts if a.conflict and a.conflict.conflict), ())
    others: tuple[Any, ...] = ()
    if chosen and chosen.second and chosen.second.status.solved:
        others = (chosen.second.answer,)
    elif chosen and chosen.outcome and chosen.outcome.search and status is not Verdict.VERIFIED:
        others = chosen.outcome.search.alternatives
    by_model = chosen is not None and not chosen.job.by_rules
    written = {clue for a in _stating(state, chosen) if a.program for clue in a.program.clues}
    found = Answer(
        status=status,
        answer=chosen.answer if chosen and status is not Verdict.FAILED else None,
        alternatives=others,
        conflict=core if status is Verdict.CONTRADICTORY else (),
        clues=tuple(
            clue.model_copy(update={"understood": clue.id in written}) if by_model else clue for clue in puzzle.clues
        ),
        evidence=state["evidence"],
        program=chosen.program if chosen else next((a.program for a in attempts if a.program), None),
        attempts=attempts,
        usage=state["usage"],
        reason=state["reason"],
        text=puzzle.passages,
        guesses=text_evidence.guesses(puzzle, chosen, state["evidence"]) if status is not Verdict.FAILED else (),
    )
    return {"answer": found.model_copy(update={"confidence": confidence(found)})}


NODES = (decompose, translate, run, diagnose, vote, verify, gate, repair, restart, answer)


async def _reviewed(state: State, runtime: Runtime[Context], chosen: Attempt) -> tuple[dict[str, Evidence], Usage]:
    """The reviews so far, with one of the chosen answer if it is worth a call; no answer is reviewed twice."""
    context, known, name = runtime.context, state["reviews"], canonical(chosen.answer)
    enough = len(known) >= context.settings.verification or context.spent(state["usage"])
    if name in known or enough or not acceptance.sound(chosen, chosen.facts):
        return known, Usage()
    try:
        said, usage = await context.modeller("reviewer", runtime.stream_writer).check(state["puzzle"], chosen.answer)
    except ModelError as error:
        said, usage = Evidence(check=acceptance.REVIEW, passed=None, detail=str(error)), error.usage
    return known | {name: said}, usage


def _stating(state: State, chosen: Attempt | None) -> list[Attempt]:
    """The programs that state an answer's clues: its own or, for a script or bare answer, those that confirmed it."""
    if chosen is None or chosen.job.contract == "model":
        return [chosen] if chosen else []
    if state["status"] is not Verdict.VERIFIED:
        return []
    return [attempt for attempt in latest(state["attempts"]) if testimony.has_a_say(attempt, chosen)]


def _mostly_read(puzzle: Puzzle) -> bool:
    """Whether the rules' division into clues is worth keeping; if they understood little, it is a guess."""
    if any(passage.blocks for passage in puzzle.passages):
        return False  # it may be a clue, which a program has to state
    return 2 * sum(bool(clue.understood) for clue in puzzle.clues) >= len(puzzle.clues)


async def _write(state: State, runtime: Runtime[Context]) -> Update:
    (job,) = state["jobs"]
    puzzle = state["puzzle"]
    before = None if job.parent is None else state["attempts"][job.parent]
    author = runtime.context.author(job, runtime.stream_writer)
    try:
        attempt, usage = await author.write(puzzle, job, before=before)
    except ModelError as error:
        return {
            "attempts": {job.id: Attempt(job=job, program=None, problem=str(error), dead=True)},
            "usage": error.usage,
        }
    return {"attempts": {job.id: attempt}, "usage": usage}


async def _with_candidates(puzzle: Puzzle, runtime: Runtime[Context]) -> Update:
    """The puzzle with candidate words from the model, and their cost; a model error becomes the state's `flaw`."""
    context = runtime.context

    async def fill(proposed: Puzzle) -> Outcome:
        program = rules.translate(proposed, rules.preferred(proposed))
        return await solvers.run(program, pool=context.pool, limits=context.bounds())

    try:
        puzzle, usage = await word_puzzles.propose(puzzle, context.modeller("author", runtime.stream_writer), fill)
    except ModelError as error:
        return {"puzzle": puzzle, "flaw": str(error), "usage": error.usage}
    return {"puzzle": puzzle, "usage": usage}


async def _read_again(puzzle: Puzzle, outcome: Outcome, runtime: Runtime[Context]) -> tuple[Outcome, Usage]:
    """Let the model choose among answers that are close to each other; without a model, change nothing."""
    if not runtime.context.models:
        return outcome, Usage()
    try:
        author = runtime.context.modeller("author", runtime.stream_writer)
        return await word_puzzles.choose(puzzle, outcome, author)
    except ModelError as error:
        return outcome, error.usage


async def _conflict(puzzle: Puzzle, job: Job, program: Program, context: Context) -> Outcome:
    """A minimal unsatisfiable subset of the clues; clues that look contradictory are tried first."""
    suspects = rules.suspects(puzzle) if job.by_rules else ()
    if suspects:
        kept = tuple(fragment for fragment in program.fragments if fragment.clue in (None, *suspects))
        some = program.model_copy(update={"fragments": kept})
        reply = await solvers.conflict(some, pool=context.pool, limits=context.bounds())
        if reply.conflict:
            return reply
    return await solvers.conflict(program, pool=context.pool, limits=context.bounds())


def _with_all(outcome: Outcome, every: Outcome | None) -> Outcome:
    """The outcome with the list of all answers in place of the one that `run` gave."""
    return outcome if every is None else outcome.model_copy(update={"answer": every.answer})


async def _confirms(judge: Attempt, chosen: Attempt, expects: Expects, context: Context) -> Outcome:
    """Whether another program accepts the chosen answer; if any answer will do, each must accept the other's."""
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
