"""Which programs to write first, and what to try next. Pure: no model or solver is called."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from solvent.agents import gate
from solvent.agents.feedback import concerning, finding
from solvent.agents.settings import DIRECT, Settings
from solvent.agents.state import RULES, Attempt, Evidence, Job, State, Verdict, Writer, latest
from solvent.translators import Puzzle, rules

MODELS_OWN = "cpmpy"  # the framework that models write best, according to CP-Bench
HOTTEST = 2.0  # the highest temperature that APIs accept

Step = Literal["translate", "repair", "restart", "answer"]


@dataclass(frozen=True)
class Judged:
    """The gate's findings: the chosen attempt, the evidence for it apart from other programs, and its status.

    `spent` is the budget limit that has been reached, "" for none.
    """

    chosen: Attempt | None
    facts: tuple[Evidence, ...]
    status: Verdict
    spent: str = ""


class Policy(Protocol):
    """Decides which programs a run writes and when it ends. `settings` are those of the run."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The programs to start with or, in a later generation, to restart with; ids count from 0."""

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """The node that follows the gate, and the programs to write there."""


@dataclass(frozen=True)
class Confirming:
    """The default: have sound answers confirmed by an independent program; repair the rest, then restart."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The rules' programs if they understand the text, and the author's."""
        return _numbered(_first(settings, puzzle, generation), 0)

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """A looser reading, a second opinion, repairs, a restart, in that order, or the answer."""
        attempts = state["attempts"]
        if judged.status is Verdict.VERIFIED or state["flaw"] or not attempts:
            return "answer", ()
        if not settings.models:
            jobs = _next_reading(settings, state)
            return ("translate", jobs) if jobs else ("answer", ())
        if settings.reply == "text" or judged.spent or any(attempt.dead for attempt in attempts.values()):
            return "answer", ()
        chosen = judged.chosen
        if chosen is not None and gate.sound(chosen, judged.facts) and not _has_witness(chosen, latest(attempts)):
            jobs = _second_opinion(settings, chosen, len(attempts))
            if jobs:
                return "translate", jobs
        jobs = _repairs(settings, state)
        if jobs:
            return "repair", jobs
        generation = max(attempt.job.generation for attempt in attempts.values())
        if generation < settings.budget.restarts and judged.status is not Verdict.UNVERIFIED:
            return "restart", ()
        return "answer", ()


def _first(settings: Settings, puzzle: Puzzle, generation: int) -> Iterator[Job]:
    # Word puzzles are solved by Solvent's own search, so there is no program for a model to write.
    by_rules = not settings.models or puzzle.expects == "likeliest"
    if by_rules or (settings.rules and rules.understands(puzzle) and generation == 0):
        languages = _languages_of_rules(settings, puzzle)
        for language in languages if not settings.models else languages[:1]:
            for way in range(rules.ways(puzzle)):
                yield Job(id=0, writer=RULES, framework=language, reading=rules.READINGS[0], way=way)
    if by_rules:
        return
    writer = Writer.of(settings, "author")
    base = settings.temperature if settings.samples == 1 else settings.sampling_temperature
    for language in settings.frameworks or (MODELS_OWN,):
        for sample in range(settings.samples):
            yield Job(
                id=0,
                writer=writer,
                framework=language,
                sample=sample,
                generation=generation,
                temperature=min(base + generation * settings.budget.warmer, HOTTEST),
                contract="answer" if language == DIRECT else settings.contract,
            )


def _languages_of_rules(settings: Settings, puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(name for name in settings.frameworks if name != DIRECT) or (rules.preferred(puzzle),)


def _next_reading(settings: Settings, state: State) -> tuple[Job, ...]:
    """The rules' next looser reading of the text, if the last one allows more than one answer."""
    attempts, puzzle = state["attempts"], state["puzzle"]
    tried = [attempt.job.reading for attempt in attempts.values()]
    last = [each for each in attempts.values() if each.job.reading == tried[-1] and each.job.way == 0]
    if not any(each.second is not None and each.second.status.solved for each in last):
        return ()
    reading = next((name for name in rules.readings(puzzle) if name not in tried), None)
    if reading is None:
        return ()
    languages = _languages_of_rules(settings, puzzle)
    return _numbered(
        (
            Job(id=0, writer=RULES, framework=language, reading=reading, way=way)
            for language in languages
            for way in range(rules.ways(puzzle))
        ),
        len(attempts),
    )


def _has_witness(chosen: Attempt, attempts: Sequence[Attempt]) -> bool:
    """Whether there already is an independent program, good or not; scripts cannot be witnesses."""
    mine = chosen.job.writer, chosen.job.framework
    return any((a.job.writer, a.job.framework) != mine and a.job.contract == "model" for a in attempts)


def _second_opinion(settings: Settings, chosen: Attempt, first: int) -> tuple[Job, ...]:
    """One program by the witness, which does not see the first; if by the same model, in another framework."""
    witness = Writer.of(settings, "witness")
    others = [name for name in settings.second_opinion if name != chosen.job.framework or witness != chosen.job.writer]
    if not others:
        return ()
    job = Job(
        id=first,
        writer=witness,
        role="witness",
        framework=others[0],
        generation=chosen.job.generation,
        temperature=chosen.job.temperature,
        witness=chosen.job.contract != "model",
    )
    return (job,)


def _repairs(settings: Settings, state: State) -> tuple[Job, ...]:
    """A job for every conversation whose last program is faulty, while it has actions left."""
    attempts = state["attempts"]
    jobs: list[Job] = []
    for attempt in latest(attempts):
        job = attempt.job
        if job.by_rules or job.action >= settings.budget.actions or _repeats_itself(attempts, attempt):
            continue
        found = finding(state["puzzle"], attempt, concerning(state, attempt))
        if found:
            changes: dict[str, Any] = {"parent": job.id, "action": job.action + 1, "feedback": found}
            jobs.append(job.model_copy(update=changes))
    return _numbered(jobs, len(attempts))


def _repeats_itself(attempts: dict[int, Attempt], attempt: Attempt) -> bool:
    """Whether the model repeated its last program or answer, so that asking again is useless."""
    if attempt.job.parent is None:
        return False
    before = attempts[attempt.job.parent]
    if attempt.job.contract == "answer":
        return attempt.solved and before.answer == attempt.answer
    return attempt.program is not None and before.program == attempt.program


def _numbered(jobs: Iterable[Job], first: int) -> tuple[Job, ...]:
    return tuple(job.model_copy(update={"id": first + n}) for n, job in enumerate(jobs))
