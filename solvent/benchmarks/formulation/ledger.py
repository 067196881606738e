"""The steps of a run in its folder: a file each, with a line for each item and what became of it.

A killed run loses at most the items in progress: each line is written at once and flushed to the disk.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from solvent.agents.state import Usage
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.runs.folder import drop_torn_line, locked
from solvent.solvers.json_text import read_json

HEAD = "formulation.json"


class Entry(BaseModel):
    """What became of an item in a step.

    `given` identifies what the step worked on, so that an item that has changed is done again. `reason` says why the
    item did not survive, in words to count by, and `detail` says more; of an item that did, they are a remark.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    round: int = 1
    given: str = ""
    ok: bool
    reason: str = ""
    detail: str = ""
    result: dict[str, Any] = {}
    usage: Usage = Usage()
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, int]:
        """What identifies the item within its step."""
        return self.id, self.round


class Ledger:
    """The files of a folder, as a context manager; one process at a time writes to them.

    `head` is what has to be the same for a run to go on with a folder. Raises `BenchmarkError` if it is not, if the
    folder is in use or damaged, or cannot be written to.
    """

    def __init__(self, folder: Path, head: Mapping[str, Any]) -> None:
        self.folder = folder
        self.head = dict(head)
        self._stack = ExitStack()
        self._files: dict[str, IO[str]] = {}
        self._known: dict[str, dict[tuple[str, int], Entry]] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(locked(self.folder))
            self._must_match()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def known(self, step: str, key: tuple[str, int], given: str) -> Entry | None:
        """What became of an item that was given the same in an earlier session or in this one."""
        entry = self._opened(step).get(key)
        return entry if entry is not None and entry.given == given else None

    def entries(self, step: str) -> list[Entry]:
        """All entries of a step."""
        return list(self._opened(step).values())

    def add(self, step: str, entry: Entry) -> None:
        """Write an entry to the disk. Raises `BenchmarkError` if that fails."""
        known = self._opened(step)
        try:
            file = self._files[step]
            file.write(json.dumps(entry.model_dump(mode="json"), ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error
        known[entry.key] = entry

    def write(self, name: str, text: str) -> None:
        """Write a whole file or nothing. Raises `BenchmarkError`."""
        draft = self.folder / f"{name}.tmp"
        try:
            draft.write_text(text, encoding="utf-8", errors="backslashreplace")
            draft.replace(self.folder / name)
        except OSError as error:
            raise self._unwritable(error) from error

    def _must_match(self) -> None:
        file = self.folder / HEAD
        if not file.exists():
            self.write(HEAD, json.dumps(self.head, ensure_ascii=False, indent=2) + "\n")
            return
        try:
            found = read_json(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BenchmarkError(f"{file} is damaged ({error}); choose another folder") from error
        different = [name for name in self.head if not isinstance(found, dict) or found.get(name) != self.head[name]]
        if different:
            raise BenchmarkError(
                f"{self.folder} holds puzzles made with other {', '.join(different)}; choose another folder, or give "
                "the same options to go on with that one"
            )

    def _opened(self, step: str) -> dict[tuple[str, int], Entry]:
        """The entries of a step, whose file is opened when it is first asked for."""
        if step not in self._known:
            path = self.folder / f"{step}.jsonl"
            try:
                drop_torn_line(path)
                file = self._stack.enter_context(path.open("a+", encoding="utf-8", errors="backslashreplace"))
                file.seek(0)
                lines = file.read().split("\n")[:-1]
            except OSError as error:
                raise self._unwritable(error) from error
            except UnicodeDecodeError as error:
                raise BenchmarkError(f"{path} is damaged: it is not UTF-8 text; choose another folder") from error
            self._known[step] = _entries(lines, path)
            self._files[step] = file
        return self._known[step]

    def _unwritable(self, error: OSError) -> BenchmarkError:
        return BenchmarkError(
            f"cannot write to {self.folder}: {error.strerror}; what was written is kept, and the same command goes on"
        )


def _entries(lines: list[str], path: Path) -> dict[tuple[str, int], Entry]:
    """The entries by their keys; of equal keys, the last one counts."""
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            entry = Entry.model_validate(read_json(line))
        except ValueError as error:  # pydantic's errors are ValueErrors
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            raise BenchmarkError(
                f"{path}, line {number}, is damaged ({why}); remove the line to do its item again"
            ) from error
        found[entry.key] = entry
    return found


def digest(*values: Any) -> str:
    """Identify JSON values, or models that have them."""
    plain = [value.model_dump(mode="json") if isinstance(value, BaseModel) else value for value in values]
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
