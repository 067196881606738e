"""The default policy: have sound answers confirmed by an independent program; repair the rest, then restart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.agents import checkers, gate, voting
from solvent.agents.feedback import concerning, finding
from solvent.agents.policies import MODELS_OWN, Judged, Step, numbered, temperature
from solvent.agents.reports import is_report, program_of, report_on, unreported
from solvent.agents.settings import DIRECT, Settings
from solvent.agents.state import RULES, Attempt, Job, State, Verdict, Writer, latest
from solvent.translators import Puzzle, rules

METHOD = "confirming"


@dataclass(frozen=True)
class Confirming:
    """See the module."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The rules' programs if they understand the text, and the author's."""
        return numbered(_first(settings, puzzle, generation), 0)

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """A looser reading, samples, a checker, a witness, repairs, a restart, or the answer: the first that is due."""
        verified = judged.status is Verdict.VERIFIED
        if state["flaw"] or not state["attempts"] or (verified and not settings.checkers):
            return "answer", ()
        if settings.models:
            return _of_model(settings, state, judged, verified=verified)
        jobs = () if verified else _next_reading(settings, state)
        if jobs and jobs[0].reading == rules.GUESSING[0]:
            return "guess", ()
        return ("translate", jobs) if jobs else ("answer", ())

    def voters(self, attempts: Mapping[int, Attempt]) -> list[Attempt]:
        """The last attempts of the authors' conversations."""
        return voting.voters(attempts)


def _of_model(settings: Settings, state: State, judged: Judged, *, verified: bool) -> tuple[Step, tuple[Job, ...]]:
    """The next step of a run with a model."""
    attempts, chosen = state["attempts"], judged.chosen
    if settings.reply == "text" or judged.spent or any(attempt.dead for attempt in attempts.values()):
        return "answer", ()
    step, jobs = ("answer", ()) if verified else _unfinished(settings, state)
    if jobs:
        return step, jobs
    witness: tuple[Job, ...] = ()
    if chosen is not None and gate.sound(chosen, judged.facts):
        if not _has_witness(chosen, latest(attempts)):
            witness = _second_opinion(settings, chosen, len(attempts))
        if checkers.is_due(settings, state, chosen, witness_to_come=bool(witness), verified=verified):
            return "check", ()
    if verified:
        return "answer", ()
    return ("translate", witness) if witness else _improved(settings, state, judged)


def _unfinished(settings: Settings, state: State) -> tuple[Step, tuple[Job, ...]]:
    """What is still to come before anything is judged: reports of what scripts found, and further samples."""
    attempts = state["attempts"]
    reports = [report_on(attempts, each) for each in latest(attempts) if unreported(attempts, each)]
    if reports:
        return "repair", numbered(reports, len(attempts))
    return "translate", _more_samples(settings, state)


