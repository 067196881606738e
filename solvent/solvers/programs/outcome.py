"""What running a program gave: a closed status and the facts that go with it."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Status(StrEnum):
    """Every way in which a program can end. A failed program is data, never an exception."""

    SATISFIED = "satisfied"
    OPTIMAL = "optimal"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    SYNTAX_ERROR = "syntax_error"
    RUNTIME_ERROR = "runtime_error"
    BAD_ANSWER = "bad_answer"
    BLOCKED = "blocked"

    @property
    def solved(self) -> bool:
        """Whether an answer came with it."""
        return self in (Status.SATISFIED, Status.OPTIMAL)


class Limits(BaseModel):
    """What one question to one program may cost: wall seconds, MiB of memory, bytes of output.

    CPU seconds are as many times the wall's as `threads`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False, description="of wall time")] = 10.0
    memory_mb: Annotated[int, Field(gt=0, description="MiB of memory")] = 2048
    output_bytes: Annotated[int, Field(gt=0, description="bytes that it may print")] = 1_000_000
    threads: Annotated[int, Field(gt=0, description="of the solver; its CPU seconds are as many times the wall's")] = 1


class Search(BaseModel):
    """How sure the best of many possible answers is.

    `score` is its log probability (natural), `alternatives` are the answers after it, the best first, with their
    `scores`. `margin` is how far it is ahead of the best that is genuinely different, None where nothing else fits;
    `needed` the margin from which on it counts as right, fitted on development data. `doubt` says why it may be wrong
    however far ahead it is.
    """

    model_config = ConfigDict(frozen=True)

    score: float
    alternatives: tuple[Any, ...] = ()
    scores: tuple[float, ...] = ()
    margin: float | None
    needed: float
    doubt: str = ""

    @property
    def convincing(self) -> bool:
        """Whether the answer counts as right."""
        return not self.doubt and (self.margin is None or self.margin >= self.needed)


class Outcome(BaseModel):
    """The reply to one question.

    `answer` is the filled answer template (JSON values), `objective` the value of each objective in order, `conflict`
    the clue ids of a minimal clash, `message` what went wrong (with line and column of `Program.code` where there is
    one), `seconds` the wall time of the question, `isolation` the sandbox layers that were on. `search` goes with
    answers that were searched for among many, and are not proven. Of the question `bearing`, `stated` holds the clues
    that have a constraint, `vacuous` those of them which were not shown to exclude anything that the background allows,
    and `trivial` those of these which exclude nothing even where the background is left out.
    """

    model_config = ConfigDict(frozen=True)

    status: Status
    answer: Any = None
    objective: tuple[int | float, ...] = ()
    conflict: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()
    vacuous: tuple[int, ...] = ()
    trivial: tuple[int, ...] = ()
    message: str = ""
    seconds: float = 0.0
    isolation: tuple[str, ...] = ()
    search: Search | None = None
