"""The nodes of the state machine: each takes the state and returns its changes."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from solvent import solvers
from solvent.agents import (
    asking,
    authors,
    checking,
    clue_agreement,
    follow_ups,
    guessing,
    statements,
    testimony,
    text_evidence,
    text_questions,
    voting,
    word_puzzles,
)
from solvent.agents import gate as acceptance
from solvent.agents.confidence import confidence
from solvent.agents.context import Context
from solvent.agents.models.client import ModelError
from solvent.agents.policies import Judged
from solvent.agents.reading import Update, decompose
from solvent.agents.reports import program_of
from solvent.agents.shape import out_of_object, with_numbers
from solvent.agents.state import Answer, Attempt, Evidence, State, Usage, Verdict, latest
from solvent.solvers import Outcome, Status
from solvent.solvers.programs.equality import canonical
from solvent.translators import Puzzle, rules, without_comments
from solvent.translators.grounding import declared_data

_LISTS = ("every", "others")  # replies that are lists of answers


async def translate(state: State, runtime: Runtime[Context]) -> Update:
    """Write one program from the text, or a sample of them; runs once per request, in parallel."""
    return await _write(state, runtime)


async def repair(state: State, runtime: Runtime[Context]) -> Update:
    """Repair one program from the harness's feedback; runs once per job, in parallel."""
    return await _write(state, runtime)


async def run(state: State, runtime: Runtime[Context]) -> Update:
    """Run every program that has not run yet; its process goes on to the questions that its answer leaves open."""
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
        author = clue_agreement.sampled_by(latest(state["attempts"]), attempt.job)
        samples = author.samples.answer if author and author.samples else ()
        then = follow_ups.at_once(state["puzzle"], attempt.job, program, sampled=bool(samples))
        if not runtime.context.affords(1 + sum(map(solvers.patience, then))):
            then = then[:1]  # what is left may be too little for all of them; `diagnose` asks for the rest
        if not then:
            outcome = await solvers.run(program, pool=pool, limits=limits)
            if attempt.job.models and state["puzzle"].expects in statements.ABOUT_STATEMENTS:
                return await asking.settled(state["puzzle"], attempt, outcome, runtime.context)
            if attempt.job.contract == "script":
                outcome = outcome.model_copy(update={"answer": out_of_object(schema, outcome.answer)})
            return attempt.model_copy(update={"outcome": shaped(outcome)})
        outcome, more = await solvers.run_on(program, then, samples, pool=pool, limits=limits)
        judged = more.pop("disagrees", None)
        found: Update = {"disagrees": {author.job.id: judged}} if author and judged else {}
        found |= {
            question: reply if question == "samples" else listed(reply) if question in _LISTS else shaped(reply)
            for question, reply in more.items()
        }
        return attempt.model_copy(update={"outcome": _with_all(shaped(outcome), found.get("every")), **found})

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
            found["conflict"] = await asking.conflict(state["puzzle"], attempt.job, program, runtime.context)
        elif question == "close answers":
            found["outcome"], usage = await _read_again(state["puzzle"], outcome, runtime)
            usages.append(usage)
        else:
            answer = outcome.answer[0] if attempt.every else attempt.arrangement or outcome.answer
            longer = runtime.context.bounds(times=solvers.patience("bearing"))
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
    context = runtime.context
    groups = voting.grouped(context.policy.voters(state["attempts"]))
    votes = {name: len(group) for name, group in groups.items()}
    rule = context.settings.votes
    if state["puzzle"].expects == "any" and len(groups) > 1 and rule != "majority":
        for name, group in groups.items():
            others = [a for other, each in groups.items() if other != name for a in each]
            replies = await asyncio.gather(*(asking.accepts(a, group[0], context) for a in others))
            votes[name] += sum(reply.status.solved for reply in replies)
    return {"winner": voting.winner(groups, votes, rule)}


async def verify(state: State, runtime: Runtime[Context]) -> Update:
    """Ask the other programs whether they accept the chosen answer, and if wanted, have a model review it."""
    if state["winner"] is None:
        return {"evidence": ()}
    chosen = state["attempts"][state["winner"]]
    others = [a for a in latest(state["attempts"]) if a.job.id != chosen.job.id and testimony.has_a_say(a, chosen)]

    async def one(other: Attempt) -> tuple[Evidence, ...]:
        reply = await asking.confirms(other, chosen, state["puzzle"].expects, runtime.context)
        said = testimony.testimony(state["puzzle"], chosen, other, reply)
        if said.check != acceptance.INDEPENDENT or not said.passed or not clue_agreement.comparable(chosen, other):
            return (said,)
        return said, await clue_agreement.compared(state["puzzle"], chosen, other, runtime.context)

    evidence = tuple(itertools.chain(*await asyncio.gather(*map(one, others))))
    reviews, usage = await _reviewed(state, runtime, chosen)
    said = reviews.get(canonical(chosen.answer))
    check = state["check"]
    if check is not None and check.attempt == chosen.job.id:
        evidence = (*evidence, check.evidence)
    evidence = (*evidence, said) if said else evidence
    disputed = any(fact.passed is False for fact in evidence)
    asked = [a for a in (chosen, *others) if disputed and follow_ups.in_dispute(state["puzzle"], a)]
    attempts = await _each(lambda attempt: asking.with_surplus(attempt, runtime.context), asked)
    if disputed and (attempts.get(chosen.job.id) or chosen).without is not None:
        evidence = (*evidence, acceptance.needed(attempts.get(chosen.job.id) or chosen))
    return {"evidence": evidence, "attempts": attempts, "reviews": reviews, "usage": usage}


