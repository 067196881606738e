"""A job: what one child is asked to do with a program, in one of these stages.

| stage | what runs | what it may say |
|---|---|---|
| build | the program's code | a plain model, or why there is none |
| ask | the harness, over a plain model or a text | an outcome, or two: of `run` and of its follow-up |
| script | a program that solves and prints | what it prints |
| examine | a data set's reference, and the harness | an outcome, whose answer is what was found |
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from solvent.solvers.programs.outcome import Limits
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.question import FollowUp, Question

Stage = Literal["build", "ask", "script", "examine"]

_LONG = 3600.0  # seconds of CPU time


@dataclass(frozen=True)
class Job:
    """One stage: `model` is what the stage `build` gave; `unsafe` lets it run without the full sandbox.

    With `then` the child answers two questions in a row, `run` and that one about its answer, each within `limits`. Of
    the first, `spent` seconds have passed already.
    """

    stage: Stage
    program: Program
    limits: Limits
    question: Question = "run"
    answer: Any = None
    model: bytes = b""
    unsafe: bool = False
    spent: float = 0.0
    then: FollowUp | None = None

    @property
    def questions(self) -> int:
        """How many questions the child may answer."""
        return 2 if self.stage == "ask" and self.then else 1

    @property
    def building(self) -> "Job":
        """The stage `build` of the same program: whatever the question, it is the same to the last byte.

        What has to be there is a limit of memory. Its time is short or long without its knowledge.
        """
        limits = Limits(seconds=_LONG, memory_mb=self.limits.memory_mb)
        return Job("build", self.program, limits, unsafe=self.unsafe)

    def packed(self) -> bytes:
        """Raises TypeError or ValueError when the answer is no JSON value."""
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
        head, _, model = body.partition(b"\n")
        fields = json.loads(head)
        program, limits = Program.model_validate(fields.pop("program")), Limits.model_validate(fields.pop("limits"))
        return cls(program=program, limits=limits, model=model, **fields)