def _improved(settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
    """Repairs, a restart, or the answer as it is."""
    jobs = _repairs(settings, state)
    if jobs:
        return "repair", jobs
    generation = max(attempt.job.generation for attempt in state["attempts"].values())
    if generation < settings.restarts and judged.status is not Verdict.UNVERIFIED:
        return "restart", ()
    return "answer", ()


def _first(settings: Settings, puzzle: Puzzle, generation: int) -> Iterator[Job]:
    # Word puzzles are solved by Solvent's own search, so there is no program for a model to write.
    by_rules = not settings.models or puzzle.expects == "likeliest"
    if by_rules or (settings.rules and rules.understands(puzzle) and generation == 0):
        languages = _languages_of_rules(settings, puzzle)
        for language in languages if not settings.models else languages[:1]:
            for way in range(rules.ways(puzzle)):
                yield Job(id=0, writer=RULES, framework=language, reading=rules.readings(puzzle)[0], way=way)
    if by_rules:
        return
    yield from _samples(settings, generation, range(min(settings.portion or settings.samples, settings.samples)))


def _samples(settings: Settings, generation: int, numbers: Iterable[int]) -> Iterator[Job]:
    """The author's programs with these sample numbers, in each framework."""
    writer = Writer.of(settings, "author")
    for language in settings.frameworks or (MODELS_OWN,):
        for sample in numbers:
            yield Job(
                id=0,
                writer=writer,
                framework=language,
                sample=sample,
                generation=generation,
                temperature=temperature(settings, generation),
                contract=settings.contract_of(language),
            )


def _more_samples(settings: Settings, state: State) -> tuple[Job, ...]:
    """The next portion of the samples, if they may change which answer wins."""
    attempts, puzzle = state["attempts"], state["puzzle"]
    jobs = [attempt.job for attempt in attempts.values() if not attempt.job.by_rules and attempt.job.role == "author"]
    if not settings.portion or not jobs:
        return ()
    generation = max(job.generation for job in jobs)
    first = 1 + max(job.sample for job in jobs if job.generation == generation)
    rest = (settings.samples - first) * len(settings.frameworks or (MODELS_OWN,))
    # If any answer will do, programs vote for what they accept as well, so that all have to be asked.
    counted = puzzle.expects != "any" or settings.votes == "majority"
    if rest <= 0 or (counted and voting.settled(voting.grouped(voting.voters(attempts)), settings.votes, rest)):
        return ()
    numbers = range(first, min(first + settings.portion, settings.samples))
    return numbered(_samples(settings, generation, numbers), len(attempts))


def _languages_of_rules(settings: Settings, puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(name for name in settings.frameworks if name != DIRECT) or (rules.preferred(puzzle),)


def _next_reading(settings: Settings, state: State) -> tuple[Job, ...]:
    """The rules' next looser reading of the text, if the last one allows more than one answer.

    What clues are guessed to mean is found by a search, in a node of its own.
    """
    attempts, puzzle = state["attempts"], state["puzzle"]
    tried = [attempt.job.reading for attempt in attempts.values()]
    last = [each for each in attempts.values() if each.job.reading == tried[-1] and each.job.way == 0]
    if not any(each.second is not None and each.second.status.solved for each in last):
        return ()
    reading = next((name for name in rules.readings(puzzle) if name not in tried), None)
    if reading is None:
        return ()
    languages = _languages_of_rules(settings, puzzle)
    return numbered(
        (
            Job(id=0, writer=RULES, framework=language, reading=reading, way=way, guesses=last[0].job.guesses)
            for language in languages
            for way in range(rules.ways(puzzle))
        ),
        len(attempts),
    )


def _has_witness(chosen: Attempt, attempts: Sequence[Attempt]) -> bool:
    """Whether there already is an independent program, good or not; scripts cannot be witnesses."""
    mine = chosen.job.writer, chosen.job.framework
    return any((a.job.writer, a.job.framework) != mine and a.job.models for a in attempts)


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
        witness=not chosen.job.models,
    )
    return (job,)


def _repairs(settings: Settings, state: State) -> tuple[Job, ...]:
    """A job for every conversation whose last program is faulty, while it has actions left."""
    attempts = state["attempts"]
    jobs: list[Job] = []
    for attempt in latest(attempts):
        job = attempt.job
        if (
            job.by_rules
            or job.clauses
            or job.contract == "text"
            or _followed(attempts, attempt)
            or job.action >= settings.budget.actions
            or _repeats_itself(attempts, attempt)
        ):
            continue
        found = finding(state["puzzle"], attempt, concerning(state, attempt))
        if found:
            changes: dict[str, Any] = {"parent": job.id, "action": job.action + 1, "feedback": found}
            if is_report(job):
                changes["request"] = "repair"
                if gate.sound(attempt, attempt.facts):  # then it is the script that is at fault, not the report of it
                    changes["contract"] = "script"
            jobs.append(job.model_copy(update=changes))
    return numbered(jobs, len(attempts))


def _followed(attempts: Mapping[int, Attempt], attempt: Attempt) -> bool:
    """Whether another attempt goes on from here: the report of a script's answer, or the script after a report."""
    return any(each.job.parent == attempt.job.id for each in attempts.values())


def _repeats_itself(attempts: dict[int, Attempt], attempt: Attempt) -> bool:
    """Whether the model repeated its last program or answer, so that asking again is useless."""
    if attempt.job.parent is None:
        return False
    before = attempts[attempt.job.parent]
    if attempt.job.contract == "answer":
        return attempt.solved and before.answer == attempt.answer
    return attempt.program is not None and program_of(attempts, before) == attempt.program


POLICY = Confirming()
