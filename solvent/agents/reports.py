"""What a solver printed for a script, and the request to report the answer that is in it. Pure."""

import re
from collections.abc import Mapping

from solvent.agents.settings import DIRECT
from solvent.agents.state import Attempt, Job
from solvent.solvers import Program, Status

SHOWN = 20_000  # characters of an output that a model is shown; more come from a program that prints in a loop

_SUBMITS = re.compile(r"^[\W_]*SUBMIT[\W_]*$", re.MULTILINE)
_KILLED = (Status.TIMEOUT, Status.MEMORY, Status.BLOCKED)


def is_report(job: Job) -> bool:
    """Whether a job is to report what a script found, rather than to answer without a program."""
    return job.contract == "answer" and job.framework != DIRECT


def submits(attempt: Attempt) -> bool:
    """Whether the author says that its program is done (ZPS)."""
    return bool(attempt.messages and _SUBMITS.search(attempt.messages[-1]["content"]))


def last_script(attempts: Mapping[int, Attempt], attempt: Attempt) -> Attempt | None:
    """The attempt itself if it has a program, else the nearest one before it in its conversation that has one."""
    while attempt.program is None and attempt.job.parent is not None:
        attempt = attempts[attempt.job.parent]
    return None if attempt.program is None else attempt


def program_of(attempts: Mapping[int, Attempt], attempt: Attempt) -> Program | None:
    """The program that gave an attempt's answer, or from whose output it was reported; None if there is none."""
    given = last_script(attempts, attempt) if is_report(attempt.job) else attempt
    return given.program if given else None


def printed(attempts: Mapping[int, Attempt], attempt: Attempt) -> str:
    """All that the solver printed for the last program up to an attempt, "" if there is none; the middle may be cut."""
    last = last_script(attempts, attempt)
    if last is None or last.outcome is None:
        return ""
    text, outcome = last.outcome.output, last.outcome
    if len(text) > SHOWN:
        text = f"{text[: SHOWN // 2]}\n... {len(text) - SHOWN} characters are left out ...\n{text[-SHOWN // 2 :]}"
    if outcome.status in _KILLED or not text.strip():
        text = f"{text}({outcome.message or 'nothing'})"
    return text.strip()


def report_on(attempts: Mapping[int, Attempt], attempt: Attempt) -> Job:
    """The request to report, once, the answer that the last program up to an attempt printed."""
    update = {
        "parent": attempt.job.id,
        "contract": "answer",
        "request": "report",
        "feedback": printed(attempts, attempt),
    }
    return attempt.job.model_copy(update=update)


def unreported(attempts: Mapping[int, Attempt], attempt: Attempt) -> bool:
    """Whether a script found values but printed no JSON, and its author has not been asked for the answer yet."""
    outcome = attempt.outcome
    values = attempt.job.contract == "script" and outcome is not None and outcome.status.solved
    if not values or attempt.solved:
        return False
    return not any(is_report(each.job) and each.job.parent == attempt.job.id for each in attempts.values())
