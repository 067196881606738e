"""What to try next, and how much other programs' words weigh. Pure: nobody is asked here."""

from collections.abc import Sequence
from typing import Literal

from solvent.agents import bearing, gate
from solvent.agents.context import Context
from solvent.agents.feedback import concerning, finding
from solvent.agents.state import RULES, Attempt, Evidence, Job, State, Verdict, latest
from solvent.solvers import Outcome, Status
from solvent.solvers.equality import canonical
from solvent.translators import Puzzle, rules
from solvent.translators.framework import names

SECOND = ("cpmpy", "smtlib")  # whom to ask for a second opinion, best first

Step = Literal["translate", "repair", "restart", "answer"]


def has_a_say(other: Attempt, chosen: Attempt) -> bool:
    """Whether another program can judge an answer: it models, it runs, and is no other reading of the same rules."""
    if other.program is None or not other.solved or other.job.contract != "model":
        return False
    return RULES not in (other.job.source, chosen.job.source) or other.job.framework != chosen.job.framework


def testimony(puzzle: Puzzle, chosen: Attempt, other: Attempt, reply: Outcome) -> Evidence:
    """What it says for an answer that another program accepts it, or does not.

    Independent is a program of another author or in another framework. It counts only if it is proven itself where one
    answer is expected, and that is the chosen one; if its own clues bear on it; and if its author, from the text alone,
    says that the text asks for the same. For a script, or an answer without a program, it has to bear all the evidence
    that a program can have of itself.
    """
    who = f"{other.job.source} in {other.job.framework}"
    if chosen.job.source == RULES == other.job.source:
        passed = True if reply.status.solved else False if reply.status is Status.UNSATISFIABLE else None
        detail = reply.message or "the same reading on another solver: it tests the solvers, not the reading"
        return Evidence(check=f"{other.job.framework} accepts it", passed=passed, detail=detail)
    independent = (other.job.source, other.job.framework) != (chosen.job.source, chosen.job.framework)
    check = gate.INDEPENDENT if independent else gate.SAME_KIND
    if reply.status is Status.UNSATISFIABLE:
        return Evidence(check=check, passed=False, detail=_disputed(puzzle, who, reply))
    if not reply.status.solved:
        return Evidence(check=check, passed=None, detail=f"{who}: {reply.status}")
    if puzzle.expects in ("unique", "optimal") and not other.proven:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, and other answers besides")
    if puzzle.expects == "unique" and canonical(other.answer) != canonical(chosen.answer):
        return Evidence(check=check, passed=False, detail=f"{who} has proven another answer to be the only one")
    if other.job.source != RULES and other.asked not in ("", puzzle.expects):
        detail = f"{who} takes the text to ask for something else: {other.asked}, not {puzzle.expects}"
        return Evidence(check=gate.ASKED, passed=False, detail=detail)
    lack = _lack(puzzle, chosen, other)
    if lack:
        return Evidence(check=check, passed=None, detail=f"{who} accepts it, but {lack}")
    kin = f", {gate.SAME_MODEL}" if other.job.source == chosen.job.source else ""
    return Evidence(check=check, passed=True, detail=f"{who}{kin}")


def _lack(puzzle: Puzzle, chosen: Attempt, other: Attempt) -> str:
    """What a program that accepts an answer lacks to be a witness for it."""
    if other.job.source == RULES:
        return ""
    if puzzle.expects in ("any", "all") and not other.asked:
        return "it does not say what the text asks for"
    facts = gate.evidence(puzzle, other) if chosen.job.contract != "model" else (bearing.of(puzzle, other),)
    lack = gate.missing(facts)
    return f"{lack.check}: {lack.detail}" if lack else ""


def _disputed(puzzle: Puzzle, who: str, reply: Outcome) -> str:
    texts = {clue.id: clue.text for clue in puzzle.clues}
    named = [f'clue {number} ("{texts.get(number, "")}")' for number in reply.conflict]
    if puzzle.expects == "all":
        return f"{who} has other answers"
    return f"{who} does not allow it" + (f": the two disagree about {', '.join(named)}" if named else "")


