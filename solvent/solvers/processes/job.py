"""A job: the task of one child, which is one of these stages.

| stage | what runs | what it reports |
|---|---|---|
| build | the program's code | a plain model, or why there is none |
| ask | the harness, on a plain model or program text | an outcome, or two: of `run` and of its follow-up |
| script | a program that solves and prints | whatever it prints |
| check | a checker's code, about one answer | a line for the code, and one for each of its predicates |
| examine | a data set's reference script, and the harness | an outcome, whose answer holds the findings |
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from solvent.solvers.programs.outcome import Limits
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.question import FollowUp, Question, patience

Stage = Literal["build", "ask", "script", "check", "examine"]

_LONG = 3600.0  # seconds of CPU time


@dataclass(frozen=True)
class Job:
    """One stage: `model` is the result of the stage `build`; `unsafe` lets it run without the full sandbox.

    With `then`, the child answers several questions in a row, `run` and those about its answer, each within `limits`,
    or a multiple of their time (`patience`). For the first, `spent` seconds have already passed. Of these, `disagrees`
    is about `answer`: samples of another program.
    """

    stage: Stage
    program: Program
    limits: Limits
    question: Question = "run"
    answer: Any = None
    model: bytes = b""
    unsafe: bool = False
    spent: float = 0.0
    then: tuple[FollowUp, ...] = ()

    @property
    def patience(self) -> tuple[int, ...]:
        """How many times the limit each question after the first may take."""
        return tuple(map(patience, self.then)) if self.stage == "ask" else ()

    @property
    def times(self) -> int:
        """How many times the limit all questions together may take."""
        return 1 + sum(self.patience)

    @property
    def building(self) -> "Job":
        """The `build` job of the same program, byte for byte the same whatever the question.

        The memory limit is the question's. The time limit is not passed on, but enforced by the pool, so that the
        program cannot depend on it.
        """
        limits = Limits(seconds=_LONG, memory_mb=self.limits.memory_mb)
        return Job("build", self.program, limits, unsafe=self.unsafe)

    def packed(self) -> bytes:
        """Serialise the job. Raises TypeError or ValueError if the answer is not a JSON value."""
        head = {
            "stage": self.stage,
            "program": self.program.model_dump(),
            "limits": self.limits.model_dump(),
            "question": self.question,
            "answer": self.answer,
            "unsafe": self.unsafe,
            "spent": self.spent,
            "then": self.then,
        }
        return json.dumps(head).encode() + b"\n" + self.model

    @classmethod
    def unpacked(cls, body: bytes) -> "Job":
        """Deserialise a job."""
        head, _, model = body.partition(b"\n")
        fields = json.loads(head)
        program, limits = Program.model_validate(fields.pop("program")), Limits.model_validate(fields.pop("limits"))
        return cls(program=program, limits=limits, model=model, then=tuple(fields.pop("then")), **fields)
