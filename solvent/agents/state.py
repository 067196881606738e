"""What the state machine passes on and what it returns."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from solvent.solvers.outcome import Outcome
from solvent.solvers.program import Program
from solvent.translators.puzzle import Clue


class Verdict(StrEnum):
    """The status that an answer earned; what each needs is written in `gate`."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    AMBIGUOUS = "ambiguous"
    CONTRADICTORY = "contradictory"
    FAILED = "failed"


class Evidence(BaseModel):
    """One checked fact and its result. `passed` is None where the check could not be made."""

    model_config = ConfigDict(frozen=True)

    check: str
    passed: bool | None
    detail: str = ""


class Attempt(BaseModel):
    """One program and what came of it. `source` says who wrote it: `rules`, or a model's name and sample."""

    model_config = ConfigDict(frozen=True)

    source: str
    framework: str
    program: Program | None
    outcome: Outcome


class Usage(BaseModel):
    """What the calls to a model cost; all zero without a model."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0


class Answer(BaseModel):
    """What `solve` returns, always: the best answer found, with the status that it earned.

    `value` is None without an answer. `alternatives` lists other answers where one was expected, `conflict` the ids of
    a minimal set of clues that contradict each other, `program` the one that gave the answer, `seconds` the wall time.
    """

    model_config = ConfigDict(frozen=True)

    status: Verdict
    value: Any = None
    alternatives: tuple[Any, ...] = ()
    conflict: tuple[int, ...] = ()
    clues: tuple[Clue, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    confidence: float | None = None
    program: Program | None = None
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0
    reason: str = ""
