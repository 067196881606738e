"""The questions that can be asked about a program; `engines.questions` defines them."""

from typing import Literal

from solvent.solvers.programs.outcome import Status

Question = Literal[
    "run",
    "second",
    "conflict",
    "improve",
    "accepts",
    "every",
    "bearing",
    "must",
    "could",
    "count",
    "without",
    "others",
    "allows",
    "samples",
    "disagrees",
    "needed",
    "deduce",
    "marks",
]
FollowUp = Literal["second", "improve", "every", "without", "others", "samples", "disagrees", "bearing"]

_SLOW: dict[str, int] = {"bearing": 3}  # it may try each clue


def patience(question: FollowUp) -> int:
    """How many times the usual limit a question about an answer needs."""
    return _SLOW.get(question, 1)


def leads_on(question: Question, status: Status) -> bool:
    """Whether the next question in a row is asked after this one: after an answer, and after a proof about it."""
    if question in ("second", "improve"):
        return status is Status.UNSATISFIABLE
    return status.solved or question in ("others", "samples", "disagrees")
