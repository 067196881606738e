"""What was paid for, recorded as it comes: a model's replies, and the agent's runs, a line of JSON each."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.state import Usage
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.runs.folder import drop_torn_line
from solvent.solvers.json_text import read_json, without_lone_surrogates

REPLIES, RUNS, ASKED = "replies.jsonl", "runs.jsonl", "asked.json"


class _Record(BaseModel):
    """A line: about which puzzle (`asked` identifies its prompt), by which model, with which Solvent, on which day."""

    model_config = ConfigDict(frozen=True)

    puzzle: str
    asked: str
    model: str
    seed: int
    usage: Usage = Usage()
    seconds: float = 0.0
    solvent: str
    date: str


class SampledReply(_Record):
    """A model's reply to a puzzle: its number from 0, and the temperature and the seed of its request.

    Replies that came in one request have its seed. `dropped` names parameters that the server did not take.
    """

    number: int
    temperature: float
    text: str
    reasoning: str = ""
    finish: str = "stop"
    dropped: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        """What identifies the reply."""
        return self.puzzle, self.asked, self.number


class AgentRun(_Record):
    """A run of the agent on a puzzle: the status that its answer earned, and the program as a file of its framework.

    `problem` is the text that it was given. `others` are some of the program's other answers; `evidence` names the
    checks that passed.
    """

    problem: str
    status: str
    reason: str
    answer: Any = None
    others: tuple[Any, ...] = ()
    framework: str = ""
    program: str = ""
    evidence: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, int]:
        """What identifies the run."""
        return self.puzzle, self.asked, 0


R = TypeVar("R", SampledReply, AgentRun)


class Recorded(Generic[R]):
    """A file of records, as a context manager; the last one of each key counts. Its folder has to be locked.

    Raises `BenchmarkError` if it is damaged or cannot be written.
    """

    def __init__(self, file: Path, kind: type[R]) -> None:
        self.file = file
        self.kind: type[R] = kind
        self.found: dict[tuple[str, str, int], R] = {}
        self._stack = ExitStack()
        self._opened: Any = None

    def __enter__(self) -> Self:
        try:
            drop_torn_line(self.file)
            self.found = {record.key: record for record in self._read()}
            self._opened = self._stack.enter_context(self.file.open("a", encoding="utf-8"))
        except OSError as error:
            raise BenchmarkError(f"cannot write to {self.file}: {error.strerror}; choose another folder") from error
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _read(self) -> Iterator[R]:
        lines = self.file.read_text(encoding="utf-8").split("\n") if self.file.exists() else []
        for number, line in enumerate(lines[:-1], 1):
            try:
                yield self.kind.model_validate(read_json(line))
            except (ValidationError, ValueError) as error:
                raise BenchmarkError(
                    f"{self.file}, line {number}, is damaged or of another version; remove the line to ask again"
                ) from error

    def append(self, *records: R) -> None:
        """Write records to the disk. Raises `BenchmarkError` if that fails."""
        try:
            for record in records:
                line = json.dumps(without_lone_surrogates(record.model_dump(mode="json")), ensure_ascii=False)
                self._opened.write(line + "\n")
            self._opened.flush()
            os.fsync(self._opened.fileno())
        except OSError as error:
            raise BenchmarkError(
                f"cannot write to {self.file}: {error.strerror}; what was written is kept, and the same command goes on"
            ) from error
        self.found |= {record.key: record for record in records}


def must_match(folder: Path, asked: dict[str, Any]) -> None:
    """Note what a folder's replies were asked with, or refuse to mix them with others. Raises `BenchmarkError`."""
    file = folder / ASKED
    try:
        before = read_json(file.read_text(encoding="utf-8")) if file.exists() else None
        if before is None:
            if any((folder / name).exists() for name in (REPLIES, RUNS)):
                raise BenchmarkError(f"{folder} has replies without {ASKED}, to go on from; choose another folder")
            file.write_text(json.dumps(asked, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            return
    except OSError as error:
        raise BenchmarkError(f"cannot write to {folder}: {error.strerror}; choose another folder") from error
    except ValueError as error:
        raise BenchmarkError(f"{file} is damaged ({error}); choose another folder") from error
    known = before if isinstance(before, dict) else {}
    different = [
        f"{name} was {known.get(name)!r}, now {asked[name]!r}" for name in asked if known.get(name) != asked[name]
    ]
    if different:
        raise BenchmarkError(
            f"{folder} holds replies that were asked for otherwise: {'; '.join(different)}. Choose another folder, or "
            "give the same options to go on with that one"
        )
