"""The outcome of running a program: a status from a closed set, and the data that goes with it."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field


class Status(StrEnum):
    """All possible results of a program. A failed program is data, never an exception."""

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
        """Whether the outcome has an answer."""
        return self in (Status.SATISFIED, Status.OPTIMAL)

    @property
    def decided(self) -> bool:
        """Whether there is an answer, or a proof that there is none."""
        return self.solved or self is Status.UNSATISFIABLE


class Limits(BaseModel):
    """Resource limits of one question: wall-clock seconds, MiB of memory, bytes of output.

    The limit on CPU seconds is `seconds` times `threads`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False, description="wall time in seconds")] = 10.0
    memory_mb: Annotated[int, Field(gt=0, description="memory in MiB")] = 2048
    output_bytes: Annotated[int, Field(gt=0, description="output in bytes")] = 1_000_000
    threads: Annotated[
        int, Field(gt=0, description="solver threads; CPU time is limited to `threads` times `seconds`")
    ] = 1


class Search(BaseModel):
    """The confidence in an answer that was searched for among many candidates.

    `score` is its natural log probability; `alternatives` are the runners-up, best first, with their `scores`. `margin`
    is its lead in score over the best genuinely different answer, None if nothing else fits; `needed` is the margin,
    fitted on development data, from which the answer counts as correct. `doubt` says why it may be wrong regardless of
    the margin.
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
        """Whether the answer counts as correct."""
        return not self.doubt and (self.margin is None or self.margin >= self.needed)


class Outcome(BaseModel):
    """The reply to one question.

    `answer` is the filled answer template (JSON values), `objective` the value of each objective in order, `conflict`
    the clue ids of a minimal unsatisfiable subset, `message` what went wrong (with line and column in the rendered
    program where known), `seconds` the wall time of the question, `isolation` the sandbox layers that were active.
    `search` accompanies answers that were searched for and are not proven. For the question `bearing`, `stated` holds
    the clues that have a constraint, `vacuous` those not shown to exclude anything that the background allows, and
    `trivial` those of the latter that were not shown to exclude anything even without the background. `output` is what
    a script printed, standard error last, up to the limit on output, also if it failed or ran out of time.
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
    output: Annotated[str, Field(exclude_if=lambda text: not text)] = ""
