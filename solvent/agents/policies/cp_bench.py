"""The methods of CP-Bench (Michailidis et al. 2025): one program per sample, a vote, then rounds of self-verification.

Nothing is repaired, confirmed or restarted. What a script prints that is no JSON is reported in a request of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from solvent.agents.policies import MODELS_OWN, Judged, Step, numbered, temperature
from solvent.agents.reports import is_report, report_on, unreported
from solvent.agents.settings import Settings
from solvent.agents.state import Attempt, Job, State, Writer
from solvent.translators import Puzzle

METHOD = "cp-bench"


@dataclass(frozen=True)
class CpBench:
    """See the module."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The author's samples in each framework; the rules write no programs."""
        del puzzle
        return numbered(
            (
                Job(
                    id=0,
                    writer=Writer.of(settings, "author"),
                    framework=language,
                    sample=sample,
                    generation=generation,
                    temperature=temperature(settings, generation),
                    contract=settings.contract_of(language),
                )
                for language in settings.frameworks or (MODELS_OWN,)
                for sample in range(settings.samples)
            ),
            0,
        )

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """The reports that are due, a further round of self-verification, or the answer."""
        attempts = dict(sorted(state["attempts"].items()))
        if state["flaw"] or judged.spent or not attempts or any(each.dead for each in attempts.values()):
            return "answer", ()
        reports = [report_on(attempts, each) for each in attempts.values() if _is_new(attempts, each)]
        if reports:
            return "repair", numbered(reports, len(attempts))
        rounds = _rounds(attempts)
        if len(rounds) >= settings.self_verification or (rounds and _kept(attempts, rounds[-1])):
            return "answer", ()
        # If no program gave an answer, the first one goes on.
        subject = rounds[-1] if rounds else judged.chosen or next(iter(attempts.values()))
        if is_report(subject.job) and subject.job.parent is not None:
            subject = attempts[subject.job.parent]
        if subject.job.contract not in ("model", "script"):
            return "answer", ()
        update = {
            "parent": subject.job.id,
            "action": subject.job.action + 1,
            "request": "review",
            "temperature": settings.temperature,
        }
        return "repair", numbered((subject.job.model_copy(update=update),), len(attempts))

    def voters(self, attempts: Mapping[int, Attempt]) -> list[Attempt]:
        """All samples; once a program is verified, its latest version alone, even if it gives no answer any more."""
        rounds = _rounds(attempts)
        if not rounds:
            return [attempts[number] for number in sorted(attempts)]
        written = rounds[-1]
        while _kept(attempts, written) and written.job.parent is not None:
            written = attempts[written.job.parent]
        reported = [each for each in attempts.values() if is_report(each.job) and each.job.parent == written.job.id]
        return [rounds[-1], *reported]


def _rounds(attempts: Mapping[int, Attempt]) -> list[Attempt]:
    """The rounds of self-verification so far, without one in which the model could not be reached."""
    return [each for _, each in sorted(attempts.items()) if each.job.request == "review" and not each.dead]


def _kept(attempts: Mapping[int, Attempt], attempt: Attempt) -> bool:
    """Whether a round of self-verification left the program as it was."""
    if attempt.job.request != "review" or attempt.job.parent is None:
        return False
    return attempt.program == attempts[attempt.job.parent].program


def _is_new(attempts: Mapping[int, Attempt], attempt: Attempt) -> bool:
    """Whether a script, such as one in SMT-LIB, found values but printed no JSON, so that its author has to report."""
    return unreported(attempts, attempt) and not _kept(attempts, attempt)


POLICY = CpBench()
