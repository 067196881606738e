"""`grades.jsonl` in the folder of a run: a model's grades for its cases, written as they come."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.state import Usage
from solvent.benchmarks.analysis.agreement import Grade
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.runs.folder import drop_torn_line
from solvent.solvers.json_text import read_json

FILE = "grades.jsonl"

Key = tuple[str, int]


class ModelGrade(BaseModel):
    """A model's grade for one case and epoch.

    `points` and `total` are None if the reply has no grade. `prompt` identifies the prompt without the case, `asked`
    the whole request, so that a case that was run again is graded again.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    epoch: int
    points: int | None
    total: int | None
    model: str
    prompt: str
    asked: str
    reply: str
    finish: str
    usage: Usage = Usage()
    seconds: float = 0.0
    finished: str = ""

    @property
    def key(self) -> Key:
        """What identifies the case within its run."""
        return self.id, self.epoch

    @property
    def grade(self) -> Grade | None:
        """The grade, if the reply has one."""
        return Grade.of(self.points, self.total) if self.points is not None and self.total else None


def read_grades(folder: Path) -> dict[Key, ModelGrade]:
    """The grades in the folder of a run, the last one of each case. Raises `BenchmarkError`."""
    file = folder / FILE
    return {grade.key: grade for grade in _grades(file)} if file.exists() else {}


def _grades(file: Path) -> Iterator[ModelGrade]:
    """The grades in whole lines. Raises `BenchmarkError`."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BenchmarkError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BenchmarkError(f"{file} is damaged: it is not UTF-8 text; move it away to grade again") from error
    for number, line in enumerate(lines[:-1], 1):
        try:
            yield ModelGrade.model_validate(read_json(line))
        except ValueError as error:  # pydantic's errors are ValueErrors
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            where = f"{file}, line {number}"
            raise BenchmarkError(f"{where}: not a grade ({why}); remove the line to ask again") from error


class GradeFile:
    """The grades in the folder of a run, as a context manager; one process at a time writes to them.

    Raises `BenchmarkError` if they were made by another model or prompt, are damaged, or cannot be written.
    """

    def __init__(self, folder: Path, model: str, prompt: str) -> None:
        self.path = folder / FILE
        self.model = model
        self.prompt = prompt
        self.found: dict[Key, ModelGrade] = {}
        self._file: Any = None

    def __enter__(self) -> Self:
        try:
            self._file = self.path.open("a", encoding="utf-8", errors="backslashreplace")
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BenchmarkError(f"another command is writing to {self.path}: wait until it has ended") from None
            drop_torn_line(self.path)
            self._read()
        except OSError as error:
            self.__exit__()
            raise BenchmarkError(f"cannot write to {self.path}: {error.strerror}") from error
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self) -> None:
        for number, grade in enumerate(_grades(self.path), 1):
            where = f"{self.path}, line {number}"
            if grade.model != self.model:
                raise BenchmarkError(
                    f"{where}: a grade by {grade.model}, not by {self.model}; name that model, or move the file away"
                )
            if grade.prompt != self.prompt:
                raise BenchmarkError(f"{where}: a grade by another prompt; move the file away to grade again")
            self.found[grade.key] = grade

    def append(self, grade: ModelGrade) -> None:
        """Write a grade to the disk. Raises `BenchmarkError` if that fails."""
        try:
            self._file.write(json.dumps(grade.model_dump(mode="json"), ensure_ascii=False) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BenchmarkError(f"cannot write to {self.path}: {error.strerror}; what was written is kept") from error
        self.found[grade.key] = grade