def next_step(
    state: State, context: Context, chosen: Attempt | None, own: Sequence[Evidence], status: Verdict
) -> tuple[Step, tuple[Job, ...]]:
    """Where to go from the gate, and the programs to write there."""
    attempts = state["attempts"]
    if status is Verdict.VERIFIED or state["flaw"] or not attempts:
        return "answer", ()
    if context.model is None:
        jobs = _next_reading(context, state)
        return ("translate", jobs) if jobs else ("answer", ())
    if context.budget.spent(state["usage"]) or any(attempt.dead for attempt in attempts.values()):
        return "answer", ()
    if chosen is not None and gate.sound(chosen, own) and not _has_witness(chosen, latest(attempts)):
        jobs = _second_opinion(context, chosen, len(attempts))
        if jobs:
            return "translate", jobs
    jobs = _repairs(state, context)
    if jobs:
        return "repair", jobs
    generation = max(attempt.job.generation for attempt in attempts.values())
    if generation < context.budget.restarts and status in (Verdict.FAILED, Verdict.CONTRADICTORY, Verdict.AMBIGUOUS):
        return "restart", ()
    return "answer", ()


def _next_reading(context: Context, state: State) -> tuple[Job, ...]:
    """The rules' next looser reading of the text, where the last one leaves more than one answer."""
    attempts, puzzle = state["attempts"], state["puzzle"]
    tried = [attempt.job.reading for attempt in attempts.values()]
    last = [each for each in attempts.values() if each.job.reading == tried[-1] and each.job.way == 0]
    if not any(each.second is not None and each.second.status.solved for each in last):
        return ()
    reading = next((name for name in rules.readings(puzzle) if name not in tried), None)
    if reading is None:
        return ()
    jobs = [(language, way) for language in context.languages(puzzle, RULES) for way in range(rules.ways(puzzle))]
    return tuple(
        Job(id=number, source=RULES, framework=language, reading=reading, way=way)
        for number, (language, way) in enumerate(jobs, start=len(attempts))
    )


def _has_witness(chosen: Attempt, attempts: Sequence[Attempt]) -> bool:
    """Whether an independent program of the same generation exists already, good or not; scripts bear no witness."""
    mine = chosen.job.source, chosen.job.framework
    return any((a.job.source, a.job.framework) != mine and a.job.contract == "model" for a in attempts)


def _second_opinion(context: Context, chosen: Attempt, first: int) -> tuple[Job, ...]:
    """One program in another framework, written without sight of the first."""
    others = [name for name in SECOND if name != chosen.job.framework and name in names()]
    if not others:
        return ()
    return (
        Job(
            id=first,
            source=context.name,
            framework=others[0],
            generation=chosen.job.generation,
            temperature=chosen.job.temperature,
            witness=chosen.job.contract != "model",
        ),
    )


def _repairs(state: State, context: Context) -> tuple[Job, ...]:
    """A job for every conversation whose last program has a fault, while it may go on."""
    attempts = state["attempts"]
    jobs: list[Job] = []
    for attempt in latest(attempts):
        job = attempt.job
        if job.source == RULES or job.action >= context.budget.actions or _repeats_itself(attempts, attempt):
            continue
        if finding(state["puzzle"], attempt, concerning(state, attempt)):
            parent = {"parent": job.id, "action": job.action + 1, "id": len(attempts) + len(jobs)}
            jobs.append(job.model_copy(update=parent))
    return tuple(jobs)


def _repeats_itself(attempts: dict[int, Attempt], attempt: Attempt) -> bool:
    """Whether the model has given the same program or answer again: it is sure, and asking once more is no use."""
    if attempt.job.parent is None:
        return False
    before = attempts[attempt.job.parent]
    if attempt.job.contract == "answer":
        return attempt.solved and before.answer == attempt.answer
    return attempt.program is not None and before.program == attempt.program
