"""What is recorded of a run: one `RunRecord`, and one `CaseRecord` per case and epoch."""

import json
from collections.abc import Mapping
from typing import Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field

from solvent.agents.settings import Settings
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.cases import Case, Score
from solvent.solvers import Status

FORMAT = 1  # of the files; other numbers are refused

# Why an answer is wrong (CP-Bench, section 5): the first four can be detected without the gold answer.
ErrorType = Literal["execution", "parse", "timeout", "tokens", "unsatisfiable", "wrong"]
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)

_OF_STATUS: dict[Status, ErrorType] = {
    Status.UNSATISFIABLE: "unsatisfiable",
    Status.TIMEOUT: "timeout",
    Status.UNKNOWN: "timeout",
    Status.BAD_ANSWER: "parse",
}


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class DataRecord(_Record):
    """Which cases were run: the path as it was given, a hash of its files, and the hash of the cases' ids and texts.

    Generated cases have no path; the hash is of the `options` and the seed that they were generated from.
    """

    path: str
    sha256: str
    cases: int
    selection: str
    groups: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    generated: bool = False
    options: Mapping[str, Any] = {}


class Fingerprint(_Record):
    """Hashes of what decides an answer besides the settings: the prompts that they use, and the code."""

    prompts: str
    code: str


class RunRecord(_Record):
    """A run: what decides its results, and where it ran. `settings` are complete, with their TOML and hash."""

    format: int = FORMAT
    benchmark: str
    settings: Settings
    settings_toml: str
    settings_hash: str
    data: DataRecord
    epochs: int = 1
    fingerprint: Fingerprint
    versions: Mapping[str, str]
    machine: Mapping[str, Any]
    started: str
    notes: tuple[str, ...] = ()


class CaseRecord(Answer):
    """The answer to one case, with the case and the score. `epoch` counts repetitions from 1.

    `problem` is the text that was solved, `gold` the right answer, `broken` why that is unusable. `answered_by` names
    who gave the answer: `rules`, a model, or "" if nobody did. `error` is the type of error, "" if the answer is right.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    group: str
    epoch: int = 1
    problem: str
    gold: Any = None
    broken: str = ""
    answered_by: str = ""
    score: Score = Field(default_factory=Score)
    error: ErrorType | Literal[""] = ""
    finished: str = ""

    @classmethod
    def of(cls, case: Case, answer: Answer, score: Score, *, epoch: int = 1, finished: str = "") -> Self:
        """Record an answer to a case and its score."""
        reason = case.broken or score.note or answer.reason
        told = {name: getattr(answer, name) for name in Answer.model_fields}
        return cls(
            **{**told, "reason": reason},
            id=case.id,
            group=case.group,
            epoch=epoch,
            problem=case.text,
            gold=case.gold,
            broken=case.broken,
            answered_by=answered_by(answer),
            score=score,
            error="" if score.strict else error_type(answer),
            finished=finished,
        )

    @property
    def key(self) -> tuple[str, int]:
        """What identifies the record within its run."""
        return self.id, self.epoch

    @property
    def right(self) -> bool:
        """Whether the answer is right in the strict reading."""
        return self.score.strict

    def line(self) -> str:
        """One line of JSON, without its newline. The first keys are those that people look for."""
        fields = self.model_dump(mode="json")
        first = {
            "id": self.id,
            "group": self.group,
            "epoch": self.epoch,
            "status": self.status.value,
            "right": self.score.strict,
            "official": self.score.official,
            "error": self.error,
            "answered_by": self.answered_by,
            "value": fields["answer"],
            "not_understood": self.not_understood,
        }
        apart = {name: value for name, value in self.score.apart.items() if name not in first}
        return json.dumps({**first, **apart, **fields}, ensure_ascii=False, default=str)

    @property
    def not_understood(self) -> list[str]:
        """Why the grammar did not understand clues."""
        return [clue.reason for clue in self.clues if clue.understood is False and clue.reason]


def answered_by(answer: Answer) -> str:
    """Who gave the answer: `rules`, the name of a model, or "" if nobody did."""
    return answer.given_by.job.source if answer.given_by else ""


def error_type(answer: Answer) -> ErrorType:
    """Why an answer that is not right is wrong; without an answer, what stopped the last program."""
    if answer.answer is not None:
        return "wrong"
    if answer.status is Verdict.CONTRADICTORY:
        return "unsatisfiable"
    tried = [attempt for attempt in answer.attempts if not attempt.dead]
    if not tried:
        return "parse"
    last = tried[-1]
    if last.program is None:
        return "tokens" if last.cut else "parse"
    if last.outcome is None:
        return "execution"
    return _OF_STATUS.get(last.outcome.status, "execution")
