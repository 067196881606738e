"""What to write first, and what to try next. Pure: nobody is asked here."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from solvent.agents import gate
from solvent.agents.feedback import concerning, finding
from solvent.agents.settings import DIRECT, Settings
from solvent.agents.state import RULES, Attempt, Evidence, Job, State, Verdict, Writer, latest
from solvent.translators import Puzzle, rules

MODELS_OWN = "cpmpy"  # what models write best, by CP-Bench's figures
HOTTEST = 2.0  # no API takes a higher temperature

Step = Literal["translate", "repair", "restart", "answer"]


@dataclass(frozen=True)
class Judged:
    """How the gate found things: the answer it chose, what that program shows by itself, and the status it earned.

    `spent` is the limit of the budget that has been reached, "" for none.
    """

    chosen: Attempt | None
    facts: tuple[Evidence, ...]
    status: Verdict
    spent: str = ""


class Policy(Protocol):
    """What a run writes, and when it ends. The settings are those of the run."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The programs to begin with, or, in a later generation, to begin again with; ids count from 0."""

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """Where to go from the gate, and the programs to write there."""


@dataclass(frozen=True)
class Confirming:
    """Ours: what is sound is confirmed by an independent program; what is not is repaired, then begun again."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The rules' programs where they understand the text, and the author's."""
        return _numbered(_first(settings, puzzle, generation), 0)

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """A looser reading, a second opinion, repairs, a restart, in that order, or the answer."""
        attempts = state["attempts"]
        if judged.status is Verdict.VERIFIED or state["flaw"] or not attempts:
            return "answer", ()
        if not settings.models:
            jobs = _next_reading(settings, state)
            return ("translate", jobs) if jobs else ("answer", ())
        if judged.spent or any(attempt.dead for attempt in attempts.values()):
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
    # Words are searched for by an engine of ours: there is no program for a model to write.
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
    """The rules' next looser reading of the text, where the last one leaves more than one answer."""
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
    """Whether an independent program of the same generation exists already, good or not; scripts bear no witness."""
    mine = chosen.job.writer, chosen.job.framework
    return any((a.job.writer, a.job.framework) != mine and a.job.contract == "model" for a in attempts)


def _second_opinion(settings: Settings, chosen: Attempt, first: int) -> tuple[Job, ...]:
    """One program of the witness, written without sight of the first; of the same model, in another framework."""
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
    """A job for every conversation whose last program has a fault, while it may go on."""
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
    """Whether the model has given the same program or answer again: it is sure, and asking once more is no use."""
    if attempt.job.parent is None:
        return False
    before = attempts[attempt.job.parent]
    if attempt.job.contract == "answer":
        return attempt.solved and before.answer == attempt.answer
    return attempt.program is not None and before.program == attempt.program


def _numbered(jobs: Iterable[Job], first: int) -> tuple[Job, ...]:
    return tuple(job.model_copy(update={"id": first + n}) for n, job in enumerate(jobs))
