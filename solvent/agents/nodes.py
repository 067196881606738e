"""The nodes: each takes the state and returns what it changes."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from langgraph.runtime import Runtime

from solvent import solvers
from solvent.agents import gate as acceptance
from solvent.agents.canonical import canonical
from solvent.agents.state import Answer, Attempt, Evidence, Job, State, Verdict
from solvent.solvers import Limits, Pool, Status
from solvent.translators import Puzzle, rules, without_comments

Update = dict[str, Any]


@dataclass(frozen=True)
class Context:
    """What a run is given and does not change."""

    pool: Pool
    frameworks: tuple[str, ...] = ("smtlib",)
    limits: Limits = field(default_factory=Limits)


async def decompose(state: State, runtime: Runtime[Context]) -> Update:
    """Read the text: kind, clues, categories, what answer is expected; and plan the translations."""
    try:
        puzzle, flaw = rules.decompose(without_comments(state["text"])), ""
    except rules.PuzzleError as error:
        puzzle, flaw = Puzzle(text=state["text"]), str(error)
    if not puzzle.kind:
        return {"puzzle": puzzle, "flaw": flaw, "attempts": {}, "winner": None, "evidence": (), "step": "gate"}
    jobs = _jobs(runtime.context.frameworks, rules.READINGS[0], first=0)
    return {"puzzle": puzzle, "jobs": jobs, "attempts": {}, "step": "translate"}


async def translate(state: State) -> Update:
    """Write one program; runs once for each job, side by side."""
    (job,) = state["jobs"]
    return {"attempts": {job.id: _written(state["puzzle"], job)}}


async def run(state: State, runtime: Runtime[Context]) -> Update:
    """Run every program that has not run yet."""

    async def one(attempt: Attempt) -> Attempt:
        outcome = await solvers.run(attempt.program, pool=runtime.context.pool, limits=runtime.context.limits)
        return attempt.model_copy(update={"outcome": outcome})

    return {"attempts": await _each(one, (a for a in state["attempts"].values() if a.outcome is None))}


async def diagnose(state: State, runtime: Runtime[Context]) -> Update:
    """Ask what the outcome leaves open: is there a second answer, a better one, which clues clash."""
    pool, limits = runtime.context.pool, runtime.context.limits
    expects = state["puzzle"].expects

    async def one(attempt: Attempt) -> Attempt:
        outcome = attempt.outcome
        if outcome is None:
            return attempt
        found: Update = {}
        if outcome.status is Status.UNSATISFIABLE:
            found["conflict"] = await solvers.conflict(attempt.program, pool=pool, limits=limits)
        elif outcome.status.solved and expects == "unique":
            found["second"] = await solvers.second(attempt.program, outcome.answer, pool=pool, limits=limits)
        elif outcome.status.solved and expects == "optimal":
            found["improve"] = await solvers.improve(attempt.program, outcome.answer, pool=pool, limits=limits)
        return attempt.model_copy(update=found)

    undiagnosed = (a for a in state["attempts"].values() if not (a.second or a.improve or a.conflict))
    return {"attempts": await _each(one, undiagnosed)}


async def vote(state: State) -> Update:
    """Choose the answer that most programs gave, a proven one first; its first proven program speaks for it."""
    votes: dict[str, list[Attempt]] = {}
    for _, attempt in sorted(state["attempts"].items()):
        if attempt.solved:
            votes.setdefault(canonical(attempt.answer), []).append(attempt)
    best = max(votes.values(), key=lambda group: (any(a.proven for a in group), len(group)), default=None)
    # A stricter reading may give the same answer first, without the proof that there is no other.
    return {"winner": next((a for a in best if a.proven), best[0]).job.id if best else None}


async def verify(state: State, runtime: Runtime[Context]) -> Update:
    """Ask every other program whether it accepts the chosen answer."""
    if state["winner"] is None:
        return {"evidence": ()}
    chosen = state["attempts"][state["winner"]]
    others = [a for a in state["attempts"].values() if a.job.framework != chosen.job.framework]

    async def one(other: Attempt) -> Evidence:
        reply = await solvers.accepts(
            other.program, chosen.answer, pool=runtime.context.pool, limits=runtime.context.limits
        )
        passed = True if reply.status.solved else False if reply.status is Status.UNSATISFIABLE else None
        detail = reply.message or "the same reading on another solver: it tests the solvers, not the reading"
        return Evidence(check=f"{other.job.framework} accepts it", passed=passed, detail=detail)

    return {"evidence": tuple(await asyncio.gather(*map(one, others)))}


async def gate(state: State) -> Update:
    """Weigh the evidence; where it falls short and another reading is left, try that."""
    winner = state["winner"]
    chosen = None if winner is None else state["attempts"][winner]
    evidence = (*acceptance.evidence(state["puzzle"], chosen), *state["evidence"])
    status, reason = acceptance.judge(state["puzzle"], chosen, list(state["attempts"].values()), evidence)
    reason = state.get("flaw") or reason
    again = status in acceptance.REPAIRABLE and _next_reading(state) is not None
    return {"evidence": evidence, "status": status, "reason": reason, "step": "repair" if again else "answer"}


async def repair(state: State, runtime: Runtime[Context]) -> Update:
    """Write the programs again in the next reading of the text."""
    reading = _next_reading(state)
    jobs = _jobs(runtime.context.frameworks, reading, first=len(state["attempts"])) if reading else ()
    return {"attempts": {job.id: _written(state["puzzle"], job) for job in jobs}}


async def restart(state: State, runtime: Runtime[Context]) -> Update:
    """Begin again from the text, without what was tried."""
    jobs = _jobs(runtime.context.frameworks, rules.READINGS[0], first=len(state["attempts"]))
    return {"jobs": jobs, "step": "translate"}


async def answer(state: State) -> Update:
    """Put together what the caller gets."""
    puzzle, winner, status = state["puzzle"], state["winner"], state["status"]
    chosen = None if winner is None else state["attempts"][winner]
    attempts = tuple(attempt for _, attempt in sorted(state["attempts"].items()))
    clash = next((a.conflict.conflict for a in attempts if a.conflict and a.conflict.conflict), ())
    another = chosen.second if chosen and chosen.second and chosen.second.status.solved else None
    return {
        "answer": Answer(
            status=status,
            answer=chosen.answer if chosen else None,
            alternatives=(another.answer,) if another else (),
            conflict=clash if status is Verdict.CONTRADICTORY else (),
            clues=puzzle.clues,
            evidence=state["evidence"],
            program=chosen.program if chosen else attempts[0].program if attempts else None,
            attempts=attempts,
            reason=state["reason"],
        )
    }


NODES = (decompose, translate, run, diagnose, vote, verify, gate, repair, restart, answer)


def _jobs(frameworks: Iterable[str], reading: str, first: int) -> tuple[Job, ...]:
    return tuple(
        Job(id=number, source="rules", framework=framework, reading=reading)
        for number, framework in enumerate(frameworks, start=first)
    )


def _written(puzzle: Puzzle, job: Job) -> Attempt:
    return Attempt(job=job, program=rules.translate(puzzle, job.framework, job.reading))


def _next_reading(state: State) -> str | None:
    tried = {attempt.job.reading for attempt in state["attempts"].values()}
    left = [reading for reading in rules.READINGS if reading not in tried]
    return left[0] if tried and left else None


async def _each(ask: Any, attempts: Iterable[Attempt]) -> dict[int, Attempt]:
    done = await asyncio.gather(*map(ask, attempts))
    return {attempt.job.id: attempt for attempt in done}
