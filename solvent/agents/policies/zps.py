"""ZPS: the model sees all that z3 prints for its programs, and errors beyond the last action lead to a new start.

Every conversation has `budget.actions` programs. As in the authors' public code, all of them are used, and the last one
succeeds if z3 prints no "error" for it; so `unsat` is a success, unless the program then asks for a model. With
`may_submit`, as in the paper's text, the model may end the conversation. If it ends with an error, another one begins
from the text, at the next of `temperatures`.

In the end the model reports its answer as JSON, outside of the actions; nothing else counts as an answer. Without a
solver (the framework `none`), that is the only request.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from solvent.agents.policies import Judged, Step, numbered, temperature
from solvent.agents.reports import last_script, printed, report_on, submits
from solvent.agents.settings import DIRECT, Settings
from solvent.agents.state import Attempt, Job, State, Writer
from solvent.solvers import Status
from solvent.translators import Puzzle

METHOD = "zps"

_STOPPED = (Status.TIMEOUT, Status.MEMORY, Status.BLOCKED, Status.SYNTAX_ERROR, Status.RUNTIME_ERROR)


@dataclass(frozen=True)
class Zps:
    """See the module."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """A conversation for each sample."""
        del puzzle
        return numbered(_first(settings, generation), 0)

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """The next action of each conversation; after the last one a restart, or the report."""
        attempts = dict(sorted(state["attempts"].items()))
        over = not attempts or judged.spent or any(each.dead for each in attempts.values())
        if state["flaw"] or over or settings.frameworks == (DIRECT,):
            return "answer", ()
        generation = max(each.job.generation for each in attempts.values())
        running = [each for each in attempts.values() if each.job.generation == generation]
        if any(each.job.contract == "answer" for each in running):
            return "answer", ()
        last = list({each.job.sample: each for each in running}.values())
        jobs = [_again(attempts, each) for each in last if not _ended(settings, each)]
        if jobs:
            return "repair", numbered(jobs, len(attempts))
        if generation < settings.restarts and not any(succeeded(attempts, each) for each in last):
            return "restart", ()
        return "repair", numbered((report_on(attempts, each) for each in last), len(attempts))

    def voters(self, attempts: Mapping[int, Attempt]) -> list[Attempt]:
        """The reported answers."""
        return [attempt for _, attempt in sorted(attempts.items()) if attempt.job.contract == "answer"]


def succeeded(attempts: Mapping[int, Attempt], attempt: Attempt) -> bool:
    """Whether the last program up to an attempt ran to its end, and z3 printed no "error" for it."""
    last = last_script(attempts, attempt)
    if last is None or last.outcome is None or last.outcome.status in _STOPPED:
        return False
    return "error" not in last.outcome.output.lower()


def _first(settings: Settings, generation: int) -> Iterator[Job]:
    (framework,) = settings.frameworks
    for sample in range(settings.samples):
        yield Job(
            id=0,
            writer=Writer.of(settings, "author"),
            framework=framework,
            sample=sample,
            generation=generation,
            temperature=temperature(settings, generation),
            contract=settings.contract_of(framework),
            request="report" if framework == DIRECT else "output",
        )


def _again(attempts: Mapping[int, Attempt], attempt: Attempt) -> Job:
    job = attempt.job
    update = {"parent": job.id, "action": job.action + 1, "feedback": printed(attempts, attempt)}
    return job.model_copy(update=update)


def _ended(settings: Settings, attempt: Attempt) -> bool:
    """Whether a conversation has no actions left, or its author, who has seen an output, submits."""
    if attempt.job.action >= settings.budget.actions:
        return True
    return settings.may_submit and attempt.job.parent is not None and submits(attempt)


POLICY = Zps()
