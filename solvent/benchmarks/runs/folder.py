"""The folder of a run: `run.json`, then a line of `cases.jsonl` for each case as it ends.

A killed run loses at most the cases in progress: each line is written at once and flushed to the disk.
"""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.records import FORMAT, CaseRecord, RunRecord
from solvent.solvers import SolventError
from solvent.solvers.json_text import read_json

RUN, CASES, LOCK = "run.json", "cases.jsonl", ".lock"
LOGS = "logs"  # of Inspect, below the folder
CHECKPOINTS = "checkpoints.sqlite"  # of the cases in progress
COMPARISON = "comparison.json"  # of a comparison: the folders of its cells


class RunFolder:
    """A folder that one run at a time writes to, as a context manager.

    Entering creates it, or finds the records of an earlier session of the same run in `done`. Raises `BenchmarkError`
    if the folder belongs to another run, is in use, or cannot be written to.
    """

    def __init__(self, path: Path, run: RunRecord) -> None:
        self.path = path
        self.run = run
        self.done: dict[tuple[str, int], CaseRecord] = {}
        self._stack = ExitStack()
        self._cases: Any = None

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(locked(self.path))
            try:
                self._open()
            except OSError as error:
                raise _unwritable(self.path, error) from error
            stack.callback(self._cases.close)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _open(self) -> None:
        if (self.path / RUN).exists():
            _must_match(self.path, read_run(self.path), self.run)
            drop_torn_line(self.path / CASES)
            self.done = {record.key: record for record in read_cases(self.path)}
        elif (self.path / CASES).exists():
            raise BenchmarkError(
                f"{self.path} holds a {CASES} without a {RUN}, so it cannot be continued; choose another folder"
            )
        else:
            _write(self.path / RUN, self.run.model_dump_json(indent=2) + "\n")
        self._cases = (self.path / CASES).open("a", encoding="utf-8", errors="backslashreplace")

    def append(self, record: CaseRecord) -> None:
        """Write a record to the disk. Raises `BenchmarkError` if that fails."""
        try:
            self._cases.write(record.line() + "\n")
            self._cases.flush()
            os.fsync(self._cases.fileno())
        except OSError as error:
            raise BenchmarkError(
                f"cannot write to {self.path}: {error.strerror}; what was written is kept, and the same command goes on"
            ) from error
        self.done[record.key] = record


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Create a folder if necessary, and keep other runs out of it. Raises `BenchmarkError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    except OSError as error:
        raise _unwritable(folder, error) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BenchmarkError(
                f"another run is writing to {folder}: wait until it has ended, or choose another folder"
            ) from None
        yield


def read_run(folder: Path) -> RunRecord:
    """Read the run of a folder. Raises `BenchmarkError` if there is none, or another version of Solvent wrote it."""
    file = folder / RUN
    try:
        told = read_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BenchmarkError(
            f"{folder} is not the folder of a run: cannot read {RUN} ({error.strerror}); give a folder that was passed "
            "to `solvent bench --out` or `solvent compare --out`"
        ) from error
    except ValueError as error:
        raise BenchmarkError(f"{file} is damaged ({error}); remove the folder and run again") from error
    found = told.get("format") if isinstance(told, dict) else None
    if found != FORMAT:
        raise BenchmarkError(
            f"{folder} was written by another version of Solvent (format {found}, this one writes {FORMAT}); "
            "choose another folder"
        )
    try:
        return RunRecord.model_validate(told)
    except (ValidationError, SolventError) as error:
        raise BenchmarkError(
            f"{file} is damaged or of another version ({_first(error)}); choose another folder"
        ) from error


def read_cases(folder: Path) -> Iterator[CaseRecord]:
    """Read the records of a folder; of records with equal keys, the last one counts. Raises `BenchmarkError`."""
    file = folder / CASES
    found: dict[tuple[str, int], CaseRecord] = {}
    try:
        raw = file.read_bytes() if file.exists() else b""
        # What follows the last newline was cut off while it was written, perhaps within a character.
        lines = raw[: raw.rfind(b"\n") + 1].decode("utf-8").split("\n")[:-1]
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"cannot read {file}: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            record = CaseRecord.model_validate(read_json(line))
        except (ValidationError, SolventError, ValueError) as error:
            raise BenchmarkError(
                f"{file}, line {number}, is damaged or of another version ({_first(error)}); remove the line to run "
                "its case again"
            ) from error
        found[record.key] = record
    yield from found.values()


def run_folders(paths: Iterable[Path]) -> list[Path]:
    """The folders of runs at or below some paths, in order. Raises `BenchmarkError` for a path without any."""
    found: list[Path] = []
    for path in paths:
        below = _cells(path) or sorted(file.parent for file in path.rglob(RUN))
        if not below:
            raise BenchmarkError(
                f"{path} contains no run; give a folder that was passed to `solvent bench --out` or "
                "`solvent compare --out`"
            )
        found += [folder for folder in below if folder not in found]
    return found


def _cells(path: Path) -> list[Path]:
    """The folder itself, or the cells of a comparison that belong to its grid as it is now."""
    if (path / RUN).is_file():
        return [path]
    try:
        listed = read_json((path / COMPARISON).read_text(encoding="utf-8"))["cells"]
        folders = [path / str(cell["folder"]) for cell in listed]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [folder for folder in folders if (folder / RUN).is_file()]


def _unwritable(folder: Path, error: OSError) -> BenchmarkError:
    return BenchmarkError(f"cannot write to {folder}: {error.strerror}; choose another folder")


def _must_match(folder: Path, old: RunRecord, new: RunRecord) -> None:
    """Refuse to mix runs. Raises `BenchmarkError`, which says what differs."""
    pairs = {
        "benchmark": (old.benchmark, new.benchmark),
        "settings": (old.settings_hash, new.settings_hash),
        "data": (old.data.sha256, new.data.sha256),
        "selected cases": (old.data.selection, new.data.selection),
        "epochs": (old.epochs, new.epochs),
        "prompts": (old.fingerprint.prompts, new.fingerprint.prompts),
        "code": (old.fingerprint.code, new.fingerprint.code),
    }
    different = [name for name, (before, now) in pairs.items() if before != now]
    if not different:
        return
    details = "".join(f"; {detail}" for detail in _changed_settings(old, new)) if "settings" in different else ""
    raise BenchmarkError(
        f"{folder} holds a run with other {', '.join(different)}{details}. Choose another folder for this run, or give "
        "the same options to go on with that one"
    )


def _changed_settings(old: RunRecord, new: RunRecord) -> list[str]:
    before, now = (run.settings.model_dump(mode="json") for run in (old, new))
    return [f"{name} was {before[name]!r}, now {now[name]!r}" for name in now if before.get(name) != now[name]]


def drop_torn_line(file: Path) -> None:
    """Cut off the part of a line that a killed run left."""
    if not file.exists():
        return
    with file.open("rb+") as cases:
        raw = cases.read()
        cases.truncate(raw.rfind(b"\n") + 1)


def _write(file: Path, text: str) -> None:
    """Write a whole file or nothing."""
    draft = file.with_suffix(".tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    return str(error)