async def check(state: State, runtime: Runtime[Context]) -> Update:
    """Have a checker, a predicate per clue, say what it thinks of the answer; write or repair it first if need be."""
    if state["winner"] is None:
        return {}
    chosen = state["attempts"][state["winner"]]
    checker, found, usage = await checking.checked(state, chosen, runtime.context, runtime.stream_writer)
    return {"checker": checker, "check": found, "usage": usage}


async def gate(state: State, runtime: Runtime[Context]) -> Update:
    """Weigh the evidence; if it falls short, let the policy say what to try next."""
    winner = state["winner"]
    chosen = None if winner is None else state["attempts"][winner]
    own = (
        *(chosen.facts if chosen else ()),
        *text_evidence.conventions(state["puzzle"], chosen, latest(state["attempts"])),
        *text_evidence.clauses(state["puzzle"], chosen, latest(state["attempts"])),
        *guessing.evidence(chosen, latest(state["attempts"])),
    )
    facts = (*own, *state["evidence"])
    status, reason = acceptance.judge(state["puzzle"], chosen, latest(state["attempts"]), facts)
    context = runtime.context
    if status in (Verdict.VERIFIED, Verdict.AMBIGUOUS):
        close = _rivals(state, context)
        status, reason = (Verdict.UNVERIFIED, acceptance.too_close(close)) if close else (status, reason)
    spent = context.spent(state["usage"])
    step, jobs = context.policy.next_step(context.settings, state, Judged(chosen, own, status, spent))
    ended = state["flaw"] or (_ended_by(state, spent) if step == "answer" else "")
    if ended and status is not Verdict.VERIFIED:
        reason = ended if chosen is None else f"{reason} ({ended})"
    again = step == "answer" and _rereads(state, context, chosen, status)
    return {
        "evidence": facts,
        "status": status,
        "reason": reason,
        "step": "reread" if again else step,
        "jobs": jobs,
    }


def _rereads(state: State, context: Context, chosen: Attempt | None, status: Verdict) -> bool:
    """Whether a rough reading may do better than what the rules' kinds of puzzles made of the text."""
    if not context.settings.rules or context.models or status not in (Verdict.FAILED, Verdict.UNVERIFIED):
        return False
    puzzle = state["puzzle"]
    return not rules.roughly_read(puzzle) and not text_evidence.well_founded(puzzle, chosen)


def _ended_by(state: State, spent: str) -> str:
    """The external reason why the run cannot continue: a model that cannot be reached, or a spent budget."""
    dead = next((attempt.problem for attempt in state["attempts"].values() if attempt.dead), "")
    return dead or (f"The budget of {spent} is spent." if spent else "")


async def guess(state: State, runtime: Runtime[Context]) -> Update:
    """Search for guesses at the clues that are not understood which leave one answer, and plan programs with them."""
    context, puzzle = runtime.context, state["puzzle"]
    found = await guessing.search(puzzle, context.pool, context.bounds())
    framework = next(attempt.job.framework for attempt in state["attempts"].values())
    return {"jobs": guessing.jobs(puzzle, found, framework, len(state["attempts"])), "step": "translate"}


async def reread(state: State, runtime: Runtime[Context]) -> Update:
    """Read the text roughly; if that leaves one answer, start over with this reading, otherwise answer as it is."""
    context = runtime.context
    puzzle = await guessing.roughly_read(without_comments(state["text"]), context.pool, context.bounds())
    if puzzle is None:
        return {"step": "answer"}
    jobs = context.policy.first_jobs(context.settings, puzzle)
    return {"puzzle": puzzle, "flaw": "", "attempts": Overwrite({}), "winner": None, "jobs": jobs, "step": "translate"}


async def restart(state: State, runtime: Runtime[Context]) -> Update:
    """Start over from the text at a higher temperature, without the earlier attempts."""
    generation = 1 + max(attempt.job.generation for attempt in state["attempts"].values())
    context, first = runtime.context, len(state["attempts"])
    jobs = context.policy.first_jobs(context.settings, state["puzzle"], generation=generation)
    numbered = tuple(job.model_copy(update={"id": first + job.id}) for job in jobs)
    return {"jobs": numbered, "step": "translate"}


