"""What running a program gave: a closed status and the facts that go with it."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict


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

    model_config = ConfigDict(frozen=True)

    seconds: float = 10.0
    memory_mb: int = 2048
    output_bytes: int = 1_000_000
    threads: int = 1


class Outcome(BaseModel):
    """The reply to one question.

    `answer` is the filled answer template (JSON values), `objective` the value of each objective in order, `conflict`
    the clue ids of a minimal clash, `message` what went wrong (with line and column of `Program.code` where there is
    one), `seconds` the wall time of the question, `isolation` the sandbox layers that were on.
    """

    model_config = ConfigDict(frozen=True)

    status: Status
    answer: Any = None
    objective: tuple[int | float, ...] = ()
    conflict: tuple[int, ...] = ()
    message: str = ""
    seconds: float = 0.0
    isolation: tuple[str, ...] = ()
