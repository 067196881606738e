"""What the state machine passes on and what it returns."""

import operator
from enum import StrEnum
from typing import Annotated, Any, Literal, TypedDict

from pydantic import BaseModel, ConfigDict

from solvent.solvers.outcome import Outcome, Status
from solvent.solvers.program import Program
from solvent.translators.puzzle import Clue, Puzzle


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


class Job(BaseModel):
    """One translation to make: by whom, into which framework, in which reading of the text."""

    model_config = ConfigDict(frozen=True)

    id: int
    source: str
    framework: str
    reading: str


class Attempt(BaseModel):
    """One program and what came of it.

    `outcome` answers `run` (None until it ran); `second`, `improve` and `conflict` are the replies to those questions,
    where they were asked.
    """

    model_config = ConfigDict(frozen=True)

    job: Job
    program: Program
    outcome: Outcome | None = None
    second: Outcome | None = None
    improve: Outcome | None = None
    conflict: Outcome | None = None

    @property
    def solved(self) -> bool:
        """Whether its program gave an answer."""
        return self.outcome is not None and self.outcome.status.solved

    @property
    def answer(self) -> Any:
        """The answer that its program gave, or None."""
        return self.outcome.answer if self.outcome else None

    @property
    def proven(self) -> bool:
        """Whether a solver showed that no other, or no better, answer exists."""
        return any(reply is not None and reply.status is Status.UNSATISFIABLE for reply in (self.second, self.improve))


class Usage(BaseModel):
    """What the calls to a model cost; all zero without a model."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        """Count both."""
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            usd=self.usd + other.usd,
        )


class Answer(BaseModel):
    """What `solve` returns, always: the best answer found, with the status that it earned.

    `answer` is None without one. `alternatives` lists other answers where one was expected, `conflict` the ids of a
    minimal set of clues that contradict each other, `program` the one that gave the answer, `seconds` the wall time,
    `reason` one line on why the status is what it is.
    """

    model_config = ConfigDict(frozen=True)

    status: Verdict
    answer: Any = None
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


class State(TypedDict, total=False):
    """What the graph carries. Attempts merge by id, so that nodes which work side by side do not lose each other's."""

    text: str
    puzzle: Puzzle
    flaw: str
    jobs: tuple[Job, ...]
    attempts: Annotated[dict[int, Attempt], operator.or_]
    winner: int | None
    evidence: tuple[Evidence, ...]
    status: Verdict
    reason: str
    step: Literal["translate", "gate", "repair", "restart", "answer"]
    answer: Answer