def _rivals(state: State, context: Context) -> tuple[Any, ...]:
    """The answers among which none has the lead that the settings demand, best first; none if any answer will do."""
    settings = context.settings
    if not settings.lead or state["puzzle"].expects == "any":
        return ()
    groups = voting.grouped(context.policy.voters(state["attempts"]))
    return tuple(group[0].answer for group in voting.rivals(groups, settings.votes, settings.lead))


async def answer(state: State, runtime: Runtime[Context]) -> Update:
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
    elif chosen and status is Verdict.UNVERIFIED:
        others = tuple(each for each in _rivals(state, runtime.context) if canonical(each) != canonical(chosen.answer))
    if chosen and chosen.job.clauses:
        read_too = [a for a in attempts if a.solved and a.job.clauses and a.answer != chosen.answer]
        others = (*others, *(a.answer for a in read_too))
        puzzle = rules.with_readings(puzzle, dict(chosen.job.clauses), chosen.job.source, chosen.job.supposed)
    if chosen and chosen.job.guesses:
        others = (*others, *(a.answer for a in guessing.others(chosen, attempts)))
        puzzle = rules.with_guesses(puzzle, {clue: (number,) for clue, number in chosen.job.guesses})
    by_model = chosen is not None and not chosen.job.by_rules and not chosen.job.clauses
    stating = [a.program for a in _stating(state, chosen) if a.program]
    written = {clue for each in stating for clue in (*each.clues, *declared_data(puzzle, each))}
    checked = any(fact.check == acceptance.CHECKED and fact.passed for fact in state["evidence"])
    if status is Verdict.VERIFIED and checked:
        written |= {clue.id for clue in puzzle.clues}  # each has a predicate
    found = Answer(
        status=status,
        answer=chosen.answer if chosen and status is not Verdict.FAILED else None,
        alternatives=others,
        conflict=core if status is Verdict.CONTRADICTORY else (),
        clues=tuple(
            clue.model_copy(update={"understood": clue.id in written}) if by_model else clue for clue in puzzle.clues
        ),
        evidence=state["evidence"],
        program=program_of(state["attempts"], chosen)
        if chosen
        else next((a.program for a in attempts if a.program), None),
        attempts=attempts,
        usage=state["usage"],
        reason=state["reason"],
        text=puzzle.passages,
        puzzle=puzzle,
        guesses=text_evidence.guesses(puzzle, chosen, state["evidence"]) if status is not Verdict.FAILED else (),
    )
    found = await text_questions.with_reply(found, chosen, runtime.context)
    return {"answer": found.model_copy(update={"confidence": confidence(found)})}


NODES = (decompose, translate, run, diagnose, vote, verify, gate, guess, check, repair, reread, restart, answer)


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
    if chosen is None or chosen.job.models:
        return [chosen] if chosen else []
    if state["status"] is not Verdict.VERIFIED:
        return []
    return [attempt for attempt in latest(state["attempts"]) if testimony.has_a_say(attempt, chosen)]


async def _write(state: State, runtime: Runtime[Context]) -> Update:
    if len(state["jobs"]) > 1:
        return await _write_samples(state, runtime)
    (job,) = state["jobs"]
    puzzle = state["puzzle"]
    before = None if job.parent is None else state["attempts"][job.parent]
    author = runtime.context.author(job, runtime.stream_writer, state.get("examples", ()))
    try:
        attempt, usage = await author.write(puzzle, job, before=before)
    except ModelError as error:
        return {"attempts": {job.id: authors.unwritten(job, error)}, "usage": error.usage}
    return {"attempts": {job.id: attempt}, "usage": usage}


async def _write_samples(state: State, runtime: Runtime[Context]) -> Update:
    """The programs of several jobs that make the same request, in as few requests as the server allows."""
    context, jobs, examples = runtime.context, state["jobs"], state.get("examples", ())
    modellers = [context.modeller(j.role, runtime.stream_writer, j.sample, j.generation, examples) for j in jobs]
    written = await authors.write_samples(state["puzzle"], jobs, modellers)
    usage = sum((usage for _, usage in written), Usage())
    return {"attempts": {attempt.job.id: attempt for attempt, _ in written}, "usage": usage}


async def _read_again(puzzle: Puzzle, outcome: Outcome, runtime: Runtime[Context]) -> tuple[Outcome, Usage]:
    """Let the model choose among answers that are close to each other; without a model, change nothing."""
    if not runtime.context.models:
        return outcome, Usage()
    try:
        author = runtime.context.modeller("author", runtime.stream_writer)
        return await word_puzzles.choose(puzzle, outcome, author)
    except ModelError as error:
        return outcome, error.usage


def _with_all(outcome: Outcome, every: Outcome | None) -> Outcome:
    """The outcome with the list of all answers in place of the one that `run` gave."""
    return outcome if every is None else outcome.model_copy(update={"answer": every.answer})


async def _each(ask: Callable[[Attempt], Awaitable[Attempt]], attempts: Iterable[Attempt]) -> dict[int, Attempt]:
    done = await asyncio.gather(*map(ask, attempts))
    return {attempt.job.id: attempt for attempt in done}
