"""Files in the folder of a run with what a model says of its cases, written as it comes: `grades.jsonl` and others."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.state import Usage
from solvent.benchmarks.analysis.agreement import Grade
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.runs.folder import drop_torn_line
from solvent.solvers.json_text import read_json

FILE = "grades.jsonl"

Key = tuple[str, int]


class Judged(BaseModel):
    """What a model says of one case and epoch.

    `prompt` identifies the prompt without the case, `asked` the whole request, so that a case that was run again is
    asked about again. `FILE` is the name of the file, `NOUN` what a line of it is.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    FILE: ClassVar[str]
    NOUN: ClassVar[str]

    id: str
    epoch: int
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


class ModelGrade(Judged):
    """A model's grade; `points` and `total` are None if the reply has none."""

    FILE = FILE
    NOUN = "grade"

    points: int | None
    total: int | None

    @property
    def grade(self) -> Grade | None:
        """The grade, if the reply has one."""
        return Grade.of(self.points, self.total) if self.points is not None and self.total else None


def read_grades(folder: Path) -> dict[Key, ModelGrade]:
    """The grades in the folder of a run, the last one of each case. Raises `BenchmarkError`."""
    file = folder / FILE
    return {grade.key: grade for grade in _lines(file, ModelGrade)} if file.exists() else {}


Line = TypeVar("Line", bound=Judged)


def _lines(file: Path, kind: type[Line]) -> Iterator[Line]:
    """The whole lines of a file. Raises `BenchmarkError`."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BenchmarkError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BenchmarkError(f"{file} is damaged: it is not UTF-8 text; move it away to grade again") from error
    for number, line in enumerate(lines[:-1], 1):
        try:
            yield kind.model_validate(read_json(line))
        except ValueError as error:  # pydantic's errors are ValueErrors
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            where = f"{file}, line {number}"
            raise BenchmarkError(f"{where}: not a {kind.NOUN} ({why}); remove the line to ask again") from error


class JudgedFile(Generic[Line]):
    """What a model says of the cases of a run, as a context manager; one process at a time writes to the file.

    Raises `BenchmarkError` if it was made by another model or prompt, is damaged, or cannot be written.
    """

    def __init__(self, kind: type[Line], folder: Path, model: str, prompt: str) -> None:
        self.path = folder / kind.FILE
        self.model = model
        self.prompt = prompt
        self.kind = kind
        self.found: dict[Key, Line] = {}
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
        for number, line in enumerate(_lines(self.path, self.kind), 1):
            what = f"{self.path}, line {number}: a {self.kind.NOUN}"
            if line.model != self.model:
                raise BenchmarkError(
                    f"{what} by {line.model}, not by {self.model}; name that model, or move the file away"
                )
            if line.prompt != self.prompt:
                raise BenchmarkError(f"{what} by another prompt; move the file away to grade again")
            self.found[line.key] = line

    def append(self, line: Line) -> None:
        """Write a line to the disk. Raises `BenchmarkError` if that fails."""
        try:
            self._file.write(json.dumps(line.model_dump(mode="json"), ensure_ascii=False) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BenchmarkError(f"cannot write to {self.path}: {error.strerror}; what was written is kept") from error
        self.found[line.key] = line
